//! The paper's experiments, in few galaxies.

use std::fs;

use crate::golden::check;
use crate::run::Run;

#[test]
fn a_small_experiment_is_the_same_whenever_it_is_run() {
    let folder = std::env::temp_dir().join(format!("starchess-experiments-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let page = folder.join("results.md");
    fs::write(&page, "# Results\n<!-- experiment masks -->\nold\n<!-- experiment depth -->\nother\n").unwrap();
    let arguments = "experiments run masks --galaxies 3 --write results.md";
    let first = Run::inside(&folder, arguments, "");
    check("experiment", &first.transcript());
    let written = fs::read_to_string(&page).unwrap();
    let section = first.stdout.trim_end();
    assert!(written.contains(section) && !written.contains("old") && written.contains("other"), "{written}");
    // Nothing is played again, and the section is written only once.
    assert_eq!(Run::inside(&folder, arguments, "").stdout, first.stdout);
    assert_eq!(fs::read_to_string(&page).unwrap(), written);
    let refused = Run::inside(&folder, "experiments run order --galaxies 1 --write results.md", "");
    assert_eq!(refused.code, Some(1));
    assert!(refused.stderr.contains("there is no line <!-- experiment order -->"), "{}", refused.stderr);
    let unknown = Run::inside(&folder, "experiments run deph", "");
    assert!(unknown.stderr.contains("did you mean depth?"), "{}", unknown.stderr);
    fs::remove_dir_all(&folder).unwrap();
}
