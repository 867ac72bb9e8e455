//! The flow graph of a unit: the only place that knows how the structured body becomes basic blocks.
//!
//! A [`BasicBlock`] is a list of [`Point`]s, executed one after the other. A simple statement is one point ([`Part::Whole`]). A construct
//! has one point for each thing that its own line does, *where it does it*: the tests of an IF are points of the blocks that decide
//! ([`Part::Test`]), a DO has a point before the loop (bounds are read, the variable is set), one in the header (the test) and one at the end of
//! each turn (the variable goes on). An analysis that walks points therefore sees every read of a condition without knowing constructs.
//!
//! Edges carry the [`Decision`] that takes them. WHERE and FORALL are array statements: they stay in the block; their inner assignments are
//! marked [`Point::partial`], because a mask or an index set selects what they touch. DO CONCURRENT is a loop.
//!
//! Facts at statements are facts at [`Position`]s, the gaps between points: [`Flow::before`] and [`Flow::after`].

use std::fmt::Write;

use indexmap::IndexMap;
use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use crate::arena::Id;
use crate::stmt::{Block, Label, StmtId, StmtKind};
use crate::unit::Unit;

/// A basic block.
pub type BlockId = NodeIndex;

/// What is executed without a jump in between.
#[derive(Clone, Debug, Default)]
pub struct BasicBlock {
    /// In order of execution.
    pub points: Vec<Point>,
}

/// One step of execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Point {
    /// The statement it belongs to.
    pub stmt: StmtId,
    /// Which part of it.
    pub part: Part,
    /// Under a WHERE mask or a FORALL index set: what it writes it need not write entirely.
    pub partial: bool,
}

/// What a point does of its statement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of a simple statement.
    Whole,
    /// Reads a test: of the arm at this position of IF and WHERE; 0 for the test of WHILE and UNTIL, the selector of SELECT, the
    /// trip test of DO, the mask of DO CONCURRENT.
    Test(usize),
    /// DO: reads the bounds, sets the variable. FORALL: reads bounds and mask, sets the indices.
    Init,
    /// DO: the variable gets its next value.
    Next,
}

/// Why an edge is taken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Decision {
    /// There is no choice.
    Always,
    /// The test holds.
    True,
    /// The test does not hold.
    False,
    /// One more turn of a counted loop.
    Turn,
    /// No turn is left.
    Done,
    /// The case at this position; `None`: none of them.
    Case(Option<usize>),
    /// The label at this position of a computed or assigned GOTO or an arithmetic IF.
    Jump(usize),
    /// The alternate return at this position.
    Alternate(usize),
}

/// A gap between points: before the point of that index, or the end of the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// The block.
    pub block: BlockId,
    /// How many points of it are done.
    pub index: usize,
}

/// The flow graph of one unit.
#[derive(Clone, Debug)]
pub struct Flow {
    /// Blocks, and the decisions between them.
    pub graph: DiGraph<BasicBlock, Decision>,
    /// Where execution begins. Has no predecessors.
    pub entry: BlockId,
    /// Where it returns to the caller: an empty block. STOP does not lead here.
    pub exit: BlockId,
    /// All blocks: reverse post-order from the entry, then those that cannot be reached.
    pub order: Vec<BlockId>,
    /// By statement: before its first point, after it.
    places: Vec<Option<(Position, Position)>>,
}

impl Flow {
    /// Builds the graph of a unit's body.
    pub fn new(unit: &Unit) -> Flow {
        let mut graph = DiGraph::new();
        let entry = graph.add_node(BasicBlock::default());
        let exit = graph.add_node(BasicBlock::default());
        let first = graph.add_node(BasicBlock::default());
        graph.add_edge(entry, first, Decision::Always);
        let places = vec![None; unit.stmts.len()];
        let mut b = Builder {
            unit,
            graph,
            exit,
            current: Some(first),
            labels: IndexMap::new(),
            enclosing: Vec::new(),
            places,
            partial: false,
        };
        b.block(&unit.body);
        b.flow_to(exit, Decision::Always);
        let mut flow = Flow { graph: b.graph, entry, exit, order: Vec::new(), places: b.places };
        flow.order = flow.reverse_post_order();
        flow
    }

    /// The gap before a statement. `None`: it is not in the body.
    pub fn before(&self, stmt: StmtId) -> Option<Position> {
        self.places.get(stmt.index())?.map(|p| p.0)
    }

    /// The gap after a statement; of a construct: where control goes on behind it.
    pub fn after(&self, stmt: StmtId) -> Option<Position> {
        self.places.get(stmt.index())?.map(|p| p.1)
    }

    /// The points of a block.
    pub fn points(&self, block: BlockId) -> &[Point] {
        &self.graph[block].points
    }

    /// Whether some way leads to the caller: none does where every one stops the program.
    pub fn comes_back(&self) -> bool {
        petgraph::algo::has_path_connecting(&self.graph, self.entry, self.exit, None)
    }

    /// Blocks that may come just before.
    pub fn predecessors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.graph.neighbors_directed(block, Direction::Incoming)
    }

    /// Blocks that may come just after.
    pub fn successors(&self, block: BlockId) -> impl Iterator<Item = BlockId> {
        self.graph.neighbors_directed(block, Direction::Outgoing)
    }

    /// For each block, by index, the blocks whose decision says whether it is executed (Ferrante, Ottenstein and Warren: the
    /// post-dominance frontier). A block from which neither the exit nor a STOP can be reached depends on every decision.
    pub fn control_dependence(&self) -> Vec<Vec<BlockId>> {
        let n = self.graph.node_count();
        let deciding = |b: BlockId| self.graph.edges(b).count() > 1;
        // STOP ends the program: give it an edge to the exit, so that post-dominance is defined there.
        let mut closed = self.graph.map(|_, _| (), |_, _| ());
        for b in self.graph.node_indices() {
            if b != self.exit && self.graph.edges(b).next().is_none() {
                closed.add_edge(b, self.exit, ());
            }
        }
        closed.reverse();
        let tree = petgraph::algo::dominators::simple_fast(&closed, self.exit);
        let mut on: Vec<Vec<BlockId>> = vec![Vec::new(); n];
        let add = |on: &mut Vec<Vec<BlockId>>, block: BlockId, by: BlockId| {
            if !on[block.index()].contains(&by) {
                on[block.index()].push(by);
            }
        };
        for &by in self.order.iter().filter(|b| deciding(**b)) {
            let stop = tree.immediate_dominator(by);
            for next in self.successors(by) {
                let mut at = Some(next);
                while let Some(b) = at {
                    if Some(b) == stop {
                        break;
                    }
                    add(&mut on, b, by);
                    at = tree.immediate_dominator(b);
                }
            }
        }
        for b in self.graph.node_indices() {
            if b != self.exit && tree.immediate_dominator(b).is_none() {
                for &by in self.order.iter().filter(|b| deciding(**b)) {
                    add(&mut on, b, by);
                }
            }
        }
        on
    }

    fn reverse_post_order(&self) -> Vec<BlockId> {
        let mut seen = vec![false; self.graph.node_count()];
        let mut post = Vec::new();
        let mut stack = vec![(self.entry, self.sorted_successors(self.entry))];
        seen[self.entry.index()] = true;
        while let Some((b, todo)) = stack.last_mut() {
            if let Some(next) = todo.pop() {
                if !std::mem::replace(&mut seen[next.index()], true) {
                    let successors = self.sorted_successors(next);
                    stack.push((next, successors));
                }
            } else {
                post.push(*b);
                stack.pop();
            }
        }
        post.reverse();
        post.extend(self.graph.node_indices().filter(|b| !seen[b.index()]));
        post
    }

    /// Successors in the order of their decisions: the first one ends up nearest in the reverse post-order.
    fn sorted_successors(&self, block: BlockId) -> Vec<BlockId> {
        let mut edges: Vec<_> = self.graph.edges(block).map(|e| (*e.weight(), e.target())).collect();
        edges.sort();
        edges.into_iter().map(|(_, b)| b).collect()
    }

    /// A stable text form, blocks in order.
    pub fn to_text(&self) -> String {
        let mut out = String::new();
        let number = |b: BlockId| self.order.iter().position(|o| *o == b).unwrap_or_default();
        for (i, &b) in self.order.iter().enumerate() {
            let role = if b == self.entry {
                " entry"
            } else if b == self.exit {
                " exit"
            } else {
                ""
            };
            let _ = write!(out, "block{i}{role}:");
            for p in self.points(b) {
                let part = match p.part {
                    Part::Whole => String::new(),
                    Part::Test(k) => format!(".test{k}"),
                    Part::Init => ".init".into(),
                    Part::Next => ".next".into(),
                };
                let _ = write!(out, " {}{part}{}", p.stmt, if p.partial { "?" } else { "" });
            }
            let mut edges: Vec<_> = self.graph.edges(b).map(|e| (*e.weight(), number(e.target()))).collect();
            edges.sort();
            for (d, to) in edges {
                let _ = match d {
                    Decision::Always => write!(out, " -> block{to}"),
                    d => write!(out, " -{}-> block{to}", d.text()),
                };
            }
            out.push('\n');
        }
        out
    }
}

impl Decision {
    /// As printed on edges.
    pub fn text(self) -> String {
        match self {
            Decision::Always => "always".into(),
            Decision::True => "true".into(),
            Decision::False => "false".into(),
            Decision::Turn => "turn".into(),
            Decision::Done => "done".into(),
            Decision::Case(Some(k)) => format!("case{k}"),
            Decision::Case(None) => "nocase".into(),
            Decision::Jump(k) => format!("jump{k}"),
            Decision::Alternate(k) => format!("alternate{k}"),
        }
    }
}

/// A construct that EXIT and CYCLE may name.
struct Enclosing {
    name: Option<String>,
    is_loop: bool,
    leave: BlockId,
    next: Option<BlockId>,
}

struct Builder<'u> {
    unit: &'u Unit,
    graph: DiGraph<BasicBlock, Decision>,
    exit: BlockId,
    /// The block under construction; `None` behind a jump.
    current: Option<BlockId>,
    labels: IndexMap<Label, BlockId>,
    enclosing: Vec<Enclosing>,
    places: Vec<Option<(Position, Position)>>,
    partial: bool,
}

impl Builder<'_> {
    fn new_block(&mut self) -> BlockId {
        self.graph.add_node(BasicBlock::default())
    }

    /// The block under construction, a new unreachable one behind a jump.
    fn here(&mut self) -> BlockId {
        match self.current {
            Some(b) => b,
            None => {
                let b = self.new_block();
                self.current = Some(b);
                b
            }
        }
    }

    fn position(&mut self) -> Position {
        let block = self.here();
        Position { block, index: self.graph[block].points.len() }
    }

    fn point(&mut self, stmt: StmtId, part: Part) {
        let block = self.here();
        self.graph[block].points.push(Point { stmt, part, partial: self.partial });
    }

    /// An edge from here, when here can be reached by falling through.
    fn flow_to(&mut self, to: BlockId, decision: Decision) {
        if let Some(from) = self.current {
            self.graph.add_edge(from, to, decision);
        }
    }

    /// Falls into `block`, and goes on there.
    fn enter(&mut self, block: BlockId) {
        self.flow_to(block, Decision::Always);
        self.current = Some(block);
    }

    fn label(&mut self, label: &str) -> BlockId {
        if let Some(&b) = self.labels.get(label) {
            return b;
        }
        let b = self.new_block();
        self.labels.insert(label.to_string(), b);
        b
    }

    fn block(&mut self, block: &Block) {
        for &id in block {
            self.stmt(id);
        }
    }

    /// A loop body or another guarded block, entered from `from` by `decision`, left towards `to`.
    fn guarded(&mut self, from: BlockId, decision: Decision, body: &Block, to: BlockId) {
        let b = self.new_block();
        self.graph.add_edge(from, b, decision);
        self.current = Some(b);
        self.block(body);
        self.flow_to(to, Decision::Always);
    }

    fn find(&self, name: &Option<String>, cycle: bool) -> Option<BlockId> {
        let found = self.enclosing.iter().rev().find(|e| match name {
            Some(n) => e.name.as_deref().is_some_and(|m| m.eq_ignore_ascii_case(n)),
            None => e.is_loop,
        })?;
        if cycle { found.next } else { Some(found.leave) }
    }

    fn within(&mut self, name: &Option<String>, is_loop: bool, leave: BlockId, next: Option<BlockId>) {
        self.enclosing.push(Enclosing { name: name.clone(), is_loop, leave, next });
    }

    fn stmt(&mut self, id: StmtId) {
        let unit = self.unit;
        let stmt = &unit.stmts[id];
        if let Some(l) = &stmt.label {
            let b = self.label(l);
            self.enter(b);
        }
        let before = self.position();
        let after = self.kind(id, &stmt.kind);
        let after = match after {
            Some(a) => a,
            None => self.position(),
        };
        self.places[id.index()] = Some((before, after));
    }

    /// Adds a statement; says where it ends when that is not simply here.
    fn kind(&mut self, id: StmtId, kind: &StmtKind) -> Option<Position> {
        match kind {
            StmtKind::Assign { .. }
            | StmtKind::PointerAssign { .. }
            | StmtKind::AssignLabel { .. }
            | StmtKind::Nop
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_)
            | StmtKind::Declare(_)
            | StmtKind::Opaque { .. }
            | StmtKind::Error(_)
            | StmtKind::Save { .. }
            | StmtKind::Restore { .. }
            | StmtKind::SaveControl { .. }
            | StmtKind::RestoreControl { .. } => self.point(id, Part::Whole),
            StmtKind::Call { alternates, .. } => {
                self.point(id, Part::Whole);
                if !alternates.is_empty() {
                    let end = self.position();
                    for (k, l) in alternates.iter().enumerate() {
                        let to = self.label(l);
                        self.flow_to(to, Decision::Alternate(k));
                    }
                    let next = self.new_block();
                    self.enter(next);
                    return Some(end);
                }
            }
            StmtKind::If(i) => {
                let join = self.new_block();
                for (k, arm) in i.arms.iter().enumerate() {
                    self.point(id, Part::Test(k));
                    let test = self.here();
                    self.guarded(test, Decision::True, &arm.body, join);
                    let no = match (&i.otherwise, k + 1 == i.arms.len()) {
                        (None, true) => join,
                        _ => self.new_block(),
                    };
                    self.graph.add_edge(test, no, Decision::False);
                    self.current = Some(no);
                }
                if let Some(otherwise) = &i.otherwise {
                    self.block(otherwise);
                    self.flow_to(join, Decision::Always);
                }
                self.current = Some(join);
            }
            StmtKind::Do(d) => {
                self.point(id, Part::Init);
                let (header, latch, join) = (self.new_block(), self.new_block(), self.new_block());
                self.enter(header);
                self.point(id, Part::Test(0));
                self.graph.add_edge(header, join, Decision::Done);
                self.within(&d.name, true, join, Some(latch));
                self.guarded(header, Decision::Turn, &d.body, latch);
                self.enclosing.pop();
                self.current = Some(latch);
                self.point(id, Part::Next);
                self.flow_to(header, Decision::Always);
                self.current = Some(join);
            }
            StmtKind::While { body, name, .. } => {
                let (header, join) = (self.new_block(), self.new_block());
                self.enter(header);
                self.point(id, Part::Test(0));
                self.graph.add_edge(header, join, Decision::False);
                self.within(name, true, join, Some(header));
                self.guarded(header, Decision::True, body, header);
                self.enclosing.pop();
                self.current = Some(join);
            }
            StmtKind::Until { body, name, .. } => {
                let (first, test, join) = (self.new_block(), self.new_block(), self.new_block());
                self.enter(first);
                self.within(name, true, join, Some(test));
                self.block(body);
                self.enclosing.pop();
                self.enter(test);
                self.point(id, Part::Test(0));
                self.flow_to(first, Decision::True);
                self.flow_to(join, Decision::False);
                self.current = Some(join);
            }
            StmtKind::Loop { body, name } => {
                let (first, join) = (self.new_block(), self.new_block());
                self.enter(first);
                self.within(name, true, join, Some(first));
                self.block(body);
                self.enclosing.pop();
                self.flow_to(first, Decision::Always);
                self.current = Some(join);
            }
            StmtKind::Select { cases, name, .. } => {
                self.point(id, Part::Test(0));
                let test = self.here();
                let join = self.new_block();
                self.within(name, false, join, None);
                let bodies: Vec<BlockId> = cases.iter().map(|_| self.new_block()).collect();
                for (k, case) in cases.iter().enumerate() {
                    self.graph.add_edge(test, bodies[k], Decision::Case(Some(k)));
                    self.current = Some(bodies[k]);
                    self.block(&case.body);
                    let to = match bodies.get(k + 1) {
                        Some(next) if case.falls_through => *next,
                        _ => join,
                    };
                    self.flow_to(to, Decision::Always);
                }
                if !cases.iter().any(|c| c.default) {
                    self.graph.add_edge(test, join, Decision::Case(None));
                }
                self.enclosing.pop();
                self.current = Some(join);
            }
            StmtKind::Exit(name) | StmtKind::Cycle(name) => {
                self.point(id, Part::Whole);
                let end = self.position();
                if let Some(to) = self.find(name, matches!(kind, StmtKind::Cycle(_))) {
                    self.flow_to(to, Decision::Always);
                }
                self.current = None;
                return Some(end);
            }
            StmtKind::Goto(label) => {
                self.point(id, Part::Whole);
                let end = self.position();
                let to = self.label(label);
                self.flow_to(to, Decision::Always);
                self.current = None;
                return Some(end);
            }
            StmtKind::ComputedGoto { labels, .. } => {
                self.point(id, Part::Whole);
                let end = self.position();
                self.jumps(labels);
                let next = self.new_block();
                self.enter(next);
                return Some(end);
            }
            StmtKind::AssignedGoto { labels, .. } => {
                self.point(id, Part::Whole);
                let end = self.position();
                let labels = if labels.is_empty() { self.assigned_labels() } else { labels.clone() };
                self.jumps(&labels);
                self.current = None;
                return Some(end);
            }
            StmtKind::ArithmeticIf { labels, .. } => {
                self.point(id, Part::Whole);
                let end = self.position();
                self.jumps(labels);
                self.current = None;
                return Some(end);
            }
            StmtKind::Return(_) => {
                self.point(id, Part::Whole);
                let end = self.position();
                self.flow_to(self.exit, Decision::Always);
                self.current = None;
                return Some(end);
            }
            StmtKind::Stop { .. } => {
                self.point(id, Part::Whole);
                let end = self.position();
                self.current = None;
                return Some(end);
            }
            StmtKind::Where { arms, otherwise, .. } => {
                let outer = std::mem::replace(&mut self.partial, true);
                for (k, arm) in arms.iter().enumerate() {
                    self.point(id, Part::Test(k));
                    self.block(&arm.body);
                }
                otherwise.iter().for_each(|b| self.block(b));
                self.partial = outer;
            }
            StmtKind::Forall { body, concurrent: false, .. } => {
                self.point(id, Part::Init);
                let outer = std::mem::replace(&mut self.partial, true);
                self.block(body);
                self.partial = outer;
            }
            StmtKind::Forall { body, concurrent: true, .. } => {
                self.point(id, Part::Init);
                let (header, latch, join) = (self.new_block(), self.new_block(), self.new_block());
                self.enter(header);
                self.point(id, Part::Test(0));
                self.graph.add_edge(header, join, Decision::Done);
                self.within(&None, true, join, Some(latch));
                self.guarded(header, Decision::Turn, body, latch);
                self.enclosing.pop();
                self.current = Some(latch);
                self.point(id, Part::Next);
                self.flow_to(header, Decision::Always);
                self.current = Some(join);
            }
            StmtKind::Scope { body, name, .. } => {
                let join = self.new_block();
                self.within(name, false, join, None);
                self.block(body);
                self.enclosing.pop();
                self.enter(join);
            }
        }
        None
    }

    /// Edges to labels; a label that is listed twice gets one edge, for its first position.
    fn jumps(&mut self, labels: &[Label]) {
        for (k, l) in labels.iter().enumerate() {
            if !labels[..k].contains(l) {
                let to = self.label(l);
                self.flow_to(to, Decision::Jump(k));
            }
        }
    }

    fn assigned_labels(&self) -> Vec<Label> {
        let mut out: Vec<Label> = Vec::new();
        self.unit.walk(&self.unit.body, &mut |_, s| {
            if let StmtKind::AssignLabel { label, .. } = &s.kind
                && !out.contains(label)
            {
                out.push(label.clone());
            }
        });
        out
    }
}
