//! What `$AD LINEAR-SOLVER` says: `A x b`, how the transpose is solved, and what multiplies by the matrix.

use diff::directive_args::{integer, variable, words};
use il::{Diagnostic, Directive, Expr, Program, Span, SymbolId, Unit, UnitId, UnitKind};

/// What a directive says.
pub(super) struct Said {
    pub(super) matrix: Vec<SymbolId>,
    pub(super) x: SymbolId,
    /// `x(n)`: how many elements it has.
    pub(super) count: Option<Expr>,
    pub(super) b: SymbolId,
    pub(super) transposed: String,
    pub(super) product: Option<(SymbolId, Vec<String>)>,
}

pub(super) fn wrong(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("RT0483", span, message.into())
}

pub(super) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

pub(super) fn fail<T>(d: Diagnostic) -> Result<T> {
    Err(Box::new(d))
}

/// What a directive says, in symbols of the procedure.
pub(super) fn read(p: &Program, unit: UnitId, d: &Directive) -> Result<Said> {
    let form = "write `$AD LINEAR-SOLVER A x b SYMMETRIC` or `$AD LINEAR-SOLVER A x b TRANSPOSED name`, and perhaps `PRODUCT name(…)`";
    let symbol = |name: &str| match variable(p, unit, name) {
        Some(s) => Ok(s),
        None => fail(wrong(d.span, format!("`{name}` of `LINEAR-SOLVER` is no variable here")).note(form)),
    };
    let list = words(&d.args);
    let [matrix, x, b, rest @ ..] = list.as_slice() else {
        return fail(wrong(d.span, "`LINEAR-SOLVER` names the matrix, the solution and the right side").note(form));
    };
    let names = matrix.trim_start_matches('(').trim_end_matches(')');
    let matrix = names.split([',', ' ']).filter(|n| !n.is_empty()).map(symbol).collect::<Result<Vec<SymbolId>>>()?;
    let (x, count) = match x.strip_suffix(')').and_then(|x| x.split_once('(')) {
        Some((name, count)) => match integer(p, unit, count) {
            Some(n) => (symbol(name)?, Some(n)),
            None => {
                return fail(
                    wrong(d.span, format!("`{count}` is no number of elements"))
                        .note("it is made of integer variables, numbers, `+ - *`"),
                );
            }
        },
        None => (symbol(x)?, None),
    };
    let mut out = Said { matrix, x, count, b: symbol(b)?, transposed: String::new(), product: None };
    let mut symmetric = false;
    let mut rest = rest.iter();
    while let Some(word) = rest.next() {
        match (word.to_ascii_uppercase().as_str(), rest.as_slice().first()) {
            ("SYMMETRIC", _) => symmetric = true,
            ("TRANSPOSED", Some(name)) => {
                out.transposed.clone_from(name);
                rest.next();
            }
            ("PRODUCT", Some(call)) => {
                let parts = call.strip_suffix(')').and_then(|c| c.split_once('('));
                let Some((name, args)) = parts else {
                    return fail(wrong(d.span, format!("`{call}` is no call")).note(
                        "write `PRODUCT multiply(n, a, x, b)`: `b` stands for the product of the matrix and `x`",
                    ));
                };
                let Some(callee) = procedure(p, unit, name) else {
                    return fail(
                        wrong(d.span, format!("there is no procedure `{name}`"))
                            .note("a procedure of the program computes the product of the matrix and a vector"),
                    );
                };
                out.product = Some((callee, args.split(',').map(|a| a.trim().to_string()).collect()));
                rest.next();
            }
            _ => return fail(wrong(d.span, format!("`{word}` says nothing in `LINEAR-SOLVER`")).note(form)),
        }
    }
    if symmetric == !out.transposed.is_empty() {
        return fail(wrong(d.span, "`LINEAR-SOLVER` says how the transpose is solved").note(form));
    }
    if out.x == out.b {
        return fail(
            wrong(d.span, "the solution and the right side are one variable")
                .note("copy the right side into another one before the call"),
        );
    }
    Ok(out)
}

/// The procedure of a name, as a statement of `unit` would call it.
pub(super) fn procedure(p: &Program, unit: UnitId, name: &str) -> Option<SymbolId> {
    let is_one = |s: &SymbolId| p.procedure(*s).is_some();
    let here = p.lookup(p.units[unit].scope, name).filter(is_one);
    let named = |(_, u): &(UnitId, &Unit)| {
        u.is_procedure()
            && u.language == p.units[unit].language
            && u.name.eq_ignore_ascii_case(name)
            && u.parent.is_none_or(|f| p.units[f].kind == UnitKind::File)
    };
    here.or_else(|| p.units.iter().find(named).and_then(|(_, u)| u.symbol))
}
