//! Executable statements.

use il::stmt::{CaseRange, Do, ForallIndex, If};
use il::{Arg, Block, Expr, ExprKind, Stmt, StmtKind, Unit};

use super::exprs::{argument, arguments, assigned, bound, expr, tight};
use super::{Context, Printer, kept, operators, tape, types};
use crate::cat;
use crate::doc::Doc;

impl Printer<'_> {
    /// The statements of a block.
    pub(super) fn block(&mut self, unit: &Unit, block: &Block) {
        for &id in block {
            self.stmt(unit, &unit.stmts[id]);
        }
    }

    fn stmt(&mut self, unit: &Unit, s: &Stmt) {
        self.comments(&s.comments);
        self.directives(&s.directives);
        if carries_comments_only(s) {
            return;
        }
        let remark = self.remark(s.span, &s.trailing);
        if let Some(docs) = simple(&self.cx, s) {
            let last = docs.len().saturating_sub(1);
            for (i, doc) in docs.into_iter().enumerate() {
                let label = s.label.as_deref().filter(|_| i == 0);
                self.full_line(label, doc, remark.clone().filter(|_| i == last));
            }
            return;
        }
        let open = |p: &mut Self, doc: Doc| p.full_line(s.label.as_deref(), doc, remark.clone());
        let cx = self.cx;
        match &s.kind {
            StmtKind::If(i) => self.if_construct(unit, s, i),
            StmtKind::Do(d) => {
                let directive = d.parallel.as_ref().filter(|p| !p.is_text);
                directive.iter().for_each(|p| self.parallel(p));
                open(self, cat![named(&d.name), do_header(&cx, d)]);
                self.deeper(|p| p.block(unit, &d.body));
                self.end_do(&d.name);
                if directive.is_some() {
                    self.comments(&[cx.kw("$omp end parallel do")]);
                }
            }
            StmtKind::While { test, body, name } => {
                open(self, cat![named(name), cx.condition("do while", expr(&cx, test))]);
                self.deeper(|p| p.block(unit, body));
                self.end_do(name);
            }
            StmtKind::Until { body, test, name } => {
                open(self, cat![named(name), cx.kw("do")]);
                self.deeper(|p| {
                    p.block(unit, body);
                    let again = Expr::unary(il::UnaryOp::Not, test.clone());
                    p.line(cat![cx.condition("if", expr(&cx, &again)), " ", cx.kw("exit")]);
                });
                self.end_do(name);
            }
            StmtKind::Loop { body, name } => {
                open(self, cat![named(name), cx.kw("do")]);
                self.deeper(|p| p.block(unit, body));
                self.end_do(name);
            }
            StmtKind::Select { selector, cases, name } if matches!(selector.kind, ExprKind::Opaque { .. }) => {
                // By the dynamic type: the words of the guards stand there.
                open(self, cat![named(name), cx.kw("select type "), Doc::parens("(", expr(&cx, selector), ")")]);
                for case in cases {
                    match case.ranges.first() {
                        Some(CaseRange::Value(Expr { kind: ExprKind::Opaque { text, reads, .. }, .. })) => {
                            let text = match reads.first().map(|r| &r.kind) {
                                Some(ExprKind::Structure { record, .. }) => text.replace("{0}", cx.type_name(*record)),
                                _ => text.clone(),
                            };
                            self.line(kept::text(&text, cx.fixed));
                        }
                        _ => self.line(cx.kw("class default")),
                    }
                    self.deeper(|p| p.block(unit, &case.body));
                }
                self.line(cat![cx.kw("end select"), tail(name)]);
            }
            StmtKind::Select { selector, cases, name } => {
                open(self, cat![named(name), cx.kw("select case "), Doc::parens("(", expr(&cx, selector), ")")]);
                for case in cases {
                    let head = if case.default && case.ranges.is_empty() {
                        Doc::text(cx.kw("case default"))
                    } else {
                        let ranges = Doc::list(case.ranges.iter().map(|r| case_range(&cx, r)));
                        cat![cx.kw("case "), Doc::parens("(", ranges, ")")]
                    };
                    self.line(head);
                    self.deeper(|p| p.block(unit, &case.body));
                }
                self.line(cat![cx.kw("end select"), tail(name)]);
            }
            StmtKind::Where { arms, otherwise, one_line } => {
                if let ([arm], None, true) = (arms.as_slice(), otherwise, one_line)
                    && let Some(action) = only_action(&cx, unit, &arm.body)
                {
                    let mask = Doc::parens("(", expr(&cx, &arm.test), ")");
                    return open(self, cat![cx.kw("where "), mask, Doc::Break(" ").group(), action]);
                }
                for (i, arm) in arms.iter().enumerate() {
                    let doc = Doc::parens("(", expr(&cx, &arm.test), ")");
                    if i == 0 {
                        open(self, cat![cx.kw("where "), doc]);
                    } else {
                        self.line(cat![cx.kw("elsewhere "), doc]);
                    }
                    self.deeper(|p| p.block(unit, &arm.body));
                }
                if let Some(body) = otherwise {
                    self.line(cx.kw("elsewhere"));
                    self.deeper(|p| p.block(unit, body));
                }
                self.line(cx.kw("end where"));
            }
            StmtKind::Forall { indices, mask, body, concurrent, one_line } => {
                if *one_line
                    && !concurrent
                    && let Some(action) = only_action(&cx, unit, body)
                {
                    let header = forall_header(&cx, indices, mask.as_ref());
                    return open(self, cat![cx.kw("forall "), header, Doc::Break(" ").group(), action]);
                }
                let word = cx.kw(if *concurrent { "do concurrent " } else { "forall " });
                open(self, cat![word, forall_header(&cx, indices, mask.as_ref())]);
                self.deeper(|p| p.block(unit, body));
                if *concurrent {
                    self.end_do(&None);
                } else {
                    self.line(cx.kw("end forall"));
                }
            }
            StmtKind::Scope { scope, decls, body, name } => {
                open(self, cat![named(name), cx.kw("block")]);
                self.within(*scope, |p| {
                    p.deeper(|p| {
                        p.decls(decls);
                        p.block(unit, body);
                    })
                });
                self.line(cat![cx.kw("end block"), tail(name)]);
            }
            StmtKind::Opaque { text, .. } | StmtKind::Error(text) => {
                self.kept_lines(text, s.label.as_deref(), self.remark(s.span, &s.trailing));
            }
            // All other kinds are simple.
            _ => {}
        }
    }

    fn if_construct(&mut self, unit: &Unit, s: &Stmt, i: &If) {
        let cx = self.cx;
        let test = |word: &str, e: &Expr| cx.condition(word, expr(&cx, e));
        if let Some(action) = one_line(&cx, unit, i) {
            let doc = cat![test("if", &i.arms[0].test), Doc::Break(" ").group(), action];
            return self.full_line(s.label.as_deref(), doc, self.remark(s.span, &s.trailing));
        }
        let then = cx.kw(" then");
        for (k, arm) in i.arms.iter().enumerate() {
            if k == 0 {
                let doc = cat![test("if", &arm.test), then.as_str()];
                self.full_line(s.label.as_deref(), doc, self.remark(s.span, &s.trailing));
            } else {
                let word = if cx.habits.endif { "elseif" } else { "else if" };
                self.line(cat![test(word, &arm.test), then.as_str()]);
            }
            self.deeper(|p| p.block(unit, &arm.body));
        }
        if let Some(body) = &i.otherwise {
            self.line(cx.kw("else"));
            self.deeper(|p| p.block(unit, body));
        }
        self.line(cx.kw(if cx.habits.endif { "endif" } else { "end if" }));
    }

    /// The directive of a parallel loop.
    fn parallel(&mut self, parallel: &il::Parallel) {
        let cx = self.cx;
        let words = crate::parallel::words(parallel, &cx.kw("parallel do"), &|s| cx.name(s), &|e| expr(&cx, e).flat());
        let room = if cx.fixed { 60 } else { 78usize.saturating_sub(self.prefix(None).len()).max(40) };
        let lines = crate::parallel::lines(&words, room);
        let (last, sentinel) = (lines.len() - 1, cx.kw("$omp"));
        let lines = lines.iter().enumerate().map(|(k, line)| {
            let more = if k < last && !cx.fixed { " &" } else { "" };
            format!("{sentinel}{} {line}{more}", if k == 0 { "" } else { "&" })
        });
        self.comments(&lines.collect::<Vec<_>>());
    }

    fn end_do(&mut self, name: &Option<String>) {
        let word = if self.cx.habits.enddo { "enddo" } else { "end do" };
        self.line(cat![self.cx.kw(word), tail(name)]);
    }
}

/// The action of an IF that is written in one line: one plain statement that has nothing of its own around it.
fn one_line(cx: &Context, unit: &Unit, i: &If) -> Option<Doc> {
    if !i.one_line || i.otherwise.is_some() || i.arms.len() != 1 {
        return None;
    }
    only_action(cx, unit, &i.arms[0].body)
}

/// The only statement of a block as the action of a one-line IF, WHERE or FORALL, when it can stand there.
fn only_action(cx: &Context, unit: &Unit, block: &Block) -> Option<Doc> {
    let [id] = block.as_slice() else { return None };
    let s = &unit.stmts[*id];
    if carries_comments_only(s) {
        return None;
    }
    let bare = s.label.is_none() && s.comments.is_empty() && s.trailing.is_none() && s.directives.is_empty();
    if !bare {
        return None;
    }
    if let StmtKind::Opaque { text, .. } = &s.kind {
        return (!text.contains('\n') && !text.starts_with('#')).then(|| kept::text(text.trim(), cx.fixed));
    }
    let mut docs = simple(cx, s)?;
    if docs.len() == 1 { docs.pop() } else { None }
}

/// Comments at the end of a block stand on a statement that does nothing and is not printed.
fn carries_comments_only(s: &Stmt) -> bool {
    matches!(s.kind, StmtKind::Nop) && s.label.is_none()
}

/// Arguments with the labels of alternate returns where the procedure's header has its stars; at the end when it is unknown.
fn with_alternates(cx: &Context, callee: il::SymbolId, args: &[Arg], alternates: &[String]) -> Vec<Doc> {
    let unit = cx.program.procedure(callee).and_then(|p| p.unit);
    let stars = unit.map_or(&[][..], |u| &cx.program.units[u].alternate_params);
    let mut labels = alternates.iter().map(|l| Doc::text(format!("*{l}")));
    let mut out = Vec::new();
    for (i, a) in args.iter().enumerate() {
        out.extend(labels.by_ref().take(stars.iter().filter(|at| **at == i).count()));
        out.push(argument(cx, a));
    }
    out.extend(labels);
    out
}

/// Statements without a body: one line, or several for the tape.
fn simple(cx: &Context, s: &Stmt) -> Option<Vec<Doc>> {
    let kind = &s.kind;
    let one = |doc: Doc| Some(vec![doc]);
    let goto = || cx.kw(if cx.habits.joined_goto { "goto " } else { "go to " });
    match kind {
        StmtKind::Assign { lhs, rhs } => one(cat![expr(cx, lhs), assigned(cx, "=", rhs)]),
        StmtKind::PointerAssign { lhs, rhs } => one(cat![expr(cx, lhs), assigned(cx, "=>", rhs)]),
        StmtKind::Call { callee, args, alternates } => {
            if let Some(assignment) = operators::assignment(cx, *callee, args) {
                return one(assignment);
            }
            if let Some((object, rest)) = bound(cx, *callee, args) {
                let rest = if rest.is_empty() { Doc::text("()") } else { arguments(cx, &rest) };
                return one(cat![cx.kw("call "), object, rest]);
            }
            let args = with_alternates(cx, *callee, args, alternates);
            let args = if args.is_empty() {
                Doc::text(if cx.habits.empty_parens { "()" } else { "" })
            } else {
                cx.parens(cx.habits.wide_calls, cx.list(args))
            };
            one(cat![cx.kw("call "), cx.called(*callee, s.span), args])
        }
        StmtKind::Exit(name) => one(cat![cx.kw("exit"), tail(name)]),
        StmtKind::Cycle(name) => one(cat![cx.kw("cycle"), tail(name)]),
        StmtKind::Goto(label) => one(cat![goto(), label.as_str()]),
        StmtKind::ComputedGoto { labels, selector } => {
            let labels = Doc::list(labels.iter().map(|l| l.as_str().into()));
            one(cat![goto(), Doc::parens("(", labels, ")"), ", ", expr(cx, selector)])
        }
        StmtKind::AssignLabel { label, var } => {
            one(Doc::text(format!("{} {label} {} {}", cx.kw("assign"), cx.kw("to"), cx.name(*var))))
        }
        StmtKind::AssignedGoto { var, labels } => {
            let labels = Doc::list(labels.iter().map(|l| l.as_str().into()));
            one(cat![goto(), cx.name(*var), ", ", Doc::parens("(", labels, ")")])
        }
        StmtKind::ArithmeticIf { value, labels } => {
            one(cat![cx.condition("if", expr(cx, value)), " ", labels.join(", ")])
        }
        StmtKind::Return(value) => {
            one(cat![cx.kw("return"), value.as_ref().map_or(Doc::NIL, |e| cat![" ", expr(cx, e)])])
        }
        StmtKind::Stop { error, code } => {
            let word = cx.kw(if *error { "error stop" } else { "stop" });
            one(cat![word, code.as_ref().map_or(Doc::NIL, |e| cat![" ", expr(cx, e)])])
        }
        StmtKind::Nop => one(cx.kw("continue").into()),
        StmtKind::Allocate { objects, options } => {
            let object = |a: &il::stmt::Allocation| {
                let dims = if a.dims.is_empty() { Doc::NIL } else { types::dimensions(cx, &a.dims) };
                cat![expr(cx, &a.object), dims]
            };
            // A mold without a value gives the dynamic type.
            let typed = options.iter().find_map(|a| match &a.value.kind {
                ExprKind::Structure { record, args } if args.is_empty() => Some(cx.type_name(*record)),
                _ => None,
            });
            let rest = options
                .iter()
                .filter(|a| !matches!(&a.value.kind, ExprKind::Structure { args, .. } if args.is_empty()));
            let all = objects.iter().map(object).chain(rest.map(|a| argument(cx, a)));
            let spec = typed.map_or(String::new(), |name| format!("{name} :: "));
            one(cat![cx.kw("allocate "), Doc::parens("(", cat![spec, Doc::list(all)], ")")])
        }
        StmtKind::Deallocate { objects, options } => {
            let all = objects.iter().map(|e| expr(cx, e)).chain(options.iter().map(|a| argument(cx, a)));
            one(cat![cx.kw("deallocate "), Doc::parens("(", Doc::list(all), ")")])
        }
        StmtKind::Nullify(objects) => {
            let args: Vec<Arg> = objects.iter().cloned().map(Arg::new).collect();
            one(cat![cx.kw("nullify "), arguments(cx, &args)])
        }
        StmtKind::Save { value, .. } => Some(tape::save(cx, value)),
        StmtKind::Restore { into, .. } => Some(tape::restore(cx, into)),
        StmtKind::SaveControl { ways, taken, .. } => one(tape::save_control(cx, *ways, *taken)),
        StmtKind::RestoreControl { ways, into, .. } => one(tape::restore_control(cx, *ways, into)),
        // Names of C blocks are declared with the unit.
        StmtKind::Declare(_) => Some(Vec::new()),
        StmtKind::Where { .. }
        | StmtKind::Forall { .. }
        | StmtKind::If(_)
        | StmtKind::Do(_)
        | StmtKind::While { .. }
        | StmtKind::Until { .. }
        | StmtKind::Loop { .. }
        | StmtKind::Select { .. }
        | StmtKind::Scope { .. }
        | StmtKind::Opaque { .. }
        | StmtKind::Error(_) => None,
    }
}

/// `name: ` before a construct.
fn named(name: &Option<String>) -> String {
    name.as_ref().map_or(String::new(), |n| format!("{n}: "))
}

/// ` name` after END DO, EXIT, CYCLE.
fn tail(name: &Option<String>) -> String {
    name.as_ref().map_or(String::new(), |n| format!(" {n}"))
}

fn do_header(cx: &Context, d: &Do) -> Doc {
    let mut bounds = vec![tight(cx, &d.from), tight(cx, &d.to)];
    bounds.extend(d.step.iter().map(|s| tight(cx, s)));
    let bounds = Doc::separated(bounds, if cx.habits.tight_bounds { "" } else { " " });
    cat![cx.kw("do "), cx.name(d.var), cx.equals(), bounds.nest(0)]
}

fn case_range(cx: &Context, r: &CaseRange) -> Doc {
    let end = |e: &Option<Expr>| e.as_ref().map_or(Doc::NIL, |e| expr(cx, e));
    match r {
        CaseRange::Value(e) => expr(cx, e),
        CaseRange::Range(lo, hi) => cat![end(lo), ":", end(hi)],
    }
}

fn forall_header(cx: &Context, indices: &[ForallIndex], mask: Option<&Expr>) -> Doc {
    let index = |i: &ForallIndex| {
        let step = i.step.as_ref().map_or(Doc::NIL, |s| cat![":", tight(cx, s)]);
        cat![cx.name(i.var), " = ", tight(cx, &i.from), ":", tight(cx, &i.to), step]
    };
    Doc::parens("(", Doc::list(indices.iter().map(index).chain(mask.map(|m| expr(cx, m)))), ")")
}
