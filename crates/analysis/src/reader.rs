//! What the value of an expression depends on, and what is read to know where a reference is.
//!
//! What is read *differentiably* is told apart from what is only read: subscripts, addresses, tests, masks, integers, and arguments of
//! piecewise constant functions are not.

use il::expr::{Arg, Expr, ExprKind, Item};
use il::intrinsics::{Class, Intrinsic, Result as ResultType};
use il::types::ScalarClass;
use il::zones::Zones;
use il::{Program, SymbolId, typing};

use crate::sets::Universe;

/// What an expression's value depends on.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// In any way.
    pub all: Vec<u32>,
    /// Differentiably.
    pub diff: Vec<u32>,
}

impl Sources {
    fn tidy(mut self) -> Sources {
        for list in [&mut self.all, &mut self.diff] {
            list.sort_unstable();
            list.dedup();
        }
        self
    }
}

/// Everything needed to read expressions of one unit.
pub struct Reader<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its storage.
    pub zones: &'a Zones,
    /// The numbering of the unit.
    pub universe: &'a Universe,
}

impl Reader<'_> {
    /// The numbers of a reference, and whether it is all of them.
    pub fn reference(&self, e: &Expr) -> (Vec<u32>, bool) {
        let r = self.zones.of_ref(self.program, e);
        (self.universe.numbers(&r.zones), r.whole)
    }

    /// What the value of `e` depends on. Calls inside are handed to `call`, which says which number has their value; without one,
    /// a call depends on its arguments.
    pub fn value(&self, e: &Expr, call: &mut CallHandler) -> Sources {
        let mut out = Sources::default();
        self.collect(e, true, false, &mut out, call);
        out.tidy()
    }

    /// What the value of `e` depends on, calls included as functions of their arguments only.
    pub fn sources(&self, e: &Expr) -> Sources {
        self.value(e, &mut None)
    }

    /// What must be read to know *where* a reference is: subscripts and pointers.
    pub fn location(&self, e: &Expr, call: &mut CallHandler) -> Sources {
        let mut out = Sources::default();
        self.collect_location(e, false, &mut out, call);
        let addresses = self.zones.of_ref(self.program, e).addresses;
        out.all.extend(self.universe.numbers(&addresses));
        out.tidy()
    }

    fn collect_location(&self, e: &Expr, maybe: bool, out: &mut Sources, call: &mut CallHandler) {
        match &e.kind {
            ExprKind::Var(_) => {}
            ExprKind::Index { base, .. } | ExprKind::Substring { base, .. } | ExprKind::Field { base, .. } => {
                self.collect_location(base, maybe, out, call);
                e.positions().into_iter().for_each(|i| self.collect(i, false, maybe, out, call));
            }
            ExprKind::Deref(p) => {
                if p.is_reference() {
                    self.collect_location(p, maybe, out, call);
                } else {
                    self.collect(p, false, maybe, out, call);
                }
            }
            ExprKind::Address(x) if x.is_reference() => self.collect_location(x, maybe, out, call),
            _ => self.collect(e, false, maybe, out, call),
        }
    }

    fn collect(&self, e: &Expr, diff: bool, maybe: bool, out: &mut Sources, call: &mut CallHandler) {
        match &e.kind {
            ExprKind::Integer { .. } | ExprKind::Real { .. } | ExprKind::Logical(_) | ExprKind::Text(..) => {}
            ExprKind::SizeOf(ty) => ty.extents(&mut |e| self.collect(e, false, maybe, out, call)),
            ExprKind::Var(_)
            | ExprKind::Index { .. }
            | ExprKind::Substring { .. }
            | ExprKind::Field { .. }
            | ExprKind::Deref(_) => {
                let r = self.zones.of_ref(self.program, e);
                let numbers = self.universe.numbers(&r.zones);
                if diff {
                    out.diff.extend(numbers.iter().filter(|n| self.universe.is_differentiable(**n)));
                }
                out.all.extend(numbers);
                out.all.extend(self.universe.numbers(&r.addresses));
                self.collect_location(e, maybe, out, call);
            }
            ExprKind::Address(x) => {
                // Of `&s->p[i]` what `s->p` holds.
                out.all.extend(self.universe.numbers(&self.zones.of_ref(self.program, x).addresses));
                self.collect_location(x, maybe, out, call);
            }
            ExprKind::ComplexParts(a, b) => {
                self.collect(a, diff, maybe, out, call);
                self.collect(b, diff, maybe, out, call);
            }
            ExprKind::Unary(op, x) => {
                use il::UnaryOp::*;
                let keeps = match op {
                    Neg | Plus | Paren => true,
                    Not | BitNot => false,
                };
                self.collect(x, diff && keeps, maybe, out, call);
            }
            ExprKind::Binary(op, a, b) => {
                use il::BinaryOp::*;
                let keeps = match op {
                    Sub if diff => !typing::counts_elements(self.program, e),
                    Add | Sub | Mul | Div | Pow => true,
                    Rem | Eq | Ne | Lt | Le | Gt | Ge | And | Or | Eqv | Neqv | Concat | BitAnd | BitOr | BitXor
                    | Shl | Shr => false,
                };
                let may_stop = matches!(op, And | Or);
                for (x, maybe) in [(a, maybe), (b, maybe || may_stop)] {
                    // Of an array that is counted on from, `f + 3*i`, where it is.
                    match il::is_address_of_elements(self.program, x) {
                        true => self.collect_location(x, maybe, out, call),
                        false => self.collect(x, diff && keeps, maybe, out, call),
                    }
                }
            }
            ExprKind::Intrinsic(f, args) => self.intrinsic(*f, args, diff, maybe, out, call),
            ExprKind::Call { callee, args } => match call {
                Some(handle) => {
                    let value = handle(callee, args, maybe);
                    out.all.push(value);
                    if diff && self.universe.is_differentiable(value) {
                        out.diff.push(value);
                    }
                }
                None => args.iter().for_each(|a| self.collect(&a.value, diff, maybe, out, &mut None)),
            },
            ExprKind::Cond { test, yes, no } => {
                self.collect(test, false, maybe, out, call);
                self.collect(yes, diff, true, out, call);
                self.collect(no, diff, true, out, call);
            }
            ExprKind::Cast(ty, x) => {
                let integral = matches!(ty.class(), Some(ScalarClass::Integer | ScalarClass::Logical));
                ty.extents(&mut |e| self.collect(e, false, maybe, out, call));
                self.collect(x, diff && !integral, maybe, out, call);
            }
            ExprKind::Constructor { items, .. } => items.iter().for_each(|i| self.item(i, diff, maybe, out, call)),
            ExprKind::Structure { args, .. } => {
                args.iter().for_each(|a| self.collect(&a.value, diff, maybe, out, call))
            }
            ExprKind::Opaque { reads, .. } => reads.iter().for_each(|r| self.collect(r, diff, maybe, out, call)),
        }
    }

    fn item(&self, item: &Item, diff: bool, maybe: bool, out: &mut Sources, call: &mut CallHandler) {
        match item {
            Item::Value(e) => self.collect(e, diff, maybe, out, call),
            Item::Implied { items, from, to, step, .. } => {
                [Some(from), Some(to), step.as_ref()]
                    .into_iter()
                    .flatten()
                    .for_each(|e| self.collect(e, false, maybe, out, call));
                items.iter().for_each(|i| self.item(i, diff, maybe, out, call));
            }
        }
    }

    fn intrinsic(
        &self,
        f: Intrinsic,
        args: &[Arg],
        diff: bool,
        maybe: bool,
        out: &mut Sources,
        call: &mut CallHandler,
    ) {
        let info = f.info();
        if info.class == Class::Inquiry {
            for a in args {
                self.inquired(f, &a.value, maybe, out, call);
            }
            return;
        }
        for (k, a) in args.iter().enumerate() {
            self.collect(&a.value, diff && passes(f, k, a), maybe, out, call);
        }
    }

    /// An inquiry reads the status and bounds of what it asks about, never its value. They live where the value lives.
    fn inquired(&self, f: Intrinsic, e: &Expr, maybe: bool, out: &mut Sources, call: &mut CallHandler) {
        if !e.is_reference() {
            // `size(a + b)`, `kind=8`: small change.
            return self.collect(e, false, maybe, out, call);
        }
        let asks_status =
            matches!(f.name(), "allocated" | "associated" | "size" | "shape" | "lbound" | "ubound" | "present" | "len");
        if asks_status {
            let pointer = self.zones.of_pointer(self.program, e);
            out.all.extend(self.universe.numbers(&pointer.zones));
            out.all.extend(self.status(e));
        }
        self.collect_location(e, maybe, out, call);
    }

    /// Allocation status and bounds live where the value of an ALLOCATABLE lives. Writing to all of it still needs that it was allocated.
    pub fn status(&self, e: &Expr) -> Vec<u32> {
        let allocatable = match &e.kind {
            ExprKind::Var(s) => self.program.variable(*s).is_some_and(|v| v.allocatable),
            ExprKind::Field { record, field, .. } => {
                self.program.records[*record].fields.get(*field).is_some_and(|f| f.allocatable)
            }
            _ => false,
        };
        if allocatable {
            return self.reference(e).0;
        }
        match &e.kind {
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => {
                self.status(base)
            }
            _ => Vec::new(),
        }
    }
}

/// What to do with a call met inside an expression: callee, arguments, whether it may not be made; gives the number of its value.
pub type CallHandler<'h> = Option<&'h mut dyn FnMut(&SymbolId, &[Arg], bool) -> u32>;

/// Whether the result of an intrinsic depends differentiably on the argument at position `k`.
pub fn passes(f: Intrinsic, k: usize, arg: &Arg) -> bool {
    let info = f.info();
    let keeps = match info.result {
        ResultType::Integer | ResultType::Logical | ResultType::Character => false,
        ResultType::First
        | ResultType::Widest
        | ResultType::RealPart
        | ResultType::RealKind
        | ResultType::Double
        | ResultType::ComplexKind
        | ResultType::DoubleComplex
        | ResultType::Real
        | ResultType::None => !PIECEWISE_CONSTANT.contains(&info.name),
    };
    let name = arg.keyword.as_deref().or(info.args.get(k).copied()).unwrap_or("..");
    keeps && info.class != Class::Inquiry && !NO_INFLUENCE.contains(&(info.name, name))
}

/// Real functions whose derivative is zero wherever it exists.
const PIECEWISE_CONSTANT: &[&str] =
    &["aint", "anint", "rint", "nearbyint", "cfloor", "cceil", "spacing", "epsilon", "huge", "tiny"];

/// Real arguments that influence a result only by which branch is taken.
const NO_INFLUENCE: &[(&str, &str)] = &[("sign", "b"), ("nearest", "s"), ("merge", "mask"), ("transfer", "mold")];
