//! What one statement says before it is known what it belongs to: the result of the grammar, the input of `blocks`.

use crate::ast::*;

/// One statement on its own.
#[derive(Clone, Debug)]
pub enum Piece {
    /// Complete in itself.
    Simple(StmtKind),
    /// `IF (…) THEN`
    IfThen(Expr),
    /// `ELSE IF (…) THEN [name]`
    ElseIf(Expr, Option<Ident>),
    /// `ELSE [name]`
    Else(Option<Ident>),
    /// `DO …`
    Do(Option<Label>, DoControl),
    /// `SELECT CASE (…)`
    SelectCase(Expr),
    /// `SELECT TYPE (…)`, `SELECT RANK (…)`
    SelectType {
        /// RANK
        rank: bool,
        /// `name =>`
        associate: Option<Ident>,
        /// The selector.
        selector: Expr,
    },
    /// `CASE (…) [name]`, `CASE DEFAULT [name]`
    Case(Option<Vec<CaseRange>>, Option<Ident>),
    /// `TYPE IS`, `CLASS IS`, `CLASS DEFAULT`, `RANK`
    Guard(GuardKind, Option<Ident>),
    /// `ASSOCIATE (…)`
    Associate(Vec<Association>),
    /// `BLOCK`, `CRITICAL`
    Block {
        /// CRITICAL
        critical: bool,
    },
    /// `WHERE (…)`
    Where(Expr),
    /// `ELSEWHERE [(mask)] [name]`
    ElseWhere(Option<Expr>, Option<Ident>),
    /// `FORALL (…)`
    Forall(ForallHeader),
    /// `TYPE … name`
    TypeDef {
        /// Attributes.
        attrs: Vec<Attr>,
        /// The name.
        name: Ident,
        /// Type parameters.
        params: Vec<Ident>,
    },
    /// `SEQUENCE`
    Sequence,
    /// `[ABSTRACT] INTERFACE [spec]`
    Interface {
        /// ABSTRACT
        is_abstract: bool,
        /// The generic.
        spec: Option<GenericSpec>,
    },
    /// `[MODULE] PROCEDURE [(interface)] [, attributes] [::] names`: a declaration, a binding, a specific procedure or a
    /// separate module procedure.
    Procedure {
        /// MODULE
        module: bool,
        /// The interface, if there were parentheses.
        interface: Option<ProcInterface>,
        /// Attributes.
        attrs: Vec<Attr>,
        /// Names with `=> target`.
        entities: Vec<Entity>,
    },
    /// `GENERIC …`
    Generic {
        /// Access.
        attrs: Vec<Attr>,
        /// The generic.
        spec: GenericSpec,
        /// The bindings.
        names: Vec<Ident>,
    },
    /// `FINAL names`
    Final(Vec<Ident>),
    /// `ENUM, BIND(C)`
    Enum,
    /// `ENUMERATOR …`
    Enumerator(Vec<(Ident, Option<Expr>)>),
    /// The first statement of a unit.
    Header(UnitKind),
    /// `CONTAINS`
    Contains,
    /// `END …`
    End(EndWord, Option<Ident>),
    /// Not understood; already reported.
    Error(Box<str>),
}

/// The word after END.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum EndWord {
    /// `END` alone.
    Plain,
    Associate,
    Block,
    BlockData,
    Critical,
    Do,
    Enum,
    Forall,
    Function,
    If,
    Interface,
    Module,
    Procedure,
    Program,
    Select,
    Submodule,
    Subroutine,
    Type,
    Where,
}

/// The words and what they end, for reading and for messages.
pub const END_WORDS: &[(&str, EndWord)] = &[
    ("associate", EndWord::Associate),
    ("block", EndWord::Block),
    ("block data", EndWord::BlockData),
    ("critical", EndWord::Critical),
    ("do", EndWord::Do),
    ("enum", EndWord::Enum),
    ("forall", EndWord::Forall),
    ("function", EndWord::Function),
    ("if", EndWord::If),
    ("interface", EndWord::Interface),
    ("module", EndWord::Module),
    ("procedure", EndWord::Procedure),
    ("program", EndWord::Program),
    ("select", EndWord::Select),
    ("submodule", EndWord::Submodule),
    ("subroutine", EndWord::Subroutine),
    ("type", EndWord::Type),
    ("where", EndWord::Where),
];

impl EndWord {
    /// `END DO`, or `END`.
    pub fn spelled(self) -> String {
        let word = END_WORDS.iter().find(|pair| pair.1 == self).map_or(String::new(), |pair| pair.0.to_uppercase());
        format!("END {word}").trim_end().to_string()
    }
}
