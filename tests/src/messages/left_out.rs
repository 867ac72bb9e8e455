//! What is not said, or said once.

use super::Place;

/// A head, and procedures beside it that it does not reach.
const MODEL: &str = "\
subroutine flux(u, v, w, f, g, h)
  implicit none
  real(8), intent(in) :: u, v, w
  real(8), intent(out) :: f, g, h
  f = 0.5d0*u**2
  g = 1
  h = 2
end subroutine flux
subroutine report(u)
  implicit none
  real(8) :: u
  sync all
  u = = 2
  print *, u*unknown
end subroutine report
";

#[test]
fn what_the_head_does_not_reach_is_said_when_asked_for() {
    let place = Place::new([("a.f90", MODEL)]);
    let answer = place.answer(["-reverse", "-head", "flux(f)/(u)", "a.f90"]);
    assert_eq!((answer.status, answer.said.as_str()), (0, ""), "{answer:?}");
    insta::assert_snapshot!(place.said(["-reverse", "-head", "flux(f)/(u)", "-msglevel", "10", "a.f90"]));
    let file = std::fs::read_to_string(place.path().join("a_b.msg")).expect("the message file");
    assert!(file.contains("note[RT0101]") && file.contains("note[RT0108]"), "{file}");
}

#[test]
fn what_is_removed_from_lists_is_one_message() {
    let place = Place::new([("a.f90", MODEL)]);
    insta::assert_snapshot!(place.said(["-reverse", "-head", "flux(f g h)/(u v w)", "a.f90"]));
}

#[test]
fn several_heads_have_one_message_about_their_lists() {
    let second = "subroutine source(u, v, s)\n  implicit none\n  real(8), intent(in) :: u, v\n  real(8), intent(out) :: s\n  s = -u\nend subroutine source\n";
    let place = Place::new([("a.f90", MODEL), ("b.f90", second)]);
    insta::assert_snapshot!(place.said(["-d", "-b", "-head", "flux(f)/(u v) source(s)/(u v)", "a.f90", "b.f90"]));
}

/// A procedure that is called in many places is missing once.
#[test]
fn a_missing_procedure_is_one_message() {
    let text = "\
subroutine flux(u, f)
  implicit none
  real(8), intent(in) :: u
  real(8), intent(out) :: f
  external :: table
  call table(u, f)
  f = f**2
  call table(u, f)
end subroutine flux
";
    let place = Place::new([("a.f90", text)]);
    insta::assert_snapshot!(place.said(["-reverse", "-head", "flux(f)/(u)", "a.f90"]));
    insta::assert_snapshot!(place.said(["-tangent", "-head", "flux(f)/(u)", "a.f90"]));
}

#[test]
fn old_lists_are_said_once() {
    let place = Place::new([("a.f90", MODEL)]);
    insta::assert_snapshot!(place.said(["-d", "-b", "-head", "flux", "-vars", "u", "-outvars", "f", "a.f90"]));
    let checked = place.said(["check", "--interpret", "-head", "flux", "-vars", "u", "-outvars", "f", "a.f90"]);
    assert_eq!(checked.matches("[RT0308]").count(), 1, "{checked}");
}

/// The cause is the error. That the procedure around it cannot be differentiated follows.
#[test]
fn a_cause_is_said_and_not_what_follows() {
    let text = "\
subroutine flux(u, f)
  implicit none
  real(8), intent(in) :: u
  real(8), intent(out) :: f
  sync all
  f = u**2
end subroutine flux
";
    let place = Place::new([("a.f90", text)]);
    let answer = place.answer(["-reverse", "-head", "flux(f)/(u)", "a.f90"]);
    assert_eq!(answer.status, 1);
    insta::assert_snapshot!(place.shown(&answer.said));
    assert_eq!(place.written(), ["a_b.msg"]);
    insta::assert_snapshot!(place.said(["check", "--interpret", "-head", "flux(f)/(u)", "a.f90"]));
}

#[test]
fn a_cause_in_c_is_said_and_not_what_follows() {
    let text = "double flux(double u)\n{\n    double w = u*u;\n    return w*gravity;\n}\n";
    let place = Place::new([("a.c", text)]);
    insta::assert_snapshot!(place.said(["-reverse", "-head", "flux(flux)/(u)", "a.c"]));
}
