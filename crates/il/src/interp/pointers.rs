//! C pointers: arithmetic, comparison, and the memory that they lead to.
//!
//! A pointer is a view of one element. It may point outside its object (in front of it too: `--x` of code that counts from one); only following it
//! there traps. The bytes of `sizeof`, `malloc` and `memcpy` are counted in cells of [`CELL`] bytes, whatever their type: what programs
//! compute from them is a number of elements.

use crate::expr::{Arg, BinaryOp};
use crate::types::Type;

use super::functions::real;
use super::memory::{Value, View, zero};
use super::{Machine, Run, Trap};

/// Bytes of a cell.
pub(super) const CELL: i64 = 8;

impl Machine<'_> {
    /// An operator of which at least one operand is a pointer; `None` when none is.
    pub(super) fn on_pointers(&mut self, op: BinaryOp, l: &Value, r: &Value) -> Run<Option<Value>> {
        use BinaryOp::{Add, Eq, Ge, Gt, Le, Lt, Ne, Sub};
        let null = |v: &Value| matches!(v, Value::Null | Value::Int(0));
        Ok(Some(match (op, l, r) {
            (Add, Value::Ref(p), Value::Int(i)) | (Add, Value::Int(i), Value::Ref(p)) => self.moved(p, *i)?,
            (Sub, Value::Ref(p), Value::Int(i)) => self.moved(p, -*i)?,
            (Sub, Value::Ref(p), Value::Ref(q)) if p.object == q.object => {
                let size = self.size(&p.element.clone())?.max(1) as isize;
                Value::Int(((p.offset as isize - q.offset as isize) / size) as i64)
            }
            (Eq, Value::Ref(p), Value::Ref(q)) => Value::Bool(p.object == q.object && p.offset == q.offset),
            (Ne, Value::Ref(p), Value::Ref(q)) => Value::Bool(p.object != q.object || p.offset != q.offset),
            // Objects lie one behind the other, as in memory: adjoints ask whether two stretches meet.
            (Lt | Le | Gt | Ge, Value::Ref(p), Value::Ref(q)) => {
                let (p, q) = ((p.object, p.offset as isize), (q.object, q.offset as isize));
                Value::Bool(match op {
                    Lt => p < q,
                    Le => p <= q,
                    Gt => p > q,
                    _ => p >= q,
                })
            }
            (Eq, Value::Ref(_), v) | (Eq, v, Value::Ref(_)) if null(v) => Value::Bool(false),
            (Ne, Value::Ref(_), v) | (Ne, v, Value::Ref(_)) if null(v) => Value::Bool(true),
            (Eq, Value::Procedure(f), Value::Procedure(g)) => Value::Bool(self.same_function(*f, *g)),
            (Ne, Value::Procedure(f), Value::Procedure(g)) => Value::Bool(!self.same_function(*f, *g)),
            (Eq, Value::Procedure(_), v) | (Eq, v, Value::Procedure(_)) if null(v) => Value::Bool(false),
            (Ne, Value::Procedure(_), v) | (Ne, v, Value::Procedure(_)) if null(v) => Value::Bool(true),
            (Eq, Value::Null, v) | (Eq, v, Value::Null) if null(v) => Value::Bool(true),
            (Ne, Value::Null, v) | (Ne, v, Value::Null) if null(v) => Value::Bool(false),
            (Sub, Value::Ref(_), Value::Ref(_)) => {
                return Err(Trap::new("pointers to different objects are subtracted"));
            }
            (_, Value::Ref(_), _) | (_, _, Value::Ref(_)) => {
                return Err(Trap::new("pointer arithmetic that cannot be interpreted"));
            }
            _ => return Ok(None),
        }))
    }

    /// `p + i`.
    fn moved(&mut self, p: &View, i: i64) -> Run<Value> {
        let size = self.size(&p.element.clone())? as i64;
        Ok(Value::Ref(shifted(p.clone(), i * size)))
    }

    /// Whether what a pointer leads to exists.
    pub(super) fn inside(&mut self, view: &View) -> Run<()> {
        let size = self.size(&view.element.clone())?;
        match view.offset.checked_add(size) {
            Some(end) if end <= self.objects[view.object].len() => Ok(()),
            _ => Err(Trap::new("a pointer or an index leads outside its object")),
        }
    }

    /// The functions of stdlib.h and string.h that make and move memory, and those of math.h with two results; `None` when `name` is none of them.
    pub(super) fn memory_function(&mut self, name: &str, args: &[Arg]) -> Run<Option<Value>> {
        let cells = |bytes: i64| usize::try_from(bytes).map(|b| b.div_ceil(CELL as usize)).unwrap_or(0);
        Ok(Some(match (name, args) {
            ("malloc", [bytes]) => {
                let bytes = self.int(&bytes.value)?;
                self.fresh(cells(bytes), Value::Undefined)
            }
            ("calloc", [n, bytes]) => {
                let bytes = self.int(&n.value)? * self.int(&bytes.value)?;
                self.fresh(cells(bytes), Value::Int(0))
            }
            ("realloc", [old, bytes]) => {
                let cells = cells(self.int(&bytes.value)?);
                let kept = self.whole_block(&old.value)?.map_or_else(Vec::new, |o| self.objects[o].clone());
                let new = self.fresh(cells, Value::Undefined);
                if let Value::Ref(v) = &new {
                    let common = kept.len().min(cells);
                    self.objects[v.object][..common].clone_from_slice(&kept[..common]);
                }
                new
            }
            // The runtime's blocks, which know their size.
            ("adAllocate", [bytes]) => {
                let bytes = self.int(&bytes.value)?;
                self.fresh(cells(bytes), Value::Int(0))
            }
            ("adAllocated", [p]) => {
                let block = self.whole_block(&p.value)?;
                Value::Int(block.map_or(0, |object| self.objects[object].len() as i64 * CELL))
            }
            ("free", [p]) => {
                self.eval(&p.value)?;
                Value::Int(0)
            }
            ("memcpy" | "memmove", [to, from, bytes]) => {
                let n = cells(self.int(&bytes.value)?);
                let (to, from) = (self.address(&to.value)?, self.address(&from.value)?);
                let end = from.offset.checked_add(n).filter(|e| *e <= self.objects[from.object].len());
                let end = end.ok_or_else(|| Trap::new("memory is copied from outside an object"))?;
                let values = self.objects[from.object][from.offset..end].to_vec();
                self.fill(&to, values)?;
                Value::Ref(to)
            }
            ("memset", [to, byte, bytes]) => {
                if self.int(&byte.value)? != 0 {
                    return Err(Trap::new("memory is set to bytes that are not zero"));
                }
                let n = cells(self.int(&bytes.value)?);
                let to = self.address(&to.value)?;
                // The components of a structure become what they are where they are read, as those that `calloc` makes.
                let value = if matches!(to.element.element(), Type::Record(_)) {
                    Value::Int(0)
                } else {
                    zero(to.element.element())
                };
                self.fill(&to, vec![value; n])?;
                Value::Ref(to)
            }
            ("modf" | "modff" | "modfl", [x, place]) => {
                let (x, place) = (real(&self.scalar(&x.value)?)?, self.address(&place.value)?);
                self.fill(&place, vec![Value::Real(x.trunc())])?;
                Value::Real(x - x.trunc())
            }
            ("frexp" | "frexpf" | "frexpl", [x, place]) => {
                let (x, place) = (real(&self.scalar(&x.value)?)?, self.address(&place.value)?);
                let (fraction, exponent) = libm::frexp(x);
                self.fill(&place, vec![Value::Int(exponent.into())])?;
                Value::Real(fraction)
            }
            _ => return Ok(None),
        }))
    }

    fn fresh(&mut self, cells: usize, value: Value) -> Value {
        self.objects.push(vec![value; cells]);
        Value::Ref(View { object: self.objects.len() - 1, offset: 0, dims: Vec::new(), element: Type::Void })
    }

    /// The object that a pointer to its beginning leads to; `None` for a null pointer.
    fn whole_block(&mut self, e: &crate::Expr) -> Run<Option<usize>> {
        match self.scalar(e)? {
            Value::Ref(v) if v.offset == 0 => Ok(Some(v.object)),
            Value::Ref(_) => Err(Trap::new("a block is asked for by a pointer into it")),
            _ => Ok(None),
        }
    }

    fn address(&mut self, e: &crate::Expr) -> Run<View> {
        match self.scalar(e)? {
            Value::Ref(v) => Ok(v),
            _ => Err(Trap::new("a null pointer is followed")),
        }
    }

    fn fill(&mut self, to: &View, values: Vec<Value>) -> Run<()> {
        let cells = &mut self.objects[to.object];
        let end = to.offset.checked_add(values.len()).filter(|e| *e <= cells.len());
        let end = end.ok_or_else(|| Trap::new("memory is written outside an object"))?;
        cells[to.offset..end].clone_from_slice(&values);
        Ok(())
    }
}

/// A pointer as a pointer to `to`.
pub(super) fn retyped(v: Value, to: &Type) -> Value {
    match v {
        Value::Ref(view) if !matches!(to, Type::Void) => Value::Ref(View { element: to.clone(), ..view }),
        Value::Int(0) => Value::Null,
        v => v,
    }
}

/// A view so many cells further. It may lie outside its object, even in front of it: then its offset wraps around.
pub(super) fn shifted(view: View, cells: i64) -> View {
    View { offset: view.offset.wrapping_add_signed(cells as isize), ..view }
}
