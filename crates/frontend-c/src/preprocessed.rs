//! The preprocessor's output: tokens, and the file and line each one comes from.
//!
//! `$CC -E` writes `# 12 "file.h" 1 3` where the place changes. Files whose name is among the user's sources are the user's, everything
//! else (system headers, `<built-in>`, the command line) is the system's. What the system's headers put around declarations (attributes,
//! assembler names, `__extension__`) is left out here, so that the grammar never sees it.

use crate::ast::Origin;
use crate::tokens::{Tok, keyword, number};
use il::source::{FileId, Sources, Span};
use logos::Logos;
use std::collections::{BTreeMap, BTreeSet};

/// A token and where it comes from.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub tok: Tok<'a>,
    /// As the preprocessor wrote it.
    pub text: &'a str,
    /// Which file.
    pub origin: Origin,
    /// Which line of that file, from 1.
    pub line: usize,
    /// Its place in the user's file; [`Span::NONE`] in the system's.
    pub span: Span,
    /// Which expansion of a macro without arguments it belongs to; 0 for none. See `align.rs`.
    pub expansion: usize,
    /// Which attribute says how structures or members lie in memory, [`Directives::layouts`] from 1; 0 for none. It stands at the word `struct`, behind the closing
    /// brace of what it is about, or where the declaration begins.
    pub layout: usize,
}

/// The user's files that a preprocessed text mentions, the main file first; system headers and invented names are left out.
///
/// These are the files whose original text the frontend wants to see.
pub fn user_files(preprocessed: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in preprocessed.lines().filter(|line| line.starts_with('#')) {
        if let Some(marker) = marker(line)
            && !marker.system
            && !marker.name.starts_with('<')
            && !marker.name.ends_with('/')
            && !found.contains(&marker.name)
        {
            found.push(marker.name);
        }
    }
    found
}

/// The same text in which files have the names that `name` gives them: a file that is reached in several ways is one file, so it must have one name.
pub fn renamed(preprocessed: &str, mut name: impl FnMut(&str) -> Option<String>) -> String {
    let mut out = String::with_capacity(preprocessed.len());
    for line in preprocessed.split_inclusive('\n') {
        let marker = marker(line).filter(|_| line.starts_with('#'));
        match marker.and_then(|marker| name(&marker.name)) {
            Some(name) => {
                let (open, close) = (line.find('"').unwrap_or(0), line.rfind('"').unwrap_or(0));
                let name = name.replace('\\', "\\\\").replace('"', "\\\"");
                out.extend([&line[..=open], name.as_str(), &line[close..]]);
            }
            None => out.push_str(line),
        }
    }
    out
}

/// Which directive lines of the user's files the preprocessor obeyed.
#[derive(Debug, Default)]
pub struct Directives<'a> {
    /// Macros without parameters and what they stand for, those of the system and the compiler included.
    pub macros: BTreeMap<&'a str, &'a str>,
    /// Lines that included a file, and with `-dD` those that defined a macro.
    pub lines: BTreeSet<(FileId, usize)>,
    /// Whether macros are among them.
    pub has_macros: bool,
    /// Attributes that change how objects lie in memory, as GNU C writes them.
    pub layouts: Vec<String>,
}

/// Tokens of `text` in order, with attributes and their like left out, and the directives that were obeyed.
pub fn read<'a>(text: &'a str, main: FileId, sources: &Sources) -> (Vec<Token<'a>>, Directives<'a>) {
    let by_name: BTreeMap<&str, FileId> = sources.iter().rev().map(|(id, file)| (file.path.as_str(), id)).collect();
    let mut tokens = Vec::new();
    let mut found = Directives::default();
    let mut origin = Origin::Main(main);
    let mut line = 1usize;
    for (tok, range) in Tok::lexer(text).spanned() {
        let text = &text[range];
        let tok = match tok {
            Ok(Tok::Newline) => {
                line += 1;
                continue;
            }
            Ok(Tok::Hash(directive)) => {
                if let Some(marker) = marker(directive) {
                    if let (true, Some(file)) = (marker.enter, origin.file()) {
                        found.lines.insert((file, line));
                    }
                    origin = match by_name.get(marker.name.as_str()) {
                        Some(&file) if file == main => Origin::Main(file),
                        Some(&file) => Origin::Header(file),
                        None => Origin::System,
                    };
                    // The line end that follows the marker counts.
                    line = marker.line.saturating_sub(1);
                    continue;
                }
                if !directive[1..].trim_start().starts_with("pragma") {
                    // `-dD` keeps the macros that were defined.
                    if let Some(file) = origin.file() {
                        found.lines.insert((file, line));
                    }
                    found.has_macros = true;
                    found.macros.extend(definition(directive));
                    continue;
                }
                Tok::Hash(directive)
            }
            Ok(Tok::Word(word)) => keyword(word).unwrap_or(Tok::Word(word)),
            Ok(Tok::Number(digits)) => number(digits),
            Ok(tok) => tok,
            Err(()) => Tok::Bad,
        };
        tokens.push(Token { tok, text, origin, line, span: Span::NONE, expansion: 0, layout: 0 });
    }
    let tokens = without_decorations(tokens, &mut found.layouts);
    (tokens, found)
}

/// The name and text of `#define NAME text`, unless the macro has parameters.
pub fn definition(directive: &str) -> Option<(&str, &str)> {
    let rest = directive.trim_start_matches(['#', ' ', '\t']).strip_prefix("define")?.trim_start();
    let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
    let (name, text) = rest.split_at(length);
    (!name.is_empty() && !text.starts_with('(')).then_some((name, text.trim()))
}

/// A line marker.
struct Marker {
    line: usize,
    name: String,
    enter: bool,
    system: bool,
}

/// Reads `# 12 "name" 1 3` and `#line 12 "name"`.
fn marker(text: &str) -> Option<Marker> {
    let text = text.trim_start_matches(['#', ' ', '\t']);
    let text = text.strip_prefix("line").unwrap_or(text).trim_start();
    let length = text.bytes().take_while(u8::is_ascii_digit).count();
    let line = text[..length].parse().ok()?;
    let quoted = text[length..].trim_start().strip_prefix('"')?;
    let mut name = String::new();
    let mut chars = quoted.char_indices();
    let flags = loop {
        match chars.next()? {
            (at, '"') => break &quoted[at + 1..],
            (_, '\\') => name.push(chars.next()?.1),
            (_, c) => name.push(c),
        }
    };
    let has = |flag: &str| flags.split_whitespace().any(|word| word == flag);
    Some(Marker { line, name, enter: has("1"), system: has("3") })
}

/// Leaves out attributes, alignment, assembler names after declarators, `__extension__`, and static assertions. What changes the layout of structures is noted
/// among the `layouts`.
///
/// An `asm` that starts a statement stays: it does something.
fn without_decorations<'a>(tokens: Vec<Token<'a>>, layouts: &mut Vec<String>) -> Vec<Token<'a>> {
    let mut kept: Vec<Token<'_>> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    // What the last attribute is about.
    let mut laid_out: Option<usize> = None;
    while at < tokens.len() {
        if let Some(first) = laid_out.and_then(|first| kept.get_mut(first)) {
            first.layout = layouts.len();
            laid_out = None;
        }
        match tokens[at].tok {
            Tok::Extension => at += 1,
            // `[[nodiscard]]` of C23.
            Tok::LBracket if tokens.get(at + 1).is_some_and(|t| t.tok == Tok::LBracket) => {
                at = after_brackets(&tokens, at)
            }
            Tok::Attribute | Tok::Alignas => {
                let end = after_parentheses(&tokens, at + 1);
                if let Some(text) = layout(&tokens[at..end]) {
                    let last = kept.len().saturating_sub(1);
                    let of_structure = kept.get(last).is_some_and(|t| matches!(t.tok, Tok::Struct | Tok::Union));
                    let place = if of_structure { last } else { beginning(&kept) };
                    let before = kept.get(place).map_or(0, |t| t.layout);
                    let more = before.checked_sub(1).map_or(String::new(), |k| format!("{} ", layouts[k]));
                    layouts.push(format!("{more}{text}"));
                    laid_out = Some(place);
                }
                at = end;
            }
            Tok::StaticAssert => {
                at = after_parentheses(&tokens, at + 1);
                at += usize::from(tokens.get(at).is_some_and(|token| token.tok == Tok::Semi));
            }
            Tok::Asm => {
                let starts_statement =
                    kept.last().is_none_or(|t| matches!(t.tok, Tok::Semi | Tok::LBrace | Tok::RBrace | Tok::Colon));
                if starts_statement {
                    kept.push(tokens[at]);
                }
                at += 1;
                while tokens.get(at).is_some_and(|t| matches!(t.tok, Tok::Qual(_) | Tok::Inline | Tok::Goto)) {
                    at += 1;
                }
                at = after_parentheses(&tokens, at);
            }
            // GNU's `__builtin_va_list` is declared as itself in some headers; a qualifier before it changes nothing.
            _ => {
                kept.push(tokens[at]);
                at += 1;
            }
        }
    }
    kept
}

/// Attributes that make vectors of numbers, an extension of compilers (GNU C, 6.52).
const VECTORS: [&str; 3] = ["vector_size", "__vector_size__", "ext_vector_type"];

/// Whether attributes that [`Directives::layouts`] holds make vectors.
pub fn makes_vectors(layout: &str) -> bool {
    layout.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|word| VECTORS.contains(&word))
}

/// An attribute that changes how objects lie in memory, as GNU C writes it (6.33.1; `_Alignas` of C11 6.7.5 as the attribute of the same meaning).
fn layout(tokens: &[Token<'_>]) -> Option<String> {
    let is_one = |t: &Token<'_>| {
        VECTORS.contains(&t.text)
            || matches!(
                t.text,
                "packed" | "__packed__" | "aligned" | "__aligned__" | "scalar_storage_order" | "ms_struct"
            )
    };
    let alignas = tokens.first().is_some_and(|t| t.tok == Tok::Alignas);
    if !alignas && !tokens.iter().any(is_one) {
        return None;
    }
    let mut text = String::new();
    for token in &tokens[1..] {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
        if is_word(text.chars().last()) && is_word(token.text.chars().next()) {
            text.push(' ');
        }
        text.push_str(token.text);
    }
    if !alignas {
        return Some(format!("__attribute__{text}"));
    }
    let number = tokens.get(2).is_some_and(|t| t.text.starts_with(|c: char| c.is_ascii_digit() || c == '('));
    Some(if number {
        format!("__attribute__((aligned{text}))")
    } else {
        format!("__attribute__((aligned(_Alignof{text})))")
    })
}

/// Where the declaration begins at whose end we are.
fn beginning(tokens: &[Token<'_>]) -> usize {
    let (mut depth, mut comma) = (0, None);
    for (at, token) in tokens.iter().enumerate().rev() {
        match token.tok {
            Tok::RParen | Tok::RBracket => depth += 1,
            // In a list of parameters each has its own type.
            Tok::LParen if depth == 0 => return comma.unwrap_or(at + 1),
            Tok::LParen | Tok::LBracket => depth -= 1,
            Tok::Comma if depth == 0 => comma = comma.or(Some(at + 1)),
            Tok::Semi | Tok::LBrace | Tok::RBrace if depth == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

/// The token after the brackets that open at `at`.
fn after_brackets(tokens: &[Token<'_>], at: usize) -> usize {
    after_pair(tokens, at, &Tok::LBracket, &Tok::RBracket)
}

/// The token after the parentheses that open at `at`; `at` itself if none do.
fn after_parentheses(tokens: &[Token<'_>], at: usize) -> usize {
    match tokens.get(at) {
        Some(token) if token.tok == Tok::LParen => after_pair(tokens, at, &Tok::LParen, &Tok::RParen),
        _ => at,
    }
}

/// The token behind the one that closes what opens at `at`.
fn after_pair(tokens: &[Token<'_>], at: usize, open: &Tok<'_>, close: &Tok<'_>) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        if token.tok == *open {
            depth += 1;
        } else if token.tok == *close {
            depth -= 1;
        }
        if depth == 0 {
            return i + 1;
        }
    }
    tokens.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use il::source::SourceFile;

    #[test]
    fn lines_follow_the_markers() {
        let text = "# 0 \"a.c\"\n# 1 \"<built-in>\" 1\n# 1 \"a.c\"\n# 1 \"/sys/m.h\" 1 3 4\nint s;\n# 2 \"a.c\" 2\nint x;\n\n# 1 \"b.h\" 1\nint y;\n# 5 \"a.c\" 2\nint z;\n";
        let mut sources = Sources::new();
        let main = sources.add(SourceFile { path: "a.c".into(), text: String::new() });
        let header = sources.add(SourceFile { path: "b.h".into(), text: String::new() });
        let (tokens, directives) = read(text, main, &sources);
        let found: Vec<_> = tokens.iter().skip(1).step_by(3).map(|t| (t.text, t.origin, t.line)).collect();
        let expected = [
            ("s", Origin::System, 1),
            ("x", Origin::Main(main), 2),
            ("y", Origin::Header(header), 1),
            ("z", Origin::Main(main), 5),
        ];
        assert_eq!(found, expected);
        assert!(directives.lines.contains(&(main, 1)) && directives.lines.contains(&(main, 4)), "{directives:?}");
        assert_eq!(user_files(text), ["a.c", "b.h"]);
    }

    #[test]
    fn files_are_renamed_where_they_are_entered_and_left() {
        let text = "# 1 \"a.c\"\n# 1 \"./b.h\" 1\nchar *y = \"./b.h\";\n# 2 \"a.c\" 2\n#define B \"./b.h\"\n";
        let out = renamed(text, |name| (name == "./b.h").then(|| "x \"b\".h".to_string()));
        assert_eq!(out, text.replace("# 1 \"./b.h\" 1", "# 1 \"x \\\"b\\\".h\" 1"));
        assert_eq!(user_files(&out), ["a.c", "x \"b\".h"]);
    }

    #[test]
    fn decorations_are_left_out() {
        let text = "extern double f(double) __asm__(\"g\") __attribute__((const)); _Static_assert(1, \"\"); [[maybe_unused, gnu::const]] asm volatile(\"nop\");";
        let mut sources = Sources::new();
        let main = sources.add(SourceFile { path: "a.c".into(), text: String::new() });
        let words: Vec<_> = read(text, main, &sources).0.iter().map(|t| t.text).collect();
        assert_eq!(words.join(" "), "extern double f ( double ) ; asm ;");
    }

    #[test]
    fn broken_markers_are_not_markers() {
        for text in ["# 1", "# 1 \"a", "# x \"a\"", "#", "# 99999999999999999999999 \"a\"", "#pragma omp"] {
            assert!(marker(text).is_none(), "{text}");
        }
    }
}
