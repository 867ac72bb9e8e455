//! What a person would not have written goes away (`design.md` §6, step 3).
//!
//! Works on adjoint statements only: assignments to derivative variables and to temporaries of ours, inside sequences without jumps or labels
//! between them. Values of the original are never reassociated.
//!
//! - `xb = xb + a; …; xb = xb + b` becomes one statement where nothing in between reads or writes `xb` or what `a` is made of.
//! - `xb = 0; …; xb = xb + e` becomes `xb = e`.
//! - A reset that is followed by an assignment before any use, or that nothing reads any more, disappears.
//! - Locals that a compiler may think unset get a value where the procedure begins.

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::Storage;
use il::{BinaryOp, Block, Expr, ExprKind, Label, Language, ScalarClass, StmtId, StmtKind, SymbolId, Type, UnitId};

use super::{tidy_columns, tidy_evaluations, tidy_loops, tidy_whole, tidy_zero};
use crate::derive::{Shell, World};
use crate::request::Improvement;
use crate::simplify;

/// Tidies the body of a generated unit.
pub(super) fn tidy(world: &mut World, shell: &mut Shell, unit: UnitId, body: &mut Block) {
    let derivatives: BTreeSet<SymbolId> = shell.maps.derivatives.values().copied().collect();
    // A function's adjoint is read only for the caller; locals are gone, but not those of the host.
    let own = |s: SymbolId| world.out.home(s) == Some(shell.unit);
    let dead: BTreeSet<SymbolId> = derivatives
        .iter()
        .copied()
        .filter(|s| {
            Some(*s) == shell.result_derivative
                || own(*s) && world.out.variable(*s).is_some_and(|v| v.storage == Storage::Local && !v.saved)
        })
        .collect();
    // Internal procedures change their host's variables by name.
    let hosts = !world.source.units[unit].children.is_empty();
    let equivalent = world.out.units[shell.unit].overlaid();
    let mut t = Tidy { world: &mut *world, hosts, out: shell.unit, derivatives, dead, equivalent };
    let shared: BTreeSet<SymbolId> = t.derivatives.iter().copied().filter(|s| t.may_share(*s)).collect();
    // What is never read by its own name may be read by another.
    t.dead.retain(|s| !shared.contains(s));
    t.block(body, true);
    t.dead_resets(body);
    let tracked: BTreeSet<SymbolId> = t
        .derivatives
        .iter()
        .copied()
        .filter(|s| {
            !hosts && !shared.contains(s) && tidy_zero::trackable(t.world, *s) && t.world.out.home(*s) == Some(t.out)
        })
        .collect();
    tidy_zero::zeros(world, shell.unit, body, &tracked, &tracked);
    if world.request.improves(Improvement::TidyLoops) && !hosts {
        let own: BTreeSet<SymbolId> =
            shell.maps.derivatives.values().copied().filter(|s| !shared.contains(s)).collect();
        tidy_whole::whole(world, shell.unit, body, &own);
    }
    if world.request.improves(Improvement::TidyLoops) {
        tidy_columns::columns(world, shell, body);
    }
    if world.request.improves(Improvement::TidyLoops) && !hosts {
        let own: BTreeSet<SymbolId> =
            shell.maps.derivatives.values().copied().filter(|s| !shared.contains(s)).collect();
        tidy_loops::loops(world, shell, body, &own);
    }
    if world.request.improves(Improvement::UseResults) && world.language(unit) == Language::C {
        tidy_evaluations::evaluations(world, shell, body);
    }
    initialise(world, shell, body);
}

struct Tidy<'w, 'a> {
    world: &'w mut World<'a>,
    out: UnitId,
    hosts: bool,
    derivatives: BTreeSet<SymbolId>,
    dead: BTreeSet<SymbolId>,
    /// Members of EQUIVALENCE.
    equivalent: BTreeSet<SymbolId>,
}

/// What a statement does to derivative variables, for moving others past it.
#[derive(Default)]
struct Touch {
    reads: BTreeSet<SymbolId>,
    writes: BTreeSet<SymbolId>,
    /// Control may leave or enter here.
    barrier: bool,
}

impl Tidy<'_, '_> {
    fn kind(&self, id: StmtId) -> &StmtKind {
        &self.world.out.units[self.out].stmts[id].kind
    }

    fn touch(&self, id: StmtId) -> Touch {
        let mut t = Touch::default();
        let u = &self.world.out.units[self.out];
        u.walk(&vec![id], &mut |_, s| {
            t.barrier |= s.label.is_some()
                || matches!(
                    s.kind,
                    StmtKind::Goto(_)
                        | StmtKind::Exit(_)
                        | StmtKind::Cycle(_)
                        | StmtKind::Return(_)
                        | StmtKind::Stop { .. }
                );
            match &s.kind {
                StmtKind::Assign { lhs, rhs } => {
                    t.writes.extend(lhs.root());
                    mentioned(rhs, &mut t.reads);
                    lhs.children(&mut |c| mentioned(c, &mut t.reads));
                    if let Some(r) = lhs.root() {
                        // The root of the left side is written, its subscripts are read.
                        if matches!(lhs.kind, ExprKind::Var(_)) {
                            let other = rhs.mentions(r);
                            if !other {
                                t.reads.remove(&r);
                            }
                        }
                    }
                }
                StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => {
                    t.writes.extend(into.root());
                    into.children(&mut |c| mentioned(c, &mut t.reads));
                }
                StmtKind::Do(d) => {
                    t.writes.insert(d.var);
                    s.kind.exprs(&mut |e| mentioned(e, &mut t.reads));
                }
                StmtKind::Call { args, .. } => {
                    for a in args {
                        mentioned(&a.value, &mut t.reads);
                        mentioned(&a.value, &mut t.writes);
                    }
                    // Globals too.
                    for d in &self.derivatives {
                        let global = self
                            .world
                            .out
                            .variable(*d)
                            .is_some_and(|v| matches!(v.storage, Storage::Global | Storage::Common));
                        if global || self.hosts {
                            t.reads.insert(*d);
                            t.writes.insert(*d);
                        }
                    }
                }
                _ => s.kind.exprs(&mut |e| {
                    mentioned(e, &mut t.reads);
                    if matches!(
                        s.kind,
                        StmtKind::Opaque { .. }
                            | StmtKind::Allocate { .. }
                            | StmtKind::Deallocate { .. }
                            | StmtKind::PointerAssign { .. }
                    ) {
                        mentioned(e, &mut t.writes);
                    }
                }),
            }
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| {
                    if let ExprKind::Call { args, .. } = &x.kind {
                        args.iter().for_each(|a| mentioned(&a.value, &mut t.writes));
                    }
                });
            });
        });
        t
    }

    /// An assignment to a derivative, in one piece.
    fn adjoint_assignment(&self, id: StmtId) -> Option<(Expr, Expr)> {
        match self.kind(id) {
            StmtKind::Assign { lhs, rhs } if lhs.root().is_some_and(|r| self.derivatives.contains(&r)) => {
                Some((lhs.clone(), rhs.clone()))
            }
            _ => None,
        }
    }

    fn block(&mut self, block: &mut Block, _top: bool) {
        for &id in block.iter() {
            let mut kind = std::mem::replace(&mut self.world.out.units[self.out].stmts[id].kind, StmtKind::Nop);
            for inner in kind.blocks_mut() {
                self.block(inner, false);
            }
            self.world.out.units[self.out].stmts[id].kind = kind;
        }
        if self.world.request.improves(Improvement::MergeDiff) {
            self.merge(block);
        }
    }

    /// Brings assignments to the same place together: the earlier one moves down into the later one.
    fn merge(&mut self, block: &mut Block) {
        let mut k = 0;
        while k < block.len() {
            let Some((lhs, rhs)) = self.adjoint_assignment(block[k]) else {
                k += 1;
                continue;
            };
            match self.partner(block, k, &lhs, &rhs) {
                Some(Found::Merge(at, value, waiting)) => {
                    let comments = std::mem::take(&mut self.world.out.units[self.out].stmts[block[k]].comments);
                    let s = &mut self.world.out.units[self.out].stmts[block[at]];
                    s.kind = StmtKind::Assign { lhs, rhs: value };
                    if s.comments.is_empty() {
                        s.comments = comments;
                    }
                    for (n, w) in waiting.into_iter().rev().enumerate() {
                        let moved = block.remove(w);
                        block.insert(at - n, moved);
                    }
                    block.remove(k);
                }
                Some(Found::Dead) => {
                    block.remove(k);
                }
                None => k += 1,
            }
        }
    }

    /// The next assignment to `lhs` that this one can join. What stands in the way may wait until behind it (RR-7957 figure 10).
    fn partner(&self, block: &Block, k: usize, lhs: &Expr, rhs: &Expr) -> Option<Found> {
        let root = lhs.root()?;
        let mut inputs = BTreeSet::new();
        mentioned(rhs, &mut inputs);
        let own_root = inputs.remove(&root);
        // Growth, `x = x + e`, or a value, `x = e`, which may be made from what `x` was.
        let grows = own_root.then(|| increment(lhs, rhs)).flatten();
        if grows.as_ref().is_some_and(|g| g.mentions(root)) {
            return None;
        }
        lhs.children(&mut |c| mentioned(c, &mut inputs));
        inputs.remove(&root);
        let mut waiting: Vec<(usize, Touch)> = Vec::new();
        for (at, &id) in block.iter().enumerate().skip(k + 1) {
            if let Some((l2, r2)) = self.adjoint_assignment(id) {
                if l2 == *lhs && is_plain_place(lhs) {
                    let own = self.touch(id);
                    if waiting.iter().any(|(_, w)| self.conflict(w, &own)) {
                        return None;
                    }
                    if !r2.mentions(root) {
                        // Overwritten before anybody looked.
                        return Some(Found::Dead);
                    }
                    let more = increment(lhs, &r2)?;
                    if more.mentions(root) {
                        return None;
                    }
                    let value = match &grows {
                        Some(g) => grow(lhs, vec![g.clone(), more]),
                        None if simplify::is_zero(rhs) => more,
                        None => simplify::add(rhs.clone(), more),
                    };
                    return Some(Found::Merge(at, value, waiting.into_iter().map(|w| w.0).collect()));
                }
            }
            let t = self.touch(id);
            if self.may_share(root) && t.reads.iter().chain(&t.writes).any(|s| self.may_share(*s)) {
                return None;
            }
            if t.barrier {
                return None;
            }
            let stays = t.reads.contains(&root)
                || t.writes.contains(&root)
                || self.meet(&inputs, &t.writes)
                || waiting.iter().any(|(_, w)| self.conflict(w, &t));
            if stays {
                if self.adjoint_assignment(id).is_none_or(|(l, r)| has_call(&l) || has_call(&r)) {
                    return None;
                }
                waiting.push((at, t));
            }
        }
        None
    }

    /// Whether two statements may not change places.
    fn conflict(&self, a: &Touch, b: &Touch) -> bool {
        let shares = |t: &Touch| t.reads.iter().chain(&t.writes).any(|s| self.may_share(*s));
        a.barrier
            || b.barrier
            || self.meet(&a.writes, &b.reads)
            || self.meet(&a.writes, &b.writes)
            || self.meet(&a.reads, &b.writes)
            || shares(a) && shares(b)
    }

    /// Whether two sets have storage in common: a variable, or two names that may be one place. Different parameters of a C function are
    /// different places, by the contract of its derivative.
    fn meet(&self, a: &BTreeSet<SymbolId>, b: &BTreeSet<SymbolId>) -> bool {
        let mut hidden = a.iter().filter(|s| self.has_other_names(**s)).peekable();
        a.iter().any(|s| b.contains(s))
            || hidden.peek().is_some() && {
                let there: Vec<SymbolId> = b.iter().copied().filter(|s| self.has_other_names(*s)).collect();
                hidden.any(|s| there.iter().any(|t| !(self.is_parameter_of_c(*s) && self.is_parameter_of_c(*t))))
            }
    }

    /// Whether what a variable names may be reached by another name.
    fn has_other_names(&self, s: SymbolId) -> bool {
        let Some(v) = self.world.out.variable(s) else { return false };
        v.pointer || v.target || matches!(v.ty, Type::Pointer { .. }) || self.equivalent.contains(&s)
    }

    fn is_parameter_of_c(&self, s: SymbolId) -> bool {
        self.world.out.units[self.out].language == Language::C
            && self.world.out.variable(s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)))
    }

    /// Whether a derivative may be the same storage as one of another name.
    fn may_share(&self, s: SymbolId) -> bool {
        if !self.derivatives.contains(&s) {
            return false;
        }
        let Some(v) = self.world.out.variable(s) else { return true };
        let u = &self.world.out.units[self.out];
        v.pointer || v.target || matches!(v.ty, Type::Pointer { .. }) || u.overlaid().contains(&s)
    }

    /// Removes resets that nothing reads: at the end of the body of what is dead there.
    fn dead_resets(&mut self, body: &mut Block) {
        let mut k = body.len();
        let mut read: BTreeSet<SymbolId> = BTreeSet::new();
        while k > 0 {
            k -= 1;
            let t = self.touch(body[k]);
            if t.barrier {
                return;
            }
            if let Some((lhs, rhs)) = self.adjoint_assignment(body[k]) {
                let root = lhs.root().expect("an adjoint assignment has a variable");
                if self.dead.contains(&root) && !read.contains(&root) && !has_call(&rhs) {
                    body.remove(k);
                    continue;
                }
            }
            read.extend(t.reads);
            // What a construct writes it may also leave.
            if !self.kind(body[k]).blocks().is_empty() {
                read.extend(t.writes);
            }
        }
    }
}

enum Found {
    /// With the statement there, to this value; statements in between go behind it.
    Merge(usize, Expr, Vec<usize>),
    /// Nobody looks before it is overwritten.
    Dead,
}

/// Whether evaluating the place twice names the same storage: no calls.
fn is_plain_place(e: &Expr) -> bool {
    !has_call(e)
}

pub(super) fn has_call(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |x| found |= matches!(x.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. }));
    found
}

pub(super) fn mentioned(e: &Expr, out: &mut BTreeSet<SymbolId>) {
    e.walk(&mut |x| {
        if let ExprKind::Var(s) = x.kind {
            out.insert(s);
        }
    });
}

/// `e` in `lhs + e`, where `rhs` is that or a chain of sums and differences that begins with `lhs`.
pub(super) fn increment(lhs: &Expr, rhs: &Expr) -> Option<Expr> {
    match &rhs.kind {
        ExprKind::Binary(BinaryOp::Add, l, r) => {
            if **l == *lhs {
                return Some((**r).clone());
            }
            if **r == *lhs {
                return Some((**l).clone());
            }
            increment(lhs, l).map(|i| simplify::add(i, (**r).clone()))
        }
        ExprKind::Binary(BinaryOp::Sub, l, r) => {
            if **l == *lhs {
                return Some(simplify::neg((**r).clone()));
            }
            increment(lhs, l).map(|i| simplify::sub(i, (**r).clone()))
        }
        _ => None,
    }
}

/// `lhs` plus all `parts`.
pub(super) fn grow(lhs: &Expr, parts: Vec<Expr>) -> Expr {
    parts.into_iter().fold(lhs.clone(), |sum, p| match p.kind {
        // lhs + (a - b) reads better as lhs + a - b; both only add to lhs.
        ExprKind::Binary(BinaryOp::Sub, a, b) if p.span == il::Span::NONE => simplify::sub(grow(&sum, vec![*a]), *b),
        ExprKind::Binary(BinaryOp::Add, a, b) if p.span == il::Span::NONE => simplify::add(grow(&sum, vec![*a]), *b),
        _ => simplify::add(sum, p),
    })
}

/// Gives scalars that are not surely set before they are read a value where the procedure begins, so that compilers do not warn.
fn initialise(world: &mut World, shell: &Shell, body: &mut Block) {
    let u = &world.out.units[shell.unit];
    let mut flow = Assigned { world, unit: shell.unit, doubtful: Vec::new(), jumps: BTreeMap::new() };
    let mut set: BTreeSet<SymbolId> = BTreeSet::new();
    flow.block(body, &mut set);
    let doubtful = flow.doubtful;
    let language = u.language;
    let mut ids = Block::new();
    for s in doubtful {
        let Some(v) = world.out.variable(s).cloned() else { continue };
        if v.storage != Storage::Local || v.saved || v.allocatable || v.pointer || v.init.is_some() {
            continue;
        }
        // Set under another name, perhaps.
        if world.out.units[shell.unit].overlaid().contains(&s) {
            continue;
        }
        if shell.maps.symbols.values().any(|x| *x == s) && language == Language::C && v.constant {
            continue;
        }
        let rhs = match &v.ty {
            Type::Scalar(ty) if ty.class == ScalarClass::Logical => Expr::logical(false),
            Type::Scalar(ty) => simplify::zero(ty),
            Type::Pointer { .. } => Expr::int(0),
            _ => continue,
        };
        ids.push(world.out.units[shell.unit].add(StmtKind::Assign { lhs: Expr::var(s), rhs }));
    }
    let at = body
        .iter()
        .position(|s| !matches!(world.out.units[shell.unit].stmts[*s].kind, StmtKind::Declare(_)))
        .unwrap_or(body.len());
    body.splice(at..at, ids);
}

/// Definite assignment over the generated body, as a compiler sees it.
struct Assigned<'w, 'a> {
    world: &'w World<'a>,
    unit: UnitId,
    doubtful: Vec<SymbolId>,
    /// What is set at all jumps to a label so far.
    jumps: BTreeMap<Label, BTreeSet<SymbolId>>,
}

impl Assigned<'_, '_> {
    fn read(&mut self, e: &Expr, set: &mut BTreeSet<SymbolId>) {
        let mut found = Vec::new();
        e.walk(&mut |x| match &x.kind {
            ExprKind::Var(s) if !set.contains(s) => found.push(*s),
            _ => {}
        });
        for s in found {
            let local = self.world.out.variable(s).is_some_and(|v| {
                v.storage == Storage::Local && matches!(v.ty, Type::Scalar(_) | Type::Pointer { .. }) && !v.saved
            });
            let own = local && self.world.out.home(s) == Some(self.unit);
            if own && !self.doubtful.contains(&s) {
                self.doubtful.push(s);
            }
            set.insert(s);
        }
    }

    /// What a call is given.
    fn pass(&mut self, args: &[il::Arg], set: &mut BTreeSet<SymbolId>) {
        for a in args {
            match &a.value.kind {
                // Passed by reference: the callee may set it.
                ExprKind::Var(s) if self.world.out.units[self.unit].language == Language::Fortran => {
                    set.insert(*s);
                }
                ExprKind::Address(x) => set.extend(x.root()),
                _ => self.read(&a.value, set),
            }
        }
    }

    fn block(&mut self, block: &Block, set: &mut BTreeSet<SymbolId>) {
        for &id in block {
            let stmt = self.world.out.units[self.unit].stmts[id].clone();
            // Jumps forward are followed, as compilers do; what is set where a jump goes back to is set there already.
            if let Some(there) = stmt.label.as_ref().and_then(|l| self.jumps.get(l)) {
                *set = set.intersection(there).copied().collect();
            }
            match &stmt.kind {
                StmtKind::Goto(label) => {
                    let here = match self.jumps.get(label) {
                        Some(known) => known.intersection(set).copied().collect(),
                        None => set.clone(),
                    };
                    self.jumps.insert(label.clone(), here);
                }
                StmtKind::Assign { lhs, rhs } => {
                    match &rhs.kind {
                        ExprKind::Call { args, .. } => self.pass(args, set),
                        _ => self.read(rhs, set),
                    }
                    match &lhs.kind {
                        ExprKind::Var(s) => {
                            set.insert(*s);
                        }
                        _ => lhs.children(&mut |c| self.read(c, set)),
                    }
                }
                StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => {
                    set.extend(into.root());
                    into.children(&mut |c| self.read(c, set));
                }
                StmtKind::Save { value, .. } => {
                    if self.world.out.units[self.unit].language == Language::C {
                        self.read(value, set);
                    } else {
                        value.children(&mut |c| self.read(c, set));
                    }
                }
                StmtKind::Call { args, .. } => self.pass(args, set),
                StmtKind::If(i) => {
                    let mut ends: Vec<BTreeSet<SymbolId>> = Vec::new();
                    for a in &i.arms {
                        self.read(&a.test, set);
                        let mut inner = set.clone();
                        self.block(&a.body, &mut inner);
                        if !self.leaves(&a.body) {
                            ends.push(inner);
                        }
                    }
                    let mut inner = set.clone();
                    if let Some(o) = &i.otherwise {
                        self.block(o, &mut inner);
                    }
                    if !i.otherwise.as_ref().is_some_and(|o| self.leaves(o)) {
                        ends.push(inner);
                    }
                    if let Some(first) = ends.pop() {
                        *set = ends.into_iter().fold(first, |a, b| a.intersection(&b).copied().collect());
                    }
                }
                StmtKind::Select { selector, cases, .. } => {
                    self.read(selector, set);
                    let mut ends: Vec<BTreeSet<SymbolId>> = Vec::new();
                    for c in cases {
                        let mut inner = set.clone();
                        self.block(&c.body, &mut inner);
                        ends.push(inner);
                    }
                    if cases.iter().any(|c| c.default) {
                        if let Some(first) = ends.pop() {
                            *set = ends.into_iter().fold(first, |a, b| a.intersection(&b).copied().collect());
                        }
                    }
                }
                StmtKind::Do(d) => {
                    stmt.kind.exprs(&mut |e| self.read(e, set));
                    set.insert(d.var);
                    let mut inner = set.clone();
                    self.block(&d.body, &mut inner);
                }
                StmtKind::While { body, test, .. } => {
                    self.read(test, set);
                    let mut inner = set.clone();
                    self.block(body, &mut inner);
                }
                StmtKind::Until { body, test, .. } => {
                    self.block(body, set);
                    self.read(test, set);
                }
                StmtKind::Loop { body, .. } => {
                    let mut inner = set.clone();
                    self.block(body, &mut inner);
                }
                StmtKind::Scope { body, .. } => self.block(body, set),
                StmtKind::Opaque { reads, writes, .. } => {
                    reads.iter().for_each(|e| self.read(e, set));
                    writes.iter().for_each(|e| set.extend(e.root()));
                }
                _ => {
                    stmt.kind.exprs(&mut |e| self.read(e, set));
                    for inner in stmt.kind.blocks() {
                        let mut own = set.clone();
                        self.block(inner, &mut own);
                    }
                }
            }
        }
    }

    fn leaves(&self, block: &Block) -> bool {
        block.last().is_some_and(|id| {
            matches!(
                self.world.out.units[self.unit].stmts[*id].kind,
                StmtKind::Goto(_)
                    | StmtKind::Exit(_)
                    | StmtKind::Cycle(_)
                    | StmtKind::Return(_)
                    | StmtKind::Stop { .. }
            )
        })
    }
}
