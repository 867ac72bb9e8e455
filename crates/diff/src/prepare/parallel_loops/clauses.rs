//! The words of a directive of OpenMP, over the variables that are seen where it stands.

use il::symbol::SymbolKind;
use il::{BinaryOp, Expr, ExprKind, Parallel, Program, ScopeId, SymbolId, UnaryOp, typing};

/// A directive: the words before its first clause, in lower case, and its clauses.
#[derive(Clone, Debug, PartialEq)]
pub struct Directive {
    /// `parallel do`.
    pub name: String,
    /// Names, with what stands in parentheses behind them.
    pub clauses: Vec<(String, Option<String>)>,
}

/// Words that name directives; others begin clauses. `if` and `do` are told apart by what stands before them.
const NAMES: [&str; 28] = [
    "parallel",
    "do",
    "for",
    "end",
    "simd",
    "sections",
    "section",
    "single",
    "master",
    "masked",
    "critical",
    "barrier",
    "atomic",
    "flush",
    "ordered",
    "task",
    "taskloop",
    "taskwait",
    "taskgroup",
    "target",
    "teams",
    "distribute",
    "workshare",
    "threadprivate",
    "declare",
    "loop",
    "scope",
    "cancel",
];

impl Directive {
    /// Takes a text apart, `parallel do private(x) reduction(+:s)`; `None` where parentheses do not match.
    pub fn read(text: &str) -> Option<Directive> {
        let mut rest = text.trim();
        let mut out = Directive { name: String::new(), clauses: Vec::new() };
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
            if end == 0 {
                return None;
            }
            let word = rest[..end].to_ascii_lowercase();
            rest = rest[end..].trim_start();
            let mut inner = None;
            if let Some(behind) = rest.strip_prefix('(') {
                let close = closing(behind)?;
                inner = Some(behind[..close].to_string());
                rest = &behind[close + 1..];
            }
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            // Of the regions that exclude each other the name says which; here each addition is by itself.
            if word == "critical" || word == "flush" {
                inner = None;
            }
            if inner.is_none()
                && out.clauses.is_empty()
                && let Some(words) = directive_words(&word)
            {
                for word in words {
                    if !out.name.is_empty() {
                        out.name.push(' ');
                    }
                    out.name.push_str(word);
                }
            } else {
                out.clauses.push((word, inner));
            }
        }
        Some(out)
    }
}

/// The words of a name: those that Fortran allows to be written as one are two.
fn directive_words(word: &str) -> Option<Vec<&'static str>> {
    let known = |w: &str| NAMES.iter().find(|n| **n == w).copied();
    if let Some(w) = known(word) {
        return Some(vec![w]);
    }
    ["end", "parallel"].into_iter().find_map(|first| {
        let rest = directive_words(word.strip_prefix(first)?)?;
        Some([first].into_iter().chain(rest).collect())
    })
}

/// Where the parenthesis closes that was open before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// What clauses say of a loop, and of what they do not name.
#[derive(Clone, Default, Debug)]
pub struct Said {
    /// Lists, schedule and the rest.
    pub parallel: Parallel,
    /// What is listed as shared.
    pub shared: Vec<SymbolId>,
    /// C: what is reduced from one element to another, `h[:n]`, and by which operator.
    pub parts: Vec<(String, SymbolId)>,
    /// `private`, `firstprivate`: what is not listed is so.
    pub otherwise: Option<String>,
}

/// Adds clauses to what is said; the first that is not understood is given back.
pub fn add(p: &Program, scope: ScopeId, clauses: &[(String, Option<String>)], said: &mut Said) -> Result<(), String> {
    let mut all = Ok(());
    for (name, inner) in clauses {
        all = all.and(one(p, scope, name, inner.as_deref(), said));
    }
    all
}

fn one(p: &Program, scope: ScopeId, name: &str, inner: Option<&str>, said: &mut Said) -> Result<(), String> {
    {
        let whole = || match inner {
            Some(inner) => format!("{name}({inner})"),
            None => name.to_string(),
        };
        let Some(inner) = inner else { return if name == "nowait" { Ok(()) } else { Err(whole()) } };
        let list = |text: &str| -> Result<Vec<SymbolId>, String> {
            text.split(',').map(|w| variable(p, scope, w.trim()).ok_or_else(whole)).collect()
        };
        let number = |text: &str| Reader::whole(p, scope, text).ok_or_else(whole);
        let out = &mut said.parallel;
        match name {
            "private" => out.private.extend(list(inner)?),
            "firstprivate" => out.first_private.extend(list(inner)?),
            "lastprivate" => out.last_private.extend(list(inner)?),
            "shared" => said.shared.extend(list(inner)?),
            // All threads get what one has: a thread that is alone has it.
            "copyin" | "copyprivate" | "filter" => {}
            "reduction" => {
                let (op, names) = inner.split_once(':').ok_or_else(whole)?;
                let op = op.trim().to_ascii_lowercase();
                if op.contains(',') {
                    return Err(whole());
                }
                let is_part = |n: &&str| n.contains('[');
                for part in names.split(',').filter(is_part) {
                    let root = part.split('[').next().unwrap_or_default().trim();
                    said.parts.push((op.clone(), variable(p, scope, root).ok_or_else(whole)?));
                }
                let names: Vec<&str> = names.split(',').filter(|n| !is_part(n)).collect();
                if !names.is_empty() {
                    out.reductions.push((op, list(&names.join(","))?));
                }
            }
            "default" => match inner.trim().to_ascii_lowercase().as_str() {
                "shared" => {}
                "none" => out.shared = Some(Vec::new()),
                other => said.otherwise = Some(other.to_string()),
            },
            "schedule" => {
                let (kind, chunk) = inner.split_once(',').map_or((inner, None), |(k, c)| (k, Some(c)));
                let chunk = chunk.map(number).transpose()?;
                out.schedule = Some((kind.trim().to_ascii_lowercase(), chunk));
            }
            "collapse" => out.collapse = Some(inner.trim().parse().map_err(|_| whole())?),
            "num_threads" => out.threads = Some(number(inner)?),
            "if" => {
                let test = inner.trim();
                let test = test.strip_prefix("parallel").and_then(|t| t.trim_start().strip_prefix(':')).unwrap_or(test);
                out.condition = Some(number(test)?);
            }
            _ => return Err(whole()),
        }
    }
    Ok(())
}

fn variable(p: &Program, scope: ScopeId, name: &str) -> Option<SymbolId> {
    p.lookup(scope, name).filter(|s| matches!(p.symbols[*s].kind, SymbolKind::Variable(_)))
}

/// Reads numbers, variables, `+ - * /`, comparisons and parentheses.
struct Reader<'a> {
    p: &'a Program,
    scope: ScopeId,
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
    fn whole(p: &Program, scope: ScopeId, text: &str) -> Option<Expr> {
        let text = text.trim().to_string();
        let mut reader = Reader { p, scope, rest: &text };
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
                let s = variable(self.p, self.scope, word)?;
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
            let record = typing::type_of(self.p, &base).record()?;
            let same = |name: &str| if sign == "%" { name.eq_ignore_ascii_case(word) } else { name == word };
            let field = self.p.records[record].fields.iter().position(|f| same(&f.name))?;
            e = ExprKind::Field { base: Box::new(base), record, field }.into();
            self.rest = behind;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Directive;

    #[test]
    fn directives_are_taken_apart() {
        let read = |text: &str| Directive::read(text).map(|d| (d.name, d.clauses.len()));
        assert_eq!(read("PARALLEL DO PRIVATE(a, b(1)), if (n > 3)"), Some(("parallel do".into(), 2)));
        assert_eq!(read("end parallel do"), Some(("end parallel do".into(), 0)));
        assert_eq!(read("parallel for simd collapse(2)"), Some(("parallel for simd".into(), 1)));
        assert_eq!(read("atomic update"), Some(("atomic".into(), 1)));
        assert_eq!(read("parallel private(a"), None);
    }
}
