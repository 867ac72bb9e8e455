//! Forward and backward sweep as pairs (RR-7957 §5.4): sequences, choices, loops, jumps.
//!
//! The reverse of a sequence is the reverses of its statements in reverse order. Where a statement may leave the frame around the sequence
//! early, what follows it is only reversed when the frame ended in another way: `if (branch is none of those) { reverse of the rest }`.

pub(crate) mod actuals;
pub(crate) mod aliases;
pub(crate) mod allocation;
pub(crate) mod array;
pub(crate) mod assign;
pub(crate) mod associations;
pub(crate) mod before_release;
pub(crate) mod broadcast;
pub(crate) mod call;
pub(crate) mod clear;
pub(crate) mod constructor;
pub(crate) mod expr;
pub(crate) mod frames;
pub(crate) mod kept;
pub(crate) mod leaf;
pub(crate) mod masked;
pub(crate) mod memory;
pub(crate) mod messages;
pub(crate) mod moving;
pub(crate) mod preaccumulate;
pub(crate) mod promised;
pub(crate) mod reshape;
pub(crate) mod shared_places;
pub(crate) mod shared_values;
pub(crate) mod started;
pub(crate) mod step;
pub(crate) mod storage;
pub(crate) mod sums;
pub(crate) mod targets;

mod binomial;
mod choices;
mod extrema;
mod fixed_point;
mod fused;
mod gradients;
mod loops;
mod regions;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use analysis::allocated::Allocations;
use il::stmt::{Arm, Do, If, Label};
use il::{
    BinaryOp, Block, Diagnostic, Dim, Expr, Language, Scalar, Span, Stmt, StmtId, StmtKind, SymbolId, TapeId, Type,
    UnitId, Upper,
};

use super::formats;
use super::plan::{Home, Plan, Twin};
use crate::adjoint::plan::access::Access;
use crate::adjoint::plan::elements::Elements;
use crate::adjoint::plan::tree::{FrameId, FrameKind, Jump, Landing, Node, NodeKind, Seq};
use crate::derive::{Shell, World};
use crate::simplify;

/// The greatest label of Fortran.
const GREATEST_LABEL: u32 = 99_999;

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
    /// Of a turn that is left from inside a dispatcher, which is a loop, too: the name that its own loop then needs.
    name: Option<String>,
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
    pub turns: u32,
    /// How many regions and turns were begun a second time: construct names of second copies carry this number.
    copies: u32,
    /// The number of the copy that is being made, if it is not the first.
    copy_number: Option<u32>,
    /// The storage of the program.
    pub access: &'w Access<'a>,
    /// What tells elements apart by the loops around a statement, when something has asked.
    elements: OnceCell<Elements<'a>>,
    next_label: u32,
    /// The labels of the original.
    used_labels: BTreeSet<u32>,
    /// What the text tells of the allocations of locals that were asked for.
    allocations: BTreeMap<SymbolId, Rc<Allocations>>,
    /// Construct names in use.
    constructs: BTreeSet<String>,
    /// While a loop's primal copy is made: the statements it keeps.
    pub primal: Option<BTreeSet<StmtId>>,
    /// Scalars whose values of this moment are in a copy already.
    pub copied: BTreeMap<SymbolId, Twin>,
    /// What the statement being emitted saves by itself.
    pub unsaved: Vec<Expr>,
    /// Structures that hold the associations of pointers.
    pub holders: associations::Holders,
    /// Locals with derivatives that are allocated, in part, before the sweeps meet (`targets.rs`).
    pub early: BTreeSet<SymbolId>,
    /// What calls note, where it does not wait in a local (`notes`), with the tape statements that save it.
    pub noted: Vec<(TapeId, Twin)>,
}

impl<'w, 'a> Emit<'w, 'a> {
    pub(super) fn new(
        world: &'w mut World<'a>,
        unit: UnitId,
        shells: Vec<Shell>,
        plan: &'w Plan,
        access: &'w Access<'a>,
    ) -> Self {
        let u = &world.source.units[unit];
        let own = u.all_stmts().into_iter().filter_map(|s| u.stmts[s].label.clone());
        let used_labels: BTreeSet<u32> =
            own.chain(formats::of(world, unit).into_keys()).filter_map(|l| l.parse().ok()).collect();
        let next_label = used_labels.last().map_or(100, |m| (m / 10 + 1) * 10).max(100);
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
            copies: 0,
            copy_number: None,
            access,
            elements: OnceCell::new(),
            next_label,
            used_labels,
            constructs: plan.tree.frames.iter().filter_map(|(_, f)| Some(f.name.as_ref()?.to_lowercase())).collect(),
            primal: None,
            copied: BTreeMap::new(),
            allocations: BTreeMap::new(),
            unsaved: Vec::new(),
            holders: Default::default(),
            early: BTreeSet::new(),
            noted: Vec::new(),
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
        let mut start = self.start_unassociated();
        start.append(&mut pair.fore);
        pair.fore = start;
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
        // Labels of Fortran have five digits: behind the greatest of the user's there may be no room.
        while self.next_label > GREATEST_LABEL || self.used_labels.contains(&self.next_label) {
            self.next_label = if self.next_label > GREATEST_LABEL { 10 } else { self.next_label + 1 };
        }
        let n = self.next_label;
        self.used_labels.insert(n);
        self.next_label += 10;
        self.language().label(n)
    }

    /// A name for a loop that has none.
    fn fresh_construct(&mut self) -> String {
        let scope = self.world.out.units[self.shell(self.forward).unit].scope;
        let is_free = |name: &String| crate::names::is_free(&self.world.out, scope, name);
        let mut names = std::iter::once("ad_turns".to_string()).chain((0..).map(|k| format!("ad_turns{k}")));
        let name = names.find(|n| is_free(n) && !self.constructs.contains(n)).unwrap_or_default();
        self.constructs.insert(name.clone());
        name
    }

    /// The name of the loop of a frame: its own, or the one it was given.
    fn loop_name(&self, frame: FrameId, own: Option<&String>) -> Option<String> {
        own.map(|n| self.construct_name(n)).or_else(|| self.frames.get(&frame)?.name.clone())
    }

    /// A local of the backward sweep.
    pub(super) fn scratch(&mut self, base: &str, ty: Type) -> SymbolId {
        self.scratch_in(Side::Back, base, ty)
    }

    /// A local of one of the sweeps.
    pub(super) fn scratch_in(&mut self, side: Side, base: &str, ty: Type) -> SymbolId {
        let k = if side == Side::Fore { 0 } else { self.shells.len() - 1 };
        self.world.local(&mut self.shells[k], base, ty)
    }

    /// A local allocatable array of the backward sweep: assignment gives it its shape.
    pub(super) fn scratch_array(&mut self, base: &str, elem: &Scalar, rank: usize) -> SymbolId {
        self.scratch_allocatable(base, Box::new(Type::Scalar(elem.clone())), rank)
    }

    pub(super) fn scratch_allocatable(&mut self, base: &str, elem: Box<Type>, rank: usize) -> SymbolId {
        let dims = vec![Dim { lower: None, upper: Upper::Deferred }; rank];
        let k = self.shells.len() - 1;
        self.world.work_array(&mut self.shells[k], base, Type::Array { elem, dims })
    }

    /// A local array of the backward sweep for the derivative of `value`.
    pub(super) fn scratch_like(&mut self, base: &str, value: &Expr, elem: &Scalar, rank: usize) -> SymbolId {
        let k = self.shells.len() - 1;
        let ty = self.world.work_type(&self.shells[k], value, elem, rank);
        self.world.work_array(&mut self.shells[k], base, ty)
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
        let mut integer = self.world.source.counting_integer(self.language());
        if self.shell(Side::Back).upper {
            integer.spelling.make_ascii_uppercase();
        }
        Type::Scalar(integer)
    }

    /// What the runtime writes a control number into: four bytes, also where an INTEGER without a kind has more (`-i8`).
    pub(super) fn control(&self) -> Type {
        match self.integer() {
            Type::Scalar(s) if s.bytes != 4 => {
                Type::Scalar(Scalar::new(il::ScalarClass::Integer, 4, format!("{}(4)", s.spelling)))
            }
            ty => ty,
        }
    }

    /// A variable that says which way was taken.
    pub(super) fn branch(&mut self) -> Twin {
        let ty = self.control();
        self.twin("branch", ty)
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
            (true, false) => (simplify::negated(test), second, Block::new()),
            (false, _) => (test, first, second),
        };
        let (mut arms, mut otherwise) = (vec![Arm { test, body: first }], (!second.is_empty()).then_some(second));
        // A test that is all there is between ELSE and END IF is an ELSE IF.
        if let Some([only]) = otherwise.as_deref()
            && let stmt = &self.world.out.units[self.shell(side).unit].stmts[*only]
            && let Stmt { kind: StmtKind::If(inner), label: None, .. } = stmt
            && stmt.comments.is_empty()
        {
            arms.extend(inner.arms.clone());
            otherwise = inner.otherwise.clone();
        }
        Some(self.add(side, StmtKind::If(If { arms, otherwise, one_line: false })))
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
        self.add(side, StmtKind::Do(Box::new(Do::counting(var, from, to, step, body))))
    }

    // ------------------------------------------------------------------ paths

    /// The path of a frame that is left early; its variable.
    fn open_path(&mut self, frame: FrameId, home: Home) -> Option<Path> {
        let f = &self.plan.tree.frames[frame];
        if f.ways < 2 || self.primal.is_some() {
            return None;
        }
        let ways = f.ways;
        let var = self.branch();
        let tape = self.new_tape();
        Some(Path { tape, ways, home, var })
    }

    /// The forward sweep notes the way. (Where only the original's statements run, no frame that is opened has a path; those around it do.)
    fn record(&mut self, path: Path, way: u32, block: &mut Block) {
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
        let mut starts = Vec::new();
        for node in seq {
            let mut pair = self.node(node);
            starts.push(out.fore.len());
            out.fore.append(&mut pair.fore);
            backs.push(pair.back);
        }
        for (node, at) in seq.iter().zip(starts).rev() {
            if matches!(node.kind, NodeKind::Simple) {
                let twin = self.twin_going_along(node.stmt, &out.fore[at..]);
                out.fore.splice(at..at, twin);
            }
        }
        let path = self.frames.get(&self.frame).and_then(|f| f.path);
        for (node, mut back) in seq.iter().zip(backs).rev() {
            let ways = node.ways(self.frame);
            if let (Some(path), false, false) = (path, ways.is_empty(), out.back.is_empty()) {
                let rest = std::mem::take(&mut out.back);
                let test = simplify::negated(self.ended_in(path, &ways));
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
        let simple = matches!(node.kind, NodeKind::Simple);
        if !simple && !matches!(node.kind, NodeKind::Choice { .. }) {
            self.copied.clear();
        }
        let pair = self.node_itself(node);
        if simple && !self.copied.is_empty() {
            let writes = &self.access.statement(self.unit, node.stmt).writes;
            let access = self.access;
            self.copied.retain(|s, _| !access.zones.of_symbol(*s).iter().any(|z| writes.has(*z)));
        }
        pair
    }

    fn node_itself(&mut self, node: &Node) -> Pair {
        match &node.kind {
            NodeKind::Simple => self.simple(node.stmt),
            NodeKind::Jump(jump) => self.jump(node.stmt, jump),
            NodeKind::Choice { arms, otherwise, written } => self.choice(node, arms, *otherwise, *written),
            NodeKind::Loop { frame, body } => match crate::fixed_point::of(self.world.source, self.unit, node.stmt) {
                Some(_) if self.primal.is_some() => Pair::default(),
                Some(state) => self.fixed_point(node.stmt, &state, *frame, body),
                None => self.looping(node, *frame, body),
            },
            NodeKind::Again { frame, body } => self.again(node, *frame, body),
            NodeKind::Scope(body) => match self.plan.regions.get(&node.stmt) {
                Some(region) if self.primal.is_none() => self.region(node.stmt, region, body),
                _ => self.sequence(body),
            },
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
            (_, FrameKind::Turn) => match &original.kind {
                StmtKind::Exit(None) | StmtKind::Cycle(None) if self.leaves_dispatcher(jump) => {
                    let own = self.plan.tree.frames[target].name.as_ref().map(|n| self.construct_name(n));
                    let name = own.or(open.name).unwrap_or_else(|| self.fresh_construct());
                    self.frames.entry(target).or_default().name = Some(name.clone());
                    let exits = matches!(original.kind, StmtKind::Exit(_));
                    if exits { StmtKind::Exit(Some(name)) } else { StmtKind::Cycle(Some(name)) }
                }
                StmtKind::Exit(Some(n)) => StmtKind::Exit(Some(self.construct_name(n))),
                StmtKind::Cycle(Some(n)) => StmtKind::Cycle(Some(self.construct_name(n))),
                other => other.clone(),
            },
            _ => StmtKind::Goto(open.label.unwrap_or_default()),
        };
        let id = self.add_stmt(
            self.forward,
            Stmt { kind, span: original.span, comments: original.comments, ..Stmt::from(StmtKind::Nop) },
        );
        pair.fore.push(id);
        pair
    }

    /// Whether a jump leads out of a dispatcher.
    fn leaves_dispatcher(&self, jump: &Jump) -> bool {
        let around = jump.crossings.iter().rev().skip(1);
        around.into_iter().any(|c| matches!(self.plan.tree.frames[c.frame].kind, FrameKind::Block(_)))
    }

    /// What is saved when control leaves a loop.
    fn save_after(&mut self, after: &[(TapeId, SymbolId)], block: &mut Block) {
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
}
