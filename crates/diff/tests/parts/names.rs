//! Names of derivatives.

use diff::names::derived;
use diff::request::Pattern;
use il::{Program, ScopeId, ScopeKind, Span, SymbolKind};

fn program_with(names: &[&str]) -> (Program, ScopeId) {
    let mut p = Program::new();
    let scope = p.new_scope(p.global, ScopeKind::Block);
    for n in names {
        p.declare(scope, *n, Span::NONE, SymbolKind::Module(None));
    }
    (p, scope)
}

#[test]
fn first_free_number_wins() {
    let (p, s) = program_with(&["x", "xd"]);
    assert_eq!(derived(&p, s, &Pattern::new("d"), "x"), "xd0");
    assert_eq!(derived(&p, s, &Pattern::new("d"), "xd"), "xdd");
    assert_eq!(derived(&p, s, &Pattern::new("%"), "x"), "x0");
}

#[test]
fn capitals_stay_capitals_and_intrinsics_are_avoided() {
    let (p, s) = program_with(&["FOO"]);
    assert_eq!(derived(&p, s, &Pattern::new("_d"), "FOO"), "FOO_D");
    assert_eq!(derived(&p, s, &Pattern::new("%d"), "mo"), "mod0");
}

#[test]
fn long_names_are_cut() {
    let (p, s) = program_with(&[]);
    assert_eq!(derived(&p, s, &Pattern::new("_nodiff"), &"a".repeat(63)).len(), 63);
}
