//! Before the analyses: forward jumps that are tests.
//!
//! ```text
//! if (c) cycle              if (.not. c) then          if (c) goto 60            if (.not. c) then
//! rest of the turn          rest of the turn           s                         s
//!                           end if                  60 t                         end if
//!                                                                              60 t
//! ```
//!
//! The adjoint of a jump has to remember that it was taken; that of a test can be decided again, and what is under it recomputed. A jump counts when it
//! ends an arm of an IF and leads to a statement behind that IF in the same block, or to where that block ends: the next turn of its loop, a label
//! that follows the construct it is in, the end of the procedure. What is jumped over comes under the other arms, as long as nobody jumps into it
//! from elsewhere. `return value;` of C stays at the end of its arm, where control runs to the end of the function anyway.

use std::collections::BTreeSet;
use std::mem;

use il::stmt::{Arm, Case, If, Label};
use il::typing::type_of;
use il::{BinaryOp, Block, Expr, ExprKind, Program, ScalarClass, Stmt, StmtId, StmtKind, SymbolId, UnaryOp, UnitId};

use crate::adjoint::before::structure::has_constant_extent;

/// Restructures the body of a procedure.
pub(crate) fn structure_jumps(p: &mut Program, unit: UnitId) {
    let u = &p.units[unit];
    let (mut jumps, mut others) = (false, false);
    u.walk(&u.body, &mut |_, s| {
        jumps |= matches!(s.kind, StmtKind::Goto(_) | StmtKind::Cycle(_) | StmtKind::Return(_));
        // Labels that are named in text, and such as nobody knows where they lead.
        others |= match &s.kind {
            StmtKind::Opaque { text, .. } => {
                let text = text.to_ascii_lowercase();
                ["err", "end", "eor"].iter().any(|word| text.contains(word)) && text.contains('=')
            }
            StmtKind::Call { alternates, .. } => !alternates.is_empty(),
            StmtKind::ComputedGoto { .. } | StmtKind::AssignedGoto { .. } | StmtKind::AssignLabel { .. } => true,
            _ => false,
        };
    });
    if !jumps || others {
        return;
    }
    super::gather::gather(p, unit);
    let body = mem::take(&mut p.units[unit].body);
    let body = Jumps { p, unit }.block(body, &Ends { procedure: true, ..Ends::default() });
    p.units[unit].body = body;
    drop_labels(p, unit);
}

/// C: labels that no jump leads to any more go, for a compiler says of them that they are not used.
fn drop_labels(p: &mut Program, unit: UnitId) {
    let u = &mut p.units[unit];
    if u.language != il::Language::C {
        return;
    }
    let mut named: BTreeSet<Label> = BTreeSet::new();
    let mut labelled = Vec::new();
    let mut text = false;
    u.walk(&u.body, &mut |id, s| {
        match &s.kind {
            StmtKind::Goto(label) => {
                named.insert(label.clone());
            }
            StmtKind::Opaque { .. } => text = true,
            _ => {}
        }
        labelled.extend(s.label.is_some().then_some(id));
    });
    for id in labelled.into_iter().filter(|_| !text) {
        let label = &mut u.stmts[id].label;
        *label = label.take().filter(|l| named.contains(l));
    }
}

/// Jumps that lead to where a block ends anyway.
#[derive(Clone, Default)]
struct Ends {
    labels: Vec<String>,
    /// A CYCLE without a name.
    turn: bool,
    /// CYCLEs with these names.
    turns: Vec<String>,
    /// A RETURN.
    procedure: bool,
}

struct Jumps<'p> {
    p: &'p mut Program,
    unit: UnitId,
}

impl Jumps<'_> {
    fn stmt(&self, id: StmtId) -> &Stmt {
        &self.p.units[self.unit].stmts[id]
    }

    fn block(&mut self, mut block: Block, ends: &Ends) -> Block {
        let mut at = 0;
        while at < block.len() {
            let mut brought = false;
            while let Some(to) = self.jumped_over(&block, at, ends) {
                brought = true;
                let (declared, over) = block.drain(at + 1..to).partition(|id| self.is_declaration(*id));
                self.bring_under(block[at], over, &block[at + 1..], ends);
                at += declared.len();
                block.splice(at - declared.len()..at - declared.len(), declared);
            }
            let inner = self.ends_behind(&block, at + 1, ends);
            self.inside(block[at], &inner);
            if brought {
                self.chain(block[at]);
            }
            at += 1;
        }
        // A jump to where the block ends.
        while let Some(&last) = block.last() {
            let s = self.stmt(last);
            let idle = s.label.is_none() && s.comments.is_empty() && s.directives.is_empty() && ends.has(&s.kind);
            if !idle || gives_value(&s.kind) {
                break;
            }
            block.pop();
        }
        block
    }

    /// An IF alone under ELSE is an ELSE IF.
    fn chain(&mut self, id: StmtId) {
        if !matches!(self.stmt(id).kind, StmtKind::If(_)) {
            return;
        }
        let StmtKind::If(mut i) = mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop) else {
            return;
        };
        while let Some([only]) = i.otherwise.as_deref() {
            let s = &mut self.p.units[self.unit].stmts[*only];
            let plain = s.label.is_none() && s.comments.is_empty() && s.directives.is_empty() && s.trailing.is_none();
            let StmtKind::If(inner) = &mut s.kind else { break };
            if !plain {
                break;
            }
            let inner = mem::replace(inner, If { arms: Vec::new(), otherwise: None, one_line: false });
            i.arms.extend(inner.arms);
            i.otherwise = inner.otherwise;
            i.one_line = false;
        }
        self.p.units[self.unit].stmts[id].kind = StmtKind::If(i);
    }

    /// The blocks of one statement.
    fn inside(&mut self, id: StmtId, behind: &Ends) {
        let mut kind = mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop);
        let own = match &kind {
            StmtKind::Do(d) => Some(d.name.clone()),
            StmtKind::While { name, .. } | StmtKind::Until { name, .. } | StmtKind::Loop { name, .. } => {
                Some(name.clone())
            }
            StmtKind::Forall { .. } => Some(None),
            _ => None,
        };
        let ends = match own {
            Some(name) => Ends { turn: true, turns: name.into_iter().collect(), ..Ends::default() },
            None => behind.clone(),
        };
        for b in kind.blocks_mut() {
            *b = self.block(mem::take(b), &ends);
        }
        self.p.units[self.unit].stmts[id].kind = kind;
    }

    /// What follows a statement in a block: its end, or labels before anything happens.
    fn ends_behind(&self, block: &Block, from: usize, ends: &Ends) -> Ends {
        let mut out = Ends::default();
        for &id in &block[from..] {
            let s = self.stmt(id);
            out.labels.extend(s.label.clone());
            if !matches!(s.kind, StmtKind::Nop) {
                return out;
            }
        }
        out.labels.extend(ends.labels.iter().cloned());
        Ends { labels: out.labels, ..ends.clone() }
    }

    /// Where a choice jumps to from arms of its own, when what lies between can come under the others: the position in the block.
    fn jumped_over(&self, block: &Block, at: usize, ends: &Ends) -> Option<usize> {
        let (arms, complete) = match &self.stmt(block[at]).kind {
            StmtKind::If(i) => (i.arms.iter().map(|a| &a.body).chain(&i.otherwise).collect(), i.otherwise.is_some()),
            StmtKind::Select { cases, name: None, .. } if cases.iter().all(|c| !c.falls_through) => {
                (cases.iter().map(|c| &c.body).collect::<Vec<_>>(), cases.iter().any(|c| c.default))
            }
            _ => return None,
        };
        let last =
            |b: &Block| b.last().map(|id| self.stmt(*id)).filter(|s| s.label.is_none() && s.directives.is_empty());
        let to = arms.iter().find_map(|b| {
            let jump = &last(b)?.kind;
            match jump {
                _ if ends.has(jump) => Some(block.len()),
                StmtKind::Goto(label) => {
                    (at + 1..block.len()).find(|k| self.stmt(block[*k]).label.as_ref() == Some(label))
                }
                _ => None,
            }
        })?;
        let over = &block[at + 1..to];
        let jumps = |b: &Block| last(b).is_some_and(|s| self.leads(&s.kind, &block[to..], ends));
        let goes_on = arms.iter().filter(|b| !jumps(b) && !self.leaves(b)).count() + usize::from(!complete);
        let possible = goes_on <= 1 && !self.is_entered(over) && !over.iter().any(|id| self.must_stay(*id));
        (possible && !over.is_empty()).then_some(to)
    }

    /// Whether a jump leads to the beginning of `rest`, or where that is nothing to the end of its block.
    fn leads(&self, jump: &StmtKind, rest: &[StmtId], ends: &Ends) -> bool {
        match (jump, rest.first()) {
            (_, None) => ends.has(jump),
            (StmtKind::Goto(label), Some(first)) => self.stmt(*first).label.as_ref() == Some(label),
            _ => false,
        }
    }

    /// Whether a block ends with another jump.
    fn leaves(&self, block: &Block) -> bool {
        block.last().is_some_and(|id| {
            matches!(
                self.stmt(*id).kind,
                StmtKind::Goto(_)
                    | StmtKind::Cycle(_)
                    | StmtKind::Exit(_)
                    | StmtKind::Return(_)
                    | StmtKind::Stop { .. }
            )
        })
    }

    /// Whether statements elsewhere jump into these.
    fn is_entered(&self, block: &[StmtId]) -> bool {
        let u = &self.p.units[self.unit];
        let (mut labels, mut own) = (Vec::new(), Vec::new());
        u.walk(block, &mut |_, s| {
            labels.extend(s.label.clone());
            if let StmtKind::Goto(label) = &s.kind {
                own.push(label.clone());
            }
        });
        if labels.is_empty() {
            return false;
        }
        let mut all = Vec::new();
        for (_, s) in u.stmts.iter() {
            if let StmtKind::Goto(label) = &s.kind {
                all.push(label.clone());
            }
        }
        let count = |list: &[String], label: &String| list.iter().filter(|l| *l == label).count();
        labels.iter().any(|label| count(&all, label) > count(&own, label))
    }

    /// What declares variables that are as large everywhere: it can stand before a test instead of behind it.
    fn is_declaration(&self, id: StmtId) -> bool {
        let fixed = |s: &SymbolId| self.p.symbol_type(*s).is_some_and(|ty| has_constant_extent(self.p, ty));
        matches!(&self.stmt(id).kind, StmtKind::Declare(symbols) if symbols.iter().all(fixed))
    }

    /// What declares other variables for the statements behind it, and directives that belong to a place.
    fn must_stay(&self, id: StmtId) -> bool {
        let s = self.stmt(id);
        matches!(s.kind, StmtKind::Declare(_)) && !self.is_declaration(id) || !s.directives.is_empty()
    }

    /// The arms of a choice that jump over statements end; the one way that goes on has the statements.
    fn bring_under(&mut self, id: StmtId, mut over: Block, rest: &[StmtId], ends: &Ends) {
        let mut choice = mem::replace(&mut self.p.units[self.unit].stmts[id].kind, StmtKind::Nop);
        let mut ends_here = |body: &mut Block, this: &mut Self| {
            let jump = body.last().copied().filter(|last| this.leads(&this.stmt(*last).kind, rest, ends));
            if let Some(jump) = jump {
                if gives_value(&this.stmt(jump).kind) {
                    return;
                }
                body.pop();
                // It is counted no more.
                this.p.units[this.unit].stmts[jump].kind = StmtKind::Nop;
            } else if !this.leaves(body) {
                body.append(&mut over);
            }
        };
        let i = match &mut choice {
            StmtKind::If(i) => i,
            StmtKind::Select { cases, .. } => {
                if !cases.iter().any(|c| c.default) {
                    cases.push(Case { ranges: Vec::new(), default: true, body: Block::new(), falls_through: false });
                }
                cases.iter_mut().for_each(|c| ends_here(&mut c.body, self));
                self.p.units[self.unit].stmts[id].kind = choice;
                return;
            }
            _ => return,
        };
        for arm in &mut i.arms {
            ends_here(&mut arm.body, self);
        }
        let mut otherwise = i.otherwise.take().unwrap_or_default();
        ends_here(&mut otherwise, self);
        if let [arm] = i.arms.as_mut_slice()
            && arm.body.is_empty()
        {
            let test = self.opposite(mem::replace(&mut arm.test, Expr::int(0)));
            *arm = Arm { test, body: mem::take(&mut otherwise) };
        }
        i.otherwise = Some(otherwise).filter(|b| !b.is_empty());
        i.one_line = false;
        self.p.units[self.unit].stmts[id].kind = choice;
    }

    /// `.NOT. e`, with orders of integers turned round; those of reals are not each other's negation when one is no number.
    fn opposite(&self, e: Expr) -> Expr {
        let span = e.span;
        let integers = |l: &Expr| type_of(self.p, l).scalar().is_some_and(|s| s.class == ScalarClass::Integer);
        let kind = match e.kind {
            ExprKind::Unary(UnaryOp::Paren, x) => return self.opposite(*x),
            ExprKind::Unary(UnaryOp::Not, x) => return x.bare().clone(),
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), l, r) => {
                let (l, r) = (Box::new(self.opposite(*l)), Box::new(self.opposite(*r)));
                ExprKind::Binary(if op == BinaryOp::And { BinaryOp::Or } else { BinaryOp::And }, l, r)
            }
            ExprKind::Binary(op, l, r) => match turned(op).filter(|_| equality(op) || integers(&l) && integers(&r)) {
                Some(other) => ExprKind::Binary(other, l, r),
                None => {
                    let comparison = Box::new(Expr::at(ExprKind::Binary(op, l, r), span));
                    ExprKind::Unary(UnaryOp::Not, Box::new(Expr::at(ExprKind::Unary(UnaryOp::Paren, comparison), span)))
                }
            },
            kind => ExprKind::Unary(UnaryOp::Not, Box::new(Expr::at(kind, span))),
        };
        Expr::at(kind, span)
    }
}

impl Ends {
    fn has(&self, jump: &StmtKind) -> bool {
        match jump {
            StmtKind::Goto(label) => self.labels.contains(label),
            StmtKind::Cycle(None) => self.turn,
            StmtKind::Cycle(Some(name)) => self.turns.contains(name),
            StmtKind::Return(_) => self.procedure,
            _ => false,
        }
    }
}

/// Whether a jump does something before it leaves.
fn gives_value(jump: &StmtKind) -> bool {
    matches!(jump, StmtKind::Return(Some(_)))
}

fn equality(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Eq | BinaryOp::Ne)
}

/// The comparison that holds where this one does not.
fn turned(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Eq => BinaryOp::Ne,
        BinaryOp::Ne => BinaryOp::Eq,
        BinaryOp::Lt => BinaryOp::Ge,
        BinaryOp::Ge => BinaryOp::Lt,
        BinaryOp::Gt => BinaryOp::Le,
        BinaryOp::Le => BinaryOp::Gt,
        _ => return None,
    })
}
