//! Allocations that go to the tape, with the values in them: what the forward sweep releases or leaves behind is allocated again backward.
//!
//! An array of numbers is its values, its bounds, and whether it is allocated. A structure is its components, each of them in
//! this way; an array of structures is a loop over its elements, which the backward sweep goes through from the last to the first.

use il::expr::Literal;
use il::stmt::{Allocation, Case, CaseRange};
use il::typing::type_of;
use il::{Arg, Block, Dim, Expr, ExprKind, Id, RecordId, StmtId, StmtKind, SymbolId, Type, Upper};

use crate::adjoint::emit::storage::{Held, bounds_start_at_one};
use crate::adjoint::emit::{Emit, Pair, Side};
use crate::adjoint::plan::{Home, Kept};

/// Storage on its way to the tape: in the forward sweep, and where it is made again.
struct Place {
    /// The type in the original.
    ty: Type,
    held: Held,
    fore: Expr,
    back: Expr,
    polymorphic: bool,
    /// The types of the structures that it is in: a list or tree goes on where one of them comes again.
    within: Vec<RecordId>,
}

/// What is known about a place, and what is wanted of it.
struct How {
    /// Its values are needed, not only its allocations.
    values: bool,
    /// It is surely allocated.
    surely: bool,
    /// Its bounds start at one.
    from_one: bool,
    /// It may be allocated where it is made again.
    around: Option<Kept>,
    /// A derivative that is allocated beside it.
    beside: Option<Expr>,
    /// What is in it is not asked for again: it is allocated as it begins.
    empty: bool,
}

impl Emit<'_, '_> {
    /// The allocation of `lhs` where nothing of it is allocated when the backward sweep comes to it.
    pub(crate) fn record_allocation(&mut self, stmt: Option<StmtId>, lhs: &Expr, values: bool, out: &mut Pair) {
        let surely = stmt.is_some_and(|s| self.allocations_of(lhs).surely(s));
        let from_one = bounds_start_at_one(self.world.source, self.unit, lhs);
        self.refuse_when_led_to(stmt, lhs);
        let place = self.place_of(lhs);
        self.keep_place(&place, How { values, surely, from_one, around: None, beside: None, empty: false }, out);
    }

    /// What a DEALLOCATE is about to release, and its values if they are needed; `beside` is allocated with it again.
    pub(crate) fn record_released(
        &mut self,
        stmt: StmtId,
        object: &Expr,
        values: bool,
        beside: Option<Expr>,
        out: &mut Pair,
    ) {
        self.refuse_when_led_to(Some(stmt), object);
        let place = self.place_of(object);
        let from_one = bounds_start_at_one(self.world.source, self.unit, object);
        let empty = !values && self.world.facts.is_of_links(self.world.source, object);
        self.keep_place(&place, How { values, surely: true, from_one, around: None, beside, empty }, out);
    }

    /// What a call may allocate, release or give another shape.
    pub(crate) fn record_around_call(&mut self, call: Option<StmtId>, object: &Expr, kept: Kept, out: &mut Pair) {
        self.refuse_when_led_to(call, object);
        let place = self.place_of(object);
        if kept.values {
            let how =
                How { values: true, surely: false, from_one: false, around: Some(kept), beside: None, empty: false };
            return self.keep_place(&place, how, out);
        }
        let (there, none) = (Pair::default(), self.released_if_there(&place));
        self.keep_status(&place, there, none, out);
    }

    fn place_of(&self, e: &Expr) -> Place {
        let p = self.world.source;
        Place {
            ty: type_of(p, e),
            held: self.held_by(e),
            fore: self.fore(e),
            back: self.back(e),
            polymorphic: p.is_polymorphic(e),
            within: Vec::new(),
        }
    }

    fn keep_place(&mut self, place: &Place, how: How, out: &mut Pair) {
        let ty = self.integer();
        let open = place.ty.record().filter(|r| place.polymorphic && self.world.source.tag(*r).is_some());
        if let Some(record) = open {
            return self.keep_object(place, record, &how, out);
        }
        let tape = self.home_here() == Home::Tape;
        let Pair { fore: mut save, back: restore } =
            if how.empty { Pair::default() } else { self.contents(place, how.values) };
        if place.held == Held::Inside {
            out.fore.append(&mut save);
            let mut restore = restore;
            restore.append(&mut out.back);
            out.back = restore;
            return;
        }
        let names: &[&str] = if how.from_one { &["size"] } else { &["lbound", "ubound"] };
        let mut dims = Vec::new();
        let mut bounds = Block::new();
        for k in 1..=place.ty.rank() {
            let mut pair = names.iter().map(|name| {
                let t = self.twin(if how.from_one { "ad_size" } else { "ad_bound" }, ty.clone());
                let value = Expr::intrinsic(name, vec![place.fore.clone(), Expr::int(k as i64)]);
                save.push(self.add(self.forward, StmtKind::Assign { lhs: Expr::var(t.fore), rhs: value }));
                if tape {
                    let id = self.new_tape();
                    save.push(self.add(self.forward, StmtKind::Save { id, value: Expr::var(t.fore) }));
                    bounds.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: Expr::var(t.back) }));
                }
                Expr::var(t.back)
            });
            let (first, second) = (pair.next(), pair.next());
            drop(pair);
            dims.push(match (first, second) {
                (Some(lower), Some(upper)) => Dim { lower: Some(lower), upper: Upper::At(upper) },
                (Some(size), None) | (None, Some(size)) => Dim { lower: None, upper: Upper::At(size) },
                (None, None) => Dim { lower: None, upper: Upper::Deferred },
            });
        }
        if how.around.is_some() {
            bounds.extend(self.released_if_there(place));
        }
        let mut objects = vec![Allocation { object: place.back.clone(), dims: dims.clone() }];
        objects.extend(how.beside.map(|object| Allocation { object, dims }));
        let mut options = Vec::new();
        if let Type::Character { len: None, .. } = place.ty.element() {
            let length = self.kept_length(place, tape, &mut save, &mut bounds);
            let blanks = Expr::intrinsic("repeat", vec![ExprKind::Text(" ".into(), Literal::default()).into(), length]);
            options.push(Arg { keyword: Some("source".into()), value: blanks });
        }
        bounds.push(self.add(Side::Back, StmtKind::Allocate { objects, options }));
        bounds.extend(restore);
        if how.surely {
            out.fore.append(&mut save);
            out.back.append(&mut bounds);
            return;
        }
        let undone = how.around.is_some_and(|k| k.undone);
        let none = if undone { self.released_if_there(place) } else { Block::new() };
        self.keep_status(place, Pair { fore: save, back: bounds }, none, out);
    }

    /// Text of deferred length is made again as long as it was.
    fn kept_length(&mut self, place: &Place, tape: bool, save: &mut Block, restore: &mut Block) -> Expr {
        let integer = self.integer();
        let length = self.twin("ad_len", integer);
        let value = Expr::intrinsic("len", vec![place.fore.clone()]);
        save.push(self.add(self.forward, StmtKind::Assign { lhs: Expr::var(length.fore), rhs: value }));
        if tape {
            let id = self.new_tape();
            save.push(self.add(self.forward, StmtKind::Save { id, value: Expr::var(length.fore) }));
            restore.insert(0, self.add(Side::Back, StmtKind::Restore { id, into: Expr::var(length.back) }));
        }
        Expr::var(length.back)
    }

    /// Keeps whether a place is allocated; what else is kept then, and made again; and what the backward sweep does where it was not.
    fn keep_status(&mut self, place: &Place, there: Pair, none: Block, out: &mut Pair) {
        let test = Expr::intrinsic(place.held.inquiry(), vec![place.fore.clone()]);
        self.keep_test(test, there, Pair { fore: Vec::new(), back: none }, out);
    }

    /// Keeps whether a test holds in the forward sweep, with what both sweeps do where it does, and where it does not.
    pub(super) fn keep_test(&mut self, test: Expr, mut holds: Pair, mut fails: Pair, out: &mut Pair) {
        let tape = self.home_here() == Home::Tape;
        let (branch, id) = (self.branch(), self.new_tape());
        let note = |this: &mut Self, taken: u32| {
            let kind = match tape {
                true => StmtKind::SaveControl { id, ways: 2, taken },
                false => StmtKind::Assign { lhs: Expr::var(branch.fore), rhs: Expr::int(taken.into()) },
            };
            this.add(this.forward, kind)
        };
        holds.fore.push(note(self, 1));
        fails.fore.push(note(self, 0));
        out.fore.extend(self.if_then(self.forward, test, holds.fore, fails.fore));
        if tape {
            let into = Expr::var(branch.back);
            out.back.push(self.add(Side::Back, StmtKind::RestoreControl { id, ways: 2, into }));
        }
        let test = Expr::binary(il::BinaryOp::Eq, Expr::var(branch.back), Expr::int(1));
        out.back.extend(self.if_then(Side::Back, test, holds.back, fails.back));
    }

    /// Releases what is not there where the forward sweep comes by.
    fn released_if_there(&mut self, place: &Place) -> Block {
        vec![self.release_where(place.held.inquiry(), place.back.clone())]
    }

    /// The same of a polymorphic object: its dynamic type is kept with what objects of this type hold.
    fn keep_object(&mut self, place: &Place, record: RecordId, how: &How, out: &mut Pair) {
        let p = self.world.source;
        if place.ty.rank() > 0 || place.held != Held::Allocatable {
            return self.refuse_again(record);
        }
        let types = p.dynamic_types(record);
        let ways = types.len() as u32 + 1;
        let tape = self.home_here() == Home::Tape;
        let (branch, id) = (self.branch(), self.new_tape());
        let note = |this: &mut Self, taken: u32| {
            let kind = match tape {
                true => StmtKind::SaveControl { id, ways, taken },
                false => StmtKind::Assign { lhs: Expr::var(branch.fore), rhs: Expr::int(taken.into()) },
            };
            this.add(this.forward, kind)
        };
        let (mut saved, mut made) = (Vec::new(), Vec::new());
        for (k, r) in types.iter().enumerate() {
            let seen = |e: &Expr| match *r == record {
                true => e.clone(),
                false => ExprKind::Cast(Type::Record(*r), Box::new(e.clone())).into(),
            };
            let one = Place {
                ty: Type::Record(*r),
                held: place.held,
                fore: seen(&place.fore),
                back: seen(&place.back),
                polymorphic: false,
                within: place.within.clone(),
            };
            let mut inside = self.components(&one, *r, how.values);
            inside.fore.push(note(self, k as u32 + 1));
            let case = |ranges: Vec<CaseRange>, body| Case { ranges, default: false, body, falls_through: false };
            let text = Literal(Some(format!("type is ({})", p.records[*r].name).into()));
            let number = ExprKind::Integer { value: r.index() as i64, text, ty: None };
            saved.push(case(vec![CaseRange::Value(number.into())], inside.fore));
            let mut body = vec![self.allocated_as(place.back.clone(), *r)];
            if let Some(derivative) = how.beside.clone() {
                let of = self.shell(Side::Back).maps.records.get(r).copied().unwrap_or(*r);
                body.push(self.allocated_as(derivative, of));
            }
            body.append(&mut inside.back);
            made.push(case(vec![CaseRange::Value(Expr::int(k as i64 + 1))], body));
        }
        if let Some(last) = saved.last_mut() {
            // All types there are.
            last.default = true;
        }
        let Some(selector) = self.world.out.dynamic_type(&place.fore) else { return self.refuse_again(record) };
        let ask = self.add(self.forward, StmtKind::Select { selector, cases: saved, name: None });
        match how.surely {
            true => out.fore.push(ask),
            false => {
                let nothing = vec![note(self, 0)];
                let test = Expr::intrinsic(place.held.inquiry(), vec![place.fore.clone()]);
                out.fore.extend(self.if_then(self.forward, test, vec![ask], nothing));
            }
        }
        if tape {
            let into = Expr::var(branch.back);
            out.back.push(self.add(Side::Back, StmtKind::RestoreControl { id, ways, into }));
        }
        let selector = Expr::var(branch.back);
        out.back.push(self.add(Side::Back, StmtKind::Select { selector, cases: made, name: None }));
    }

    /// ALLOCATE of an object of a type.
    fn allocated_as(&mut self, object: Expr, record: RecordId) -> StmtId {
        let mold: Expr = ExprKind::Structure { record, args: Vec::new() }.into();
        let declared = type_of(&self.world.out, &object).record();
        let mold = (declared != Some(record)).then(|| il::Arg { keyword: Some("mold".into()), value: mold });
        let objects = vec![Allocation { object, dims: Vec::new() }];
        self.add(Side::Back, StmtKind::Allocate { objects, options: mold.into_iter().collect() })
    }

    fn refuse_again(&mut self, r: RecordId) {
        let p = self.world.source;
        self.refuse(
            p.units[self.unit].span,
            &format!("an object of type `{}` is released and would have to be made again", p.records[r].name),
            "leave it allocated until the procedure ends, or release it in the procedure that calls this one",
        );
    }

    /// What is in a place that is allocated.
    fn contents(&mut self, place: &Place, values: bool) -> Pair {
        let mut out = Pair::default();
        let p = self.world.source;
        let record = place.ty.element().record().filter(|r| !self.is_saved_whole(*r));
        let Some(r) = record else {
            if values {
                let id = self.new_tape();
                out.fore.push(self.add(self.forward, StmtKind::Save { id, value: place.fore.clone() }));
                out.back.push(self.add(Side::Back, StmtKind::Restore { id, into: place.back.clone() }));
            }
            return out;
        };
        if p.records[r].opaque {
            self.refuse_again(r);
            return out;
        }
        self.components(place, r, values)
    }

    /// The components of a structure, or of each element of an array.
    fn components(&mut self, place: &Place, r: RecordId, values: bool) -> Pair {
        let mut out = Pair::default();
        let p = self.world.source;
        let rank = place.ty.rank();
        let integer = self.integer();
        let counters: Vec<_> = (1..=rank).map(|k| self.twin(&format!("ii{k}"), integer.clone())).collect();
        let element = |e: &Expr, counters: Vec<SymbolId>| match counters.is_empty() {
            true => e.clone(),
            false => Expr::index(e.clone(), counters.into_iter().map(Expr::var).collect()),
        };
        let fore = element(&place.fore, counters.iter().map(|c| c.fore).collect());
        let back = element(&place.back, counters.iter().map(|c| c.back).collect());
        self.depth += rank as u32;
        for k in (0..p.records[r].fields.len()).filter(|k| p.shows(r, *k)) {
            let field = &p.records[r].fields[k];
            let of = |base: &Expr| ExprKind::Field { base: Box::new(base.clone()), record: r, field: k }.into();
            let held = self.held(r, k);
            let mut within = place.within.clone();
            within.push(r);
            let goes_on = field.ty.element().record().is_some_and(|inner| within.contains(&inner));
            let part = Place {
                ty: field.ty.clone(),
                held,
                fore: of(&fore),
                back: of(&back),
                polymorphic: field.polymorphic,
                within,
            };
            if field.pointer && held == Held::Inside {
                let (span, what) = (p.units[self.unit].span, format!("the association of `{}`", field.name));
                self.refuse(
                    span,
                    &format!("{what} would have to be kept while its structure is released"),
                    "make the component ALLOCATABLE, or leave the structure allocated until the procedure ends",
                );
            } else if goes_on {
                self.refuse(
                    p.units[self.unit].span,
                    &format!("the list or tree behind `{}` would have to be kept while it is released", field.name),
                    "leave it allocated until the procedure ends, or release it in the procedure that calls this one",
                );
            }
            if goes_on {
                continue;
            }
            let mut one = Pair::default();
            self.keep_place(
                &part,
                How { values, surely: false, from_one: false, around: None, beside: None, empty: false },
                &mut one,
            );
            out.fore.append(&mut one.fore);
            one.back.append(&mut out.back);
            out.back = one.back;
        }
        self.depth -= rank as u32;
        for (k, c) in counters.iter().enumerate() {
            if out.fore.is_empty() {
                break;
            }
            let bound = |e: &Expr, name: &str| Expr::intrinsic(name, vec![e.clone(), Expr::int(k as i64 + 1)]);
            let (from, to) = (bound(&place.fore, "lbound"), bound(&place.fore, "ubound"));
            let body = std::mem::take(&mut out.fore);
            out.fore = vec![self.counted(self.forward, c.fore, from, to, None, body)];
            let (from, to) = (bound(&place.back, "ubound"), bound(&place.back, "lbound"));
            let body = std::mem::take(&mut out.back);
            out.back = vec![self.counted(Side::Back, c.back, from, to, Some(Expr::int(-1)), body)];
        }
        out
    }

    /// Whether the values of structures of a type are saved as they are, arrays of them too.
    fn is_saved_whole(&self, r: RecordId) -> bool {
        self.world.source.records[r].fields.iter().all(|f| {
            !f.allocatable && !f.pointer && !f.polymorphic && f.ty.rank() == 0 && matches!(f.ty, Type::Scalar(_))
        })
    }
}
