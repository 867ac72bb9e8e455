//! What differentiation asks of the analyses, in its own words: a thin adapter, so that generators never touch bit sets.
//!
//! A variable *is active at a point* when it is varied and useful there. It *owns a derivative* when it is active anywhere, or stands
//! in a head's final lists. Records are differentiated per component: `owns_field`.

use std::collections::{BTreeMap, BTreeSet};

use il::typing::type_of;
use il::{Expr, ExprKind, Program, RecordId, StmtId, Subscript, SymbolId, SymbolKind, Type, UnitId};

use crate::request::{Place, Request};
use crate::signature::{Part, Status};

/// A point of a unit's body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// Where the unit begins.
    Entry,
    /// Just before a statement.
    Before(StmtId),
    /// Just after a statement (of a loop: after its last turn).
    After(StmtId),
    /// Where the unit ends.
    Exit,
}

/// The answers.
pub struct Facts {
    /// Units with at least one active call, and heads, in program order.
    differentiated: Vec<UnitId>,
    /// Variables that own a derivative somewhere.
    owners: BTreeSet<SymbolId>,
    /// Components that own a derivative in some variable of their type.
    fields: BTreeSet<(RecordId, usize)>,
    /// Per unit, which dummies have a derivative argument.
    params: BTreeMap<UnitId, Vec<bool>>,
    /// Functions whose result has a derivative.
    results: BTreeSet<UnitId>,
}

impl Facts {
    /// Analyses `program` for `request`.
    pub fn new(program: &Program, request: &Request) -> Facts {
        Facts::everything(program, request)
    }

    /// Without activity analysis (`-nooptim activity`): everything real that a head can reach is active.
    fn everything(program: &Program, request: &Request) -> Facts {
        let mut reached: BTreeSet<UnitId> = BTreeSet::new();
        let mut todo: Vec<UnitId> = request.heads.iter().map(|h| h.unit).collect();
        while let Some(u) = todo.pop() {
            if reached.insert(u) {
                todo.extend(callees(program, u));
            }
        }
        let mut facts = Facts {
            differentiated: reached.iter().copied().collect(),
            owners: BTreeSet::new(),
            fields: BTreeSet::new(),
            params: BTreeMap::new(),
            results: BTreeSet::new(),
        };
        for (id, record) in program.records.iter() {
            for (k, f) in record.fields.iter().enumerate() {
                if !record.opaque && (program.is_differentiable(&f.ty) || f.ty.record() == Some(id)) {
                    facts.fields.insert((id, k));
                }
            }
        }
        for (id, symbol) in program.symbols.iter() {
            if let SymbolKind::Variable(v) = &symbol.kind {
                if program.is_differentiable(&v.ty) {
                    facts.owners.insert(id);
                }
            }
        }
        for &u in &facts.differentiated {
            let unit = &program.units[u];
            facts.params.insert(u, unit.params.iter().map(|p| facts.owners.contains(p)).collect());
            if unit.result().is_some_and(|r| facts.owners.contains(&r)) {
                facts.results.insert(u);
            }
        }
        facts
    }

    /// Units that get derivative procedures, in program order.
    pub fn differentiated(&self) -> &[UnitId] {
        &self.differentiated
    }

    /// Whether `unit` gets a derivative procedure.
    pub fn is_differentiated(&self, unit: UnitId) -> bool {
        self.differentiated.contains(&unit)
    }

    /// Whether a variable owns a derivative.
    pub fn owns(&self, symbol: SymbolId) -> bool {
        self.owners.contains(&symbol)
    }

    /// Whether a component owns a derivative.
    pub fn owns_field(&self, record: RecordId, field: usize) -> bool {
        self.fields.contains(&(record, field))
    }

    /// Whether dummy `k` of `unit` has a derivative argument.
    pub fn param(&self, unit: UnitId, k: usize) -> bool {
        self.params.get(&unit).and_then(|p| p.get(k)).copied().unwrap_or(false)
    }

    /// Whether the result of `unit` has a derivative.
    pub fn result(&self, unit: UnitId) -> bool {
        self.results.contains(&unit)
    }

    /// Whether the storage of `reference` owns a derivative: its root does, and so does each component on the way.
    pub fn has_storage(&self, program: &Program, reference: &Expr) -> bool {
        let Some(root) = reference.root() else { return false };
        let mut all = self.owns(root) && program.is_differentiable(&type_of(program, reference));
        reference.walk(&mut |e| {
            if let ExprKind::Field { record, field, .. } = &e.kind {
                // Fields inside subscripts say nothing about the reference itself; see `spine`.
                all &= !on_spine(reference, e) || self.owns_field(*record, *field);
            }
        });
        all
    }

    /// Whether the value of `reference` may depend differentiably on an independent.
    pub fn varied(&self, _program: &Program, _unit: UnitId, _at: At, reference: &Expr) -> bool {
        reference.root().is_some_and(|r| self.owns(r))
    }

    /// Whether the value of `reference` may influence a dependent differentiably.
    pub fn useful(&self, _program: &Program, _unit: UnitId, _at: At, reference: &Expr) -> bool {
        reference.root().is_some_and(|r| self.owns(r))
    }

    /// Varied and useful.
    pub fn active(&self, program: &Program, unit: UnitId, at: At, reference: &Expr) -> bool {
        self.varied(program, unit, at, reference) && self.useful(program, unit, at, reference)
    }

    /// Whether the call that is statement `stmt` (or the right side of it) passes or returns something active.
    pub fn call_is_active(&self, program: &Program, _unit: UnitId, _stmt: StmtId, callee: SymbolId) -> bool {
        match program.callee(callee) {
            Some(u) => self.is_differentiated(u),
            None => true,
        }
    }
}

/// Whether `node` is a link of the chain from `reference` down to its root (not inside a subscript).
fn on_spine(reference: &Expr, node: &Expr) -> bool {
    let mut at = reference;
    loop {
        if std::ptr::eq(at, node) {
            return true;
        }
        at = match &at.kind {
            ExprKind::Index { base, .. } | ExprKind::Field { base, .. } | ExprKind::Substring { base, .. } => base,
            ExprKind::Deref(x) | ExprKind::Address(x) => x,
            _ => return false,
        };
    }
}

/// Units with bodies that `unit` calls, in statements and in expressions, in order of occurrence.
pub fn callees(program: &Program, unit: UnitId) -> Vec<UnitId> {
    let mut out = Vec::new();
    let u = &program.units[unit];
    u.walk(&u.body, &mut |_, stmt| {
        if let il::StmtKind::Call { callee, .. } = &stmt.kind {
            out.extend(program.callee(*callee));
        }
        stmt.kind.exprs(&mut |e| {
            e.walk(&mut |e| {
                if let ExprKind::Call { callee, .. } = &e.kind {
                    out.extend(program.callee(*callee));
                }
            });
        });
    });
    out
}

/// Whether a type is stored behind something that must be allocated or pointed at before its derivative exists.
pub fn is_dynamic(ty: &Type) -> bool {
    matches!(ty, Type::Pointer { .. })
}

/// Whether all subscripts of a reference select single elements.
pub fn is_element(program: &Program, reference: &Expr) -> bool {
    let mut single = true;
    reference.walk(&mut |e| {
        if let ExprKind::Index { subs, .. } = &e.kind {
            single &= subs.iter().all(|s| matches!(s, Subscript::At(i) if type_of(program, i).rank() == 0));
        }
    });
    single && type_of(program, reference).rank() == 0
}

/// The lists of a header comment.
pub struct Lists {
    /// Results whose derivatives are computed.
    pub useful: Vec<Place>,
    /// Inputs whose derivatives are used.
    pub varying: Vec<Place>,
    /// What happens to each derivative.
    pub status: Vec<(Place, Status)>,
}

impl Facts {
    /// The lists of a unit's derivative.
    pub fn lists(&self, program: &Program, request: &Request, unit: UnitId, part: Part) -> Lists {
        let u = &program.units[unit];
        let all: Vec<Place> = u
            .params
            .iter()
            .enumerate()
            .filter(|(k, _)| self.param(unit, *k))
            .map(|(_, s)| Place::whole(*s))
            .chain(u.result().filter(|_| self.result(unit)).map(Place::whole))
            .collect();
        let head = request.head(unit);
        let varying = head.and_then(|h| h.independents.clone()).unwrap_or_else(|| all.clone());
        let useful = head.and_then(|h| h.dependents.clone()).unwrap_or_else(|| all.clone());
        let mut status = Vec::new();
        for p in &all {
            let (input, output) = (varying.contains(p), useful.contains(p));
            let read_only = program.variable(p.symbol).is_some_and(|v| v.intent == Some(il::Intent::In));
            status.push((
                p.clone(),
                match (part, input, output) {
                    (Part::Tangent, true, false) => Status::In,
                    (Part::Tangent, false, true) => Status::Out,
                    (Part::Tangent, true, true) if read_only => Status::In,
                    (Part::Tangent, true, true) => Status::InOut,
                    (_, true, false) => Status::Out,
                    (_, false, true) => Status::InZero,
                    (_, true, true) if read_only => Status::Incr,
                    (_, true, true) => Status::InOut,
                    (_, false, false) => Status::Local,
                },
            ));
        }
        Lists { useful, varying, status }
    }
}
