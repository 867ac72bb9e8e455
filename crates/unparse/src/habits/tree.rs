//! Habits that only the tree can tell: the text of a comparison, of a subscript, of a constructor, as the user wrote it.
//!
//! Counted are exactly the nodes that the printer writes by that habit, so that output shows the habit it was written by.

use il::{BinaryOp, Expr, ExprKind, FileId, Input, Program, StmtKind, Subscript, Type, UnaryOp, Unit, UnitId, Upper};

use super::{Counter, Habits};
use crate::fortran::is_index_like;

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
        self.slash_brackets = look.count.decide("(/", "[", self.slash_brackets);
    }
}

struct Look<'a> {
    program: &'a Program,
    file: FileId,
    count: Counter,
}

impl Look<'_> {
    fn unit(&mut self, id: UnitId) {
        let unit = &self.program.units[id];
        for d in &unit.decls {
            if let il::DeclKind::Variables { entities, .. } = &d.kind {
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
                    [Some(&d.from), Some(&d.to), d.step.as_ref()].into_iter().flatten().for_each(|e| self.index(e))
                }
                // Kept text is printed as it stands.
                StmtKind::Opaque { .. } => return,
                _ => {}
            }
            s.kind.exprs(&mut |e| e.walk(&mut |e| self.expr(e)));
        });
    }

    fn text(&self, e: &Expr) -> Option<&str> {
        let text = &self.program.sources[e.span.file.filter(|f| *f == self.file)?].text;
        text.get(e.span.start as usize..e.span.end as usize)
    }

    /// The text from a place in `a` to a place in `b`.
    fn between(&self, start: u32, a: &Expr, end: u32, b: &Expr) -> Option<&str> {
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
            ExprKind::Index { base, subs } => {
                for s in subs {
                    match s {
                        Subscript::At(e) => self.index(e),
                        Subscript::Range { lo, hi, step } => {
                            [lo, hi, step].into_iter().flatten().for_each(|e| self.index(e));
                        }
                    }
                }
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
    match s {
        Subscript::At(e) => simple(e),
        Subscript::Range { lo, hi, step } => [lo, hi, step].into_iter().flatten().all(simple),
    }
}

/// Whether a sign stands between blanks; one that ends or starts a line has just one side that tells.
fn is_wide(text: &str, sign: &str) -> bool {
    let Some((before, after)) = text.split_once(sign) else { return false };
    if before.contains('\n') { after.starts_with(' ') } else { before.ends_with(' ') }
}
