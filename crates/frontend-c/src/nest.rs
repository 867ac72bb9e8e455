//! Statements and external declarations: cutting the tokens into pieces and nesting them.
//!
//! C's statements need no grammar: each starts with its keyword and ends with its semicolon or brace. This pass finds the pieces, hands
//! each declaration and expression to the grammar, and keeps the scopes of typedef names on the way. A piece that does not parse costs one
//! diagnostic and itself. Comments go to the statement that follows them, or that ends on their line.

use crate::ast::*;
use crate::brackets::{depth, partners};
use crate::grammar;
use crate::mistakes;
use crate::parts::Context;
use crate::preprocessed::Token;
use crate::remarks::Remarks;
use crate::scope::{Scopes, classify};
use crate::tokens::Tok;
use il::source::{Diagnostic, Span};
use lalrpop_util::ParseError;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// How deep statements may nest before we give up on one.
const MAX_NESTING: usize = 127;
/// How deep an expression may get before we give up on it.
const MAX_DEPTH: usize = 1500;

/// The state of the pass.
pub struct Nester<'a, 'c> {
    tokens: &'c [Token<'a>],
    macros: &'c [String],
    layouts: &'c [String],
    /// For each opening bracket its closing one.
    partner: Vec<usize>,
    at: usize,
    scopes: Scopes,
    remarks: Remarks,
    depth: usize,
    /// It was said that a brace stays open.
    said_open: bool,
    diagnostics: Vec<Diagnostic>,
    /// Words of pieces that did not parse.
    lost: BTreeSet<String>,
}

/// What was found.
pub struct Nested {
    /// Everything in order.
    pub items: Vec<External>,
    /// The comments that no declaration took.
    pub remarks: Remarks,
    /// What could not be parsed.
    pub diagnostics: Vec<Diagnostic>,
    /// The words that stand in it.
    pub lost: BTreeSet<String>,
}

impl<'a, 'c> Nester<'a, 'c> {
    /// A pass over `tokens`.
    pub fn new(tokens: &'c [Token<'a>], (macros, layouts): (&'c [String], &'c [String]), remarks: Remarks) -> Self {
        let partner = partners(tokens);
        Nester {
            tokens,
            macros,
            layouts,
            partner,
            at: 0,
            scopes: Scopes::default(),
            remarks,
            depth: 0,
            said_open: false,
            diagnostics: Vec::new(),
            lost: BTreeSet::new(),
        }
    }

    /// Nests all tokens.
    pub fn run(mut self) -> Nested {
        let mut items = Vec::new();
        while self.at < self.tokens.len() {
            items.push(self.external());
        }
        Nested { items, remarks: self.remarks, diagnostics: self.diagnostics, lost: self.lost }
    }

    // ---- looking

    fn tok(&self, at: usize) -> Option<Tok<'a>> {
        self.tokens.get(at).map(|token| token.tok)
    }

    fn span(&self, from: usize, to: usize) -> Span {
        let last = to.saturating_sub(1).max(from);
        match (self.tokens.get(from), self.tokens.get(last)) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => self.tokens.last().map_or(Span::NONE, |token| token.span),
        }
    }

    /// The end of the bracket group at `at` (after its closing bracket), or the next token.
    fn after(&self, at: usize) -> usize {
        match self.tok(at) {
            Some(Tok::LParen | Tok::LBracket | Tok::LBrace) => {
                self.partner[at].saturating_add(1).min(self.tokens.len())
            }
            _ => at + 1,
        }
    }

    // ---- diagnostics

    fn error(&mut self, code: &'static str, span: Span, message: String) {
        // What a system header says is not the user's fault: what it declares is just not known.
        if span.file.is_some() {
            let note = "it was left out; the preprocessed text is what is read, so look at the macros of this line too";
            self.diagnostics.push(Diagnostic::error(code, span, message).note(note));
        }
    }

    /// Says what a mistake is: of the system's headers nothing.
    fn say(&mut self, said: Diagnostic) {
        if said.span.file.is_some() {
            self.diagnostics.push(said);
        }
    }

    /// The tokens `from..to` did not parse.
    fn lose(&mut self, from: usize, to: usize) {
        let words = self.tokens[from..to.min(self.tokens.len())].iter().filter_map(|t| match t.tok {
            Tok::Word(word) if t.span.file.is_some() => Some(word.to_string()),
            _ => None,
        });
        self.lost.extend(words);
    }

    /// Whether the bracket at `open` is closed; says so if not.
    fn is_closed(&mut self, open: usize) -> bool {
        let closed = mistakes::unclosed(self.tokens, &self.partner, open, open + 1).is_none();
        if !closed {
            let end = self.partner[open].min(self.tokens.len().saturating_sub(1));
            self.say(mistakes::not_closed(self.tokens, open, self.span(end, end + 1)));
        }
        closed
    }

    fn syntax_error(&mut self, error: ParseError<usize, Tok<'a>, String>, from: usize, to: usize) {
        self.lose(from, to);
        if let ParseError::UnrecognizedToken { token: (at, tok, _), .. } = error {
            if let Some(open) = mistakes::unclosed(self.tokens, &self.partner, from, at) {
                return self.say(mistakes::not_closed(self.tokens, open, self.span(at, at + 1)));
            }
            if let Some(word) = mistakes::unknown_word(self.tokens, &self.scopes, from, at) {
                return self.say(mistakes::misspelt(self.tokens[word].text, self.span(word, word + 1), &self.scopes));
            }
            if matches!(tok, Tok::RParen | Tok::RBracket) && !self.partner[from..at].contains(&at) {
                let message = format!("this `{}` closes nothing", self.tokens[at].text);
                return self.say(
                    Diagnostic::error("RT0106", self.span(at, at + 1), message)
                        .note("leave it out, or add what opens it"),
                );
            }
        }
        let (at, message) = match error {
            ParseError::UnrecognizedToken { token: (at, _, _), .. } | ParseError::ExtraToken { token: (at, _, _) } => {
                let found = self.tokens.get(at).map_or("end of file", |token| token.text);
                (at, format!("`{found}` is not expected here"))
            }
            ParseError::UnrecognizedEof { .. } => (to.saturating_sub(1).max(from), "something is missing here".into()),
            ParseError::InvalidToken { location } => (location, "this is no C token".into()),
            ParseError::User { error } => (from, error),
        };
        let mut place = self.span(at.min(self.tokens.len().saturating_sub(1)), at + 1);
        if place.file.is_none() {
            place = self.span(from, to);
        }
        self.error("RT0101", place, message);
    }

    // ---- the grammar

    /// The tokens `from..to` as the grammar wants them, type names told apart and statement expressions parsed.
    fn prepare(&mut self, from: usize, to: usize) -> Option<(Vec<(usize, Tok<'a>, usize)>, Vec<Option<Block>>)> {
        if depth(&self.tokens[from..to]) > MAX_DEPTH {
            self.error("RT0108", self.span(from, to), "this is nested too deeply to be read".into());
            return None;
        }
        let mut pieces = Vec::with_capacity(to - from);
        let mut blocks = Vec::new();
        let mut open: Vec<Tok<'a>> = Vec::new();
        let mut at = from;
        while at < to {
            let token = self.tokens[at];
            match token.tok {
                Tok::LParen if self.tok(at + 1) == Some(Tok::LBrace) => {
                    let end = self.after(at).min(to);
                    let resume = std::mem::replace(&mut self.at, at + 1);
                    let block = self.block(end.saturating_sub(1));
                    self.at = resume;
                    pieces.push((at, Tok::Braced(blocks.len()), end));
                    blocks.push(Some(block));
                    at = end;
                    continue;
                }
                Tok::LParen | Tok::LBracket | Tok::LBrace => open.push(token.tok),
                Tok::RParen | Tok::RBracket | Tok::RBrace => {
                    open.pop();
                }
                Tok::Asm => {
                    at += 1;
                    continue;
                }
                _ => {}
            }
            let in_parentheses = open.last() == Some(&Tok::LParen);
            pieces.push((at, classify(self.tokens, from, at, in_parentheses, &self.scopes), at + 1));
            at += 1;
        }
        Some((pieces, blocks))
    }

    /// Parses the tokens `from..to` with `parser`.
    fn parse<T>(
        &mut self,
        from: usize,
        to: usize,
        parser: impl FnOnce(&Context<'a, 'c>, Vec<Triple<'a>>) -> Result<T, ParseError<usize, Tok<'a>, String>>,
    ) -> Option<T> {
        let (pieces, blocks) = self.prepare(from, to)?;
        let cx =
            Context { tokens: self.tokens, macros: self.macros, layouts: self.layouts, blocks: RefCell::new(blocks) };
        match parser(&cx, pieces) {
            Ok(parsed) => Some(parsed),
            Err(error) => {
                self.syntax_error(error, from, to);
                None
            }
        }
    }

    fn expression(&mut self, from: usize, to: usize) -> Option<Expr> {
        self.parse(from, to, |cx, pieces| grammar::ExprParser::new().parse(cx, pieces.into_iter().map(Ok)))
    }

    /// Parses a declaration, semicolon included, and declares its names.
    fn declaration(&mut self, from: usize, to: usize) -> Option<Declaration> {
        let mut declaration =
            self.parse(from, to, |cx, pieces| grammar::DeclarationParser::new().parse(cx, pieces.into_iter().map(Ok)))?;
        let is_type = declaration.specs.storage == Some(Storage::Typedef);
        self.declare_constants(&declaration.specs.ty);
        for item in &declaration.items {
            if let Some(name) = &item.declarator.name {
                self.scopes.declare(name, is_type);
            }
        }
        if let TypeSpec::Record(record) = &mut declaration.specs.ty {
            self.remarks.of_members(record);
        }
        Some(declaration)
    }

    /// Enumeration constants are ordinary names: they may hide a type.
    fn declare_constants(&mut self, ty: &TypeSpec) {
        if let TypeSpec::Enum(EnumSpec { constants: Some(constants), .. }) = ty {
            constants.iter().for_each(|constant| self.scopes.declare(&constant.name, false));
        }
    }

    // ---- external declarations

    fn external(&mut self) -> External {
        let start = self.at;
        let first = self.tokens[start];
        let mut comments = Comments { before: self.remarks.before(first.span), after: Vec::new() };
        let kind = match first.tok {
            Tok::Hash(text) => {
                self.at += 1;
                ExternalKind::Pragma(text.to_string())
            }
            Tok::Semi => {
                self.at += 1;
                ExternalKind::Nothing
            }
            Tok::Asm => {
                self.at = self.piece_end(start, self.tokens.len());
                ExternalKind::Nothing
            }
            _ => match self.external_shape() {
                Shape::Declaration(end) => {
                    self.at = end;
                    self.declaration(start, end).map_or(ExternalKind::Unparsed, ExternalKind::Declaration)
                }
                Shape::Function(brace) => {
                    let end = self.after(brace);
                    let kind = self.function(start, brace).map_or(ExternalKind::Unparsed, ExternalKind::Function);
                    self.at = end;
                    kind
                }
                Shape::Neither(end) => {
                    self.at = end;
                    self.lose(start, end);
                    self.no_declaration(start, end);
                    // The body of what was no function is none of its own.
                    if self.tok(self.at) == Some(Tok::LBrace) && first.tok != Tok::LBrace {
                        self.at = self.after(self.at);
                    }
                    ExternalKind::Unparsed
                }
            },
        };
        self.at = self.at.max(start + 1).min(self.tokens.len());
        let span = self.span(start, self.at);
        self.remarks.around(span, &mut comments);
        External { kind, origin: first.origin, span, comments }
    }

    /// The tokens `start..end` are no external declaration.
    fn no_declaration(&mut self, start: usize, end: usize) {
        let first = self.tokens[start];
        if let Some(open) = mistakes::unclosed(self.tokens, &self.partner, start, end) {
            let behind = self.partner[open].saturating_add(1).min(self.tokens.len() - 1);
            return self.say(mistakes::not_closed(self.tokens, open, self.span(behind, behind + 1)));
        }
        let last = end.saturating_sub(1);
        let closes = matches!(self.tok(last), Some(Tok::RParen | Tok::RBracket | Tok::RBrace));
        if closes && last >= start && !self.partner[start..last].contains(&last) {
            let message = format!("this `{}` closes nothing", self.tokens[last].text);
            return self.say(
                Diagnostic::error("RT0106", self.span(last, last + 1), message)
                    .note("leave it out, or add what opens it"),
            );
        }
        if let Some(word) = mistakes::unknown_word(self.tokens, &self.scopes, start, start) {
            return self.say(mistakes::misspelt(self.tokens[word].text, self.span(word, word + 1), &self.scopes));
        }
        let place = self.span(start, end);
        let message = format!("a declaration cannot start with `{}`", first.text);
        self.error("RT0101", Span { end: place.end.min(first.span.end), ..place }, message);
    }

    /// Where the external declaration at `self.at` ends and what it is.
    fn external_shape(&self) -> Shape {
        let mut at = self.at;
        let mut old_style = false;
        let mut assigned = false;
        while at < self.tokens.len() {
            match self.tokens[at].tok {
                Tok::Semi if !old_style => return Shape::Declaration(at + 1),
                Tok::LBrace if !assigned && at > self.at && (old_style || self.tok(at - 1) == Some(Tok::RParen)) => {
                    return Shape::Function(at);
                }
                Tok::LBrace if !assigned && !self.opens_type(at) => return Shape::Neither(self.after(at)),
                Tok::RBrace | Tok::RParen | Tok::RBracket => return Shape::Neither(at + 1),
                Tok::Hash(_) if at > self.at => return Shape::Neither(at),
                Tok::Eq => assigned = true,
                Tok::LParen => {
                    let next = self.after(at);
                    let declares = self.tok(next).is_some_and(|tok| self.declares(tok));
                    old_style |= declares && !assigned && at > self.at + 1 && self.tok(at - 1) != Some(Tok::Typeof);
                }
                _ => {}
            }
            at = self.after(at);
        }
        Shape::Neither(self.tokens.len())
    }

    /// Whether the brace at `at` opens a structure, union or enumeration.
    fn opens_type(&self, at: usize) -> bool {
        let is_keyword = |at: Option<usize>| {
            at.and_then(|at| self.tok(at)).is_some_and(|tok| matches!(tok, Tok::Struct | Tok::Union | Tok::Enum))
        };
        is_keyword(at.checked_sub(1)) || is_keyword(at.checked_sub(2))
    }

    fn function(&mut self, start: usize, brace: usize) -> Option<FunctionDefinition> {
        let head = self
            .parse(start, brace, |cx, pieces| grammar::FunctionHeadParser::new().parse(cx, pieces.into_iter().map(Ok)));
        if let Some(name) = head.as_ref().and_then(|(_, declarator, _)| declarator.name.as_ref()) {
            self.scopes.declare(name, false);
        }
        self.scopes.enter();
        if let Some((_, declarator, _)) = &head {
            for name in parameter_names(declarator) {
                self.scopes.declare(&name, false);
            }
        }
        self.at = brace;
        let body = self.block(self.after(brace));
        self.scopes.leave();
        let (specs, declarator, old_style) = head?;
        Some(FunctionDefinition { specs, declarator, old_style, body })
    }

    // ---- statements

    /// The brace at `open` stays open to the end of the file. Of several the outermost is said: it is the one that lacks its partner.
    fn not_closed(&mut self, open: usize) {
        if self.partner[open] < self.tokens.len() || self.said_open {
            return;
        }
        self.said_open = true;
        if let (Some(brace), Some(last)) = (self.tokens.get(open), self.tokens.last()) {
            let (brace, last) = (brace.span, last.span);
            if brace.file.is_some() {
                let message = "this block is not closed: `}` is missing";
                let said = Diagnostic::error("RT0106", brace, message).label("opened here");
                self.diagnostics
                    .push(said.with(last, "still open here").note("one of the blocks inside may have taken its `}`"));
            }
        }
    }

    /// The block whose opening brace is at `self.at`; leaves `self.at` after its closing brace, and not after `limit`.
    fn block(&mut self, limit: usize) -> Block {
        let open = self.at;
        self.not_closed(open);
        let end = self.after(open).min(limit).max(open + 1);
        // Without a closing brace (end of file) there is nothing to leave out.
        let closed = self.tok(end - 1) == Some(Tok::RBrace);
        let last = if closed { end - 1 } else { end };
        self.scopes.enter();
        self.at = open + 1;
        let mut stmts = Vec::new();
        while self.at < last {
            self.statement(last, &mut stmts);
        }
        self.scopes.leave();
        let trailing = if closed { self.remarks.before(self.tokens[last].span) } else { Vec::new() };
        self.at = end;
        Block { stmts, braced: true, trailing, span: self.span(open, end) }
    }

    /// The body of a compound statement: a block, or one statement with its labels.
    fn body(&mut self, limit: usize) -> Block {
        if self.tok(self.at) == Some(Tok::LBrace) && self.depth < MAX_NESTING {
            self.depth += 1;
            let block = self.block(limit);
            self.depth -= 1;
            return block;
        }
        let start = self.at;
        let mut stmts = Vec::new();
        self.scopes.enter();
        while self.at < limit {
            self.statement(limit, &mut stmts);
            let is_label =
                |stmt: &Stmt| matches!(stmt.kind, StmtKind::Case(..) | StmtKind::Default | StmtKind::Label(_));
            if !stmts.last().is_some_and(|stmt| is_label(stmt) || matches!(stmt.kind, StmtKind::Pragma(_))) {
                break;
            }
        }
        self.scopes.leave();
        if stmts.is_empty() {
            self.error("RT0101", self.span(start.saturating_sub(1), start), "a statement is missing after this".into());
        }
        Block { stmts, braced: false, trailing: Vec::new(), span: self.span(start, self.at) }
    }

    /// Parses one statement, or one label, that ends before `limit`.
    fn statement(&mut self, limit: usize, out: &mut Vec<Stmt>) {
        let start = self.at;
        let mut comments = Comments { before: self.remarks.before(self.tokens[start].span), after: Vec::new() };
        self.depth += 1;
        let kind = if self.depth > MAX_NESTING {
            self.at = limit;
            self.error("RT0108", self.span(start, start + 1), "statements are nested too deeply to be read".into());
            StmtKind::Unparsed
        } else {
            self.statement_kind(limit)
        };
        self.depth -= 1;
        self.at = self.at.max(start + 1).min(limit.max(start + 1));
        let span = self.span(start, self.at);
        self.remarks.around(span, &mut comments);
        let exact = self.is_exact(start, self.at, span);
        out.push(Stmt { kind, span, exact, comments });
    }

    /// Whether `span` covers the tokens `from..to` and no part of the tokens around them.
    fn is_exact(&self, from: usize, to: usize, span: Span) -> bool {
        let apart = |other: Option<&Token<'_>>| {
            other.is_none_or(|t| t.span.file != span.file || t.span.end <= span.start || t.span.start >= span.end)
        };
        span.file.is_some()
            && apart(from.checked_sub(1).and_then(|at| self.tokens.get(at)))
            && apart(self.tokens.get(to))
    }

    fn statement_kind(&mut self, limit: usize) -> StmtKind {
        let start = self.at;
        match self.tokens[start].tok {
            Tok::LBrace => StmtKind::Block(self.block(limit)),
            Tok::Semi => {
                self.at += 1;
                StmtKind::Empty
            }
            Tok::Hash(text) => {
                self.at += 1;
                StmtKind::Pragma(text.to_string())
            }
            Tok::Asm => {
                self.at = self.piece_end(start, limit);
                StmtKind::Asm
            }
            Tok::If => self.if_statement(limit),
            Tok::While | Tok::Switch => self.while_or_switch(limit),
            Tok::Do => self.do_while(limit),
            Tok::For => self.for_loop(limit),
            Tok::Case => self.case(limit),
            Tok::Default => {
                self.at = self.case_colon(limit) + 1;
                StmtKind::Default
            }
            Tok::Word(name) if self.at + 1 < limit && self.tok(start + 1) == Some(Tok::Colon) => {
                self.at += 2;
                StmtKind::Label(name.to_string())
            }
            Tok::Break => self.simple(limit, StmtKind::Break),
            Tok::Continue => self.simple(limit, StmtKind::Continue),
            Tok::Goto => self.goto(limit),
            Tok::Return => self.return_statement(limit),
            tok => self.plain(tok, limit),
        }
    }

    /// `if` with all its `else if`s: long chains must not nest.
    fn if_statement(&mut self, limit: usize) -> StmtKind {
        let mut arms = Vec::new();
        let mut whole = true;
        let mut other = None;
        loop {
            let cond = self.condition(limit);
            let then = self.body(limit);
            match cond {
                Some(cond) => arms.push((cond, then)),
                None => whole = false,
            }
            if self.at >= limit || self.tok(self.at) != Some(Tok::Else) {
                break;
            }
            self.at += 1;
            if self.at >= limit || self.tok(self.at) != Some(Tok::If) {
                other = Some(self.body(limit));
                break;
            }
        }
        if whole { StmtKind::If { arms, other } } else { StmtKind::Unparsed }
    }

    fn while_or_switch(&mut self, limit: usize) -> StmtKind {
        let is_loop = self.tokens[self.at].tok == Tok::While;
        let cond = self.condition(limit);
        let body = self.body(limit);
        match cond {
            Some(cond) if is_loop => StmtKind::While { cond, body },
            Some(value) => StmtKind::Switch { value, body },
            None => StmtKind::Unparsed,
        }
    }

    fn do_while(&mut self, limit: usize) -> StmtKind {
        let start = self.at;
        self.at += 1;
        let body = self.body(limit);
        if self.at >= limit || self.tok(self.at) != Some(Tok::While) {
            self.error("RT0101", self.span(start, start + 1), "`while` is missing after the body of this loop".into());
            return StmtKind::Unparsed;
        }
        let cond = self.condition(limit);
        self.semicolon(limit);
        cond.map_or(StmtKind::Unparsed, |cond| StmtKind::DoWhile { body, cond })
    }

    fn case(&mut self, limit: usize) -> StmtKind {
        let start = self.at;
        let colon = self.case_colon(limit);
        let dots = (start..colon).find(|at| self.tok(*at) == Some(Tok::Ellipsis));
        self.at = colon + 1;
        let low = self.expression(start + 1, dots.unwrap_or(colon));
        let high = dots.map(|dots| self.expression(dots + 1, colon));
        match (low, high) {
            (Some(low), None) => StmtKind::Case(low, None),
            (Some(low), Some(Some(high))) => StmtKind::Case(low, Some(high)),
            _ => StmtKind::Unparsed,
        }
    }

    fn goto(&mut self, limit: usize) -> StmtKind {
        let start = self.at;
        let Some(Tok::Word(name)) = self.tok(start + 1) else {
            self.error("RT0101", self.span(start, start + 1), "`goto` needs the name of a label".into());
            self.at = self.piece_end(start + 1, limit);
            return StmtKind::Unparsed;
        };
        self.at += 1;
        self.simple(limit, StmtKind::Goto(name.to_string()))
    }

    fn return_statement(&mut self, limit: usize) -> StmtKind {
        let start = self.at;
        let end = self.piece_end(start + 1, limit);
        self.at = end;
        if !self.ends_well(start, end) {
            return StmtKind::Unparsed;
        }
        if end == start + 2 {
            return StmtKind::Return(None);
        }
        self.expression(start + 1, end - 1).map_or(StmtKind::Unparsed, |value| StmtKind::Return(Some(value)))
    }

    /// A declaration or an expression.
    fn plain(&mut self, first: Tok<'a>, limit: usize) -> StmtKind {
        let start = self.at;
        let declares = self.declares(first);
        let end = self.piece_end(start, limit);
        if let Some((name, brace)) =
            mistakes::inner_function(self.tokens, &self.partner, start, end).filter(|_| declares)
        {
            self.at = self.after(brace).min(limit);
            self.lose(start, brace);
            self.scopes.declare(self.tokens[name].text, false);
            let message = "a function inside a function, an extension of compilers, is not read";
            let text = self.tokens[name].text;
            self.say(Diagnostic::error("RT0108", self.span(start, brace), message).note(format!(
                "move `{text}` in front of the function around it, and pass what it uses of that one as arguments"
            )));
            return StmtKind::Unparsed;
        }
        // `whlie (x < 1) { … }`
        if let (Tok::Word(word), Some(Tok::LParen)) = (first, self.tok(start + 1))
            && self.after(start + 1) < limit
            && self.tok(self.after(start + 1)) == Some(Tok::LBrace)
            && let Some(near) = mistakes::nearest_keyword(word)
        {
            self.at = self.after(self.after(start + 1)).min(limit);
            self.lose(start, self.after(start + 1));
            let message = format!("`{word}` is no keyword, and a function is not called like this");
            let said = Diagnostic::error("RT0101", self.span(start, start + 1), message);
            self.say(said.note(format!("did you mean `{near}`?")));
            return StmtKind::Unparsed;
        }
        self.at = end;
        if !self.ends_well(start, end) {
            self.lose(start, end);
            return StmtKind::Unparsed;
        }
        let parsed = if declares {
            self.declaration(start, end).map(StmtKind::Declaration)
        } else {
            self.expression(start, end - 1).map(StmtKind::Expr)
        };
        parsed.unwrap_or(StmtKind::Unparsed)
    }

    /// Whether a piece that starts with `tok` is a declaration.
    fn declares(&self, tok: Tok<'a>) -> bool {
        match tok {
            Tok::Word(word) => self.scopes.is_type(word),
            tok => tok.starts_declaration(),
        }
    }

    /// `( expression )` after the keyword at `self.at`; leaves `self.at` after it.
    fn condition(&mut self, limit: usize) -> Option<Expr> {
        let open = self.at + 1;
        if open >= limit || self.tok(open) != Some(Tok::LParen) {
            self.error("RT0101", self.span(self.at, open), "`(` is missing after this".into());
            self.at = open;
            return None;
        }
        self.at = self.after(open).min(limit);
        if !self.is_closed(open) {
            self.lose(open, self.at);
            return None;
        }
        let close = self.at.saturating_sub(1).max(open + 1);
        let condition = self.expression(open + 1, close);
        self.at = self.after(open).min(limit);
        condition
    }

    fn for_loop(&mut self, limit: usize) -> StmtKind {
        let open = self.at + 1;
        if open >= limit || self.tok(open) != Some(Tok::LParen) {
            self.error("RT0101", self.span(self.at, open), "`(` is missing after this".into());
            self.at = open;
            return StmtKind::Unparsed;
        }
        let end = self.after(open).min(limit);
        if !self.is_closed(open) {
            self.lose(open, end);
            self.at = end;
            self.body(limit);
            return StmtKind::Unparsed;
        }
        let close = end - 1;
        let first = self.piece_end(open + 1, close);
        let second = self.piece_end(first, close);
        if self.tok(first - 1) != Some(Tok::Semi) || self.tok(second - 1) != Some(Tok::Semi) || second <= first {
            self.error("RT0101", self.span(open, end), "a `for` header needs two semicolons".into());
            self.at = end;
            self.body(limit);
            return StmtKind::Unparsed;
        }
        self.scopes.enter();
        let declares = self.declares(self.tokens[open + 1].tok);
        let init = if first == open + 2 {
            Some(ForInit::None)
        } else if declares {
            self.declaration(open + 1, first).map(ForInit::Declaration)
        } else {
            self.expression(open + 1, first - 1).map(ForInit::Expr)
        };
        let mut part = |from: usize, to: usize| (from < to).then(|| self.expression(from, to));
        let cond = part(first, second - 1);
        let step = part(second, close);
        self.at = end;
        let body = self.body(limit);
        self.scopes.leave();
        let whole = !matches!((&cond, &step), (Some(None), _) | (_, Some(None)));
        match init {
            Some(init) if whole => StmtKind::For { init, cond: cond.flatten(), step: step.flatten(), body },
            _ => StmtKind::Unparsed,
        }
    }

    /// A keyword and its semicolon.
    fn simple(&mut self, limit: usize, kind: StmtKind) -> StmtKind {
        self.at += 1;
        if self.semicolon(limit) { kind } else { StmtKind::Unparsed }
    }

    fn semicolon(&mut self, limit: usize) -> bool {
        let found = self.at < limit && self.tok(self.at) == Some(Tok::Semi);
        if found {
            self.at += 1;
        } else {
            self.error("RT0101", self.span(self.at - 1, self.at), "`;` is missing after this".into());
        }
        found
    }

    /// Whether the piece of the tokens `from..end` ends with its semicolon; says so if not.
    fn ends_well(&mut self, from: usize, end: usize) -> bool {
        let well = self.tok(end - 1) == Some(Tok::Semi);
        let open = mistakes::unclosed(self.tokens, &self.partner, from, end);
        if let (false, Some(open)) = (well, open) {
            let behind = end.min(self.tokens.len() - 1);
            self.say(mistakes::not_closed(self.tokens, open, self.span(behind, behind + 1)));
        } else if !well {
            self.error("RT0101", self.span(end - 1, end), "`;` is missing after this".into());
        }
        well
    }

    /// The end of the piece that starts at `from`: after its semicolon, before `limit`, or where the next statement clearly starts.
    fn piece_end(&self, from: usize, limit: usize) -> usize {
        let mut at = from;
        while at < limit {
            match self.tokens[at].tok {
                Tok::Semi => return at + 1,
                Tok::Hash(_) if at > from => return at,
                tok if tok.starts_statement() && at > from => return at,
                _ => at = self.after(at),
            }
        }
        limit.max(from + 1).min(self.tokens.len())
    }

    /// The colon of the case label at `self.at`; the place before `limit` if there is none.
    fn case_colon(&mut self, limit: usize) -> usize {
        let mut open = 0usize;
        let mut at = self.at + 1;
        while at < limit {
            match self.tokens[at].tok {
                Tok::Question => open += 1,
                Tok::Colon if open == 0 => return at,
                Tok::Colon => open -= 1,
                Tok::Semi => break,
                _ => {}
            }
            at = self.after(at);
        }
        self.error("RT0101", self.span(self.at, self.at + 1), "`:` is missing after this label".into());
        at.min(limit).saturating_sub(1).max(self.at + 1)
    }
}

type Triple<'a> = (usize, Tok<'a>, usize);

/// What an external declaration is, and where it ends or where its body starts.
enum Shape {
    Declaration(usize),
    Function(usize),
    Neither(usize),
}

/// The names that the parameters of a function definition declare.
fn parameter_names(declarator: &Declarator) -> Vec<String> {
    declarator
        .derived
        .iter()
        .find_map(|step| match step {
            Derived::Function(Params::Prototype { params, .. }) => {
                Some(params.iter().filter_map(|param| param.declarator.name.clone()).collect())
            }
            Derived::Function(Params::OldStyle(names)) => Some(names.clone()),
            _ => None,
        })
        .unwrap_or_default()
}
