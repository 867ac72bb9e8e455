//! Heads of one run share a module: what one of them lists, and another only reaches by a pointer, is none of the other's business.

use std::path::Path;

/// `halo` lists what the pointer `x` leads to; `inflow` makes another pointer lead there, in a procedure that it calls.
const TEXT: &str = "\
module procs
  implicit none
  real(8), pointer :: x(:,:)
  real(8), pointer :: xf(:)
contains
  subroutine halo()
    x(1,1) = 2*x(2,1)
  end subroutine
  subroutine inflow(face, b, val)
    integer, intent(in) :: face
    real(8), intent(in) :: b
    real(8), intent(out) :: val
    call inlet
  contains
    subroutine inlet
      real(8) :: xc
      call setface(face)
      xc = 0.25d0*(xf(1) + xf(2))
      val = b*xc
    end subroutine
  end subroutine
  subroutine setface(face)
    integer, intent(in) :: face
    if (face == 1) then
      xf => x(:, 1)
    else
      xf => x(:, 2)
    end if
  end subroutine
end module
";

fn derivative(place: &Path, text: &str, heads: &str, mode: &str, name: &str) -> String {
    std::fs::write(place.join("procs.f90"), text).expect("written");
    let file = place.join("procs.f90").to_string_lossy().into_owned();
    let out = place.to_string_lossy().into_owned();
    let words = ["rtapenade", mode, "-head", heads, "--force", "-O", &out, &file].map(String::from);
    let (status, said) = rtapenade::run::run(words);
    assert_eq!(status, 0, "{said}");
    std::fs::read_to_string(place.join(name)).expect("an output").to_lowercase()
}

#[test]
fn what_a_head_does_not_list_is_left_alone() {
    let directory = tempfile::tempdir().expect("a folder");
    let place = directory.path();
    let of = |mode, name| derivative(place, TEXT, "procs%inflow(b)>(val) procs%halo(x)>(x)", mode, name);
    // Its tangent would have a part along `xd`, which this head does not list.
    let tangent = of("-d", "procs_d.f90");
    assert!(!tangent.contains("xcd") && tangent.contains("vald = xc*bd"), "{tangent}");
    // Its adjoint would clear what the caller has gathered in `xb` for the other head.
    let adjoint = of("-b", "procs_b.f90");
    assert!(!adjoint.contains("xb = 0") && !adjoint.contains("xfb"), "{adjoint}");
}

/// `top` and `inflow` share `s`, which reads `x`: `top` lists it, `inflow` does not.
const SHARED: &str = "\
module procs
  implicit none
  real(8) :: x(5)
contains
  subroutine top(y)
    real(8), intent(out) :: y
    call s(x(1), y)
  end subroutine
  subroutine inflow(b, val)
    real(8), intent(in) :: b
    real(8), intent(out) :: val
    call s(b, val)
  end subroutine
  subroutine s(b, val)
    real(8), intent(in) :: b
    real(8), intent(out) :: val
    val = b*x(2)
  end subroutine
end module
";

#[test]
fn a_procedure_that_heads_share_is_not_shared_for_what_one_of_them_lists() {
    let directory = tempfile::tempdir().expect("a folder");
    let of = |mode, name| derivative(directory.path(), SHARED, "procs%inflow(b)>(val) procs%top(x)>(y)", mode, name);
    // What a procedure of that name does.
    let body = |text: &str, name: &str| {
        let begin = text.find(&format!("subroutine {name}(")).unwrap_or_else(|| panic!("{name}: {text}"));
        text[begin..].split("end subroutine").next().expect("a part").to_string()
    };
    let (tangent, adjoint) = (of("-d", "procs_d.f90"), of("-b", "procs_b.f90"));
    for (text, name, copy, x) in [(&tangent, "inflow_d", "s_d0", "xd"), (&adjoint, "inflow_b", "s_b0", "xb")] {
        assert!(!body(text, name).contains(x) && body(text, name).contains(&format!("call {copy}(")), "{text}");
        assert!(!body(text, copy).contains(x), "{text}");
    }
    assert!(body(&tangent, "top_d").contains("call s_d(") && body(&tangent, "s_d").contains("b*xd(2)"), "{tangent}");
}
