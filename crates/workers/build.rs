//! Tells the program which sources of the rules and players it is built from, so that machines that
//! would play differently find it out.

#[path = "src/fingerprint.rs"]
mod fingerprint;

use std::fs;
use std::path::{Path, PathBuf};

use fingerprint::Fingerprint;

/// The crates that decide how a game goes.
const CRATES: [&str; 6] = ["gametree", "players", "noughts", "chess", "starchess", "arena"];

/// The versions of what they depend on: the rules of chess and the random numbers come from elsewhere.
const LOCK: &str = "../../Cargo.lock";

fn main() {
    let mut files = Vec::new();
    for name in CRATES {
        let folder = Path::new("..").join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        list(&folder, &mut files);
    }
    files.sort();
    println!("cargo::rerun-if-changed={LOCK}");
    files.push(LOCK.into());
    let mut fingerprint = Fingerprint::new();
    for file in files {
        fingerprint.add(file.to_string_lossy().replace('\\', "/").bytes().chain([0]));
        // A checkout may have other line ends.
        let text = fs::read(&file).unwrap_or_default().into_iter().filter(|&byte| byte != b'\r');
        fingerprint.add(text.chain([0]));
    }
    println!("cargo::rustc-env=STARCHESS_SOURCES={fingerprint}");
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}
