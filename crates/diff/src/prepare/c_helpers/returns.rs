//! A body in which every `return` is the last thing that happens, so that it can stand in the place of a call.
//!
//! What follows a test that may return moves to its other ways. A loop that may return is left there, and what follows it is done if it was not:
//!
//! ```c
//! for (k = first; k < last; k++)
//!     if (col[k] == j) { r = &val[k]; returned = 1; break; }
//! if (!returned) …
//! ```
//!
//! Where nothing follows but `return NULL;`, the caller's variable gets that before the loop, and no flag is needed.

use il::stmt::If;
use il::{Block, Expr, Stmt, StmtId, StmtKind, SymbolId, UnaryOp, Unit};

/// The body of `u`, added to `into`, a copy of it, and what is returned. `at_once`: what takes the value may get it before a loop that may find another
/// one; `flag`: where a body is remembered to be done.
pub(super) fn at_the_end(
    u: &Unit,
    into: &mut Unit,
    at_once: bool,
    flag: Option<SymbolId>,
) -> (Block, Vec<Option<Expr>>) {
    let mut tail = Tail { u, into, at_once, flag, flagged: false, out: Vec::new() };
    let mut body = tail.block(&u.body, Context::default());
    let Tail { flagged, out, .. } = tail;
    if let Some(flag) = flag.filter(|_| flagged) {
        body.insert(0, into.add(StmtKind::Assign { lhs: Expr::var(flag), rhs: Expr::int(0) }));
    }
    (body, out)
}

/// Whether [`at_the_end`] needs a flag.
pub(super) fn need_flag(u: &Unit, at_once: bool) -> bool {
    let mut copy = u.clone();
    let mut tail = Tail { u, into: &mut copy, at_once, flag: None, flagged: false, out: Vec::new() };
    tail.block(&u.body, Context::default());
    tail.flagged
}

/// Whether a loop of `u` may return.
pub(super) fn in_loops(u: &Unit) -> bool {
    u.any(&u.body, &mut |_, s| loop_body(&s.kind).is_some_and(|body| returns(u, body)))
}

/// What `u` returns, in the order of its text.
pub(super) fn values(u: &Unit) -> Vec<Option<Expr>> {
    let mut out = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        if let StmtKind::Return(value) = &s.kind {
            out.push(value.clone());
        }
    });
    out
}

fn loop_body(kind: &StmtKind) -> Option<&Block> {
    match kind {
        StmtKind::Do(d) => Some(&d.body),
        StmtKind::While { body, .. } | StmtKind::Until { body, .. } | StmtKind::Loop { body, .. } => Some(body),
        _ => None,
    }
}

/// Whether control never reaches what follows a block.
pub(super) fn leaves(u: &Unit, block: &[StmtId]) -> bool {
    block.iter().any(|id| match &u.stmts[*id].kind {
        StmtKind::Return(_) | StmtKind::Stop { .. } => true,
        StmtKind::If(i) => {
            i.otherwise.as_ref().is_some_and(|b| leaves(u, b)) && i.arms.iter().all(|a| leaves(u, &a.body))
        }
        StmtKind::Scope { body, .. } => leaves(u, body),
        _ => false,
    })
}

fn returns(u: &Unit, block: &[StmtId]) -> bool {
    u.any(block, &mut |_, s| matches!(s.kind, StmtKind::Return(_)))
}

/// What a `return` does besides giving the value.
#[derive(Clone, Copy, Default)]
struct Context {
    /// It sets the flag.
    flagged: bool,
    /// It leaves the innermost loop.
    exits: bool,
}

struct Tail<'u> {
    u: &'u Unit,
    /// Where new statements go.
    into: &'u mut Unit,
    at_once: bool,
    flag: Option<SymbolId>,
    flagged: bool,
    /// What is returned.
    out: Vec<Option<Expr>>,
}

impl Tail<'_> {
    fn block(&mut self, block: &[StmtId], context: Context) -> Block {
        let u = self.u;
        let mut out = Block::new();
        for (k, id) in block.iter().enumerate() {
            if !returns(u, &[*id]) {
                out.push(*id);
                continue;
            }
            let stmt = &u.stmts[*id];
            let rest = &block[k + 1..];
            match &stmt.kind {
                StmtKind::Return(value) => {
                    self.out.push(value.clone());
                    out.push(*id);
                    if context.flagged {
                        self.set_flag(&mut out);
                    }
                    if context.exits {
                        out.push(self.into.add(StmtKind::Exit(None)));
                    }
                }
                StmtKind::If(i) if rest.is_empty() || self.ways_on(i) <= 1 => {
                    let mut kind = stmt.kind.clone();
                    if let StmtKind::If(i) = &mut kind {
                        i.otherwise.get_or_insert_default();
                    }
                    for inner in kind.blocks_mut() {
                        let after: &[StmtId] = if leaves(u, inner) { &[] } else { rest };
                        *inner = self.block(&[&inner[..], after].concat(), context);
                    }
                    if let StmtKind::If(i) = &mut kind {
                        i.one_line = false;
                        i.otherwise = i.otherwise.take().filter(|b| !b.is_empty());
                    }
                    out.push(self.into.stmts.add(Stmt { kind, ..stmt.clone() }));
                }
                StmtKind::Scope { .. } if rest.is_empty() => out.push(self.inside(stmt, context)),
                StmtKind::If(_) | StmtKind::Scope { .. } => {
                    let flagged = context.flagged || !context.exits;
                    out.push(self.inside(stmt, Context { flagged, ..context }));
                    self.if_not_done(rest, context, &mut out);
                }
                kind => {
                    let is_loop = loop_body(kind).is_some();
                    let value = self.value_at_once(rest).filter(|_| is_loop && !context.flagged && !context.exits);
                    if let Some(value) = value {
                        out.extend(self.block(&[value], context));
                    }
                    let goes_on = !rest.is_empty() && value.is_none();
                    let flagged = context.flagged || context.exits || goes_on;
                    out.push(self.inside(stmt, Context { flagged, exits: is_loop }));
                    if context.exits {
                        let body = vec![self.into.add(StmtKind::Exit(None))];
                        let test = self.is_done();
                        out.push(self.when(test, body));
                    }
                    if value.is_none() {
                        self.if_not_done(rest, context, &mut out);
                    }
                }
            }
            return out;
        }
        out
    }

    /// How many ways of a test go on to what follows it.
    fn ways_on(&self, i: &If) -> usize {
        i.arms.iter().filter(|a| !leaves(self.u, &a.body)).count()
            + usize::from(i.otherwise.as_ref().is_none_or(|b| !leaves(self.u, b)))
    }

    /// A copy of a statement whose blocks are those of `context`.
    fn inside(&mut self, stmt: &Stmt, context: Context) -> StmtId {
        let mut kind = stmt.kind.clone();
        for inner in kind.blocks_mut() {
            *inner = self.block(inner, context);
        }
        if let StmtKind::If(i) = &mut kind {
            i.one_line = false;
        }
        self.into.stmts.add(Stmt { kind, ..stmt.clone() })
    }

    /// What follows a statement that may have returned; one that did has left the loop around it, if there is one.
    fn if_not_done(&mut self, rest: &[StmtId], context: Context, out: &mut Block) {
        if rest.is_empty() {
            return;
        }
        let rest = self.block(rest, context);
        if context.exits {
            out.extend(rest);
            return;
        }
        let test = Expr::unary(UnaryOp::Not, self.is_done());
        out.push(self.when(test, rest));
    }

    /// The statement that returns a number or NULL, if it is all that follows.
    fn value_at_once(&self, rest: &[StmtId]) -> Option<StmtId> {
        let [id] = rest else { return None };
        let StmtKind::Return(Some(value)) = &self.u.stmts[*id].kind else { return None };
        (self.at_once && (value.is_null_pointer() || value.as_number().is_some())).then_some(*id)
    }

    fn is_done(&mut self) -> Expr {
        self.flagged = true;
        self.flag.map_or(Expr::int(0), Expr::var)
    }

    fn set_flag(&mut self, out: &mut Block) {
        let lhs = self.is_done();
        out.push(self.into.add(StmtKind::Assign { lhs, rhs: Expr::int(1) }));
    }

    fn when(&mut self, test: Expr, body: Block) -> StmtId {
        self.into.add(StmtKind::If(If::when(test, body, false)))
    }
}
