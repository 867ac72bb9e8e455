//! The tree of nodes of one variable, built along its type.

use std::ops::Range;

use crate::Language;
use crate::consts;
use crate::program::Program;
use crate::storage::Layout;
use crate::symbol::SymbolId;
use crate::types::{Field, RecordId, Type};
use crate::unit::UnitId;
use crate::zones::{Kind, Node, NodeId, TypeKey, Zone, ZoneId, Zones};

/// Structures inside structures, seen from one variable, whose pointers are followed.
const DEEPEST: usize = 7;
/// Nodes of one variable. Where types point to one another in all directions they would be more: then pointers are followed less far.
const MOST: usize = 4000;

/// How deep the pointers of a variable are followed.
pub(crate) fn depth(program: &Program, ty: &Type, pointer: bool) -> usize {
    let fits = |deepest: &usize| count(program, ty, pointer, *deepest, &mut Vec::new(), &mut { MOST });
    (1..=DEEPEST).rev().find(fits).unwrap_or(0)
}

/// Whether the tree of a type has no more than `left` nodes, which it takes from `left`. It grows as [`TreeBuilder::build`] builds it.
fn count(
    program: &Program,
    ty: &Type,
    pointer: bool,
    deepest: usize,
    above: &mut Vec<RecordId>,
    left: &mut usize,
) -> bool {
    let Some(rest) = left.checked_sub(1) else { return false };
    *left = rest;
    let elem = ty.element();
    let target = match elem {
        _ if pointer => ty,
        Type::Pointer { to, .. } => to,
        Type::Record(r) if !program.records[*r].opaque => {
            above.push(program.family_root(*r));
            let fields = &program.records[*r].fields;
            let is_above = |f: &Field, above: &[RecordId]| {
                f.ty.element().record().is_some_and(|r| f.allocatable && above.contains(&program.family_root(r)))
            };
            let fits =
                fields.iter().all(|f| is_above(f, above) || count(program, &f.ty, f.pointer, deepest, above, left));
            above.pop();
            return fits;
        }
        _ => return true,
    };
    let again = target.element().record().is_some_and(|r| above.contains(&program.family_root(r)));
    again || above.len() >= deepest || count(program, target, false, deepest, above, left)
}

/// Whether storage of this type may carry derivatives: also a union in it, so that a transformer sees what it has to refuse.
pub fn may_hold_reals(program: &Program, ty: &Type) -> bool {
    let in_union = |r: RecordId| {
        program.records[r].opaque
            && program.held(r).iter().any(|inner| {
                program.records[*inner].fields.iter().any(|f| match f.ty.record() {
                    Some(r) => !program.records[r].opaque && program.is_differentiable(&f.ty),
                    None => f.ty.is_differentiable(),
                })
            })
    };
    program.is_differentiable(ty) || ty.record().is_some_and(|r| program.held(r).into_iter().any(in_union))
}

#[derive(Clone, Copy)]
pub(crate) enum Store {
    /// A zone of its own.
    Fresh,
    /// These bytes of an area.
    At(usize, i64),
    /// Somewhere in these bytes: component of an array of structures.
    Within(usize, i64, Option<u64>),
    /// In the zone of a row of components.
    Shared(ZoneId),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Variable,
    Pointee,
}

pub(crate) struct TreeBuilder<'a> {
    pub program: &'a Program,
    pub zones: &'a mut Zones,
    pub areas: &'a [Vec<ZoneId>],
    pub layout: &'a Layout,
    pub symbol: SymbolId,
    pub owner: Option<UnitId>,
    pub language: Language,
    pub path: Vec<usize>,
    pub above: Vec<(RecordId, NodeId)>,
    /// How many structures may be above a pointer that is followed; below one zone stands for all.
    pub deepest: usize,
}

impl TreeBuilder<'_> {
    fn node(&mut self, kind: Kind, levels: u8, many: bool, key: TypeKey) -> NodeId {
        self.zones.nodes.push(Node { kind, levels, many, inside: None, key, root: self.symbol, owner: self.owner });
        self.zones.nodes.len() - 1
    }

    fn zone(&mut self, name: String, differentiable: bool, address: bool, role: Role) -> ZoneId {
        self.zones.zones.add(Zone {
            name,
            owner: self.owner,
            differentiable,
            address,
            pointee: role == Role::Pointee,
            symbol: self.symbol,
            path: self.path.clone(),
        })
    }

    pub fn build(&mut self, ty: &Type, pointer: bool, store: Store, name: String, role: Role) -> NodeId {
        let (mut levels, mut elem) = (0u8, ty);
        while let Type::Array { elem: e, .. } = elem {
            levels = levels.saturating_add(1);
            elem = e;
        }
        if pointer {
            // Fortran POINTER: the shape is that of the target.
            let address = self.zone(format!("{name}=>"), false, true, role);
            let me = self.node(
                Kind::Pointer { address, own: 0, targets: Vec::new(), implicit: true, pointee: levels },
                0,
                false,
                TypeKey::Pointer,
            );
            let own = self.target(ty, name);
            self.set_own(me, own);
            return me;
        }
        match elem {
            Type::Record(r) if !self.program.records[*r].opaque => {
                // A type stands for its family: any of them may point to, or be given for, any other.
                let root = self.program.family_root(*r);
                let me = self.node(Kind::Record(root, Vec::new()), levels, false, TypeKey::Record(root));
                self.above.push((root, me));
                let mut fields = Vec::new();
                let mut at = match store {
                    Store::At(area, at) if levels > 0 => Store::Within(area, at, consts::bytes(self.program, ty)),
                    other => other,
                };
                let mark = if self.language == Language::C { "." } else { "%" };
                let record = &self.program.records[*r];
                let mut row: Option<(Range<usize>, ZoneId)> = None;
                for (k, f) in record.fields.iter().enumerate() {
                    self.path.push(k);
                    let inner = format!("{name}{mark}{}", f.name);
                    if matches!(store, Store::Fresh) {
                        if row.as_ref().is_none_or(|(run, _)| !run.contains(&k)) {
                            let reals = may_hold_reals(self.program, &f.ty);
                            let found = self.zones.row(self.program, (*r, k));
                            row = found.map(|run| (run, self.zone(inner.clone(), reals, false, role)));
                        }
                        at = row.as_ref().map_or(store, |(_, zone)| Store::Shared(*zone));
                    }
                    // An allocatable component may be of a type that it is a component of (F2008): one zone stands for all that follows.
                    fields.push(match f.allocatable && self.is_above(&f.ty) {
                        true => self.summary(&f.ty, format!("{inner}…"), role),
                        false => self.build(&f.ty, f.pointer, at, inner, role),
                    });
                    self.path.pop();
                    if let Store::At(area, from) = at {
                        let next = consts::bytes(self.program, &f.ty).and_then(|b| from.checked_add_unsigned(b));
                        at = match next {
                            Some(next) if !f.allocatable && !f.pointer => Store::At(area, next),
                            _ => Store::Within(area, from, None),
                        };
                    }
                }
                self.above.pop();
                fields.iter().for_each(|f| self.zones.nodes[*f].inside = Some(me));
                self.zones.nodes[me].kind = Kind::Record(root, fields);
                me
            }
            Type::Pointer { to, .. } => {
                let address = self.zone(name.clone(), false, true, role);
                let pointee = {
                    let (mut n, mut t) = (0u8, &**to);
                    while let Type::Array { elem, .. } = t {
                        n = n.saturating_add(1);
                        t = elem;
                    }
                    n
                };
                let kind = Kind::Pointer { address, own: 0, targets: Vec::new(), implicit: false, pointee };
                let me = self.node(kind, levels, false, TypeKey::Pointer);
                let own = self.target(to, format!("*{name}"));
                self.set_own(me, own);
                if self.path.is_empty()
                    && role == Role::Variable
                    && levels == 0
                    && self.zones.single.contains(&self.symbol)
                {
                    self.zones.nodes[own].many = false;
                }
                me
            }
            Type::Scalar(_)
            | Type::Character { .. }
            | Type::Record(_)
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_)
            | Type::Array { .. } => {
                let key = match elem {
                    Type::Scalar(s) => TypeKey::Scalar(s.class, s.bytes),
                    Type::Record(r) => TypeKey::Record(self.program.family_root(*r)),
                    _ => TypeKey::Other,
                };
                let reals = may_hold_reals(self.program, elem);
                let zones = match store {
                    Store::Fresh => vec![self.zone(name, reals, false, role)],
                    Store::At(area, at) => {
                        let bytes = consts::bytes(self.program, ty);
                        self.segments(area, at, bytes)
                    }
                    Store::Within(area, at, bytes) => self.segments(area, at, bytes),
                    Store::Shared(zone) => vec![zone],
                };
                // Components of an array of structures in shared storage interleave: none covers a segment. Those of a row do not cover it.
                let many = matches!(store, Store::Within(..) | Store::Shared(_));
                self.node(Kind::Leaf(zones), levels, many, key)
            }
        }
    }

    /// Whether a type is that of something which is being built around it.
    fn is_above(&self, ty: &Type) -> bool {
        ty.element().record().is_some_and(|r| self.above.iter().any(|(a, _)| *a == self.program.family_root(r)))
    }

    /// A variable that nothing mentions: nobody asks what is in it, or where it leads.
    pub fn unmentioned(&mut self, ty: &Type, pointer: bool, name: String) -> NodeId {
        if !pointer && matches!(ty.element(), Type::Scalar(_) | Type::Character { .. }) {
            return self.build(ty, pointer, Store::Fresh, name, Role::Variable);
        }
        self.summary(ty, name, Role::Variable)
    }

    /// One zone for all that is in something, and behind it.
    fn summary(&mut self, ty: &Type, name: String, role: Role) -> NodeId {
        let zone = self.zone(name, may_hold_reals(self.program, ty), false, role);
        self.node(Kind::Leaf(vec![zone]), 0, true, TypeKey::Other)
    }

    fn segments(&self, area: usize, at: i64, bytes: Option<u64>) -> Vec<ZoneId> {
        self.areas[area][self.layout.areas()[area].segments(at, bytes)].to_vec()
    }

    /// The storage that a pointer of this type has of its own.
    fn target(&mut self, ty: &Type, name: String) -> NodeId {
        if let Type::Record(r) = ty.element()
            && let root = self.program.family_root(*r)
            && let Some(&(_, above)) = self.above.iter().find(|(a, _)| *a == root)
        {
            self.zones.nodes[above].many = true;
            return above;
        }
        // Structures of structures of pointers would grow without end in breadth: far down, one zone stands for all that follows.
        let own = if self.above.len() >= self.deepest {
            self.summary(ty, format!("{name}…"), Role::Pointee)
        } else {
            self.build(ty, false, Store::Fresh, name, Role::Pointee)
        };
        self.zones.nodes[own].many = true;
        own
    }

    fn set_own(&mut self, pointer: NodeId, node: NodeId) {
        if let Kind::Pointer { own, .. } = &mut self.zones.nodes[pointer].kind {
            *own = node;
        }
    }
}
