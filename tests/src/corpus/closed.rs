//! Adjoints of BLAS and LAPACK against their closed forms: a judge that knows nothing of differentiation.
//!
//! `tests/closed/NAME.f90` computes the form and compares; `NAME.f`, where there is one, is a short procedure of ours around routines of
//! the library. What is compared: `x = inv(A) b` has `bb = inv(A)^T w` and `Ab = -bb x^T`, and so on.

use std::path::{Path, PathBuf};
use std::process::Command;

use il::{Language, Program, Severity};
use rtapenade::args::Linked;
use rtapenade::check::workshop::Workshop;
use rtapenade::read;

use super::{lapack, library, place};
use crate::{checking, portion, rereading};

/// A program of `tests/closed`, the head that it needs, and the file of the head: of the library, or ours.
struct Form {
    name: &'static str,
    head: &'static str,
    file: &'static str,
}

const FORMS: &[Form] = &[
    // Pivoting in every step; transposed.
    Form { name: "dgtsv", head: r"dgtsv(dl d du b)\(b)", file: "SRC/dgtsv.f" },
    Form { name: "zgtsv", head: r"zgtsv(dl d du b)\(b)", file: "SRC/zgtsv.f" },
    Form { name: "dgemm", head: r"dgemm(alpha a b beta c)\(c)", file: "BLAS/SRC/dgemm.f" },
    Form { name: "dtrsm", head: r"dtrsm(alpha a b)\(b)", file: "BLAS/SRC/dtrsm.f" },
    Form { name: "ddot", head: r"ddot(dx dy)\(ddot)", file: "BLAS/SRC/ddot.f" },
    Form { name: "dtrsv", head: r"dtrsv(a x)\(x)", file: "BLAS/SRC/dtrsv.f" },
    Form { name: "dsyrk", head: r"dsyrk(alpha a beta c)\(c)", file: "BLAS/SRC/dsyrk.f" },
    Form { name: "cholesky", head: r"spd(a b)\(b)", file: "tests/closed/cholesky.f" },
    Form { name: "gauss", head: r"gauss(a b)\(b)", file: "tests/closed/gauss.f" },
    Form { name: "squares", head: r"lsq(a b)\(b)", file: "tests/closed/squares.f" },
];

/// What is differentiated, and the program that judges it.
pub(super) struct Trial<'a> {
    pub head: &'a str,
    /// Of the tool: modes and options.
    pub words: &'a [&'a str],
    pub sources: &'a [PathBuf],
    /// Where INCLUDE files are.
    pub include: Option<&'a Path>,
    pub program: &'a Path,
}

/// Differentiates, compiles what is generated as strictly as its original stands, links all, runs with every check on: what the program
/// says. The error is what a person would read.
pub(super) fn attempt(trial: &Trial) -> Result<String, String> {
    let include = trial.include.map(|i| i.to_string_lossy().into_owned());
    let mut words = trial.words.to_vec();
    words.extend(["-head", trial.head]);
    words.extend(include.iter().flat_map(|i| ["-I", i.as_str()]));
    let options = rereading::options(&words, trial.sources);
    let mut program = Program::new();
    let mut diagnostics = read::program(&options, &mut program);
    let made = (!read::failed(&diagnostics))
        .then(|| rtapenade::run::request(&options, &mut program, rtapenade::run::mode(&options), &mut diagnostics))
        .flatten()
        .and_then(|request| rtapenade::run::generate(&program, &request, &mut diagnostics));
    let Some(output) = made else {
        return Err(rtapenade::report::console(&program.sources, &diagnostics, Severity::Error));
    };
    let text = std::fs::read_to_string(trial.program).map_err(|e| e.to_string())?;
    let c = trial.program.extension().is_some_and(|e| e == "c");
    let judge = if c { Vec::new() } else { vec![own_directory().join("judge.f90")] };
    let longer = diff::one_long::lengthen(&mut program);
    let shop = Workshop::new(&options, &program, &Linked { with: judge, ..Linked::default() }, None, false, longer)?;
    let texts = rtapenade::run::output_texts(&options, &output, &rtapenade::run::suffix(&options));
    let generated = shop.generated("derivatives", &output, &texts)?;
    let language = if c { Language::C } else { Language::Fortran };
    let ran = Command::new(shop.program("derivatives", &text, language, &generated, None)?)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .map_err(|e| e.to_string())?;
    let said = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    if ran.status.success() { Ok(said) } else { Err(said) }
}

/// Where the programs are.
pub(super) fn own_directory() -> PathBuf {
    checking::root().join("tests").join("closed")
}

fn judge(root: &Path, form: &Form) -> Result<(), String> {
    let sources = library::with_callees(root, vec![place(root, form.file)]);
    let program = own_directory().join(form.name).with_extension("f90");
    let trial = Trial { head: form.head, words: &["-reverse"], sources: &sources, include: None, program: &program };
    attempt(&trial).map(drop)
}

#[test]
#[ignore = "make test-full"]
fn closed_forms() {
    if !portion::turn("closed_forms") {
        return;
    }
    let Some(root) = lapack() else { return };
    if !checking::have_compilers() {
        eprintln!("SKIPPED: no compilers; nothing was compared with closed forms");
        return;
    }
    let only = std::env::var("RTAPENADE_ONLY").unwrap_or_default();
    let failures: Vec<String> = FORMS
        .iter()
        .filter(|f| f.name.contains(&only))
        .filter_map(|f| judge(&root, f).err().map(|e| format!("{}: {e}", f.name)))
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
