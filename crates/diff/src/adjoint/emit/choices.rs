//! Choices: which arm was executed is decided again or recorded.

use std::collections::BTreeSet;

use il::stmt::{Arm, Case, If};
use il::{BinaryOp, Block, Expr, ExprKind, StmtId, StmtKind, SymbolId};

use super::{Emit, Pair, Path, Side};
use crate::adjoint::plan::Twin;
use crate::adjoint::plan::tree::{self, Node, Seq};
use crate::adjoint::plan::{Control, Home};
use crate::simplify;

impl Emit<'_, '_> {
    pub(super) fn choice(&mut self, node: &Node, arms: &[Seq], otherwise: usize, written: bool) -> Pair {
        let stmt = node.stmt;
        let step = self.plan.step(stmt);
        let copies = self.copies(stmt);
        let around = self.copied.clone();
        let mut pairs: Vec<Pair> = Vec::new();
        for a in arms {
            self.copied = around.clone();
            self.copied.extend(copies.iter().copied());
            pairs.push(self.sequence(a));
        }
        // What any arm overwrites is not in a copy any more; those of before only hold until something is overwritten.
        self.copied.clear();
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
        let again = matches!(self.plan.choices.get(&stmt), Some(Control::Again | Control::Copied));
        if useful {
            for (s, twin) in &copies {
                let (lhs, rhs) = (Expr::var(twin.fore), self.fore(&Expr::var(*s)));
                out.fore.push(self.add(self.forward, StmtKind::Assign { lhs, rhs }));
            }
        }
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
                let var = self.branch();
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
                self.decide_again(stmt, &mut pairs, otherwise, &copies)
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
                    let test = simplify::negated(i.arms[0].test.clone());
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

    /// Copies of what a choice is decided from.
    fn copies(&mut self, stmt: StmtId) -> Vec<(SymbolId, Twin)> {
        let p = self.world.source;
        let plan = self.plan;
        match plan.copies.get(&stmt) {
            Some(scalars) if self.primal.is_none() => scalars
                .iter()
                .filter_map(|&s| {
                    let ty = p.symbol_type(s)?.clone();
                    Some((s, self.twin(&p.symbols[s].name.clone(), ty)))
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn decide_again(
        &mut self,
        stmt: StmtId,
        pairs: &mut [Pair],
        otherwise: usize,
        copies: &[(SymbolId, Twin)],
    ) -> Block {
        let bodies = pairs.iter_mut().map(|p| std::mem::take(&mut p.back)).collect();
        let around = self.forward;
        let id = self.rebuild_choice(Side::Back, stmt, bodies, otherwise, true);
        self.forward = around;
        if let Some(id) = id {
            let copies: Vec<(SymbolId, SymbolId)> =
                copies.iter().map(|(s, twin)| (self.shell(Side::Back).maps.symbol(*s), twin.back)).collect();
            let unit = self.shell(Side::Back).unit;
            self.world.out.units[unit].stmts[id].kind.exprs_mut(&mut |e| {
                e.rewrite(&mut |x| {
                    if let ExprKind::Var(s) = &mut x.kind
                        && let Some((_, copy)) = copies.iter().find(|(o, _)| o == s)
                    {
                        *s = *copy;
                    }
                });
            });
        }
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
}
