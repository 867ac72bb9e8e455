//! C: members that are `void *`, such as the parameters of a right side.
//!
//! While a program is analysed and differentiated they have the type of what their uses say that they point to. Where these disagree, because several
//! structures are handed on by the same member, they point to numbers: that is enough to know that something with derivatives may be behind them, for
//! nothing is ever read through them without a cast. What is printed has `void *` again.

use il::{Program, RecordId, Scalar, ScalarClass, Type};

/// Members that have another type for a while.
#[derive(Clone, Default, Debug)]
pub struct VoidMembers(Vec<(RecordId, usize, bool)>);

/// Gives them the types of what is behind them.
pub fn reveal(p: &mut Program) -> VoidMembers {
    let mut out = VoidMembers::default();
    for (record, field, behind) in il::void_members(p) {
        let known = behind.is_some();
        let to = behind.unwrap_or_else(|| Type::Scalar(Scalar::new(ScalarClass::Real, 8, "double")));
        if p.records[record].external || !p.is_differentiable(&to) {
            continue;
        }
        // A structure with a tag can be named before it is defined.
        let named = known && to.record().is_some_and(|r| p.records[r].spelling.contains(' '));
        if let Type::Pointer { to: old, .. } = &mut p.records[record].fields[field].ty {
            **old = to;
            out.0.push((record, field, named));
        }
    }
    out
}

impl VoidMembers {
    /// They are `void *` again; so are those of the derivative type, where nobody can name what they point to.
    pub fn hide(&self, p: &mut Program, derivative: &dyn Fn(RecordId, usize) -> Option<(RecordId, usize)>) {
        let mut hide = |record: RecordId, field: usize| {
            if let Type::Pointer { to, .. } = &mut p.records[record].fields[field].ty {
                **to = Type::Void;
            }
        };
        for &(record, field, named) in &self.0 {
            let own = derivative(record, field);
            if let Some((r, k)) = own.filter(|own| !named && *own != (record, field)) {
                hide(r, k);
            }
            hide(record, field);
        }
    }
}
