//! C programs of several files and headers: what each derivative file must see, define and leave to others. Each program shows one thing.

use crate::checking;

/// Files, a head, and what `--inputs` says.
struct Case {
    shows: &'static str,
    files: &'static [(&'static str, &'static str)],
    head: &'static str,
    inputs: &'static str,
}

/// A file of this name is not shown to the tool.
const WITH: &str = "with.c";

const CASES: &[Case] = &[
    Case {
        shows: "a structure that is known before what it contains is defined, and two that point to each other",
        files: &[
            (
                "arm.h",
                "typedef struct arm arm_t;\ntypedef struct { double mass, len; } link_t;\nstruct arm { int n; link_t link[4]; };\n\
                 typedef struct a { struct b *other; double x; int n; } A;\ntypedef struct b { A *other; double y; int n; } B;\n",
            ),
            (
                "arm.c",
                "#include \"arm.h\"\ndouble energy(const arm_t *a)\n{\n    B b = { 0, a->link[0].mass, 0 };\n    A c = { &b, a->link[1].len, 1 };\n    \
                 double s = 0.0;\n    b.other = &c;\n    for (int i = 0; i < a->n; i++) {\n        const link_t *l = a->link + i;\n        \
                 s += l->mass*l->len*l->len;\n    }\n    return s + c.other->y*b.other->x;\n}\n",
            ),
        ],
        head: "energy(energy)/(a)",
        inputs: "a.n = 3\na.link.mass = 0.5 .. 1.0\na.link.len = 0.5 .. 1.0\n",
    },
    Case {
        shows: "procedures that only one file can name, for dummy procedures of others: a copy of the callee stands there, and of two with one name each in its file",
        files: &[
            (
                "q.h",
                "typedef double (*fun)(double x, const void *ctx);\ntypedef int (*stepper)(double *u, int n, void *ctx);\n#define HALF 0.5\n\
                 double integrate(fun g, double a, double b, int n, const void *ctx);\ndouble other(double s, double t);\n\
                 int inner(int most, double *u, int n, stepper fn, void *ctx);\nint outer(int most, double *u, int n, stepper fn, void *ctx);\n",
            ),
            (
                "top.c",
                "#include \"q.h\"\nstruct par { double a, b; int k; };\nstatic double w = 0.5;\n\
                 static double gain(double x, const void *ctx) { const struct par *p = ctx; return p->a*x*x + p->b; }\n\
                 static int step(double *u, int n, void *ctx)\n{\n    const double *k = ctx;\n    \
                 for (int i = 0; i < n; i++) u[i] = u[i]*u[i] + w * *k;\n    return n > 5;\n}\n\
                 double f(const double x[3])\n{\n    struct par p = { x[0], x[1], 3 };\n    double u[3] = { x[0], 1, x[1] }, k = x[1];\n    \
                 int rc = outer(2, u, 3, step, &k);\n    return rc ? 0.0 : u[0] + u[2]*integrate(gain, 0.0, x[2], 4, &p)*other(x[2], x[0]);\n}\n",
            ),
            (
                "outer.c",
                "#include \"q.h\"\nint outer(int most, double *u, int n, stepper fn, void *ctx)\n{\n    int rc = 0;\n    \
                 while (!rc && most-- > 0) rc = inner(2, u, n, fn, ctx);\n    return rc;\n}\n",
            ),
            (
                "inner.c",
                "#include \"q.h\"\nstatic const double scale = 1.25;\nenum { PARTS = 2 };\n\
                 int inner(int most, double *u, int n, stepper fn, void *ctx)\n{\n    int i = 0;\n    \
                 do { if (fn(u, n, ctx)) return 1; } while (++i < most);\n    return 0;\n}\n\
                 double integrate(fun g, double a, double b, int n, const void *ctx)\n{\n    double h = (b - a)/n, s = 0;\n    \
                 for (int i = 0; i < n; i++) s += HALF*(g(a + i*h, ctx) + g(a + (i + 1)*h, ctx))*h*scale;\n    return s/PARTS;\n}\n",
            ),
            (
                "other.c",
                "#include \"q.h\"\nstatic double gain(double x, const void *ctx) { const double *p = ctx; return *p*x; }\n\
                 double other(double s, double t) { return integrate(gain, 0, s, 3, &t); }\n",
            ),
        ],
        head: "f(f)/(x)",
        inputs: "x = 0.4 .. 0.9\n",
    },
    Case {
        shows: "structures of a file that point to what it defines later",
        files: &[(
            "own.c",
            "typedef struct a { struct b *other; double x; int n; } A;\ntypedef struct b { double y; int n; } B;\n\
             double f(double x)\n{\n    B b = { x, 1 };\n    A a = { &b, x*x, 2 };\n    return a.other->y*a.x;\n}\n",
        )],
        head: "f(f)/(x)",
        inputs: "",
    },
    Case {
        shows: "a structure that one of the files cannot see",
        files: &[
            (
                "ekf.h",
                "enum { NX = 3 };\ntypedef struct ekf { double x[NX]; double q; void (*predict)(struct ekf *self); } ekf;\n",
            ),
            ("all.h", "#include \"ekf.h\"\n"),
            ("mat.h", "double norm(int n, const double *a);\n"),
            (
                "run.c",
                "#include \"all.h\"\n#include \"mat.h\"\nstatic void cv(ekf *k) { k->x[0] += k->q*k->x[1]; }\n\
                 double run(const double x0[3], double q)\n{\n    ekf k = { .predict = cv };\n    for (int i = 0; i < NX; i++) k.x[i] = x0[i];\n    \
                 k.q = q;\n    k.predict(&k);\n    return norm(NX, k.x);\n}\n",
            ),
            (
                "mat.c",
                "#include \"mat.h\"\ndouble norm(int n, const double *a)\n{\n    double s = 0.0;\n    \
                 for (int i = 0; i < n; i++) s += a[i]*a[i];\n    return s;\n}\n",
            ),
        ],
        head: "run(run)/(x0 q)",
        inputs: "x0(3) = 0.1 .. 1.0\n",
    },
    Case {
        shows: "the derivative of a global that another file defines, which the head's file knows",
        files: &[
            ("ctl.h", "extern double g_dt;\ndouble step(double x);\ndouble roll(int n, double x);\n"),
            (
                "mpc.c",
                "#include \"ctl.h\"\ndouble roll(int n, double x)\n{\n    double c = 0.0;\n    \
                 for (int k = 0; k < n; k++) {\n        c += g_dt*x;\n        x = step(x);\n    }\n    return c;\n}\n",
            ),
            ("rk.c", "#include \"ctl.h\"\ndouble g_dt = 0.02;\ndouble step(double x) { return x + g_dt*x*x; }\n"),
        ],
        head: "roll(roll)/(x g_dt)",
        inputs: "n = 3\nx = 0.5 .. 1.0\ng_dt = 0.1 .. 0.2\n",
    },
    Case {
        shows: "the same where callees alone mention the global",
        files: &[
            ("ctl.h", "extern double g_dt;\ndouble step(double x);\n"),
            (
                "mpc.c",
                "#include \"ctl.h\"\ndouble roll(int n, double x)\n{\n    double c = 0.0;\n    \
                 for (int k = 0; k < n; k++) {\n        c += x;\n        x = step(x);\n    }\n    return c;\n}\n",
            ),
            ("rk.c", "#include \"ctl.h\"\ndouble g_dt = 0.02;\ndouble step(double x) { return x + g_dt*x*x; }\n"),
        ],
        head: "roll(roll)/(x g_dt)",
        inputs: "n = 3\nx = 0.5 .. 1.0\ng_dt = 0.1 .. 0.2\n",
    },
    Case {
        shows: "a global that the head's file does not know",
        files: &[
            (
                "a.c",
                "double g(double x);\nvoid f(double x, double *y)\n{\n    y[0] = g(x);\n    y[1] = g(x*y[0]);\n}\n",
            ),
            (
                "b.c",
                "int merror = 0;\ndouble g(double x)\n{\n    double s = 1.0, t = 1.0;\n    int n = 0;\n    \
                 if (merror > 5) return 0.0;\n    while (t > 1e-10) {\n        n++;\n        \
                 if (n > 200) {\n            merror = n;\n            return s;\n        }\n        \
                 t = t*x/n;\n        s = s + t;\n    }\n    return s;\n}\n",
            ),
        ],
        head: "f(y)/(x)",
        inputs: "x = 0.5 .. 1\ny(2) = 0\nmerror = 0\n",
    },
    Case {
        shows: "a copy of a function that makes pointers to `static` functions of its file, called from another",
        files: &[
            ("shape.h", "typedef struct { int kind; double p; } shape;\ndouble sdf(const shape *s, double x);\n"),
            (
                "img.c",
                "#include \"shape.h\"\ndouble img(int n, const shape *s, double x)\n{\n    double t = x;\n    \
                 for (int i = 0; i < n; i++) t = t + sdf(s, t)*t;\n    return t;\n}\n",
            ),
            (
                "shape.c",
                "#include \"shape.h\"\ntypedef double (*dist_fn)(const shape *, double);\n\
                 static double d0(const shape *s, double x) { return x*x - s->p; }\n\
                 static double d1(const shape *s, double x) { return x - s->p*s->p; }\n\
                 static dist_fn pick(int k)\n{\n    switch (k) {\n    case 0: return d0;\n    default: return d1;\n    }\n}\n\
                 double sdf(const shape *s, double x)\n{\n    static const dist_fn table[] = { d0, d1 };\n    \
                 return s->kind ? pick(s->kind)(s, x) : table[s->kind](s, x);\n}\n",
            ),
        ],
        head: "img(img)/(x s)",
        inputs: "n = 3\nx = 0.5 .. 1.0\ns.kind = 1\ns.p = 0.5 .. 1.0\n",
    },
    Case {
        shows: "a header with functions that are `static` and not `inline`, which derivatives do not call",
        files: &[
            (
                "s.h",
                "static void scale(double *v, int n, double a) { for (int i = 0; i < n; i++) v[i] *= a; }\n\
                 static double total(const double *v, int n)\n{\n    double s = 0;\n    \
                 for (int i = 0; i < n; i++) s += v[i];\n    return s;\n}\n",
            ),
            (
                "s.c",
                "#include \"s.h\"\nvoid f(const double x[3], double *y)\n{\n    double v[3];\n    \
                 for (int i = 0; i < 3; i++) v[i] = x[i]*x[i];\n    scale(v, 3, 2.0);\n    *y = total(v, 3);\n}\n",
            ),
        ],
        head: "f(y)/(x)",
        inputs: "x(3) = 0.5 .. 1\ny(1) = 0\n",
    },
    Case {
        shows: "a global to be saved that a header declares which this file does not include",
        files: &[
            ("m.h", "extern int merror;\nint mtherr(int code);\n"),
            ("a.c", "double g(double x);\nvoid f(double x, double *y) { *y = g(x) + g(x*0.5); }\n"),
            (
                "b.c",
                "#include \"m.h\"\nint ext_(double);\ndouble g(double x)\n{\n    double s = x*x;\n    \
                 if (x > 100.0) mtherr(3);\n    if (ext_(s)) s = s*x;\n    return s;\n}\n",
            ),
            ("e.c", "#include \"m.h\"\nint merror = 0;\nint mtherr(int code) { merror = code; return 0; }\n"),
            ("with.c", "int ext_(double x);\nint ext_(double x) { return x < 1e300; }\n"),
        ],
        head: "f(y)/(x)",
        inputs: "x = 0.5 .. 1\ny(1) = 0\n",
    },
    Case {
        shows: "a static variable that the derivatives of another file save, restore and clear, and one of its name there",
        files: &[
            (
                "a.c",
                "static double last;\ndouble filter(double x)\n{\n    double r = x + 0.5*last*last;\n    last = x;\n    return r;\n}\n\
                 void reset_a(void) { last = 0; }\n",
            ),
            (
                "b.c",
                "double filter(double x);\nvoid reset_a(void);\nstatic double last;\nvoid cost(int n, const double x[n], double *y)\n{\n    \
                 reset_a();\n    last = 1.0;\n    *y = 0;\n    for (int i = 0; i < n; i++) {\n        last = last*x[i];\n        \
                 *y += filter(x[i]*x[i])*last;\n    }\n}\n",
            ),
        ],
        head: "cost(y)/(x)",
        inputs: "n = 3\nx(3) = 0.5 .. 1\ny(1) = 0\n",
    },
    Case {
        shows: "structures that files define alike: a list, what is in it, a type without a tag",
        files: &[
            (
                "a.c",
                "enum { NX = 3 };\nstruct item { double w; struct item *next; };\ntypedef struct { int n; double v[NX]; struct item *first; } box;\n\
                 void force(const box *p, double *f)\n{\n    for (int i = 0; i < NX; i++)\n        f[i] = p->v[i]*p->v[i]*p->first->next->w;\n}\n",
            ),
            (
                "b.c",
                "struct item { double w; struct item *next; };\ntypedef struct { int n; double v[3]; struct item *first; } box;\n\
                 void force(const box *p, double *f);\nvoid cost(const double x[3], double *y)\n{\n    struct item b = { x[1], 0 }, a = { x[0], &b };\n    \
                 box p = { 3, { 0 }, &a };\n    double f[3];\n    for (int i = 0; i < 3; i++)\n        p.v[i] = x[i]*x[0];\n    force(&p, f);\n    \
                 *y = f[0] + f[1]*f[2];\n}\n",
            ),
        ],
        head: "cost(y)/(x)",
        inputs: "x(3) = 0.5 .. 1\ny(1) = 0\n",
    },
    Case {
        shows: "text that is included uses what stands before it",
        files: &[
            (
                "u.c",
                "static double wrap(double x) { return x - (long)x; }\n#define reduce wrap\n#include \"lib/parts.c\"\n",
            ),
            ("lib/parts.c", "void f(double x, double *y) { *y = x*reduce(x); }\n"),
        ],
        head: "f(y)/(x)",
        inputs: "x = 0.5 .. 1\ny(1) = 0\n",
    },
    Case {
        shows: "what text that is included defines is defined once, and what it includes is found",
        files: &[
            (
                "lib/lib.h",
                "typedef struct { double a, b; } pair;\ndouble sum(const pair *p);\ndouble twice(double x);\n",
            ),
            (
                "lib/lib.c",
                "#include \"lib.h\"\n#include \"more.c\"\n#define HALF 0.5\nstatic int calls = 0;\ndouble weight = 1.5;\n\
                 double sum(const pair *p)\n{\n    calls++;\n    return twice(p->a)*p->b*HALF*weight + shift(p->a);\n}\n",
            ),
            ("lib/more.c", "/* Twice. */\ndouble twice(double x) { return 2*x*x; }\n"),
            (
                "main.c",
                "#include <math.h>\nstatic double shift(double x) { return sin(x); }\n#include \"lib/lib.c\"\n\
                 void f(const double *x, double *y)\n{\n    pair p = { x[0], x[1] };\n    *y = sum(&p)*weight;\n}\n",
            ),
        ],
        head: "f(y)/(x weight)",
        inputs: "x(2) = 0.5 .. 1\ny(1) = 0\n",
    },
];

/// Generated headers are included together: those of several files, of both modes, of several runs. Types of one name are one type, or that is said.
#[test]
fn have_headers_that_go_together() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("there is room");
    let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    let files = [
        (
            "s.h",
            "#ifndef S_H\n#define S_H\ntypedef struct { int n; double w; double z[3]; } par;\n\
             double one(const par *p, double x);\ndouble two(const par *p, double x);\n#endif\n",
        ),
        (
            "one.c",
            "#include \"s.h\"\nenum kind { FEW = 2 };\nstruct own { double a; int n; };\n\
             double one(const par *p, double x)\n{\n    struct own o = { x, FEW };\n    return p->w*o.a*p->n;\n}\n",
        ),
        (
            "three.c",
            "#include \"s.h\"\ndouble three(const par *p, double x);\ndouble three(const par *p, double x) { return p->z[0]*x; }\n",
        ),
        ("two.c", "#include \"s.h\"\ndouble two(const par *p, double x)\n{\n  return p->w*x*x + one(p, x);\n}\n"),
    ];
    for (name, text) in files {
        std::fs::write(place(name), text).expect("written");
    }
    let run = |mode: &str, heads: &[&str], pattern: &str, names: &[&str]| {
        let mut words = vec![String::from("rtapenade"), mode.into(), "-O".into(), place("")];
        words.extend(heads.iter().flat_map(|h| ["-head".to_string(), h.to_string()]));
        words.extend(["-adjfuncname".to_string(), pattern.to_string()]);
        words.extend(names.iter().map(|n| place(n)));
        let (status, said) = rtapenade::run::run(words);
        assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    };
    let both = ["one(one)/(p.w x)", "two(two)/(p.w x)"];
    run("-tangent", &both, "%_b", &["one.c", "two.c"]);
    run("-reverse", &both, "%_b", &["one.c", "two.c"]);
    run("-reverse", &["one(one)/(p x)"], "%_adj", &["one.c"]);
    run("-reverse", &["three(three)/(p x)"], "%_b", &["three.c"]);
    let compile = |headers: &[&str]| {
        let text: String = headers.iter().map(|h| format!("#include \"{h}\"\n")).collect();
        std::fs::write(place("all.c"), text).expect("written");
        let strict = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-fsyntax-only"];
        let mut gcc = std::process::Command::new(rtapenade::read::c_compiler());
        let done = gcc.args(strict).arg(place("all.c")).output().expect("it runs");
        String::from_utf8_lossy(&done.stderr).into_owned()
    };
    assert_eq!(compile(&["s.h", "one_b.h", "two_b.h", "two_d.h", "one_d.h", "one_adj.h"]), "");
    let said = compile(&["s.h", "one_b.h", "three_b.h"]);
    assert!(said.contains("par_diff differs from that of a header before"), "{said}");
}

#[test]
fn are_right() {
    if !checking::have_compilers() {
        return;
    }
    for case in CASES {
        let directory = tempfile::tempdir().expect("there is room");
        let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
        std::fs::create_dir(place("lib")).expect("a folder");
        for (name, text) in case.files.iter().chain(&[("inputs", case.inputs)]) {
            std::fs::write(place(name), text).expect("written");
        }
        let inputs = place("inputs");
        let sources: Vec<String> = case
            .files
            .iter()
            .map(|f| f.0)
            .filter(|n| n.ends_with(".c") && !n.contains('/') && *n != WITH)
            .map(place)
            .collect();
        let with = case.files.iter().map(|f| f.0).find(|n| *n == WITH).map(|n| ["--with".to_string(), place(n)]);
        let words = ["-d", "-b", "-head", case.head, "--points", "1", "--inputs", &inputs];
        let others = with.iter().flatten().chain(&sources).map(String::as_str);
        let words: Vec<&str> = words.into_iter().chain(others).collect();
        checking::check(&checking::arguments(&words)).unwrap_or_else(|e| panic!("{}: {e}", case.shows));
    }
}
