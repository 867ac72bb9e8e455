//! Subscripts in the selector of an ASSOCIATE that its body may change: the name means the element that they chose where the construct begins, so each gets
//! a variable of its own there.

use il::{Block, Expr, ExprKind, Program, Span, Stmt, StmtKind, Subscript};

use super::associate::Changed;
use super::context::Lower;

/// What was put into variables: values, and the variables that stand for them.
#[derive(Default)]
pub(super) struct KeptSubscripts {
    kept: Vec<(Expr, Expr)>,
}

impl KeptSubscripts {
    /// `text`, which the source has at `span`, with the variables in the place of what they stand for.
    pub(super) fn text(&self, program: &Program, span: Span, mut text: String) -> String {
        let within = |s: Span| s.file == span.file && s.start >= span.start && s.end <= span.end && s.start < s.end;
        let mut inside: Vec<&(Expr, Expr)> = self.kept.iter().filter(|(value, _)| within(value.span)).collect();
        inside.sort_by_key(|(value, _)| std::cmp::Reverse(value.span.start));
        for (value, place) in inside {
            let (from, to) = ((value.span.start - span.start) as usize, (value.span.end - span.start) as usize);
            if let (Some(s), true) = (place.root(), to <= text.len()) {
                text.replace_range(from..to, &program.symbols[s].name);
            }
        }
        text
    }
}

impl Lower<'_, '_> {
    /// Whether a selector means the same throughout once its subscripts are kept.
    pub(super) fn stays_with_kept_subscripts(&self, selector: &Expr, changed: &Changed) -> bool {
        let mut whole = selector.clone();
        let mut can = true;
        self.each_changed_subscript(&mut whole, changed, &mut |e| {
            can &= self.can_be_kept(e);
            *e = Expr::int(1);
        });
        can && self.means_the_same_throughout(&whole, changed)
    }

    /// Puts the subscripts of a selector that the body may change into variables, by statements in `out`.
    pub(super) fn keep_subscripts(
        &mut self,
        selector: &mut Expr,
        changed: &Changed,
        subscripts: &mut KeptSubscripts,
        out: &mut Block,
    ) {
        let mut found = Vec::new();
        self.each_changed_subscript(&mut selector.clone(), changed, &mut |e| found.push(e.clone()));
        for value in found {
            if subscripts.kept.iter().any(|(v, _)| *v == value && v.span == value.span) {
                continue;
            }
            let known = subscripts.kept.iter().find(|(v, _)| *v == value).map(|(_, place)| place.clone());
            let place = known.unwrap_or_else(|| {
                let name = value.root().map_or("at".to_string(), |s| self.program.symbols[s].name.clone());
                let place = self.place_for(&name, &value);
                let set = StmtKind::Assign { lhs: place.clone(), rhs: value.clone() };
                out.push(self.program.units[self.unit].add(Stmt { span: value.span, ..Stmt::from(set) }));
                place
            });
            subscripts.kept.push((value, place));
        }
        let mut changes = selector.clone();
        self.each_changed_subscript(&mut changes, changed, &mut |e| {
            if let Some((_, place)) = subscripts.kept.iter().find(|(v, _)| v == e) {
                *e = place.clone();
            }
        });
        *selector = changes;
    }

    /// The subscripts and bounds in a reference that may have another value later.
    fn each_changed_subscript(&self, e: &mut Expr, changed: &Changed, f: &mut impl FnMut(&mut Expr)) {
        match &mut e.kind {
            ExprKind::Field { base, .. } | ExprKind::Cast(_, base) => self.each_changed_subscript(base, changed, f),
            ExprKind::Index { base, subs } => {
                self.each_changed_subscript(base, changed, f);
                for s in subs {
                    let parts = match s {
                        Subscript::At(at) => vec![at],
                        Subscript::Range { lo, hi, step } => lo.iter_mut().chain(hi).chain(step).collect(),
                    };
                    parts.into_iter().filter(|at| !self.keeps_its_value(at, changed)).for_each(&mut *f);
                }
            }
            _ => {}
        }
    }
}
