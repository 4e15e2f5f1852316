//! The engine protocol, spoken by the program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use crate::golden::check;
use crate::run::{Run, command};

/// What is said without the times, the only thing that differs from run to run.
fn without_times(transcript: &str) -> String {
    let line = |line: &str| match line.split_once(" time ") {
        Some((start, _)) if line.starts_with("info ") => format!("{start} time #\n"),
        _ => format!("{line}\n"),
    };
    transcript.lines().map(line).collect()
}

#[test]
fn conversations() {
    let scripts = [
        "sci\nisready\nshow\nscore\nresult\n\nstop\ngo turns 1\n",
        "position start terran\r\napply move A1 B2 20\nshow\napply end\napply move A1 B2 20\nshow\nundo\n",
        "position start barren commands end; end; scrap D4 20; end\nscore\nsetoption name Plain value true\ngo\n",
        "position start symmetric 4 commands end; fly\nsetoption name Turns value 9\ngo depth 3\nquit\nshow\n",
        "position b,b,b,b/b,b,b,b/b,b,b,b/t1@1000+1x40,b,b,b 1 5 1000:1000,-,-,-\nresult\nscore\ngo\n",
    ];
    let mut text = Run::new("sci --help", "").transcript() + "\n" + &Run::new("sci -h", "").transcript();
    for script in scripts {
        let input: String = script.lines().map(|line| format!("< {line}\n")).collect();
        text += &format!("\n{input}{}", without_times(&Run::new("sci", script).transcript()));
    }
    check("sci", &text);
}

#[test]
fn it_answers_while_it_thinks() {
    let mut child = command("sci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    writeln!(input, "setoption name AllMasks value true\ngo turns 8\nisready").unwrap();
    assert!(lines.any(|line| line == "readyok"));
    writeln!(input, "show").unwrap();
    assert!(lines.any(|line| line.starts_with("error thinking")));
    writeln!(input, "stop").unwrap();
    assert!(lines.any(|line| line.starts_with("bestturn ")));
    writeln!(input, "go turns 8\nquit").unwrap();
    // It ends although its input does not.
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(lines.any(|line| line.starts_with("bestturn ")));
    drop(input);
}

#[test]
fn any_bytes_are_answered() {
    let run = Run::new("sci", b"\xff\xfe\n\0\nisready\n");
    let expected = "error column 1: not UTF-8\nerror column 1: unknown order \"\\0\"; expected sci, isready, setoption, \
                    position, apply, show, score, result, go, stop or quit\nreadyok\n";
    assert_eq!(run.stdout, expected);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
}

/// The example in the documentation is what really happens.
#[test]
fn the_documented_conversation() {
    let page = include_str!("../../../../docs/sci.md");
    let said = |mark: &str| -> String {
        page.lines()
            .filter_map(|line| line.strip_prefix("    ")?.strip_prefix(mark))
            .flat_map(|line| [line, "\n"])
            .collect()
    };
    // With quit the search would be stopped.
    let script = said("< ").replace("quit\n", "");
    let run = Run::new("sci", script);
    assert_eq!(without_times(&run.stdout), without_times(&said("> ")));
}

/// The example of a bot speaks the protocol, and its turns are legal.
#[test]
fn the_bot_in_python() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/random_bot.py");
    let has_python =
        |python: &str| Command::new(python).args(["-c", "import sys; assert sys.version_info >= (3, 10)"]).status();
    if !has_python("python3").is_ok_and(|status| status.success()) {
        // Nothing else here needs it.
        return;
    }
    let mut child = Command::new("python3")
        .args([path, "7", env!("CARGO_BIN_EXE_starchess")])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    writeln!(input, "sci\nposition start terran").unwrap();
    assert!(lines.any(|line| line == "sciok"));
    let mut commands: Vec<String> = Vec::new();
    for _ in 0..8 {
        writeln!(input, "go movetime 100").unwrap();
        let turn = lines.find_map(|line| line.strip_prefix("bestturn ").map(str::to_owned)).unwrap();
        assert!(turn.ends_with("end"), "{turn}");
        commands.push(turn);
        writeln!(input, "position start terran commands {}", commands.join("; ")).unwrap();
    }
    writeln!(input, "show").unwrap();
    let shown = lines.next().unwrap();
    let run = Run::new("sci", format!("position start terran commands {}\nshow\n", commands.join("; ")));
    assert_eq!(run.stdout, format!("{shown}\n"));
    assert!(shown.contains(" 1 3 "), "{shown}");
    writeln!(input, "quit").unwrap();
    assert!(child.wait().unwrap().success());
}
