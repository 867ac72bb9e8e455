//! `-runtime tapenade`: what is generated calls what the runtime has that Tapenade's projects carry, and nothing else of ours. The programs of `tests/run` are
//! linked with such a runtime alone (`tests/switch/kit`, ours, with those names), and judged by the judges that they always have.

use std::collections::BTreeSet;

use il::{Diagnostic, Program, Severity};
use rtapenade::run;

use crate::programs::{self, Case};
use crate::{checking, portion, rereading};

/// What both languages have besides branch numbers (`conventions.md` §13), after `push` and `pop`.
const SCALARS: &[&str] = &["integer4", "integer8", "real4", "real8", "complex8", "complex16", "character", "boolean"];
/// The same for arrays; the headers of C leave the last three out.
const ARRAYS: &[&str] = &["integer4", "integer8", "real4", "real8", "character", "complex8", "complex16", "boolean"];
/// What else may be called.
const OTHERS: &[&str] = &[
    "adstack_startrepeat",
    "adstack_resetrepeat",
    "adstack_endrepeat",
    "adbinomial_init",
    "adbinomial_next",
    "adbinomial_resize",
];
/// Headers, as C includes them.
const HEADERS: &[&str] = &["adbuffer", "adbinomial"];

fn allowed(c: bool) -> BTreeSet<String> {
    let mut out: BTreeSet<String> = OTHERS.iter().chain(HEADERS.iter().filter(|_| c)).map(|s| s.to_string()).collect();
    for verb in ["push", "pop"] {
        out.extend(SCALARS.iter().map(|s| format!("{verb}{s}")));
        out.extend(ARRAYS[..if c { 5 } else { 8 }].iter().map(|s| format!("{verb}{s}array")));
        out.extend((1..=if c { 8 } else { 9 }).map(|n| format!("{verb}control{n}b")));
        out.extend(c.then(|| format!("{verb}pointer8")));
    }
    out
}

/// The names in a text that look like those of a runtime: no user's name is so.
fn of_runtimes(text: &str) -> BTreeSet<String> {
    const KINDS: &[&str] = &["integer", "real", "complex", "boolean", "character", "control", "pointer", "bit"];
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_ascii_lowercase);
    let looks_so = |w: &String| {
        let moved = w.strip_prefix("push").or_else(|| w.strip_prefix("pop"));
        moved.is_some_and(|m| KINDS.iter().any(|k| m.starts_with(k)))
            || [
                "adstack",
                "adbinomial",
                "adbuffer",
                "adtape",
                "addigamma",
                "ad_digamma",
                "adspecial",
                "admemory",
                "adalloc",
            ]
            .iter()
            .any(|p| w.starts_with(p))
    };
    words.filter(looks_so).collect()
}

/// What a run gives: all texts, or the errors.
fn generate(case: &Case, extra: &[&str]) -> Result<String, Vec<Diagnostic>> {
    let mut words = vec!["-head", &case.head];
    words.extend(case.options.iter().map(String::as_str).chain(extra.iter().copied()));
    let options = rereading::options(&words, std::slice::from_ref(&case.path));
    let (mut program, mut said) = (Program::new(), Vec::new());
    match run::texts(&options, &mut program, &mut said) {
        Some(made) => Ok(made.texts.iter().map(|t| t.content.as_str()).collect()),
        None => Err(said.into_iter().filter(|d| d.severity == Severity::Error).collect()),
    }
}

const MODES: &[&[&str]] = &[
    &["-b"],
    &["-b", "-tape", "stack"],
    &["-b", "-nocheckpoint", "%all%", "-nooptim", "everyoptim", "-tape", "stack"],
    &["-d"],
    &["-b", "-vector", "-nbdirsmax", "3", "-tape", "stack"],
    &["-d", "-vector", "-nbdirsmax", "3"],
];

/// What is refused says where, and that it is the runtime's fault; and only what our runtime could take.
fn judge(case: &Case, mode: &[&str]) -> Option<String> {
    let at = || format!("{} {}", case.path.display(), mode.join(" "));
    match generate(case, &[mode, &["-runtime", "tapenade"]].concat()) {
        Ok(text) => {
            let own = of_runtimes(&std::fs::read_to_string(&case.path).unwrap_or_default());
            let allowed = allowed(case.path.extension().is_some_and(|e| e == "c"));
            let mut wrong: Vec<String> =
                of_runtimes(&text).into_iter().filter(|w| !allowed.contains(w) && !own.contains(w)).collect();
            // Projects compile as Fortran 2008, which does not have it.
            let lower = text.to_ascii_lowercase();
            wrong.extend(lower.contains("type(*)").then(|| "type(*)".to_string()));
            (!wrong.is_empty()).then(|| format!("{}: {}", at(), wrong.join(" ")))
        }
        Err(said) => {
            let is_of_runtime = |d: &Diagnostic| {
                d.span.file.is_some()
                    && ["RT0441", "RT0442"].contains(&d.code)
                    && d.message.contains("Tapenade's runtime")
            };
            let refused_anyway = said.iter().any(|d| !is_of_runtime(d)) && generate(case, mode).is_err();
            (!refused_anyway && (said.is_empty() || !said.iter().all(is_of_runtime)))
                .then(|| format!("{}: {said:?}", at()))
        }
    }
}

#[test]
fn nothing_else_is_called() {
    let cases = programs::cases();
    let jobs: Vec<(&Case, &[&str])> = cases
        .iter()
        .flat_map(|c| MODES.iter().map(move |m| (c, *m)))
        .filter(|(c, m)| {
            portion::takes(&format!("{} {} {m:?}", c.path.file_name().unwrap_or_default().display(), c.position), 16)
        })
        .collect();
    let found = checking::in_parallel(&jobs, |(case, mode)| judge(case, mode));
    let wrong: Vec<String> = found.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), jobs.len(), wrong.join("\n"));
}

/// Linked with nothing of ours.
#[test]
fn derivatives_run_with_such_a_runtime() {
    if !checking::have_compilers() {
        return;
    }
    let kit = checking::root().join("tests/switch/kit").to_string_lossy().into_owned();
    let ways: &[&[&str]] = &[
        &["-tape", "stack"],
        &["-b", "-nooptim", "everyoptim", "-tape", "stack"],
        &["-b", "-nocheckpoint", "%all%", "-tape", "stack"],
        &["-b", "-vector", "-tape", "stack"],
    ];
    let cases: Vec<Case> = programs::cases().into_iter().filter(|c| c.wrong("compiled").is_none()).collect();
    let jobs: Vec<(&Case, &[&str])> = cases
        .iter()
        .flat_map(|c| ways.iter().map(move |w| (c, *w)))
        .filter(|(c, w)| {
            portion::takes(
                &format!("kit {} {} {w:?}", c.path.file_name().unwrap_or_default().display(), c.position),
                64,
            )
        })
        .collect();
    let found = checking::in_parallel(&jobs, |(case, way)| {
        let mut words = vec!["-runtime", "tapenade", "--kit", &kit, "--points", "1"];
        words.extend(*way);
        let error = programs::run(case, &words).err()?;
        let refused = ["[RT0441]", "[RT0442]"].iter().any(|code| error.contains(code));
        // What our runtime fails at, too, is judged elsewhere.
        (!refused && programs::run(case, &[*way, &["--points", "1"]].concat()).is_ok()).then_some(error)
    });
    let wrong: Vec<String> = found.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} of {}\n{}", wrong.len(), jobs.len(), wrong.join("\n"));
}
