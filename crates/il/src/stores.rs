//! What statements change, by name: the one list of the ways in which a statement may give something another value.
//!
//! It says what the text shows: left sides, counters, what is allocated or read into, arguments that a callee may set, addresses that are taken. What other
//! names there are for it, where pointers lead and what callees do to what they are not given: that is asked of [`crate::zones`] and of the analyses.

use std::collections::{BTreeMap, BTreeSet};

use crate::Language;
use crate::Storage;
use crate::calls::with_dummies;
use crate::expr::{Arg, Expr, ExprKind};
use crate::program::Program;
use crate::stmt::{StmtId, StmtKind, associated};
use crate::symbol::{Intent, SymbolId};
use crate::types::Type;
use crate::typing::type_of;
use crate::unit::UnitId;

/// How something gets another value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It is assigned, read into, popped, or told what became of a statement (STAT=, ERRMSG=).
    Assigned,
    /// It counts the iterations of a loop.
    Counts,
    /// A pointer is associated or nullified.
    Associated,
    /// It is allocated or released.
    Allocated,
    /// It is an actual argument, or an array of C that is one, and the callee may set it.
    Given,
    /// Its address is taken, and not only handed to a parameter through which nothing is written.
    Addressed,
    /// It begins anew, without a value (a declaration of C).
    Declared,
}

/// One thing that a statement may change.
#[derive(Clone, Copy, Debug)]
pub struct Store<'a> {
    /// The variable at the root of the place; `None` where the place has none.
    pub symbol: Option<SymbolId>,
    /// The place, where the text has one: else all of the variable.
    pub place: Option<&'a Expr>,
    /// The way.
    pub how: How,
}

impl Store<'_> {
    /// Whether the place follows no pointer by `*` or `->`: it is the variable or, as it is written, a part of it. What is written like an element of an
    /// array may lie behind a pointer of C.
    pub fn is_named(&self) -> bool {
        self.place.is_none_or(|e| {
            let mut followed = false;
            e.walk(&mut |x| followed |= matches!(x.kind, ExprKind::Deref(_)));
            e.is_reference() && !followed
        })
    }

    /// Whether it is the object of that name that changes, or a part of it, and not what a pointer, or a parameter of C that is written like an array,
    /// leads to.
    pub fn is_own(&self, p: &Program) -> bool {
        let leads = |base: &Expr| match &base.kind {
            ExprKind::Var(s) => matches!(p.symbol_type(*s), Some(Type::Pointer { .. })) || is_array_parameter(p, *s),
            _ => matches!(type_of(p, base), Type::Pointer { .. }),
        };
        let behind = |e: &Expr| {
            e.spine().any(|x| match &x.kind {
                ExprKind::Index { base, .. } => leads(base),
                ExprKind::Deref(_) => true,
                _ => false,
            })
        };
        let address = self.how == How::Given && self.symbol.is_some_and(|s| is_array_parameter(p, s));
        self.place.is_none_or(|e| e.is_reference() && !behind(e) && !address)
    }

    /// What changes, as a reference; `None` where it has no name.
    pub fn reference(&self) -> Option<Expr> {
        self.place.cloned().or(self.symbol.map(Expr::var))
    }

    /// Whether all of the variable changes.
    pub fn is_whole(&self) -> bool {
        self.place.is_none_or(|e| matches!(e.kind, ExprKind::Var(_)))
    }
}

/// Calls `f` with each thing that a statement itself may change, those inside it left out. `unit` is the one in which it stands.
pub fn each<'a>(p: &Program, unit: UnitId, kind: &'a StmtKind, f: &mut dyn FnMut(Store<'a>)) {
    let mut place = |e: &'a Expr, how: How| f(Store { symbol: e.root(), place: Some(e), how });
    match kind {
        StmtKind::Assign { lhs, .. } => place(lhs, How::Assigned),
        StmtKind::PointerAssign { lhs, .. } => place(associated(lhs), How::Associated),
        StmtKind::Nullify(objects) => objects.iter().for_each(|o| place(o, How::Associated)),
        StmtKind::Allocate { objects, options } => {
            objects.iter().for_each(|o| place(&o.object, How::Allocated));
            told(options, &mut place);
        }
        StmtKind::Deallocate { objects, options } => {
            objects.iter().for_each(|o| place(o, How::Allocated));
            told(options, &mut place);
        }
        StmtKind::Opaque { writes, .. } => writes.iter().for_each(|w| place(w, How::Assigned)),
        StmtKind::Restore { into, .. } | StmtKind::RestoreControl { into, .. } => place(into, How::Assigned),
        StmtKind::Do(d) => f(Store { symbol: Some(d.var), place: None, how: How::Counts }),
        StmtKind::Forall { indices, .. } => {
            indices.iter().for_each(|i| f(Store { symbol: Some(i.var), place: None, how: How::Counts }))
        }
        StmtKind::AssignLabel { var, .. } => f(Store { symbol: Some(*var), place: None, how: How::Assigned }),
        StmtKind::Declare(symbols) => {
            symbols.iter().for_each(|s| f(Store { symbol: Some(*s), place: None, how: How::Declared }))
        }
        // What they call is below.
        StmtKind::Call { .. } => {}
        StmtKind::If(_)
        | StmtKind::While { .. }
        | StmtKind::Until { .. }
        | StmtKind::Loop { .. }
        | StmtKind::Select { .. }
        | StmtKind::Where { .. }
        | StmtKind::Scope { .. }
        | StmtKind::Exit(_)
        | StmtKind::Cycle(_)
        | StmtKind::Goto(_)
        | StmtKind::ComputedGoto { .. }
        | StmtKind::AssignedGoto { .. }
        | StmtKind::ArithmeticIf { .. }
        | StmtKind::Return(_)
        | StmtKind::Stop { .. }
        | StmtKind::Nop
        | StmtKind::Error(_)
        | StmtKind::Save { .. }
        | StmtKind::SaveControl { .. } => {}
    }
    let fortran = p.units[unit].language == Language::Fortran;
    let mut only_read: BTreeSet<*const Expr> = BTreeSet::new();
    kind.each_call(&mut |callee, args| {
        for (dummy, actual) in with_dummies(p, p.procedure(callee).and_then(|f| f.unit), args) {
            match &actual.kind {
                ExprKind::Address(object) if dummy.is_some_and(|d| p.leads_to_constants(d)) => {
                    only_read.insert(std::ptr::from_ref(&**object));
                }
                _ if is_given(p, unit, fortran, dummy, actual) => {
                    f(Store { symbol: actual.root(), place: Some(actual), how: How::Given })
                }
                _ => {}
            }
        }
    });
    kind.exprs(&mut |e| {
        e.walk(&mut |x| {
            if let ExprKind::Address(object) = &x.kind
                && !only_read.contains(&std::ptr::from_ref(&**object))
            {
                f(Store { symbol: object.root(), place: Some(object), how: How::Addressed });
            }
        });
    });
}

/// Whether a statement allocates or releases something of which `wanted` says yes, or assigns to all of a variable that is such.
pub fn allocates(p: &Program, unit: UnitId, kind: &StmtKind, wanted: &dyn Fn(&Expr) -> bool) -> bool {
    let mut found = false;
    each(p, unit, kind, &mut |store| {
        let value = kind.assigned().is_some() && store.is_whole();
        let allocates = store.how == How::Allocated || store.how == How::Assigned && value;
        found |= allocates && store.place.is_some_and(wanted);
    });
    found
}

/// C: whether a variable is a parameter that is declared like an array, and is a pointer (C11 6.7.6.3).
fn is_array_parameter(p: &Program, symbol: SymbolId) -> bool {
    let is_c = || p.home(symbol).is_some_and(|u| p.units[u].language == Language::C);
    p.variable(symbol).is_some_and(|v| matches!((v.storage, &v.ty), (Storage::Dummy(_), Type::Array { .. }))) && is_c()
}

/// STAT= and ERRMSG= (F2018 9.7.4, 9.7.5): the other options are read.
fn told<'a>(options: &'a [Arg], place: &mut dyn FnMut(&'a Expr, How)) {
    let is_told =
        |o: &&Arg| o.keyword.as_deref().is_some_and(|k| ["stat", "errmsg"].iter().any(|w| k.eq_ignore_ascii_case(w)));
    options.iter().filter(is_told).for_each(|o| place(&o.value, How::Assigned));
}

/// Whether a callee may give an actual argument another value.
fn is_given(p: &Program, unit: UnitId, fortran: bool, dummy: Option<SymbolId>, actual: &Expr) -> bool {
    if !fortran {
        // An array is handed over by the address of its first element; all else is a value.
        return matches!(type_of(p, actual), Type::Array { .. }) && !dummy.is_some_and(|d| p.leads_to_constants(d));
    }
    let kept =
        dummy.and_then(|d| p.variable(d)).is_some_and(|v| v.intent == Some(Intent::In) && !v.pointer || v.by_value);
    actual.is_reference() && !kept && !p.stays(unit, actual)
}

/// The variables that the statements of a block, and those inside them, may change by name. What is declared there only begins.
pub fn names(p: &Program, unit: UnitId, block: &[StmtId]) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    each_in(p, unit, block, &mut |s| out.extend(s.symbol.filter(|_| s.how != How::Declared)));
    out
}

/// The same, with how many statements do.
pub fn counts(p: &Program, unit: UnitId, block: &[StmtId]) -> BTreeMap<SymbolId, usize> {
    let mut out = BTreeMap::new();
    let mut count = |symbol| *out.entry(symbol).or_default() += 1;
    each_in(p, unit, block, &mut |s| s.symbol.filter(|_| s.how != How::Declared).into_iter().for_each(&mut count));
    out
}

/// Whether the statements of a block, and those inside them, may change a variable by name.
pub fn changes(p: &Program, unit: UnitId, block: &[StmtId], symbol: SymbolId) -> bool {
    let mut found = false;
    each_in(p, unit, block, &mut |s| found |= s.symbol == Some(symbol) && s.how != How::Declared);
    found
}

/// What the statements of a unit do to variables that they name.
#[derive(Default)]
pub struct OfUnit {
    /// What they may change as it is named, or a part of it: assigned to, or something has its address. What lies behind a pointer of the name is not it.
    pub changed: BTreeSet<SymbolId>,
    /// What counts iterations.
    pub counted: BTreeSet<SymbolId>,
}

impl OfUnit {
    /// What the statements of `unit` do.
    pub fn new(p: &Program, unit: UnitId) -> Self {
        let mut out = OfUnit::default();
        each_in(p, unit, &p.units[unit].body, &mut |store| match store.how {
            How::Counts => out.counted.extend(store.symbol),
            How::Declared => {}
            How::Assigned | How::Associated | How::Allocated | How::Given | How::Addressed => {
                out.changed.extend(store.symbol.filter(|_| store.is_named()))
            }
        });
        out
    }
}

/// What statements do to what they name. A name stands for what it leads to, too.
#[derive(Default)]
pub struct Touched {
    /// What they may read.
    pub reads: BTreeSet<SymbolId>,
    /// What they may change by themselves.
    pub writes: BTreeSet<SymbolId>,
    /// What procedures that they call may change, since it is handed over, and what has its address taken.
    pub handed: BTreeSet<SymbolId>,
    /// They call procedures, or do what nobody could read: more may be touched than is named.
    pub calls: bool,
    /// Control may enter or leave in their middle.
    pub jumps: bool,
}

impl Touched {
    /// What the statements of a block, and those inside them, do.
    pub fn of(p: &Program, unit: UnitId, block: &[StmtId]) -> Touched {
        let mut out = Touched::default();
        p.units[unit].walk(block, &mut |_, s| {
            out.jumps |= s.label.is_some();
            out.add(p, unit, &s.kind);
        });
        out
    }

    /// Adds what a statement itself does.
    pub fn add(&mut self, p: &Program, unit: UnitId, kind: &StmtKind) {
        self.calls |= kind.calls() || matches!(kind, StmtKind::Error(_));
        self.jumps |=
            kind.jumps_to_labels() || matches!(kind, crate::jump!() | StmtKind::Return(_) | StmtKind::Stop { .. });
        self.jumps |= matches!(kind, StmtKind::Call { alternates, .. } if !alternates.is_empty());
        let mut replaced: Vec<*const Expr> = Vec::new();
        each(p, unit, kind, &mut |store| match store.how {
            How::Given | How::Addressed => self.handed.extend(store.symbol),
            How::Assigned | How::Counts | How::Associated | How::Allocated => {
                self.writes.extend(store.symbol);
                let whole = store.place.filter(|_| store.how == How::Assigned && store.is_whole());
                replaced.extend(whole.map(std::ptr::from_ref));
            }
            How::Declared => {}
        });
        kind.exprs(&mut |e| {
            if !replaced.contains(&std::ptr::from_ref(e)) {
                e.collect_symbols(&mut self.reads);
            }
        });
        let leads = |s: &SymbolId| {
            p.variable(*s).is_some_and(|v| v.pointer || p.holds_pointers(&v.ty)) || is_array_parameter(p, *s)
        };
        kind.each_call(&mut |_, args| {
            let mut named = BTreeSet::new();
            args.iter().for_each(|a| a.value.collect_symbols(&mut named));
            self.handed.extend(named.into_iter().filter(leads));
        });
    }

    /// All that they may change of what they name.
    pub fn changed(&self) -> impl Iterator<Item = SymbolId> {
        self.writes.union(&self.handed).copied()
    }
}

/// Whether something in a unit takes the address of a variable, or of a part of it, and may keep it.
pub fn is_addressed(p: &Program, unit: UnitId, symbol: SymbolId) -> bool {
    let mut found = false;
    each_in(p, unit, &p.units[unit].body, &mut |s| {
        found |= s.how == How::Addressed && s.symbol == Some(symbol) && s.is_own(p);
    });
    found
}

/// As [`each`], for all statements of a block and those inside them.
pub fn each_in(p: &Program, unit: UnitId, block: &[StmtId], f: &mut dyn FnMut(Store)) {
    p.units[unit].walk(block, &mut |_, s| each(p, unit, &s.kind, f));
}

/// Whether a procedure that is called may change a variable of the caller that it is not given: the variable outlives the caller, has another name, or is
/// one that internal procedures see. (What a dummy argument names, only the dummy changes: F2018 15.5.2.13.)
pub fn is_shared(p: &Program, symbol: SymbolId) -> bool {
    let seen_inside = || p.home(symbol).is_some_and(|u| !p.is_alone_in(u, symbol));
    p.variable(symbol).is_some_and(|v| {
        !matches!(v.storage, Storage::Local | Storage::Dummy(_)) || v.target || v.pointer || v.saved || seen_inside()
    })
}
