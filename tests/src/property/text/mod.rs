//! Random programs as Fortran text through the whole tool: read, differentiated with random options, judged as `rtapenade check` judges.
//!
//! ```text
//! grow     a seed → a program             judge   a program → right, refused or wrong
//! sheet    a program as a tree            shrink  a wrong program → a small wrong program
//! ```
//!
//! `RTAPENADE_PROGRAMS` and `RTAPENADE_SEED` say how many and which ones. With `RTAPENADE_KEEP=DIR` the search goes on after a failure and writes
//! each kind of failure there, as small as it gets.

mod grow;
mod judge;
mod random;
mod sheet;
mod shrink;

use std::collections::BTreeMap;
use std::path::Path;

use judge::Verdict;
use sheet::Sheet;

/// Tries that shrinking takes.
const TRIES: usize = 700;

/// What kind of failure a message is about: its words without names and numbers.
fn kind(message: &str) -> String {
    let mut out = String::new();
    let mut quoted = false;
    for c in message.chars() {
        match c {
            '`' => {
                quoted = !quoted;
                out.push('`');
            }
            _ if quoted => {}
            c if c.is_ascii_digit() || "/.-+".contains(c) => {}
            c => out.push(c),
        }
    }
    let of_output = ["adjoint of", "tangent of"].iter().find(|w| out.starts_with(**w));
    of_output.map_or(out.clone(), |w| w.to_string())
}

fn smallest(sheet: &Sheet, why: &str, directory: &Path, judge: &dyn Fn(&Sheet, &Path) -> Verdict) -> Sheet {
    let wanted = kind(why);
    shrink::shrink(
        sheet,
        TRIES,
        &mut |s| matches!(judge(s, directory), Verdict::Wrong(w) | Verdict::Refused(w) if kind(&w) == wanted),
    )
}

/// Judges the programs of a seed until `count` are right. What is wrong is shrunk and shown.
fn campaign(count: usize, seed: u64, judge: &dyn Fn(&Sheet, &Path) -> Verdict) {
    let place = tempfile::tempdir().expect("a directory");
    let keep = std::env::var("RTAPENADE_KEEP").ok().map(std::path::PathBuf::from);
    if keep.is_some() {
        // Panics are found and reported by kind.
        std::panic::set_hook(Box::new(|_| {}));
    }
    let (mut right, mut skipped, mut number) = (0, 0, 0);
    let mut refused = 0;
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    while right < count {
        let own = seed << 32 | number;
        number += 1;
        let sheet = grow::grow(own);
        let verdict = judge(&sheet, place.path());
        let (word, why) = match &verdict {
            Verdict::Right => {
                right += 1;
                continue;
            }
            Verdict::Skipped(why) => {
                skipped += 1;
                ("skipped", why)
            }
            Verdict::Refused(why) => {
                refused += 1;
                ("refused", why)
            }
            Verdict::Wrong(why) => ("WRONG", why),
        };
        let kind = format!("{word}: {}", kind(why));
        let before = kinds.entry(kind.clone()).or_default();
        *before += 1;
        match &keep {
            Some(keep) => {
                let of_numbers = word == "WRONG" && kind.ends_with(" of");
                if *before
                    <= if of_numbers {
                        200
                    } else if word == "WRONG" {
                        6
                    } else {
                        2
                    }
                {
                    let small =
                        if word == "WRONG" { smallest(&sheet, why, place.path(), judge) } else { sheet.clone() };
                    let file: String =
                        kind.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).take(60).collect();
                    let text = format!("{}! seed {own}: {why}\n", small.file());
                    std::fs::write(keep.join(format!("{file}-{before}.f90")), text).expect("written");
                }
                if number % 200 == 0 {
                    let table: String = kinds.iter().map(|(k, n)| format!("{n:6} {k}\n")).collect();
                    let text = format!("{right} right, {refused} refused, {skipped} skipped of {number}\n{table}");
                    std::fs::write(keep.join("summary.txt"), text).expect("written");
                }
            }
            None => {
                if word == "WRONG" {
                    let small = smallest(&sheet, why, place.path(), judge);
                    panic!("after {right} right programs (seed {own}): {why}\n{}", small.file());
                }
            }
        }
        let mute = skipped + refused;
        assert!(keep.is_some() || mute < count + 100, "{mute} programs say nothing beside {right}: {kinds:?}");
    }
    println!("{right} right, {refused} refused, {skipped} skipped of {number}: {kinds:?}");
}

/// A campaign on a stack that deep programs fit on.
#[cfg(test)]
fn run(count: u64, seed: u64, judge: &'static (dyn Fn(&Sheet, &Path) -> Verdict + Sync)) {
    let work = move || campaign(count as usize, seed, judge);
    let thread = std::thread::Builder::new().stack_size(256 << 20).spawn(work).expect("a thread");
    if let Err(e) = thread.join() {
        std::panic::resume_unwind(e);
    }
}

#[cfg(test)]
mod tests {
    use super::super::setting;
    use super::*;

    #[test]
    #[ignore = "prints the program of a seed"]
    fn show_random_text() {
        println!("{}", grow::grow(setting("RTAPENADE_SEED", 1)).file());
    }

    #[test]
    fn property_random_text() {
        run(setting("RTAPENADE_PROGRAMS", 600), setting("RTAPENADE_SEED", 1), &judge::interpreted);
    }

    #[test]
    #[ignore = "slow: make fuzz"]
    fn property_random_text_compiled() {
        if crate::checking::have_compilers() {
            run(setting("RTAPENADE_PROGRAMS", 2_000) / 20, setting("RTAPENADE_SEED", 5), &judge::compiled);
        }
    }
}
