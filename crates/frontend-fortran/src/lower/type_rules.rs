//! What types the operands of intrinsic operators, conditions and assignments have (F2018 10.1.5, 10.2.1.2, 11.1.8).
//!
//! Numbers, truth values and text are told apart, and no more: what mixes logicals with numbers, as old compilers let programs do, and what gives
//! Hollerith constants and short text to numbers, is let through. Where a type is not known for certain nothing is said.

use il::intrinsics::{Class as Form, Intrinsic, Result as Returned};
use il::typing::type_of;
use il::{
    Arg, BinaryOp, Block, Diagnostic, Expr, ExprKind, Program, ScalarClass, Span, StmtKind, Type, UnaryOp, UnitId,
};

use super::context::Lower;
use super::messages;
use super::uses::operator_key;

/// What an expression is, as far as rules of types ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sort {
    Integer,
    Real,
    Complex,
    Logical,
    Text,
    Structure,
    /// A constant that old programs use as text and as a number.
    Either,
    Unknown,
}

impl Sort {
    fn of(ty: &Type) -> Sort {
        match ty.element() {
            Type::Scalar(s) => match s.class {
                ScalarClass::Integer => Sort::Integer,
                ScalarClass::Real => Sort::Real,
                ScalarClass::Complex => Sort::Complex,
                ScalarClass::Logical => Sort::Logical,
            },
            Type::Character { .. } => Sort::Text,
            Type::Record(_) => Sort::Structure,
            _ => Sort::Unknown,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Sort::Integer => "INTEGER",
            Sort::Real => "REAL",
            Sort::Complex => "COMPLEX",
            Sort::Logical => "LOGICAL",
            Sort::Text => "CHARACTER",
            Sort::Structure => "a derived type",
            Sort::Either | Sort::Unknown => "not known",
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Sort::Integer | Sort::Real | Sort::Complex)
    }

    /// What is certainly no truth value, nor an integer that stands for one.
    fn is_no_truth(self) -> bool {
        matches!(self, Sort::Real | Sort::Complex | Sort::Text | Sort::Structure)
    }
}

/// What operators take.
fn sign(op: BinaryOp) -> Option<(&'static str, Takes)> {
    Some(match op {
        BinaryOp::Add => ("+", Takes::Numbers),
        BinaryOp::Sub => ("-", Takes::Numbers),
        BinaryOp::Mul => ("*", Takes::Numbers),
        BinaryOp::Div => ("/", Takes::Numbers),
        BinaryOp::Pow => ("**", Takes::Numbers),
        BinaryOp::Concat => ("//", Takes::Text),
        BinaryOp::Eq => ("==", Takes::Alike),
        BinaryOp::Ne => ("/=", Takes::Alike),
        BinaryOp::Lt => ("<", Takes::Alike),
        BinaryOp::Le => ("<=", Takes::Alike),
        BinaryOp::Gt => (">", Takes::Alike),
        BinaryOp::Ge => (">=", Takes::Alike),
        BinaryOp::And => (".and.", Takes::Truth),
        BinaryOp::Or => (".or.", Takes::Truth),
        BinaryOp::Eqv => (".eqv.", Takes::Truth),
        BinaryOp::Neqv => (".neqv.", Takes::Truth),
        _ => return None,
    })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Takes {
    Numbers,
    Text,
    /// Two numbers, or two texts.
    Alike,
    Truth,
}

impl Takes {
    fn words(self) -> &'static str {
        match self {
            Takes::Numbers => "numbers",
            Takes::Text => "text",
            Takes::Alike => "two numbers or two texts",
            Takes::Truth => "truth values",
        }
    }
}

/// An operand that does not fit, and the operator or place that it stands at.
struct Misfit {
    /// `operator(+)`, `assignment(=)`: who defines it may give it any operands. Empty: nobody can.
    key: String,
    said: Diagnostic,
}

impl Lower<'_, '_> {
    /// Says where the body of a unit gives operators, conditions and variables what is of no fitting type.
    pub fn check_types(&mut self, unit: UnitId, body: &Block) {
        if self.is_shaky() || self.program.units[unit].has_errors {
            return;
        }
        let mut check = Check { program: self.program, found: Vec::new() };
        check.program.units[unit].walk(body, &mut |_, s| check.statement(&s.kind));
        for misfit in check.found {
            // A definition of the operator, for these types or others.
            let is_defined = !misfit.key.is_empty()
                && self.program.symbols.iter().any(|(_, s)| s.name.eq_ignore_ascii_case(&misfit.key));
            if !is_defined {
                self.refuse(misfit.said);
            }
        }
    }
}

struct Check<'p> {
    program: &'p Program,
    found: Vec<Misfit>,
}

impl Check<'_> {
    fn statement(&mut self, kind: &StmtKind) {
        let conditions: Vec<&Expr> = match kind {
            StmtKind::If(i) => i.arms.iter().map(|a| &a.test).collect(),
            StmtKind::Where { arms, .. } => arms.iter().map(|a| &a.test).collect(),
            StmtKind::While { test, .. } => vec![test],
            _ => Vec::new(),
        };
        if let StmtKind::Assign { lhs, rhs } = kind {
            let (to, from) = (self.sort(lhs), self.sort(rhs));
            // Old programs keep short text in numbers.
            let text_to_number = (to.is_number() || to == Sort::Logical)
                && from == Sort::Text
                && !matches!(rhs.kind, ExprKind::Text(..));
            let number_to_text = to == Sort::Text && (from.is_number() || from == Sort::Logical);
            if text_to_number || number_to_text {
                let said = messages::unfit_value(rhs.span, from.name(), lhs.span, to.name());
                self.found.push(Misfit { key: "assignment(=)".into(), said });
            }
            return;
        }
        kind.exprs(&mut |e| {
            let sort = self.sort(e);
            if sort.is_no_truth() && conditions.iter().any(|c| std::ptr::eq(*c, e)) {
                self.found.push(Misfit { key: String::new(), said: messages::no_condition(e.span, sort.name()) });
            }
        });
    }

    /// The sort of an expression; on the way, what does not fit in it is noted.
    fn sort(&mut self, e: &Expr) -> Sort {
        match &e.kind {
            ExprKind::Unary(UnaryOp::Paren, x) => self.sort(x),
            ExprKind::Unary(op, x) => {
                let sort = self.sort(x);
                let (sign, takes, fits) = match op {
                    UnaryOp::Not => (".not.", Takes::Truth, !sort.is_no_truth()),
                    UnaryOp::Plus => ("+", Takes::Numbers, sort != Sort::Text),
                    _ => ("-", Takes::Numbers, sort != Sort::Text),
                };
                if !fits {
                    self.misfit(sign, takes, (x.span, sort), None);
                    return Sort::Unknown;
                }
                if *op == UnaryOp::Not { Sort::Logical } else { sort }
            }
            ExprKind::Binary(op, l, r) => {
                let (left, right) = (self.sort(l), self.sort(r));
                let Some((sign, takes)) = sign(*op) else { return Sort::Unknown };
                let fits = |s: Sort, other: Sort| match takes {
                    Takes::Numbers => s != Sort::Text,
                    Takes::Text => !(s.is_number() || s == Sort::Logical),
                    Takes::Alike => !(s == Sort::Text && (other.is_number() || other == Sort::Logical)),
                    Takes::Truth => !s.is_no_truth(),
                };
                if !fits(left, right) {
                    self.misfit(sign, takes, (l.span, left), Some((r.span, right)));
                } else if !fits(right, left) {
                    self.misfit(sign, takes, (r.span, right), Some((l.span, left)));
                }
                match takes {
                    Takes::Truth | Takes::Alike => Sort::Logical,
                    Takes::Text => Sort::Text,
                    Takes::Numbers => match (left, right) {
                        (Sort::Complex, _) | (_, Sort::Complex) => Sort::Complex,
                        (Sort::Real, _) | (_, Sort::Real) => Sort::Real,
                        (Sort::Integer, Sort::Integer) => Sort::Integer,
                        _ => Sort::Unknown,
                    },
                }
            }
            ExprKind::Intrinsic(f, args) => self.intrinsic(*f, args, e),
            ExprKind::Text(_, written) => {
                let is_hollerith = written.0.as_ref().is_some_and(|t| t.starts_with(|c: char| c.is_ascii_digit()));
                if is_hollerith { Sort::Either } else { Sort::Text }
            }
            ExprKind::Integer { text, .. } => {
                // `z'ff'` is of no type.
                let is_boz = text.0.as_ref().is_some_and(|t| t.contains(['\'', '"']));
                if is_boz { Sort::Either } else { Sort::Integer }
            }
            ExprKind::Real { .. } => Sort::Real,
            ExprKind::Logical(_) => Sort::Logical,
            ExprKind::Var(s) if self.program.procedure(*s).is_some() => Sort::Unknown,
            ExprKind::Var(s) => self.program.symbol_type(*s).map_or(Sort::Unknown, Sort::of),
            _ => {
                e.children(&mut |c| {
                    self.sort(c);
                });
                match &e.kind {
                    ExprKind::Deref(_) | ExprKind::Address(_) | ExprKind::Cast(..) => Sort::Unknown,
                    ExprKind::Call { callee, .. } => self.program.symbol_type(*callee).map_or(Sort::Unknown, Sort::of),
                    _ => Sort::of(&type_of(self.program, e)),
                }
            }
        }
    }

    fn intrinsic(&mut self, f: Intrinsic, args: &[Arg], e: &Expr) -> Sort {
        let sorts: Vec<Sort> = args.iter().map(|a| self.sort(&a.value)).collect();
        let info = f.info();
        match info.result {
            Returned::RealPart | Returned::RealKind | Returned::Double | Returned::Real => Sort::Real,
            Returned::ComplexKind | Returned::DoubleComplex => Sort::Complex,
            Returned::Integer => Sort::Integer,
            Returned::Logical => Sort::Logical,
            Returned::Character => Sort::Text,
            Returned::None => Sort::Unknown,
            // Of several arguments the first may not be the one that counts.
            Returned::First if info.class == Form::Elemental && info.args.len() == 1 => {
                sorts.first().copied().unwrap_or(Sort::Unknown)
            }
            Returned::First | Returned::Widest if info.class == Form::Elemental => Sort::Unknown,
            Returned::First | Returned::Widest => Sort::of(&type_of(self.program, e)),
        }
    }

    fn misfit(&mut self, sign: &str, takes: Takes, wrong: (Span, Sort), other: Option<(Span, Sort)>) {
        let other = other.map(|(span, sort)| (span, sort.name()));
        let said = messages::unfit_operand(sign, takes.words(), (wrong.0, wrong.1.name()), other);
        self.found.push(Misfit { key: operator_key(sign), said });
    }
}
