//! C: which members of structures and which globals a procedure may overwrite, itself or through what it calls. By names, before anything is analysed.
//!
//! What a call is given the value of may be overwritten while it runs, where it lies: `t->left` in `insert(t->left, x)`, `pos` in `take(pos)`.

use std::collections::{BTreeMap, BTreeSet};

use il::typing::type_of;
use il::{Expr, ExprKind, Language, Program, RecordId, StmtKind, Storage, SymbolId, Type, UnitId};

/// What is overwritten, by unit.
pub struct Overwritten(BTreeMap<UnitId, BTreeSet<Place>>);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Member(RecordId, usize),
    /// A structure as a whole.
    Object(RecordId),
    Global(SymbolId),
}

impl Overwritten {
    /// Of all units.
    pub fn of(p: &Program) -> Overwritten {
        let mut table = BTreeMap::new();
        for (id, u) in p.units.iter().filter(|(_, u)| u.language == Language::C) {
            let mut own = BTreeSet::new();
            u.walk(&u.body, &mut |_, s| {
                if let StmtKind::Assign { lhs, .. } = &s.kind {
                    own.extend(place(p, lhs));
                }
                // Whoever gets the address of a number or a pointer may write there; whoever gets that of a structure names its members.
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |x| {
                        if let ExprKind::Address(of) = &x.kind {
                            own.extend(place(p, of).filter(|_| type_of(p, of).record().is_none()));
                        }
                    });
                });
            });
            table.insert(id, own);
        }
        loop {
            let mut changed = false;
            for id in p.units.ids() {
                let called = il::calls::callees(p, id);
                let more: BTreeSet<Place> = called.iter().filter_map(|c| table.get(c)).flatten().copied().collect();
                let Some(own) = table.get_mut(&id) else { continue };
                let before = own.len();
                own.extend(more);
                changed |= own.len() > before;
            }
            if !changed {
                return Overwritten(table);
            }
        }
    }

    /// Whether a call of `callee` may overwrite what a reference reads.
    pub fn by(&self, p: &Program, callee: SymbolId, reference: &Expr) -> bool {
        let Some(own) = p.callee(callee).and_then(|c| self.0.get(&c)) else { return false };
        place(p, reference).is_some_and(|at| match at {
            Place::Member(r, _) => own.contains(&at) || own.contains(&Place::Object(r)),
            Place::Object(_) | Place::Global(_) => own.contains(&at),
        })
    }
}

/// What a reference names, but for locals and what only a pointer leads to.
fn place(p: &Program, e: &Expr) -> Option<Place> {
    match &e.kind {
        ExprKind::Field { record, field, .. } => Some(Place::Member(*record, *field)),
        ExprKind::Var(s) => p.variable(*s).filter(|v| v.storage == Storage::Global).map(|_| Place::Global(*s)),
        ExprKind::Index { base, .. } if !matches!(type_of(p, base), Type::Pointer { .. }) => place(p, base),
        _ => type_of(p, e).record().map(Place::Object),
    }
}
