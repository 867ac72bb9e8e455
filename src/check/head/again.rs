//! The head once more, after the original has run at another point: flags, counters and tables that earlier calls leave are not seen by who looks at the
//! first call of a program only.

use diff::Mode;
use il::{Language, Storage, UnitKind};

use super::{HeadReport, Job, Lists, Point, Side, Values};
use crate::check::places::Callable;
use crate::check::{driver_c, driver_fortran};

/// What runs before each call, in the same program.
#[derive(Clone, Copy)]
pub struct Before<'a> {
    /// The original.
    pub original: &'a Callable,
    /// The contents of its texts.
    pub texts: &'a [Option<String>],
    /// What it is called with.
    pub values: &'a Values,
}

impl Job<'_> {
    /// Compares at the first point, behind a call of the original at the second, where procedures keep something that no caller sees. What is not right
    /// then is a failure. Where variables with values of their own change that callers see, too, nobody can say whose they are: nothing is run.
    pub(super) fn again(
        &self,
        original: &Callable,
        sides: &[Side],
        texts: &[Option<String>],
        points: &[Point],
        lists: &Lists,
        report: &mut HeadReport,
    ) {
        let [first, second, ..] = points else { return };
        if self.shops.checked.is_none() || !self.keeps_what_nobody_sees() || !is_right(report) {
            return;
        }
        let job = Job { before: Some(Before { original, texts, values: &second.values }), ..*self };
        let rows = job.rows(original, lists);
        let mut found =
            HeadReport { title: String::new(), rows, failures: Vec::new(), remarks: Vec::new(), timing: None };
        let points = std::slice::from_ref(first);
        let Some(primal) = job.primal(original, texts, points, &mut found) else {
            let why = found.failures.join("; ");
            report.remarks.push(format!("what earlier calls leave could not be looked at: {why}"));
            return;
        };
        let mut slopes = None;
        if let Some(side) = sides.iter().find(|s| s.derived.mode == Mode::Tangent) {
            slopes = job.tangent(original, side, texts, points, &primal, lists, &mut found);
        }
        if let Some(side) = sides.iter().find(|s| s.derived.mode == Mode::Adjoint) {
            let slopes = slopes.unwrap_or_else(|| job.differences(original, points, &primal));
            job.adjoint(original, side, texts, points, &primal, &slopes, lists, &mut found);
        }
        let names = [Mode::Tangent, Mode::Adjoint].map(|m| format!("the {}: ", crate::check::folder(m)));
        if let Some(why) = found.failures.iter().find(|f| names.iter().any(|n| f.starts_with(n))) {
            report.remarks.push(format!("what earlier calls leave could not be looked at: {why}"));
        } else if is_right(&found) {
            report.remarks.push("the same holds after the original has run at another point".into());
        } else {
            report.failures.push(
                "after the original has run at another point, its results depend on what that call has left, and the derivative does not know it"
                    .into(),
            );
        }
    }

    /// Whether a run leaves something behind in what its caller cannot see, and in nothing else that a program begins with.
    fn keeps_what_nobody_sees(&self) -> bool {
        let p = self.program;
        let options = &self.args.options;
        let is_c = p.units[self.spec.unit].language == Language::C;
        if if is_c { options.statics == "own" } else { options.saved == "own" } {
            return false;
        }
        let is_hidden = |s: il::SymbolId| {
            let of_entries =
                p.home(s).is_some_and(|h| p.units[h].kind == UnitKind::Module && diff::is_of_entries(p, h));
            let of_file = p.scopes[p.symbols[s].scope].kind == il::ScopeKind::File;
            p.variable(s).is_some_and(|v| v.storage == Storage::Local && v.saved) || of_entries || of_file
        };
        let kept: Vec<il::SymbolId> = self.kept_between_runs();
        // A table in a global that a flag says is made: the driver would give it other values behind the flag.
        let written = self.facts.in_out(self.spec.unit).written;
        let is_made = |s: &il::SymbolId| written.contains_any(&self.facts.zones().of_symbol(*s));
        !kept.is_empty() && kept.into_iter().all(is_hidden) && !self.used_globals().iter().any(is_made)
    }

    /// The text of a driver that calls the original as a procedure `chk_before`, and `text`, a driver, with a call of it at its beginning.
    pub(super) fn behind(&self, text: &str, language: Language, first: &str) -> (String, String) {
        match language {
            Language::Fortran => driver_fortran::behind(text, first),
            Language::C => driver_c::behind(text, first),
        }
    }
}

/// Whether nothing in a report is wrong.
fn is_right(report: &HeadReport) -> bool {
    let right = |v: &Option<crate::check::Verdict>| v.is_none_or(|v| v.passed);
    report.failures.is_empty() && report.rows.iter().all(|r| (right(&r.tangent) || r.unsettled) && right(&r.adjoint))
}
