//! To-be-recorded element by element: whether some adjoint needs the old value of an element that a statement overwrites.
//!
//! For the overwriting reference `a(w)` and each reference `a(u)` whose value an adjoint reads: the old value is needed only if an instance `J` of the
//! use and a later (or the same) instance `J'` of the write have `u(J) = w(J')`. Subscripts and loop bounds that are linear in loop variables and in
//! integers that the procedure never changes give a system of inequalities ([`crate::adjoint::plan::positions`]) for each way in which `J` may come
//! before `J'`; when all are impossible, nothing is saved. What is not linear is left out of the system, which can only make it more possible; matrices that lie flat in memory
//! (`a[i*n + j]`) are taken apart in [`crate::adjoint::plan::flat`].
//!
//! What a statement overwrites itself it saves itself (its own use in the same instance always asks for it), and puts back before its adjoint:
//! `x(i) = x(i)**2` finds its old `x(i)` whatever stands there when the backward sweep comes to it. Such a use asks nothing of other statements.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use il::stmt::Do;
use il::typing::type_of;
use il::{BinaryOp, Expr, ExprKind, Program, ScalarClass, StmtId, StmtKind, Subscript, SymbolId, UnaryOp, UnitId};

use crate::adjoint::plan::access::{Access, Effect, Set};
use crate::adjoint::plan::moving;
use crate::adjoint::plan::shared_rows::SharedRows;
use crate::adjoint::plan::system::Linear;
use crate::adjoint::plan::tree::{NodeKind, Seq};
use crate::adjoint::plan::unknowns::{same, turn};

/// Where a simple statement stands.
#[derive(Clone, Debug)]
pub(super) struct Site {
    /// In textual order.
    pub(super) position: usize,
    /// The counted loops around it, from the outermost inwards; `None` when something else repeats it.
    pub(super) loops: Option<Vec<StmtId>>,
    /// Its sequence.
    seq: usize,
}

/// What the adjoint of a statement reads.
#[derive(Clone)]
pub(super) struct Use {
    pub(super) of: StmtId,
    pub(super) zones: Set,
    /// The expressions, when these are all there is to it.
    pub(super) values: Option<Vec<Expr>>,
    /// As the statement leaves it behind, not as it finds it.
    pub(super) after: bool,
    /// By a call: the expressions are all there is to what no other procedure knows by name.
    pub(super) call: bool,
    /// Those expressions that the statement overwrites and puts back itself, where it runs.
    pub(super) own: Vec<Expr>,
}

/// The sweep that is planned, as far as it is asked what nobody needs.
pub(crate) struct Sweep<'s> {
    /// Whether it runs an assignment or a call, and puts back what that overwrote from what it saved.
    pub(crate) runs: &'s dyn Fn(StmtId) -> bool,
    /// The adjoint of the statement itself is behind: who overwrites is a call that it runs again.
    pub(crate) behind: bool,
    /// Whether the value that the procedure found in an element has to be there again at its end: only who overwrites another one need not save it.
    pub(crate) found: bool,
}

/// The simple statements of a unit with what their adjoints read.
#[derive(Clone)]
pub(crate) struct Elements<'a> {
    program: &'a Program,
    pub(super) unit: UnitId,
    pub(super) sites: BTreeMap<StmtId, Site>,
    /// What each sequence is a part of.
    around: Vec<Option<usize>>,
    /// The assignments to each variable and its parts, in textual order.
    assigned: BTreeMap<SymbolId, Vec<StmtId>>,
    /// What the adjoints read.
    pub(super) uses: Vec<Use>,
    /// What keeps its value throughout.
    fixed: Fixed<'a>,
    /// C: what local pointers are another name for, wherever they are used.
    pub(crate) aliases: BTreeMap<SymbolId, &'a Expr>,
    /// C: pointers that lead to several places while the procedure runs.
    moving: Set,
    shared_rows: SharedRows,
    /// Integers that one assignment gives their values: these, in one turn of the loops around it.
    pub(crate) given: BTreeMap<SymbolId, (Expr, Vec<StmtId>)>,
    /// Of assignments: whether the elements that they set stand ([`super::standing`]).
    pub(super) standing: RefCell<BTreeMap<StmtId, bool>>,
    /// Least and greatest of several integers, in one turn of loops.
    pub(crate) choices: RefCell<Vec<(Expr, Vec<StmtId>)>>,
}

/// How it is known that nothing in the procedure changes an integer.
#[derive(Clone)]
enum Fixed<'a> {
    /// All that any statement writes.
    Written(Set, &'a il::zones::Zones),
    /// These it does not change.
    Only(BTreeSet<SymbolId>),
}

/// A reference taken apart: variable, components, subscripts.
pub(crate) type Parts = (SymbolId, Vec<(usize, usize)>, Vec<Subscript>);

impl<'a> Elements<'a> {
    /// Only where statements stand, and what they write.
    pub(crate) fn places(program: &'a Program, access: &Access<'a>, unit: UnitId, body: &Seq) -> Self {
        let aliases = access.values_of_aliases(unit);
        let fixed = Fixed::Only(BTreeSet::new());
        let mut out = Elements::empty(program, unit, fixed, aliases);
        out.collect(body, &Some(Vec::new()), None);
        let u = &program.units[unit];
        let mut written = Set::default();
        u.walk(&u.body, &mut |id, _| {
            written.union(&access.statement(unit, id).writes);
        });
        let once = |id| out.sites.get(&id).is_some_and(|site: &Site| site.loops.as_ref().is_some_and(Vec::is_empty));
        out.moving = moving::pointers(program, access, unit, &once, &|z| out.is_own(access, z));
        out.fixed = Fixed::Written(written, access.zones);
        out.find_given(access, body);
        out
    }

    /// Of a unit of the output, in which the integers `fixed` are not changed.
    pub(crate) fn of_output(program: &'a Program, unit: UnitId, fixed: BTreeSet<SymbolId>) -> Self {
        Elements::empty(program, unit, Fixed::Only(fixed), BTreeMap::new())
    }

    fn empty(program: &'a Program, unit: UnitId, fixed: Fixed<'a>, aliases: BTreeMap<SymbolId, &'a Expr>) -> Self {
        Elements {
            program,
            unit,
            sites: BTreeMap::new(),
            around: Vec::new(),
            assigned: BTreeMap::new(),
            uses: Vec::new(),
            fixed,
            aliases,
            moving: Set::default(),
            shared_rows: SharedRows::default(),
            given: BTreeMap::new(),
            standing: RefCell::default(),
            choices: RefCell::default(),
        }
    }

    pub(crate) fn program(&self) -> &'a Program {
        self.program
    }

    pub(crate) fn unit(&self) -> UnitId {
        self.unit
    }

    fn collect(&mut self, seq: &Seq, around: &Option<Vec<StmtId>>, outer: Option<usize>) {
        let own = self.around.len();
        self.around.push(outer);
        for n in seq {
            match &n.kind {
                NodeKind::Simple | NodeKind::Jump(_) => {
                    let position = self.sites.len();
                    self.sites.insert(n.stmt, Site { position, loops: around.clone(), seq: own });
                    if let StmtKind::Assign { lhs, .. } = &self.program.units[self.unit].stmts[n.stmt].kind
                        && let Some(root) = lhs.root()
                    {
                        self.assigned.entry(root).or_default().push(n.stmt);
                    }
                }
                NodeKind::Loop { body, .. } => {
                    let counted = self.counted(n.stmt).is_some();
                    let inner = around.clone().filter(|_| counted).map(|mut l| {
                        l.push(n.stmt);
                        l
                    });
                    self.collect(body, &inner, Some(own));
                }
                NodeKind::Again { .. } | NodeKind::Dispatch { .. } => {
                    n.seqs().into_iter().for_each(|s| self.collect(s, &None, Some(own)));
                }
                NodeKind::Choice { .. } | NodeKind::Scope(_) | NodeKind::Join { .. } => {
                    n.seqs().into_iter().for_each(|s| self.collect(s, around, Some(own)));
                }
            }
        }
    }

    pub(crate) fn counted(&self, id: StmtId) -> Option<&'a Do> {
        self.program.units[self.unit].stmts[id].kind.as_do()
    }

    /// Whether no adjoint reads an element that `lhs` of statement `id` overwrites, as it was before: none in the same turn of the loops `turn`,
    /// from the outermost, when these are not empty.
    pub(crate) fn is_needless(&self, access: &Access, id: StmtId, lhs: &Expr, turn: &[StmtId], sweep: &Sweep) -> bool {
        !sweep.found && self.is_unread(access, id, lhs, (turn, 0), sweep, self.uses.iter())
            || self.set_before(id, lhs, sweep.runs).is_some_and(|(loops, since)| {
                loops.starts_with(turn) && self.is_unread(access, id, lhs, (loops, since), sweep, self.uses.iter())
            })
    }

    /// The same, of the adjoints of some statements, in one turn of the loops `turn`: what they read is not changed there later.
    pub(crate) fn is_needless_among(
        &self,
        access: &Access,
        id: StmtId,
        lhs: &Expr,
        turn: &[StmtId],
        among: &BTreeSet<StmtId>,
    ) -> bool {
        let sweep = Sweep { runs: &|_| false, behind: false, found: false };
        let uses = self.uses.iter().filter(|u| among.contains(&u.of));
        self.is_unread(access, id, lhs, (turn, 0), &sweep, uses)
    }

    /// The last assignment that surely sets the element `lhs` in front of statement `id`, whatever it was before: the loops around it, in one turn of
    /// which the element is the same, and its position. Who reads the element before it reads another value than what `id` overwrites. (Counted loops
    /// are entered at their top, and jumps out of them skip what comes later only.)
    fn set_before(&self, id: StmtId, lhs: &Expr, runs: &dyn Fn(StmtId) -> bool) -> Option<(&[StmtId], usize)> {
        let site = self.sites.get(&id)?;
        let mut sequences = BTreeSet::new();
        let mut at = Some(site.seq);
        while let Some(seq) = at {
            sequences.insert(seq);
            at = self.around[seq];
        }
        let (_, _, subscripts) = self.parts(lhs)?;
        let known =
            |loops: &[StmtId]| subscripts.iter().all(|s| matches!(s, Subscript::At(e) if self.is_known(e, loops)));
        self.assigned.get(&lhs.root()?)?.iter().rev().find_map(|other| {
            let before = &self.sites[other];
            let loops = before.loops.as_deref()?;
            let StmtKind::Assign { lhs: set, rhs } = &self.program.units[self.unit].stmts[*other].kind else {
                return None;
            };
            let sets = set == lhs && runs(*other) && !rhs.has_call() && !lhs.root().is_some_and(|s| rhs.mentions(s));
            let first = before.position < site.position && sequences.contains(&before.seq);
            (sets && first && known(loops)).then_some((loops, before.position))
        })
    }

    /// The same, of what reads the element at position `since` or behind it.
    fn is_unread<'u>(
        &self,
        access: &Access,
        id: StmtId,
        lhs: &Expr,
        (turn, since): (&[StmtId], usize),
        sweep: &Sweep,
        mut uses: impl Iterator<Item = &'u Use>,
    ) -> bool {
        let Some(write) = self.parts(lhs) else { return false };
        let Some(Site { loops: Some(around), position, .. }) = self.sites.get(&id) else { return false };
        if !around.starts_with(turn) {
            return false;
        }
        let (zones, _) = access.place(lhs);
        uses.all(|used| {
            let elsewhere = |s: &Site| s.position < since || s.loops.as_ref().is_some_and(|l| !l.starts_with(turn));
            if !used.zones.meets(&zones) || self.sites.get(&used.of).is_some_and(elsewhere) {
                return true;
            }
            let Some(Site { loops: Some(loops), position: at, .. }) = self.sites.get(&used.of) else { return false };
            // What stands behind it in no loop with it reads what it has set, or what is set later.
            let common = loops.iter().zip(around).take_while(|(a, b)| a == b).count();
            if at > position && common <= turn.len() {
                return true;
            }
            let Some(values) = &used.values else { return false };
            if used.call && zones.iter().any(|z| !self.is_own(access, z)) {
                return false;
            }
            // A result is read behind the write of its own statement.
            let after = used.after && used.of == id;
            let mut references = Vec::new();
            let restores = (used.of != id || sweep.behind) && (sweep.runs)(used.of);
            values.iter().all(|v| find(access, v, &zones, &mut references))
                && references.iter().filter(|r| !(restores && used.own.contains(r))).all(|r| {
                    self.parts(r).is_some_and(|used| {
                        let at = *at + usize::from(after);
                        (used.0, &used.1) == (write.0, &write.1)
                            && self.never_before((&used.2, loops, at), (&write.2, around, *position), turn.len())
                    })
                })
        })
    }

    /// Whether all adjoints that read some zones put back themselves what they read of them, but for statements of whom that is `known`.
    pub(crate) fn is_put_back_by_readers(
        &self,
        access: &Access,
        zones: &Set,
        known: &BTreeSet<StmtId>,
        runs: &dyn Fn(StmtId) -> bool,
    ) -> bool {
        self.uses.iter().filter(|used| used.zones.meets(zones) && !known.contains(&used.of)).all(|used| {
            let mut references = Vec::new();
            !used.after
                && !used.call
                && runs(used.of)
                && used.values.as_ref().is_some_and(|all| all.iter().all(|v| find(access, v, zones, &mut references)))
                && references.into_iter().all(|r| used.own.contains(r))
        })
    }

    /// Whether only the adjoints of these statements read a zone, as the statements find it.
    pub(crate) fn is_read_by(&self, zone: il::zones::ZoneId, readers: &BTreeSet<StmtId>) -> bool {
        self.uses.iter().filter(|used| used.zones.has(zone)).all(|used| !used.after && readers.contains(&used.of))
    }

    /// Whether no other procedure finds a zone without being given it.
    pub(crate) fn is_own(&self, access: &Access, z: il::zones::ZoneId) -> bool {
        let zone = access.zones.zone(z);
        zone.owner == Some(self.unit)
            && !zone.pointee
            && self.program.variable(zone.symbol).is_some_and(|v| !v.pointer && !v.target && !v.saved)
    }

    /// Whether two references in one execution of a statement surely name different elements.
    pub(crate) fn is_apart(&self, id: StmtId, a: &Expr, b: &Expr) -> bool {
        self.is_apart_in(self.loops(id).unwrap_or_default(), a, b)
    }

    /// The same, inside `loops`, from the outermost.
    pub(crate) fn is_apart_in(&self, loops: &[StmtId], a: &Expr, b: &Expr) -> bool {
        let (Some(a), Some(b)) = (self.parts(a), self.parts(b)) else { return false };
        (a.0, &a.1) == (b.0, &b.1)
            && a.2.len() == b.2.len()
            && self.whatever_signs(&[loops], |signs| {
                let mut system = Vec::new();
                let bounded = self.turns(false, loops, signs, &mut system);
                for (k, (x, y)) in a.2.iter().zip(&b.2).enumerate() {
                    self.one_element(k, (x, false, loops), (y, false, loops), &mut system);
                }
                bounded && self.is_impossible(system)
            })
    }

    /// Whether two references surely never name the same element in different turns of the innermost of `loops`, in one turn of the others.
    pub(crate) fn never_meet(&self, loops: &[StmtId], a: &Expr, b: &Expr) -> bool {
        let (Some(a), Some(b), Some((inner, outer))) = (self.parts(a), self.parts(b), loops.split_last()) else {
            return false;
        };
        if (a.0, &a.1) != (b.0, &b.1) || a.2.len() != b.2.len() {
            return false;
        }
        self.whatever_signs(&[loops], |signs| {
            let mut system = Vec::new();
            if !self.turns(false, loops, signs, &mut system) || !self.turns(true, loops, signs, &mut system) {
                return false;
            }
            for of in outer {
                same(&turn(false, *of), &turn(true, *of), &mut system);
            }
            for (k, (x, y)) in a.2.iter().zip(&b.2).enumerate() {
                self.one_element(k, (x, false, loops), (y, true, loops), &mut system);
            }
            let (one, other) = (turn(false, *inner), turn(true, *inner));
            [(&one, &other), (&other, &one)].into_iter().all(|order| {
                self.later(*inner, order, signs).is_some_and(|order| {
                    let mut system = system.clone();
                    system.push(order);
                    self.is_impossible(system)
                })
            })
        })
    }

    /// Whether the innermost of `loops` surely has a turn.
    pub(crate) fn has_turn(&self, loops: &[StmtId]) -> bool {
        let Some((inner, outer)) = loops.split_last() else { return false };
        self.whatever_signs(&[loops], |signs| {
            let Some((low, high)) = self.ends(*inner, signs) else { return false };
            let mut system = Vec::new();
            let (low, high) = (self.linear(low, false, outer), self.linear(high, false, outer));
            let empty = low.zip(high).and_then(|(l, h)| l.minus(&h)).and_then(|d| d.minus(&Linear::constant(1)));
            let Some(empty) = empty.filter(|_| self.turns(false, outer, signs, &mut system)) else { return false };
            system.push(empty);
            self.is_impossible(system)
        })
    }

    /// Variable, components and subscripts of a reference that names its storage directly.
    pub(crate) fn parts(&self, e: &Expr) -> Option<Parts> {
        match &e.kind {
            ExprKind::Var(s) => {
                let v = self.program.variable(*s)?;
                // What a pointer leads to may change.
                let moves = v.pointer || matches!(v.ty, il::Type::Pointer { .. }) && !self.stays(*s);
                (!moves).then(|| (*s, Vec::new(), Vec::new()))
            }
            ExprKind::Index { base, subs } => {
                if let Some(place) = self.through_alias(base, subs) {
                    return Some(place);
                }
                if self.shared_rows.meets(self.program, base) || self.moves(base) {
                    return None;
                }
                let (s, path, mut before) = self.parts(base)?;
                before.extend(subs.iter().cloned());
                Some((s, path, before))
            }
            ExprKind::Field { base, record, field } => {
                let (s, mut path, subs) = self.parts(base)?;
                if self.program.records[*record].fields[*field].pointer {
                    return None;
                }
                // Where the subscripts stand belongs to the path.
                path.push((*field, subs.len()));
                Some((s, path, subs))
            }
            _ => None,
        }
    }

    /// C: whether a member that is a pointer leads to several places while the procedure runs.
    fn moves(&self, member: &Expr) -> bool {
        let Fixed::Written(_, zones) = &self.fixed else { return false };
        let is_member = matches!(member.kind, ExprKind::Field { .. });
        is_member
            && matches!(type_of(self.program, member), il::Type::Pointer { .. })
            && zones.of_ref(self.program, member).zones.iter().any(|z| self.moving.has(*z))
    }

    /// Whether a C pointer leads to one place as long as anything uses it: a dummy that nothing assigns, a local that is assigned once and outside
    /// of loops. Two of them may still lead to the same place, but then they share zones.
    fn stays(&self, pointer: SymbolId) -> bool {
        let u = &self.program.units[self.unit];
        let Some(v) = self.program.variable(pointer) else { return false };
        let own = self.program.home(pointer) == Some(self.unit) && !v.saved;
        let (mut assigned, mut once) = (0, true);
        u.walk(&u.body, &mut |id, s| {
            if matches!(&s.kind, StmtKind::Assign { lhs, .. } if lhs.kind == ExprKind::Var(pointer)) {
                assigned += 1;
                once &= self.sites.get(&id).is_some_and(|site| site.loops.as_ref().is_some_and(Vec::is_empty));
            }
        });
        let dummy = matches!(v.storage, il::Storage::Dummy(_));
        own && !il::stores::is_addressed(self.program, self.unit, pointer)
            && (dummy && assigned == 0 || !dummy && assigned == 1 && once)
    }

    /// Whether an element that the use reads is never the one that the write overwrites at that time or later, in one turn of the `fixed`
    /// outermost loops around both.
    pub(super) fn never_before(
        &self,
        (used, use_loops, use_at): (&[Subscript], &[StmtId], usize),
        (written, write_loops, write_at): (&[Subscript], &[StmtId], usize),
        fixed: usize,
    ) -> bool {
        self.whatever_signs(&[use_loops, write_loops], |signs| {
            let mut equal = Vec::new();
            if !self.turns(false, use_loops, signs, &mut equal) || !self.turns(true, write_loops, signs, &mut equal) {
                return false;
            }
            // A section without subscripts is all of the array: what is left out makes no inequality.
            if used.len() == written.len() {
                for (k, (u, w)) in used.iter().zip(written).enumerate() {
                    self.one_element(k, (u, false, use_loops), (w, true, write_loops), &mut equal);
                }
            }
            let common = use_loops.iter().zip(write_loops).take_while(|(a, b)| a == b).count();
            for (depth, of) in use_loops[..common].iter().enumerate() {
                let (u, w) = (turn(false, *of), turn(true, *of));
                if depth >= fixed {
                    // The use in an earlier turn of this loop.
                    let Some(order) = self.later(*of, (&u, &w), signs) else { return false };
                    let mut earlier = equal.clone();
                    earlier.push(order);
                    if !self.is_impossible(earlier) {
                        return false;
                    }
                }
                same(&u, &w, &mut equal);
            }
            use_at > write_at || self.is_impossible(equal)
        })
    }

    /// Whether nothing in the procedure changes an integer; of unsigned ones only those as wide as addresses, which wrap as these do.
    pub(crate) fn is_fixed(&self, s: SymbolId) -> bool {
        let wraps = self.program.symbol_type(s).and_then(|t| t.scalar()).is_some_and(|t| t.unsigned && t.bytes < 8);
        let kept = match &self.fixed {
            Fixed::Only(known) => known.contains(&s),
            Fixed::Written(written, zones) => {
                let zones = zones.of_symbol(s);
                !zones.is_empty() && !zones.iter().any(|z| written.has(*z))
            }
        };
        !wraps && kept
    }

    /// Whether an integer expression has one value throughout the turn of the loops `around` it: literals, loop variables, integers that nothing changes.
    pub(crate) fn is_known(&self, e: &Expr, around: &[StmtId]) -> bool {
        if il::fold::integer(self.program, e).is_some() {
            return true;
        }
        match &e.kind {
            ExprKind::Var(s) => {
                let is_turn = |l: &StmtId| self.counted(*l).is_some_and(|d| d.var == *s);
                type_of(self.program, e).class() == Some(ScalarClass::Integer)
                    && type_of(self.program, e).rank() == 0
                    && (around.iter().any(is_turn) || self.is_fixed(*s))
            }
            ExprKind::Unary(UnaryOp::Neg | UnaryOp::Plus | UnaryOp::Paren, x) => self.is_known(x, around),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul, l, r) => {
                self.is_known(l, around) && self.is_known(r, around)
            }
            _ => false,
        }
    }

    /// The counted loops around a simple statement, when nothing else repeats it.
    pub(crate) fn loops(&self, id: StmtId) -> Option<&[StmtId]> {
        self.sites.get(&id)?.loops.as_deref()
    }
}

/// The references in `e` that touch `zones`, from the outermost; `false` when something else in it does. What a function is given by value is read where it
/// is called ([`Access::takes_values`]).
pub(crate) fn find<'e>(access: &Access, e: &'e Expr, zones: &Set, out: &mut Vec<&'e Expr>) -> bool {
    if e.is_reference() {
        let mut address = Effect::default();
        access.address(e, &mut address);
        if address.reads.meets(zones) {
            return false;
        }
        if access.place(e).0.meets(zones) {
            out.push(e);
        }
        return true;
    }
    if let ExprKind::Call { callee, args } = &e.kind
        && access.takes_values(*callee, zones)
    {
        return args.iter().all(|a| find(access, &a.value, zones, out));
    }
    if matches!(
        e.kind,
        ExprKind::Call { .. } | ExprKind::Opaque { .. } | ExprKind::Address(_) | ExprKind::Constructor { .. }
    ) {
        let mut reads = Set::default();
        access.reads(e, &mut reads);
        return !reads.meets(zones);
    }
    let mut clean = true;
    e.children(&mut |c| clean &= find(access, c, zones, out));
    clean
}
