//! Which elements do different iterations of a loop share?
//!
//! Two accesses to the same zone touch the same element in iterations `I` and `I'` only if for each dimension
//!
//! ```text
//! subscript(I) = subscript'(I'),   I, I' within the bounds of their loops,   I before I' (lexicographically)
//! ```
//!
//! has an integer solution. Subscripts are affine over the counters of the loops and over what the region does not change ([`affine`](crate::affine));
//! [`integers`](crate::integers) shows that there is none. Whatever is not affine, moves a pointer or has two names may be anything. A linearised
//! `a[i*n+j]` with `0 ≤ j < n` is compared as `a[i][j]`. Counted loops may have any constant step; of other loops only the order is known.
//!
//! On this stand: independence of iterations (`II-LOOP`), privatisable variables (written before read in each iteration), pure reductions
//! (`s = s + e`, `s` in nothing else), injective subscripts, and, for pairs of a use and a later write, whether the used element may be overwritten.
//! Sources: design §5 (*loop dependence*); Strout and Hovland §2.1 (which takes the answers of such an analysis for granted).

use std::cell::{LazyCell, RefCell};
use std::collections::BTreeSet;

use il::expr::{BinaryOp, Expr, ExprKind, Subscript, UnaryOp};
use il::stmt::{Do, StmtKind};
use il::zones::{ZoneId, Zones};
use il::{Program, ScalarClass, StmtId, SymbolId, Type, UnitId, fold, typing};

use crate::affine::{Affine, Term};
use crate::folds::extreme;
use crate::integers::System;
use crate::region::{Access, CallEffects, Part, Region, is_fixed, path};

/// How the iterations of two accesses lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// The same iteration of the loop.
    Same,
    /// The second access in a later iteration than the first.
    Later,
    /// Any two different iterations.
    Different,
}

/// Two accesses that may touch the same element in different iterations: places in [`LoopDependence::accesses`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carried {
    /// The earlier one.
    pub from: usize,
    /// The later one.
    pub to: usize,
}

/// The dependences of a loop, or (for [`may_be_overwritten`](LoopDependence::may_be_overwritten) only) of a whole body.
pub struct LoopDependence<'p> {
    /// What happens in it.
    pub region: Region<'p>,
    /// Expressions that the region does not change.
    values: RefCell<Vec<Expr>>,
    /// Counted loops around the region, the outermost first.
    outer: Vec<StmtId>,
    /// Assignments to integers that are assigned once.
    once: Vec<(SymbolId, StmtId)>,
    /// What is known of the rest of the program.
    around: Option<Around<'p>>,
}

/// What [`Facts`](crate::facts::Facts) know beside the region, found when it is asked for.
pub(crate) struct Around<'p> {
    /// Zones that the unit writes outside of the region.
    pub written: LazyCell<BTreeSet<ZoneId>, Box<dyn FnOnce() -> BTreeSet<ZoneId> + 'p>>,
    /// Whether the call of a statement writes the same elements of a zone each time.
    pub writes_alike: Box<dyn Fn(StmtId, ZoneId) -> bool + 'p>,
    /// Whether the call of a statement reads of a zone only elements that it has written itself.
    pub reads_its_own: Box<dyn Fn(StmtId, ZoneId) -> bool + 'p>,
}

/// An access at a moment: the first `shared` loops are in the same iteration as those of the other access.
pub(crate) struct Moment<'a> {
    pub stmt: StmtId,
    pub loops: &'a [StmtId],
    pub shared: usize,
    pub moment: u8,
}

impl Moment<'_> {
    pub fn counter(&self, level: usize) -> Term {
        Term::Counter(self.loops[level], if level < self.shared { 0 } else { self.moment })
    }
}

impl<'p> LoopDependence<'p> {
    /// Looks at a loop (`None`: the whole body) of a unit. Calls are opaque unless `calls` knows what they do.
    pub fn new(
        program: &'p Program,
        zones: &'p Zones,
        unit: UnitId,
        root: Option<StmtId>,
        calls: CallEffects,
    ) -> LoopDependence<'p> {
        let region = Region::new(program, zones, unit, root, calls);
        let outer = root.map_or(Vec::new(), |r| outer_loops(program, unit, r));
        let mut once = Vec::new();
        for a in region.accesses.iter().filter(|a| a.is_write && a.whole) {
            let Some(Expr { kind: ExprKind::Var(s), .. }) = a.reference else { continue };
            let alone = region.accesses.iter().filter(|b| b.is_write && b.shares(a));
            if alone.count() == 1 {
                once.push((*s, a.stmt));
            }
        }
        LoopDependence { region, values: RefCell::default(), outer, once, around: None }
    }

    /// With what is known of the rest of the program.
    pub(crate) fn with(mut self, around: Around<'p>) -> LoopDependence<'p> {
        self.around = Some(around);
        self
    }

    pub(crate) fn around(&self) -> Option<&Around<'p>> {
        self.around.as_ref()
    }

    /// All accesses in program order.
    pub fn accesses(&self) -> &[Access<'p>] {
        &self.region.accesses
    }

    pub(crate) fn counted(&self, stmt: StmtId) -> Option<&'p Do> {
        self.region.program.units[self.region.unit].stmts[stmt].kind.as_do()
    }

    /// An integer expression as a polynomial, at a moment.
    pub(crate) fn affine(&self, e: &Expr, at: &Moment, depth: u32) -> Option<Affine> {
        let program = self.region.program;
        if let Some(value) = fold::integer(program, e) {
            return Some(Affine::constant(value.into()));
        }
        match &e.kind {
            ExprKind::Var(s) => {
                let level = at.loops.iter().rposition(|l| self.counted(*l).is_some_and(|d| d.var == *s));
                let ty = program.symbol_type(*s)?;
                if ty.rank() != 0 || ty.class() != Some(ScalarClass::Integer) || matches!(ty, Type::Pointer { .. }) {
                    return None;
                }
                if let Some(level) = level {
                    return Some(Affine::term(at.counter(level)));
                }
                if self.is_unchanged(e) {
                    return Some(Affine::term(Term::Symbol(*s)));
                }
                // An integer that is assigned once, before: what was assigned.
                if depth == 0 {
                    return None;
                }
                let (rhs, there) = self.assigned_before(*s, at)?;
                self.affine(rhs, &there, depth - 1)
            }
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => self.affine(x, at, depth),
            ExprKind::Unary(UnaryOp::Neg, x) => Affine::default().plus(&self.affine(x, at, depth)?, -1),
            ExprKind::Cast(ty, x) if ty.scalar().is_some_and(|s| s.class == ScalarClass::Integer && s.bytes >= 4) => {
                match typing::type_of(program, x).class() {
                    Some(ScalarClass::Integer) => self.affine(x, at, depth),
                    _ => None,
                }
            }
            ExprKind::Binary(BinaryOp::Add, a, b) => self.affine(a, at, depth)?.plus(&self.affine(b, at, depth)?, 1),
            ExprKind::Binary(BinaryOp::Sub, a, b) => self.affine(a, at, depth)?.plus(&self.affine(b, at, depth)?, -1),
            ExprKind::Binary(BinaryOp::Mul, a, b) => self.affine(a, at, depth)?.times(&self.affine(b, at, depth)?),
            _ => self.value(e),
        }
    }

    /// Whether nothing in the region writes what an expression reads, and it calls nothing.
    fn is_unchanged(&self, e: &Expr) -> bool {
        let mut ok = true;
        e.walk(&mut |x| {
            ok &= !matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. });
            if x.is_reference() {
                let r = self.region.zones.of_ref(self.region.program, x);
                ok &= r.zones.iter().chain(&r.addresses).all(|z| !self.region.written.contains(z));
            }
        });
        ok
    }

    /// The value of any other scalar integer expression that the region does not change.
    fn value(&self, e: &Expr) -> Option<Affine> {
        let ty = typing::type_of(self.region.program, e);
        let is_integer = matches!(&ty, Type::Scalar(s) if s.class == ScalarClass::Integer);
        if !is_integer || self.region.has_effects || !self.is_unchanged(e) {
            return None;
        }
        let mut values = self.values.borrow_mut();
        let k = values.iter().position(|v| v == e).unwrap_or_else(|| {
            values.push(e.clone());
            values.len() - 1
        });
        Some(Affine::term(Term::Value(k as u32)))
    }

    /// The bounds of the loops from `level` on.
    pub(crate) fn bounds(&self, system: &mut System, at: &Moment, level: usize, fresh: &mut u32) {
        for k in level..at.loops.len() {
            let Some(d) = self.counted(at.loops[k]) else { continue };
            let counter = Affine::term(at.counter(k));
            let outer = Moment { stmt: at.loops[k], loops: &at.loops[..k], shared: at.shared, moment: at.moment };
            let from = self.affine(&d.from, &outer, 4);
            let Some(step) = self.step(d) else { continue };
            let sign = i128::from(step.signum());
            // Above the least of some values nothing is, nor below the greatest.
            for (bound, sign, all) in [
                (&d.from, sign, if sign > 0 { "max" } else { "min" }),
                (&d.to, -sign, if sign > 0 { "min" } else { "max" }),
            ] {
                for e in self.limits(bound, all, &outer, 4) {
                    if let Some(e) = counter.plus(&e, -1).and_then(|e| times(&e, sign)) {
                        system.at_least_zero(&e);
                    }
                }
            }
            if step.abs() > 1
                && let Some(from) = &from
            {
                *fresh += 1;
                let turn = Affine::term(Term::Free(*fresh));
                if let Some(e) = counter.plus(from, -1).and_then(|e| e.plus(&turn, -i128::from(step))) {
                    system.zero(&e);
                    system.at_least_zero(&turn);
                }
            }
        }
    }

    /// What an integer is not above (`all`: `min`), or not below (`max`): itself, or all of which it is the least or the greatest one.
    fn limits(&self, e: &Expr, all: &str, at: &Moment, depth: u32) -> Vec<Affine> {
        let itself = || self.affine(e, at, depth).into_iter().collect();
        let shifted = |list: &Expr, by: &Expr, sign: i128| -> Vec<Affine> {
            let by = self.affine(by, at, depth);
            let list = self.limits(list, all, at, depth).into_iter();
            by.map_or_else(Vec::new, |by| list.filter_map(|e| e.plus(&by, sign)).collect())
        };
        match &e.kind {
            ExprKind::Intrinsic(f, args) if f.name() == all => {
                args.iter().flat_map(|a| self.limits(&a.value, all, at, depth)).collect()
            }
            ExprKind::Cond { test, yes, no } if extreme(test, yes, no) == Some(all) => {
                [yes, no].into_iter().flat_map(|x| self.limits(x, all, at, depth)).collect()
            }
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => self.limits(x, all, at, depth),
            ExprKind::Binary(BinaryOp::Add, a, b) if b.as_int().is_some() => shifted(a, b, 1),
            ExprKind::Binary(BinaryOp::Add, a, b) => [shifted(a, b, 1), shifted(b, a, 1)].concat(),
            ExprKind::Binary(BinaryOp::Sub, a, b) => shifted(a, b, -1),
            ExprKind::Var(s)
                if depth > 0
                    && !self.is_unchanged(e)
                    && !at.loops.iter().any(|l| self.counted(*l).is_some_and(|d| d.var == *s)) =>
            {
                match self.assigned_before(*s, at) {
                    Some((rhs, there)) => self.limits(rhs, all, &there, depth - 1),
                    None => itself(),
                }
            }
            _ => itself(),
        }
    }

    /// What an integer is assigned that is assigned once, before a moment; and when.
    fn assigned_before<'m>(&self, s: SymbolId, at: &Moment<'m>) -> Option<(&'p Expr, Moment<'m>)> {
        let (_, def) = self.once.iter().find(|o| o.0 == s)?;
        if !self.region.dominates(*def, at.stmt) {
            return None;
        }
        let StmtKind::Assign { rhs, .. } = &self.region.program.units[self.region.unit].stmts[*def].kind else {
            return None;
        };
        let loops = self.region.places.get(def)?.loops.len();
        Some((rhs, Moment { stmt: *def, loops: &at.loops[..loops], shared: at.shared, moment: at.moment }))
    }

    /// The bounds of the loops around the region, where they are made of what never changes and of counters further out.
    pub(crate) fn outer_bounds(&self, system: &mut System) {
        let program = self.region.program;
        let none = |stmt| Moment { stmt, loops: &[], shared: 0, moment: 0 };
        for (k, l) in self.outer.iter().enumerate() {
            let Some(d) = self.counted(*l) else { continue };
            let is_outer = |s: SymbolId| self.outer[..k].iter().any(|o| self.counted(*o).is_some_and(|d| d.var == s));
            let stable = |s: SymbolId| is_outer(s) || self.region.zones.is_stable(program, s);
            let counter = self.affine(&Expr::var(d.var), &none(*l), 0);
            let (Some(counter), Some(step)) = (counter, self.step(d)) else { continue };
            for (bound, sign) in [(&d.from, 1), (&d.to, -1)] {
                if !il::consts::is_stable(program, bound, &stable) {
                    continue;
                }
                let distance = self.affine(bound, &none(*l), 0).and_then(|b| counter.plus(&b, -1));
                if let Some(e) = distance.and_then(|e| times(&e, sign * i128::from(step.signum()))) {
                    system.at_least_zero(&e);
                }
            }
        }
    }

    pub(crate) fn step(&self, d: &Do) -> Option<i64> {
        match &d.step {
            None => Some(1),
            Some(s) => fold::integer(self.region.program, s).filter(|s| *s != 0),
        }
    }

    /// Whether both may touch the same element, the first `shared` loops being in the same iteration and, if `later`, the next loop of the second
    /// access in a later one.
    fn meet(&self, a: &Access, b: &Access, shared: usize, later: bool) -> bool {
        if !a.shares(b) {
            return false;
        }
        let signs: Vec<i64> = match later.then(|| self.counted(a.loops[shared])) {
            Some(Some(d)) => self.step(d).map_or(vec![1, -1], |s| vec![s.signum()]),
            _ => vec![0],
        };
        signs.into_iter().any(|sign| {
            let mut system = System::default();
            let mut fresh = 0;
            let first = Moment { stmt: a.stmt, loops: &a.loops, shared, moment: 0 };
            let second = Moment { stmt: b.stmt, loops: &b.loops, shared, moment: 1 };
            self.outer_bounds(&mut system);
            self.bounds(&mut system, &first, 0, &mut fresh);
            self.bounds(&mut system, &second, shared, &mut fresh);
            if sign != 0 {
                let (i, j) = (Affine::term(first.counter(shared)), Affine::term(second.counter(shared)));
                let behind = j.plus(&i, -1).and_then(|e| times(&e, sign.into()));
                if let Some(e) = behind.and_then(|e| e.plus(&Affine::constant(1), -1)) {
                    system.at_least_zero(&e);
                }
            }
            self.same_element(&mut system, (a, &first), (b, &second), &mut fresh);
            system.is_possible()
        })
    }

    /// Adds that two references are the same element, as far as that can be said.
    fn same_element(&self, s: &mut System, a: (&Access, &Moment), b: (&Access, &Moment), fresh: &mut u32) {
        if !is_fixed(&self.region, a.0) || !is_fixed(&self.region, b.0) {
            return;
        }
        let (Some((x, p)), Some((y, q))) = (a.0.reference.and_then(path), b.0.reference.and_then(path)) else { return };
        if x != y {
            return;
        }
        for (p, q) in p.iter().zip(&q) {
            match (p, q) {
                (Part::Field(f), Part::Field(g)) if f == g => {}
                (Part::Through, Part::Through) => {}
                (Part::Index(i), Part::Index(j)) => {
                    let (Some(i), Some(j)) = (self.subscript(s, i, a.1, fresh), self.subscript(s, j, b.1, fresh))
                    else {
                        continue;
                    };
                    equate(s, &i, &j, 3);
                }
                _ => return,
            }
        }
    }

    /// The value of a subscript; a section is some value between its ends.
    pub(crate) fn subscript(&self, s: &mut System, sub: &Subscript, at: &Moment, fresh: &mut u32) -> Option<Affine> {
        match sub {
            Subscript::At(e) => self.affine(e, at, 4),
            Subscript::Range { lo, hi, step } => {
                if step.as_ref().is_some_and(|s| fold::integer(self.region.program, s).is_none_or(|s| s < 1)) {
                    return None;
                }
                *fresh += 1;
                let some = Affine::term(Term::Free(*fresh));
                if let Some(e) = lo.as_ref().and_then(|e| self.affine(e, at, 4)).and_then(|l| some.plus(&l, -1)) {
                    s.at_least_zero(&e);
                }
                if let Some(e) = hi.as_ref().and_then(|e| self.affine(e, at, 4)).and_then(|h| h.plus(&some, -1)) {
                    s.at_least_zero(&e);
                }
                Some(some)
            }
        }
    }

    /// Whether two accesses may touch the same element, their iterations of the loop being as `when` says.
    pub fn may_meet(&self, a: &Access, b: &Access, when: When) -> bool {
        if self.region.has_jumps || self.region.root.is_none() {
            return a.shares(b);
        }
        // What the loop statement itself does (its bounds) happens once, before all iterations.
        if a.loops.is_empty() || b.loops.is_empty() {
            return false;
        }
        match when {
            When::Same => self.meet(a, b, 1, false),
            When::Later => self.meet(a, b, 0, true),
            When::Different => self.meet(a, b, 0, true) || self.meet(b, a, 0, true),
        }
    }

    /// Whether the element that `used` touches may be overwritten by `write` afterwards, within the region.
    pub fn may_be_overwritten(&self, used: &Access, write: &Access) -> bool {
        if self.region.has_jumps {
            return used.shares(write);
        }
        let common = used.loops.iter().zip(&write.loops).take_while(|(a, b)| a == b).count();
        (0..common).any(|level| self.meet(used, write, level, true))
            || (write.rank > used.rank && self.meet(used, write, common, false))
    }

    /// The same for all references of `reader` to zones of `reference`, and all writes of the statement `writer`.
    pub fn may_statement_overwrite(&self, reader: StmtId, reference: &Expr, writer: StmtId) -> bool {
        let uses = self.accesses().iter().filter(|a| a.stmt == reader && !a.is_write);
        let mut found = uses.filter(|a| a.reference.is_none_or(|r| r == reference)).peekable();
        if found.peek().is_none() {
            return true;
        }
        found.any(|u| {
            let mut writes = self.accesses().iter().filter(|w| w.stmt == writer && w.is_write);
            writes.any(|w| self.may_be_overwritten(u, w))
        })
    }

    /// Whether no element is touched by this access in two different iterations of the loop.
    pub fn is_injective(&self, a: &Access) -> bool {
        a.reference.is_some() && !self.region.has_jumps && !self.may_meet(a, a, When::Different)
    }

    /// Pairs of accesses, one of them a write, that may touch the same element in different iterations, except those of `spared` zones.
    pub fn carried(&self, spared: &BTreeSet<ZoneId>) -> Vec<Carried> {
        let mut out = Vec::new();
        let all = self.accesses();
        for (from, a) in all.iter().enumerate() {
            for (to, b) in all.iter().enumerate() {
                if !(a.is_write || b.is_write) || a.zones.iter().all(|z| spared.contains(z)) {
                    continue;
                }
                if self.may_meet(a, b, When::Later) {
                    out.push(Carried { from, to });
                }
            }
        }
        out
    }

    /// Whether the iterations may run in any order, each with its own copy of what is [privatisable](Self::private): the condition of `II-LOOP`.
    pub fn is_independent(&self) -> bool {
        self.is_loop() && !self.has_side_effects() && self.carried(&self.private()).is_empty()
    }

    /// The same but for [pure reductions](Self::reductions).
    pub fn is_independent_but_reductions(&self) -> bool {
        let mut spared = self.private();
        spared.extend(self.reductions());
        self.is_loop() && !self.has_side_effects() && self.carried(&spared).is_empty()
    }

    /// Whether the region is a counted loop without jumps.
    pub fn is_loop(&self) -> bool {
        self.region.root.is_some_and(|l| self.counted(l).is_some()) && !self.region.has_jumps
    }

    /// Files, allocation, leaving early, calls that nobody knows.
    fn has_side_effects(&self) -> bool {
        self.region.has_effects || self.leaves_early()
    }

    /// Whether an iteration may end the loop, the unit or the program. (Leaving or continuing a loop inside, or the turn, does not; we do not tell them apart.)
    pub fn leaves_early(&self) -> bool {
        self.region.has_exits || self.region.has_stops
    }

    /// Zones of variables that the loop only adds to: all that happens to them is `s = s + e` or `s = s - e`, where `e` does not read them.
    pub fn reductions(&self) -> BTreeSet<ZoneId> {
        self.zones_where(|_, accesses| {
            accesses.iter().any(|a| a.is_write)
                && accesses.iter().all(|a| {
                    let own = accesses.iter().filter(|b| b.stmt == a.stmt).count();
                    own == 2 && self.is_increment(a.stmt)
                })
        })
    }

    /// Whether a statement is `x = x + e`, `x = e + x` or `x = x - e`, whatever `e` is.
    pub fn is_increment(&self, stmt: StmtId) -> bool {
        is_increment(&self.region.program.units[self.region.unit].stmts[stmt].kind)
    }

    /// Zones all accesses to which satisfy a test.
    pub(crate) fn zones_where(&self, test: impl Fn(ZoneId, &[&Access]) -> bool) -> BTreeSet<ZoneId> {
        if self.region.has_jumps {
            return BTreeSet::new();
        }
        let inside = || self.accesses().iter().filter(|a| !a.loops.is_empty());
        let zones: BTreeSet<ZoneId> = self.accesses().iter().flat_map(|a| a.zones.iter().copied()).collect();
        let of = |z: ZoneId| -> Vec<&Access> { inside().filter(|a| a.zones.contains(&z)).collect() };
        zones.into_iter().filter(|z| test(*z, &of(*z))).collect()
    }
}

/// Whether a statement is `x = x + e`, `x = e + x` or `x = x - e`, whatever `e` is.
pub fn is_increment(kind: &StmtKind) -> bool {
    fn has(e: &Expr, lhs: &Expr) -> bool {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Add, a, b) => has(a, lhs) || has(b, lhs),
            ExprKind::Binary(BinaryOp::Sub, a, _) => has(a, lhs),
            _ => e == lhs,
        }
    }
    kind.as_assign().is_some_and(|(lhs, rhs)| rhs != lhs && has(rhs, lhs))
}

/// The loops around a statement, the outermost first.
fn outer_loops(program: &Program, unit: UnitId, stmt: StmtId) -> Vec<StmtId> {
    fn find(body: &il::Unit, block: &[StmtId], stmt: StmtId, loops: &mut Vec<StmtId>) -> bool {
        block.iter().any(|s| {
            let kind = &body.stmts[*s].kind;
            let is_loop = matches!(kind, StmtKind::Do(_));
            if is_loop && *s != stmt {
                loops.push(*s);
            }
            let found = *s == stmt || kind.blocks().into_iter().any(|b| find(body, b, stmt, loops));
            if is_loop && !found {
                loops.pop();
            }
            found
        })
    }
    let (body, mut loops) = (&program.units[unit], Vec::new());
    find(body, &body.body, stmt, &mut loops);
    loops
}

fn times(e: &Affine, factor: i128) -> Option<Affine> {
    Affine::default().plus(e, factor)
}

/// Adds `i = j`, taken apart at the strides of linearised subscripts where the rests are surely smaller than the stride.
fn equate(s: &mut System, i: &Affine, j: &Affine, depth: u32) {
    if let Some(e) = i.plus(j, -1) {
        s.zero(&e);
    }
    if depth == 0 {
        return;
    }
    let is_between = |s: &System, e: &Affine, low: i128, extent: &Affine| {
        let bottom = Affine::constant(low);
        let above = e.plus(&bottom, -1);
        let below =
            extent.plus(&bottom, 1).and_then(|top| top.plus(e, -1)).and_then(|x| x.plus(&Affine::constant(1), -1));
        above.is_some_and(|x| s.implies(&x)) && below.is_some_and(|x| s.implies(&x))
    };
    let mut ways: Vec<(Affine, (Affine, Affine), (Affine, Affine))> = Vec::new();
    for t in i.strides().into_iter().chain(j.strides()) {
        ways.push((Affine::term(t), i.split(t), j.split(t)));
    }
    let mut constants: Vec<i128> = i.terms().chain(j.terms()).filter(|t| !t.0.is_empty()).map(|t| t.1.abs()).collect();
    constants.sort();
    constants.dedup();
    for c in constants.into_iter().filter(|c| *c > 1) {
        ways.push((Affine::constant(c), i.split_by(c), j.split_by(c)));
    }
    for (extent, (qi, ri), (qj, rj)) in ways {
        let trivial = ri == *i || rj == *j;
        if !trivial && [0, 1].iter().any(|low| is_between(s, &ri, *low, &extent) && is_between(s, &rj, *low, &extent)) {
            equate(s, &qi, &qj, depth - 1);
            equate(s, &ri, &rj, depth - 1);
            return;
        }
    }
}
