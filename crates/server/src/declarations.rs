//! The messages as TypeScript declarations, in `web/protocol.d.ts`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use ts_rs::{Config, TS, TypeVisitor};

use crate::chess::messages::{ChessAnswer, ChessNews, ChessOrder, ChessProgress, ChessQuestion, ChessSetup, ChessView};
use crate::noughts::messages::{NoughtsAnswer, NoughtsNews, NoughtsOrder, NoughtsQuestion, NoughtsSetup, NoughtsView};
use crate::protocol::{BranchGame, CreatedGame, GameList, Joined, Message, NewGame, NumberedRequest, RecentGames};
use crate::star::{StarAnswer, StarNews, StarOrder, StarProgress, StarQuestion, StarSetup, StarSummary, StarView};

/// The declarations of types and of all types that they are made of, by name.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl Declarations {
    fn add<T: TS + 'static + ?Sized>(&mut self) {
        // Types of the language need no declaration.
        if T::output_path().is_some() {
            let name = T::ident(&self.config);
            if self.found.contains_key(&name) {
                return;
            }
            let docs = T::docs().unwrap_or_default();
            self.found.insert(name, format!("{docs}export {}\n", T::decl(&self.config)));
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        self.add::<T>();
    }
}

/// The page and the server cannot drift apart: `tsc` checks the page against this file.
#[test]
fn the_declarations_of_the_page_are_those_of_the_server() {
    let mut all = Declarations { config: Config::default(), found: BTreeMap::new() };
    all.add::<NumberedRequest>();
    all.add::<Message>();
    all.add::<Joined>();
    all.add::<NewGame>();
    all.add::<CreatedGame>();
    all.add::<RecentGames>();
    all.add::<GameList>();
    all.add::<BranchGame>();
    all.add::<StarSetup>();
    all.add::<StarOrder>();
    all.add::<StarNews>();
    all.add::<StarView>();
    all.add::<StarQuestion>();
    all.add::<StarAnswer>();
    all.add::<StarProgress>();
    all.add::<StarSummary>();
    all.add::<ChessSetup>();
    all.add::<ChessOrder>();
    all.add::<ChessNews>();
    all.add::<ChessView>();
    all.add::<ChessQuestion>();
    all.add::<ChessAnswer>();
    all.add::<ChessProgress>();
    all.add::<NoughtsSetup>();
    all.add::<NoughtsOrder>();
    all.add::<NoughtsNews>();
    all.add::<NoughtsView>();
    all.add::<NoughtsQuestion>();
    all.add::<NoughtsAnswer>();
    let head = "// Generated from the types of crates/server by its test `declarations`. To write it anew:\n\
                // UPDATE_GOLDEN=1 cargo test -p server declarations\n\n";
    let text = head.to_owned() + &all.found.into_values().collect::<Vec<_>>().join("\n");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/protocol.d.ts");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "web/protocol.d.ts is out of date: UPDATE_GOLDEN=1 cargo test -p server declarations");
}
