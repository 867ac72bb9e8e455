//! `check --junit`: what programs that collect test results read.

use quick_junit::{NonSuccessKind, Report, TestCaseStatus};

use super::Place;

const LAWS: &str = "\
subroutine flux(u, f, g)
  implicit none
  real(8), intent(in) :: u(2)
  real(8), intent(out) :: f, g
  f = 0.5d0*u(1)**2
  g = u(1)*sin(u(2))
end subroutine flux
subroutine source(u, s)
  implicit none
  real(8), intent(in) :: u
  real(8), intent(out) :: s
  s = -u**3
end subroutine source
";

/// The report of a check, and its exit status.
fn report(files: &[(&str, &str)], words: &[&str]) -> (u8, Report) {
    let place = Place::new(files.iter().copied());
    let path = place.path().join("report.xml").to_string_lossy().into_owned();
    let answer = place.answer(["check", "--interpret", "--junit", &path].iter().chain(words).copied());
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{e}: {answer:?}"));
    (answer.status, Report::deserialize_from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}")))
}

fn cases(report: &Report) -> Vec<(String, String, String)> {
    let suites = report.test_suites.iter();
    let status = |s: &TestCaseStatus| match s {
        TestCaseStatus::Success { .. } => "right".to_string(),
        TestCaseStatus::Skipped { .. } => "skipped".to_string(),
        TestCaseStatus::NonSuccess { kind: NonSuccessKind::Failure, .. } => "wrong".to_string(),
        TestCaseStatus::NonSuccess { .. } => "error".to_string(),
    };
    suites
        .flat_map(|s| &s.test_cases)
        .map(|c| (c.classname.as_ref().map_or(String::new(), |n| n.to_string()), c.name.to_string(), status(&c.status)))
        .collect()
}

#[test]
fn a_case_for_each_head_and_output() {
    let (status, report) = report(&[("a.f90", LAWS)], &["-head", "flux(f g)/(u) source(s)/(u)", "a.f90"]);
    assert_eq!((status, report.tests, report.failures, report.errors), (0, 4, 0, 0));
    let expected = [("flux", "f"), ("flux", "g"), ("flux", "all"), ("source", "s")];
    let expected: Vec<_> = expected.iter().map(|(h, o)| (h.to_string(), o.to_string(), "right".to_string())).collect();
    assert_eq!(cases(&report), expected);
}

#[test]
fn a_jump_is_a_failure() {
    let text = "subroutine step(u, f)\n  implicit none\n  real(8), intent(in) :: u\n  real(8), intent(out) :: f\n  f = u*floor(u*1d12)\nend subroutine step\n";
    let (status, report) = report(&[("a.f90", text)], &["-head", "step(f)/(u)", "a.f90"]);
    assert_eq!((status, report.failures), (1, 1), "{report:?}");
    assert_eq!(cases(&report), [("step".to_string(), "f".to_string(), "wrong".to_string())]);
}

#[test]
fn what_is_not_checked_is_an_error() {
    let (status, report) = report(&[("a.f90", LAWS)], &["-head", "fluxes(f)/(u)", "a.f90"]);
    assert_eq!((status, report.tests, report.errors), (1, 1, 1));
    let TestCaseStatus::NonSuccess { description, .. } = &report.test_suites[0].test_cases[0].status else {
        panic!("{report:?}")
    };
    let said = description.as_ref().map_or("", |d| d.as_str());
    assert!(said.contains("RT0302") && said.contains("fluxes"), "{said}");
}

#[test]
fn the_rows_of_the_table_are_explained() {
    let place = Place::new([]);
    let help = place.answer(["check", "--help"]).shown;
    for word in ["tangent/differences", "best step", "adjoint/tangent", "unsettled", "WRONG", "--junit"] {
        assert!(help.contains(word), "{word} in\n{help}");
    }
}
