//! ALLOCATE, DEALLOCATE, and what assignment does to allocatable storage (F2018 9.7.1, 9.7.3.2, 10.2.1.3).

use crate::expr::{Arg, Expr, ExprKind};
use crate::stmt::Allocation;
use crate::types::Type;
use crate::typing::type_of;
use crate::{Intent, Language};

use super::eval::Data;
use super::memory::{Value, View, contiguous, whole};
use super::{Machine, Run, Trap};

fn option<'e>(options: &'e [Arg], name: &str) -> Option<&'e Arg> {
    options.iter().find(|a| a.is_named(name))
}

impl Machine<'_> {
    pub(super) fn allocate(&mut self, objects: &[Allocation], options: &[Arg]) -> Run<()> {
        for o in objects {
            let cell = self.handle(&o.object)?;
            if self.is_allocatable(&o.object) && *self.referred(&o.object)? != Value::Null {
                return Err(Trap::new("allocated twice").at(o.object.span));
            }
            let element = type_of(self.program, &o.object).element().clone();
            let source = option(options, "source").map(|a| self.eval(&a.value)).transpose()?;
            let element = match option(options, "mold").map(|a| (&a.value.kind, &a.value)) {
                Some((ExprKind::Structure { record, .. }, _)) => Type::Record(*record),
                _ => element,
            };
            let mold = match option(options, "mold").filter(|_| o.dims.is_empty()).map(|a| &a.value) {
                Some(like) if like.is_reference() => {
                    self.place(like)?.dims.iter().map(|d| (d.lower, d.extent)).collect()
                }
                // A value counts from one.
                Some(like) if type_of(self.program, like).rank() > 0 => {
                    self.eval(like)?.shape.iter().map(|n| (1, *n)).collect()
                }
                _ => Vec::new(),
            };
            let mut view = match (o.dims.is_empty(), &source) {
                (true, Some(data)) if !data.shape.is_empty() => self.temporary(element, data.clone()),
                (true, _) if !mold.is_empty() => self.new_array(&element, &mold)?,
                (true, ..) => self.new_object(&element)?,
                (false, ..) => {
                    let extents = self.extents(&o.dims)?;
                    self.new_array(&element, &extents)?
                }
            };
            if let Some(data) = source {
                self.store(&view, data)?;
                self.own_parts(&mut view)?;
            }
            self.write(&cell, &[Value::Ref(view)]);
        }
        self.succeeded(options)
    }

    pub(super) fn deallocate(&mut self, objects: &[Expr], options: &[Arg]) -> Run<()> {
        for e in objects {
            let cell = self.handle(e)?;
            if *self.referred(e)? == Value::Null {
                let name = match &e.kind {
                    ExprKind::Field { record, field, .. } => self.program.records[*record].fields[*field].name.clone(),
                    _ => e.root().map_or(String::new(), |s| self.program.symbols[s].name.clone()),
                };
                return Err(Trap::new(format!("`{name}` is released, but is not allocated")).at(e.span));
            }
            self.write(&cell, &[Value::Null]);
        }
        self.succeeded(options)
    }

    /// `STAT=` is zero.
    fn succeeded(&mut self, options: &[Arg]) -> Run<()> {
        if let Some(stat) = option(options, "stat") {
            let view = self.place(&stat.value)?;
            self.write(&view, &[Value::Int(0)]);
        }
        Ok(())
    }

    /// Whether a reference names an allocatable as a whole.
    pub(super) fn is_allocatable(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Var(_) => whole(e).and_then(|s| self.program.variable(s)).is_some_and(|v| v.allocatable),
            ExprKind::Field { record, field, .. } => self.program.records[*record].fields[*field].allocatable,
            _ => false,
        }
    }

    /// Whether assigning `data` to `lhs` allocates it: it is not allocated, or has another shape than an array value.
    pub(super) fn reallocates(&mut self, lhs: &Expr, data: &Data) -> Run<bool> {
        if !self.is_allocatable(lhs) {
            return Ok(false);
        }
        let cell = self.handle(lhs)?;
        Ok(match &self.objects[cell.object][cell.offset] {
            Value::Ref(v) => !data.shape.is_empty() && v.shape() != data.shape,
            // A scalar value gives no extents to an array.
            _ => !data.shape.is_empty() || type_of(self.program, lhs).rank() == 0,
        })
    }

    /// Gives the structures of `view` their own copies of what their allocatable components refer to.
    pub(super) fn own_parts(&mut self, view: &mut View) -> Run<()> {
        let Type::Record(record) = view.element else { return Ok(()) };
        let program = self.program;
        for (k, f) in program.records[record].fields.iter().enumerate() {
            let skip = self.field_offset(record, k)?;
            for element in view.elements() {
                let at = element + skip;
                if f.pointer {
                    continue;
                }
                if !f.allocatable {
                    if matches!(f.ty, Type::Record(_)) {
                        let mut inner =
                            View { object: view.object, offset: at, dims: Vec::new(), element: f.ty.clone() };
                        self.own_parts(&mut inner)?;
                    }
                    continue;
                }
                if let Value::Ref(v) = self.objects[view.object][at].clone() {
                    let mut copy = self.copy_of(&v);
                    self.own_parts(&mut copy)?;
                    self.objects[view.object][at] = Value::Ref(copy);
                }
            }
        }
        Ok(())
    }

    /// What INTENT(OUT) means for allocatable dummies and structures (F2018 8.5.10, 9.7.3.2): they arrive released, and structures with their default
    /// initial values. (Numbers keep what they bring.)
    pub(super) fn undefine_outputs(&mut self, unit: crate::unit::UnitId) -> Run<()> {
        let program = self.program;
        if program.units[unit].language != Language::Fortran {
            return Ok(());
        }
        for &dummy in &program.units[unit].params {
            let Some(v) = program.variable(dummy).filter(|v| v.intent == Some(Intent::Out) && !v.pointer) else {
                continue;
            };
            let Some(view) = self.frames.last().and_then(|f| f.vars.get(&dummy)).cloned() else { continue };
            if v.allocatable {
                self.write(&view, &[Value::Null]);
            } else if v.ty.element().record().is_some() {
                let mut blank = self.blank(v.ty.element())?;
                // What is declared CLASS keeps its dynamic type.
                let record = v.ty.element().record().filter(|_| v.polymorphic);
                let tag = match record.and_then(|r| Some((r, program.tag(r)?))) {
                    Some((r, field)) => Some(self.field_offset(r, field)?),
                    None => None,
                };
                for at in view.elements() {
                    if let Some(tag) = tag {
                        blank[tag] = self.objects[view.object][at + tag].clone();
                    }
                    self.objects[view.object][at..at + blank.len()].clone_from_slice(&blank);
                }
            }
        }
        Ok(())
    }

    /// A new object with the values and bounds of another.
    fn copy_of(&mut self, view: &View) -> View {
        let cells = self.read(view);
        let size = if view.is_empty() { 1 } else { cells.len() / view.len() };
        let extents: Vec<(i64, usize)> = view.dims.iter().map(|d| (d.lower, d.extent)).collect();
        self.objects.push(cells);
        View {
            object: self.objects.len() - 1,
            offset: 0,
            dims: contiguous(&extents, size),
            element: view.element.clone(),
        }
    }
}
