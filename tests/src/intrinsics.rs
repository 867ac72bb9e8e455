//! Every intrinsic procedure of Fortran 2018, and those that compilers add: `tests/intrinsics/`.
//!
//! `rules.txt` is a table of assignments. They are put together to programs, several assignments each, and checked as those of [`crate::programs`] are.
//! `names.txt` says of every name of the standard what becomes of it; a name that is said to have a rule, or to be carried, stands in the table.

use std::fmt::Write;

use crate::checking;

/// One row of the table.
struct Row {
    kinds: Vec<String>,
    /// What comes before the assignment.
    before: Vec<String>,
    target: String,
    value: String,
}

fn rows() -> Vec<Row> {
    let text = include_str!("../intrinsics/rules.txt");
    let rows = text.lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    rows.map(|l| {
        let mut cells = l.splitn(3, '|').skip(1).map(str::trim);
        let (kinds, text) = (cells.next().expect("kinds"), cells.next().expect("statements"));
        let mut statements: Vec<String> = text.split("; ").map(String::from).collect();
        let last = statements.pop().expect("an assignment");
        let (target, value) = last.split_once(" = ").expect("an assignment");
        let kinds = kinds.split_whitespace().map(String::from).collect();
        Row { kinds, before: statements, target: target.into(), value: value.into() }
    })
    .collect()
}

/// What a program of rows may use: its name, its declaration, and how it gets a value.
const GIVEN: &[(&str, &str, &str)] = &[
    ("i", "integer :: i", "i = 1"),
    ("d", "integer :: d", ""),
    ("n", "integer :: n(6)", "n = [1, 2, 0, 1, 3, 2]"),
    ("e8", "integer :: e8(8)", ""),
    ("l", "logical :: l(6)", "l = [.true., .false., .true., .true., .false., .true.]"),
    ("l2", "logical :: l2(2, 3)", "l2 = reshape([.true., .false., .true., .true., .false., .true.], [2, 3])"),
    ("s", "character(16) :: s", ""),
    ("w", "real(k) :: w(6)", "w = [0.5_k, 0.3_k, 0.9_k, 0.1_k, 0.7_k, 0.4_k]"),
    ("cw", "complex(k) :: cw(3)", "cw = [(0.5_k, 0.2_k), (-0.3_k, 1.1_k), (0.9_k, -0.4_k)]"),
    ("m", "real(k) :: m(2, 3)", "m = reshape(x, [2, 3])"),
    ("z", "complex(k) :: z(3)", "z = cmplx(x(1:3), x(4:6), k)"),
    ("a", "real(k), allocatable :: a(:)", ""),
    ("b", "real(k), allocatable :: b(:)", ""),
    ("q", "real(k), pointer :: q", ""),
    ("o", "type(thing) :: o", ""),
    ("c", "complex(k) :: c", ""),
    ("v", "real(k) :: v(6)", ""),
    ("u", "real(k) :: u(2, 3)", ""),
    ("zv", "complex(k) :: zv(3)", ""),
    ("e", "real(k) :: e(3)", ""),
    ("f", "real(k) :: f(2)", ""),
];

/// How what is not a real number becomes one.
const GATHERED: &[(&str, &str)] = &[
    ("c", "real(c) + 2*aimag(c)"),
    ("v", "v(1) - 2*v(2) + 3*v(3) - v(4) + v(5)*v(6)"),
    ("u", "u(1, 1) - 2*u(2, 1) + 3*u(1, 2) - u(2, 2) + u(1, 3)*u(2, 3)"),
    ("zv", "real(zv(1)*zv(2)) + aimag(zv(3) - zv(1))"),
    ("e", "e(1) - 2*e(2) + e(3)**2"),
    ("f", "f(1)*(2 - f(2))"),
];

/// Whether a text mentions a name (not as a prefix, as in `s'…'`).
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + name.len()..].chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(|c| is_part(c) || c == '\'')
    })
}

fn program(kind: &str, rows: &[&Row]) -> String {
    let statements = |r: &Row| [r.before.join("; "), format!("{} = {}", r.target, r.value)].join("; ");
    let all: Vec<String> = rows.iter().map(|r| statements(r)).collect();
    let all = all.join("; ");
    let used = || GIVEN.iter().filter(|(name, ..)| mentions(&all, name));
    let optional = mentions(&all, "g");
    let mut out = format!("subroutine top(x, y{})\n", if optional { ", g" } else { "" });
    let _ = writeln!(out, "  implicit none\n  integer, parameter :: k = {kind}");
    let _ = writeln!(out, "  real(k), intent(in) :: x(6)\n  real(k), intent(out) :: y({})", rows.len());
    if optional {
        out += "  integer, intent(in), optional :: g\n";
    }
    if mentions(&all, "o") {
        out += "  type thing\n    integer :: n\n  end type\n";
    }
    used().for_each(|(_, declaration, _)| out += &format!("  {declaration}\n"));
    used().filter(|g| !g.2.is_empty()).for_each(|(.., value)| out += &format!("  {value}\n"));
    for (row, r) in rows.iter().enumerate() {
        r.before.iter().for_each(|s| out += &format!("  {s}\n"));
        let at = row + 1;
        match GATHERED.iter().find(|(target, _)| *target == r.target) {
            None => out += &format!("  y({at}) = {}\n", r.value),
            Some((target, gathered)) => out += &format!("  {target} = {}\n  y({at}) = {gathered}\n", r.value),
        }
    }
    out + "end subroutine top\n"
}

/// Checks the rows of each kind of real, `size` to a program.
fn check(size: usize, extra: &[&str], wanted: &dyn Fn(&Row) -> bool) {
    let rows = rows();
    let directory = tempfile::tempdir().expect("a directory");
    let inputs = directory.path().join("inputs.txt");
    std::fs::write(&inputs, "x = 0.2 .. 0.9\n").expect("inputs");
    let mut jobs = Vec::new();
    for kind in ["4", "8", "16"] {
        for extension in [false, true] {
            let here: Vec<&Row> = rows
                .iter()
                .filter(|r| r.kinds.iter().any(|k| k == kind) && r.kinds.iter().any(|k| k == "gnu") == extension)
                .filter(|r| wanted(r))
                .collect();
            for part in here.chunks(size) {
                let path = directory.path().join(format!("rows{}.f90", jobs.len()));
                std::fs::write(&path, program(kind, part)).expect("a program");
                jobs.push(path);
            }
        }
    }
    let found = checking::in_parallel(&jobs, |path| {
        let (path, inputs) = (path.to_string_lossy(), inputs.to_string_lossy());
        let words = [&["-head", r"top(x)\(y)", "--inputs", &inputs, "--points", "1"], extra, &[&path]].concat();
        let text = || std::fs::read_to_string(&*path).unwrap_or_default();
        checking::check(&checking::arguments(&words)).err().map(|e| format!("{e}\n{}", text()))
    });
    let found: Vec<String> = found.into_iter().flatten().collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn rows_interpreted() {
    check(8, &["--interpret"], &|r| !r.kinds.iter().any(|k| k == "compiled"));
}

#[test]
fn rows_interpreted_for_several_directions() {
    check(8, &["--interpret", "-vector"], &|r| !r.kinds.iter().any(|k| k == "compiled"));
}

#[test]
fn rows_compiled() {
    if checking::have_compilers() {
        check(24, &[], &|_| true);
    }
}

/// The names of `names.txt` with the word in front of them.
fn names() -> Vec<(String, String)> {
    let mut out = Vec::new();
    let mut word = String::new();
    for token in
        include_str!("../intrinsics/names.txt").lines().filter(|l| !l.starts_with('#')).flat_map(str::split_whitespace)
    {
        match token.strip_suffix(':') {
            Some(w) => word = w.into(),
            None => out.push((word.clone(), token.to_string())),
        }
    }
    out
}

#[test]
fn every_name_of_the_standard_is_known() {
    let rows: Vec<String> = rows().iter().map(|r| [r.before.join("; "), r.value.clone()].join("; ")).collect();
    let tried = |name: &str| rows.iter().any(|r| mentions(r, name));
    let directory = tempfile::tempdir().expect("a directory");
    for (word, name) in names() {
        match word.as_str() {
            "rule" | "passive" => assert!(tried(&name), "no row tries `{name}`"),
            "known" => assert!(il::Intrinsic::from_fortran(&name).is_some(), "`{name}` is not known"),
            "refused" => {
                let path = directory.path().join(format!("{name}.f90"));
                let use_of_it = match name.starts_with("co_") {
                    true => format!("s = x(1)**2; call {name}(s); y = s"),
                    false => format!("y = {name}(x, f)"),
                };
                let head =
                    "subroutine top(x, y)\nimplicit none\nreal(8), intent(in) :: x(3)\nreal(8), intent(out) :: y";
                let f = "contains\npure function f(a, b) result(c)\nreal(8), intent(in) :: a, b\nreal(8) :: c\nc = a*b\nend function";
                std::fs::write(&path, format!("{head}\nreal(8) :: s\n{use_of_it}\n{f}\nend subroutine\n"))
                    .expect("a program");
                let (path, out) = (path.to_string_lossy(), directory.path().to_string_lossy());
                let words = ["rtapenade", "-b", "-head", r"top(x)\(y)", "-O", &out, &path].map(String::from);
                let (status, said) = rtapenade::run::run(words.to_vec());
                let named = said.contains(&format!("`{name}`")) && said.contains("RT04");
                assert!(status != 0 && named, "`{name}` is not refused in these words:\n{said}");
            }
            other => panic!("`{other}` is no word of names.txt"),
        }
    }
}
