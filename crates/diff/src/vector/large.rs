//! Large local derivatives are allocated. With one more dimension an array of fixed extents may be too much for a stack frame: gfortran makes it static then,
//! and says so (`-fmax-stack-var-size`).

use il::symbol::SymbolKind;
use il::{Attr, Decl, DeclKind, Dim, Entity, Expr, Program, StmtKind, Storage, SymbolId, Type, UnitId, Upper};

use super::Lift;
use il::stmt::Allocation;

/// How many bytes a local variable may have without being moved from the stack.
const MOST_BYTES: u64 = 65536;

impl Lift<'_> {
    /// Declares such locals of a lifted procedure ALLOCATABLE, and allocates them where it begins.
    pub(super) fn allocate_large(&mut self, p: &mut Program, unit: UnitId) {
        if !p.units[unit].language.describes_storage() {
            return;
        }
        let large: Vec<SymbolId> =
            declared(&p.units[unit].decls).into_iter().filter(|s| self.is_large(p, unit, *s)).collect();
        let mut objects = Vec::new();
        for s in large {
            let SymbolKind::Variable(v) = &mut p.symbols[s].kind else { continue };
            let Type::Array { dims, .. } = &mut v.ty else { continue };
            v.allocatable = true;
            let deferred = vec![Dim { lower: None, upper: Upper::Deferred }; dims.len()];
            objects.push(Allocation { object: Expr::var(s), dims: std::mem::replace(dims, deferred) });
            declare_again(&mut p.units[unit].decls, s);
        }
        if !objects.is_empty() {
            let u = &mut p.units[unit];
            let first = u.add(StmtKind::Allocate { objects, options: Vec::new() });
            u.body.insert(0, first);
        }
    }

    /// Whether a local of fixed extents is too large with all directions, and was not without.
    fn is_large(&self, p: &Program, unit: UnitId, s: SymbolId) -> bool {
        let Some(v) = p.variable(s).filter(|_| self.derivatives.contains(&s)) else { return false };
        let plain = v.storage == Storage::Local
            && p.symbols[s].scope == p.units[unit].scope
            && v.init.is_none()
            && !(v.saved || v.allocatable || v.pointer || v.target || p.is_overlaid(s));
        let Type::Array { elem, dims } = &v.ty else { return false };
        let Type::Array { .. } = **elem else {
            let rest = Type::Array { elem: elem.clone(), dims: dims.get(1..).unwrap_or_default().to_vec() };
            let bytes = il::consts::bytes(p, &rest).filter(|_| plain && dims.len() > 1);
            let most = u64::try_from(self.directions.most).unwrap_or(1);
            return bytes.is_some_and(|b| b <= MOST_BYTES && b.saturating_mul(most) > MOST_BYTES);
        };
        false
    }
}

/// The variables that declarations of types declare.
fn declared(decls: &[Decl]) -> Vec<SymbolId> {
    decls.iter().flat_map(|d| d.kind.entities()).map(|e| e.symbol).collect()
}

/// Gives a variable a declaration of its own, with ALLOCATABLE.
fn declare_again(decls: &mut Vec<Decl>, s: SymbolId) {
    let Some(at) = decls.iter().position(|d| declared(std::slice::from_ref(d)).contains(&s)) else { return };
    let DeclKind::Variables { spelling, attrs, entities, .. } = &mut decls[at].kind else { return };
    entities.retain(|e| e.symbol != s);
    let mut own: Vec<Attr> = attrs.iter().filter(|a| !matches!(a, Attr::Dimension(_))).cloned().collect();
    own.push(Attr::Allocatable);
    let empty = entities.is_empty();
    let kind =
        DeclKind::Variables { spelling: spelling.clone(), attrs: own, colons: true, entities: vec![Entity::new(s)] };
    if empty {
        decls[at].kind = kind;
    } else {
        decls.insert(at + 1, Decl::from(kind));
    }
}
