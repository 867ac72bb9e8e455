//! What the languages are like, where those who transform programs have to know: one question each, so that nobody asks which language it is.

use crate::expr::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::program::{Language, Program};
use crate::types::Scalar;

impl Language {
    /// Arguments are values: a procedure sets something for its caller by an address. Elsewhere a dummy argument is the variable itself.
    pub fn passes_values(self) -> bool {
        self == Language::C
    }

    /// Pointers are addresses, on which one counts; an array that is named is one, and nothing says how much lies behind it.
    pub fn points_by_address(self) -> bool {
        self == Language::C
    }

    /// Variables know their bounds, and whether they are allocated, associated or present; what is assigned is allocated.
    pub fn describes_storage(self) -> bool {
        self == Language::Fortran
    }

    /// Whole arrays are operands, and are assigned.
    pub fn computes_with_arrays(self) -> bool {
        self == Language::Fortran
    }

    /// Declarations stand among statements, in blocks, and give values each time.
    pub fn declares_in_blocks(self) -> bool {
        self == Language::C
    }

    /// The value of a function is what a RETURN says, and in no variable.
    pub fn returns_expressions(self) -> bool {
        self == Language::C
    }

    /// Modules, hosts and interface bodies say who sees what; elsewhere files and headers do.
    pub fn has_modules(self) -> bool {
        self == Language::Fortran
    }

    /// No two arguments of a call are one place, where it is changed (F2018 15.5.2.13).
    pub fn keeps_arguments_apart(self) -> bool {
        self == Language::Fortran
    }

    /// There is an operator for powers, and functions such as MAX and ABS need no header.
    pub fn has_intrinsics(self) -> bool {
        self == Language::Fortran
    }

    /// Names are the same in small letters and capitals.
    pub fn folds_case(self) -> bool {
        self == Language::Fortran
    }

    /// The index of the first element of an array, where its declaration says nothing else.
    pub fn first_index(self) -> i64 {
        match self {
            Language::C => 0,
            Language::Fortran => 1,
        }
    }

    /// The text of the label with a number.
    pub fn label(self, number: u32) -> String {
        match self {
            Language::C => format!("ad_label{number}"),
            Language::Fortran => number.to_string(),
        }
    }

    /// The name of an entry of the runtime, which Fortran has in lower case.
    pub fn entry(self, name: &str) -> String {
        match self {
            Language::C => name.to_string(),
            Language::Fortran => name.to_ascii_lowercase(),
        }
    }

    /// The actual argument by which a procedure sets a variable of its caller.
    pub fn hand_over(self, place: Expr) -> Expr {
        match place.kind {
            _ if !self.passes_values() => place,
            ExprKind::Deref(p) => p.bare().clone(),
            kind => ExprKind::Address(Box::new(Expr::at(kind, place.span))).into(),
        }
    }

    /// The lowest bits of an integer, and of one that is not negative the others, moved down.
    pub fn split_bits(self, e: &Expr, bits: u32) -> (Expr, Expr) {
        let mask = Expr::int((1 << bits) - 1);
        match self {
            Language::Fortran => (
                Expr::intrinsic("iand", vec![e.clone(), mask]),
                Expr::binary(BinaryOp::Div, e.clone(), Expr::int(1 << bits)),
            ),
            Language::C => {
                let whole = match e.kind {
                    ExprKind::Binary(..) => ExprKind::Unary(UnaryOp::Paren, Box::new(e.clone())).into(),
                    _ => e.clone(),
                };
                let rest = Expr::binary(BinaryOp::Shr, e.clone(), Expr::int(bits.into()));
                (Expr::binary(BinaryOp::BitAnd, whole, mask), rest)
            }
        }
    }

    /// One of two values, by a test.
    pub fn choose(self, test: Expr, yes: Expr, no: Expr) -> Expr {
        match self {
            Language::C => ExprKind::Cond { test: Box::new(test), yes: Box::new(yes), no: Box::new(no) }.into(),
            Language::Fortran => Expr::intrinsic("merge", vec![yes, no, test]),
        }
    }
}

impl Program {
    /// The integer that loops count with where nobody says another one.
    pub fn counting_integer(&self, language: Language) -> Scalar {
        match language {
            Language::C => Scalar::int(),
            Language::Fortran => self.integer(),
        }
    }
}
