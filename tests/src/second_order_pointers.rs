//! Second derivatives of programs whose adjoints keep pointers on the tape, alone, in associations or in the bytes of structures: the derivatives of those
//! go the same way (`diff::tape`).

use crate::checking;
use crate::second_order::{text, tool};

/// A program, its adjoint and the derivative of that.
struct Case {
    file: &'static str,
    head: &'static str,
    /// That of the adjoint.
    second: &'static str,
    /// Values of both.
    inputs: &'static str,
    /// What the tangent of the adjoint must call with all on the stack, and otherwise.
    moves: &'static [&'static str],
    buffered: &'static [&'static str],
    text: &'static str,
}

const CASES: &[Case] = &[
    Case {
        file: "swap.f90",
        head: "swap(s)/(x)",
        second: "swap_b(xb)/(x)",
        inputs: "x(2) = 0.5 .. 1\n",
        moves: &[
            "call pushpointers(u_wasd, storage_size(u_wasd)/8)",
            "call poppointers(u_wasd, storage_size(u_wasd)/8)",
        ],
        buffered: &[
            "call pushpointersarray(ptaped, storage_size(ptaped)/8*512)",
            "call poppointersarray(ptapebd, storage_size(ptapebd)/8*512)",
        ],
        text: "\
subroutine swap(x, s)
  implicit none
  real(8), intent(in) :: x(2)
  real(8), intent(out) :: s
  real(8), target :: a(2), b(2)
  real(8), pointer :: u(:), v(:), w(:)
  integer :: t
  a = x
  b = 0
  u => a
  v => b
  do t = 1, 3
    v = u*sin(u)
    w => u
    u => v
    v => w
  end do
  s = sum(u**2)
end subroutine swap
",
    },
    Case {
        file: "lists.f90",
        head: "lists%walk(s)/(x)",
        second: "lists_diff%walk_b(xb)/(x)",
        inputs: "x = 0.5 .. 1\n",
        moves: &["call pushpointers(p_wasd, ", "call poppointers(p_wasd, "],
        buffered: &["call pushpointers(p_wasd, ", "call poppointers(p_wasd, "],
        text: "\
module lists
  implicit none
  type node
    real(8) :: v = 0
    type(node), pointer :: next => null()
  end type
contains
  subroutine relax(head)
    type(node), pointer, intent(in) :: head
    type(node), pointer :: p
    p => head
    do while (associated(p))
      p%v = p%v*sin(p%v)
      p => p%next
    end do
  end subroutine
  subroutine walk(x, s)
    real(8), intent(in) :: x
    real(8), intent(out) :: s
    type(node), target :: a(2)
    type(node), pointer :: h
    a(1)%next => a(2)
    nullify (a(2)%next)
    a(1)%v = x
    a(2)%v = x*x
    h => a(1)
    call relax(h)
    s = a(1)%v*a(2)%v
  end subroutine
end module
",
    },
    Case {
        file: "cells.c",
        head: "cells(cells)/(x)",
        second: "cells_b(xb)/(x)",
        inputs: "x = 0.5 .. 1\n",
        moves: &["pushCharacterArray((char *)cd, (int)(2*sizeof(cell)))", "popCharacterArray((char *)cd, "],
        buffered: &["pushCharacterArray((char *)cd, (int)(2*sizeof(cell)))"],
        text: "\
#include <math.h>
typedef struct cell { double v; struct cell *next; } cell;
static void step(cell *c)
{
    while (c) {
        c->v = c->v*sin(c->v);
        c = c->next;
    }
}
double cells(double x)
{
    cell c[2] = {{1.0, 0}, {2.0, 0}};
    c[0].next = &c[1];
    c[0].v = x;
    c[1].v = x*x;
    for (int k = 0; k < 2; k++) step(c);
    return c[0].v*c[1].v;
}
",
    },
    Case {
        file: "walk.c",
        head: "walk(walk)/(x)",
        second: "walk_b(xb)/(x)",
        inputs: "n = 3\nx(3) = 0.5 .. 1\nxb(3) = 0 .. 1\n",
        moves: &["pushPointer8(pd)", "pushPointer8(pbd)", "popPointer8((void **)&pd)", "popPointer8((void **)&pbd)"],
        buffered: &[],
        text: "\
static void square(int n, double *x)
{
    for (double *p = x; p < x + n; p++)
        *p = *p * *p;
}
double walk(int n, double *x)
{
    double s = 0.0;
    for (int t = 0; t < 2; t++)
        square(n, x);
    for (int i = 0; i < n; i++)
        s += x[i]*x[i];
    return s;
}
",
    },
    Case {
        file: "chain.c",
        head: "chain(chain)/(x)",
        second: "chain_b(xb)/(x)",
        inputs: "n = 4\nx(4) = 0.5 .. 1\nxb(4) = 0 .. 1\n",
        moves: &["pushPointer8(pd)", "pushPointer8(pbd)", "popPointer8((void **)&pd)", "popPointer8((void **)&pbd)"],
        buffered: &["ptaped[ptape_at] = pd", "ptapebd[ptape_at] = pbd", "pushCharacterArray((char *)ptapebd, "],
        text: "\
#include <math.h>
struct node { double v; struct node *next; };
double chain(int n, const double *x)
{
    struct node all[8], *p;
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        all[i].v = x[i];
        all[i].next = i + 1 < n ? &all[i + 1] : 0;
    }
    for (int t = 0; t < 3; t++)
        for (p = all; p->next; p = p->next)
            p->next->v = sin(p->v*p->next->v);
    for (p = all; p; p = p->next)
        s = s*p->v + p->v;
    return s;
}
",
    },
    Case {
        file: "rotate.c",
        head: "rotate(y)/(x)",
        second: "rotate_b(xb)/(x)",
        inputs: "n = 3\nx(3) = 0.5 .. 1.5\nxb(3) = 0 .. 1\ny(3) = 0 .. 0\nyb(3) = 0 .. 1\n",
        moves: &["pushCharacterArray((char *)ud, (int)(2*sizeof(double *)))", "popCharacterArray((char *)ubd, "],
        buffered: &["pushCharacterArray((char *)ud, (int)(2*sizeof(double *)))"],
        text: "\
#include <math.h>
static void step(int n, double *u[3])
{
    for (int i = 0; i < n; i++)
        u[2][i] = u[0][i]*u[1][i];
    double *t = u[0];
    for (int k = 0; k < 2; k++)
        u[k] = u[k + 1];
    u[2] = t;
}
void rotate(int n, const double *x, double *y)
{
    double b[12], *u[3];
    for (int k = 0; k < 3; k++)
        u[k] = b + k*n;
    for (int i = 0; i < n; i++) {
        u[0][i] = x[i];
        u[1][i] = sin(x[i]);
    }
    for (int k = 0; k < 4; k++)
        step(n, u);
    for (int i = 0; i < n; i++)
        y[i] = u[1][i];
}
",
    },
];

#[test]
fn derivatives_of_pointers_go_along() {
    if !checking::have_compilers() {
        return;
    }
    for (case, stack) in CASES.iter().flat_map(|c| [(c, true), (c, false)]) {
        let directory = tempfile::tempdir().expect("a directory");
        let file = |name: &str| text(&directory.path().join(name));
        let (stem, extension) = case.file.split_once('.').expect("an extension");
        let (source, inputs) = (file(case.file), file("inputs.txt"));
        let adjoint = file(&format!("{stem}_b.{extension}"));
        std::fs::write(&source, case.text).expect("written");
        std::fs::write(&inputs, case.inputs).expect("written");
        let here = text(directory.path());
        let tape = if stack { "stack" } else { "auto" };
        tool(&["-b", "-tape", tape, "-head", case.head, "-O", &here, &source])
            .unwrap_or_else(|e| panic!("{}: {e}", case.file));
        let runtime = text(&checking::root().join("runtime"));
        let second = ["-d", "-head", case.second, "-I", &runtime, &adjoint];
        tool(&[&second[..], &["-O", &here]].concat()).unwrap_or_else(|e| panic!("{}: {e}", case.file));
        let tangent = std::fs::read_to_string(file(&format!("{stem}_b_d.{extension}"))).expect("written");
        for call in if stack { case.moves } else { case.buffered } {
            assert!(tangent.contains(call), "{}: no `{call}` in\n{tangent}", case.file);
        }
        // What stands for the tape in the analyses is in no output.
        assert!(!tangent.contains("the tape"), "{}:\n{tangent}", case.file);
        for several in [&[][..], &["-vector"][..]] {
            let words = [&second[..], &["--inputs", &inputs, "--points", "2"], several].concat();
            checking::check(&checking::arguments(&words)).unwrap_or_else(|e| panic!("{} {several:?}: {e}", case.file));
        }
    }
}

#[test]
fn bytes_of_unknown_structures_are_refused() {
    let case = CASES.iter().find(|c| c.file == "cells.c").expect("the case");
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str| text(&directory.path().join(name));
    let (here, source, adjoint) = (text(directory.path()), file(case.file), file("cells_b.c"));
    std::fs::write(&source, case.text).expect("written");
    tool(&["-b", "-head", case.head, "-O", &here, &source]).expect("the adjoint");
    let counted = std::fs::read_to_string(&adjoint).expect("written");
    std::fs::write(&adjoint, counted.replace("(int)(2*sizeof(cell))", "32")).expect("written");
    let runtime = text(&checking::root().join("runtime"));
    let said = tool(&["-d", "-head", case.second, "-I", &runtime, "-O", &here, &adjoint]).expect_err("refused");
    for words in ["RT0401", "`pushCharacterArray`", "`popCharacterArray`", "cells_b.c:", "count bytes by `sizeof`"] {
        assert!(said.contains(words), "no {words} in\n{said}");
    }
}

/// Two structures that a loop exchanges, with rows that a call copies: what is popped from the tape may lead to all of it, and to all that this leads to.
const ROWS: &str = "\
#include <string.h>
struct field {
    int n;
    double **row;
};
static void halo(struct field *f) { memcpy(f->row[0], f->row[1], f->n*sizeof(double)); }
static void step(const struct field *in, struct field *out, double nu)
{
    for (int j = 0; j < in->n; j++)
        for (int i = 0; i < in->n; i++)
            out->row[j][i] = nu*in->row[i][j]*in->row[j][i];
}
double sweep(struct field *a, struct field *b, double nu, int steps)
{
    double s = 0;
    while (steps--) {
        halo(a);
        step(a, b, nu);
        struct field *t = a;
        a = b;
        b = t;
    }
    for (int i = 0; i < a->n; i++)
        s += a->row[i][i]*a->row[0][i];
    return s;
}
";

/// There are more ways through such pointers than any memory holds.
#[test]
fn many_ways_through_pointers() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str| text(&directory.path().join(name));
    std::fs::write(file("rows.c"), ROWS).expect("written");
    let here = text(directory.path());
    let first = ["-b", "-head", "sweep(sweep)/(a.row b.row nu)", "-O", &here, &file("rows.c")];
    tool(&first).unwrap_or_else(|e| panic!("{e}"));
    let runtime = text(&checking::root().join("runtime"));
    let second = ["-d", "-head", "sweep_b(nub)/(a.row b.row nu)", "-I", &runtime, "-O", &here, &file("rows_b.c")];
    tool(&second).unwrap_or_else(|e| panic!("{e}"));
}
