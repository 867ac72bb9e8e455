//! Programs of which a part is not understood, or uses modules that are not at hand: what does not reach that part has its derivative all the same,
//! and what does reach it is refused.

use std::path::{Path, PathBuf};

/// A model beside routines that use libraries, one of them in the same module.
const MODEL: &str = "module model
  use archive
  implicit none
contains
  subroutine step(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    y = sum(x**2)
  end subroutine step
  subroutine write_state(x)
    real(8), intent(in) :: x(:)
    integer :: status
    status = nf90_put_var(1, nf90_unlimited, x)
  end subroutine write_state
  subroutine both(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    y = sum(x**2)*nf90_fill_double
  end subroutine both
  subroutine saved(x, y)
    use clock
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    call write_state(x)
    call step(x, y)
  end subroutine saved
  subroutine scaled(x, y)
    real(8), intent(in) :: x(:)
    real(8), intent(out) :: y
    call both(x, y)
  end subroutine scaled
end module model
";

/// An editor has left something that is no Fortran in it.
const BROKEN: &str = "subroutine report(x)
  implicit none
  real(8) :: x
  Vec :: v
  x = = 2
end subroutine report
";

fn files(directory: &Path) -> Vec<PathBuf> {
    let mut out = Vec::new();
    for (name, text) in [("model.f90", MODEL), ("report.f90", BROKEN)] {
        let path = directory.join(name);
        std::fs::write(&path, text).expect("an input");
        out.push(path);
    }
    out
}

fn run(args: &[&str], count: usize) -> (u8, String, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut options = vec!["rtapenade".to_string()];
    options.extend(args.iter().map(|a| a.to_string()));
    options.extend(["-O".to_string(), directory.path().to_string_lossy().into_owned()]);
    options.extend(files(directory.path()).iter().take(count).map(|p| p.to_string_lossy().into_owned()));
    let (status, said) = rtapenade::run::run(options);
    let read = |name: &str| std::fs::read_to_string(directory.path().join(name)).unwrap_or_default();
    (status, said, read("model_b.f90") + &read("model_p.f90"))
}

#[test]
fn what_the_head_does_not_reach_does_not_matter() {
    let (status, said, text) = run(&["-reverse", "-head", r"step(x)\(y)"], 2);
    assert_eq!(status, 0, "{said}");
    assert!(text.contains("subroutine step_b(") && text.contains("use archive"), "{text}");
    assert!(said.contains("warning[RT0201]") && !said.contains("RT0101"), "{said}");
    let (_, said, _) = run(&["-reverse", "-msglevel", "10", "-head", r"step(x)\(y)"], 2);
    assert!(said.contains("warning[RT0201]") && said.contains("note[RT0101]") && !said.contains("error["), "{said}");
}

/// What a head calls may be a riddle where nothing active goes in or comes out; a module that it uses may be missing where it needs nothing of it.
#[test]
fn what_it_only_calls_does_not_matter_either() {
    let (status, said, text) = run(&["-reverse", "-head", r"saved(x)\(y)"], 1);
    assert_eq!(status, 0, "{said}");
    assert!(text.contains("use clock") && text.contains("subroutine saved_b("), "{text}");
}

#[test]
fn what_it_reaches_is_refused() {
    for head in [r"both(x)\(y)", r"scaled(x)\(y)", r"report(x)\(x)"] {
        let (status, said, text) = run(&["-reverse", "-head", head], 2);
        assert!(status != 0 && text.is_empty() && said.contains("error["), "{head}: {said}");
    }
}

#[test]
fn text_that_needs_no_module_is_printed_again() {
    let (status, said, text) = run(&["-p"], 1);
    assert_eq!(status, 0, "{said}");
    assert!(text.contains("nf90_put_var(1, nf90_unlimited, x)"), "{text}");
    let (status, said, _) = run(&["-p"], 2);
    assert!(status != 0 && said.contains("error[RT0101]"), "{said}");
}

/// What is put in a variable of a module that is missing would lose its derivative; what is only read there, or passed to a library, has none.
#[test]
fn values_do_not_go_into_missing_modules() {
    let text = "subroutine set(x)
  use store, only: w => work
  implicit none
  real(8), intent(in) :: x
  w = x
end subroutine set
subroutine through(x, y)
  use store, only: work, turns, scale
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  turns = turns + 1
  call set(x(1))
  y = scale*work*x(2)
  work = 0
end subroutine through
subroutine by_pointer(x, y)
  use store, only: work
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8), pointer :: p
  p => work
  p = x(1)
  y = work*x(2)
end subroutine by_pointer
subroutine passed(x, y)
  use store, only: work, scale, comm
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: y
  real(8) :: t
  t = x(1)*x(2)
  comm = 3
  call reduce(t, y, comm)
  y = y*scale
end subroutine passed
";
    let run = |mode: &str, head: &str| given(&[("a.f90", text)], mode, &format!("{head}(y)/(x)"));
    for mode in ["-tangent", "-reverse"] {
        for (head, name, lines) in
            [("through", "`w`", ["a.f90:5", "a.f90:5"]), ("by_pointer", "`work`", ["a.f90:23", "a.f90:24"])]
        {
            let (status, said) = run(mode, head);
            let is_located = lines.iter().any(|l| said.contains(l));
            assert!(
                status != 0 && said.contains("error[RT0417]") && said.contains(name) && is_located,
                "{head}: {said}"
            );
            assert_eq!(said.matches("error[").count(), 1, "{head}: {said}");
        }
        let (status, said) = run(mode, "passed");
        assert_eq!(status, 0, "{said}");
    }
}

/// Status and messages of a run on these files.
fn given(files: &[(&str, &str)], mode: &str, head: &str) -> (u8, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut options = ["rtapenade", mode, "-head", head, "-O"].map(String::from).to_vec();
    options.push(directory.path().to_string_lossy().into_owned());
    for (name, text) in files {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("an input");
        options.push(path.to_string_lossy().into_owned());
    }
    rtapenade::run::run(options)
}

#[test]
fn what_is_defined_twice_matters_where_it_is_reached() {
    let f =
        "subroutine f(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x*x\nend subroutine f\n";
    let cubic = f.replace("x*x", "x**3");
    let other = "subroutine g(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  y = x\nend subroutine g\nsubroutine h(x, y)\n  real(8), intent(in) :: x\n  real(8), intent(out) :: y\n  call f(x, y)\nend subroutine h\n";
    let module = |f: &str| format!("module m\ncontains\n{f}end module m\n");
    let (square, cube) = (module(f), module(&cubic));
    let through =
        format!("{}use m\n{}", "subroutine h(x, y)\n", other.split_once("subroutine h(x, y)\n").expect("h").1);
    let once = "double f(double x) { return x*x; }\n";
    let again = "double f(double x) { return x*x*x; }\ndouble g(double x) { return x; }\n";
    type Case<'t> = (&'t [(&'t str, &'t str)], &'t str, Option<&'t str>);
    let cases: &[Case] = &[
        (&[("a.f90", f), ("b.f90", &cubic), ("c.f90", other)], "h(y)/(x)", Some("b.f90:1:12")),
        (&[("a.f90", f), ("b.f90", &cubic), ("c.f90", other)], "g(y)/(x)", None),
        (&[("a.f90", &format!("{f}{cubic}"))], "f(y)/(x)", Some("a.f90:6:12")),
        (&[("a.f90", &square), ("b.f90", &cube), ("c.f90", &through)], "h(y)/(x)", Some("b.f90:1:8")),
        (&[("a.f90", &square), ("b.f90", &cube), ("c.f90", other)], "g(y)/(x)", None),
        (&[("a.c", once), ("b.c", again)], "f(f)/(x)", Some("b.c:1:8")),
        (&[("a.c", once), ("b.c", again)], "g(g)/(x)", None),
    ];
    for (files, head, place) in cases {
        let (status, said) = given(files, "-reverse", head);
        match place {
            Some(place) => {
                let is_said = said.contains("error[RT0212]") && said.contains(place);
                assert!(status == 1 && is_said && said.contains("first definition"), "{head}: {said}");
            }
            None => assert!(status == 0 && said.contains("warning[RT0212]"), "{head}: {said}"),
        }
    }
}

/// A static function of one file is another one than what other files call by that name, and so is the text of an inline function.
#[test]
fn static_functions_are_defined_once() {
    let own = "static double f(double x) { return x*x; }\ndouble g(double x) { return 2*f(x); }\n";
    let other = "double f(double x) { return x*x*x; }\ndouble g(double x);\ndouble h(double x) { return f(x)*g(x); }\n";
    for files in [[("a.c", own), ("b.c", other)], [("b.c", other), ("a.c", own)]] {
        let (status, said) = given(&files, "-tangent", "h(h)/(x)");
        assert!(status == 0 && said.is_empty(), "{said}");
    }
}
