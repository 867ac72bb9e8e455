//! The order in which specification parts are read: a module before those that use it, whatever the order of files.

use std::collections::BTreeSet;

use il::{SymbolKind, UnitId};

use super::context::Lower;
use super::units::submodule_key;
use super::{messages, walk};
use crate::ast;

/// The top-level units, used ones first; otherwise as given.
pub fn by_use(cx: &mut Lower, tops: &[UnitId]) -> Vec<UnitId> {
    let mut sort = Sort { done: BTreeSet::new(), open: Vec::new(), out: Vec::new() };
    for &unit in tops {
        sort.visit(cx, unit);
    }
    sort.out
}

struct Sort {
    done: BTreeSet<UnitId>,
    open: Vec<UnitId>,
    out: Vec<UnitId>,
}

impl Sort {
    fn visit(&mut self, cx: &mut Lower, unit: UnitId) {
        if self.done.contains(&unit) {
            return;
        }
        self.open.push(unit);
        for (name, ident) in needed(cx.trees[&unit]) {
            let Some(symbol) = cx.program.lookup_here(cx.program.global, &name) else { continue };
            let SymbolKind::Module(Some(target)) = cx.program.symbols[symbol].kind else { continue };
            if self.open.contains(&target) {
                cx.say(messages::circular_use(ident.span, &ident.text));
                cx.program.units[unit].has_errors = true;
                continue;
            }
            self.visit(cx, target);
        }
        self.open.pop();
        self.done.insert(unit);
        self.out.push(unit);
    }
}

/// Modules that a unit needs, by their global names.
fn needed(tree: &ast::Unit) -> Vec<(String, &ast::Ident)> {
    let mut out = Vec::new();
    if let ast::UnitKind::Submodule { ancestor, parent, .. } = &tree.kind {
        out.push((ancestor.key(), ancestor));
        if let Some(parent) = parent {
            out.push((submodule_key(&ancestor.text, &parent.text), parent));
        }
    }
    needed_by_use(tree, &mut out);
    out
}

fn needed_by_use<'t>(tree: &'t ast::Unit, out: &mut Vec<(String, &'t ast::Ident)>) {
    each_use(tree, &mut |u| out.push((u.module.key(), &u.module)));
}

/// Calls `f` on the USE statements of a unit, of its interface bodies and of what it contains.
pub(super) fn each_use<'t>(tree: &'t ast::Unit, f: &mut dyn FnMut(&'t ast::Use)) {
    walk::statements(&tree.body, &mut |stmt| match &stmt.kind {
        ast::StmtKind::Use(u) => f(u),
        ast::StmtKind::Interface(interface) => {
            for item in &interface.items {
                if let ast::InterfaceItem::Body(body) = item {
                    each_use(body, f);
                }
            }
        }
        _ => {}
    });
    for inner in tree.contains.iter().flat_map(|c| &c.units) {
        each_use(inner, f);
    }
}
