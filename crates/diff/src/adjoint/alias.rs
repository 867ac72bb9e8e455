//! Local C pointers that are only another name for a place: `const double *row = &a[i*n];`, `Body *b = &s->body[j];`.
//!
//! Such a pointer is never saved. The backward sweep makes it again, and its derivative twin with it, in front of the adjoints of the
//! statements that follow its assignment: there all that its value is made from is what it was. A pointer is an alias when
//!
//! - it is a local that one statement assigns, nobody takes its address, and only later statements of the same block mention it;
//! - none of those statements overwrites what the assigned value is made from: indices, the base pointer, pointers on the way.
//!
//! What reads an alias reads what it is made from ([`Access::with_inputs`] adds it): so that is restored where an outer statement overwrites it.

use std::collections::BTreeMap;

use il::symbol::Storage;
use il::typing::type_of;
use il::{Block as Stmts, Expr, ExprKind, Language, Program, StmtId, StmtKind, SymbolId, Type, UnitId};

use super::access::{Access, Effect, Set};
use super::emit::{Emit, Side};

/// A pointer that the backward sweep makes again.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The only statement that assigns it.
    pub stmt: StmtId,
    /// What its value is made from.
    pub inputs: Set,
}

/// The aliases of one unit.
pub(super) fn find(p: &Program, access: &Access, unit: UnitId) -> BTreeMap<SymbolId, Alias> {
    let mut out = BTreeMap::new();
    let u = &p.units[unit];
    if u.language != Language::C {
        return out;
    }
    let mut jumps = false;
    u.walk(&u.body, &mut |_, s| jumps |= s.label.is_some() || matches!(s.kind, StmtKind::Goto(_)));
    if !jumps {
        find_in(p, access, unit, &u.body, &mut out);
    }
    out
}

fn find_in(p: &Program, access: &Access, unit: UnitId, block: &Stmts, out: &mut BTreeMap<SymbolId, Alias>) {
    let u = &p.units[unit];
    for (k, &id) in block.iter().enumerate() {
        if let StmtKind::Assign { lhs, rhs } = &u.stmts[id].kind {
            if let Some((symbol, inputs)) = candidate(p, access, unit, lhs, rhs) {
                let behind: Stmts = block[k + 1..].to_vec();
                let (everywhere, here, own) =
                    (mentions(p, unit, &u.body, symbol), mentions(p, unit, &behind, symbol), lhs_and(rhs, symbol));
                let mut kept = true;
                u.walk(&behind, &mut |s, _| kept &= !access.statement(unit, s).writes.meets(&inputs));
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
fn candidate(p: &Program, access: &Access, unit: UnitId, lhs: &Expr, rhs: &Expr) -> Option<(SymbolId, Set)> {
    let ExprKind::Var(symbol) = lhs.kind else { return None };
    let v = p.variable(symbol)?;
    let local = v.storage == Storage::Local && !v.saved && p.home(symbol) == Some(unit);
    if !local || !matches!(v.ty, Type::Pointer { .. }) {
        return None;
    }
    let u = &p.units[unit];
    let mut assigned = 0;
    u.walk(&u.body, &mut |_, s| {
        assigned += usize::from(matches!(&s.kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(symbol)));
    });
    let mut pure = assigned == 1;
    rhs.walk(&mut |x| pure &= !matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. }));
    let mut effect = Effect::default();
    inputs(p, access, rhs, &mut effect);
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

impl Emit<'_, '_> {
    /// What makes an alias and its derivative again in front of `rest`, the adjoints of the statements behind its assignment.
    pub(super) fn recreate(&mut self, stmt: StmtId, rest: &Stmts) -> Stmts {
        let mut out = Stmts::new();
        let StmtKind::Assign { lhs, rhs } = &self.original(stmt).kind else { return out };
        let ExprKind::Var(symbol) = lhs.kind else { return out };
        if rest.is_empty() || self.access.alias_at(self.unit, stmt).is_none() {
            return out;
        }
        let maps = self.shell(Side::Back).maps.clone();
        let twin = maps.derivative(symbol).filter(|d| self.mentioned(rest, *d));
        if let Some(d) = twin {
            match maps.pointer(rhs) {
                Some(value) => out.push(self.add(Side::Back, StmtKind::Assign { lhs: Expr::var(d), rhs: value })),
                None => self.refuse(
                    self.original(stmt).span,
                    "an active pointer is given a value that has no derivative",
                    "name what it points to among the independents or dependents of the head",
                ),
            }
        }
        // Where nothing repeats, or a turn has just been run again, the forward sweep left it as it is needed.
        let still_there =
            self.plan.step(stmt).live && (self.forward == Side::Back || self.depth == 0 && !self.is_split());
        if !still_there && self.mentioned(rest, maps.symbol(symbol)) {
            let (lhs, rhs) = (self.back(lhs), self.back(rhs));
            out.push(self.add(Side::Back, StmtKind::Assign { lhs, rhs }));
        }
        out
    }

    /// Whether backward statements speak of a symbol.
    pub(super) fn mentioned(&self, block: &Stmts, symbol: SymbolId) -> bool {
        let unit = self.shell(Side::Back).unit;
        let u = &self.world.out.units[unit];
        let mut found = false;
        u.walk(block, &mut |_, s| {
            s.kind.exprs(&mut |e| e.walk(&mut |x| found |= x.kind == ExprKind::Var(symbol)));
        });
        found
    }
}
