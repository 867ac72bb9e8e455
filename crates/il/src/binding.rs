//! Calls: which storage of the caller each piece of storage of a dummy argument stands for.

use crate::Language;
use crate::consts;
use crate::expr::{Expr, ExprKind};
use crate::program::Program;
use crate::symbol::{SymbolId, Variable};
use crate::types::{Type, Upper};
use crate::typing::type_of;
use crate::zones::{Bound, Kind, NodeId, Zones, array_type, language_of, unite};

impl Zones {
    /// How the dummy argument `formal` corresponds to an actual argument. `args` are all actuals by dummy, to compare declared extents;
    /// `elemental` calls apply the dummy to every element.
    pub fn bind(
        &self,
        program: &Program,
        formal: SymbolId,
        actual: &Expr,
        args: &[(SymbolId, &Expr)],
        elemental: bool,
    ) -> Vec<Bound> {
        let (Some(root), Some(v)) = (self.root(formal), program.variable(formal)) else { return Vec::new() };
        let mut out = Vec::new();
        let mut seen = Vec::new();
        if let Kind::Pointer { implicit: false, address, own, .. } = self.nodes[root].kind
            && self.is_exhausted(root, 0)
        {
            // A C pointer: the address goes in; what it points to is shared. (An array of pointers is shared itself.)
            let to = self.pointees(program, actual);
            let single = self.single.contains(&formal);
            // What a pointer holds that is handed on is read, `f(s->p)`: whoever sets it is needed.
            let held = self.place(program, actual).map_or_else(Vec::new, |p| p.nodes);
            let pointer = |n: &NodeId| matches!(self.nodes[*n].kind, Kind::Pointer { implicit: false, .. });
            let held: Vec<NodeId> = held.into_iter().filter(pointer).collect();
            out.push(Bound { formal: address, actual: self.values(&held), whole: false, back: false, top: true });
            let whole = single && to.whole && to.nodes.len() == 1;
            self.bind_nodes(own, &to.nodes, whole, true, false, &mut seen, &mut out);
            return merged(out);
        }
        if takes_pointer(program, formal, actual) {
            let to = self.pointees(program, actual);
            self.bind_nodes(root, &to.nodes, false, true, false, &mut seen, &mut out);
            return merged(out);
        }
        let place = self.place(program, actual).map(|p| match self.nodes[root].kind {
            Kind::Pointer { .. } => p,
            Kind::Leaf(_) | Kind::Record(..) => self.follow_implicit(p),
        });
        match place {
            Some(p) => {
                let covers = p.whole && (elemental || self.covers(program, v, actual, args));
                self.bind_nodes(root, &p.nodes, covers, !v.by_value, true, &mut seen, &mut out);
            }
            None => self.bind_nodes(root, &[], false, false, true, &mut seen, &mut out),
        }
        merged(out)
    }

    #[allow(clippy::too_many_arguments)]
    fn bind_nodes(
        &self,
        formal: NodeId,
        actual: &[NodeId],
        whole: bool,
        back: bool,
        top: bool,
        seen: &mut Vec<(NodeId, Vec<NodeId>)>,
        out: &mut Vec<Bound>,
    ) {
        // A node of a recursive type stands for all of a list or tree: it is come back to with what the pointers lead to.
        let known = match seen.iter_mut().find(|(f, _)| *f == formal) {
            Some((_, known)) => {
                let before = known.len();
                for n in actual {
                    if !known.contains(n) {
                        known.push(*n);
                    }
                }
                if known.len() == before {
                    return;
                }
                known.clone()
            }
            None => {
                seen.push((formal, actual.to_vec()));
                actual.to_vec()
            }
        };
        let actual = known.as_slice();
        let whole = whole && actual.len() == 1 && !self.nodes[formal].many;
        match &self.nodes[formal].kind {
            Kind::Leaf(zones) => {
                let to = self.values(actual);
                for z in zones {
                    out.push(Bound { formal: *z, actual: to.clone(), whole: whole && zones.len() == 1, back, top });
                }
            }
            Kind::Record(record, fields) => {
                let same = |n: &NodeId| matches!(&self.nodes[*n].kind, Kind::Record(r, _) if r == record);
                for (k, f) in fields.iter().enumerate() {
                    if actual.iter().all(same) {
                        let to: Vec<NodeId> = actual
                            .iter()
                            .filter_map(|n| match &self.nodes[*n].kind {
                                Kind::Record(_, fields) => fields.get(k).copied(),
                                Kind::Leaf(_) | Kind::Pointer { .. } => None,
                            })
                            .collect();
                        self.bind_nodes(*f, &to, whole, back, top, seen, out);
                    } else {
                        self.bind_nodes(*f, actual, false, back, top, seen, out);
                    }
                }
            }
            Kind::Pointer { address, own, .. } => {
                let mut addresses = Vec::new();
                let mut targets: Vec<NodeId> = Vec::new();
                for n in actual {
                    match &self.nodes[*n].kind {
                        Kind::Pointer { address, targets: t, .. } => {
                            addresses.push(*address);
                            unite(&mut targets, t);
                        }
                        // Fortran 2008: a TARGET for a POINTER dummy; or types that do not agree.
                        Kind::Leaf(_) | Kind::Record(..) => targets.push(*n),
                    }
                }
                out.push(Bound { formal: *address, actual: addresses, whole, back, top });
                self.bind_nodes(*own, &targets, false, true, false, seen, out);
            }
        }
    }

    /// Whether a dummy of these bounds is all of an actual argument that is a whole variable.
    fn covers(&self, program: &Program, v: &Variable, actual: &Expr, args: &[(SymbolId, &Expr)]) -> bool {
        let (f, Some(a)) = (&v.ty, array_type(program, actual)) else { return false };
        let (fdims, adims) = match (f, a) {
            (Type::Array { dims: f, .. }, Type::Array { dims: a, .. }) => (f, a),
            (Type::Array { .. }, _) => return false,
            (_, Type::Array { .. }) => return false,
            _ => return true,
        };
        if fdims.iter().all(|d| matches!(d.upper, Upper::Deferred)) {
            return true;
        }
        if let (Some(x), Some(y)) = (consts::elements(program, f), consts::elements(program, a)) {
            return x >= y;
        }
        let stable_f = |s: SymbolId| self.is_stable(program, s);
        // The formal bound, in the caller's words.
        let translate = |e: &Expr| -> Option<Expr> {
            if !consts::is_stable(program, e, &stable_f) {
                return None;
            }
            let mut e = e.clone();
            let mut known = true;
            e.rewrite(&mut |x| {
                if let ExprKind::Var(s) = x.kind
                    && program.variable(s).is_some()
                {
                    match args.iter().find(|(f, _)| *f == s) {
                        Some((_, actual)) => *x = actual.bare().clone(),
                        None => known = false,
                    }
                }
            });
            known.then_some(e)
        };
        fdims.len() == adims.len()
            && fdims.iter().zip(adims).all(|(f, a)| {
                let lower = |d: &crate::types::Dim| d.lower.as_ref().map_or(Some(1), |l| consts::integer(program, l));
                match (&f.upper, &a.upper) {
                    (Upper::At(fu), Upper::At(au)) => {
                        lower(f).is_some()
                            && lower(f) == lower(a)
                            && (translate(fu).is_some_and(|t| &t == au) && consts::is_stable(program, au, &stable_f)
                                || consts::integer(program, fu).is_some()
                                    && consts::integer(program, fu) == consts::integer(program, au))
                    }
                    _ => false,
                }
            })
    }
}

/// C: whether a parameter that is declared as an array, `double x[3]`, gets a pointer: `p`, `&a[3]`, `a + 3`. It stands for what that leads to.
pub fn takes_pointer(program: &Program, formal: SymbolId, actual: &Expr) -> bool {
    language_of(program, formal) == Language::C
        && program.variable(formal).is_some_and(|v| !v.by_value && matches!(v.ty, Type::Array { .. }))
        && !(actual.is_reference() && matches!(type_of(program, actual), Type::Array { .. }))
}

/// C: whether an operand is an array, which stands for the address of its first element there (C11 6.3.2.1).
pub fn is_address_of_elements(program: &Program, e: &Expr) -> bool {
    e.is_reference()
        && e.root().is_some_and(|s| language_of(program, s) == Language::C)
        && matches!(type_of(program, e), Type::Array { .. })
}

/// One entry for each zone of the callee: what it was found to stand for, taken together.
fn merged(all: Vec<Bound>) -> Vec<Bound> {
    let mut out: Vec<Bound> = Vec::new();
    for b in all {
        match out.iter_mut().find(|o| o.formal == b.formal) {
            Some(o) => {
                for z in b.actual {
                    if !o.actual.contains(&z) {
                        o.actual.push(z);
                    }
                }
                o.whole = false;
                o.back |= b.back;
                o.top |= b.top;
            }
            None => out.push(b),
        }
    }
    out
}
