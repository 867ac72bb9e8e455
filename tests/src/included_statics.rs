//! `-statics include`: the file of derivatives in C includes the text of the original, and shares what is `static` there.

use crate::checking;

/// Variables that another call may have set, a counter, a table, a structure, and functions.
const MODEL: &str = "#include <math.h>
#define N 4
typedef struct { double a, b; } pair;
static double legendre[N];
static double scale = 2.0;
static int calls;
static const double table[2] = { 1.0, 2.0 };
double shared = 3.0;
static void prepare(double lat)
{
    for (int i = 0; i < N; i++)
        legendre[i] = lat*(i + 1)*scale*table[i % 2];
    calls++;
}
void set_scale(double s) { scale = s; }
static double part(const pair *p) { return p->a*p->b*sin(p->a); }
double model(double lat, int on)
{
    double s = 0.0;
    pair p;
    if (on)
        prepare(lat);
    for (int i = 0; i < N; i++)
        s += legendre[i]*legendre[i];
    p.a = s;
    p.b = lat*shared;
    return s + part(&p)*(calls > 0 ? 1.0 : 2.0);
}
";

/// Two files with a `static` variable of one name.
const TWO: [(&str, &str); 2] = [
    (
        "f.c",
        "double g(double x);\nstatic double k = 2.0;\ndouble f(double x)\n{\n    double a = k*x;\n    k = g(x);\n    return k*x + a;\n}\n",
    ),
    (
        "g.c",
        "static double k = 3.0;\nvoid set_k(double v) { k = v; }\nstatic double h(double x) { return k*x*x; }\ndouble g(double x) { return h(x); }\n",
    ),
];

/// What is said of files, and what is made of the first of them.
fn made(files: &[(&str, &str)], words: &[&str]) -> (String, String) {
    let directory = tempfile::tempdir().expect("there is room");
    let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
    let mut all: Vec<String> =
        ["rtapenade", "-O", &place("")].into_iter().chain(words.iter().copied()).map(String::from).collect();
    for (name, text) in files {
        std::fs::write(place(name), text).expect("written");
        all.push(place(name));
    }
    let (_, said) = rtapenade::run::run(all);
    (said, std::fs::read_to_string(place(&files[0].0.replace(".c", "_b.c"))).unwrap_or_default())
}

#[test]
fn what_is_static_is_there_once() {
    let (said, text) = made(&[("model.c", MODEL)], &["-b", "-statics", "include", "-head", "model(model)/(lat)"]);
    assert!(!said.contains("error") && !said.contains("RT0423"), "{said}");
    assert!(text.contains("#include \"model.c\"\nstatic double legendreb[N];"), "{text}");
    for gone in ["static double legendre[N]", "#define N 4", "typedef struct", "_nodiff", "double shared"] {
        assert!(!text.contains(gone), "`{gone}` is in\n{text}");
    }
    assert!(text.contains("        prepare(lat);"), "{text}");
    // By default that is refused.
    let (said, text) = made(&[("model.c", MODEL)], &["-b", "-head", "model(model)/(lat)"]);
    assert!(
        said.contains("error[RT0412]: the static `legendre`") && said.contains("-statics include") && text.is_empty(),
        "{said}"
    );
}

#[test]
fn what_cannot_be_shared_is_refused() {
    let inner = "double f(double x) { static double last = 1.0; double y = x*x*last; last = x; return y; }\n";
    let (said, text) = made(&[("f.c", inner)], &["-b", "-statics", "include", "-head", "f(f)/(x)"]);
    assert!(
        said.contains("error[RT0412]") && said.contains("nothing but its function can name it") && text.is_empty(),
        "{said}"
    );
    let words = ["-b", "-statics", "include", "-o", "all", "-head", "f(f)/(x)"];
    let (said, _) = made(&TWO, &words);
    assert!(said.contains("gives each file of C an output of its own"), "{said}");
    // What a call changes in another file is saved where it is called.
    let changing = TWO[1].1.replace("return h(x);", "double y = h(x); k = 0.5*k; return y + k*x;");
    let words = ["-b", "-statics", "include", "-head", "f(f)/(x)"];
    let (said, text) = made(&[TWO[0], ("g.c", &changing)], &words);
    assert!(said.contains("error[RT0412]: the derivatives of another file need `k`") && text.is_empty(), "{said}");
}

#[test]
fn derivatives_that_share_statics_are_right() {
    if !checking::have_compilers() {
        return;
    }
    let cases: [(&[(&str, &str)], &str, &str); 3] = [
        (&[("model.c", MODEL)], "model(model)/(lat)", "on = 1\nlat = 0.5 .. 1\n"),
        (&[("model.c", MODEL)], "model(model)/(lat)", "on = 0\nlat = 0.5 .. 1\n"),
        (&TWO, "f(f)/(x)", "x = 0.5 .. 1\n"),
    ];
    for (files, head, inputs) in cases {
        let directory = tempfile::tempdir().expect("there is room");
        let place = |name: &str| directory.path().join(name).to_string_lossy().into_owned();
        let all = files.iter().copied().chain([("inputs.txt", inputs)]);
        all.for_each(|(name, text)| std::fs::write(place(name), text).expect("written"));
        let inputs = place("inputs.txt");
        let names: Vec<String> = files.iter().map(|f| place(f.0)).collect();
        let mut words = vec!["-statics", "include", "-head", head, "--inputs", &inputs];
        words.extend(names.iter().map(String::as_str));
        checking::check(&checking::arguments(&words)).unwrap_or_else(|e| panic!("{head}: {e}"));
    }
}
