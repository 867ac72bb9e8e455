//! Families of types: those that extend each other, directly or through others.
//!
//! All types of a family have one list of components: an object whose type is not known before run time has storage for whatever it may turn out to be,
//! and a component has the same number in all of them. [`Field::owner`] says which type defines a component; objects of a type have those of the type
//! and of the types that it extends. One more component, [`TAG`], holds the dynamic type: the number of the record. SELECT TYPE is a selection by it.
//!
//! `Field { base, .. }` may name a component that the declared type of `base` does not have: then the object is known to be of a type that extends it.
//! `Cast(Record(t), x)` is `x` seen as an object of type `t`: its part `x%t`, or all of it when it is known to be a `t`.

use crate::arena::Id;
use crate::expr::{Expr, ExprKind};
use crate::program::Program;
use crate::types::{Field, RecordId, Scalar, Type};

/// The name of the component that holds the dynamic type. No program can write it.
pub const TAG: &str = "dynamic type";

impl Program {
    /// The type at the root of the family of `r`.
    pub fn family_root(&self, r: RecordId) -> RecordId {
        let mut at = r;
        while let Some(parent) = self.records[at].extends {
            at = parent;
        }
        at
    }

    /// All types of the family of `r`, in order of definition.
    pub fn family(&self, r: RecordId) -> Vec<RecordId> {
        let root = self.family_root(r);
        self.records.ids().filter(|m| self.family_root(*m) == root).collect()
    }

    /// Whether `r` is `other` or extends it.
    pub fn extends(&self, r: RecordId, other: RecordId) -> bool {
        let mut at = Some(r);
        while let Some(id) = at {
            if id == other {
                return true;
            }
            at = self.records[id].extends;
        }
        false
    }

    /// Whether objects of type `r` have component `k`, and it is one that can be named.
    pub fn shows(&self, r: RecordId, k: usize) -> bool {
        let f = &self.records[r].fields[k];
        f.name != TAG && f.owner.is_none_or(|o| self.extends(r, o))
    }

    /// Whether type `r` itself defines component `k`.
    pub fn defines(&self, r: RecordId, k: usize) -> bool {
        let f = &self.records[r].fields[k];
        f.name != TAG && f.owner.is_none_or(|o| o == r)
    }

    /// The components of objects of type `r` in the order of a structure constructor: those of the types that it extends come first.
    pub fn shown(&self, r: RecordId) -> Vec<usize> {
        (0..self.records[r].fields.len()).filter(|k| self.shows(r, *k)).collect()
    }

    /// The component that argument `position` of a structure constructor gives.
    pub fn component_of(&self, r: RecordId, position: usize, keyword: Option<&str>) -> Option<usize> {
        let shown = self.shown(r);
        match keyword {
            Some(name) => shown.into_iter().find(|k| self.records[r].fields[*k].name.eq_ignore_ascii_case(name)),
            None => shown.get(position).copied(),
        }
    }

    /// The number of the component that holds the dynamic type, in a family of more than one type.
    pub fn tag(&self, r: RecordId) -> Option<usize> {
        self.records[r].fields.iter().position(|f| f.name == TAG)
    }

    /// The components that an object may have: those of its type, and of a polymorphic one those of all types of the family.
    pub fn parts_of(&self, e: &Expr, r: RecordId) -> Vec<usize> {
        let all = self.is_polymorphic(e);
        let fields = &self.records[r].fields;
        (0..fields.len()).filter(|k| self.shows(r, *k) || all && fields[*k].name != TAG).collect()
    }

    /// Whether an object can have the components that a reference names.
    pub fn may_have(&self, e: &Expr) -> bool {
        let mut may = true;
        e.walk(&mut |e| {
            if let ExprKind::Field { base, field, .. } = &e.kind
                && let Some(declared) = crate::typing::type_of(self, base).record()
                && self.tag(declared).is_some()
            {
                may &= self.shows(declared, *field) || self.is_polymorphic(base);
            }
        });
        may
    }

    /// Makes `child` an extension of `parent`. The fields of `child` are set afterwards, by [`Program::extend_fields`].
    pub fn join_family(&mut self, child: RecordId, parent: RecordId) {
        if self.tag(parent).is_none() {
            let root = self.family_root(parent);
            for f in &mut self.records[root].fields {
                f.owner = Some(root);
            }
            let ty = Type::Scalar(Scalar::integer());
            let tag = Field {
                name: TAG.to_string(),
                ty,
                allocatable: false,
                pointer: false,
                polymorphic: false,
                owner: Some(root),
                init: None,
                attributes: Vec::new(),
                group: u32::MAX,
                comments: Vec::new(),
                trailing: None,
            };
            self.records[root].fields.push(Field { init: Some(Expr::int(root.index() as i64)), ..tag });
        }
        self.records[child].extends = Some(parent);
        let mut fields = self.records[parent].fields.clone();
        for f in fields.iter_mut().filter(|f| f.name == TAG) {
            f.init = Some(Expr::int(child.index() as i64));
        }
        self.records[child].fields = fields;
        self.records[child].opaque = self.records[parent].opaque;
    }

    /// Adds the components that `child` itself defines, to all types of its family.
    pub fn extend_fields(&mut self, child: RecordId, own: Vec<Field>) {
        let family = self.family(child);
        for f in own {
            let f = Field { owner: Some(child), ..f };
            for m in &family {
                self.records[*m].fields.push(f.clone());
            }
        }
    }

    /// Whether no object is of just this type (F2018 7.5.7.1).
    pub fn is_abstract(&self, r: RecordId) -> bool {
        self.records[r].attributes.iter().any(|a| a.to_ascii_lowercase().contains("abstract"))
    }

    /// The types that an object declared as `CLASS(declared)` may have when the program runs.
    pub fn dynamic_types(&self, declared: RecordId) -> Vec<RecordId> {
        let family = self.family(declared).into_iter();
        family.filter(|r| self.extends(*r, declared) && !self.is_abstract(*r)).collect()
    }

    /// Whether a type of a family holds an object of the family as a component, as composites of shapes or kernels do: the one list of components would
    /// have no end.
    pub fn holds_its_own(&self, r: RecordId) -> bool {
        let root = self.family_root(r);
        let values = self.records[root].fields.iter().filter(|f| !f.pointer && !f.allocatable);
        let inner = values.filter_map(|f| f.ty.element().record());
        inner.flat_map(|r| self.held(r)).any(|r| self.family_root(r) == root)
    }

    /// Whether the dynamic type of an object may be another than its declared type.
    pub fn is_polymorphic(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(s) => self.variable(*s).is_some_and(|v| v.polymorphic),
            ExprKind::Index { base, .. } => self.is_polymorphic(base),
            ExprKind::Field { record, field, .. } => self.records[*record].fields[*field].polymorphic,
            // Seen as an object of a type that it extends, it is one of just that type.
            ExprKind::Cast(Type::Record(r), x) => {
                let declared = crate::typing::type_of(self, x).record();
                self.is_polymorphic(x) && declared.is_some_and(|d| d != *r && self.extends(*r, d))
            }
            _ => false,
        }
    }

    /// Whether a value is that of a function that decides its dynamic type.
    pub fn returns_polymorphic(&self, value: &Expr) -> bool {
        let ExprKind::Call { callee, .. } = value.bare().kind else { return false };
        let result = self.callee(callee).and_then(|u| self.units[u].result());
        result.and_then(|r| self.variable(r)).is_some_and(|v| v.polymorphic)
    }

    /// Whether the dynamic type of a structure, which need not be an object, may be another than its declared type: that of a polymorphic object in
    /// parentheses, of one that MERGE selects, of what a function gives.
    pub fn has_open_type(&self, value: &Expr) -> bool {
        let value = value.bare();
        match &value.kind {
            ExprKind::Call { .. } => self.returns_polymorphic(value),
            ExprKind::Intrinsic(_, args) => args.iter().any(|a| self.has_open_type(&a.value)),
            _ => self.is_polymorphic(value),
        }
    }

    /// The number of the component that holds the dynamic type of an object.
    pub fn tag_of(&self, e: &Expr) -> Option<usize> {
        self.tag(crate::typing::type_of(self, e).record()?)
    }

    /// The object whose dynamic type `e` is, when it is one.
    pub fn object_of_tag<'e>(&self, e: &'e Expr) -> Option<&'e Expr> {
        match &e.kind {
            ExprKind::Field { base, record, field } if self.records[*record].fields[*field].name == TAG => Some(base),
            _ => None,
        }
    }

    /// The dynamic type of an object, as a number; `None` when there is only one.
    pub fn dynamic_type(&self, object: &Expr) -> Option<Expr> {
        let record = crate::typing::type_of(self, object).record()?;
        let field = self.tag(record)?;
        Some(Expr::at(ExprKind::Field { base: Box::new(object.clone()), record, field }, object.span))
    }
}
