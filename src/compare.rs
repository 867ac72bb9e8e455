//! `rtapenade compare OLD NEW`: what changed in the signatures of derivative procedures. Both are lists of signatures (`.sig`, [`crate::signatures`]) or
//! generated source files, of this tool or of Tapenade, or folders of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::{Args, Parser};
use il::Program;
use similar::{DiffOp, capture_diff_slices};

use crate::args::Cli;
use crate::output::EXTENSIONS;
use crate::run::{Answer, SUCCESS};
use crate::signatures::{TITLE, full_name, spelled};

/// Exit status when something changed.
const CHANGED: u8 = 1;
/// Exit status when one of the files cannot be read.
const UNREADABLE: u8 = 2;

/// Arguments of `compare`.
#[derive(Args, Debug)]
pub struct CompareArgs {
    /// A list of signatures (.sig), a generated source file, or a folder of them.
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// What it is compared with.
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
}

/// What is known of a procedure.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Procedure {
    arguments: Vec<String>,
    /// The status of derivatives by the name of the original; empty: nothing is said of it.
    status: BTreeMap<String, String>,
    returns: bool,
    /// Work arrays whose derivatives the caller clears; source files are not asked for them.
    cleared: BTreeSet<String>,
}

type Procedures = BTreeMap<String, Procedure>;

/// What changed from one file to another.
struct Comparison {
    /// A line for each change.
    lines: Vec<String>,
    /// How many procedures either has, and how many of them are the same in both.
    all: usize,
    same: usize,
}

/// Compares two files, or the files of one name in two folders.
pub fn run(args: &CompareArgs) -> Answer {
    let made = match args.old.is_dir() && args.new.is_dir() {
        true => folders(&args.old, &args.new),
        false => files(&args.old, &args.new).map(|c| match c.lines.is_empty() {
            true => (false, vec![format!("{} signature{}, no change", c.all, if c.all == 1 { "" } else { "s" })]),
            false => (true, c.lines),
        }),
    };
    match made {
        Ok((changed, lines)) => {
            let shown = lines.iter().map(|l| format!("{l}\n")).collect();
            Answer { status: if changed { CHANGED } else { SUCCESS }, shown, said: String::new() }
        }
        Err(why) => Answer {
            status: UNREADABLE,
            said: why.iter().map(|e| format!("error: {e}\n")).collect(),
            shown: String::new(),
        },
    }
}

fn files(old: &Path, new: &Path) -> Result<Comparison, Vec<String>> {
    let (lists, sides) = ((is_list(old), is_list(new)), (read(old), read(new)));
    let (mut old, mut new) = match sides {
        (Ok(old), Ok(new)) => (old, new),
        (old, new) => return Err([old.err(), new.err()].into_iter().flatten().collect()),
    };
    // A source file has other procedures, too.
    let unknown = |all: &mut Procedures| all.values_mut().for_each(|p| p.cleared.clear());
    match lists {
        (true, false) => {
            new.retain(|name, _| old.contains_key(name));
            unknown(&mut old);
        }
        (false, true) => {
            old.retain(|name, _| new.contains_key(name));
            unknown(&mut new);
        }
        _ => {}
    }
    let lines = changes(&old, &new);
    let is_same = |name: &&String| new.get(*name).is_some_and(|is| !is_changed(name, &old[*name], is));
    let same = old.keys().filter(is_same).count();
    let all = old.len() + new.keys().filter(|name| !old.contains_key(*name)).count();
    Ok(Comparison { lines, all, same })
}

fn is_changed(name: &str, was: &Procedure, is: &Procedure) -> bool {
    let mut lines = Vec::new();
    changes_of(name, was, is, &mut lines);
    !lines.is_empty()
}

/// Compares the files that have one name in both folders ([`names`]), without those in folders below. Whether anything changed, and what to say.
fn folders(old: &Path, new: &Path) -> Result<(bool, Vec<String>), Vec<String>> {
    let (before, after) = (names(old)?, names(new)?);
    let (mut lines, mut all, mut same, mut compared) = (Vec::new(), 0, 0, 0);
    for name in before.union(&after) {
        match (before.contains(name), after.contains(name)) {
            (true, true) => {
                let c = files(&old.join(name), &new.join(name))?;
                lines.extend(c.lines.iter().map(|l| format!("{name}: {l}")));
                (all, same, compared) = (all + c.all, same + c.same, compared + 1);
            }
            (true, false) => lines.push(format!("{name} is gone")),
            _ => lines.push(format!("{name} is new")),
        }
    }
    let changed = !lines.is_empty();
    lines.push(format!("{compared} files, {same} of {all} signatures are the same"));
    Ok((changed, lines))
}

/// The names of source files with procedures in a folder; of lists of signatures, where it has no source files.
fn names(folder: &Path) -> Result<BTreeSet<String>, Vec<String>> {
    let entries = std::fs::read_dir(folder);
    let entries = entries.map_err(|e| vec![format!("`{}` cannot be read: {e}", folder.display())])?;
    let all: Vec<PathBuf> = entries.flatten().map(|e| e.path()).filter(|p| p.is_file()).collect();
    let name = |p: &PathBuf| p.file_name().map(|n| n.to_string_lossy().into_owned());
    let is_source = |p: &Path| p.extension().is_some_and(|e| EXTENSIONS.iter().any(|x| e == *x));
    let sources = all.iter().filter(|p| is_source(p) && of_source(p).is_ok());
    let found: BTreeSet<String> = sources.filter_map(name).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    Ok(all.iter().filter(|p| is_list(p)).filter_map(name).collect())
}

fn is_list(path: &Path) -> bool {
    path.extension().is_some_and(|e| e == "sig")
}

fn read(path: &Path) -> Result<Procedures, String> {
    if !is_list(path) {
        return of_source(path);
    }
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|e| format!("`{shown}` cannot be read: {e}"))?;
    of_list(&text).ok_or_else(|| format!("`{shown}` is no list of signatures: it does not begin with `{TITLE}`"))
}

/// The procedures of a list of signatures.
fn of_list(text: &str) -> Option<Procedures> {
    let mut lines = text.lines();
    if lines.next()?.trim() != TITLE {
        return None;
    }
    let mut out = Procedures::new();
    let mut name = String::new();
    for line in lines {
        let Some((word, rest)) = line.trim().split_once(' ') else { continue };
        if word == "procedure" {
            name = rest.to_string();
        }
        let now = out.entry(name.clone()).or_default();
        match word {
            "argument" => now.arguments.push(rest.to_string()),
            "caller" => now.cleared.extend(rest.strip_prefix("clears ").map(String::from)),
            "returns" => now.returns = true,
            "derivative" => {
                now.status.extend(rest.split_once(' ').map(|(place, status)| (place.to_string(), status.to_string())))
            }
            _ => {}
        }
    }
    Some(out)
}

/// The procedures of a source file. What is missing for it, modules say, does not matter.
fn of_source(path: &Path) -> Result<Procedures, String> {
    if let Err(e) = std::fs::metadata(path) {
        return Err(format!("`{}` cannot be read: {e}", path.display()));
    }
    let given = [std::ffi::OsString::from("rtapenade"), "--".into(), path.into()];
    let cli = Cli::try_parse_from(given).map_err(|e| e.to_string())?;
    let mut p = Program::new();
    let said = crate::read::program(&cli.options, &mut p);
    let units = p.units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface);
    let procedures: Procedures = units
        .map(|(id, u)| {
            let arguments = u.params.iter().map(|s| spelled(&p, *s)).collect();
            let returns = match u.language {
                // In C, what is returned may be `void`.
                il::Language::C => u.result().is_some_and(|r| p.symbol_type(r) != Some(&il::Type::Void)),
                il::Language::Fortran => u.result().is_some(),
            };
            let mut status = said_in(&u.comments);
            if u.language == il::Language::Fortran {
                // Tapenade writes all of it in small letters.
                status = status.into_iter().map(|(place, status)| (place.to_lowercase(), status)).collect();
            }
            (full_name(&p, id), Procedure { arguments, status, returns, cleared: BTreeSet::new() })
        })
        .collect();
    match procedures.is_empty() {
        true => {
            let why = said.first().map_or("it has no procedures".to_string(), |d| d.message.clone());
            Err(format!("`{}`: {why}", path.display()))
        }
        false => Ok(procedures),
    }
}

/// What a header comment says of derivatives: `RW status of diff variables: x:out y:in-zero`.
fn said_in(comments: &[String]) -> BTreeMap<String, String> {
    const WORDS: [&str; 7] = ["in", "out", "in-out", "incr", "in-zero", "in-killed", "(loc)"];
    let text = comments.join("\n");
    let Some((_, list)) = text.split_once("RW status of diff variables:") else { return BTreeMap::new() };
    let one = |word: &str| {
        let (place, status) = word.rsplit_once(':')?;
        let place = place.trim_start_matches(['*', '(']).replace(['(', ')', '*'], "");
        WORDS.contains(&status).then(|| (place, status.to_string()))
    };
    // Fixed form repeats the sign of comments in each line.
    let words = list.split_whitespace().filter(|w| !matches!(*w, "!" | "C" | "c" | "*"));
    words.map_while(one).collect()
}

/// What changed, a line each.
fn changes(old: &Procedures, new: &Procedures) -> Vec<String> {
    let mut out = Vec::new();
    for (name, was) in old {
        match new.get(name) {
            None => out.push(format!("{name}: is gone")),
            Some(is) => changes_of(name, was, is, &mut out),
        }
    }
    let added = new.keys().filter(|name| !old.contains_key(*name));
    out.extend(added.map(|name| format!("{name}: is new")));
    out
}

fn changes_of(name: &str, was: &Procedure, is: &Procedure, out: &mut Vec<String>) {
    for op in capture_diff_slices(similar::Algorithm::Myers, &was.arguments, &is.arguments) {
        let (tag, gone, come) = (op.tag(), op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            continue;
        }
        let (gone, at) = (&was.arguments[gone.clone()], gone.start + 1);
        let added = &is.arguments[come.clone()];
        if tag == similar::DiffTag::Replace && gone.len() == added.len() {
            for (k, (a, b)) in gone.iter().zip(added).enumerate() {
                out.push(format!("{name}: argument {} was `{a}` and is `{b}`", at + k));
            }
            continue;
        }
        out.extend(gone.iter().enumerate().map(|(k, a)| format!("{name}: argument {} `{a}` is gone", at + k)));
        let new = added.iter().enumerate();
        out.extend(new.map(|(k, b)| format!("{name}: argument {} `{b}` is new", come.start + 1 + k)));
    }
    if was.returns != is.returns {
        let what = |function: bool| if function { "a function" } else { "a subroutine" };
        out.push(format!("{name}: was {} and is {}", what(was.returns), what(is.returns)));
    }
    let cleared = |all: &BTreeSet<String>, other: &BTreeSet<String>| all.difference(other).cloned().collect::<Vec<_>>();
    let stopped = cleared(&was.cleared, &is.cleared).into_iter().filter(|s| is.status.contains_key(s));
    out.extend(stopped.map(|s| format!("{name}: the derivative of `{s}` need not be cleared by the caller any more")));
    let begun = cleared(&is.cleared, &was.cleared).into_iter();
    out.extend(begun.map(|s| format!("{name}: the derivative of `{s}` must be cleared by the caller")));
    if was.status.is_empty() || is.status.is_empty() {
        return;
    }
    for (place, before) in &was.status {
        match is.status.get(place) {
            // Its argument is gone.
            None if before == "(loc)" => {}
            None => out.push(format!("{name}: the derivative of `{place}` was {before} and is not spoken of")),
            Some(now) if now != before => {
                out.push(format!("{name}: the derivative of `{place}` was {before} and is {now}"))
            }
            Some(_) => {}
        }
    }
    let added = is.status.iter().filter(|(place, now)| !was.status.contains_key(*place) && *now != "(loc)");
    out.extend(
        added.map(|(place, now)| format!("{name}: the derivative of `{place}` is {now}, and was not spoken of")),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Procedures {
        of_list(&format!("{}\n\n{text}", TITLE)).expect("a list")
    }

    #[test]
    fn what_changed_is_said() {
        let old = list(
            "procedure f_b\nis the adjoint of f\nargument x\nargument xb\nderivative x out\nargument y\n\nprocedure g_b\n",
        );
        let new = list(
            "procedure f_b\nis the adjoint of f\nargument x\nargument xb\nderivative x incr\nargument w\nargument y\nargument yb\nderivative y in\n\nprocedure h_b\n",
        );
        let said = [
            "f_b: argument 3 `w` is new",
            "f_b: argument 5 `yb` is new",
            "f_b: the derivative of `x` was out and is incr",
            "f_b: the derivative of `y` is in, and was not spoken of",
            "g_b: is gone",
            "h_b: is new",
        ];
        assert_eq!(changes(&old, &new), said);
        assert!(changes(&old, &old).is_empty());
    }

    #[test]
    fn headers_are_read_in_all_forms() {
        let of = |lines: &[&str]| said_in(&lines.iter().map(|l| l.to_string()).collect::<Vec<_>>());
        let all = of(&[
            "   RW status of diff variables: x:out",
            "                *t:(loc) s.a:in-zero",
            "   values on exit: y: not",
        ]);
        let words: Vec<(&str, &str)> = all.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        assert_eq!(words, [("s.a", "in-zero"), ("t", "(loc)"), ("x", "out")]);
        assert!(of(&[" nothing"]).is_empty());
    }

    #[test]
    fn case_is_no_change_in_fortran() {
        let place = tempfile::tempdir().expect("a folder");
        let write = |name: &str, variable: &str| {
            let text = format!(
                "!   RW status of diff variables: {variable}:in\nsubroutine f_d({variable}, {variable}d)\nreal {variable}, {variable}d\nend\n"
            );
            let path = place.path().join(name);
            std::fs::write(&path, text).expect("written");
            of_source(&path).expect("procedures")
        };
        assert!(changes(&write("a.f90", "newcoor"), &write("b.f90", "newCoor")).is_empty());
    }
}
