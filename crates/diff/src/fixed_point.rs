//! Loops under `$AD FP-LOOP "z"`: iterations `z = φ(z, p)` that are run until `z` stays what it is.
//!
//! Christianson's two phases (RR-7957 §4.9 names the directive; B. Christianson, *Reverse accumulation and attractive fixed points*, 1994): the forward
//! sweep runs the loop as it is and keeps nothing of it; the backward sweep runs one turn from the converged state and its adjoint,
//! `z̄ ← φ_zᵀ z̄`, `p̄ ← p̄ + φ_pᵀ z̄`, until `z̄` does not change any more. As `p̄` gathers every term of the series `Σ φ_pᵀ (φ_zᵀ)ᵏ z̄`, no last
//! pass for the parameters is needed, and what the turn computes beside the state is reversed in the first pass.
//!
//! In the program that is analysed such a loop becomes two statements: a block with the loop, which only the forward sweep runs, and a loop of the
//! same turn, without the EXITs that end the iteration, which only the backward sweep runs. [`prepare`] refuses what is no such
//! iteration: turns that count, that jump, or that leave a part of the work undone when they end the loop.

use il::stmt::{If, Label};
use il::{
    BinaryOp, Block, Diagnostic, Expr, ExprKind, Language, Program, Span, Stmt, StmtId, StmtKind, SymbolId, Type,
    UnitId,
};

use crate::directive_args;
use crate::regions;

/// The directive.
pub const NAME: &str = "FP-LOOP";

/// What may stand before the tolerance, as in `adj_reduction=1.e-6`: programs written for Tapenade say so.
const TOLERANCES: [&str; 2] = ["adj_reduction=", "adj_residual="];

/// On the copy of the last turn; no user can write it.
const TURN: &str = "last turn of FP-LOOP";

/// What the directive says.
#[derive(Clone, Debug)]
pub struct State {
    /// The variables that the iteration converges.
    pub variables: Vec<SymbolId>,
    /// By how much of their greatest value the adjoints of the state may still change at the end.
    pub tolerance: Option<f64>,
    /// Where it stands.
    pub span: Span,
}

/// The state of the last turn that a loop of the analysed program stands for, if it does.
pub fn of(p: &Program, unit: UnitId, stmt: StmtId) -> Option<State> {
    let s = &p.units[unit].stmts[stmt];
    let d = s.directives.iter().find(|d| d.name == TURN)?;
    read(p, unit, d).ok().filter(|_| matches!(s.kind, StmtKind::While { .. }))
}

/// The state in a directive, or what is wrong with it.
pub fn read(p: &Program, unit: UnitId, d: &il::Directive) -> Result<State, Diagnostic> {
    let wrong = |message: String| {
        Diagnostic::error("RT0460", d.span, message)
            .note("write the names of the variables that the loop converges, such as `$AD FP-LOOP \"z\"`, and perhaps a relative tolerance, `$AD FP-LOOP \"z\" 1.0e-10`")
    };
    let mut state = State { variables: Vec::new(), tolerance: None, span: d.span };
    for word in directive_args::words(&d.args) {
        let number = TOLERANCES.iter().find_map(|key| behind(&word, key)).unwrap_or(&word);
        if let Ok(t) = number.to_ascii_lowercase().replace('d', "e").parse::<f64>() {
            if !(t > 0.0 && t < 1.0) {
                return Err(wrong(format!("the tolerance `{word}` of `FP-LOOP` is not between 0 and 1")));
            }
            state.tolerance = Some(t);
            continue;
        }
        let Some(s) = directive_args::variable(p, unit, &word) else {
            return Err(wrong(format!("`{word}` of `FP-LOOP` is no variable here")));
        };
        let real = |t: &Type| match t.element() {
            Type::Scalar(s) => s.class == il::ScalarClass::Real,
            _ => false,
        };
        if !p.symbol_type(s).is_some_and(|t| real(t) && !matches!(t, Type::Pointer { .. })) {
            let said = wrong(format!("`{word}` of `FP-LOOP` is no real variable or array of known extent"));
            let dummy = p.variable(s).is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_)));
            let bare = p.units[unit].language == Language::C
                && dummy
                && matches!(p.symbol_type(s), Some(Type::Pointer { .. }));
            return Err(match bare {
                true => said.note(format!(
                    "an argument that says its extent works: `{word}[n]`, with the argument `n` in front of it"
                )),
                false => said,
            });
        }
        state.variables.push(s);
    }
    if state.variables.is_empty() {
        return Err(wrong("`FP-LOOP` does not say what converges".into()));
    }
    Ok(state)
}

/// What stands behind `key`, in any case.
fn behind<'w>(word: &'w str, key: &str) -> Option<&'w str> {
    let (head, rest) = (word.get(..key.len())?, word.get(key.len()..)?);
    head.eq_ignore_ascii_case(key).then_some(rest)
}

/// Puts the two statements in the place of each loop under the directive; what is no fixed-point iteration is refused, by its procedure.
pub fn prepare(p: &mut Program) -> Vec<(UnitId, Diagnostic)> {
    let mut said = Vec::new();
    let units: Vec<UnitId> = p.units.ids().filter(|u| p.units[*u].is_understood()).collect();
    for unit in units {
        let (u, mut named) = (&p.units[unit], false);
        u.walk(&u.body, &mut |_, s| named |= s.directives.iter().any(|d| d.name == NAME));
        if named {
            let body = p.units[unit].body.clone();
            p.units[unit].body = Prepare { p, unit, behind: None, said: &mut said }.block(body);
        }
    }
    said
}

/// Takes the last turns out of the originals again, which stay as they are and may be run.
pub fn forget_turns(p: &mut Program) {
    for (_, stmt) in p.units.iter_mut().flat_map(|(_, u)| u.stmts.iter_mut()) {
        if stmt.directives.iter().any(|d| d.name == TURN) {
            stmt.kind = StmtKind::Nop;
        }
    }
}

struct Prepare<'a> {
    p: &'a mut Program,
    unit: UnitId,
    /// The label directly behind the loop that is looked at: a GOTO there is an EXIT.
    behind: Option<Label>,
    said: &'a mut Vec<(UnitId, Diagnostic)>,
}

/// Why a turn is not one map.
type Refusal = (Span, String);

impl Prepare<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut out = Block::new();
        for (k, &id) in block.iter().enumerate() {
            let inner: Vec<Block> = self.p.units[self.unit].stmts[id].kind.blocks().into_iter().cloned().collect();
            let inner: Vec<Block> = inner.into_iter().map(|b| self.block(b)).collect();
            for (b, new) in self.p.units[self.unit].stmts[id].kind.blocks_mut().into_iter().zip(inner) {
                *b = new;
            }
            let stmt = &self.p.units[self.unit].stmts[id];
            let is_loop = stmt.kind.is_loop();
            match stmt.directives.iter().find(|d| d.name == NAME).cloned() {
                Some(d) if is_loop => {
                    let stmts = &self.p.units[self.unit].stmts;
                    self.behind = block.get(k + 1).and_then(|next| stmts[*next].label.clone());
                    out.extend(self.fixed_point(id, &d));
                }
                _ => out.push(id),
            }
        }
        out
    }

    fn fixed_point(&mut self, id: StmtId, d: &il::Directive) -> Block {
        if let Err(said) = read(self.p, self.unit, d) {
            self.said.push((self.unit, said));
            return vec![id];
        }
        let stmt = self.p.units[self.unit].stmts[id].clone();
        let (body, name, counter) = match &stmt.kind {
            StmtKind::Do(l) => (l.body.clone(), l.name.clone(), Some(l.var)),
            StmtKind::While { body, name, .. } | StmtKind::Until { body, name, .. } | StmtKind::Loop { body, name } => {
                (body.clone(), name.clone(), None)
            }
            _ => return vec![id],
        };
        let turn = match self.turn(&body, name.as_deref(), 0) {
            Ok(turn) => turn,
            Err(refusal) => return self.refuse(id, d, refusal),
        };
        if let Some(span) = counter.and_then(|c| self.reads(&turn, c)) {
            let name = counter.map_or(String::new(), |c| self.p.symbols[c].name.clone());
            return self.refuse(
                id,
                d,
                (span, format!("the turns of this FP-LOOP are not all alike: they read `{name}`, which counts them")),
            );
        }
        self.leave_by_exit(&body);
        let unit = &mut self.p.units[self.unit];
        // Whether there is another turn is nobody's business: any test will do.
        let test = Expr::binary(BinaryOp::Lt, Expr::int(0), Expr::int(1));
        let again = StmtKind::While { test, body: turn, name: None };
        let turn = il::Directive { name: TURN.into(), ..d.clone() };
        let again = unit.add(Stmt { span: stmt.span, directives: vec![turn], ..Stmt::from(again) });
        unit.stmts[id].directives.retain(|e| e.name != NAME);
        let label = unit.stmts[id].label.take();
        let scope = StmtKind::Scope { scope: unit.scope, decls: Vec::new(), body: vec![id], name: None };
        let scope = unit.add(Stmt { span: stmt.span, directives: vec![d.clone()], label, ..Stmt::from(scope) });
        assert!(regions::of(unit, scope).is_some());
        vec![scope, again]
    }

    fn refuse(&mut self, id: StmtId, d: &il::Directive, (span, message): Refusal) -> Block {
        let span = if span == Span::NONE { d.span } else { span };
        self.said.push((
            self.unit,
            Diagnostic::error("RT0462", span, message).note(
                "the adjoint of a fixed point repeats one turn of the loop: take the directive away to have the loop reversed turn by turn",
            ),
        ));
        vec![id]
    }

    /// A copy of a turn, which does not end the loop. `depth`: how many loops of the turn are around.
    fn turn(&mut self, block: &Block, name: Option<&str>, depth: u32) -> Result<Block, Refusal> {
        let mut out = Block::new();
        for &id in block {
            let stmt = self.p.units[self.unit].stmts[id].clone();
            let refused = |what: &str| Err((stmt.span, format!("{what} in a turn of this FP-LOOP")));
            let own = |n: &Option<String>| match n {
                Some(n) => name.is_some_and(|m| m.eq_ignore_ascii_case(n)),
                None => depth == 0,
            };
            if stmt.label.is_some() {
                return refused("a label that is jumped to");
            }
            let mut kind = stmt.kind.clone();
            match &mut kind {
                // Its variables are those of the loop.
                StmtKind::Declare(_) => continue,
                StmtKind::Exit(n) if own(n) => return refused("an EXIT without an IF of its own"),
                StmtKind::Goto(l) if self.leads_behind(l) => return refused("a jump without an IF of its own"),
                StmtKind::Cycle(n) if own(n) => return refused("a CYCLE"),
                StmtKind::Return(_)
                | StmtKind::Goto(_)
                | StmtKind::ComputedGoto { .. }
                | StmtKind::ArithmeticIf { .. } => {
                    return refused("a jump");
                }
                StmtKind::If(i)
                    if i.arms.iter().any(|a| self.ends(&a.body, name, depth))
                        || i.otherwise.as_ref().is_some_and(|o| self.ends(o, name, depth)) =>
                {
                    if depth > 0 {
                        return refused("an EXIT from a loop inside");
                    }
                    match self.without_exits(i, name)? {
                        None => continue,
                        Some(rest) if i.arms.is_empty() => {
                            out.extend(self.turn(&rest, name, depth)?);
                            continue;
                        }
                        Some(_) => {}
                    }
                    for a in &mut i.arms {
                        a.body = self.turn(&a.body, name, depth)?;
                    }
                    if let Some(o) = &mut i.otherwise {
                        *o = self.turn(o, name, depth)?;
                    }
                }
                _ => {
                    let inside = kind.is_loop();
                    for b in kind.blocks_mut() {
                        *b = self.turn(b, name, depth + u32::from(inside))?;
                    }
                }
            }
            out.push(self.p.units[self.unit].add(Stmt { kind, ..stmt }));
        }
        Ok(out)
    }

    /// Whether a block, so many loops deep in a turn, ends the loop.
    fn ends(&self, block: &Block, name: Option<&str>, depth: u32) -> bool {
        block.last().is_some_and(|id| match &self.p.units[self.unit].stmts[*id].kind {
            StmtKind::Exit(None) => depth == 0,
            StmtKind::Exit(Some(n)) => name.is_some_and(|m| m.eq_ignore_ascii_case(n)),
            StmtKind::Goto(l) => self.leads_behind(l),
            _ => false,
        })
    }

    /// Whether a GOTO leads to the statement behind the loop.
    fn leads_behind(&self, label: &Label) -> bool {
        self.behind.as_ref() == Some(label)
    }

    /// Makes EXITs of the GOTOs of a loop that lead behind it: the loop is in a block of its own. None is in a loop inside.
    fn leave_by_exit(&mut self, body: &Block) {
        let unit = &self.p.units[self.unit];
        let mut found = Vec::new();
        unit.walk(body, &mut |id, s| {
            if let StmtKind::Goto(l) = &s.kind
                && self.leads_behind(l)
            {
                found.push(id);
            }
        });
        for id in found {
            self.p.units[self.unit].stmts[id].kind = StmtKind::Exit(None);
        }
    }

    /// Takes the arms away that end the loop: the turn that is repeated is one that goes on. `None` when nothing is left; else what stands under ELSE.
    fn without_exits(&self, i: &mut If, name: Option<&str>) -> Result<Option<Block>, Refusal> {
        let ending = i.arms.iter().map(|a| &a.body).chain(&i.otherwise).filter(|b| self.ends(b, name, 0));
        for block in ending {
            let mut found = None;
            let u = &self.p.units[self.unit];
            u.walk(&block[..block.len() - 1], &mut |_, s| {
                let mut sets = matches!(s.kind, StmtKind::Call { .. });
                il::stores::each(self.p, self.unit, &s.kind, &mut |store| {
                    let number = |e: &Expr| il::typing::type_of(self.p, e).is_differentiable();
                    sets |= store.how == il::stores::How::Assigned && store.place.is_some_and(number);
                });
                found = found.or(sets.then_some(s.span));
            });
            if let Some(span) = found {
                return Err((span, "what is computed on the way out of this FP-LOOP is in no turn".into()));
            }
        }
        if i.otherwise.as_ref().is_some_and(|o| self.ends(o, name, 0)) {
            // The loop goes on when one of the tests holds.
            return match i.arms.len() {
                1 => {
                    let body = i.arms.remove(0).body;
                    i.otherwise = None;
                    Ok(Some(body))
                }
                _ => {
                    i.otherwise = None;
                    i.arms.retain(|a| !self.ends(&a.body, name, 0));
                    Ok((!i.arms.is_empty()).then(Block::new))
                }
            };
        }
        i.arms.retain(|a| !self.ends(&a.body, name, 0));
        let rest = i.otherwise.clone();
        match (i.arms.is_empty(), rest) {
            (true, rest) => Ok(rest),
            (false, rest) => Ok(Some(rest.unwrap_or_default())),
        }
    }

    /// Where statements read a variable.
    fn reads(&self, block: &Block, variable: SymbolId) -> Option<Span> {
        let u = &self.p.units[self.unit];
        let mut found = None;
        u.walk(block, &mut |_, s| {
            if matches!(s.kind, StmtKind::Opaque { .. }) {
                return;
            }
            let mut reads = false;
            s.kind.exprs(&mut |e| e.walk(&mut |x| reads |= matches!(x.kind, ExprKind::Var(v) if v == variable)));
            if reads && found.is_none() {
                found = Some(s.span);
            }
        });
        found
    }
}
