//! The formats of messages, and the options about them.

use std::collections::BTreeSet;

use super::Place;

/// An error, a warning, a note, with places and without.
const MODEL: &str = "\
module model
  implicit none
contains
  subroutine flux(u, f)
    real(8), intent(in) :: u
    real(8), intent(out) :: f
    real(8) :: w
    !$AD NOCHEKPOINT
    w = u**2
    !$AD somebody else
    f = w*ä
  end subroutine flux
end module model
";

/// Warnings alone.
const TABLE: &str = "\
subroutine flux(u, v, f)
  implicit none
  real(8), intent(in) :: u, v
  real(8), intent(out) :: f
  external :: table
  call table(u, f)
  !$AD NOCHEKPOINT
  f = f**2
end subroutine flux
";

const BLOCKS: &str = "\
subroutine flux(u, f)
  implicit none
  real(8), intent(in) :: u
  real(8), intent(out) :: f
  if (u > 0) then
    f = 0.5d0*u**2
  f = f + grav
end subroutine flux
";

fn said(text: &str, words: &[&str]) -> String {
    let place = Place::new([("a.f90", text)]);
    place.said(words.iter().copied().chain(["-reverse", "-head", "flux(f)/(u)", "a.f90"]))
}

#[test]
fn people_read_source_and_carets() {
    insta::assert_snapshot!("human_error", said(BLOCKS, &[]));
    insta::assert_snapshot!("human_warnings", said(TABLE, &[]));
}

#[test]
fn editors_read_lines() {
    insta::assert_snapshot!("short_error", said(BLOCKS, &["--message-format", "short"]));
    insta::assert_snapshot!("short_warnings", said(TABLE, &["--message-format=short"]));
}

#[test]
fn programs_read_json() {
    let error = said(BLOCKS, &["-message-format", "json"]);
    insta::assert_snapshot!("json_error", error);
    let all = error
        + &said(MODEL, &["--message-format", "json", "-msglevel", "10"])
        + &said(TABLE, &["--message-format", "json"]);
    for line in all.lines() {
        let one: serde_json::Value = serde_json::from_str(line).expect("an object per line");
        let keys: Vec<&str> = one.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(
            keys,
            [
                "code",
                "severity",
                "message",
                "file",
                "line",
                "column",
                "end_line",
                "end_column",
                "label",
                "notes",
                "related"
            ]
        );
    }
    // A head is a place, too, and an option is none.
    let head = Place::new([("a.f90", TABLE)]);
    insta::assert_snapshot!(
        "json_head",
        head.said(["--message-format", "json", "-reverse", "-context", "-head", "flux(f)/(x)", "a.f90"])
    );
}

#[test]
fn hosts_read_sarif() {
    let text = said(BLOCKS, &["--message-format", "sarif"]);
    let mut log: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    // The help of rules is that of `explain`, and tested there.
    for rule in log["runs"][0]["tool"]["driver"]["rules"].as_array_mut().expect("rules") {
        let help = rule.as_object_mut().expect("an object").remove("help").expect("help");
        assert!(help["text"].as_str().is_some_and(|t| t.contains("## What to do")), "{help}");
    }
    log["runs"][0]["tool"]["driver"]["version"] = "the version".into();
    insta::assert_snapshot!(format!("{log:#}"));
    let empty: serde_json::Value = serde_json::from_str(&said(
        "subroutine flux(u, f)\n  real(8) :: u, f\n  f = u**2\nend subroutine flux\n",
        &["--message-format", "sarif"],
    ))
    .expect("JSON");
    assert_eq!(empty["runs"][0]["results"], serde_json::json!([]));
    assert_eq!(empty["runs"][0]["invocations"][0]["executionSuccessful"], true);
}

/// The schema comes with the crate serde-sarif, the validator from PyPI: `make test-full` runs this.
#[test]
#[ignore = "needs the network"]
fn sarif_follows_its_schema() {
    let place = Place::new([("a.f90", MODEL), ("b c.f90", TABLE), ("d.f90", BLOCKS)]);
    let lines: [&[&str]; 5] = [
        &["-head", "flux(f)/(u)", "a.f90", "-msglevel", "10"],
        &["-head", "flux(f)/(u v)", "b c.f90"],
        &["-head", "flux(f)/(u)", "d.f90"],
        &["-head", "flux(f)/(nothing)", "-context", "b c.f90"],
        &["-head", "flux(f)/(u)"],
    ];
    let logs: Vec<std::path::PathBuf> = lines
        .iter()
        .enumerate()
        .map(|(k, words)| {
            let log = place.path().join(format!("{k}.sarif"));
            let answer = place.answer(["-b", "--message-format", "sarif"].iter().chain(*words).copied());
            std::fs::write(&log, answer.said).expect("a log");
            log
        })
        .collect();
    let run = |program: &str, args: &[&str]| {
        let out = std::process::Command::new(program).args(args).current_dir(place.path()).output().expect(program);
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        assert!(out.status.success(), "{program} {args:?}: {text}{}", String::from_utf8_lossy(&out.stderr));
        text
    };
    let manifest = "[package]\nname = \"schema\"\nversion = \"0.1.0\"\nedition = \"2021\"\n[dependencies]\nserde-sarif = \"0.8\"\n[workspace]\n";
    std::fs::write(place.path().join("Cargo.toml"), manifest).expect("a manifest");
    std::fs::create_dir(place.path().join("src")).expect("a folder");
    std::fs::write(place.path().join("src/lib.rs"), "").expect("a library");
    let metadata: serde_json::Value =
        serde_json::from_str(&run("cargo", &["metadata", "--format-version", "1"])).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let found = packages.iter().find(|p| p["name"] == "serde-sarif").expect("the crate");
    let manifest = std::path::PathBuf::from(found["manifest_path"].as_str().expect("a path"));
    let schema = manifest.with_file_name("src").join("schema.json");
    run("python3", &["-m", "venv", "venv"]);
    run("venv/bin/pip", &["install", "--quiet", "jsonschema"]);
    let script = "import json, sys, jsonschema\nschema = json.load(open(sys.argv[1]))\nvalidator = jsonschema.validators.validator_for(schema)(schema)\nfor log in sys.argv[2:]:\n    validator.validate(json.load(open(log)))\nprint('valid:', len(sys.argv) - 2)\n";
    let mut args = vec!["-c".to_string(), script.to_string(), schema.to_string_lossy().into_owned()];
    args.extend(logs.iter().map(|l| l.to_string_lossy().into_owned()));
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    assert_eq!(run("venv/bin/python", &args).trim(), "valid: 5");
}

#[test]
fn quiet_runs_say_errors_alone() {
    let place = Place::new([("a.f90", TABLE)]);
    let answer = place.answer(["-q", "-reverse", "-head", "flux(f)/(u)", "a.f90"]);
    assert_eq!((answer.status, answer.said.as_str(), answer.shown.as_str()), (0, "", ""));
    assert_eq!(place.written(), ["a_b.f90", "a_b.msg", "a_b.sig"]);
    insta::assert_snapshot!(said(BLOCKS, &["-q"]));
}

#[test]
fn warnings_are_failures_when_that_is_asked_for() {
    for words in [&["-W", "error"][..], &["-Werror"], &["-W", "error", "-msglevel", "0"], &["-Werror", "-q"]] {
        let place = Place::new([("a.f90", TABLE)]);
        let answer = place.answer(words.iter().copied().chain(["-reverse", "-head", "flux(f)/(u)", "a.f90"]));
        assert_eq!((answer.status, answer.shown.as_str()), (1, ""), "{words:?}");
        assert!(
            answer.said.contains("warning[RT0405]") && place.written() == ["a_b.msg"],
            "{words:?}: {}",
            answer.said
        );
    }
    insta::assert_snapshot!(said(TABLE, &["-Werror"]));
    // Notes are none.
    let place = Place::new([(
        "a.f90",
        "subroutine flux(u, f)\n  real(8) :: u, f\n  !$AD somebody else\n  f = u**2\nend subroutine flux\n",
    )]);
    assert_eq!(place.answer(["-Werror", "-d", "-head", "flux(f)/(u)", "a.f90"]).status, 0);
    let checked = place.answer(["check", "--interpret", "-Werror", "-context", "-head", "flux(f)/(u)", "a.f90"]);
    assert_eq!(checked.status, 0, "{checked:?}");
    let unknown = place.answer(["-Wall", "-head", "flux", "a.f90"]);
    assert_eq!(unknown.status, 2);
    insta::assert_snapshot!("unknown_warning", unknown.said);
}

/// The program is run as people run it: nothing but a terminal gets colours.
#[test]
fn files_get_no_colours() {
    let text = said(BLOCKS, &[]);
    assert!(!text.contains('\u{1b}'), "{text}");
    let place = Place::new([("a.f90", BLOCKS)]);
    let words = ["rtapenade", "-head", "flux(f)/(u)", "-b"].map(String::from);
    let file = place.path().join("a.f90").to_string_lossy().into_owned();
    let options = rtapenade::args::Options { files: vec![file.into()], ..Default::default() };
    let mut program = il::Program::new();
    let found = rtapenade::read::program(&options, &mut program);
    let saying = rtapenade::report::Saying { msglevel: 5, ..Default::default() };
    let shown = |colour: bool| {
        rtapenade::report::say(&program.sources, &found, &rtapenade::report::Manners::new(&saying, colour))
    };
    assert!(shown(true).contains('\u{1b}') && !shown(false).contains('\u{1b}'), "{words:?}");
    let plain: String = shown(true).split('\u{1b}').map(|p| p.split_once('m').map_or(p, |(_, rest)| rest)).collect();
    assert_eq!(plain, shown(false));
}

/// Each of these says something about every message; none of them takes an option of Tapenade away.
#[test]
fn options_keep_their_meaning() {
    let place = Place::new([("a.f90", TABLE)]);
    let levels: BTreeSet<usize> = ["0", "5", "10"]
        .iter()
        .map(|n| place.said(["-msglevel", n, "-reverse", "-head", "flux(f)/(u)", "a.f90"]).matches("RT0").count())
        .collect();
    assert!(levels.contains(&0) && levels.len() > 1, "{levels:?}");
}
