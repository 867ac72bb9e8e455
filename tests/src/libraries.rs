//! Derivatives of BLAS and LAPACK that come with the program (`src/libraries`): each routine in a loop over its options and increments, judged by `check`
//! with routines of our own (`tests/libraries/reference.f90`), in double and single precision.

use crate::{checking, portion};

/// A call in terms of a loop over options: `u` is `U` or `L`, `t` and `r` are `N` or `T`, `s` is `L` or `R`, `g` is `N` or `U`, `p` and `q` are increments;
/// `n` is how many combinations there are. With `!`, the matrix `a` has a large diagonal.
const CALLS: &[(&str, u32, &str)] = &[
    ("axpy", 48, "call ?axpy(4, al, v, p, w, q)"),
    ("scal", 1, "call ?scal(4, al, v, 2)"),
    ("copy", 48, "call ?copy(4, v, p, w, q)"),
    ("swap", 48, "call ?swap(4, v, p, w, q)"),
    ("rot", 48, "call ?rot(4, v, p, w, q, al, be)"),
    ("dot", 48, "al = 2.0d0*?dot(4, v, p, w, q)"),
    ("nrm2", 1, "al = ?nrm2(4, v, 2)"),
    ("asum", 1, "al = ?asum(4, v, 2)"),
    ("gemv", 48, "call ?gemv(t, 4, 3, al, a, 5, v, p, be, w, q)"),
    ("ger", 48, "call ?ger(4, 3, al, v, p, w, q, a, 5)"),
    ("symv", 48, "call ?symv(u, 4, al, a, 5, v, p, be, w, q)"),
    ("syr", 2, "call ?syr(u, 4, al, v, 2, a, 5)"),
    ("syr2", 48, "call ?syr2(u, 4, al, v, p, w, q, a, 5)"),
    ("laswp", 1, "ipiv(1:3) = (/3, 3, 4/)\n    call ?laswp(4, a, 5, 1, 3, ipiv, 1)"),
    ("trmv", 48, "call ?trmv(u, t, g, 4, a, 5, v, p)"),
    ("trsv", 48, "!call ?trsv(u, t, g, 4, a, 5, v, p)"),
    ("gemm", 8, "call ?gemm(t, r, 4, 3, 5, al, a, 5, b, 5, be, c, 5)"),
    ("symm", 8, "call ?symm(s, u, 4, 3, al, a, 5, b, 5, be, c, 5)"),
    ("syrk", 4, "call ?syrk(u, t, 4, 3, al, a, 5, be, c, 5)"),
    ("syr2k", 4, "call ?syr2k(u, t, 4, 3, al, a, 5, b, 5, be, c, 5)"),
    ("trmm", 16, "call ?trmm(s, u, t, g, 4, 3, al, a, 5, b, 5)"),
    ("trsm", 16, "!call ?trsm(s, u, t, g, 4, 3, al, a, 5, b, 5)"),
    ("potrf", 2, "!call ?potrf(u, 4, a, 5, info)"),
    ("potrs", 2, "!call ?potrs(u, 4, 3, a, 5, b, 5, info)"),
    ("posv", 2, "!call ?posv(u, 4, 3, a, 5, b, 5, info)"),
    ("potri", 2, "!call ?potri(u, 4, a, 5, info)"),
    ("trtrs", 16, "!call ?trtrs(u, t, g, 4, 3, a, 5, b, 5, info)"),
    ("getrf", 1, "call ?getrf(4, 4, a, 5, ipiv, info)"),
    ("getrs", 4, "call ?getrf(4, 4, a, 5, ipiv, info)\n    call ?getrs(t, 4, 3, a, 5, ipiv, b, 5, info)"),
    ("gesv", 1, "call ?gesv(4, 3, a, 5, ipiv, b, 5, info)"),
    ("getri", 1, "call ?getrf(4, 4, a, 5, ipiv, info)\n    call ?getri(4, a, 5, ipiv, work, 25, info)"),
    ("gtsv", 1, "call ?gtsv(4, 2, v, w, a, b, 5, info)\n    v = 0.0d0; w = 0.0d0; a = 0.0d0"),
    (
        "gels",
        1,
        "call ?gels('N', 5, 3, 2, a, 5, b, 5, work, 25, info)\n    a = 0.0d0\n    al = sum(b(4:5,1)**2)\n    be = sqrt(sum(b(4:5,2)**2))\n    b(4:5,:) = 0.0d0",
    ),
    (
        "geqrf",
        1,
        "call ?geqrf(5, 3, a, 5, v, work, 25, info)\n    call ?geqrf(3, 5, b, 5, w, work, 25, info)\n    call ?geqrf(4, 4, c, 5, w(6), work, 25, info)",
    ),
    (
        "ormqr",
        8,
        "call ?geqrf(merge(5, 4, s == 'L'), 3, a, 5, v, work, 25, info)\n    call ?ormqr(s, t, 5, 4, 3, a, 5, v, c, 5, work, 25, info)",
    ),
    (
        "ormqr_of_few",
        8,
        "call ?geqrf(5, 5, a, 5, v, work, 25, info)\n    call ?ormqr(s, t, merge(5, 2, s == 'L'), merge(2, 5, s == 'L'), 4, a, 5, v, c, 5, work, 25, info)",
    ),
    (
        "orgqr",
        1,
        "call ?geqrf(5, 3, a, 5, v, work, 25, info)\n    call ?orgqr(5, 4, 3, a, 5, v, work, 25, info)\n    call ?orgqr(3, 2, 0, b, 5, v, work, 25, info)",
    ),
    ("ptsv", 1, "v = v + 5.0d0\n    call ?ptsv(4, 2, v, w, b, 5, info)\n    v = 0.0d0; w = 0.0d0"),
    (
        "pbsv",
        2,
        "a(merge(3, 1, u == 'U'),:) = a(merge(3, 1, u == 'U'),:) + 8.0d0\n    call ?pbsv(u, 4, 2, 2, a, 5, b, 5, info)\n    a = 0.0d0",
    ),
    ("rotg", 1, "al = v(1) + 2.0d0\n    be = w(2)\n    call ?rotg(al, be, v(3), w(3))\n    be = 0.0d0"),
    (
        "gesvd",
        1,
        "b = 0.0d0; c = 0.0d0\n    call ?gesvd('N', 'N', 5, 3, a, 5, v, b, 5, c, 5, work, 25, info)\n    a = 0.0d0; b = 0.0d0; c = 0.0d0; work = 0.0d0",
    ),
    ("syev", 2, "call ?syev('V', u, 4, a, 5, v, work, 25, info)"),
    ("syevn", 2, "call ?syev('N', u, 4, a, 5, v, work, 25, info)\n    a = 0.0d0"),
];

/// Routines that are written once more with active factors.
const WITH_ACTIVE_FACTORS: &[&str] = &["axpy", "scal", "rot", "gemv", "ger", "gemm"];

/// A procedure that calls a routine in all its ways.
fn procedure(name: &str, combinations: u32, call: &str, active: bool) -> String {
    let diagonal = call.starts_with('!');
    let call = call.trim_start_matches('!');
    let factors = if active { "al = 0.7d0*x(1)\n    be = 0.3d0 + x(2)" } else { "al = 0.7d0\n    be = 0.3d0" };
    let diagonal = if diagonal { "\n      a(j,j) = a(j,j) + 8.0d0" } else { "" };
    format!(
        "subroutine f_{name}(x, y)
  implicit none
  real(8), intent(in) :: x(12)
  real(8), intent(out) :: y(3)
  real(8) :: al, be, a(5,5), b(5,5), c(5,5), v(12), w(12), work(25)
  integer :: i, j, k, p, q, info, ipiv(5)
  character :: u, t, r, s, g
  real(8), external :: ?dot, ?nrm2, ?asum
  y = 0.0d0
  do k = 0, {combinations} - 1
    u = merge('U', 'L', mod(k, 2) == 0)
    t = merge('N', 'T', mod(k/2, 2) == 0)
    r = merge('N', 'T', mod(k/4, 2) == 0)
    s = merge('L', 'R', mod(k/4, 2) == 0)
    g = merge('N', 'U', mod(k/8, 2) == 0)
    p = merge(1, merge(2, -2, mod(k/16, 3) == 1), mod(k/16, 3) == 0)
    q = merge(1, merge(-1, 3, mod(k/16, 3) == 1), mod(k/16, 3) == 0)
    {factors}
    do j = 1, 5
      do i = 1, 5
        a(i,j) = sin(1.3d0*i + 0.7d0*j)*x(mod(i+2*j,12)+1) + 0.1d0*i
        b(i,j) = cos(0.9d0*i - 1.1d0*j)*x(mod(3*i+j,12)+1)
        c(i,j) = 0.2d0*i - 0.3d0*j + x(mod(i*j,12)+1)**2
      end do{diagonal}
    end do
    do i = 1, 12
      v(i) = x(i)**2 - 0.4d0
      w(i) = sin(x(i)) + 0.1d0*i
    end do
    {call}
    do j = 1, 5
      do i = 1, 5
        y(1) = y(1) + sin(i + 2.0d0*j + k)*a(i,j)**2
        y(2) = y(2) + cos(2.0d0*i + j - k)*b(i,j)
        y(3) = y(3) + c(i,j)*(0.1d0*i + 0.2d0*j)
      end do
    end do
    do i = 1, 12
      y(1) = y(1) + v(i)*cos(1.0d0*i + k)
      y(2) = y(2) + w(i)**2*sin(1.0d0*i - k)
    end do
    y(3) = y(3) + al**2 + be
  end do
end subroutine f_{name}
"
    )
}

/// In double or single precision.
fn in_precision(text: &str, single: bool) -> String {
    match single {
        false => text.replace('?', "d"),
        true => text.replace('?', "s").replace("real(8)", "real(4)").replace("d0", "e0"),
    }
}

/// How the routines of a library are written: the file with our own, and the text of either in a precision.
pub(crate) struct Written<'w> {
    pub(crate) reference: &'w str,
    pub(crate) text: &'w dyn Fn(&str) -> String,
}

/// Checks the routines of a list, as one program; `procedure` writes what calls one.
pub(crate) fn check_routines(
    name: &str,
    calls: &[(&str, u32, &str)],
    written: &Written<'_>,
    procedure: &dyn Fn(&str, u32, &str) -> String,
) {
    // RTAPENADE_ONLY=word takes the routines with that word in their names.
    let only = std::env::var("RTAPENADE_ONLY").unwrap_or_default();
    let calls: Vec<_> = calls.iter().filter(|(name, ..)| name.contains(&only)).collect();
    if !checking::have_compilers() || calls.is_empty() {
        return;
    }
    let directory = tempfile::tempdir().expect("a folder");
    let put = |file: &str, text: &str| {
        let path = directory.path().join(file);
        std::fs::write(&path, (written.text)(text)).expect("written");
        path.to_string_lossy().into_owned()
    };
    let text: Vec<String> = calls.iter().map(|(name, n, call)| procedure(name, *n, call)).collect();
    let source = put(&format!("{name}.f90"), &text.join("\n"));
    let reference = checking::root().join("tests/libraries").join(written.reference);
    let reference = put("reference.f90", &std::fs::read_to_string(reference).expect("readable"));
    let heads: Vec<String> = calls.iter().map(|(name, ..)| format!("f_{name}(y)/(x)")).collect();
    let heads = heads.join(" ");
    let checked = checking::check(&checking::arguments(&["-head", &heads, "--with", &reference, &source]));
    let said = checked.unwrap_or_else(|said| panic!("{name}: {said}"));
    let said = format!("{said:?}");
    assert!(!said.contains("no source for"), "{said}");
}

/// The same of real numbers.
fn check(name: &str, calls: &[(&str, u32, &str)], active: bool, single: bool) {
    let written = Written { reference: "reference.f90", text: &|text| in_precision(text, single) };
    check_routines(name, calls, &written, &|name, n, call| procedure(name, n, call, active));
}

#[test]
fn routines_are_right() {
    let taken: Vec<_> = CALLS.iter().filter(|(name, ..)| portion::takes(name, 3)).copied().collect();
    check("passive_factors", &taken, false, false);
}

#[test]
fn routines_with_active_factors_are_right() {
    let listed = |(name, ..): &&(&str, u32, &str)| WITH_ACTIVE_FACTORS.contains(name) && portion::takes(name, 2);
    let taken: Vec<_> = CALLS.iter().filter(listed).copied().collect();
    check("active_factors", &taken, true, false);
}

#[test]
fn routines_in_single_precision_are_right() {
    // Eigenvectors and what is nearly singular are not judged in single precision.
    let exact = |name: &str| {
        !matches!(name, "syev" | "syevn" | "getrf" | "getri" | "getrs" | "gesv" | "gesvd" | "gels" | "gtsv")
    };
    let taken: Vec<_> =
        CALLS.iter().filter(|(name, ..)| exact(name) && portion::takes(&format!("{name}s"), 5)).copied().collect();
    check("single", &taken, false, true);
}

/// The derivatives of a text with words, or what is said against it.
fn derived(text: &str, name: &str, words: &[&str]) -> Result<(String, String), String> {
    let directory = tempfile::tempdir().expect("a folder");
    let at = directory.path().to_string_lossy().into_owned();
    let source = format!("{at}/{name}");
    std::fs::write(&source, text).expect("written");
    let fixed = ["-b", "-O", &at, "-o", "made", &source];
    let (status, said) = rtapenade::run::run(["rtapenade"].iter().chain(words).chain(&fixed).map(|w| w.to_string()));
    let end = name.rsplit('.').next().unwrap_or_default();
    let text = std::fs::read_to_string(directory.path().join(format!("made_b.{end}"))).unwrap_or_default();
    if status == rtapenade::run::SUCCESS { Ok((text, said)) } else { Err(said) }
}

const SOLVES: &str = "subroutine solve(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n,n), b(n)
  real(8), intent(out) :: s
  real(8), external :: ddot
  integer :: info, ipiv(20)
  call dgesv(n, 1, a, n, ipiv, b, n, info)
  s = ddot(n, b, 1, b, 1)
end subroutine
";
const HEAD: &[&str] = &["-head", "solve(s)/(a, b)"];

#[test]
fn nothing_is_saved_for_what_the_call_leaves() {
    let (text, said) = derived(SOLVES, "a.f90", HEAD).expect("an adjoint");
    assert!(!said.contains("RT0405") && !text.contains("push"), "{said}\n{text}");
    let body = text.split("subroutine solve_b").nth(1).and_then(|t| t.split("end subroutine").next());
    let calls: Vec<&str> = body.unwrap_or_default().lines().map(str::trim).filter(|l| l.starts_with("call")).collect();
    let expected = [
        "call dgesv(n, 1, a, n, ipiv, b, n, info)",
        "call made_ddot_b(n, b, bb, 1, b, bb, 1, sb)",
        "call made_dgesv_b(n, 1, a, ab, n, ipiv, b, bb, n, info)",
    ];
    assert_eq!(calls, expected, "{text}");
    // Nobody looks at the factors.
    assert!(!text.contains("getrf") && !text.contains("optional") && !text.contains("present"), "{text}");
}

#[test]
fn what_the_user_has_is_taken() {
    let solves = &SOLVES.replace("ddot(n, b, 1, b, 1)", "sum(b**2)").replace("  real(8), external :: ddot\n", "");
    let asked = |text: &str, words: &[&str]| {
        let (made, said) = derived(text, "a.f90", &[HEAD, words].concat()).expect("an adjoint");
        (made.matches("subroutine made_dgesv_b(").count(), said.contains("please provide its adjoint `dgesv_b("))
    };
    assert_eq!(asked(solves, &[]), (1, false));
    assert_eq!(asked(solves, &["-blas", "own"]), (0, true));
    // Other types, another number of arguments, a derivative among the files.
    assert_eq!(asked(&solves.replace("integer :: info", "integer(8) :: info"), &[]), (0, true));
    assert_eq!(asked(&solves.replace("b, n, info", "b, n"), &[]), (0, true));
    let own = "subroutine dgesv_b(n, m, a, ab, lda, ipiv, b, bb, ldb, info)\n  integer :: n, m, lda, ipiv(*), ldb, info\n  \
               real(8) :: a(*), ab(*), b(*), bb(*)\nend subroutine\n";
    assert_eq!(asked(&format!("{solves}{own}"), &[]), (0, false));
    // A source is differentiated, unless `-blas rules` is asked for.
    let source = "subroutine dgesv(n, m, a, lda, ipiv, b, ldb, info)\n  implicit none\n  integer :: n, m, lda, ldb, ipiv(*), info, i\n  \
                  real(8) :: a(lda,*), b(ldb,*)\n  info = 0\n  ipiv(1) = m\n  do i = 1, n\n    b(i,1) = b(i,1)/a(i,i)\n  end do\nend subroutine\n";
    let both = format!("{solves}{source}");
    let (made, _) = derived(&both, "a.f90", HEAD).expect("an adjoint");
    assert!(made.contains("bb(i,1)/a(i,i)"), "{made}");
    let (made, said) = derived(&both, "a.f90", &[HEAD, &["-blas", "rules"]].concat()).expect("an adjoint");
    assert!(made.contains("call dgemm('N', 'T'") && !made.contains("/a(i,i)"), "{said}\n{made}");
}

#[test]
fn what_a_routine_destroys_has_no_derivative() {
    let text = "subroutine solve(n, a, b, s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n), b(n)
  real(8), intent(out) :: s
  real(8) :: low(n), up(n)
  integer :: info
  low = 0.1d0
  up = 0.2d0*a
  call dgtsv(n, 1, low, a, up, b, n, info)
  s = sum(b)
end subroutine
";
    let (made, said) = derived(text, "a.f90", HEAD).expect("an adjoint");
    assert!(made.contains("subroutine made_dgtsv_b(") && !said.contains("RT0405"), "{said}");
    let (_, said) = derived(&text.replace("sum(b)", "sum(b) + up(1)"), "a.f90", HEAD).expect("an adjoint");
    assert!(said.contains("please provide its adjoint `dgtsv_b("), "{said}");
}

#[test]
fn fixed_form_stays() {
    let text = "      SUBROUTINE SOLVE(N, A, B, S)\n      INTEGER N, INFO, IPIV(20)\n      DOUBLE PRECISION A(N,N), B(N), S, DNRM2\n      EXTERNAL DNRM2\n      \
                CALL DGESV(N, 1, A, N, IPIV, B, N, INFO)\n      S = DNRM2(N, B, 1)\n      END\n";
    let (made, said) = derived(text, "a.f", HEAD).expect("an adjoint");
    assert!(
        made.contains("SUBROUTINE MADE_DGESV_B(N, NRHS, A, AB, LDA") && !made.contains("real(8)"),
        "{said}\n{made}"
    );
    if checking::have_compilers() {
        let directory = tempfile::tempdir().expect("a folder");
        std::fs::write(directory.path().join("made.f"), &made).expect("written");
        let mut compiler = std::process::Command::new(rtapenade::read::fortran_compiler());
        let strict =
            ["-std=f95", "-Wall", "-Wextra", "-Werror", "-Wno-unused-dummy-argument", "-fsyntax-only", "made.f"];
        let out = compiler.current_dir(directory.path()).args(strict).output().expect("it runs");
        assert!(out.status.success(), "{}", String::from_utf8_lossy(&out.stderr));
    }
}

/// Whole algorithms: columns, rows and blocks of one matrix, vectors that are given twice, loops with values of each iteration.
#[test]
fn algorithms_are_right() {
    if !checking::have_compilers() {
        return;
    }
    for (name, head, inputs) in [
        ("rows", "rows(y)/(a, b)", "n = 6\n"),
        ("blocks", "blocks(y)/(c)", "n = 7\nnb = 3\n"),
        ("conjugate", "conjugate(x, res)/(a, b)", "n = 6\n"),
        ("kalman", "kalman(ll)/(f, q, h, r, z)", "n = 5\nm = 2\nnt = 4\n"),
        ("factored", "factored(x, rss)/(t, y)", "m = 7\nn = 3\n"),
        ("process", "process(loglik)/(x, y)", "n = 70\n"),
    ] {
        if !portion::takes(name, 2) {
            continue;
        }
        let directory = tempfile::tempdir().expect("a folder");
        let folder = checking::root().join("tests/libraries");
        let at = |file: &str| directory.path().join(file).to_string_lossy().into_owned();
        let reference = std::fs::read_to_string(folder.join("reference.f90")).expect("readable");
        std::fs::write(at("reference.f90"), in_precision(&reference, false)).expect("written");
        std::fs::write(at("inputs.txt"), inputs).expect("written");
        let source = folder.join(format!("{name}.f90")).to_string_lossy().into_owned();
        let words = ["-head", head, "--inputs", &at("inputs.txt"), "--with", &at("reference.f90"), &source];
        let checked = checking::check(&checking::arguments(&words));
        assert!(checked.is_ok(), "{name}: {}", checked.err().unwrap_or_default());
    }
}
