//! Every command that a page shows is run as it is shown, from the place that the page says.
//!
//! The blocks of a page are followed in order, in one shell that starts in a fresh copy of the repository. A comment before a block says what it is:
//!
//! ```text
//! <!-- path -->           a part of this file, as it is in the repository or as the commands of the page leave it
//! <!-- write path -->     the reader saves the block as this file
//! <!-- output -->         what the commands before it print
//! <!-- output about -->   the same, but for the numbers in it
//! ```

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::pages::{self, Block};

/// Commands that are not run here, and why.
const ELSEWHERE: &[(&str, &str)] = &[
    ("make test", "it runs this test"),
    ("cargo install --path . --locked", "builds the program again: `released::cargo_installs_it`, a full test"),
    ("pip wheel .", "the same: `released::a_wheel_brings_it_into_a_fresh_environment`, a full test"),
    ("make install PREFIX=$HOME/.local", "the same: `builds::installed` in `tests/src`, a full test"),
    ("benches/speed.sh path/to/cases", "stands for a folder of the reader's, and measures for minutes"),
    ("benches/speed.sh -t \"-tape stack\" path/to/cases calls", "the same"),
    ("REPS=60 WORK=/scratch/speed benches/speed.sh path/to/cases", "the same"),
];

/// Pages that need the network or what is not everywhere: `released` follows them, in full tests.
const IN_FULL_TESTS: &[&str] = &["docs/python.md"];

/// Pages whose commands fail, as they say: `messages::explained` in `tests/src` runs those.
const FAILING: &[&str] = &["docs/messages.md"];

/// What blocks may be. Those of the first kind are run.
const LANGUAGES: &[&str] =
    &["sh", "text", "fortran", "c", "python", "make", "cmake", "meson", "toml", "yaml", "json", "rust", "diff"];

/// Copies what git knows, or would take, of the repository: what others have generated there stays behind. Crates and tests are nothing for users.
fn copy(to: &Path) {
    let mut git = Command::new("git");
    git.args(["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", ":!crates", ":!tests"]);
    let listed = git.current_dir(pages::root()).output().expect("git");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    for name in String::from_utf8(listed.stdout).expect("names").split_terminator('\0') {
        let (from, goal) = (pages::root().join(name), to.join(name));
        std::fs::create_dir_all(goal.parent().expect("a folder")).expect("a folder");
        // Deleted, and git was not told yet.
        if from.exists() {
            std::fs::copy(&from, &goal).unwrap_or_else(|e| panic!("{name}: {e}"));
        }
    }
}

/// A command as the table above has it: without what the page remarks behind it.
fn bare(line: &str) -> &str {
    line.split(" #").next().unwrap_or(line).trim()
}

/// The shell script that follows a page; what the block number `k` prints is in the file `k` of `outputs`.
fn script(blocks: &[Block], root: &Path, outputs: &Path) -> String {
    let mut script = String::from("set -eu\n");
    for (k, block) in blocks.iter().enumerate() {
        if let Some(path) = block.note.as_deref().and_then(|n| n.strip_prefix("write ")) {
            let path = root.join(path);
            write!(script, "cat >'{}' <<'end of the file'\n{}end of the file\n", path.display(), block.text)
                .expect("text");
        }
        if !block.is_commands() {
            continue;
        }
        let lines = block.text.lines().filter(|l| ELSEWHERE.iter().all(|e| e.0 != bare(l)));
        let commands: Vec<&str> = lines.collect();
        let output = outputs.join(k.to_string());
        writeln!(script, "echo 'line {}' >&2\n{{\n:\n{}\n}} >'{}'", block.line, commands.join("\n"), output.display())
            .expect("text");
    }
    script
}

/// The words of a text, with numbers as one sign where they do not count.
fn words(text: &str, about: bool) -> Vec<String> {
    let word = |w: &str| {
        let number = w.trim_end_matches([',', '.', ';', ')']).parse::<f64>().is_ok();
        if about && number { "#".into() } else { w.to_string() }
    };
    text.lines().map(str::trim_end).flat_map(|l| l.split_whitespace().map(word).chain(["\n".into()])).collect()
}

/// Follows a page, with a folder of commands before all others; says what did not go as the page says.
pub fn follow(page: &Path, commands: Option<&Path>) -> Result<(), String> {
    let blocks = pages::blocks(&pages::text(page));
    let scratch = tempfile::tempdir().expect("a folder");
    let (place, outputs) = (scratch.path().join("repository"), scratch.path().join("outputs"));
    copy(&place);
    std::fs::create_dir_all(&outputs).expect("a folder");
    // The program under test stands where a build would leave it.
    let built = place.join("target/release");
    std::fs::create_dir_all(&built).expect("a folder");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_rtapenade"), built.join("rtapenade")).expect("a link");
    let folders = commands.map(Path::to_path_buf).into_iter().chain([built]);
    let usual = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&usual))).expect("a path");
    let mut shell = Command::new("sh");
    // What is built is there already: `make demo` need not build it.
    shell.arg("-c").arg(script(&blocks, &place, &outputs)).current_dir(&place).env("PATH", path).env("CARGO", "true");
    let run = shell.output().map_err(|e| e.to_string())?;
    if !run.status.success() {
        return Err(format!(
            "{}, in the block at the last line named:\n{}",
            page.display(),
            String::from_utf8_lossy(&run.stderr)
        ));
    }
    let mut printed = String::new();
    for (k, block) in blocks.iter().enumerate() {
        let at = format!("{}:{}", page.display(), block.line);
        if block.is_commands() {
            printed = std::fs::read_to_string(outputs.join(k.to_string())).map_err(|e| format!("{at}: {e}"))?;
        }
        match block.note.as_deref() {
            Some(note @ ("output" | "output about")) => {
                let about = note.ends_with("about");
                // What is printed may begin with what the page does not show, such as the names of files.
                if !words(&printed, about).ends_with(&words(&block.text, about)) {
                    return Err(format!("{at}: the commands print\n{printed}"));
                }
            }
            Some(note) if !note.starts_with("write ") && !note.starts_with("ANCHOR") => {
                let text = std::fs::read_to_string(place.join(note)).map_err(|e| format!("{at}: {note}: {e}"))?;
                if !text.contains(&block.text) {
                    return Err(format!("{at}: this is not in {note}:\n{text}"));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn follow_all(chosen: impl Fn(&Path) -> bool) {
    let pages: Vec<PathBuf> = pages::all().into_iter().filter(|p| chosen(p)).collect();
    let here = |p: &PathBuf| !IN_FULL_TESTS.iter().chain(FAILING).any(|f| p == Path::new(f));
    let shows = |p: &PathBuf| pages::blocks(&pages::text(p)).iter().any(|b| b.is_commands() || b.note.is_some());
    let found = std::thread::scope(|s| {
        let runs: Vec<_> = pages.iter().filter(|p| here(p) && shows(p)).map(|p| s.spawn(|| follow(p, None))).collect();
        runs.into_iter().filter_map(|r| r.join().expect("a run").err()).collect::<Vec<_>>()
    });
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

#[test]
fn the_readme_runs_word_for_word() {
    follow(Path::new("README.md"), None).unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn the_book_runs_word_for_word() {
    follow_all(|p| p.starts_with("docs"));
}

#[test]
fn all_other_pages_run_word_for_word() {
    follow_all(|p| !p.starts_with("docs") && p != Path::new("README.md"));
}

/// A block that says what it is cannot hide a command: there is none without a language, and none that is only indented.
#[test]
fn every_block_says_what_it_is() {
    for page in pages::all() {
        for block in pages::blocks(&pages::text(&page)) {
            let known = block.language.as_deref().is_some_and(|l| LANGUAGES.contains(&l));
            assert!(known, "{}:{}: a block of {:?}", page.display(), block.line, block.language);
        }
    }
}

/// What is not run here is still shown somewhere.
#[test]
fn what_is_run_elsewhere_is_shown() {
    let blocks: Vec<Block> = pages::all().iter().flat_map(|p| pages::blocks(&pages::text(p))).collect();
    let shown = |command: &str| blocks.iter().any(|b| b.is_commands() && b.text.lines().any(|l| bare(l) == command));
    for (command, reason) in ELSEWHERE {
        assert!(shown(command), "no page shows `{command}` ({reason})");
    }
}
