//! A head uses a small part of a large program: what it cannot reach changes nothing, and costs little.

use std::path::Path;
use std::time::Instant;

use rtapenade::args::{Cli, normalise};
use rtapenade::{output, read, run};

use clap::Parser;

/// A head with what it needs: a module with an allocatable array, and a procedure that it calls.
const SMALL: &str = "module data\n  implicit none\n  real(8), allocatable :: w(:)\nend module data\n\n\
    subroutine head(x, y)\n  use data\n  implicit none\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  \
    y = 0\n  call inner(x, y)\n  y = y*w(1)\nend subroutine head\n\n\
    subroutine inner(x, y)\n  use data\n  implicit none\n  real(8), intent(in) :: x\n  real(8), intent(inout) :: y\n  \
    w(1) = x*sin(x)\n  y = y + w(1)*w(1)\nend subroutine inner\n\n\
    subroutine start(n)\n  use data\n  implicit none\n  integer, intent(in) :: n\n  allocate (w(n))\n  w = 0\nend subroutine start\n";

/// The texts of the derivative, and the seconds for reading and for the rest.
fn derivative(directory: &Path, text: &str, mode: &str) -> (String, f64, f64) {
    let path = directory.join("a.f90");
    std::fs::write(&path, text).expect("a file");
    let words = ["rtapenade", mode, "-head", r"head(x)\(y)"].into_iter().map(|w| w.to_string());
    let mut options = Cli::try_parse_from(normalise(words)).expect("options").options;
    options.files = vec![path];
    let mut program = il::Program::new();
    let start = Instant::now();
    let mut diagnostics = read::program(&options, &mut program);
    let reading = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let request = run::request(&options, &mut program, run::mode(&options), &mut diagnostics).expect("a request");
    let made = run::generate(&program, &request, &mut diagnostics).unwrap_or_else(|| panic!("{diagnostics:?}"));
    let texts: Vec<output::Text> = run::output_texts(&options, &made, &run::suffix(&options));
    (texts.into_iter().map(|t| t.content).collect(), reading, start.elapsed().as_secs_f64())
}

#[test]
fn what_is_out_of_reach_changes_nothing() {
    let count: usize = std::env::var("RTAPENADE_LINES").ok().and_then(|l| l.parse().ok()).unwrap_or(6_000) / 30;
    let other = |k: usize| {
        let lines: String =
            (0..24).map(|j| format!("  b({}) = b({})*a + sin(b({}))\n", j % 7 + 1, j % 5 + 2, j % 3 + 1)).collect();
        let callee = (k + 1) % count;
        format!(
            "\nsubroutine other{k}(a, b)\n  implicit none\n  real(8) :: a, b(9)\n{lines}  if (a > 0) call other{callee}(a, b)\nend subroutine other{k}\n"
        )
    };
    let others: String = (0..count).map(other).collect();
    let directory = tempfile::tempdir().expect("a folder");
    for mode in ["-d", "-b"] {
        let (alone, ..) = derivative(directory.path(), SMALL, mode);
        let (among, reading, rest) = derivative(directory.path(), &format!("{SMALL}{others}"), mode);
        assert_eq!(alone, among);
        println!("{mode}: {} lines read in {reading:.2} s, a small head differentiated in {rest:.2} s", 30 * count);
    }
}
