//! The words of C, after preprocessing.
//!
//! [`Tok`] is what logos finds in the text. [`keyword`] then sorts words: the many spellings of one keyword (`inline`, `__inline`,
//! `__inline__`) become one token, everything else stays a [`Tok::Word`]. Two tokens are not made here but put in place of others while
//! statements are nested: [`Tok::TypeName`] (a word that names a type where it stands) and [`Tok::Braced`] (a GNU statement expression).

use crate::ast::Qualifier;
use logos::Logos;

/// One token of preprocessed C.
#[derive(Logos, Clone, Copy, Debug, PartialEq)]
#[logos(skip r"[ \t\r\x0B\x0C]+")]
pub enum Tok<'a> {
    /// A line end: only counted.
    #[token("\n")]
    Newline,
    /// A line that starts with `#`: a line marker or a pragma.
    #[regex(r"#[^\n]*", |l| l.slice(), allow_greedy = true)]
    Hash(&'a str),
    /// An identifier.
    #[regex(r"[A-Za-z_$\u{80}-\u{10FFFF}][A-Za-z0-9_$\u{80}-\u{10FFFF}]*", |l| l.slice())]
    Word(&'a str),
    /// A preprocessing number: what it is, [`number`] decides.
    #[regex(r"\.?[0-9]([eEpP][+-]|[0-9A-Za-z_.])*", |l| l.slice())]
    Number(&'a str),
    /// A character constant with its quotes and prefix.
    #[regex(r"(u8|u|U|L)?'([^'\\\n]|\\[^\n])+'", |l| l.slice())]
    Char(&'a str),
    /// A string literal with its quotes and prefix.
    #[regex(r#"(u8|u|U|L)?"([^"\\\n]|\\[^\n])*""#, |l| l.slice())]
    Str(&'a str),

    #[token("(")]
    LParen,
    #[token(")")]
    RParen,
    #[token("[")]
    #[token("<:")]
    LBracket,
    #[token("]")]
    #[token(":>")]
    RBracket,
    #[token("{")]
    #[token("<%")]
    LBrace,
    #[token("}")]
    #[token("%>")]
    RBrace,
    #[token(";")]
    Semi,
    #[token(",")]
    Comma,
    #[token(":")]
    Colon,
    #[token("?")]
    Question,
    #[token("...")]
    Ellipsis,
    #[token(".")]
    Dot,
    #[token("->")]
    Arrow,
    #[token("=")]
    Eq,
    #[token("+=")]
    PlusEq,
    #[token("-=")]
    MinusEq,
    #[token("*=")]
    StarEq,
    #[token("/=")]
    SlashEq,
    #[token("%=")]
    PercentEq,
    #[token("<<=")]
    ShlEq,
    #[token(">>=")]
    ShrEq,
    #[token("&=")]
    AndEq,
    #[token("|=")]
    OrEq,
    #[token("^=")]
    XorEq,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("++")]
    PlusPlus,
    #[token("--")]
    MinusMinus,
    #[token("<<")]
    Shl,
    #[token(">>")]
    Shr,
    #[token("<")]
    Lt,
    #[token(">")]
    Gt,
    #[token("<=")]
    Le,
    #[token(">=")]
    Ge,
    #[token("==")]
    EqEq,
    #[token("!=")]
    Ne,
    #[token("&")]
    And,
    #[token("|")]
    Or,
    #[token("^")]
    Xor,
    #[token("&&")]
    AndAnd,
    #[token("||")]
    OrOr,
    #[token("!")]
    Not,
    #[token("~")]
    Tilde,

    /// An integer constant.
    Int(&'a str),
    /// A floating constant.
    Float(&'a str),
    /// A word of a basic type, in its standard spelling: `unsigned`, `double`, `_Float128`.
    Basic(&'static str),
    /// A word that names a type in its scope.
    TypeName(&'a str),
    /// The n-th statement expression of the piece being parsed.
    Braced(usize),
    /// What no C token starts with.
    Bad,

    Qual(Qualifier),
    Typedef,
    Extern,
    Static,
    Auto,
    Register,
    ThreadLocal,
    Inline,
    Noreturn,
    Struct,
    Union,
    Enum,
    Typeof,
    Sizeof,
    Alignof,
    Alignas,
    Generic,
    StaticAssert,
    Real,
    Imag,
    Attribute,
    Asm,
    Extension,
    If,
    Else,
    While,
    Do,
    For,
    Switch,
    Case,
    Default,
    Break,
    Continue,
    Return,
    Goto,
}

/// The token of a word that is a keyword in some spelling.
pub fn keyword(word: &str) -> Option<Tok<'static>> {
    Some(match word {
        "void" => Tok::Basic("void"),
        "char" => Tok::Basic("char"),
        "short" => Tok::Basic("short"),
        "int" => Tok::Basic("int"),
        "long" => Tok::Basic("long"),
        "float" => Tok::Basic("float"),
        "double" => Tok::Basic("double"),
        "signed" | "__signed" | "__signed__" => Tok::Basic("signed"),
        "unsigned" => Tok::Basic("unsigned"),
        "_Bool" => Tok::Basic("_Bool"),
        "_Complex" | "__complex" | "__complex__" => Tok::Basic("_Complex"),
        "__int128" | "__int128_t" => Tok::Basic("__int128"),
        "_Float16" => Tok::Basic("_Float16"),
        "_Float32" => Tok::Basic("_Float32"),
        "_Float64" => Tok::Basic("_Float64"),
        "_Float32x" => Tok::Basic("_Float32x"),
        "_Float64x" => Tok::Basic("_Float64x"),
        "_Float128" | "__float128" => Tok::Basic("_Float128"),
        "_Decimal32" => Tok::Basic("_Decimal32"),
        "_Decimal64" => Tok::Basic("_Decimal64"),
        "_Decimal128" => Tok::Basic("_Decimal128"),
        "__bf16" => Tok::Basic("__bf16"),
        "__builtin_va_list" => Tok::Basic("__builtin_va_list"),
        "__auto_type" => Tok::Basic("__auto_type"),
        "const" | "__const" | "__const__" => Tok::Qual(Qualifier::Const),
        "volatile" | "__volatile" | "__volatile__" => Tok::Qual(Qualifier::Volatile),
        "restrict" | "__restrict" | "__restrict__" => Tok::Qual(Qualifier::Restrict),
        "_Atomic" => Tok::Qual(Qualifier::Atomic),
        "_Nullable" | "_Nonnull" | "_Null_unspecified" => Tok::Extension,
        "typedef" => Tok::Typedef,
        "extern" => Tok::Extern,
        "static" => Tok::Static,
        "auto" => Tok::Auto,
        "register" => Tok::Register,
        "_Thread_local" | "__thread" => Tok::ThreadLocal,
        "inline" | "__inline" | "__inline__" => Tok::Inline,
        "_Noreturn" => Tok::Noreturn,
        "struct" => Tok::Struct,
        "union" => Tok::Union,
        "enum" => Tok::Enum,
        "typeof" | "__typeof" | "__typeof__" => Tok::Typeof,
        "sizeof" => Tok::Sizeof,
        "_Alignof" | "__alignof" | "__alignof__" => Tok::Alignof,
        "_Alignas" => Tok::Alignas,
        "_Generic" => Tok::Generic,
        "_Static_assert" => Tok::StaticAssert,
        "__real" | "__real__" => Tok::Real,
        "__imag" | "__imag__" => Tok::Imag,
        "__attribute" | "__attribute__" | "__declspec" => Tok::Attribute,
        "asm" | "__asm" | "__asm__" => Tok::Asm,
        "__extension__" => Tok::Extension,
        "if" => Tok::If,
        "else" => Tok::Else,
        "while" => Tok::While,
        "do" => Tok::Do,
        "for" => Tok::For,
        "switch" => Tok::Switch,
        "case" => Tok::Case,
        "default" => Tok::Default,
        "break" => Tok::Break,
        "continue" => Tok::Continue,
        "return" => Tok::Return,
        "goto" => Tok::Goto,
        _ => return None,
    })
}

/// What a preprocessing number is: an integer or a floating constant, or neither.
pub fn number(text: &str) -> Tok<'_> {
    let hex = text.len() > 2 && (text.starts_with("0x") || text.starts_with("0X"));
    let binary = text.len() > 2 && (text.starts_with("0b") || text.starts_with("0B"));
    let (digits, exponent) = if hex { (&text[2..], ['p', 'P']) } else { (text, ['e', 'E']) };
    let is_digit = |c: char| if hex { c.is_ascii_hexdigit() } else { c.is_ascii_digit() };
    if binary {
        let rest = text[2..].trim_start_matches(['0', '1']);
        return if integer_suffix(rest) { Tok::Int(text) } else { Tok::Bad };
    }
    let mut rest = digits.trim_start_matches(is_digit);
    let mut floating = false;
    if let Some(fraction) = rest.strip_prefix('.') {
        floating = true;
        rest = fraction.trim_start_matches(is_digit);
    }
    if let Some(power) = rest.strip_prefix(exponent) {
        let power = power.strip_prefix(['+', '-']).unwrap_or(power);
        let after = power.trim_start_matches(|c: char| c.is_ascii_digit());
        if after.len() == power.len() {
            return Tok::Bad;
        }
        floating = true;
        rest = after;
    } else if hex && floating {
        return Tok::Bad;
    }
    match floating {
        true if float_suffix(rest) => Tok::Float(text),
        false if integer_suffix(rest) => Tok::Int(text),
        _ => Tok::Bad,
    }
}

/// `u`, `l`, `ll` in any order and case; GNU's `i` and `j` make it imaginary.
fn integer_suffix(suffix: &str) -> bool {
    let lower = suffix.to_ascii_lowercase();
    matches!(lower.trim_end_matches(['i', 'j']), "" | "u" | "l" | "ll" | "ul" | "ull" | "lu" | "llu")
}

/// `f`, `l`, GNU's sizes, and `i` or `j` on either side.
fn float_suffix(suffix: &str) -> bool {
    let lower = suffix.to_ascii_lowercase();
    let size = lower.trim_start_matches(['i', 'j']).trim_end_matches(['i', 'j']);
    matches!(
        size,
        "" | "f" | "l" | "q" | "w" | "f16" | "f32" | "f64" | "f128" | "f32x" | "f64x" | "df" | "dd" | "dl" | "bf16"
    )
}

impl Tok<'_> {
    /// Whether a declaration can start with this token (words that name types are not known here).
    pub fn starts_declaration(&self) -> bool {
        matches!(
            self,
            Tok::Basic(_)
                | Tok::Qual(_)
                | Tok::TypeName(_)
                | Tok::Typedef
                | Tok::Extern
                | Tok::Static
                | Tok::Auto
                | Tok::Register
                | Tok::ThreadLocal
                | Tok::Inline
                | Tok::Noreturn
                | Tok::Struct
                | Tok::Union
                | Tok::Enum
                | Tok::Typeof
        )
    }

    /// Whether a statement can only start with this token: where it follows an expression, a semicolon is missing.
    pub fn starts_statement(&self) -> bool {
        matches!(
            self,
            Tok::If
                | Tok::Else
                | Tok::While
                | Tok::Do
                | Tok::For
                | Tok::Switch
                | Tok::Case
                | Tok::Default
                | Tok::Break
                | Tok::Continue
                | Tok::Return
                | Tok::Goto
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_sorted() {
        for text in ["0", "42", "017", "0x1F", "1UL", "3llu", "0b101", "2i"] {
            assert_eq!(number(text), Tok::Int(text));
        }
        for text in ["1.", ".5", "1e3", "1.5E-3f", "2.0L", "0x1.8p3", "1.0F128", "1.0iF", "3.f"] {
            assert_eq!(number(text), Tok::Float(text));
        }
        for text in ["1e", "0x1.8", "1.0z", "12abc", "1.2.3", "0b12"] {
            assert_eq!(number(text), Tok::Bad);
        }
    }

    #[test]
    fn spellings_of_one_keyword_are_one_token() {
        for (a, b) in [("inline", "__inline__"), ("restrict", "__restrict"), ("typeof", "__typeof__")] {
            assert_eq!(keyword(a), keyword(b));
        }
        assert_eq!(keyword("x"), None);
    }

    #[test]
    fn longest_token_wins() {
        let found: Vec<_> = Tok::lexer("a+++b->c<<=.5...\"s\\\"t\"").map(|t| t.unwrap()).collect();
        let expected = [
            Tok::Word("a"),
            Tok::PlusPlus,
            Tok::Plus,
            Tok::Word("b"),
            Tok::Arrow,
            Tok::Word("c"),
            Tok::ShlEq,
            Tok::Number(".5..."),
            Tok::Str("\"s\\\"t\""),
        ];
        assert_eq!(found, expected);
    }
}
