//! Programs of which a part is not understood, or uses modules that are not at hand: what does not reach that part has its derivative all the same,
//! and what does reach it is refused.

use std::path::{Path, PathBuf};

/// A model beside routines that use libraries, one of them in the same module.
const MODEL: &str = "module model
  use netcdf
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
    assert!(text.contains("subroutine step_b(") && text.contains("use netcdf"), "{text}");
    assert!(said.contains("warning[RT0201]") && said.contains("warning[RT0101]") && !said.contains("error["), "{said}");
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
    let directory = tempfile::tempdir().expect("a directory");
    let input = directory.path().join("a.f90");
    std::fs::write(&input, text).expect("an input");
    let run = |mode: &str, head: &str| {
        let [input, out] = [input.as_path(), directory.path()].map(|p| p.to_string_lossy().into_owned());
        let head = format!("{head}(y)/(x)");
        rtapenade::run::run(["rtapenade", mode, "-head", &head, "-O", &out, &input].map(String::from))
    };
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
