//! Adjoint mode: alternate returns become numbers.
//!
//! ```text
//! SUBROUTINE step(a, t, *, *)          SUBROUTINE step(a, t, way)
//!                                        way = 0
//!   IF (a > t) RETURN 1          →       IF (a > t) THEN;  way = 1;  RETURN;  END IF
//! CALL step(x, y, *10, *20)            CALL step(x, y, way)
//!                                      SELECT CASE (way);  CASE (1);  GOTO 10;  CASE (2);  GOTO 20;  END SELECT
//! ```
//!
//! The backward sweep calls the callee's adjoint where the call returned, wherever that led: the labels are the business of the caller's own control.
//! The originals keep their interface: generated code calls copies of such procedures. The adjoint of a head that nobody calls returns in one way only.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;

use il::calls::CallGraph;
use il::decl::{Decl, DeclKind, Entity};
use il::stmt::{Case, CaseRange};
use il::symbol::{Storage, SymbolKind};
use il::{
    Arg, Attr, Block, Diagnostic, Expr, Intent, Program, Stmt, StmtId, StmtKind, SymbolId, Type, UnitId, Variable,
};

use crate::names;
use crate::request::Request;

/// Whether a procedure that the heads may call has alternate returns.
pub(crate) fn are_there(p: &Program, request: &Request) -> bool {
    !concerned(p, request).is_empty()
}

/// Rewrites the procedures that the heads may call, and the calls there. What is rewritten comes back: originals of other interfaces.
pub(crate) fn number(p: &mut Program, request: &Request) -> Result<BTreeSet<UnitId>, Vec<Diagnostic>> {
    let units = concerned(p, request);
    let reached = CallGraph::new(p).reached(&heads(request));
    let mut refused = Vec::new();
    let mut called = BTreeSet::new();
    for &u in &reached {
        called.extend(il::calls::callees(p, u));
    }
    let mut stripped = BTreeSet::new();
    for &unit in &units {
        let u = &p.units[unit];
        let refuse = |what: &str, note: &str| {
            Diagnostic::error("RT0430", u.span, format!("`{}` has alternate returns and {what}", u.name)).note(note)
        };
        let is_head = request.heads.iter().any(|h| h.unit == unit);
        if is_head && called.contains(&unit) {
            refused.push(refuse(
                "is a head that is also called: no adjoint serves both",
                "let the head be a procedure that only calls it",
            ));
        } else if is_head && request.with_tangent {
            refused.push(refuse(
                "is a head of both modes: its tangent has them, its adjoint has not",
                "differentiate it in one mode at a time",
            ));
        } else if is_passed(p, &reached, unit) {
            refused.push(refuse("is passed as an argument", "return a number and test it after the call"));
        } else if request.reuse_modules && u.parent.is_some_and(|m| !p.units[m].is_procedure()) {
            refused.push(refuse(
                "belongs to a module that is not copied",
                "leave out `-module reuse`, or return a number and test it after the call",
            ));
        }
        if is_head {
            stripped.insert(unit);
        }
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    for &unit in &units {
        returns(p, unit, !stripped.contains(&unit));
        for body in interfaces(p, unit) {
            returns(p, body, !stripped.contains(&unit));
        }
    }
    for &unit in &reached {
        calls(p, unit, &units);
    }
    Ok(units.difference(&stripped).copied().collect())
}

fn heads(request: &Request) -> Vec<UnitId> {
    request.heads.iter().map(|h| h.unit).collect()
}

fn concerned(p: &Program, request: &Request) -> BTreeSet<UnitId> {
    if p.units.iter().all(|(_, u)| u.alternate_params.is_empty()) {
        return BTreeSet::new();
    }
    let reached = CallGraph::new(p).reached(&heads(request));
    let has = |u: &UnitId| {
        let u = &p.units[*u];
        !u.alternate_params.is_empty() && u.is_procedure() && !u.is_interface && !u.has_errors
    };
    reached.into_iter().filter(has).collect()
}

/// Whether a procedure stands for a dummy procedure somewhere.
fn is_passed(p: &Program, reached: &[UnitId], unit: UnitId) -> bool {
    let Some(symbol) = p.units[unit].symbol else { return false };
    reached.iter().any(|u| p.units[*u].mentions(&p.units[*u].body, symbol))
}

/// Interface bodies that describe a procedure.
fn interfaces(p: &Program, unit: UnitId) -> Vec<UnitId> {
    let name = &p.units[unit].name;
    let describes =
        |u: &il::Unit| u.is_interface && !u.alternate_params.is_empty() && u.name.eq_ignore_ascii_case(name);
    p.units.iter().filter(|(_, u)| describes(u)).map(|(id, _)| id).collect()
}

/// A new integer of a unit, declared there.
fn integer(p: &mut Program, unit: UnitId, storage: Storage, intent: Option<Intent>) -> SymbolId {
    let upper = p.writes_upper(unit);
    let scope = p.units[unit].scope;
    let name = names::fresh(p, scope, "way", upper);
    let scalar = p.integer();
    let spelling = if upper { scalar.spelling.to_uppercase() } else { scalar.spelling.clone() };
    let variable = Variable { intent, ..Variable::new(Type::Scalar(scalar), storage) };
    let symbol = p.declare(scope, name, il::Span::NONE, SymbolKind::Variable(variable));
    let attrs: Vec<Attr> = intent.map(Attr::Intent).into_iter().collect();
    let colons = p.units[unit].decls.iter().any(|d| matches!(d.kind, DeclKind::Variables { colons: true, .. }));
    let kind = DeclKind::Variables {
        spelling,
        colons: colons || intent.is_some(),
        attrs,
        entities: vec![Entity::new(symbol)],
    };
    p.units[unit].decls.push(Decl::from(kind));
    symbol
}

/// Alternate returns of a unit: the number goes to a new dummy, when it is wanted.
fn returns(p: &mut Program, unit: UnitId, wanted: bool) {
    p.units[unit].alternate_params.clear();
    let way = wanted.then(|| {
        let params = p.units[unit].params.clone();
        let stated = params.iter().any(|s| p.variable(*s).is_some_and(|v| v.intent.is_some()));
        let way = integer(p, unit, Storage::Dummy(params.len()), stated.then_some(Intent::Out));
        p.units[unit].params.push(way);
        way
    });
    if p.units[unit].is_interface {
        return;
    }
    let u = &mut p.units[unit];
    let mut body = mem::take(&mut u.body);
    each_block(u, &mut body, &mut |u, block| {
        let mut out = Block::new();
        for id in mem::take(block) {
            if let StmtKind::Return(value) = &mut u.stmts[id].kind
                && let (Some(value), Some(way)) = (value.take(), way)
            {
                let assign = StmtKind::Assign { lhs: Expr::var(way), rhs: value };
                let before = Stmt { label: u.stmts[id].label.take(), ..Stmt::from(assign) };
                let before = Stmt { comments: mem::take(&mut u.stmts[id].comments), span: u.stmts[id].span, ..before };
                out.push(u.stmts.add(before));
            }
            out.push(id);
        }
        *block = out;
    });
    if let Some(way) = way {
        body.insert(0, u.add(StmtKind::Assign { lhs: Expr::var(way), rhs: Expr::int(0) }));
    }
    u.body = body;
}

/// The calls of such procedures in a unit: a number comes back, and leads to the labels.
fn calls(p: &mut Program, unit: UnitId, of: &BTreeSet<UnitId>) {
    let here = |p: &Program, s: &Stmt| matches!(&s.kind, StmtKind::Call { callee, .. } if p.callee(*callee).is_some_and(|c| of.contains(&c)));
    let mut found: BTreeSet<StmtId> = BTreeSet::new();
    let u = &p.units[unit];
    u.walk(&u.body, &mut |id, s| {
        if here(p, s) {
            found.insert(id);
        }
    });
    if found.is_empty() {
        return;
    }
    let way = integer(p, unit, Storage::Local, None);
    // Behind a keyword all arguments have theirs.
    let keyword = |id: &StmtId| {
        let StmtKind::Call { callee, args, .. } = &p.units[unit].stmts[*id].kind else { return None };
        let dummy = p.units[p.callee(*callee)?].params.last()?;
        args.iter().any(|a| a.keyword.is_some()).then(|| p.symbols[*dummy].name.clone())
    };
    let keywords: BTreeMap<StmtId, String> = found.iter().filter_map(|id| Some((*id, keyword(id)?))).collect();
    let u = &mut p.units[unit];
    let mut body = mem::take(&mut u.body);
    each_block(u, &mut body, &mut |u, block| {
        let mut out = Block::new();
        for id in mem::take(block) {
            out.push(id);
            if !found.contains(&id) {
                continue;
            }
            let StmtKind::Call { args, alternates, .. } = &mut u.stmts[id].kind else { continue };
            args.push(Arg { keyword: keywords.get(&id).cloned(), value: Expr::var(way) });
            let labels = mem::take(alternates);
            let mut cases = Vec::new();
            for (k, label) in labels.into_iter().enumerate() {
                let body = vec![u.add(StmtKind::Goto(label))];
                let ranges = vec![CaseRange::Value(Expr::int(k as i64 + 1))];
                cases.push(Case { ranges, default: false, body, falls_through: false });
            }
            if !cases.is_empty() {
                out.push(u.add(StmtKind::Select { selector: Expr::var(way), cases, name: None }));
            }
        }
        *block = out;
    });
    u.body = body;
}

/// Visits a block and all blocks in it, the inner ones first.
fn each_block(u: &mut il::Unit, block: &mut Block, f: &mut dyn FnMut(&mut il::Unit, &mut Block)) {
    for id in block.clone() {
        let mut kind = mem::replace(&mut u.stmts[id].kind, StmtKind::Nop);
        for inner in kind.blocks_mut() {
            each_block(u, inner, f);
        }
        if let StmtKind::If(i) = &mut kind
            && (i.arms.len() != 1 || i.arms[0].body.len() != 1)
        {
            i.one_line = false;
        }
        u.stmts[id].kind = kind;
    }
    f(u, block);
}
