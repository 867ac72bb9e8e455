//! Parallel loops of derivatives, once these are finished (`-openmp`): which of them may be parallel, and what their directives say.
//!
//! Emission hands on what the original says of a loop ([`il::Parallel`]). Here the finished loop is looked at, whatever passes have done to it:
//!
//! | variable of the derivative's loop | is |
//! | --- | --- |
//! | of the original | what the original says |
//! | tangent | what the original says of its variable; `reduction(+: s, sd)` |
//! | adjoint of a private variable | private, or `firstprivate` where an iteration finds it zero and leaves it zero |
//! | adjoint of `firstprivate` | reduced by `+` |
//! | adjoint of a reduced variable | shared: it is read only |
//! | adjoint of a shared variable | shared, where no two threads meet in it, else reduced or added to atomically ([`races`]) |
//! | made for the derivative | private, where an iteration sets it before it reads it |
//!
//! Everything else makes the loop serial, and that is said with the variable and the reason. A loop that leaves something on the tape is serial: each
//! thread has its own tape, and the backward sweep shares the iterations in another way.

mod adders;
mod classes;
mod given;
mod lists;
pub(crate) mod order;
mod passes;
mod promise;
mod races;

use std::collections::BTreeSet;

use classes::Classes;
use il::calls::CallGraph;
use il::stmt::Do;
use il::zones::Zones;
use il::{Block, Diagnostic, Expr, Language, Parallel, Program, Stmt, StmtId, StmtKind, Storage, SymbolId, UnitId};

use super::loops_in_f77;
use crate::derive::maps::Maps;
use crate::output::Output;
use crate::request::{Increments, Request};
use crate::signature::{Part, Status};

/// A loop and what its directive says.
struct Finished {
    parallel: Parallel,
    /// Statements that add atomically, in this procedure and in those that are called.
    atomic: BTreeSet<(UnitId, StmtId)>,
    /// Its iterations are shared in so many passes.
    passes: Option<i64>,
    /// Places that all iterations add to, by these statements: by way of variables.
    sums: Vec<(Expr, BTreeSet<StmtId>)>,
    /// It counts upward between these: OpenMP knows no loop that stops before a variable without a sign is below zero.
    turned: Option<(Expr, Expr)>,
}

/// Decides on all parallel loops of derivatives.
pub(crate) fn settle(output: &mut Output, request: &Request) {
    let Some(how) = request.parallel else { return };
    let tapenade_runtime = request.tapenade_runtime;
    let loops: Vec<(usize, StmtId)> = output
        .derivatives
        .iter()
        .enumerate()
        .filter(|(_, d)| output.program.units.contains(d.generated))
        .flat_map(|(k, d)| parallel_loops(&output.program, d.generated).into_iter().map(move |id| (k, id)))
        .collect();
    if loops.is_empty() {
        return;
    }
    let mut decided = Vec::new();
    let dummies = Dummies::of(output);
    {
        let p = &output.program;
        let calls = CallGraph::new(p);
        let zones = Zones::new(p, &calls);
        for (k, id) in loops {
            let d = &output.derivatives[k];
            let is_tangent = d.signature.part == Part::Tangent;
            let (unit, maps) = (d.generated, &d.maps);
            let (calls, zones, dummies) = (&calls, &zones, &dummies);
            let at = Settling { p, calls, zones, unit, maps, dummies, is_tangent, tapenade_runtime, how };
            decided.push((d.generated, d.original, id, at.decide(id)));
        }
    }
    let mut atomic: BTreeSet<(UnitId, StmtId)> = BTreeSet::new();
    let mut split = Vec::new();
    for (unit, original, id, found) in decided {
        let name = output.program.units[original].name.clone();
        let StmtKind::Do(d) = &mut output.program.units[unit].stmts[id].kind else { continue };
        let said = d.parallel.take();
        match found {
            Ok(f) => {
                d.parallel = Some(Box::new(f.parallel));
                if let Some((from, to)) = f.turned {
                    (d.from, d.to, d.step) = (from, to, None);
                }
                atomic.extend(f.atomic);
                let sums =
                    f.sums.iter().map(|(place, adders)| passes::sum(&mut output.program, unit, id, place, adders));
                let sums = sums.collect();
                if let StmtKind::Do(d) = &mut output.program.units[unit].stmts[id].kind
                    && let Some(parallel) = &mut d.parallel
                {
                    add_sums(parallel, sums);
                }
                split.extend(f.passes.map(|n| (unit, id, n)));
            }
            Err(reason) => {
                let (span, back) = said.map_or((il::Span::NONE, false), |s| (s.span, s.is_backward));
                let which = if back { "the backward loop of its adjoint" } else { "its loop in the derivative" };
                let message = format!("a parallel loop of `{name}`: {which} is serial, because {reason}");
                let mut said =
                    Diagnostic::warning("RT0424", span, message).note("the derivative is right all the same");
                if reason.contains("tape") {
                    said = said.note("`$AD II-LOOP` before the loop has it said why its iterations are not run again one by one (RT0454)");
                }
                if !output.diagnostics.contains(&said) {
                    output.diagnostics.push(said);
                }
            }
        }
    }
    for (unit, id, n) in split {
        passes::write(&mut output.program, unit, id, n);
    }
    let mut of_units: std::collections::BTreeMap<UnitId, BTreeSet<StmtId>> = std::collections::BTreeMap::new();
    for (unit, id) in atomic {
        let is_section = matches!(&output.program.units[unit].stmts[id].kind, StmtKind::Assign { lhs, .. }
            if il::typing::rank_of(&output.program, lhs) > 0);
        let id = if is_section { loops_in_f77::over_elements(&mut output.program, unit, id).unwrap_or(id) } else { id };
        of_units.entry(unit).or_default().insert(id);
    }
    of_units.iter().for_each(|(unit, found)| mark_atomic(&mut output.program, *unit, found));
}

/// What is known of the dummies of derivatives.
#[derive(Default)]
struct Dummies {
    /// Adjoints that their procedure only adds to.
    added: BTreeSet<SymbolId>,
    /// C: derivatives of what is handed over by value, each of which leads to one number.
    single: BTreeSet<SymbolId>,
    /// Procedures that are adjoints.
    adjoints: BTreeSet<UnitId>,
}

impl Dummies {
    fn of(output: &Output) -> Dummies {
        let mut out = Dummies::default();
        for d in &output.derivatives {
            let added = d.signature.status.iter().filter(|(p, s)| *s == Status::Incr && p.path.is_empty());
            out.added.extend(added.filter_map(|(p, _)| d.maps.derivative(p.symbol)));
            out.adjoints.extend((d.signature.part != Part::Tangent).then_some(d.generated));
            for (original, derivative) in &d.maps.derivatives {
                let v = output.program.variable(*original);
                if v.is_some_and(|v| v.by_value && matches!(v.ty, il::Type::Scalar(_))) {
                    out.single.insert(*derivative);
                }
            }
        }
        out
    }
}

/// The outermost loops of a unit that originals say to be parallel.
fn parallel_loops(p: &Program, unit: UnitId) -> Vec<StmtId> {
    fn find(u: &il::Unit, block: &Block, out: &mut Vec<StmtId>) {
        for id in block {
            match &u.stmts[*id].kind {
                StmtKind::Do(d) if d.parallel.as_ref().is_some_and(|p| !p.is_text) => out.push(*id),
                kind => kind.blocks().into_iter().for_each(|b| find(u, b, out)),
            }
        }
    }
    let mut out = Vec::new();
    find(&p.units[unit], &p.units[unit].body, &mut out);
    out
}

/// Writes the directive before statements that add atomically.
fn mark_atomic(p: &mut Program, unit: UnitId, atomic: &BTreeSet<StmtId>) {
    let u = &mut p.units[unit];
    for id in atomic {
        let stmt = &mut u.stmts[*id];
        if let StmtKind::Assign { lhs, rhs } = &mut stmt.kind {
            *rhs = addition(lhs, rhs);
        }
        if u.language == Language::Fortran {
            stmt.comments.push("$omp atomic".to_string());
        }
    }
    if u.language == Language::C {
        let mut before = std::collections::BTreeMap::new();
        for id in atomic {
            let text = "#pragma omp atomic".to_string();
            let comments = std::mem::take(&mut u.stmts[*id].comments);
            let kind = StmtKind::Opaque { text, reads: Vec::new(), writes: Vec::new() };
            before.insert(*id, u.add(Stmt { comments, ..Stmt::from(kind) }));
        }
        let mut body = std::mem::take(&mut u.body);
        u.insert_before(&mut body, &before);
        u.body = body;
    }
}

/// `x + e` of `x + a - b`, `e` being one operand.
fn addition(lhs: &Expr, rhs: &Expr) -> Expr {
    let (mut terms, mut rest) = (Vec::new(), rhs);
    while rest != lhs {
        let il::ExprKind::Binary(op, a, b) = &rest.kind else { return rhs.clone() };
        if matches!(op, il::BinaryOp::Add) && b.as_ref() == lhs {
            terms.push((il::BinaryOp::Add, a.as_ref().clone()));
            break;
        }
        terms.push((*op, b.as_ref().clone()));
        rest = a;
    }
    let mut terms = terms.into_iter().rev();
    let Some((op, first)) = terms.next() else { return rhs.clone() };
    // Behind a minus the other signs turn round.
    let others = terms.map(|(o, e)| match (op, o) {
        (il::BinaryOp::Sub, il::BinaryOp::Add) => (il::BinaryOp::Sub, e),
        (il::BinaryOp::Sub, il::BinaryOp::Sub) => (il::BinaryOp::Add, e),
        (_, o) => (o, e),
    });
    let mut sum = first;
    let mut several = false;
    for (o, e) in others {
        several = true;
        sum = Expr::binary(o, sum, e);
    }
    let sum = if several { Expr::unary(il::UnaryOp::Paren, sum) } else { sum };
    Expr::binary(op, lhs.clone(), sum)
}

/// One derivative.
struct Settling<'p> {
    p: &'p Program,
    calls: &'p CallGraph,
    zones: &'p Zones,
    unit: UnitId,
    maps: &'p Maps,
    dummies: &'p Dummies,
    is_tangent: bool,
    tapenade_runtime: bool,
    how: Increments,
}

impl<'p> Settling<'p> {
    fn decide(&self, id: StmtId) -> Result<Finished, String> {
        let stmt = &self.p.units[self.unit].stmts[id];
        let StmtKind::Do(d) = &stmt.kind else { return Err("it counts no more".into()) };
        let Some(said) = d.parallel.as_deref() else { return Err("it is not".into()) };
        let classes = Classes::new(self.p, self.unit, self.maps, self.dummies, d, said);
        self.tape(&classes, d)?;
        self.leaves(d)?;
        if !self.is_tangent {
            self.procedures(d)?;
        }
        let unsigned = self.p.symbol_type(d.var).and_then(|t| t.scalar()).is_some_and(|s| s.unsigned);
        let step = d.step.as_ref().map(Expr::as_int);
        let turned = (unsigned && said.is_backward && step == Some(Some(-1))).then(|| (d.to.clone(), d.from.clone()));
        if unsigned && turned.is_none() && !matches!(step, None | Some(Some(1..))) {
            return Err(format!("`{}` counts down without a sign", classes.name(d.var)));
        }
        let mut out =
            Parallel { is_text: false, is_backward: said.is_backward, span: said.span, ..Parallel::default() };
        self.lists(&classes, id, d, &mut out)?;
        let (kept, passes) = self.shared(&classes, id, d, &mut out)?;
        let (atomic, sums) = (kept.atomic, kept.sums);
        self.rest(&classes, id, d, &mut out)?;
        Ok(Finished { parallel: out, atomic, passes, sums, turned })
    }

    /// What goes on the tape in an iteration comes back in it.
    fn tape(&self, c: &Classes, d: &Do) -> Result<(), String> {
        let (mut saved, mut restored) = (Vec::new(), BTreeSet::new());
        self.p.units[self.unit].walk(&d.body, &mut |_, s| match &s.kind {
            StmtKind::Save { id, value } => saved.push((*id, value.root().map(|s| c.name(s)))),
            StmtKind::SaveControl { id, .. } => saved.push((*id, None)),
            StmtKind::Restore { id, .. } | StmtKind::RestoreControl { id, .. } => restored.extend([*id]),
            _ => {}
        });
        if self.tapenade_runtime && !saved.is_empty() {
            return Err("it uses the tape, which Tapenade's runtime has for one thread".into());
        }
        let lost = saved.iter().find(|(id, _)| !restored.contains(id));
        let found = restored.iter().find(|id| saved.iter().all(|(s, _)| s != *id));
        match (lost, found) {
            (Some((_, Some(name))), _) => Err(format!("`{name}` goes on the tape, of which each thread has its own")),
            (Some((_, None)), _) => Err("its branches go on the tape, of which each thread has its own".into()),
            (None, Some(_)) => Err("it takes from the tape, of which each thread has its own".into()),
            (None, None) => Ok(()),
        }
    }

    /// No iteration leaves the loop.
    fn leaves(&self, d: &Do) -> Result<(), String> {
        let u = &self.p.units[self.unit];
        let leaves = u.any(&d.body, &mut |_, s| matches!(s.kind, StmtKind::Return(_)));
        let jumps = u.any(&d.body, &mut |_, s| s.kind.jumps_to_labels());
        match leaves || jumps {
            true => Err("an iteration may jump".into()),
            false => Ok(()),
        }
    }

    /// Procedures that adjoints call touch what they are given, and leave nothing on the tape.
    fn procedures(&self, d: &Do) -> Result<(), String> {
        let mut called: Vec<SymbolId> = Vec::new();
        self.p.units[self.unit].walk(&d.body, &mut |_, s| s.kind.each_call(&mut |callee, _| called.push(callee)));
        for callee in called {
            let name = &self.p.symbols[callee].name;
            let Some(unit) = il::calls::definition(self.p, callee) else {
                // The memory of an iteration's own tape.
                if self.p.units[self.unit].language.points_by_address() && matches!(name.as_str(), "malloc" | "free") {
                    continue;
                }
                return Err(format!("nothing is known of `{name}`, which it calls"));
            };
            for reached in self.calls.reached(&[unit]) {
                let u = &self.p.units[reached];
                let (mut saved, mut restored) = (BTreeSet::new(), BTreeSet::new());
                let mut outside = None;
                u.walk(&u.body, &mut |_, s| {
                    match &s.kind {
                        StmtKind::Save { id, .. } | StmtKind::SaveControl { id, .. } => saved.extend([*id]),
                        StmtKind::Restore { id, .. } | StmtKind::RestoreControl { id, .. } => restored.extend([*id]),
                        StmtKind::Opaque { .. } => outside = Some("files".to_string()),
                        _ => {}
                    }
                    il::stores::each(self.p, reached, &s.kind, &mut |store| {
                        let Some(s) = store.symbol else { return };
                        let own = self.p.home(s) == Some(reached)
                            && self.p.variable(s).is_none_or(|v| {
                                !v.saved && matches!(v.storage, Storage::Local | Storage::Dummy(_) | Storage::Result)
                            });
                        if !own {
                            outside = Some(format!("`{}`", self.p.symbols[s].name));
                        }
                    });
                });
                if saved != restored {
                    return Err(format!("`{}` leaves something on the tape", u.name));
                }
                if let Some(what) = outside {
                    return Err(format!("`{}`, which it calls, changes {what}", u.name));
                }
            }
        }
        Ok(())
    }

    /// What all threads have.
    fn shared(
        &self,
        c: &Classes,
        id: StmtId,
        d: &Do,
        out: &mut Parallel,
    ) -> Result<(races::Kept, Option<i64>), String> {
        let mut atomic: BTreeSet<StmtId> = BTreeSet::new();
        if !out.is_backward {
            let u = &self.p.units[self.unit];
            u.walk(&d.body, &mut |id, s| {
                if let StmtKind::Assign { lhs, .. } = &s.kind
                    && let Some(root) = lhs.root()
                    && c.said.atomics.contains(c.originals.get(&root).unwrap_or(&root))
                {
                    atomic.insert(id);
                }
            });
            let fine = |id: &StmtId| analysis::loop_dependence::is_increment(&u.stmts[*id].kind);
            if let Some(bad) = atomic.iter().find(|id| !fine(id)) {
                let place = u.stmts[*bad].kind.assigned().and_then(Expr::root);
                let name = place.map_or(String::new(), |s| c.name(s));
                return Err(format!("`{name}` is updated atomically in the original, and set otherwise here"));
            }
        }
        let atomic: BTreeSet<(UnitId, StmtId)> = atomic.into_iter().map(|id| (self.unit, id)).collect();
        if self.is_tangent {
            out.collapse = self.collapse(c, d);
            return Ok((races::Kept { atomic, ..races::Kept::default() }, None));
        }
        let own: Vec<SymbolId> = out
            .private
            .iter()
            .chain(&out.first_private)
            .chain(&out.last_private)
            .chain(out.reductions.iter().flat_map(|r| &r.1))
            .chain(&c.inner)
            .copied()
            .collect();
        let leads = |s: &SymbolId| self.is_pointer(*s) && !self.p.variable(*s).is_some_and(|v| v.allocatable);
        let mut spared = races::zones_of(self.zones, own.iter().copied().filter(|s| !leads(s)));
        for s in own.into_iter().filter(leads) {
            let pointer = Expr::var(s);
            spared.extend(self.zones.of_pointer(self.p, &pointer).zones);
            // The memory of an iteration's own tape.
            if c.origin(s) == classes::Origin::Made && self.is_asked_for(d, s) {
                let memory = il::ExprKind::Deref(Box::new(pointer)).into();
                spared.extend(self.zones.of_ref(self.p, &memory).zones);
            }
        }
        let mut promised = BTreeSet::new();
        if !out.is_backward || c.said.runs_again {
            for s in races::promised(c, &c.named(&d.body)) {
                promised.extend(self.zones.of_symbol(s));
                promised.extend(self.zones.reachable(self.p, &Expr::var(s)));
            }
        }
        let nest = self.nest(c, id, d);
        let found = match self.collapse(c, d) {
            Some(n) if nest.len() > 1 => {
                let counters = races::zones_of(self.zones, c.counters.iter().copied());
                let all = spared.union(&counters).copied().collect();
                let found = races::keep(c, self.zones, id, &nest, &all, &promised, self.how);
                match found {
                    Ok(kept) => {
                        out.collapse = Some(n);
                        Ok(kept)
                    }
                    Err(_) => races::keep(c, self.zones, id, &nest[..1], &all, &promised, self.how),
                }
            }
            _ => {
                // Counters of loops inside are this thread's.
                spared.extend(races::zones_of(self.zones, c.counters.iter().copied()));
                races::keep(c, self.zones, id, &nest[..1], &spared, &promised, self.how)
            }
        };
        let apart = match &found {
            Ok(kept) if kept.atomic.is_empty() || !out.is_backward => None,
            Err(trouble) if !trouble.only_adds => None,
            Ok(_) | Err(_) => {
                spared.extend(races::zones_of(self.zones, c.counters.iter().copied()));
                self.in_passes(id, &spared, &promised, found.as_ref().ok().map(|kept| &kept.atomic))
            }
        };
        let (passes, mut kept) = match (apart, found) {
            (Some((passes, kept)), _) => {
                out.collapse = None;
                (Some(passes), kept)
            }
            (None, Ok(kept)) => (None, kept),
            (None, Err(trouble)) => return Err(trouble.why),
        };
        if out.collapse.is_none() && self.p.units[self.unit].language == Language::C {
            let free = c.counters[1..].iter().filter(|s| !c.inner.contains(s));
            out.private.extend(free.copied());
        }
        add_sums(out, kept.reduced.iter().copied().collect());
        kept.atomic.extend(atomic);
        Ok((kept, passes))
    }

    /// C: whether each iteration that uses a pointer asks for the memory that it leads to.
    fn is_asked_for(&self, d: &Do, s: SymbolId) -> bool {
        let is_malloc =
            |e: &Expr| matches!(&e.kind, il::ExprKind::Call { callee, .. } if self.p.symbols[*callee].name == "malloc");
        let sets = |kind: &StmtKind| matches!(kind, StmtKind::Assign { lhs: Expr { kind: il::ExprKind::Var(x), .. }, .. } if *x == s);
        let u = &self.p.units[self.unit];
        let all = u.all_stmts().into_iter().filter(|id| sets(&u.stmts[*id].kind)).count();
        let mut asked = 0;
        u.walk(&d.body, &mut |_, stmt| {
            if let StmtKind::Assign { rhs, .. } = &stmt.kind {
                asked += usize::from(sets(&stmt.kind) && rhs.any(&mut |e| is_malloc(e)));
            }
        });
        asked == 1 && all == 1
    }

    /// The loops whose iterations are shared, from the outermost.
    fn nest(&self, c: &Classes, id: StmtId, d: &Do) -> Vec<StmtId> {
        let mut out = vec![id];
        let mut inner = d;
        while out.len() < c.counters.len() {
            let [only] = inner.body.as_slice() else { break };
            let StmtKind::Do(next) = &self.p.units[self.unit].stmts[*only].kind else { break };
            out.push(*only);
            inner = next;
        }
        out
    }

    /// How many loops are still one: bounds of inner ones do not depend on outer counters, nothing stands between them.
    fn collapse(&self, c: &Classes, d: &Do) -> Option<u32> {
        let wanted = c.said.collapse? as usize;
        let mut inner = d;
        for _ in 1..wanted {
            let [only] = inner.body.as_slice() else { return None };
            let stmt = &self.p.units[self.unit].stmts[*only];
            let StmtKind::Do(next) = &stmt.kind else { return None };
            let depends =
                stmt.kind.any_expr(&mut |e| matches!(e.kind, il::ExprKind::Var(s) if c.counters.contains(&s)));
            if depends || stmt.label.is_some() {
                return None;
            }
            inner = next;
        }
        Some(wanted as u32)
    }

    /// Schedule, threads and condition, as far as their values are those of the original's loop; and what is shared, where the original lists it.
    fn rest(&self, c: &Classes, id: StmtId, d: &Do, out: &mut Parallel) -> Result<(), String> {
        let u = &self.p.units[self.unit];
        let changed = il::stores::names(self.p, self.unit, &u.body);
        let mentioned = u.symbols(&u.body);
        let stays = |e: &Expr| {
            let mut names = Vec::new();
            e.collect_symbols(&mut names);
            names.iter().all(|s| {
                let v = self.p.variable(*s);
                let declared = u.params.contains(s) || mentioned.contains(s);
                v.is_some_and(|v| v.constant || declared && !changed.contains(s) && !v.pointer)
            })
        };
        if let Some(test) = &c.said.condition {
            if !stays(test) {
                return Err("its `if` clause asks for what changes".into());
            }
            out.condition = Some(test.clone());
        }
        out.threads = c.said.threads.clone().filter(|e| stays(e));
        out.schedule = c.said.schedule.clone().map(|(kind, chunk)| (kind, chunk.filter(|e| stays(e))));
        if c.said.shared.is_some() {
            let mut shared = c.named(&[id]);
            for e in [&out.condition, &out.threads].into_iter().flatten() {
                e.collect_symbols(&mut shared);
            }
            let listed = [&out.private, &out.first_private, &out.last_private];
            let mut seen = BTreeSet::new();
            shared.retain(|s| {
                seen.insert(*s)
                    && listed.iter().all(|l| !l.contains(s))
                    && out.reduction(*s).is_none()
                    && *s != d.var
                    && c.is_listed(*s)
            });
            out.shared = Some(shared);
        }
        Ok(())
    }
}

/// Adds variables to what is reduced by `+`.
fn add_sums(out: &mut Parallel, sums: Vec<SymbolId>) {
    match out.reductions.iter_mut().find(|(op, _)| op == "+") {
        _ if sums.is_empty() => {}
        Some((_, list)) => list.extend(sums),
        None => out.reductions.push(("+".to_string(), sums)),
    }
}
