//! Regions: statements between `$AD CHECKPOINT-START` and `$AD CHECKPOINT-END`, or between `$AD DO-NOT-DIFF` and `$AD END-DO-NOT-DIFF`.
//!
//! Both lines stand in one block of statements, and control enters a region at its top and leaves it at its end (RR-7957 §4.9: *well-structured*). In
//! the program that is analysed a region becomes a block of its own that carries the opening directive ([`wrap`]).

use crate::fixed_point;
use il::stmt::Label;
use il::{Block, Diagnostic, Directive, Program, Span, Stmt, StmtId, StmtKind, Unit, UnitId};

/// What a region is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionKind {
    /// Run again in the backward sweep, from a snapshot.
    Checkpoint,
    /// Without derivatives.
    Passive,
    /// A loop whose adjoint is that of its last turn, again and again ([`fixed_point`]).
    FixedPoint,
}

/// Opening and closing line of each kind.
const LINES: [(RegionKind, &str, &str); 2] = [
    (RegionKind::Checkpoint, "CHECKPOINT-START", "CHECKPOINT-END"),
    (RegionKind::Passive, "DO-NOT-DIFF", "END-DO-NOT-DIFF"),
];

fn opens(d: &Directive) -> Option<RegionKind> {
    LINES.iter().find(|l| l.1 == d.name).map(|l| l.0)
}

/// Whether a directive makes a region of a block.
pub fn is_opening(d: &Directive) -> bool {
    opens(d).is_some() || d.name == fixed_point::NAME
}

fn closes(d: &Directive) -> Option<RegionKind> {
    LINES.iter().find(|l| l.2 == d.name).map(|l| l.0)
}

fn names(kind: RegionKind) -> (&'static str, &'static str) {
    LINES.iter().find(|l| l.0 == kind).map_or(("", ""), |l| (l.1, l.2))
}

/// The kind of region that a block of the analysed program is, when it is one. A block of the user's has names of its own, and may stand where a
/// region begins.
pub fn of(unit: &Unit, stmt: StmtId) -> Option<RegionKind> {
    let s = &unit.stmts[stmt];
    if !matches!(s.kind, StmtKind::Scope { scope, .. } if scope == unit.scope) {
        return None;
    }
    s.directives.iter().find_map(|d| if d.name == fixed_point::NAME { Some(RegionKind::FixedPoint) } else { opens(d) })
}

/// A pair of lines in a block of statements: the statements `from .. to`.
struct Region {
    kind: RegionKind,
    from: usize,
    to: usize,
    /// Which directive of the first statement opens it, and which of the statement behind closes it.
    open: Directive,
    close: Directive,
}

/// The regions of one block, inner ones first, and what is wrong with its lines.
fn pairs(unit: &Unit, block: &Block, said: &mut Vec<Diagnostic>) -> Vec<Region> {
    let mut open: Vec<(RegionKind, usize, Directive)> = Vec::new();
    let mut out = Vec::new();
    for (at, &id) in block.iter().enumerate() {
        for d in &unit.stmts[id].directives {
            if let Some(kind) = opens(d) {
                open.push((kind, at, d.clone()));
            }
            let Some(kind) = closes(d) else { continue };
            match open.pop() {
                Some((k, from, o)) if k == kind => {
                    let region = Region { kind, from, to: at, open: o, close: d.clone() };
                    match crossing(unit, &block[from..at]) {
                        None => out.push(region),
                        Some(span) => said.push(
                            Diagnostic::error(
                                "RT0457",
                                if span == Span::NONE { region.open.span } else { span },
                                format!("control enters or leaves the region of `{}` in its middle", region.open.name),
                            )
                            .note("a region is entered at its top and left at its end: move its lines so that they enclose the whole loop or jump"),
                        ),
                    }
                }
                other => {
                    let message = format!("(AD18) `{}` closes nothing here", d.name);
                    let (first, _) = names(kind);
                    // A checkpoint more or less does not change the derivative.
                    let alone = other.is_none() && kind == RegionKind::Checkpoint;
                    let make = if alone { Diagnostic::warning } else { Diagnostic::error };
                    said.push(make("RT0456", d.span, message).note(format!(
                        "its `{first}` stands before it in the same block of statements, and regions nest"
                    )));
                    open.extend(other);
                }
            }
        }
    }
    for (kind, _, d) in open {
        let message = format!("(AD18) the region of `{}` is not closed in its block", d.name);
        let (_, last) = names(kind);
        said.push(
            Diagnostic::error("RT0456", d.span, message)
                .note(format!("put `$AD {last}` behind its last statement, in the same loop or arm")),
        );
    }
    out
}

/// A jump that crosses the border of some statements, if there is one.
fn crossing(unit: &Unit, inside: &[StmtId]) -> Option<Span> {
    let block: Block = inside.to_vec();
    let mut own: Vec<Label> = Vec::new();
    let mut ids: Vec<StmtId> = Vec::new();
    unit.walk(&block, &mut |id, s| {
        ids.push(id);
        own.extend(s.label.clone());
    });
    let mut found = None;
    unit.walk(&unit.body, &mut |id, s| {
        let within = ids.contains(&id);
        let crosses = |l: &Label| own.contains(l) != within;
        let jumps = match &s.kind {
            StmtKind::Goto(l) => crosses(l),
            StmtKind::ComputedGoto { labels, .. } | StmtKind::AssignedGoto { labels, .. } => labels.iter().any(crosses),
            StmtKind::ArithmeticIf { labels, .. } => labels.iter().any(crosses),
            StmtKind::Call { alternates, .. } => alternates.iter().any(crosses),
            StmtKind::Return(_) => within,
            _ => false,
        };
        if jumps && found.is_none() {
            found = Some(s.span);
        }
    });
    found.or_else(|| leaving(unit, &block, &mut Vec::new(), 0))
}

/// EXIT or CYCLE that names, or means, a construct around `block`.
fn leaving(unit: &Unit, block: &Block, names: &mut Vec<String>, loops: u32) -> Option<Span> {
    block.iter().find_map(|&id| {
        let s = &unit.stmts[id];
        let (name, is_loop) = match &s.kind {
            StmtKind::Exit(Some(n)) | StmtKind::Cycle(Some(n)) => {
                return (!names.iter().any(|m| m.eq_ignore_ascii_case(n))).then_some(s.span);
            }
            StmtKind::Exit(None) | StmtKind::Cycle(None) => return (loops == 0).then_some(s.span),
            StmtKind::Do(d) => (d.name.clone(), true),
            StmtKind::While { name, .. } | StmtKind::Until { name, .. } | StmtKind::Loop { name, .. } => {
                (name.clone(), true)
            }
            StmtKind::Select { name, .. } | StmtKind::Scope { name, .. } => (name.clone(), false),
            _ => (None, false),
        };
        let named = name.is_some();
        names.extend(name);
        let found = s.kind.blocks().into_iter().find_map(|b| leaving(unit, b, names, loops + u32::from(is_loop)));
        if named {
            names.pop();
        }
        found
    })
}

/// What is wrong with the lines of a procedure.
pub fn check(unit: &Unit) -> Vec<Diagnostic> {
    let mut said = Vec::new();
    pairs(unit, &unit.body, &mut said);
    unit.walk(&unit.body, &mut |_, s| {
        for b in s.kind.blocks() {
            pairs(unit, b, &mut said);
        }
    });
    said
}

/// Makes blocks of the regions of `kinds` in all procedures. Wrong lines are left where they are: [`check`] tells of them.
pub fn wrap(p: &mut Program, kinds: &[RegionKind]) {
    let units: Vec<UnitId> = p.units.ids().collect();
    for unit in units {
        let u = &p.units[unit];
        if !u.is_procedure() || u.is_interface || u.has_errors || !mentions(u) {
            continue;
        }
        // Jumps are looked at in the whole body, which stays in its place until then.
        let body = p.units[unit].body.clone();
        p.units[unit].body = wrap_block(p, unit, kinds, body);
    }
}

fn mentions(unit: &Unit) -> bool {
    unit.any(&unit.body, &mut |_, s| s.directives.iter().any(|d| opens(d).is_some()))
}

fn wrap_block(p: &mut Program, unit: UnitId, kinds: &[RegionKind], block: Block) -> Block {
    let regions = pairs(&p.units[unit], &block, &mut Vec::new());
    let mut slots: Vec<Option<StmtId>> = block.iter().copied().map(Some).collect();
    for r in regions.iter().filter(|r| kinds.contains(&r.kind) && r.from < r.to) {
        // It has no names of its own, and is never printed.
        let scope = p.units[unit].scope;
        let drop = |p: &mut Program, id: StmtId, d: &Directive| {
            let list = &mut p.units[unit].stmts[id].directives;
            if let Some(k) = list.iter().position(|e| e == d) {
                list.remove(k);
            }
        };
        drop(p, block[r.from], &r.open);
        drop(p, block[r.to], &r.close);
        let body: Block = slots[r.from..r.to].iter_mut().filter_map(Option::take).collect();
        let kind = StmtKind::Scope { scope, decls: Vec::new(), body, name: None };
        let stmt = Stmt { span: r.open.span, directives: vec![r.open.clone()], ..Stmt::from(kind) };
        slots[r.from] = Some(p.units[unit].add(stmt));
    }
    let out: Block = slots.into_iter().flatten().collect();
    for &id in &block {
        let inner: Vec<Block> = p.units[unit].stmts[id].kind.blocks().into_iter().cloned().collect();
        let wrapped: Vec<Block> = inner.into_iter().map(|b| wrap_block(p, unit, kinds, b)).collect();
        for (b, new) in p.units[unit].stmts[id].kind.blocks_mut().into_iter().zip(wrapped) {
            *b = new;
        }
    }
    out
}
