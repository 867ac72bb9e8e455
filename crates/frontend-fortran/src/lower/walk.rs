//! Visiting the syntax tree.

use crate::ast::{Arg, ArgValue, AttrKind, Dim, DoControl, Expr, ExprKind, Init, KindSpec, Stmt, StmtKind};

/// Calls `f` on each statement and on those inside it, parents first.
pub fn statements<'t>(body: &'t [Stmt], f: &mut dyn FnMut(&'t Stmt)) {
    for stmt in body {
        statement(stmt, f);
    }
}

/// Calls `f` on a statement and on those inside it.
pub fn statement<'t>(stmt: &'t Stmt, f: &mut dyn FnMut(&'t Stmt)) {
    f(stmt);
    match &stmt.kind {
        StmtKind::If(i) => {
            statements(&i.then, f);
            i.elses.iter().for_each(|e| statements(&e.body, f));
        }
        StmtKind::Where(w) => {
            statements(&w.body, f);
            w.elses.iter().for_each(|e| statements(&e.body, f));
        }
        StmtKind::IfStmt { then, .. } | StmtKind::WhereStmt { then, .. } | StmtKind::ForallStmt { then, .. } => {
            statement(then, f);
        }
        StmtKind::Do(d) => statements(&d.body, f),
        StmtKind::SelectCase(s) => s.cases.iter().for_each(|c| statements(&c.body, f)),
        StmtKind::SelectType(s) => s.guards.iter().for_each(|g| statements(&g.body, f)),
        StmtKind::Associate { body, .. } | StmtKind::Block { body, .. } | StmtKind::Forall { body, .. } => {
            statements(body, f);
        }
        _ => {}
    }
}

/// Calls `f` on each block of statements right inside a statement.
pub fn blocks_mut(stmt: &mut Stmt, f: &mut dyn FnMut(&mut Vec<Stmt>)) {
    match &mut stmt.kind {
        StmtKind::If(i) => {
            f(&mut i.then);
            i.elses.iter_mut().for_each(|e| f(&mut e.body));
        }
        StmtKind::Do(d) => f(&mut d.body),
        StmtKind::SelectCase(s) => s.cases.iter_mut().for_each(|c| f(&mut c.body)),
        StmtKind::SelectType(s) => s.guards.iter_mut().for_each(|g| f(&mut g.body)),
        // WHERE and FORALL hold assignments only.
        StmtKind::Associate { body, .. } | StmtKind::Block { body, .. } => f(body),
        _ => {}
    }
}

/// Calls `f` on each expression that stands in a statement itself (not in those inside it), and on all below it. Of
/// declarations: kinds, bounds and values.
pub fn expressions<'t>(stmt: &'t Stmt, f: &mut dyn FnMut(&'t Expr)) {
    let header = |h: &'t crate::ast::ForallHeader, f: &mut dyn FnMut(&'t Expr)| {
        for i in &h.indices {
            expression(&i.first, f);
            expression(&i.last, f);
            i.step.iter().for_each(|e| expression(e, f));
        }
        h.mask.iter().for_each(|e| expression(e, f));
    };
    match &stmt.kind {
        StmtKind::Assign { lhs, rhs } | StmtKind::PointerAssign { lhs, rhs } => {
            expression(lhs, f);
            expression(rhs, f);
        }
        StmtKind::Call { callee, args, .. } => {
            expression(callee, f);
            arguments(args, f);
        }
        StmtKind::If(i) => {
            expression(&i.condition, f);
            i.elses.iter().flat_map(|e| &e.condition).for_each(|e| expression(e, f));
        }
        StmtKind::Where(w) => {
            expression(&w.mask, f);
            w.elses.iter().flat_map(|e| &e.condition).for_each(|e| expression(e, f));
        }
        StmtKind::IfStmt { condition: e, .. }
        | StmtKind::WhereStmt { mask: e, .. }
        | StmtKind::ArithmeticIf { value: e, .. }
        | StmtKind::ComputedGoto { index: e, .. } => expression(e, f),
        StmtKind::Do(d) => match &d.control {
            DoControl::Forever => {}
            DoControl::While(e) => expression(e, f),
            DoControl::Count { first, last, step, .. } => {
                expression(first, f);
                expression(last, f);
                step.iter().for_each(|e| expression(e, f));
            }
            DoControl::Concurrent { header: h, .. } => header(h, f),
        },
        StmtKind::SelectCase(s) => {
            expression(&s.selector, f);
            for r in s.cases.iter().flat_map(|c| &c.values).flatten() {
                match r {
                    crate::ast::CaseRange::Value(e) => expression(e, f),
                    crate::ast::CaseRange::Range(lo, hi) => {
                        [lo, hi].into_iter().flatten().for_each(|e| expression(e, f));
                    }
                }
            }
        }
        StmtKind::SelectType(s) => expression(&s.selector, f),
        StmtKind::Associate { associations, .. } => associations.iter().for_each(|a| expression(&a.selector, f)),
        StmtKind::Forall { header: h, .. } | StmtKind::ForallStmt { header: h, .. } => header(h, f),
        StmtKind::Return(e) => e.iter().for_each(|e| expression(e, f)),
        StmtKind::Stop { code, quiet, .. } => [code, quiet].into_iter().flatten().for_each(|e| expression(e, f)),
        StmtKind::Allocate { objects, options, .. } | StmtKind::Deallocate { objects, options } => {
            objects.iter().for_each(|e| expression(e, f));
            options.iter().for_each(|o| expression(&o.value, f));
        }
        StmtKind::Nullify(objects) => objects.iter().for_each(|e| expression(e, f)),
        StmtKind::Io(io) => {
            arguments(&io.controls, f);
            io.items.iter().for_each(|e| expression(e, f));
        }
        StmtKind::TypeDecl(d) => {
            if let Some(KindSpec::Expr { value, .. }) = &d.spec.kind {
                expression(value, f);
            }
            for a in &d.attrs {
                if let AttrKind::Dimension(dims) = &a.kind {
                    bounds(dims, f);
                }
            }
            for e in &d.entities {
                bounds(&e.dims, f);
                if let Some(Init::Value(e) | Init::Pointer(e)) = &e.init {
                    expression(e, f);
                }
            }
        }
        StmtKind::AttrStmt { entities, .. } => entities.iter().for_each(|e| bounds(&e.dims, f)),
        StmtKind::Parameter(list) => list.iter().for_each(|(_, e)| expression(e, f)),
        _ => {}
    }
}

/// Calls `f` on the expressions of declared bounds and on all below them.
fn bounds<'t>(dims: &'t [Dim], f: &mut dyn FnMut(&'t Expr)) {
    for d in dims {
        match d {
            Dim::Explicit { lower, upper } => {
                lower.iter().for_each(|e| expression(e, f));
                expression(upper, f);
            }
            Dim::Shape { lower } | Dim::Size { lower } => lower.iter().for_each(|e| expression(e, f)),
            Dim::Rank => {}
        }
    }
}

/// Calls `f` on an expression and on all below it, parents first.
pub fn expression<'t>(e: &'t Expr, f: &mut dyn FnMut(&'t Expr)) {
    f(e);
    match &e.kind {
        ExprKind::Literal(_) | ExprKind::Name(_) => {}
        ExprKind::Apply { base, args } => {
            expression(base, f);
            arguments(args, f);
        }
        ExprKind::Component { base, .. } => expression(base, f),
        ExprKind::Coindexed { base, images } => {
            expression(base, f);
            arguments(images, f);
        }
        ExprKind::Unary { operand, .. } => expression(operand, f),
        ExprKind::Paren(inner) => expression(inner, f),
        ExprKind::Binary { left: a, right: b, .. } | ExprKind::Complex { re: a, im: b } => {
            expression(a, f);
            expression(b, f);
        }
        ExprKind::Array { items, .. } => items.iter().for_each(|i| expression(i, f)),
        ExprKind::ImpliedDo(i) => {
            i.items.iter().for_each(|item| expression(item, f));
            [&i.first, &i.last].into_iter().chain(&i.step).for_each(|e| expression(e, f));
        }
    }
}

/// Calls `f` on the expressions of arguments and on all below them.
pub fn arguments<'t>(args: &'t [Arg], f: &mut dyn FnMut(&'t Expr)) {
    for a in args {
        match &a.value {
            ArgValue::Expr(e) => expression(e, f),
            ArgValue::Section { lower, upper, step, .. } => {
                [lower, upper, step].into_iter().flatten().for_each(|e| expression(e, f));
            }
            ArgValue::AssumedSize(lower, _) => lower.iter().for_each(|e| expression(e, f)),
            ArgValue::AlternateReturn(_) | ArgValue::Star(_) | ArgValue::AssumedRank(_) => {}
        }
    }
}
