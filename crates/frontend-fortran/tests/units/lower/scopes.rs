//! Modules, hosts, and who sees what.

use il::SymbolKind;

use super::{clean, program, show, symbol, unit};

const MODULE: &str = "module m\nprivate\npublic :: a, f, t\nreal :: a, hidden\ntype t\nreal :: x\nend type\ncontains\n\
    real function f(x)\nreal :: x\nf = x + hidden\nend function\nend module\n";

#[test]
fn use_with_only_and_renames() {
    // USE statements, a name, and whether it is the module's own name that is meant.
    for (uses, name, meant) in [
        ("use m", "a", Some("a")),
        ("use m", "hidden", None),
        ("use m, only: a", "f", None),
        ("use m, only: b => a", "b", Some("a")),
        ("use m, only: b => a", "a", None),
        ("use m, b => a", "b", Some("a")),
        ("use m, b => a", "a", None),
        ("use m, b => a", "f", Some("f")),
        ("use m, only: b => a\nuse m, only: a", "a", Some("a")),
    ] {
        let p = clean(&format!("{MODULE}subroutine s\n{uses}\nend subroutine\n"));
        let scope = p.units[unit(&p, "s")].scope;
        let found = p.lookup(scope, name);
        let expected = meant.map(|n| symbol(&p, "m", n));
        assert_eq!(found, expected, "{uses}: {name}");
    }
}

#[test]
fn files_in_any_order() {
    let user = "module n\nuse m, only: t\ntype(t) :: v\nend module\n";
    let last = "program p\nuse n\nuse m\nv%x = f(a)\nend program\n";
    for order in [[last, user, MODULE], [MODULE, user, last], [user, last, MODULE]] {
        let (p, said) = program(&order);
        assert!(said.is_empty(), "{said:?}");
        let main = &p.units[unit(&p, "p")];
        assert_eq!(show::block(&p, main, &main.body), "v.x = @f(a)");
        assert_eq!(p.inputs.len(), 3);
    }
}

#[test]
fn what_is_missing_is_said_once() {
    let said = |text: &str| program(&[text]).1.iter().map(|d| (d.code, d.message.clone())).collect::<Vec<_>>();
    let missing =
        said("subroutine s\nuse nowhere\nimplicit none\nreal(dp) :: x\nx = other(y)\ncall p(x)\nend subroutine\n");
    let codes: Vec<&str> = missing.iter().map(|(code, _)| *code).collect();
    assert_eq!(codes, ["RT0201", "RT0202", "RT0202"], "{missing:?}");
    for (name, said) in [("dp", &missing[1].1), ("y", &missing[2].1)] {
        assert!(said.starts_with(&format!("'{name}' has no declaration here")) && said.contains("'nowhere'"), "{said}");
    }
    let private = said(&format!("{MODULE}subroutine s\nuse m, only: hidden\nend subroutine\n"));
    assert_eq!(private.len(), 1);
    assert_eq!(private[0].0, "RT0203");
    let circle = said("module a\nuse b\nend module\nmodule b\nuse a\nend module\n");
    assert_eq!(circle[0].0, "RT0204");
    let twice = said("subroutine s\nend subroutine\nsubroutine s\nend subroutine\n");
    assert_eq!(twice[0].0, "RT0212");
}

#[test]
fn a_local_name_hides_a_global_one() {
    let p = clean(
        "subroutine s\nreal :: t\nt = 1\nu = 2\nend subroutine\nsubroutine t\nend subroutine\nsubroutine u\nend subroutine\n",
    );
    for name in ["t", "u"] {
        assert!(p.variable(symbol(&p, "s", name)).is_some(), "{name}");
    }
}

#[test]
fn blocks_have_their_own_names() {
    let p =
        clean("subroutine s(x)\nreal :: x, y\ny = 1\nblock\ninteger :: y\ny = 2\nx = y\nend block\nend subroutine\n");
    let s = &p.units[unit(&p, "s")];
    let inner = s.stmts[s.body[1]].kind.blocks()[0].clone();
    let lhs = |id| match &s.stmts[id].kind {
        il::StmtKind::Assign { lhs, .. } => lhs.root(),
        _ => None,
    };
    assert_ne!(lhs(s.body[0]), lhs(inner[0]));
}

#[test]
fn submodules_see_their_ancestor() {
    for header in ["module subroutine s(n, x)\ninteger :: n\nreal :: x(n)", "module procedure s"] {
        let p = clean(&format!(
            "module m\nimplicit none\nreal :: a\ninterface\nmodule subroutine s(n, x)\ninteger :: n\nreal :: x(n)\nend subroutine\n\
             end interface\nend module\nsubmodule (m) sm\ncontains\n{header}\nx(n) = a\nend\nend submodule\n\
             subroutine t(x)\nuse m\nreal :: x(3)\ncall s(3, x)\nend subroutine\n"
        ));
        let t = &p.units[unit(&p, "t")];
        let il::StmtKind::Call { callee, .. } = &t.stmts[t.body[0]].kind else { panic!() };
        assert_eq!(p.callee(*callee), Some(unit(&p, "s")), "the body stands in the submodule");
        let s = &p.units[unit(&p, "s")];
        assert_eq!(show::block(&p, s, &s.body), "x[n] = a");
        assert_eq!(s.params.len(), 2);
        assert!(s.params.iter().all(|p1| p.symbols[*p1].scope == s.scope));
    }
}

#[test]
fn generics_of_two_modules_are_one() {
    let module = |name: &str, ty: &str| {
        format!(
            "module {name}\ninterface g\nmodule procedure g_{name}\nend interface\ncontains\nsubroutine g_{name}(x)\n{ty} :: x\nend subroutine\nend module\n"
        )
    };
    let (a, b) = (module("a", "real"), module("b", "integer"));
    let p = clean(&format!("{a}{b}subroutine s\nuse a\nuse b\ncall g(1.0)\ncall g(1)\nend subroutine\n"));
    let s = &p.units[unit(&p, "s")];
    assert_eq!(show::block(&p, s, &s.body), "call g_a(1.0r4); call g_b(1)");
    assert!(matches!(&p.symbols[symbol(&p, "s", "g")].kind, SymbolKind::Generic { members } if members.len() == 2));
}
