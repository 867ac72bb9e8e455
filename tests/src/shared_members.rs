//! C: members of what a call hands over that lead to one place. The adjoint of a function is written for pointers that lead to different places, so it must
//! not run where they meet; places that are apart are in `tests/run/c_members_apart.c`.

use crate::checking;

const PROGRAM: &str = r#"#include <math.h>
#include <stdlib.h>
typedef struct { int n; double *a, *b; } S;
typedef struct { int n; double *v; } V;
typedef struct { S *in; } W;
typedef struct { int n; double w[24], *a, *b; } O;
typedef struct { int k; V u, v; } P;
#define KERNEL(n, A, B, X) \
    for (int i = 1; i < n; i++) A[i] = 0.5*B[i - 1]*X[i]; \
    for (int i = 0; i < n; i++) B[i] = 0.3*A[i]*A[i] + 0.2*B[i]; \
    for (int i = 0; i < n; i++) A[i] = sin(A[i])*X[i] + 0.1;
static void mixup(S *s, const double *x) { KERNEL(s->n, s->a, s->b, x) }
static double sum(const double *y) {
    double f = 0.0;
    for (int i = 0; i < 24; i++) f += y[i]*sin(y[i]);
    return f;
}
void one(const double x[24], double *f) {
    double y[24];
    S s = {24, y, y};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    mixup(&s, x);
    *f = sum(y);
}
void shifted(const double x[24], double *f) {
    double y[48];
    S s;
    s.n = 24; s.a = y; s.b = y + 2;
    for (int i = 0; i < 48; i++) y[i] = x[i % 24]*(1 + 0.01*i);
    mixup(&s, x);
    *f = sum(y) + sum(y + 24);
}
static void add(V *u, const V *v, const double *x) { KERNEL(u->n, u->v, v->v, x) }
void two(const double x[24], double *f) {
    double y[24];
    V u = {24, y}, v = {24, y};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    add(&u, &v, x);
    *f = sum(y);
}
static void addto(V *u, double *z, const double *x) { KERNEL(u->n, u->v, z, x) }
void own(const double x[24], double *f) {
    double y[24];
    V u = {24, y};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    addto(&u, y, x);
    *f = sum(y);
}
static void deep(W *w, const double *x) { mixup(w->in, x); }
void nested(const double x[24], double *f) {
    double y[24];
    S s = {24, y, y};
    W w = {&s};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    deep(&w, x);
    *f = sum(y);
}
static void val(S s, const double *x) { KERNEL(s.n, s.a, s.b, x) }
void value(const double x[24], double *f) {
    double y[24];
    S s = {24, y, y};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    val(s, x);
    *f = sum(y);
}
static void inner(double *a, double *b, int n, const double *x) { KERNEL(n, a, b, x) }
static void through(S *s, const double *x) { inner(s->a, s->b, s->n, x); }
void handed(const double x[24], double *f) {
    double y[24];
    S s = {24, y, y};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    through(&s, x);
    *f = sum(y);
}
static double *vec(int n) { double *p = malloc(n*sizeof *p); for (int i = 0; i < n; i++) p[i] = 0.0; return p; }
void heap1(const double x[24], double *f) {
    S s;
    s.n = 24; s.a = vec(24); s.b = s.a;
    for (int i = 0; i < 24; i++) s.a[i] = x[i];
    mixup(&s, x);
    *f = sum(s.a);
    free(s.a);
}
static void set(S *s, double *p, double *q) { s->n = 24; s->a = p; s->b = q; }
void sets(const double x[24], double *f) {
    double y[24];
    S s;
    set(&s, y, y);
    for (int i = 0; i < 24; i++) y[i] = x[i];
    mixup(&s, x);
    *f = sum(y);
}
void copy(const double x[24], double *f) {
    double y[24];
    V u = {24, y}, v;
    v = u;
    for (int i = 0; i < 24; i++) y[i] = x[i];
    add(&u, &v, x);
    *f = sum(y);
}
void through_pp(const double x[24], double *f) {
    double y[24];
    S s;
    double **pp = &s.a;
    s.n = 24;
    *pp = y;
    s.b = y;
    for (int i = 0; i < 24; i++) y[i] = x[i];
    mixup(&s, x);
    *f = sum(y);
}
static void within(O *s, const double *x) { KERNEL(s->n, s->a, s->b, x) s->w[0] = s->w[1]*s->a[0]; }
void into_own(const double x[24], double *f) {
    O s;
    s.n = 24; s.a = s.w; s.b = s.w;
    for (int i = 0; i < 24; i++) s.w[i] = x[i];
    within(&s, x);
    *f = sum(s.w);
}
static void pair(P *s, const double *x) { KERNEL(s->u.n, s->u.v, s->v.v, x) }
void inner_pair(const double x[24], double *f) {
    double y[24];
    P s = {1, {24, y}, {24, y}};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    pair(&s, x);
    *f = sum(y);
}
void parts(const double x[24], double *f) {
    double y[24];
    P s = {1, {24, y}, {24, y}};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    add(&s.u, &s.v, x);
    *f = sum(y);
}
static double scale(S *s, const double *x) { double t = 0.0; for (int i = 0; i < s->n; i++) { s->a[i] *= 0.5*x[i]; t += s->b[i]*s->b[i]; } return t; }
void valued(const double x[24], double *f) {
    double y[24];
    S s = {24, y, y};
    for (int i = 0; i < 24; i++) y[i] = x[i];
    *f = scale(&s, x) + sum(y);
}
"#;

/// Each head hands over members that lead to one place, made in another way.
const HEADS: &[&str] = &[
    "one",
    "shifted",
    "two",
    "own",
    "nested",
    "value",
    "handed",
    "heap1",
    "sets",
    "copy",
    "through_pp",
    "into_own",
    "inner_pair",
    "parts",
    "valued",
];

#[test]
fn are_compared_before_the_adjoint_is_called() {
    let directory = tempfile::tempdir().expect("there is room");
    let path = directory.path().join("a.c");
    std::fs::write(&path, PROGRAM).expect("the program");
    let (path, place) = (path.to_string_lossy(), directory.path().to_string_lossy());
    for name in HEADS {
        let head = format!("{name}(f)/(x)");
        let words = ["rtapenade", "-reverse", "--force", "-head", &head, "-O", &place, &path];
        let (status, said) = rtapenade::run::run(words.map(String::from));
        assert!(status == 0 && said.contains("warning[RT0404]"), "{name}: {said}");
        let adjoint = std::fs::read_to_string(directory.path().join("a_b.c")).expect("an adjoint");
        assert!(adjoint.contains("two pointers of its adjoint lead to one place"), "{name}: {adjoint}");
    }
}

#[test]
fn end_the_program() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("there is room");
    let [path, inputs] = ["a.c", "inputs"].map(|n| directory.path().join(n));
    std::fs::write(&path, PROGRAM).expect("the program");
    std::fs::write(&inputs, "x(24) = 0.3 .. 0.9\n").expect("the inputs");
    let (path, inputs) = (path.to_string_lossy(), inputs.to_string_lossy());
    // The same elements, and elements that only overlap.
    for name in ["value", "shifted", "own"] {
        let head = format!("{name}(f)/(x)");
        let words = ["-b", "--points", "1", "-head", &head, "--inputs", &inputs, &path];
        let said = checking::check(&checking::arguments(&words)).err().unwrap_or_else(|| "it passes".into());
        assert!(said.contains("two pointers of its adjoint lead to one place"), "{name}: {said}");
    }
}
