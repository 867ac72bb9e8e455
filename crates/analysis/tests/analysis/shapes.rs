//! Which allocatable arrays keep their shape: what must be found, and what looks alike and is not so.

use crate::common::{read, unit};

/// The arrays that keep their shape when `head` is the head, `home: name`, in order.
fn kept(text: &str, head: &str) -> Vec<String> {
    let program = read("shapes.f90", text);
    let head = unit(&program, head);
    let name = |place: &analysis::shapes::Place| {
        let fields = place.path.iter().map(|(r, k)| format!("%{}", program.records[*r].fields[*k].name));
        format!("{}{}", program.symbols[place.root].name, fields.collect::<String>())
    };
    let mut all: Vec<String> = analysis::shapes::kept(&program, &[head]).iter().map(name).collect();
    all.sort();
    all
}

/// A subroutine with these declarations and statements.
fn body(declarations: &str, statements: &str) -> String {
    format!(
        "subroutine f(n, m, x)\n  integer, intent(in) :: n, m\n  real, intent(in) :: x(n)\n  {declarations}\n{statements}\nend subroutine f\n"
    )
}

#[test]
fn extents_of_allocate_and_of_assignments() {
    let arrays = "real, allocatable :: a(:), b(:), c(:)";
    assert_eq!(kept(&body(arrays, "allocate (a(n), b(n))\na = x\nb = a*2"), "f"), ["a", "b"]);
    // What `c` has is that of the assignment, whatever it had before.
    assert_eq!(kept(&body(arrays, "allocate (a(n))\nc = x\na = c"), "f"), ["a"]);
    assert_eq!(kept(&body(arrays, "allocate (a(m))\na = x"), "f"), [""; 0]);
    assert_eq!(kept(&body(arrays, "allocate (a(0:n - 1), b(n - m + m))\na = x\nb = a"), "f"), ["a", "b"]);
    assert_eq!(
        kept(&body(arrays, "allocate (a(n))\nallocate (b(size(a)), c(size(a) + 1))\nb = a\nc = [a, 1.]"), "f"),
        ["b"]
    );
    assert_eq!(kept(&body(arrays, "allocate (a, source=x)\na = x(1:n) + 1"), "f"), ["a"]);
    // One side of a test releases it.
    assert_eq!(kept(&body(arrays, "allocate (a(n))\nif (m > 2) deallocate (a)\na = x"), "f"), [""; 0]);
}

/// A name for a value says when it was had: copies of what a turn before gave are other values.
#[test]
fn values_of_earlier_turns_are_not_those_of_this_turn() {
    let arrays = "real, allocatable :: a(:), b(:)\n  integer :: k, l";
    let turns = |inside: &str| body(arrays, &format!("allocate (b(n))\ndo k = 1, 3\n{inside}\nend do"));
    // Of a statement that is passed again.
    assert_eq!(kept(&turns("read *, l\nif (allocated(a)) deallocate (a)\nallocate (a(l))\na = b"), "f"), [""; 0]);
    assert_eq!(
        kept(
            &turns("read *, l\nallocate (a(l))\nif (k > 1) b = a\ndeallocate (b)\nallocate (b(l))\ndeallocate (a)"),
            "f"
        ),
        [""; 0]
    );
    // Of the loop variable, by two loops.
    let nested = "do l = 1, k\nif (l > 1) b = a\nif (allocated(a)) deallocate (a)\nallocate (a(l))\nend do\ndeallocate (b)\nallocate (b(k))";
    assert_eq!(kept(&turns(nested), "f"), [""; 0]);
    // The same in each turn.
    assert_eq!(kept(&turns("allocate (a(k))\na = k\na = a + 1\ndeallocate (a)\nb = x"), "f"), ["a", "b"]);
}

#[test]
fn procedures_begin_with_what_all_their_calls_have() {
    let module = |calls: &str| {
        format!(
            "module m\nreal, allocatable :: u(:), v(:)\ninteger :: n\ncontains\n\
             subroutine init(k)\ninteger, intent(in) :: k\nn = k\nallocate (u(n), v(n))\nend subroutine\n\
             subroutine step\nu = v + 1\nend subroutine\n\
             subroutine give(a, b)\nreal, allocatable, intent(inout) :: a(:)\nreal, intent(in) :: b(:)\na = b\nend subroutine\n\
             subroutine f(k)\ninteger, intent(in) :: k\n{calls}\nend subroutine\nend module\n"
        )
    };
    assert_eq!(kept(&module("call init(k)\nv = 1\ncall step"), "f"), ["u"]);
    // A head may be called with anything.
    assert_eq!(kept(&module("call init(k)\nv = 1\ncall step"), "step"), [""; 0]);
    assert_eq!(kept(&module("call init(k)\nn = 7\ndeallocate (v)\nallocate (v(n))\nv = 1\ncall step"), "f"), [""; 0]);
    assert_eq!(kept(&module("call init(k)\ncall give(u, v)\ncall give(v, u*2)"), "f"), ["a"]);
    assert_eq!(kept(&module("call init(k)\ncall give(u, v)\ncall give(v, u(2:))"), "f"), [""; 0]);
    assert_eq!(kept(&module("call init(k)\ncall give(u, [1., 2.])\nu = v"), "f"), [""; 0]);
    let emptied = "call init(k)\ncall give(u, v)\ncall empty(u)\nv = 1\ncall give(u, v)\ncontains\nsubroutine empty(a)\nreal, allocatable, intent(out) :: a(:)\nend subroutine";
    assert_eq!(kept(&module(emptied), "f"), [""; 0]);
    let elemental = "call init(k)\nv = 1\nv = twice(u)\ncontains\nelemental real function twice(a)\nreal, intent(in) :: a\ntwice = 2*a\nend function";
    assert_eq!(kept(&module(elemental), "f"), ["v"]);
    // What is not here may do anything to what is not local.
    assert_eq!(kept(&module("call init(k)\ncall elsewhere\nv = u"), "f"), [""; 0]);
    assert_eq!(kept(&module("call elsewhere\nif (allocated(u)) deallocate (u, v)\ncall init(k)\nv = u"), "f"), ["v"]);
}

#[test]
fn components_and_whole_structures() {
    let module = |statements: &str| {
        format!(
            "module m\ntype t\ninteger :: n\nreal, allocatable :: a(:), b(:)\nend type\ncontains\n\
             subroutine step(s)\ntype(t), intent(inout) :: s\ns%a = s%b\nend subroutine\n\
             subroutine f(k)\ninteger, intent(in) :: k\ntype(t) :: s, r\ntype(t), target :: z\ntype(t), pointer :: p\n{statements}\nend subroutine\nend module\n"
        )
    };
    let make = "s%n = k\nallocate (s%a(s%n), s%b(k))\n";
    assert_eq!(
        kept(&module(&format!("{make}call step(s)\nallocate (r%a(k), r%b(k))\nr = s\nr%a = s%b")), "f"),
        ["r%a", "r%b", "s%a"]
    );
    assert_eq!(kept(&module(&format!("{make}s%n = 2\ncall step(s)\nr = s\ncall step(r)")), "f"), ["s%a"]);
    assert_eq!(kept(&module("s%n = k\nallocate (s%a(s%n))\ns%n = 3\nallocate (s%b(s%n))\ns%a = s%b"), "f"), [""; 0]);
    // Behind a pointer.
    let aside = "allocate (z%a(k), z%b(k))\np => z\ndeallocate (p%b)\nallocate (p%b(3))\nz%a = z%b";
    assert_eq!(kept(&module(aside), "f"), [""; 0]);
    let number = "z%n = k\np => z\nallocate (s%a(z%n))\np%n = 3\nallocate (s%b(z%n))\ns%a = s%b";
    assert_eq!(kept(&module(number), "f"), [""; 0]);
}

#[test]
fn what_is_read_has_an_allocation() {
    let module = |statements: &str| {
        format!(
            "module m\ntype t\nreal, allocatable :: a(:)\nend type\ncontains\n\
             subroutine f(s, r, c, k)\ntype(t), intent(inout) :: s, r, c\ninteger :: k\n{statements}\nend subroutine\nend module\n"
        )
    };
    let made = |how: &str, then: &str| kept(&module(&format!("allocate (c%a{how})\n{then}")), "f");
    assert_eq!(made("(size(s%a))", "c%a = 2*s%a"), ["c%a"]);
    assert_eq!(made(", mold=s%a", "c%a = s%a + r%a"), ["c%a"]);
    // The operands of one operation have one shape; other arrays may have another.
    assert_eq!(made(", mold=s%a", "c%a = r%a"), [""; 0]);
    assert_eq!(made(", mold=s%a", "s%a = [1., 2.]\nc%a = s%a"), [""; 0]);
    assert_eq!(made(", mold=s%a", "deallocate (s%a)\nallocate (s%a(k))\nc%a = s%a"), [""; 0]);
    // On one of two ways only.
    assert_eq!(made("(k)", "if (k > 3) r%a = 2*s%a\nc%a = s%a"), [""; 0]);
    // What is asked may be without one, and what is assigned to.
    assert_eq!(kept(&module("c%a = s%a"), "f"), [""; 0]);
    assert_eq!(kept(&module("if (allocated(c%a)) k = 2\nc%a = s%a"), "f"), [""; 0]);
    // In a loop: the extents of an earlier turn.
    let turns = "do while (k > 0)\nif (k == 3) allocate (c%a(size(s%a)))\nc%a = s%a\ns = r\nk = k - 1\nend do";
    assert_eq!(kept(&module(turns), "f"), [""; 0]);
}
