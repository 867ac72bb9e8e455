//! Lines of Makefiles that were written for Tapenade.

/// The user of a module, which stands in a file that comes later.
const USER: &str = "subroutine f(x, y)
  use base, only: square
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  call square(x, y)
end subroutine f
";

const BASE: &str = "module base
  implicit none
contains
  subroutine square(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    y = x*x
  end subroutine square
end module base
";

/// Status, what is said, and the file that `-o all` writes.
fn run(words: &[&str]) -> (u8, String, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    for (name, text) in [("user.f90", USER), ("base.f90", BASE)] {
        std::fs::write(path(name), text).expect("an input");
    }
    let place = directory.path().to_string_lossy().into_owned();
    let (user, base) = (path("user.f90"), path("base.f90"));
    let rest = ["-o", "all", "-head", r"f(x)\(y)", "-O", &place, &user, &base];
    let all = ["rtapenade"].iter().chain(words).chain(&rest);
    let (status, said) = rtapenade::run::run(all.map(|w| w.to_string()));
    let text = ["all_d.f90", "all_b.f90", "all_db.f90"].map(|n| std::fs::read_to_string(path(n)).unwrap_or_default());
    (status, said, text.concat())
}

#[test]
fn modules_come_before_their_users_in_one_file() {
    for mode in [&["-d"][..], &["-b"], &["-d", "-b"]] {
        let (status, said, text) = run(mode);
        assert_eq!(status, 0, "{said}");
        let at = |words: &str| text.find(words).unwrap_or_else(|| panic!("no `{words}` in\n{text}"));
        assert!(at("module base_diff") < at("subroutine f_"), "{text}");
    }
}

#[test]
fn options_that_do_nothing_here_are_taken() {
    let silent =
        ["-openmp", "-noinclude", "-p8", "-noisize", "-parserfileseparator", "/", "-inputlanguage", "fortran90"];
    let (status, said, _) = run(&[&["-b"], &silent[..]].concat());
    assert!(status == 0 && said.is_empty(), "{said}");
    for option in ["-context", "-debugTGT", "-debugADJ", "-directValid", "-profile", "-html"] {
        let (status, said, text) = run(&["-d", option]);
        assert!(status == 0 && !text.is_empty(), "{option}: {said}");
        assert!(said.contains("warning[RT0508]") && said.contains(option), "{option}: {said}");
    }
}

#[test]
fn one_pattern_names_the_variables_of_one_mode() {
    let (status, said, text) = run(&["-b", "-diffvarname", "%_bar"]);
    assert!(status == 0 && text.contains("x_bar"), "{said}\n{text}");
    let (status, said, _) = run(&["-d", "-b", "-diffvarname", "%_bar"]);
    assert!(status != 0 && said.contains("error[RT0318]"), "{said}");
}

#[test]
fn old_names_of_options_are_known() {
    let (status, said, text) = run(&["-backward", "-diffmodulename", "%_ad"]);
    assert!(status == 0 && text.contains("square_b(") && text.contains("base_ad"), "{said}\n{text}");
    // The file is named by it, too.
    let (status, said, text) = run(&["-b", "-difffuncname", "_bq"]);
    assert!(status == 0 && text.is_empty(), "{said}\n{text}");
    let (status, said, _) = run(&["-d", "-b", "-difffuncname", "_bq"]);
    assert!(status != 0 && said.contains("error[RT0318]") && said.contains("-adjfuncname"), "{said}");
    let (status, said, _) = run(&["-b", "-nooptim", "adjointliveness"]);
    assert!(status == 0, "{said}");
}

#[test]
fn everything_is_split_by_default_when_that_is_asked_for() {
    let (status, said, text) = run(&["-b", "-defaultnocheckpoint"]);
    assert!(status == 0 && text.contains("square_bwd"), "{said}\n{text}");
    let (status, said, text) = run(&["-b", "-defaultnocheckpoint", "-nocheckpoint", "square"]);
    assert!(status == 0 && text.contains("square_b("), "{said}\n{text}");
    // Drivers call the adjoint of the head in one piece, unless the head is to be split by its name.
    let (status, said, text) = run(&["-b", "-defaultnocheckpoint"]);
    let has = |text: &str| ["f_b", "f_fwd", "f_bwd"].map(|name| text.contains(&format!("subroutine {name}(")));
    assert!(status == 0 && has(&text) == [true; 3], "{said}\n{text}");
    for split in ["%all%", "f square"] {
        let (status, said, text) = run(&["-b", "-nocheckpoint", split]);
        assert!(status == 0 && has(&text) == [false, true, true], "{said}\n{text}");
    }
}

#[test]
fn procedures_of_lists_may_have_their_module_before_them() {
    for name in ["base.square", "BASE%Square", "square"] {
        let (status, said, text) = run(&["-b", "-nocheckpoint", name]);
        assert!(status == 0 && text.contains("square_bwd("), "{said}\n{text}");
    }
    let (status, said, text) = run(&["-b", "-nocheckpoint", "user.square"]);
    assert!(status == 0 && said.contains("[RT0302]") && !text.contains("square_bwd("), "{said}\n{text}");
}

/// An expression that goes on for a while, in each form.
const LONG: [(&str, &str); 3] = [
    (
        "a.f90",
        "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = sin(x)*cos(x)*exp(x) + sin(2*x)*cos(2*x)*exp(2*x) &\n    \
         + sin(3*x)*cos(3*x)*exp(3*x)\nend subroutine f\n",
    ),
    (
        "a.f",
        "      SUBROUTINE F(X, Y)\n      DOUBLE PRECISION X, Y\n      Y = SIN(X)*COS(X)*EXP(X) + SIN(2*X)*COS(2*X)*EXP(2*X)\n     +    \
         + SIN(3*X)*COS(3*X)*EXP(3*X)\n      END\n",
    ),
    (
        "a.c",
        "#include <math.h>\nvoid f(double x, double *y) {\n  *y = sin(x)*cos(x)*exp(x) + sin(2*x)*cos(2*x)*exp(2*x)\n    \
         + sin(3*x)*cos(3*x)*exp(3*x);\n}\n",
    ),
];

#[test]
fn lines_are_as_long_as_is_asked_for() {
    let longest = |name: &str, text: &str, words: &[&str]| {
        let directory = tempfile::tempdir().expect("a directory");
        let input = directory.path().join(name);
        std::fs::write(&input, text).expect("an input");
        let place = directory.path().to_string_lossy().into_owned();
        let rest = ["-d", "-head", r"f(x)\(y)", "-O", &place, &input.to_string_lossy()].map(String::from);
        let all = ["rtapenade".to_string()].into_iter().chain(words.iter().map(|w| w.to_string())).chain(rest);
        let (status, said) = rtapenade::run::run(all);
        assert_eq!(status, 0, "{said}");
        let output = directory.path().join(name.replace("a.", "a_d."));
        let text = std::fs::read_to_string(output).expect("an output");
        let code = text.lines().filter(|l| !l.trim_start().starts_with(['!', 'C', '*', '/']));
        code.map(str::len).max().unwrap_or_default()
    };
    for (name, text) in LONG {
        let of = |words: &[&str]| longest(name, text, words);
        assert!(of(&["-linelength", "60"]) <= 60, "{name}");
        assert!(of(&[]) > 60, "{name}");
        if name == "a.f" {
            assert!(of(&["-linelength", "120"]) <= 72, "{name}");
            assert!(of(&["-linelength", "120", "-extend-source"]) > 72, "{name}");
        }
    }
}

/// A module that uses another one, with a list of names and a new name for one of them.
const MODEL: &str = "module model
  use base, only: apply => square
  implicit none
contains
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    call apply(x, y)
    y = y + x
  end subroutine f
end module model
";

#[test]
fn the_order_of_the_files_does_not_change_names() {
    for mode in ["-d", "-b"] {
        let both = [["model.f90", "base.f90"], ["base.f90", "model.f90"]].map(|order| {
            let directory = tempfile::tempdir().expect("a directory");
            let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
            std::fs::write(path("model.f90"), MODEL).expect("an input");
            std::fs::write(path("base.f90"), BASE).expect("an input");
            let (head, place) = (r"model%f(x)\(y)", directory.path().to_string_lossy().into_owned());
            let files = order.map(path);
            let words = ["rtapenade", mode, "-head", head, "-O", &place, &files[0], &files[1]];
            let (status, said) = rtapenade::run::run(words.map(String::from));
            assert_eq!(status, 0, "{said}");
            let result = path(if mode == "-d" { "model_d.f90" } else { "model_b.f90" });
            std::fs::read_to_string(result).expect("the derivative")
        });
        assert_eq!(both[0], both[1]);
        assert!(!both[0].contains("0 =>"), "{}", both[0]);
    }
}

/// Vectors of SUNDIALS: what the head names holds numbers behind a `void *` only.
#[test]
fn heads_may_name_what_is_behind_void() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("f.c");
    let text = "struct vector { void *content; };\ntypedef struct { long n; double *data; } numbers;\n\
                #define AT(v, i) (((numbers *)(v)->content)->data[i])\n\
                int f(double t, struct vector *y, struct vector *z)\n\
                {\n    AT(z, 0) = t*AT(y, 0)*AT(y, 1);\n    AT(z, 1) = AT(y, 0);\n    return 0;\n}\n";
    std::fs::write(&path, text).expect("the input");
    let (path, place) = (path.to_string_lossy(), directory.path().to_string_lossy());
    let words = ["rtapenade", "-b", "-head", "f(z)/(y)", "-O", &place, &path];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    assert!(status == 0 && !said.contains("RT0305"), "{said}");
    let made = std::fs::read_to_string(directory.path().join("f_b.c")).expect("it was written");
    assert!(made.contains("with respect to varying inputs: *y.content.data\n"), "{made}");
}

#[test]
fn inputs_are_not_overwritten() {
    let directory = tempfile::tempdir().expect("a directory");
    let place = directory.path().to_string_lossy().into_owned();
    let input = directory.path().join("square_b.f90");
    std::fs::write(&input, BASE).expect("an input");
    let around =
        format!("{place}/../{}/square_b.f90", directory.path().file_name().unwrap_or_default().to_string_lossy());
    for naming in [["-o", "square"], ["-adjfuncname", "%"]] {
        let words = ["rtapenade", "-b", naming[0], naming[1], "-head", "square(y)/(x)", "-O", &place, &around];
        let (status, said) = rtapenade::run::run(words.map(String::from));
        assert!(status == 1 && said.contains("error[RT0509]") && said.contains("square_b.f90"), "{said}");
        assert_eq!(std::fs::read_to_string(&input).expect("the input"), BASE);
        let there = std::fs::read_dir(directory.path()).expect("the directory").flatten().map(|e| e.path());
        let others: Vec<_> = there.filter(|p| *p != input && p.extension().is_none_or(|e| e != "msg")).collect();
        assert!(others.is_empty(), "{others:?}: {said}");
    }
}

#[test]
fn one_pattern_names_the_modules_of_both_modes() {
    for words in [
        &["-d", "-b", "-tgtmodulename", "%_ad", "-adjmodulename", "_ad"][..],
        &["-d", "-tgtmodulename", "%_ad", "-adjmodulename", "%_adj"],
        &["-b", "-tgtmodulename", "%_tgt", "-adjmodulename", "%_adj", "-adjmodulename", "%_ad"],
        &["-d", "-b", "-modulename", "%_x", "-modulename", "%_ad", "-tgtvarname", "%t", "-tgtvarname", "%d"],
    ] {
        let (status, said, text) = run(words);
        assert!(status == 0 && text.contains("module base_ad"), "{words:?}: {said}");
    }
    for (words, options) in [
        (["-tgtmodulename", "%_t", "-adjmodulename", "%_a"], "-tgtmodulename %_t and -adjmodulename %_a"),
        (["-modulename", "%_m", "-adjmodulename", "%_a"], "-modulename %_m and -adjmodulename %_a"),
    ] {
        let (status, said, text) = run(&[&["-d", "-b"], &words[..]].concat());
        assert!(status == 1 && text.is_empty() && said.contains("error[RT0320]") && said.contains(options), "{said}");
    }
}

#[test]
fn literals_have_the_default_kind_of_their_numbers() {
    let text = "      SUBROUTINE F(X, Y)\n      REAL X(2), Y\n      COMPLEX Z\n      Z = CMPLX(X(1), X(2))\n      Y = CABS(Z*Z)\n      END\n";
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    std::fs::write(path("a.f"), text).expect("an input");
    for (mode, output) in [("-d", "a_d.f"), ("-b", "a_b.f")] {
        let words = ["rtapenade", mode, "-r8", "-head", "f(y)/(x)", "-O", &path(""), &path("a.f")];
        let (status, said) = rtapenade::run::run(words.map(String::from));
        let text = std::fs::read_to_string(path(output)).unwrap_or_default();
        assert!(status == 0 && text.contains("2.0*") && !text.contains(".D0"), "{said}{text}");
    }
}

/// The user writes the derivative of a procedure without source: its arguments have the same places whatever keywords a call has.
#[test]
fn keywords_give_procedures_without_source_no_other_order() {
    let interface = "  interface\n    subroutine ext(x, n, y)\n      real(8), intent(in) :: x\n      integer, intent(in), optional :: n\n\
                     \x20     real(8), intent(out) :: y\n    end subroutine\n  end interface\n";
    let made = |call: &str| {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("f.f90");
        let text = format!(
            "subroutine f(a, b)\n  implicit none\n{interface}  real(8) :: a, b\n  call {call}\nend subroutine\n"
        );
        std::fs::write(&path, text).expect("the input");
        let (path, place) = (path.to_string_lossy(), directory.path().to_string_lossy());
        let (_, said) =
            rtapenade::run::run(["rtapenade", "-d", "-head", "f(b)/(a)", "-O", &place, &path].map(String::from));
        said + &std::fs::read_to_string(directory.path().join("f_d.f90")).unwrap_or_default()
    };
    let ordered = made("ext(n=2, y=b, x=a)");
    assert!(ordered.contains("call ext_d(a, ad, 2, b, bd)"), "{ordered}");
    let left_out = made("ext(y=b, x=a)");
    assert!(left_out.contains("RT0416") && left_out.contains("an argument before others is left out"), "{left_out}");
}

/// Of several procedures the head must name one.
#[test]
fn the_generic_name_of_one_procedure_is_a_head() {
    const MODULE: &str = "module m\n  implicit none\n  private\n  public :: fit\n  interface fit\n    module procedure fit_a\n  end interface\n\
        contains\n  subroutine fit_a(x, y)\n    real(8), intent(in) :: x\n    real(8), intent(out) :: y\n    y = x*x\n  end subroutine\nend module\n";
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    std::fs::write(path("m.f90"), MODULE).expect("an input");
    let words = ["rtapenade", "-tangent", "-head", "m%fit(y)/(x)", "-O", &path(""), &path("m.f90")];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    assert_eq!(status, 0, "{said}");
    let text = std::fs::read_to_string(path("m_d.f90")).expect("an output");
    assert!(text.contains("subroutine fit_a_d(x, xd, y, yd)"), "{text}");
}
