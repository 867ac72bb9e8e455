//! The entry point: text to tree. One bad statement costs one diagnostic and that statement.

use il::source::{Diagnostic, FileId, Sources, Span};
use lalrpop_util::ParseError;

use crate::ast::{File, Form, Meta, Stmt, StmtKind};
use crate::blocks::Blocks;
use crate::classify::{Kind, Outer, Skeleton, classify};
use crate::cpp;
use crate::grammar::StatementParser;
use crate::lines::{self, Options};
use crate::make::{Context, Refusal};
use crate::messages;
use crate::pieces::Piece;
use crate::source_form;
use crate::statements::{self, Cooked, Loader};
use crate::tokens::{AttrWord, Class, Forced, Tok, Tokens};

/// Reads `file` and all that it includes. Never fails, never panics: what is wrong is in the diagnostics, and in
/// [`crate::ast::Unit::has_error`].
pub fn parse(
    sources: &mut Sources,
    file: FileId,
    loader: &mut dyn Loader,
    options: &Options,
) -> (File, Vec<Diagnostic>) {
    let form = options.form.unwrap_or_else(|| lines::form_of(&sources[file].path));
    // Preprocessing changes it.
    let original = is_preprocessed(sources, file, options).then(|| sources[file].text.clone());
    let (tree, diagnostics) = parse_as(form, sources, file, loader, options);
    match source_form::other(sources, file, original, form, &diagnostics, options) {
        // All that is said follows from it.
        Some(said) => (tree, vec![said]),
        None => (tree, diagnostics),
    }
}

/// Who gives macros wants them replaced, whatever the file is called.
fn is_preprocessed(sources: &Sources, file: FileId, options: &Options) -> bool {
    cpp::wanted(&sources[file].path, &sources[file].text) || !options.definitions.list.is_empty()
}

pub(crate) fn parse_as(
    form: Form,
    sources: &mut Sources,
    file: FileId,
    loader: &mut dyn Loader,
    options: &Options,
) -> (File, Vec<Diagnostic>) {
    let mut diagnostics = Vec::new();
    if is_preprocessed(sources, file, options) {
        diagnostics = cpp::preprocess(sources, file, loader, &options.definitions);
    }
    let read = statements::read(sources, file, form, loader, options);
    diagnostics.extend(read.diagnostics);
    let parser = StatementParser::new();
    let mut blocks = Blocks::default();
    for statement in read.list {
        if let Some(id) = statement.include {
            let include = &read.includes[id.0 as usize];
            let kind = match include.described {
                true => StmtKind::Described(include.name.clone()),
                false => StmtKind::Include(id),
            };
            blocks.include(statement.meta, kind);
            continue;
        }
        let source = &sources[statement.cooked.file].text;
        let one = One {
            parser: &parser,
            skeleton: Skeleton::new(&statement.cooked, form),
            cooked: &statement.cooked,
            form,
            source,
            assignments: blocks.assignments_allowed(),
        };
        let piece = one.piece(0, MAX_NESTED).unwrap_or_else(|diagnostic| {
            diagnostics.push(*diagnostic);
            Piece::Error(one.text(0).into())
        });
        blocks.add(statement.meta, piece);
    }
    let (units, unbalanced) = blocks.finish();
    diagnostics.extend(unbalanced);
    diagnostics.sort_by_key(|diagnostic| (diagnostic.span.file, diagnostic.span.start));
    (File { file, form, units, trailing: read.trailing, includes: read.includes }, diagnostics)
}

/// `IF (…) FORALL (…) WHERE (…) a = b` is as deep as statements nest in one another.
const MAX_NESTED: usize = 3;

/// One statement.
struct One<'a> {
    parser: &'a StatementParser,
    skeleton: Skeleton,
    cooked: &'a Cooked,
    form: Form,
    source: &'a str,
    assignments: bool,
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

impl<'a> One<'a> {
    /// The part of the statement from `from` on, on one line and with the user's blanks.
    fn text(&self, from: usize) -> String {
        match self.form {
            Form::Fixed => self.cooked.with_blanks(from, self.source),
            Form::Free => self.cooked.text.get(from..).unwrap_or("").trim_start().to_string(),
        }
    }

    /// What the text from `from` on says.
    fn piece(&self, from: usize, nested: usize) -> Parsed<Piece> {
        let text: &'a str = &self.cooked.text;
        let classified = classify(&self.skeleton, text, from, self.assignments);
        let end = text.len();
        match classified.kind {
            Kind::Unknown => Err(self.unknown(from)),
            Kind::Format => {
                let format = self.text(classified.start);
                Ok(Piece::Simple(StmtKind::Format(format.trim().into())))
            }
            Kind::Class(class) => {
                let mut piece = self.run(classified.start..end, class, &classified.forced)?;
                if let Piece::Simple(StmtKind::Io(io)) = &mut piece {
                    io.text = self.text(from).into();
                }
                Ok(piece)
            }
            Kind::Nested { outer, rest } => {
                let class = if outer == Outer::Forall { Class::Forall } else { Class::Condition };
                let head = self.run(classified.start..rest, class, &classified.forced)?;
                let then = Box::new(self.inner(rest, outer, nested)?);
                let kind = match (outer, head) {
                    (Outer::If, Piece::Where(condition)) => StmtKind::IfStmt { condition, then },
                    (_, Piece::Where(mask)) => StmtKind::WhereStmt { mask, then },
                    (_, Piece::Forall(header)) => StmtKind::ForallStmt { header: Box::new(header), then },
                    (_, other) => return Ok(other),
                };
                Ok(Piece::Simple(kind))
            }
        }
    }

    /// The statement inside an IF, WHERE or FORALL statement.
    fn inner(&self, from: usize, outer: Outer, nested: usize) -> Parsed<Stmt> {
        let from = from + self.cooked.text[from..].bytes().take_while(|&byte| byte == b' ' || byte == b'\t').count();
        let span = self.cooked.span(from, self.cooked.text.len());
        let Some(nested) = nested.checked_sub(1) else { return Err(Box::new(messages::not_an_action(span))) };
        let Piece::Simple(kind) = self.piece(from, nested)? else {
            return Err(Box::new(messages::not_an_action(span)));
        };
        let fits = match outer {
            Outer::If => kind.is_executable() && !matches!(kind, StmtKind::IfStmt { .. } | StmtKind::Entry { .. }),
            Outer::Where => matches!(kind, StmtKind::Assign { .. }),
            Outer::Forall => matches!(
                kind,
                StmtKind::Assign { .. }
                    | StmtKind::PointerAssign { .. }
                    | StmtKind::WhereStmt { .. }
                    | StmtKind::ForallStmt { .. }
            ),
        };
        if fits {
            Ok(Stmt { meta: Meta { span, ..Meta::NONE }, kind })
        } else {
            Err(Box::new(messages::not_an_action(span)))
        }
    }

    fn run(&self, range: std::ops::Range<usize>, class: Class, forced: &[Forced<'a>]) -> Parsed<Piece> {
        let context = Context { cooked: self.cooked };
        let start = range.start;
        let tokens = Tokens::new(&self.cooked.text, range, class, forced, &self.cooked.holleriths);
        let tokens = tokens.map(|token| token.map_err(Refusal::from));
        self.parser
            .parse(&context, tokens)
            .map(|piece| *piece)
            .map_err(|error| Box::new(self.explain(error, class, start)))
    }

    fn explain(&self, error: ParseError<usize, Tok<'_>, Refusal>, class: Class, start: usize) -> Diagnostic {
        let cooked = self.cooked;
        let opens = cooked.text[start..].trim_start().starts_with('(');
        if class == Class::Attr(AttrWord::Pointer) && opens {
            return messages::unsupported(self.whole(), "Cray pointers");
        }
        match error {
            ParseError::InvalidToken { location } => {
                messages::syntax(cooked.span(location, location + 1), &[], "this character")
            }
            ParseError::UnrecognizedEof { expected, .. } => {
                let end = cooked.text.len();
                let span = cooked.span(end.saturating_sub(1), end);
                messages::syntax(Span { start: span.end, ..span }, &expected, "the end of the statement")
            }
            // Behind a name it can only be that of an image.
            ParseError::UnrecognizedToken { token: (start, Tok::OpenBracket, end), .. }
                if cooked.text[..start].trim_end().ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ')') =>
            {
                messages::coarray(cooked.span(start, end))
            }
            ParseError::UnrecognizedToken { token: (start, _, end), expected } => {
                let found = cooked.text.get(start..end).unwrap_or("");
                messages::syntax(cooked.span(start, end), &expected, &format!("'{found}'"))
            }
            ParseError::ExtraToken { token: (start, _, end) } => {
                let found = cooked.text.get(start..end).unwrap_or("");
                messages::syntax(cooked.span(start, end), &[], &format!("'{found}'"))
            }
            ParseError::User { error: Refusal::Lex(error) } => {
                messages::lexical(cooked.span(error.start, error.end), error.message)
            }
            ParseError::User { error: Refusal::At(span, message) } => {
                messages::refused(if span == Span::NONE { self.whole() } else { span }, message)
            }
        }
    }

    fn unknown(&self, from: usize) -> Box<Diagnostic> {
        let text = self.text(from);
        let span = self.cooked.span(from, self.cooked.text.len());
        Box::new(match messages::known_extension(&text) {
            Some(what) => messages::unsupported(span, what),
            None => messages::not_recognised(span),
        })
    }

    fn whole(&self) -> Span {
        self.cooked.span(0, self.cooked.text.len())
    }
}
