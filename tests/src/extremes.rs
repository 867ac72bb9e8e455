//! Texts that are unlike others: foreign line ends and characters, files of one name, depth, length.

use std::path::PathBuf;
use std::time::Instant;

use rtapenade::read;

use crate::{checking, rereading};

fn write(directory: &std::path::Path, name: &str, text: &str) -> PathBuf {
    let path = directory.join(name);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, text).expect("a file");
    path
}

/// Reads and prints one text, and asserts that this is a fixed point.
fn stable(name: &str, text: &str) -> String {
    let directory = tempfile::tempdir().expect("a folder");
    let options = rereading::options(&[], &[write(directory.path(), name, text)]);
    let once = rereading::print(&options);
    assert!(!read::failed(&once.diagnostics), "{}", once.errors());
    let twice = rereading::print_again(&options, &once.texts, directory.path(), &[]);
    assert_eq!(rereading::differences(&once.texts, &twice.texts), None);
    once.texts.into_iter().map(|t| t.content).collect()
}

const FREE: &str = "! größe\nsubroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  \
                    print *, 'Länge: ', x ! in µm\n  y = x & ! erst\n    *x\nend subroutine f\n";

#[test]
fn line_ends_and_characters() {
    let unix = stable("a.f90", FREE);
    assert!(unix.contains("! größe") && unix.contains("'Länge: '") && unix.contains("! in µm"), "{unix}");
    assert_eq!(stable("a.f90", &FREE.replace('\n', "\r\n")), unix);
    let fixed = "C größe\n      SUBROUTINE F(X, Y)\n      REAL*8 X, Y\n      PRINT *, 'Länge'\n      Y = X\n     &    *X\n      END\n";
    let unix = stable("a.f", fixed);
    assert!(unix.contains("größe") && unix.contains("'Länge'"), "{unix}");
    assert_eq!(stable("a.f", &fixed.replace('\n', "\r\n")), unix);
    // Without a last line end, and with the mark that some editors put first.
    assert_eq!(stable("a.f90", FREE.trim_end()), stable("a.f90", FREE));
}

#[test]
fn files_of_one_name() {
    let directory = tempfile::tempdir().expect("a folder");
    let text = |name: &str| format!("subroutine {name}(x)\n  real :: x\n  x = 2*x\nend subroutine {name}\n");
    let files = [("a/x.f90", "one"), ("b/x.f90", "two"), ("b/c/x.f90", "three")]
        .map(|(path, name)| write(directory.path(), path, &text(name)));
    let options = rereading::options(&[], &files);
    let mut program = il::Program::new();
    assert!(!read::failed(&read::program(&options, &mut program)));
    let texts = rtapenade::run::preprocessed(&options, &program);
    let names: Vec<&str> = texts.iter().map(|t| t.name.as_str()).collect();
    assert_eq!(names, ["x_p.f90", "b_x_p.f90", "c_x_p.f90"]);
    assert!(texts[1].content.contains("subroutine two") && texts[2].content.contains("subroutine three"));
}

/// With the stack that the program itself has.
#[test]
fn depth() {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(depths).expect("a thread");
    thread.join().unwrap_or_else(|e| std::panic::resume_unwind(e));
}

fn depths() {
    let terms = 5000;
    let f = |value: String| format!("subroutine f(x, y)\n  real(8) :: x, y\n  y = {value}\nend subroutine f\n");
    stable("sum.f90", &f(format!("x{}", " + &\n x*x".repeat(terms))));
    stable("nest.f90", &f(format!("{}x{}", "(x + &\n".repeat(terms), " &\n)".repeat(terms))));
    let calls = |f: &str| format!("{}x{}", format!("{f} &\n").repeat(terms), " &\n)".repeat(terms));
    stable("calls.f90", &f(calls("sin(")));
    stable("most.f90", &f(calls("max(x, x*")));
    stable("powers.f90", &f(calls("x**(")));
    let g = "contains\n  real(8) function g(a)\n    real(8) :: a\n    g = a\n  end function g\nend subroutine f";
    stable("functions.f90", &f(calls("g(")).replace("end subroutine f", g));
    // Blocks have a limit, which is said.
    let blocks = format!("{}y = x\n{}", "if (x > 0) then\n".repeat(terms), "end if\n".repeat(terms));
    let directory = tempfile::tempdir().expect("a folder");
    let text = format!("subroutine f(x, y)\n  real(8) :: x, y\n{blocks}end subroutine f\n");
    let found = rereading::print(&rereading::options(&[], &[write(directory.path(), "a.f90", &text)]));
    assert!(found.errors().contains("RT0108"), "{}", &found.errors()[..200]);
}

/// Both files have a procedure of the head, and what is generated keeps them apart.
#[test]
fn derivatives_of_files_of_one_name() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let head = "subroutine head(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  \
                external other\n  y = x*x\n  call other(x, y)\nend subroutine head\n";
    let other = "subroutine other(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(inout) :: y\n  \
                 y = y*sin(x)\nend subroutine other\n";
    let files = [("a/x.f90", head), ("b/x.f90", other)]
        .map(|(path, text)| write(directory.path(), path, text).to_string_lossy().into_owned());
    let report = checking::check(&checking::arguments(&["-head", r"head(x)\(y)", &files[0], &files[1]]));
    assert!(report.is_ok(), "{}", report.unwrap_err());
}

/// A generated file: so many lines in subroutines of a hundred, or in one.
fn generated(lines: usize, each: usize) {
    let mut text = String::new();
    for unit in 0..lines / each {
        text.push_str(&format!("subroutine f{unit}(x, y, n)\n  integer :: n\n  real(8) :: x(n), y(n)\n"));
        for k in 0..each - 4 {
            text.push_str(&format!("  y({}) = x({})*x({}) + {k}.0d0\n", k % 1000 + 1, k % 999 + 1, k % 998 + 1));
        }
        text.push_str(&format!("end subroutine f{unit}\n"));
    }
    let directory = tempfile::tempdir().expect("a folder");
    let options = rereading::options(&[], &[write(directory.path(), "a.f90", &text)]);
    let start = Instant::now();
    let found = rereading::print(&options);
    println!("{lines} lines, {each} each, read and printed in {:.2} s", start.elapsed().as_secs_f64());
    assert!(!read::failed(&found.diagnostics), "{}", found.errors());
    let printed = found.texts[0].content.lines().count();
    assert!(printed >= lines, "{printed}");
}

#[test]
fn length() {
    generated(20_000, 20_000);
    generated(100_000, 100);
}

#[test]
#[ignore = "make test-full"]
fn a_million_lines() {
    if !crate::portion::turn("a_million_lines") {
        return;
    }
    generated(1_000_000, 100);
    generated(1_000_000, 1_000_000);
}
