//! Text to IL, for tests: Fortran, or C that needs no preprocessor.

use frontend_fortran::{NoIncludes, lower, parse};
use il::source::SourceFile;
use il::{Program, Severity, UnitId};

#[allow(dead_code)]
pub mod random_loops;

/// Reads one file. Panics on errors: tests are right.
pub fn read(path: &str, text: &str) -> Program {
    let mut program = Program::new();
    let mut sources = program.sources.clone();
    let file = sources.add(SourceFile { path: path.into(), text: text.into() });
    let diagnostics = if path.ends_with(".c") {
        program.sources = sources;
        let lines: Vec<&str> = text.lines().map(|l| l.split("//").next().unwrap_or_default()).collect();
        let preprocessed = format!("# 1 \"{path}\"\n{}\n", lines.join("\n"));
        frontend_c::lower(&[frontend_c::Translation { main: file, preprocessed: &preprocessed }], &mut program)
    } else {
        let (tree, mut found) = parse(&mut sources, file, &mut NoIncludes, &frontend_fortran::Options::default());
        program.sources = sources;
        found.extend(lower::lower(vec![tree], &mut program, &lower::Options::default()));
        found
    };
    let errors: Vec<_> = diagnostics.iter().filter(|d| d.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{path}: {errors:#?}");
    program
}

/// The unit of that name.
pub fn unit(program: &Program, name: &str) -> UnitId {
    let found = program.units.iter().find(|(_, u)| u.name.eq_ignore_ascii_case(name) && !u.is_interface);
    found.map(|(u, _)| u).unwrap_or_else(|| panic!("no unit {name}"))
}

/// A small generator: the same loops at every run.
#[allow(dead_code)]
pub struct Random(pub u64);

impl Random {
    /// A number in `0..n`.
    #[allow(dead_code)]
    pub fn below(&mut self, n: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) % n as u64) as i64
    }
}
