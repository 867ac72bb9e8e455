//! C: variables that their author declared with an initial value are declared so in adjoints, too.
//!
//! `const double a = 2.0*x;` stays one declaration where the blocks that use `a` begin by giving it its value. What one sweep sets and the other one reads is
//! declared where the function begins.

use std::collections::BTreeSet;

use il::stores;
use il::symbol::SymbolKind;
use il::{Block, ExprKind, Program, Span, Stmt, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::derive::prune::without;
use crate::derive::{Shell, World};

/// Moves the declarations of such variables in a body to the assignments that give them their values. What was `const` is so again where nothing else
/// gives it one.
pub(crate) fn declare(world: &mut World, shell: &Shell, original: UnitId, body: &mut Block) {
    if !world.language(original).declares_in_blocks() || is_jumped_in(world, shell.unit, body) {
        return;
    }
    for old in initialised(world.source, original) {
        let s = shell.maps.symbol(old);
        let mut found = Places::default();
        if !is_declared(world, shell.unit, body, s) || !find(world, shell.unit, body, s, &mut found) {
            continue;
        }
        if !found.idle.is_empty() {
            let all = std::mem::take(body);
            *body = without(&mut world.out, shell.unit, all, &|_, id, _| found.idle.contains(&id));
        }
        let places = found.used;
        let was_constant = world.plain.symbols.contains(old) && world.plain.variable(old).is_some_and(|v| v.constant);
        let times = stores::counts(&world.out, shell.unit, body).get(&s).copied();
        let constant = was_constant && times == Some(places.len());
        if let SymbolKind::Variable(v) = &mut world.out.symbols[s].kind {
            v.constant = constant;
        }
        move_declaration(world, shell.unit, body, s, &places);
    }
}

/// The scalars and pointers of a procedure that are declared with initial values, in their order: the name in the assignment is the one in the declaration.
fn initialised(p: &Program, unit: UnitId) -> Vec<SymbolId> {
    let u = &p.units[unit];
    let mut out = Vec::new();
    u.walk(&u.body, &mut |_, s| {
        let StmtKind::Assign { lhs, .. } = &s.kind else { return };
        let ExprKind::Var(s) = lhs.kind else { return };
        let is_plain =
            |v: &il::Variable| v.is_unsaved_local() && matches!(v.ty, Type::Scalar(_) | Type::Pointer { .. });
        let is_own = p.variable(s).is_some_and(is_plain) && lhs.span == p.symbols[s].span && lhs.span != Span::NONE;
        if is_own && !out.contains(&s) {
            out.push(s);
        }
    });
    out
}

/// Whether control jumps to places in a body: it may pass by declarations.
fn is_jumped_in(world: &World, unit: UnitId, body: &Block) -> bool {
    world.out.units[unit].any(body, &mut |_, s| s.label.is_some() || s.kind.jumps_to_labels())
}

/// Whether a body begins by declaring a variable, and no extent needs it there.
fn is_declared(world: &World, unit: UnitId, body: &Block, s: SymbolId) -> bool {
    let mut declared = BTreeSet::new();
    for id in body {
        if let StmtKind::Declare(list) = &world.out.units[unit].stmts[*id].kind {
            declared.extend(list.iter().copied());
        }
    }
    let needs = |other: &SymbolId| {
        let mut found = false;
        let ty = world.out.symbol_type(*other);
        ty.into_iter().for_each(|ty| ty.extents(&mut |e| found |= e.mentions(s)));
        found
    };
    declared.contains(&s) && !declared.iter().any(needs)
}

/// The statements that give a variable its value.
#[derive(Default)]
struct Places {
    /// Others behind them in their block mention it.
    used: Vec<StmtId>,
    /// None does: what one sweep had it for, the other one works out again.
    idle: Vec<StmtId>,
}

/// Finds the statements that give a variable its value where blocks begin to use it. `false`: some use follows none of them, or there is none.
fn find(world: &World, unit: UnitId, block: &Block, s: SymbolId, places: &mut Places) -> bool {
    let u = &world.out.units[unit];
    let before = places.used.len() + places.idle.len();
    for (k, &id) in block.iter().enumerate() {
        let stmt = &u.stmts[id];
        if !u.mentions(&[id], s) {
            continue;
        }
        if gives(stmt, s) {
            let idle = !u.mentions(&block[k + 1..], s) && !stmt.kind.calls();
            if idle {
                places.idle.push(id)
            } else {
                places.used.push(id)
            }
            return true;
        }
        // Declarations stand in no case of a switch (C11 6.8.1).
        let inner = stmt.kind.blocks();
        if stmt.kind.mentions(s) || inner.is_empty() || matches!(stmt.kind, StmtKind::Select { .. }) {
            return false;
        }
        let found = |b: &Block| !u.mentions(b, s) || find(world, unit, b, s, places);
        if !inner.into_iter().all(found) {
            return false;
        }
    }
    places.used.len() + places.idle.len() > before
}

/// Whether a statement gives a variable a value that is not made from its own.
fn gives(stmt: &Stmt, s: SymbolId) -> bool {
    matches!(&stmt.kind, StmtKind::Assign { lhs, rhs } if lhs.kind == ExprKind::Var(s) && !rhs.mentions(s))
}

/// Takes a variable out of the declarations that a body begins with, and declares it in front of the statements at `places`.
fn move_declaration(world: &mut World, unit: UnitId, body: &mut Block, s: SymbolId, places: &[StmtId]) {
    let u = &mut world.out.units[unit];
    for &id in body.iter() {
        if let StmtKind::Declare(list) = &mut u.stmts[id].kind {
            list.retain(|x| *x != s);
        }
    }
    body.retain(|id| !matches!(&u.stmts[*id].kind, StmtKind::Declare(list) if list.is_empty()));
    insert(world, unit, body, s, places);
}

fn insert(world: &mut World, unit: UnitId, block: &mut Block, s: SymbolId, places: &[StmtId]) {
    let mut at = 0;
    while at < block.len() {
        let id = block[at];
        let u = &mut world.out.units[unit];
        if places.contains(&id) {
            // What is said of the two stands before the first.
            let stmt = &mut u.stmts[id];
            let (comments, directives) = (std::mem::take(&mut stmt.comments), std::mem::take(&mut stmt.directives));
            let declaration = u.add(StmtKind::Declare(vec![s]));
            u.stmts[declaration].comments = comments;
            u.stmts[declaration].directives = directives;
            block.insert(at, declaration);
            return;
        }
        let mut kind = std::mem::replace(&mut u.stmts[id].kind, StmtKind::Nop);
        for inner in kind.blocks_mut() {
            insert(world, unit, inner, s, places);
        }
        world.out.units[unit].stmts[id].kind = kind;
        at += 1;
    }
}
