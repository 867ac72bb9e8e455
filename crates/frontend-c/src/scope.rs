//! Which words name types where they stand.
//!
//! C cannot be parsed without knowing typedef names. [`Scopes`] remembers, scope by scope, what declarations made of each name;
//! [`classify`] turns words into [`Tok::TypeName`] where a type can stand.

use crate::preprocessed::Token;
use crate::tokens::Tok;
use std::collections::BTreeMap;

/// Ordinary names of the open scopes: whether each is a typedef.
#[derive(Debug)]
pub struct Scopes {
    open: Vec<BTreeMap<String, bool>>,
}

impl Default for Scopes {
    fn default() -> Self {
        Scopes { open: vec![BTreeMap::new()] }
    }
}

impl Scopes {
    /// Opens a scope.
    pub fn enter(&mut self) {
        self.open.push(BTreeMap::new());
    }

    /// Closes the innermost scope; the file's stays.
    pub fn leave(&mut self) {
        if self.open.len() > 1 {
            self.open.pop();
        }
    }

    /// Declares `name` in the innermost scope.
    pub fn declare(&mut self, name: &str, is_type: bool) {
        if let Some(scope) = self.open.last_mut() {
            scope.insert(name.to_string(), is_type);
        }
    }

    /// Whether `name` is declared here, as whatever it may be.
    pub fn knows(&self, name: &str) -> bool {
        self.open.iter().any(|scope| scope.contains_key(name))
    }

    /// The names of types.
    pub fn types(&self) -> impl Iterator<Item = &str> {
        let names = self.open.iter().flat_map(|scope| scope.iter().filter(|(_, is_type)| **is_type));
        names.map(|(name, _)| name.as_str()).filter(|name| !name.starts_with('_'))
    }

    /// Whether `name` names a type here.
    pub fn is_type(&self, name: &str) -> bool {
        self.open.iter().rev().find_map(|scope| scope.get(name)).copied().unwrap_or(false)
    }
}

/// The token at `at`, with a word that names a type turned into [`Tok::TypeName`]; `start` is where the declaration or expression starts.
///
/// A type name can stand where a declaration or a parameter starts, or after an opening parenthesis; after another type, a star, a dot
/// or `struct` the same word is a name of its own.
pub fn classify<'a>(tokens: &[Token<'a>], start: usize, at: usize, in_parentheses: bool, scopes: &Scopes) -> Tok<'a> {
    let Tok::Word(word) = tokens[at].tok else { return tokens[at].tok };
    let passes = |tok: &Tok<'_>| {
        matches!(
            tok,
            Tok::Qual(_)
                | Tok::Typedef
                | Tok::Extern
                | Tok::Static
                | Tok::Auto
                | Tok::Register
                | Tok::ThreadLocal
                | Tok::Inline
                | Tok::Noreturn
        )
    };
    let before = tokens[start..at].iter().rev().find(|token| !passes(&token.tok));
    let stands = match before.map(|token| token.tok) {
        None | Some(Tok::Semi | Tok::LBrace | Tok::LParen | Tok::RParen) => true,
        Some(Tok::Comma) => in_parentheses,
        // `*const name`: the star's qualifiers lead here too.
        _ => false,
    };
    if stands && scopes.is_type(word) { Tok::TypeName(word) } else { tokens[at].tok }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inner_names_hide_types() {
        let mut scopes = Scopes::default();
        scopes.declare("real", true);
        scopes.enter();
        assert!(scopes.is_type("real"));
        scopes.declare("real", false);
        assert!(!scopes.is_type("real"));
        scopes.leave();
        scopes.leave();
        assert!(scopes.is_type("real"));
    }
}
