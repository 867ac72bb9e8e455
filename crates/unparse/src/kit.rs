//! `-runtime tapenade`: what generated code would call of our runtime that Tapenade's does not have.

use il::{Diagnostic, Expr, ExprKind, Language, Program, Span, StmtKind, SymbolId, Unit, UnitId, kit};

use crate::runtime;

/// One error for each statement of the generated units (and of what is inside them) that calls such a procedure.
pub fn refusals(program: &Program, units: &[UnitId]) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    if !program.tapenade_runtime {
        return out;
    }
    for &unit in units {
        of_unit(program, &program.units[unit], &mut out);
        out.extend(refusals(program, &program.units[unit].children));
    }
    out
}

fn of_unit(program: &Program, unit: &Unit, out: &mut Vec<Diagnostic>) {
    unit.walk(&unit.body, &mut |_, s| {
        let mut names: Vec<String> = Vec::new();
        if let StmtKind::Call { callee, .. } = &s.kind {
            names.extend(foreign(program, unit.language, *callee));
        }
        s.kind.exprs(&mut |e| e.walk(&mut |x| names.extend(of_expr(program, unit.language, x))));
        names.sort();
        names.dedup();
        let span = if s.span.file.is_some() { s.span } else { unit.span };
        for name in names {
            let said = refusal(unit, span, &name);
            if !out.contains(&said) {
                out.push(said);
            }
        }
    });
}

fn of_expr(program: &Program, language: Language, e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Call { callee, .. } => foreign(program, language, *callee),
        ExprKind::Intrinsic(f, _) => (f.name() == "ad_digamma").then(|| "ad_digamma".to_string()),
        _ => None,
    }
}

/// The name of a procedure of our runtime that the other does not have.
fn foreign(program: &Program, language: Language, callee: SymbolId) -> Option<String> {
    let is_ours = runtime::of_call(program, callee).is_some();
    (is_ours && kit::lacks(program, language, callee)).then(|| program.symbols[callee].name.clone())
}

fn refusal(unit: &Unit, span: Span, name: &str) -> Diagnostic {
    let lower = name.to_ascii_lowercase();
    let what = match lower.as_str() {
        "ad_digamma" => "the derivative of the gamma function is made of the digamma function".to_string(),
        "adallocate" | "adallocated" => "memory that grows by `realloc` must know its size".to_string(),
        _ => format!("`{}` calls `{name}`", unit.name),
    };
    Diagnostic::error("RT0442", span, format!("{what}, which Tapenade's runtime does not have"))
        .note("leave `-runtime tapenade` out, and link with what `rtapenade --emit-runtime DIR` writes")
}
