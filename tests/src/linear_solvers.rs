//! `$AD LINEAR-SOLVER`: what is written, and what is refused. The programs of `tests/run` with that name judge the numbers.

use crate::checking;

/// The adjoint of a head of a program that is changed, or what is said against it.
fn derived(file: &str, head: &str, changes: &[(&str, &str)]) -> Result<String, String> {
    let place = tempfile::tempdir().expect("a folder");
    let at = place.path().to_string_lossy().into_owned();
    let mut text = std::fs::read_to_string(checking::root().join("tests/run").join(file)).expect("a program");
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let end = file.rsplit('.').next().unwrap_or_default();
    let source = format!("{at}/a.{end}");
    std::fs::write(&source, text).expect("written");
    let words = ["rtapenade", "-reverse", "-head", head, "-O", &at, &source];
    let (status, said) = rtapenade::run::run(words.iter().map(|w| w.to_string()));
    let made = std::fs::read_to_string(format!("{at}/a_b.{end}")).unwrap_or_default();
    if status == rtapenade::run::SUCCESS { Ok(made) } else { Err(said) }
}

#[test]
fn the_adjoint_solves_once_more() {
    let made = derived("linear_solver.f90", "model(y)/(c, f)", &[]).expect("an adjoint");
    let calls = |name: &str| made.matches(&format!("call {name}(")).count();
    // Nothing of the steps is differentiated, and what stands for the derivative is called nowhere else.
    assert!(!made.contains("subroutine cg_b") && !made.contains("push"), "{made}");
    assert_eq!((calls("cg"), calls("a_cg_linear_b"), calls("cg_linear")), (2, 1, 0), "{made}");
    // Where nothing active goes in, it is a call as any other.
    let made = derived("linear_solver.f90", "model(y)/(c, f)", &[("y = sum(x**2*c)", "y = sum(c**2)*x(1)*0 + sum(c)")]);
    assert!(made.is_ok(), "{made:?}");
    let unasked =
        [("b = f**2", "b = 1.0d0"), ("a(i,j) = 0.1d0*c(i)*c(j)", "a(i,j) = 0.1d0"), ("2.0d0 + c(j)**2", "2.0d0")];
    let made = derived("linear_solver.f90", "model(y)/(c)", &unasked).expect("an adjoint");
    assert!(!made.contains("cg_linear") && made.matches("call cg(").count() == 1, "{made}");
}

#[test]
fn what_cannot_be_is_refused() {
    let directive = "!$AD LINEAR-SOLVER a x b SYMMETRIC\n  call cg(n, a, b, x, 1.0d-13, its)";
    let instead = |to: &str| derived("linear_solver.f90", "model(y)/(c, f)", &[(directive, to)]);
    let with = |words: &str| instead(&directive.replace("a x b SYMMETRIC", words));
    let cases = [
        (with("a x b"), "how the transpose is solved"),
        (with("a x b SYMMETRIC TRANSPOSED cg"), "how the transpose is solved"),
        (with("a x SYMMETRIC"), "`SYMMETRIC` of `LINEAR-SOLVER` is no variable"),
        (with("a x q SYMMETRIC"), "`q` of `LINEAR-SOLVER` is no variable"),
        (with("a x x SYMMETRIC"), "are one variable"),
        (with("c x b SYMMETRIC"), "how to multiply by this matrix"),
        (with("a x b TRANSPOSED cgt"), "no procedure `cgt`"),
        (with("a x b TRANSPOSED twice"), "other arguments than `cg`"),
        (with("a x b SYMETRIC"), "`SYMETRIC` says nothing"),
        (with("a x b SYMMETRIC PRODUCT model(n, c, f)"), "`PRODUCT` has the solution"),
        (instead("!$AD LINEAR-SOLVER a x b SYMMETRIC\n  x = b"), "belongs before a call"),
        (instead(&directive.replace("1.0d-13", "1.0d-13*c(1)")), "the solver reads `c`, which is active"),
        (instead(&directive.replace("1.0d-13", "1.0d-13*its")), "is made of `its`, which the solver changes"),
        (instead(&directive.replace("cg(", "other(")), "the source of `other` is not there"),
        (
            derived(
                "linear_solver.f90",
                "model(y)/(c, f)",
                &[(
                    "f(n)\n  real(8), intent(out) :: y\n  real(8) :: a(n,n)",
                    "f(n)\n  real(8), intent(out) :: y\n  real(8) :: a(n+1,n)",
                )],
            ),
            "how to multiply by this matrix",
        ),
    ];
    for (k, (made, message)) in cases.into_iter().enumerate() {
        let said = made.expect_err(message);
        assert!(
            said.contains("error[RT0483]") && said.contains(message) && said.contains("a.f90:"),
            "{k} {message}: {said}"
        );
    }
    let inside = |declared: &str, statement: &str| {
        let head = ("real(8), intent(in) :: a(n,n), b(n), tol", format!("real(8) :: a(n,n), b(n), tol\n{declared}"));
        let changes = [(head.0, head.1.as_str()), ("  most = its\n", &format!("  most = its\n  {statement}\n"))];
        derived("linear_solver.f90", "model(y)/(c, f)", &changes).expect_err(statement)
    };
    assert!(inside("", "a(1,1) = 1.0d0*a(1,1)").contains("the solver changes `a`, which is the matrix"));
    assert!(inside("", "b(1) = 1.0d0*b(1)").contains("the solver changes `b`, which is the right side"));
    let counted = inside("  integer :: total\n  common /count/ total", "total = total + 1");
    assert!(counted.contains("`cg` changes") && counted.contains("which is no argument"), "{counted}");
    let kept = inside("  integer, save :: total = 0", "total = total + 1");
    assert!(kept.contains("`cg` changes"), "{kept}");
    // Work arrays that nobody knows to be set first; an allocatable solution.
    let work =
        derived("linear_solver_plane.f", "plane(y)/(c, f)", &[("      INTENT(OUT) R, P, Q\n", "")]).expect_err("work");
    assert!(work.contains("may read it before it sets it"), "{work}");
    let open = derived("c_linear_solver.c", "model(y)/(c, f)", &[("a x(n) b", "a x b")]).expect_err("no extent");
    assert!(open.contains("how many elements the solution has"), "{open}");
}
