//! Expressions.

use il::expr::Item;
use il::typing::type_of;
use il::{Arg, BinaryOp, Expr, ExprKind, Scalar, Span, Type, UnaryOp};

use super::context::Lower;
use super::messages;
use super::uses::operator_key;
use crate::ast::{self, ArgValue};

impl<'a> Lower<'a, '_> {
    /// An expression.
    pub fn expr(&mut self, e: &'a ast::Expr) -> Expr {
        let kind = match &e.kind {
            ast::ExprKind::Literal(l) => return self.literal(l, e.span),
            ast::ExprKind::Name(name) => return self.name(name, e.span),
            ast::ExprKind::Apply { base, args } => return self.apply(base, args, e.span),
            ast::ExprKind::Component { base, name } => return self.component(base, name, e.span),
            ast::ExprKind::Coindexed { .. } => return self.keep_expression(e.span, "a coindexed object", Vec::new()),
            ast::ExprKind::Unary { op, operand } => return self.unary(op, operand, e.span),
            ast::ExprKind::Binary { op, left, right } => return self.binary(op, left, right, e.span),
            ast::ExprKind::Paren(inner) => ExprKind::Unary(UnaryOp::Paren, Box::new(self.expr(inner))),
            ast::ExprKind::Complex { re, im } => {
                let re = Box::new(self.expr(re));
                ExprKind::ComplexParts(re, Box::new(self.expr(im)))
            }
            ast::ExprKind::Array { type_spec, items, .. } => {
                let ty = type_spec.as_ref().map(|t| Box::new(self.type_of_spec(t)));
                ExprKind::Constructor { items: items.iter().map(|i| self.item(i)).collect(), ty }
            }
            ast::ExprKind::ImpliedDo(_) => {
                return self.keep_expression(e.span, "an implied DO outside a list", Vec::new());
            }
        };
        Expr::at(kind, e.span)
    }

    /// An item of a constructor, a DATA list or an I/O list.
    pub fn item(&mut self, e: &'a ast::Expr) -> Item {
        match &e.kind {
            ast::ExprKind::ImpliedDo(i) => Item::Implied {
                var: self.variable_named(&i.variable.text, i.variable.span),
                from: self.expr(&i.first),
                to: self.expr(&i.last),
                step: i.step.as_ref().map(|s| self.expr(s)),
                items: i.items.iter().map(|i| self.item(i)).collect(),
            },
            _ => Item::Value(self.expr(e)),
        }
    }

    fn unary(&mut self, op: &ast::UnaryOp, operand: &'a ast::Expr, span: Span) -> Expr {
        let x = self.expr(operand);
        let (sign, il_op) = match op {
            ast::UnaryOp::Plus => ("+".to_string(), Some(UnaryOp::Plus)),
            ast::UnaryOp::Minus => ("-".to_string(), Some(UnaryOp::Neg)),
            ast::UnaryOp::Not => (".not.".to_string(), Some(UnaryOp::Not)),
            ast::UnaryOp::Defined(name) => (format!(".{name}."), None),
        };
        match il_op {
            Some(op) if !self.may_be_overloaded(std::slice::from_ref(&x)) => {
                Expr::at(ExprKind::Unary(op, Box::new(x)), span)
            }
            _ => self.defined_operator(&sign, vec![x], span),
        }
    }

    fn binary(&mut self, op: &ast::BinaryOp, left: &'a ast::Expr, right: &'a ast::Expr, span: Span) -> Expr {
        let l = self.expr(left);
        let r = self.expr(right);
        let (sign, il_op) = match op {
            ast::BinaryOp::Add => ("+", Some(BinaryOp::Add)),
            ast::BinaryOp::Sub => ("-", Some(BinaryOp::Sub)),
            ast::BinaryOp::Mul => ("*", Some(BinaryOp::Mul)),
            ast::BinaryOp::Div => ("/", Some(BinaryOp::Div)),
            ast::BinaryOp::Pow => ("**", Some(BinaryOp::Pow)),
            ast::BinaryOp::Concat => ("//", Some(BinaryOp::Concat)),
            ast::BinaryOp::Eq(_) => ("==", Some(BinaryOp::Eq)),
            ast::BinaryOp::Ne(_) => ("/=", Some(BinaryOp::Ne)),
            ast::BinaryOp::Lt(_) => ("<", Some(BinaryOp::Lt)),
            ast::BinaryOp::Le(_) => ("<=", Some(BinaryOp::Le)),
            ast::BinaryOp::Gt(_) => (">", Some(BinaryOp::Gt)),
            ast::BinaryOp::Ge(_) => (">=", Some(BinaryOp::Ge)),
            ast::BinaryOp::And => (".and.", Some(BinaryOp::And)),
            ast::BinaryOp::Or => (".or.", Some(BinaryOp::Or)),
            ast::BinaryOp::Eqv => (".eqv.", Some(BinaryOp::Eqv)),
            ast::BinaryOp::Neqv => (".neqv.", Some(BinaryOp::Neqv)),
            ast::BinaryOp::Defined(name) => (&**name, None),
        };
        match il_op {
            None => self.defined_operator(&format!(".{sign}."), vec![l, r], span),
            Some(op) => {
                let operands = [l, r];
                if self.may_be_overloaded(&operands) && !self.compares_handles(op, &operands) {
                    return self.defined_operator(sign, operands.into(), span);
                }
                let [l, r] = operands;
                Expr::at(ExprKind::Binary(op, Box::new(l), Box::new(r)), span)
            }
        }
    }

    /// Intrinsic operators work on numbers, logicals and text: structures mean a defined operator.
    fn may_be_overloaded(&self, operands: &[Expr]) -> bool {
        operands.iter().any(|x| self.is_structure(x))
    }

    /// Whether the handles of a library are compared. The name of the function that does it is nobody's business.
    fn compares_handles(&self, op: BinaryOp, operands: &[Expr]) -> bool {
        let is_handle = |e: &Expr| type_of(self.program, e).record().is_some_and(|r| self.is_of_library(r));
        matches!(op, BinaryOp::Eq | BinaryOp::Ne) && operands.iter().all(is_handle)
    }

    /// Whether an expression is of a derived type. What can only be a number is not typed: chains of operators are long.
    pub fn is_structure(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.program.symbol_type(*s).is_some_and(|t| t.record().is_some()),
            ExprKind::Unary(il::UnaryOp::Paren, x) => self.is_structure(x),
            // Operators for structures have become calls, or text.
            ExprKind::Binary(..) | ExprKind::Unary(..) => false,
            ExprKind::Integer { .. } | ExprKind::Real { .. } | ExprKind::Logical(_) | ExprKind::Text(..) => false,
            ExprKind::Intrinsic(f, _) if f.info().class == il::intrinsics::Class::Elemental && f.name() != "merge" => {
                false
            }
            _ => type_of(self.program, e).record().is_some(),
        }
    }

    /// A defined operator is a call of its specific function, which need not have a name here.
    fn defined_operator(&mut self, sign: &str, operands: Vec<Expr>, span: Span) -> Expr {
        let args: Vec<Arg> = operands.iter().cloned().map(Arg::new).collect();
        let several = match self.bound_generic(&operator_key(sign), &args) {
            Ok(callee) => return Expr::at(ExprKind::Call { callee, args }, span),
            Err(several) => several,
        };
        if !several && let Some(callee) = self.find(&operator_key(sign)).and_then(|g| self.specific(g, &args).ok()) {
            return Expr::at(ExprKind::Call { callee, args }, span);
        }
        if !self.is_shaky() {
            self.refuse(messages::no_specific(span, &format!("operator({sign})"), several));
        }
        let text = match operands.len() {
            1 => format!("{sign} {{0}}"),
            _ => format!("{{0}} {sign} {{1}}"),
        };
        Expr::at(ExprKind::Opaque { text, reads: operands, ty: Box::new(Type::Opaque(String::new())) }, span)
    }

    /// Actual arguments.
    pub fn args(&mut self, args: &'a [ast::Arg]) -> Vec<Arg> {
        args.iter()
            .filter_map(|a| {
                let value = match &a.value {
                    ArgValue::Expr(e) => self.expr(e),
                    ArgValue::AlternateReturn(_) => return None,
                    ArgValue::Section { span, .. } | ArgValue::Star(span) => {
                        self.keep_expression(*span, "this argument", Vec::new())
                    }
                    ArgValue::AssumedSize(_, span) | ArgValue::AssumedRank(span) => {
                        self.keep_expression(*span, "this argument", Vec::new())
                    }
                };
                Some(Arg { keyword: a.keyword.as_ref().map(|k| k.text.to_string()), value })
            })
            .collect()
    }

    /// `value` converted to the type of a statement function.
    pub fn converted(&self, value: Expr, to: &Type) -> Expr {
        use il::ScalarClass::*;
        let from = type_of(self.program, &value);
        let (Some(have), Some(want)) = (from.scalar(), to.scalar()) else { return value };
        if have == want {
            return value;
        }
        let span = value.span;
        let kind = |want: &Scalar| match (&want.kind_name, want.class) {
            (Some(name), _) => self.find(name).map_or_else(|| Expr::int(i64::from(want.bytes)), Expr::var),
            (None, Complex) => Expr::int(i64::from(want.bytes / 2)),
            (None, _) => Expr::int(i64::from(want.bytes)),
        };
        let mut e = match (want.class, want.bytes) {
            (Real, 4) => Expr::intrinsic("real", vec![value]),
            (Real, 8) if want.kind_name.is_none() => Expr::intrinsic("dble", vec![value]),
            (Integer, 4) => Expr::intrinsic("int", vec![value]),
            (Real, _) => Expr::intrinsic("real", vec![value, kind(want)]),
            (Integer, _) => Expr::intrinsic("int", vec![value, kind(want)]),
            (Complex, _) => {
                let mut e = Expr::intrinsic("cmplx", vec![value]);
                if let ExprKind::Intrinsic(_, args) = &mut e.kind {
                    args.push(Arg { keyword: Some("kind".to_string()), value: kind(want) });
                }
                e
            }
            (Logical, _) => return value,
        };
        e.span = span;
        e
    }
}
