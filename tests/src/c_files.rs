//! C in several files: a function that tells where its result is (`const double *run(…)`) is put into its callers, also into those of other files,
//! and what it names must mean the same there.

use std::path::Path;

use crate::checking;

const LAYER: &str =
    "typedef struct layer { double (*act)(const struct layer *, double); int n; double *w, *out; } layer;
double line(const layer *m, double a);
double square(const layer *m, double a);
const double *run(const layer *m, const double *x);
";

const PARTS: &str = "#define SCALE 1.5
typedef struct { double lo, hi; } range;
static inline double clip(double x, range r) { return x < r.lo ? r.lo : x > r.hi ? r.hi : x; }
";

/// Everything that one file may have to itself, `private` beside it.
fn layer(private: &str) -> String {
    format!(
        "#include \"layer.h\"
#include \"parts.h\"
#include <string.h>
#include <math.h>
#include <assert.h>
#define LIMIT 30.0
enum {{ FIRST, ALL }};
const double shift = 0.25;
double gain = 2.0;
double line(const layer *m, double a) {{ (void)m; return sin(a); }}
double square(const layer *m, double a) {{ (void)m; return a*a; }}
{private} double soft(double x) {{ return log1p(exp(x)); }}
const double *run(const layer *m, const double *x)
{{
    range r = {{ -LIMIT, LIMIT }};
    memcpy(m->out, x, sizeof(double)*m->n);
    for (int i = 0; i < m->n; i++) {{
        assert(i >= 0);
        m->out[i] = m->act(m, clip(SCALE*soft(m->out[i]*m->w[i]) + shift*ALL, r))*exp(-gain);
    }}
    return m->out;
}}
"
    )
}

/// Another file, in which a macro means something else.
const LOSS: &str = "#include \"layer.h\"
#define LIMIT 0.1
double loss(int k, const double *w, const double *x)
{
    double ww[3], mid[3], out[3];
    layer m = { k > 0 ? square : line, 3, ww, out };
    for (int i = 0; i < 3; i++) ww[i] = w[i] + LIMIT;
    const double *o = run(&m, x);
    for (int i = 0; i < 3; i++) mid[i] = o[i];
    o = run(&m, mid);
    double s = 0;
    for (int i = 0; i < 3; i++) s += o[i]*o[i];
    return s;
}
";

fn write(at: &Path, private: &str) -> Vec<String> {
    let texts = [("layer.h", LAYER.to_string()), ("parts.h", PARTS.into()), ("layer.c", layer(private))];
    let inputs = "k = 1\nw(3) = -1 .. 1\nx(3) = 0 .. 1\n".into();
    for (name, text) in texts.into_iter().chain([("loss.c", LOSS.into()), ("inputs", inputs)]) {
        std::fs::write(at.join(name), text).expect("written");
    }
    ["loss.c", "layer.c", "inputs"].map(|n| at.join(n).to_string_lossy().into_owned()).to_vec()
}

/// The body is put into its caller, or, where it names what is private to its file, stays and gives the pointer by an argument.
#[test]
fn bodies_from_other_files_mean_what_they_meant() {
    for private in ["", "static"] {
        let directory = tempfile::tempdir().expect("there is room");
        let files = write(directory.path(), private);
        let words = ["-head", "loss(loss)/(w x)", "--points", "1", "--inputs", &files[2], &files[0], &files[1]];
        for how in [&["--interpret"][..], &[], &["-d", "-b"]] {
            if how == ["--interpret"] || checking::have_compilers() {
                let words: Vec<&str> = how.iter().chain(&words).copied().collect();
                checking::check(&checking::arguments(&words)).unwrap_or_else(|e| panic!("{private} {how:?}: {e}"));
            }
        }
    }
}
