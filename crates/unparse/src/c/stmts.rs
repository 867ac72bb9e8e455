//! Executable statements.

use il::stmt::{Case, CaseRange, Do, If};
use il::{BinaryOp, Block, Expr, ExprKind, Stmt, StmtKind, Unit};

use super::exprs::{self, Level, assigned, called, expr};
use super::{Breakable, Context, Printer, tape, types};
use crate::cat;
use crate::doc::Doc;
use crate::lines::Remark;

impl Printer<'_> {
    /// One statement, its comments and label already printed.
    pub(super) fn stmt(&mut self, unit: &Unit, s: &Stmt) {
        let cx = self.cx;
        let trailing = self.remark(s.span, &s.trailing);
        let own = trailing.clone();
        let one = |p: &mut Self, doc: Doc| p.full_line(cat![doc, ";"], own);
        match &s.kind {
            StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } => {
                one(self, assignment(&cx, lhs, rhs))
            }
            StmtKind::Call { callee, args, .. } => one(self, called(&cx, *callee, args)),
            StmtKind::If(i) => self.if_statement(unit, s, i),
            StmtKind::Do(d) => {
                d.parallel.iter().filter(|p| !p.is_text).for_each(|p| self.parallel(p));
                let head = for_head(&cx, d);
                self.loop_statement(unit, head, &d.body, &d.name, trailing);
            }
            StmtKind::While { test, body, name } => {
                let head = cat!["while ", Doc::parens("(", expr(&cx, test), ")")];
                self.loop_statement(unit, head, body, name, trailing);
            }
            StmtKind::Loop { body, name } => {
                let head = if cx.habits.while_one { "while (1)" } else { "for (;;)" };
                self.loop_statement(unit, head.into(), body, name, trailing);
            }
            StmtKind::Until { body, test, name } => {
                self.enter(name, true);
                let braces = self.needs_braces(unit, body);
                self.full_line(if braces { "do {" } else { "do" }, trailing);
                self.loop_body(unit, body);
                let brace = if braces { "} " } else { "" };
                self.line(cat![brace, "while ", Doc::parens("(", expr(&cx, test), ")"), ";"]);
                self.leave();
            }
            StmtKind::Select { selector, cases, name } => self.switch(unit, selector, cases, name, trailing),
            StmtKind::Exit(name) => {
                let text = self.exit(name);
                one(self, text.into());
            }
            StmtKind::Cycle(name) => {
                let text = self.cycle(name);
                one(self, text.into());
            }
            StmtKind::Goto(label) => one(self, Doc::text(format!("goto {label}"))),
            StmtKind::ComputedGoto { labels, selector } => {
                self.full_line(cat!["switch ", Doc::parens("(", expr(&cx, selector), ")"), " {"], trailing);
                for (i, label) in labels.iter().enumerate() {
                    self.line(format!("case {}:", i + 1));
                    self.deeper(|p| p.line(format!("goto {label};")));
                }
                self.line("}");
            }
            StmtKind::Return(value) => {
                one(self, cat!["return", value.as_ref().map_or(Doc::NIL, |e| cat![" ", expr(&cx, e).nest(0)])]);
            }
            StmtKind::Stop { code: Some(Expr { kind: ExprKind::Text(words, _), .. }), .. } => {
                let words = super::literals::text(&format!("{words}\n"), &Default::default());
                self.several(vec![cat!["fputs(", words, ", stderr)"], Doc::from("exit(1)")], trailing);
            }
            StmtKind::Stop { error, code } => {
                let status = code.as_ref().map_or(Doc::from(if *error { "1" } else { "0" }), |e| expr(&cx, e));
                one(self, cat!["exit(", status, ")"]);
            }
            StmtKind::Nop => self.full_line(";", trailing),
            StmtKind::Scope { scope, decls, body, .. } => {
                self.full_line("{", trailing);
                self.within(*scope, |p| {
                    p.deeper(|p| {
                        p.decls(decls);
                        p.block(unit, body);
                    })
                });
                self.line("}");
            }
            StmtKind::Opaque { text, .. } | StmtKind::Error(text) => self.kept_lines(text, trailing),
            StmtKind::Save { value, .. } => self.several(tape::save(&cx, value), trailing),
            StmtKind::Restore { into, .. } => self.several(tape::restore(&cx, into), trailing),
            StmtKind::SaveControl { ways, taken, .. } => one(self, tape::save_control(&cx, *ways, *taken)),
            StmtKind::RestoreControl { ways, into, .. } => one(self, tape::restore_control(&cx, *ways, into)),
            // Joined with what follows in `blocks`.
            StmtKind::Declare(_) => {}
            StmtKind::AssignLabel { .. }
            | StmtKind::AssignedGoto { .. }
            | StmtKind::ArithmeticIf { .. }
            | StmtKind::Where { .. }
            | StmtKind::Forall { .. }
            | StmtKind::Allocate { .. }
            | StmtKind::Deallocate { .. }
            | StmtKind::Nullify(_) => panic!("a statement that only Fortran has in a unit of C: {:?}", s.kind),
        }
    }

    fn several(&mut self, docs: Vec<Doc>, trailing: Option<Remark>) {
        let last = docs.len().saturating_sub(1);
        for (i, doc) in docs.into_iter().enumerate() {
            self.full_line(cat![doc, ";"], trailing.clone().filter(|_| i == last));
        }
    }

    fn if_statement(&mut self, unit: &Unit, s: &Stmt, i: &If) {
        let cx = self.cx;
        // With braces in one branch, all have them. An IF without ELSE in front of our ELSE would take it.
        let braces = i.arms.iter().map(|a| &a.body).chain(&i.otherwise).any(|b| self.needs_braces(unit, b))
            || (i.arms.len() > 1 || i.otherwise.is_some())
                && i.arms.iter().any(|a| a.body.last().is_some_and(|id| ends_open(unit, &unit.stmts[*id])));
        // gcc warns of an ambiguous ELSE also when the inner IF has its own.
        let braces = braces
            || i.arms.iter().any(|a| {
                self.lone_if(unit, &a.body)
                    .is_some_and(|inner| i.arms.len() > 1 || i.otherwise.is_some() || has_else(inner))
            });
        // An `if` alone behind `else` would be an `else if`.
        let alone = i
            .otherwise
            .as_deref()
            .is_some_and(|b| matches!(b, [id] if matches!(unit.stmts[*id].kind, StmtKind::If(_))));
        let braces = braces || alone;
        let close = if braces { "} " } else { "" };
        let open = if braces { " {" } else { "" };
        for (k, arm) in i.arms.iter().enumerate() {
            let word = if k == 0 { "if ".to_string() } else { format!("{close}else if ") };
            let head = cat![word, Doc::parens("(", expr(&cx, &arm.test), ")"), open];
            self.full_line(head, self.remark(s.span, &s.trailing).filter(|_| k == 0));
            self.deeper(|p| p.block(unit, &arm.body));
        }
        if let Some(body) = &i.otherwise {
            self.line(format!("{close}else{open}"));
            self.deeper(|p| p.block(unit, body));
        }
        if braces {
            self.line("}");
        }
    }

    /// The IF that a block without braces is, or that loops without braces end in.
    fn lone_if<'u>(&self, unit: &'u Unit, body: &Block) -> Option<&'u If> {
        if self.needs_braces(unit, body) {
            return None;
        }
        match &unit.stmts[*body.first()?].kind {
            StmtKind::If(i) => Some(i),
            StmtKind::Do(d) => self.lone_if(unit, &d.body),
            StmtKind::While { body, .. } | StmtKind::Loop { body, .. } => self.lone_if(unit, body),
            _ => None,
        }
    }

    /// The directive of a parallel loop.
    fn parallel(&mut self, parallel: &il::Parallel) {
        let cx = self.cx;
        let words = crate::parallel::words(parallel, "parallel for", &|s| cx.name(s), &|e| expr(&cx, e).flat());
        self.openmp(&words);
    }

    /// A directive of OpenMP, in as many lines as it needs.
    pub(super) fn openmp(&mut self, words: &[String]) {
        let lines = crate::parallel::lines(words, 84);
        let last = lines.len() - 1;
        for (k, line) in lines.iter().enumerate() {
            let start = if k == 0 { "#pragma omp " } else { "    " };
            let more = if k < last { " \\" } else { "" };
            self.lines.plain(format!("{start}{line}{more}"));
        }
    }

    fn loop_statement(
        &mut self,
        unit: &Unit,
        head: Doc,
        body: &Block,
        name: &Option<String>,
        trailing: Option<Remark>,
    ) {
        self.enter(name, true);
        if body.is_empty() {
            self.full_line(head, trailing);
            self.deeper(|p| p.line(";"));
        } else {
            let braces = self.needs_braces(unit, body);
            self.full_line(if braces { cat![head, " {"] } else { head }, trailing);
            self.loop_body(unit, body);
            if braces {
                self.line("}");
            }
        }
        self.leave();
    }

    /// The body, and the label at its end for jumps to the next turn out of inner loops.
    fn loop_body(&mut self, unit: &Unit, body: &Block) {
        self.deeper(|p| p.block(unit, body));
        if let Some(label) = self.around.last().and_then(|b| b.next.clone()) {
            self.line(format!("{label}: ;"));
        }
    }

    fn switch(
        &mut self,
        unit: &Unit,
        selector: &Expr,
        cases: &[Case],
        name: &Option<String>,
        trailing: Option<Remark>,
    ) {
        let cx = self.cx;
        self.enter(name, false);
        self.full_line(cat!["switch ", Doc::parens("(", expr(&cx, selector), ")"), " {"], trailing);
        for (k, case) in cases.iter().enumerate() {
            let mut labels: Vec<Doc> = case
                .ranges
                .iter()
                .map(|range| match range {
                    CaseRange::Value(e) => cat!["case ", expr(&cx, e), ":"],
                    CaseRange::Range(lo, hi) => {
                        let end = |e: &Option<Expr>| e.as_ref().map_or(Doc::NIL, |e| expr(&cx, e));
                        cat!["case ", end(lo), " ... ", end(hi), ":"]
                    }
                })
                .collect();
            if case.default {
                labels.push("default:".into());
            }
            let last = k + 1 == cases.len();
            // A case that is one block has its braces at the label.
            let whole = match case.body.as_slice() {
                [id] => match &unit.stmts[*id] {
                    Stmt { kind: StmtKind::Scope { scope, decls, body, .. }, comments, label: None, .. }
                        if decls.is_empty() && comments.is_empty() =>
                    {
                        Some((*scope, body))
                    }
                    _ => None,
                },
                _ => None,
            };
            let behind = match whole {
                Some(_) => " {",
                None if starts_with_declaration(unit, &case.body) => " ;",
                None => "",
            };
            if let Some(last) = labels.last_mut() {
                *last = cat![std::mem::replace(last, Doc::NIL), behind];
            }
            labels.into_iter().for_each(|l| self.line(l));
            let (scope, body) = whole.unwrap_or((cx.scope, &case.body));
            self.within(scope, |p| {
                p.deeper(|p| {
                    p.block(unit, body);
                    let jumps = body.last().is_some_and(|id| leaves(&unit.stmts[*id]));
                    let falls = case.falls_through && !last;
                    if falls && !body.is_empty() && !jumps && whole.is_none() {
                        p.comments(&["fall through".to_string()]);
                    } else if !falls && (body.is_empty() || !jumps && !(last && case.default)) {
                        p.line("break;");
                    }
                })
            });
            if whole.is_some() {
                self.line("}");
                if case.falls_through && !last {
                    self.deeper(|p| p.comments(&["fall through".to_string()]));
                }
            }
        }
        self.line("}");
        self.leave();
    }

    // -------------------------------------------------------------------------------------------- jumps

    fn enter(&mut self, name: &Option<String>, is_loop: bool) {
        self.around.push(Breakable { name: name.clone(), is_loop, next: None, end: None });
    }

    /// After the construct: the label for jumps that `break` cannot make.
    fn leave(&mut self) {
        if let Some(label) = self.around.pop().and_then(|b| b.end) {
            self.label(format!("{label}: ;"), None);
        }
    }

    /// The construct that EXIT or CYCLE means.
    fn target(&self, name: &Option<String>) -> Option<usize> {
        self.around.iter().rposition(|b| if name.is_some() { b.name == *name } else { b.is_loop })
    }

    fn exit(&mut self, name: &Option<String>) -> String {
        match self.target(name) {
            Some(k) if k + 1 < self.around.len() => {
                let fresh = self.fresh_label(&self.around[k].name.clone(), "end");
                format!("goto {}", self.around[k].end.get_or_insert(fresh))
            }
            _ => "break".into(),
        }
    }

    fn cycle(&mut self, name: &Option<String>) -> String {
        let innermost = self.around.iter().rposition(|b| b.is_loop);
        match self.target(name) {
            Some(k) if Some(k) != innermost => {
                let fresh = self.fresh_label(&self.around[k].name.clone(), "next");
                format!("goto {}", self.around[k].next.get_or_insert(fresh))
            }
            _ => "continue".into(),
        }
    }

    fn fresh_label(&mut self, name: &Option<String>, what: &str) -> String {
        self.labels += 1;
        format!("{}_{what}{}", name.as_deref().unwrap_or("loop"), self.labels)
    }
}

/// Whether control never comes behind `s`.
fn leaves(s: &Stmt) -> bool {
    matches!(
        s.kind,
        StmtKind::Return(_) | StmtKind::Goto(_) | StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Stop { .. }
    )
}

/// Whether a declaration is the first that is printed of a block: it is no statement that a `case` could stand in front of.
fn starts_with_declaration(unit: &Unit, body: &Block) -> bool {
    let printed = |s: &&Stmt| s.label.is_some() || !matches!(s.kind, StmtKind::Nop);
    let first = body.iter().map(|id| &unit.stmts[*id]).find(printed);
    first.is_some_and(|s| s.label.is_none() && matches!(s.kind, StmtKind::Declare(_)))
}

/// Whether an ELSE after `s` would belong to an IF inside it.
fn ends_open(unit: &Unit, s: &Stmt) -> bool {
    match &s.kind {
        StmtKind::If(i) => i.otherwise.is_none() || ends_open_block(unit, i.otherwise.as_ref()),
        StmtKind::Do(d) => ends_open_block(unit, Some(&d.body)),
        StmtKind::While { body, .. } | StmtKind::Loop { body, .. } => ends_open_block(unit, Some(body)),
        _ => false,
    }
}

fn ends_open_block(unit: &Unit, body: Option<&Block>) -> bool {
    matches!(body.map(Vec::as_slice), Some([id]) if ends_open(unit, &unit.stmts[*id]))
}

fn has_else(i: &If) -> bool {
    i.otherwise.is_some() || i.arms.len() > 1
}

/// An assignment: `a += b` and `i++` where the left side is the first operand of the right one.
pub(super) fn assignment(cx: &Context, lhs: &Expr, rhs: &Expr) -> Doc {
    let target = exprs::at(cx, lhs, Level::Unary);
    let rhs = rhs.bare();
    let ExprKind::Binary(op, first, second) = &rhs.kind else { return cat![target, " ", assigned(cx, "=", rhs)] };
    let compound = matches!(
        op,
        BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::Div
            | BinaryOp::Rem
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::Shl
            | BinaryOp::Shr
    );
    match exprs::operator(*op) {
        Some((sign, _)) if compound && **first == *lhs => {
            if matches!(op, BinaryOp::Add | BinaryOp::Sub) && is_one(second) {
                return step(cx, lhs, sign);
            }
            cat![target, " ", assigned(cx, &format!("{sign}="), second)]
        }
        _ => cat![target, " ", assigned(cx, "=", rhs)],
    }
}

fn is_one(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Integer { value: 1, .. })
}

/// `i++` or `++i`, by the habit of the file.
fn step(cx: &Context, e: &Expr, sign: &str) -> Doc {
    if cx.habits.prefix_increment {
        cat![format!("{sign}{sign}"), exprs::at(cx, e, Level::Unary)]
    } else {
        cat![exprs::at(cx, e, Level::Postfix), format!("{sign}{sign}")]
    }
}

/// The first line of a counted loop. Upwards `i < n` where the last value is `n - 1`, downwards `i >= 0`.
///
/// An unsigned variable is never below zero: downwards such a loop tests before it steps, `i-- > 0`, or whether the next value would be behind the
/// last one, `i + 2 != 0`, unless the author wrote `i > n`. Then a loop without a turn, which starts at one step behind its end, has none.
fn for_head(cx: &Context, d: &Do) -> Doc {
    let name = cx.name(d.var);
    let var = Expr::var(d.var);
    let ty = cx.program.symbol_type(d.var);
    let declared = if d.declares { format!("{} ", types::variable(cx, d.var).0) } else { String::new() };
    let stride = d.step.as_ref().and_then(Expr::as_int);
    let down = match (&d.step, stride) {
        (_, Some(k)) => k < 0,
        (Some(step), None) => matches!(step.kind, ExprKind::Unary(il::UnaryOp::Neg, _)),
        (None, None) => false,
    };
    let wraps = down && ty.and_then(|t| t.scalar()).is_some_and(|s| s.unsigned) && !is_behind(&d.to);
    if wraps && stride == Some(-1) {
        let start = il::fold::add(&d.from, &Expr::int(1));
        let start = cat![declared, name.as_str(), " ", assigned(cx, "=", &start), ";"];
        let test = cat![format!("{name}-- > "), exprs::at(cx, &d.to, Level::Shift), ";"];
        return cat!["for ", Doc::parens("(", cat![start, Doc::Break(" ").group(), test], ")")];
    }
    let (sign, bound) = if wraps { ("!=", d.to.clone()) } else { bound(&d.from, &d.to, down) };
    let ahead = stride.filter(|_| wraps).map_or(String::new(), |by| format!(" + {}", by.unsigned_abs()));
    let start = cat![declared, name.as_str(), " ", assigned(cx, "=", &d.from), ";"];
    let test = cat![name.as_str(), format!("{ahead} {sign} "), exprs::at(cx, &bound, Level::Shift), ";"];
    let step = match (&d.step, stride) {
        (None, _) | (_, Some(1)) => step(cx, &var, "+"),
        (_, Some(-1)) => step(cx, &var, "-"),
        (_, Some(k)) if k < 0 => cat![name.as_str(), format!(" -= {}", k.unsigned_abs())],
        (Some(e), _) => match &e.kind {
            ExprKind::Unary(il::UnaryOp::Neg, inner) => cat![name.as_str(), " -= ", expr(cx, inner)],
            _ => cat![name.as_str(), " += ", expr(cx, e)],
        },
    };
    let gap = || Doc::Break(" ").group();
    cat!["for ", Doc::parens("(", cat![start, gap(), test, gap(), step], ")")]
}

/// Whether the last value is one behind a bound that the author wrote: `i > n`.
fn is_behind(to: &Expr) -> bool {
    matches!(&to.kind, ExprKind::Binary(BinaryOp::Add, _, one)
        if matches!(&one.kind, ExprKind::Integer { value: 1, text, .. } if text.0.is_none()))
}

/// The comparison that goes on, and what with.
fn bound(from: &Expr, to: &Expr, down: bool) -> (&'static str, Expr) {
    let neighbour = |op: BinaryOp| match &to.kind {
        ExprKind::Binary(o, n, one) if *o == op && is_one(one) => Some((**n).clone()),
        _ => None,
    };
    if down {
        return match neighbour(BinaryOp::Add) {
            Some(n) => (">", n),
            None => (">=", to.clone()),
        };
    }
    if let Some(n) = neighbour(BinaryOp::Sub) {
        return ("<", n);
    }
    match (from.as_int(), to.as_int()) {
        (Some(0), Some(last)) => ("<", Expr::int(last.saturating_add(1))),
        _ => ("<=", to.clone()),
    }
}
