//! Which procedures a call hands over: by name, and in what its arguments lead to. Somebody without source who is given them may call them.

use std::collections::BTreeSet;

use crate::expr::{Arg, ExprKind};
use crate::pointees::{Holder, holder, is_pointer};
use crate::program::Program;
use crate::symbol::SymbolId;
use crate::types::{RecordId, Type};
use crate::typing::type_of;

/// What may be called by whoever gets some arguments.
#[derive(Default, Debug)]
pub(crate) struct Handed {
    /// Procedures, dummies among them, by name.
    pub(crate) names: BTreeSet<SymbolId>,
    /// What holds pointers to procedures.
    pub(crate) holders: BTreeSet<Holder>,
}

impl Handed {
    /// Looks through arguments.
    pub(crate) fn in_arguments(p: &Program, args: &[Arg]) -> Handed {
        let mut out = Handed::default();
        let mut seen = BTreeSet::new();
        for a in args {
            a.value.walk(&mut |e| {
                if let ExprKind::Var(s) = e.kind
                    && p.procedure(s).is_some()
                {
                    out.names.insert(s);
                } else if e.is_reference() {
                    out.holders.extend(holder(p, e));
                    out.members(p, &type_of(p, e), &mut seen);
                }
            });
        }
        out
    }

    /// The pointers in structures of a type, and in those that they lead to.
    fn members(&mut self, p: &Program, ty: &Type, seen: &mut BTreeSet<RecordId>) {
        match ty {
            Type::Array { elem: inner, .. } | Type::Pointer { to: inner, .. } => self.members(p, inner, seen),
            Type::Record(r) if seen.insert(*r) => {
                for (k, f) in p.records[*r].fields.iter().enumerate() {
                    match is_pointer(&f.ty) {
                        true => _ = self.holders.insert(Holder::Component(f.owner.unwrap_or(*r), k)),
                        false => self.members(p, &f.ty, seen),
                    }
                }
            }
            _ => {}
        }
    }
}
