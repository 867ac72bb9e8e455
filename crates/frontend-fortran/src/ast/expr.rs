//! Expressions, arguments, constants.

use il::source::Span;

use super::{Ident, Label, TypeSpec};

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// From its first to its last character, parentheses included.
    pub span: Span,
}

/// All expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A constant.
    Literal(Literal),
    /// A name alone; its span is the expression's.
    Name(Box<str>),
    /// `base(args)`: element, section, substring, call, structure constructor. `base` may itself be an Apply
    /// (`a(i)(1:2)`) or a Component.
    Apply {
        /// What is applied.
        base: Box<Expr>,
        /// The arguments.
        args: Vec<Arg>,
    },
    /// `base%name`.
    Component {
        /// The structure.
        base: Box<Expr>,
        /// The component, or type-bound procedure, or `re`, `im`, `kind`, `len`.
        name: Ident,
    },
    /// `base[images]`: a coindexed object.
    Coindexed {
        /// The coarray.
        base: Box<Expr>,
        /// The image selector.
        images: Vec<Arg>,
    },
    /// `op operand`.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operand.
        operand: Box<Expr>,
    },
    /// `left op right`.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// Left.
        left: Box<Expr>,
        /// Right.
        right: Box<Expr>,
    },
    /// `(expr)`: kept, because it forbids reassociation and makes an actual argument an expression.
    Paren(Box<Expr>),
    /// `(re, im)`.
    Complex {
        /// Real part.
        re: Box<Expr>,
        /// Imaginary part.
        im: Box<Expr>,
    },
    /// `[…]` or `(/…/)`.
    Array {
        /// `type ::`
        type_spec: Option<Box<TypeSpec>>,
        /// Values; [`ExprKind::ImpliedDo`] may be among them.
        items: Vec<Expr>,
        /// Written `[ ]`.
        brackets: bool,
    },
    /// `(items, variable = first, last [, step])` in DATA, I/O lists and array constructors.
    ImpliedDo(Box<ImpliedDo>),
}

/// `(items, variable = first, last [, step])`.
#[derive(Clone, Debug)]
pub struct ImpliedDo {
    /// What is repeated.
    pub items: Vec<Expr>,
    /// The variable.
    pub variable: Ident,
    /// First value.
    pub first: Expr,
    /// Last value.
    pub last: Expr,
    /// Step.
    pub step: Option<Expr>,
}

/// A constant with its exact text.
#[derive(Clone, Debug)]
pub struct Literal {
    /// Its type.
    pub kind: LiteralKind,
    /// As written, kind included (fixed form: blanks inside numbers removed). `1.0_dp`, `1d0`, `'it''s'`, `c_char_"x"`,
    /// `z'ff'`, `.TRUE._1`, `5HABCDE`.
    pub text: Box<str>,
}

/// The types of constants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LiteralKind {
    /// `12`, `12_8`
    Integer,
    /// `1.0`, `1e3`, `1.0_dp`: default real unless a kind is given.
    Real,
    /// `1d0`
    Double,
    /// `1q0`: an extension
    Quad,
    /// `.TRUE.`, `.FALSE.`
    Logical,
    /// `'text'`, `"text"`
    String,
    /// `z'ff'`, `o'7'`, `b'01'`, and the old `'ff'x`
    Boz,
    /// `5HABCDE`
    Hollerith,
}

impl Literal {
    /// The kind suffix after the underscore (`dp` in `1.0_dp`), or before it (strings).
    pub fn kind_suffix(&self) -> Option<&str> {
        match self.kind {
            LiteralKind::String => self.text.find(['\'', '"']).filter(|&at| at > 0).map(|at| &self.text[..at - 1]),
            LiteralKind::Boz | LiteralKind::Hollerith => None,
            LiteralKind::Integer | LiteralKind::Real | LiteralKind::Double => self.text.split_once('_').map(|p| p.1),
            LiteralKind::Quad | LiteralKind::Logical => self.text.split_once('_').map(|p| p.1),
        }
    }

    /// The text without its kind suffix.
    pub fn without_kind(&self) -> &str {
        match self.kind {
            LiteralKind::String => &self.text[self.text.find(['\'', '"']).unwrap_or(0)..],
            LiteralKind::Boz | LiteralKind::Hollerith => &self.text,
            LiteralKind::Integer
            | LiteralKind::Real
            | LiteralKind::Double
            | LiteralKind::Quad
            | LiteralKind::Logical => self.text.split('_').next().unwrap_or(&self.text),
        }
    }

    /// The characters of a string or Hollerith constant, quotes gone and doubled quotes single.
    pub fn characters(&self) -> Option<String> {
        match self.kind {
            LiteralKind::String => {
                let quoted = self.without_kind();
                let quote = quoted.chars().next()?;
                let inner = &quoted[1..quoted.len().saturating_sub(1).max(1)];
                Some(inner.replace(&format!("{quote}{quote}"), &quote.to_string()))
            }
            LiteralKind::Hollerith => self.text.split_once(['h', 'H']).map(|p| p.1.to_string()),
            LiteralKind::Integer | LiteralKind::Real | LiteralKind::Double | LiteralKind::Quad => None,
            LiteralKind::Logical | LiteralKind::Boz => None,
        }
    }
}

/// An argument, subscript or section.
#[derive(Clone, Debug)]
pub struct Arg {
    /// `keyword =`.
    pub keyword: Option<Box<Ident>>,
    /// The value.
    pub value: ArgValue,
}

/// What an argument can be.
#[derive(Clone, Debug)]
pub enum ArgValue {
    /// An expression.
    Expr(Expr),
    /// `lo:hi:step`, all optional.
    Section {
        /// First.
        lower: Option<Box<Expr>>,
        /// Last.
        upper: Option<Box<Expr>>,
        /// Step.
        step: Option<Box<Expr>>,
        /// The whole.
        span: Span,
    },
    /// `*10`: an alternate return label.
    AlternateReturn(Label),
    /// `*` alone: a unit or format in I/O, an assumed length.
    Star(Span),
    /// `lower:*` where bounds are declared; never in an expression.
    AssumedSize(Option<Box<Expr>>, Span),
    /// `..` where bounds are declared; never in an expression.
    AssumedRank(Span),
}

impl ArgValue {
    /// Where.
    pub fn span(&self) -> Span {
        match self {
            ArgValue::Expr(expr) => expr.span,
            ArgValue::AlternateReturn(label) => label.span,
            ArgValue::Section { span, .. } | ArgValue::Star(span) => *span,
            ArgValue::AssumedSize(_, span) | ArgValue::AssumedRank(span) => *span,
        }
    }
}

/// `KEYWORD = value` of ALLOCATE and DEALLOCATE.
#[derive(Clone, Debug)]
pub struct KeywordArg {
    /// STAT, ERRMSG, SOURCE, MOLD.
    pub keyword: Ident,
    /// The value.
    pub value: Expr,
}

/// Operators with one operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `.NOT.`
    Not,
    /// `.name.`: lower-case name without the dots
    Defined(Box<str>),
}

/// Operators with two operands. Whether a relation was written `<` or `.LT.` is in [`RelSpelling`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`
    Div,
    /// `**`
    Pow,
    /// `//`
    Concat,
    /// `==`
    Eq(RelSpelling),
    /// `/=`
    Ne(RelSpelling),
    /// `<`
    Lt(RelSpelling),
    /// `<=`
    Le(RelSpelling),
    /// `>`
    Gt(RelSpelling),
    /// `>=`
    Ge(RelSpelling),
    /// `.AND.`
    And,
    /// `.OR.`
    Or,
    /// `.EQV.`
    Eqv,
    /// `.NEQV.` (also `.XOR.`, an extension)
    Neqv,
    /// `.name.`: lower-case name without the dots
    Defined(Box<str>),
}

/// How a relation was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelSpelling {
    /// `<=`
    Symbol,
    /// `.LE.`
    Dotted,
}
