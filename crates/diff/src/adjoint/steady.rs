//! Which expressions keep their value while a loop of a derivative procedure runs: extents of what is kept for its turns.

use std::collections::BTreeSet;

use il::stmt::StmtKind;
use il::stores;
use il::symbol::{Intent, Storage, SymbolKind};
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Language, ScalarClass, StmtId, SymbolId, Type, UnaryOp, UnitId};

use crate::adjoint::untouched;
use crate::derive::World;

/// A loop, and what changes in it.
pub(super) struct Steady<'w, 'a> {
    world: &'w World<'a>,
    unit: UnitId,
    front: StmtId,
    changed: BTreeSet<SymbolId>,
    calls: bool,
}

impl<'w, 'a> Steady<'w, 'a> {
    /// Looks at a loop; the addresses of `reached` are taken somewhere, calls leave `untouched` alone.
    pub fn in_loop(
        world: &'w World<'a>,
        unit: UnitId,
        front: StmtId,
        reached: &BTreeSet<SymbolId>,
        untouched: &BTreeSet<SymbolId>,
    ) -> Self {
        let (mut changed, calls) = untouched::changes(&world.out, unit, &vec![front], untouched);
        if world.out.units[unit].language.points_by_address() {
            // What a pointer may lead to changes through it.
            changed.extend(reached);
        }
        Steady { world, unit, front, changed, calls }
    }

    fn is_c(&self) -> bool {
        self.world.out.units[self.unit].language == Language::C
    }

    /// Whether an expression keeps its value while the loop runs.
    pub fn keeps(&self, e: &Expr) -> bool {
        let p = &self.world.out;
        match &e.kind {
            ExprKind::Integer { .. } => true,
            ExprKind::Var(s) => {
                matches!(p.symbols[*s].kind, SymbolKind::Constant { .. })
                    || self.keeps_variable(*s) && p.variable(*s).is_some_and(|v| !v.pointer && v.ty.rank() == 0)
            }
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) => self.keeps(x),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div, l, r) => {
                self.keeps(l) && self.keeps(r)
            }
            ExprKind::Intrinsic(f, args) if matches!(f.name(), "size" | "lbound" | "ubound") => {
                let Some(root) = args[0].value.root().filter(|_| matches!(args[0].value.kind, ExprKind::Var(_))) else {
                    return false;
                };
                args[1..].iter().all(|a| self.keeps(&a.value)) && keeps_shape(self.world, root)
            }
            ExprKind::Field { .. } => {
                let is_integer = matches!(type_of(p, e), Type::Scalar(s) if s.class == ScalarClass::Integer);
                is_integer && if self.is_c() { self.keeps_member(e) } else { self.keeps_component(e) }
            }
            _ => false,
        }
    }

    /// Whether a variable is known by its name alone, and nothing in the loop assigns to it.
    fn keeps_variable(&self, s: SymbolId) -> bool {
        self.is_known_by_name(s) && !self.changed.contains(&s)
    }

    fn is_known_by_name(&self, s: SymbolId) -> bool {
        let p = &self.world.out;
        let Some(v) = p.variable(s) else { return false };
        let own = matches!(v.storage, Storage::Dummy(_)) || v.storage == Storage::Local && p.home(s) == Some(self.unit);
        // In C, a call changes what it is shown.
        !v.target && !self.world.is_overlaid(s) && (own || !self.calls && !self.is_c())
    }

    /// Fortran: whether a component `a%n` of a variable keeps its value: nothing in the loop assigns to it, or gives the variable to a call.
    fn keeps_component(&self, e: &Expr) -> bool {
        let p = &self.world.out;
        let Some((root, path)) = components(e) else { return false };
        let Some(v) = p.variable(root) else { return false };
        let in_itself = e.spine().all(|x| match &x.kind {
            ExprKind::Field { record, field, .. } => {
                let f = &p.records[*record].fields[*field];
                !f.pointer && !f.allocatable
            }
            _ => true,
        });
        if v.pointer || v.allocatable || v.ty.rank() != 0 || !in_itself || !self.is_known_by_name(root) {
            return false;
        }
        v.intent == Some(Intent::In) || !self.touches(&|x| x.root() == Some(root) && !are_apart(x, &path))
    }

    /// C: whether a member `g->n` keeps its value: the loop calls nothing, and what it stores is of another type (C11 6.5p7).
    fn keeps_member(&self, e: &Expr) -> bool {
        let p = &self.world.out;
        let Some(root) = e.root() else { return false };
        let plain = e
            .spine()
            .all(|x| matches!(x.kind, ExprKind::Field { .. } | ExprKind::Deref(_) | ExprKind::Var(_)) && !x.has_call());
        let other = |x: &Expr| match type_of(p, x) {
            Type::Scalar(s) => matches!(s.class, ScalarClass::Real | ScalarClass::Complex),
            _ => false,
        };
        plain
            && !self.calls
            && self.keeps_variable(root)
            && !self.touches(&|x| !matches!(x.kind, ExprKind::Var(_)) && !other(x))
    }

    /// Whether something in the loop may change what a test finds: it is assigned to, or an argument of a call.
    fn touches(&self, finds: &dyn Fn(&Expr) -> bool) -> bool {
        let u = &self.world.out.units[self.unit];
        let mut found = false;
        u.walk(&[self.front], &mut |_, s| {
            match &s.kind {
                StmtKind::Assign { lhs, .. } => found |= finds(lhs),
                StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => found |= finds(into),
                StmtKind::Save { .. } | StmtKind::SaveControl { .. } | StmtKind::Nop => {}
                StmtKind::Do(_) | StmtKind::If(_) | StmtKind::Select { .. } => {}
                StmtKind::While { .. } | StmtKind::Until { .. } | StmtKind::Loop { .. } => {}
                kind => kind.exprs(&mut |e| e.walk(&mut |x| found |= x.is_reference() && finds(x))),
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Call { args, .. } = &x.kind {
                        args.iter().for_each(|a| a.value.walk(&mut |y| found |= y.is_reference() && finds(y)));
                    }
                });
            });
        });
        found
    }
}

/// The variable and the components of `a%b%n`.
fn components(e: &Expr) -> Option<(SymbolId, Vec<usize>)> {
    match &e.kind {
        ExprKind::Var(s) => Some((*s, Vec::new())),
        ExprKind::Field { base, field, .. } => {
            let (root, mut path) = components(base)?;
            path.push(*field);
            Some((root, path))
        }
        _ => None,
    }
}

/// Whether a reference leads to another component than a path from the same variable.
fn are_apart(e: &Expr, path: &[usize]) -> bool {
    let field = |x: &Expr| match &x.kind {
        ExprKind::Field { field, .. } => Some(*field),
        _ => None,
    };
    let mut fields: Vec<usize> = e.spine().filter_map(field).collect();
    fields.reverse();
    fields.iter().zip(path).any(|(a, b)| a != b)
}

/// Whether no statement of the program gives a variable another shape.
fn keeps_shape(world: &World, s: SymbolId) -> bool {
    let Some(v) = world.out.variable(s) else { return false };
    if v.pointer {
        return false;
    }
    if !v.allocatable {
        return true;
    }
    let p = world.source;
    let name = &world.out.symbols[s].name;
    let mut kept = true;
    for (unit, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, stmt| {
            let object = |e: &Expr| {
                e.root().is_some_and(|r| {
                    let may = p.variable(r).is_some_and(|v| v.allocatable || v.pointer);
                    let dummy = p.variable(r).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)));
                    may && (dummy || p.symbols[r].name.eq_ignore_ascii_case(name))
                })
            };
            kept &= !stores::allocates(p, unit, &stmt.kind, &object);
        });
    }
    kept
}
