//! What happens first to a variable: it is read, or it is set as a whole.

use std::collections::BTreeSet;

use il::calls::with_dummies;
use il::stmt::{Block, Do, If};
use il::{Expr, ExprKind, Intent, Parallel, Program, StmtId, StmtKind, Subscript, SymbolId, UnitId};

/// What happens first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum First {
    /// It may be read.
    Read,
    /// It is set on all ways.
    Set,
    /// Neither is sure.
    Neither,
}

/// A choice by one test, and what is done where it holds and where it does not.
fn two_ways(kind: &StmtKind) -> Option<(&Expr, [Option<&Block>; 2])> {
    let StmtKind::If(If { arms, otherwise, .. }) = kind else { return None };
    let [arm] = arms.as_slice() else { return None };
    Some((&arm.test, [Some(&arm.body), otherwise.as_ref()]))
}

/// The statements of one procedure.
#[derive(Clone, Copy)]
pub struct Order<'p> {
    pub p: &'p Program,
    pub unit: UnitId,
    /// What is put on the tape counts as read.
    pub with_tape: bool,
    /// It is the body of a procedure that is called: who returns before it sets what it should leaves it as it was.
    pub called: bool,
    /// What is released is read: it may hold what a later loop needs. Else it has no value that anybody asks for.
    pub with_storage: bool,
    /// How deep calls are looked into.
    pub depth: u32,
    /// Loops of which something is known that does not stand in them yet.
    pub known: &'p [(StmtId, Parallel)],
}

impl Order<'_> {
    /// Whether a variable is private to the iterations of a loop, which run again from their beginning, or are the original's: what it holds in front of the
    /// loop is nobody's.
    fn is_anew(&self, id: StmtId, d: &Do, s: SymbolId) -> bool {
        let said = self.known.iter().find(|k| k.0 == id).map(|k| &k.1);
        said.or(d.parallel.as_deref().filter(|said| said.runs_again)).is_some_and(|said| said.private.contains(&s))
    }

    /// What a block does first.
    pub fn block(&self, block: &[StmtId], s: SymbolId) -> First {
        // Tests of choices that have set it where they hold, and where they do not: the same test later finds it set there.
        let mut known: Vec<(&Expr, [bool; 2])> = Vec::new();
        // Bounds of loops each turn of which sets it: another loop between them, in whatever direction, finds it set.
        let mut counted: Vec<(&Expr, &Expr)> = Vec::new();
        // Elements that constants name: all of them are the array.
        let mut elements: BTreeSet<i64> = BTreeSet::new();
        for id in block {
            let kind = &self.p.units[self.unit].stmts[*id].kind;
            if let StmtKind::Do(d) = kind
                && d.step.as_ref().is_none_or(|e| matches!(e.as_int(), Some(1 | -1)))
                && !self.is_anew(*id, d, s)
                && d.var != s
                && !d.from.mentions(s)
                && !d.to.mentions(s)
            {
                let down = d.step.as_ref().is_some_and(|e| e.as_int() == Some(-1));
                let ends = if down { (&d.to, &d.from) } else { (&d.from, &d.to) };
                let same = |a: &Expr, b: &Expr| a == b || il::fold::sub(a, b).as_int() == Some(0);
                if !counted.iter().any(|(a, b)| same(a, ends.0) && same(b, ends.1)) {
                    match self.block(&d.body, s) {
                        First::Read => return First::Read,
                        First::Set if !self.jumps(&d.body) => counted.push(ends),
                        First::Set | First::Neither => {}
                    }
                }
                self.forget(&mut known, *id);
                self.forget_bounds(&mut counted, *id);
                continue;
            }
            if let Some(place) = self.constant_element(kind, s) {
                elements.insert(place);
                if self.elements(s) == Some(elements.len() as u64) {
                    return First::Set;
                }
                continue;
            }
            self.forget_bounds(&mut counted, *id);
            let Some((test, ways)) = two_ways(kind) else {
                match self.statement(*id, s) {
                    First::Neither => self.forget(&mut known, *id),
                    sure => return sure,
                }
                continue;
            };
            if test.mentions(s) {
                return First::Read;
            }
            let set = known.iter().find(|(t, _)| *t == test).map_or([false; 2], |k| k.1);
            let found = [0, 1].map(|k| match (set[k], ways[k]) {
                (true, _) => First::Set,
                (false, Some(block)) => self.block(block, s),
                (false, None) => First::Neither,
            });
            if found.contains(&First::Read) {
                return First::Read;
            }
            let set = found.map(|f| f == First::Set);
            if set == [true; 2] {
                return First::Set;
            }
            known.push((test, set));
            self.forget(&mut known, *id);
        }
        First::Neither
    }

    /// The element of a row that a statement sets, by a constant, to what is not made of the row.
    fn constant_element(&self, kind: &StmtKind, s: SymbolId) -> Option<i64> {
        let StmtKind::Assign { lhs: Expr { kind: ExprKind::Index { base, subs }, .. }, rhs } = kind else {
            return None;
        };
        let [Subscript::At(at)] = subs.as_slice() else { return None };
        let own = matches!(base.kind, ExprKind::Var(x) if x == s) && !rhs.mentions(s) && !rhs.has_call();
        at.as_int().filter(|_| own)
    }

    /// How many elements an array has, where that is constant.
    fn elements(&self, s: SymbolId) -> Option<u64> {
        let ty = self.p.symbol_type(s)?;
        il::consts::elements(self.p, ty)
    }

    fn jumps(&self, block: &[StmtId]) -> bool {
        self.p.units[self.unit].any(block, &mut |_, s| matches!(s.kind, il::jump!()) || s.kind.jumps_to_labels())
    }

    fn forget_bounds(&self, counted: &mut Vec<(&Expr, &Expr)>, id: StmtId) {
        if !counted.is_empty() {
            let changed = il::stores::names(self.p, self.unit, &[id]);
            counted.retain(|(a, b)| changed.iter().all(|s| !a.mentions(*s) && !b.mentions(*s)));
        }
    }

    /// Leaves out what is known by tests whose values a statement may change.
    fn forget(&self, known: &mut Vec<(&Expr, [bool; 2])>, id: StmtId) {
        if !known.is_empty() {
            let changed = il::stores::names(self.p, self.unit, &[id]);
            known.retain(|(test, _)| !test.has_call() && changed.iter().all(|s| !test.mentions(*s)));
        }
    }

    /// Whether the value that a variable has behind a statement may be read.
    pub fn is_read_behind(&self, stmt: StmtId, s: SymbolId) -> bool {
        self.behind(&self.p.units[self.unit].body, stmt, s).is_some_and(|f| f == First::Read)
    }

    /// The same, among the statements of a block.
    pub fn is_read_behind_in(&self, block: &[StmtId], stmt: StmtId, s: SymbolId) -> bool {
        self.behind(block, stmt, s).is_some_and(|f| f == First::Read)
    }

    /// The same, where what outlives the procedure is read behind it.
    pub fn may_be_asked_behind(&self, stmt: StmtId, s: SymbolId) -> bool {
        let local = self.p.variable(s).is_some_and(|v| v.storage == il::Storage::Local && !v.saved);
        match self.behind(&self.p.units[self.unit].body, stmt, s) {
            Some(First::Read) => true,
            Some(First::Set) => false,
            Some(First::Neither) | None => !local && !self.p.variable(s).is_some_and(|v| v.by_value),
        }
    }

    /// What comes first behind a statement of a block or inside it; `None` where it is not there.
    fn behind(&self, block: &[StmtId], stmt: StmtId, s: SymbolId) -> Option<First> {
        for (k, id) in block.iter().enumerate() {
            let kind = &self.p.units[self.unit].stmts[*id].kind;
            let found = if *id == stmt {
                Some(First::Neither)
            } else {
                kind.blocks().into_iter().find_map(|b| {
                    let inside = self.behind(b, stmt, s)?;
                    // The next turn begins at the top.
                    Some(if inside == First::Neither && kind.repeats() { self.block(b, s) } else { inside })
                })
            };
            match found {
                Some(First::Neither) => return Some(self.block(&block[k + 1..], s)),
                Some(f) => return Some(f),
                None => {}
            }
        }
        None
    }

    fn statement(&self, id: StmtId, s: SymbolId) -> First {
        let kind = &self.p.units[self.unit].stmts[id].kind;
        let reads = |e: &Expr| e.mentions(s);
        let if_read = |read: bool| if read { First::Read } else { First::Neither };
        match kind {
            StmtKind::Assign { lhs, rhs } if !matches!(rhs.kind, ExprKind::Call { .. }) => {
                if reads(rhs) || lhs.positions().into_iter().any(reads) {
                    return First::Read;
                }
                self.place(lhs, s)
            }
            StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => {
                if into.positions().into_iter().any(reads) { First::Read } else { self.place(into, s) }
            }
            StmtKind::If(If { arms, otherwise, .. }) => {
                // Tests are evaluated in turn: the first one surely.
                if arms.iter().any(|a| reads(&a.test)) {
                    return First::Read;
                }
                self.choice(arms.iter().map(|a| &a.body).chain(otherwise), otherwise.is_some(), s)
            }
            StmtKind::Select { selector, cases, .. } => {
                if kind.any_expr(&mut |e| matches!(e.kind, ExprKind::Var(x) if x == s)) || reads(selector) {
                    return First::Read;
                }
                let all = cases.iter().any(|c| c.default) && cases.iter().all(|c| !c.falls_through);
                self.choice(cases.iter().map(|c| &c.body), all, s)
            }
            StmtKind::Do(d) => {
                if reads(&d.from) || reads(&d.to) || d.step.as_ref().is_some_and(reads) {
                    return First::Read;
                }
                if self.is_anew(id, d, s) {
                    return First::Neither;
                }
                if d.var == s {
                    return First::Set;
                }
                if_read(self.block(&d.body, s) == First::Read)
            }
            StmtKind::Until { body, test, .. } => match self.block(body, s) {
                First::Neither => if_read(reads(test)),
                sure => sure,
            },
            StmtKind::Scope { body, .. } => self.block(body, s),
            StmtKind::Return(_) => if_read(self.called || kind.mentions(s)),
            StmtKind::Save { value, .. } => if_read(match self.with_tape {
                true => reads(value),
                false => value.positions().into_iter().any(reads),
            }),
            StmtKind::Declare(symbols) if symbols.contains(&s) => First::Set,
            StmtKind::Declare(_) => First::Neither,
            StmtKind::Call { .. } | StmtKind::Assign { .. } => self.call(kind, s),
            StmtKind::Deallocate { objects, .. } if !self.with_storage && objects.contains(&Expr::var(s)) => First::Set,
            StmtKind::Allocate { objects, options }
                if !self.with_storage && options.is_empty() && objects.iter().any(|o| o.object == Expr::var(s)) =>
            {
                First::Set
            }
            il::storage!()
            | StmtKind::While { .. }
            | StmtKind::Loop { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Where { .. }
            | il::jump!()
            | il::labels!()
            | StmtKind::Stop { .. }
            | StmtKind::Nop
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | StmtKind::SaveControl { .. } => {
                let inside = kind.blocks().into_iter().any(|b| self.block(b, s) == First::Read);
                if_read(inside || kind.mentions(s))
            }
        }
    }

    fn place(&self, place: &Expr, s: SymbolId) -> First {
        match place.kind {
            ExprKind::Var(x) if x == s => First::Set,
            ExprKind::Deref(ref p) if self.called && matches!(p.kind, ExprKind::Var(x) if x == s) => First::Set,
            _ => First::Neither,
        }
    }

    fn choice<'b>(&self, blocks: impl Iterator<Item = &'b Block>, all: bool, s: SymbolId) -> First {
        let found: Vec<First> = blocks.map(|b| self.block(b, s)).collect();
        if found.contains(&First::Read) {
            First::Read
        } else if all && found.iter().all(|f| *f == First::Set) {
            First::Set
        } else {
            First::Neither
        }
    }

    /// A call reads what it is given, unless its dummy is INTENT(OUT), or its body sets it first.
    fn call(&self, kind: &StmtKind, s: SymbolId) -> First {
        let Some((callee, args, target)) = kind.call() else {
            return if kind.mentions(s) { First::Read } else { First::Neither };
        };
        let mut first = target.map_or(First::Neither, |t| self.place(t, s));
        for (dummy, value) in with_dummies(self.p, self.p.callee(callee), args) {
            if !value.mentions(s) {
                continue;
            }
            let intent = dummy.and_then(|d| self.p.variable(d)).and_then(|v| v.intent);
            let out = intent == Some(Intent::Out) || dummy.is_some_and(|d| self.sets(callee, d));
            let is_address = matches!(&value.kind, ExprKind::Address(x) if matches!(x.kind, ExprKind::Var(_)));
            if !out || value.positions().into_iter().any(|e| e.mentions(s)) || !value.is_reference() && !is_address {
                return First::Read;
            }
            if matches!(value.kind, ExprKind::Var(_)) || is_address {
                first = First::Set;
            }
        }
        first
    }

    /// Whether the body of a procedure sets a scalar dummy, in C what it leads to, before it reads it, on all ways.
    fn sets(&self, callee: SymbolId, dummy: SymbolId) -> bool {
        let Some(unit) = il::calls::definition(self.p, callee).filter(|_| self.depth > 0) else { return false };
        let Some(v) = self.p.variable(dummy) else { return false };
        let u = &self.p.units[unit];
        let inside = Order { unit, depth: self.depth - 1, called: true, ..*self };
        let one = match u.language.passes_values() {
            false => v.ty.rank() == 0 && !v.by_value,
            true => matches!(&v.ty, il::Type::Pointer { to, .. } if matches!(**to, il::Type::Scalar(_))),
        };
        one && !inside.jumps(&u.body) && inside.block(&u.body, dummy) == First::Set
    }
}
