//! C: which places of the backward sweep may be one.
//!
//! Two places are apart when one of them is the original's and the other a derivative; when one is a variable whose place no pointer is given; when
//! different parameters lead to them, by the contract of a derivative; or when they are different members of one structure. What pointers in memory
//! lead to may be anything of its kind.

use std::collections::BTreeSet;

use il::symbol::{Storage, Variable};
use il::typing::type_of;
use il::{Block, Expr, ExprKind, Program, RecordId, StmtKind, Subscript, SymbolId, Type, UnitId};

use crate::derive::{Shell, World};

/// What is known about the storage of a generated unit of C.
pub(super) struct Places {
    unit: UnitId,
    derivatives: BTreeSet<SymbolId>,
    /// The original's variables.
    originals: BTreeSet<SymbolId>,
    /// Variables whose place a pointer may be given.
    given: BTreeSet<SymbolId>,
    /// Variables that a statement assigns as a whole.
    assigned: BTreeSet<SymbolId>,
}

impl Places {
    pub(super) fn of(world: &World, shell: &Shell, body: &Block) -> Self {
        let p = &world.out;
        let (mut given, mut assigned) = (BTreeSet::new(), BTreeSet::new());
        p.units[shell.unit].walk(body, &mut |_, s| {
            s.kind.exprs(&mut |e| lent(p, e, true, &mut given));
            let (StmtKind::Assign { lhs: into, .. }
            | StmtKind::Restore { into, .. }
            | StmtKind::RestoreControl { into, .. }) = &s.kind
            else {
                return;
            };
            if let ExprKind::Var(s) = into.kind {
                assigned.insert(s);
            }
        });
        let derivatives = shell.maps.derivatives.values().chain(world.globals.derivatives.values()).copied().collect();
        // The output begins as a copy of the source.
        let originals = world.source.symbols.ids().chain(shell.maps.symbols.values().copied()).collect();
        Places { unit: shell.unit, derivatives, originals, given, assigned }
    }

    pub(super) fn is_derivative(&self, s: SymbolId) -> bool {
        self.derivatives.contains(&s)
    }

    /// Whether a compiler must write a place back each time: an element, or what a pointer leads to.
    pub(super) fn is_in_memory(&self, p: &Program, e: &Expr) -> bool {
        e.spine().any(|x| match x.kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) => true,
            ExprKind::Var(s) => !self.is_held(p, s),
            _ => false,
        })
    }

    /// Whether a derivative and another place may be the same storage; the same place in other words is not asked for.
    pub(super) fn may_meet(&self, p: &Program, derivative: &Expr, other: &Expr) -> bool {
        let (Some(a), Some(b)) = (derivative.root(), other.root()) else { return true };
        // A derivative is a number, and nothing of the original's.
        let pointer = matches!(type_of(p, other), Type::Pointer { .. });
        if pointer || self.originals.contains(&b) && !self.is_derivative(b) {
            return false;
        }
        if a == b {
            return !are_members_apart(p, derivative, other);
        }
        let own = |e: &Expr| self.is_own(p, e);
        let parameters = self.is_of_parameter(p, derivative) && self.is_of_parameter(p, other);
        !(own(derivative) || own(other) || parameters || are_members_apart(p, derivative, other))
    }

    /// Whether a place is in a local variable that no pointer leads to.
    fn is_own(&self, p: &Program, e: &Expr) -> bool {
        let direct = e.spine().skip(1).all(|x| !matches!(type_of(p, x), Type::Pointer { .. }));
        direct && e.root().is_some_and(|s| self.is_local(p, s))
    }

    /// Whether no pointer leads to a variable of the unit.
    pub(super) fn is_local(&self, p: &Program, s: SymbolId) -> bool {
        p.home(s) == Some(self.unit) && self.is_held(p, s)
    }

    fn is_held(&self, p: &Program, s: SymbolId) -> bool {
        let plain = |v: &Variable| match v.storage {
            Storage::Local => !v.saved,
            // An array as a parameter is a pointer.
            Storage::Dummy(_) => v.by_value && v.ty.rank() == 0,
            _ => false,
        };
        !self.given.contains(&s) && p.variable(s).is_some_and(plain)
    }

    /// Whether a parameter that stays what it is leads to a place, and no other pointer on the way.
    fn is_of_parameter(&self, p: &Program, e: &Expr) -> bool {
        let Some(ExprKind::Var(s)) = e.spine().last().map(|x| &x.kind) else { return false };
        let Some(v) = p.variable(*s).filter(|v| matches!(v.storage, Storage::Dummy(_))) else { return false };
        let target = match &v.ty {
            Type::Pointer { to, .. } => to,
            Type::Array { elem, .. } => elem,
            ty if !v.by_value => ty,
            _ => return false,
        };
        p.home(*s) == Some(self.unit)
            && !self.assigned.contains(s)
            && !self.given.contains(s)
            && !p.holds_pointers(target)
    }

    /// Whether the loop that makes these assignments, `stores`, always finds a place where it was, or the value of bounds.
    pub(super) fn is_steady(&self, p: &Program, place: &Expr, stores: &[&Expr]) -> bool {
        let named: Vec<_> = stores.iter().filter(|e| matches!(e.kind, ExprKind::Var(_)) && **e != place).collect();
        let mentioned = |s: &Expr| s.root().is_some_and(|s| place.mentions(s));
        let pointers = stores.iter().any(|e| !matches!(e.kind, ExprKind::Var(_)) && !is_number(p, e));
        let others = stores
            .iter()
            .any(|e| !matches!(e.kind, ExprKind::Var(_)) && e.root().is_none_or(|s| !self.is_derivative(s)));
        !named.iter().any(|e| mentioned(e)) && !pointers && (!others || reads_no_memory(p, place))
    }
}

fn is_number(p: &Program, e: &Expr) -> bool {
    matches!(type_of(p, e), Type::Scalar(_))
}

/// Whether variables alone say where a place is.
fn reads_no_memory(p: &Program, place: &Expr) -> bool {
    let reads = |e: &Expr| {
        e.any(&mut |x| {
            matches!(
                x.kind,
                ExprKind::Index { .. } | ExprKind::Field { .. } | ExprKind::Deref(_) | ExprKind::Call { .. }
            )
        })
    };
    if !place.is_reference() {
        return !reads(place);
    }
    let direct = |x: &Expr| matches!(x.kind, ExprKind::Var(_)) || !matches!(type_of(p, x), Type::Pointer { .. });
    place.spine().skip(1).all(direct)
        && place.spine().all(|x| match &x.kind {
            ExprKind::Index { subs, .. } => subs.iter().all(|s| matches!(s, Subscript::At(i) if !reads(i))),
            _ => true,
        })
}

/// Whether two places are in different members of one kind of structure: such structures are the same, or apart.
fn are_members_apart(p: &Program, a: &Expr, b: &Expr) -> bool {
    let (a, b) = (members(p, a), members(p, b));
    a.iter().any(|(record, field)| b.iter().any(|(r, f)| r == record && f != field))
}

/// The members that a place is in, up to the last pointer on the way to it. What holds a union may be seen in two ways.
fn members(p: &Program, e: &Expr) -> Vec<(RecordId, usize)> {
    let mut out = Vec::new();
    for x in e.spine() {
        match &x.kind {
            ExprKind::Field { base, record, field } => {
                if p.records[*record].opaque {
                    return Vec::new();
                }
                out.push((*record, *field));
                if matches!(type_of(p, base), Type::Pointer { .. }) {
                    break;
                }
            }
            ExprKind::Index { base, .. } if !matches!(type_of(p, base), Type::Pointer { .. }) => {}
            _ => break,
        }
    }
    out
}

/// The variables whose place an expression takes: `&x`, an array that stands for its address (`whole`: it is not only indexed).
fn lent(p: &Program, e: &Expr, whole: bool, out: &mut BTreeSet<SymbolId>) {
    if whole && e.is_reference() && matches!(type_of(p, e), Type::Array { .. }) {
        out.extend(e.root());
    }
    match &e.kind {
        ExprKind::Address(x) => {
            out.extend(x.root());
            lent(p, x, false, out);
        }
        ExprKind::Index { base, subs } => {
            lent(p, base, false, out);
            for s in subs {
                if let Subscript::At(i) = s {
                    lent(p, i, true, out);
                }
            }
        }
        ExprKind::Field { base, .. } => lent(p, base, false, out),
        _ => e.children(&mut |c| lent(p, c, true, out)),
    }
}
