//! What the grammar's actions share: places, spellings, and putting specifiers and declarators together.

use crate::ast::*;
use crate::preprocessed::Token;
use il::source::Span;
use lalrpop_util::ParseError;
use std::cell::RefCell;

/// What an action can look at: the tokens, and what was parsed ahead of it.
pub struct Context<'a, 'c> {
    /// All tokens of the translation unit; locations are indices into them.
    pub tokens: &'c [Token<'a>],
    /// Names of the macros that [`Token::expansion`] numbers.
    pub macros: &'c [String],
    /// Attributes that [`Token::layout`] numbers.
    pub layouts: &'c [String],
    /// The statement expressions of the piece being parsed, each taken once.
    pub blocks: RefCell<Vec<Option<Block>>>,
}

/// What an action that refuses returns.
type Refused<'a> = ParseError<usize, crate::tokens::Tok<'a>, String>;

impl<'a> Context<'a, '_> {
    /// The span of the tokens `from..to`.
    pub fn span(&self, from: usize, to: usize) -> Span {
        let last = to.saturating_sub(1).max(from);
        match (self.tokens.get(from), self.tokens.get(last)) {
            (Some(first), Some(last)) => first.span.to(last.span),
            _ => Span::NONE,
        }
    }

    /// The macro whose whole expansion the tokens `from..to` are.
    pub fn spelled(&self, from: usize, to: usize) -> Option<String> {
        let expansion = |at: usize| self.tokens.get(at).map_or(0, |token| token.expansion);
        let mine = expansion(from);
        let whole = mine != 0
            && expansion(to.checked_sub(1)?) == mine
            && expansion(to) != mine
            && from.checked_sub(1).is_none_or(|before| expansion(before) != mine);
        if whole { self.macros.get(mine - 1).cloned() } else { None }
    }

    /// The attributes at one of these tokens that say how something lies in memory.
    pub fn layout(&self, at: &[usize]) -> Option<String> {
        let here = at.iter().filter_map(|at| self.tokens.get(*at)?.layout.checked_sub(1));
        let all: Vec<&str> = here.map(|k| self.layouts[k].as_str()).collect();
        (!all.is_empty()).then(|| all.join(" "))
    }

    /// An expression made of the tokens `from..to`.
    pub fn expr(&self, kind: ExprKind, from: usize, to: usize) -> Expr {
        Expr { kind, span: self.span(from, to), spelled: self.spelled(from, to) }
    }

    /// The statement expression number `index`.
    pub fn statement_expression(&self, index: usize, from: usize, to: usize) -> Result<Expr, Refused<'a>> {
        let block = self.blocks.borrow_mut().get_mut(index).and_then(Option::take);
        match block {
            Some(block) => Ok(self.expr(ExprKind::Block(block), from, to)),
            None => refuse("statement expression used twice"),
        }
    }

    /// Puts specifiers together; refuses combinations that are no type.
    pub fn specs(&self, items: Vec<Spec>, from: usize, to: usize) -> Result<Specs, Refused<'a>> {
        let mut words = Vec::new();
        let mut spelling: Vec<String> = Vec::new();
        let mut from_macro = false;
        let mut base = None;
        let mut specs = Specs {
            storage: None,
            thread_local: false,
            inline: false,
            noreturn: false,
            quals: Vec::new(),
            layout: self.layout(&[from]),
            ty: TypeSpec::Basic { words: Vec::new(), spelled: None },
            span: self.span(from, to),
        };
        for item in items {
            match item {
                Spec::Storage(storage) => {
                    if specs.storage.is_some_and(|other| other != storage) {
                        return refuse("two storage classes in one declaration");
                    }
                    specs.storage = Some(storage);
                }
                Spec::ThreadLocal => specs.thread_local = true,
                Spec::Inline => specs.inline = true,
                Spec::Noreturn => specs.noreturn = true,
                Spec::Qualifier(qualifier) => {
                    if !specs.quals.contains(&qualifier) {
                        specs.quals.push(qualifier);
                    }
                }
                Spec::Word(word, spelled) => {
                    from_macro |= spelled.is_some();
                    spelling.push(spelled.unwrap_or_else(|| word.to_string()));
                    words.push(word);
                }
                Spec::Type(ty) => {
                    if base.replace(ty).is_some() {
                        return refuse("two types in one declaration");
                    }
                }
            }
        }
        specs.ty = match (base, words.is_empty()) {
            (Some(base), true) => base,
            (Some(_), false) => return refuse("two types in one declaration"),
            (None, true) => return refuse("a declaration without a type"),
            (None, false) => {
                let spelled = from_macro.then(|| spelling.join(" "));
                TypeSpec::Basic { words, spelled }
            }
        };
        Ok(specs)
    }
}

fn refuse<'a, T>(message: &str) -> Result<T, Refused<'a>> {
    Err(ParseError::User { error: message.to_string() })
}

/// One declaration specifier.
#[derive(Clone, Debug)]
pub enum Spec {
    /// A storage class.
    Storage(Storage),
    /// `_Thread_local`.
    ThreadLocal,
    /// `inline`.
    Inline,
    /// `_Noreturn`.
    Noreturn,
    /// A qualifier.
    Qualifier(Qualifier),
    /// A word of a basic type, and the macro it came from.
    Word(&'static str, Option<String>),
    /// A type that stands alone.
    Type(TypeSpec),
}

/// A declarator without a name.
pub fn nameless(span: Span) -> Declarator {
    Declarator { name: None, derived: Vec::new(), span }
}

/// `inner` with one more suffix.
pub fn derived(mut inner: Declarator, suffix: Derived) -> Declarator {
    inner.derived.push(suffix);
    inner
}

/// `inner` with stars in front; the one next to it comes first.
pub fn pointing(mut inner: Declarator, pointers: Vec<Vec<Qualifier>>) -> Declarator {
    inner.derived.extend(pointers.into_iter().rev().map(Derived::Pointer));
    inner
}

/// A parameter list; `(void)` is empty.
pub fn prototype(params: Vec<Param>, variadic: bool) -> Params {
    let is_void = |param: &Param| {
        param.declarator.name.is_none()
            && param.declarator.derived.is_empty()
            && matches!(&param.specs.ty, TypeSpec::Basic { words, .. } if words[..] == ["void"])
    };
    match &params[..] {
        [only] if is_void(only) => Params::Prototype { params: Vec::new(), variadic },
        _ => Params::Prototype { params, variadic },
    }
}
