//! Loops that count by reals, `DO T = 0.0, 0.95, 0.25`, count their turns instead.
//!
//! Fortran had them until 95: the number of turns is found first, `INT((to - from + step)/step)`, with the bounds as they are then. Turned round, the loop
//! would need the last value that was reached, and rounding would decide how many turns it has; and where a bound varies, so does the loop variable.
//! Both are seen in
//!
//! ```text
//! DO I = 1, INT((to - from + step)/step)
//!   T = from + (I - 1)*step
//!   …
//! END DO
//! T = from + INT(…)*step
//! ```

use std::collections::BTreeSet;

use il::symbol::{Storage, Variable};
use il::typing::scalar_of;
use il::{
    BinaryOp, Block, Expr, ExprKind, Language, Program, Scalar, ScalarClass, Stmt, StmtId, StmtKind, SymbolId, Type,
    UnitId,
};

use il::locals::{declare, fresh};

/// Makes them loops over integers.
pub(crate) fn count(p: &mut Program) {
    for unit in p.units.ids().collect::<Vec<_>>() {
        let u = &p.units[unit];
        if u.language != Language::Fortran {
            continue;
        }
        let mut any = false;
        u.walk(&u.body, &mut |_, s| any |= is_real(p, &s.kind));
        if any {
            let body = std::mem::take(&mut p.units[unit].body);
            let mut counting = Counting { p, unit, declared: Vec::new() };
            let body = counting.block(body);
            let declared = counting.declared;
            p.units[unit].body = body;
            declare(p, unit, &declared);
        }
    }
}

fn is_real(p: &Program, kind: &StmtKind) -> bool {
    let StmtKind::Do(d) = kind else { return false };
    p.symbol_type(d.var).and_then(Type::scalar).is_some_and(|s| s.class == ScalarClass::Real)
}

struct Counting<'p> {
    p: &'p mut Program,
    unit: UnitId,
    declared: Vec<SymbolId>,
}

impl Counting<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for id in block {
            let mut kind = std::mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop);
            for inner in kind.blocks_mut() {
                *inner = self.block(std::mem::take(inner));
            }
            let real = is_real(self.p, &kind);
            self.p.units[self.unit].stmts[id].kind = kind;
            if real { self.counted(id, &mut out) } else { out.push(id) }
        }
        out
    }

    /// The loop `id`, with what stands around it.
    fn counted(&mut self, id: StmtId, out: &mut Block) {
        let StmtKind::Do(d) = self.p.units[self.unit].stmts[id].kind.clone() else { return };
        let t = d.var;
        let Some(ty) = self.p.symbol_type(t).cloned() else { return };
        let before = out.len();
        let from = self.constant("from", &ty, d.from, out);
        let step = d.step.map(|s| self.constant("step", &ty, s, out));
        let turns = {
            let (to, step) = (d.to, step.clone().unwrap_or_else(|| Expr::int(1)));
            let span = match &from {
                // As a reader would write it.
                e if is_zero(e) => to,
                e => Expr::binary(BinaryOp::Sub, to, e.clone()),
            };
            let all = Expr::binary(BinaryOp::Add, span, step.clone());
            let all = if step.as_int() == Some(1) { all } else { Expr::binary(BinaryOp::Div, all, step) };
            Expr::intrinsic("int", vec![all])
        };
        let upper = self.p.writes_upper(self.unit);
        let mut integer = self.p.integer();
        if upper {
            integer.spelling = integer.spelling.to_uppercase();
        }
        let integer = Type::Scalar(integer);
        let count = self.local("turns", &integer);
        self.assign(count, turns, out);
        let turn = self.local("turn", &integer);
        let at = |k: Expr| {
            let way = match &step {
                None => k,
                Some(s) => Expr::binary(BinaryOp::Mul, k, s.clone()),
            };
            if is_zero(&from) { way } else { Expr::binary(BinaryOp::Add, from.clone(), way) }
        };
        let value = self.add(StmtKind::Assign {
            lhs: Expr::var(t),
            rhs: at(Expr::binary(BinaryOp::Sub, Expr::var(turn), Expr::int(1))),
        });
        let mut body = vec![value];
        body.extend(d.body);
        let kind = StmtKind::Do(Box::new(il::stmt::Do {
            var: turn,
            from: Expr::int(1),
            to: Expr::var(count),
            step: None,
            body,
            parallel: None,
            ..*d
        }));
        self.p.units[self.unit].stmts[id].kind = kind;
        // A label leads to what is found first, and comments stand in front of it.
        if let Some(&first) = out.get(before) {
            let stmts = &mut self.p.units[self.unit].stmts;
            let (label, comments) = (stmts[id].label.take(), std::mem::take(&mut stmts[id].comments));
            (stmts[first].label, stmts[first].comments) = (label, comments);
        }
        let seen = self.is_seen_outside(t, id);
        out.push(id);
        if !seen {
            return;
        }
        let none = Expr::intrinsic("max", vec![Expr::var(count), Expr::int(0)]);
        let last = self.add(StmtKind::Assign { lhs: Expr::var(t), rhs: at(none) });
        out.push(last);
    }

    /// Whether a loop variable is looked at by other statements than those of the loop.
    fn is_seen_outside(&self, t: SymbolId, id: StmtId) -> bool {
        let u = &self.p.units[self.unit];
        let mut inside = BTreeSet::from([id]);
        if let StmtKind::Do(d) = &u.stmts[id].kind {
            u.walk(&d.body, &mut |id, _| inside.extend([id]));
        }
        let sets = |kind: &StmtKind| matches!(kind, StmtKind::Do(d) if d.var == t);
        let mut mentions = u.stmts.iter().filter(|(s, stmt)| !inside.contains(s) && !sets(&stmt.kind));
        !self.p.variable(t).is_some_and(Variable::is_unsaved_local) || mentions.any(|(_, s)| s.kind.mentions(t))
    }

    /// What a bound is when the loop begins.
    fn constant(&mut self, name: &str, ty: &Type, e: Expr, out: &mut Block) -> Expr {
        let mut literal = true;
        e.walk(&mut |x| {
            literal &= matches!(x.kind, ExprKind::Real { .. } | ExprKind::Integer { .. } | ExprKind::Unary(..))
        });
        let alike = |a: &Scalar, b: &Scalar| a.class == b.class && a.bytes == b.bytes;
        if literal && scalar_of(self.p, &e).is_some_and(|s| ty.scalar().is_some_and(|t| alike(&s, t))) {
            return e;
        }
        let s = self.local(name, ty);
        self.assign(s, e, out);
        Expr::var(s)
    }

    fn local(&mut self, name: &str, ty: &Type) -> SymbolId {
        let s = fresh(self.p, self.unit, name, Variable::new(ty.clone(), Storage::Local));
        self.declared.push(s);
        s
    }

    fn assign(&mut self, s: SymbolId, rhs: Expr, out: &mut Block) {
        let id = self.add(StmtKind::Assign { lhs: Expr::var(s), rhs });
        out.push(id);
    }

    fn add(&mut self, kind: StmtKind) -> StmtId {
        self.p.units[self.unit].add(Stmt::from(kind))
    }
}

fn is_zero(e: &Expr) -> bool {
    e.as_number() == Some(0.0)
}
