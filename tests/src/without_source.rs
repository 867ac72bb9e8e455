//! Procedures without source: what is asked for, what is called as it is, and what descriptions say. Each way of handing over an address in C is judged
//! with derivatives that are given by hand.

use std::path::Path;

use crate::checking;

fn run(place: &Path, files: &[(&str, &str)], words: &[&str]) -> (u8, String) {
    for (name, text) in files {
        std::fs::write(place.join(name), text).expect("written");
    }
    let out = place.to_string_lossy().into_owned();
    let is_file = |w: &&&str| files.iter().any(|(name, _)| name == *w);
    let word = |w: &&str| if is_file(&w) { place.join(w).to_string_lossy().into_owned() } else { w.to_string() };
    let all = ["rtapenade".to_string(), "--force".into(), "-O".into(), out].into_iter().chain(words.iter().map(word));
    rtapenade::run::run(all)
}

fn output(place: &Path, name: &str) -> String {
    std::fs::read_to_string(place.join(name)).unwrap_or_default().to_lowercase()
}

/// A form of call: the prototype, the body of `f` (of x and y with two elements each), the library with its tangent and its adjoint.
const FORMS: &[(&str, &str, &str, &str)] = &[
    (
        "the address of a local",
        "double lib(const double *s);",
        "double k = x[0]*x[1]; y[0] = lib(&k); y[1] = x[0];",
        READER,
    ),
    (
        "a pointer to a local",
        "double lib(const double *s);",
        "double k = x[0]*x[1]; const double *p = &k; y[0] = lib(p); y[1] = x[0];",
        READER,
    ),
    ("behind the first element", "double lib(const double *s);", "y[0] = lib(x + 1); y[1] = x[0];", READER),
    (
        "an array in a structure",
        "struct s { double p[2]; int n; };\ndouble lib(const double *s);",
        "struct s s; s.p[0] = x[0]*x[1]; s.p[1] = x[0]; s.n = 2; y[0] = lib(s.p); y[1] = s.p[1];",
        READER,
    ),
    (
        "a component",
        "struct s { double q; int n; };\ndouble lib(const double *s);",
        "struct s s; s.q = x[0]*x[1]; s.n = 2; y[0] = lib(&s.q); y[1] = x[1];",
        READER,
    ),
    (
        "a local that is changed",
        "void lib(double *s);",
        "double k = x[0]*x[1]; lib(&k); y[0] = k; y[1] = x[0];",
        WRITER,
    ),
    (
        "a pointer whose target is changed",
        "void lib(double *s);",
        "double k = x[0]*x[1]; double *p = &k; lib(p); y[0] = k; y[1] = x[0];",
        WRITER,
    ),
    (
        "a component that is a pointer",
        "struct s { double *p; int n; };\nvoid lib(double *s);",
        "double k = x[0]*x[1]; struct s s; s.p = &k; s.n = 2; lib(s.p); y[0] = k; y[1] = x[1];",
        WRITER,
    ),
    ("an element of a result", "void lib(double *s);", "y[0] = x[0]; y[1] = x[0]*x[1]; lib(y + 1);", WRITER),
    (
        "a pointer to anything",
        "void lib(void *s);",
        "double k = x[0]*x[1]; lib(&k); y[0] = k; y[1] = x[1];",
        "void lib(void *c);\nvoid lib(void *c) { double *s = c; *s = *s**s; }
void lib_d(void *c, void *cd);\nvoid lib_d(void *c, void *cd) { double *s = c, *sd = cd; *sd = 2**s**sd; *s = *s**s; }
void lib_b(void *c, void *cb);\nvoid lib_b(void *c, void *cb) { double *s = c, *sb = cb; *sb = 2**s**sb; }\n",
    ),
];

const READER: &str = "double lib(const double *s);\ndouble lib(const double *s) { return *s**s; }
double lib_d(const double *s, const double *sd, double *r);
double lib_d(const double *s, const double *sd, double *r) { *r = *s**s; return 2**s**sd; }
void lib_b(const double *s, double *sb, double rb);\nvoid lib_b(const double *s, double *sb, double rb) { *sb += 2**s*rb; }\n";

const WRITER: &str = "void lib(double *s);\nvoid lib(double *s) { *s = *s**s; }
void lib_d(double *s, double *sd);\nvoid lib_d(double *s, double *sd) { *sd = 2**s**sd; *s = *s**s; }
void lib_b(double *s, double *sb);\nvoid lib_b(double *s, double *sb) { *sb = 2**s**sb; }\n";

#[test]
fn whatever_leads_to_active_numbers_asks_for_a_derivative() {
    if !checking::have_compilers() {
        return;
    }
    let failed: Vec<String> = checking::in_parallel(FORMS, |(name, prototype, body, library)| {
        let directory = tempfile::tempdir().expect("a folder");
        let place = |file: &str| directory.path().join(file).to_string_lossy().into_owned();
        let source = format!("{prototype}\nvoid f(const double x[2], double y[2])\n{{\n    {body}\n}}\n");
        std::fs::write(place("a.c"), source).expect("written");
        std::fs::write(place("lib.c"), library).expect("written");
        std::fs::write(place("inputs"), "x = 0.5 .. 1.5\n").expect("written");
        let words = [
            "-head",
            "f(x)\\(y)",
            "--points",
            "1",
            "--inputs",
            &place("inputs"),
            "--with",
            &place("lib.c"),
            &place("a.c"),
        ];
        checking::check(&checking::arguments(&words)).err().map(|said| format!("{name}:\n{said}"))
    })
    .into_iter()
    .flatten()
    .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn pointers_that_come_from_nowhere_are_refused() {
    let directory = tempfile::tempdir().expect("a folder");
    for (prototype, body) in [
        ("double *lib(double *s);", "double k = x[0]*x[1]; double *p = lib(&k); y[0] = *p; y[1] = x[0];"),
        ("double *lib(int n);", "double *p = lib(2); p[0] = x[0]*x[1]; p[1] = x[0]; y[0] = p[0]*p[1]; y[1] = x[0];"),
    ] {
        let source = format!("{prototype}\nvoid f(const double x[2], double y[2])\n{{\n    {body}\n}}\n");
        for mode in ["-d", "-b"] {
            let (status, said) = run(directory.path(), &[("a.c", &source)], &[mode, "-head", "f(y)/(x)", "a.c"]);
            assert!(status != rtapenade::run::SUCCESS && said.contains("RT0416"), "{said}");
        }
    }
}

/// What procedures without source keep behind a handle comes out by another of them: in an opaque structure, behind `void *`, in a C_PTR.
#[test]
fn what_a_handle_keeps_is_refused() {
    let directory = tempfile::tempdir().expect("a folder");
    let c = |declarations: &str, body: &str| {
        (
            "a.c",
            format!("{declarations}\nvoid f(const double x[2], double y[2])\n{{\n    {body}\n    y[1] += x[1];\n}}\n"),
        )
    };
    let fortran = "subroutine f(x, y)\n  use iso_c_binding\n  implicit none\n  real(8), intent(in) :: x(2)\n  real(8), intent(out) :: y(2)\n  interface\n    \
        function make(x) bind(c) result(h)\n      import\n      real(c_double), intent(in) :: x(*)\n      type(c_ptr) :: h\n    end function\n    \
        subroutine give(h, y) bind(c)\n      import\n      type(c_ptr), value :: h\n      real(c_double), intent(out) :: y(*)\n    end subroutine\n  \
        end interface\n  type(c_ptr) :: h\n  h = make(x)\n  call give(h, y)\n  y(2) = y(2) + x(2)\nend subroutine\n";
    let opaque = "typedef struct store *store;\nstore make(const double *x);\nvoid give(store, double *y);\nvoid fill(store, int n);\ndouble one(store, int k);";
    let plan = "struct plan;\nstruct plan *plan(double *in, double *out);\nvoid run(struct plan *);";
    let refused = [
        c(opaque, "store s = make(x); give(s, y);"),
        c(opaque, "store s = make(x); y[0] = one(s, 0); y[1] = 0.0;"),
        c("void *make(const double *x);\nvoid give(void *, double *y);", "void *s = make(x); give(s, y);"),
        c(
            plan,
            "double a[2] = { x[0]*x[1], x[1] }, b[2]; struct plan *p = plan(a, b); run(p); y[0] = b[0]; y[1] = b[1];",
        ),
        ("a.f90", fortran.to_string()),
    ];
    // Nothing that varies goes in, or nothing comes out.
    let right = [
        c(opaque, "double w[2] = { 1.0, 2.0 }; store s = make(w); y[0] = one(s, 0)*x[0]; y[1] = 0.0;"),
        c(opaque, "store s = make(x); fill(s, 2); y[0] = x[0]*x[1]; y[1] = 0.0;"),
    ];
    for mode in ["-d", "-b"] {
        for (name, source) in &refused {
            let (status, said) = run(directory.path(), &[(name, source)], &[mode, "-head", "f(y)/(x)", name]);
            assert!(status != rtapenade::run::SUCCESS && said.contains("RT0416"), "{source}{said}");
        }
        for (name, source) in &right {
            let (status, said) = run(directory.path(), &[(name, source)], &[mode, "-head", "f(y)/(x)", name]);
            assert_eq!(status, rtapenade::run::SUCCESS, "{source}{said}");
        }
    }
}

/// Vectors of compilers are no numbers of ours: what is computed with them is refused, what only stands beside them is not.
#[test]
fn vectors_of_compilers_are_refused() {
    let directory = tempfile::tempdir().expect("a folder");
    let with = |body: &str| {
        format!(
            "typedef double pair __attribute__((vector_size(16)));\nvoid f(const double *x, double *y)\n{{\n    {body}\n}}\n\
             void g(const pair *x, pair *y)\n{{\n    *y = *x * *x;\n}}\ndouble h(double a)\n{{\n    return a*a;\n}}\n"
        )
    };
    for (body, head, code) in [
        ("*(pair *)y = *(const pair *)x * *(const pair *)x;", "f(y)/(x)", "RT0401"),
        ("pair a = { x[0], x[1] }; a = a*a; y[0] = a[0]; y[1] = a[1];", "f(y)/(x)", "error"),
        ("double v __attribute__((vector_size(16))); y[0] = x[0];", "f(y)/(x)", "RT0208"),
        ("y[0] = x[0];", "g(y)/(x)", "RT0306"),
    ] {
        for mode in ["-d", "-b"] {
            let source = with(body);
            let (status, said) = run(directory.path(), &[("a.c", &source)], &[mode, "-head", head, "a.c"]);
            assert!(status != rtapenade::run::SUCCESS && said.contains(code), "{source}{said}");
        }
    }
    let source = with("*(pair *)y = *(const pair *)x;");
    let (status, said) = run(directory.path(), &[("a.c", &source)], &["-b", "-head", r"h(a)\(h)", "a.c"]);
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    assert!(output(directory.path(), "a_b.c").contains("typedef double pair __attribute__((vector_size(16)));"));
}

const WITH_COMMON: &str = "      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X, Y, T, U
      COMMON /ST/ T
      INTEGER IU
      T = X*X
      U = 1.5D0
      CALL NEWUNT(IU, 3)
      CALL WATCH(U)
      Y = T*X
      END
";

/// One warning names them all, and the block; no derivative of them is called, and nothing active is saved for them.
#[test]
fn without_an_active_argument_it_is_called_as_it_is() {
    let directory = tempfile::tempdir().expect("a folder");
    let place = directory.path();
    for mode in ["-d", "-b"] {
        let (status, said) = run(place, &[("a.f", WITH_COMMON)], &[mode, "-head", "top(y)/(x)", "a.f"]);
        assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
        assert_eq!(said.matches("RT0426]").count(), 1, "{said}");
        for part in ["`newunt`", "`watch`", "COMMON /st/", "-unknown worst"] {
            assert!(said.to_lowercase().contains(&part.to_lowercase()), "{part}: {said}");
        }
        let text = output(place, if mode == "-d" { "a_d.f" } else { "a_b.f" });
        assert!(text.contains("call newunt(iu, 3)") && text.contains("call watch(u)"), "{text}");
        assert!(!text.contains("push") && !text.contains("newunt_"), "{text}");
    }
    let worst = ["-b", "-unknown", "worst", "-head", "top(y)/(x)", "a.f"];
    let (_, said) = run(place, &[("a.f", WITH_COMMON)], &worst);
    assert!(
        said.contains("RT0405") && said.to_lowercase().contains("newunt_b(iu, 3") && !said.contains("RT0426"),
        "{said}"
    );
}

/// One call with an active argument is enough: it may touch the block then, wherever it is called.
#[test]
fn an_active_argument_ends_the_trust() {
    let directory = tempfile::tempdir().expect("a folder");
    let source = WITH_COMMON.replace("      Y = T*X\n", "      CALL WATCH(X)\n      Y = T*X\n");
    let (_, said) = run(directory.path(), &[("a.f", &source)], &["-b", "-head", "top(y)/(x)", "a.f"]);
    assert!(said.contains("RT0405") && said.to_lowercase().contains("watch_b("), "{said}");
    assert!(said.contains("RT0426") && said.to_lowercase().contains("`newunt` has no source"), "{said}");
}

/// With the effects alone, and with dependences: what only reads has no derivative.
#[test]
fn descriptions_of_what_only_reads_ask_for_nothing() {
    const SOURCE: &str = "      SUBROUTINE TOP(X, Y)
      DOUBLE PRECISION X, Y, T
      T = X*X
      CALL SHOWIT(T, 3)
      Y = T*X
      END
";
    let directory = tempfile::tempdir().expect("a folder");
    let effects = "subroutine showit\n shape (param 1, param 2)\n type: (none(), none())\n ReadNotWritten (1, 1)\n";
    for description in [effects.to_string(), format!("{effects} deps: (id,\n id)\n")] {
        for mode in ["-d", "-b"] {
            let files = [("a.f", SOURCE), ("a.ext", description.as_str())];
            let words = [mode, "-ext", "a.ext", "-head", "top(y)/(x)", "a.f"];
            let (status, said) = run(directory.path(), &files, &words);
            assert!(status == rtapenade::run::SUCCESS && !said.contains("warning"), "{said}");
            let text = output(directory.path(), if mode == "-d" { "a_d.f" } else { "a_b.f" });
            assert!(!text.contains("showit_"), "{text}");
        }
    }
}

/// Names that match nothing are said, those of a large library only where they look misspelt.
#[test]
fn descriptions_that_match_nothing_are_said() {
    let entry = |name: &str| format!("subroutine {name}:\n  external:\n  shape: (param 1)\n  ReadNotWritten: (1)\n");
    let said = |description: &str| {
        let directory = tempfile::tempdir().expect("a folder");
        let files = [("a.f", WITH_COMMON), ("a.ext", description)];
        run(directory.path(), &files, &["-b", "-ext", "a.ext", "-head", "top(y)/(x)", "a.f"]).1.to_lowercase()
    };
    let alone = said(&entry("wach"));
    assert!(alone.contains("`wach` is not called here") && alone.contains("the nearest is `watch`"), "{alone}");
    let others: String = ["watch", "exchange", "plotter", "barrier", "newunit"].iter().map(|n| entry(n)).collect();
    let among = said(&others);
    assert!(among.contains("`newunit` is not called here") && among.contains("the nearest is `newunt`"), "{among}");
    assert!(!among.contains("exchange"), "{among}");
    let block = "subroutine watch:\n shape: (param 1, common /sst/[0,8[)\n ReadNotWritten: (1, 1)\n";
    let block = said(block);
    assert!(block.contains("common /sst/") && block.contains("the nearest is `st`"), "{block}");
}

/// A subroutine and a function of one name, and several entries of one name, as in libraries of Tapenade.
#[test]
fn entries_of_one_name_stand_beside_each_other() {
    let directory = tempfile::tempdir().expect("a folder");
    let library = "function watch:\n intrinsic\n shape(param 1, result)\n type: (float(), float())\n type: (none(), none())\n \
                   NotReadThenWritten: (0, 1)\nsubroutine watch:\n shape: (param 1)\n ReadNotWritten: (1)\nsubroutine watch:\n \
                   shape: (param 1)\n NotReadNotWritten: (1)\nsubroutine fdate:\nintrinsic\nshape()\ntype: ()\nReadNotWritten: ()\n";
    let source = WITH_COMMON.replace("CALL WATCH(U)", "CALL WATCH(T)");
    let files = [("a.f", source.as_str()), ("a.ext", library)];
    let (status, said) = run(directory.path(), &files, &["-b", "-ext", "a.ext", "-head", "top(y)/(x)", "a.f"]);
    assert!(status == rtapenade::run::SUCCESS && !said.contains("RT0317") && !said.contains("RT0405"), "{said}");
    assert!(!output(directory.path(), "a_b.f").contains("watch_b"), "{said}");
}

/// `proc` and `rank` come from a module that is not at hand: the function that gets one of them is taken not to change it, for there is no type to save it by.
#[test]
fn names_without_a_declaration_are_not_saved() {
    const TEXT: &str = "\
module m
  use elsewhere
contains
  subroutine turn(x, y)
    implicit none
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    character(len=64) :: name
    character(len=10), external :: itos
    name = 'cp'
    if (proc > 1) name = 'cp'//trim(itos(4, rank))
    open(7, file=name)
    close(7)
    y = x*x
  end subroutine
  subroutine turns(x, y, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x
    real(8), intent(out) :: y
    integer :: i
    do i = 1, n
      call turn(x, y)
      x = sin(y)
    end do
  end subroutine
end module
";
    let directory = tempfile::tempdir().expect("a folder");
    let place = directory.path();
    let (status, said) = run(place, &[("a.f90", TEXT)], &["-b", "-head", "m%turns(y)/(x)", "a.f90"]);
    assert_eq!(status, rtapenade::run::SUCCESS, "{said}");
    assert!(said.contains("RT0426") && said.contains("`proc`") && said.contains("`rank`"), "{said}");
    let (_, said) = run(place, &[("a.f90", TEXT)], &["-b", "-unknown", "worst", "-head", "m%turns(y)/(x)", "a.f90"]);
    assert!(said.contains("RT0441"), "{said}");
}
