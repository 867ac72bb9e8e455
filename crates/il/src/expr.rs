//! Expressions: owned trees, compared without their spans.

use crate::intrinsics::Intrinsic;
use crate::source::Span;
use crate::symbol::SymbolId;
use crate::types::{RecordId, Scalar, Type};
use serde::{Deserialize, Serialize};

/// An expression with its place. `==` ignores the place and the spelling of literals.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where the user wrote it.
    #[serde(skip)]
    pub span: Span,
}

impl PartialEq for Expr {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

/// The kinds of expressions.
///
/// *References* (what may be assigned to) are `Var`, `Index`, `Field`, `Deref` and `Substring` chains, and casts of those to other types of a family.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum ExprKind {
    /// An integer literal.
    Integer {
        /// The value.
        value: i64,
        /// As written; `None` for generated ones.
        text: Literal,
        /// Its type; `None`: default integer.
        ty: Option<Box<Scalar>>,
    },
    /// A real literal.
    Real {
        /// The value, in double precision.
        value: f64,
        /// As written; `None` for generated ones, which print in the style of `ty`.
        text: Literal,
        /// Its type.
        ty: Box<Scalar>,
    },
    /// `.TRUE.`, `.FALSE.`
    Logical(bool),
    /// A character constant (contents, without quotes; quotes of the source in `Literal`).
    Text(String, Literal),
    /// A complex literal `(re, im)`.
    ComplexParts(Box<Expr>, Box<Expr>),
    /// A variable, named constant, or procedure used as a value.
    Var(SymbolId),
    /// Array element or section `a(i, j:k)`; C `a[i]` on an array or a pointer.
    Index {
        /// The array.
        base: Box<Expr>,
        /// One per dimension.
        #[serde(default)]
        subs: Vec<Subscript>,
    },
    /// Substring `s(lo:hi)`.
    Substring {
        /// The character variable or element.
        base: Box<Expr>,
        /// First position.
        lo: Option<Box<Expr>>,
        /// Last position.
        hi: Option<Box<Expr>>,
    },
    /// Component `a%x`, C `a.x` (`p->x` is a field of a `Deref`).
    Field {
        /// The structure.
        base: Box<Expr>,
        /// Its type.
        record: RecordId,
        /// Position in [`Record::fields`](crate::types::Record::fields).
        field: usize,
    },
    /// C `*p`.
    Deref(Box<Expr>),
    /// C `&x`.
    Address(Box<Expr>),
    /// One operand.
    Unary(UnaryOp, Box<Expr>),
    /// Two operands.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// A Fortran intrinsic or a function of math.h.
    Intrinsic(Intrinsic, Vec<Arg>),
    /// A call of a user function (or dummy procedure, or black box) for its value.
    Call {
        /// The function's symbol.
        callee: SymbolId,
        /// Actual arguments in source order.
        #[serde(default)]
        args: Vec<Arg>,
    },
    /// C `test ? yes : no`; only the chosen one is evaluated.
    Cond {
        /// The test.
        test: Box<Expr>,
        /// Value when true.
        yes: Box<Expr>,
        /// Value when false.
        no: Box<Expr>,
    },
    /// C cast `(type) value`. (Fortran conversions are intrinsics.) To a structure: an object seen as one of another type of its [family](crate::family).
    Cast(Type, Box<Expr>),
    /// `[a, b, (f(i), i = 1, n)]`, with an optional type specifier; C initialiser lists `{ … }` too.
    Constructor {
        /// Items in order.
        #[serde(default)]
        items: Vec<Item>,
        /// Element type when known.
        ty: Option<Box<Type>>,
    },
    /// A structure constructor `t(a, b)`, C compound literal of a struct.
    Structure {
        /// The type.
        record: RecordId,
        /// Values in field order or by keyword.
        #[serde(default)]
        args: Vec<Arg>,
    },
    /// `sizeof` of a type or expression's type: an integer.
    SizeOf(Type),
    /// A Fortran defined operator, or anything else kept as text: what it may read, and its text with `{0}`, `{1}` … for those parts.
    Opaque {
        /// The text.
        text: String,
        /// The operands.
        #[serde(default)]
        reads: Vec<Expr>,
        /// Its type.
        ty: Box<Type>,
    },
}

/// The text of a literal in the source. All texts compare equal: they say how, not what.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Literal(pub Option<Box<str>>);

impl Literal {
    /// Whether the text is the name of a macro of C, not a number.
    pub fn is_name(&self) -> bool {
        self.0.as_deref().is_some_and(|text| text.starts_with(|c: char| c.is_alphabetic() || c == '_'))
    }
}

impl PartialEq for Literal {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// An item of an array constructor.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Item {
    /// A value (scalar or array).
    Value(Expr),
    /// `(items, var = from, to, step)`.
    Implied {
        /// Items of each turn.
        #[serde(default)]
        items: Vec<Item>,
        /// Its own variable.
        var: SymbolId,
        /// First value.
        from: Expr,
        /// Last value.
        to: Expr,
        /// Step.
        step: Option<Expr>,
    },
}

/// One subscript.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Subscript {
    /// An element, or a vector subscript when the expression is an array.
    At(Expr),
    /// `lo:hi:step`.
    Range {
        /// First index; `None`: the lower bound.
        lo: Option<Expr>,
        /// Last index; `None`: the upper bound.
        hi: Option<Expr>,
        /// Step; `None`: 1.
        step: Option<Expr>,
    },
}

/// An actual argument.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Arg {
    /// The keyword it was passed with.
    pub keyword: Option<String>,
    /// The value or reference.
    pub value: Expr,
}

impl Arg {
    /// A positional argument.
    pub fn new(value: Expr) -> Self {
        Arg { keyword: None, value }
    }

    /// Whether it was passed with a keyword, in whatever case.
    pub fn is_named(&self, keyword: &str) -> bool {
        self.keyword.as_deref().is_some_and(|k| k.eq_ignore_ascii_case(keyword))
    }
}

/// Unary operators.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum UnaryOp {
    /// `-x`
    Neg,
    /// `+x`
    Plus,
    /// `.NOT. x`, C `!x`
    Not,
    /// C `~x`
    BitNot,
    /// Parentheses that the user wrote. They bind evaluation in Fortran, so they are kept.
    Paren,
}

/// Binary operators. Integer division truncates in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    /// `x**y`. C `pow` is lowered to it only by print-neutral rules: it stays the intrinsic `pow`.
    Pow,
    /// C `%`.
    Rem,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    And,
    Or,
    Eqv,
    Neqv,
    /// `//`
    Concat,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
}

impl BinaryOp {
    /// Whether the result is a truth value.
    pub fn is_logical(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge | And | Or | Eqv | Neqv)
    }
    /// Whether it is a comparison.
    pub fn is_comparison(self) -> bool {
        use BinaryOp::*;
        matches!(self, Eq | Ne | Lt | Le | Gt | Ge)
    }
}

impl From<ExprKind> for Expr {
    fn from(kind: ExprKind) -> Self {
        Expr { kind, span: Span::NONE }
    }
}

/// Constructors for generated code, and questions about references.
impl Expr {
    /// With a place.
    pub fn at(kind: ExprKind, span: Span) -> Self {
        Expr { kind, span }
    }
    /// A variable.
    pub fn var(symbol: SymbolId) -> Self {
        ExprKind::Var(symbol).into()
    }
    /// An integer literal.
    pub fn int(value: i64) -> Self {
        ExprKind::Integer { value, text: Literal(None), ty: None }.into()
    }
    /// A real literal of a type.
    pub fn real(value: f64, ty: &Scalar) -> Self {
        ExprKind::Real { value, text: Literal(None), ty: Box::new(ty.clone()) }.into()
    }
    /// A logical literal.
    pub fn logical(value: bool) -> Self {
        ExprKind::Logical(value).into()
    }
    /// `op self`.
    pub fn unary(op: UnaryOp, arg: Expr) -> Self {
        ExprKind::Unary(op, Box::new(arg)).into()
    }
    /// `l op r`.
    pub fn binary(op: BinaryOp, l: Expr, r: Expr) -> Self {
        ExprKind::Binary(op, Box::new(l), Box::new(r)).into()
    }
    /// An array element `base(subs…)`.
    pub fn index(base: Expr, subs: Vec<Expr>) -> Self {
        ExprKind::Index { base: Box::new(base), subs: subs.into_iter().map(Subscript::At).collect() }.into()
    }
    /// An intrinsic applied to positional arguments. Panics when the table has no such name: names are written in our code only.
    pub fn intrinsic(name: &str, args: Vec<Expr>) -> Self {
        let f = Intrinsic::named(name).unwrap_or_else(|| panic!("no intrinsic `{name}` in the table"));
        ExprKind::Intrinsic(f, args.into_iter().map(Arg::new).collect()).into()
    }

    /// Whether it is a chain of `Var`, `Index`, `Field`, `Deref`, `Substring`: something with storage.
    pub fn is_reference(&self) -> bool {
        match &self.kind {
            ExprKind::Var(_) => true,
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => {
                base.is_reference()
            }
            ExprKind::Deref(_) => true,
            // An object seen as one of another type of its family.
            ExprKind::Cast(Type::Record(_), x) => x.is_reference(),
            _ => false,
        }
    }

    /// The variable that the expression is, as a whole.
    pub fn as_var(&self) -> Option<SymbolId> {
        if let ExprKind::Var(s) = self.kind { Some(s) } else { None }
    }

    /// What an argument hands over: `x` of `&x`, else itself.
    pub fn object(&self) -> &Expr {
        if let ExprKind::Address(x) = &self.kind { x } else { self }
    }

    /// The variable at the root of a reference. A `Deref` or `Index` of pointer arithmetic (`*(p + i)`) has the pointer as its root.
    pub fn root(&self) -> Option<SymbolId> {
        match &self.kind {
            ExprKind::Var(s) => Some(*s),
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => {
                base.root()
            }
            ExprKind::Deref(p) => p.pointer_root(),
            _ => self.pointer_root(),
        }
    }

    /// The variable that a pointer-valued expression is made from: `p` in `p + i`, `a` in `&a[0]`.
    fn pointer_root(&self) -> Option<SymbolId> {
        match &self.kind {
            ExprKind::Address(x) | ExprKind::Cast(_, x) | ExprKind::Unary(UnaryOp::Paren, x) => x.root(),
            ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, l, r) => l.root().or_else(|| r.root()),
            ExprKind::Var(s) => Some(*s),
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => {
                base.root()
            }
            ExprKind::Deref(p) => p.pointer_root(),
            _ => None,
        }
    }

    /// Without the parentheses around it.
    pub fn bare(&self) -> &Expr {
        match &self.kind {
            ExprKind::Unary(UnaryOp::Paren, inner) => inner.bare(),
            _ => self,
        }
    }

    /// Whether, as the value of a pointer, it leads nowhere: `NULL`, `0`, `(void *)0`, `null()`.
    pub fn is_null_pointer(&self) -> bool {
        match &self.uncast().kind {
            ExprKind::Integer { value, .. } => *value == 0,
            ExprKind::Opaque { text, .. } => text == "NULL",
            ExprKind::Intrinsic(f, _) => f.name() == "null",
            _ => false,
        }
    }

    /// Without the parentheses and casts around it.
    pub fn uncast(&self) -> &Expr {
        match &self.kind {
            ExprKind::Unary(UnaryOp::Paren, inner) | ExprKind::Cast(_, inner) => inner.uncast(),
            _ => self,
        }
    }

    /// The links of a reference from the whole down to its root: `a[i].x`, `a[i]`, `a`. Subscripts are no links.
    pub fn spine(&self) -> impl Iterator<Item = &Expr> {
        std::iter::successors(Some(self), |e| match &e.kind {
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => {
                Some(base)
            }
            ExprKind::Deref(x) | ExprKind::Address(x) => Some(x),
            _ => None,
        })
    }

    /// The expressions by which a link finds its place in the next one: subscripts, bounds of a substring.
    pub fn positions(&self) -> Vec<&Expr> {
        match &self.kind {
            ExprKind::Index { subs, .. } => subs.iter().flat_map(Subscript::parts).collect(),
            ExprKind::Substring { lo, hi, .. } => [lo, hi].into_iter().flatten().map(|e| &**e).collect(),
            _ => Vec::new(),
        }
    }

    /// The value of an integer literal (signs and parentheses allowed).
    pub fn as_int(&self) -> Option<i64> {
        match &self.kind {
            ExprKind::Integer { value, .. } => Some(*value),
            ExprKind::Unary(UnaryOp::Neg, x) => x.as_int().and_then(i64::checked_neg),
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => x.as_int(),
            _ => None,
        }
    }

    /// The value of a numeric literal (signs and parentheses allowed).
    pub fn as_number(&self) -> Option<f64> {
        match &self.kind {
            ExprKind::Integer { value, .. } => Some(*value as f64),
            ExprKind::Real { value, .. } => Some(*value),
            ExprKind::Unary(UnaryOp::Neg, x) => x.as_number().map(|v| -v),
            ExprKind::Unary(UnaryOp::Paren | UnaryOp::Plus, x) => x.as_number(),
            _ => None,
        }
    }

    /// Calls `f` on this expression and all below, parents first.
    pub fn walk<'a>(&'a self, f: &mut dyn FnMut(&'a Expr)) {
        f(self);
        self.children(&mut |c| c.walk(f));
    }

    /// Whether `f` holds of this expression or of one below.
    pub fn any<'a>(&'a self, f: &mut dyn FnMut(&'a Expr) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found = found || f(e));
        found
    }

    /// Calls `f` on all expressions below and then this one, mutable: the way to substitute.
    pub fn rewrite(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        self.children_mut(&mut |c| c.rewrite(f));
        f(self);
    }

    /// Whether it calls a procedure, or holds text that may.
    pub fn has_call(&self) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= matches!(e.kind, ExprKind::Call { .. } | ExprKind::Opaque { .. }));
        found
    }

    /// Writes another expression wherever it names a symbol.
    pub fn replace(&mut self, symbol: SymbolId, by: &ExprKind) {
        self.rewrite(&mut |x| {
            if x.kind == ExprKind::Var(symbol) {
                x.kind = by.clone();
            }
        });
    }

    /// Adds the variables and constants that it names to `out`.
    pub fn collect_symbols(&self, out: &mut impl Extend<SymbolId>) {
        self.walk(&mut |e| {
            if let ExprKind::Var(s) = e.kind {
                out.extend([s]);
            }
        });
    }

    /// Whether `symbol` occurs anywhere in it.
    pub fn mentions(&self, symbol: SymbolId) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= matches!(e.kind, ExprKind::Var(s) if s == symbol));
        found
    }
}
