//! Walks over the syntax tree.

use crate::ast::*;

/// Calls `f` on `e` and every expression in it, parents first; types in casts and `sizeof` are not entered.
pub fn expr<'a>(e: &'a Expr, f: &mut dyn FnMut(&'a Expr)) {
    f(e);
    match &e.kind {
        ExprKind::Ident(_)
        | ExprKind::Int(_)
        | ExprKind::Float(_)
        | ExprKind::Char(_)
        | ExprKind::Str(_)
        | ExprKind::SizeofExpr(_)
        | ExprKind::SizeofType(_)
        | ExprKind::Alignof(_) => {}
        ExprKind::Paren(x) | ExprKind::Unary(_, x) | ExprKind::Cast(_, x) | ExprKind::Step { target: x, .. } => {
            expr(x, f)
        }
        ExprKind::Member { base, .. } => expr(base, f),
        ExprKind::Call { callee, args } => {
            expr(callee, f);
            for arg in args {
                if let Arg::Expr(arg) = arg {
                    expr(arg, f);
                }
            }
        }
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) | ExprKind::Assign { target: a, value: b, .. } => {
            expr(a, f);
            expr(b, f);
        }
        ExprKind::Cond(test, yes, no) => {
            expr(test, f);
            yes.iter().for_each(|yes| expr(yes, f));
            expr(no, f);
        }
        ExprKind::Comma(items) => items.iter().for_each(|item| expr(item, f)),
        ExprKind::Compound(_, list) => init_list(list, f),
        ExprKind::Generic(test, arms) => {
            expr(test, f);
            arms.iter().for_each(|(_, arm)| expr(arm, f));
        }
        ExprKind::Block(inner) => block(inner, f),
    }
}

/// Calls `f` on every expression of `b`.
pub fn block<'a>(b: &'a Block, f: &mut dyn FnMut(&'a Expr)) {
    b.stmts.iter().for_each(|one| stmt(one, f));
}

fn stmt<'a>(s: &'a Stmt, f: &mut dyn FnMut(&'a Expr)) {
    match &s.kind {
        StmtKind::Expr(e) => expr(e, f),
        StmtKind::Declaration(d) => declaration(d, f),
        StmtKind::Block(b) => block(b, f),
        StmtKind::If { arms, other } => {
            for (test, body) in arms {
                expr(test, f);
                block(body, f);
            }
            other.iter().for_each(|b| block(b, f));
        }
        StmtKind::While { cond, body } | StmtKind::DoWhile { body, cond } | StmtKind::Switch { value: cond, body } => {
            expr(cond, f);
            block(body, f);
        }
        StmtKind::For { init, cond, step, body } => {
            match init {
                ForInit::None => {}
                ForInit::Expr(e) => expr(e, f),
                ForInit::Declaration(d) => declaration(d, f),
            }
            cond.iter().chain(step).for_each(|e| expr(e, f));
            block(body, f);
        }
        StmtKind::Case(low, high) => {
            expr(low, f);
            high.iter().for_each(|e| expr(e, f));
        }
        StmtKind::Return(value) => value.iter().for_each(|e| expr(e, f)),
        StmtKind::Default
        | StmtKind::Label(_)
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Goto(_)
        | StmtKind::Empty
        | StmtKind::Asm
        | StmtKind::Pragma(_)
        | StmtKind::Unparsed => {}
    }
}

fn declaration<'a>(d: &'a Declaration, f: &mut dyn FnMut(&'a Expr)) {
    for item in &d.items {
        for step in &item.declarator.derived {
            if let Derived::Array(ArraySuffix { size: Some(size), .. }) = step {
                expr(size, f);
            }
        }
        item.init.iter().for_each(|init| initializer(init, f));
    }
}

fn initializer<'a>(i: &'a Initializer, f: &mut dyn FnMut(&'a Expr)) {
    match i {
        Initializer::Expr(e) => expr(e, f),
        Initializer::List(list) => init_list(list, f),
    }
}

fn init_list<'a>(list: &'a InitList, f: &mut dyn FnMut(&'a Expr)) {
    list.items.iter().for_each(|(_, init)| initializer(init, f));
}

/// Without parentheses.
pub fn bare(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Paren(inner) => bare(inner),
        _ => e,
    }
}

/// Whether evaluating `e` changes something, calls left aside.
pub fn has_effects(e: &Expr) -> bool {
    let mut found = false;
    expr(e, &mut |e| {
        found |=
            matches!(e.kind, ExprKind::Assign { .. } | ExprKind::Step { .. } | ExprKind::Block(_) | ExprKind::Comma(_));
    });
    found
}
