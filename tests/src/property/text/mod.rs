//! Random programs as Fortran text through the whole tool: read, differentiated with random options, judged as `rtapenade check` judges.
//!
//! ```text
//! grow     a seed → a Fortran program     judge   a program → right, refused or wrong
//! grow_c   a seed → a C program
//! grow_f77 a seed → a Fortran program of the old kind
//! sheet    a program as a tree            shrink  a wrong program → a small wrong program
//! ```
//!
//! `RTAPENADE_PROGRAMS` and `RTAPENADE_SEED` say how many and which ones, `RTAPENADE_FIRST` the number of the first, `RTAPENADE_THREADS` how many
//! are judged at a time, `RTAPENADE_TRIES` how hard wrong programs are made smaller. With `RTAPENADE_KEEP=DIR` the search goes on after a failure and writes each kind of failure there, as small as it gets.
//! The ignored tests `show_random_text` and `show_random_text_judged` show one program and what becomes of it; a failure names its `RTAPENADE_SEED`.

mod grow;
mod grow_c;
mod grow_f77;
mod judge;
pub(super) mod random;
mod sheet;
mod shrink;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use judge::Verdict;
use sheet::Sheet;

/// Tries that shrinking takes at most.
fn tries() -> usize {
    super::setting("RTAPENADE_TRIES", 700) as usize
}

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

fn smallest(sheet: &Sheet, why: &str, directory: &Path, judge: &(dyn Fn(&Sheet, &Path) -> Verdict + Sync)) -> Sheet {
    let wanted = kind(why);
    shrink::shrink(
        sheet,
        tries(),
        &mut |s| matches!(judge(s, directory), Verdict::Wrong(w) | Verdict::Refused(w) if kind(&w) == wanted),
    )
}

/// What a campaign has seen.
#[derive(Default)]
struct Tally {
    right: usize,
    refused: usize,
    skipped: usize,
    /// The next program.
    number: u64,
    /// How often there was what, by the kind of message.
    kinds: BTreeMap<String, usize>,
    /// The first wrong program, where the search ends with it.
    wrong: Option<String>,
}

impl Tally {
    fn line(&self) -> String {
        format!("{} right, {} refused, {} skipped of {}", self.right, self.refused, self.skipped, self.number)
    }
}

/// Makes the program of a seed.
type Grow = fn(u64) -> Sheet;

/// Judges the programs of a seed until `count` are right, several at a time. What is wrong is shrunk and shown.
struct Campaign<'a> {
    count: usize,
    seed: u64,
    grow: Grow,
    judge: &'a (dyn Fn(&Sheet, &Path) -> Verdict + Sync),
    /// Where each kind of failure is kept; the search goes on then.
    keep: Option<PathBuf>,
    tally: Mutex<Tally>,
}

impl Campaign<'_> {
    fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The seed of the next program, as long as there is something to do.
    fn next(&self) -> Option<u64> {
        let mut t = self.tally();
        if t.right >= self.count || t.wrong.is_some() {
            return None;
        }
        t.number += 1;
        Some(self.seed << 32 | (t.number - 1))
    }

    fn work(&self) {
        let place = tempfile::tempdir().expect("a directory");
        while let Some(own) = self.next() {
            let sheet = (self.grow)(own);
            let verdict = (self.judge)(&sheet, place.path());
            let (word, why) = match &verdict {
                Verdict::Right => {
                    self.tally().right += 1;
                    continue;
                }
                Verdict::Skipped(why) => ("skipped", why),
                Verdict::Refused(why) => ("refused", why),
                Verdict::Wrong(why) => ("WRONG", why),
            };
            let kind = format!("{word}: {}", kind(why));
            let before = {
                let mut t = self.tally();
                match word {
                    "skipped" => t.skipped += 1,
                    "refused" => t.refused += 1,
                    _ => {}
                }
                let n = t.kinds.entry(kind.clone()).or_default();
                *n += 1;
                *n
            };
            let smallest = || smallest(&sheet, why, place.path(), self.judge);
            match &self.keep {
                Some(keep) => {
                    let enough = match word {
                        "WRONG" if kind.ends_with(" of") => 200,
                        "WRONG" => 6,
                        _ => 2,
                    };
                    if before <= enough {
                        let small = if word == "WRONG" { smallest() } else { sheet.clone() };
                        let file: String =
                            kind.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).take(60).collect();
                        let comment = small.language.comment();
                        let text = format!("{}{comment} seed {own}: {why}\n", small.file());
                        let name = small.language.file().replace("main", &format!("{file}-{before}"));
                        std::fs::write(keep.join(name), text).expect("written");
                    }
                    let t = self.tally();
                    let table: String = t.kinds.iter().map(|(k, n)| format!("{n:6} {k}\n")).collect();
                    std::fs::write(keep.join("summary.txt"), format!("{}\n{table}", t.line())).expect("written");
                }
                None if word == "WRONG" => {
                    let said = format!("seed {own}: {why}\n{}", smallest().file());
                    self.tally().wrong.get_or_insert(said);
                }
                None => {}
            }
            let t = self.tally();
            let mute = t.skipped + t.refused;
            assert!(
                self.keep.is_some() || mute < self.count + 100,
                "{mute} programs say nothing beside {}: {:?}",
                t.right,
                t.kinds
            );
        }
    }
}

/// A campaign on stacks that deep programs fit on.
#[cfg(test)]
fn run(count: u64, seed: u64, grow: Grow, judge: &(dyn Fn(&Sheet, &Path) -> Verdict + Sync)) {
    let keep = std::env::var("RTAPENADE_KEEP").ok().map(PathBuf::from);
    if keep.is_some() {
        // Panics are found and reported by kind.
        std::panic::set_hook(Box::new(|_| {}));
    }
    let first = super::setting("RTAPENADE_FIRST", 0);
    let tally = Mutex::new(Tally { number: first, ..Tally::default() });
    let campaign = Campaign { count: count as usize, seed, grow, judge, keep, tally };
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get() as u64);
    std::thread::scope(|scope| {
        for _ in 0..super::setting("RTAPENADE_THREADS", cores.min(8)) {
            let work = || campaign.work();
            std::thread::Builder::new().stack_size(256 << 20).spawn_scoped(scope, work).expect("a thread");
        }
    });
    let t = campaign.tally();
    if let Some(wrong) = &t.wrong {
        panic!("{}; {wrong}", t.line());
    }
    println!("{}: {:?}", t.line(), t.kinds);
}

#[cfg(test)]
mod tests {
    use super::super::{extent, setting};
    use super::*;

    fn single(seed: u64) -> Sheet {
        grow::grow(seed).single()
    }

    /// What `RTAPENADE_LANGUAGE` asks for.
    fn chosen() -> Grow {
        match std::env::var("RTAPENADE_LANGUAGE").as_deref() {
            Ok("c") => grow_c::grow,
            Ok("f77") => grow_f77::grow,
            Ok("single") => single,
            _ => grow::grow,
        }
    }

    #[test]
    #[ignore = "prints the program of a seed"]
    fn show_random_text() {
        println!("{}", chosen()(setting("RTAPENADE_SEED", 1)).file());
    }

    #[test]
    #[ignore = "judges the program of a seed, and shows how small it gets"]
    fn show_random_text_judged() {
        let sheet = chosen()(setting("RTAPENADE_SEED", 1));
        let place = tempfile::tempdir().expect("a directory");
        let verdict = judge::interpreted(&sheet, place.path());
        println!("{verdict:?}");
        if let Verdict::Wrong(why) | Verdict::Refused(why) = verdict {
            println!("{}", smallest(&sheet, &why, place.path(), &judge::interpreted).file());
        }
    }

    fn random(part: u64, all: u64, seed: u64, grow: Grow, judge: &(dyn Fn(&Sheet, &Path) -> Verdict + Sync)) {
        let (count, seed) = extent(part, all, seed);
        run(count, seed, grow, judge);
    }

    #[test]
    fn property_random_text() {
        random(1, 3_000, 1, grow::grow, &judge::interpreted);
    }

    #[test]
    fn property_random_f77() {
        random(15, 200, 1, grow_f77::grow, &judge::interpreted);
    }

    #[test]
    fn property_random_c() {
        random(20, 150, 1, grow_c::grow, &judge::interpreted);
    }

    #[test]
    #[ignore = "rounding can be taken for an error: make fuzz"]
    fn hours_property_random_single() {
        random(2, 500, 2, single, &judge::interpreted);
    }

    #[test]
    #[ignore = "make test-full"]
    fn property_random_text_compiled() {
        if crate::checking::have_compilers() {
            for grow in [grow::grow, grow_c::grow] {
                random(20, 100, 5, grow, &judge::compiled);
            }
        }
    }
}
