//! Directives of parallel loops, `parallel do` and `parallel for`, as lines.

use il::{Parallel, SymbolId};

/// The words behind the sentinel: the directive and its clauses. `name` gives the name of a variable, `expr` the text of an expression.
pub(crate) fn words(
    parallel: &Parallel,
    directive: &str,
    name: &dyn Fn(SymbolId) -> String,
    expr: &dyn Fn(&il::Expr) -> String,
) -> Vec<String> {
    let list = |symbols: &[SymbolId]| symbols.iter().map(|s| name(*s)).collect::<Vec<_>>().join(", ");
    let mut out = vec![directive.to_string()];
    if let Some(test) = &parallel.condition {
        out.push(format!("if({})", expr(test)));
    }
    if let Some(n) = &parallel.threads {
        out.push(format!("num_threads({})", expr(n)));
    }
    if let Some(n) = parallel.collapse {
        out.push(format!("collapse({n})"));
    }
    if let Some((kind, chunk)) = &parallel.schedule {
        out.push(match chunk {
            Some(chunk) => format!("schedule({kind}, {})", expr(chunk)),
            None => format!("schedule({kind})"),
        });
    }
    if let Some(shared) = &parallel.shared {
        out.push("default(none)".to_string());
        out.extend((!shared.is_empty()).then(|| format!("shared({})", list(shared))));
    }
    for (word, symbols) in [
        ("private", &parallel.private),
        ("firstprivate", &parallel.first_private),
        ("lastprivate", &parallel.last_private),
    ] {
        out.extend((!symbols.is_empty()).then(|| format!("{word}({})", list(symbols))));
    }
    out.extend(parallel.reductions.iter().map(|(op, symbols)| format!("reduction({op}: {})", list(symbols))));
    out
}

/// The words of a directive's text: clauses are not taken apart.
pub(crate) fn clauses(text: &str) -> Vec<String> {
    let mut depth = 0;
    let within = |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0 && c.is_whitespace()
    };
    text.split(within).filter(|w| !w.is_empty()).map(str::to_string).collect()
}

/// Words in lines of at most `width` columns; a word that is longer is broken behind its commas.
pub(crate) fn lines(words: &[String], width: usize) -> Vec<String> {
    let mut out: Vec<String> = vec![String::new()];
    let mut add = |piece: &str| {
        let last = out.last_mut().expect("there is a first line");
        let blank = usize::from(!last.is_empty());
        if last.is_empty() || last.len() + blank + piece.len() <= width {
            if blank == 1 {
                last.push(' ');
            }
            last.push_str(piece);
        } else {
            out.push(piece.to_string());
        }
    };
    for word in words {
        match word.len() <= width {
            true => add(word),
            false => word.split_inclusive(", ").for_each(|piece| add(piece.trim_end())),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn long_lists_are_broken() {
        let words = ["parallel do".to_string(), "private(alpha, beta, gamma)".to_string()];
        assert_eq!(lines(&words, 60), ["parallel do private(alpha, beta, gamma)"]);
        assert_eq!(lines(&words, 30), ["parallel do", "private(alpha, beta, gamma)"]);
        assert_eq!(lines(&words, 16), ["parallel do", "private(alpha,", "beta, gamma)"]);
    }
}
