//! Habits that only the tree can tell: the text of a comparison, of a subscript, of a constructor, as the user wrote it.
//!
//! Counted are exactly the nodes that the printer writes by that habit, so that output shows the habit it was written by.

use il::{BinaryOp, Expr, ExprKind, FileId, Input, Program, StmtKind, Subscript, Type, UnaryOp, Unit, UnitId, Upper};

use super::{Counter, Habits};
use crate::fortran::{ends_with_number, is_index_like};

impl Habits {
    /// Looks at all units of `input`.
    pub(super) fn read_tree(&mut self, program: &Program, input: &Input) {
        let mut look = Look { program, file: input.file, count: Counter::default() };
        input.units.iter().for_each(|u| look.unit(*u));
        self.dotted = look.count.decide(".lt.", "<", self.dotted);
        self.tight_commas = look.count.decide("i,j", "i, j", self.tight_commas);
        self.tight_sums = look.count.decide("i+1", "i + 1", self.tight_sums);
        self.blank_after_not = look.count.decide(".not. x", ".not.x", self.blank_after_not);
        self.wide_concat = look.count.decide("a // b", "a//b", self.wide_concat);
        self.tight_assign = look.count.decide("x=y", "x = y", self.tight_assign);
        self.tight_lists = look.count.decide("f(x,y)", "f(x, y)", self.tight_lists);
        self.tight_names = look.count.decide("a,b", "a, b", self.tight_names);
        self.tight_bounds = look.count.decide("1,n", "1, n", self.tight_bounds);
        self.tight_relations = look.count.decide("a<b", "a < b", self.tight_relations);
        self.wide_calls = look.count.decide("f( x )", "f(x)", self.wide_calls);
        self.wide_subscripts = look.count.decide("a( i )", "a(i)", self.wide_subscripts);
        self.wide_groups = look.count.decide("( x )", "(x)", self.wide_groups);
        self.slash_brackets = look.count.decide("(/", "[", self.slash_brackets);
    }
}

struct Look<'p> {
    program: &'p Program,
    file: FileId,
    count: Counter,
}

impl<'p> Look<'p> {
    fn unit(&mut self, id: UnitId) {
        let unit = &self.program.units[id];
        if unit.params.len() > 1
            && let Some(header) = self.of_span(unit.span).map(str::to_ascii_lowercase)
            && let Some(at) = header.find(&unit.name.to_ascii_lowercase())
            && let Some((_, dummies)) = header[at..].split_once('(')
        {
            self.commas(dummies, "f(x,y)", "f(x, y)");
        }
        for d in &unit.decls {
            if let il::DeclKind::Variables { entities, colons, .. } = &d.kind {
                // The commas of `real, pointer :: x` are not between names.
                if !colons
                    && entities.len() > 1
                    && let Some(text) = self.of_span(d.span)
                {
                    self.commas(text, "a,b", "a, b");
                }
                for e in entities {
                    if let Some(Type::Array { dims, .. }) = self.program.symbol_type(e.symbol) {
                        for d in dims {
                            d.lower.iter().for_each(|e| self.index(e));
                            if let Upper::At(e) = &d.upper {
                                self.index(e);
                            }
                        }
                    }
                }
            }
        }
        self.statements(unit);
        unit.children.iter().for_each(|u| self.unit(*u));
    }

    fn statements(&mut self, unit: &Unit) {
        unit.walk(&unit.body, &mut |_, s| {
            match &s.kind {
                StmtKind::Do(d) => {
                    if let Some(comma) = self.between(d.from.span.end, &d.from, d.to.span.start, &d.to) {
                        self.commas(comma, "1,n", "1, n");
                    }
                    [Some(&d.from), Some(&d.to), d.step.as_ref()].into_iter().flatten().for_each(|e| self.index(e))
                }
                StmtKind::Assign { lhs, rhs } => {
                    if let Some(sign) = self.between(lhs.span.end, lhs, rhs.span.start, rhs) {
                        let wide = is_wide(sign, "=");
                        self.count.see("x = y", wide);
                        self.count.see("x=y", !wide);
                    }
                }
                StmtKind::Call { args, .. } if !args.is_empty() => self.call(self.of_span(s.span), args),
                StmtKind::If(i) => {
                    let text = self.text(&i.arms[0].test).and_then(|_| {
                        let start = i.arms[0].test.span.start as usize;
                        self.program.sources[self.file].text.get(start.checked_sub(2)?..start)
                    });
                    self.count.see("(x)", text.is_some_and(|t| t.ends_with('(')));
                    self.count.see("( x )", text == Some("( "));
                }
                // Kept text is printed as it stands.
                StmtKind::Opaque { .. } => return,
                _ => {}
            }
            s.kind.exprs(&mut |e| e.walk(&mut |e| self.expr(e)));
        });
    }

    /// A call: what stands in its parentheses.
    fn call(&mut self, text: Option<&str>, args: &[il::Arg]) {
        let Some((_, inside)) = text.and_then(|t| t.split_once('(')) else { return };
        let wide = inside.starts_with(' ');
        self.count.see("f( x )", wide);
        self.count.see("f(x)", !wide);
        if args.len() > 1 {
            self.commas(inside, "f(x,y)", "f(x, y)");
        }
    }

    /// The commas of a list, up to the parenthesis that ends it. Those at the end of a line tell nothing.
    fn commas(&mut self, text: &str, tight: &'static str, wide: &'static str) {
        let (mut depth, mut quote) = (0, None);
        // The beginning is enough: calls inside calls are long.
        for (at, c) in text.char_indices().take(400) {
            match (quote, c) {
                (None, '\'' | '"') => quote = Some(c),
                (Some(q), c) if q == c => quote = None,
                (Some(_), _) => {}
                (None, '(' | '[') => depth += 1,
                (None, ')' | ']') if depth == 0 => return,
                (None, ')' | ']') => depth -= 1,
                (None, ',') if depth == 0 => {
                    let rest = &text[at + 1..];
                    if !rest.trim_start_matches(' ').starts_with(['\n', '\r', '&', '!']) {
                        self.count.see(if rest.starts_with(' ') { wide } else { tight }, true);
                    }
                }
                (None, _) => {}
            }
        }
    }

    fn of_span(&self, span: il::Span) -> Option<&'p str> {
        let text = &self.program.sources[span.file.filter(|f| *f == self.file)?].text;
        text.get(span.start as usize..span.end as usize)
    }

    fn text(&self, e: &Expr) -> Option<&'p str> {
        let text = &self.program.sources[e.span.file.filter(|f| *f == self.file)?].text;
        text.get(e.span.start as usize..e.span.end as usize)
    }

    /// The text from a place in `a` to a place in `b`.
    fn between(&self, start: u32, a: &Expr, end: u32, b: &Expr) -> Option<&'p str> {
        let here = a.span.file == Some(self.file) && b.span.file == Some(self.file);
        here.then(|| self.program.sources[self.file].text.get(start as usize..end as usize)).flatten()
    }

    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Binary(op, l, r) => {
                if let Some(sign) = self.between(l.span.end, l, r.span.start, r) {
                    let (dotted, wide) = (sign.contains('.'), is_wide(sign, "//"));
                    self.count.see(".lt.", op.is_comparison() && dotted);
                    self.count.see("<", op.is_comparison() && !dotted);
                    if op.is_comparison() {
                        let wide = is_wide_relation(sign);
                        // A dot behind a number always has a blank between.
                        let free = !(dotted && ends_with_number(l));
                        self.count.see("a < b", wide && free);
                        self.count.see("a<b", !wide && free);
                    }
                    self.count.see("a // b", *op == BinaryOp::Concat && wide);
                    self.count.see("a//b", *op == BinaryOp::Concat && !wide);
                }
            }
            ExprKind::Unary(UnaryOp::Not, x) => {
                if let Some(sign) = self.between(e.span.start, e, x.span.start, x) {
                    let wide = sign.ends_with(' ');
                    self.count.see(".not. x", wide);
                    self.count.see(".not.x", !wide);
                }
            }
            ExprKind::Unary(UnaryOp::Paren, _) => {
                let wide = self.text(e).map(|t| t.starts_with("( "));
                self.count.see("( x )", wide == Some(true));
                self.count.see("(x)", wide == Some(false));
            }
            ExprKind::Call { args, .. } | ExprKind::Intrinsic(_, args) if !args.is_empty() => {
                self.call(self.of_span(e.span), args);
            }
            ExprKind::Index { base, subs } => {
                let open = self.text(e).zip(self.text(base)).and_then(|(all, base)| all.get(base.len()..));
                if let Some(open) = open.filter(|o| o.starts_with('(')) {
                    let wide = open.starts_with("( ");
                    self.count.see("a( i )", wide);
                    self.count.see("a(i)", !wide);
                }
                subs.iter().flat_map(Subscript::parts).for_each(|e| self.index(e));
                if subs.len() > 1 && subs.iter().all(plain) {
                    let text = self.text(e).zip(self.text(base)).and_then(|(all, base)| all.get(base.len()..));
                    let (wide, all) = text.map_or((0, 0), |t| (t.matches(", ").count(), t.matches(',').count()));
                    self.count.add("i, j", wide);
                    self.count.add("i,j", all - wide);
                }
            }
            ExprKind::Constructor { .. } => {
                let slash = self.text(e).map(|t| t.starts_with("(/"));
                self.count.see("(/", slash == Some(true));
                self.count.see("[", slash == Some(false));
            }
            _ => {}
        }
    }

    /// A subscript or bound.
    fn index(&mut self, e: &Expr) {
        let sum = matches!(e.kind, ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, ..));
        if let Some(text) = self.text(e).filter(|_| sum && is_index_like(e)) {
            let wide = text.contains(" +") || text.contains(" -");
            self.count.see("i + 1", wide);
            self.count.see("i+1", !wide);
        }
    }
}

/// A subscript in whose text every comma is between subscripts.
fn plain(s: &Subscript) -> bool {
    let simple = |e: &Expr| {
        matches!(e.kind, ExprKind::Var(_) | ExprKind::Integer { .. } | ExprKind::Binary(..)) && is_index_like(e)
    };
    s.parts().all(simple)
}

/// The same of a relation, whose sign may be made of letters. A sign of continuation before it is none of its own.
fn is_wide_relation(text: &str) -> bool {
    let Some(end) = text.rfind(['.', '<', '>', '=']) else { return false };
    if text[..end].contains('\n') { text[end + 1..].starts_with(' ') } else { text.starts_with(' ') }
}

/// Whether a sign stands between blanks; one that ends or starts a line has just one side that tells.
fn is_wide(text: &str, sign: &str) -> bool {
    let Some((before, after)) = text.split_once(sign) else { return false };
    if before.contains('\n') { after.starts_with(' ') } else { before.ends_with(' ') }
}
