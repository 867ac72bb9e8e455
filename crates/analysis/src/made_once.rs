//! What a first call sets up and later ones only read: a flag and the tables behind it.
//!
//! ```text
//! if (.not. ready) then      ! the flag: starts from one constant, every assignment gives it the same other one
//!   call fill(table)         ! the tables: written only where the flag had its first value …
//!   ready = .true.
//! end if
//! y = table(k)               ! … and read elsewhere only where it has the second
//! ```
//!
//! A run of the derivative may meet the first call anywhere in its forward sweep. Whatever it runs again finds the flag set, leaves the tables alone,
//! and reads what they hold since: the values that the original read there. So neither the flag nor the tables need be put back for any
//! adjoint: to TBR (RR-7957 §5.2) nothing overwrites them.
//!
//! The phase of a point, forward, over the flow graphs of all units that the heads reach: the flag has its first value (`BEFORE`), was set since
//! (`FIRST`), or had been set when the region that its test guards was passed or left out (`LATER`). Edges of tests that the flag's value decides
//! let only their phases pass; `flag = …` makes `FIRST` of `BEFORE`. With `f_u` what a unit makes of `BEFORE`,
//!
//! ```text
//! phase(entry of a head) = {BEFORE, LATER}        phase(entry of u) = ∪ phase(calls of u)        phase(after a call of u) = f_u(phase(before))
//! ```
//!
//! A point is *guarded* when its phases are without `LATER`. The rule asks that
//!
//! - guarded points write the tables, and locals that no other point may read from there: nothing else that outlives them;
//! - no other point writes a table, and none that `BEFORE` reaches reads one;
//! - an integer flag that others may give a third value (`OTHER`, as `LATER` below) is tested against the first two and set where it has not the third;
//! - tests decide by the flag's second value alone, and what they guard goes on where they go on without it: a first call skips nothing;
//! - no table is active: its derivative would belong to the first call.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use il::decl::DeclKind;
use il::expr::{BinaryOp, Expr, ExprKind, Item, UnaryOp};
use il::flow::{BlockId, Decision, Flow, Part};
use il::stmt::StmtKind;
use il::zones::{ZoneId, language_of};
use il::{Id, Language, Program, ScalarClass, Storage, SymbolId, Type, UnitId};
use petgraph::visit::EdgeRef;

use crate::effects::{Step, UnitEffects};
use crate::facts::Facts;
use crate::in_out;
use crate::sets::Bits;

/// Sets of phases.
type Phases = u8;
const BEFORE: Phases = 1;
const FIRST: Phases = 2;
const LATER: Phases = 4;
const OTHER: Phases = 8;
/// Of points that are not guarded.
const ANY: Phases = LATER | OTHER;

/// Flags and the tables that are made once behind them. Without activity analysis, active ones too: they must be put back.
pub fn made_once(facts: &Facts) -> BTreeSet<ZoneId> {
    let reached: BTreeSet<UnitId> = facts.calls().reached(&facts.heads()).into_iter().collect();
    let units: Vec<UnitId> = facts.calls().bottom_up().filter(|u| reached.contains(u)).collect();
    let mut out = BTreeSet::new();
    for flag in flags(facts, &units) {
        let concerned = concerned(facts, &units, flag.symbol);
        let (through, entries) = (BTreeMap::new(), BTreeMap::new());
        let mut search = Search { facts, flag, units: &units, concerned, through, entries };
        out.extend(search.tables().into_iter().flatten());
    }
    out
}

/// A variable with two values.
struct Flag {
    symbol: SymbolId,
    zone: ZoneId,
    /// The value that it starts from.
    start: i64,
    /// The one value that is assigned to it.
    set: i64,
    /// Whether it may have a third one, that somebody else gives it.
    open: bool,
}

/// Scalars that start from a constant and to which all assignments give one other constant.
fn flags(facts: &Facts, units: &[UnitId]) -> Vec<Flag> {
    let p = facts.program();
    let mut values: BTreeMap<SymbolId, BTreeSet<Option<i64>>> = BTreeMap::new();
    for unit in units {
        let u = &p.units[*unit];
        u.walk(&u.body, &mut |_, s| {
            if let StmtKind::Assign { lhs, rhs } = &s.kind
                && let ExprKind::Var(v) = lhs.kind
            {
                values.entry(v).or_default().insert(constant(p, rhs, None));
            }
        });
    }
    let mut out = Vec::new();
    for (symbol, values) in values {
        let (Some(Some(set)), 1) = (values.first(), values.len()) else { continue };
        let Some(start) = first_value(p, symbol).filter(|start| start != set) else { continue };
        let &[zone] = facts.zones().of_symbol(symbol).as_slice() else { continue };
        let open = is_open(p, symbol, *set);
        out.push(Flag { symbol, zone, start, set: *set, open });
    }
    out
}

/// Units that mention a flag, and those that call them.
fn concerned(facts: &Facts, units: &[UnitId], flag: SymbolId) -> BTreeSet<UnitId> {
    let mut out = BTreeSet::new();
    for unit in units {
        let u = &facts.program().units[*unit];
        let mut mentions = false;
        u.walk(&u.body, &mut |_, s| s.kind.exprs(&mut |e| mentions |= e.mentions(flag)));
        if mentions {
            out.insert(*unit);
        }
    }
    let mut todo: Vec<UnitId> = out.iter().copied().collect();
    while let Some(unit) = todo.pop() {
        todo.extend(facts.calls().callers(unit).iter().filter(|c| out.insert(**c)));
    }
    out
}

/// What a variable that outlives calls holds when the program starts, where one constant says it.
fn first_value(p: &Program, symbol: SymbolId) -> Option<i64> {
    let v = p.variable(symbol)?;
    let class = |s: &il::Scalar| matches!(s.class, ScalarClass::Integer | ScalarClass::Logical);
    let plain = matches!(&v.ty, Type::Scalar(s) if class(s)) && !v.pointer && !v.allocatable && !v.target;
    let stays = v.storage == Storage::Global || v.storage == Storage::Local && v.saved;
    if !plain || !stays {
        return None;
    }
    if let Some(e) = &v.init {
        return constant(p, e, None);
    }
    let mut found = None;
    for d in p.home(symbol).iter().flat_map(|u| &p.units[*u].decls) {
        let DeclKind::Data(all) = &d.kind else { continue };
        for d in all {
            let own = |t: &Item| matches!(t, Item::Value(e) if e.kind == ExprKind::Var(symbol));
            let Some(at) = d.targets.iter().position(own) else { continue };
            // What stands before it must take one value each.
            let single = |t: &Item| matches!(t, Item::Value(e) if matches!(&e.kind, ExprKind::Var(s) if p.symbol_type(*s).is_some_and(|t| t.rank() == 0)));
            if d.targets[..=at].iter().all(single) && d.values.iter().take(at + 1).all(|(repeat, _)| repeat.is_none()) {
                found = d.values.get(at).and_then(|(_, value)| constant(p, value, None));
            }
        }
    }
    // C (6.7.9 p10): what is static and not initialised starts from zero.
    found.or((language_of(p, symbol) == Language::C && (v.saved || is_of_its_file(p, symbol))).then_some(0))
}

/// Whether something else than the assignments that the heads reach may give a flag a third value: it is no truth value, and in reach.
fn is_open(p: &Program, symbol: SymbolId, set: i64) -> bool {
    let logical = matches!(p.symbol_type(symbol), Some(Type::Scalar(s)) if s.class == ScalarClass::Logical);
    let Some(v) = p.variable(symbol).filter(|_| !logical) else { return !logical };
    let hidden = match p.home(symbol) {
        None => is_of_its_file(p, symbol),
        Some(home) => v.storage == Storage::Local || !il::access::is_public(p, home, &p.symbols[symbol].name),
    };
    let mut only = true;
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, s| match &s.kind {
            StmtKind::Assign { lhs, rhs } if lhs.kind == ExprKind::Var(symbol) => {
                only &= constant(p, rhs, None) == Some(set);
            }
            StmtKind::Assign { .. } | StmtKind::If(_) | StmtKind::While { .. } | StmtKind::Until { .. } => {}
            kind => kind.exprs(&mut |e| only &= !e.mentions(symbol)),
        });
    }
    !hidden || !only
}

/// C: whether a variable of a file is `static`, so that no other file gives it another value.
fn is_of_its_file(p: &Program, symbol: SymbolId) -> bool {
    let declares = |d: &il::Decl| match &d.kind {
        DeclKind::Variables { spelling, entities, .. } => {
            spelling.split_whitespace().any(|w| w == "static") && entities.iter().any(|e| e.symbol == symbol)
        }
        _ => false,
    };
    p.units.iter().any(|(_, u)| u.kind == il::UnitKind::File && u.decls.iter().any(declares))
}

/// What is known of the value of a flag.
#[derive(Clone, Copy)]
struct Known<'a> {
    flag: &'a Flag,
    value: Value,
}

#[derive(Clone, Copy, PartialEq)]
enum Value {
    /// That from which it starts.
    Start,
    /// That which is assigned.
    Set,
    /// None of these.
    Other,
}

impl Known<'_> {
    /// Whether the flag, on one side of an equation, has the value on the other.
    fn equals(&self, p: &Program, l: &Expr, r: &Expr) -> Option<bool> {
        let is_flag = |e: &Expr| e.bare().kind == ExprKind::Var(self.flag.symbol);
        let value = if is_flag(l) { constant(p, r, None)? } else { constant(p, l, None)? };
        let named = value == self.flag.start || value == self.flag.set;
        (self.value == Value::Other && (is_flag(l) || is_flag(r)) && named).then_some(false)
    }
}

/// The value of a test or a constant, given what is known of the flag. Logical values are 0 and 1.
fn constant(p: &Program, e: &Expr, known: Option<Known>) -> Option<i64> {
    let truth = |b: bool| Some(i64::from(b));
    match &e.kind {
        ExprKind::Logical(b) => truth(*b),
        ExprKind::Var(s) if known.is_some_and(|k| k.flag.symbol == *s) => known.and_then(|k| match k.value {
            Value::Start => Some(k.flag.start),
            Value::Set => Some(k.flag.set),
            Value::Other => None,
        }),
        ExprKind::Unary(UnaryOp::Paren, x) | ExprKind::Cast(_, x) => constant(p, x, known),
        ExprKind::Unary(UnaryOp::Not, x) => truth(constant(p, x, known)? == 0),
        ExprKind::Binary(op, l, r) => {
            let (a, b) = (constant(p, l, known), constant(p, r, known));
            match (op, a, b) {
                (BinaryOp::And, Some(0), _) | (BinaryOp::And, _, Some(0)) => truth(false),
                (BinaryOp::Or, Some(v), _) | (BinaryOp::Or, _, Some(v)) if v != 0 => truth(true),
                (BinaryOp::And, Some(a), Some(b)) => truth(a != 0 && b != 0),
                (BinaryOp::Or, Some(_), Some(_)) => truth(false),
                (BinaryOp::Eq | BinaryOp::Eqv, Some(a), Some(b)) => truth(a == b),
                (BinaryOp::Ne | BinaryOp::Neqv, Some(a), Some(b)) => truth(a != b),
                (BinaryOp::Lt, Some(a), Some(b)) => truth(a < b),
                (BinaryOp::Le, Some(a), Some(b)) => truth(a <= b),
                (BinaryOp::Gt, Some(a), Some(b)) => truth(a > b),
                (BinaryOp::Ge, Some(a), Some(b)) => truth(a >= b),
                (BinaryOp::Eq, ..) => known.and_then(|k| k.equals(p, l, r)).map(i64::from),
                (BinaryOp::Ne, ..) => known.and_then(|k| k.equals(p, l, r)).map(|same| i64::from(!same)),
                _ => il::fold::integer(p, e),
            }
        }
        _ => il::fold::integer(p, e),
    }
}

/// The phases at the gaps of a unit, by block index.
type Gaps = Vec<Vec<Phases>>;

struct Search<'a, 'p> {
    facts: &'a Facts<'p>,
    flag: Flag,
    /// All that the heads reach, callees before callers.
    units: &'a [UnitId],
    /// Those in which the phase may change.
    concerned: BTreeSet<UnitId>,
    /// What becomes of `BEFORE` in a unit.
    through: BTreeMap<UnitId, Phases>,
    entries: BTreeMap<UnitId, Phases>,
}

impl Search<'_, '_> {
    /// The flag and its tables, where the rule holds.
    fn tables(&mut self) -> Option<Vec<ZoneId>> {
        if !self.is_only_set() {
            return None;
        }
        self.solve();
        let gaps: BTreeMap<UnitId, Gaps> = self.units.iter().map(|u| (*u, self.phases(*u, self.entry(*u)))).collect();
        let mut tables = BTreeSet::new();
        for (unit, gaps) in &gaps {
            self.collect(*unit, gaps, &mut tables)?;
        }
        // A flag that guards nothing but itself may be anything.
        if tables.is_empty() || !gaps.iter().all(|(unit, gaps)| self.holds(*unit, gaps, &tables)) {
            return None;
        }
        tables.insert(self.flag.zone);
        // Where nobody asks what is active, everything is.
        let asked = self.facts.options().activity;
        let active = |u: &UnitId| self.facts.active_anywhere(*u).iter().any(|z| tables.contains(&z));
        (!asked || !self.units.iter().any(active)).then(|| tables.into_iter().collect())
    }

    fn entry(&self, unit: UnitId) -> Phases {
        self.entries.get(&unit).copied().unwrap_or(0)
    }

    /// Whether nothing but its own assignments writes the flag: no argument, no overlay, no list of READ.
    fn is_only_set(&self) -> bool {
        let p = self.facts.program();
        self.units.iter().all(|unit| {
            let e = self.facts.effects_of(*unit);
            let Some(flag) = e.universe.number(self.flag.zone) else { return true };
            points(e).all(|(block, index, steps)| {
                let kind = &p.units[*unit].stmts[e.flow.points(block)[index].stmt].kind;
                let own = matches!(kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(self.flag.symbol));
                steps.iter().all(|step| match step {
                    Step::Move(m) => own || !m.writes.iter().any(|w| w.to.contains(&flag)),
                    Step::Call(c) => !c.bindings.iter().any(|b| b.to.contains(&flag) || b.from.contains(&flag)),
                })
            })
        })
    }

    /// `f_u` bottom-up, then the phases on entry top-down.
    fn solve(&mut self) {
        let mut changed = true;
        while changed {
            changed = false;
            for unit in self.units {
                let gaps = self.phases(*unit, BEFORE);
                let at_exit = gaps[self.flow(*unit).exit.index()][0];
                changed |= self.through.insert(*unit, at_exit) != Some(at_exit);
            }
        }
        let p = self.facts.program();
        let add = |entries: &mut BTreeMap<UnitId, Phases>, unit: UnitId, phases: Phases| {
            let entry = entries.entry(unit).or_default();
            let grew = *entry | phases != *entry;
            *entry |= phases;
            grew
        };
        let other = self.other();
        for head in self.facts.heads() {
            add(&mut self.entries, head, BEFORE | LATER | other);
        }
        // What is handed on may be called from anywhere.
        for unit in self.units {
            let u = &p.units[*unit];
            u.walk(&u.body, &mut |_, s| {
                s.kind.exprs(&mut |e| {
                    e.walk(&mut |x| {
                        if let ExprKind::Var(s) = x.kind
                            && p.procedure(s).is_some()
                        {
                            for target in self.facts.calls().targets(p, s).units {
                                add(&mut self.entries, target, BEFORE | FIRST | LATER | other);
                            }
                        }
                    });
                });
            });
        }
        let mut changed = true;
        while changed {
            changed = false;
            for unit in self.units.iter().rev() {
                let gaps = self.phases(*unit, self.entry(*unit));
                for (block, index, steps) in points(self.facts.effects_of(*unit)) {
                    let mut state = gaps[block.index()][index];
                    for step in steps {
                        match step {
                            Step::Call(c) => changed |= add(&mut self.entries, c.callee, state),
                            Step::Move(m) => {
                                m.callbacks.iter().for_each(|c| changed |= add(&mut self.entries, c.unit, state));
                            }
                        }
                        state = self.after_step(step, state);
                    }
                }
            }
        }
    }

    fn flow(&self, unit: UnitId) -> &Flow {
        self.facts.flow(unit)
    }

    fn after_step(&self, step: &Step, state: Phases) -> Phases {
        match step {
            Step::Call(c) if state & BEFORE != 0 => {
                let through = self.through.get(&c.callee).copied().unwrap_or(0);
                let skipped = if c.maybe { BEFORE } else { 0 };
                state & !BEFORE | through | skipped
            }
            Step::Move(m) if state & BEFORE != 0 => {
                m.callbacks.iter().fold(state, |all, c| all | self.through.get(&c.unit).copied().unwrap_or(0))
            }
            _ => state,
        }
    }

    /// The phases at all gaps of a unit that is entered with some.
    fn phases(&self, unit: UnitId, entry: Phases) -> Gaps {
        let e = self.facts.effects_of(unit);
        let u = &self.facts.program().units[unit];
        let flow = &e.flow;
        let same = if self.concerned.contains(&unit) { 0 } else { entry };
        let mut gaps: Gaps = flow.graph.node_indices().map(|b| vec![same; flow.points(b).len() + 1]).collect();
        if same != 0 {
            return gaps;
        }
        gaps[flow.entry.index()][0] = entry;
        let mut todo = VecDeque::from([flow.entry]);
        while let Some(block) = todo.pop_front() {
            let mut state = gaps[block.index()][0];
            for (index, point) in flow.points(block).iter().enumerate() {
                state = e.steps[block.index()][index].iter().fold(state, |s, step| self.after_step(step, s));
                if self.sets_flag(&u.stmts[point.stmt].kind) && state & BEFORE != 0 {
                    state = state & !BEFORE | FIRST;
                }
                gaps[block.index()][index + 1] = state;
            }
            let [before, after, other] = [Value::Start, Value::Set, Value::Other].map(|v| self.decided(unit, block, v));
            for edge in flow.graph.edges(block) {
                let passes = |decided: Option<bool>| match edge.weight() {
                    Decision::True => decided != Some(false),
                    Decision::False => decided != Some(true),
                    _ => true,
                };
                let mut arriving = if passes(before) { state & BEFORE } else { 0 };
                arriving |= if passes(after) { state & (FIRST | LATER) } else { 0 };
                arriving |= if passes(other) { state & OTHER } else { 0 };
                let target = edge.target();
                let known = &mut gaps[target.index()][0];
                if *known | arriving != *known {
                    *known |= arriving;
                    todo.push_back(target);
                }
            }
        }
        gaps
    }

    fn other(&self) -> Phases {
        if self.flag.open { OTHER } else { 0 }
    }

    fn sets_flag(&self, kind: &StmtKind) -> bool {
        matches!(kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(self.flag.symbol))
    }

    /// How the test at the end of a block goes for a value of the flag.
    fn decided(&self, unit: UnitId, block: BlockId, value: Value) -> Option<bool> {
        let p = self.facts.program();
        let point = self.flow(unit).points(block).last()?;
        let Part::Test(k) = point.part else { return None };
        let test = match &p.units[unit].stmts[point.stmt].kind {
            StmtKind::If(i) => &i.arms.get(k)?.test,
            StmtKind::While { test, .. } | StmtKind::Until { test, .. } => test,
            _ => return None,
        };
        let known = Known { flag: &self.flag, value };
        test.mentions(self.flag.symbol).then(|| constant(p, test, Some(known)))?.map(|v| v != 0)
    }

    /// What guarded points of a unit write. `None`: something that they may not.
    fn collect(&self, unit: UnitId, gaps: &Gaps, tables: &mut BTreeSet<ZoneId>) -> Option<()> {
        let p = self.facts.program();
        let e = self.facts.effects_of(unit);
        let all = gaps.iter().flatten().all(|s| s & ANY == 0);
        for (block, index, steps) in points(e) {
            let state = gaps[block.index()][index];
            if state == 0 || state & ANY != 0 {
                continue;
            }
            let stmt = &p.units[unit].stmts[e.flow.points(block)[index].stmt].kind;
            let moves = matches!(
                stmt,
                StmtKind::Allocate { .. }
                    | StmtKind::Deallocate { .. }
                    | StmtKind::Nullify(_)
                    | StmtKind::PointerAssign { .. }
            );
            if moves {
                return None;
            }
            for step in steps {
                for z in self.written(e, step).iter().filter_map(|n| e.universe.zone(n)) {
                    let zone = self.facts.zones().zone(z);
                    let v = p.variable(zone.symbol)?;
                    let own = zone.owner == Some(unit);
                    let argument = matches!(v.storage, Storage::Dummy(_) | Storage::Result);
                    // Its callers see what it writes in its arguments; its other variables end with it.
                    if z == self.flag.zone || own && (all && argument || !zone.pointee && v.is_unsaved_local()) {
                        continue;
                    }
                    let stays = zone.owner.is_none() && !zone.pointee && !zone.address;
                    if !stays || v.pointer || v.allocatable || v.target {
                        return None;
                    }
                    tables.insert(z);
                }
            }
        }
        Some(())
    }

    fn written(&self, e: &UnitEffects, step: &Step) -> Bits {
        in_out::written(step, &e.universe, self.facts.in_out_summaries(), self.facts.universes())
    }

    /// Whether the points of a unit that are not guarded leave the tables alone, and ask for them and for the flag as the rule says.
    fn holds(&self, unit: UnitId, gaps: &Gaps, tables: &BTreeSet<ZoneId>) -> bool {
        let (p, e) = (self.facts.program(), self.facts.effects_of(unit));
        let numbers: Vec<u32> = tables.iter().filter_map(|z| e.universe.number(*z)).collect();
        let flag = e.universe.number(self.flag.zone);
        for (block, index, steps) in points(e) {
            let mut state = gaps[block.index()][index];
            if state & ANY == 0 {
                continue;
            }
            // A third value would be lost.
            if state & OTHER != 0 && self.sets_flag(&p.units[unit].stmts[e.flow.points(block)[index].stmt].kind) {
                return false;
            }
            let last = index + 1 == e.flow.points(block).len();
            let decides = last && self.decided(unit, block, Value::Set).is_some();
            let meets = |list: &[u32]| list.iter().any(|n| numbers.contains(n));
            let asks = |list: &[u32]| flag.is_some_and(|f| list.contains(&f));
            for step in steps {
                let (mut reads, mut writes, mut flagged) = (false, false, false);
                match step {
                    Step::Move(m) => {
                        reads |= meets(&m.reads);
                        writes |= m.writes.iter().any(|w| meets(&w.to));
                        flagged |= asks(&m.reads) && !decides;
                    }
                    Step::Call(c) => {
                        let there = &self.facts.in_out_summaries()[c.callee.index()];
                        reads |= meets(&c.reads);
                        flagged |= asks(&c.reads);
                        for b in &c.bindings {
                            reads |= there.read.has(b.formal) && meets(&b.from);
                            writes |= there.written.has(b.formal) && meets(&b.to);
                        }
                    }
                }
                if writes || flagged || reads && state & BEFORE != 0 {
                    return false;
                }
                state = self.after_step(step, state);
            }
            if last && decides && state & BEFORE != 0 && !self.comes_back(unit, block, gaps) {
                return false;
            }
        }
        self.is_forgotten(unit, gaps)
    }

    /// Whether what a test guards goes on where the test goes on without it.
    fn comes_back(&self, unit: UnitId, test: BlockId, gaps: &Gaps) -> bool {
        let e = self.facts.effects_of(unit);
        let stmts = &self.facts.program().units[unit].stmts;
        let Some(later) = self.decided(unit, test, Value::Set) else { return false };
        let side = |taken: bool| {
            let wanted = if taken { Decision::True } else { Decision::False };
            e.flow.graph.edges(test).find(|edge| *edge.weight() == wanted).map(|edge| edge.target())
        };
        let (Some(around), Some(into)) = (side(later), side(!later)) else { return false };
        // From `around` on, as far as nothing happens.
        let idle = |block: BlockId| {
            e.flow.points(block).iter().zip(&e.steps[block.index()]).all(|(point, steps)| {
                let jump = matches!(
                    stmts[point.stmt].kind,
                    StmtKind::Nop | StmtKind::Goto(_) | StmtKind::Return(None) | StmtKind::Exit(_) | StmtKind::Cycle(_)
                );
                jump && steps.is_empty()
            })
        };
        let mut chain = vec![around];
        while let Some(&block) = chain.last() {
            let mut next = e.flow.successors(block);
            match (next.next(), next.next()) {
                (Some(one), None) if idle(block) && !chain.contains(&one) => chain.push(one),
                _ => break,
            }
        }
        let mut seen = BTreeSet::new();
        let mut todo = vec![into];
        while let Some(block) = todo.pop() {
            if chain.contains(&block) || !seen.insert(block) {
                continue;
            }
            if gaps[block.index()][0] & ANY != 0 || block == e.flow.exit {
                return false;
            }
            todo.extend(e.flow.successors(block));
        }
        true
    }

    /// Whether no unguarded point of a unit may read what guarded ones have written in its locals.
    fn is_forgotten(&self, unit: UnitId, gaps: &Gaps) -> bool {
        let e = self.facts.effects_of(unit);
        let p = self.facts.program();
        let local = |n: &u32| {
            let zone = e.universe.zone(*n).map(|z| self.facts.zones().zone(z));
            zone.is_some_and(|z| {
                z.owner == Some(unit) && p.variable(z.symbol).is_some_and(il::Variable::is_unsaved_local)
            })
        };
        let mut arriving: Vec<Bits> = e.flow.graph.node_indices().map(|_| e.universe.none()).collect();
        let mut todo: VecDeque<BlockId> = e.flow.order.iter().copied().collect();
        while let Some(block) = todo.pop_front() {
            let mut held = arriving[block.index()].clone();
            for (index, steps) in e.steps[block.index()].iter().enumerate() {
                let state = gaps[block.index()][index];
                if state == 0 {
                    continue;
                }
                let guarded = state & ANY == 0;
                for step in steps {
                    let (all, units) = (self.facts.in_out_summaries(), self.facts.universes());
                    if guarded {
                        self.written(e, step).iter().filter(local).for_each(|n| held.add(n));
                        continue;
                    }
                    if in_out::read(step, &e.universe, all, units).meets(&held) {
                        return false;
                    }
                    held.subtract(&in_out::killed(step, &e.universe, all, units));
                }
            }
            for next in e.flow.successors(block) {
                if arriving[next.index()].union(&held) {
                    todo.push_back(next);
                }
            }
        }
        true
    }
}

/// The points of a unit and what they do.
fn points(e: &UnitEffects) -> impl Iterator<Item = (BlockId, usize, &[Step])> {
    e.flow.graph.node_indices().flat_map(move |block| {
        e.steps[block.index()].iter().enumerate().map(move |(index, steps)| (block, index, steps.as_slice()))
    })
}
