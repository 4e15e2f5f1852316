//! Lists of games. What cannot be read hides only the games in it, not the others.

use std::collections::BTreeSet;

use rusqlite::{Connection, OptionalExtension, Params, Row};

use super::{Store, StoreError, read_kind};
use crate::access::GameKeys;
use crate::protocol::{GameKind, Summary};

/// A game in a list.
#[derive(Debug)]
pub(crate) struct KeptGame {
    /// Its id.
    pub(crate) id: String,
    /// Its kind.
    pub(crate) kind: GameKind,
    /// Its keys.
    pub(crate) keys: GameKeys,
    /// How it stands.
    pub(crate) summary: Summary,
    /// When it was made, in milliseconds since 1970.
    pub(crate) created: u64,
    /// When it last changed.
    pub(crate) changed: u64,
}

/// A list of games.
#[derive(Debug, Default)]
pub(crate) struct KeptGames {
    /// The games, the last changed first.
    pub(crate) games: Vec<KeptGame>,
    /// How many games are not listed because they cannot be read.
    pub(crate) unread: u32,
    /// Why, each reason once.
    pub(crate) faults: Vec<String>,
}

impl Store {
    /// The games with these ids, or all, the last changed first. It blocks.
    pub(crate) fn list(&self, ids: Option<&BTreeSet<&str>>, limit: usize) -> Result<KeptGames, StoreError> {
        self.find_some(ids, limit).map_err(|error| self.reading(error))
    }

    fn find_some(&self, ids: Option<&BTreeSet<&str>>, limit: usize) -> Result<KeptGames, StoreError> {
        let reader = self.reader();
        let mut list = KeptGames::default();
        match ids {
            None => {
                let (rows, fault) = last_changed(&reader, limit)?;
                list.faults.extend(fault.map(|error| self.reading(error.into()).to_string()));
                for row in rows {
                    self.add(&mut list, read_game(&reader, "rowid", [row]));
                }
            }
            Some(ids) => {
                for id in ids {
                    self.add(&mut list, read_game(&reader, "id", [id]));
                }
            }
        }
        list.games.sort_by_key(|game| std::cmp::Reverse(game.changed));
        list.games.truncate(limit);
        Ok(list)
    }

    /// Adds a game that was looked for, or why it cannot be read.
    fn add(&self, list: &mut KeptGames, found: Result<Option<KeptGame>, StoreError>) {
        match found {
            Ok(game) => list.games.extend(game),
            Err(error) => {
                list.unread += 1;
                let fault = self.reading(error).to_string();
                if !list.faults.contains(&fault) {
                    list.faults.push(fault);
                }
            }
        }
    }
}

/// The rows of the games that were changed last. If the index cannot be read to its end, those that the table
/// itself has from its end and from its beginning on, and the fault.
fn last_changed(reader: &Connection, limit: usize) -> Result<(BTreeSet<i64>, Option<rusqlite::Error>), StoreError> {
    let mut rows = BTreeSet::new();
    let mut fault = None;
    for way in ["ORDER BY changed DESC", "NOT INDEXED ORDER BY rowid DESC", "NOT INDEXED ORDER BY rowid"] {
        let mut query = reader.prepare_cached(&format!("SELECT rowid FROM games {way} LIMIT ?1"))?;
        let found = query.query_map([limit as i64], |row| row.get(0))?.try_for_each(|row| {
            rows.insert(row?);
            Ok(())
        });
        match found {
            Ok(()) => break,
            Err(error) => fault = Some(error),
        }
    }
    Ok((rows, fault))
}

/// Reads the game whose column has this value, if there is one.
fn read_game(reader: &Connection, column: &str, value: impl Params) -> Result<Option<KeptGame>, StoreError> {
    type Columns = (String, String, String, String, i64, i64);
    let columns = |row: &Row| -> rusqlite::Result<Columns> {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
    };
    let found = reader
        .prepare_cached(&format!("SELECT id, kind, keys, summary, created, changed FROM games WHERE {column} = ?1"))?
        .query_row(value, columns)
        .optional()?;
    let Some((id, kind, keys, summary, created, changed)) = found else { return Ok(None) };
    let foreign = |what: String| StoreError::Foreign(id.clone(), what);
    let kind = read_kind(&kind).ok_or_else(|| foreign(kind))?;
    let keys = keys.parse().map_err(|_| foreign("no keys".to_owned()))?;
    let summary = serde_json::from_str(&summary).map_err(|error| foreign(error.to_string()))?;
    let (created, changed) = (created.max(0) as u64, changed.max(0) as u64);
    Ok(Some(KeptGame { id, kind, keys, summary, created, changed }))
}
