//! C: a function of `math.h` that has been evaluated is not evaluated again with the same operands.
//!
//! Adjoints read results of the original's expressions and partial derivatives made of the same functions: `exp(-s)` in a statement run again, in its
//! adjoint, in the guard of a root. Compilers of Fortran take such evaluations together; those of C may not, because the functions may set `errno`. So
//! the first evaluation gets a name where a later one is sure to find the operands unchanged: it dominates the later one in the structure of the body,
//! and nothing on the way from one to the other assigns to what the operands are made of. Scalars without an address are followed by name; other
//! storage is changed by every assignment through a pointer or to an element, and by calls. Derivatives and the original's values never share storage.

use std::collections::BTreeSet;

use il::stores::{self, How};
use il::symbol::Storage;
use il::typing::{rank_of, scalar_of};
use il::{BinaryOp, Block, Expr, ExprKind, ScalarClass, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::adjoint::tidy::zero::trackable;
use crate::derive::{Shell, World};

/// Names evaluations in the body of a generated unit.
pub(crate) fn evaluations(world: &mut World, shell: &mut Shell, body: &mut Block) {
    let unit = shell.unit;
    let mut addressed = BTreeSet::new();
    world.out.units[unit].walk(body, &mut |_, s| {
        s.kind.exprs(&mut |e| {
            e.walk(&mut |x| {
                if let ExprKind::Address(x) = &x.kind {
                    addressed.extend(x.root());
                }
            })
        })
    });
    let derivatives = shell.maps.derivatives.values().copied().collect();
    let originals = shell.maps.symbols.values().copied().collect();
    let mut e = Evaluations { world, shell, unit, addressed, derivatives, originals, found: Vec::new() };
    e.block(body, &mut Vec::new());
    e.name(body);
}

/// An evaluation that may get a name.
struct Found {
    /// The statement that evaluates it first.
    first: StmtId,
    /// The expression there, with other evaluations replaced.
    value: Expr,
    /// Its name, when it has one.
    name: Option<SymbolId>,
}

/// An evaluation whose result is still that of the same expression.
#[derive(Clone)]
struct Known {
    /// The expression as it was written.
    key: Expr,
    /// Its place in [`Evaluations::found`].
    place: usize,
    /// A variable of the original that holds the result.
    holder: Option<SymbolId>,
}

/// What a piece of code changes.
#[derive(Default)]
struct Changes {
    /// Scalars, by name.
    scalars: BTreeSet<SymbolId>,
    /// Storage of derivatives.
    derivatives: bool,
    /// Other storage.
    storage: bool,
    /// Control may come in from elsewhere.
    entered: bool,
}

impl Changes {
    /// What a call may change.
    fn by_call() -> Self {
        Changes { derivatives: true, storage: true, ..Changes::default() }
    }
}

/// Where an expression stands.
#[derive(Clone, Copy)]
struct At {
    stmt: StmtId,
    /// It is evaluated whenever the statement is, which something may be put in front of.
    sure: bool,
    /// The statement is the original's: it names nothing on its own account.
    original: bool,
}

struct Evaluations<'w, 's, 'a> {
    world: &'w mut World<'a>,
    shell: &'s mut Shell,
    unit: UnitId,
    /// Variables whose address is taken.
    addressed: BTreeSet<SymbolId>,
    derivatives: BTreeSet<SymbolId>,
    /// The original's variables in this unit.
    originals: BTreeSet<SymbolId>,
    found: Vec<Found>,
}

impl Evaluations<'_, '_, '_> {
    fn block(&mut self, block: &Block, known: &mut Vec<Known>) {
        let mut declared = false;
        for &id in block {
            let stmt = &mut self.world.out.units[self.unit].stmts[id];
            if stmt.label.is_some() {
                known.clear();
            }
            // Nothing may come between a declaration and its initialiser, nor between a label and what it marks.
            let free = !declared && stmt.label.is_none();
            let mut kind = std::mem::replace(&mut stmt.kind, StmtKind::Nop);
            declared = matches!(kind, StmtKind::Declare(_));
            self.statement(id, &mut kind, free, known);
            self.world.out.units[self.unit].stmts[id].kind = kind;
        }
    }

    fn statement(&mut self, id: StmtId, kind: &mut StmtKind, free: bool, known: &mut Vec<Known>) {
        let at = At { stmt: id, sure: free, original: false };
        match kind {
            StmtKind::Assign { lhs, rhs } => {
                let original = lhs.root().is_some_and(|s| self.originals.contains(&s));
                let at = At { original, ..at };
                let whole = is_dear(rhs).then(|| rhs.clone());
                self.whole(rhs, at, known);
                lhs.children_mut(&mut |c| self.whole(c, at, known));
                let place = lhs.clone();
                self.forget(&self.assigned(&place), known);
                // The variable itself holds it from here on.
                if let (ExprKind::Var(s), Some(whole)) = (&place.kind, whole)
                    && self.is_followed(*s)
                    && scalar_of(&self.world.out, &place) == scalar_of(&self.world.out, &whole)
                {
                    known.iter_mut().filter(|k| k.key == whole).for_each(|k| k.holder = Some(*s));
                }
            }
            StmtKind::Call { args, .. } => {
                args.iter_mut().for_each(|a| self.expression(&mut a.value, at, known));
                self.forget(&Changes::by_call(), known);
            }
            StmtKind::If(i) => {
                let mut first = true;
                for arm in &mut i.arms {
                    self.whole(&mut arm.test, At { sure: free && first, ..at }, known);
                    first = false;
                }
                let mut changes = Changes::default();
                for b in i.arms.iter_mut().map(|a| &mut a.body).chain(i.otherwise.iter_mut()) {
                    self.block(b, &mut known.clone());
                    self.changes(b, &mut changes);
                }
                self.forget(&changes, known);
            }
            StmtKind::Select { selector, cases, .. } => {
                self.whole(selector, at, known);
                let mut changes = Changes::default();
                cases.iter().for_each(|c| self.changes(&c.body, &mut changes));
                // Control may fall from one into the next.
                self.forget(&changes, known);
                cases.iter().for_each(|c| self.block(&c.body, &mut known.clone()));
            }
            _ => {
                let mut changes = Changes::default();
                self.changes_of(kind, &mut changes);
                self.forget(&changes, known);
                kind.blocks().into_iter().for_each(|b| self.block(b, &mut known.clone()));
            }
        }
    }

    /// All of an expression that a statement evaluates: what it calls may change what has an address.
    fn whole(&mut self, e: &mut Expr, at: At, known: &mut Vec<Known>) {
        self.expression(e, at, known);
        if e.has_call() {
            self.forget(&Changes::by_call(), known);
        }
    }

    /// Replaces what is known in an expression, and takes note of what it evaluates.
    fn expression(&mut self, e: &mut Expr, at: At, known: &mut Vec<Known>) {
        if is_dear(e)
            && let Some(k) = known.iter().find(|k| k.key == *e)
        {
            let named = self.found[k.place].name;
            match k.holder.or(named) {
                Some(s) => *e = Expr::var(s),
                None if !at.original => {
                    let place = k.place;
                    if let Some(scalar) = scalar_of(&self.world.out, e) {
                        let s = self.world.local(self.shell, "temp", Type::Scalar(scalar));
                        self.found[place].name = Some(s);
                        *e = Expr::var(s);
                    }
                }
                None => {}
            }
            return;
        }
        let key = is_dear(e).then(|| e.clone());
        match &mut e.kind {
            ExprKind::Cond { test, yes, no } => {
                self.expression(test, at, known);
                for x in [yes, no] {
                    self.expression(x, At { sure: false, ..at }, known);
                }
            }
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, l, r) => {
                self.expression(l, at, known);
                self.expression(r, At { sure: false, ..at }, known);
            }
            // What has an address must keep it.
            ExprKind::Address(_) => {}
            _ => e.children_mut(&mut |c| self.expression(c, at, known)),
        }
        if let Some(key) = key.filter(|k| at.sure && self.is_plain(k)) {
            known.push(Known { key, place: self.found.len(), holder: None });
            self.found.push(Found { first: at.stmt, value: e.clone(), name: None });
        }
    }

    /// Whether an expression is a real scalar made of variables, elements and operations.
    fn is_plain(&self, e: &Expr) -> bool {
        let p = &self.world.out;
        let mut opaque = e.has_call();
        e.walk(&mut |x| opaque |= matches!(x.kind, ExprKind::Opaque { .. } | ExprKind::Constructor { .. }));
        !opaque && rank_of(p, e) == 0 && scalar_of(p, e).is_some_and(|s| s.class == ScalarClass::Real)
    }

    /// Whether a variable changes only where it is named.
    fn is_followed(&self, s: SymbolId) -> bool {
        let v = self.world.out.variable(s);
        let own = trackable(self.world, s)
            || v.is_some_and(|v| {
                matches!(
                    (&v.ty, v.storage),
                    (Type::Scalar(_) | Type::Pointer { .. }, Storage::Local | Storage::Dummy(_))
                ) && !v.saved
            });
        own && !self.addressed.contains(&s)
    }

    fn assigned(&self, lhs: &Expr) -> Changes {
        let mut out = Changes::default();
        self.assign(lhs, &mut out);
        out
    }

    fn assign(&self, lhs: &Expr, out: &mut Changes) {
        match (&lhs.kind, lhs.root()) {
            (ExprKind::Var(s), _) if self.is_followed(*s) => {
                out.scalars.insert(*s);
            }
            (_, Some(s)) if self.derivatives.contains(&s) => out.derivatives = true,
            _ => out.storage = true,
        }
    }

    fn changes(&self, block: &Block, out: &mut Changes) {
        for id in block {
            let stmt = &self.world.out.units[self.unit].stmts[*id];
            out.entered |= stmt.label.is_some();
            self.changes_of(&stmt.kind, out);
        }
    }

    fn changes_of(&self, kind: &StmtKind, out: &mut Changes) {
        if kind.calls() || matches!(kind, StmtKind::Opaque { .. } | StmtKind::Error(_)) {
            (out.derivatives, out.storage) = (true, true);
        }
        stores::each(&self.world.out, self.unit, kind, &mut |store| match store.how {
            // What calls do is above, and what has an address is no scalar that is followed.
            How::Given | How::Addressed | How::Declared => {}
            How::Assigned | How::Counts | How::Associated | How::Allocated => match store.reference() {
                Some(place) => self.assign(&place, out),
                None => (out.derivatives, out.storage) = (true, true),
            },
        });
        kind.blocks().into_iter().for_each(|b| self.changes(b, out));
    }

    /// Drops what is no longer known after `changes`.
    fn forget(&self, changes: &Changes, known: &mut Vec<Known>) {
        if changes.entered {
            known.clear();
        }
        known.retain(|k| {
            let mut gone = false;
            k.key.walk(&mut |x| match &x.kind {
                ExprKind::Var(s) if self.is_followed(*s) => gone |= changes.scalars.contains(s),
                ExprKind::Var(_) | ExprKind::Deref(_) | ExprKind::Index { .. } | ExprKind::Field { .. } => {
                    let derivative = x.root().is_some_and(|s| self.derivatives.contains(&s));
                    gone |= if derivative { changes.derivatives } else { changes.storage };
                }
                _ => {}
            });
            !gone
        });
        for k in known {
            k.holder = k.holder.filter(|s| !changes.scalars.contains(s));
        }
    }

    /// Sets the names where they are evaluated first.
    fn name(mut self, body: &mut Block) {
        let found = std::mem::take(&mut self.found);
        let named: Vec<Found> = found.into_iter().filter(|f| f.name.is_some()).collect();
        if !named.is_empty() {
            self.insert(body, &named);
        }
    }

    fn insert(&mut self, block: &mut Block, named: &[Found]) {
        for id in std::mem::take(block) {
            let mut kind = std::mem::replace(&mut self.world.out.units[self.unit].stmts[id].kind, StmtKind::Nop);
            kind.blocks_mut().into_iter().for_each(|b| self.insert(b, named));
            // Operands stand in front of what they are operands of.
            let mut earlier: Vec<(Expr, SymbolId)> = Vec::new();
            for f in named.iter().filter(|f| f.first == id) {
                let Some(name) = f.name else { continue };
                let mut value = f.value.clone();
                earlier.iter().for_each(|(e, s)| substitute(&mut value, e, *s));
                kind.exprs_mut(&mut |e| substitute(e, &value, name));
                let set = StmtKind::Assign { lhs: Expr::var(name), rhs: value.clone() };
                block.push(self.world.out.units[self.unit].add(set));
                earlier.push((value, name));
            }
            self.world.out.units[self.unit].stmts[id].kind = kind;
            block.push(id);
        }
    }
}

pub(crate) fn substitute(e: &mut Expr, value: &Expr, name: SymbolId) {
    if e == value {
        *e = Expr::var(name);
        return;
    }
    e.children_mut(&mut |c| substitute(c, value, name));
}

/// Whether the outermost operation is a function that takes its time.
fn is_dear(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Intrinsic(f, _) => {
            !matches!(f.name(), "abs" | "max" | "min" | "sign" | "real" | "dble" | "int" | "aint" | "mod" | "floor")
        }
        ExprKind::Binary(BinaryOp::Pow, _, r) => r.as_int().is_none(),
        _ => false,
    }
}
