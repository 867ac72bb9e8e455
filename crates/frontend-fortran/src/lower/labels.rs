//! Labels: only those that something jumps to are kept.

use std::collections::{BTreeMap, BTreeSet};

use il::{Block, Span, StmtId, Unit};

use super::context::Lower;
use super::{messages, walk};
use crate::ast::{self, ArgValue, DoEnd, ExprKind, StmtKind};

impl<'a> Lower<'a, '_> {
    /// Finds the labels of a unit: where they stand, and which are jumped to.
    pub fn scan_labels(&mut self, body: &'a [ast::Stmt]) {
        self.jumps.clear();
        self.defined_labels.clear();
        self.assigned_labels.clear();
        self.exits.clear();
        let mut used: Vec<ast::Label> = Vec::new();
        let mut defined: Vec<ast::Label> = Vec::new();
        let mut formats: BTreeSet<u32> = BTreeSet::new();
        walk::statements(body, &mut |stmt| {
            defined.extend(stmt.meta.label);
            match &stmt.kind {
                StmtKind::Do(d) => {
                    if let DoEnd::EndDo(meta) = &d.end {
                        defined.extend(meta.label);
                    }
                }
                StmtKind::If(i) => defined.extend(i.end.label),
                StmtKind::SelectCase(s) => defined.extend(s.end.label),
                StmtKind::Goto(label) => used.push(*label),
                StmtKind::ComputedGoto { targets, .. } => used.extend(targets),
                StmtKind::AssignedGoto { targets, .. } => used.extend(targets),
                StmtKind::AssignLabel { label, variable } => {
                    self.assigned_labels.push((variable.key(), label.number));
                    used.push(*label);
                }
                StmtKind::Format(_) => formats.extend(stmt.meta.label.map(|l| l.number)),
                StmtKind::ArithmeticIf { targets, .. } => used.extend(targets),
                StmtKind::Call { args, .. } => used.extend(args.iter().filter_map(|a| match a.value {
                    ArgValue::AlternateReturn(label) => Some(label),
                    _ => None,
                })),
                StmtKind::Io(io) => used.extend(io_jumps(io)),
                _ => {}
            }
        });
        // ASSIGN gives formats to variables too; nobody jumps there.
        self.assigned_labels.retain(|(_, label)| !formats.contains(label));
        // The END statement of the unit may be a target too.
        defined.extend(self.trees[&self.unit].end.label);
        for label in defined {
            if !self.defined_labels.insert(label.number) && !self.is_shaky() {
                self.refuse(messages::label_twice(label.span, label.number));
            }
        }
        for label in used {
            self.jumps.insert(label.number);
            if !self.defined_labels.contains(&label.number) && !self.is_shaky() {
                self.refuse(messages::undefined_label(label.span, label.number));
            }
        }
    }

    /// Refuses jumps into a block from outside (the extended range of old DO loops, labels inside an IF).
    pub fn check_jumps(&mut self, body: &Block) {
        let mut places = Places::default();
        places.visit(&self.program.units[self.unit], body, &mut Vec::new());
        for (label, from, span) in places.jumps {
            if let Some(at) = places.labels.get(&label)
                && !from.starts_with(at)
            {
                self.refuse(messages::jump_into_block(span, &label));
            }
        }
    }

    /// The label of a statement, if it is jumped to.
    pub fn kept_label(&self, meta: &ast::Meta) -> Option<String> {
        meta.label.filter(|l| self.jumps.contains(&l.number)).map(|l| l.number.to_string())
    }

    /// Where a variable that holds a label may lead.
    pub fn labels_assigned_to(&self, variable: &ast::Ident) -> Vec<String> {
        let labels: BTreeSet<u32> =
            self.assigned_labels.iter().filter(|(name, _)| variable.is(name)).map(|(_, label)| *label).collect();
        labels.iter().map(u32::to_string).collect()
    }

    /// A label that stands nowhere yet.
    pub fn fresh_label(&mut self) -> u32 {
        let mut label = 100;
        while !self.defined_labels.insert(label) {
            label += 10;
        }
        self.jumps.insert(label);
        label
    }
}

/// The way from the body of a unit to a block: statements and which of their blocks.
type Path = Vec<(StmtId, usize)>;

/// Labels and jumps with the blocks that they stand in.
#[derive(Default)]
struct Places {
    labels: BTreeMap<String, Path>,
    jumps: Vec<(String, Path, Span)>,
}

impl Places {
    fn visit(&mut self, unit: &Unit, block: &Block, path: &mut Path) {
        for &id in block {
            let stmt = &unit.stmts[id];
            if let Some(label) = &stmt.label {
                self.labels.insert(label.clone(), path.clone());
            }
            let targets = match &stmt.kind {
                il::StmtKind::Goto(label) => std::slice::from_ref(label),
                il::StmtKind::ComputedGoto { labels, .. } | il::StmtKind::AssignedGoto { labels, .. } => labels,
                il::StmtKind::ArithmeticIf { labels, .. } => labels.as_slice(),
                il::StmtKind::Call { alternates, .. } => alternates,
                _ => &[],
            };
            self.jumps.extend(targets.iter().map(|l| (l.clone(), path.clone(), stmt.span)));
            for (k, inner) in stmt.kind.blocks().into_iter().enumerate() {
                path.push((id, k));
                self.visit(unit, inner, path);
                path.pop();
            }
        }
    }
}

/// Where an I/O statement may jump: ERR=, END=, EOR=.
pub fn io_jumps(io: &ast::Io) -> impl Iterator<Item = ast::Label> {
    io.controls.iter().filter_map(|c| {
        let keyword = c.keyword.as_ref()?;
        if !["err", "end", "eor"].iter().any(|k| keyword.is(k)) {
            return None;
        }
        match &c.value {
            ArgValue::Expr(e) => match &e.kind {
                ExprKind::Literal(l) => l.text.parse().ok().map(|number| ast::Label { number, span: e.span }),
                _ => None,
            },
            _ => None,
        }
    })
}
