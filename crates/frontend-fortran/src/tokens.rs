//! Words, numbers, strings and operators of one statement.
//!
//! A name is never a keyword here. The keywords of a statement were found by `classify`, which says where they stand
//! ([`Forced`]); what lies between is cut into tokens by logos. So `IF(THEN)=IF` needs no special case, and in fixed form
//! `REAL*8D1` is not the number `8D1`.

use logos::{Lexer, Logos};

use crate::ast::{BinaryOp, IoKind, LiteralKind, Prefix, RelSpelling, StopKind};
use crate::pieces::EndWord;

/// A token. The first group comes from logos, the second from `classify`.
#[derive(Logos, Clone, PartialEq, Debug)]
#[logos(skip r"[ \t\r\x0c]+")]
pub enum Tok<'a> {
    /// A name.
    #[regex(r"[A-Za-z_$][A-Za-z0-9_$]*")]
    Name(&'a str),
    /// A constant.
    #[regex(r"[0-9]", number)]
    #[regex(r"\.[0-9]", number)]
    #[regex(r"['\x22]", string)]
    #[regex(r"[BbOoXxZz]['\x22]", string)]
    #[regex(r"([A-Za-z][A-Za-z0-9_]*|[0-9]+)_['\x22]", string)]
    #[regex(r"\.(?i:true|false)\.(_[A-Za-z0-9_]+)?", logical, priority = 20)]
    Literal((LiteralKind, &'a str)),
    /// `.name.`, until it is known which.
    #[regex(r"\.[A-Za-z]+\.", between_points)]
    Dotted(&'a str),
    /// `+`, `-`
    #[token("+", |_| BinaryOp::Add)]
    #[token("-", |_| BinaryOp::Sub)]
    AddOp(BinaryOp),
    /// `==` and so on
    #[token("==", |_| BinaryOp::Eq(RelSpelling::Symbol))]
    #[token("/=", |_| BinaryOp::Ne(RelSpelling::Symbol))]
    #[token("<", |_| BinaryOp::Lt(RelSpelling::Symbol))]
    #[token("<=", |_| BinaryOp::Le(RelSpelling::Symbol))]
    #[token(">", |_| BinaryOp::Gt(RelSpelling::Symbol))]
    #[token(">=", |_| BinaryOp::Ge(RelSpelling::Symbol))]
    RelOp(BinaryOp),
    /// `*`
    #[token("*")]
    Star,
    /// `/`
    #[token("/")]
    Slash,
    /// `**`
    #[token("**")]
    Power,
    /// `//`
    #[token("//")]
    Concat,
    /// `(`
    #[token("(")]
    Open,
    /// `)`
    #[token(")")]
    Close,
    /// `[`
    #[token("[")]
    OpenBracket,
    /// `]`
    #[token("]")]
    CloseBracket,
    /// `(/`
    #[token("(/")]
    OpenSlash,
    /// `/)`
    #[token("/)")]
    CloseSlash,
    /// `,`
    #[token(",")]
    Comma,
    /// `:`
    #[token(":")]
    Colon,
    /// `::`
    #[token("::")]
    Colons,
    /// `=`
    #[token("=")]
    Equals,
    /// `=>`
    #[token("=>")]
    Arrow,
    /// `%`
    #[token("%")]
    Percent,
    /// `&`
    #[token("&")]
    Ampersand,
    /// `..`
    #[token("..")]
    Dots,

    // -- refined from the above
    /// An integer without kind.
    Int(&'a str),
    /// `.NOT.`
    Not,
    /// `.AND.`
    And,
    /// `.OR.`
    Or,
    /// `.EQV.`, `.NEQV.`
    EqvOp(BinaryOp),

    // -- put in by classify
    /// What kind of statement this is; always the first token.
    Class(Class),
    /// A type name.
    TypeWord(TypeWord),
    /// A word before FUNCTION or SUBROUTINE.
    Prefix(PrefixWord),
    /// `FUNCTION` (true) or `SUBROUTINE` in a header.
    Procedure(bool),
    /// `OPERATOR(+)`, `ASSIGNMENT(=)`, `READ(FORMATTED)`
    GenericSpec(&'a str),
    /// The `::` after a type inside the parentheses of ALLOCATE and FORALL.
    TypeColons,
    /// `WHILE`
    While,
    /// `CONCURRENT`
    Concurrent,
    /// `THEN`
    Then,
    /// `TO`
    To,
    /// `ONLY` and its colon
    Only,
    /// `NONE`
    None,
}

/// A type name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum TypeWord {
    Integer,
    Real,
    DoublePrecision,
    Complex,
    DoubleComplex,
    Logical,
    Character,
    Byte,
    Type,
    Class,
}

/// A word before FUNCTION or SUBROUTINE.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PrefixWord {
    Pure,
    Impure,
    Elemental,
    Recursive,
    NonRecursive,
    Module,
}

impl PrefixWord {
    /// As in the tree.
    pub fn prefix(self) -> Prefix {
        match self {
            PrefixWord::Pure => Prefix::Pure,
            PrefixWord::Impure => Prefix::Impure,
            PrefixWord::Elemental => Prefix::Elemental,
            PrefixWord::Recursive => Prefix::Recursive,
            PrefixWord::NonRecursive => Prefix::NonRecursive,
            PrefixWord::Module => Prefix::Module,
        }
    }
}

/// An attribute that may be a statement of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum AttrWord {
    Allocatable,
    Asynchronous,
    Codimension,
    Contiguous,
    Dimension,
    External,
    Intrinsic,
    Optional,
    Pointer,
    Protected,
    Target,
    Value,
    Volatile,
}

/// The kinds of statement that the grammar distinguishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Class {
    Access(bool),
    Allocate,
    ArithmeticIf,
    Assign,
    AssignLabel,
    Associate,
    Attr(AttrWord),
    Bind,
    Block,
    BlockData,
    Call,
    Case,
    CaseDefault,
    ClassDefault,
    ClassIs,
    Common,
    /// The `(condition)` of IF and WHERE statements, the rest of which is a statement of its own.
    Condition,
    Contains,
    Continue,
    Critical,
    Cycle,
    Data,
    Deallocate,
    Do,
    Else,
    ElseIf,
    ElseWhere,
    End(EndWord),
    Entry,
    Enum,
    Enumerator,
    Equivalence,
    Exit,
    Final,
    /// Construct or the header of the statement.
    Forall,
    Generic,
    Goto,
    Header,
    IfThen,
    Implicit,
    Import,
    Intent,
    Interface(bool),
    /// `WRITE (…) …`
    IoParen(IoKind),
    /// `PRINT …`
    IoList(IoKind),
    Module,
    ModuleProcedure,
    Namelist,
    Nullify,
    Parameter,
    PointerAssign,
    Procedure,
    Program,
    Rank,
    RankDefault,
    Return,
    Save,
    SelectCase,
    /// True: SELECT RANK.
    SelectType(bool),
    Sequence,
    Stop(StopKind),
    Submodule,
    /// With `::`.
    TypeDecl,
    /// Without.
    TypeDeclOld,
    TypeDef,
    TypeIs,
    Use,
    Where,
}

/// A keyword that `classify` found at `start..end`.
#[derive(Clone, PartialEq, Debug)]
pub struct Forced<'a> {
    /// First byte.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// What it is.
    pub token: Tok<'a>,
}

/// What cannot be a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LexError {
    /// First byte.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// What is wrong.
    pub message: String,
}

/// Parentheses deeper than this, and expressions with more operators, are refused, so that recursion over the tree stays
/// within the stack.
const MAX_DEPTH: usize = 10_000;

/// The tokens of `text[start..end]`, `class` first.
pub struct Tokens<'a> {
    text: &'a str,
    at: usize,
    end: usize,
    class: Option<Class>,
    forced: &'a [Forced<'a>],
    holleriths: &'a [(u32, u32)],
    lexer: Lexer<'a, Tok<'a>>,
    /// Where the lexer's slice begins.
    base: usize,
    depth: usize,
    /// Operators since the last comma: each may be one more level of the tree.
    operators: usize,
}

impl<'a> Tokens<'a> {
    /// Tokens of a part of a cooked statement; `forced` and `holleriths` may reach beyond it.
    pub fn new(
        text: &'a str,
        range: std::ops::Range<usize>,
        class: Class,
        forced: &'a [Forced<'a>],
        holleriths: &'a [(u32, u32)],
    ) -> Self {
        let from = forced.partition_point(|forced| forced.start < range.start);
        let skip = holleriths.partition_point(|&(start, _)| (start as usize) < range.start);
        let mut tokens = Tokens {
            text,
            at: range.start,
            end: range.end,
            class: Some(class),
            forced: &forced[from..],
            holleriths: &holleriths[skip..],
            lexer: Tok::lexer(""),
            base: 0,
            depth: 0,
            operators: 0,
        };
        tokens.restart();
        tokens
    }

    /// The lexer sees only up to the next place that is decided already.
    fn restart(&mut self) {
        let forced = self.forced.first().map_or(self.end, |forced| forced.start);
        let hollerith = self.holleriths.first().map_or(self.end, |pair| pair.0 as usize);
        let stop = forced.min(hollerith).min(self.end).max(self.at);
        self.base = self.at;
        self.lexer = Tok::lexer(self.text.get(self.at..stop).unwrap_or(""));
    }

    fn refine(&self, token: Tok<'a>) -> Tok<'a> {
        match token {
            Tok::Literal((LiteralKind::Integer, text)) if !text.contains('_') => Tok::Int(text),
            Tok::Dotted(name) => DOTTED
                .iter()
                .find(|pair| pair.0.eq_ignore_ascii_case(name))
                .map_or(Tok::Dotted(name), |pair| pair.1.clone()),
            token => token,
        }
    }
}

/// The operators with names.
const DOTTED: &[(&str, Tok<'static>)] = &[
    ("and", Tok::And),
    ("or", Tok::Or),
    ("not", Tok::Not),
    ("eq", Tok::RelOp(BinaryOp::Eq(RelSpelling::Dotted))),
    ("ne", Tok::RelOp(BinaryOp::Ne(RelSpelling::Dotted))),
    ("lt", Tok::RelOp(BinaryOp::Lt(RelSpelling::Dotted))),
    ("le", Tok::RelOp(BinaryOp::Le(RelSpelling::Dotted))),
    ("gt", Tok::RelOp(BinaryOp::Gt(RelSpelling::Dotted))),
    ("ge", Tok::RelOp(BinaryOp::Ge(RelSpelling::Dotted))),
    ("eqv", Tok::EqvOp(BinaryOp::Eqv)),
    ("neqv", Tok::EqvOp(BinaryOp::Neqv)),
    ("xor", Tok::EqvOp(BinaryOp::Neqv)),
];

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<(usize, Tok<'a>, usize), LexError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(class) = self.class.take() {
            return Some(Ok((self.at, Tok::Class(class), self.at)));
        }
        loop {
            if let Some(token) = self.lexer.next() {
                let span = self.lexer.span();
                let (start, end) = (self.base + span.start, self.base + span.end);
                self.at = end;
                let Ok(token) = token else {
                    let text = &self.text[start..end];
                    let message = match text.as_bytes().first() {
                        Some(b'\'' | b'"') => "this character constant is not closed".to_string(),
                        _ => format!("'{text}' has no meaning here"),
                    };
                    return Some(Err(LexError { start, end, message }));
                };
                match token {
                    Tok::Open | Tok::OpenBracket | Tok::OpenSlash => {
                        self.depth += 1;
                        self.operators += 1;
                    }
                    Tok::Close | Tok::CloseBracket | Tok::CloseSlash => self.depth = self.depth.saturating_sub(1),
                    Tok::Comma => self.operators = 0,
                    Tok::Name(_) | Tok::Literal(_) | Tok::Colon | Tok::Colons | Tok::Equals => {}
                    _ => self.operators += 1,
                }
                if self.depth > MAX_DEPTH || self.operators > MAX_DEPTH {
                    let message = format!("more than {MAX_DEPTH} nested parentheses or operators in one expression");
                    return Some(Err(LexError { start, end, message }));
                }
                return Some(Ok((start, self.refine(token), end)));
            }
            self.at = self.base + self.lexer.source().len();
            if self.at >= self.end {
                return None;
            }
            if let Some((forced, rest)) = self.forced.split_first()
                && forced.start <= self.at
            {
                self.forced = rest;
                self.at = forced.end.max(self.at);
                self.restart();
                return Some(Ok((forced.start, forced.token.clone(), forced.end)));
            }
            if let Some((&(start, end), rest)) = self.holleriths.split_first() {
                self.holleriths = rest;
                let (start, end) = (start as usize, end as usize);
                if start >= self.at {
                    self.at = end;
                    self.restart();
                    let text = self.text.get(start..end).unwrap_or("");
                    return Some(Ok((start, Tok::Literal((LiteralKind::Hollerith, text)), end)));
                }
                // Inside something forced.
                self.restart();
            }
        }
    }
}

fn logical<'a>(lexer: &mut Lexer<'a, Tok<'a>>) -> (LiteralKind, &'a str) {
    (LiteralKind::Logical, lexer.slice())
}

fn between_points<'a>(lexer: &mut Lexer<'a, Tok<'a>>) -> &'a str {
    lexer.slice().trim_matches('.')
}

/// A number, of which the first digit (or point and digit) was read. A point belongs to it unless it begins `.EQ.`.
fn number<'a>(lexer: &mut Lexer<'a, Tok<'a>>) -> (LiteralKind, &'a str) {
    let rest = lexer.remainder().as_bytes();
    let digits = |from: usize| rest[from.min(rest.len())..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut kind = if lexer.slice().starts_with('.') { LiteralKind::Real } else { LiteralKind::Integer };
    let mut at = digits(0);
    if kind == LiteralKind::Integer && rest.get(at) == Some(&b'.') {
        let letters = rest[at + 1..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let is_operator = letters > 0 && rest.get(at + 1 + letters) == Some(&b'.');
        if !is_operator {
            kind = LiteralKind::Real;
            at += 1;
            at += digits(at);
        }
    }
    if let Some(letter) = rest.get(at).map(u8::to_ascii_lowercase)
        && matches!(letter, b'e' | b'd' | b'q')
    {
        let sign = usize::from(matches!(rest.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + sign);
        if exponent > 0 {
            kind = match letter {
                b'd' => LiteralKind::Double,
                b'q' => LiteralKind::Quad,
                _ => LiteralKind::Real,
            };
            at += 1 + sign + exponent;
        }
    }
    if rest.get(at) == Some(&b'_') {
        let word = rest[at + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        if word > 0 {
            at += 1 + word;
        }
    }
    lexer.bump(at);
    (kind, lexer.slice())
}

/// A string or BOZ constant, of which the opening quote (with what precedes it) was read.
fn string<'a>(lexer: &mut Lexer<'a, Tok<'a>>) -> Option<(LiteralKind, &'a str)> {
    let opening = lexer.slice().as_bytes();
    let quote = opening[opening.len() - 1];
    let mut kind = if opening.len() == 2 { LiteralKind::Boz } else { LiteralKind::String };
    let rest = lexer.remainder().as_bytes();
    let mut at = 0;
    loop {
        match rest.get(at) {
            None => {
                lexer.bump(rest.len());
                return None;
            }
            Some(&byte) if byte == quote && rest.get(at + 1) == Some(&quote) => at += 2,
            Some(&byte) if byte == quote => break at += 1,
            Some(_) => at += 1,
        }
    }
    // The old `'ff'x`.
    let is_word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if kind == LiteralKind::String
        && opening.len() == 1
        && matches!(rest.get(at).map(u8::to_ascii_lowercase), Some(b'b' | b'o' | b'x' | b'z'))
        && !is_word(rest.get(at + 1))
        && at > 1
        && rest[..at - 1].iter().all(u8::is_ascii_hexdigit)
    {
        kind = LiteralKind::Boz;
        at += 1;
    }
    lexer.bump(at);
    Some((kind, lexer.slice()))
}
