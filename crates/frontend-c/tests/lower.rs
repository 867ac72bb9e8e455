//! C to IL and back to C: what the IL says is what was written, effects apart.

use il::source::{SourceFile, Sources, Span};
use il::{Diagnostic, Program, StmtKind, UnitId};

fn read(text: &str) -> (Program, Vec<Diagnostic>) {
    let mut program = Program::new();
    let main = program.sources.add(SourceFile { path: "a.c".into(), text: text.into() });
    let preprocessed = format!("# 1 \"a.c\"\n{text}\n");
    let files = [frontend_c::Translation { main, preprocessed: &preprocessed }];
    let diagnostics = frontend_c::lower(&files, &mut program);
    let found = il::verify::verify(&program);
    assert!(found.is_empty(), "{text}\n{found:?}");
    (program, diagnostics)
}

/// The program as it prints, blanks between words made one.
fn printed(program: &Program) -> String {
    let output = unparse::OutputFile::of_input(program, &program.inputs[0]);
    unparse::unparse(program, &output).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn function(program: &Program) -> UnitId {
    program.units.iter().rfind(|(_, unit)| unit.is_procedure() && !unit.is_interface).expect("a function").0
}

/// Checks statements of a function with some variables.
#[track_caller]
fn check(body: &str, expected: &str) {
    let head = "int g(int); struct S { int n; double v[3]; struct S *next; };\nvoid f(int n, int i, int j, double x, double *p, double *q, struct S *s)\n{\n";
    let (program, diagnostics) = read(&format!("{head}{body}\n}}\n"));
    assert!(diagnostics.is_empty(), "{body}\n{diagnostics:?}");
    let text = printed(&program);
    let start = text.rfind("struct S *s) {").expect("the function") + "struct S *s) {".len();
    let body = text[start..].trim().trim_end_matches('}').trim();
    assert_eq!(body, expected.split_whitespace().collect::<Vec<_>>().join(" "));
}

#[test]
fn plain_statements_stay() {
    for body in [
        "x = p[0]*2.0 - s->v[1]/x;",
        "x += *p; x *= 2; n <<= 1; i = j % 3;",
        "s->next->v[i] = -x; *p = (double)n; p = &q[i]; p = q + 2*n;",
        "if (x > 0.0 && n != 1) { x = 1.0; } else if (!n) { x = 2.0; } else { x = 3.0; n = 0; }",
        "for (int k = 0; k < n; k++) x += p[k];",
        "for (i = n - 1; i >= 0; i--) p[i] = x;",
        "for (i = 0; i <= 2*n; i += 3) { if (p[i] < 0.0) continue; if (x > 1.0) break; x = p[i]; }",
        "while (x < 1.0) x *= x; do x -= 0.1; while (x > 0.0);",
        "switch (n) { case 1: case 2: x = 1.0; break; case 3: x = 2.0; /* fall through */ default: x = 3.0; }",
        "double a = 1.0, b[3] = { 1.0, 2.0 }, *c = b; a = b[1] + *c;",
        "struct S t = { 1, { 1.0 }, 0 }; *s = t; { int k = 1; n = k; }",
        "static int count = 3; const double half = 0.5; count++; x = half;",
        "goto end; end: x = n > 1 ? p[0] : q[0];",
        "g(n); x = g(g(1)) + sizeof(double); n = (~n ^ (i & j)) | 4;",
        "return;",
    ] {
        let body = body.replace("/* fall through */ ", "");
        let expected = body.replace("x = 2.0; default", "x = 2.0; /* fall through */ default");
        check(&body, &expected);
    }
}

#[test]
fn effects_become_statements_in_order() {
    for (body, expected) in [
        ("p[i++] += x;", "p[i] += x; i++;"),
        ("*p++ = *q++;", "*p = *q; p++; q++;"),
        ("x = p[++i];", "++i; x = p[i];"),
        ("i = j = n = 0;", "n = 0; j = 0; i = 0;"),
        ("x = s->n++ + 1;", "int tmp = s->n; s->n++; x = tmp + 1;"),
        ("x = i++ + p[i];", "int tmp = i; i++; x = tmp + p[i];"),
        ("i++, j--, x = 1.0;", "i++; j--; x = 1.0;"),
        ("if ((n = g(i)) > 0) x = 1.0;", "n = g(i); if (n > 0) x = 1.0;"),
        ("if (i > 0 && (n = 1)) x = 1.0;", "int tmp = i > 0; if (tmp) { n = 1; tmp = 1 != 0; } if (tmp) x = 1.0;"),
        ("n && g(n); n || (x = 2.0);", "if (n) g(n); if (!n) x = 2.0;"),
        ("n ? g(1) : (i = 2);", "if (n) g(1); else i = 2;"),
        ("x = n ? (i = 1) : j;", "int tmp; if (n) { i = 1; tmp = 1; } else { tmp = j; } x = tmp;"),
        ("while (n-- > 0) x += *p++;", "while (n > 0) { n--; x += *p; p++; } n--;"),
        ("while ((i = g(i)) > 0) x = i;", "for (;;) { i = g(i); if (!(i > 0)) break; x = i; }"),
        ("do x = 1.0; while (--n);", "do { x = 1.0; n--; } while (n);"),
        ("switch (p[0] > 0 ? i++ : j) { default: n = 1; }", ""),
        (
            "for (i = 0, p = q; i < n; i++, p++) { if (x > 1.0) continue; x += *p; }",
            "p = q; for (i = 0; i < n; i++) { if (x > 1.0) { p++; continue; } x += *p; p++; }",
        ),
        ("double a = p[i++], b = a;", "double a = p[i]; i++; double b = a;"),
    ] {
        if !expected.is_empty() && !body.starts_with("do") {
            check(body, expected);
        } else {
            read(&format!("int g(int); void f(int n, int i, int j, double x, double *p) {{ {body} }}"));
        }
    }
}

#[test]
fn loops_count_only_if_nothing_changes_their_bound() {
    let head = "struct S { int n; double v[3]; }; int total; void g(struct S *s) { s->v[0] = 1.0; } void h(struct S *s) { s->n = 1; } void u(struct S *);\n";
    for (body, counts) in [
        ("for (i = 0; i < n; i++) x += 1.0;", true),
        ("for (i = 0; i < n; i++) n--;", false),
        ("for (i = 0; i < n; i++) i++;", false),
        ("for (i = 0; i != n; i++) x += 1.0;", true),
        ("for (i = 0; n > i; i = i + 2) x += 1.0;", true),
        ("for (i = 0; i < n; i += j) x += 1.0;", false),
        ("for (i = 0; i < x; i++) n = 1;", false),
        ("for (i = 0; i < n; i--) x += 1.0;", false),
        ("for (x = 0; x < n; x++) n = 1;", false),
        ("for (; i < n; i++) x += 1.0;", false),
        ("for (i = 0; i < s->n; i++) s->v[i] = 0.0;", true),
        ("for (i = 0; i < s->n; i++) s->n = 2;", false),
        ("for (i = 0; i < s->n; i++) g(s);", true),
        ("for (i = 0; i < s->n; i++) h(s);", false),
        ("for (i = 0; i < s->n; i++) u(s);", false),
        ("for (i = 0; i < total; i++) g(s);", true),
        ("for (i = 0; i < q[0]; i++) q[i] = 1;", false),
        ("for (i = 0; i < q[0]; i++) x += 1.0;", true),
        ("int *a = &i; for (i = 0; i < n; i++) *a = 3;", false),
        ("for (unsigned k = n; k >= 0; k--) x += 1.0;", false),
        ("for (int k = 0, m = n; k < m; k++) x += 1.0;", true),
    ] {
        let text = format!("{head}void f(int n, int i, int j, double x, int *q, struct S *s) {{ {body} }}");
        let (program, diagnostics) = read(&text);
        assert!(diagnostics.is_empty(), "{body} {diagnostics:?}");
        let unit = &program.units[function(&program)];
        let counted = unit.all_stmts().iter().any(|id| matches!(unit.stmts[*id].kind, StmtKind::Do(_)));
        assert_eq!(counted, counts, "{body}");
    }
}

#[test]
fn what_is_declared_prints_again() {
    for text in [
        "typedef double real; real f(real x) { return x; }",
        "typedef struct { double x, y; } Vec; Vec v; static const Vec zero = { 0.0, 0.0 };",
        "struct Node { int n; struct Node *next; double (*f)(double, void *); };",
        "typedef struct Tag { int a[2][3]; struct Tag *next; } Tag; extern Tag *t; static int k = 3, *l = &k;",
        "double f(int n, const double a[3], double b[n][n], double *restrict c, double (*g)(double)) { return g(a[0]); }",
        "static inline int f(void) { return 1; } int f2(const char *format, ...);",
    ] {
        let (program, diagnostics) = read(text);
        assert!(diagnostics.is_empty(), "{text} {diagnostics:?}");
        assert_eq!(printed(&program), text);
    }
}

#[test]
fn math_is_intrinsic_and_takes_the_type_of_its_name() {
    let math = "# 1 \"/usr/include/math.h\" 1 3 4\ndouble sqrt(double); float sqrtf(float); double pow(double, double); double fabs(double);\n# 1 \"a.c\" 2\n";
    for (body, expected) in [
        ("return sqrt(x) + pow(x, 2) + fabs(x);", "return sqrt(x) + pow(x, 2) + fabs(x);"),
        ("return sqrt(2);", "return sqrt(2);"),
        ("return sqrt(n);", "return sqrt((double)n);"),
        ("return sqrtf(x);", "return sqrtf((float)x);"),
    ] {
        let text = format!("double f(int n, double x) {{ {body} }}");
        let mut program = Program::new();
        let main = program.sources.add(SourceFile { path: "a.c".into(), text: text.clone() });
        let preprocessed = format!("{math}{text}\n");
        frontend_c::lower(&[frontend_c::Translation { main, preprocessed: &preprocessed }], &mut program);
        assert!(printed(&program).contains(expected), "{}", printed(&program));
        let unit = &program.units[function(&program)];
        let mut calls = 0;
        for id in unit.all_stmts() {
            unit.stmts[id]
                .kind
                .exprs(&mut |e| e.walk(&mut |e| calls += usize::from(matches!(e.kind, il::ExprKind::Call { .. }))));
        }
        assert_eq!(calls, 0, "{body}");
    }
}

#[test]
fn what_is_not_read_is_kept_and_marked() {
    for (body, code) in [
        ("undeclared = 1;", "RT0202"),
        ("x = s->nothing;", "RT0207"),
        ("asm(\"nop\");", "RT0108"),
        ("x = = 1;", "RT0101"),
        ("1 = n;", "RT0206"),
        ("x.a = 1;", "RT0206"),
    ] {
        let text = format!(
            "struct S {{ double (*f)(double); }}; void f(int n, double x, struct S *s) {{ x = 1.0; {body} x = 2.0; }}"
        );
        let (program, diagnostics) = read(&text);
        assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), [code], "{body} {diagnostics:?}");
        assert!(diagnostics[0].span != Span::NONE);
        let unit = &program.units[function(&program)];
        assert!(unit.has_errors);
        assert_eq!(unit.body.len(), 3, "{body}");
        assert!(printed(&program).contains(body), "{}", printed(&program));
    }
}

#[test]
fn pointers_that_nobody_sets_are_said() {
    let (program, diagnostics) =
        read("struct S { double (*f)(double); }; double g(double x, struct S *s) { return s->f(x); }");
    assert_eq!(diagnostics.iter().map(|d| d.code).collect::<Vec<_>>(), ["RT0210"], "{diagnostics:?}");
    assert!(diagnostics[0].span != Span::NONE);
    assert!(printed(&program).contains("return s->f(x);"), "{}", printed(&program));
}

#[test]
fn names_are_one_across_files() {
    let texts = [
        "extern double a; double g(double); double f(double x) { return g(x)*a; }",
        "double a = 1.0; double g(double y) { return y; }",
    ];
    let mut program = Program::new();
    let mut sources = Sources::new();
    let mut files = Vec::new();
    for (name, text) in ["a.c", "b.c"].iter().zip(texts) {
        let main = program.sources.add(SourceFile { path: name.to_string(), text: text.into() });
        sources.add(SourceFile { path: name.to_string(), text: text.into() });
        files.push((main, format!("# 1 \"{name}\"\n{text}\n")));
    }
    let files: Vec<_> =
        files.iter().map(|(main, text)| frontend_c::Translation { main: *main, preprocessed: text }).collect();
    assert!(frontend_c::lower(&files, &mut program).is_empty());
    assert_eq!(program.inputs.len(), 2);
    let root = &program.scopes[program.global_c];
    assert_eq!(root.names.keys().collect::<Vec<_>>(), ["a", "g", "f"]);
    assert!(program.callee(root.names["g"]).is_some());
    assert!(program.variable(root.names["a"]).is_some_and(|a| a.saved && a.init.is_some()));
}

#[test]
fn no_bytes_make_it_panic() {
    let seed = "enum { A, B = 2 }; typedef struct { int n; double v[3]; } S; static double t[2] = { 1.0, [1] = 2 };\n\
                double f(int n, double *p, S *s, double (*g)(double)) { int i, k = 0; double v[n], *q = p;\n\
                for (i = 0; i < s->n; i++) { if (p[i] < 0) continue; v[i] += g(*q++) * s->v[k = B]; }\n\
                switch (n) { case 1: k = n ? 1 : (n = 2, 3); break; default: while (k-- > 0) { S u = { 1, { 2 } }; s = &u; } }\n\
                do { k = (int)v[0]; } while (k && n++); goto l; l: return ({ double y = v[1]; y; }) + sizeof(S) + t[0]; }";
    let step = 61;
    for cut in (0..seed.len()).step_by(step) {
        read_anything(&seed[cut..]);
        read_anything(&seed[..cut]);
        for c in
            ["{", "}", "(", ")", ";", "*", "=", "[", "case 1:", "else", "n", "S", "++", "&", "->n", "0", ",", "typedef"]
        {
            read_anything(&format!("{}{c}{}", &seed[..cut], &seed[cut..]));
            let end = (cut + step).min(seed.len());
            read_anything(&format!("{} {c} {}", &seed[..cut], &seed[end..]));
        }
    }
    for deep in [
        "(", "-", "*", "&", "a=", "a?a:", "a+", "a[", "f(", "!", "(int)", "a,", "({", "if(a)", "{", "for(;;)",
        "while(a)", "do ",
    ] {
        for count in [300, 3_000] {
            let close = |c: &str| match c {
                "(" | "f(" => ")",
                "a[" => "]",
                "({" => ";})",
                "{" => "}",
                "do " => " while(a);",
                _ => "",
            };
            let text = format!("{}a{}", deep.repeat(count), close(deep).repeat(count));
            read_anything(&format!("int f(int); int g(int a) {{ a = {text}; }}"));
            read_anything(&format!("int f(int); int g(int a) {{ {text}; }}"));
            read_anything(&format!("int {}x{};", "*".repeat(count), "[2]".repeat(count)));
            read_anything(&format!("int {}x{};", "(*".repeat(count), ")(void)".repeat(count)));
        }
    }
}

/// Reads a text that may be anything, and prints what came of it.
fn read_anything(text: &str) {
    let mut program = Program::new();
    let main = program.sources.add(SourceFile { path: "a.c".into(), text: text.into() });
    let preprocessed = format!("# 1 \"a.c\"\n{text}\n");
    frontend_c::lower(&[frontend_c::Translation { main, preprocessed: &preprocessed }], &mut program);
}
