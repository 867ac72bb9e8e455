//! The tape in programs that are adjoints already (second derivatives, `conventions.md` §13).
//!
//! A saved value comes back by another call than the one that saved it. For the analyses the tape is therefore a variable: each call that pushes a
//! real adds to it, each that pops one reads it. It is an argument more of these calls in the program that is analysed, and is in no output.
//!
//! The tangent of a push saves the value and its derivative, and the tangent of a pop gets both back. When the tape is active anywhere, all
//! pushes and pops of reals are of this kind: those that belong together must be alike, and which do is known at run time only.
//!
//! Pointers are saved and brought back in the same way, alone or in structures. For the analyses there is a global pointer for each name and type:
//! what comes back leads to what any that was saved leads to. Where that has a derivative, all of that name and type take a
//! pointer to the derivative with them, and bytes of structures those of the derivative structures.

use std::collections::{BTreeMap, BTreeSet};

use analysis::{Access, External};
use il::symbol::Storage;
use il::typing::type_of;
use il::{
    Arg, Expr, ExprKind, Program, Scalar, ScalarClass, Span, StmtId, StmtKind, SymbolId, SymbolKind, Type, UnitId,
    Variable,
};

/// The variable that stands for the tape: no user's name can be like it.
const NAME: &str = "the tape";

/// A runtime entry that moves reals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// It saves; else it restores.
    pub pushes: bool,
    /// It takes an array and its number of elements.
    pub array: bool,
}

/// The entry of that name, as Fortran or C spell it.
pub fn entry(name: &str) -> Option<Entry> {
    let name = name.to_ascii_lowercase();
    let (pushes, rest) = match (name.strip_prefix("push"), name.strip_prefix("pop")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => return None,
    };
    let (rest, array) = rest.strip_suffix("array").map_or((rest, false), |r| (r, true));
    let known = ["real4", "real8", "real16", "complex8", "complex16", "complex32"].contains(&rest);
    known.then_some(Entry { pushes, array })
}

/// The entry that a callee is, when its source is not given.
pub fn entry_of(program: &Program, callee: SymbolId) -> Option<Entry> {
    if program.callee(callee).is_some() {
        return None;
    }
    entry(&program.symbols[callee].name)
}

/// A runtime entry that moves pointers, with or without numbers beside them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carrier {
    /// It saves; else it brings back.
    pub pushes: bool,
    /// What it takes.
    pub load: Load,
}

/// What a [`Carrier`] takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Load {
    /// A pointer of C.
    Pointer,
    /// A structure of associations of Fortran, and its bytes.
    Association,
    /// The bytes of structures or pointers of C, and their number.
    Bytes,
}

impl Load {
    /// How many arguments the runtime has for it.
    pub fn arguments(self) -> usize {
        match self {
            Load::Pointer => 1,
            Load::Association | Load::Bytes => 2,
        }
    }
}

/// What a callee is that is given these arguments, when its source is not given and it moves pointers or structures.
pub fn carrier(program: &Program, callee: SymbolId, args: &[Arg]) -> Option<Carrier> {
    if program.callee(callee).is_some() {
        return None;
    }
    let name = program.symbols[callee].name.to_ascii_lowercase();
    let (pushes, rest) = match name.strip_prefix("push") {
        Some(rest) => (true, rest),
        None => (false, name.strip_prefix("pop")?),
    };
    let load = match rest {
        "pointer8" => Load::Pointer,
        "pointers" | "pointersarray" => Load::Association,
        // For Tapenade's runtime they are characters.
        "characterarray" if holds_associations(program, args) => Load::Association,
        "characterarray" if element(program, args).is_some() => Load::Bytes,
        _ => return None,
    };
    Some(Carrier { pushes, load })
}

/// Fortran: whether what is moved is a structure of associations.
fn holds_associations(program: &Program, args: &[Arg]) -> bool {
    let Some(first) = args.first() else { return false };
    matches!(type_of(program, &first.value), Type::Record(r) if il::kit::is_holder(program, r) && first.value.is_reference())
}

/// Whether a call without source moves numbers as something else than they are, so that their derivatives do not go with them.
pub fn disguises(program: &Program, callee: SymbolId, args: &[Arg]) -> bool {
    let (None, Some(first)) = (program.callee(callee), args.first()) else { return false };
    let name = program.symbols[callee].name.to_ascii_lowercase();
    let Some(rest) = name.strip_prefix("push").or_else(|| name.strip_prefix("pop")) else { return false };
    if entry(&name).is_none() && rest != "characterarray" {
        return false;
    }
    let ty = match type_of(program, first.value.uncast()) {
        Type::Pointer { to, .. } => *to,
        other => other,
    };
    // Tables of pointers go byte by byte, and those of their derivatives beside them.
    let number = if matches!(ty.element(), Type::Pointer { .. }) { None } else { ty.class() };
    let stem = match number {
        Some(ScalarClass::Real) => "real",
        Some(ScalarClass::Complex) => "complex",
        _ => return false,
    };
    !rest.starts_with(stem)
}

/// The type of what is moved byte by byte, structures or pointers, `(char *)cells`.
pub fn element(program: &Program, args: &[Arg]) -> Option<Type> {
    let ty = match type_of(program, args.first()?.value.uncast()) {
        Type::Pointer { to, .. } => *to,
        other => other,
    };
    let element = ty.element();
    matches!(element, Type::Record(_) | Type::Pointer { .. }).then(|| element.clone())
}

/// The tape of a program that was prepared.
pub fn variable(program: &Program) -> Option<SymbolId> {
    program.lookup_here(program.global, NAME)
}

/// Whether a variable stands for the tape, or for what the pointers on it lead to.
pub fn stands_for(program: &Program, symbol: SymbolId) -> bool {
    let s = &program.symbols[symbol];
    s.scope == program.global && s.name.starts_with(NAME)
}

/// The object that a call moves: a pointer, or what holds pointers.
pub fn moved(carrier: Carrier, args: &[Arg]) -> Option<Expr> {
    let first = args.first()?.value.uncast();
    let by_address = !carrier.pushes && carrier.load == Load::Pointer;
    Some(match &first.kind {
        ExprKind::Address(place) if by_address || carrier.load == Load::Bytes => (**place).clone(),
        // `popPointer8((void **)into)`
        _ if by_address => ExprKind::Deref(Box::new(first.clone())).into(),
        _ => first.clone(),
    })
}

/// The variables that stand for what a call moves, in a program that was prepared.
pub fn tapes(carrier: Carrier, args: &[Arg]) -> impl Iterator<Item = SymbolId> {
    args.iter().skip(carrier.load.arguments()).filter_map(|a| a.value.root())
}

/// Makes the tape an argument of the calls that move reals and pointers, and describes these.
pub fn reveal(program: &mut Program, externals: &mut BTreeMap<String, External>) {
    let mut reals: Vec<(UnitId, StmtId, SymbolId, Entry)> = Vec::new();
    let mut carriers: Vec<Carried> = Vec::new();
    for (unit, u) in program.units.iter() {
        u.walk(&u.body, &mut |id, s| {
            let StmtKind::Call { callee, args, .. } = &s.kind else { return };
            reals.extend(entry_of(program, *callee).map(|e| (unit, id, *callee, e)));
            let carrier = carrier(program, *callee, args);
            carriers.extend(carrier.map(|c| (unit, id, *callee, c, held(program, c, args), name_of(program, c, args))));
        });
    }
    if !reals.is_empty() || !carriers.is_empty() {
        reveal_tape(program, externals, reals, carriers);
    }
    describe_others(program, externals);
}

/// Counters, branches, masks and texts: they carry no derivative, and touch nothing of the program. Nor do marks of the stack.
fn describe_others(program: &Program, externals: &mut BTreeMap<String, External>) {
    let written = Access { read: false, written: true, killed: true };
    for (_, u) in program.units.iter() {
        u.walk(&u.body, &mut |_, s| {
            let StmtKind::Call { callee, .. } = &s.kind else { return };
            if program.callee(*callee).is_some() {
                return;
            }
            let name = program.symbols[*callee].name.to_ascii_lowercase();
            let (first, deps) = match other_entry(&name) {
                Some(true) => (READ, Vec::new()),
                Some(false) => (written, vec![Vec::new()]),
                None => return,
            };
            let known = External { places: vec![first, READ], deps: Some(deps), ..External::default() };
            externals.entry(name).or_insert(known);
        });
    }
}

/// Whether a routine of the runtime that moves no reals saves (or only marks); `None`: it is none of them.
fn other_entry(name: &str) -> Option<bool> {
    if name.starts_with("adstack_") || name == "adbinomial_init" {
        return Some(true);
    }
    let (saves, rest) = match name.strip_prefix("push") {
        Some(rest) => (true, rest),
        None => (false, name.strip_prefix("pop")?),
    };
    let width = rest.strip_prefix("control").and_then(|r| r.strip_suffix('b'));
    let is_branch = width.is_some_and(|w| w.len() == 1 && ('1'..='9').contains(&w.chars().next().unwrap_or('0')));
    let kind = rest.strip_suffix("array").unwrap_or(rest);
    let known = ["integer2", "integer4", "integer8", "character", "boolean"].contains(&kind);
    (known || is_branch || rest == "bit").then_some(saves)
}

/// What is found of the calls that move pointers: the call, what it is, the pointers in what it moves, and its name.
type Carried = (UnitId, StmtId, SymbolId, Carrier, Vec<Held>, String);

/// The tape as a variable, and as pointers.
fn reveal_tape(
    program: &mut Program,
    externals: &mut BTreeMap<String, External>,
    reals: Vec<(UnitId, StmtId, SymbolId, Entry)>,
    carriers: Vec<Carried>,
) {
    let ty = Type::Scalar(Scalar::double());
    let kind = SymbolKind::Variable(Variable::new(ty, Storage::Global));
    let tape = program.declare(program.global, NAME, Span::NONE, kind);
    for (unit, id, callee, e) in reals {
        externals.entry(program.symbols[callee].name.to_ascii_lowercase()).or_insert_with(|| description(e));
        append(program, unit, id, tape);
    }
    let named = told_apart(&carriers);
    let mut pointers: Vec<((Held, String), SymbolId)> = Vec::new();
    for (unit, id, callee, c, held, name) in carriers {
        let known = externals.entry(program.symbols[callee].name.to_ascii_lowercase());
        let known = known.or_insert_with(|| load_description(c));
        let room = c.load.arguments() + 1 + held.len();
        let more = room.saturating_sub(known.places.len());
        known.places.extend(std::iter::repeat_n(READ, more));
        if c.load == Load::Bytes {
            append(program, unit, id, tape);
        }
        for h in held {
            let key = (h, if named { name.clone() } else { String::new() });
            let symbol = match pointers.iter().find(|(other, _)| *other == key) {
                Some((_, symbol)) => *symbol,
                None => {
                    let name = format!("{NAME} of pointers {}", pointers.len() + 1);
                    let ty = key.0.0.clone();
                    let pointer = !matches!(ty, Type::Pointer { .. });
                    let variable = Variable { pointer, ..Variable::new(ty, Storage::Global) };
                    let symbol = program.declare(program.global, name, Span::NONE, SymbolKind::Variable(variable));
                    pointers.push((key, symbol));
                    symbol
                }
            };
            append(program, unit, id, symbol);
        }
    }
}

/// Whether what comes back can be told apart by its name: adjoints save and bring back by one name, in one procedure or in its two halves. Where a name
/// stands on one side only, all of one type count as one.
fn told_apart(carriers: &[Carried]) -> bool {
    let names = |pushes: bool| -> BTreeSet<(Load, &str)> {
        let side = carriers.iter().filter(|c| c.3.pushes == pushes);
        side.map(|c| (c.3.load, c.5.as_str())).collect()
    };
    names(true) == names(false)
}

/// The name of what a call moves, with those of its components.
fn name_of(program: &Program, c: Carrier, args: &[Arg]) -> String {
    let Some(place) = moved(c, args) else { return String::new() };
    let mut name = place.root().map_or(String::new(), |r| program.symbols[r].name.to_ascii_lowercase());
    place.walk(&mut |e| {
        if let ExprKind::Field { record, field, .. } = &e.kind {
            name = format!("{name}%{}", program.records[*record].fields[*field].name);
        }
    });
    name
}

/// One more argument; what a function of C changes it is given the address of.
fn append(program: &mut Program, unit: UnitId, id: StmtId, tape: SymbolId) {
    let by_address = program.units[unit].language.passes_values();
    let given = if by_address { ExprKind::Address(Box::new(Expr::var(tape))).into() } else { Expr::var(tape) };
    if let StmtKind::Call { args, .. } = &mut program.units[unit].stmts[id].kind {
        args.push(Arg::new(given));
    }
}

/// The type of a pointer that is moved, in Fortran of what has the attribute.
#[derive(Clone, PartialEq)]
struct Held(Type);

/// The pointers that a call moves, one of each type.
fn held(program: &Program, c: Carrier, args: &[Arg]) -> Vec<Held> {
    let mut out = Vec::new();
    let Some(first) = args.first() else { return out };
    match c.load {
        Load::Pointer => {
            // `p`, or `(void **)&p`.
            let ty = type_of(program, first.value.uncast());
            match ty {
                Type::Pointer { to, .. } if !c.pushes => pointers_in(program, &to, &mut out),
                ty => pointers_in(program, &ty, &mut out),
            }
        }
        Load::Association => pointers_in(program, &type_of(program, &first.value), &mut out),
        Load::Bytes => {
            if let Some(ty) = element(program, args) {
                pointers_in(program, &ty, &mut out);
            }
        }
    }
    out
}

/// The pointers that lie in something of a type.
fn pointers_in(program: &Program, ty: &Type, out: &mut Vec<Held>) {
    match ty {
        Type::Pointer { to, .. } => {
            let held = Held(Type::Pointer { to: to.clone(), to_const: false, restrict: false });
            if !out.contains(&held) {
                out.push(held);
            }
        }
        Type::Array { elem, .. } => pointers_in(program, elem, out),
        Type::Record(r) => {
            for f in &program.records[*r].fields {
                let held = Held(f.ty.clone());
                if !f.pointer {
                    pointers_in(program, &f.ty, out);
                } else if !out.contains(&held) {
                    out.push(held);
                }
            }
        }
        Type::Scalar(_) | Type::Character { .. } | Type::Procedure | Type::Void | Type::Opaque(_) => {}
    }
}

const READ: Access = Access { read: true, written: false, killed: false };

/// Where pointers lead is no matter of the flow of values: what comes back depends on no number.
fn load_description(c: Carrier) -> External {
    let changed = Access { read: true, written: true, killed: false };
    let mut places = vec![READ; c.load.arguments() + 1];
    // The tape of numbers, behind the arguments of the runtime.
    let tape = c.load.arguments();
    let mut depends = Vec::new();
    match (c.load, c.pushes) {
        (Load::Bytes, true) => {
            places[tape] = changed;
            depends = vec![0, tape];
        }
        (Load::Bytes, false) => {
            places[0] = changed;
            depends = vec![tape];
        }
        (Load::Pointer | Load::Association, true) => {}
        (Load::Pointer | Load::Association, false) => places[0] = changed,
    }
    External { places, deps: Some(vec![depends]), ..External::default() }
}

fn description(e: Entry) -> External {
    let last = if e.array { 2 } else { 1 };
    let mut places = vec![READ; last + 1];
    let depends = if e.pushes {
        places[last] = Access { read: true, written: true, killed: false };
        vec![0, last]
    } else {
        places[0] = Access { read: false, written: true, killed: true };
        vec![last]
    };
    External { places, deps: Some(vec![depends]), ..External::default() }
}
