//! Pointers to numbers that are kept where they are not followed: members of unions, components of types of which it is not known what their objects hold
//! ([`il::Record::opaque`]), addresses of ISO_C_BINDING. What comes out of such a store may be whatever was put into one. So it is with numbers that a
//! procedure without source is given together with a handle, or when it makes one: `h = make(x);  give(h, y);`.

use std::collections::BTreeSet;

use il::typing::type_of;
use il::zones::ZoneId;
use il::{Arg, Expr, ExprKind, Program, RecordId, Span, StmtId, StmtKind, SymbolId, Type, UnitId};

use crate::external;
use crate::facts::Facts;
use crate::varying::Varying;

/// What kind of store it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Store {
    /// A component of this type.
    Component(RecordId),
    /// A `c_ptr`.
    Address,
    /// What procedures without source keep behind a pointer to this structure, whose members nobody knows, or behind an address.
    Handle(Option<RecordId>),
}

/// A statement that puts a pointer into a store, or follows one from there.
#[derive(Clone, Debug)]
pub struct Mention {
    /// The unit.
    pub unit: UnitId,
    /// The statement.
    pub stmt: StmtId,
    /// Where it is written.
    pub span: Span,
    /// The store.
    pub store: Store,
    /// Of a statement that puts something there: what the pointer leads to.
    pub kept: Vec<ZoneId>,
    /// The procedure without source that has it.
    pub callee: Option<SymbolId>,
    /// Whether it may write these numbers, at any time.
    pub writes: bool,
}

impl Mention {
    /// Whether what is kept here may come out there.
    pub fn comes_out(&self, followed: &Mention) -> bool {
        let gives = self.writes || followed.writes;
        self.store == followed.store && (self.callee.is_none() || gives && self.callee != followed.callee)
    }
}

/// The statements of some units that put pointers to numbers into stores, and those that follow pointers from there.
pub fn of_units(facts: &Facts, units: &[UnitId]) -> (Vec<Mention>, Vec<Mention>) {
    let p = facts.program();
    let (mut kept, mut followed) = (Vec::new(), Vec::new());
    for &unit in units {
        let u = &p.units[unit];
        u.walk(&u.body, &mut |stmt, s| {
            let mention = |store: Store, zones: Vec<ZoneId>, at: Option<&Expr>| {
                let span = at.map(|e| e.span).filter(|span| span.file.is_some()).unwrap_or(s.span);
                Mention { unit, stmt, span, store, kept: zones, callee: None, writes: false }
            };
            let mut target = None;
            if let StmtKind::PointerAssign { lhs, rhs } | StmtKind::Assign { lhs, rhs } = &s.kind
                && let Some(record) = component(p, lhs)
                && !rhs.uncast().is_null_pointer()
            {
                let mut zones = facts.zones().behind(p, rhs);
                if matches!(s.kind, StmtKind::PointerAssign { .. }) {
                    zones.extend(facts.zones().of_ref(p, rhs).zones);
                }
                target = Some(lhs);
                kept.push(mention(Store::Component(record), zones, Some(lhs)));
            }
            if let StmtKind::Call { callee, args, .. } = &s.kind
                && p.symbols[*callee].name.eq_ignore_ascii_case("c_f_pointer")
            {
                let pointer = args.iter().find(|a| a.is_named("fptr")).or(args.get(1));
                if pointer.is_some_and(|a| p.is_differentiable(&type_of(p, &a.value))) {
                    followed.push(mention(Store::Address, Vec::new(), None));
                }
            }
            s.kind.each_call(&mut |callee, args| {
                if p.callee(callee).is_some() || !external::is_undescribed(p, callee, facts.options()) {
                    return;
                }
                let result = p.procedure(callee).and_then(|f| f.result.as_ref());
                let mut handles: BTreeSet<Option<RecordId>> =
                    args.iter().filter_map(|a| handle(facts, &a.value)).collect();
                handles.extend(result.and_then(|ty| handle_type(p, ty)));
                if handles.is_empty() {
                    return;
                }
                let given = given(facts, callee, args);
                let gives = given.written || result.is_some_and(|ty| p.is_differentiable(ty));
                for store in handles.into_iter().map(Store::Handle) {
                    let m = mention(store, given.zones.clone(), None);
                    followed.push(Mention { callee: Some(callee), writes: gives, ..m.clone() });
                    kept.push(Mention { callee: Some(callee), writes: given.written, ..m });
                }
            });
            s.kind.exprs(&mut |e| {
                e.walk(&mut |x| match &x.kind {
                    ExprKind::Intrinsic(f, of) if f.name() == "c_loc" => {
                        let zones = of.first().map(|a| facts.zones().of_ref(p, &a.value).zones);
                        kept.push(mention(Store::Address, zones.unwrap_or_default(), Some(x)));
                    }
                    _ => {
                        if let Some(record) = component(p, x).filter(|_| target != Some(x)) {
                            followed.push(mention(Store::Component(record), Vec::new(), Some(x)));
                        }
                    }
                });
            });
        });
    }
    (kept, followed)
}

/// The numbers that a call hands to a procedure without source.
struct Given {
    zones: Vec<ZoneId>,
    /// Whether it may write some of them.
    written: bool,
}

/// What a call hands over.
fn given(facts: &Facts, callee: SymbolId, args: &[Arg]) -> Given {
    let p = facts.program();
    let known = external::describe(p, callee, args, facts.options());
    let mut out = Given { zones: Vec::new(), written: false };
    for (k, a) in args.iter().enumerate() {
        let mut zones = facts.zones().reachable(p, &a.value);
        zones.retain(|z| facts.zones().zone(*z).differentiable);
        out.written |= !zones.is_empty() && known.places.get(k).or(known.places.last()).is_none_or(|a| a.written);
        out.zones.extend(zones);
    }
    out
}

/// The handle that an argument is, or the place of one: a pointer of which nobody knows what it leads to.
fn handle(facts: &Facts, e: &Expr) -> Option<Option<RecordId>> {
    let p = facts.program();
    let key = handle_type(p, &type_of(p, e.uncast()))?;
    let leads_to_numbers = || facts.zones().behind(p, e).iter().any(|z| facts.zones().zone(*z).differentiable);
    (key.is_some() || !leads_to_numbers()).then_some(key)
}

/// The structure without known members that pointers of a type lead to, `Some(None)` for addresses.
fn handle_type(p: &Program, ty: &Type) -> Option<Option<RecordId>> {
    match ty {
        Type::Pointer { to, .. } => match &**to {
            Type::Void => Some(None),
            Type::Record(r) => p.records[*r].fields.is_empty().then_some(Some(*r)),
            inner => handle_type(p, inner),
        },
        Type::Record(r) => p.records[*r].name.eq_ignore_ascii_case("c_ptr").then_some(None),
        Type::Scalar(_)
        | Type::Character { .. }
        | Type::Array { .. }
        | Type::Procedure
        | Type::Void
        | Type::Opaque(_) => None,
    }
}

/// The type of which nothing is known that an expression is a pointer component of, where that leads to numbers.
fn component(p: &Program, e: &Expr) -> Option<RecordId> {
    let ExprKind::Field { record, field, .. } = &e.kind else { return None };
    let f = &p.records[*record].fields[*field];
    let leads = match &f.ty {
        Type::Pointer { to, .. } => p.is_differentiable(to),
        ty => f.pointer && p.is_differentiable(ty),
    };
    (p.records[*record].opaque && leads).then_some(*record)
}

/// Whether what a pointer leads to may vary at some time, in the unit that keeps it or in one of its callers.
pub fn may_vary(facts: &Facts, varying: &Varying, kept: &Mention) -> bool {
    let mut seen: BTreeSet<(UnitId, Vec<ZoneId>)> = BTreeSet::new();
    let mut todo = vec![(kept.unit, kept.kept.clone())];
    while let Some((unit, zones)) = todo.pop() {
        if zones.is_empty() || !seen.insert((unit, zones.clone())) {
            continue;
        }
        if varying.ever(unit, &zones) {
            return true;
        }
        let outside: Vec<ZoneId> = zones.iter().copied().filter(|z| is_of_caller(facts, unit, *z)).collect();
        for &caller in facts.calls().callers(unit).iter().filter(|_| !outside.is_empty()) {
            for site in facts.calls().sites(caller).iter().filter(|s| s.targets.units.contains(&unit)) {
                match facts.across_call(caller, site.stmt, unit, &outside) {
                    Some((before, after)) => todo.push((caller, before.iter().chain(after.iter()).collect())),
                    None => return true,
                }
            }
        }
    }
    false
}

/// Whether callers know a piece of storage by another name.
fn is_of_caller(facts: &Facts, unit: UnitId, zone: ZoneId) -> bool {
    let zone = facts.zones().zone(zone);
    let v = facts.program().variable(zone.symbol);
    facts.program().home(zone.symbol) == Some(unit) && v.is_some_and(|v| matches!(v.storage, il::Storage::Dummy(_)))
}
