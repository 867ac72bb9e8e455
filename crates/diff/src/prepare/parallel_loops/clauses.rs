//! The words of a directive of OpenMP, over the variables that are seen where it stands.

use il::symbol::SymbolKind;
use il::{Parallel, Program, ScopeId, SymbolId};

use crate::directive_args::Reader;

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
        let number = |text: &str| Reader::whole(p, &|name| variable(p, scope, name), text).ok_or_else(whole);
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
