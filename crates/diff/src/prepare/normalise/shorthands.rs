//! Local pointers that are short names (adjoint mode): `q => land(i)` and then `q%t`, in a block in which neither `q` nor `i` changes, is `land(i)%t`.
//!
//! What a pointer leads to is a matter of analysis, and of the tape; a name is not. Only pointers to single elements and components are
//! looked at, all of whose uses stand behind an association in the same block.

use il::stores;
use il::typing::rank_of;
use il::{Arg, Block, Expr, ExprKind, Program, StmtId, StmtKind, Storage, Subscript, SymbolId, Unit, UnitId};

use analysis::allocation::dummies;

/// Writes out the targets of such pointers.
pub(super) fn write_out(p: &mut Program, unit: UnitId) {
    let u = &p.units[unit];
    if !u.language.describes_storage() || !u.children.is_empty() || jumps(u) {
        return;
    }
    let mut found: Vec<SymbolId> = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::PointerAssign { lhs: Expr { kind: ExprKind::Var(s), .. }, .. } = &s.kind
            && !found.contains(s)
            && is_local(p, u, *s)
        {
            found.push(*s);
        }
    });
    for q in found {
        let mut uses = Uses { p, unit, q, parts: Vec::new() };
        if !uses.block(&p.units[unit].body) {
            continue;
        }
        let parts = uses.parts;
        for Part { association, target, range } in parts {
            let mut below = Vec::new();
            p.units[unit].walk(&range, &mut |id, _| below.push(id));
            for id in below {
                p.units[unit].stmts[id].kind.exprs_mut(&mut |e| {
                    e.rewrite(&mut |x| {
                        if x.kind == ExprKind::Var(q) {
                            x.kind = target.kind.clone();
                        }
                    })
                });
            }
            p.units[unit].stmts[association].kind = StmtKind::Nop;
        }
        let mut all = Vec::new();
        p.units[unit].walk(&p.units[unit].body, &mut |id, _| all.push(id));
        for id in all {
            let kind = &mut p.units[unit].stmts[id].kind;
            if let StmtKind::Nullify(objects) = kind {
                objects.retain(|o| o.kind != ExprKind::Var(q));
                if objects.is_empty() {
                    *kind = StmtKind::Nop;
                }
            }
        }
    }
}

fn is_local(p: &Program, u: &Unit, s: SymbolId) -> bool {
    let polymorphic = p.is_polymorphic(&Expr::var(s));
    p.symbols[s].scope == u.scope
        && !polymorphic
        && p.variable(s)
            .is_some_and(|v| v.pointer && v.ty.rank() == 0 && v.storage == Storage::Local && p.is_differentiable(&v.ty))
}

fn jumps(u: &Unit) -> bool {
    u.any(&u.body, &mut |_, s| {
        s.kind.jumps_to_labels() || matches!(s.kind, StmtKind::Error(_) | StmtKind::Opaque { .. })
    })
}

/// An association, and the statements behind it that use it.
struct Part {
    association: StmtId,
    target: Expr,
    range: Block,
}

/// How the unit uses one pointer.
struct Uses<'p> {
    p: &'p Program,
    unit: UnitId,
    q: SymbolId,
    parts: Vec<Part>,
}

impl Uses<'_> {
    fn unit(&self) -> &Unit {
        &self.p.units[self.unit]
    }

    /// Whether all uses in a block are those of a name; what is before the first association uses nothing.
    fn block(&mut self, block: &[StmtId]) -> bool {
        let at: Vec<usize> = (0..block.len()).filter(|k| self.target(block[*k]).is_some()).collect();
        let first = at.first().copied().unwrap_or(block.len());
        for &id in &block[..first] {
            let kind = &self.p.units[self.unit].stmts[id].kind;
            if self.own(id) || !kind.blocks().into_iter().all(|b| self.block(b)) {
                return false;
            }
        }
        for (k, &start) in at.iter().enumerate() {
            let end = at.get(k + 1).copied().unwrap_or(block.len());
            let range = &block[start + 1..end];
            let Some(target) = self.target(block[start]).cloned() else { return false };
            if !self.is_name(&target, range) {
                return false;
            }
            self.parts.push(Part { association: block[start], target, range: range.to_vec() });
        }
        true
    }

    /// What a statement associates the pointer with.
    fn target(&self, id: StmtId) -> Option<&Expr> {
        let StmtKind::PointerAssign { lhs, rhs } = &self.unit().stmts[id].kind else { return None };
        (lhs.kind == ExprKind::Var(self.q)).then_some(rhs)
    }

    /// Whether a statement itself, not those inside it, uses the pointer.
    fn own(&self, id: StmtId) -> bool {
        let kind = &self.unit().stmts[id].kind;
        let mut found = false;
        if !matches!(kind, StmtKind::Nullify(_)) {
            kind.exprs(&mut |e| found |= e.mentions(self.q));
        }
        found
    }

    /// Whether `target` names the same thing all over `range`, and the pointer is used there as a name only.
    fn is_name(&self, target: &Expr, range: &[StmtId]) -> bool {
        let Some(variables) = self.subscripts(target) else { return false };
        let mut fine = true;
        self.unit().walk(range, &mut |id, s| {
            fine &= !self.changes(&s.kind, &variables);
            // Another association further in, or one that is asked for or handed on.
            fine &= self.target(id).is_none();
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    fine &= match &x.kind {
                        ExprKind::Intrinsic(f, args) if f.name() == "associated" => {
                            !args.iter().any(|a| a.value.kind == ExprKind::Var(self.q))
                        }
                        ExprKind::Call { callee, args } => !self.may_move(*callee, args, target),
                        _ => true,
                    };
                });
            });
            fine &= match &s.kind {
                StmtKind::Call { callee, args, .. } => !self.may_move(*callee, args, target),
                StmtKind::Allocate { objects, .. } => !objects.iter().any(|o| self.is_whole(&o.object, target)),
                StmtKind::Deallocate { objects, .. } => !objects.iter().any(|o| self.is_whole(o, target)),
                _ => true,
            };
        });
        fine
    }

    /// The pointer itself, or what its target is a part of.
    fn is_whole(&self, e: &Expr, target: &Expr) -> bool {
        e.kind == ExprKind::Var(self.q) || target.spine().any(|t| t == e)
    }

    /// Whether a call may give the pointer, or what its target is a part of, another place.
    fn may_move(&self, callee: SymbolId, args: &[Arg], target: &Expr) -> bool {
        let moving = |s: SymbolId| self.p.variable(s).is_none_or(|v| v.pointer || v.allocatable);
        dummies(self.p, callee, args)
            .iter()
            .any(|(dummy, actual)| self.is_whole(actual, target) && dummy.is_none_or(moving))
    }

    /// The variables in the subscripts of an element or component; `None` where more than they say which one it is.
    fn subscripts(&self, target: &Expr) -> Option<Vec<SymbolId>> {
        if rank_of(self.p, target) > 0 {
            return None;
        }
        let mut out = Vec::new();
        let mut e = target;
        loop {
            e = match &e.kind {
                ExprKind::Var(s) => {
                    let v = self.p.variable(*s)?;
                    return (!v.pointer && *s != self.q && !self.p.is_polymorphic(e)).then_some(out);
                }
                ExprKind::Field { base, record, field } => {
                    let f = &self.p.records[*record].fields[*field];
                    if f.pointer || f.polymorphic {
                        return None;
                    }
                    base
                }
                ExprKind::Index { base, subs } => {
                    for s in subs {
                        let Subscript::At(at) = s else { return None };
                        let mut plain = true;
                        at.walk(&mut |x| match &x.kind {
                            ExprKind::Var(v) => out.push(*v),
                            ExprKind::Integer { .. } | ExprKind::Binary(..) | ExprKind::Unary(..) => {}
                            _ => plain = false,
                        });
                        if !plain {
                            return None;
                        }
                    }
                    base
                }
                _ => return None,
            };
        }
    }

    /// Whether a statement may change one of `variables`.
    fn changes(&self, kind: &StmtKind, variables: &[SymbolId]) -> bool {
        let mut found = false;
        stores::each(self.p, self.unit, kind, &mut |s| found |= s.symbol.is_some_and(|s| variables.contains(&s)));
        found || kind.calls() && variables.iter().any(|s| stores::is_shared(self.p, *s))
    }
}
