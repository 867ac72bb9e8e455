//! Loops whose adjoint needs no tape have none: neither a call of the runtime nor an array that holds what it saves.

use rtapenade::run;

/// The adjoint of a program as text.
fn adjoint(head: &str, text: &str, options: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a folder");
    let (input, out) = (directory.path().join("program.f90"), directory.path().join("program_b.f90"));
    std::fs::write(&input, text).expect("a file");
    let place = directory.path().to_str().expect("a name").to_string();
    let mut words = vec!["rtapenade", "-reverse", "-head", head, "-O", &place];
    words.extend(options);
    words.push(input.to_str().expect("a name"));
    let (status, said) = run::run(words.into_iter().map(String::from));
    assert_eq!(status, run::SUCCESS, "{said}");
    std::fs::read_to_string(out).expect("an output")
}

fn calls_tape(text: &str) -> bool {
    let text = text.to_lowercase();
    text.contains("call push") || text.contains("call pop")
}

fn has_tape(text: &str) -> bool {
    calls_tape(text) || text.to_lowercase().contains("tape(") || text.to_lowercase().contains("allocate (")
}

/// Branches, an inner loop, overwritten scalars, a sum at the end.
const SUM: &str = "\
subroutine total(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: f
  real(8) :: t, s
  integer :: i, j
  do i = 1, n
    s = 0.d0
    do j = 1, i
      s = s + x(j)*x(i)
    end do
    t = s*x(i)
    if (t > 0.5d0) then
      t = t*t
      s = s*t
    end if
    t = sin(t)*s
    f = f + t*t
  end do
end subroutine total
";

/// Pairs farther apart than a limit add nothing.
const CUT_OFF: &str = "\
subroutine energy(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: f
  real(8) :: r, s
  integer :: i, j
  do i = 1, n - 1
    do j = i + 1, n
      r = (x(i) - x(j))**2
      if (r > 9.d0) cycle
      s = 1/r**3
      f = f + s*s - s
    end do
  end do
end subroutine energy
";

/// A counter that a WHILE loop moves.
const COUNTER: &str = "\
subroutine count(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: f
  real(8) :: t
  integer :: k
  k = 1
  do while (k <= n)
    t = x(k)*x(k)
    t = t*sin(x(k)) + t**3
    f = f + t*t*t
    k = k + 2
  end do
end subroutine count
";

/// A procedure that overwrites what it is given.
const CALLS: &str = "\
subroutine grow(a, b)
  implicit none
  real(8), intent(in) :: a
  real(8), intent(out) :: b
  b = a*a*sin(a)
end subroutine grow
subroutine calls(n, x, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(inout) :: f
  real(8) :: t, u
  integer :: i
  interface
    subroutine grow(a, b)
      real(8), intent(in) :: a
      real(8), intent(out) :: b
    end subroutine grow
  end interface
  do i = 1, n
    t = x(i)*3.d0
    call grow(t, u)
    t = u*u
    call grow(t, u)
    f = f + u*t
  end do
end subroutine calls
";

/// Time steps of a stencil with a nonlinear flux.
const STENCIL: &str = "\
subroutine stencil(n, steps, u, cost)
  implicit none
  integer, intent(in) :: n, steps
  real(8), intent(inout) :: u(n)
  real(8), intent(out) :: cost
  real(8) :: f(n), d
  integer :: i, k
  do k = 1, steps
    do i = 1, n - 1
      d = u(i + 1) - u(i)
      if (d > 0.d0) then
        d = d*d
      else
        d = 0.5d0*d
      end if
      f(i) = d*u(i)
    end do
    do i = 2, n - 1
      u(i) = u(i) - 0.1d0*(f(i) - f(i - 1))
    end do
  end do
  cost = 0.d0
  do i = 1, n
    cost = cost + u(i)**2
  end do
end subroutine stencil
";

#[test]
fn a_sum_needs_no_tape() {
    for (head, text) in [("total(f)/(x f)", SUM), ("count(f)/(x f)", COUNTER), ("calls(f)/(x f)", CALLS)] {
        let fused = adjoint(head, text, &[]);
        assert!(!has_tape(&fused), "{fused}");
        // Its turns could also be rebuilt one by one.
        let other = adjoint(head, text, &["-nooptim", "fusion", "-nooptim", "recomputeintermediates"]);
        assert!(has_tape(&other), "{other}");
    }
    // The original loop is gone: nothing asks for its results.
    assert_eq!(adjoint("total(f)/(x f)", SUM, &[]).matches("do i =").count(), 1);
    assert_eq!(adjoint("count(f)/(x f)", COUNTER, &[]).matches("do while").count(), 1);
}

#[test]
fn the_space_loops_of_a_stencil_call_no_tape() {
    let text = adjoint("stencil(cost)/(u)", STENCIL, &[]);
    assert!(!calls_tape(&text), "{text}");
    // One section each time step is what remains.
    let saved: Vec<&str> = text.lines().filter(|l| l.contains("tape(") && l.contains("=")).collect();
    assert_eq!(saved.len(), 2, "{text}");
    assert!(saved.iter().all(|l| l.contains("u(2:n - 1)")), "{text}");
}

#[test]
fn tiles_need_no_tape() {
    let (head, text) = ("tiles(a0 y)\\(val)", include_str!("../run/tiles.f90"));
    let free = adjoint(head, text, &[]);
    assert!(!has_tape(&free), "{free}");
    // Recorded bounds, and elements that nobody asks about.
    for off in ["recomputeintermediates", "tbr"] {
        let other = adjoint(head, text, &["-nooptim", off]);
        assert!(has_tape(&other), "{other}");
    }
}

#[test]
fn tests_of_loop_variables_are_decided_again() {
    let text = adjoint("counters(k0 t0)\\(y)", include_str!("../run/counter_tests.f90"), &[]);
    assert!(!text.contains("control"), "{text}");
}

/// How often something is saved.
fn saves(text: &str) -> usize {
    let kept =
        |l: &&str| l.trim_start().split_once(" = ").is_some_and(|(to, _)| to.contains("tape") || to.contains("kept"));
    text.lines().filter(kept).count() + text.matches("call push").count()
}

#[test]
fn what_statements_put_back_themselves_is_saved_once() {
    let (head, text) = ("own_saves(x p)\\(y)", include_str!("../run/own_saves.f90"));
    // Twice in the callee; the squares, what the call runs again from, a scalar; which arm of the last test.
    let joint = ["-nooptim", "splitcalls"];
    let own = adjoint(head, text, &joint);
    assert_eq!(saves(&own), 7, "{own}");
    assert!(saves(&adjoint(head, text, &[&joint[..], &["-nooptim", "tbr"]].concat())) > saves(&own));
}

#[test]
fn calls_are_split_where_that_costs_less() {
    let (head, text) = ("history(x p)\\(y)", include_str!("../run/split_by_cost.f90"));
    let names = ["react", "step", "smooth", "over_time", "cheap", "with_memory", "with_past", "with_choice", "halves"];
    let split = |options: &[&str]| {
        let text = adjoint(head, text, options);
        names.into_iter().filter(|n| text.contains(&format!("call {n}_fwd("))).collect::<Vec<_>>()
    };
    assert_eq!(split(&[]), ["react", "step", "smooth", "with_past"]);
    assert!(split(&["-nooptim", "splitcalls"]).is_empty());
}

#[test]
fn what_backward_halves_do_not_read_is_not_saved() {
    let head = "march(u0 dt)\\(cost)";
    let text = include_str!("../run/split_work_arrays.f90").replace("*slope(i)", "");
    let saved = |options: &[&str]| {
        let text = adjoint(head, &text, options);
        let lines = text.lines().filter(|l| l.contains("tape") || l.contains("push"));
        lines.filter(|l| l.contains("work") || l.contains("flux")).count()
    };
    let split = ["-nocheckpoint", "tendency"];
    assert_eq!(saved(&split), 0);
    assert!(saved(&[&split[..], &["-nooptim", "snapshot"]].concat()) > 0);
}

#[test]
fn what_readers_put_back_themselves_nobody_keeps_for_them() {
    let text = include_str!("../run/put_back_by_readers.f90");
    let saved = |name: &str, options: &[&str]| {
        let text = adjoint(&format!("moving%{name}(om)\\(cost)"), text, options);
        let (_, caller) = text.split_once(&format!("subroutine {name}_b(")).expect("the adjoint");
        caller.split("end subroutine").next().expect("its end").matches("= f\n").count()
    };
    for (name, callee, needed) in [("relaxed", "relax", 0), ("rerun", "collide", 0), ("both", "twice", 1)] {
        let split = ["-nocheckpoint", callee];
        assert_eq!(saved(name, &split), needed, "{name}");
        assert!(saved(name, &[&split[..], &["-nooptim", "tbr"]].concat()) > 0, "{name}");
    }
}

#[test]
fn partial_derivatives_of_few_readers_are_kept_in_place_of_what_they_read() {
    let text = include_str!("../run/kept_readings.f90");
    let saves_the_field = |head: &str, options: &[&str]| {
        let text = adjoint(&format!("waves%{head}"), text, options);
        text.lines().any(|l| l.contains("tape") && (l.trim_end().contains("= u(") || l.trim_end().ends_with("= u")))
    };
    for (head, needed) in [
        ("seen(u0 source)\\(misfit)", false),
        ("once(u0)\\(misfit)", false),
        ("moved(u0)\\(misfit)", false),
        ("steepened(u0)\\(misfit)", true),
        ("handed(u0)\\(misfit)", true),
    ] {
        assert_eq!(saves_the_field(head, &[]), needed, "{head}");
        assert!(saves_the_field(head, &["-nooptim", "partials"]), "{head}");
    }
}

#[test]
fn a_turn_that_runs_again_asks_once() {
    let text = adjoint("energy(f)/(x f)", CUT_OFF, &[]);
    assert!(!has_tape(&text), "{text}");
    assert_eq!(text.matches("r > 9.d0").count(), 1, "{text}");
}

/// A function that is dear for its two inputs, one that is not, and one that many values go into, in a loop whose turns all go forward first.
const LEAVES: &str = "\
module m
  implicit none
contains
  real(8) function dear(t, s)
    real(8), intent(in) :: t, s
    dear = exp(-t)*sin(s) + sqrt(1.d0 + t*t)/(1.d0 + s*s)
  end function dear
  real(8) function cheap(t)
    real(8), intent(in) :: t
    cheap = t*t
  end function cheap
  real(8) function many(t, s, p, q, r)
    real(8), intent(in) :: t, s, p, q, r
    many = exp(-t)*sin(s)*sqrt(1.d0 + p*p)*cos(q)*exp(-r)
  end function many
  subroutine walk(n, x, f)
    integer, intent(in) :: n
    real(8), intent(in) :: x(n)
    real(8), intent(inout) :: f
    real(8) :: r
    integer :: i
    do i = 1, n
      r = dear(f, x(i))
      f = f + r*r
      r = cheap(f)
      f = f + 0.1d0*r
      r = many(f, x(i), f, x(i), f)
      f = f*r
      r = dear(x(i), f)
    end do
  end subroutine walk
end module m
";

#[test]
fn partials_of_dear_functions_are_kept() {
    let text = adjoint("walk(x f)\\(f)", LEAVES, &[]);
    assert!(text.contains("r = dear_part(f, r_t, x(i), r_s)") && text.contains("r_t*rb"), "{text}");
    assert!(!text.contains("dear_b(") && text.contains("call cheap_b(") && text.contains("call many_b("), "{text}");
    for switch in ["partials", "everyoptim"] {
        let text = adjoint("walk(x f)\\(f)", LEAVES, &["-nooptim", switch]);
        assert!(!text.contains("dear_part(") && text.contains("call dear_b("), "{text}");
    }
}

/// Turns that EXIT ends: in the middle of one arm, and behind it.
const MARCH: &str = "\
subroutine march(n, x, w, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), w
  real(8), intent(inout) :: f
  real(8) :: t, z, a, d
  integer :: k
  t = 1.d0
  z = 0.d0
  do k = 1, n
    d = x(k)*z + w
    a = d*t*0.1d0
    f = f + a*d
    t = t - a
    if (t < 0.02d0) then
      f = f + t*t
      exit
    else if (d > 1.d0) then
      z = z - t*a
    end if
    z = z + w*d*t
    if (z > 4.d0) exit
  end do
end subroutine march
";

#[test]
fn turns_that_jumps_end_run_again() {
    let text = adjoint("march(x w f)\\(f)", MARCH, &[]);
    assert!(!calls_tape(&text) && text.contains("tape(2, n)") && text.contains("ad_to = k"), "{text}");
    let recorded = adjoint("march(x w f)\\(f)", MARCH, &["-nooptim", "recomputeintermediates"]);
    assert!(calls_tape(&recorded), "{recorded}");
    // What two arms go on to cannot come under one of them, and EXIT of an outer loop leaves more than the turn.
    let two_arms = MARCH
        .replace("    else if (d > 1.d0) then\n", "    end if\n    if (d > 1.d0) then\n      if (a > 3.d0) exit\n");
    let outer = MARCH.replace("  do k", "  all: do\n  do k").replace("exit\n    else", "exit all\n    else");
    let outer = outer.replace("  end do\nend", "  end do\n  if (f > 1.d0) exit\n  end do all\nend");
    for text in [two_arms, outer] {
        let text = adjoint("march(x w f)\\(f)", &text, &[]);
        assert!(calls_tape(&text), "{text}");
    }
}

/// A stage that a loop in turns of WHILE overwrites as a whole, and one that reads it on.
const STAGES: &str = "\
subroutine stages(n, y, f)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: y(n)
  real(8), intent(inout) :: f
  real(8) :: z(n), t
  integer :: i
  t = 0.d0
  z = 0.d0
  do while (t < 2.d0)
    do i = 1, n
      z(i) = y(i) + 0.5d0*t
    end do
    do i = 1, n
      y(i) = y(i) + 0.1d0*z(i)*z(n + 1 - i)
    end do
    t = t + 0.1d0 + 0.01d0*y(1)*y(n)
  end do
  f = f + t
end subroutine stages
";

#[test]
fn sections_are_saved_in_turns_that_nobody_counts() {
    // Partial derivatives of `t` would do for `y`.
    let all = ["-nooptim", "partials"];
    let text = adjoint("stages(y f)\\(f)", STAGES, &all);
    let pushes = |text: &str, what: &str| text.matches(&format!("call {what}(")).count();
    assert!(pushes(&text, "pushreal8array") == 2 && !text.contains("pushreal8(z(i))"), "{text}");
    let jumps = STAGES.replace("  do while (t < 2.d0)", "10 continue");
    let jumps = jumps.replace("*y(n)\n  end do", "*y(n)\n  if (t < 2.d0) goto 10");
    let text = adjoint("stages(y f)\\(f)", &jumps, &all);
    assert!(pushes(&text, "pushreal8array") == 2 && !text.contains("pushreal8(z(i))"), "{text}");
    // Elements that the loop reads again, and a bound that the turn moves.
    let read = STAGES.replace("z(i) = y(i)", "z(i) = 0.1d0*z(i)*z(i) + y(i)");
    let moved = STAGES.replace("  integer :: i\n", "  integer :: i, m\n  m = 1\n");
    let moved = moved.replace("do i = 1, n\n      z(i)", "m = min(m + 1, n)\n    do i = 1, m\n      z(i)");
    let off = adjoint("stages(y f)\\(f)", STAGES, &["-nooptim", "tbr"]);
    assert!(off.contains("pushreal8(z(i))"), "{off}");
    for text in [read, moved] {
        let text = adjoint("stages(y f)\\(f)", &text, &[]);
        assert!(text.contains("pushreal8(z(i))"), "{text}");
    }
}

/// The turns of an elimination set elements of their own, of which later turns read.
const TRIDIAGONAL: &str = "\
subroutine solve(n, lo, di, up, c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: lo(n), di(n), up(n)
  real(8), intent(out) :: c(n)
  real(8) :: m
  integer :: i
  c(1) = up(1)/di(1)
  do i = 2, n
    m = di(i) - lo(i)*c(i - 1)
    c(i) = up(i)/m
  end do
end subroutine solve
";

#[test]
fn elements_that_stand_are_not_set_again() {
    let text = adjoint("solve(lo di up)\\(c)", TRIDIAGONAL, &[]);
    assert!(!has_tape(&text), "{text}");
    assert_eq!((text.matches("m = di(i)").count(), text.matches("c(i) = up(i)/m").count()), (2, 1), "{text}");
    // What another loop sets again does not stand.
    let twice = TRIDIAGONAL.replace("end subroutine", "  c(2:n) = c(2:n)*lo(2:n)\nend subroutine");
    assert!(adjoint("solve(lo di up)\\(c)", &twice, &[]) != text);
    let plain = adjoint("solve(lo di up)\\(c)", TRIDIAGONAL, &["-nooptim", "tbr"]);
    assert!(has_tape(&plain), "{plain}");
}
