//! Memory that C code allocates: `p = malloc(…)`, `p = calloc(…)`, `free(p)`.
//!
//! Every block gets a twin of the same extent, cleared, in front of it. The backward sweep may still read what the original frees: the forward
//! sweep frees nothing, and the adjoint of an allocation, where nothing needs the block any more, frees both. So every block is freed once
//! whatever paths the original takes. That is right for blocks that do not outlive the procedure, globals lead to them or not; others are refused.

use analysis::c_memory::{allocates, allocation, freed};
use analysis::made_elsewhere;
use il::c_pointers::is_in_global;
use il::typing::type_of;
use il::{Arg, BinaryOp, Block, Expr, ExprKind, Program, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::Save;
use crate::adjoint::plan::access::Access;

/// Whether some pointer that `e` may be leads to memory of this procedure. Others may lead elsewhere: two pointers that are exchanged are each what the other
/// was, and what is freed here is what was allocated here. A global leads to such memory where the procedure frees it on all its ways.
fn is_own(p: &Program, access: &Access, unit: UnitId, e: &Expr) -> bool {
    if is_freed_in_any_case(p, unit, e) {
        return true;
    }
    let target = Expr::from(ExprKind::Deref(Box::new(e.clone())));
    let (zones, _) = access.place(&target);
    zones.iter().any(|z| {
        let zone = access.zones.zone(z);
        let local = p.variable(zone.symbol).is_some_and(|v| v.is_unsaved_local());
        zone.owner == Some(unit) && zone.pointee && local
    })
}

/// Whether a procedure frees what a global leads to, in a statement of its outermost level that it does not return before.
fn is_freed_in_any_case(p: &Program, unit: UnitId, e: &Expr) -> bool {
    let (u, pointer) = (&p.units[unit], e.uncast());
    let frees = |id: &StmtId| freed(p, &u.stmts[*id].kind).is_some_and(|x| x.uncast() == pointer);
    let Some(at) = u.body.iter().position(frees).filter(|_| is_in_global(p, pointer)) else { return false };
    let mut returns = false;
    u.walk(&u.body[..at], &mut |_, s| returns |= matches!(s.kind, StmtKind::Return(_)));
    !returns
}

impl Emit<'_, '_> {
    /// `p = malloc(n)` with its twin; the adjoint frees both.
    pub(crate) fn allocation_pair(&mut self, stmt: StmtId, lhs: &Expr, rhs: &Expr) -> Option<Pair> {
        let p = self.world.source;
        let (callee, args) = allocation(p, rhs).filter(|_| matches!(type_of(p, lhs), Type::Pointer { .. }))?;
        let mut out = Pair::default();
        let span = self.original(stmt).span;
        if !is_own(p, self.access, self.unit, lhs) {
            self.refuse(
                span,
                "memory that outlives the procedure is allocated here",
                "allocate it in the caller and pass it as an argument",
            );
            return Some(out);
        }
        let step = self.plan.step(stmt);
        let (saves, restores) = self.saves(&step.saves);
        out.fore = saves;
        let free = self.world.system_procedure("free", callee);
        let mut release = |this: &mut Self, pointer: Expr| {
            let kind = StmtKind::Call { callee: free, args: vec![Arg::new(pointer)], alternates: Vec::new() };
            let id = this.add(Side::Back, kind);
            out.back.push(id);
        };
        if self.has_twin(lhs) {
            let maps = self.shell(self.forward).maps.clone();
            let size = |a: &Arg| maps.bytes(&a.value);
            let sizes: Vec<Expr> = match args {
                [one] => match size(one).kind {
                    ExprKind::Binary(BinaryOp::Mul, n, unit) if matches!(unit.bare().kind, ExprKind::SizeOf(_)) => {
                        vec![n.bare().clone(), *unit]
                    }
                    kind => vec![Expr::int(1), kind.into()],
                },
                several => several.iter().map(size).collect(),
            };
            let calloc = self.world.system_procedure("calloc", callee);
            let value: Expr = ExprKind::Call { callee: calloc, args: sizes.into_iter().map(Arg::new).collect() }.into();
            let twin_type = maps.derivative_type(&type_of(p, lhs));
            let value = match &rhs.bare().kind {
                ExprKind::Cast(..) => ExprKind::Cast(twin_type, Box::new(value)).into(),
                _ => value,
            };
            if let (Some(twin), Some(back)) = (maps.reference(lhs), self.shell(Side::Back).maps.reference(lhs)) {
                out.fore.push(self.add(self.forward, StmtKind::Assign { lhs: twin, rhs: value }));
                release(self, back);
            }
        }
        let back = self.back(lhs);
        release(self, back);
        let copied = self.copy(stmt);
        // The runtime's blocks are cleared.
        if self.saves_rows(lhs) && il::calls::library_call(p, rhs) == Some("malloc") {
            self.clear_rows(copied, callee);
        }
        out.fore.push(copied);
        out.back.extend(restores);
        Some(out)
    }

    /// Whether pointers that stand in the memory behind `pointer` are saved before they are overwritten: the first ones before they are set.
    fn saves_rows(&self, pointer: &Expr) -> bool {
        let Type::Pointer { to, .. } = type_of(self.world.source, pointer) else { return false };
        let (behind, _) = self.access.place(&ExprKind::Deref(Box::new(pointer.clone())).into());
        let addresses = |s: &Save| match s.association {
            true => self.access.association(&s.value),
            false => self.access.place(&s.value).0,
        };
        let saved = || self.plan.steps.values().flat_map(|s| &s.saves).any(|s| addresses(s).meets(&behind));
        matches!(*to, Type::Pointer { .. }) && saved()
    }

    /// `malloc(n*sizeof(double *))` becomes `calloc(n, sizeof(double *))`.
    fn clear_rows(&mut self, copied: StmtId, malloc: SymbolId) {
        let calloc = self.world.system_procedure("calloc", malloc);
        let unit = self.shell(self.forward).unit;
        self.world.out.units[unit].stmts[copied].kind.exprs_mut(&mut |e| {
            e.rewrite(&mut |x| {
                if let ExprKind::Call { callee, args } = &mut x.kind
                    && *callee == malloc
                    && let [Arg { value, .. }] = args.as_slice()
                {
                    let sizes = match &value.kind {
                        ExprKind::Binary(BinaryOp::Mul, n, size) => vec![(**n).clone(), (**size).clone()],
                        _ => vec![Expr::int(1), value.clone()],
                    };
                    *callee = calloc;
                    *args = sizes.into_iter().map(Arg::new).collect();
                }
            })
        });
    }

    /// What a call made that is not differentiated is released behind the adjoint of that call.
    pub(crate) fn release_later(&mut self, stmt: StmtId, pair: &mut Pair) {
        if self.primal.is_some() || self.is_split() || pair.fore.is_empty() {
            return;
        }
        let p = self.world.source;
        let Some(made) = made_elsewhere::made_by(p, self.unit, stmt) else { return };
        let pointer = Expr::var(made.pointer);
        if self.has_twin(&pointer) {
            return;
        }
        let released = self.shell(Side::Back).maps.stmt(&made.released.into());
        let release = self.add_stmt(Side::Back, released);
        match made.may_be_absent {
            true => {
                let there = Expr::binary(BinaryOp::Ne, self.back(&pointer), Expr::int(0));
                pair.back.extend(self.if_then(Side::Back, there, vec![release], Block::new()));
            }
            false => pair.back.push(release),
        }
    }

    /// `free(p)`: left to the adjoint of the allocation.
    pub(crate) fn free(&mut self, stmt: StmtId, pointer: &Expr) -> Block {
        let p = self.world.source;
        let u = &p.units[self.unit];
        let mut made = false;
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Assign { lhs, .. } = &s.kind
                && allocates(p, &s.kind)
            {
                let target = |e: &Expr| self.access.place(&ExprKind::Deref(Box::new(e.clone())).into()).0;
                made |= target(lhs).meets(&target(pointer));
            }
        });
        let later = !self.has_twin(pointer) && made_elsewhere::is_released_later(p, self.unit, pointer);
        if !later && (!made || !is_own(p, self.access, self.unit, pointer)) {
            self.refuse(
                self.original(stmt).span,
                "memory is freed here that was not allocated in this procedure",
                "allocate and free it in the same procedure",
            );
        }
        Block::new()
    }
}
