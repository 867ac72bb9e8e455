//! The words behind the name of a directive: whole expressions over the names of the procedure, names, numbers.

use il::symbol::SymbolKind;
use il::{
    BinaryOp, Block, Expr, ExprKind, Program, Scalar, ScalarClass, ScopeId, StmtKind, SymbolId, Type, Unit, UnitId,
};

use crate::derive::maps::Maps;

/// The arguments, which blanks separate outside of parentheses; quotes around one or several are left out.
pub fn words(args: &str) -> Vec<String> {
    let (mut out, mut word, mut depth) = (Vec::new(), String::new(), 0i32);
    for c in args.chars() {
        match c {
            '"' | '\'' => continue,
            '(' => depth += 1,
            ')' => depth -= 1,
            c if (c.is_whitespace() || c == ',') && depth <= 0 => {
                out.extend((!word.is_empty()).then(|| std::mem::take(&mut word)));
                continue;
            }
            _ => {}
        }
        word.push(c);
    }
    out.extend((!word.is_empty()).then_some(word));
    out
}

/// The variable of that name, as statements of `unit` see it.
pub fn variable(p: &Program, unit: UnitId, name: &str) -> Option<SymbolId> {
    let scope = p.units[unit].scope;
    let known = |s: &SymbolId| matches!(p.symbols[*s].kind, SymbolKind::Variable(_));
    if let Some(s) = p.lookup(scope, name).filter(known) {
        return Some(s);
    }
    // Blocks of C.
    let mut found = None;
    for s in p.symbols.ids().filter(known) {
        let symbol = &p.symbols[s];
        let mut at = Some(symbol.scope);
        while let Some(id) = at.filter(|id| *id != scope) {
            at = p.scopes[id].parent;
        }
        let same = match p.scopes[symbol.scope].case_insensitive {
            true => symbol.name.eq_ignore_ascii_case(name),
            false => symbol.name == name,
        };
        if at.is_some() && same && found.is_none() {
            found = Some(s);
        }
    }
    found
}

/// Writes the directives in `copy`, which has the statements of `unit`, for a place where its variables have other names: those of `maps`.
pub(crate) fn rename(p: &Program, unit: UnitId, copy: &mut Unit, maps: &Maps) {
    for d in copy.stmts.iter_mut().flat_map(|(_, s)| &mut s.directives) {
        d.args = with_names(&d.args, &mut |name| {
            let symbol = variable(p, unit, name)?;
            maps.symbols.get(&symbol).map(|s| p.symbols[*s].name.clone())
        });
    }
}

/// Gives variables of blocks that directives speak of names of their own, where another variable of the procedure has the same one: what a
/// name in a directive means is then the same wherever it stands.
pub(crate) fn distinguish(p: &mut Program) {
    let units: Vec<UnitId> =
        p.units.ids().filter(|u| p.units[*u].is_procedure() && !p.units[*u].is_interface).collect();
    for unit in units {
        let (scope, body) = (p.units[unit].scope, p.units[unit].body.clone());
        distinguish_in(p, unit, scope, &body);
    }
}

fn distinguish_in(p: &mut Program, unit: UnitId, scope: ScopeId, block: &Block) {
    for &id in block {
        let mut directives = std::mem::take(&mut p.units[unit].stmts[id].directives);
        for d in directives.iter_mut().filter(|d| !d.args.is_empty()) {
            d.args = with_names(&d.args, &mut |name| {
                let s = p.lookup(scope, name).filter(|s| matches!(p.symbols[*s].kind, SymbolKind::Variable(_)))?;
                if variable(p, unit, name) != Some(s) {
                    rename_symbol(p, unit, s);
                }
                Some(p.symbols[s].name.clone())
            });
        }
        p.units[unit].stmts[id].directives = directives;
        let inner = match &p.units[unit].stmts[id].kind {
            // A region has no names of its own.
            StmtKind::Scope { scope: own, .. } if *own != p.units[unit].scope => *own,
            _ => scope,
        };
        let blocks: Vec<Block> = p.units[unit].stmts[id].kind.blocks().into_iter().cloned().collect();
        blocks.iter().for_each(|b| distinguish_in(p, unit, inner, b));
    }
}

/// A name for the variable of a block that nothing in the procedure has.
fn rename_symbol(p: &mut Program, unit: UnitId, s: SymbolId) {
    let own = p.symbols[s].scope;
    let name = p.symbols[s].name.clone();
    let taken = |p: &Program, n: &str| variable(p, unit, n).is_some() || p.lookup(own, n).is_some();
    let new = (0..).map(|k| format!("{name}{k}")).find(|n| !taken(p, n)).unwrap_or_else(|| name.clone());
    p.rename(s, &new);
}

/// Whether a directive of a procedure speaks of one of its variables.
pub fn speak_of(p: &Program, unit: UnitId, symbol: SymbolId) -> bool {
    let (u, mut found) = (&p.units[unit], false);
    u.walk(&u.body, &mut |_, s| {
        for d in &s.directives {
            with_names(&d.args, &mut |name| {
                found |= variable(p, unit, name) == Some(symbol);
                None
            });
        }
    });
    found
}

/// A text in which names are what `other` says.
pub fn with_names(text: &str, other: &mut dyn FnMut(&str) -> Option<String>) -> String {
    let part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        // A run of letters, digits and points: a name, or a number such as `1.0e-10`.
        let end = rest.find(|c| part(c) != part(first)).unwrap_or(rest.len());
        let (run, behind) = rest.split_at(end);
        let new = if first.is_alphabetic() || first == '_' { other(run) } else { None };
        out.push_str(new.as_deref().unwrap_or(run));
        rest = behind;
    }
    out
}

/// An integer expression: numbers, variables, `+ - *` and parentheses.
pub fn integer(p: &Program, unit: UnitId, text: &str) -> Option<Expr> {
    let mut parser = Parser { p, unit, rest: text.trim() };
    let e = parser.sum()?;
    parser.rest.is_empty().then_some(e)
}

struct Parser<'a> {
    p: &'a Program,
    unit: UnitId,
    rest: &'a str,
}

impl Parser<'_> {
    fn take(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut e = if self.take('-') { Expr::unary(il::UnaryOp::Neg, self.product()?) } else { self.product()? };
        loop {
            e = if self.take('+') {
                Expr::binary(BinaryOp::Add, e, self.product()?)
            } else if self.take('-') {
                Expr::binary(BinaryOp::Sub, e, self.product()?)
            } else {
                return Some(e);
            };
        }
    }

    fn product(&mut self) -> Option<Expr> {
        let mut e = self.factor()?;
        while self.take('*') {
            e = Expr::binary(BinaryOp::Mul, e, self.factor()?);
        }
        Some(e)
    }

    fn factor(&mut self) -> Option<Expr> {
        if self.take('(') {
            let e = self.sum()?;
            return self.take(')').then(|| Expr::unary(il::UnaryOp::Paren, e));
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        self.rest = behind;
        if let Ok(value) = word.parse::<i64>() {
            return Some(Expr::int(value));
        }
        let s = variable(self.p, self.unit, word)?;
        let integer = matches!(self.p.symbol_type(s), Some(Type::Scalar(Scalar { class: ScalarClass::Integer, .. })));
        integer.then(|| ExprKind::Var(s).into())
    }
}
