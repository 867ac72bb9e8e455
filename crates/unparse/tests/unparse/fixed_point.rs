//! `unparse ∘ parse` is a fixed point, output reads like its input, and compiles as strictly as it.
//!
//! The sources hold every kind of declaration and statement. Changes of the output show in the snapshots beside them.

use std::path::Path;
use std::process::Command;

use frontend_fortran::{NoIncludes, Options, lower, parse};
use il::source::SourceFile;
use il::{Diagnostic, Program, Severity};
use unparse::{OutputFile, unparse};

const STRICT: &str = "gfortran -std=f2018 -pedantic -Wall -Wextra -Werror -fsyntax-only";
const LEGACY: &str = "gfortran -std=legacy -w -fsyntax-only";
const C: &str = "gcc -std=c11 -pedantic -Wall -Wextra -Werror -fsyntax-only";

fn errors(found: Vec<Diagnostic>) -> Vec<String> {
    found.into_iter().filter(|d| d.severity == Severity::Error).map(|d| d.message).collect()
}

fn print(program: &Program) -> String {
    unparse(program, &OutputFile::of_input(program, &program.inputs[0]))
}

fn fortran(path: &Path, text: &str) -> String {
    let mut program = Program::new();
    let file = program.sources.add(SourceFile { path: path.display().to_string(), text: text.into() });
    let options = Options::default();
    let (tree, mut found) = parse(&mut program.sources, file, &mut NoIncludes, &options);
    found.extend(lower::lower(vec![tree], &mut program, &lower::Options::default()));
    assert_eq!(errors(found), Vec::<String>::new(), "{}\n{text}", path.display());
    print(&program)
}

/// Without a preprocessor: the sources that come here have no macros, and their includes are left out for the compiler.
fn c(path: &Path, text: &str) -> String {
    let mut program = Program::new();
    let directory = tempfile::tempdir().unwrap();
    let copy = directory.path().join(path.file_name().unwrap());
    std::fs::write(&copy, text).unwrap();
    let run = Command::new("cc").args(["-E", "-dD"]).arg(&copy).output().unwrap();
    let main = program.sources.add(SourceFile { path: copy.display().to_string(), text: text.into() });
    let preprocessed = String::from_utf8_lossy(&run.stdout).into_owned();
    let found = frontend_c::lower(&[frontend_c::Translation { main, preprocessed: &preprocessed }], &mut program);
    assert_eq!(errors(found), Vec::<String>::new(), "{text}");
    print(&program)
}

/// The output of a source; fails when it is no fixed point, or when `compiler` (if there is one here) refuses it.
fn check(name: &str, compiler: &str, read: fn(&Path, &str) -> String) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources").join(name);
    let once = read(&path, &std::fs::read_to_string(&path).unwrap());
    let twice = read(&path, &once);
    assert_eq!(once, twice, "{name} prints differently the second time");
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join(name), &once).unwrap();
    let mut words = compiler.split_whitespace();
    let mut command = Command::new(words.next().unwrap());
    if let Ok(said) = command.args(words).arg(name).current_dir(directory.path()).output() {
        assert!(said.status.success(), "{once}\n{}", String::from_utf8_lossy(&said.stderr));
    }
    once
}

/// Lines of the output that are not lines of the source, in order.
fn changes(name: &str, output: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sources").join(name);
    let source = std::fs::read_to_string(path).unwrap();
    let known: Vec<&str> = source.lines().collect();
    let new: Vec<&str> = output.lines().filter(|l| !known.contains(l)).collect();
    new.join("\n")
}

#[test]
fn declarations_of_free_form() {
    let output = check("declarations.f90", STRICT, fortran);
    assert_eq!(changes("declarations.f90", &output), "");
}

#[test]
fn statements_of_free_form() {
    let output = check("statements.f90", STRICT, fortran);
    assert_eq!(
        changes("statements.f90", &output),
        "  print *, 'a long line that is printed to the terminal with several items on it', cost, k, &
      found, ierr
  call exchange(x(1:n:2), y(2:), scale=2.d0)"
    );
}

#[test]
fn fixed_form() {
    let output = check("legacy.f", LEGACY, fortran);
    assert_eq!(
        changes("legacy.f", &output),
        "      DATA COUNT /0.0D0/, IND /11*0/,
     1     (WORK(I, 1), I = 1, MAX) /MAX*1.D0/
   30 DO I = 1, N
        DO J = 1, N
          IF (X(I) .GT. Y(J) .AND. .NOT. DONE) GOTO 50
          COST = COST + X(I)*Y(J) - FUNC(X(I), SIN(PI*Y(J)))
     1         + ALPHA**2/(BETA + GAMMA(1))
   50     CONTINUE
        END DO
      END DO
      IF (X(1) .EQ. 1.D0 .OR. X(2) .NE. 2.D0 .AND. X(3) .LE. 3.D0
     1    .OR. Y(1) .GE. 4.D0 .EQV. DONE) STOP 7
      PRINT *, 'a text that is longer than the line of                 \x20
  900 FORMAT(1X, A4, 5(F10.4, 1X), 12HHOLLERITH ,X)"
    );
}

#[test]
fn everything_of_c() {
    let output = check("everything.c", C, c);
    // Parentheses that gcc asks for, and a conversion that the call makes.
    assert_eq!(
        changes("everything.c", &output),
        "    unsigned long mask = (1UL << 3) | 5UL;
        total = fmax(total, (double)(fabsf(single)*2.0f));
            if ((mask & (1UL << i)) != 0 && !(matrix[i][j] > q->y))"
    );
}
