//! rtapenade inside of builds: where it writes, what it overwrites, what its outputs depend on, what to link, and whether they are up to date.

mod depfiles;
mod installed;
mod overwriting;
mod recipes;
mod signatures;
mod verifying;

use std::process::Command;

use clap::Parser;
use il::Program;
use rtapenade::args::{Cli, Options, normalise};

use crate::checking;

/// A directory with files in it, and rtapenade run there: paths are given from that directory on.
struct Place(tempfile::TempDir);

impl Place {
    fn with(files: &[(&str, &str)]) -> Place {
        let place = Place(tempfile::tempdir().expect("a directory"));
        files.iter().for_each(|(name, text)| place.write(name, text));
        place
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        std::fs::write(path, text).expect("a file");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.path().join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn has(&self, name: &str) -> bool {
        self.0.path().join(name).exists()
    }

    /// Words in which `@` stands for this directory.
    fn words(&self, words: &[&str]) -> Vec<String> {
        let own = |w: &&str| w.replace('@', &self.0.path().to_string_lossy());
        ["rtapenade"].iter().chain(words).map(own).collect()
    }

    /// Status and what was said.
    fn run(&self, words: &[&str]) -> (u8, String) {
        rtapenade::run::run(self.words(words))
    }

    fn options(&self, words: &[&str]) -> Options {
        Cli::try_parse_from(normalise(self.words(words))).unwrap_or_else(|e| panic!("{e}")).options
    }

    /// What is printed beside the names of the files that are written.
    fn remarks(&self, words: &[&str]) -> Vec<String> {
        let (mut program, mut said) = (Program::new(), Vec::new());
        let made = rtapenade::run::texts(&self.options(words), &mut program, &mut said);
        made.unwrap_or_else(|| panic!("{said:?}")).remarks
    }
}

/// Runs a program to its end; the error is what it said.
fn succeeds(command: &mut Command) -> String {
    let shown = format!("{command:?}");
    let output = command.output().unwrap_or_else(|e| panic!("{shown}: {e}"));
    let said = [output.stdout, output.stderr].map(|t| String::from_utf8_lossy(&t).into_owned()).concat();
    assert!(output.status.success(), "{shown}:\n{said}");
    said
}

/// Whether a program is there.
fn have(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// A function of one variable, `y = x*x`.
const SQUARE: &str = "subroutine square(x, y)\n  implicit none\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x*x\nend subroutine square\n";

/// A recurrence, which the adjoint must save (with `-tape stack`, on the tape).
const CHAIN: &str = "subroutine chain(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: i
  y = 1.0d0
  do i = 1, n
    if (y > x(i)) y = sin(y*x(i))
  end do
end subroutine chain
";

#[test]
fn what_to_link_is_said_when_something_is() {
    let c = "#include <math.h>\nvoid chain(int n, const double x[], double *y)\n{\n    double w = 1.0;\n    for (int i = 0; i < n; i++)\n        \
             if (w > x[i]) w = sin(w*x[i]);\n    *y = w;\n}\n";
    let turns = CHAIN.replace("  do i = 1, n", "  !$AD BINOMIAL-CKP n+1 3 1\n  do i = 1, n");
    let gamma = SQUARE.replace("y = x*x", "y = log_gamma(x)");
    let place = Place::with(&[
        ("square.f90", SQUARE),
        ("chain.f90", CHAIN),
        ("chain.c", c),
        ("turns.f90", &turns),
        ("gamma.f90", &gamma),
    ]);
    let link = ": link -ladtape, or rtapenade --emit-runtime DIR";
    let remarks = |mode: &str, file: &str| place.remarks(&[mode, "-tape", "stack", "-O", "@", &format!("@/{file}")]);
    assert_eq!(remarks("-b", "square.f90"), [""; 0]);
    assert_eq!(remarks("-d", "chain.f90"), [""; 0]);
    assert_eq!(remarks("-b", "chain.f90"), [format!("uses the tape{link}")]);
    assert_eq!(remarks("-b", "chain.c"), [format!("uses the tape{link}")]);
    let both = "uses the tape and binomial checkpointing (adBinomial.c)";
    assert_eq!(remarks("-b", "turns.f90"), [format!("{both}{link}")]);
    let module = "uses the module adspecial: compile adSpecial.f90 first, which rtapenade --emit-runtime DIR writes";
    assert_eq!(remarks("-b", "gamma.f90"), [module]);
    let with = place.remarks(&["-b", "-tape", "stack", "-O", "@", "--emit-runtime", "rt", "@/chain.f90"]);
    assert_eq!(with, ["uses the tape: make -C rt, and link rt/libadtape.a"]);
}

/// Second derivatives save values with their derivatives.
#[test]
fn what_second_derivatives_link_is_said() {
    let place = Place::with(&[("chain.f90", CHAIN)]);
    assert_eq!(place.run(&["-b", "-tape", "stack", "-O", "@", "@/chain.f90"]).0, 0);
    let remarks = place.remarks(&["-d", "-head", "chain_b(xb)/(x)", "-O", "@", "@/chain_b.f90", "@/chain.f90"]);
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(
        remarks[0].starts_with("uses the tape and the tangent of the tape (adTangent.c): link -ladtape"),
        "{remarks:?}"
    );
}

/// Compiled by any make: the one of GNU and, where it is installed, that of BSD.
#[test]
fn the_runtime_has_a_makefile() {
    let place = Place::with(&[("chain.f90", CHAIN)]);
    assert_eq!(place.run(&["--emit-runtime", "@/rt"]), (0, String::new()));
    if !checking::have_compilers() {
        return;
    }
    for make in ["make", "bmake"].into_iter().filter(|m| Command::new(m).arg("-n").arg("-V").output().is_ok()) {
        for target in ["clean", "libadtape.a", "adSpecial.o"] {
            succeeds(Command::new(make).arg(target).current_dir(place.path("rt")));
        }
        assert!(place.has("rt/libadtape.a") && place.has("rt/adspecial.mod"), "{make}");
    }
    assert_eq!(place.run(&["-b", "-tape", "stack", "-O", "@", "@/chain.f90"]).0, 0);
    place.write(
        "main.f90",
        "program main\n  real(8) :: x(3) = [0.3d0, 0.4d0, 0.5d0], xb(3) = 0, y, yb = 1\n  call chain_b(3, x, xb, y, yb)\n  \
         print '(3es12.4)', xb\nend program\n",
    );
    let mut compiler = Command::new(rtapenade::read::fortran_compiler());
    compiler.args(["-o", "main", "main.f90", "chain_b.f90", "-Lrt", "-ladtape"]).current_dir(place.0.path());
    succeeds(&mut compiler);
    let said = succeeds(&mut Command::new(place.path("main")));
    assert!(said.split_whitespace().all(|w| w.parse::<f64>().is_ok_and(f64::is_finite)), "{said}");
}

/// A makefile of the user's is not replaced by that of the runtime; one of ours is.
#[test]
fn the_makefile_of_a_user_stays() {
    let own = "all:\n\techo mine\n";
    let place = Place::with(&[("mine/Makefile", own), ("ours/Makefile", "# Generated by rtapenade\nold:\n")]);
    assert_eq!(place.run(&["--emit-runtime", "@/mine"]).0, 0);
    assert_eq!(place.run(&["--emit-runtime", "@/ours"]).0, 0);
    assert!(place.read("mine/Makefile") == own && place.has("mine/adStack.c"));
    assert!(place.read("ours/Makefile").contains("libadtape.a:"));
}

#[test]
fn names_that_had_to_change_are_said() {
    let twins = format!("{SQUARE}\nsubroutine square_b(n)\n  integer :: n\n  n = 1\nend subroutine\n");
    let place = Place::with(&[("twins.f90", &twins), ("square.f90", SQUARE)]);
    let words = ["-b", "-head", "square(y)/(x)", "-O", "@", "@/twins.f90"];
    assert_eq!(place.remarks(&words), ["note: `square_b0` is the derivative of `square`, because `square_b` exists"]);
    let (status, said) = place.run(&words);
    assert_eq!((status, said.as_str()), (0, ""));
    assert!(place.read("twins_b.msg").contains("note[RT0523]: `square_b0`"), "{}", place.read("twins_b.msg"));
    assert_eq!(place.remarks(&["-b", "-O", "@", "@/square.f90"]), [""; 0]);
}

/// Derivatives of one pattern of activity each have numbers by design: only what is taken is said.
#[test]
fn numbers_of_patterns_are_no_news() {
    let text = "subroutine g(a, b, c)\n  real(8) :: a, b, c\n  c = a*b\nend subroutine\nsubroutine f(x, y)\n  real(8) :: x, y, w\n  \
                call g(x, 2.0d0, w)\n  call g(w, x, y)\nend subroutine\n";
    let place = Place::with(&[("f.f90", text)]);
    let words = |mode| [mode, "-head", "f(y)/(x)", "-specializeactivity", "%all%", "-O", "@", "@/f.f90"];
    for mode in ["-d", "-b"] {
        assert_eq!(place.remarks(&words(mode)), [""; 0], "{mode}");
        assert_eq!(place.run(&words(mode)), (0, String::new()));
    }
    assert!(place.read("f_d.f90").contains("g_d0("));
}

#[test]
fn inputs_of_one_name_have_outputs_of_their_own() {
    let cube = SQUARE.replace("square", "cube").replace("x*x", "x*x*x");
    let place = Place::with(&[("a/f.f90", SQUARE), ("b/f.f90", &cube)]);
    let remarks = place.remarks(&["-b", "-head", "square cube", "-O", "@", "@/a/f.f90", "@/b/f.f90"]);
    assert_eq!(remarks.len(), 1, "{remarks:?}");
    assert!(remarks[0].ends_with("b/f.f90` gives `b_f_b.f90`, because another input has that name"), "{remarks:?}");
}
