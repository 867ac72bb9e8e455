//! Local pointers that are only another name for a place: `const double *row = &a[i*n];`, `Body *b = &s->body[j];`, in Fortran
//! `c => a(:, j)`.
//!
//! Such a pointer is never saved. The backward sweep makes it again, and its derivative twin with it, in front of the adjoints of the
//! statements that follow its assignment: there all that its value is made from is what it was. A pointer is an alias when
//!
//! - it is a local that one statement assigns, nobody takes its address, and only later statements of the same block mention it;
//! - none of those statements overwrites what the assigned value is made from: indices, the base pointer, pointers on the way;
//! - the derivative of no other pointer that is saved or moves is made from its derivative;
//! - in Fortran: none of them allocates or releases the target, and nothing that happens to derivatives in the forward sweep asks where the
//!   derivative of the pointer leads: no other pointer is associated with it or below it, nothing is allocated through it.
//!
//! What reads an alias reads what it is made from ([`Access::with_inputs`] adds it): so that is restored where an outer statement overwrites it.

use std::collections::BTreeMap;

use analysis::reallocation::may_allocate;
use il::stmt::associated;
use il::typing::type_of;
use il::{Arg, Block as Stmts, Expr, ExprKind, Id, Program, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::adjoint::plan::access::{Access, Effect, Set};

/// A pointer that the backward sweep makes again.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The only statement that assigns it.
    pub stmt: StmtId,
    /// What its value is made from.
    pub inputs: Set,
}

/// The aliases of one unit.
pub(crate) fn find(p: &Program, access: &Access, unit: UnitId) -> BTreeMap<SymbolId, Alias> {
    let mut out = BTreeMap::new();
    let u = &p.units[unit];
    let mut jumps = false;
    u.walk(&u.body, &mut |_, s| jumps |= s.label.is_some() || matches!(s.kind, StmtKind::Goto(_)));
    if !jumps {
        find_in(p, access, unit, &u.body, &mut out);
    }
    keep_unasked(p, unit, &mut out);
    out
}

/// Drops the aliases whose derivatives the forward sweep would need.
fn keep_unasked(p: &Program, unit: UnitId, aliases: &mut BTreeMap<SymbolId, Alias>) {
    let u = &p.units[unit];
    loop {
        let mut asked: Vec<SymbolId> = Vec::new();
        let fortran = u.language.describes_storage();
        u.walk(&u.body, &mut |id, s| match &s.kind {
            // C: a pointer that moves takes its derivative along in the forward sweep.
            StmtKind::Assign { lhs, rhs } if !fortran => {
                let is_alias = lhs.root().and_then(|l| aliases.get(&l)).is_some_and(|a| a.stmt == id);
                if matches!(type_of(p, lhs), Type::Pointer { .. }) && !is_alias {
                    asked.extend(rhs.root());
                }
            }
            _ if !fortran => {}
            StmtKind::PointerAssign { lhs, rhs } => {
                let own = associated(lhs).kind == ExprKind::Var(lhs.root().unwrap_or(SymbolId::from_index(0)));
                if !own {
                    asked.extend(lhs.root());
                }
                let is_alias = lhs.root().and_then(|l| aliases.get(&l)).is_some_and(|a| a.stmt == id);
                if !is_alias {
                    asked.extend(rhs.root());
                }
            }
            StmtKind::Allocate { objects, .. } => asked.extend(objects.iter().filter_map(|o| o.object.root())),
            StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
                asked.extend(objects.iter().filter_map(Expr::root));
            }
            kind => asked.extend(kind.call().into_iter().flat_map(|(callee, args, _)| passed(p, callee, args))),
        });
        let before = aliases.len();
        asked.iter().for_each(|s| {
            aliases.remove(s);
        });
        if aliases.len() == before {
            return;
        }
    }
}

/// The pointers that a call passes as pointers, or may.
fn passed(p: &Program, callee: SymbolId, args: &[Arg]) -> Vec<SymbolId> {
    let taken = |d: &Option<SymbolId>| d.is_none_or(|d| p.variable(d).is_some_and(|v| v.pointer));
    let list = analysis::allocation::dummies(p, callee, args);
    list.iter().filter(|(d, a)| taken(d) && matches!(a.kind, ExprKind::Var(_))).filter_map(|(_, a)| a.root()).collect()
}

fn find_in(p: &Program, access: &Access, unit: UnitId, block: &Stmts, out: &mut BTreeMap<SymbolId, Alias>) {
    let u = &p.units[unit];
    for (k, &id) in block.iter().enumerate() {
        if let StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } = &u.stmts[id].kind {
            let associates = matches!(u.stmts[id].kind, StmtKind::PointerAssign { .. });
            if let Some((symbol, inputs)) = candidate(p, access, unit, lhs, rhs, associates) {
                let behind: Stmts = block[k + 1..].to_vec();
                let (everywhere, here, own) =
                    (mentions(p, unit, &u.body, symbol), mentions(p, unit, &behind, symbol), lhs_and(rhs, symbol));
                let mut kept = true;
                u.walk(&behind, &mut |s, stmt| {
                    let writes = &access.statement(unit, s).writes;
                    kept &= !writes.meets(&inputs);
                    kept &= !(associates && may_allocate(p, unit, &stmt.kind) && writes.meets(&access.place(rhs).0));
                });
                if kept && own.taken == 0 && everywhere.taken == 0 && own.all == 1 && everywhere.all == here.all + 1 {
                    out.insert(symbol, Alias { stmt: id, inputs });
                }
            }
        }
        for inner in u.stmts[id].kind.blocks() {
            find_in(p, access, unit, inner, out);
        }
    }
}

/// The local pointer that an assignment gives a value without side effects, and what the value is made from.
fn candidate(
    p: &Program,
    access: &Access,
    unit: UnitId,
    lhs: &Expr,
    rhs: &Expr,
    associates: bool,
) -> Option<(SymbolId, Set)> {
    let pointer = if associates { associated(lhs) } else { lhs };
    let ExprKind::Var(symbol) = pointer.kind else { return None };
    let v = p.variable(symbol)?;
    let local = v.is_unsaved_local() && p.home(symbol) == Some(unit);
    if !local || !(associates && rhs.is_reference() || matches!(v.ty, Type::Pointer { .. })) {
        return None;
    }
    let u = &p.units[unit];
    let mut assigned = 0;
    u.walk(&u.body, &mut |_, s| {
        let associates_it =
            matches!(&s.kind, StmtKind::PointerAssign { lhs, .. } if associated(lhs).kind == ExprKind::Var(symbol));
        assigned += usize::from(associates_it || !associates && s.kind.assigned() == Some(&Expr::var(symbol)));
    });
    let mut pure = assigned == 1;
    let mut effect = Effect::default();
    for e in [lhs, rhs] {
        e.walk(&mut |x| pure &= !matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. }));
    }
    if associates {
        access.address(rhs, &mut effect);
        effect.reads.union(&access.association(rhs));
        access.bounds(lhs, &mut effect);
    } else {
        inputs(p, access, rhs, &mut effect);
    }
    pure.then_some((symbol, effect.reads))
}

/// What a pointer's value is made from. The elements of an array that decays are not.
fn inputs(p: &Program, access: &Access, e: &Expr, out: &mut Effect) {
    match &e.kind {
        ExprKind::Address(x) => access.address(x, out),
        _ if e.is_reference() && matches!(type_of(p, e), Type::Array { .. }) => access.address(e, out),
        _ if e.is_reference() => access.reads(e, &mut out.reads),
        _ => e.children(&mut |c| inputs(p, access, c, out)),
    }
}

/// How often a symbol is mentioned, and how often its address is taken.
#[derive(Clone, Copy, Default)]
struct Mentions {
    all: usize,
    taken: usize,
}

impl Mentions {
    fn count(&mut self, e: &Expr, symbol: SymbolId) {
        e.walk(&mut |x| {
            self.all += usize::from(x.kind == ExprKind::Var(symbol));
            self.taken += usize::from(matches!(&x.kind, ExprKind::Address(y) if y.kind == ExprKind::Var(symbol)));
        });
    }
}

fn lhs_and(rhs: &Expr, symbol: SymbolId) -> Mentions {
    let mut out = Mentions { all: 1, taken: 0 };
    out.count(rhs, symbol);
    out
}

fn mentions(p: &Program, unit: UnitId, block: &Stmts, symbol: SymbolId) -> Mentions {
    let mut out = Mentions::default();
    p.units[unit].walk(block, &mut |_, s| s.kind.exprs(&mut |e| out.count(e, symbol)));
    out
}
