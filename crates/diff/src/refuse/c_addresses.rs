//! Addresses of ISO_C_BINDING: where C_LOC of a variable goes, and where a pointer of C_F_POINTER leads, is not followed (what the Fortran frontend sees
//! through is an association already). A derivative would have to go along: what is varied there is refused.

use il::typing::type_of;
use il::{Diagnostic, Expr, ExprKind, Language, Program, ScalarClass, StmtKind};

use crate::facts::{At, Facts};

/// The errors for all differentiated units.
pub fn check(p: &Program, facts: &Facts) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for &unit in facts.differentiated().iter().filter(|u| p.units[**u].language == Language::Fortran) {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |id, stmt| {
            let varies = |e: &Expr| {
                let ty = type_of(p, e);
                let at = [At::Before(id), At::Exit];
                e.is_reference() && p.is_differentiable(&ty) && at.iter().any(|at| facts.varied(p, unit, *at, e))
            };
            let mut found = None;
            if let StmtKind::Call { callee, args, .. } = &stmt.kind
                && p.symbols[*callee].name.eq_ignore_ascii_case("c_f_pointer")
            {
                let pointer = args.iter().find(|a| a.is_named("fptr"));
                found = pointer.or(args.get(1)).map(|a| a.value.clone()).filter(varies);
            }
            stmt.kind.exprs(&mut |e| {
                let numbers = as_numbers(p, e);
                e.walk(&mut |x| match &x.kind {
                    ExprKind::Intrinsic(f, of) if f.name() == "c_loc" && !numbers.iter().any(|n| std::ptr::eq(*n, x)) => {
                        found = found.take().or_else(|| of.first().map(|a| a.value.clone()).filter(varies));
                    }
                    _ => {}
                });
            });
            let Some(name) = found.and_then(|e| e.root()).map(|s| &p.symbols[s].name) else { return };
            let what = format!("`{name}` is reached by an address of C, and its derivative would have to be, too");
            out.push(
                Diagnostic::error("RT0432", stmt.span, what)
                    .note("associate a pointer with it: `p => x`, or `call c_f_pointer(c_loc(x), p, shape)` in one statement")
                    .note("or pass it as an argument"),
            );
        });
    }
    out
}

/// The addresses in an expression that become integers there, `transfer(c_loc(x), 0_c_intptr_t)`: these are compared. No variable is reached by them but
/// through a pointer of C_F_POINTER.
fn as_numbers<'e>(p: &Program, e: &'e Expr) -> Vec<&'e Expr> {
    let mut out = Vec::new();
    e.walk(&mut |x| {
        let integer = || type_of(p, x).scalar().is_some_and(|s| s.class == ScalarClass::Integer);
        if let ExprKind::Intrinsic(f, args) = &x.kind
            && f.name() == "transfer"
            && integer()
        {
            out.extend(args.first().map(|a| &a.value));
        }
    });
    out
}
