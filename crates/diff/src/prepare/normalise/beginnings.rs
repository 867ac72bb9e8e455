//! What the beginning of a procedure or a BLOCK does to a variable, written down: what is allocated is released, and components get their default initial
//! values (F2018 9.7.3.2, 7.5.4.6).
//!
//! Adjoints have their sweeps outside of BLOCKs, whose variables belong to the procedure there: where a BLOCK may be entered more than once, these
//! begin anew by statements.

use il::stmt::{Do, If};
use il::symbol::Variable;
use il::typing::type_of;
use il::{Block, Expr, ExprKind, Program, RecordId, StmtId, StmtKind, Storage, SymbolId, Type, UnitId};

use il::locals::{declare, fresh};

/// Writes down how the variables of BLOCKs in loops begin.
pub fn begin_blocks(p: &mut Program) {
    for unit in p.units.ids().filter(|u| p.units[*u].language.describes_storage()).collect::<Vec<_>>() {
        let body = p.units[unit].body.clone();
        let again = p.units[unit].stmts.iter().any(|(_, s)| s.label.is_some());
        in_block(p, unit, &body, again);
    }
}

/// `again`: whether control may come here more than once.
fn in_block(p: &mut Program, unit: UnitId, block: &Block, again: bool) {
    for &id in block {
        let kind = &p.units[unit].stmts[id].kind;
        let again = again || kind.is_loop();
        let inner: Vec<Block> = kind.blocks().into_iter().cloned().collect();
        inner.iter().for_each(|b| in_block(p, unit, b, again));
        if again {
            begin_block(p, unit, id);
        }
    }
}

fn begin_block(p: &mut Program, unit: UnitId, id: StmtId) {
    let StmtKind::Scope { decls, body, .. } = &p.units[unit].stmts[id].kind else { return };
    let declared = decls.iter().flat_map(|d| d.kind.entities());
    let plain = |s: &SymbolId| p.variable(*s).is_some_and(|v| !v.saved && !v.pointer);
    let found: Vec<SymbolId> = declared
        .filter(|e| !e.init)
        .map(|e| e.symbol)
        .filter(|s| plain(s) && !is_assigned_first(p, unit, body, *s))
        .collect();
    let mut first = Block::new();
    for s in found {
        let allocatable = p.variable(s).is_some_and(|v| v.allocatable);
        begin(p, unit, Expr::var(s), allocatable, &mut first);
    }
    if let StmtKind::Scope { body, .. } = &mut p.units[unit].stmts[id].kind {
        body.splice(0..0, first);
    }
}

/// Whether the first mention of a variable assigns it as a whole.
fn is_assigned_first(p: &Program, unit: UnitId, body: &Block, s: SymbolId) -> bool {
    let u = &p.units[unit];
    let Some(id) = body.iter().find(|id| u.mentions(&[**id], s)) else { return true };
    let StmtKind::Assign { lhs, rhs } = &u.stmts[*id].kind else { return false };
    lhs.kind == ExprKind::Var(s) && !rhs.mentions(s)
}

/// What the beginning of a procedure or a BLOCK does to `place`.
pub(crate) fn begin(p: &mut Program, unit: UnitId, place: Expr, allocatable: bool, out: &mut Block) {
    if allocatable {
        let release = StmtKind::Deallocate { objects: vec![place.clone()], options: Vec::new() };
        let release = p.units[unit].add(release);
        out.push(when(p, unit, Expr::intrinsic("allocated", vec![place]), vec![release]));
        return;
    }
    let ty = type_of(p, &place);
    let Some(r) = ty.element().record() else { return };
    if ty.rank() > 0 && has_links(p, r) {
        return begin_each(p, unit, place, ty.rank(), out);
    }
    // Components of other types of a family may hold objects of this one, without end: this object does not have them. Its dynamic type stays.
    for k in p.parts_of(&place, r) {
        let f = p.records[r].fields[k].clone();
        let part: Expr = ExprKind::Field { base: Box::new(place.clone()), record: r, field: k }.into();
        match (&f.init, f.pointer) {
            (None, true) => {}
            (Some(_), true) => out.push(p.units[unit].add(StmtKind::Nullify(vec![part]))),
            (Some(value), _) => out.push(p.units[unit].add(StmtKind::Assign { lhs: part, rhs: value.clone() })),
            (None, _) => begin(p, unit, part, f.allocatable, out),
        }
    }
}

/// The same for each element of an array of structures.
fn begin_each(p: &mut Program, unit: UnitId, array: Expr, rank: usize, out: &mut Block) {
    let counter = Variable::new(Type::Scalar(p.integer()), Storage::Local);
    let counters: Vec<SymbolId> = (0..rank).map(|_| fresh(p, unit, "ii1", counter.clone())).collect();
    declare(p, unit, &counters);
    let element = Expr::index(array.clone(), counters.iter().map(|c| Expr::var(*c)).collect());
    let mut body = Block::new();
    begin(p, unit, element, false, &mut body);
    for (k, &var) in counters.iter().enumerate() {
        let bound = |name: &str| Expr::intrinsic(name, vec![array.clone(), Expr::int(k as i64 + 1)]);
        let (from, to) = (bound("lbound"), bound("ubound"));
        let turn = Do::counting(var, from, to, None, body);
        body = vec![p.units[unit].add(StmtKind::Do(Box::new(turn)))];
    }
    out.append(&mut body);
}

/// Whether an object of this type has components that begin anew one by one.
fn has_links(p: &Program, r: RecordId) -> bool {
    let links = |f: &il::Field| if f.pointer { f.init.is_some() } else { f.allocatable };
    p.held(r).into_iter().any(|r| p.records[r].fields.iter().any(links))
}

/// A test in front of statements.
pub(crate) fn when(p: &mut Program, unit: UnitId, test: Expr, body: Block) -> StmtId {
    let one_line = body.len() == 1;
    p.units[unit].add(StmtKind::If(If::when(test, body, one_line)))
}
