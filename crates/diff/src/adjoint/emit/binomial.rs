//! Loops driven by the automaton of binomial checkpointing.
//!
//! The automaton's first descent, which only advances and takes snapshots, is the forward sweep of the loop; everything else it asks for is done in the
//! backward sweep. What follows the loop stands where it stood: the automaton waits meanwhile, as the tape does.

use il::stmt::{Arm, Case, CaseRange, Do, If};
use il::{Arg, BinaryOp, Block, Expr, ExprKind, Language, Scalar, ScalarClass, StmtId, StmtKind, SymbolId, Type};

use super::{Emit, Open, Pair, Side};
use crate::adjoint::plan::binomial;
use crate::adjoint::plan::tree::{FrameId, Seq};
use crate::adjoint::plan::{BinomialPlan, Save};

/// What the automaton asks for.
const PUSH: i64 = 1;
const LOOK: i64 = 2;
const POP: i64 = 3;
const ADVANCE: i64 = 4;

impl Emit<'_, '_> {
    /// Both sweeps of the loop `stmt`.
    pub(super) fn binomial(&mut self, stmt: StmtId, d: &Do, plan: &BinomialPlan, frame: FrameId, body: &Seq) -> Pair {
        let Some(Some(snapshots)) = binomial::snapshots(self.world.source, self.unit, stmt) else {
            return Pair::default();
        };
        if d.declares {
            self.own_counter(d.var);
        }
        let down = binomial::direction(self.world.source, d) == Some(-1);
        let step_of_var = self.plan.step(stmt);
        let (mut fore, var_back) = self.saves(&step_of_var.saves);
        let (mut before, before_back) = self.saves(&plan.before);
        let (push_fore, pop, push_back) = self.snapshot(&plan.snapshot);
        let ty = self.control();
        let (action, step) = (self.twin("action", ty.clone()), self.twin("step", ty));
        let comments = self.original(stmt).comments.clone();

        // Forward.
        fore.append(&mut before);
        let side = self.forward;
        let (from, to) = (self.fore(&d.from), self.fore(&d.to));
        let turns =
            if down { il::fold::range_count(&to, &from, None) } else { il::fold::range_count(&from, &to, None) };
        let turns = match turns.as_int() {
            Some(n) => Expr::int(n.max(0)),
            None => self.at_least_zero(turns),
        };
        let first = if down { il::fold::sub(&Expr::int(0), &from) } else { from.clone() };
        let length = il::fold::add(&turns, &Expr::int(1));
        let init = self.entry(side, "init", None);
        let actual = [length, self.fore(&snapshots), first].map(Arg::new).to_vec();
        let id = self.add(side, StmtKind::Call { callee: init, args: actual, alternates: Vec::new() });
        let unit = self.shell(side).unit;
        self.world.out.units[unit].stmts[id].comments = comments.clone();
        fore.push(id);
        let outside = self.primal.replace(plan.primal.clone());
        self.depth += 1;
        let primal = self.inside(frame, Open::default(), body);
        self.depth -= 1;
        self.primal = outside;
        let turn = self.with_counter(side, d, step.fore, down, primal.fore);
        let is = |n: i64| Expr::binary(BinaryOp::Eq, Expr::var(action.fore), Expr::int(n));
        let mut arms = vec![Arm { test: is(PUSH), body: push_fore }, Arm { test: is(ADVANCE), body: turn }];
        let asked = arms.len();
        arms.retain(|a| !a.body.is_empty());
        let exit = self.add(side, StmtKind::Exit(None));
        // What is asked for and asks nothing of this sweep is no end of the descent.
        let otherwise = match arms.len() < asked {
            true => {
                let test = Expr::binary(BinaryOp::Gt, Expr::var(action.fore), Expr::int(ADVANCE));
                arms.push(Arm { test, body: vec![exit] });
                None
            }
            false => Some(vec![exit]),
        };
        let one_line = otherwise.is_none() && arms.len() == 1;
        let chosen = self.add(side, StmtKind::If(If { arms, otherwise, one_line }));
        let test = self.next(side, action.fore, step.fore);
        fore.push(self.add(side, StmtKind::While { test, body: vec![chosen], name: None }));
        if step_of_var.live && !d.declares {
            // The value that the loop leaves its variable with.
            let op = if down { BinaryOp::Sub } else { BinaryOp::Add };
            let rhs = Expr::binary(op, from, self.again_at_least_zero(d, down));
            let lhs = Expr::var(self.shell(side).maps.symbol(d.var));
            fore.push(self.add(side, StmtKind::Assign { lhs, rhs }));
        }

        // Backward.
        self.copied.clear();
        let advance = plan.advance.clone();
        let advanced = self.second(|this| {
            let outside = this.primal.replace(advance);
            let pair = this.inside(frame, Open::default(), body);
            this.primal = outside;
            pair
        });
        let turned = self.second(|this| this.inside(frame, Open::default(), body));
        self.copied.clear();
        let turned = self.at_once(turned);
        let mut cases = Vec::new();
        let look = self.look_at(&pop);
        let mut case = |this: &mut Self, n: Option<i64>, body: Block, what: &str| {
            if let Some(first) = body.first() {
                let unit = this.shell(Side::Back).unit;
                this.world.out.units[unit].stmts[*first].comments = vec![format!(" {what}")];
            }
            let ranges = n.map(|n| CaseRange::Value(Expr::int(n))).into_iter().collect();
            cases.push(Case { ranges, default: n.is_none(), body, falls_through: false });
        };
        case(self, Some(PUSH), push_back, "take a snapshot");
        case(self, Some(LOOK), look, "go back to the last snapshot");
        case(self, Some(POP), pop, "go back to it and give it up");
        let advanced = self.with_counter(Side::Back, d, step.back, down, advanced.fore);
        case(self, Some(ADVANCE), advanced, "one turn further");
        let turned = self.with_counter(Side::Back, d, step.back, down, turned);
        case(self, None, turned, "one turn, and back");
        let selector = Expr::var(action.back);
        let select = self.add(Side::Back, StmtKind::Select { selector, cases, name: None });
        let test = self.next(Side::Back, action.back, step.back);
        let id = self.add(Side::Back, StmtKind::While { test, body: vec![select], name: None });
        let unit = self.shell(Side::Back).unit;
        self.world.out.units[unit].stmts[id].comments = comments;
        let mut back = vec![id];
        back.extend(before_back);
        back.extend(var_back);
        Pair { fore, back }
    }

    /// A turn behind the value of the loop variable, from the number of the step, where the turn asks for it.
    fn with_counter(&mut self, side: Side, d: &Do, step: SymbolId, down: bool, turn: Block) -> Block {
        let var = self.shell(side).maps.symbol(d.var);
        if !self.speaks_of(side, &turn, var) {
            return turn;
        }
        let value = if down { Expr::unary(il::UnaryOp::Neg, Expr::var(step)) } else { Expr::var(step) };
        let set = self.add(side, StmtKind::Assign { lhs: Expr::var(var), rhs: value });
        std::iter::once(set).chain(turn).collect()
    }

    /// Whether statements of a side, or what is called in them inside of this procedure, speak of a variable.
    fn speaks_of(&self, side: Side, block: &Block, var: SymbolId) -> bool {
        if !self.world.source.units[self.unit].children.is_empty() {
            return true;
        }
        let u = &self.world.out.units[self.shell(side).unit];
        u.mentions(block, var)
    }

    /// What `for (int i = …)` declares becomes a local of the whole procedure.
    fn own_counter(&mut self, var: SymbolId) {
        let (name, ty) = (self.world.source.symbols[var].name.clone(), self.integer());
        for k in 0..self.shells.len() {
            let local = self.world.local(&mut self.shells[k], &name, ty.clone());
            self.shells[k].maps.symbols.insert(var, local);
        }
    }

    /// `MAX(n, 0)`.
    fn at_least_zero(&self, n: Expr) -> Expr {
        match self.language().has_intrinsics() {
            true => Expr::intrinsic("max", vec![n, Expr::int(0)]),
            false => {
                let test = Expr::binary(BinaryOp::Gt, n.clone(), Expr::int(0));
                self.language().choose(test, n, Expr::int(0))
            }
        }
    }

    /// The number of turns, once more.
    fn again_at_least_zero(&self, d: &Do, down: bool) -> Expr {
        let (from, to) = (self.fore(&d.from), self.fore(&d.to));
        let turns =
            if down { il::fold::range_count(&to, &from, None) } else { il::fold::range_count(&from, &to, None) };
        match turns.as_int() {
            Some(n) => Expr::int(n.max(0)),
            None => self.at_least_zero(turns),
        }
    }

    /// `ADBINOMIAL_NEXT(action, step)`.
    fn next(&mut self, side: Side, action: SymbolId, step: SymbolId) -> Expr {
        let (class, spelling) = match self.language() {
            Language::C => (ScalarClass::Integer, "int"),
            // Four bytes, whatever a LOGICAL without a kind has.
            Language::Fortran if self.world.source.logical().bytes != 4 => (ScalarClass::Logical, "logical(4)"),
            Language::Fortran => (ScalarClass::Logical, "logical"),
        };
        let callee = self.entry(side, "next", Some(Type::Scalar(Scalar::new(class, 4, spelling))));
        let args = [action, step].map(|s| Arg::new(self.language().hand_over(Expr::var(s))));
        ExprKind::Call { callee, args: args.to_vec() }.into()
    }

    /// An entry of the automaton.
    fn entry(&mut self, side: Side, what: &str, result: Option<Type>) -> SymbolId {
        let name = self.language().entry(&format!("adBinomial_{what}"));
        let k = if side == Side::Fore { 0 } else { self.shells.len() - 1 };
        self.world.runtime_function(&mut self.shells[k], &name, result)
    }

    /// Statements that take a snapshot in the forward sweep, go back to it, and take it in the backward sweep.
    fn snapshot(&mut self, saves: &[Save]) -> (Block, Block, Block) {
        let (mut push_fore, mut pop, mut push_back) = (Block::new(), Block::new(), Block::new());
        for save in saves {
            let mut places = vec![(self.fore(&save.value), self.back(&save.value))];
            if self.has_twin(&save.value) {
                let (fore, back) = (&self.shell(self.forward).maps, &self.shell(Side::Back).maps);
                places.extend(fore.reference(&save.value).zip(back.reference(&save.value)));
            }
            let links = self.may_be_absent(&save.value);
            for (from, into) in places {
                let id = self.new_tape();
                let first = self.add(self.forward, StmtKind::Save { id, value: from.clone() });
                let again = self.add(Side::Back, StmtKind::Save { id, value: into.clone() });
                let back = self.add(Side::Back, StmtKind::Restore { id, into: into.clone() });
                push_fore.push(self.where_there(&links, (self.forward, &from), first));
                push_back.push(self.where_there(&links, (Side::Back, &into), again));
                pop.insert(0, self.where_there(&links, (Side::Back, &into), back));
            }
        }
        (push_fore, pop, push_back)
    }

    /// The statements of the backward sweep that go back to a snapshot and leave it on the tape: read as a repetition of what is there, nothing is
    /// copied back (`conventions.md` §13).
    fn look_at(&mut self, pop: &Block) -> Block {
        if pop.is_empty() {
            return Block::new();
        }
        let unit = self.shell(Side::Back).unit;
        let reads: Block = pop.iter().map(|id| self.world.out.units[unit].duplicate(*id)).collect();
        let mark = |this: &mut Self, what: &str| {
            let callee = this.repetition(what);
            this.add(Side::Back, StmtKind::Call { callee, args: Vec::new(), alternates: Vec::new() })
        };
        let start = mark(self, "startRepeat");
        let reset = mark(self, "resetRepeat");
        let end = mark(self, "endRepeat");
        std::iter::once(start).chain(reads).chain([reset, end]).collect()
    }

    /// An entry of the tape for what is read more than once.
    fn repetition(&mut self, what: &str) -> SymbolId {
        let name = self.language().entry(&format!("adStack_{what}"));
        let k = self.shells.len() - 1;
        self.world.runtime_function(&mut self.shells[k], &name, None)
    }
}
