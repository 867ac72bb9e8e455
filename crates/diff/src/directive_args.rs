//! The words behind the name of a directive: whole expressions over the names of the procedure, names, numbers.

use il::symbol::SymbolKind;
use il::{
    BinaryOp, Block, Expr, ExprKind, Program, ScalarClass, ScopeId, StmtKind, SymbolId, Type, UnaryOp, Unit, UnitId,
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

/// An integer expression: numbers, integer variables, `+ - *` and parentheses.
pub fn integer(p: &Program, unit: UnitId, text: &str) -> Option<Expr> {
    let e = Reader::whole(p, &|name| variable(p, unit, name), text)?;
    let is_integer = |e: &Expr| matches!(il::typing::type_of(p, e), Type::Scalar(s) if s.class == ScalarClass::Integer);
    let other = e.any(&mut |x| match &x.kind {
        ExprKind::Field { .. } | ExprKind::Deref(_) => true,
        ExprKind::Binary(op, ..) => !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul),
        _ => !is_integer(x),
    });
    (!other).then_some(e)
}

/// Reads numbers, variables and their components, `+ - *`, comparisons and parentheses.
pub(crate) struct Reader<'a> {
    p: &'a Program,
    /// What a name stands for.
    variable: &'a dyn Fn(&str) -> Option<SymbolId>,
    rest: &'a str,
}

/// Comparisons as both languages write them, the longer ones first.
const COMPARISONS: [(&str, BinaryOp); 13] = [
    ("==", BinaryOp::Eq),
    ("/=", BinaryOp::Ne),
    ("!=", BinaryOp::Ne),
    ("<=", BinaryOp::Le),
    (">=", BinaryOp::Ge),
    ("<", BinaryOp::Lt),
    (">", BinaryOp::Gt),
    (".eq.", BinaryOp::Eq),
    (".ne.", BinaryOp::Ne),
    (".le.", BinaryOp::Le),
    (".ge.", BinaryOp::Ge),
    (".lt.", BinaryOp::Lt),
    (".gt.", BinaryOp::Gt),
];

impl Reader<'_> {
    /// The expression that a text is, if it is one.
    pub(crate) fn whole(p: &Program, variable: &dyn Fn(&str) -> Option<SymbolId>, text: &str) -> Option<Expr> {
        let mut reader = Reader { p, variable, rest: text.trim() };
        let left = reader.sum()?;
        let rest = reader.rest.trim_start().to_string();
        let sign = COMPARISONS.iter().find(|(sign, _)| rest.to_ascii_lowercase().starts_with(sign));
        let out = match sign {
            Some((sign, op)) => {
                reader.rest = &reader.rest.trim_start()[sign.len()..];
                Expr::binary(*op, left, reader.sum()?)
            }
            None => left,
        };
        reader.rest.trim().is_empty().then_some(out)
    }

    fn take(&mut self, sign: char) -> bool {
        self.rest = self.rest.trim_start();
        let rest = self.rest.strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Option<Expr> {
        let mut e = if self.take('-') { Expr::unary(UnaryOp::Neg, self.product()?) } else { self.product()? };
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
            return self.take(')').then(|| Expr::unary(UnaryOp::Paren, e));
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        self.rest = behind;
        match word.parse::<i64>() {
            Ok(value) => Some(Expr::int(value)),
            Err(_) => {
                let s = (self.variable)(word)?;
                self.parts(ExprKind::Var(s).into())
            }
        }
    }

    /// Components behind a variable: `a%b`, `a.b`, `a->b`.
    fn parts(&mut self, mut e: Expr) -> Option<Expr> {
        loop {
            let rest = self.rest.trim_start();
            // `.le.` is none.
            let sign = ["%", "->", "."].into_iter().find(|s| rest.starts_with(s));
            let Some(sign) =
                sign.filter(|s| *s != "." || !COMPARISONS.iter().any(|c| rest.to_ascii_lowercase().starts_with(c.0)))
            else {
                return Some(e);
            };
            let rest = rest[sign.len()..].trim_start();
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            let (word, behind) = rest.split_at(end);
            let base = if sign == "->" { ExprKind::Deref(Box::new(e)).into() } else { e };
            let record = il::typing::type_of(self.p, &base).record()?;
            let same = |name: &str| if sign == "%" { name.eq_ignore_ascii_case(word) } else { name == word };
            let field = self.p.records[record].fields.iter().position(|f| same(&f.name))?;
            e = ExprKind::Field { base: Box::new(base), record, field }.into();
            self.rest = behind;
        }
    }
}
