//! The analyses are near linear in the size of the code. Prints times: `cargo test -p rtapenade-analysis --test analysis scale -- --nocapture`.

use std::fmt::Write;
use std::time::Instant;

use crate::common::{read, unit};
use analysis::{Head, Options};

/// One procedure of `n` assignments in loops and branches.
fn long(n: usize) -> String {
    let mut s = String::from("subroutine f(n, x, y, a)\ninteger :: n, i\nreal(8) :: x, y, a(n), t, u\nt = x\nu = 1\n");
    for k in 0..n / 8 {
        let _ = write!(
            s,
            "do i = 1, n\n  t = t*a(i) + {k}\n  a(i) = t + u\n  if (t > u) then\n    u = u*t\n  else\n    u = x\n  end if\nend do\n"
        );
    }
    s + "y = t*u\nend subroutine f\n"
}

/// `n` procedures in layers that call each other and share module variables.
fn wide(n: usize) -> String {
    let mut s = String::from("module m\n");
    for k in 0..n {
        let _ = writeln!(s, "real(8) :: g{k}");
    }
    s.push_str("contains\nsubroutine f(x, y)\nreal(8) :: x, y\ncall p0(x, y)\nend subroutine f\n");
    for k in 0..n {
        let (a, b) = (2 * k + 1, 2 * k + 2);
        let _ = write!(s, "subroutine p{k}(x, y)\nreal(8) :: x, y, t\nt = x*g{k}\n");
        for c in [a, b].into_iter().filter(|c| *c < n) {
            let _ = writeln!(s, "call p{c}(t, y)");
        }
        let _ = write!(s, "g{k} = t + y\ny = t*g{k}\nend subroutine p{k}\n");
    }
    s + "end module m\n"
}

#[test]
fn scale() {
    for (name, text) in
        [("long 1000", long(1000)), ("long 4000", long(4000)), ("wide 100", wide(100)), ("wide 400", wide(400))]
    {
        let program = read("big.f90", &text);
        let start = Instant::now();
        let head = Head { unit: unit(&program, "f"), independents: Vec::new(), dependents: Vec::new() };
        let facts = analysis::analyse(&program, &[head], &Options::default());
        println!("{name}: {:?}, {} units differentiated", start.elapsed(), facts.differentiated_units().len());
    }
}
