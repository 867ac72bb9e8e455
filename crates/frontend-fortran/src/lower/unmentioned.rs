//! Names that nothing mentions once parts of the text have gone: the part of a subprogram that belongs to one ENTRY, or to one rank, leaves locals and
//! constants undeclared that only other parts mention, and the dummies of statement functions, which are written out, are variables of nobody.

use std::collections::BTreeSet;

use super::parts::Parts;
use super::walk;
use crate::ast::{
    AttrKind, BlockOrName, Dim, DoControl, Dummy, Expr, ExprKind, LengthValue, Literal, Stmt, StmtKind, Unit, UnitKind,
};

/// Drops the declarations. Constants may be all that mentions other constants.
pub(super) fn drop(part: &mut Unit) {
    while let Some(mentioned) = mentioned(part) {
        let mut changed = false;
        let mut stays = |name: String| {
            let stays = mentioned.contains(&name);
            changed |= !stays;
            stays
        };
        part.body.retain_mut(|s| match &mut s.kind {
            StmtKind::TypeDecl(d) => {
                d.entities.retain(|e| stays(e.name.key()));
                !d.entities.is_empty()
            }
            StmtKind::AttrStmt { attr, entities } if matches!(attr.kind, AttrKind::Dimension(_)) => {
                entities.retain(|e| stays(e.name.key()));
                !entities.is_empty()
            }
            StmtKind::Parameter(list) => {
                list.retain(|(name, _)| stays(name.key()));
                !list.is_empty()
            }
            _ => true,
        });
        if !changed {
            return;
        }
    }
}

/// All names that are not only declared. `None` where a statement does not say which it mentions.
fn mentioned(part: &Unit) -> Option<BTreeSet<String>> {
    let mut out = BTreeSet::new();
    if let UnitKind::Subprogram(h) = &part.kind {
        out.extend([h.name.key()]);
        out.extend(h.result.iter().map(|r| r.key()));
        out.extend(h.dummies.iter().filter_map(|d| match d {
            Dummy::Name(n) => Some(n.key()),
            Dummy::Star(_) => None,
        }));
    }
    out.extend(mentioned_in(&mut part.body.iter())?);
    for inner in part.contains.iter().flat_map(|c| &c.units) {
        out.extend(mentioned(inner)?);
    }
    Some(out)
}

/// The same for statements.
fn mentioned_in(body: &mut dyn Iterator<Item = &Stmt>) -> Option<BTreeSet<String>> {
    let mut out = BTreeSet::new();
    let mut clear = true;
    for stmt in body {
        walk::statement(stmt, &mut |s| {
            clear &= statement(s, &mut out);
            walk::expressions(s, &mut |e| expression(e, &mut out));
        });
    }
    clear.then_some(out)
}

/// The dummies of statement functions that nothing else mentions, lower case.
pub(super) fn idle_dummies(parts: &Parts<'_>) -> BTreeSet<String> {
    let rest = &mut parts.declarations.iter().chain(&parts.executable).copied();
    let dummies: BTreeSet<String> =
        parts.functions.iter().flat_map(|(_, f)| &f.dummies).map(|d| d.to_ascii_lowercase()).collect();
    if dummies.is_empty() {
        return dummies;
    }
    let Some(mut said) = mentioned_in(rest) else { return BTreeSet::new() };
    for (_, f) in &parts.functions {
        let mut inside = BTreeSet::new();
        walk::expression(f.value, &mut |e| expression(e, &mut inside));
        said.extend(inside.into_iter().filter(|n| !f.dummies.iter().any(|d| d.eq_ignore_ascii_case(n))));
    }
    &dummies - &said
}

/// What a statement mentions beside its expressions; whether that is all.
fn statement(s: &Stmt, out: &mut BTreeSet<String>) -> bool {
    let mut below = |e: &Expr| walk::expression(e, &mut |e| expression(e, out));
    match &s.kind {
        StmtKind::Data(sets) => sets.iter().for_each(|d| {
            d.objects.iter().for_each(&mut below);
            d.values.iter().flat_map(|v| v.repeat.iter().chain([&v.value])).for_each(&mut below);
        }),
        StmtKind::Equivalence(groups) => groups.iter().flatten().for_each(&mut below),
        StmtKind::Common(blocks) => {
            let members = || blocks.iter().flat_map(|b| &b.entities);
            for d in members().flat_map(|e| &e.dims) {
                if let Dim::Explicit { lower, upper } = d {
                    lower.iter().chain([upper]).for_each(&mut below);
                }
            }
            out.extend(members().map(|e| e.name.key()));
        }
        StmtKind::Namelist(groups) => out.extend(groups.iter().flat_map(|g| &g.1).map(|n| n.key())),
        StmtKind::Save { items, .. } => out.extend(items.iter().filter_map(|i| match i {
            BlockOrName::Name(n) => Some(n.key()),
            BlockOrName::Block(_) => None,
        })),
        StmtKind::TypeDecl(d) => {
            if let Some(LengthValue::Expr(e)) = d.spec.length.as_ref().map(|l| &l.value) {
                below(e);
            }
            return d.entities.iter().all(|e| e.length.is_none());
        }
        StmtKind::AttrStmt { attr, entities } if !matches!(attr.kind, AttrKind::Dimension(_)) => {
            out.extend(entities.iter().map(|e| e.name.key()));
        }
        StmtKind::Do(d) => match &d.control {
            DoControl::Count { variable, .. } => {
                out.insert(variable.key());
            }
            DoControl::Concurrent { .. } => return false,
            DoControl::Forever | DoControl::While(_) => {}
        },
        StmtKind::Io(io) => return !io.opaque,
        StmtKind::Associate { .. }
        | StmtKind::PointerAssign { .. }
        | StmtKind::Where(_)
        | StmtKind::WhereStmt { .. } => {}
        StmtKind::Assign { .. } | StmtKind::Call { .. } | StmtKind::If(_) | StmtKind::IfStmt { .. } => {}
        StmtKind::ArithmeticIf { .. } | StmtKind::Goto(_) | StmtKind::ComputedGoto { .. } | StmtKind::Continue => {}
        StmtKind::Return(_) | StmtKind::Stop { .. } | StmtKind::SelectCase(_) | StmtKind::Format(_) => {}
        StmtKind::Exit(_) | StmtKind::Cycle(_) | StmtKind::Include(_) | StmtKind::Described(_) | StmtKind::Use(_) => {}
        StmtKind::Parameter(_) | StmtKind::Implicit(_) | StmtKind::AttrStmt { .. } => {}
        _ => return false,
    }
    true
}

fn expression(e: &Expr, out: &mut BTreeSet<String>) {
    match &e.kind {
        ExprKind::Name(n) => {
            out.insert(n.to_ascii_lowercase());
        }
        ExprKind::ImpliedDo(i) => {
            out.insert(i.variable.key());
        }
        ExprKind::Literal(literal) => out.extend(Literal::kind_suffix(literal).map(str::to_ascii_lowercase)),
        _ => {}
    }
}
