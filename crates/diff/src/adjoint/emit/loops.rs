//! Loops: counted ones run backwards over the same values, others as often as they were counted; any flow graph from block to block.

use il::stmt::{Case, CaseRange, Do, Label};
use il::{BinaryOp, Block, Expr, ExprKind, Stmt, StmtId, StmtKind, SymbolId, TapeId};

use super::{Emit, Open, Pair, Side};
use crate::adjoint::plan;
use crate::adjoint::plan::Twin;
use crate::adjoint::plan::tree::{FrameId, Landing, Node, NodeKind, Seq};
use crate::adjoint::plan::{Bound, Home, Rebuilt};
use crate::simplify;

impl Emit<'_, '_> {
    pub(super) fn looping(&mut self, node: &Node, frame: FrameId, body: &Seq) -> Pair {
        let stmt = node.stmt;
        let original = self.original(stmt);
        if let (Some(f), true) = (self.plan.loops.get(&stmt).and_then(|l| l.fused.clone()), self.primal.is_none()) {
            return self.fused(stmt, &f, frame, body);
        }
        let StmtKind::Do(d) = &original.kind else { return self.counted_turns(stmt, frame, body, None) };
        match self.plan.loops.get(&stmt).and_then(|l| l.binomial.as_ref()) {
            Some(plan) if self.primal.is_none() => self.binomial(stmt, d, plan, frame, body),
            Some(_) | None => self.do_loop(stmt, d, frame, body),
        }
    }

    /// Whether a jump leaves the loop whose turn is `frame` before its last turn ended.
    fn is_left(&self, frame: FrameId, body: &Seq) -> bool {
        let mut left = false;
        for n in body {
            n.visit(&mut |n| {
                if let NodeKind::Jump(j) = &n.kind {
                    left |= j.crossings.iter().enumerate().any(|(k, c)| {
                        c.frame == frame && !(k + 1 == j.crossings.len() && j.landing == Landing::NextTurn)
                    });
                }
            });
        }
        left
    }

    /// Whether a counted loop runs although nothing is left in it: what its variable has behind it is used.
    fn keeps_counting(&self, stmt: StmtId) -> bool {
        match &self.primal {
            // The plan of a step is that of its last run; here it may be another one.
            Some(kept) => kept.contains(&stmt),
            None => self.plan.step(stmt).live,
        }
    }

    fn do_loop(&mut self, stmt: StmtId, d: &Do, frame: FrameId, body: &Seq) -> Pair {
        let lp = self.plan.loops.get(&stmt).cloned();
        let step_of_var = self.plan.step(stmt);
        let bounds = lp.as_ref().map_or([Bound::Saved; 3], |l| l.bounds);
        let left = self.is_left(frame, body) || wraps(self.world.source, d);
        let recording = self.primal.is_none();
        let mut out = Pair::default();
        let integer = self.world.source.symbol_type(d.var).cloned().unwrap_or(self.integer());
        let constant = d.step.as_ref().is_none_or(|s| il::fold::integer(self.world.source, s).is_some());
        let behind = ends(self.world.source, d, left);

        // Which of the three are kept in variables, and what leaving the loop saves.
        let keep = |this: &mut Self, base: &str, bound: Bound, force: bool| -> Option<(Twin, bool)> {
            if !recording || (matches!(bound, Bound::Again | Bound::Spelled) && !force) {
                return None;
            }
            let t = this.twin(base, integer.clone());
            let local = matches!(bound, Bound::Kept) && this.home_here() == Home::Local;
            let local = local || (force && this.home_here() == Home::Local);
            Some((t, !local))
        };
        let from = keep(self, "ad_from", bounds[0], false);
        let to = keep(self, "ad_to", bounds[1], left);
        let by = if constant { None } else { keep(self, "ad_step", bounds[2], false) };
        let after: Vec<(TapeId, SymbolId, SymbolId)> = [&from, &to, &by]
            .into_iter()
            .flatten()
            .filter(|(_, saved)| *saved)
            .map(|(t, _)| (self.new_tape(), t.fore, t.back))
            .collect();
        let rebuilt = lp.as_ref().and_then(|l| l.rebuilt.clone()).filter(|_| recording);
        let path = if recording && rebuilt.is_none() { self.open_path(frame, Home::Tape) } else { None };
        let open = Open { path, after: after.iter().map(|a| (a.0, a.1)).collect(), ..Open::default() };
        let mut inner = self.turn(rebuilt.as_ref(), frame, open, body);

        let has_back = !inner.back.is_empty();
        if !has_back {
            self.forget(path);
            self.dropped.extend(after.iter().map(|a| a.0));
        }
        let (mut saves, mut restores) = self.saves(&step_of_var.saves);
        let runs_again = rebuilt.is_some();
        let whole = rebuilt.map(|r| r.whole).unwrap_or_default();
        let (mut whole_saves, mut whole_restores) = self.saves(&whole);
        saves.append(&mut whole_saves);
        let keeps_loop = self.keeps_counting(stmt) || !inner.fore.is_empty();
        if !keeps_loop && !has_back {
            return out;
        }

        // Forward.
        let (f, t) = (self.fore(&d.from), self.fore(&d.to));
        let s = d.step.as_ref().map(|s| self.fore(s));
        let mut prelude = Block::new();
        let mut header = [f.clone(), t.clone()];
        let mut header_step = s.clone();
        if has_back {
            let mut set = |this: &mut Self, var: SymbolId, value: Expr| {
                let id = this.add(this.forward, StmtKind::Assign { lhs: Expr::var(var), rhs: value });
                prelude.push(id);
                Expr::var(var)
            };
            if let Some((v, _)) = from {
                header[0] = behind.0.held(v.fore, &f, &mut |lhs, value| set(self, lhs, value));
            }
            if let (Some((v, _)), Some(s)) = (by, s.clone()) {
                header_step = Some(set(self, v.fore, s));
            }
            if let Some((v, _)) = to {
                if left {
                    let before = match &header_step {
                        None => il::fold::sub(&header[0], &Expr::int(1)),
                        Some(s) => il::fold::sub(&header[0], s),
                    };
                    set(self, v.fore, before);
                    let lhs = Expr::var(v.fore);
                    let note = self.add(self.forward, StmtKind::Assign { lhs, rhs: self.fore(&Expr::var(d.var)) });
                    inner.fore.insert(0, note);
                } else {
                    header[1] = behind.1.held(v.fore, &t, &mut |lhs, value| set(self, lhs, value));
                }
            }
            if let Some(path) = path
                && self.plan.tree.frames[frame].completes
            {
                self.record(path, 0, &mut inner.fore);
            }
        }
        out.fore.append(&mut saves);
        if keeps_loop {
            out.fore.append(&mut prelude);
            let [from_value, to_value] = header;
            let original = self.original(stmt).clone();
            let kind = StmtKind::Do(Box::new(Do {
                var: self.shell(self.forward).maps.symbol(d.var),
                from: from_value,
                to: to_value,
                step: header_step,
                body: inner.fore,
                name: self.loop_name(frame, d.name.as_ref()),
                declares: d.declares,
                parallel: self.shell(self.forward).maps.parallel(d, runs_again),
            }));
            let id = self.add_stmt(self.forward, Stmt { kind, label: None, directives: Vec::new(), ..original });
            out.fore.push(id);
        } else if from.is_some() || by.is_some() || to.is_some() {
            out.fore.append(&mut prelude);
        }
        if !has_back {
            out.back.append(&mut whole_restores);
            out.back.append(&mut restores);
            return out;
        }
        self.save_after(&after.iter().map(|a| (a.0, a.1)).collect::<Vec<_>>(), &mut out.fore);

        // Backward.
        for &(tape, _, var) in after.iter().rev() {
            out.back.push(self.add(Side::Back, StmtKind::Restore { id: tape, into: Expr::var(var) }));
        }
        let again = |this: &mut Self, e: &Expr, bound: Bound| match bound {
            Bound::Spelled => this.back(&plan::spelled(&this.plan.tree.given, e)),
            _ => this.back(e),
        };
        let from_back = from.map_or_else(|| again(self, &d.from, bounds[0]), |(v, _)| behind.0.bound(v.back));
        let to_back = to.map_or_else(|| again(self, &d.to, bounds[1]), |(v, _)| behind.1.bound(v.back));
        let step_back = match (&d.step, by) {
            (None, _) => None,
            (Some(_), Some((v, _))) => Some(Expr::var(v.back)),
            (Some(s), None) => Some(again(self, s, bounds[2])),
        };
        let start = if left { to_back } else { last_value(&self.world.out, &from_back, to_back, step_back.as_ref()) };
        let down = match &step_back {
            None => Some(Expr::int(-1)),
            Some(s) => match s.as_int() {
                Some(-1) => None,
                Some(c) => Some(Expr::int(-c)),
                None => Some(simplify::neg(s.clone())),
            },
        };
        let mut turn = Block::new();
        if let Some(path) = path {
            self.recall(path, &mut turn);
        }
        turn.append(&mut inner.back);
        let comments = self.original(stmt).comments.clone();
        let id = self.add(
            Side::Back,
            StmtKind::Do(Box::new(Do {
                var: self.shell(Side::Back).maps.symbol(d.var),
                from: start,
                to: from_back,
                step: down,
                body: turn,
                name: None,
                declares: d.declares,
                parallel: self.shell(Side::Back).maps.backward(d, runs_again),
            })),
        );
        let unit = self.shell(Side::Back).unit;
        self.world.out.units[unit].stmts[id].comments = comments;
        out.back.append(&mut whole_restores);
        out.back.push(id);
        out.back.append(&mut restores);
        out
    }

    /// A turn of a loop in both sweeps: rebuilt, or from what each of its statements saves.
    fn turn(&mut self, rebuilt: Option<&Rebuilt>, frame: FrameId, open: Open, body: &Seq) -> Pair {
        if let Some(r) = rebuilt {
            return self.rebuilt(r, frame, open, body);
        }
        self.depth += 1;
        let inner = self.inside(frame, open, body);
        self.depth -= 1;
        inner
    }

    /// A turn that is run again in the backward sweep, from what is saved at its top.
    fn rebuilt(&mut self, r: &Rebuilt, frame: FrameId, open: Open, body: &Seq) -> Pair {
        self.depth += 1;
        let (mut fore, restores) = self.saves(&r.saves);
        let mut back: Block = r.undone.iter().rev().flat_map(|s| self.undo(*s)).collect();
        back.extend(restores);
        let outside = self.primal.replace(r.primal.clone());
        let mut primal = self.inside(frame, open.clone(), body);
        self.primal = outside;
        self.depth -= 1;
        fore.append(&mut primal.fore);
        let unit = &self.world.source.units[self.unit];
        let alone = plan::turn_alone::alone(&self.plan.tree, unit, frame, body);
        let turn = self.second(|this| this.inside(frame, open, alone.as_ref().unwrap_or(body)));
        back.append(&mut self.at_once(turn));
        Pair { fore, back }
    }

    /// WHILE, UNTIL, endless and GOTO loops: the turns are counted.
    fn counted_turns(&mut self, stmt: StmtId, frame: FrameId, body: &Seq, label: Option<Label>) -> Pair {
        let recording = self.primal.is_none();
        let ty = self.integer();
        let count = if recording { Some(self.twin("ad_count", ty.clone())) } else { None };
        let home = self.home_here();
        let tape = self.new_tape();
        let after: Vec<(TapeId, SymbolId)> =
            count.iter().filter(|_| home == Home::Tape).map(|c| (tape, c.fore)).collect();
        let rebuilt = self.plan.loops.get(&stmt).and_then(|l| l.rebuilt.clone()).filter(|_| recording);
        let path = if recording && rebuilt.is_none() { self.open_path(frame, Home::Tape) } else { None };
        let open = Open { path, after: after.clone(), label: label.clone(), ..Open::default() };
        let mut inner = self.turn(rebuilt.as_ref(), frame, open, body);
        let has_back = !inner.back.is_empty();
        let mut out = Pair::default();
        // The plan of a step is that of the last run of a loop; an earlier run may need nothing of it.
        let live = recording && self.plan.step(stmt).live;
        if !has_back {
            self.dropped.insert(tape);
            self.forget(path);
            if inner.fore.is_empty() && !live {
                return out;
            }
        }
        if let (Some(c), true) = (count, has_back) {
            let lhs = Expr::var(c.fore);
            out.fore.push(self.add(self.forward, StmtKind::Assign { lhs: lhs.clone(), rhs: Expr::int(0) }));
            let rhs = Expr::binary(BinaryOp::Add, lhs.clone(), Expr::int(1));
            let up = self.add(self.forward, StmtKind::Assign { lhs, rhs });
            inner.fore.insert(0, up);
            if let Some(path) = path
                && self.plan.tree.frames[frame].completes
            {
                self.record(path, 0, &mut inner.fore);
            }
        }
        match label {
            // A loop made by GOTO stays one: its label goes to the top of the turn.
            Some(label) => {
                self.label_here(Some(label), &mut out.fore);
                out.fore.append(&mut inner.fore);
            }
            None => {
                let original = self.original(stmt).clone();
                let maps = self.shell(self.forward).maps.clone();
                let mut new = maps.stmt(&original);
                new.label = None;
                new.directives = Vec::new();
                if let StmtKind::While { name, .. } | StmtKind::Until { name, .. } | StmtKind::Loop { name, .. } =
                    &mut new.kind
                {
                    *name = self.loop_name(frame, name.as_ref());
                }
                if let Some(b) = new.kind.blocks_mut().into_iter().next() {
                    *b = inner.fore;
                }
                out.fore.push(self.add_stmt(self.forward, new));
            }
        }
        if !has_back {
            return out;
        }
        self.save_after(&after, &mut out.fore);
        if let Some(c) = count {
            if home == Home::Tape {
                out.back.push(self.add(Side::Back, StmtKind::Restore { id: tape, into: Expr::var(c.back) }));
            }
            let mut turn = Block::new();
            if let Some(path) = path {
                self.recall(path, &mut turn);
            }
            turn.append(&mut inner.back);
            let i = self.scratch("i0", ty);
            let id = self.counted(Side::Back, i, Expr::int(1), Expr::var(c.back), None, turn);
            let unit = self.shell(Side::Back).unit;
            self.world.out.units[unit].stmts[id].comments = self.original(stmt).comments.clone();
            out.back.push(id);
        }
        out
    }

    pub(super) fn again(&mut self, node: &Node, frame: FrameId, body: &Seq) -> Pair {
        let label = self.fresh_label();
        self.counted_turns(node.stmt, frame, body, Some(label))
    }

    // ------------------------------------------------------------------ any flow graph

    /// Both sweeps run from block to block: the forward sweep saves from where it came, the backward sweep goes there.
    pub(super) fn dispatch(&mut self, node: &Node, blocks: &[(FrameId, Seq)]) -> Pair {
        let ty = self.integer();
        let next = self.twin("ad_next", ty.clone());
        let here = self.twin("ad_block", ty);
        let (came, last) = (self.new_tape(), self.new_tape());
        let label = self.fresh_label();
        let mut cases = Vec::new();
        let mut reverse = Vec::new();
        let mut useful = false;
        self.depth += 1;
        for (n, (frame, body)) in blocks.iter().enumerate() {
            let path = self.open_path(*frame, Home::Tape);
            let after = if self.primal.is_none() { vec![(last, here.fore)] } else { Vec::new() };
            let open = Open { path, after, label: Some(label.clone()), next: Some(next.fore), name: None };
            let mut pair = self.inside(*frame, open, body);
            useful |= !pair.back.is_empty();
            if self.plan.tree.frames[*frame].completes {
                if let Some(path) = path {
                    self.record(path, 0, &mut pair.fore);
                }
                let following = if n + 1 < blocks.len() { n as i64 + 2 } else { 0 };
                let lhs = Expr::var(next.fore);
                pair.fore.push(self.add(self.forward, StmtKind::Assign { lhs, rhs: Expr::int(following) }));
            }
            let mut back = Block::new();
            if let Some(path) = path {
                self.recall(path, &mut back);
            }
            back.append(&mut pair.back);
            let value = || vec![CaseRange::Value(Expr::int(n as i64 + 1))];
            cases.push(Case { ranges: value(), default: false, body: pair.fore, falls_through: false });
            reverse.push(Case { ranges: value(), default: false, body: back, falls_through: false });
        }
        self.depth -= 1;
        let recording = self.primal.is_none();
        let mut out = Pair::default();
        let side = self.forward;
        let assign = |this: &mut Self, v: SymbolId, value: Expr| {
            this.add(side, StmtKind::Assign { lhs: Expr::var(v), rhs: value })
        };
        out.fore.push(assign(self, next.fore, Expr::int(1)));
        out.fore.push(assign(self, here.fore, Expr::int(0)));
        let mut turn = Block::new();
        if recording {
            turn.push(self.add(side, StmtKind::Save { id: came, value: Expr::var(here.fore) }));
        }
        turn.push(assign(self, here.fore, Expr::var(next.fore)));
        turn.push(self.add(side, StmtKind::Select { selector: Expr::var(here.fore), cases, name: None }));
        self.label_here(Some(label), &mut turn);
        let test = |v: SymbolId| Expr::binary(BinaryOp::Ne, Expr::var(v), Expr::int(0));
        out.fore.push(self.add(side, StmtKind::While { test: test(next.fore), body: turn, name: None }));
        if !recording {
            return out;
        }
        out.fore.push(self.add(side, StmtKind::Save { id: last, value: Expr::var(here.fore) }));
        let into = || Expr::var(here.back);
        out.back.push(self.add(Side::Back, StmtKind::Restore { id: last, into: into() }));
        let select = self.add(Side::Back, StmtKind::Select { selector: into(), cases: reverse, name: None });
        let pop = self.add(Side::Back, StmtKind::Restore { id: came, into: into() });
        out.back
            .push(self.add(Side::Back, StmtKind::While { test: test(here.back), body: vec![select, pop], name: None }));
        let _ = (useful, node);
        out
    }
}

/// C: whether the turns of a loop cannot be counted by arithmetic, because an unsigned variable takes long steps down, or may find its bound below its
/// first value. The forward sweep then notes the values.
fn wraps(p: &il::Program, d: &Do) -> bool {
    let unsigned = p.symbol_type(d.var).and_then(|t| t.scalar()).is_some_and(|s| s.unsigned);
    match d.step.as_ref().map(|s| il::fold::integer(p, s)) {
        _ if !unsigned => false,
        None | Some(Some(1 | -1)) => false,
        Some(Some(by)) => by < 0 || d.from.as_int() != Some(0),
        Some(None) => true,
    }
}

/// What a variable holds for a bound of a loop.
#[derive(Clone, Copy)]
enum End {
    /// The bound.
    Itself,
    /// C: what is one behind it, which an unsigned variable can hold where the bound is one below zero: `n` of `i < n`.
    Behind,
}

impl End {
    /// The bound, by a variable that `set` gives its value.
    fn held(self, v: SymbolId, bound: &Expr, set: &mut dyn FnMut(SymbolId, Expr) -> Expr) -> Expr {
        match self {
            End::Itself => set(v, bound.clone()),
            End::Behind => il::fold::sub(&set(v, il::fold::add(bound, &Expr::int(1))), &Expr::int(1)),
        }
    }

    /// The bound, by a variable that has its value.
    fn bound(self, v: SymbolId) -> Expr {
        self.held(v, &Expr::int(0), &mut |v, _| Expr::var(v))
    }
}

/// How the first and the last value of a loop are kept. One of the sweeps goes up to the greater of them: by `i <= top` it would never end where
/// `top` is one below zero. (`left`: the last value is that of the last turn.)
fn ends(p: &il::Program, d: &Do, left: bool) -> (End, End) {
    let unsigned = p.symbol_type(d.var).and_then(|t| t.scalar()).is_some_and(|s| s.unsigned);
    let down = match &d.step {
        None => Some(false),
        Some(s) => il::fold::integer(p, s).map(|by| by < 0),
    };
    match down {
        Some(true) if unsigned => (End::Behind, End::Itself),
        Some(false) if unsigned && !left => (End::Itself, End::Behind),
        _ => (End::Itself, End::Itself),
    }
}

/// `n - 2` for `n - 1 - 1` and 2 for `3 - 1`, where the last 1 is ours: the loop of C stops before `n - 1`.
fn one_number(to: Expr) -> Expr {
    // A macro's name says more than its number.
    let constant = |e: &Expr| match &e.kind {
        ExprKind::Integer { text, .. } => {
            text.0.as_ref().is_none_or(|t| t.bytes().next().is_some_and(|c| c.is_ascii_digit()))
        }
        _ => false,
    };
    match &to.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, bound, one)
            if matches!(&one.kind, ExprKind::Integer { text, .. } if text.0.is_none())
                && (constant(bound)
                    || matches!(&bound.kind, ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, _, c) if constant(c))) =>
        {
            il::fold::add(&to, &Expr::int(0))
        }
        _ => to,
    }
}

/// The last value that `from, to, step` reaches: `from + ((to - from + step)/step - 1)*step`, which for a loop without turns
/// lies before `from`, so that the reversed loop has none either.
fn last_value(p: &il::Program, from: &Expr, to: Expr, step: Option<&Expr>) -> Expr {
    let Some(step) = step else { return one_number(to) };
    match il::fold::integer(p, step) {
        Some(1 | -1) => one_number(to),
        known => {
            // Between constants it is a number: compilers warn of a quotient of constants that is cut off.
            if let (Some(first), Some(last), Some(step)) =
                (il::fold::integer(p, from), il::fold::integer(p, &to), known)
                && step != 0
            {
                return Expr::int(first + ((last - first + step) / step - 1).max(-1) * step);
            }
            let turns = il::fold::range_count(from, &to, Some(step));
            let before = il::fold::sub(&turns, &Expr::int(1));
            il::fold::add(from, &Expr::binary(BinaryOp::Mul, before, step.clone()))
        }
    }
}
