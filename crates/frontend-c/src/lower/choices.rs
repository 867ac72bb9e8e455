//! What a chosen pointer leads to: `*(c ? &a : &b)`, `(c ? a : b)[k]`, `(c ? &s : &t)->m`.
//!
//! The analyses know places by the variables at their roots, and a choice of pointers has none. So the choice is made between what the pointers lead
//! to: the value of `(c ? a : b)[k]` is `c ? a[k] : b[k]`, and an assignment to it is one in each branch of an IF (C11 6.5.15: the first operand
//! is evaluated first, then one of the others).

use super::expressions::is_address;
use super::{Lowered, Lowerer, counted, spell};
use il::expr::ExprKind;
use il::stmt::{Arm, If};
use il::{Block, Expr, Span, StmtKind, Subscript, Type};

impl Lowerer<'_, '_> {
    /// What `way` makes of a pointer, a place or a structure: of each one where it is chosen from several.
    pub fn through(&mut self, at: Expr, way: &mut dyn FnMut(&mut Self, Expr) -> Lowered<Expr>) -> Lowered<Expr> {
        let at = spell::strip(at);
        let span = at.span;
        match at.kind {
            ExprKind::Cond { test, yes, no } => {
                let (yes, no) = (Box::new(self.through(*yes, way)?), Box::new(self.through(*no, way)?));
                Ok(Expr::at(ExprKind::Cond { test, yes, no }, span))
            }
            ExprKind::Cast(ty @ Type::Pointer { .. }, x) if self.is_choice(&x) => {
                self.through(*x, &mut |this, x| way(this, Expr::at(ExprKind::Cast(ty.clone(), Box::new(x)), span)))
            }
            ExprKind::Binary(op, l, r) if self.is_choice(&l) => {
                let moved = |l: Expr| Expr::at(ExprKind::Binary(op, Box::new(l), r.clone()), span);
                self.through(*l, &mut |this, l| way(this, moved(l)))
            }
            ExprKind::Binary(op, l, r) if self.is_choice(&r) => {
                let moved = |r: Expr| Expr::at(ExprKind::Binary(op, l.clone(), Box::new(r)), span);
                self.through(*r, &mut |this, r| way(this, moved(r)))
            }
            kind => way(self, Expr::at(kind, span)),
        }
    }

    /// Whether an address, without parentheses, casts and steps, is chosen from several.
    fn is_choice(&self, e: &Expr) -> bool {
        let e = e.bare();
        match &e.kind {
            ExprKind::Cond { .. } => is_address(&self.ty(e)),
            ExprKind::Cast(Type::Pointer { .. }, x) => self.is_choice(x),
            ExprKind::Binary(_, l, r) => self.is_choice(l) || self.is_choice(r),
            _ => false,
        }
    }

    /// `place = value(place)`: in each branch where the place is chosen.
    pub fn change(&mut self, place: &Expr, value: &dyn Fn(&Expr) -> Expr, span: Span) {
        let (mut arms, mut place) = (Vec::new(), place);
        while let ExprKind::Cond { test, yes, no } = &place.kind {
            let body = self.changed_apart(yes, value, span);
            arms.push(Arm { test: (**test).clone(), body });
            place = no;
        }
        if arms.is_empty() {
            self.emit(StmtKind::Assign { lhs: place.clone(), rhs: value(place) }, span);
            return;
        }
        let otherwise = Some(self.changed_apart(place, value, span));
        self.emit(StmtKind::If(If { arms, otherwise, one_line: false }), span);
    }

    fn changed_apart(&mut self, place: &Expr, value: &dyn Fn(&Expr) -> Expr, span: Span) -> Block {
        let outer = std::mem::take(&mut self.f.out);
        self.change(place, value, span);
        std::mem::replace(&mut self.f.out, outer)
    }

    /// A place that is both read and set, `a[next(&n)] += x`: calls that change something are made in front, once.
    pub fn found_once(&mut self, place: Expr) -> Expr {
        let span = place.span;
        let mut changes = false;
        place.walk(&mut |e| {
            changes |= matches!(e.kind, ExprKind::Call { callee, .. } if counted::has_effects(self.p, callee));
        });
        if !changes {
            return place;
        }
        let kind = match place.kind {
            ExprKind::Field { base, record, field } => {
                ExprKind::Field { base: Box::new(self.found_once(*base)), record, field }
            }
            ExprKind::Deref(pointer) => ExprKind::Deref(Box::new(self.called_in_front(*pointer))),
            ExprKind::Index { base, subs } => {
                let base = match self.ty(&base) {
                    Type::Pointer { .. } => self.called_in_front(*base),
                    _ => self.found_once(*base),
                };
                let sub = |sub| match sub {
                    Subscript::At(index) => Subscript::At(self.called_in_front(index)),
                    section => section,
                };
                ExprKind::Index { base: Box::new(base), subs: subs.into_iter().map(sub).collect() }
            }
            kind => kind,
        };
        Expr::at(kind, span)
    }

    /// A value in which calls that change something have names.
    pub fn changing_calls_in_front(&mut self, mut value: Expr) -> Expr {
        value.rewrite(&mut |e| {
            if matches!(e.kind, ExprKind::Call { callee, .. } if counted::has_effects(self.p, callee)) {
                let span = e.span;
                *e = self.keep(std::mem::replace(e, Expr::int(0)), span);
            }
        });
        value
    }

    /// A value with a name, if there are calls in it.
    pub fn called_in_front(&mut self, value: Expr) -> Expr {
        let span = value.span;
        if value.has_call() { self.keep(value, span) } else { value }
    }

    /// The same place after it was changed: what chose it may have changed too.
    pub fn settled(&mut self, place: Expr) -> Expr {
        let span = place.span;
        match place.kind {
            ExprKind::Cond { test, yes, no } => {
                let test = Box::new(self.keep(*test, span));
                let (yes, no) = (Box::new(self.settled(*yes)), Box::new(self.settled(*no)));
                Expr::at(ExprKind::Cond { test, yes, no }, span)
            }
            kind => Expr::at(kind, span),
        }
    }
}

/// Whether it is a place, or a choice of places.
pub fn is_place(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cond { yes, no, .. } => is_place(yes.bare()) && is_place(no.bare()),
        _ => e.is_reference(),
    }
}
