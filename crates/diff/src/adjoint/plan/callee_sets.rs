//! What a callee sets of an array that it is given, or knows by its own name: parts with bounds made of its dummies.
//!
//! Counted loops become ranges, calls inside are looked into, and what is found in another way (`h(list(k), j)`) is all of its dimension: more may be said
//! to be set than is. *Surely* set are parts that are whenever the callee is called: not under a condition, nor in a loop that may have no turn, nor behind
//! a jump.

use std::collections::BTreeSet;

use analysis::extents::actual_of;
use il::stmt::Label;
use il::{
    BinaryOp, Dim, Expr, ExprKind, Program, StmtId, StmtKind, Storage, Subscript, SymbolId, SymbolKind, Type, UnaryOp,
    UnitId, Upper, fold,
};

use super::arguments::has_own_numbers;
use super::numbering::{Span, at_call, is_numbered_alike, number_in_c};
use crate::derive::World;

/// More parts than this are not saved one by one.
pub(super) const MOST: usize = 4;

/// Calls inside of calls that are looked into.
const DEEPEST: usize = 4;

/// Whether what has these subscripts under loops is all that it is in their turns: no loop leaves anything of it out.
fn is_in_each_turn(subs: &[Span], loops: &[Turns]) -> bool {
    loops.iter().all(|l| l.all && l.span.as_ref().is_some_and(|s| subs.contains(s)))
}

/// A callee, and the dummy that is asked about, or what is known there by its own name.
pub(super) struct Callee<'p, 'w> {
    pub(super) world: &'p World<'w>,
    pub(super) p: &'p Program,
    pub(super) unit: UnitId,
    pub(super) dummy: SymbolId,
    /// The dummy, or the component of it that is asked about.
    pub(super) target: Expr,
    /// It is a variable of a module, of COMMON or of a host.
    pub(super) outside: bool,
    /// How many calls lead here from the one that is asked about.
    pub(super) depth: usize,
}

/// A part of the dummy that a statement of the callee sets.
#[derive(Clone)]
pub(super) struct Set {
    pub(super) subs: Vec<Span>,
    /// Whenever the callee is called.
    pub(super) surely: bool,
}

/// A counted loop of the callee.
struct Turns {
    var: SymbolId,
    /// From the lowest to the highest value of its variable, where the arguments tell.
    span: Option<Span>,
    /// Its variable has all values between.
    all: bool,
}

/// What is around a statement of the callee.
#[derive(Default)]
struct Around {
    loops: Vec<Turns>,
    /// Labels to which some statement before it may have jumped, past it.
    ahead: BTreeSet<Label>,
    /// Some statement before it may have left a loop, or the callee.
    left: bool,
}

impl Around {
    /// Whether no statement passed by may have jumped past this one.
    fn is_passed(&self) -> bool {
        self.ahead.is_empty() && !self.left
    }
}

impl<'p, 'w> Callee<'p, 'w> {
    pub(super) fn new(world: &'p World<'w>, unit: UnitId, dummy: SymbolId) -> Self {
        Callee { world, p: world.source, unit, dummy, target: Expr::var(dummy), outside: false, depth: 0 }
    }

    /// The parts that the callee sets, in the order of its statements. `None`: it may be any.
    pub(super) fn sets(&self) -> Option<Vec<Set>> {
        let body = &self.p.units[self.unit].body;
        let mut sets = Vec::new();
        let inner = match body.split_last() {
            Some((last, rest)) if matches!(self.kind(*last), StmtKind::Return(_)) => rest,
            _ => body.as_slice(),
        };
        let mut around = Around::default();
        self.block(inner, &mut around, true, &mut sets)?;
        // A jump back.
        if !around.ahead.is_empty() {
            sets.iter_mut().for_each(|s| s.surely = false);
        }
        let known = |s: &Set| s.subs.iter().any(|span| *span != Span::Any);
        sets.iter().all(known).then_some(sets)
    }

    /// Those of `sets` that hold the others, each once. `None`: one of them need not exist, or goes all along a dimension.
    pub(super) fn sure_parts(&self, sets: &[Set]) -> Option<Vec<Vec<Span>>> {
        let mut out: Vec<Vec<Span>> = Vec::new();
        for s in sets.iter().filter(|s| s.surely) {
            if !out.iter().any(|other| self.holds(other, &s.subs)) {
                out.retain(|other| !self.holds(&s.subs, other));
                out.push(s.subs.clone());
            }
        }
        let ends = out.iter().flatten().all(|span| *span != Span::Any);
        let exists = |s: &Set| s.surely || out.iter().any(|sure| self.holds(sure, &s.subs));
        (sets.iter().all(exists) && ends && !out.is_empty() && out.len() <= MOST).then_some(out)
    }

    /// Whether all elements of `part` are among those of `whole`, as far as that is plain: bounds that differ by a constant.
    pub(super) fn holds(&self, whole: &[Span], part: &[Span]) -> bool {
        let not_above = |a: &Expr, b: &Expr| fold::integer(self.p, &fold::sub(b, a)).is_some_and(|d| d >= 0);
        whole.iter().zip(part).all(|(w, q)| match (w, q.ends()) {
            (Span::Any, _) => true,
            (Span::All(low, high), Some((from, to))) => w == q || not_above(low, from) && not_above(to, high),
            _ => w == q,
        })
    }

    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.p.units[self.unit].stmts[id].kind
    }

    fn block(&self, block: &[StmtId], around: &mut Around, surely: bool, sets: &mut Vec<Set>) -> Option<()> {
        for &id in block {
            let stmt = &self.p.units[self.unit].stmts[id];
            if self.asks_what_changes(&stmt.kind) {
                return None;
            }
            if let Some(label) = &stmt.label {
                around.ahead.remove(label);
            }
            let surely = surely && around.is_passed();
            match &stmt.kind {
                StmtKind::Assign { lhs, .. } if self.touches(lhs) => {
                    let subs = self.subscripts(lhs, &around.loops)?;
                    let surely =
                        surely && (is_in_each_turn(&subs, &around.loops) || self.reaches_ends(lhs, &around.loops));
                    sets.push(Set { subs, surely });
                }
                StmtKind::Call { callee, args, alternates } => {
                    if self.may_change(*callee, args) {
                        self.nested(*callee, args, &around.loops, sets)?;
                    }
                    around.ahead.extend(alternates.iter().cloned());
                }
                StmtKind::Opaque { writes, .. } if !writes.iter().any(|e| self.touches(e)) => {}
                StmtKind::Assign { .. } | StmtKind::Nop | StmtKind::Declare(_) => {}
                StmtKind::Do(d) => {
                    let ends = d.ends();
                    let all = ends.is_some_and(|(lo, hi)| self.is_fixed(lo) && self.is_fixed(hi));
                    let span = ends.and_then(|(lo, hi)| {
                        let loops = &around.loops;
                        Some(Span::All(self.extreme(lo, loops, false)?, self.extreme(hi, loops, true)?))
                    });
                    let (before, left, first) = (around.ahead.clone(), around.left, sets.len());
                    around.loops.push(Turns { var: d.var, span, all });
                    self.block(&d.body, around, surely, sets)?;
                    around.loops.pop();
                    // A jump out of the loop leaves out turns that were counted.
                    if around.ahead != before || around.left != left {
                        sets[first..].iter_mut().for_each(|s| s.surely = false);
                    }
                }
                StmtKind::If(_) | il::uncounted!() | StmtKind::Select { .. } | StmtKind::Where { .. } => {
                    for inner in stmt.kind.blocks() {
                        self.block(inner, around, false, sets)?;
                    }
                }
                StmtKind::Goto(label) => drop(around.ahead.insert(label.clone())),
                StmtKind::ComputedGoto { labels, .. } => around.ahead.extend(labels.iter().cloned()),
                StmtKind::ArithmeticIf { labels, .. } => around.ahead.extend(labels.iter().cloned()),
                StmtKind::Return(_) | StmtKind::Stop { .. } | StmtKind::Exit(_) | StmtKind::Cycle(_) => {
                    around.left = true
                }
                // Other jumps, and what sets the dummy in another way.
                _ => return None,
            }
        }
        Some(())
    }

    /// Whether a place may share elements with what is asked about: other components of the dummy do not.
    fn touches(&self, e: &Expr) -> bool {
        let links = |e: &'_ Expr| {
            e.spine()
                .map(|x| if let ExprKind::Field { field, .. } = x.kind { Some(field) } else { None })
                .collect::<Vec<_>>()
        };
        let (theirs, ours) = (links(e), links(&self.target));
        let mut differs = theirs.iter().rev().zip(ours.iter().rev()).take_while(|(a, b)| a.is_some() == b.is_some());
        e.root() == Some(self.dummy) && !differs.any(|(a, b)| a != b)
    }

    /// Whether a call may change what is asked about.
    fn may_change(&self, callee: SymbolId, args: &[il::Arg]) -> bool {
        let given = args.iter().any(|a| a.value.is_reference() && self.touches(&a.value));
        given && !self.keeps_to_itself(callee) || self.outside && self.writes_outside(callee)
    }

    /// Whether nothing that a call writes is there after it: `lap(u, i)` that reads elements of `u`.
    fn keeps_to_itself(&self, callee: SymbolId) -> bool {
        self.p.callee(callee).is_some_and(|unit| self.world.facts.analysis.keeps_to_itself(self.p, unit))
    }

    /// What a call in the callee sets.
    fn nested(&self, callee: SymbolId, args: &[il::Arg], loops: &[Turns], sets: &mut Vec<Set>) -> Option<()> {
        let unit = self.p.callee(callee)?;
        let params = &self.p.units[unit].params;
        let value_of = |s: SymbolId| actual_of(self.p, unit, s, args).cloned();
        let here = |e: &Expr| at_call(self.p, self.unit, e, &value_of);
        let touched: Vec<SymbolId> =
            params.iter().copied().filter(|s| value_of(*s).is_some_and(|e| self.touches(&e))).collect();
        let dummy = match (touched.as_slice(), self.outside) {
            ([], true) => self.dummy,
            ([dummy], false) => *dummy,
            _ => return None,
        };
        let fortran = [self.unit, unit].iter().all(|u| self.p.units[*u].language.computes_with_arrays());
        if self.depth == DEEPEST || !fortran || args.len() > params.len() {
            return None;
        }
        let target = if self.outside { self.target.clone() } else { Expr::var(dummy) };
        let below =
            Callee { target, outside: self.outside, depth: self.depth + 1, ..Callee::new(self.world, unit, dummy) };
        if !self.outside {
            let theirs = match self.p.symbol_type(dummy)? {
                Type::Array { dims, .. } => dims,
                _ => return None,
            };
            let alike = value_of(dummy)? == self.target && is_numbered_alike(self.p, theirs, &self.target, &here);
            if !has_own_numbers(self.world, unit, dummy) || !alike {
                return None;
            }
            let zones = self.world.facts.analysis.zones().of_symbol(dummy);
            if !self.world.facts.analysis.in_out(unit).written.contains_any(&zones) {
                return Some(());
            }
        } else if !matches!(self.p.variable(dummy)?.storage, Storage::Global) {
            return None;
        }
        for s in below.sets()? {
            let span = |span: &Span| match span.map(&here) {
                Some(Span::One(e)) => self.span(&e, loops),
                Some(Span::All(lo, hi)) => self.range(&lo, &hi, loops),
                _ => Span::Any,
            };
            let subs: Vec<Span> = s.subs.iter().map(span).collect();
            // Its own bounds are not asked for here.
            sets.push(Set { subs, surely: false });
        }
        Some(())
    }

    /// The lowest or the highest value of an expression while `loops` run: `i + 1` is `n + 1` at most where `i` goes to `n`.
    fn extreme(&self, e: &Expr, loops: &[Turns], highest: bool) -> Option<Expr> {
        let range = |e: &Expr| match loops.iter().find(|l| e.kind == ExprKind::Var(l.var)) {
            _ if self.is_fixed(e) => Some((e.clone(), e.clone())),
            Some(l) => l.span.as_ref()?.ends().map(|(low, high)| (low.clone(), high.clone())),
            None => None,
        };
        fold::extreme(self.p, e, highest, &range)
    }

    /// C: whether what is set in a row, `r[4*i + j]`, is its first and its last element once: each loop has turns, and stands in the index once.
    fn reaches_ends(&self, lhs: &Expr, loops: &[Turns]) -> bool {
        let ExprKind::Index { subs, .. } = &lhs.kind else { return false };
        let [Subscript::At(e)] = subs.as_slice() else { return false };
        let counts = |l: &Turns| {
            let mut named = 0;
            e.walk(&mut |x| named += usize::from(x.kind == ExprKind::Var(l.var)));
            let number = |e| fold::integer(self.p, e);
            let turns = l.span.as_ref().and_then(|s| s.ends()).and_then(|(lo, hi)| Some(number(lo)? <= number(hi)?));
            l.all && named <= 1 && turns == Some(true)
        };
        self.p.units[self.unit].language.points_by_address() && loops.iter().all(counts)
    }

    /// C: whether the dummy leads to numbers that the function finds by one subscript only, itself or in what it calls, and nothing else that it writes can be
    /// there: it writes its own locals and what such parameters lead to, and calls only what writes nothing but its own. What it calls has no loops: a call
    /// whose part of a row is known runs again, and loops in loops are dearer to run again than to keep values of.
    pub(super) fn is_row_in_c(&self) -> bool {
        let u = &self.p.units[self.unit];
        if !u.language.points_by_address() || number_in_c(self.p, self.dummy).is_none() {
            return false;
        }
        let local = |s: SymbolId| self.p.variable(s).is_some_and(|v| v.is_unsaved_local());
        let computes = |e: &Expr| {
            let mut only = true;
            e.walk(&mut |x| match &x.kind {
                ExprKind::Call { callee, .. } => {
                    only &= self.keeps_to_itself(*callee) && self.runs_straight(*callee, &mut Vec::new());
                }
                ExprKind::Opaque { .. } => only = false,
                _ => {}
            });
            only
        };
        // What is written, but for locals and the parameters themselves: elements of rows, if the function is as it must be.
        let (mut plain, mut rows) = (true, BTreeSet::from([self.dummy]));
        u.walk(&u.body, &mut |_, stmt| match &stmt.kind {
            StmtKind::Assign { lhs, rhs } => {
                plain &= computes(lhs) && computes(rhs);
                match (&lhs.kind, lhs.root()) {
                    (ExprKind::Var(s), _) if local(*s) || u.params.contains(s) => {}
                    (ExprKind::Index { base, .. }, Some(s))
                        if base.kind == ExprKind::Var(s) && self.is_own_array(s) => {}
                    (_, Some(s)) => {
                        rows.insert(s);
                    }
                    (_, None) => plain = false,
                }
            }
            StmtKind::Call { .. } | StmtKind::Opaque { .. } => plain = false,
            kind => kind.exprs(&mut |e| plain &= computes(e)),
        });
        let is_row = |s: SymbolId| u.params.contains(&s) && number_in_c(self.p, s).is_some() && self.is_only_indexed(s);
        plain && rows.into_iter().all(is_row)
    }

    /// Whether a function comes to its end without a loop and without calling itself, as do all that it calls; `above` are those that call it.
    fn runs_straight(&self, callee: SymbolId, above: &mut Vec<UnitId>) -> bool {
        let Some(unit) = self.p.callee(callee).filter(|unit| !above.contains(unit)) else { return false };
        above.push(unit);
        let (u, mut straight) = (&self.p.units[unit], true);
        u.walk(&u.body, &mut |_, stmt| {
            straight &= !stmt.kind.repeats() && !matches!(stmt.kind, StmtKind::Goto(_) | StmtKind::Call { .. });
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Call { callee, .. } = &x.kind {
                        straight &= self.runs_straight(*callee, above);
                    }
                });
            });
        });
        above.pop();
        straight
    }

    /// An array that is there while the function runs, and is no pointer.
    fn is_own_array(&self, s: SymbolId) -> bool {
        self.p.variable(s).is_some_and(|v| v.is_unsaved_local() && matches!(v.ty, Type::Array { .. }))
    }

    /// Whether every mention of a pointer is as `x[i]` or as an argument `x`, and no element's address is taken.
    fn is_only_indexed(&self, s: SymbolId) -> bool {
        let u = &self.p.units[self.unit];
        let (mut mentions, mut indexed) = (0, 0);
        u.walk(&u.body, &mut |_, stmt| {
            stmt.kind.exprs(&mut |e| {
                e.walk(&mut |x| match &x.kind {
                    ExprKind::Var(v) => mentions += i32::from(*v == s),
                    ExprKind::Index { base, subs } => {
                        indexed += i32::from(subs.len() == 1 && matches!(base.kind, ExprKind::Var(v) if v == s));
                    }
                    ExprKind::Call { args, .. } => {
                        indexed += args.iter().map(|a| i32::from(a.value.kind == ExprKind::Var(s))).sum::<i32>();
                    }
                    // Which spoils the count.
                    ExprKind::Address(inner) if inner.root() == Some(s) => mentions += 1,
                    _ => {}
                })
            })
        });
        mentions == indexed
    }

    /// Whether an expression in a statement calls a function that may change what is asked about.
    fn asks_what_changes(&self, kind: &StmtKind) -> bool {
        kind.any_expr(&mut |x| matches!(&x.kind, ExprKind::Call { callee, args } if self.may_change(*callee, args)))
    }

    fn subscripts(&self, lhs: &Expr, loops: &[Turns]) -> Option<Vec<Span>> {
        let ExprKind::Index { base, subs } = &lhs.kind else { return None };
        if **base != self.target {
            return None;
        }
        let span = |s: &Subscript| match s {
            Subscript::At(e) => self.span(e, loops),
            Subscript::Range { lo: Some(lo), hi: Some(hi), step: None } => self.range(lo, hi, loops),
            Subscript::Range { .. } => Span::Any,
        };
        Some(subs.iter().map(span).collect())
    }

    /// The values of an index while `loops` run.
    fn span(&self, e: &Expr, loops: &[Turns]) -> Span {
        let counted = match e.kind {
            ExprKind::Var(v) => loops.iter().find(|l| l.var == v),
            _ => None,
        };
        match counted {
            Some(l) => l.span.clone().unwrap_or(Span::Any),
            None if self.is_fixed(e) => Span::One(e.clone()),
            None => self.range(e, e, loops),
        }
    }

    /// All that is between the values of two bounds while `loops` run.
    fn range(&self, lo: &Expr, hi: &Expr, loops: &[Turns]) -> Span {
        match (self.extreme(lo, loops, false), self.extreme(hi, loops, true)) {
            (Some(lo), Some(hi)) => Span::All(lo, hi),
            _ => Span::Any,
        }
    }

    /// Whether an expression is the same for the whole call: made of constants and numbers that the callee is given and does not change.
    fn is_fixed(&self, e: &Expr) -> bool {
        let mut fixed = true;
        e.walk(&mut |x| {
            fixed &= match &x.kind {
                ExprKind::Var(s) => {
                    let params = &self.p.units[self.unit].params;
                    let number = self.p.symbol_type(*s).is_some_and(|t| t.rank() == 0);
                    let given = params.contains(s) && self.is_only_read(*s);
                    let constant = matches!(self.p.symbols[*s].kind, SymbolKind::Constant { .. });
                    number && (given || constant || self.is_set_elsewhere(*s))
                }
                ExprKind::Integer { .. } => true,
                ExprKind::Binary(op, ..) => matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
                ExprKind::Unary(op, _) => matches!(op, UnaryOp::Neg | UnaryOp::Paren),
                _ => false,
            }
        });
        fixed
    }

    /// Whether the callee changes nothing of a dummy: neither it nor what it hands it on to.
    fn is_only_read(&self, dummy: SymbolId) -> bool {
        let facts = &self.world.facts.analysis;
        let (written, stores) = (&facts.in_out(self.unit).written, facts.stores(self.unit));
        let is_written = || written.contains_any(&facts.zones().of_symbol(dummy));
        let handed_on = || has_own_numbers(self.world, self.unit, dummy) && !is_written();
        (!stores.changed.contains(&dummy) || handed_on()) && !stores.counted.contains(&dummy)
    }

    /// Whether a variable of a module or of the host has one value for the whole call.
    fn is_set_elsewhere(&self, s: SymbolId) -> bool {
        let facts = &self.world.facts.analysis;
        let outside = self.p.variable(s).is_some_and(|v| !v.pointer && !v.target) && self.p.home(s) != Some(self.unit);
        outside && !facts.in_out(self.unit).written.contains_any(&facts.zones().of_symbol(s))
    }

    /// Whether what the callee calls may change a variable that both know.
    fn writes_outside(&self, callee: SymbolId) -> bool {
        let facts = &self.world.facts.analysis;
        match self.p.callee(callee) {
            Some(unit) => facts.in_out(unit).written.contains_any(&facts.zones().of_symbol(self.dummy)),
            None => !self.p.symbols[callee].is_intrinsic(),
        }
    }

    /// All of the dummy as it is declared, counted as one dimension: `1:ld*n` of `a(ld, n)`, `lo:hi` of `a(lo:hi)`. Constant extents of old programs may be
    /// longer than what is there.
    pub(super) fn extent(&self) -> Option<Span> {
        // C's parameters are longer than they say.
        let fortran = self.p.units[self.unit].language.computes_with_arrays();
        let Some(Type::Array { dims, .. }) = self.p.symbol_type(self.dummy).filter(|_| fortran) else { return None };
        let one = Expr::int(1);
        let bounds = |d: &Dim| match &d.upper {
            Upper::At(hi) => Some((d.lower.clone().unwrap_or_else(|| one.clone()), hi.clone())),
            Upper::Deferred | Upper::Assumed => None,
        };
        let all: Vec<(Expr, Expr)> = dims.iter().map(bounds).collect::<Option<_>>()?;
        let known = all.iter().all(|(lo, hi)| self.is_fixed(lo) && self.is_fixed(hi));
        if !known || fold::integer(self.p, &all.last()?.1).is_some() {
            return None;
        }
        if let [(lo, hi)] = all.as_slice() {
            return Some(Span::All(lo.clone(), hi.clone()));
        }
        let count = |(lo, hi): &(Expr, Expr)| fold::range_count(lo, hi, None);
        let total = all.iter().map(count).reduce(|a, b| Expr::binary(BinaryOp::Mul, a, b))?;
        Some(Span::All(one, total))
    }
}
