//! Where pointers lead to memory that the program knows: variables, and what is made for pointers.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use il::calls::{CallGraph, definition};
use il::typing::type_of;
use il::{Expr, ExprKind, Program, StmtId, StmtKind, Storage, SymbolId, Type, UnitId};

use analysis::allocation;

/// What the statements of a procedure do with the pointers that it names.
#[derive(Default)]
struct Pointer {
    /// The assignments that set it as a whole.
    given: Vec<StmtId>,
    /// The pointer assignments that set it as a whole.
    associated: Vec<StmtId>,
    /// ALLOCATE makes memory for it.
    is_allocated: bool,
    /// Its address is taken somewhere: who has it may change the pointer.
    has_address: bool,
    /// It is an argument of a call.
    is_passed: bool,
}

/// Answers for one state of a program. Each procedure is looked through once.
pub(super) struct KnownMemory<'p> {
    p: &'p Program,
    graph: &'p CallGraph,
    pointers: RefCell<BTreeMap<UnitId, Rc<BTreeMap<SymbolId, Pointer>>>>,
    /// The answers for local pointers.
    followed: RefCell<BTreeMap<SymbolId, bool>>,
}

impl<'p> KnownMemory<'p> {
    pub(super) fn new(p: &'p Program, graph: &'p CallGraph) -> Self {
        KnownMemory { p, graph, pointers: RefCell::default(), followed: RefCell::default() }
    }

    /// Whether the memory that a reference in a procedure leads to is that of local variables, was made for local pointers, or is such memory of all
    /// callers; for procedures that nobody in the program calls it is that of the user.
    pub(super) fn is_known(&self, unit: UnitId, e: &Expr) -> bool {
        self.is_known_but(unit, e, &mut BTreeSet::new())
    }

    /// The same, where the pointers in `seen` are being asked about.
    fn is_known_but(&self, unit: UnitId, e: &Expr, seen: &mut BTreeSet<SymbolId>) -> bool {
        let p = self.p;
        let Some((root, v)) = e.root().and_then(|s| Some((s, p.variable(s)?))) else { return false };
        let u = &p.units[unit];
        if v.is_unsaved_local() {
            return e.spine().all(|x| !leads_elsewhere(p, x))
                || self.has_own_memory(unit, e)
                || self.is_kept(unit, root, &|_| true) && self.follows_known(unit, e, seen);
        }
        // C: a table, which is active nowhere, or has a derivative of its own.
        if u.language.points_by_address() && !matches!(v.storage, Storage::Dummy(_)) {
            return e.spine().all(|x| !leads_elsewhere(p, x));
        }
        let Some(at) = u.params.iter().position(|d| *d == root) else { return false };
        // A dummy is what it is, whoever calls: where it is not active here its derivative is zero.
        let is_value = v.by_value && !matches!(v.ty, Type::Pointer { .. });
        if u.language.passes_values() && is_value {
            return e.spine().all(|x| !leads_elsewhere(p, x));
        }
        if u.language.describes_storage() {
            return e.spine().all(|x| !leads_elsewhere(p, x)) && !v.allocatable && !v.polymorphic;
        }
        if e.kind != ExprKind::Var(root)
            || !u.language.points_by_address()
            || !self.is_kept(unit, root, &|rhs| rhs.root() == Some(root))
        {
            return false;
        }
        !seen.insert(root)
            || self.graph.callers(unit).iter().all(|&caller| {
                let calling = &p.units[caller];
                let mut known = true;
                calling.walk(&calling.body, &mut |_, stmt| {
                    // Who gets the procedure as a value may call it with anything.
                    let is_it = |e: &Expr| matches!(e.kind, ExprKind::Var(s) if definition(p, s) == Some(unit));
                    stmt.kind.exprs(&mut |e| e.walk(&mut |e| known &= !is_it(e)));
                    let calls = allocation::calls(&stmt.kind);
                    for (_, args) in calls.iter().filter(|(f, _)| definition(p, *f) == Some(unit)) {
                        known &= args.get(at).is_some_and(|a| self.all_known(caller, &a.value, seen));
                    }
                });
                known
            })
    }

    /// Whether all that a pointer value leads to is known memory.
    fn all_known(&self, unit: UnitId, value: &Expr, seen: &mut BTreeSet<SymbolId>) -> bool {
        let mut all = Vec::new();
        destinations(self.p, value, &mut |e| all.push(self.is_known_but(unit, e, seen)));
        !all.is_empty() && !all.contains(&false)
    }

    /// Whether a reference lies in what a local pointer leads to, or is that pointer, which is only ever given known memory.
    fn follows_known(&self, unit: UnitId, e: &Expr, seen: &mut BTreeSet<SymbolId>) -> bool {
        let Some(pointer) = e.root() else { return false };
        let by_it = |x: &Expr| match &x.kind {
            ExprKind::Var(_) => true,
            ExprKind::Deref(of) => of.kind == ExprKind::Var(pointer),
            ExprKind::Index { base, .. } => base.kind == ExprKind::Var(pointer),
            _ => false,
        };
        if e.spine().any(|x| leads_elsewhere(self.p, x) && !by_it(x)) {
            return false;
        }
        if !self.p.units[unit].language.points_by_address() {
            return false;
        }
        if let Some(known) = self.followed.borrow().get(&pointer) {
            return *known;
        }
        let is_first = seen.is_empty();
        if !seen.insert(pointer) {
            return true;
        }
        let known = self.of(unit, pointer, |f| {
            f.given.iter().all(|id| {
                let StmtKind::Assign { rhs, .. } = &self.p.units[unit].stmts[*id].kind else { return true };
                rhs.is_null_pointer() || self.all_known(unit, rhs, seen)
            })
        });
        // What was found on the way from another pointer may rest on an assumption about that one.
        if is_first {
            self.followed.borrow_mut().insert(pointer, known);
        }
        known
    }

    /// Whether a pointer is changed by assignments alone, of values that `may` be: nobody has its address.
    fn is_kept(&self, unit: UnitId, pointer: SymbolId, may: &dyn Fn(&Expr) -> bool) -> bool {
        self.of(unit, pointer, |f| !f.has_address && self.values(unit, &f.given).all(may))
    }

    /// Whether a local pointer leads to nothing but memory that is made for it: in C by `malloc` and `calloc`, in Fortran by ALLOCATE.
    fn has_own_memory(&self, unit: UnitId, e: &Expr) -> bool {
        let ExprKind::Var(pointer) = e.kind else { return false };
        let in_c = self.p.units[unit].language.points_by_address();
        self.of(unit, pointer, |f| {
            let is_new = |rhs: &Expr| il::calls::is_new_memory(self.p, rhs);
            let made = f.is_allocated || in_c && self.values(unit, &f.given).any(is_new);
            let other = f.has_address
                || !in_c && f.is_passed
                || in_c && self.values(unit, &f.given).any(|rhs| !is_new(rhs) && !rhs.is_null_pointer())
                || self.values(unit, &f.associated).any(|rhs| !rhs.is_null_pointer());
            made && !other
        })
    }

    /// What the assignments set the pointer to.
    fn values(&self, unit: UnitId, set: &[StmtId]) -> impl Iterator<Item = &'p Expr> {
        let u = &self.p.units[unit];
        set.iter().filter_map(|id| match &u.stmts[*id].kind {
            StmtKind::Assign { rhs, .. } | StmtKind::PointerAssign { rhs, .. } => Some(rhs),
            _ => None,
        })
    }

    /// An answer about a pointer in a procedure.
    fn of<T>(&self, unit: UnitId, pointer: SymbolId, ask: impl FnOnce(&Pointer) -> T) -> T {
        let known = self.pointers.borrow().get(&unit).cloned();
        let all = known.unwrap_or_else(|| {
            let made = Rc::new(self.look_through(unit));
            self.pointers.borrow_mut().insert(unit, made.clone());
            made
        });
        match all.get(&pointer) {
            Some(found) => ask(found),
            None => ask(&Pointer::default()),
        }
    }

    fn look_through(&self, unit: UnitId) -> BTreeMap<SymbolId, Pointer> {
        let mut all: BTreeMap<SymbolId, Pointer> = BTreeMap::new();
        let name = |e: &Expr| e.as_var();
        let u = &self.p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            match &stmt.kind {
                StmtKind::Assign { lhs, .. } => {
                    name(lhs).into_iter().for_each(|s| all.entry(s).or_default().given.push(id));
                }
                StmtKind::PointerAssign { lhs, .. } => {
                    let set = name(il::stmt::associated(lhs));
                    set.into_iter().for_each(|s| all.entry(s).or_default().associated.push(id));
                }
                StmtKind::Allocate { objects, .. } => {
                    let made = objects.iter().filter_map(|o| name(&o.object));
                    made.for_each(|s| all.entry(s).or_default().is_allocated = true);
                }
                _ => {}
            }
            stmt.kind.exprs(&mut |x| {
                x.walk(&mut |x| {
                    if let ExprKind::Address(of) = &x.kind {
                        name(of).into_iter().for_each(|s| all.entry(s).or_default().has_address = true);
                    }
                });
            });
            let calls = allocation::calls(&stmt.kind);
            let passed = calls.iter().flat_map(|(_, args)| args.iter()).filter_map(|a| name(&a.value));
            passed.for_each(|s| all.entry(s).or_default().is_passed = true);
        });
        all
    }
}

/// Whether a link of a reference is a pointer, or is found by one.
fn leads_elsewhere(p: &Program, link: &Expr) -> bool {
    p.is_pointer(link) || matches!(link.kind, ExprKind::Deref(_)) || matches!(type_of(p, link), Type::Pointer { .. })
}

/// The references that a pointer value leads to, or has its address from.
pub(super) fn destinations(p: &Program, e: &Expr, found: &mut dyn FnMut(&Expr)) {
    match &e.kind {
        ExprKind::Cond { yes, no, .. } => {
            destinations(p, yes, found);
            destinations(p, no, found);
        }
        ExprKind::Address(x) | ExprKind::Cast(_, x) | ExprKind::Unary(il::UnaryOp::Paren, x) => {
            destinations(p, x, found);
        }
        ExprKind::Binary(il::BinaryOp::Add | il::BinaryOp::Sub, l, r) => {
            for side in [l, r] {
                // The other one is a number of steps.
                if matches!(type_of(p, side), Type::Pointer { .. } | Type::Array { .. }) {
                    destinations(p, side, found);
                }
            }
        }
        _ if e.is_reference() => found(e),
        _ => {}
    }
}
