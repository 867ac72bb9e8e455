//! Expressions of the texts in C: subscripts from zero in one dimension, numbers by value, options as enumerations.

use il::{BinaryOp, Expr, ExprKind, Intent, Subscript, SymbolId, Type, UnaryOp};

use super::body::{Body, Place};
use super::options::{Choice, chosen};
use super::whole_numbers::{plus, product, sum, tidied};

impl Body<'_, '_> {
    /// A number or a truth value. Of arrays, the elements at positions from zero.
    pub(super) fn value_at(&mut self, e: &Expr, at: &[Expr]) -> Expr {
        match &e.kind {
            ExprKind::Integer { value, .. } => Expr::int(*value),
            ExprKind::Real { value, .. } => Expr::real(*value, &self.real),
            ExprKind::Logical(is) => Expr::int(i64::from(*is)),
            ExprKind::Var(s) => self.variable(*s, at),
            ExprKind::Index { .. } => self.element(e, at),
            ExprKind::Unary(UnaryOp::Paren, x) => self.value_at(x, at),
            ExprKind::Unary(op, x) => Expr::unary(*op, self.value_at(x, at)),
            ExprKind::Binary(op, l, r) => self.binary(*op, l, r, at),
            ExprKind::Intrinsic(f, args) => {
                let args: Vec<&Expr> = args.iter().map(|a| &a.value).collect();
                self.intrinsic(f.name(), &args, at)
            }
            ExprKind::Call { callee, args } => {
                let (callee, args) = self.library_call(*callee, args);
                ExprKind::Call { callee, args }.into()
            }
            ExprKind::Text(..)
            | ExprKind::ComplexParts(..)
            | ExprKind::Substring { .. }
            | ExprKind::Field { .. }
            | ExprKind::Deref(_)
            | ExprKind::Address(_)
            | ExprKind::Cond { .. }
            | ExprKind::Cast(..)
            | ExprKind::Constructor { .. }
            | ExprKind::Structure { .. }
            | ExprKind::SizeOf(_)
            | ExprKind::Opaque { .. } => panic!("a text has an expression that C has no word for: {e:?}"),
        }
    }

    pub(super) fn value(&mut self, e: &Expr) -> Expr {
        self.value_at(e, &[])
    }

    /// A whole number.
    pub(super) fn whole(&mut self, e: &Expr) -> Expr {
        let value = self.value(e);
        tidied(&value)
    }

    fn variable(&mut self, s: SymbolId, at: &[Expr]) -> Expr {
        if let il::SymbolKind::Constant { value, .. } = &self.text.symbols[s].kind {
            let value = value.clone();
            return self.value(&value);
        }
        match self.place(s) {
            Place::Value(v) if self.shifted.contains(&s) => plus(&Expr::var(v), 1),
            Place::Value(v) => Expr::var(v),
            Place::Pointee(v) => ExprKind::Deref(Box::new(Expr::var(v))).into(),
            Place::Array(v) if at.is_empty() => Expr::var(v),
            Place::Array(v) => {
                let subscript = self.position(s, at);
                Expr::index(Expr::var(v), vec![subscript])
            }
        }
    }

    /// Where an element stands whose position in each dimension is known.
    fn position(&mut self, s: SymbolId, at: &[Expr]) -> Expr {
        let mut out = at[0].clone();
        if let [_, column] = at {
            let rows = self.shapes[&s][0].clone();
            let rows = self.whole(&rows);
            out = sum(out, product(column.clone(), rows));
        }
        tidied(&out)
    }

    /// An element, or of a section the one at some positions.
    fn element(&mut self, e: &Expr, at: &[Expr]) -> Expr {
        let ExprKind::Index { base, subs } = &e.kind else { panic!("no element") };
        let ExprKind::Var(s) = base.kind else { panic!("an element of what is no variable") };
        let mut ranges = at.iter();
        let positions: Vec<Expr> = subs
            .iter()
            .map(|sub| match sub {
                Subscript::At(e) => plus(&self.value(e), -1),
                Subscript::Range { lo, .. } => {
                    let lo = lo.as_ref().map_or(Expr::int(1), |lo| self.value(lo));
                    let within = ranges.next().expect("a position for each range").clone();
                    plus(&sum(lo, within), -1)
                }
            })
            .collect();
        let Place::Array(v) = self.place(s) else { panic!("an element of a number") };
        let subscript = self.position(s, &positions);
        Expr::index(Expr::var(v), vec![subscript])
    }

    fn binary(&mut self, op: BinaryOp, l: &Expr, r: &Expr, at: &[Expr]) -> Expr {
        if let Some((option, letter)) = compared(op, l, r) {
            let ExprKind::Var(s) = option.kind else { panic!("an option is a variable") };
            let choice = Choice::named(&self.text.symbols[s].name);
            let option = self.value(option);
            return choice.is(option, letter);
        }
        if op == BinaryOp::Or
            && let [Some(first), Some(second)] = [l, r].map(in_parts)
            && first.0 == second.0
            && first.1.eq_ignore_ascii_case(&second.1)
            && let ExprKind::Var(s) = first.0.kind
            && Choice::named(&self.text.symbols[s].name) != Choice::Letter
        {
            return self.value(l);
        }
        if op == BinaryOp::Pow {
            assert!(matches!(r.kind, ExprKind::Integer { value: 2, .. }), "squares are the only powers");
            let x = self.value_at(l, at);
            return Expr::binary(BinaryOp::Mul, x.clone(), x);
        }
        Expr::binary(op, self.value_at(l, at), self.value_at(r, at))
    }

    fn intrinsic(&mut self, name: &str, args: &[&Expr], at: &[Expr]) -> Expr {
        match (name, args) {
            ("merge", [yes, no, test]) => {
                let test = self.value(test);
                chosen(test, self.value_at(yes, at), self.value_at(no, at))
            }
            ("max" | "min", [l, r]) => {
                let op = if name == "max" { BinaryOp::Gt } else { BinaryOp::Lt };
                let (l, r) = (self.whole(l), self.whole(r));
                chosen(Expr::binary(op, l.clone(), r.clone()), l, r)
            }
            // Its first argument is one.
            ("sign", [one, x]) => {
                let (one, x) = (self.value(one), self.value_at(x, at));
                let zero = Expr::real(0.0, &self.real);
                chosen(Expr::binary(BinaryOp::Lt, x, zero), Expr::unary(UnaryOp::Neg, one.clone()), one)
            }
            ("present", [x]) => {
                let ExprKind::Var(s) = x.kind else { panic!("PRESENT of what is no dummy") };
                let (Place::Array(v) | Place::Value(v) | Place::Pointee(v)) = self.place(s);
                Expr::binary(BinaryOp::Ne, Expr::var(v), Expr::int(0))
            }
            (
                "abs" | "sqrt" | "exp" | "log" | "sin" | "cos" | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh"
                | "tanh",
                [x],
            ) => Expr::intrinsic(name, vec![self.value_at(x, at)]),
            _ => panic!("a text has `{name}`, which C has no word for"),
        }
    }

    /// An argument for a dummy of a procedure of the text.
    pub(super) fn actual(&mut self, e: &Expr, dummy: SymbolId) -> Expr {
        let ty = self.text.symbol_type(dummy).cloned().unwrap_or(Type::Void);
        match ty {
            Type::Array { .. } => match &e.kind {
                ExprKind::Var(_) => self.value(e),
                _ => ExprKind::Address(Box::new(self.element(e, &[]))).into(),
            },
            Type::Character { .. } => self.option(e, Choice::named(&self.text.symbols[dummy].name)),
            _ if self.text.variable(dummy).is_some_and(|v| v.intent != Some(Intent::In)) => self.address(e),
            _ if ty.is_differentiable() => self.value(e),
            _ => self.whole(e),
        }
    }

    /// Where a number is that is set.
    fn address(&mut self, e: &Expr) -> Expr {
        let value = self.value(e);
        match value.kind {
            ExprKind::Deref(pointer) => *pointer,
            _ => ExprKind::Address(Box::new(value)).into(),
        }
    }

    /// An option as the enumeration's value.
    pub(super) fn option(&mut self, e: &Expr, choice: Choice) -> Expr {
        match &e.kind {
            ExprKind::Text(letter, _) => choice.value(letter.chars().next().unwrap_or(' ')),
            ExprKind::Intrinsic(f, args) if f.name() == "merge" => {
                let test = self.value(&args[2].value);
                chosen(test, self.option(&args[0].value, choice), self.option(&args[1].value, choice))
            }
            _ => self.value(e),
        }
    }
}

/// The variable and the letter that are compared.
fn compared<'e>(op: BinaryOp, l: &'e Expr, r: &'e Expr) -> Option<(&'e Expr, char)> {
    let ExprKind::Text(letter, _) = &r.bare().kind else { return None };
    assert!(op == BinaryOp::Eq, "options are compared by ==");
    Some((l.bare(), letter.chars().next()?))
}

fn in_parts(e: &Expr) -> Option<(&Expr, char)> {
    let ExprKind::Binary(op @ BinaryOp::Eq, l, r) = &e.bare().kind else { return None };
    compared(*op, l, r)
}
