//! Flow graphs, call graphs and zones, on small programs.

use crate::common::{read, unit};
use il::calls::CallGraph;
use il::flow::Flow;
use il::zones::Zones;

fn flow(text: &str) -> String {
    let program = read("t.f90", text);
    Flow::new(&program.units[unit(&program, "f")]).to_text()
}

fn zones(text: &str) -> String {
    let program = read("t.f90", text);
    let zones = Zones::new(&program, &CallGraph::new(&program));
    zones.to_text(&program)
}

#[track_caller]
fn same(found: &str, expected: &str) {
    let strip = |s: &str| s.lines().map(str::trim).filter(|l| !l.is_empty()).collect::<Vec<_>>().join("\n");
    assert_eq!(strip(found), strip(expected), "\n{found}");
}

#[test]
fn an_if_reads_its_tests_where_they_decide() {
    let text =
        "subroutine f(a, b)\n real :: a, b\n if (a > b) then\n a = 1\n else if (b > 0) then\n b = 1\n end if\n end";
    same(
        &flow(text),
        "block0 entry: -> block1
         block1: s2.test0 -true-> block2 -false-> block3
         block2: s0 -> block5
         block3: s2.test1 -true-> block4 -false-> block5
         block4: s1 -> block5
         block5: -> block6
         block6 exit:",
    );
}

#[test]
fn loops_have_a_header_that_may_be_left_at_once() {
    let text = "subroutine f(n, a)\n integer :: n, i, j\n real :: a(n)\n outer: do i = 1, n\n do j = 1, i\n if (a(j) > 0) cycle outer\n \
                if (a(j) < 0) exit outer\n a(j) = i\n end do\n end do outer\n n = 0\n end";
    same(
        &flow(text),
        "block0 entry: -> block1
         block1: s6.init -> block2
         block2: s6.test0 -turn-> block3 -done-> block13
         block3: s5.init -> block4
         block4: s5.test0 -turn-> block5 -done-> block11
         block5: s1.test0 -true-> block6 -false-> block7
         block6: s0 -> block12
         block7: s3.test0 -true-> block8 -false-> block9
         block8: s2 -> block13
         block9: s4 -> block10
         block10: s5.next -> block4
         block11: -> block12
         block12: s6.next -> block2
         block13: s7 -> block14
         block14 exit:",
    );
}

#[test]
fn tests_of_while_and_select() {
    let text = "subroutine f(n)\n integer :: n\n do while (n > 3)\n select case (n)\n case (1)\n n = 2\n case (4:7)\n return\n end select\n \
                n = n - 1\n end do\n end";
    same(
        &flow(text),
        "block0 entry: -> block1
         block1: -> block2
         block2: s4.test0 -true-> block3 -false-> block7
         block3: s2.test0 -nocase-> block5 -case0-> block4 -case1-> block6
         block4: s0 -> block5
         block5: s3 -> block2
         block6: s1 -> block8
         block7: -> block8
         block8 exit:",
    );
}

#[test]
fn jumps_of_old_fortran() {
    let text = "subroutine f(n, x)\n integer :: n\n real :: x\n goto (10, 20, 10), n\n x = 0\n10 if (x) 20, 30, 40\n20 stop\n\
                30 call g(x, *20, *40)\n x = 1\n40 continue\n end";
    same(
        &flow(text),
        "block0 entry: -> block1
         block1: s0 -> block2 -jump0-> block3 -jump1-> block8
         block2: s1 -> block3
         block3: s2 -jump0-> block8 -jump1-> block4 -jump2-> block6
         block4: s4 -> block5 -alternate0-> block8 -alternate1-> block6
         block5: s5 -> block6
         block6: s6 -> block7
         block7 exit:
         block8: s3",
    );
}

#[test]
fn masked_statements_stay_in_line() {
    let text = "subroutine f(a, b)\n real :: a(5), b(5)\n integer :: i\n where (a > 0)\n b = a\n elsewhere\n b = 0\n end where\n \
                forall (i = 1:5) a(i) = b(6 - i)\n a = 1\n end";
    same(
        &flow(text),
        "block0 entry: -> block1
         block1: s2.test0? s0? s1? s4.init s3? s5 -> block2
         block2 exit:",
    );
}

#[test]
fn common_is_cut_at_every_boundary_of_every_unit() {
    let text = "subroutine f\n real(8) :: a, b(3)\n integer :: k\n common /c/ a, b, k\n a = 1\n end\nsubroutine g\n real(8) :: v(2), w\n \
                common /c/ v, w\n w = 1\n end";
    same(
        &zones(text),
        "z0 /c/[0,8) in global real
         z1 /c/[8,16) in global real
         z2 /c/[16,24) in global real
         z3 /c/[24,32) in global real
         z4 /c/[32,36) in global",
    );
}

#[test]
fn structures_and_lists() {
    let text = "module m\n type node\n real(8) :: v\n type(node), pointer :: next\n end type\n type pair\n type(node) :: a\n \
                integer :: k\n end type\nend module\nsubroutine f(p, l)\n use m\n type(pair) :: p(3)\n type(node), pointer :: l\n p(1)%a%v = l%v\n end";
    same(
        &zones(text),
        "z0 p%a%v in f real
         z1 p%a%next=> in f address
         z2 p%k in f
         z3 l=> in f address
         z4 l%v in f real
         z5 l%next=> in f address",
    );
}

#[test]
fn what_nothing_mentions_is_one_zone() {
    let text = "module m\n type node\n real(8) :: v\n type(node), pointer :: next\n end type\nend module\nsubroutine f(l)\n use m\n \
                type(node), pointer :: l\n end";
    same(&zones(text), "z0 l in f real");
}

#[test]
fn recursion_is_a_component() {
    let text = "subroutine a(x)\n call b(x)\n end\nsubroutine b(x)\n if (x > 0) call c(x)\n x = e(x)\n end\nsubroutine c(x)\n call b(x)\n \
                call d(e)\n end\nsubroutine d(p)\n external p\n call q(p)\n end\nfunction e(x)\n e = x\n end\nsubroutine q(r)\n \
                external r\n y = r(1.0)\n end";
    let program = read("t.f90", text);
    let calls = CallGraph::new(&program);
    let name = |u: &il::UnitId| program.units[*u].name.clone();
    let order: Vec<String> =
        calls.components().iter().map(|c| c.iter().map(name).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(order.join(", "), "e, q, d, b c, a");
}
