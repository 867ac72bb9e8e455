//! C procedures without source: their derivatives get what the prototypes say, compile as they are, and carry the gradient of all that is behind pointers.
//! They cannot change a `static` variable that nobody hands them.

use std::path::Path;
use std::process::Command;

const PROGRAM: &str = "\
typedef struct { double p[2]; double r; int tag; } place;
static const place nowhere = {{0, 0}, 0, 0};
static double least = -4.5;
place make(const double *p, double r);
void fill(const double p[2], double *out, int n);
double gap(double r, const double *q)
{
    double w[3], k[2] = {2, 3};
    if (r < least) return nowhere.r;
    place a = make(q, r), b = make(k, r);
    fill(q, w, 3);
    return a.r*a.p[0] + b.p[1] + w[2]*w[2];
}
";

/// What the user provides: `make` gives {p[0]*r, p[1]*r*r} and p[0]*p[1], `fill` p[0]*i + p[1].
const PROVIDED: &str = "\
#include <math.h>
#include <stdio.h>
typedef struct { double p[2]; double r; int tag; } place;
typedef struct { double p[2]; double r; } place_diff;
place make(const double *p, double r) { place m = {{p[0]*r, p[1]*r*r}, p[0]*p[1], 0}; return m; }
void fill(const double p[2], double *out, int n) { for (int i = 0; i < n; i++) out[i] = p[0]*i + p[1]; }
place_diff make_d(const double *p, const double *pd, double r, double rd, place *result)
{
    place_diff d = {{pd[0]*r + p[0]*rd, pd[1]*r*r + 2*p[1]*r*rd}, pd[0]*p[1] + p[0]*pd[1]};
    *result = make(p, r);
    return d;
}
void fill_d(const double p[2], const double pd[2], double *out, double *outd, int n)
{
    for (int i = 0; i < n; i++) { out[i] = p[0]*i + p[1]; outd[i] = pd[0]*i + pd[1]; }
}
void make_b(const double *p, double *pb, double r, double *rb, place_diff b)
{
    pb[0] += r*b.p[0] + p[1]*b.r;
    pb[1] += r*r*b.p[1] + p[0]*b.r;
    *rb += p[0]*b.p[0] + 2*p[1]*r*b.p[1];
}
void fill_b(const double p[2], double pb[2], double *out, double *outb, int n)
{
    (void)p; (void)out;
    for (int i = 0; i < n; i++) { pb[0] += i*outb[i]; pb[1] += outb[i]; outb[i] = 0; }
}
double gap(double r, const double *q);
double gap_d(double r, double rd, const double *q, const double *qd, double *gap);
void gap_b(double r, double *rb, const double *q, double *qb, double gapb);
int main(void)
{
    double q[2] = {0.7, 1.3}, r = 0.9, qb[2] = {0, 0}, rb = 0, worst = 0;
    gap_b(r, &rb, q, qb, 1.0);
    for (int k = 0; k < 3; k++) {
        double h = 1e-5, d[2] = {k == 0, k == 1}, dr = k == 2, value;
        double up[2] = {q[0] + h*d[0], q[1] + h*d[1]}, down[2] = {q[0] - h*d[0], q[1] - h*d[1]};
        double difference = (gap(r + h*dr, up) - gap(r - h*dr, down))/(2*h);
        double tangent = gap_d(r, dr, q, d, &value), adjoint = k == 2 ? rb : qb[k];
        worst = fmax(worst, fmax(fabs(tangent - difference), 1e3*fabs(tangent - adjoint)));
    }
    if (worst < 1e-8) printf(\"right\"); else printf(\"wrong %g\", worst);
    return 0;
}
";

fn derive(at: &Path, mode: &str) {
    let source = at.join("gap.c").to_string_lossy().into_owned();
    let out = at.to_string_lossy().into_owned();
    let words = ["rtapenade", mode, "-head", "gap(gap)/(r q)", "-O", &out, &source];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    assert!(said.contains(if mode == "-d" { "make_d(q, qd, r, rd, result)" } else { "make_b(" }), "{said}");
}

#[test]
fn derivatives_that_the_user_provides() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    std::fs::write(at.join("gap.c"), PROGRAM).expect("written");
    std::fs::write(at.join("main.c"), PROVIDED).expect("written");
    derive(at, "-d");
    derive(at, "-b");
    let mut gcc = Command::new(rtapenade::read::c_compiler());
    gcc.args(["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter", "-o", "main"]);
    let made = gcc.current_dir(at).args(["main.c", "gap.c", "gap_d.c", "gap_b.c", "-lm"]).output().expect("gcc runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let said = Command::new(at.join("main")).output().expect("it runs").stdout;
    assert_eq!(String::from_utf8_lossy(&said), "right");
}
