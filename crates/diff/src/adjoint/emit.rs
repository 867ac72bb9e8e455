//! Forward and backward sweep as pairs (RR-7957 §5.4): sequences, choices, loops, jumps.
//!
//! The reverse of a sequence is the reverses of its statements in reverse order. Where a statement may leave the frame around the sequence
//! early, what follows it is only reversed when the frame ended in another way: `if (branch is none of those) { reverse of the rest }`.

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::{Arm, Case, CaseRange, Do, If, Label};
use il::symbol::SymbolKind;
use il::{
    BinaryOp, Block, Diagnostic, Dim, Expr, ExprKind, Language, Scalar, Span, Stmt, StmtId, StmtKind, SymbolId, TapeId,
    Type, UnaryOp, UnitId, Upper,
};

use super::access::Access;
use super::plan::{Bound, Control, Home, Plan, Rebuilt};
use super::tree::{self, FrameId, FrameKind, Jump, Landing, Node, NodeKind, Seq};
use crate::derive::{Shell, World};
use crate::simplify;

/// Which procedure a statement goes to: in joint mode both are the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    /// The forward sweep.
    Fore,
    /// The backward sweep.
    Back,
}

/// The two sweeps of something.
#[derive(Default)]
pub(super) struct Pair {
    pub fore: Block,
    pub back: Block,
}

/// A variable that both sweeps have under the same name.
#[derive(Clone, Copy)]
pub(super) struct Twin {
    pub fore: SymbolId,
    pub back: SymbolId,
}

/// The recorded way in which a frame ended.
#[derive(Clone, Copy)]
pub(super) struct Path {
    tape: TapeId,
    ways: u32,
    home: Home,
    var: Twin,
}

/// A frame that is being emitted.
#[derive(Clone, Default)]
struct Open {
    path: Option<Path>,
    /// What leaving the loop around the frame saves.
    after: Vec<(TapeId, SymbolId)>,
    /// Where GOTOs to this frame's end (or next turn) go.
    label: Option<Label>,
    /// Of a dispatcher: the variable that holds the next block.
    next: Option<SymbolId>,
}

/// The emission of one unit.
pub(super) struct Emit<'w, 'a> {
    pub world: &'w mut World<'a>,
    pub unit: UnitId,
    /// One shell in joint mode; forward and backward in split mode.
    pub shells: Vec<Shell>,
    pub plan: &'w Plan,
    /// Where statements of the forward sweep go: the backward side while an iteration is rebuilt.
    pub forward: Side,
    frames: BTreeMap<FrameId, Open>,
    /// The frame directly around what is being emitted.
    frame: FrameId,
    dropped: BTreeSet<TapeId>,
    dropped_variables: BTreeSet<SymbolId>,
    tapes: u32,
    /// How many loops and choices are around the current point.
    pub depth: u32,
    /// How many rebuilt turns are around it.
    turns: u32,
    /// The storage of the program.
    pub access: &'w Access<'a>,
    next_label: u32,
    /// While a loop's primal copy is made: the statements it keeps.
    pub primal: Option<BTreeSet<StmtId>>,
    /// What the statement being emitted saves by itself.
    pub unsaved: Option<Expr>,
}

impl<'w, 'a> Emit<'w, 'a> {
    pub(super) fn new(
        world: &'w mut World<'a>,
        unit: UnitId,
        shells: Vec<Shell>,
        plan: &'w Plan,
        access: &'w Access<'a>,
    ) -> Self {
        let used = world.source.units[unit]
            .all_stmts()
            .into_iter()
            .filter_map(|s| world.source.units[unit].stmts[s].label.as_ref().and_then(|l| l.parse::<u32>().ok()));
        let next_label = used.max().map_or(100, |m| (m / 10 + 1) * 10).max(100);
        let frame = plan.tree.root();
        Emit {
            world,
            unit,
            shells,
            plan,
            forward: Side::Fore,
            frames: BTreeMap::new(),
            frame,
            dropped: BTreeSet::new(),
            dropped_variables: BTreeSet::new(),
            tapes: 0,
            depth: 0,
            turns: 0,
            access,
            next_label,
            primal: None,
            unsaved: None,
        }
    }

    /// The two sweeps of the whole unit, and the label at which they meet when a jump goes there.
    pub(super) fn run(&mut self) -> (Pair, Option<Label>) {
        let plan = self.plan;
        let root = plan.tree.root();
        let left = plan.tree.is_left_early(root);
        let label = left.then(|| self.fresh_label());
        let path = self.open_path(root, self.home_here());
        self.frames.insert(root, Open { path, label: label.clone(), ..Open::default() });
        let mut pair = self.sequence(&plan.tree.body);
        if let Some(path) = path {
            if plan.tree.frames[root].completes {
                self.record(path, 0, &mut pair.fore);
            }
            self.recall_before(path, &mut pair.back);
        }
        (pair, label)
    }

    /// Removes tape statements whose partner turned out to be unnecessary.
    pub(super) fn drop_unused(&mut self, block: &mut Block, side: Side) {
        let unit = self.shell(side).unit;
        let mut kept = Block::new();
        for id in std::mem::take(block) {
            let mut kind = std::mem::replace(&mut self.world.out.units[unit].stmts[id].kind, StmtKind::Nop);
            let dropped = match &kind {
                StmtKind::Save { id, .. }
                | StmtKind::Restore { id, .. }
                | StmtKind::SaveControl { id, .. }
                | StmtKind::RestoreControl { id, .. } => self.dropped.contains(id),
                StmtKind::Assign { lhs, .. } => lhs.root().is_some_and(|s| self.dropped_variables.contains(&s)),
                _ => false,
            };
            for inner in kind.blocks_mut() {
                self.drop_unused(inner, side);
            }
            self.world.out.units[unit].stmts[id].kind = kind;
            if !dropped {
                kept.push(id);
            }
        }
        *block = kept;
    }

    /// Forgets a path that the backward sweep does not ask for.
    fn forget(&mut self, path: Option<Path>) {
        if let Some(p) = path {
            self.dropped.insert(p.tape);
            self.dropped_variables.extend([p.var.fore, p.var.back]);
        }
    }

    /// Tape pairs made so far.
    pub(super) fn tapes(&self) -> u32 {
        self.tapes
    }

    // ------------------------------------------------------------------ small things

    pub(super) fn shell(&self, side: Side) -> &Shell {
        match side {
            Side::Fore => &self.shells[0],
            Side::Back => self.shells.last().expect("there is a shell"),
        }
    }

    pub(super) fn is_split(&self) -> bool {
        self.shells.len() > 1
    }

    pub(super) fn language(&self) -> Language {
        self.world.language(self.unit)
    }

    /// Adds a generated statement to the arena of a side.
    pub(super) fn add(&mut self, side: Side, kind: StmtKind) -> StmtId {
        let unit = self.shell(side).unit;
        self.world.out.units[unit].add(kind)
    }

    /// Adds a statement with its surroundings.
    pub(super) fn add_stmt(&mut self, side: Side, stmt: Stmt) -> StmtId {
        let unit = self.shell(side).unit;
        self.world.out.units[unit].add(stmt)
    }

    /// The original statement.
    pub(super) fn original(&self, id: StmtId) -> &'a Stmt {
        let source: &'a il::Program = self.world.source;
        &source.units[self.unit].stmts[id]
    }

    /// An expression of the original in the forward sweep.
    pub(super) fn fore(&self, e: &Expr) -> Expr {
        self.shell(self.forward).maps.expr(e)
    }

    /// An expression of the original in the backward sweep.
    pub(super) fn back(&self, e: &Expr) -> Expr {
        self.shell(Side::Back).maps.expr(e)
    }

    pub(super) fn refuse(&mut self, span: Span, what: &str, note: &str) {
        self.world.report(Diagnostic::error("RT0431", span, what).note(note));
    }

    pub(super) fn new_tape(&mut self) -> TapeId {
        self.tapes += 1;
        il::Id::from_index(self.tapes as usize - 1)
    }

    pub(super) fn fresh_label(&mut self) -> Label {
        let n = self.next_label;
        self.next_label += 10;
        match self.language() {
            Language::Fortran => n.to_string(),
            Language::C => format!("ad_label{n}"),
        }
    }

    /// A local of the backward sweep.
    pub(super) fn scratch(&mut self, base: &str, ty: Type) -> SymbolId {
        let last = self.shells.len() - 1;
        self.world.local(&mut self.shells[last], base, ty)
    }

    /// A local allocatable array of the backward sweep: assignment gives it its shape.
    pub(super) fn scratch_array(&mut self, base: &str, elem: &Scalar, rank: usize) -> SymbolId {
        let dims = vec![Dim { lower: None, upper: Upper::Deferred }; rank];
        let s = self.scratch(base, Type::Array { elem: Box::new(Type::Scalar(elem.clone())), dims });
        self.make_allocatable(s);
        s
    }

    pub(super) fn make_allocatable(&mut self, s: SymbolId) {
        if let SymbolKind::Variable(v) = &mut self.world.out.symbols[s].kind {
            v.allocatable = true;
        }
    }

    /// A local of both sweeps.
    pub(super) fn twin(&mut self, base: &str, ty: Type) -> Twin {
        let mut made = Vec::new();
        for k in 0..self.shells.len() {
            made.push(self.world.local(&mut self.shells[k], base, ty.clone()));
        }
        let back = *made.last().expect("there is a shell");
        let fore = if self.forward == Side::Back { back } else { made[0] };
        Twin { fore, back }
    }

    pub(super) fn integer(&self) -> Type {
        let spelling = match self.language() {
            Language::C => "int",
            Language::Fortran if self.shell(Side::Back).upper => "INTEGER",
            Language::Fortran => "integer",
        };
        Type::Scalar(Scalar::new(il::ScalarClass::Integer, 4, spelling))
    }

    /// Where something waits that is executed here: in a local when nothing repeats or skips this point.
    pub(super) fn home_here(&self) -> Home {
        // Inside a rebuilt turn both sweeps are in one procedure.
        if self.is_split() && self.turns == 0 || self.depth > 0 { Home::Tape } else { Home::Local }
    }

    /// `IF (test) first ELSE second`; `None` when both are empty.
    pub(super) fn if_then(&mut self, side: Side, test: Expr, first: Block, second: Block) -> Option<StmtId> {
        let (test, first, second) = match (first.is_empty(), second.is_empty()) {
            (true, true) => return None,
            (true, false) => (negated(test), second, Block::new()),
            (false, _) => (test, first, second),
        };
        let otherwise = (!second.is_empty()).then_some(second);
        let i = If { arms: vec![Arm { test, body: first }], otherwise, one_line: false };
        Some(self.add(side, StmtKind::If(i)))
    }

    /// `DO var = from, to, step`.
    pub(super) fn counted(
        &mut self,
        side: Side,
        var: SymbolId,
        from: Expr,
        to: Expr,
        step: Option<Expr>,
        body: Block,
    ) -> StmtId {
        self.add(side, StmtKind::Do(Do { var, from, to, step, body, name: None, declares: false }))
    }

    // ------------------------------------------------------------------ paths

    /// The path of a frame that is left early; its variable.
    fn open_path(&mut self, frame: FrameId, home: Home) -> Option<Path> {
        let f = &self.plan.tree.frames[frame];
        if f.ways < 2 || self.primal.is_some() {
            return None;
        }
        let ways = f.ways;
        let ty = self.integer();
        let var = self.twin("branch", ty);
        let tape = self.new_tape();
        Some(Path { tape, ways, home, var })
    }

    /// The forward sweep notes the way.
    fn record(&mut self, path: Path, way: u32, block: &mut Block) {
        if self.primal.is_some() {
            return;
        }
        let kind = match path.home {
            Home::Tape => StmtKind::SaveControl { id: path.tape, ways: path.ways, taken: way },
            Home::Local => StmtKind::Assign { lhs: Expr::var(path.var.fore), rhs: Expr::int(way.into()) },
        };
        let id = self.add(self.forward, kind);
        block.push(id);
    }

    /// The backward sweep reads it.
    fn recall(&mut self, path: Path, block: &mut Block) {
        if path.home == Home::Tape {
            let into = Expr::var(path.var.back);
            block.push(self.add(Side::Back, StmtKind::RestoreControl { id: path.tape, ways: path.ways, into }));
        }
    }

    /// Reads the way in front of the backward statements that ask for it, or forgets it when tests that are decided again tell.
    fn recall_before(&mut self, path: Path, back: &mut Block) {
        if !self.mentioned(back, path.var.back) {
            self.forget(Some(path));
            return;
        }
        let mut first = Block::new();
        self.recall(path, &mut first);
        first.append(back);
        *back = first;
    }

    /// The test that a frame ended in one of `ways`, which are consecutive.
    fn ended_in(&self, path: Path, ways: &[u32]) -> Expr {
        let var = || Expr::var(path.var.back);
        let (lo, hi) = (ways[0], ways[ways.len() - 1]);
        let compare = |op, v: u32| Expr::binary(op, var(), Expr::int(v.into()));
        if lo == hi {
            compare(BinaryOp::Eq, lo)
        } else if hi + 1 == path.ways {
            compare(BinaryOp::Ge, lo)
        } else {
            Expr::binary(BinaryOp::And, compare(BinaryOp::Ge, lo), compare(BinaryOp::Le, hi))
        }
    }

    // ------------------------------------------------------------------ sequences

    pub(super) fn sequence(&mut self, seq: &Seq) -> Pair {
        let mut out = Pair::default();
        let mut backs = Vec::new();
        for node in seq {
            let mut pair = self.node(node);
            out.fore.append(&mut pair.fore);
            backs.push(pair.back);
        }
        let path = self.frames.get(&self.frame).and_then(|f| f.path);
        for (node, mut back) in seq.iter().zip(backs).rev() {
            let ways = node.ways(self.frame);
            if let (Some(path), false, false) = (path, ways.is_empty(), out.back.is_empty()) {
                let rest = std::mem::take(&mut out.back);
                let test = negated(self.ended_in(path, &ways));
                out.back.extend(self.if_then(Side::Back, test, rest, Block::new()));
            }
            if matches!(node.kind, NodeKind::Simple) {
                let mut again = self.recreate(node.stmt, &out.back);
                again.append(&mut out.back);
                out.back = again;
            }
            out.back.append(&mut back);
        }
        out
    }

    fn node(&mut self, node: &Node) -> Pair {
        match &node.kind {
            NodeKind::Simple => self.simple(node.stmt),
            NodeKind::Jump(jump) => self.jump(node.stmt, jump),
            NodeKind::Choice { arms, otherwise, written } => self.choice(node, arms, *otherwise, *written),
            NodeKind::Loop { frame, body } => self.looping(node, *frame, body),
            NodeKind::Again { frame, body } => self.again(node, *frame, body),
            NodeKind::Scope(body) => self.sequence(body),
            NodeKind::Join { frame, body } => self.join(*frame, body),
            NodeKind::Dispatch { blocks } => self.dispatch(node, blocks),
        }
    }

    /// Emits the inside of a frame.
    fn inside(&mut self, frame: FrameId, open: Open, body: &Seq) -> Pair {
        let around = std::mem::replace(&mut self.frame, frame);
        self.frames.insert(frame, open);
        let pair = self.sequence(body);
        self.frame = around;
        pair
    }

    // ------------------------------------------------------------------ jumps

    fn jump(&mut self, stmt: StmtId, jump: &Jump) -> Pair {
        let mut pair = Pair::default();
        if let StmtKind::Return(Some(value)) = &self.original(stmt).kind {
            pair = self.returned(stmt, value);
        }
        let last = jump.crossings.len() - 1;
        for (k, c) in jump.crossings.iter().enumerate() {
            let open = self.frames.get(&c.frame).cloned().unwrap_or_default();
            if let Some(path) = open.path {
                self.record(path, c.way, &mut pair.fore);
            }
            if k < last {
                self.save_after(&open.after, &mut pair.fore);
            }
        }
        let target = jump.crossings[last].frame;
        let open = self.frames.get(&target).cloned().unwrap_or_default();
        let original = self.original(stmt).clone();
        let kind = match (jump.landing, &self.plan.tree.frames[target].kind) {
            (Landing::Block(n), _) => {
                if let Some(next) = open.next {
                    let rhs = Expr::int(n as i64 + 1);
                    pair.fore.push(self.add(self.forward, StmtKind::Assign { lhs: Expr::var(next), rhs }));
                }
                StmtKind::Goto(open.label.unwrap_or_default())
            }
            // The statements of a loop stay what they are.
            (_, FrameKind::Turn) => original.kind.clone(),
            _ => StmtKind::Goto(open.label.unwrap_or_default()),
        };
        let id = self.add_stmt(
            self.forward,
            Stmt { kind, span: original.span, comments: original.comments, ..Stmt::from(StmtKind::Nop) },
        );
        pair.fore.push(id);
        pair
    }

    /// What is saved when control leaves a loop.
    fn save_after(&mut self, after: &[(TapeId, SymbolId)], block: &mut Block) {
        if self.primal.is_some() {
            return;
        }
        for &(tape, var) in after {
            block.push(self.add(self.forward, StmtKind::Save { id: tape, value: Expr::var(var) }));
        }
    }

    fn label_here(&mut self, label: Option<Label>, block: &mut Block) {
        if let Some(label) = label {
            let id = self.add(self.forward, StmtKind::Nop);
            let unit = self.shell(self.forward).unit;
            self.world.out.units[unit].stmts[id].label = Some(label);
            block.push(id);
        }
    }

    fn join(&mut self, frame: FrameId, body: &Seq) -> Pair {
        let path = self.open_path(frame, self.home_here());
        let label = Some(self.fresh_label());
        let mut pair = self.inside(frame, Open { path, label: label.clone(), ..Open::default() }, body);
        if pair.fore.is_empty() && pair.back.is_empty() {
            return pair;
        }
        match path {
            Some(path) if !pair.back.is_empty() => {
                if self.plan.tree.frames[frame].completes {
                    self.record(path, 0, &mut pair.fore);
                }
                self.recall_before(path, &mut pair.back);
            }
            _ => self.forget(path),
        }
        if self.plan.tree.is_left_early(frame) {
            self.label_here(label, &mut pair.fore);
        }
        pair
    }

    // ------------------------------------------------------------------ choices

    fn choice(&mut self, node: &Node, arms: &[Seq], otherwise: usize, written: bool) -> Pair {
        let stmt = node.stmt;
        let step = self.plan.step(stmt);
        let mut pairs: Vec<Pair> = arms.iter().map(|a| self.sequence(a)).collect();
        let tree = &self.plan.tree;
        let source = &self.world.source.units[self.unit];
        let completes: Vec<bool> = arms.iter().map(|a| tree::seq_completes(a, &tree.frames, source)).collect();
        let ways: Vec<Vec<u32>> = arms
            .iter()
            .map(|a| {
                let mut w: Vec<u32> = a.iter().flat_map(|n| n.ways(self.frame)).collect();
                w.sort_unstable();
                w
            })
            .collect();
        let mut out = Pair::default();
        let useful = pairs.iter().any(|p| !p.back.is_empty());
        let again = matches!(self.plan.choices.get(&stmt), Some(Control::Again));
        let mut record: Option<(Home, Path, Vec<Option<u32>>)> = None;
        if useful && !again {
            // Arms without backward work share a number; arms that always leave early need none.
            let mut numbers = Vec::new();
            let mut next = 0;
            let mut idle = None;
            for (k, p) in pairs.iter().enumerate() {
                let number = if !completes[k] {
                    None
                } else if p.back.is_empty() {
                    Some(*idle.get_or_insert_with(|| {
                        next += 1;
                        next - 1
                    }))
                } else {
                    next += 1;
                    Some(next - 1)
                };
                numbers.push(number);
            }
            let home = match self.plan.choices.get(&stmt) {
                Some(Control::Recorded(Home::Local)) if self.home_here() == Home::Local => Home::Local,
                _ => Home::Tape,
            };
            let mixed = (0..arms.len()).any(|k| completes[k] && !ways[k].is_empty() && !pairs[k].back.is_empty());
            if next > 1 || mixed {
                let ty = self.integer();
                let var = self.twin("branch", ty);
                let path = Path { tape: self.new_tape(), ways: next.max(1), home, var };
                if next > 1 {
                    for (k, p) in pairs.iter_mut().enumerate() {
                        if let Some(n) = numbers[k] {
                            self.record(path, n, &mut p.fore);
                        }
                    }
                }
                record = Some((home, path, numbers));
            }
        }
        out.back = if useful {
            if again {
                self.decide_again(stmt, &mut pairs, otherwise)
            } else {
                self.decide_recorded(&mut pairs, &ways, record)
            }
        } else {
            Block::new()
        };
        let fores: Vec<Block> = pairs.into_iter().map(|p| p.fore).collect();
        if step.live || fores.iter().any(|f| !f.is_empty()) {
            let kind = self.rebuild_choice(self.forward, stmt, fores, otherwise, written);
            out.fore.extend(kind);
        }
        out
    }

    /// The IF or SELECT of the original with other bodies, in the words of a side. Nothing when no body has a statement and no test may do something.
    fn rebuild_choice(
        &mut self,
        side: Side,
        stmt: StmtId,
        mut bodies: Vec<Block>,
        otherwise: usize,
        written: bool,
    ) -> Option<StmtId> {
        if bodies.iter().all(Vec::is_empty) {
            return None;
        }
        let original = self.original(stmt).clone();
        let maps = self.shell(side).maps.clone();
        let mut new = maps.stmt(&original);
        new.label = None;
        new.directives = Vec::new();
        if side == Side::Back && self.forward != side {
            new.comments = original.comments;
            new.trailing = None;
        }
        match &mut new.kind {
            StmtKind::If(i) => {
                let last = bodies.pop().expect("there is an ELSE");
                for (a, b) in i.arms.iter_mut().zip(bodies) {
                    a.body = b;
                }
                i.otherwise = (written || !last.is_empty()).then_some(last).filter(|b| !b.is_empty());
                // Arms at the end that do nothing go away when nothing follows them.
                if i.otherwise.is_none() {
                    while i.arms.len() > 1 && i.arms.last().is_some_and(|a| a.body.is_empty()) {
                        i.arms.pop();
                    }
                }
                i.one_line = i.one_line && i.arms.len() == 1 && i.otherwise.is_none() && i.arms[0].body.len() == 1;
                if i.arms.len() == 1 && i.arms[0].body.is_empty() {
                    let test = negated(i.arms[0].test.clone());
                    i.arms = vec![Arm { test, body: i.otherwise.take().unwrap_or_default() }];
                }
                if i.one_line && !self.is_plain(side, i.arms[0].body[0]) {
                    i.one_line = false;
                }
            }
            StmtKind::Select { cases, .. } => {
                for (k, b) in bodies.into_iter().enumerate() {
                    match cases.get_mut(k) {
                        Some(c) => c.body = b,
                        None if !b.is_empty() => {
                            cases.push(Case { ranges: Vec::new(), default: true, body: b, falls_through: false });
                        }
                        None => {}
                    }
                }
                let _ = otherwise;
            }
            _ => {}
        }
        if let StmtKind::Select { name, .. } = &mut new.kind {
            // EXIT from it became a GOTO.
            *name = None;
        }
        Some(self.add_stmt(side, new))
    }

    /// Whether a statement can stand behind `IF (test)` on one line.
    fn is_plain(&self, side: Side, id: StmtId) -> bool {
        let s = &self.world.out.units[self.shell(side).unit].stmts[id];
        s.kind.blocks().is_empty() && s.label.is_none() && s.comments.is_empty()
    }

    fn decide_again(&mut self, stmt: StmtId, pairs: &mut [Pair], otherwise: usize) -> Block {
        let bodies = pairs.iter_mut().map(|p| std::mem::take(&mut p.back)).collect();
        let around = self.forward;
        let id = self.rebuild_choice(Side::Back, stmt, bodies, otherwise, true);
        self.forward = around;
        id.into_iter().collect()
    }

    fn decide_recorded(
        &mut self,
        pairs: &mut [Pair],
        ways: &[Vec<u32>],
        record: Option<(Home, Path, Vec<Option<u32>>)>,
    ) -> Block {
        let mut bodies: Vec<Block> = pairs.iter_mut().map(|p| std::mem::take(&mut p.back)).collect();
        let around = self.frames.get(&self.frame).and_then(|f| f.path);
        let early: Vec<usize> = (0..bodies.len()).filter(|&k| !ways[k].is_empty() && !bodies[k].is_empty()).collect();
        let Some((_, path, numbers)) = record else {
            // One arm at most runs to its end.
            let mut rest = Block::new();
            let normal = (0..bodies.len()).find(|k| !early.contains(k) && !bodies[*k].is_empty());
            if let Some(k) = normal {
                rest = std::mem::take(&mut bodies[k]);
            }
            // What leaves early but has nothing to do must still be kept apart from the arm that ran to its end.
            let mut tests: Vec<(Expr, Block)> = Vec::new();
            if let Some(around) = around {
                for k in 0..bodies.len() {
                    if !ways[k].is_empty() && (!bodies[k].is_empty() || !rest.is_empty()) {
                        tests.push((self.ended_in(around, &ways[k]), std::mem::take(&mut bodies[k])));
                    }
                }
            }
            return self.cascade(tests, rest);
        };
        let var = || Expr::var(path.var.back);
        let mut out = Block::new();
        let mut codes: Vec<Option<u32>> = numbers.clone();
        let mut restore = Block::new();
        if path.ways > 1 {
            self.recall(path, &mut restore);
        } else {
            let only = numbers.iter().flatten().next().copied().unwrap_or(0);
            restore.push(self.add(Side::Back, StmtKind::Assign { lhs: var(), rhs: Expr::int(only.into()) }));
        }
        let leaving: Vec<usize> = (0..bodies.len()).filter(|&k| !ways[k].is_empty()).collect();
        match around {
            Some(around) if !leaving.is_empty() => {
                let mut fresh = path.ways;
                let mut tests = Vec::new();
                for k in leaving {
                    let code = *codes[k].get_or_insert_with(|| {
                        fresh += 1;
                        fresh - 1
                    });
                    let set = self.add(Side::Back, StmtKind::Assign { lhs: var(), rhs: Expr::int(code.into()) });
                    tests.push((self.ended_in(around, &ways[k]), vec![set]));
                }
                out.extend(self.cascade(tests, restore));
            }
            _ => out.append(&mut restore),
        }
        let mut tests = Vec::new();
        for (k, body) in bodies.into_iter().enumerate() {
            if let (Some(code), false) = (codes[k], body.is_empty()) {
                tests.push((code, body));
            }
        }
        // When every number has work, the last one needs no test.
        let all = codes.iter().flatten().collect::<BTreeSet<_>>().len();
        let last = if tests.len() == all && tests.len() > 1 { tests.pop().map(|t| t.1) } else { None };
        let tests: Vec<(Expr, Block)> = tests
            .into_iter()
            .map(|(code, body)| (Expr::binary(BinaryOp::Eq, var(), Expr::int(code.into())), body))
            .collect();
        out.extend(self.cascade(tests, last.unwrap_or_default()));
        out
    }

    /// IF / ELSE IF / ELSE.
    fn cascade(&mut self, tests: Vec<(Expr, Block)>, rest: Block) -> Block {
        if tests.is_empty() {
            return rest;
        }
        if tests.len() == 1 {
            let (test, body) = tests.into_iter().next().expect("there is one");
            return self.if_then(Side::Back, test, body, rest).into_iter().collect();
        }
        if rest.is_empty() && tests.iter().all(|t| t.1.is_empty()) {
            return Block::new();
        }
        let arms = tests.into_iter().map(|(test, body)| Arm { test, body }).collect();
        let otherwise = (!rest.is_empty()).then_some(rest);
        vec![self.add(Side::Back, StmtKind::If(If { arms, otherwise, one_line: false }))]
    }

    // ------------------------------------------------------------------ loops

    fn looping(&mut self, node: &Node, frame: FrameId, body: &Seq) -> Pair {
        let stmt = node.stmt;
        let original = self.original(stmt);
        match &original.kind {
            StmtKind::Do(d) => self.do_loop(stmt, d, frame, body),
            _ => self.counted_turns(stmt, frame, body, None),
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

    fn do_loop(&mut self, stmt: StmtId, d: &Do, frame: FrameId, body: &Seq) -> Pair {
        let lp = self.plan.loops.get(&stmt).cloned();
        let step_of_var = self.plan.step(stmt);
        let bounds = lp.as_ref().map_or([Bound::Saved; 3], |l| l.bounds);
        let left = self.is_left(frame, body);
        let recording = self.primal.is_none();
        let mut out = Pair::default();
        let integer = self.world.source.symbol_type(d.var).cloned().unwrap_or(self.integer());
        let constant = d.step.as_ref().is_none_or(|s| il::fold::integer(self.world.source, s).is_some());

        // Which of the three are kept in variables, and what leaving the loop saves.
        let keep = |this: &mut Self, base: &str, bound: Bound, force: bool| -> Option<(Twin, bool)> {
            if !recording || (bound == Bound::Again && !force) {
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
        let path = if recording { self.open_path(frame, Home::Tape) } else { None };
        let open = Open { path, after: after.iter().map(|a| (a.0, a.1)).collect(), ..Open::default() };
        let rebuilt = lp.as_ref().and_then(|l| l.rebuilt.clone()).filter(|_| recording);
        let mut inner = match &rebuilt {
            Some(r) => self.rebuilt(r, frame, open, body),
            None => {
                self.depth += 1;
                let inner = self.inside(frame, open, body);
                self.depth -= 1;
                inner
            }
        };

        let has_back = !inner.back.is_empty();
        if !has_back {
            self.forget(path);
            self.dropped.extend(after.iter().map(|a| a.0));
        }
        let (mut saves, mut restores) = self.saves(&step_of_var.saves);
        let keeps_loop = step_of_var.live || !inner.fore.is_empty();
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
                header[0] = set(self, v.fore, f.clone());
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
                    header[1] = set(self, v.fore, t.clone());
                }
            }
            if let Some(path) = path {
                if self.plan.tree.frames[frame].completes {
                    self.record(path, 0, &mut inner.fore);
                }
            }
        }
        out.fore.append(&mut saves);
        if !inner.fore.is_empty() || step_of_var.live {
            out.fore.append(&mut prelude);
            let [from_value, to_value] = header;
            let original = self.original(stmt).clone();
            let kind = StmtKind::Do(Do {
                var: self.shell(self.forward).maps.symbol(d.var),
                from: from_value,
                to: to_value,
                step: header_step,
                body: inner.fore,
                name: d.name.clone(),
                declares: d.declares,
            });
            let id = self.add_stmt(self.forward, Stmt { kind, label: None, directives: Vec::new(), ..original });
            out.fore.push(id);
        } else if from.is_some() || by.is_some() || to.is_some() {
            out.fore.append(&mut prelude);
        }
        if !has_back {
            out.back.append(&mut restores);
            return out;
        }
        self.save_after(&after.iter().map(|a| (a.0, a.1)).collect::<Vec<_>>(), &mut out.fore);

        // Backward.
        for &(tape, _, var) in after.iter().rev() {
            out.back.push(self.add(Side::Back, StmtKind::Restore { id: tape, into: Expr::var(var) }));
        }
        let from_back = from.map_or_else(|| self.back(&d.from), |(v, _)| Expr::var(v.back));
        let to_back = to.map_or_else(|| self.back(&d.to), |(v, _)| Expr::var(v.back));
        let step_back = match (&d.step, by) {
            (None, _) => None,
            (Some(_), Some((v, _))) => Some(Expr::var(v.back)),
            (Some(s), None) => Some(self.back(s)),
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
            StmtKind::Do(Do {
                var: self.shell(Side::Back).maps.symbol(d.var),
                from: start,
                to: from_back,
                step: down,
                body: turn,
                name: None,
                declares: d.declares,
            }),
        );
        let unit = self.shell(Side::Back).unit;
        self.world.out.units[unit].stmts[id].comments = comments;
        out.back.push(id);
        out.back.append(&mut restores);
        out
    }

    /// A turn that is run again in the backward sweep, from what is saved at its top.
    fn rebuilt(&mut self, r: &Rebuilt, frame: FrameId, open: Open, body: &Seq) -> Pair {
        self.depth += 1;
        let (mut fore, mut back) = self.saves(&r.saves);
        let outside = self.primal.replace(r.primal.clone());
        let mut primal = self.inside(frame, open.clone(), body);
        self.primal = outside;
        self.depth -= 1;
        fore.append(&mut primal.fore);
        let (forward, depth) = (std::mem::replace(&mut self.forward, Side::Back), std::mem::take(&mut self.depth));
        self.turns += 1;
        let mut turn = self.inside(frame, open, body);
        self.turns -= 1;
        (self.forward, self.depth) = (forward, depth);
        back.append(&mut turn.fore);
        back.append(&mut turn.back);
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
        let path = if recording { self.open_path(frame, Home::Tape) } else { None };
        let open = Open { path, after: after.clone(), label: label.clone(), ..Open::default() };
        self.depth += 1;
        let mut inner = self.inside(frame, open, body);
        self.depth -= 1;
        let has_back = !inner.back.is_empty();
        let mut out = Pair::default();
        let live = self.plan.step(stmt).live || self.keeps(stmt);
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
            if let Some(path) = path {
                if self.plan.tree.frames[frame].completes {
                    self.record(path, 0, &mut inner.fore);
                }
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

    fn again(&mut self, node: &Node, frame: FrameId, body: &Seq) -> Pair {
        let label = self.fresh_label();
        self.counted_turns(node.stmt, frame, body, Some(label))
    }

    // ------------------------------------------------------------------ any flow graph

    /// Both sweeps run from block to block: the forward sweep saves from where it came, the backward sweep goes there.
    fn dispatch(&mut self, node: &Node, blocks: &[(FrameId, Seq)]) -> Pair {
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
            let open = Open { path, after: vec![(last, here.fore)], label: Some(label.clone()), next: Some(next.fore) };
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

/// The last value that `from, to, step` reaches: `from + ((to - from + step)/step - 1)*step`, which for a loop without turns
/// lies before `from`, so that the reversed loop has none either.
fn last_value(p: &il::Program, from: &Expr, to: Expr, step: Option<&Expr>) -> Expr {
    let Some(step) = step else { return to };
    match il::fold::integer(p, step) {
        Some(1 | -1) => to,
        _ => {
            let turns = il::fold::range_count(from, &to, Some(step));
            let before = il::fold::sub(&turns, &Expr::int(1));
            il::fold::add(from, &Expr::binary(BinaryOp::Mul, before, step.clone()))
        }
    }
}

/// `.NOT. test`, with comparisons turned round where that is the same.
pub(super) fn negated(test: Expr) -> Expr {
    match test.kind {
        ExprKind::Unary(UnaryOp::Not, x) => *x,
        ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), l, r) => {
            let other = if op == BinaryOp::Eq { BinaryOp::Ne } else { BinaryOp::Eq };
            Expr::binary(other, *l, *r)
        }
        // NaN: the negation of an order of reals is not the opposite order. Ours are about integers.
        ExprKind::Binary(BinaryOp::Ge, l, r) if test.span == Span::NONE && r.as_int().is_some() => {
            Expr::binary(BinaryOp::Lt, *l, *r)
        }
        _ => Expr::unary(UnaryOp::Not, test),
    }
}
