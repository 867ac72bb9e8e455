//! What is on its way between processes, as places that calls read and write: what is sent may be what is received, by whichever calls.
//!
//! Such a place is a variable that no program can name ([`declare`]): one for messages, and one for each collective operation of which different processes
//! may make different calls, since its calls stand in different arms of a construct. The order of statements says nothing of it: what one process sends
//! where the text ends may reach another one where it begins. So what varies there somewhere and matters somewhere does so everywhere ([`open`]), and every
//! call that has to do with it is active: the other process cannot know that nothing comes with a derivative.

use std::collections::{BTreeMap, BTreeSet};

use il::symbol::SymbolKind;
use il::typing::type_of;
use il::unit::Transfer;
use il::zones::{ZoneId, Zones};
use il::{Arg, Block, Program, Span, Storage, SymbolId, Type, Variable};

use crate::activity::UnitActivity;
use crate::effects::UnitEffects;
use crate::messages;

/// What the names of such places begin with: no name of a program does.
const SPACE: &str = " ";

/// Declares the places that the calls of a program have to do with.
pub fn declare(p: &mut Program) {
    let mut found: BTreeSet<String> = BTreeSet::new();
    for (_, u) in p.units.iter() {
        let mut seen = BTreeMap::new();
        in_arms(p, u, &u.body, &mut Vec::new(), &mut seen);
        for (operation, arms) in seen {
            let apart = |a: &Vec<(usize, usize)>, b: &Vec<(usize, usize)>| {
                a.iter().zip(b).find(|(x, y)| x != y).is_some_and(|(x, y)| x.0 == y.0)
            };
            let is_split = || arms.iter().any(|a| arms.iter().any(|b| apart(a, b)));
            if operation == messages::SENT || is_split() {
                found.insert(operation);
            }
        }
    }
    let real = il::Scalar::double();
    for name in found {
        let variable = Variable::new(Type::Scalar(real.clone()), Storage::Global);
        p.declare(p.global, format!("{SPACE}{name}"), Span::NONE, SymbolKind::Variable(variable));
    }
}

/// The exchanges in a block, with the arms around each call: (construct, arm).
fn in_arms(
    p: &Program,
    u: &il::Unit,
    block: &Block,
    around: &mut Vec<(usize, usize)>,
    out: &mut BTreeMap<String, Vec<Vec<(usize, usize)>>>,
) {
    for &id in block {
        let kind = &u.stmts[id].kind;
        kind.each_call(&mut |callee, _| {
            if let Some(operation) = messages::operation(p, callee) {
                out.entry(operation).or_default().push(around.clone());
            }
        });
        for (k, inner) in kind.blocks().into_iter().enumerate() {
            around.push((il::Id::index(id), k));
            in_arms(p, u, inner, around, out);
            around.pop();
        }
    }
}

/// Whether a variable is such a place: nothing of it is ever written down.
pub fn is_one(p: &Program, symbol: SymbolId) -> bool {
    p.symbols[symbol].name.starts_with(SPACE)
}

/// The place that a call reads and writes, if numbers that may have derivatives go there.
pub fn of_call(p: &Program, callee: SymbolId, args: &[Arg]) -> Option<SymbolId> {
    let operation = messages::operation(p, callee)?;
    let place = p.lookup_here(p.global, &format!("{SPACE}{operation}"))?;
    if p.described(callee).is_some_and(|d| matches!(d.transfer, Some(Transfer::Starts | Transfer::Completes))) {
        return Some(place);
    }
    let dummies = &p.units[p.procedure(callee)?.unit?].params;
    let is_buffer = |k: usize| dummies.get(k).and_then(|d| p.symbol_type(*d)).is_some_and(is_any);
    let carries = |(k, a): (usize, &Arg)| is_buffer(k) && may_carry(p, &type_of(p, a.value.uncast()));
    args.iter().enumerate().any(carries).then_some(place)
}

/// Whether a buffer may be of this type that a description gives to a dummy: of any.
pub fn is_any(ty: &Type) -> bool {
    let is_void = |to: &Type| matches!(to, Type::Void);
    matches!(ty, Type::Opaque(_)) || matches!(ty, Type::Pointer { to, .. } if is_void(to))
}

/// Whether numbers with derivatives may be in what is handed over so, or behind it.
fn may_carry(p: &Program, ty: &Type) -> bool {
    if let Type::Pointer { to, .. } = ty {
        return matches!(**to, Type::Void) || may_carry(p, to);
    }
    p.is_differentiable(ty)
}

/// The places where something varies at some time and matters at some time, of a head or of what it calls.
pub(crate) fn open(
    p: &Program,
    zones: &Zones,
    effects: &[UnitEffects],
    activity: &[Option<UnitActivity>],
) -> BTreeSet<ZoneId> {
    let places = p.symbols.iter().filter(|(id, s)| s.name.starts_with(SPACE) && p.variable(*id).is_some());
    let all: BTreeSet<ZoneId> = places.flat_map(|(id, _)| zones.of_symbol(id)).collect();
    let (mut varied, mut useful) = (BTreeSet::new(), BTreeSet::new());
    let known = activity.iter().enumerate().filter_map(|(i, a)| Some((i, a.as_ref()?))).filter(|_| !all.is_empty());
    for (i, found) in known {
        let e = &effects[i];
        for z in &all {
            let Some(n) = e.universe.number(*z) else { continue };
            for block in e.flow.graph.node_indices() {
                varied.extend(found.varied.block(block).iter().any(|b| b.has(n)).then_some(*z));
                useful.extend(found.useful.block(block).iter().any(|b| b.has(n)).then_some(*z));
            }
        }
    }
    varied.intersection(&useful).copied().collect()
}
