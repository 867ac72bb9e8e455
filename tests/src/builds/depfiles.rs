//! `-MD`: judged by make itself.

use std::process::Command;

use super::{Place, SQUARE, have, succeeds};

/// The lines of a rule, joined.
fn joined(text: &str) -> String {
    text.replace("\\\n", "").split('\n').map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ") + "\n").collect()
}

#[test]
fn everything_that_was_read_is_listed() {
    let included =
        "subroutine square(x, y)\n  include 'kinds.inc'\n  real(wp) :: x, y\n  y = x*x\nend subroutine square\n";
    let place = Place::with(&[
        ("square.f90", included),
        ("inc/kinds.inc", "  integer, parameter :: wp = 8\n  include 'more.inc'\n"),
        ("inc/more.inc", "  integer, parameter :: sp = 4\n"),
        ("lib.txt", "subroutine other:\n shape: (param 1)\n ReadNotWritten: (1)\n"),
        ("DIFFSIZES.inc", "      INTEGER NBDIRSMAX\n      PARAMETER (NBDIRSMAX = 3)\n"),
        ("old.f", "      SUBROUTINE OLD(X, Y)\n      REAL X, Y\n      Y = X*X\n      END\n"),
        ("c.c", "#include \"c.h\"\n#include <math.h>\ndouble f(double x)\n{\n    return SQ(sin(x));\n}\n"),
        ("inc/c.h", "#define SQ(x) ((x)*(x))\n"),
    ]);
    let own = |text: &str| joined(&text.replace(&place.path(""), ""));
    let words = ["-b", "-head", "square", "-I", "@/inc", "-ext", "@/lib.txt", "-O", "@", "-MD", "-q", "@/square.f90"];
    assert_eq!(place.run(&words), (0, String::new()));
    let expected = "square_b.f90: square.f90 inc/kinds.inc inc/more.inc lib.txt\n\ninc/kinds.inc:\n\ninc/more.inc:\n\nlib.txt:\n\n";
    assert_eq!(own(&place.read("square_b.d")), expected);
    // A file and a target of one's own; several directions depend on DIFFSIZES where there is one.
    let words = ["-b", "-vector", "-head", "old", "-O", "@", "-MD", "-MF", "@/x.dep", "-MT", "it", "@/old.f"];
    assert_eq!(place.run(&words), (0, String::new()));
    assert_eq!(own(&place.read("x.dep")), "it: old.f DIFFSIZES.inc\n\nDIFFSIZES.inc:\n\n");
    // Headers, but those of the system and of the runtime.
    let words = ["-b", "-head", "f", "-I@/inc", "-O", "@", "-MMD", "-MP", "@/c.c"];
    assert_eq!(place.run(&words), (0, String::new()));
    assert_eq!(own(&place.read("c_b.d")), "c_b.c c_b.h: c.c inc/c.h\n\ninc/c.h:\n\n");
}

/// Names that make reads in another way unless they are escaped.
#[test]
fn make_understands_the_names() {
    if !have("make") {
        return;
    }
    let names = ["my kinds.inc", "a$b.inc", "a#b.inc", "a%b.inc", "a:b.inc", "a\\b.inc"];
    for name in names {
        let text = format!("subroutine f(x, y)\n  include 'odd/{name}'\n  y = x*x\nend subroutine f\n");
        let place = Place::with(&[("f.f90", &text), (&format!("odd/{name}"), "  real(8) :: x, y\n")]);
        assert_eq!(place.run(&["-b", "-O", "@", "-MD", "-MT", "f_b.f90", "@/f.f90"]), (0, String::new()), "{name}");
        // As if it had been run here: the names are those from this directory on.
        let rule = place.read("f_b.d").replace(&place.path(""), "");
        place.write("f_b.d", &rule);
        place.write("Makefile", "f_b.f90:\n\ttouch f_b.f90\ninclude f_b.d\n");
        let make =
            |words: &[&str]| Command::new("make").args(words).current_dir(place.0.path()).output().expect("make");
        let is_fresh = || make(&["-q", "f_b.f90"]).status.success();
        let age = |name: &str, seconds: u64| {
            let file = std::fs::File::options().append(true).open(place.path(name)).expect("a file");
            let then = std::time::SystemTime::now() - std::time::Duration::from_secs(seconds);
            file.set_modified(then).expect("a time");
        };
        age("f.f90", 100);
        age(&format!("odd/{name}"), 100);
        age("f_b.f90", 50);
        assert!(is_fresh(), "{name}:\n{rule}");
        age(&format!("odd/{name}"), 10);
        assert!(!is_fresh(), "{name} changed:\n{rule}");
        // Once it is gone, make still knows what to do.
        std::fs::remove_file(place.path(&format!("odd/{name}"))).expect("it was there");
        succeeds(Command::new("make").arg("f_b.f90").current_dir(place.0.path()));
    }
}

#[test]
fn a_rule_has_its_own_place() {
    let place = Place::with(&[("square.f90", SQUARE)]);
    let (status, said) = place.run(&["-b", "-O", "@", "-MF", "@/nowhere/x.d", "@/square.f90"]);
    assert!(status == 1 && said.contains("error[RT0502]") && said.contains("nowhere"), "{said}");
    let (status, said) = place.run(&["-b", "-O", "@", "-MF", "@/square.f90", "@/square.f90"]);
    assert!(status == 1 && said.contains("error[RT0509]") && place.read("square.f90") == SQUARE, "{said}");
}
