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
