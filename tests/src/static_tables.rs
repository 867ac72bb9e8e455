//! C: `static` tables without `const`, which pointers of other `static` variables lead to, beside a function without source. The derivative has a copy of
//! them where nothing can have changed the original; where something can, they are refused.

use crate::checking;

/// A sum over a table that `series` leads to, and what else is in the file.
fn file(beside: &str) -> String {
    format!(
        "struct series {{ double *c; int n; }};\n\
         static double table[3] = {{ 2.0, 3.0, 0.5 }};\n\
         static struct series series = {{ table, 3 }};\n\
         void report(const char *);\n\
         {beside}\n\
         static double sum(const struct series *s, double x)\n\
         {{\n    double y = 0;\n    for (int i = s->n - 1; i >= 0; i--) y = y*x + s->c[i];\n    if (y > 100) report(\"large\");\n    return y;\n}}\n\
         double f(double x) {{ return sum(&series, x)*x; }}\n"
    )
}

#[test]
fn are_copied_where_nothing_can_have_changed_them() {
    let changed = [
        "void fill(double *); void start(void) { fill(table); }",
        "double *other = table;",
        "struct series *which = &series;",
        "double *get(void) { return table; }",
        "void get(double **p) { *p = series.c; }",
        "struct box { double *p; }; void get(struct box *b) { b->p = table + 1; }",
        "static void put(double *p) { p[1] = 3; } void set(void) { put(table); }",
        "static void put(const struct series *s) { s->c[1] = 2; } void set(void) { put(&series); }",
        "void read(struct series *); void start(void) { read(&series); }",
        "void set(double v) { series.c[0] = v; }",
        "void set(int n) { series.n = n; }",
    ];
    let kept = [
        "",
        "void look(const struct series *); void start(void) { look(&series); }",
        "static double first(const double *p) { return p[0]; } double peek(void) { return first(table) + series.c[1]; }",
    ];
    for (beside, refused) in changed.map(|b| (b, true)).into_iter().chain(kept.map(|b| (b, false))) {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("a.c");
        std::fs::write(&path, file(beside)).expect("the input");
        let (path, place) = (path.to_string_lossy(), directory.path().to_string_lossy());
        for mode in ["-d", "-b"] {
            let words = ["rtapenade", mode, "-head", "f(f)/(x)", "-O", &place, &path];
            let (status, said) = rtapenade::run::run(words.map(String::from));
            assert_eq!(status != 0, refused, "{mode} {beside}:\n{said}");
            assert_eq!(said.contains("error[RT0412]"), refused, "{mode} {beside}:\n{said}");
        }
    }
}

#[test]
fn are_right_where_they_are_copied() {
    if !checking::have_compilers() {
        return;
    }
    let directory = tempfile::tempdir().expect("there is room");
    let [path, other, inputs] = ["a.c", "report.c", "inputs"].map(|n| directory.path().join(n));
    std::fs::write(&path, file("")).expect("the input");
    std::fs::write(&other, "void report(const char *what) { (void)what; }\n").expect("what is linked");
    std::fs::write(&inputs, "x = 0.2 .. 0.9\n").expect("the values");
    let [path, other, inputs] = [&path, &other, &inputs].map(|p| p.to_string_lossy());
    let words = ["rtapenade", "check", "-head", "f(f)/(x)", "--inputs", &inputs, "--with", &other, &path];
    let (status, said) = rtapenade::run::run(words.map(String::from));
    assert_eq!(status, 0, "{said}");
}

/// What functions keep in `static` work arrays is asked for element by element.
#[test]
fn are_refused_where_a_call_reads_what_it_has_not_set() {
    let all = "for (int i = 0; i < n; i++) w[i] = x[i]*x[i];";
    let sum = "for (int i = 0; i < n; i++) s += w[i]*w[i];";
    let kept = [
        "for (int i = 0; i < n; i++) { s += w[i]*x[i]; w[i] = s; }".to_string(),
        format!("{all} for (int i = 0; i <= n; i++) s += w[i]*w[i];"),
        format!("{all} n++; {sum}"),
        format!("for (int i = 0; i < n; i++) if (x[i] > 1) w[i] = x[i]; {sum}"),
        format!("for (int i = 0; i < n; i++) {{ if (x[i] > 1) break; w[i] = x[i]; }} {sum}"),
        format!("for (int i = 0; i < n; i += 2) w[i] = x[i]; {sum}"),
        format!("for (int i = 0; i < n; i++) w[i + 1] = x[i]; {sum}"),
        format!("if (n > 3) {{ {all} }} {sum}"),
        "for (int k = 0; k < n; k++) { w[k] = x[k]; for (int i = 0; i <= k + 1; i++) s += w[i]*w[i]; }".to_string(),
        "for (int i = 0; i < n; i++) w[i % 3] += x[i]; s = w[0]*w[1]*w[2];".to_string(),
        format!("half(n, x, w); {sum}"),
    ];
    let scratch = [
        format!("{all} {sum}"),
        format!("for (int i = n - 1; i >= 0; i--) w[i] = x[i]; {sum}"),
        "w[0] = x[0]; for (int i = 1; i < n; i++) w[i] = w[i - 1]*x[i]; s = w[n - 1]*w[n - 1];".to_string(),
        format!("if (n > 3) {{ {all} }} else for (int i = 0; i < n; i++) w[i] = x[i]; {sum}"),
        format!("for (int i = 0; i < n; i++) {{ if (x[i] > 1) w[i] = x[i]; else w[i] = 1; }} {sum}"),
        format!("for (int i = 0; i < n; i++) {{ w[i] = x[i]; if (x[i] > 1) continue; w[i] *= 2; }} {sum}"),
        format!("int m = n - 1; for (int i = 0; i <= m; i++) w[i] = x[i]; {sum}"),
        format!("whole(n, x, w); {sum}"),
    ];
    for (body, refused) in kept.into_iter().map(|b| (b, true)).chain(scratch.into_iter().map(|b| (b, false))) {
        let directory = tempfile::tempdir().expect("there is room");
        let path = directory.path().join("a.c");
        let text = format!(
            "static void half(int n, const double *x, double *w) {{ for (int i = 0; i < n/2; i++) w[i] = x[i]; }}\n\
             static void whole(int n, const double *x, double *w) {{ for (int i = 0; i < n; i++) w[i] = x[i]; }}\n\
             double f(int n, const double *x)\n\
             {{\n    static double w[100];\n    double s = 0;\n    {body}\n    half(2, x, w);\n    whole(2, x, w);\n    return s;\n}}\n"
        );
        std::fs::write(&path, text).expect("the input");
        let (path, place) = (path.to_string_lossy(), directory.path().to_string_lossy());
        let words = ["rtapenade", "-d", "-head", "f(f)/(x)", "-O", &place, &path];
        let (_, said) = rtapenade::run::run(words.map(String::from));
        assert_eq!(said.contains("error[RT0412]"), refused, "{body}:\n{said}");
    }
}
