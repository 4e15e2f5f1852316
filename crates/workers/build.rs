//! Tells the program which sources of the rules and players it is built from, so that machines that
//! would play differently find it out.

use std::fs;
use std::path::{Path, PathBuf};

/// The crates that decide how a game goes.
const CRATES: [&str; 6] = ["gametree", "players", "noughts", "chess", "starchess", "arena"];

fn main() {
    let mut hash = Hash(0xcbf2_9ce4_8422_2325);
    for name in CRATES {
        let folder = Path::new("..").join(name).join("src");
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        list(&folder, &mut files);
        files.sort();
        for file in files {
            hash.add(file.to_string_lossy().replace('\\', "/").as_bytes());
            hash.add(&fs::read(&file).unwrap_or_default());
        }
    }
    println!("cargo::rustc-env=STARCHESS_SOURCES={:016x}", hash.0);
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { list(&path, files) } else { files.push(path) }
    }
}

/// FNV-1a: the same on every machine, and short.
struct Hash(u64);

impl Hash {
    fn add(&mut self, bytes: &[u8]) {
        // A checkout may have other line ends.
        for &byte in bytes.iter().filter(|&&byte| byte != b'\r').chain(&[0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}
