//! `check --junit FILE`: what was found, for the programs that collect test results. A suite for each head, a case for each of its outputs.

use il::{Diagnostic, Severity, Sources};
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{CheckReport, HeadReport, Row, Verdict};
use crate::report;

/// The report as XML. Without one there is a single case, of what kept the check from being made.
pub(super) fn text(found: Option<&CheckReport>, sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let mut out = Report::new("rtapenade check");
    match found {
        Some(found) => out.add_test_suites(found.heads.iter().map(|h| suite(h, found.only_compiled))),
        None => {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message("nothing was checked");
            status.set_description(report::console(sources, diagnostics, Severity::Error));
            let mut suite = TestSuite::new("rtapenade check");
            suite.add_test_case(TestCase::new("differentiation", status));
            out.add_test_suite(suite)
        }
    };
    out.to_string().unwrap_or_default()
}

fn suite(head: &HeadReport, only_compiled: bool) -> TestSuite {
    let name = head.title.split(':').next().unwrap_or_default();
    let mut out = TestSuite::new(head.title.as_str());
    for row in &head.rows {
        let status = if head.failures.is_empty() { judged(row) } else { unjudged(row) };
        let mut case = TestCase::new(row.output.as_str(), status);
        case.set_classname(name);
        out.add_test_case(case);
    }
    // What went wrong beside numbers is of no output in particular.
    let whole = head.failures.iter().map(|f| {
        let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
        status.set_message(f.lines().next().unwrap_or_default());
        status.set_description(f.as_str());
        status
    });
    let compiled = only_compiled && head.failures.is_empty();
    for status in whole.chain(compiled.then(TestCaseStatus::success)) {
        let mut case = TestCase::new("runs", status);
        if only_compiled {
            case.name = "compiles".into();
        }
        case.set_classname(name);
        out.add_test_case(case);
    }
    out
}

fn is_wrong(v: Option<Verdict>) -> bool {
    v.is_some_and(|v| !v.passed)
}

fn judged(row: &Row) -> TestCaseStatus {
    let sides = [("tangent against differences", row.tangent), ("adjoint against tangent", row.adjoint)];
    let wrong: Vec<String> = sides
        .into_iter()
        .filter_map(|(what, v)| v.filter(|v| !v.passed).map(|v| format!("{what}: relative error {:.1e}", v.error)))
        .collect();
    if wrong.is_empty() {
        return TestCaseStatus::success();
    }
    let mut out = TestCaseStatus::non_success(NonSuccessKind::Failure);
    out.set_message(wrong.join("; "));
    out.set_type(if row.unsettled { "unsettled" } else { "wrong" });
    out
}

/// Of an output of a head that did not run to its end.
fn unjudged(row: &Row) -> TestCaseStatus {
    if is_wrong(row.tangent) || is_wrong(row.adjoint) { judged(row) } else { TestCaseStatus::skipped() }
}
