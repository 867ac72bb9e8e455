//! Options of BLAS and LAPACK: letters in Fortran and for LAPACKE, enumerations of CBLAS.

use il::expr::Literal;
use il::{BinaryOp, Expr, ExprKind};

/// What an option is about: the names of the texts say it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    Transposition,
    Triangle,
    Diagonal,
    Side,
    /// Of LAPACKE alone.
    Letter,
}

/// An enumeration has two values that matter here: the letter of each, its name, its number.
type Values = [(char, &'static str, i64); 2];

impl Choice {
    pub(super) fn named(name: &str) -> Choice {
        let known = [
            ("trans", Choice::Transposition),
            ("uplo", Choice::Triangle),
            ("diag", Choice::Diagonal),
            ("side", Choice::Side),
        ];
        known.iter().find(|(start, _)| name.starts_with(start)).map_or(Choice::Letter, |(_, choice)| *choice)
    }

    fn values(self) -> Values {
        match self {
            Choice::Transposition => [('N', "CblasNoTrans", 111), ('T', "CblasTrans", 112)],
            Choice::Triangle => [('L', "CblasLower", 122), ('U', "CblasUpper", 121)],
            Choice::Diagonal => [('U', "CblasUnit", 132), ('N', "CblasNonUnit", 131)],
            Choice::Side => [('L', "CblasLeft", 141), ('R', "CblasRight", 142)],
            Choice::Letter => panic!("an option of LAPACKE has no enumeration"),
        }
    }

    /// The value that a letter stands for.
    pub(super) fn value(self, letter: char) -> Expr {
        if self == Choice::Letter {
            return character(letter);
        }
        let (_, name, value) =
            self.values().into_iter().find(|v| v.0 == letter.to_ascii_uppercase()).expect("an option");
        constant(name, value)
    }

    /// Whether an option has the value of a letter.
    pub(super) fn is(self, option: Expr, letter: char) -> Expr {
        let [first, second] = if self == Choice::Letter { [('?', "", 0); 2] } else { self.values() };
        // Of a transposition there may be a third value, which for real numbers is the second.
        match self {
            Choice::Transposition if letter.eq_ignore_ascii_case(&second.0) => {
                Expr::binary(BinaryOp::Ne, option, constant(first.1, first.2))
            }
            _ => Expr::binary(BinaryOp::Eq, option, self.value(letter)),
        }
    }

    /// The letter of an option that has the type of an enumeration.
    pub(super) fn letter(self, option: Expr) -> Expr {
        let [first, second] = self.values();
        chosen(self.is_first(option, false), character(first.0), character(second.0))
    }

    /// The enumeration's value for an option that is a letter, or the other one.
    pub(super) fn of_letter(self, option: Expr, turned: bool) -> Expr {
        let [first, second] = self.values();
        let [yes, no] = if turned { [second, first] } else { [first, second] };
        chosen(self.is_first(option, true), constant(yes.1, yes.2), constant(no.1, no.2))
    }

    /// Whether an option, a letter or the enumeration's, has the first value.
    pub(super) fn is_first(self, option: Expr, is_letter: bool) -> Expr {
        let [(letter, name, value), _] = self.values();
        if !is_letter {
            return Expr::binary(BinaryOp::Eq, option, constant(name, value));
        }
        let is = |letter| Expr::binary(BinaryOp::Eq, option.clone(), character(letter));
        Expr::binary(BinaryOp::Or, is(letter), is(letter.to_ascii_lowercase()))
    }

    /// The other value.
    pub(super) fn other(self, option: Expr) -> Expr {
        let [first, second] = self.values();
        chosen(self.is_first(option, false), constant(second.1, second.2), constant(first.1, first.2))
    }
}

pub(super) fn chosen(test: Expr, yes: Expr, no: Expr) -> Expr {
    ExprKind::Cond { test: Box::new(test), yes: Box::new(yes), no: Box::new(no) }.into()
}

/// A number that a header has a name for.
pub(super) fn constant(name: &str, value: i64) -> Expr {
    ExprKind::Integer { value, text: Literal(Some(name.into())), ty: None }.into()
}

fn character(letter: char) -> Expr {
    constant(&format!("'{letter}'"), i64::from(u32::from(letter)))
}
