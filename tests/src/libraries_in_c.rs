//! Derivatives of CBLAS and LAPACKE: each routine in a loop over its options, increments and both orders of matrices, judged by `check` with functions of our
//! own (`tests/libraries/reference.c`), in double and single precision.

use crate::{checking, portion};

/// A call in terms of loops over options: `o` is the order, `u` an upper or lower triangle, `t` and `r` transpositions, `s` a side, `g` a diagonal, `p` and `q`
/// are increments; `n` is how many combinations there are, each in both orders. With `!`, the matrix `a` has a large diagonal. `O`, `U`, `T`, `G` are those of LAPACKE.
const CALLS: &[(&str, u32, &str)] = &[
    ("axpy", 48, "cblas_?axpy(4, al, v, p, w, q);"),
    ("scal", 1, "cblas_?scal(4, al, v, 2);"),
    ("copy", 48, "cblas_?copy(4, v, p, w, q);"),
    ("swap", 48, "cblas_?swap(4, v, p, w, q);"),
    ("rot", 48, "cblas_?rot(4, v, p, w, q, al, be);"),
    ("dot", 48, "al = 2.0*cblas_?dot(4, v, p, w, q);"),
    ("nrm2", 1, "al = cblas_?nrm2(4, v, 2);"),
    ("asum", 1, "al = cblas_?asum(4, v, 2);"),
    ("amax", 1, "al = v[cblas_i?amax(4, v, 1)];"),
    ("gemv", 48, "cblas_?gemv(o, t, 4, 3, al, a, 5, v, p, be, w, q);"),
    ("ger", 48, "cblas_?ger(o, 4, 3, al, v, p, w, q, a, 5);"),
    ("symv", 48, "cblas_?symv(o, u, 4, al, a, 5, v, p, be, w, q);"),
    ("syr", 2, "cblas_?syr(o, u, 4, al, v, 2, a, 5);"),
    ("syr2", 48, "cblas_?syr2(o, u, 4, al, v, p, w, q, a, 5);"),
    ("trmv", 48, "cblas_?trmv(o, u, t, g, 4, a, 5, v, p);"),
    ("trsv", 48, "!cblas_?trsv(o, u, t, g, 4, a, 5, v, p);"),
    ("gemm", 8, "cblas_?gemm(o, t, r, 4, 3, 5, al, a, 5, b, 5, be, c, 5);"),
    ("gemma", 8, "cblas_?gemm(o, t, r, 4, 3, 5, 0.7, a, 5, c0, 5, 0.3, c, 5);"),
    ("gemmb", 8, "cblas_?gemm(o, t, r, 4, 3, 5, 0.7, c0, 5, b, 5, 0.3, c, 5);"),
    ("gera", 8, "cblas_?ger(o, 4, 3, 0.7, v, p, c0, q, a, 5);"),
    ("symm", 8, "cblas_?symm(o, s, u, 4, 3, al, a, 5, b, 5, be, c, 5);"),
    ("syrk", 4, "cblas_?syrk(o, u, t, 4, 3, al, a, 5, be, c, 5);"),
    ("syr2k", 4, "cblas_?syr2k(o, u, t, 4, 3, al, a, 5, b, 5, be, c, 5);"),
    ("trmm", 16, "cblas_?trmm(o, s, u, t, g, 4, 3, al, a, 5, b, 5);"),
    ("trsm", 16, "!cblas_?trsm(o, s, u, t, g, 4, 3, al, a, 5, b, 5);"),
    ("potrf", 2, "!info = LAPACKE_?potrf(O, U, 4, a, 5);"),
    ("potrs", 2, "!info = LAPACKE_?potrs(O, U, 4, 3, a, 5, b, 5);"),
    ("posv", 2, "!info = LAPACKE_?posv(O, U, 4, 3, a, 5, b, 5);"),
    ("potri", 2, "!info = LAPACKE_?potri(O, U, 4, a, 5);"),
    ("trtrs", 16, "!info = LAPACKE_?trtrs(O, U, T, G, 4, 3, a, 5, b, 5);"),
    ("getrf", 1, "info = LAPACKE_?getrf(O, 4, 4, a, 5, ipiv);"),
    (
        "getrs",
        4,
        "info = LAPACKE_?getrf(O, 4, 4, a, 5, ipiv);\n      info = LAPACKE_?getrs(O, T, 4, 3, a, 5, ipiv, b, 5);",
    ),
    ("gesv", 1, "info = LAPACKE_?gesv(O, 4, 3, a, 5, ipiv, b, 5);"),
    (
        "getri",
        1,
        "if (LAPACKE_?getrf(O, 4, 4, a, 5, ipiv) != 0)\n        return;\n      LAPACKE_?getri(O, 4, a, 5, ipiv);",
    ),
    (
        "gtsv",
        1,
        "info = LAPACKE_?gtsv(O, 4, 2, v, w, a, b, 5);\n      for (i = 0; i < 25; i++)\n        a[i] = 0.0;\n      for (i = 0; i < 12; i++)\n        v[i] = w[i] = 0.0;",
    ),
    (
        "ptsv",
        1,
        "for (i = 0; i < 12; i++)\n        v[i] += 5.0;\n      info = LAPACKE_?ptsv(O, 4, 2, v, w, b, 5);\n      for (i = 0; i < 12; i++)\n        v[i] = w[i] = 0.0;",
    ),
    ("rotg", 1, "al = v[0] + 2.0;\n      be = w[1];\n      cblas_?rotg(&al, &be, &v[2], &w[2]);\n      be = 0.0;"),
    (
        "gels",
        1,
        "info = LAPACKE_?gels(O, 'N', 5, 3, 2, a, 5, b, 5);\n      for (i = 0; i < 25; i++) {\n        a[i] = 0.0;\n        if ((o == CblasColMajor ? i % 5 : i/5) > 2)\n          b[i] *= b[i];\n      }",
    ),
    (
        "geqrf",
        1,
        "info = LAPACKE_?geqrf(O, 4, 3, a, 5, v);\n      info = LAPACKE_?geqrf(O, 3, 5, b, 5, w);\n      info = LAPACKE_?geqrf(O, 4, 4, c, 5, &w[6]);",
    ),
    (
        "ormqr",
        8,
        "info = LAPACKE_?geqrf(O, k/4 % 2 == 0 ? 5 : 4, 3, a, 5, v);\n      info = LAPACKE_?ormqr(O, k/4 % 2 == 0 ? 'L' : 'r', T, 5, 4, 3, a, 5, v, c, 5);",
    ),
    (
        "ormqr_of_few",
        8,
        "info = LAPACKE_?geqrf(O, 5, 5, a, 5, v);\n      info = LAPACKE_?ormqr(O, k/4 % 2 == 0 ? 'L' : 'r', T, k/4 % 2 == 0 ? 5 : 2, k/4 % 2 == 0 ? 2 : 5, 4, a, 5, v, c, 5);",
    ),
    ("orgqr", 1, "info = LAPACKE_?geqrf(O, 5, 3, a, 5, v);\n      info = LAPACKE_?orgqr(O, 5, 4, 3, a, 5, v);"),
    ("syev", 2, "info = LAPACKE_?syev(O, 'V', U, 4, a, 5, v);"),
    ("syevn", 2, "info = LAPACKE_?syev(O, 'N', U, 4, a, 5, v);\n      for (i = 0; i < 25; i++)\n        a[i] = 0.0;"),
];

/// Routines that are written once more with active factors.
const WITH_ACTIVE_FACTORS: &[&str] = &["axpy", "scal", "rot", "gemv", "ger", "gemm"];

/// A function that calls a routine in all its ways.
fn function(name: &str, combinations: u32, call: &str, active: bool) -> String {
    let diagonal = if call.starts_with('!') { "\n        a[6*i] += 8.0;" } else { "" };
    let call = call.trim_start_matches('!');
    let factors = if active { "al = 0.7*x[0];\n      be = 0.3 + x[1];" } else { "al = 0.7;\n      be = 0.3;" };
    let uses = |word: &str| call.contains(word);
    let one = |yes: bool, text: &str| if yes { format!("      {text}\n") } else { String::new() };
    let mut options = String::new();
    options += &one(uses("u,"), "enum CBLAS_UPLO u = k % 2 == 0 ? CblasUpper : CblasLower;");
    options += &one(uses("U,"), "char U = k % 2 == 0 ? 'U' : 'l';");
    options += &one(uses("t,"), "enum CBLAS_TRANSPOSE t = k/2 % 2 == 0 ? CblasNoTrans : CblasTrans;");
    options += &one(uses("T,"), "char T = k/2 % 2 == 0 ? 'N' : 't';");
    options += &one(uses("r,"), "enum CBLAS_TRANSPOSE r = k/4 % 2 == 0 ? CblasNoTrans : CblasConjTrans;");
    options += &one(uses("s,"), "enum CBLAS_SIDE s = k/4 % 2 == 0 ? CblasLeft : CblasRight;");
    options += &one(uses("g,"), "enum CBLAS_DIAG g = k/8 % 2 == 0 ? CblasNonUnit : CblasUnit;");
    options += &one(uses("G,"), "char G = k/8 % 2 == 0 ? 'N' : 'U';");
    options += &one(uses("p)") || uses("p,"), "int p = k/16 % 3 == 0 ? 1 : k/16 % 3 == 1 ? 2 : -2;");
    options += &one(uses("q)") || uses("q,"), "int q = k/16 % 3 == 0 ? 1 : k/16 % 3 == 1 ? -1 : 3;");
    options += &one(uses("(o,") || uses("o =="), "enum CBLAS_ORDER o = k/COUNT == 0 ? CblasColMajor : CblasRowMajor;");
    options += &one(uses("(O,"), "int O = k/COUNT == 0 ? LAPACK_COL_MAJOR : LAPACK_ROW_MAJOR;");
    options += &one(uses("info"), "int info;");
    options += &one(uses("ipiv"), "int ipiv[5];");
    options += &one(uses("c0"), "double c0[25];");
    let set = if uses("c0") { "\n        c0[i] = cos(0.7*i);" } else { "" };
    let options = options.replace("COUNT", &combinations.to_string());
    let twice = if uses("(o,") || uses("(O,") { 2 * combinations } else { combinations };
    format!(
        "void f_{name}(const double x[12], double y[3]) {{
  double al, be, a[25], b[25], c[25], v[12], w[12];
  int i, k;
  y[0] = y[1] = y[2] = 0.0;
  for (k = 0; k < {twice}; k++) {{
{options}      {factors}
      for (i = 0; i < 25; i++) {{
        a[i] = sin(1.3*(i % 5) + 0.7*(i/5))*x[(i + 2*(i/5)) % 12] + 0.1*(i % 5);
        b[i] = cos(0.9*(i % 5) - 1.1*(i/5))*x[(3*i + i/5) % 12];
        c[i] = 0.2*(i % 5) - 0.3*(i/5) + x[i*(i/5) % 12]*x[i*(i/5) % 12];{set}
      }}
      for (i = 0; i < 5; i++) {{
        a[6*i] += 0.2;{diagonal}
      }}
      for (i = 0; i < 12; i++) {{
        v[i] = x[i]*x[i] - 0.4;
        w[i] = sin(x[i]) + 0.1*i;
      }}
      {call}
      for (i = 0; i < 25; i++) {{
        y[0] += sin(i % 5 + 2.0*(i/5) + k)*a[i]*a[i];
        y[1] += cos(2.0*(i % 5) + i/5 - k)*b[i];
        y[2] += c[i]*(0.1*(i % 5) + 0.2*(i/5));
      }}
      for (i = 0; i < 12; i++) {{
        y[0] += v[i]*cos(1.0*i + k);
        y[1] += w[i]*w[i]*sin(1.0*i - k);
      }}
      y[2] += al*al + be;
  }}
}}
"
    )
}

/// Whole programs: memory from `malloc`, values that leave early, structures, one function for all products, vectors given twice, pointers into arrays.
#[test]
fn programs_are_right() {
    if !checking::have_compilers() {
        return;
    }
    for (name, head, inputs) in [
        (
            "likelihood",
            "likelihood(likelihood)/(x, y, scale, noise)",
            "n = 6\nx(6) = 0.1 .. 3.0\ny(6) = -1.0 .. 1.0\nscale = 0.7\nnoise = 0.3\n",
        ),
        ("filter", "filter(filter)/(w, z)", "nt = 3\nz(10) = -1.0 .. 1.0\n"),
        ("fit", "fit(value, rss)/(t, y, s)", "m = 7\ndegree = 2\nt(7) = 0.0 .. 2.0\ny(7) = -1.0 .. 1.0\ns = 0.4\n"),
        ("pieces", "pieces(s)/(x, y)", ""),
        ("factored", "factored(rss, x)/(t, y)", "m = 7\nn = 3\nx(3) = 0.0\nt(7) = 0.2 .. 2.0\ny(7) = -1.0 .. 1.0\n"),
    ] {
        if !portion::takes(&format!("{name}.c"), 2) {
            continue;
        }
        let directory = tempfile::tempdir().expect("a folder");
        let mut words = prepare(directory.path(), false);
        let given = directory.path().join("inputs.txt");
        std::fs::write(&given, inputs).expect("written");
        let source = checking::root().join(format!("tests/libraries/{name}.c"));
        words.extend(["-head", head, "--inputs"].map(str::to_string));
        words.extend([given, source].map(|p| p.to_string_lossy().into_owned()));
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let checked = checking::check(&checking::arguments(&words));
        assert!(checked.is_ok(), "{name}: {}", checked.err().unwrap_or_default());
    }
}

/// What a header does not declare is not taken for the library's; nor is what has no rule passed over in silence.
#[test]
fn what_has_no_rule_is_said() {
    let said = |text: &str| {
        let directory = tempfile::tempdir().expect("a folder");
        prepare(directory.path(), false);
        let at = directory.path().to_string_lossy().into_owned();
        let source = format!("{at}/a.c");
        std::fs::write(&source, text).expect("written");
        let words = ["rtapenade", "-b", "-I", &at, "-O", &at, "-head", "f(f)/(x)", &source];
        rtapenade::run::run(words.iter().map(|w| w.to_string())).1
    };
    let own = "double cblas_dnrm2(int n, const double *x, int incx);\n\ndouble f(const double x[4])\n{\n  return cblas_dnrm2(4, x, 1);\n}\n";
    assert!(
        said(own).contains("no source for `cblas_dnrm2`: please provide its adjoint `cblas_dnrm2_b("),
        "{}",
        said(own)
    );
    let given = own.replace("double cblas_dnrm2(int n, const double *x, int incx);", "#include <cblas.h>");
    assert!(!said(&given).contains("no source"), "{}", said(&given));
    // What is written lies where nothing else does.
    let twice =
        "#include <cblas.h>\n\ndouble f(double x[4])\n{\n  cblas_dcopy(4, x, 1, &x[0], 1);\n  return x[1];\n}\n";
    assert!(
        said(twice).contains("error[RT0404]")
            && !said(&twice.replace("4, x, 1, &x[0]", "2, x, 1, &x[2]")).contains("error")
    );
    // Rows of a matrix by rows are not exchanged.
    let rows = |layout: &str| {
        format!(
            "#include <lapacke.h>\n\ndouble f(double x[4])\n{{\n  int p[2] = {{2, 2}};\n  LAPACKE_dlaswp({layout}, 2, x, 2, 1, 2, p, 1);\n  return x[1]*x[2];\n}}\n"
        )
    };
    assert!(!said(&rows("LAPACK_COL_MAJOR")).contains("no source"), "{}", said(&rows("LAPACK_COL_MAJOR")));
    assert!(
        said(&rows("LAPACK_ROW_MAJOR")).contains("no source for `LAPACKE_dlaswp`"),
        "{}",
        said(&rows("LAPACK_ROW_MAJOR"))
    );
}

/// In double or single precision: `?` before a letter is that of a name.
fn in_precision(text: &str, single: bool) -> String {
    let (letter, ty) = if single { ('s', "float") } else { ('d', "double") };
    let mut out = String::new();
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let names = c == '?' && letters.peek().is_some_and(char::is_ascii_lowercase);
        out.push(if names { letter } else { c });
    }
    if single { out.replace("real(8)", ty).replace("double", "float") } else { out.replace("real(8)", ty) }
}

/// The texts of the folder that a program needs, in a folder.
fn prepare(directory: &std::path::Path, single: bool) -> Vec<String> {
    let folder = checking::root().join("tests/libraries");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("readable");
    let put = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::write(&path, text).expect("written");
        path.to_string_lossy().into_owned()
    };
    ["cblas.h", "lapacke.h"].iter().for_each(|h| _ = put(h, &read(h)));
    let fortran = match single {
        false => read("reference.f90").replace('?', "d"),
        true => read("reference.f90").replace('?', "s").replace("real(8)", "real(4)").replace("d0", "e0"),
    };
    let c = in_precision(&read("reference.c"), single);
    let folder = format!("-I{}", directory.display());
    vec![
        folder,
        "--with".into(),
        put("reference.f90", &fortran),
        "--with".into(),
        put("reference.c", &c),
        "-lgfortran".into(),
    ]
}

/// Checks the routines of a list, as one program.
fn check(name: &str, calls: &[(&str, u32, &str)], active: bool, single: bool) {
    // RTAPENADE_ONLY=word takes the routines with that word in their names.
    let only = std::env::var("RTAPENADE_ONLY").unwrap_or_default();
    let calls: Vec<_> = calls.iter().filter(|(name, ..)| name.contains(&only)).collect();
    if !checking::have_compilers() || calls.is_empty() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let mut words = prepare(directory.path(), single);
    let mut text = String::from("#include <math.h>\n#include <cblas.h>\n#include <lapacke.h>\n\n");
    calls.iter().for_each(|(name, n, call)| text += &function(name, *n, call, active));
    let source = directory.path().join(format!("{name}.c"));
    std::fs::write(&source, in_precision(&text, single)).expect("written");
    let heads: Vec<String> = calls.iter().map(|(name, ..)| format!("f_{name}(y)/(x)")).collect();
    words.extend(["-head".into(), heads.join(" "), source.to_string_lossy().into_owned()]);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let checked = checking::check(&checking::arguments(&words));
    let said = checked.unwrap_or_else(|said| panic!("{name}: {said}"));
    let said = format!("{said:?}");
    assert!(!said.contains("no source for"), "{said}");
}

#[test]
fn functions_are_right() {
    let taken: Vec<_> = CALLS.iter().filter(|(name, ..)| portion::takes(&format!("{name} in C"), 4)).copied().collect();
    check("passive_factors", &taken, false, false);
}

#[test]
fn functions_with_active_factors_are_right() {
    let listed = |(name, ..): &&(&str, u32, &str)| {
        WITH_ACTIVE_FACTORS.contains(name) && portion::takes(&format!("{name} in C, active"), 3)
    };
    let taken: Vec<_> = CALLS.iter().filter(listed).copied().collect();
    check("active_factors", &taken, true, false);
}

#[test]
fn functions_in_single_precision_are_right() {
    // Eigenvectors and what is nearly singular are not judged in single precision.
    let exact = |name: &str| {
        !matches!(name, "syev" | "syevn" | "getrf" | "getri" | "getrs" | "gesv" | "gels" | "gtsv" | "ptsv")
    };
    let takes = |name: &str| portion::takes(&format!("{name} in C, single"), 6);
    let taken: Vec<_> = CALLS.iter().filter(|(name, ..)| exact(name) && takes(name)).copied().collect();
    check("single", &taken, false, true);
}
