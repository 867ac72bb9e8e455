//! Fortran, `-runtime tapenade`: what that runtime has no entry for (associations of pointers, kinds such as INTEGER(2)) waits there as the characters that it
//! is made of. Compilers compare calls of one procedure, so that these are handed over as text:
//!
//! ```text
//! call pushcharacterarray(transfer(k, repeat(' ', 2)), 2)
//! block
//!   character(len=2) :: bytes
//!   call popcharacterarray(bytes, 2)
//!   k = transfer(bytes, k)
//! end block
//! ```
//!
//! [`read_back`] undoes it where such an adjoint is differentiated again.

use crate::decl::Entity;
use crate::expr::Literal;
use crate::program::Language;
use crate::symbol::{Procedure, ProcedureClass};
use crate::typing::{self, rank_of, type_of};
use crate::{
    Arg, BinaryOp, Block, DeclKind, Expr, ExprKind, Program, ScopeId, ScopeKind, Span, StmtId, StmtKind, Storage,
    SymbolKind, Type, UnitId, Upper, Variable, kit,
};

const PUSH: &str = "pushcharacterarray";
const POP: &str = "popcharacterarray";

/// What is moved that is no text: where, in which scope, what, and whether it is saved.
struct Moved {
    stmt: StmtId,
    scope: ScopeId,
    value: Expr,
    pushes: bool,
}

/// Hands it over as text in all procedures of the generated files.
pub fn settle(p: &mut Program, generated: &[UnitId]) {
    for unit in with_inner(p, generated) {
        let mut found = Vec::new();
        let u = &p.units[unit];
        moved(p, unit, &u.body, u.scope, &mut found);
        for m in found {
            let Some(bytes) = bytes(p, &m.value) else { continue };
            p.units[unit].stmts[m.stmt].kind = match m.pushes {
                true => saved(p, unit, m.value, bytes),
                false => brought_back(p, unit, m.scope, m.value, bytes),
            };
        }
    }
}

/// The units in Fortran among `units`, and what is inside them.
fn with_inner(p: &Program, units: &[UnitId]) -> Vec<UnitId> {
    let mut made: Vec<UnitId> = Vec::new();
    let mut left: Vec<UnitId> = units.to_vec();
    while let Some(unit) = left.pop() {
        made.push(unit);
        left.extend(&p.units[unit].children);
    }
    made.retain(|u| p.units[*u].language == Language::Fortran);
    made
}

/// What a block moves so: by the tape of this run, or by calls that it has from an adjoint that is differentiated again.
fn moved(p: &Program, unit: UnitId, block: &Block, scope: ScopeId, out: &mut Vec<Moved>) {
    for &stmt in block {
        let kind = &p.units[unit].stmts[stmt].kind;
        let found = match kind {
            StmtKind::Save { value, .. } if p.tapenade_runtime => Some((value, true)),
            StmtKind::Restore { into, .. } if p.tapenade_runtime => Some((into, false)),
            other => of_call(p, other).and_then(|(args, pushes)| Some((&args.first()?.value, pushes))),
        };
        if let Some((value, pushes)) = found.filter(|(v, _)| v.is_reference() && kit::is_saved_as_text(p, v)) {
            out.push(Moved { stmt, scope, value: value.clone(), pushes });
        }
        let inside = if let StmtKind::Scope { scope, .. } = kind { *scope } else { scope };
        for inner in kind.blocks() {
            moved(p, unit, inner, inside, out);
        }
    }
}

/// The arguments of a call of the entry for characters, and whether it saves.
fn of_call<'k>(p: &Program, kind: &'k StmtKind) -> Option<(&'k [Arg], bool)> {
    let StmtKind::Call { callee, args, .. } = kind else { return None };
    let name = &p.symbols[*callee].name;
    let pushes = name.eq_ignore_ascii_case(PUSH);
    (p.callee(*callee).is_none() && (pushes || name.eq_ignore_ascii_case(POP))).then_some((args, pushes))
}

/// How many characters a value is made of. `None` where its extent is not known.
fn bytes(p: &Program, value: &Expr) -> Option<Expr> {
    let ty = type_of(p, value);
    let each = match ty.element() {
        Type::Scalar(s) => Expr::int(s.bytes.into()),
        _ => {
            let bits = Expr::intrinsic("storage_size", vec![value.clone()]);
            Expr::binary(BinaryOp::Div, bits, Expr::int(8))
        }
    };
    let Type::Array { dims, .. } = &ty else { return Some(each) };
    if dims.iter().any(|d| matches!(d.upper, Upper::Assumed)) {
        return None;
    }
    let mut extents = dims.iter().map(|d| typing::extent(d)?.as_int());
    let count = match extents.try_fold(1i64, |n, e| n.checked_mul(e?)) {
        Some(n) => Expr::int(n),
        None => Expr::intrinsic("size", vec![value.clone()]),
    };
    Some(match (count.as_int(), each.as_int()) {
        (Some(n), Some(b)) => Expr::int(n * b),
        (_, Some(1)) => count,
        _ => Expr::binary(BinaryOp::Mul, each, count),
    })
}

/// `call pushcharacterarray(transfer(k, repeat(' ', 2)), 2)`
fn saved(p: &mut Program, unit: UnitId, value: Expr, bytes: Expr) -> StmtKind {
    let blank: Expr = ExprKind::Text(" ".into(), Literal(None)).into();
    let blanks = match bytes.as_int() {
        Some(1) => blank,
        _ => Expr::intrinsic("repeat", vec![blank, bytes.clone()]),
    };
    call(p, unit, PUSH, Expr::intrinsic("transfer", vec![value, blanks]), bytes)
}

/// The block whose text is popped, and is the value again.
fn brought_back(p: &mut Program, unit: UnitId, outer: ScopeId, value: Expr, bytes: Expr) -> StmtKind {
    let upper = p.writes_upper(unit);
    let case = |t: &str| if upper { t.to_uppercase() } else { t.to_string() };
    let names = std::iter::once("bytes".to_string()).chain((0..).map(|k| format!("bytes{k}")));
    let name = names.into_iter().find(|n| p.lookup(outer, n).is_none()).unwrap_or_default();
    let scope = p.new_scope(outer, ScopeKind::Block);
    let ty = Type::Character { len: Some(Box::new(bytes.clone())), spelling: String::new() };
    let kind = SymbolKind::Variable(Variable::new(ty, Storage::Local));
    let text = p.declare(scope, case(&name), Span::NONE, kind);
    let entities = vec![Entity::new(text)];
    let decl = DeclKind::Variables { spelling: String::new(), attrs: Vec::new(), colons: true, entities };
    let again = Expr::intrinsic("transfer", vec![Expr::var(text), value.clone()]);
    let again = match rank_of(p, &value) {
        0 | 1 => again,
        _ => Expr::intrinsic("reshape", vec![again, Expr::intrinsic("shape", vec![value.clone()])]),
    };
    let popped = call(p, unit, POP, Expr::var(text), bytes);
    let u = &mut p.units[unit];
    let body = vec![u.add(popped), u.add(StmtKind::Assign { lhs: value, rhs: again })];
    StmtKind::Scope { scope, decls: vec![decl.into()], body, name: None }
}

fn call(p: &mut Program, unit: UnitId, name: &str, value: Expr, bytes: Expr) -> StmtKind {
    let name = &if p.writes_upper(unit) { name.to_uppercase() } else { name.to_string() };
    let known = p.lookup_here(p.global, name).filter(|s| p.procedure(*s).is_some());
    let callee = known.unwrap_or_else(|| {
        let kind = SymbolKind::Procedure(Procedure::new(None, None, ProcedureClass::Normal));
        p.declare(p.global, name, Span::NONE, kind)
    });
    StmtKind::Call { callee, args: vec![Arg::new(value), Arg::new(bytes)], alternates: Vec::new() }
}

/// Takes the text away again in an adjoint that is to be differentiated: what waits on the tape is what it is.
pub fn read_back(p: &mut Program) {
    let units: Vec<UnitId> = p.units.ids().filter(|u| p.units[*u].language == Language::Fortran).collect();
    for unit in units {
        let u = &p.units[unit];
        let mut changed: Vec<(StmtId, StmtKind)> = Vec::new();
        u.walk(&u.body, &mut |id, s| changed.extend(as_it_is(p, unit, &s.kind).map(|kind| (id, kind))));
        for (id, kind) in changed {
            p.units[unit].stmts[id].kind = kind;
        }
    }
}

/// The call that moves the value itself, for what [`settle`] writes.
fn as_it_is(p: &Program, unit: UnitId, kind: &StmtKind) -> Option<StmtKind> {
    let with = |call: &StmtKind, value: &Expr| {
        let mut call = call.clone();
        if let StmtKind::Call { args, .. } = &mut call {
            args[0].value = value.clone();
        }
        call
    };
    if let StmtKind::Scope { body, .. } = kind {
        let [call, again] = body.as_slice() else { return None };
        let [call, again] = [call, again].map(|id| &p.units[unit].stmts[*id].kind);
        let (args, false) = of_call(p, call)? else { return None };
        let StmtKind::Assign { lhs, rhs } = again else { return None };
        let text = args.first()?.value.root()?;
        let from = transferred(rhs)?.root()?;
        return (from == text && p.symbols[text].scope != p.units[unit].scope && is_other(p, lhs))
            .then(|| with(call, lhs));
    }
    let (args, true) = of_call(p, kind)? else { return None };
    let value = transferred(&args.first()?.value)?;
    is_other(p, value).then(|| with(kind, value))
}

/// What TRANSFER takes, perhaps inside RESHAPE.
fn transferred(e: &Expr) -> Option<&Expr> {
    let ExprKind::Intrinsic(f, args) = &e.kind else { return None };
    match f.name() {
        "reshape" => transferred(&args.first()?.value),
        "transfer" => Some(&args.first()?.value),
        _ => None,
    }
}

fn is_other(p: &Program, value: &Expr) -> bool {
    value.is_reference() && kit::is_saved_as_text(p, value)
}
