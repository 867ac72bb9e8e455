//! Jumps become structure.

use diff::adjoint::plan::tree::{NodeKind, Seq, build};
use il::stmt::{Arm, If};
use il::{Expr, Language, Program, ScopeKind, Stmt, StmtKind, Unit, UnitKind};

/// A unit of statements `(label, jumps)`: each statement is `IF (…) GOTO jump`, or nothing.
fn unit(lines: &[(&str, &str)]) -> Unit {
    let mut p = Program::new();
    let scope = p.new_scope(p.global, ScopeKind::Block);
    let mut u = Unit::new("f", UnitKind::Subroutine, Language::Fortran, scope);
    for (label, jump) in lines {
        let kind = if jump.is_empty() {
            StmtKind::Nop
        } else {
            let goto = u.add(StmtKind::Goto(jump.to_string()));
            let arm = Arm { test: Expr::logical(true), body: vec![goto] };
            StmtKind::If(If { arms: vec![arm], otherwise: None, one_line: true })
        };
        let mut s = Stmt::from(kind);
        s.label = (!label.is_empty()).then(|| label.to_string());
        let id = u.add(s);
        u.body.push(id);
    }
    u
}

fn show(seq: &Seq) -> String {
    seq.iter()
        .map(|n| match &n.kind {
            NodeKind::Simple => ".".to_string(),
            NodeKind::Jump(j) => format!("{:?}", j.landing),
            NodeKind::Choice { .. } => "?".to_string(),
            NodeKind::Loop { body, .. } => format!("L({})", show(body)),
            NodeKind::Scope(body) => format!("S({})", show(body)),
            NodeKind::Join { body, .. } => format!("J({})", show(body)),
            NodeKind::Again { body, .. } => format!("A({})", show(body)),
            NodeKind::Dispatch { blocks } => {
                format!("D({})", blocks.iter().map(|b| show(&b.1)).collect::<Vec<_>>().join("|"))
            }
        })
        .collect()
}

fn shape(lines: &[(&str, &str)]) -> String {
    let t = build(&unit(lines));
    assert!(t.diagnostics.is_empty(), "{:?}", t.diagnostics);
    show(&t.body)
}

#[test]
fn forward_jumps_nest() {
    assert_eq!(shape(&[("", ""), ("", "10"), ("", ""), ("10", "")]), ".J(?.).");
    assert_eq!(shape(&[("", "10"), ("", "20"), ("10", ""), ("20", "")]), "J(J(??).).");
}

#[test]
fn backward_jumps_are_loops() {
    assert_eq!(shape(&[("10", ""), ("", "10"), ("", "")]), "A(.?).");
    assert_eq!(shape(&[("1", ""), ("2", ""), ("", "1"), ("", "2"), ("", "")]), "A(.A(.??)).");
    // a loop with an exit
    assert_eq!(shape(&[("10", ""), ("", "20"), ("", "10"), ("", ""), ("20", "")]), "J(A(.??).).");
}

#[test]
fn a_loop_entered_in_its_middle_is_dispatched() {
    assert_eq!(shape(&[("", ""), ("", "20"), ("10", ""), ("20", ""), ("", "10"), ("", "")]), ".D(?|.|.?).");
}
