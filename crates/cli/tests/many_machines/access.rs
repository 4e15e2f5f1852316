//! Who is let in: tokens, users, credentials and certificates.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::stage::Stage;

const NOUGHTS: [&str; 8] = ["arena", "noughts:perfect", "noughts:random", "--games", "40", "--seed", "2", "--out"];

/// What a server says that does not know us.
const REFUSED: &str = "the token, password or credentials are wrong or missing";

/// Plays a run with a worker, both with these options.
fn play(stage: &Stage, address: &str, options: &[&str]) {
    let worker = stage.start(&[&["worker", address], options].concat());
    worker.wait_until_printed("waits for games");
    let printed = stage.run(&[&NOUGHTS[..], &["run", "--workers", address], options].concat());
    assert!(printed.contains("40 of 40 games"), "{printed}");
}

/// Makes sure that a worker is not let in with these options.
fn assert_refused(stage: &Stage, address: &str, options: &[&str], reason: &str) {
    let (printed, code) = stage.start(&[&["worker", address], options].concat()).end();
    assert_eq!(code, Some(1), "{printed}");
    assert!(printed.contains(reason), "{printed}");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn the_server_lets_in_who_has_the_token() {
    let stage = Stage::new(&["--auth", "s3cret"]);
    assert_refused(&stage, "ADDRESS", &[], REFUSED);
    fs::write(stage.folder.path().join("token"), "s3cret\n").unwrap();
    let worker = stage.start(&["worker", "ADDRESS", "--token", "token"]);
    worker.wait_until_printed("waits for games");
    let address = stage.address().replace("//", "//s3cret@");
    let printed = stage.run(&[&NOUGHTS[..], &["run", "--workers", &address]].concat());
    assert!(printed.contains("40 of 40 games") && !printed.contains("s3cret"), "{printed}");
    let description = fs::read_to_string(stage.folder.path().join("run/run.json")).unwrap();
    assert!(!description.contains("s3cret"), "{description}");
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn users_need_no_more_permissions_than_the_guide_gives_them() {
    let guide = include_str!("../../../../docs/many-machines.md");
    let begin = guide.find("authorization {").unwrap();
    let users = guide[begin..].split("```").next().unwrap().replace('…', "p@ss");
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("queue.conf");
    fs::write(&config, users).unwrap();
    let stage = Stage::new(&["-c", config.to_str().unwrap()]);
    let user = |name: &str| stage.address().replace("//", &format!("//{name}:p%40ss@"));
    let worker = stage.start(&["worker", &user("worker")]);
    worker.wait_until_printed("waits for games");
    let printed = stage.run(&[&NOUGHTS[..], &["run", "--workers", &user("coordinator")]].concat());
    assert!(printed.contains("40 of 40 games"), "{printed}");
    assert_refused(&stage, &user("nobody"), &[], REFUSED);
}

/// A claim in the form in which NATS writes them (JWT), signed.
fn sign(issuer: &KeyPair, subject: &KeyPair, claim: &Value) -> String {
    let claims = json!({
        "jti": "test", "iat": 1, "iss": issuer.public_key(), "sub": subject.public_key(), "name": "test", "nats": claim,
    });
    let header = json!({ "typ": "JWT", "alg": "ed25519-nkey" });
    let text = [header, claims].map(|part| BASE64URL_NOPAD.encode(part.to_string().as_bytes())).join(".");
    let signature = BASE64URL_NOPAD.encode(&issuer.sign(text.as_bytes()).unwrap());
    format!("{text}.{signature}")
}

/// A NATS credentials file for a user whom this account lets in.
fn credentials(path: &Path, account: &KeyPair) {
    let user = KeyPair::new_user();
    let token = sign(account, &user, &json!({ "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1 }));
    let seed = user.seed().unwrap();
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    );
    fs::write(path, text).unwrap();
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn the_server_lets_in_who_has_a_credentials_file() {
    let (operator, account, system) = (KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_account());
    let operator_token = sign(&operator, &operator, &json!({ "type": "operator", "version": 2 }));
    let mut limits = json!({
        "subs": -1, "data": -1, "payload": -1, "imports": -1, "exports": -1, "wildcards": true, "conn": -1, "leaf": -1,
    });
    let token = |account: &KeyPair, limits: &Value| {
        sign(&operator, account, &json!({ "type": "account", "version": 2, "limits": limits }))
    };
    // JetStream needs an account of the server itself, which has no streams.
    let system_token = token(&system, &limits);
    for name in ["mem_storage", "disk_storage", "streams", "consumer"] {
        limits[name] = json!(-1);
    }
    let account_token = token(&account, &limits);
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("queue.conf");
    let (key, system_key) = (account.public_key(), system.public_key());
    let text = format!(
        "operator: {operator_token}\nsystem_account: {system_key}\nresolver: MEMORY\n\
         resolver_preload: {{ {key}: {account_token}, {system_key}: {system_token} }}\n"
    );
    fs::write(&config, text).unwrap();
    let stage = Stage::new(&["-c", config.to_str().unwrap()]);
    credentials(&stage.folder.path().join("ours.creds"), &account);
    credentials(&stage.folder.path().join("others.creds"), &KeyPair::new_account());
    assert_refused(&stage, "ADDRESS", &[], REFUSED);
    assert_refused(&stage, "ADDRESS", &["--creds", "others.creds"], REFUSED);
    play(&stage, "ADDRESS", &["--creds", "ours.creds"]);
}

/// An authority, and what it has signed: `server.pem` with `server.key`, and `client.pem` with `client.key`.
fn certificates() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let openssl = |arguments: &str| {
        let run = Command::new("openssl").args(arguments.split(' ')).current_dir(folder.path()).output();
        let run = run.expect("this test needs openssl");
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    };
    let new = "req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes";
    openssl(&format!("{new} -x509 -days 2 -subj /CN=authority -keyout ca.key -out ca.pem"));
    for name in ["server", "client"] {
        fs::write(folder.path().join("names"), "subjectAltName=IP:127.0.0.1\n").unwrap();
        openssl(&format!("{new} -subj /CN={name} -keyout {name}.key -out {name}.csr"));
        let sign = "x509 -req -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names";
        openssl(&format!("{sign} -in {name}.csr -out {name}.pem"));
    }
    folder
}

#[test]
#[ignore = "it needs a NATS server: ./check installs one"]
fn both_sides_show_their_certificates() {
    let folder = certificates();
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let paths = ["server.pem", "server.key", "ca.pem", "client.pem", "client.key"].map(path);
    let [server, server_key, authority, client, client_key] = paths.each_ref().map(|path| path.to_str().unwrap());
    let tls = ["--tls", "--tlscert", server, "--tlskey", server_key];
    let stage = Stage::new(&tls);
    let address = stage.address().replace("nats:", "tls:");
    assert_refused(&stage, &address, &[], "invalid peer certificate");
    play(&stage, &address, &["--ca", authority]);
    // A server that asks for ours too.
    let stage = Stage::new(&[&tls[..], &["--tlsverify", "--tlscacert", authority]].concat());
    let address = stage.address().replace("nats:", "tls:");
    assert_refused(&stage, &address, &["--ca", authority], "CertificateRequired");
    play(&stage, &address, &["--ca", authority, "--cert", client, "--key", client_key]);
    // TLS is insisted on.
    let stage = Stage::new(&[]);
    let address = stage.address().replace("nats:", "tls:");
    assert_refused(&stage, &address, &["--ca", authority], "it does not use TLS");
}
