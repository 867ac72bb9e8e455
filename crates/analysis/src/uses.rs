//! Which points have a derivative instruction, and what it uses: the ground on which diff-liveness, TBR and adjoint-out stand.

use il::flow::Part;
use il::stmt::StmtKind;
use il::zones::Zones;
use il::{Program, UnitId};

use crate::activity::{self, Context, Input, UnitActivity};
use crate::adjoint_use::{adjoint_use, loop_bounds};
use crate::effects::Step;
use crate::in_out;
use crate::reader::Reader;
use crate::sets::Bits;

/// Facts about one point.
#[derive(Clone, Debug)]
pub struct PointUse {
    /// use(I′), calls left out.
    pub uses: Bits,
    /// Live with its derivative, but not used by it when it runs backwards: read by the masks and index sets that govern it (the transformer
    /// records those), or released together with something that owns a derivative.
    pub needs: Vec<u32>,
    /// It has a derivative instruction (an assignment to something active, an active call, memory of active pointers).
    pub derivative: bool,
    /// It allocates, releases or associates something that owns a derivative: the derivative does the same, with the bounds of the original, which
    /// therefore stays.
    pub memory: bool,
    /// By step: an active call.
    pub active_call: Vec<bool>,
}

/// Facts about all points of a unit, by block index and point.
pub fn point_uses(
    program: &Program,
    zones: &Zones,
    input: &Input,
    unit: UnitId,
    context: &Context,
    found: &UnitActivity,
) -> Vec<Vec<PointUse>> {
    let e = &input.effects[il::Id::index(unit)];
    let body = &program.units[unit];
    let reader = Reader { program, zones, universe: &e.universe };
    let mut out: Vec<Vec<PointUse>> = vec![Vec::new(); e.flow.graph.node_count()];
    for block in e.flow.graph.node_indices() {
        for (index, point) in e.flow.points(block).iter().enumerate() {
            let steps = &e.steps[block.index()][index];
            let active = found.active.block(block);
            let (before, after) = (&active[index], &active[index + 1]);
            let kind = &body.stmts[point.stmt].kind;
            let mut uses = match point.part {
                Part::Whole => adjoint_use(&reader, kind, before, after),
                Part::Test(_) | Part::Init | Part::Next => e.universe.none(),
            };
            let active_call: Vec<bool> = steps
                .iter()
                .map(|s| {
                    let is_call = match s {
                        Step::Call(_) => true,
                        Step::Move(m) => m.external,
                    };
                    found.everything && activity::writes_real(input, s)
                        || is_call
                            && activity::is_active_point(
                                input,
                                e,
                                context,
                                steps,
                                &found.varied.block(block)[index],
                                &found.useful.block(block)[index + 1],
                            )
                })
                .collect();
            let assigns = matches!(
                kind,
                StmtKind::Assign { .. }
                    | StmtKind::Return(Some(_))
                    | StmtKind::Allocate { .. }
                    | StmtKind::Deallocate { .. }
                    | StmtKind::Opaque { .. }
            );
            let mut derivative = active_call.contains(&true);
            if assigns {
                derivative |=
                    steps.iter().any(|s| in_out::written(s, &e.universe, input.in_out, input.units).meets(after));
            }
            let owns = |e: &il::Expr| {
                let reachable = zones.reachable(program, e);
                found.anywhere.has_any(&reader.universe.numbers(&reachable))
            };
            let memory = match kind {
                StmtKind::PointerAssign { lhs, .. } => owns(lhs),
                StmtKind::Allocate { objects, .. } => objects.iter().any(|o| owns(&o.object)),
                StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => objects.iter().any(owns),
                _ => false,
            };
            let mut needs = Vec::new();
            if memory {
                derivative = true;
                let objects: Vec<*const il::Expr> = match kind {
                    StmtKind::PointerAssign { lhs, rhs } => vec![lhs, rhs],
                    StmtKind::Allocate { objects, .. } => objects.iter().map(|o| &raw const o.object).collect(),
                    StmtKind::Deallocate { objects, .. } | StmtKind::Nullify(objects) => {
                        // What is released with it must have been allocated.
                        needs.extend(objects.iter().flat_map(|o| reader.reference(o).0));
                        objects.iter().map(|o| o as *const il::Expr).collect()
                    }
                    _ => Vec::new(),
                };
                kind.exprs(&mut |e| {
                    let is_object = e.is_reference() && objects.contains(&std::ptr::from_ref(e));
                    let read = if is_object { reader.location(e, &mut None) } else { reader.sources(e) };
                    uses.add_all(&read.all);
                });
            }
            if let (StmtKind::Do(d), Part::Init) = (kind, point.part) {
                let mut active_inside = false;
                body.walk(&d.body, &mut |s, _| {
                    active_inside |= e.flow.after(s).is_some_and(|p| !found.active.at(p).is_empty());
                });
                if active_inside {
                    uses.add_all(&loop_bounds(&reader, d));
                }
            }
            // The arguments of an active call are evaluated again for its derivative.
            for (s, _) in steps.iter().zip(&active_call).filter(|(_, a)| **a) {
                match s {
                    Step::Call(c) => uses.add_all(&c.reads),
                    Step::Move(m) => uses.add_all(&m.reads),
                }
            }
            if derivative {
                for m in e.masks.get(&point.stmt).into_iter().flatten() {
                    body.stmts[*m].kind.exprs(&mut |test| needs.extend(reader.sources(test).all));
                }
            }
            out[block.index()].push(PointUse { uses, needs, derivative, memory, active_call });
        }
    }
    out
}
