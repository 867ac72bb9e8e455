//! Numbers that leave the world of numbers, and may come back: as bytes, as bits, as text, and pointers to them in stores that are not followed. What no
//! derivative goes along with is refused, or said where it may be meant; looking at bits harms nobody.

use crate::checking;

/// Whether the tool gives a derivative of a text in this mode, and what it says.
fn said(file: &str, text: &str, mode: &str) -> (bool, String) {
    let directory = tempfile::tempdir().expect("a folder");
    let input = directory.path().join(file);
    std::fs::write(&input, text).expect("the input");
    let words =
        ["rtapenade", mode, "-head", "f(y)/(x)", "-O", &directory.path().to_string_lossy(), &input.to_string_lossy()];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    (status == rtapenade::run::SUCCESS, said)
}

/// In both modes an error with these words.
fn refused(file: &str, text: &str, words: &[&str]) {
    for mode in ["-d", "-b"] {
        let (made, said) = said(file, text, mode);
        assert!(!made && words.iter().all(|w| said.contains(w)), "{mode}\n{text}\n{said}");
    }
}

/// In both modes a derivative, and each of these words.
fn made(file: &str, text: &str, words: &[&str]) {
    for mode in ["-d", "-b"] {
        let (made, said) = said(file, text, mode);
        assert!(made && words.iter().all(|w| said.contains(w)), "{mode}\n{text}\n{said}");
        assert!(!words.is_empty() || !said.contains("RT0473"), "{mode}\n{text}\n{said}");
    }
}

#[test]
fn numbers_moved_as_bytes() {
    let words = ["RT0401", "written here as bytes"];
    // Byte by byte, in a function and behind `void *`.
    refused(
        "f.c",
        "static void move(char *to, const char *from, int n) { for (int i = 0; i < n; i++) to[i] = from[i]; }
void f(const double *x, double *y) { double a[2]; move((char *)a, (const char *)x, sizeof a); *y = a[0]*a[1]; }
",
        &words,
    );
    refused(
        "f.c",
        "static void swap(void *a, void *b, unsigned n)
{
    unsigned char *p = a, *q = b;
    for (unsigned i = 0; i < n; i++) { unsigned char t = p[i]; p[i] = q[i]; q[i] = t; }
}
void f(const double *x, double *y) { double a = x[0]*x[1], b = x[1]; swap(&a, &b, sizeof a); *y = a*a + b; }
",
        &words,
    );
    // By a buffer of bytes, and by an integer of the same size.
    refused(
        "f.c",
        "#include <string.h>
struct pair { double a, b; };
void f(const double *x, double *y)
{
    struct pair p = {x[0]*x[0], x[1]}, q;
    char buffer[sizeof(struct pair)];
    memcpy(buffer, &p, sizeof p);
    memcpy(&q, buffer, sizeof q);
    *y = q.a*q.b;
}
",
        &words,
    );
    refused(
        "f.c",
        "void f(const double *x, double *y)
{
    double a = x[0]*x[1], b;
    *(long *)&b = *(long *)&a;
    *y = b*b;
}
",
        &words,
    );
    // What is cleared as bytes had a derivative.
    refused(
        "f.c",
        "void f(const double *x, double *y)
{
    double a[2] = {x[0], x[1]};
    char *p = (char *)a;
    for (unsigned i = 0; i < sizeof a; i++) p[i] = 0;
    *y = a[0]*x[0] + a[1];
}
",
        &words,
    );
    refused(
        "f.f90",
        "subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  integer :: message(2*n)
  real(8) :: z(n)
  message = transfer(x, message)
  z = transfer(message, z)
  y = sum(z**2)
end subroutine
",
        &words,
    );
}

#[test]
fn bits_may_be_looked_at() {
    // A sign, and a checksum: nothing becomes a number again.
    made(
        "f.c",
        "#include <string.h>
static int is_negative(double a) { long bits; memcpy(&bits, &a, sizeof bits); return bits < 0; }
static unsigned check(const void *p, unsigned n)
{
    const unsigned char *b = p;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum += b[i];
    return sum;
}
void f(const double *x, double *y, unsigned *sum)
{
    *sum = check(x, 2*sizeof *x);
    *y = is_negative(x[0]) ? x[0]*x[1] : x[1];
}
",
        &[],
    );
    made(
        "f.f90",
        "subroutine f(x, y, key)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  integer(8), intent(out) :: key
  key = transfer(x, key)
  y = x**2
end subroutine
",
        &[],
    );
    // Tables of bytes that become numbers have no derivative.
    made(
        "f.c",
        "#include <string.h>
void f(const unsigned char *file, const double *x, double *y)
{
    double scale;
    memcpy(&scale, file, sizeof scale);
    *y = scale*x[0]*x[0];
}
",
        &[],
    );
}

#[test]
fn numbers_that_become_text() {
    let words = ["RT0473", "the derivative zero"];
    made(
        "f.f90",
        "subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: t
  call store(x*x)
  call load(t)
  y = t*x
contains
  subroutine store(v)
    real(8), intent(in) :: v
    open (20, file='state', form='unformatted')
    write (20) v
  end subroutine
  subroutine load(v)
    real(8), intent(out) :: v
    rewind (20)
    read (20) v
  end subroutine
end subroutine
",
        &words,
    );
    made(
        "f.c",
        "#include <stdio.h>
#include <stdlib.h>
static double rounded(double v) { char text[32]; snprintf(text, sizeof text, \"%.3f\", v); return atof(text); }
void f(const double *x, double *y) { *y = rounded(x[0])*x[1]; }
",
        &words,
    );
    // Parameters that are read, and a protocol of another file.
    made(
        "f.f90",
        "subroutine f(x, y)
  implicit none
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  real(8) :: k
  read (10, *) k
  y = k*x
  write (20, *) x, y
  print *, y
end subroutine
",
        &[],
    );
}

#[test]
fn pointers_in_stores_that_are_not_followed() {
    refused(
        "f.c",
        "union slot { double *numbers; long count; };
static void keep(union slot *s, double *p) { s->numbers = p; }
void f(const double *x, double *y)
{
    double a[2] = {x[0]*x[1], x[1]};
    union slot s;
    keep(&s, a);
    s.numbers[0] *= x[0];
    *y = a[0]*a[1];
}
",
        &["RT0401", "is kept in a union"],
    );
    refused(
        "f.f90",
        "module stacks
  implicit none
  type stack
    real(8), pointer :: top => null()
  contains
    final :: release
  end type
contains
  subroutine release(s)
    type(stack), intent(inout) :: s
    nullify (s%top)
  end subroutine
  subroutine f(x, y)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    type(stack) :: s
    real(8), target :: t
    s%top => t
    t = x*x
    y = s%top*x
  end subroutine
end module
",
        &["RT0401", "is kept in an object of type `stack`"],
    );
    // A table that nothing varies in.
    made(
        "f.c",
        "union slot { const double *numbers; long count; };
static const double table[2] = {0.5, 0.25};
void f(const double *x, double *y)
{
    union slot s;
    s.numbers = table;
    *y = s.numbers[0]*x[0] + s.numbers[1]*x[1];
}
",
        &[],
    );
}

#[test]
fn memory_that_the_library_gives_by_a_pointer_to_a_pointer() {
    if !checking::have_compilers() {
        return;
    }
    refused(
        "f.c",
        "#define _POSIX_C_SOURCE 200112L
#include <stdlib.h>
void f(const double *x, double *y)
{
    double *v;
    if (posix_memalign((void **)&v, 64, 2*sizeof *v)) return;
    v[0] = x[0]*x[1];
    v[1] = x[1];
    *y = v[0]*v[1];
    free(v);
}
",
        &["posix_memalign"],
    );
}

#[test]
fn structures_with_an_open_end_that_move() {
    // An assignment of the structure copies nothing of the array at its end (C11 6.7.2.1), and its derivative has another size.
    refused(
        "f.c",
        "#include <stdlib.h>
struct vec { int n; double d[]; };
void f(const double *x, double *y)
{
    struct vec *v = malloc(sizeof *v + 2*sizeof(double));
    if (!v) exit(1);
    v->d[0] = x[0]; v->d[1] = x[1];
    v = realloc(v, sizeof *v + 4*sizeof(double));
    if (!v) exit(2);
    v->d[2] = x[0];
    *y = v->d[2]*v->d[1] + v->d[0];
    free(v);
}
",
        &["RT0416", "`realloc`"],
    );
}

#[test]
fn numbers_found_by_the_pointer_that_a_function_gives() {
    let functions = "typedef struct { double v[3]; int n; } box;
static void *base(box *b) { return b->v; }
static char *raw(box *b) { return (char *)b; }
static const double table[2] = { 0.5, 2.0 };
static const void *tables(void) { return table; }
";
    let written = [
        "((double *)base(&b))[1] = x[0]*x[1];",
        "*(double *)(raw(&b) + sizeof(double)) = x[0]*x[1];",
        "b.v[1] = x[0]; *(double *)base(&b) = 0;",
        "b.v[1] = x[0]; b.v[2] = ((double *)base(&b))[1];",
    ];
    for statement in written {
        let head = format!("{functions}void f(const double *x, double *y) {{ box b = {{ {{ 0 }}, 3 }}; {statement} ");
        let rest = "*y = b.v[1]*x[1] + b.v[2] + *(const double *)tables(); }\n";
        refused("f.c", &format!("{head}{rest}"), &["RT0418", "found here by the pointer"]);
    }
    let passive = "void f(const double *x, double *y) { *y = x[0]*((const double *)tables())[1]; }\n";
    made("f.c", &format!("{functions}{passive}"), &[]);
    // Bytes that are named as such, in tangents too.
    let words = ["RT0416", "`memcpy`"];
    let text = "#include <string.h>
void f(const double *x, double *y)
{
    double a[2];
    char *d = (char *)a;
    memcpy(d, x, sizeof(double));
    d += sizeof(double);
    memcpy(d, &x[1], sizeof(double));
    *y = a[0]*a[1];
}
";
    refused("f.c", text, &words);
}

#[test]
fn unions_that_functions_give_or_take_by_value() {
    let union = "typedef struct { int tag; union { double d; int k; } u; } cell;
static cell put(double a) { cell r; r.tag = 0; r.u.d = a; return r; }
static double get(cell c) { return c.u.d; }
static cell square(cell c) { c.u.d *= c.u.d; return c; }
";
    for body in [
        "cell c = put(x[0]*x[1]); *y = c.u.d;",
        "cell c; c.u.d = x[0]; *y = get(c)*x[1];",
        "cell c; c.u.d = x[0]; c = square(c); *y = c.u.d*x[1];",
    ] {
        let text = format!("{union}void f(const double *x, double *y) {{ {body} }}\n");
        refused("f.c", &text, &["RT0401", "a member of a union is active"]);
    }
    made("f.c", &format!("{union}void f(const double *x, double *y) {{ *y = x[0]*put(2.0).u.d; }}\n"), &[]);
}

/// A copy of a structure shares what its pointers lead to, whoever makes it: an intrinsic, SOURCE=, a function.
#[test]
fn pointers_in_copies_of_structures() {
    let program = |procedure: &str, copy: &str| {
        format!(
            "module boxes
  implicit none
  type :: box
    real(8), pointer :: v(:) => null()
    integer :: k = 0
  end type box
contains
{procedure}
  subroutine f(x, y)
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    type(box) :: s(2)
    type(box), allocatable :: q(:)
    allocate (s(1)%v(1), s(2)%v(1))
    s(1)%v = x(1)
    s(2)%v = x(2)
    {copy}
    q(1)%v(1) = q(1)%v(1)*x(3)
    y = s(1)%v(1)*s(2)%v(1)
    deallocate (s(1)%v, s(2)%v)
  end subroutine f
end module boxes
"
        )
    };
    for copy in ["q = pack(s, [x(1) > 0, .true.])", "q = spread(s(1), 1, 2)", "allocate (q, source=s)"] {
        let text = program("", copy);
        let (tangent, said_there) = said("f.f90", &text, "-d");
        assert!(tangent, "{copy}: {said_there}");
        let (adjoint, said_there) = said("f.f90", &text, "-b");
        assert!(!adjoint && said_there.contains("RT0431"), "{copy}: {said_there}");
    }
    refused("f.f90", &program("", "q = cshift(reshape([s, s], [4]), 1)"), &["error[RT04"]);
    let copied = "  function copied(b) result(r)
    type(box), intent(in) :: b(2)
    type(box) :: r(2)
    r = b
  end function copied
";
    refused("f.f90", &program(copied, "q = copied(s)"), &["error[RT04"]);
}
