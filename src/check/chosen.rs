//! Values that need no line: integers that only give extents get small ones that differ, and components that begin with a value have it.
//!
//! An integer gives extents where it stands in the bounds of an array, in what is allocated, or as an extent in the inputs file, or is handed to a procedure
//! where it does. One that also chooses, in a SELECT or by a comparison with a constant, is asked for: nobody knows which of its values make sense.

use std::collections::{BTreeMap, BTreeSet};

use il::constant::Constant;
use il::{
    BinaryOp, Dim, Expr, ExprKind, Language, Program, ScalarClass, StmtKind, SymbolId, SymbolKind, Type, UnitId, Upper,
};

use super::places::{Callable, Key, Leaf, Step, place};

/// The smallest that is chosen: stencils and work arrays have room.
const FIRST: i64 = 6;

/// The integers that only give extents, of those that `wanted` says, with their values.
pub fn extents(
    program: &Program,
    units: &[UnitId],
    callable: &Callable,
    named: &[Key],
    wanted: &dyn Fn(&Leaf) -> bool,
) -> BTreeMap<Key, i64> {
    let deepest = callable.leaves.iter().map(|l| l.path().len()).max().unwrap_or(0);
    let uses = Uses::of(program, units, named, deepest);
    let mut found: Vec<(Key, &Leaf)> = callable
        .leaves
        .iter()
        .filter(|l| l.is(ScalarClass::Integer) && l.arrays().all(|(dims, _)| dims.is_empty()) && wanted(l))
        .map(|l| ((callable.roots[l.root].symbol, l.path()), l))
        .filter(|(key, _)| uses.extents.contains(key) && !uses.choices.contains(key))
        .collect();
    // Leading dimensions and greatest numbers are not less than what they bound.
    let bounds_others = |l: &Leaf| {
        let name = l.name.to_ascii_lowercase();
        let name = name.rsplit(['%', '.']).next().unwrap_or_default();
        name.starts_with("ld") || name.starts_with("lw") || name.contains("max")
    };
    found.sort_by_key(|(_, l)| bounds_others(l));
    found.into_iter().zip(FIRST..).map(|((key, _), n)| (key, n)).collect()
}

/// The value that an integer or logical component begins with, as its type is declared (F2018 7.5.4.6); `None` without one, and behind pointers.
pub fn initial(program: &Program, leaf: &Leaf) -> Option<f64> {
    let mut init = None;
    for (at, step) in leaf.steps.iter().enumerate() {
        if let Step::Field(record, field) = step {
            let f = &program.records[*record].fields[*field];
            let last = leaf.steps[at + 1..].iter().all(|s| matches!(s, Step::Elements { .. }));
            init = if last && !f.pointer && !f.allocatable { f.init.as_ref() } else { None };
        }
    }
    match il::constant::value(program, init?)? {
        Constant::Truth(b) => Some(f64::from(u8::from(b))),
        known => known.integer().map(|n| n as f64),
    }
}

/// What integers are for.
struct Uses {
    extents: BTreeSet<Key>,
    choices: BTreeSet<Key>,
}

impl Uses {
    /// Of what these procedures do. No path is longer than `deepest`: a procedure that hands a component of its argument on to itself has no end of them.
    fn of(program: &Program, units: &[UnitId], named: &[Key], deepest: usize) -> Uses {
        let mut uses = Uses { extents: named.iter().cloned().collect(), choices: BTreeSet::new() };
        for (id, symbol) in program.symbols.iter() {
            let SymbolKind::Variable(v) = &symbol.kind else { continue };
            // What only names a procedure's dummies has no home among what is reached.
            if program.home(id).is_none_or(|home| units.contains(&home)) {
                bounds(&v.ty, &mut |e| note(e, &mut uses.extents));
            }
        }
        // The dummies of what is called, and what they are given.
        let mut given: Vec<(SymbolId, Key)> = Vec::new();
        for &unit in units {
            let u = &program.units[unit];
            u.walk(&u.body, &mut |_, s| {
                match &s.kind {
                    StmtKind::Allocate { objects, .. } => {
                        let dims = objects.iter().flat_map(|o| &o.dims);
                        dims.for_each(|d| d.bounds().for_each(|e| note(e, &mut uses.extents)));
                    }
                    StmtKind::Select { selector, .. } => note(selector, &mut uses.choices),
                    StmtKind::Call { callee, args, .. } => hand_over(program, *callee, args, &mut given),
                    _ => {}
                }
                s.kind.exprs(&mut |e| e.walk(&mut |x| uses.expression(program, x, &mut given)));
            });
        }
        loop {
            let before = (uses.extents.len(), uses.choices.len());
            for (dummy, (symbol, path)) in &given {
                for set in [&mut uses.extents, &mut uses.choices] {
                    // A structure brings its components.
                    let of_dummy = set.iter().filter(|(s, inner)| s == dummy && path.len() + inner.len() <= deepest);
                    let inner = of_dummy.map(|(_, inner)| (*symbol, path.iter().chain(inner).copied().collect()));
                    let inner: Vec<Key> = inner.collect();
                    set.extend(inner);
                }
            }
            if (uses.extents.len(), uses.choices.len()) == before {
                return uses;
            }
        }
    }

    fn expression(&mut self, p: &Program, x: &Expr, given: &mut Vec<(SymbolId, Key)>) {
        match &x.kind {
            ExprKind::Binary(BinaryOp::Eq | BinaryOp::Ne, l, r) => {
                for (one, other) in [(l, r), (r, l)] {
                    if il::fold::integer(p, other).is_some() {
                        self.choices.extend(place(one.bare()));
                    }
                }
            }
            ExprKind::Call { callee, args } => {
                // The bytes of new memory.
                if il::calls::library_call(p, x).is_some_and(|name| matches!(name, "malloc" | "calloc" | "realloc")) {
                    args.iter().for_each(|a| note(&a.value, &mut self.extents));
                }
                hand_over(p, *callee, args, given);
            }
            _ => {}
        }
    }
}

/// The integers that an expression is made of.
fn note(e: &Expr, into: &mut BTreeSet<Key>) {
    e.walk(&mut |x| into.extend(place(x)));
}

/// The bounds of the arrays in a type.
fn bounds(ty: &Type, f: &mut dyn FnMut(&Expr)) {
    match ty {
        Type::Array { elem, dims } => {
            let upper = |d: &Dim| matches!(d.upper, Upper::At(_));
            dims.iter().filter(|d| upper(d) || d.lower.is_some()).for_each(|d| d.bounds().for_each(&mut *f));
            bounds(elem, f);
        }
        Type::Pointer { to, .. } => bounds(to, f),
        _ => {}
    }
}

fn hand_over(p: &Program, callee: SymbolId, args: &[il::Arg], given: &mut Vec<(SymbolId, Key)>) {
    let Some(unit) = p.callee(callee) else { return };
    let u = &p.units[unit];
    let by_value = u.language == Language::C;
    for (at, arg) in args.iter().enumerate() {
        let dummy = match &arg.keyword {
            Some(name) => u.params.iter().find(|d| p.symbols[**d].name.eq_ignore_ascii_case(name)),
            None => u.params.get(at),
        };
        let value = match &arg.value.kind {
            ExprKind::Address(x) if by_value => x,
            _ => arg.value.uncast(),
        };
        if let (Some(dummy), Some((symbol, path))) = (dummy, place(value)) {
            given.push((*dummy, (symbol, path)));
        }
    }
}
