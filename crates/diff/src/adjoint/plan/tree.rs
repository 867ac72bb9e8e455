//! The body of a unit as regions with one entry and one end each, which is what can be reversed piece by piece.
//!
//! EXIT, CYCLE, RETURN and GOTO end a region before its last statement. Every region (a *frame*) therefore counts the ways in which it can
//! end: way 0 is running to its end, each jump that leaves it is one more. The forward sweep saves the number of the way at the end of
//! the frame, the backward sweep reads it first and then knows which statements were executed.
//!
//! GOTOs between statements of one sequence become frames too: forward to a label, [`NodeKind::Join`]; back to a label,
//! [`NodeKind::Again`], a loop. Intervals that overlap are widened until they nest; where that is impossible (a loop that is entered in its middle), the statements
//! between the first and the last label become the blocks of a [`NodeKind::Dispatch`], which is right for any flow graph.

use std::collections::{BTreeMap, BTreeSet};

use il::stmt::{Block, Label};
use il::{Diagnostic, Expr, StmtId, StmtKind, SymbolId, Unit};

/// A frame of one tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FrameId(u32);

impl il::Id for FrameId {
    fn from_index(index: usize) -> Self {
        FrameId(index as u32)
    }
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// Statements in order.
pub type Seq = Vec<Node>;

/// A statement, or several under one frame.
#[derive(Clone, Debug)]
pub struct Node {
    /// The statement; of a frame made from GOTOs, its first one.
    pub stmt: StmtId,
    /// What it is for the reversal.
    pub kind: NodeKind,
}

/// Sorts of nodes.
#[derive(Clone, Debug)]
pub enum NodeKind {
    /// One step: an assignment, a call, WHERE and FORALL as a whole.
    Simple,
    /// Leaves frames.
    Jump(Jump),
    /// IF and SELECT: one arm is executed. The last one is the implicit or explicit ELSE (DEFAULT).
    Choice {
        /// In source order; the one that is executed when no test holds is at `otherwise`.
        arms: Vec<Seq>,
        /// Position of ELSE or DEFAULT among the arms.
        otherwise: usize,
        /// Whether that arm is written in the source.
        written: bool,
    },
    /// A loop; its frame is one turn.
    Loop {
        /// One turn.
        frame: FrameId,
        /// The body.
        body: Seq,
    },
    /// A block with its own names.
    Scope(Seq),
    /// What can be left towards a point directly behind it.
    Join {
        /// The statements.
        frame: FrameId,
        /// The body.
        body: Seq,
    },
    /// A loop made by GOTO: a turn ends by jumping to its label; running to the end leaves it.
    Again {
        /// One turn.
        frame: FrameId,
        /// The body.
        body: Seq,
    },
    /// Blocks in an order that only the run decides. Control enters at the first; running off the last one leaves.
    Dispatch {
        /// Each with its own frame.
        blocks: Vec<(FrameId, Seq)>,
    },
}

/// A jump with the frames it leaves.
#[derive(Clone, Debug)]
pub struct Jump {
    /// From the innermost outwards; the last one is where it lands.
    pub crossings: Vec<Crossing>,
    /// What happens in the last frame.
    pub landing: Landing,
}

/// A frame that a jump ends.
#[derive(Clone, Copy, Debug)]
pub struct Crossing {
    /// Which.
    pub frame: FrameId,
    /// The way in which it ends, at least 1.
    pub way: u32,
}

/// Where a jump goes on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Landing {
    /// At the next turn of the frame's loop.
    NextTurn,
    /// Behind the frame (of a loop: behind the loop).
    Behind,
    /// At a block of the frame's dispatcher.
    Block(usize),
}

/// What a frame is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// The whole body.
    Unit,
    /// One turn of a structured loop.
    Turn,
    /// Statements before a label, or a construct that EXIT names.
    Join,
    /// One turn of a GOTO loop.
    Again,
    /// A block of a dispatcher, with its position.
    Block(usize),
}

/// A frame.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What it is.
    pub kind: FrameKind,
    /// The construct name that EXIT and CYCLE use.
    pub name: Option<String>,
    /// The label that GOTO uses.
    pub label: Option<Label>,
    /// How many ways there are to end it, 0 included.
    pub ways: u32,
    /// Whether it can run to its end.
    pub completes: bool,
}

/// A unit's body.
#[derive(Clone, Debug)]
pub struct Tree {
    /// All frames; the first is the unit.
    pub frames: il::Arena<FrameId, Frame>,
    /// The body.
    pub body: Seq,
    /// Integers that one assignment gives their values, made of what does not change in a turn of the loops around it (`positions`).
    pub given: BTreeMap<SymbolId, Expr>,
    /// What could not be understood.
    pub diagnostics: Vec<Diagnostic>,
}

impl Tree {
    /// The frame of the whole body.
    pub fn root(&self) -> FrameId {
        il::Id::from_index(0)
    }

    /// Whether a jump ends `frame` early.
    pub fn is_left_early(&self, frame: FrameId) -> bool {
        self.frames[frame].ways > 1
    }

    /// The statements in loops of any kind: they may run more than once.
    pub fn repeated(&self) -> BTreeSet<StmtId> {
        let mut out = BTreeSet::new();
        for n in &self.body {
            n.visit(&mut |n| {
                if matches!(n.kind, NodeKind::Loop { .. } | NodeKind::Again { .. } | NodeKind::Dispatch { .. }) {
                    n.visit(&mut |m| {
                        out.insert(m.stmt);
                    });
                }
            });
        }
        out
    }
}

impl Node {
    /// The ways in which jumps inside this node end `frame`, ascending.
    pub fn ways(&self, frame: FrameId) -> Vec<u32> {
        let mut out = Vec::new();
        self.visit(&mut |n| {
            if let NodeKind::Jump(j) = &n.kind {
                out.extend(j.crossings.iter().filter(|c| c.frame == frame).map(|c| c.way));
            }
        });
        out.sort_unstable();
        out
    }

    /// Calls `f` on this node and all below, parents first.
    pub fn visit<'a>(&'a self, f: &mut dyn FnMut(&'a Node)) {
        f(self);
        for seq in self.seqs() {
            for n in seq {
                n.visit(f);
            }
        }
    }

    /// The statements of this node and all below.
    pub fn statements(&self) -> Vec<StmtId> {
        let mut out = Vec::new();
        self.visit(&mut |n| out.push(n.stmt));
        out
    }

    /// The sequences inside, in source order.
    pub fn seqs(&self) -> Vec<&Seq> {
        match &self.kind {
            NodeKind::Simple | NodeKind::Jump(_) => Vec::new(),
            NodeKind::Choice { arms, .. } => arms.iter().collect(),
            NodeKind::Loop { body, .. }
            | NodeKind::Scope(body)
            | NodeKind::Join { body, .. }
            | NodeKind::Again { body, .. } => vec![body],
            NodeKind::Dispatch { blocks } => blocks.iter().map(|(_, b)| b).collect(),
        }
    }

    fn seqs_mut(&mut self) -> Vec<&mut Seq> {
        match &mut self.kind {
            NodeKind::Simple | NodeKind::Jump(_) => Vec::new(),
            NodeKind::Choice { arms, .. } => arms.iter_mut().collect(),
            NodeKind::Loop { body, .. }
            | NodeKind::Scope(body)
            | NodeKind::Join { body, .. }
            | NodeKind::Again { body, .. } => vec![body],
            NodeKind::Dispatch { blocks } => blocks.iter_mut().map(|(_, b)| b).collect(),
        }
    }

    /// Whether control can reach the point directly behind it.
    pub fn completes(&self, tree: &il::Arena<FrameId, Frame>, unit: &Unit) -> bool {
        match &self.kind {
            NodeKind::Simple => !matches!(unit.stmts[self.stmt].kind, StmtKind::Stop { .. }),
            NodeKind::Jump(_) => false,
            NodeKind::Choice { arms, .. } => arms.iter().any(|a| seq_completes(a, tree, unit)),
            NodeKind::Scope(body) => seq_completes(body, tree, unit),
            NodeKind::Join { frame, body } => seq_completes(body, tree, unit) || lands_behind(body, *frame),
            NodeKind::Again { body, frame } => seq_completes(body, tree, unit) || lands_behind(body, *frame),
            NodeKind::Loop { body, frame } => {
                !matches!(unit.stmts[self.stmt].kind, StmtKind::Loop { .. }) || lands_behind(body, *frame)
            }
            NodeKind::Dispatch { .. } => true,
        }
    }
}

/// Whether control can run through `seq`.
pub fn seq_completes(seq: &Seq, frames: &il::Arena<FrameId, Frame>, unit: &Unit) -> bool {
    seq.iter().all(|n| n.completes(frames, unit))
}

fn lands_behind(body: &Seq, frame: FrameId) -> bool {
    let mut found = false;
    for n in body {
        n.visit(&mut |n| {
            if let NodeKind::Jump(j) = &n.kind {
                found |= j.landing == Landing::Behind && j.crossings.last().is_some_and(|c| c.frame == frame);
            }
        });
    }
    found
}

/// Builds the tree of a unit's body.
pub fn build(unit: &Unit) -> Tree {
    let mut b = Builder { unit, frames: il::Arena::new(), stack: Vec::new(), diagnostics: Vec::new() };
    let root = b.frames.add(frame(FrameKind::Unit, None, None));
    b.stack.push(Open { frame: root, labels: BTreeMap::new() });
    let mut body = b.sequence(&unit.body);
    last_returns(&mut body, unit);
    b.frames[root].ways = 1 + number(&mut body, root, 0);
    b.frames[root].completes = seq_completes(&body, &b.frames, unit);
    Tree { frames: b.frames, body, given: BTreeMap::new(), diagnostics: b.diagnostics }
}

/// A RETURN where control runs to the end anyway leaves nothing out.
fn last_returns(body: &mut Seq, unit: &Unit) {
    let Some(last) = body.last_mut() else { return };
    match &mut last.kind {
        NodeKind::Jump(_) if matches!(unit.stmts[last.stmt].kind, StmtKind::Return(_)) => last.kind = NodeKind::Simple,
        NodeKind::Choice { arms, .. } => arms.iter_mut().for_each(|a| last_returns(a, unit)),
        NodeKind::Scope(body) => last_returns(body, unit),
        _ => {}
    }
}

/// Numbers the ways that end a frame, in source order behind `last`; the last number given.
fn number(body: &mut Seq, frame: FrameId, mut last: u32) -> u32 {
    for n in body {
        if let NodeKind::Jump(j) = &mut n.kind {
            for c in j.crossings.iter_mut().filter(|c| c.frame == frame) {
                last += 1;
                c.way = last;
            }
        }
        for seq in n.seqs_mut() {
            last = number(seq, frame, last);
        }
    }
    last
}

fn frame(kind: FrameKind, name: Option<String>, label: Option<Label>) -> Frame {
    Frame { kind, name, label, ways: 1, completes: true }
}

/// A frame that encloses what is being built.
struct Open {
    frame: FrameId,
    /// Of a dispatcher's block: where its labels are.
    labels: BTreeMap<Label, usize>,
}

struct Builder<'a> {
    unit: &'a Unit,
    frames: il::Arena<FrameId, Frame>,
    stack: Vec<Open>,
    diagnostics: Vec<Diagnostic>,
}

/// An interval of statements that GOTOs make.
#[derive(Clone, Debug, PartialEq)]
struct Interval {
    start: usize,
    end: usize,
    kind: IntervalKind,
}

#[derive(Clone, Debug, PartialEq)]
enum IntervalKind {
    /// To the label directly behind it.
    Forward(Label),
    /// To the label at its start.
    Back(Label),
    /// Anything.
    Tangle,
}

impl<'a> Builder<'a> {
    fn sequence(&mut self, block: &'a Block) -> Seq {
        let intervals = self.intervals(block);
        self.range(block, 0, block.len(), &intervals)
    }

    /// Statements `lo..hi` of a block with the intervals that lie in them, outermost first.
    fn range(&mut self, block: &'a Block, lo: usize, hi: usize, intervals: &[Interval]) -> Seq {
        let mut out = Seq::new();
        let mut at = lo;
        while at < hi {
            match intervals.iter().position(|i| i.start == at && i.end <= hi) {
                None => {
                    let node = self.node(block[at]);
                    let completes = node.completes(&self.frames, self.unit);
                    out.push(node);
                    at += 1;
                    if !completes {
                        // Nothing reaches what follows: labels that are jumped to start intervals of their own.
                        break;
                    }
                }
                Some(k) => {
                    let i = intervals[k].clone();
                    let inner: Vec<Interval> =
                        intervals[k + 1..].iter().filter(|j| j.start >= i.start && j.end <= i.end).cloned().collect();
                    let node = self.interval(block, &i, &inner);
                    let completes = node.completes(&self.frames, self.unit);
                    out.push(node);
                    at = i.end;
                    if !completes {
                        break;
                    }
                }
            }
        }
        out
    }

    fn interval(&mut self, block: &'a Block, i: &Interval, inner: &[Interval]) -> Node {
        let stmt = block[i.start];
        match &i.kind {
            IntervalKind::Forward(label) => {
                let id = self.frames.add(frame(FrameKind::Join, None, Some(label.clone())));
                let body = self.inside(id, BTreeMap::new(), |b| b.range(block, i.start, i.end, inner));
                Node { stmt, kind: NodeKind::Join { frame: id, body } }
            }
            IntervalKind::Back(label) => {
                let id = self.frames.add(frame(FrameKind::Again, None, Some(label.clone())));
                let body = self.inside(id, BTreeMap::new(), |b| b.range(block, i.start, i.end, inner));
                Node { stmt, kind: NodeKind::Again { frame: id, body } }
            }
            IntervalKind::Tangle => {
                // A block starts at each label.
                let mut starts = vec![i.start];
                starts.extend((i.start + 1..i.end).filter(|&k| self.unit.stmts[block[k]].label.is_some()));
                let labels: BTreeMap<Label, usize> = starts
                    .iter()
                    .enumerate()
                    .filter_map(|(n, &k)| self.unit.stmts[block[k]].label.clone().map(|l| (l, n)))
                    .collect();
                let mut blocks = Vec::new();
                for (n, &from) in starts.iter().enumerate() {
                    let to = starts.get(n + 1).copied().unwrap_or(i.end);
                    let id = self.frames.add(frame(FrameKind::Block(n), None, None));
                    let body = self.inside(id, labels.clone(), |b| b.range(block, from, to, &[]));
                    blocks.push((id, body));
                }
                Node { stmt, kind: NodeKind::Dispatch { blocks } }
            }
        }
    }

    fn inside(&mut self, frame: FrameId, labels: BTreeMap<Label, usize>, f: impl FnOnce(&mut Self) -> Seq) -> Seq {
        self.stack.push(Open { frame, labels });
        let body = f(self);
        self.stack.pop();
        self.frames[frame].completes = seq_completes(&body, &self.frames, self.unit);
        body
    }

    fn node(&mut self, id: StmtId) -> Node {
        let unit = self.unit;
        let kind = match &unit.stmts[id].kind {
            StmtKind::If(i) => {
                let mut arms: Vec<Seq> = i.arms.iter().map(|a| self.sequence(&a.body)).collect();
                let written = i.otherwise.is_some();
                arms.push(i.otherwise.as_ref().map_or_else(Seq::new, |b| self.sequence(b)));
                NodeKind::Choice { otherwise: arms.len() - 1, arms, written }
            }
            StmtKind::Select { cases, name, .. } => {
                let id_of = name.as_ref().map(|n| self.frames.add(frame(FrameKind::Join, Some(n.clone()), None)));
                let build = |b: &mut Self| {
                    let mut arms: Vec<Seq> = cases.iter().map(|c| b.sequence(&c.body)).collect();
                    let written = cases.iter().any(|c| c.default);
                    let otherwise = cases.iter().position(|c| c.default).unwrap_or_else(|| {
                        arms.push(Seq::new());
                        arms.len() - 1
                    });
                    vec![Node { stmt: id, kind: NodeKind::Choice { arms, otherwise, written } }]
                };
                match id_of {
                    Some(f) => {
                        let body = self.inside(f, BTreeMap::new(), build);
                        if self.frames[f].ways > 1 {
                            return Node { stmt: id, kind: NodeKind::Join { frame: f, body } };
                        }
                        return body.into_iter().next().expect("one node was built");
                    }
                    None => return build(self).into_iter().next().expect("one node was built"),
                }
            }
            StmtKind::Do(d) => self.turn(&d.body, d.name.as_ref()),
            StmtKind::While { body, name, .. } | StmtKind::Until { body, name, .. } | StmtKind::Loop { body, name } => {
                self.turn(body, name.as_ref())
            }
            StmtKind::Scope { body, name, .. } => match name {
                Some(n) => {
                    let f = self.frames.add(frame(FrameKind::Join, Some(n.clone()), None));
                    let inner = self.inside(f, BTreeMap::new(), |b| {
                        let body = b.sequence(body);
                        vec![Node { stmt: id, kind: NodeKind::Scope(body) }]
                    });
                    if self.frames[f].ways > 1 {
                        NodeKind::Join { frame: f, body: inner }
                    } else {
                        return inner.into_iter().next().expect("one node was built");
                    }
                }
                None => NodeKind::Scope(self.sequence(body)),
            },
            StmtKind::Exit(name) => self.leave(id, name.as_deref(), Landing::Behind),
            StmtKind::Cycle(name) => self.leave(id, name.as_deref(), Landing::NextTurn),
            StmtKind::Return(_) => {
                let depth = self.stack.len();
                self.jump(depth, Landing::Behind)
            }
            StmtKind::Goto(label) => self.goto(id, label),
            il::labels!() => {
                self.refuse(id, "this jump was not normalised", "rewrite it with IF and GOTO");
                NodeKind::Simple
            }
            StmtKind::Call { alternates, .. } if !alternates.is_empty() => {
                self.refuse(
                    id,
                    "a call with alternate returns of an unknown procedure has no adjoint",
                    "return a number and test it after the call",
                );
                NodeKind::Simple
            }
            StmtKind::Assign { .. }
            | il::storage!()
            | StmtKind::Call { .. }
            | StmtKind::Stop { .. }
            | StmtKind::Nop
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Declare(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | il::tape!() => NodeKind::Simple,
        };
        Node { stmt: id, kind }
    }

    fn refuse(&mut self, id: StmtId, what: &str, note: &str) {
        self.diagnostics.push(Diagnostic::error("RT0430", self.unit.stmts[id].span, what).note(note));
    }

    fn turn(&mut self, body: &'a Block, name: Option<&String>) -> NodeKind {
        let id = self.frames.add(frame(FrameKind::Turn, name.cloned(), None));
        let body = self.inside(id, BTreeMap::new(), |b| b.sequence(body));
        NodeKind::Loop { frame: id, body }
    }

    /// EXIT and CYCLE.
    fn leave(&mut self, id: StmtId, name: Option<&str>, landing: Landing) -> NodeKind {
        let found = self.stack.iter().rev().position(|o| {
            let f = &self.frames[o.frame];
            match name {
                Some(n) => f.name.as_deref().is_some_and(|m| m == n || m.eq_ignore_ascii_case(n)),
                None => f.kind == FrameKind::Turn,
            }
        });
        match found {
            Some(k) => self.jump(k + 1, landing),
            None => {
                self.refuse(id, "this statement leaves a construct that is not around it", "check the construct name");
                NodeKind::Simple
            }
        }
    }

    fn goto(&mut self, id: StmtId, label: &Label) -> NodeKind {
        for k in 0..self.stack.len() {
            let open = &self.stack[self.stack.len() - 1 - k];
            let f = &self.frames[open.frame];
            if let Some(&n) = open.labels.get(label) {
                return self.jump(k + 1, Landing::Block(n));
            }
            if f.label.as_ref() == Some(label) {
                let landing = if f.kind == FrameKind::Again { Landing::NextTurn } else { Landing::Behind };
                return self.jump(k + 1, landing);
            }
        }
        self.refuse(
            id,
            "this jump enters a block from outside",
            "move the label to the level of the GOTO, or move the statements behind it into a procedure",
        );
        NodeKind::Simple
    }

    /// A jump out of the `depth` innermost frames.
    fn jump(&mut self, depth: usize, landing: Landing) -> NodeKind {
        let frames: Vec<FrameId> = self.stack.iter().rev().take(depth).map(|o| o.frame).collect();
        let crossings = frames
            .into_iter()
            .map(|frame| {
                let way = self.frames[frame].ways;
                self.frames[frame].ways += 1;
                Crossing { frame, way }
            })
            .collect();
        NodeKind::Jump(Jump { crossings, landing })
    }

    /// The intervals that GOTOs among the statements of a block make, widened until they nest; outer ones first.
    fn intervals(&self, block: &Block) -> Vec<Interval> {
        let mut intervals: Vec<Interval> = Vec::new();
        for (l, &id) in block.iter().enumerate() {
            let Some(label) = &self.unit.stmts[id].label else { continue };
            let sources: Vec<usize> = (0..block.len()).filter(|&k| self.jumps_to(block[k], label)).collect();
            if let Some(&first) = sources.iter().find(|&&k| k < l) {
                intervals.push(Interval { start: first, end: l, kind: IntervalKind::Forward(label.clone()) });
            }
            if let Some(&last) = sources.iter().rev().find(|&&k| k >= l) {
                intervals.push(Interval { start: l, end: last + 1, kind: IntervalKind::Back(label.clone()) });
            }
        }
        while let Some((x, y)) = overlap(&intervals) {
            let (a, b) = (intervals[x].clone(), intervals[y].clone());
            match (&a.kind, &b.kind) {
                (_, IntervalKind::Forward(_)) => intervals[y].start = a.start,
                (IntervalKind::Back(_), IntervalKind::Back(_) | IntervalKind::Tangle) => intervals[x].end = b.end,
                (IntervalKind::Tangle, _)
                | (IntervalKind::Forward(_), IntervalKind::Back(_) | IntervalKind::Tangle) => {
                    let all = Interval { start: a.start, end: a.end.max(b.end), kind: IntervalKind::Tangle };
                    // A label directly behind the tangle is outside of it.
                    for i in intervals.iter_mut() {
                        if matches!(i.kind, IntervalKind::Forward(_)) && i.end == all.end && i.start > all.start {
                            i.start = all.start;
                        }
                    }
                    let outside = |i: &Interval| {
                        matches!(i.kind, IntervalKind::Forward(_)) && i.end == all.end && i.start <= all.start
                    };
                    intervals.retain(|i| outside(i) || !(i.start >= all.start && i.end <= all.end));
                    intervals.push(all);
                }
            }
        }
        // A label directly behind a tangle, or at its start, belongs to it only when jumps cross its border; those were merged above.
        let rank = |i: &Interval| match i.kind {
            IntervalKind::Forward(_) => 0,
            IntervalKind::Back(_) => 1,
            IntervalKind::Tangle => 2,
        };
        intervals.sort_by_key(|i| (i.start, std::cmp::Reverse(i.end), rank(i)));
        intervals
    }

    fn jumps_to(&self, id: StmtId, label: &Label) -> bool {
        self.unit.any(&[id], &mut |_, s| matches!(&s.kind, StmtKind::Goto(l) if l == label))
    }
}

/// Two intervals, the first of which starts before and ends inside the second.
fn overlap(intervals: &[Interval]) -> Option<(usize, usize)> {
    for (x, a) in intervals.iter().enumerate() {
        for (y, b) in intervals.iter().enumerate() {
            if x != y && a.start < b.start && b.start < a.end && a.end < b.end {
                return Some((x, y));
            }
        }
    }
    None
}
