//! Where references lead: names, indices, components and pointers, to nodes of the zone trees.

use std::cell::LazyCell;

use crate::Intent;
use crate::consts;
use crate::expr::{Expr, ExprKind, Subscript, UnaryOp};
use crate::program::Program;
use crate::symbol::{Storage, SymbolId};
use crate::types::{Type, Upper};
use crate::typing::type_of;
use crate::zones::{Kind, NodeId, Place, Zones, array_type, unite};

/// A reference without the values of its subscripts: all that says where it leads.
pub(crate) type Path = (SymbolId, Vec<Step>);

/// One step of a reference.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Step {
    /// To an element, or a section.
    Index {
        /// All of the array.
        full: bool,
        /// `p[0]`.
        zero: bool,
    },
    /// To a component.
    Field(usize),
}

impl Zones {
    /// The path of a reference that begins at a name. `None` for what goes through addresses.
    pub(crate) fn path(&self, program: &Program, e: &Expr) -> Option<Path> {
        let mut steps = Vec::new();
        let mut at = e;
        loop {
            at = match &at.kind {
                ExprKind::Var(s) => return Some((*s, steps)),
                ExprKind::Index { base, subs } => {
                    steps.push(Step::Index { full: self.is_full_section(program, base, subs), zero: is_zero(subs) });
                    base
                }
                ExprKind::Field { base, field, .. } => {
                    steps.push(Step::Field(*field));
                    base
                }
                _ => return None,
            };
        }
    }

    /// Where a reference leads. A Fortran POINTER at its end is not followed yet.
    pub(crate) fn place(&self, program: &Program, e: &Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Var(s) => {
                let n = self.root(*s)?;
                Some(Place { nodes: vec![n], used: 0, whole: !self.nodes[n].many, addresses: Vec::new() })
            }
            ExprKind::Index { base, subs } => {
                let Some(p) = self.place(program, base) else {
                    return Some(self.pointees(program, base)).filter(|p| !p.nodes.is_empty());
                };
                let mut p = self.follow_implicit(p);
                if p.nodes.iter().any(|n| self.is_exhausted(*n, p.used)) {
                    let mut q = self.dereference(&p);
                    q.whole &= is_zero(subs);
                    return Some(q);
                }
                p.used += 1;
                p.whole &= self.is_full_section(program, base, subs);
                Some(p)
            }
            ExprKind::Field { base, field, .. } => {
                let p = self.follow_implicit(self.place(program, base)?);
                let mut nodes = Vec::new();
                let mut whole = p.whole;
                for n in &p.nodes {
                    match &self.nodes[*n].kind {
                        Kind::Record(_, fields) if *field < fields.len() => nodes.push(fields[*field]),
                        Kind::Record(..) | Kind::Leaf(_) | Kind::Pointer { .. } => {
                            nodes.push(*n);
                            whole = false;
                        }
                    }
                }
                whole &= nodes.iter().all(|n| !self.nodes[*n].many);
                Some(Place { nodes, used: 0, whole, addresses: p.addresses })
            }
            ExprKind::Deref(x) => Some(self.pointees(program, x)),
            // All types of a family have the same components; those that one does not have are never used of it.
            ExprKind::Cast(Type::Record(_), x) => Some(self.follow_implicit(self.place(program, x)?)),
            ExprKind::Substring { base, .. } => {
                let p = self.follow_implicit(self.place(program, base)?);
                Some(Place { whole: false, ..p })
            }
            _ => None,
        }
    }

    /// Whether one more index on this node goes through a C pointer.
    pub(crate) fn is_exhausted(&self, n: NodeId, used: u8) -> bool {
        matches!(self.nodes[n].kind, Kind::Pointer { implicit: false, .. }) && used >= self.nodes[n].levels
    }

    /// Through all C pointers of a place.
    fn dereference(&self, p: &Place) -> Place {
        let mut out = Place { nodes: Vec::new(), used: 0, whole: p.whole, addresses: p.addresses.clone() };
        for n in &p.nodes {
            self.through(*n, &mut out);
        }
        out.whole &= out.nodes.len() == 1 && out.nodes.iter().all(|n| self.is_one_object(*n));
        out
    }

    /// Whether what a pointer leads to is all that a node stands for: neither an array, nor a component of structures of which there are several.
    fn is_one_object(&self, n: NodeId) -> bool {
        let structures = std::iter::successors(Some(n), |n| self.nodes[*n].inside);
        structures.into_iter().all(|n| !self.nodes[n].many && self.nodes[n].levels == 0)
    }

    /// Adds what the pointer `n` may point to. Something else than a pointer stays: a decayed array.
    fn through(&self, n: NodeId, out: &mut Place) {
        match &self.nodes[n].kind {
            Kind::Pointer { address, targets, pointee, .. } => {
                out.addresses.push(*address);
                match out.nodes.is_empty() {
                    true => out.nodes.extend_from_slice(targets),
                    false => unite(&mut out.nodes, targets),
                }
                for t in targets {
                    out.used = out.used.max(self.nodes[*t].levels.saturating_sub(*pointee));
                }
            }
            Kind::Leaf(_) | Kind::Record(..) => {
                if !out.nodes.contains(&n) {
                    out.nodes.push(n);
                }
                out.used = out.used.max(self.nodes[n].levels);
                out.whole = false;
            }
        }
    }

    /// A Fortran POINTER means what it points to.
    pub(crate) fn follow_implicit(&self, p: Place) -> Place {
        let implicit = |n: &NodeId| matches!(self.nodes[*n].kind, Kind::Pointer { implicit: true, .. });
        if !p.nodes.iter().any(implicit) {
            return p;
        }
        let mut out = Place { nodes: Vec::new(), used: 0, whole: false, addresses: p.addresses.clone() };
        for n in &p.nodes {
            if implicit(n) {
                self.through(*n, &mut out);
            } else if !out.nodes.contains(n) {
                out.nodes.push(*n);
            }
        }
        out.used += p.used;
        out.whole = false;
        out
    }

    /// What a pointer-valued expression may point to.
    pub(crate) fn pointees(&self, program: &Program, e: &Expr) -> Place {
        let nowhere = Place { nodes: Vec::new(), used: 0, whole: false, addresses: Vec::new() };
        match &e.kind {
            ExprKind::Address(x) => match self.place(program, x) {
                Some(p) => {
                    let mut p = self.follow_implicit(p);
                    p.used = p.nodes.iter().map(|n| self.nodes[*n].levels).max().unwrap_or(0).min(p.used);
                    p
                }
                None => nowhere,
            },
            ExprKind::Unary(UnaryOp::Paren, x) | ExprKind::Cast(_, x) => self.pointees(program, x),
            ExprKind::Binary(_, l, r) | ExprKind::Cond { yes: l, no: r, .. } => {
                let (mut l, r) = (self.pointees(program, l), self.pointees(program, r));
                unite(&mut l.nodes, &r.nodes);
                l.addresses.extend(r.addresses);
                l.used = l.used.max(r.used);
                l.whole = false;
                l
            }
            _ => match self.place(program, e) {
                Some(p) => {
                    let pointer = |n: &NodeId| {
                        matches!(self.nodes[*n].kind, Kind::Pointer { .. }) && p.used >= self.nodes[*n].levels
                    };
                    let (pointers, arrays): (Vec<NodeId>, Vec<NodeId>) = p.nodes.iter().partition(|n| pointer(n));
                    let mut out = self.dereference(&Place { nodes: pointers, ..p.clone() });
                    // A pointer that was cast, `double (*w)[2] = (double (*)[2])v`, leads to numbers that are declared otherwise: `w[0]` is a row all the same.
                    let is_row = LazyCell::new(|| matches!(type_of(program, e), Type::Array { .. }));
                    for n in arrays {
                        // An array decays to the address of its first element; a number is no address.
                        if self.nodes[n].levels > p.used || *is_row {
                            out.nodes.push(n);
                            out.used = out.used.max(p.used + 1);
                            out.whole = false;
                        }
                    }
                    out
                }
                None => nowhere,
            },
        }
    }

    /// Whether a section names all of its array: `a(:)`, or bounds that are those of the declaration and cannot have changed.
    fn is_full_section(&self, program: &Program, base: &Expr, subs: &[Subscript]) -> bool {
        let dims = match array_type(program, base) {
            Some(Type::Array { dims, .. }) => Some(dims.as_slice()),
            _ => None,
        };
        let stable = |s: SymbolId| self.is_stable(program, s);
        subs.iter().enumerate().all(|(k, sub)| {
            let Subscript::Range { lo, hi, step } = sub else { return false };
            let dim = dims.and_then(|d| d.get(k));
            let from_start = match (lo, dim) {
                (None, _) => true,
                (Some(lo), Some(d)) => match &d.lower {
                    None => consts::integer(program, lo) == Some(1),
                    Some(l) => lo == l && consts::is_stable(program, l, &stable),
                },
                (Some(_), None) => false,
            };
            let to_end = match (hi, dim.map(|d| &d.upper)) {
                (None, _) => true,
                (Some(hi), Some(Upper::At(u))) => hi == u && consts::is_stable(program, u, &stable),
                (Some(_), _) => false,
            };
            from_start && to_end && step.as_ref().is_none_or(|s| s.as_int() == Some(1))
        })
    }

    /// Whether a variable keeps the value it has on entry: nothing ever assigns to it by name, and it has no other name.
    pub fn is_stable(&self, program: &Program, symbol: SymbolId) -> bool {
        program.variable(symbol).is_some_and(|v| {
            v.intent == Some(Intent::In)
                || (!self.is_assigned(symbol) && !matches!(v.storage, Storage::Common | Storage::Global) && !v.target)
        })
    }
}

/// `[0]`: of a pointer, what it leads to.
fn is_zero(subs: &[Subscript]) -> bool {
    matches!(subs, [Subscript::At(e)] if e.as_int() == Some(0))
}
