//! C: several files that are written into one (`-o NAME`). What each has to itself stays apart, or that is refused: `check` writes one text per file and
//! does not see this.

use std::path::Path;
use std::process::Command;

use crate::checking;

const A: &str = "#include <math.h>
#define N 3
#define STEP(x) ((x)*0.5)
enum { BITS = 4 };
static int count = 1;
static double last;
static const double w[N] = { 0.5, 0.25, 0.25 };
/* N of the other file is none of this. */
static double norm(const double *p)
{
    double s = 0;
    for (int i = 0; i < N; i++)
        s += w[i]*p[i]*p[i];
    return sqrt(s)*BITS;
}
double filter(const double *x)
{
    double r = STEP(norm(x)) + 0.5*last*count;
    last = x[0]*x[1];
    return r;
}
void reset_a(void) { last = 0; }
";

const B: &str = "#define N 2
#define STEP(x) ((x) + 1)
enum { BITS = 4 };
double filter(const double *x);
void reset_a(void);
static double count = 2.0;
static double last;
static double w[N] = { 1, 2 };
static double norm(double a, double b) { return a*w[0] + b*b*w[1]*BITS; }
void cost(const double x[4], double *y)
{
    reset_a();
    last = 1.0;
    *y = 0;
    for (int i = 0; i < N; i++) {
        last = last*x[i]*count;
        *y += STEP(filter(x + i))*last*norm(x[i], x[i + 1]);
    }
}
";

/// Compares with differences, several times: derivatives that a call leaves somewhere show in the next one.
const DRIVER: &str = "#include <math.h>
#include <stdio.h>
void cost(const double x[4], double *y);
void cost_d(const double x[4], const double xd[4], double *y, double *yd);
void cost_b(const double x[4], double xb[4], double *y, double *yb);
int main(void)
{
    double x[4] = { 0.3, 0.7, -0.4, 0.9 };
    for (int k = 0; k < 12; k++) {
        double d[4] = { 0 }, b[4] = { 0 }, y, yd, yb = 1, p, m, s = x[k%4], e = 1e-6;
        x[k%4] = s + e, cost(x, &p);
        x[k%4] = s - e, cost(x, &m);
        x[k%4] = s, d[k%4] = 1;
        cost_d(x, d, &y, &yd);
        cost_b(x, b, &y, &yb);
        if (!(fabs(yd - (p - m)/(2*e)) < 1e-6) || !(fabs(yd - b[k%4]) < 1e-12))
            return printf(\"%d: %g %g %g\\n\", k, (p - m)/(2*e), yd, b[k%4]), 1;
    }
    return 0;
}
";

fn run(directory: &Path, options: &[&str], files: &[(&str, &str)]) -> (u8, String) {
    let place = |name: &str| directory.join(name).to_string_lossy().into_owned();
    for (name, text) in files {
        std::fs::write(place(name), text).expect("written");
    }
    let here = place("");
    let words = ["rtapenade", "-O", &here, "-o", "all"].into_iter().chain(options.iter().copied()).map(String::from);
    rtapenade::run::run(words.chain(files.iter().filter(|f| f.0.ends_with(".c")).map(|f| place(f.0))))
}

#[test]
fn what_files_have_to_themselves_stays_apart() {
    if !checking::have_compilers() {
        return;
    }
    for files in [[("a.c", A), ("b.c", B)], [("b.c", B), ("a.c", A)]] {
        let directory = tempfile::tempdir().expect("there is room");
        let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
        for options in [&["-d", "-b", "-head", "cost(y)/(x)"][..], &["-p"]] {
            let (status, said) = run(directory.path(), options, &files);
            assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
        }
        let (status, said) = rtapenade::run::run(["rtapenade", "-emit-runtime", &place("runtime")].map(String::from));
        assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
        std::fs::write(place("driver.c"), DRIVER).expect("written");
        let strict = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"];
        let mut gcc = Command::new(rtapenade::read::c_compiler());
        let texts = ["all_db.c", "all_p.c", "driver.c", "runtime/adStack.c", "runtime/adBuffer.c"].map(place);
        gcc.args(strict).arg(format!("-I{}", place("runtime"))).args(texts).args(["-lm", "-o", &place("driver")]);
        let done = gcc.output().expect("it runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        let done = Command::new(place("driver")).output().expect("it runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    }
}

#[test]
fn what_cannot_be_told_apart_is_refused() {
    let b = "double f(const double *x);\nvoid cost(const double *x, double *y) { *y = f(x); }\n";
    let a = "double f(const double *x) { return x[0]*x[1]; }\n";
    let cases: &[(&str, &str, &str, &str)] = &[
        ("structures", "struct ctx { double a, b; };\n", "struct ctx { double q; };\n", "`struct ctx`"),
        ("typedefs", "typedef double real;\n", "typedef float real;\n", "`real`"),
        ("pointers to functions", "typedef double (*fun)(double);\n", "typedef int (*fun)(double);\n", "`fun`"),
        ("enumerations", "enum { A, B };\n", "enum { B, A };\n", "`A`"),
        ("a type and a variable", "typedef double last;\n", "double last = 1;\n", "`last`"),
        (
            "statics that a macro names",
            "static double w = 1;\n#define W w\n",
            "static float w = 2;\n#define V w\n",
            "`w`",
        ),
        (
            "a macro of a header taken back",
            "#include \"n.h\"\n#undef N\n",
            "#include \"n.h\"\nint two(void) { return N; }\n",
            "`N`",
        ),
        ("a macro of a header", "#define N 3\n", "#include \"n.h\"\nint two(void) { return N; }\n", "`N`"),
        ("a macro by default", "#ifndef N\n#define N 3\n#endif\n", "#ifndef N\n#define N 2\n#endif\n", "`N`"),
    ];
    for (shows, in_a, in_b, name) in cases {
        let directory = tempfile::tempdir().expect("there is room");
        let (a, b) = (format!("{in_a}{a}"), format!("{in_b}{b}"));
        let files = [("n.h", "#ifndef N\n#define N 2\n#endif\n"), ("a.c", a.as_str()), ("b.c", b.as_str())];
        let (status, said) = run(directory.path(), &["-p"], &files);
        let is_said = ["error[RT0510]", "b.c:", name, "leave -o away"].iter().all(|w| said.contains(w));
        assert!(status == rtapenade::run::FAILURE && is_said, "{shows}: {said}");
        assert!(!directory.path().join("all_p.c").exists(), "{shows}");
    }
}
