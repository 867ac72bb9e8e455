//! What becomes of a random program: `rtapenade check --interpret` with the options that were drawn.

use std::path::Path;

use il::{Program, Severity};
use rtapenade::check::CheckReport;
use rtapenade::report;

use super::sheet::Sheet;
use crate::checking;

/// What became of a program.
#[derive(Clone, PartialEq, Debug)]
pub enum Verdict {
    /// All judges agree.
    Right,
    /// The program itself does not run: says nothing about derivatives.
    Skipped(String),
    /// It is not differentiated; the code and the words of the refusal.
    Refused(String),
    /// A wrong derivative, a trap, a panic.
    Wrong(String),
}

/// What a panic says: a smaller program shows the same one.
fn panicked(cause: &dyn std::any::Any) -> String {
    let said = cause.downcast_ref::<String>().map(String::as_str).or_else(|| cause.downcast_ref::<&str>().copied());
    format!("a panic: {}", said.and_then(|s| s.lines().next()).unwrap_or_default())
}

/// Runs the check of a sheet whose text is at `path`, with more words.
fn check(sheet: &Sheet, directory: &Path, more: &[&str]) -> Result<CheckReport, Verdict> {
    let (path, inputs) = (directory.join(sheet.language.file()), directory.join("inputs.txt"));
    std::fs::write(&path, sheet.text()).expect("written");
    std::fs::write(&inputs, &sheet.inputs).expect("written");
    let (path, inputs) = (path.to_string_lossy().into_owned(), inputs.to_string_lossy().into_owned());
    let options = sheet.words();
    let mut words = vec!["-head", &sheet.head, "--inputs", &inputs];
    words.extend(options.iter().map(String::as_str));
    words.extend(more);
    words.push(&path);
    let args = checking::arguments(&words);
    let work = || {
        let mut program = Program::new();
        let mut diagnostics = Vec::new();
        let made = rtapenade::check::check_program(&args, &mut program, &mut diagnostics);
        let error = diagnostics.iter().find(|d| d.severity == Severity::Error);
        (
            made,
            error.map(|d| (d.code.to_string(), d.message.clone())),
            report::console(&program.sources, &diagnostics, Severity::Error),
        )
    };
    match std::panic::catch_unwind(std::panic::AssertUnwindSafe(work)) {
        Err(cause) => Err(Verdict::Wrong(panicked(&*cause))),
        Ok((Some(report), ..)) => Ok(report),
        // Not a program of the language; nothing to differentiate.
        Ok((None, Some((code, message)), _)) if !code.starts_with("RT04") => {
            Err(Verdict::Skipped(format!("{code} {message}")))
        }
        Ok((None, Some((code, message)), _)) => Err(Verdict::Refused(format!("{code} {message}"))),
        Ok((None, None, said)) => Err(Verdict::Wrong(said)),
    }
}

/// A difference of sums that is rounding: what random programs compute is of the size of one, and they add up some dozens of such numbers.
const ROUNDING: f64 = 1e-13;
/// The same where there are numbers of single precision.
const ROUNDING_SINGLE: f64 = 1e-5;

/// Differences that do not agree with each other judge nothing.
const UNSETTLED: &str = "differences that do not settle";

/// What is wrong in a report, in a line.
fn fault(sheet: &Sheet, report: &CheckReport) -> Option<String> {
    if report.passed() {
        return None;
    }
    let single = ["real(4)", "float"].iter().any(|w| sheet.text().contains(w));
    let rounding = if single { ROUNDING_SINGLE } else { ROUNDING };
    let mut unsettled = false;
    for h in &report.heads {
        if let Some(f) = h.failures.first() {
            return Some(f.lines().next().unwrap_or_default().to_string());
        }
        for r in &h.rows {
            // Zero by cancellation has no size to be measured against, in neither comparison.
            let disagree = r.adjoint.is_some_and(|v| !v.passed);
            if disagree && r.gap.is_some_and(|g| g <= rounding) {
                continue;
            }
            if disagree {
                return Some(format!("adjoint of {} {:e}", r.output, r.adjoint.map_or(0.0, |v| v.error)));
            }
            if r.tangent.is_some_and(|v| !v.passed) {
                if r.unsettled {
                    unsettled = true;
                    continue;
                }
                return Some(format!("tangent of {} {:e}", r.output, r.tangent.map_or(0.0, |v| v.error)));
            }
        }
    }
    if unsettled {
        return Some(UNSETTLED.into());
    }
    report.heads.iter().all(|h| h.rows.is_empty()).then(|| "no row".into())
}

/// Judges a program by interpretation.
pub fn interpreted(sheet: &Sheet, directory: &Path) -> Verdict {
    let mut said = None;
    // A kink or a cancellation at one point is not an error: what is wrong is wrong elsewhere, too.
    for seed in ["1", "2", "3"] {
        match check(sheet, directory, &["--interpret", "--fuel", "1000000", "--points", "1", "--seed", seed]) {
            Err(v) => return v,
            Ok(report) => match fault(sheet, &report) {
                None => return Verdict::Right,
                Some(f) if f.starts_with("the original") || f == "no row" => return Verdict::Skipped(f),
                Some(f) => {
                    // In single precision values differ a little, too, where sums are written in another order.
                    let inexact = [UNSETTLED, "adjoint of", "tangent of", "the tangent procedure gives another value"];
                    let exact = !inexact.iter().any(|w| f.starts_with(w));
                    if said.as_deref().is_none_or(|s| s == UNSETTLED) {
                        said = Some(f);
                    }
                    if exact {
                        break;
                    }
                }
            },
        }
    }
    match said.unwrap_or_default() {
        said if said == UNSETTLED => Verdict::Skipped(said),
        said => Verdict::Wrong(said),
    }
}

/// Judges a program that the interpreter finds right once more, compiled with all checks on.
pub fn compiled(sheet: &Sheet, directory: &Path) -> Verdict {
    let verdict = interpreted(sheet, directory);
    if verdict != Verdict::Right {
        return verdict;
    }
    let mut said = String::new();
    for seed in ["1", "2", "3"] {
        match check(sheet, directory, &["--points", "1", "--seed", seed]) {
            Err(v) => return v,
            Ok(report) => match fault(sheet, &report) {
                None => return Verdict::Right,
                Some(f) => said = format!("compiled: {f}"),
            },
        }
        if !said.starts_with("compiled: adjoint of") && !said.starts_with("compiled: tangent of") {
            break;
        }
    }
    Verdict::Wrong(said)
}
