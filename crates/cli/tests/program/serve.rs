//! The page's server, as a user starts and ends it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use super::run::{Run, command};

#[test]
fn the_page_is_served_until_ctrl_c() {
    let folder = tempfile::tempdir().unwrap();
    let mut serve = command("serve --no-open --port 0");
    let mut child = serve.current_dir(folder.path()).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    let address = line.strip_prefix("Star Chess is at http://").unwrap().split('/').next().unwrap().to_owned();
    assert!(line.contains("/#/?owner="), "{line}");
    let mut page = TcpStream::connect(&address).unwrap();
    write!(page, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    page.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK\r\n") && answer.contains("<title>Star Chess</title>"), "{answer}");
    assert!(answer.contains("script-src 'self'"), "{answer}");
    assert!(folder.path().join("data/page.sqlite").exists());
    // A second server on the same port says what is wrong.
    let port = address.rsplit(':').next().unwrap();
    let second =
        Run::new(&format!("serve --no-open --port {port} --data {}", folder.path().join("second").display()), "");
    assert_eq!(second.code, Some(1));
    assert!(second.stderr.contains(&format!("cannot listen on 127.0.0.1:{port}")), "{}", second.stderr);
    let interrupted = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupted.success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn the_number_of_threads_has_limits() {
    for threads in ["0", "257", "100000", "x"] {
        let run = Run::new(&format!("serve --no-open --threads {threads}"), "");
        assert_eq!(run.code, Some(2), "{threads}");
        assert!(run.stderr.starts_with(&format!("error: invalid value '{threads}' for '--threads")), "{}", run.stderr);
    }
}
