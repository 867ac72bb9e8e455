//! New local variables.

use analysis::extents;
use il::locals::fresh;
use il::symbol::Storage;
use il::typing::type_of;
use il::{Dim, Expr, SymbolId, Type, Upper, Variable};

use super::Hoister;

impl Hoister<'_> {
    /// A new local for the value of `e`.
    pub(super) fn local_for(&mut self, base: &str, e: &Expr) -> SymbolId {
        match (type_of(self.p, e), extents::fixed(self.p, e)) {
            (Type::Array { elem, .. }, Some(dims)) if self.language().computes_with_arrays() => {
                self.declared_local(base, Variable::new(Type::Array { elem, dims }, Storage::Local))
            }
            (ty, _) => self.local(base, &ty),
        }
    }

    pub(super) fn local(&mut self, base: &str, ty: &Type) -> SymbolId {
        // The extents of a value are those of its operands at this moment: an allocatable takes them over by itself.
        let (ty, allocatable) = match ty {
            Type::Array { elem, dims } if self.language().computes_with_arrays() => {
                let dims = dims.iter().map(|_| Dim { lower: None, upper: Upper::Deferred }).collect();
                (Type::Array { elem: elem.clone(), dims }, true)
            }
            other => (other.clone(), false),
        };
        let mut v = Variable::new(il::spelling::spelled(ty, self.language()), Storage::Local);
        v.allocatable = allocatable;
        self.declared_local(base, v)
    }

    pub(super) fn declared_local(&mut self, base: &str, v: Variable) -> SymbolId {
        let v = Variable { ty: il::spelling::visible(self.p, self.unit, v.ty.clone()), ..v };
        let id = fresh(self.p, self.unit, base, v);
        self.declared.push(id);
        id
    }
}
