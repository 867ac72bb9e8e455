//! What the user has written stays: the language of the input, names, declarations.

use std::path::Path;

use crate::rereading;

/// The texts that are made of files with these names and contents.
fn derivatives(files: &[(&str, &str)], words: &[&str]) -> String {
    let directory = tempfile::tempdir().expect("a directory");
    let paths: Vec<_> = files.iter().map(|(name, _)| directory.path().join(name)).collect();
    for (path, (_, text)) in paths.iter().zip(files) {
        std::fs::write(path, text).expect("an input");
    }
    let made = rereading::derivative(&rereading::options(words, &paths)).expect("a derivative");
    made.into_iter().map(|t| t.content).collect::<Vec<_>>().join("\n")
}

#[test]
fn fortran_77_stays_fortran_77() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("run/kept_in_common.f");
    let text = std::fs::read_to_string(path).expect("a program");
    for mode in ["-d", "-b"] {
        let made = derivatives(&[("kept.f", &text)], &[mode, "-saved", "own", "-head", "TOP(X, Y) TWICE(X, Y)"]);
        let code: Vec<&str> = made.lines().filter(|l| !l.starts_with('C')).map(str::trim).collect();
        for word in ["MODULE", "USE", "ASSOCIATE"] {
            let begins = |l: &&&str| l.split_whitespace().next().is_some_and(|w| w.eq_ignore_ascii_case(word));
            assert_eq!(code.iter().find(begins), None, "{mode}: {made}");
        }
        // `W` and its derivative are arrays: they are set element by element.
        let whole = |l: &&&str| ["W = ", "WB = ", "WD = ", "X = ", "XB = ", "XD = "].iter().any(|w| l.starts_with(w));
        let of_top = code.iter().take_while(|l| !l.contains("TWICE"));
        assert_eq!(of_top.into_iter().find(whole), None, "{mode}: {made}");
        assert!(made.contains("BLOCK DATA STEP_SAVED"), "{mode}: {made}");
    }
}

const LIBRARY: &str = "module shelf
  implicit none
  interface put
    module procedure put_number, put_list
  end interface
contains
  subroutine put_number(id, v)
    integer, intent(in) :: id
    real(8), intent(in) :: v
    if (v < id) stop 1
  end subroutine put_number
  integer function put_list(id, v)
    integer, intent(in) :: id
    real(8), intent(in) :: v(:)
    put_list = id + size(v)
  end function put_list
end module shelf
";

#[test]
fn generic_names_stay_where_nothing_is_differentiated() {
    let library = LIBRARY
        .replace("put_number, put_list", "put_number\n  end interface\n  interface ask\n    module procedure put_list");
    let model = "module model
  implicit none
contains
  subroutine f(x, y)
    use shelf
    real(8), intent(in) :: x(3)
    real(8), intent(out) :: y
    real(8) :: seen(2)
    seen = 4.d0
    y = sum(x**2)
    call put(1, 2.d0)
    call report(ask(1, seen))
  end subroutine f
  subroutine report(n)
    use shelf, only: put, put_number
    integer, intent(in) :: n
    call put(n, 9.d0)
    call put_number(n, 9.d0)
  end subroutine report
end module model
";
    let made = derivatives(&[("shelf.f90", &library), ("model.f90", model)], &["-b", "-head", "f(y)/(x)"]);
    assert!(made.contains("call report(ask(1, seen))") && made.contains("call put(1, 2.d0)"), "{made}");
    assert!(made.contains("call put(n, 9.d0)") && made.contains("call put_number(n, 9.d0)"), "{made}");
    assert!(!made.contains("put_list"), "{made}");
}

#[test]
fn derivatives_of_what_users_see_have_the_names_of_the_pattern() {
    let text = "module state
  implicit none
  real(8) :: h(3)
end module state
module level
contains
  subroutine total(n, v)
    use state
    implicit none
    integer, intent(in) :: n
    real(8), intent(inout) :: v
    real(8) :: vd
    integer :: i
    vd = 0
    do i = 2, n
      call between(h(i-1), h(i))
      vd = vd + h(i)
    end do
    v = v*vd
  contains
    subroutine between(left, hd)
      real(8), intent(in) :: left, hd
      v = v + (hd - left)**2
    end subroutine between
  end subroutine total
end module level
";
    let made = derivatives(&[("level.f90", text)], &["-d", "-head", "total(v)/(v h)"]);
    assert!(made.contains("real(8) :: hd(3)") && made.contains("subroutine total_d(n, v, vd)"), "{made}");
    assert!(made.contains("call between_d(h(i-1), hd(i-1), h(i), hd(i))"), "{made}");
}

#[test]
fn declared_extents_stay() {
    let text = "module parts
contains
  subroutine first(c, x, y)
    real(8), intent(in) :: c(:,:), x
    real(8), intent(out) :: y
    y = x*x*c(1,1)
  end subroutine first
  subroutine top(i, c, x, y)
    integer, intent(in) :: i
    real(8), intent(in) :: c(i:i,1), x
    real(8), intent(out) :: y
    call first(c, x, y)
  end subroutine top
end module parts
";
    let made = derivatives(&[("parts.f90", text)], &["-b", "-head", "top(y)/(x)"]);
    assert!(made.contains("c(i:i,1)"), "{made}");
    assert!(!made.contains("c(i:i,*)"), "{made}");
}

#[test]
fn passive_arrays_are_given_a_cleared_variable() {
    let text = "subroutine both(p, y)
  implicit none
  real(8), intent(in) :: p(3)
  real(8), intent(out) :: y
  real(8) :: a(3), z(3)
  a = 1 + p**2
  call ratio(a, p, z)
  y = sum(z)
  a = 2
  call ratio(a, z, z)
  y = y + sum(z)
contains
  subroutine ratio(a, b, x)
    real(8), intent(in) :: a(3), b(3)
    real(8), intent(inout) :: x(3)
    x = x + b/a
  end subroutine ratio
end subroutine both
";
    let made = derivatives(&[("both.f90", text)], &["-d", "-head", "both(y)/(p)"]);
    assert!(!made.to_lowercase().contains("spread("), "{made}");
}

#[test]
fn interfaces_are_written_where_the_original_has_them() {
    let bare = "subroutine f(n, x, y)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8), intent(out) :: y
  real(8) :: w(n)
  call table(x, w)
  y = sum(w)
end subroutine f
subroutine table(x, w)
  implicit none
  real(8), intent(in) :: x(:)
  real(8), intent(out) :: w(:)
  w = x**3
end subroutine table
";
    let said = bare.replace(
        "  call table",
        "  interface\n    subroutine table(x, w)\n      real(8), intent(in) :: x(:)\n      real(8), intent(out) :: w(:)\n    end subroutine table\n  end interface\n  call table",
    );
    for mode in ["-d", "-b"] {
        let made = |text: &str| derivatives(&[("f.f90", text)], &[mode, "-head", "f(y)/(x)"]);
        assert!(!made(bare).contains("interface"), "{}", made(bare));
        assert!(made(&said).contains("interface"), "{}", made(&said));
    }
}

const SMOOTHED: &str = "#define NPT 6
#define ROWS (NPT - 2)
#define SCALE 0.25
enum { BANDS = 3 };
double smoothed(const double x[NPT])
{
    double w[NPT], v[NPT + 1], m[ROWS][BANDS], s = 0;
    const double first = 2.0*x[0], *next = x + 1;
    double last = first*x[NPT - 1];
    for (int i = 0; i < NPT; i++) {
        const double t = x[i]*x[i]*SCALE;
        w[i] = t*t;
        v[i + 1] = w[i]*x[i];
    }
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < BANDS; k++)
            m[i][k] = w[i]*v[k + 1]*next[i];
    for (int i = 0; i < ROWS; i++)
        s += m[i][i % BANDS]*m[i][0];
    last *= first;
    return s*last;
}
";

#[test]
fn c_keeps_macros_in_extents_and_first_values_in_declarations() {
    let made = derivatives(&[("smoothed.c", SMOOTHED)], &["-b", "-head", "smoothed(smoothed)/(x)"]);
    for kept in [
        "double w[NPT], wb[NPT];",
        "double v[NPT + 1], vb[NPT + 1];",
        "m[ROWS][BANDS], mb[ROWS][BANDS];",
        "< NPT;",
        "< NPT + 1;",
        "< ROWS;",
        "< BANDS;",
        "const double first = 2.0*x[0];",
        "const double *next = x + 1;",
        "double last = first*x[NPT - 1];",
        "const double t = x[i]*x[i]*SCALE;",
    ] {
        assert!(made.contains(kept), "`{kept}` is not in\n{made}");
    }
    assert_eq!(made.matches("#define NPT 6").count(), 1, "{made}");
}

#[test]
fn c_macros_that_mean_something_else_later_give_their_numbers() {
    let text = "#define N 20\ndouble f(const double x[N])\n{\n    double w[N], s = 0;\n    for (int i = 0; i < N; i++)\n        w[i] = x[i]*x[i];\n    \
                for (int i = 0; i < N; i++)\n        s += w[i]*w[i];\n    return s;\n}\n";
    for (behind, expected) in [
        ("", "double w[N], wb[N];"),
        ("#undef N\n#define N 7\nint other = N;\n", "double w[20], wb[20];"),
        ("#undef N\n", "double w[20], wb[20];"),
    ] {
        let made = derivatives(&[("f.c", &format!("{text}{behind}"))], &["-b", "-head", "f(f)/(x)"]);
        assert!(made.contains(expected), "{behind}: {made}");
    }
}

/// What is said of files in C, and the texts that are made.
fn said_of(files: &[(&str, &str)], head: &str) -> (String, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let mut words = vec!["rtapenade".to_string(), "-b".into(), "-head".into(), head.into(), "-O".into()];
    words.push(directory.path().display().to_string());
    for (name, text) in files {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("an input");
        words.push(path.display().to_string());
    }
    let (_, said) = rtapenade::run::run(words);
    let texts = files
        .iter()
        .filter_map(|(name, _)| std::fs::read_to_string(directory.path().join(name.replace(".c", "_b.c"))).ok());
    (said, texts.collect::<Vec<_>>().join("\n"))
}

#[test]
fn c_functions_may_be_called_before_they_are_declared() {
    let below = "void top(double *x, double *y)\n{\n    y[0] = x[0];\n    if (wanted(3))\n        scaled(x, y);\n}\n\
                 int wanted(int n) { return n > 2; }\nstatic void scaled(x, y) double *x; double *y; { y[0] = y[0]*sqrt(x[0]); }\n";
    let (said, made) = said_of(&[("a.c", below)], "top(y)/(x)");
    assert!(said.contains("`wanted` is called before it is declared") && said.contains("`scaled`"), "{said}");
    assert!(said.contains("`sqrt` is not declared: taken for the function of <math.h>"), "{said}");
    for kept in [
        "#include <math.h>",
        "int wanted(int n);",
        "static inline void scaled_b(double *x, double *xb, double *y, double *yb);",
    ] {
        assert!(made.contains(kept), "`{kept}` is not in\n{made}");
    }
    let caller = "void top(double *x, double *y) { y[0] = x[0]*x[0]; other(x, y); }\n";
    let other = "void other(double *x, double *y) { y[0] = y[0]*x[1]; }\n";
    let (said, made) = said_of(&[("a.c", caller), ("b.c", other)], "top(y)/(x)");
    assert!(
        said.contains("warning[RT0202]: `other` is not declared here") && made.contains("other_b(x, xb, y, yb);"),
        "{said}\n{made}"
    );
    // Compilers take the value for an int: that is no derivative.
    let caller = "void top(double *x, double *y) { y[0] = x[0]*gives(x); }\n";
    let (said, made) = said_of(&[("a.c", caller), ("b.c", "double gives(double *x) { return x[1]; }\n")], "top(y)/(x)");
    assert!(said.contains("error[RT0202]: `gives` is not declared here") && made.is_empty(), "{said}");
    let (said, made) = said_of(&[("a.c", caller)], "top(y)/(x)");
    assert!(said.contains("error[RT0202]: `gives` is not declared") && made.is_empty(), "{said}");
    let counted = "void top(double *x, double *y, int n) { y[0] = count(n) > 2 ? x[0]*x[0] : x[0]; finish(n); }\n";
    let (said, made) = said_of(&[("a.c", counted)], "top(y)/(x)");
    assert!(said.contains("`count` is not declared: taken for a function that gives an int"), "{said}");
    assert!(made.contains("int count();") && made.contains("int finish();"), "{made}");
}

/// A text that calls its functions ahead of them and declares none is C++ only inside a class, which the output is put into as well.
#[test]
fn what_stands_in_a_class_is_declared_for_c_alone() {
    let text = "double s, x;\nvoid run(void) { half(); whole(); }\nvoid half(void) { s = x*x; }\nvoid whole(void) { s = s*x; }\n";
    let made = derivatives(&[("members.c", text)], &["-b", "-head", "run(s)/(x)"]);
    let mut outside = true;
    for line in made.lines() {
        outside = match line {
            "#ifndef __cplusplus" => false,
            "#endif" => true,
            _ => outside,
        };
        assert!(!outside || !line.ends_with("(void);") || line.contains("    "), "{made}");
    }
    let declared = text.replace("void run", "void half(void);\nvoid whole(void);\nvoid run");
    let made = derivatives(&[("members.c", &declared)], &["-b", "-head", "run(s)/(x)"]);
    assert!(!made.contains("__cplusplus"), "{made}");
}

/// Files in Latin-1 stay in Latin-1, in comments and constants, and each byte is one column of fixed form.
#[test]
fn bytes_that_are_no_utf_8_are_written_as_they_were() {
    let directory = tempfile::tempdir().expect("a folder");
    let accents = [0xe9u8; 10];
    let fixed = [
        &b"      subroutine g(x, y)\nC     carr\xe9\n      double precision x, y\n      character*52 s\n      s = '"[..],
        &accents,
        b" accents of one byte each, in this line'\n      y = x*x\n      if (s(1:1) .eq. 'a') y = x\n      end\n",
    ]
    .concat();
    let c = b"/* carr\xe9, carr\xc3\xa9 */\ndouble g(double x)\n{\n    return x*x; /* fin\xe9 */\n}\n".to_vec();
    for (name, text, head) in [("a.f", fixed, r"g(x)\(y)"), ("a.c", c, r"g(x)\(g)")] {
        let path = directory.path().join(name);
        std::fs::write(&path, &text).expect("written");
        for mode in ["-d", "-b"] {
            let out = directory.path().to_string_lossy().into_owned();
            let words = ["rtapenade", mode, "-head", head, "-O", &out, &path.to_string_lossy()].map(String::from);
            let (status, said) = rtapenade::run::run(words);
            assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
            let made = name.replace('.', &format!("_{}.", &mode[1..]));
            let bytes = std::fs::read(directory.path().join(&made)).expect("it is there");
            assert!(bytes.windows(5).any(|w| w == b"carr\xe9"), "{made}");
            if name == "a.f" {
                let whole = [&b"'"[..], &accents, b" accents of one byte each, in this line'"].concat();
                assert!(bytes.windows(whole.len()).any(|w| w == whole), "{}", String::from_utf8_lossy(&bytes));
            } else {
                assert!(bytes.windows(6).any(|w| w == b"carr\xc3\xa9"), "{made}");
            }
        }
    }
}
