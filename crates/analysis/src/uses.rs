//! Which points have a derivative instruction, and what it uses: the ground on which diff-liveness, TBR and adjoint-out stand.

use il::flow::Part;
use il::stmt::StmtKind;
use il::zones::Zones;
use il::{Program, UnitId};

use crate::activity::{self, Context, Input, UnitActivity};
use crate::adjoint_use::{adjoint_use, loop_bounds};
use crate::effects::{Reader, Step};
use crate::in_out;
use crate::sets::Bits;

/// Facts about one point.
#[derive(Clone, Debug)]
pub struct PointUse {
    /// use(I′), calls left out.
    pub uses: Bits,
    /// Read by the masks and index sets that govern its derivative: live with it, recorded by the transformer.
    pub masks: Vec<u32>,
    /// It has a derivative instruction (an assignment to something active, an active call, memory of active pointers).
    pub derivative: bool,
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
                    is_call
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
            if let StmtKind::PointerAssign { lhs, rhs } = kind {
                // The derivative pointer follows the pointer.
                if found.anywhere.has_any(&reader.reference(lhs).0) {
                    derivative = true;
                    uses.add_all(&reader.location(lhs, &mut None).all);
                    uses.add_all(&reader.location(rhs, &mut None).all);
                }
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
            let mut masks = Vec::new();
            if derivative {
                for m in e.masks.get(&point.stmt).into_iter().flatten() {
                    body.stmts[*m].kind.exprs(&mut |test| masks.extend(reader.sources(test).all));
                }
            }
            out[block.index()].push(PointUse { uses, masks, derivative, active_call });
        }
    }
    out
}
