//! Labels: only those that something jumps to are kept.

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
        walk::statements(body, &mut |stmt| {
            defined.extend(stmt.meta.label);
            match &stmt.kind {
                StmtKind::Do(ast::Do { end: DoEnd::EndDo(meta), .. }) => defined.extend(meta.label),
                StmtKind::If(i) => defined.extend(i.end.label),
                StmtKind::SelectCase(s) => defined.extend(s.end.label),
                StmtKind::Goto(label) => used.push(*label),
                StmtKind::ComputedGoto { targets, .. } => used.extend(targets),
                StmtKind::AssignedGoto { targets, .. } => used.extend(targets),
                StmtKind::AssignLabel { label, .. } => {
                    self.assigned_labels.push(label.number.to_string());
                    used.push(*label);
                }
                StmtKind::ArithmeticIf { targets, .. } => used.extend(targets),
                StmtKind::Call { args, .. } => used.extend(args.iter().filter_map(|a| match a.value {
                    ArgValue::AlternateReturn(label) => Some(label),
                    _ => None,
                })),
                StmtKind::Io(io) => used.extend(io_jumps(io)),
                _ => {}
            }
        });
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

    /// The label of a statement, if it is jumped to.
    pub fn kept_label(&self, meta: &ast::Meta) -> Option<String> {
        meta.label.filter(|l| self.jumps.contains(&l.number)).map(|l| l.number.to_string())
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
