//! The syntax tree of C: what was written, with places, comments and spellings; nothing is resolved yet.

use std::collections::BTreeSet;

use il::source::{FileId, Span};

/// What was read of one translation unit.
#[derive(Clone, Debug, Default)]
pub struct TranslationUnit {
    /// External declarations in order, those of headers included.
    pub items: Vec<External>,
    /// `#include`, `#define` and other directive lines of the user's files, in order, without those of inactive branches.
    pub lines: Vec<DirectiveLine>,
    /// The names of macros: all of the user's, and of others those without parameters.
    pub macros: BTreeSet<String>,
    /// Comments at the end of the main file, after the last declaration.
    pub trailing: Vec<Comment>,
    /// Words of the pieces that did not parse: they may have been declared there.
    pub lost: BTreeSet<String>,
}

/// Where an external declaration comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// The file that is being compiled.
    Main(FileId),
    /// A header of the user.
    Header(FileId),
    /// A header of the system or the compiler: known, never printed again.
    System,
}

impl Origin {
    /// The user's file, if it is one.
    pub fn file(self) -> Option<FileId> {
        match self {
            Origin::Main(file) | Origin::Header(file) => Some(file),
            Origin::System => None,
        }
    }
}

/// A directive line of the preprocessor, as the user wrote it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DirectiveLine {
    /// What it does.
    pub kind: DirectiveKind,
    /// The whole logical line, `#` included, continuation lines included.
    pub text: String,
    /// Its place.
    pub span: Span,
    /// The comments before it.
    pub comments: Vec<Comment>,
}

/// The preprocessor directives that matter to us.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DirectiveKind {
    /// `#include`: what stands after it, with quotes or brackets.
    Include(String),
    /// `#define` and whether the macro has parameters.
    Define {
        /// The macro.
        name: String,
        /// Whether a parenthesis follows the name at once.
        function_like: bool,
    },
    /// `#undef` and others that matter to what follows.
    Other,
    /// What is told to the compiler once: `#error`, `#warning`, `#line`; and `#pragma`, which is a token where the preprocessor came by.
    Told,
    /// `#if`, `#ifdef`, `#ifndef`.
    If,
    /// `#else`, `#elif`.
    Else,
    /// `#endif`.
    Endif,
}

/// A comment, delimiters included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// As written, with `//` or `/*` and `*/`.
    pub text: String,
    /// Its place.
    pub span: Span,
}

/// The comments of a declaration or statement.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Comments {
    /// Those before it, and those inside that belong to nothing smaller.
    pub before: Vec<Comment>,
    /// Those after it on its last line.
    pub after: Vec<Comment>,
}

/// An external declaration.
#[derive(Clone, Debug)]
pub struct External {
    /// What it is.
    pub kind: ExternalKind,
    /// Which file it comes from.
    pub origin: Origin,
    /// Its place in the user's file.
    pub span: Span,
    /// Its comments.
    pub comments: Comments,
}

/// The kinds of external declarations.
#[derive(Clone, Debug)]
pub enum ExternalKind {
    /// A function with its body.
    Function(FunctionDefinition),
    /// Anything that ends in a semicolon.
    Declaration(Declaration),
    /// A pragma line outside functions.
    Pragma(String),
    /// `asm("…");` or a lone semicolon.
    Nothing,
    /// It could not be parsed; a diagnostic says why if it is the user's.
    Unparsed,
}

/// `specs declarator { … }`.
#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    /// Storage, qualifiers and the base type.
    pub specs: Specs,
    /// Name and parameters.
    pub declarator: Declarator,
    /// Parameter declarations of the old style, before the body.
    pub old_style: Vec<Declaration>,
    /// The body.
    pub body: Block,
}

/// `specs declarator = initialiser, …;`
#[derive(Clone, Debug)]
pub struct Declaration {
    /// Storage, qualifiers and the base type.
    pub specs: Specs,
    /// What is declared; empty for `struct s { … };`.
    pub items: Vec<InitDeclarator>,
    /// Its place.
    pub span: Span,
}

/// A declarator and its initialiser.
#[derive(Clone, Debug)]
pub struct InitDeclarator {
    /// The name and what surrounds it.
    pub declarator: Declarator,
    /// What follows `=`.
    pub init: Option<Initializer>,
}

/// Storage classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// `typedef`.
    Typedef,
    /// `extern`.
    Extern,
    /// `static`.
    Static,
    /// `auto`.
    Auto,
    /// `register`.
    Register,
}

/// Type qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Qualifier {
    /// `const`.
    Const,
    /// `volatile`.
    Volatile,
    /// `restrict`.
    Restrict,
    /// `_Atomic`.
    Atomic,
}

/// The declaration specifiers.
#[derive(Clone, Debug)]
pub struct Specs {
    /// The storage class, if written.
    pub storage: Option<Storage>,
    /// `_Thread_local`.
    pub thread_local: bool,
    /// `inline`.
    pub inline: bool,
    /// `_Noreturn`.
    pub noreturn: bool,
    /// Qualifiers of the base type.
    pub quals: Vec<Qualifier>,
    /// The attribute that says how what is declared lies in memory.
    pub layout: Option<String>,
    /// The base type.
    pub ty: TypeSpec,
    /// Its place.
    pub span: Span,
}

impl Specs {
    /// Whether an attribute makes vectors of the base type.
    pub fn are_vectors(&self) -> bool {
        self.layout.as_deref().is_some_and(crate::preprocessed::makes_vectors)
    }
}

/// The base type of a declaration.
#[derive(Clone, Debug)]
pub enum TypeSpec {
    /// Words such as `unsigned long`, in the order written.
    Basic {
        /// The standard words.
        words: Vec<&'static str>,
        /// As the user wrote them, where a macro such as `bool` stands for one.
        spelled: Option<String>,
    },
    /// The name of a typedef.
    Named(String),
    /// `struct` or `union`.
    Record(RecordSpec),
    /// `enum`.
    Enum(EnumSpec),
    /// `typeof(expression)`.
    TypeofExpr(Box<Expr>),
    /// `typeof(type)`.
    TypeofType(Box<TypeName>),
}

/// `struct tag { members }`.
#[derive(Clone, Debug)]
pub struct RecordSpec {
    /// `union` instead of `struct`.
    pub union: bool,
    /// The tag.
    pub tag: Option<String>,
    /// The members, where the type is defined here.
    pub members: Option<Vec<Member>>,
    /// The attributes that say how it lies in memory.
    pub layout: Option<String>,
    /// Its place.
    pub span: Span,
}

/// One member declaration.
#[derive(Clone, Debug)]
pub struct Member {
    /// Qualifiers and the base type.
    pub specs: Specs,
    /// The members; empty for an anonymous structure or union.
    pub items: Vec<MemberDeclarator>,
    /// Its place.
    pub span: Span,
    /// Its comments.
    pub comments: Comments,
}

/// A member and the width of its bit-field.
#[derive(Clone, Debug)]
pub struct MemberDeclarator {
    /// The member; unnamed bit-fields have none.
    pub declarator: Option<Declarator>,
    /// The width of a bit-field.
    pub width: Option<Expr>,
}

/// `enum tag { … }`.
#[derive(Clone, Debug)]
pub struct EnumSpec {
    /// The tag.
    pub tag: Option<String>,
    /// The constants, where the type is defined here.
    pub constants: Option<Vec<Enumerator>>,
    /// Its place.
    pub span: Span,
}

/// One constant of an enumeration.
#[derive(Clone, Debug)]
pub struct Enumerator {
    /// Its name.
    pub name: String,
    /// Its value, if written.
    pub value: Option<Expr>,
    /// Its place.
    pub span: Span,
}

/// A name and how it is derived from the base type.
#[derive(Clone, Debug)]
pub struct Declarator {
    /// The name; abstract declarators have none.
    pub name: Option<String>,
    /// Read from the name outward: `*a[3]` is an array of three pointers.
    pub derived: Vec<Derived>,
    /// Place of the name, or of the whole where there is none.
    pub span: Span,
}

/// One step of a declarator.
#[derive(Clone, Debug)]
pub enum Derived {
    /// `*` and its qualifiers.
    Pointer(Vec<Qualifier>),
    /// `[…]`.
    Array(ArraySuffix),
    /// `(…)`.
    Function(Params),
}

/// What stands between the brackets of an array declarator.
#[derive(Clone, Debug, Default)]
pub struct ArraySuffix {
    /// Qualifiers of the pointer that a parameter becomes.
    pub quals: Vec<Qualifier>,
    /// `static`.
    pub at_least: bool,
    /// `*`.
    pub star: bool,
    /// The extent.
    pub size: Option<Expr>,
}

/// The parameters of a function declarator.
#[derive(Clone, Debug)]
pub enum Params {
    /// `(int a, …)`.
    Prototype {
        /// In order; `(void)` gives none.
        params: Vec<Param>,
        /// Whether `...` follows.
        variadic: bool,
    },
    /// `(a, b)` or `()`: the old style.
    OldStyle(Vec<String>),
}

/// One parameter of a prototype.
#[derive(Clone, Debug)]
pub struct Param {
    /// Storage, qualifiers and the base type.
    pub specs: Specs,
    /// The name and what surrounds it.
    pub declarator: Declarator,
    /// Its place.
    pub span: Span,
}

/// A type in a cast or `sizeof`.
#[derive(Clone, Debug)]
pub struct TypeName {
    /// Qualifiers and the base type.
    pub specs: Specs,
    /// The abstract declarator.
    pub declarator: Declarator,
    /// Its place.
    pub span: Span,
}

/// An initialiser.
#[derive(Clone, Debug)]
pub enum Initializer {
    /// One expression.
    Expr(Expr),
    /// A list in braces.
    List(InitList),
}

impl Initializer {
    /// Its place.
    pub fn span(&self) -> Span {
        match self {
            Initializer::Expr(expr) => expr.span,
            Initializer::List(list) => list.span,
        }
    }
}

/// `{ designators = initialiser, … }`.
#[derive(Clone, Debug)]
pub struct InitList {
    /// The items in order.
    pub items: Vec<(Vec<Designator>, Initializer)>,
    /// Its place.
    pub span: Span,
}

/// `.name` or `[index]`.
#[derive(Clone, Debug)]
pub enum Designator {
    /// `.name`. Nobody writes the empty name: lowering gives it to a member that has none, before the name of what is in there.
    Member(String),
    /// `[index]`.
    Index(Expr),
    /// GNU's `[first ... last]`.
    Range(Expr, Expr),
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Its place.
    pub span: Span,
    /// The macro without arguments that it was expanded from: `M_PI`, `NULL`, `true`.
    pub spelled: Option<String>,
}

/// The kinds of expressions.
#[derive(Clone, Debug)]
pub enum ExprKind {
    /// A name.
    Ident(String),
    /// An integer constant, as written.
    Int(String),
    /// A floating constant, as written.
    Float(String),
    /// A character constant, as written.
    Char(String),
    /// Adjacent string literals, as written.
    Str(Vec<String>),
    /// `(e)`.
    Paren(Box<Expr>),
    /// `f(a, …)`.
    Call {
        /// Usually a name.
        callee: Box<Expr>,
        /// Expressions; types only for compiler built-ins.
        args: Vec<Arg>,
    },
    /// `a[i]`.
    Index(Box<Expr>, Box<Expr>),
    /// `s.m` or `p->m`.
    Member {
        /// The structure or pointer.
        base: Box<Expr>,
        /// The member.
        name: String,
        /// Whether it is `->`.
        arrow: bool,
    },
    /// An operator in front.
    Unary(UnaryOp, Box<Expr>),
    /// `++` or `--`.
    Step {
        /// What is changed.
        target: Box<Expr>,
        /// `++` rather than `--`.
        up: bool,
        /// In front: the value is the new one.
        prefix: bool,
    },
    /// An operator between.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `=` or an operator and `=`.
    Assign {
        /// `+` for `+=`.
        op: Option<BinaryOp>,
        /// What is changed.
        target: Box<Expr>,
        /// The right-hand side.
        value: Box<Expr>,
    },
    /// `c ? a : b`; GNU lets `a` be left out.
    Cond(Box<Expr>, Option<Box<Expr>>, Box<Expr>),
    /// `a, b, …`.
    Comma(Vec<Expr>),
    /// `(type) e`.
    Cast(Box<TypeName>, Box<Expr>),
    /// `sizeof e`.
    SizeofExpr(Box<Expr>),
    /// `sizeof(type)`.
    SizeofType(Box<TypeName>),
    /// `_Alignof(type)` or of an expression.
    Alignof(Box<Arg>),
    /// `(type){ … }`.
    Compound(Box<TypeName>, InitList),
    /// `_Generic(e, type: e, default: e)`.
    Generic(Box<Expr>, Vec<(Option<TypeName>, Expr)>),
    /// GNU's `({ … })`.
    Block(Block),
}

/// An argument: an expression, or a type for compiler built-ins.
#[derive(Clone, Debug)]
pub enum Arg {
    /// The usual case.
    Expr(Expr),
    /// As in `__builtin_va_arg(list, double)`.
    Type(TypeName),
}

/// Operators in front of their operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UnaryOp {
    /// `+`.
    Plus,
    /// `-`.
    Minus,
    /// `!`.
    Not,
    /// `~`.
    BitNot,
    /// `*`.
    Deref,
    /// `&`.
    AddressOf,
    /// `__real__`.
    Real,
    /// `__imag__`.
    Imag,
}

/// Operators between two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// `*`.
    Mul,
    /// `/`.
    Div,
    /// `%`.
    Rem,
    /// `+`.
    Add,
    /// `-`.
    Sub,
    /// `<<`.
    Shl,
    /// `>>`.
    Shr,
    /// `<`.
    Lt,
    /// `>`.
    Gt,
    /// `<=`.
    Le,
    /// `>=`.
    Ge,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `&`.
    BitAnd,
    /// `^`.
    BitXor,
    /// `|`.
    BitOr,
    /// `&&`.
    And,
    /// `||`.
    Or,
}

/// Statements of one scope.
#[derive(Clone, Debug)]
pub struct Block {
    /// In order; labels and cases are entries of their own.
    pub stmts: Vec<Stmt>,
    /// Whether braces were written.
    pub braced: bool,
    /// Comments before the closing brace.
    pub trailing: Vec<Comment>,
    /// Its place.
    pub span: Span,
}

/// A statement.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it is.
    pub kind: StmtKind,
    /// Its place; for a compound statement the whole of it.
    pub span: Span,
    /// Whether the text at that place is this statement and nothing else: false inside macros that expand to more.
    pub exact: bool,
    /// Its comments.
    pub comments: Comments,
}

/// What the header of a `for` starts with.
#[derive(Clone, Debug)]
pub enum ForInit {
    /// Nothing.
    None,
    /// An expression.
    Expr(Expr),
    /// A declaration.
    Declaration(Declaration),
}

/// The kinds of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `e;`.
    Expr(Expr),
    /// A declaration.
    Declaration(Declaration),
    /// `{ … }`.
    Block(Block),
    /// `if`.
    If {
        /// Tests and what they guard, `else if` included.
        arms: Vec<(Expr, Block)>,
        /// The last `else`.
        other: Option<Block>,
    },
    /// `while`.
    While {
        /// The test.
        cond: Expr,
        /// The body.
        body: Block,
    },
    /// `do … while`.
    DoWhile {
        /// The body.
        body: Block,
        /// The test.
        cond: Expr,
    },
    /// `for`.
    For {
        /// First part of the header.
        init: ForInit,
        /// The test.
        cond: Option<Expr>,
        /// What ends each iteration.
        step: Option<Expr>,
        /// The body.
        body: Block,
    },
    /// `switch`; its cases are entries of the body.
    Switch {
        /// The selector.
        value: Expr,
        /// The body.
        body: Block,
    },
    /// `case value:` or GNU's `case low ... high:`.
    Case(Expr, Option<Expr>),
    /// `default:`.
    Default,
    /// `name:`.
    Label(String),
    /// `break;`.
    Break,
    /// `continue;`.
    Continue,
    /// `return e;`.
    Return(Option<Expr>),
    /// `goto name;`.
    Goto(String),
    /// `;`.
    Empty,
    /// Inline assembly.
    Asm,
    /// A pragma line, `#` included.
    Pragma(String),
    /// It could not be parsed; a diagnostic says why.
    Unparsed,
}
