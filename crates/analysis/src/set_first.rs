//! Arrays that outlive calls and keep nothing between them: what a call reads of them it has set itself.
//!
//! ```text
//! static double work[100];
//! for (int i = 0; i < n; i++) work[i] = sin(x[i]);        sets 0 … n - 1
//! for (int i = n - 1; i >= 0; i--) s += work[i]*c[i];     reads 0 … n - 1
//! ```
//!
//! To [in-out](crate::in_out) arrays are atoms, and most of such an array is never set. Here one array is followed element by element in the order in
//! which a call runs: each statement leaves boxes of elements that have been set ([`filled`](crate::filled)), each reading is asked for in them. A loop
//! leaves what its turns set, and a turn finds what the turns before it have set. Functions that get the array, or name it, are followed where they
//! are called. An array that is handed on otherwise, or a jump, ends it: the answer is no. In Fortran whatever is not an element ends it, too.

use std::collections::{BTreeMap, BTreeSet};

use il::expr::{Arg, BinaryOp, Expr, ExprKind, Subscript, UnaryOp};
use il::stmt::{Block, Do, StmtKind};
use il::types::Upper;
use il::typing::type_of;
use il::zones::ZoneId;
use il::{Language, Program, ScalarClass, StmtId, Storage, SymbolId, Type, UnitId, fold};

use crate::affine::{Affine, Term};
use crate::facts::Facts;
use crate::filled::{Filled, Known, any_term, not_negative, points};

/// Statements that are followed before it is given up: turns of nested loops are looked at twice.
const MOST_STATEMENTS: usize = 200_000;

/// Whether calls of the heads read of a variable only what they have set. Where one procedure alone names it, whether each call of that one does.
pub fn set_first(facts: &Facts, heads: &[UnitId], symbol: SymbolId) -> bool {
    let p = facts.program();
    let Some(v) = p.variable(symbol) else { return false };
    let zones = facts.zones().of_symbol(symbol);
    let (&[zone], Type::Scalar(_)) = (zones.as_slice(), v.ty.element()) else { return false };
    let is_fortran = p.home(symbol).is_some_and(|u| p.units[u].language == Language::Fortran);
    if is_fortran && !is_elementwise(p, symbol) {
        return false;
    }
    if v.pointer || v.target || facts.zones().is_pointed_at(zone) || facts.zones().is_overlaid(symbol) {
        return false;
    }
    let names = |u: &il::Unit| u.mentions(&u.body, symbol);
    let mut concerned: BTreeSet<UnitId> =
        p.units.iter().filter(|(_, u)| u.is_procedure() && names(u)).map(|(id, _)| id).collect();
    let mut starts = heads.to_vec();
    if concerned.len() == 1 {
        starts = concerned.iter().copied().collect();
        concerned.clear();
    }
    let mut todo: Vec<UnitId> = concerned.iter().copied().collect();
    while let Some(unit) = todo.pop() {
        todo.extend(facts.calls().callers(unit).iter().filter(|c| concerned.insert(**c)));
    }
    if concerned.iter().any(|u| is_handed_on(p, *u)) {
        return false;
    }
    let extent = |upper: &Upper| match upper {
        // Where arrays of Fortran begin is not asked.
        _ if is_fortran => None,
        Upper::At(n) => fold::integer(p, n).map(i128::from),
        Upper::Assumed | Upper::Deferred => None,
    };
    let mut walk = Walk {
        facts,
        symbol,
        zone,
        extents: v.ty.dimensions().iter().map(|d| extent(&d.upper)).collect(),
        concerned,
        values: Vec::new(),
        aliases: BTreeMap::new(),
        units: Vec::new(),
        loops: Vec::new(),
        returns: Vec::new(),
        tries: 0,
        left: MOST_STATEMENTS,
        fails: false,
        is_fortran,
        followed: false,
    };
    starts.iter().all(|start| {
        walk.procedure(*start, Known::default());
        !walk.fails
    })
}

/// Whether a procedure is handed on by its name: others may call it.
fn is_handed_on(p: &Program, unit: UnitId) -> bool {
    let Some(symbol) = p.units[unit].symbol else { return false };
    let in_text = p.units.iter().any(|(_, u)| {
        u.any(&u.body, &mut |_, s| s.kind.any_expr(&mut |x| matches!(x.kind, ExprKind::Var(f) if f == symbol)))
    });
    in_text || p.symbols.ids().any(|s| p.variable(s).and_then(|v| v.init.as_ref()).is_some_and(|e| e.mentions(symbol)))
}

/// Whether statements name nothing but elements of an array of Fortran, and give none of them to a procedure; its lower bounds are not negative.
fn is_elementwise(p: &Program, symbol: SymbolId) -> bool {
    let dims = p.variable(symbol).map_or_else(Vec::new, |v| v.ty.dimensions());
    let begins = |d: &il::Dim| d.lower.as_ref().is_none_or(|l| fold::integer(p, l).is_some_and(|l| l >= 0));
    let is_whole = |e: &Expr| match &e.kind {
        ExprKind::Index { base, subs } if base.kind == ExprKind::Var(symbol) => {
            !subs.iter().all(|s| matches!(s, Subscript::At(i) if type_of(p, i).scalar().is_some()))
        }
        _ => false,
    };
    let mut fine = dims.iter().all(|d| begins(d));
    for (_, u) in p.units.iter() {
        u.walk(&u.body, &mut |_, s| {
            let (mut named, mut elements) = (0usize, 0usize);
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    named += usize::from(x.kind == ExprKind::Var(symbol));
                    elements += usize::from(
                        matches!(&x.kind, ExprKind::Index { base, .. } if base.kind == ExprKind::Var(symbol)),
                    );
                    fine &= !is_whole(x);
                    if let ExprKind::Call { args, .. } = &x.kind {
                        fine &= args.iter().all(|a| a.value.root() != Some(symbol));
                    }
                });
            });
            fine &= dims.is_empty() || named == elements;
            if let StmtKind::Call { args, .. } = &s.kind {
                fine &= args.iter().all(|a| a.value.root() != Some(symbol));
            }
        });
    }
    fine
}

/// How a dummy argument stands for the array: its first index continues these.
#[derive(Clone)]
struct Alias {
    prefix: Vec<Affine>,
    offset: Affine,
}

struct Walk<'a> {
    facts: &'a Facts<'a>,
    symbol: SymbolId,
    zone: ZoneId,
    extents: Vec<Option<i128>>,
    /// Procedures that name the array or call one that does, where there are several.
    concerned: BTreeSet<UnitId>,
    /// What [`Term::Value`] stands for.
    values: Vec<Expr>,
    aliases: BTreeMap<SymbolId, Alias>,
    /// Those that are followed, the innermost last.
    units: Vec<UnitId>,
    /// What is known where the turns of the loops around go on early.
    loops: Vec<Turns>,
    returns: Vec<Known>,
    /// Readings are not asked for: a loop's turn is looked at for what it sets.
    tries: usize,
    left: usize,
    fails: bool,
    is_fortran: bool,
    /// The last call was followed.
    followed: bool,
}

#[derive(Default)]
struct Turns {
    cycles: Vec<Known>,
    is_left: bool,
}

/// What may be the case behind several ways.
fn any_of(ways: impl IntoIterator<Item = Known>) -> Option<Known> {
    ways.into_iter().reduce(Known::either)
}

impl<'a> Walk<'a> {
    fn p(&self) -> &'a Program {
        self.facts.program()
    }

    fn unit(&self) -> UnitId {
        *self.units.last().expect("one is followed")
    }

    /// A call of a procedure: what is known where it returns.
    fn procedure(&mut self, unit: UnitId, known: Known) -> Option<Known> {
        let u = &self.p().units[unit];
        if u.has_errors || self.units.contains(&unit) {
            self.fails = true;
            return None;
        }
        self.units.push(unit);
        let (loops, returns) = (std::mem::take(&mut self.loops), std::mem::take(&mut self.returns));
        let end = self.block(&u.body, Some(known));
        let returned = std::mem::replace(&mut self.returns, returns);
        self.loops = loops;
        self.units.pop();
        any_of(end.into_iter().chain(returned))
    }

    fn block(&mut self, block: &Block, mut known: Option<Known>) -> Option<Known> {
        for id in block {
            let Some(here) = known else { break };
            if self.fails {
                return None;
            }
            known = self.statement(*id, here);
        }
        known
    }

    fn statement(&mut self, id: StmtId, mut known: Known) -> Option<Known> {
        let unit = self.unit();
        let stmt = &self.p().units[unit].stmts[id];
        self.left = self.left.saturating_sub(1);
        self.fails |= self.left == 0 || stmt.kind.jumps_to_labels();
        match &stmt.kind {
            StmtKind::If(i) => {
                let mut ways = Vec::new();
                for arm in &i.arms {
                    known = self.reads(id, &arm.test, known);
                    let mut way = known.clone();
                    self.suppose(&mut way, &arm.test, true);
                    ways.extend(self.block(&arm.body, Some(way)));
                    self.suppose(&mut known, &arm.test, false);
                }
                ways.extend(match &i.otherwise {
                    Some(body) => self.block(body, Some(known)),
                    None => Some(known),
                });
                any_of(ways)
            }
            StmtKind::Select { selector, cases, .. } => {
                known = self.reads(id, selector, known);
                let mut ways = Vec::new();
                let mut above: Option<Known> = None;
                for case in cases {
                    let start = any_of(above.take().into_iter().chain([known.clone()]));
                    let end = self.block(&case.body, start);
                    match case.falls_through {
                        true => above = end,
                        false => ways.extend(end),
                    }
                }
                ways.extend(above);
                if !cases.iter().any(|c| c.default) {
                    ways.push(known);
                }
                any_of(ways)
            }
            StmtKind::Do(d) => Some(self.counted(id, d, known)),
            StmtKind::While { test, body, .. } | StmtKind::Until { body, test, .. } => {
                let first = matches!(stmt.kind, StmtKind::While { .. });
                self.turns(id, &mut known);
                let known = self.reads(id, test, known);
                let mut way = known.clone();
                if first {
                    self.suppose(&mut way, test, true);
                }
                self.turn(body, way);
                Some(known)
            }
            StmtKind::Loop { body, .. } => {
                self.turns(id, &mut known);
                self.turn(body, known.clone());
                Some(known)
            }
            StmtKind::Scope { body, .. } => self.block(body, Some(known)),
            StmtKind::Exit(name) | StmtKind::Cycle(name) => {
                match self.loops.last_mut().filter(|_| name.is_none()) {
                    Some(around) if matches!(stmt.kind, StmtKind::Exit(_)) => around.is_left = true,
                    Some(around) => around.cycles.push(known),
                    None => self.fails = true,
                }
                None
            }
            StmtKind::Return(value) => {
                if let Some(value) = value {
                    known = self.reads(id, value, known);
                }
                self.returns.push(known);
                None
            }
            StmtKind::Stop { .. } => None,
            StmtKind::Declare(_) | StmtKind::Nop => Some(known),
            StmtKind::Assign { lhs, rhs } => Some(self.assigns(id, lhs, rhs, known)),
            StmtKind::Call { callee, args, .. } => {
                self.changes(id, &mut known);
                self.followed = false;
                let mut known = self.call(id, *callee, args, known, true);
                if self.followed && self.is_fortran {
                    // What was said of variables that both know was changed on the way, and no argument is one of them.
                    let shared = |p: &Program, s: SymbolId| p.variable(s).is_some_and(|v| v.storage == Storage::Global);
                    let gone = self.written(id);
                    let p = self.p();
                    known.forget(&|t| match t {
                        Term::Symbol(s) => !shared(p, s) && self.is_among(t, &gone),
                        _ => self.is_among(t, &gone),
                    });
                } else {
                    self.changes(id, &mut known);
                }
                Some(known)
            }
            kind => {
                let u = &self.p().units[unit];
                let mut named = false;
                u.walk(&[id], &mut |_, s| s.kind.exprs(&mut |e| named |= self.names(e)));
                self.fails |= named || !kind.blocks().is_empty();
                self.changes(id, &mut known);
                Some(known)
            }
        }
    }

    fn assigns(&mut self, id: StmtId, lhs: &Expr, rhs: &Expr, mut known: Known) -> Known {
        let place = self.element(lhs);
        let value = self.affine(rhs);
        known = match &rhs.kind {
            ExprKind::Call { callee, args } => {
                self.changes(id, &mut known);
                self.call(id, *callee, args, known, true)
            }
            _ => self.reads(id, rhs, known),
        };
        match &place {
            Some(_) => {
                for position in lhs.spine().flat_map(Expr::positions) {
                    known = self.reads(id, position, known);
                }
            }
            None if matches!(lhs.kind, ExprKind::Var(s) if s == self.symbol || self.aliases.contains_key(&s)) => {
                self.fails = true;
            }
            None => lhs.children(&mut |e| self.reads_quietly(id, e, &known)),
        }
        if let ExprKind::Var(s) = lhs.kind
            && let Some(value) = &value
            && self.is_counter(s)
        {
            let own = Term::Symbol(s);
            if value.coefficient_of(own) == Some(1) {
                // `k = k + 1`: what was said of k is said of k - 1.
                let before = Affine::term(own).plus(&Affine::term(own), 1).and_then(|both| both.plus(value, -1));
                if let Some(before) = before.filter(|b| b.coefficient_of(own) == Some(1)) {
                    known.filled = known.filled.iter().filter_map(|f| f.with(own, &before)).collect();
                    known.facts = known.facts.iter().filter_map(|f| f.with(own, &before)).collect();
                    let gone = self.written(id);
                    known.forget(&|t| t != own && self.is_among(t, &gone));
                    return known;
                }
            }
            self.changes(id, &mut known);
            if !value.mentions(own) {
                self.are_equal(&mut known, &Affine::term(own), value);
            }
            return known;
        }
        let filled: Vec<Filled> = match place {
            Some(at) => at.map(|at| points(at).into_iter().map(Filled::of).collect()).unwrap_or_default(),
            None => Vec::new(),
        };
        filled.into_iter().for_each(|f| known.fill(f));
        self.changes(id, &mut known);
        known
    }

    /// A counted loop.
    fn counted(&mut self, id: StmtId, d: &Do, mut known: Known) -> Known {
        for e in [Some(&d.from), Some(&d.to), d.step.as_ref()].into_iter().flatten() {
            known = self.reads(id, e, known);
        }
        let own = Term::Symbol(d.var);
        let step = d.step.as_ref().map_or(Some(1), |s| fold::integer(self.p(), s)).filter(|s| *s != 0);
        let ends = step.and_then(|step| {
            let (from, to) = (self.affine(&d.from)?, self.affine(&d.to)?);
            Some(if step > 0 { (from, to) } else { (to, from) })
        });
        let gone = self.written(id);
        let is_gone = |this: &Self, t: Term| t == own || this.is_among(t, &gone);
        known.forget(&|t| is_gone(self, t));
        let ends = ends.filter(|(least, greatest)| {
            ![least, greatest].iter().any(|e| any_term(e, &|t| is_gone(self, t))) && self.is_counter(d.var)
        });
        let Some((least, greatest)) = ends else {
            self.turn(&d.body, known.clone());
            return known;
        };
        let var = Affine::term(own);
        let mut start = known.clone();
        start.facts.extend(var.plus(&least, -1));
        start.facts.extend(greatest.plus(&var, -1));
        let each = step.is_some_and(|s| s.abs() == 1);
        let of_turns = |this: &Self, end: &Known, least: &Affine, greatest: &Affine| -> Vec<Filled> {
            let others = |t: Term| t != own && is_gone(this, t);
            let kept = end.filled.iter().filter(|f| !f.mentions(&others));
            kept.filter_map(|f| f.over(own, least, greatest, each)).collect()
        };
        self.tries += 1;
        let (end, _) = self.turn(&d.body, start.clone());
        self.tries -= 1;
        let one = Affine::constant(1);
        let earlier = match step.is_some_and(|s| s > 0) {
            true => var.plus(&one, -1).map(|before| (least.clone(), before)),
            false => var.plus(&one, 1).map(|before| (before, greatest.clone())),
        };
        if let (Some(end), Some((a, b))) = (&end, earlier) {
            of_turns(self, end, &a, &b).into_iter().for_each(|f| start.fill(f));
        }
        let (end, is_left) = self.turn(&d.body, start);
        if let Some(end) = end.filter(|_| !is_left) {
            let some = greatest.plus(&least, -1).is_some_and(|n| {
                let facts: Vec<&Affine> = known.facts.iter().collect();
                not_negative(&n, &facts)
            });
            let after = of_turns(self, &end, &least, &greatest);
            let always = end.filled.iter().filter(|f| some && !f.mentions(&|t| is_gone(self, t))).cloned();
            after.into_iter().chain(always).for_each(|f| known.fill(f));
        }
        known.forget(&|t| is_gone(self, t));
        known
    }

    /// A turn of a loop: what is known at its end, and whether it may leave the loop.
    fn turn(&mut self, body: &Block, known: Known) -> (Option<Known>, bool) {
        self.loops.push(Turns::default());
        let end = self.block(body, Some(known));
        let turns = self.loops.pop().unwrap_or_default();
        (any_of(end.into_iter().chain(turns.cycles)), turns.is_left)
    }

    /// What holds at the beginning of all turns.
    fn turns(&self, id: StmtId, known: &mut Known) {
        let gone = self.written(id);
        known.forget(&|t| self.is_among(t, &gone));
    }

    /// What a statement changes is not what was said of it.
    fn changes(&self, id: StmtId, known: &mut Known) {
        self.turns(id, known);
        if self.units.len() == 1
            && self.facts.kills(self.unit(), id).contains(self.zone)
            && let Some(extents) = self.extents.iter().copied().collect::<Option<Vec<i128>>>()
        {
            known.fill(Filled::whole(&extents));
        }
    }

    fn written(&self, id: StmtId) -> BTreeSet<ZoneId> {
        let mut out: BTreeSet<ZoneId> = self.facts.writes(self.unit(), id).iter().collect();
        let u = &self.p().units[self.unit()];
        u.walk(&[id], &mut |_, s| {
            if let StmtKind::Do(d) = &s.kind {
                out.extend(self.facts.zones().of_symbol(d.var));
            }
        });
        out
    }

    /// Whether a term's value is made of such zones.
    fn is_among(&self, t: Term, zones: &BTreeSet<ZoneId>) -> bool {
        let of = self.facts.zones();
        match t {
            Term::Symbol(s) => of.of_symbol(s).iter().any(|z| zones.contains(z)),
            Term::Value(k) => {
                let mut found = false;
                self.values[k as usize].walk(&mut |e| {
                    let there = || of.of_ref(self.p(), e).zones.iter().any(|z| zones.contains(z));
                    found |= e.is_reference() && there();
                });
                found
            }
            Term::Counter(..) | Term::Free(_) => false,
        }
    }

    /// What a value reads. Behind it, all indices in it were within their bounds.
    fn reads(&mut self, id: StmtId, e: &Expr, mut known: Known) -> Known {
        self.bounded(e, &mut known);
        self.reads_quietly(id, e, &known);
        known
    }

    /// Adds what is known of the indices of the elements that an expression surely reads.
    fn bounded(&mut self, e: &Expr, known: &mut Known) {
        if let Some(Some(at)) = self.element(e) {
            for f in self.inside(e, &at) {
                let facts: Vec<&Affine> = known.facts.iter().collect();
                if !not_negative(&f, &facts) {
                    known.facts.push(f);
                }
            }
        }
        match &e.kind {
            ExprKind::Cond { test, .. } => self.bounded(test, known),
            ExprKind::Binary(BinaryOp::And | BinaryOp::Or, l, _) => self.bounded(l, known),
            _ => e.children(&mut |x| self.bounded(x, known)),
        }
    }

    fn reads_quietly(&mut self, id: StmtId, e: &Expr, known: &Known) {
        if let Some(at) = self.element(e) {
            let fine = self.tries > 0 || at.is_some_and(|at| known.has(&at, &self.inside(e, &at)));
            self.fails |= !fine;
            e.spine().flat_map(Expr::positions).for_each(|i| self.reads_quietly(id, i, known));
            return;
        }
        match &e.kind {
            ExprKind::Var(s) => self.fails |= *s == self.symbol || self.aliases.contains_key(s),
            ExprKind::Call { callee, args } => drop(self.call(id, *callee, args, known.clone(), false)),
            ExprKind::Opaque { .. } => self.fails |= self.names(e),
            _ => e.children(&mut |x| self.reads_quietly(id, x, known)),
        }
    }

    /// What is known of the indices of an element: they are within their bounds.
    fn inside(&self, e: &Expr, at: &[Affine]) -> Vec<Affine> {
        if at.len() > 1 && e.root() != Some(self.symbol) {
            return Vec::new();
        }
        let upper = at.iter().zip(&self.extents).filter_map(|(at, n)| Affine::constant((*n)? - 1).plus(at, -1));
        at.iter().cloned().chain(upper).collect()
    }

    /// A call: what is known behind it. `alone`: nothing else of the statement is evaluated beside it.
    fn call(&mut self, id: StmtId, callee: SymbolId, args: &[Arg], known: Known, alone: bool) -> Known {
        let mut handed: Vec<(usize, Alias)> = Vec::new();
        for (k, a) in args.iter().enumerate() {
            match self.handed(&a.value) {
                Some(alias) => handed.push((k, alias)),
                None => self.reads_quietly(id, &a.value, &known),
            }
        }
        let Some(unit) = self.p().callee(callee) else {
            self.fails |= !handed.is_empty();
            return known;
        };
        if self.fails || handed.is_empty() && !self.concerned.contains(&unit) {
            return known;
        }
        let params = &self.p().units[unit].params;
        let outer = self.aliases.clone();
        for (k, alias) in handed {
            match params.get(k) {
                Some(dummy) => drop(self.aliases.insert(*dummy, alias)),
                None => self.fails = true,
            }
        }
        let gone = self.written(id);
        let first = self.values.len();
        let mut inner = known.clone();
        let mut bound: Vec<(SymbolId, Affine)> = Vec::new();
        for (dummy, a) in params.iter().zip(args) {
            let value = self.affine(&a.value).filter(|v| !any_term(v, &|t| self.is_among(t, &gone)));
            if let Some(value) = value.filter(|_| self.is_counter(*dummy)) {
                self.are_equal(&mut inner, &Affine::term(Term::Symbol(*dummy)), &value);
                bound.push((*dummy, value));
            }
        }
        let end = self.procedure(unit, inner);
        self.followed = true;
        self.aliases = outer;
        // Where it never returns, nothing behind it is run.
        let Some(mut end) = end.filter(|_| alone) else { return known };
        for (dummy, value) in bound {
            let own = Term::Symbol(dummy);
            let same = Affine::term(own).plus(&value, -1);
            if same.is_some_and(|same| end.facts.contains(&same)) {
                end.filled = end.filled.iter().filter_map(|f| f.with(own, &value)).collect();
                end.facts = end.facts.iter().filter_map(|f| f.with(own, &value)).collect();
            }
        }
        let p = self.p();
        end.forget(&|t| match t {
            Term::Symbol(s) => p.home(s) == Some(unit),
            Term::Value(k) => k as usize >= first,
            Term::Counter(..) | Term::Free(_) => false,
        });
        end
    }

    /// The array, or where it goes on from an element, as an argument.
    fn handed(&mut self, e: &Expr) -> Option<Alias> {
        let zero = Affine::default();
        match &e.kind {
            ExprKind::Var(s) if *s == self.symbol && !self.extents.is_empty() => {
                Some(Alias { prefix: Vec::new(), offset: zero })
            }
            ExprKind::Var(s) => self.aliases.get(s).cloned(),
            ExprKind::Cast(Type::Pointer { .. }, x) => self.handed(x).filter(|_| {
                let number = |ty: Type| match ty {
                    Type::Pointer { to, .. } => to.scalar().map(|s| (s.class, s.bytes)),
                    other => other.element().scalar().map(|s| (s.class, s.bytes)),
                };
                number(type_of(self.p(), e)) == number(type_of(self.p(), x))
            }),
            ExprKind::Binary(BinaryOp::Add, base, n) => {
                let alias = self.handed(base)?;
                let offset = alias.offset.plus(&self.affine(n)?, 1)?;
                Some(Alias { offset, ..alias })
            }
            ExprKind::Address(x) => {
                let mut at = self.element(x)??;
                let offset = at.pop()?;
                Some(Alias { prefix: at, offset })
            }
            // A row.
            ExprKind::Index { base, subs } if matches!(type_of(self.p(), e), Type::Array { .. }) => {
                let alias = self.handed(base)?;
                let mut prefix = alias.prefix;
                for (k, s) in subs.iter().enumerate() {
                    let Subscript::At(i) = s else { return None };
                    let i = self.affine(i)?;
                    prefix.push(if k == 0 { alias.offset.plus(&i, 1)? } else { i });
                }
                Some(Alias { prefix, offset: zero })
            }
            _ => None,
        }
    }

    /// The indices of an element of the array. `Some(None)`: it is one, but of indices of which nothing is known.
    #[allow(clippy::option_option)]
    fn element(&mut self, e: &Expr) -> Option<Option<Vec<Affine>>> {
        let (base, subs) = match &e.kind {
            ExprKind::Deref(x) => (&**x, Vec::new()),
            ExprKind::Var(s) if *s == self.symbol && self.extents.is_empty() => return Some(Some(Vec::new())),
            _ => crate::coverage::subscripts(e)?,
        };
        let ExprKind::Var(s) = base.kind else { return None };
        let alias = match self.aliases.get(&s) {
            Some(alias) => alias.clone(),
            None if s == self.symbol => Alias { prefix: Vec::new(), offset: Affine::default() },
            None => return None,
        };
        if alias.prefix.len() + subs.len().max(1) != self.extents.len() {
            return None;
        }
        let mut at = alias.prefix;
        if subs.is_empty() {
            at.push(alias.offset);
            return Some(Some(at));
        }
        for (k, s) in subs.into_iter().enumerate() {
            let Subscript::At(i) = s else { return None };
            let Some(i) = self.affine(i) else { return Some(None) };
            match if k == 0 { alias.offset.plus(&i, 1) } else { Some(i) } {
                Some(i) => at.push(i),
                None => return Some(None),
            }
        }
        Some(Some(at))
    }

    /// An integer as a polynomial; what is not understood is a value of its own.
    fn affine(&mut self, e: &Expr) -> Option<Affine> {
        let p = self.p();
        if let Some(n) = fold::integer(p, e) {
            return Some(Affine::constant(n.into()));
        }
        let integer = |e: &Expr| type_of(p, e).scalar().filter(|s| s.class == ScalarClass::Integer).map(|s| s.bytes);
        let bytes = integer(e)?;
        match &e.kind {
            ExprKind::Var(s) if self.is_counter(*s) => Some(Affine::term(Term::Symbol(*s))),
            ExprKind::Unary(UnaryOp::Neg, x) => Affine::default().plus(&self.affine(x)?, -1),
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Paren, x) => self.affine(x),
            ExprKind::Cast(_, x) if integer(x).is_some_and(|of| of <= bytes) => self.affine(x),
            ExprKind::Binary(BinaryOp::Add, l, r) => self.affine(l)?.plus(&self.affine(r)?, 1),
            ExprKind::Binary(BinaryOp::Sub, l, r) => self.affine(l)?.plus(&self.affine(r)?, -1),
            ExprKind::Binary(BinaryOp::Mul, l, r) => self.affine(l)?.times(&self.affine(r)?),
            _ => {
                let mut pure = true;
                e.walk(&mut |x| pure &= !matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. }));
                let known = self.values.iter().position(|v| v == e);
                let at = known.unwrap_or(self.values.len());
                if known.is_none() {
                    self.values.push(e.clone());
                }
                pure.then(|| Affine::term(Term::Value(at as u32)))
            }
        }
    }

    /// Whether a symbol is a variable that holds one integer.
    fn is_counter(&self, s: SymbolId) -> bool {
        let v = self.p().variable(s);
        v.is_some_and(|v| matches!(&v.ty, Type::Scalar(t) if t.class == ScalarClass::Integer) && !v.pointer)
    }

    fn are_equal(&self, known: &mut Known, a: &Affine, b: &Affine) {
        known.facts.extend(a.plus(b, -1));
        known.facts.extend(b.plus(a, -1));
    }

    /// What a test says where it holds, or where it does not.
    fn suppose(&mut self, known: &mut Known, test: &Expr, holds: bool) {
        use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or};
        let (op, l, r) = match &test.bare().kind {
            ExprKind::Unary(UnaryOp::Not, x) => return self.suppose(known, x, !holds),
            ExprKind::Binary(op, l, r) => (*op, l, r),
            _ => return,
        };
        if matches!((op, holds), (And, true) | (Or, false)) {
            self.suppose(known, l, holds);
            return self.suppose(known, r, holds);
        }
        if !op.is_comparison() {
            return;
        }
        let (Some(l), Some(r)) = (self.affine(l), self.affine(r)) else { return };
        let less = |a: &Affine, b: &Affine, by: i128| b.plus(a, -1).and_then(|d| d.plus(&Affine::constant(by), -1));
        match (op, holds) {
            (Lt, true) | (Ge, false) => known.facts.extend(less(&l, &r, 1)),
            (Le, true) | (Gt, false) => known.facts.extend(less(&l, &r, 0)),
            (Gt, true) | (Le, false) => known.facts.extend(less(&r, &l, 1)),
            (Ge, true) | (Lt, false) => known.facts.extend(less(&r, &l, 0)),
            (Eq, true) | (Ne, false) => self.are_equal(known, &l, &r),
            (Ne, true) | (Eq, false) => {
                for (a, b) in [(&l, &r), (&r, &l)] {
                    let facts: Vec<&Affine> = known.facts.iter().collect();
                    if less(a, b, 0).is_some_and(|d| not_negative(&d, &facts)) {
                        known.facts.extend(less(a, b, 1));
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether an expression names the array or one that stands for it.
    fn names(&self, e: &Expr) -> bool {
        let mut found = e.mentions(self.symbol);
        e.walk(&mut |x| found |= matches!(&x.kind, ExprKind::Var(s) if self.aliases.contains_key(s)));
        found
    }
}
