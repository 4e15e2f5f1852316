//! What the program does, where its exact words do not matter.

use std::collections::HashMap;

use serde_json::Value;

use crate::run::Run;

/// The table's rows as words, by search.
fn table(arguments: &str) -> HashMap<String, Vec<String>> {
    let run = Run::new(&format!("compare noughts {arguments}"), "");
    let rows = run.stdout.lines().filter(|line| line.contains(" ms "));
    let words = |line: &str| {
        line.replace(" *", "")
            .replace(" +", "")
            .split("  ")
            .map(|word| word.trim().to_owned())
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
    };
    rows.map(words).map(|words| (words[0].clone(), words)).collect()
}

fn json(arguments: &str) -> Value {
    let run = Run::new(&format!("compare noughts --json {arguments}"), "");
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn plain_minimax_sees_the_whole_tree() {
    let rows = table("--depth 9");
    assert_eq!(rows["minimax"][1..6], ["0", "a", "549,946", "255,168", "0"]);
    assert_eq!(rows["minimax"][8], "100 %");
}

#[test]
fn json_and_table_agree() {
    for arguments in ["--depth 9", "--depth 3 --eval paper", "--position X../.../.O."] {
        let (rows, document) = (table(arguments), json(arguments));
        assert_eq!(document["is_complete"], true);
        assert_eq!(document["rows"].as_array().unwrap().len(), rows.len());
        for row in document["rows"].as_array().unwrap() {
            let cells = &rows[row["search"].as_str().unwrap()];
            assert!(row["counts_vary"] == true || row["move"] == cells[2].as_str());
            assert_eq!(row["move"], row["line"][0]);
            assert!(row["time_us"].is_u64() && row["value"].is_i64());
            for (cell, field) in cells[3..7].iter().zip(["nodes", "evaluations", "cuts", "table_hits"]) {
                let number: u64 = cell.replace(',', "").parse().unwrap();
                assert!(row["counts_vary"] == true || row[field] == number, "{field} of {row}");
            }
        }
    }
}

#[test]
fn the_players_in_the_json_search_just_so() {
    let document = json("--depth 4 --eval paper");
    for row in document["rows"].as_array().unwrap().iter().filter(|row| row["counts_vary"] == false) {
        let player = row["player"].as_str().unwrap();
        let run = Run::new(&format!("noughts play --cross {player} --nought random:seed=0"), "");
        let mv = row["move"].as_str().unwrap();
        assert!(run.stdout.contains(&format!("Cross plays {mv}: ")), "{player}");
    }
}

#[test]
fn any_bytes_can_be_typed() {
    let run = Run::new("noughts play", b"\xff\0\x1b[A\n\r\n  E  \n");
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.contains("is not a square") && run.stdout.contains("Nought plays a"));
}

#[cfg(unix)]
mod unix {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Child, Command, Stdio};
    use std::thread;
    use std::time::Duration;

    use crate::run::{Run, command};

    /// Starts the program and waits until it has written `sign`.
    fn start(arguments: &str, sign: &str) -> (Child, BufReader<std::process::ChildStdout>) {
        let mut child = command(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut seen = Vec::new();
        while !String::from_utf8_lossy(&seen).contains(sign) {
            let chunk = output.fill_buf().unwrap();
            assert!(!chunk.is_empty(), "no {sign:?} in {}", String::from_utf8_lossy(&seen));
            seen.extend_from_slice(chunk);
            let length = chunk.len();
            output.consume(length);
        }
        (child, output)
    }

    fn press_ctrl_c(child: &Child) {
        // What it wrote came before what it does now: give it time to begin.
        thread::sleep(Duration::from_millis(300));
        interrupt(child);
    }

    fn interrupt(child: &Child) {
        send("-INT", child);
    }

    fn send(signal: &str, child: &Child) {
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
    }

    #[test]
    fn ctrl_c_quits_at_the_prompt() {
        for arguments in ["noughts play", "play", "menu"] {
            let (mut child, _output) = start(arguments, "> ");
            // Kept open, or the input would end first.
            let _input = child.stdin.take();
            press_ctrl_c(&child);
            assert_eq!(child.wait().unwrap().code(), Some(130));
        }
    }

    /// No search of this game takes long enough to be stopped in time, but the wait before it does.
    #[test]
    fn ctrl_c_during_a_computer_move_ends_the_game() {
        let players = "noughts play --delay 600000 --cross perfect --nought";
        for nought in ["human", "perfect"] {
            let (mut child, mut output) = start(&format!("{players} {nought}"), " i\n\n");
            press_ctrl_c(&child);
            // A human who has nothing to say.
            drop(child.stdin.take());
            let mut rest = String::new();
            output.read_to_string(&mut rest).unwrap();
            assert!(rest.ends_with("Interrupted: the game ends unfinished.\n"), "{rest}");
            assert_eq!(child.wait().unwrap().code(), Some(130));
        }
    }

    /// A turn that was interrupted is not played. With a human the game pauses; without one the
    /// program ends.
    #[test]
    fn ctrl_c_stops_a_computer_and_nothing_is_played() {
        let runs = [
            ("--seats published,human,published,published", "or rules.\n", 0),
            ("--watch", "◆4 published:turns=2       0", 130),
        ];
        for (who, sign, code) in runs {
            let (mut child, mut output) = start(&format!("play --seed 1 --no-autosave --delay 600000 {who}"), sign);
            press_ctrl_c(&child);
            let mut input = child.stdin.take().unwrap();
            // The program may have ended.
            let _ = input.write_all(b"history\nquit\n");
            drop(input);
            let mut rest = String::new();
            output.read_to_string(&mut rest).unwrap();
            assert!(!rest.contains("Player 1: "), "{rest}");
            if code == 0 {
                assert!(rest.contains("Stopped: player 1 has not moved. \"go\" lets it think again"), "{rest}");
                assert!(rest.contains("paused> history\nNothing has been played yet.\n"), "{rest}");
            }
            assert_eq!(child.wait().unwrap().code(), Some(code));
        }
    }

    #[test]
    fn ctrl_c_ends_the_task_cleanly() {
        let (mut child, mut output) = start("noughts task", "the opponent.\n");
        // It is at work as soon as it says what it works on.
        interrupt(&child);
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert!(rest.ends_with("Interrupted: the search at 2 plies is incomplete, so it proves nothing.\n"), "{rest}");
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }

    #[test]
    fn ctrl_c_ends_the_measuring_cleanly() {
        let (mut child, mut output) = start("complexity --games 10000", "end of the turn");
        press_ctrl_c(&child);
        let mut rest = String::new();
        output.read_to_string(&mut rest).unwrap();
        assert!(rest.contains("positions measured"), "{rest}");
        assert!(rest.contains("Interrupted: 10000 games were requested"), "{rest}");
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }

    /// Who asks a command to end learns from the exit code that it did.
    #[test]
    fn the_exit_code_names_the_signal() {
        for (signal, code) in [("-TERM", 143), ("-HUP", 129), ("-INT", 130)] {
            let (mut child, mut output) = start("noughts task", "the opponent.\n");
            send(signal, &child);
            let mut rest = String::new();
            output.read_to_string(&mut rest).unwrap();
            assert!(rest.contains("Interrupted: "), "{rest}");
            assert_eq!(child.wait().unwrap().code(), Some(code));
        }
    }

    /// A file that may not grow any more is an error like any other, and not the end without a word.
    #[test]
    fn the_limit_of_file_sizes_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let program = env!("CARGO_BIN_EXE_starchess");
        let limited = |arguments: &str| {
            let script = format!("ulimit -f 1; exec '{program}' {arguments}");
            let mut shell = Command::new("sh");
            let output = shell.args(["-c", &script]).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
            (output.status.code(), String::from_utf8(output.stderr).unwrap())
        };
        for (arguments, file) in
            [("chess datagen games.bin --games 60 --nodes 100", "games.bin"), ("noughts tree > tree.txt", "")]
        {
            let (code, stderr) = limited(arguments);
            assert_eq!(code, Some(1), "{stderr}");
            assert!(stderr.starts_with("error: ") && stderr.contains(file), "{stderr}");
            assert!(stderr.contains("File too large"), "{stderr}");
        }
    }

    #[test]
    fn a_closed_pipe_is_no_error() {
        for arguments in ["noughts tree --depth 6 --force", "compare noughts", "noughts play", "play", "--help"] {
            let mut child =
                command(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
            drop(child.stdout.take());
            let output = child.wait_with_output().unwrap();
            assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{arguments}");
        }
    }

    #[test]
    fn the_exit_code_tells_errors() {
        assert_eq!(Run::new("noughts tree --depth 9", "").code, Some(1));
        assert_eq!(Run::new("noughts draw", "").code, Some(2));
        assert_eq!(Run::new("--version", "").stdout, concat!("starchess ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}
