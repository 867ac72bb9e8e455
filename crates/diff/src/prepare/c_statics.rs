//! C: `static` variables of a function that change become variables of its file.
//!
//! All derivatives of the function, its primal copy and the procedures that call them then know one value and one derivative of each; a head clears that
//! derivative like any other that nobody asks for.

use std::collections::BTreeSet;

use il::decl::{Decl, DeclKind, Entity};
use il::stores::{self, How};
use il::symbol::{Storage, SymbolKind};
use il::typing::type_of;
use il::{Expr, ExprKind, Program, StmtKind, SymbolId, Type, UnitId, UnitKind};

/// Raises them in the whole program.
pub fn raise(p: &mut Program) {
    let wanted = |p: &Program, s: SymbolId| {
        let v = p.variable(s).filter(|v| v.saved && v.storage == Storage::Local && !v.constant);
        let unit = p.home(s)?;
        let u = &p.units[unit];
        let file = u.parent.filter(|f| matches!(p.units[*f].kind, UnitKind::File))?;
        (v.is_some() && !u.language.has_modules() && !u.is_interface && !u.has_errors).then_some((unit, file))
    };
    let found: Vec<(SymbolId, UnitId, UnitId)> =
        p.symbols.ids().filter_map(|s| wanted(p, s).map(|(unit, file)| (s, unit, file))).collect();
    for (s, unit, file) in found {
        if !stores::changes(p, unit, &p.units[unit].body, s) || in_text(p, unit, s) {
            continue;
        }
        let scope = p.units[file].scope;
        let base = format!("{}_{}", p.units[unit].name, p.symbols[s].name);
        let name = crate::names::fresh(p, scope, &base, false);
        let (home, old) = (p.symbols[s].scope, p.symbols[s].name.clone());
        p.scopes[home].names.shift_remove(&old);
        p.scopes[scope].names.insert(name.clone(), s);
        p.symbols[s].name = name;
        p.move_symbol(s, scope);
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.storage = Storage::Global;
        }
        for id in p.units[unit].stmts.ids().collect::<Vec<_>>() {
            let stmt = &mut p.units[unit].stmts[id];
            if let StmtKind::Declare(list) = &mut stmt.kind {
                list.retain(|x| *x != s);
                if list.is_empty() {
                    stmt.kind = StmtKind::Nop;
                }
            }
        }
        let spelling = match p.symbol_type(s).map(below) {
            Some(Type::Scalar(scalar)) => scalar.spelling.clone(),
            Some(Type::Record(r)) => p.records[*r].spelling.clone(),
            _ => String::new(),
        };
        let entities = vec![Entity { init: true, ..Entity::new(s) }];
        let spelling = format!("static {spelling}");
        let kind = DeclKind::Variables { spelling, attrs: Vec::new(), colons: false, entities };
        let at = p.units[file].decls.iter().position(|d| matches!(d.kind, DeclKind::Unit(u) if u == unit));
        let at = at.unwrap_or(p.units[file].decls.len());
        p.units[file].decls.insert(at, Decl::from(kind));
    }
}

/// Makes constants of the `static` numbers of a file that nothing in it writes, hands on or takes the address of: nobody else can change them
/// either, also no function without a body. Not those that a head names (`named`).
pub fn settle(p: &mut Program, named: &BTreeSet<SymbolId>) {
    let is_number = |ty: &Type| matches!(ty.element(), Type::Scalar(_));
    let candidate = |s: &SymbolId| {
        matches!(p.scopes[p.symbols[*s].scope].kind, il::ScopeKind::File)
            && !named.contains(s)
            && p.variable(*s).is_some_and(|v| v.storage == Storage::Global && !v.constant && is_number(&v.ty))
    };
    let mut left: BTreeSet<SymbolId> = p.symbols.ids().filter(candidate).collect();
    if left.is_empty() {
        return;
    }
    // Tables of pointers hand it on.
    let inits = p.symbols.iter().filter_map(|(_, s)| match &s.kind {
        SymbolKind::Variable(v) => v.init.as_ref(),
        _ => None,
    });
    let mut seen = BTreeSet::new();
    for e in inits {
        escaping(p, e, &mut seen);
    }
    for (id, u) in p.units.iter().filter(|(_, u)| !u.language.has_modules()) {
        u.walk(&u.body, &mut |_, x| {
            let by_name = |s: &stores::Store| matches!(s.how, How::Assigned | How::Counts);
            stores::each(p, id, &x.kind, &mut |s| seen.extend(s.symbol.filter(|_| by_name(&s))));
            if let StmtKind::Opaque { reads, .. } = &x.kind {
                reads.iter().for_each(|e| e.walk(&mut |y| seen.extend(y.root())));
            }
            x.kind.exprs(&mut |e| escaping(p, e, &mut seen));
        });
        // What was not understood may do anything.
        if u.has_errors {
            seen.extend(left.iter().copied());
        }
    }
    left.retain(|s| !seen.contains(s));
    for s in left {
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.constant = true;
        }
    }
}

/// Variables of an expression whose address it takes, or that are arrays without a subscript.
fn escaping(p: &Program, e: &Expr, out: &mut BTreeSet<SymbolId>) {
    match &e.kind {
        ExprKind::Var(s) if p.symbol_type(*s).is_some_and(|t| matches!(t, Type::Array { .. })) => {
            out.insert(*s);
        }
        ExprKind::Address(place) => out.extend(place.root()),
        ExprKind::Index { base, .. } if type_of(p, e).scalar().is_none() => out.extend(base.root()),
        _ => {}
    }
    e.children(&mut |child| match &child.kind {
        ExprKind::Var(_) if matches!(e.kind, ExprKind::Index { .. }) => {}
        _ => escaping(p, child, out),
    });
}

fn below(ty: &Type) -> &Type {
    match ty {
        Type::Array { elem, .. } => below(elem),
        Type::Pointer { to, .. } => below(to),
        other => other,
    }
}

/// The variables that outlive a call of a C procedure and belong to no other file: those that [`raise`] made are among them.
pub fn changed_by(p: &Program, unit: UnitId) -> Vec<SymbolId> {
    let Some(file) = p.units[unit].parent.filter(|f| matches!(p.units[*f].kind, UnitKind::File)) else {
        return Vec::new();
    };
    let scope = p.units[file].scope;
    let is_static = |s: &SymbolId| {
        p.symbols[*s].scope == scope && p.variable(*s).is_some_and(|v| v.storage == Storage::Global && !v.constant)
    };
    p.symbols.ids().filter(|s| is_static(s) && stores::changes(p, unit, &p.units[unit].body, *s)).collect()
}

/// Whether text that is kept as it is names a variable.
fn in_text(p: &Program, unit: UnitId, s: SymbolId) -> bool {
    let u = &p.units[unit];
    let mut found = false;
    u.walk(&u.body, &mut |_, x| {
        if let StmtKind::Opaque { reads, writes, .. } = &x.kind {
            found |= reads.iter().chain(writes).any(|e| e.mentions(s));
        }
    });
    found
}
