//! What a transformer asks, on programs small enough to know the answer.

use crate::common::{read, unit};
use analysis::{Access, At, External, Facts, Head, Options, VarRef, analyse};
use il::stmt::StmtKind;
use il::{Expr, Program, StmtId, UnitId};

fn head(program: &Program, name: &str, from: &[&str], to: &[&str]) -> Head {
    let u = unit(program, name);
    let list = |names: &[&str]| {
        let find = |n: &&str| program.lookup(program.units[u].scope, n).map(VarRef::whole);
        names.iter().filter_map(find).collect::<Vec<_>>()
    };
    Head { unit: u, independents: list(from), dependents: list(to) }
}

fn stmts(program: &Program, u: UnitId) -> Vec<StmtId> {
    program.units[u].all_stmts()
}

fn sides(program: &Program, u: UnitId, s: StmtId) -> (Expr, Expr) {
    match &program.units[u].stmts[s].kind {
        StmtKind::Assign { lhs, rhs } => (lhs.clone(), rhs.clone()),
        other => panic!("{other:?} is no assignment"),
    }
}

#[test]
fn expressions_and_references() {
    let program = read(
        "t.f90",
        "subroutine f(x, y, c)\n real(8) :: x, y, c, t\n t = x*c\n y = t + int(x)*c\n t = c\nend subroutine\n",
    );
    let facts = analyse(&program, &[head(&program, "f", &["x"], &["y"])], &Options::default());
    let u = unit(&program, "f");
    let s = stmts(&program, u);
    let (t, product) = sides(&program, u, s[0]);
    assert!(facts.is_active_expr(u, s[0], &product));
    assert!(facts.is_active_ref(u, At::After(s[0]), &t) && !facts.is_active_ref(u, At::Before(s[0]), &t));
    assert!(facts.has_derivative(u, &t));
    assert!(facts.is_active_stmt(u, s[1]) && !facts.is_active_stmt(u, s[2]));
    let (_, passive) = sides(&program, u, s[2]);
    assert!(!facts.is_active_expr(u, s[2], &passive));
    let names: Vec<&str> = facts.active_symbols(u).iter().map(|v| program.symbols[v.symbol].name.as_str()).collect();
    assert_eq!(names, ["x", "y", "t"]);
}

#[test]
fn a_head_without_lists_takes_all_that_is_read_and_written() {
    let program = read("t.f90", "subroutine f(x, y, n)\n real(8) :: x, y\n integer :: n\n y = x*n\nend subroutine\n");
    let facts = analyse(&program, &[head(&program, "f", &[], &[])], &Options::default());
    let s = facts.signature(unit(&program, "f")).expect("differentiated");
    assert!(s.formals[0].varied_in && !s.formals[0].useful_out && s.formals[0].active);
    assert!(!s.formals[1].varied_in && s.formals[1].useful_out && s.formals[1].active);
    assert!(!s.formals[2].active);
}

#[test]
fn a_description_of_a_black_box_is_believed() {
    let text = "subroutine f(x, y, z)\n real(8) :: x, y, z\n external box\n call box(x, y, z)\nend subroutine\n";
    let program = read("t.f90", text);
    let read_only = Access { read: true, ..Access::default() };
    let set = Access { written: true, killed: true, ..Access::default() };
    // y depends on x, z on nothing.
    let described =
        External { places: vec![read_only, set, set], deps: Some(vec![vec![0], Vec::new()]), ..External::default() };
    let mut options = Options::default();
    options.externals.insert("box".into(), described);
    let facts = analyse(&program, &[head(&program, "f", &["x"], &["y", "z"])], &options);
    let u = unit(&program, "f");
    let s = stmts(&program, u)[0];
    assert_eq!(facts.names(u, &facts.varied(u, At::After(s))), ["x", "y"]);
    assert_eq!(facts.names(u, &facts.in_out_call(u, s).killed), ["y", "z"]);
    assert!(facts.is_active_call(u, s));
    let passive = analyse(&program, &[head(&program, "f", &["x"], &["z"])], &options);
    assert!(!passive.is_active_call(u, s));
}

#[test]
fn a_global_that_is_passive_at_one_call_only_is_named() {
    let text = "module m\n real(8) :: g\nend module\nsubroutine f(x, y)\n use m\n real(8) :: x, y\n g = x\n call p(y)\n g = 1\n \
                call p(y)\nend subroutine\nsubroutine p(y)\n use m\n real(8) :: y\n y = y*g\nend subroutine\n";
    let program = read("t.f90", text);
    let facts = analyse(&program, &[head(&program, "f", &["x"], &["y"])], &Options::default());
    let u = unit(&program, "f");
    let s = stmts(&program, u);
    let named = |facts: &Facts, s| {
        let zones = facts.passive_globals_before(u, s);
        zones.iter().map(|z| facts.zones().zone(*z).name.clone()).collect::<Vec<_>>()
    };
    assert!(named(&facts, s[1]).is_empty());
    assert_eq!(named(&facts, s[3]), ["g"]);
}

#[test]
fn bounds_of_a_loop_that_its_body_moves_cannot_be_evaluated_again() {
    let text = "subroutine f(n, x, y)\n integer :: n, i\n real(8) :: x, y\n do i = 1, n\n y = y*x\n end do\n do i = 1, n\n n = 3\n \
                y = y*x\n end do\nend subroutine\n";
    let program = read("t.f90", text);
    let facts = analyse(&program, &[head(&program, "f", &["x"], &["y"])], &Options::default());
    let u = unit(&program, "f");
    let kept: Vec<bool> = stmts(&program, u)
        .into_iter()
        .filter(|s| matches!(program.units[u].stmts[*s].kind, StmtKind::Do(_)))
        .map(|s| facts.loop_bounds_kept(u, s))
        .collect();
    assert_eq!(kept, [true, false]);
}

#[test]
fn answers_do_not_depend_on_the_run() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/filetests/activity/scopes.f90"))
            .expect("readable");
    let program = read("t.f90", &text);
    let dump = || {
        let facts = analyse(&program, &[head(&program, "f", &["x"], &["y"])], &Options::default());
        let units = facts.differentiated_units().to_vec();
        let analyses = ["active", "varied", "useful", "diff-live", "tbr", "adjoint-out"];
        units.iter().flat_map(|u| analyses.map(|a| facts.to_text(*u, a))).collect::<String>()
    };
    assert_eq!(dump(), dump());
}
