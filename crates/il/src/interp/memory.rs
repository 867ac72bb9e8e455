//! Cells, views and layouts.

use crate::decl::DeclKind;
use crate::expr::{Expr, ExprKind, Item};
use crate::symbol::{Storage, SymbolId, SymbolKind};
use crate::types::{Dim, ScalarClass, Type, Upper};

use super::eval::Data;
use super::{Machine, Run, Trap};

/// The content of a cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// Never set.
    Undefined,
    /// An integer.
    Int(i64),
    /// A real.
    Real(f64),
    /// A complex number.
    Complex(f64, f64),
    /// A truth value.
    Bool(bool),
    /// A character value.
    Text(String),
    /// All cells of a structure.
    Record(Vec<Value>),
    /// What a pointer, allocatable or C pointer refers to.
    Ref(View),
    /// C: a pointer to a function, by the symbol of the function.
    Procedure(SymbolId),
    /// A null pointer, or not allocated.
    Null,
}

/// One dimension of a view.
#[derive(Clone, PartialEq, Debug)]
pub struct DimView {
    /// Lower bound.
    pub lower: i64,
    /// Number of elements.
    pub extent: usize,
    /// Cells from one element to the next.
    pub stride: isize,
}

/// Elements of one object, seen as a scalar or an array.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Which object.
    pub object: usize,
    /// First cell.
    pub offset: usize,
    /// Dimensions, first fastest; empty for a scalar.
    pub dims: Vec<DimView>,
    /// The type of an element (may itself be a C array).
    pub element: Type,
}

impl View {
    /// How many elements.
    pub fn len(&self) -> usize {
        self.dims.iter().map(|d| d.extent).product()
    }
    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Extents.
    pub fn shape(&self) -> Vec<usize> {
        self.dims.iter().map(|d| d.extent).collect()
    }
    /// The first cell of each element, in array element order.
    pub(super) fn elements(&self) -> Vec<usize> {
        let mut out = vec![self.offset];
        for d in self.dims.iter() {
            let inner = std::mem::take(&mut out);
            for k in 0..d.extent {
                out.extend(inner.iter().map(|&o| (o as isize + k as isize * d.stride) as usize));
            }
        }
        out
    }
}

impl Machine<'_> {
    /// How many cells a value of this type takes.
    pub(super) fn size(&mut self, ty: &Type) -> Run<usize> {
        Ok(match ty {
            Type::Array { elem, dims } => {
                let n = self.extents(dims)?.iter().map(|(_, e)| e).product::<usize>();
                n * self.size(&elem.clone())?
            }
            Type::Record(r) => {
                let program = self.program;
                let record = &program.records[*r];
                if self.endless.contains(r) {
                    return Err(Trap::new(format!(
                        "objects of types like `{}`, which hold others of their family, cannot be interpreted",
                        record.name
                    )));
                }
                // The members of a union have cells of their own: what was not set through the same member is not known.
                if record.opaque && !record.is_union() {
                    return Err(Trap::new(format!("the layout of `{}` is not known", record.name)));
                }
                let mut n = 0;
                for f in &record.fields {
                    n += if f.allocatable || f.pointer { 1 } else { self.size(&f.ty)? };
                }
                n
            }
            Type::Scalar(_)
            | Type::Character { .. }
            | Type::Pointer { .. }
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_) => 1,
        })
    }

    /// The first cell of a component inside its structure.
    pub(super) fn field_offset(&mut self, record: crate::types::RecordId, field: usize) -> Run<usize> {
        let program = self.program;
        let mut n = 0;
        for f in &program.records[record].fields[..field] {
            n += if f.allocatable || f.pointer { 1 } else { self.size(&f.ty)? };
        }
        Ok(n)
    }

    /// Lower bounds and extents of written-out dimensions, evaluated now.
    pub(super) fn extents(&mut self, dims: &[Dim]) -> Run<Vec<(i64, usize)>> {
        let c = self.in_c();
        dims.iter()
            .map(|d| {
                let lower = match &d.lower {
                    Some(e) => self.int(e)?,
                    None => i64::from(!c),
                };
                match &d.upper {
                    Upper::At(e) => {
                        let upper = self.int(e)?;
                        let extent = if c { upper } else { upper - lower + 1 };
                        Ok((lower, extent.max(0) as usize))
                    }
                    Upper::Deferred | Upper::Assumed => Err(Trap::new("the extent of an array is not known")),
                }
            })
            .collect()
    }

    /// Whether the current unit is C.
    pub(super) fn in_c(&self) -> bool {
        let of_frame = |f: &super::Frame| self.program.units[f.unit].language == crate::program::Language::C;
        self.making_c || self.frames.last().is_some_and(of_frame)
    }

    /// A C array, which is one element of its view, as the sequence of its own elements: its extent may be a variable.
    pub(super) fn element_by_element(&mut self, view: View) -> Run<View> {
        if !view.dims.is_empty() || !matches!(view.element, Type::Array { .. }) {
            return Ok(view);
        }
        let mut element = view.element.clone();
        while let Type::Array { elem, .. } = element {
            element = *elem;
        }
        let (all, one) = (self.size(&view.element)?, self.size(&element)?.max(1));
        let dims = contiguous(&[(0, all / one)], one);
        Ok(View { dims, element, ..view })
    }

    /// Every cell of a view.
    pub(super) fn cells(&self, view: &View) -> Vec<(usize, usize)> {
        let size = self.constant_size(&view.element);
        view.elements().into_iter().flat_map(|e| (e..e + size).map(move |c| (view.object, c))).collect()
    }

    /// The size of a type whose extents are literals, which all component types are; 1 where it cannot be told.
    fn constant_size(&self, ty: &Type) -> usize {
        match ty {
            Type::Array { elem, dims } => {
                let n: i64 = dims
                    .iter()
                    .map(|d| match &d.upper {
                        Upper::At(e) => {
                            let hi = crate::fold::integer(self.program, e).unwrap_or(1);
                            match &d.lower {
                                Some(lo) => hi - crate::fold::integer(self.program, lo).unwrap_or(1) + 1,
                                None => hi,
                            }
                        }
                        Upper::Deferred | Upper::Assumed => 1,
                    })
                    .product();
                n.max(0) as usize * self.constant_size(elem)
            }
            Type::Record(r) => self.program.records[*r]
                .fields
                .iter()
                .map(|f| if f.allocatable || f.pointer { 1 } else { self.constant_size(&f.ty) })
                .sum(),
            _ => 1,
        }
    }

    /// Allocates cells for a declared variable in the current activation.
    pub(super) fn new_variable(&mut self, symbol: SymbolId) -> Run<View> {
        let program = self.program;
        let SymbolKind::Variable(v) = &program.symbols[symbol].kind else {
            return Err(Trap::new(format!("`{}` is not a variable", program.symbols[symbol].name)));
        };
        if v.allocatable || v.pointer {
            self.objects.push(vec![Value::Null]);
            return Ok(View { object: self.objects.len() - 1, offset: 0, dims: Vec::new(), element: v.ty.clone() });
        }
        self.new_object(&v.ty).map_err(|t| t.at(program.symbols[symbol].span))
    }

    /// Allocates undefined cells for a type; Fortran arrays get dimensions, C arrays stay nested element types.
    pub(super) fn new_object(&mut self, ty: &Type) -> Run<View> {
        match ty {
            Type::Array { elem, dims } if !self.in_c() => {
                let extents = self.extents(dims)?;
                self.new_array(elem, &extents)
            }
            _ => {
                let cells = self.blank(ty)?;
                self.objects.push(cells);
                Ok(View { object: self.objects.len() - 1, offset: 0, dims: Vec::new(), element: ty.clone() })
            }
        }
    }

    /// An array object with these bounds.
    pub(super) fn new_array(&mut self, elem: &Type, extents: &[(i64, usize)]) -> Run<View> {
        let count: usize = extents.iter().map(|e| e.1).product();
        let one = self.blank(elem)?;
        let size = one.len();
        let mut cells = Vec::with_capacity(count * size);
        for _ in 0..count {
            cells.extend(one.iter().cloned());
        }
        self.objects.push(cells);
        Ok(View { object: self.objects.len() - 1, offset: 0, dims: contiguous(extents, size), element: elem.clone() })
    }

    /// The cells of a fresh value: undefined, with allocatable and pointer components null and default initialisations done.
    pub(super) fn blank(&mut self, ty: &Type) -> Run<Vec<Value>> {
        match ty {
            Type::Array { elem, dims } => {
                let n: usize = self.extents(dims)?.iter().map(|e| e.1).product();
                let one = self.blank(elem)?;
                Ok((0..n).flat_map(|_| one.clone()).collect())
            }
            Type::Record(r) => {
                let program = self.program;
                self.size(ty)?;
                let mut out = Vec::new();
                for f in &program.records[*r].fields {
                    if let (Type::Procedure, Some(init)) = (&f.ty, &f.init) {
                        let value = self.procedure_value(init).unwrap_or(Value::Null);
                        out.push(value);
                    } else if f.allocatable || f.pointer {
                        out.push(Value::Null);
                    } else if let Some(init) = &f.init {
                        // One value for all elements, or one for each.
                        let cells = self.eval(init)?.items.into_iter().flat_map(|v| match v {
                            Value::Record(cells) => cells,
                            one => vec![one],
                        });
                        let values: Vec<Value> = match f.ty.scalar() {
                            Some(s) => cells.map(|v| convert(v, s)).collect(),
                            None => cells.collect(),
                        };
                        out.extend(values.into_iter().cycle().take(self.size(&f.ty)?));
                    } else {
                        out.extend(self.blank(&f.ty)?);
                    }
                }
                Ok(out)
            }
            _ => Ok(vec![Value::Undefined]),
        }
    }

    /// A temporary holding an evaluated value.
    pub(super) fn temporary(&mut self, element: Type, data: Data) -> View {
        let (shape, items) = (data.shape, data.items);
        let cells: Vec<Value> = items
            .into_iter()
            .flat_map(|v| match v {
                Value::Record(cells) => cells,
                v => vec![v],
            })
            .collect();
        let count: usize = shape.iter().product();
        let size = cells.len().checked_div(count).unwrap_or(1);
        self.objects.push(cells);
        let extents: Vec<_> = shape.iter().map(|&e| (1, e)).collect();
        View { object: self.objects.len() - 1, offset: 0, dims: contiguous(&extents, size), element }
    }

    /// A C array initialiser: `double a[3] = {0.0};` sets the rest to zero.
    pub(super) fn initialise_array(&mut self, view: &View, data: Data) -> Run<()> {
        let view = self.element_by_element(view.clone())?;
        let zeros = self.zeros(&view.element);
        let scalar = view.element.scalar().cloned();
        let mut items = data.items.into_iter().flat_map(|v| match v {
            Value::Record(cells) => cells,
            one => vec![one],
        });
        for ((o, c), zero) in self.cells(&view).into_iter().zip(zeros.into_iter().cycle()) {
            let v = items.next().unwrap_or(zero);
            self.objects[o][c] = match &scalar {
                Some(s) => convert(v, s),
                None => v,
            };
        }
        Ok(())
    }

    /// Zero in each cell of a value.
    pub(super) fn zeros(&self, ty: &Type) -> Vec<Value> {
        match ty {
            Type::Record(r) => self.program.records[*r].fields.iter().flat_map(|f| self.zeros(&f.ty)).collect(),
            Type::Array { elem, .. } => {
                let one = self.zeros(elem);
                let cells = self.constant_size(ty);
                one.into_iter().cycle().take(cells).collect()
            }
            Type::Scalar(_)
            | Type::Pointer { .. }
            | Type::Character { .. }
            | Type::Procedure
            | Type::Void
            | Type::Opaque(_) => vec![zero(ty)],
        }
    }

    /// Static initial values: `= value`, and DATA of the declaring unit.
    pub(super) fn initialise(&mut self, symbol: SymbolId, view: &View) -> Run<()> {
        let program = self.program;
        if let SymbolKind::Variable(v) = &program.symbols[symbol].kind {
            let none = |e: &Expr| matches!(&e.kind, ExprKind::Intrinsic(f, _) if f.name() == "null");
            if v.init.as_ref().is_some_and(none) {
                self.write(view, &[Value::Null]);
            } else if let Some(init) = &v.init {
                let data = self.eval(init)?;
                if matches!(view.element, Type::Array { .. }) && !data.shape.is_empty() {
                    return self.initialise_array(view, data);
                }
                let data =
                    if self.cells(view).len() == data.items.len() { data } else { data.broadcast(&view.shape())? };
                self.store(view, data)?;
            } else if (v.storage == Storage::Global || v.saved)
                && program.symbols[symbol].scope != program.global
                && self.is_c_symbol(symbol)
            {
                // C statics start at zero.
                let zeros = self.zeros(&view.element);
                for ((o, c), zero) in self.cells(view).into_iter().zip(zeros.into_iter().cycle()) {
                    self.objects[o][c] = zero;
                }
            }
        }
        let Some(home) = program.home(symbol) else { return Ok(()) };
        for d in &program.units[home].decls {
            let DeclKind::Data(list) = &d.kind else { continue };
            for data in list {
                self.data(symbol, data)?;
            }
        }
        Ok(())
    }

    pub(super) fn is_c_symbol(&self, symbol: SymbolId) -> bool {
        !self.program.scopes[self.program.symbols[symbol].scope].case_insensitive
    }

    /// Gives `symbol` its values of one DATA group.
    fn data(&mut self, symbol: SymbolId, data: &crate::decl::Data) -> Run<()> {
        let mut values = Vec::new();
        for (repeat, v) in &data.values {
            let n = match repeat {
                Some(r) => self.int(r)?,
                None => 1,
            };
            let v = self.scalar(v)?;
            values.extend((0..n).map(|_| v.clone()));
        }
        let mut values = values.into_iter();
        for t in &data.targets {
            self.data_item(symbol, t, &mut values)?;
        }
        Ok(())
    }

    fn data_item(&mut self, symbol: SymbolId, item: &Item, values: &mut std::vec::IntoIter<Value>) -> Run<()> {
        match item {
            Item::Value(e) => {
                let mine = e.root() == Some(symbol);
                if !mine {
                    // Other variables of the group are counted, not set.
                    let n = if matches!(e.kind, ExprKind::Var(_)) {
                        let ty = crate::typing::type_of(self.program, e);
                        self.size(&ty)?
                    } else {
                        1
                    };
                    for _ in 0..n {
                        values.next();
                    }
                    return Ok(());
                }
                let view = self.place(e)?;
                for (o, c) in self.cells(&view) {
                    let v = values.next().ok_or_else(|| Trap::new("DATA has too few values"))?;
                    self.objects[o][c] = match view.element.scalar() {
                        Some(s) => convert(v, s),
                        None => v,
                    };
                }
                Ok(())
            }
            Item::Implied { items, var, from, to, step } => {
                let (a, b) = (self.int(from)?, self.int(to)?);
                let s = step.as_ref().map_or(Ok(1), |s| self.int(s))?;
                // The variable of an implied DO is its own (F2018 19.4), though it may share a name with a loop that runs now.
                let counter = self.lookup(*var)?;
                let before = self.read(&counter);
                let mut i = a;
                while if s > 0 { i <= b } else { i >= b } {
                    self.write(&counter, &[Value::Int(i)]);
                    for inner in items {
                        self.data_item(symbol, inner, values)?;
                    }
                    i += s;
                }
                self.write(&counter, &before);
                Ok(())
            }
        }
    }

    /// A member of a COMMON block: a window of the block's cells. The first one that is asked for gives the block the values that it begins with,
    /// whichever unit says them.
    pub(super) fn common_member(&mut self, symbol: SymbolId) -> Run<View> {
        let program = self.program;
        let home = program.home(symbol).ok_or_else(|| Trap::new("a COMMON member without a unit"))?;
        let commons = program.units[home].commons();
        let block = commons.iter().find(|(_, members)| members.contains(&symbol)).map(|(name, _)| name.clone());
        let is_new = block.as_ref().is_some_and(|b| !self.commons.contains_key(b));
        let view = self.window(symbol, commons)?;
        if let Some(block) = block.filter(|_| is_new) {
            for id in program.units.ids() {
                self.begin_common(id, &block, symbol)?;
            }
        }
        Ok(view)
    }

    /// Gives a COMMON block the values that a unit says for its members, but for `asked`, which its own look-up begins.
    fn begin_common(&mut self, id: crate::unit::UnitId, block: &str, asked: SymbolId) -> Run<()> {
        let program = self.program;
        let unit = &program.units[id];
        let Some(members) = unit.commons().swap_remove(block) else { return Ok(()) };
        let says = unit.decls.iter().any(|d| matches!(d.kind, DeclKind::Data(_)));
        let given = |m: &SymbolId| says || program.variable(*m).is_some_and(|v| v.init.is_some());
        for &m in members.iter().filter(|m| **m != asked && given(m)) {
            self.lookup(m)?;
        }
        let groups = unit.equivalences().filter(|_| says);
        let tied = groups.map(|g| g.iter().filter_map(Expr::root).collect::<Vec<SymbolId>>());
        for group in tied.filter(|g| g.iter().any(|s| members.contains(s))) {
            for s in group {
                if let (false, Some(view)) = (members.contains(&s), self.equivalenced(id, s)?) {
                    self.statics.insert(s, view.clone());
                    self.initialise(s, &view)?;
                }
            }
        }
        Ok(())
    }

    /// The cells of a member of one of these COMMON blocks.
    fn window(&mut self, symbol: SymbolId, commons: indexmap::IndexMap<String, Vec<SymbolId>>) -> Run<View> {
        let program = self.program;
        for (name, members) in commons {
            let mut offset = 0;
            for m in members {
                let ty = program.symbol_type(m).cloned().unwrap_or(Type::Void);
                let size = self.size(&ty)?;
                if m == symbol {
                    let block = self.commons.entry(name).or_insert_with(|| {
                        self.objects.push(Vec::new());
                        View { object: self.objects.len() - 1, offset: 0, dims: Vec::new(), element: Type::Void }
                    });
                    let object = block.object;
                    let cells = &mut self.objects[object];
                    cells.resize(cells.len().max(offset + size), Value::Undefined);
                    let (element, dims) = match &ty {
                        Type::Array { elem, dims } => {
                            let extents = self.extents(dims)?;
                            let one = self.size(elem)?;
                            ((**elem).clone(), contiguous(&extents, one))
                        }
                        other => (other.clone(), Vec::new()),
                    };
                    return Ok(View { object, offset, dims, element });
                }
                offset += size;
            }
        }
        Err(Trap::new(format!("`{}` is in no COMMON block", program.symbols[symbol].name)))
    }

    /// The view of variable `symbol` when an EQUIVALENCE of `unit` ties it to a variable that has storage already.
    pub(super) fn equivalenced(&mut self, unit: crate::unit::UnitId, symbol: SymbolId) -> Run<Option<View>> {
        let program = self.program;
        for group in program.units[unit].equivalences() {
            if !group.iter().any(|e| e.root() == Some(symbol)) {
                continue;
            }
            let Some(anchor) = group.iter().find(|e| e.root().is_some_and(|r| r != symbol && self.has_storage(r)))
            else {
                continue;
            };
            let mine = group.iter().find(|e| e.root() == Some(symbol)).expect("checked");
            let there = self.place(anchor)?;
            let (element, dims, own) = self.named_cell(symbol, mine)?;
            if element.scalar() != there.element.scalar() {
                return Err(Trap::new("EQUIVALENCE of different types cannot be interpreted"));
            }
            let offset = there
                .offset
                .checked_sub(own)
                .ok_or_else(|| Trap::new("EQUIVALENCE extends storage before its start"))?;
            let view = View { object: there.object, offset, dims, element };
            let need = offset + self.cells(&View { offset: 0, ..view.clone() }).len();
            let cells = &mut self.objects[there.object];
            cells.resize(cells.len().max(need), Value::Undefined);
            return Ok(Some(view));
        }
        Ok(None)
    }

    /// Of a module's variable: its view on the storage of what an EQUIVALENCE of the module ties it to. What begins first gets its storage first.
    pub(super) fn equivalenced_in_module(&mut self, symbol: SymbolId) -> Run<Option<View>> {
        let program = self.program;
        let Some(home) = program.home(symbol).filter(|h| program.units[*h].kind == crate::unit::UnitKind::Module)
        else {
            return Ok(None);
        };
        for group in program.units[home].equivalences() {
            let Some(mine) = group.iter().find(|e| e.root() == Some(symbol)) else { continue };
            let (_, _, own) = self.named_cell(symbol, mine)?;
            for other in group {
                let Some(s) = other.root().filter(|s| *s != symbol && !self.has_storage(*s)) else { continue };
                if self.named_cell(s, other)?.2 > own {
                    self.lookup(s)?;
                }
            }
        }
        self.equivalenced(home, symbol)
    }

    /// What EQUIVALENCE ties to a variable of a module has its first value when that has: later it would undo what has been set by the other name.
    pub(super) fn with_tied(&mut self, symbol: SymbolId) -> Run<()> {
        let program = self.program;
        let Some(home) = program.home(symbol).filter(|h| program.units[*h].kind == crate::unit::UnitKind::Module)
        else {
            return Ok(());
        };
        for group in program.units[home].equivalences() {
            let roots: Vec<SymbolId> = group.iter().filter_map(Expr::root).collect();
            if !roots.contains(&symbol) {
                continue;
            }
            for s in roots {
                if !self.statics.contains_key(&s) {
                    self.lookup(s)?;
                }
            }
        }
        Ok(())
    }

    /// The element type and the shape of a variable, and which of its cells `named`, an element of it, is.
    pub(super) fn named_cell(&mut self, symbol: SymbolId, named: &Expr) -> Run<(Type, Vec<DimView>, usize)> {
        let ty = self.program.symbol_type(symbol).cloned().unwrap_or(Type::Void);
        let (element, dims) = match &ty {
            Type::Array { elem, dims } => {
                let e = self.extents(dims)?;
                let s = self.size(elem)?;
                ((**elem).clone(), contiguous(&e, s))
            }
            other => (other.clone(), Vec::new()),
        };
        let mut own = 0usize;
        if let ExprKind::Index { subs, .. } = &named.kind {
            let mut at = 0isize;
            for (d, s) in dims.iter().zip(subs) {
                if let crate::expr::Subscript::At(e) = s {
                    at += (self.int(e)? - d.lower) as isize * d.stride;
                }
            }
            own = at.max(0) as usize;
        }
        Ok((element, dims, own))
    }

    fn has_storage(&self, symbol: SymbolId) -> bool {
        self.frames.last().is_some_and(|f| f.vars.contains_key(&symbol))
            || self.statics.contains_key(&symbol)
            || self.program.variable(symbol).is_some_and(|v| v.storage == Storage::Common)
    }

    /// Stores a value in a view, converted to its type; a scalar goes to every element.
    pub(super) fn store(&mut self, view: &View, data: Data) -> Run<()> {
        self.store_masked(view, data, None)
    }

    /// Stores the elements whose mask is true.
    pub(super) fn store_masked(&mut self, view: &View, data: Data, mask: Option<&[bool]>) -> Run<()> {
        self.touch(view, true)?;
        let elements = view.elements();
        let one = data.shape.is_empty();
        if !one && data.items.len() != elements.len() {
            return Err(Trap::new(format!("shapes differ: {:?} = {:?}", view.shape(), data.shape)));
        }
        for (i, cell) in elements.into_iter().enumerate() {
            if mask.is_some_and(|m| !m[i]) {
                continue;
            }
            let value = if one { data.items[0].clone() } else { data.items[i].clone() };
            let object = &mut self.objects[view.object];
            match value {
                Value::Undefined => return Err(Trap::new("an undefined value is used")),
                Value::Record(cells) => {
                    for (k, c) in cells.into_iter().enumerate() {
                        object[cell + k] = c;
                    }
                }
                value => {
                    let slot = object.get_mut(cell).ok_or_else(|| Trap::new("store outside an object"))?;
                    *slot = match &view.element {
                        Type::Scalar(s) => convert(value, s),
                        Type::Array { .. } => match view.element.scalar() {
                            Some(s) => convert(value, s),
                            None => value,
                        },
                        Type::Pointer { to, .. } => super::pointers::retyped(value, to),
                        _ => value,
                    };
                }
            }
        }
        Ok(())
    }
}

/// Contiguous dimensions for elements of `size` cells.
pub(super) fn contiguous(extents: &[(i64, usize)], size: usize) -> Vec<DimView> {
    let mut stride = size as isize;
    extents
        .iter()
        .map(|&(lower, extent)| {
            let d = DimView { lower, extent, stride };
            stride *= extent as isize;
            d
        })
        .collect()
}

/// The zero of a type's cells.
pub(super) fn zero(ty: &Type) -> Value {
    match ty.scalar().map(|s| s.class) {
        Some(ScalarClass::Integer) => Value::Int(0),
        Some(ScalarClass::Real) => Value::Real(0.0),
        Some(ScalarClass::Complex) => Value::Complex(0.0, 0.0),
        Some(ScalarClass::Logical) => Value::Bool(false),
        None => Value::Null,
    }
}

/// A value converted to a scalar type, as by assignment.
pub(super) fn convert(value: Value, to: &crate::types::Scalar) -> Value {
    let round = |x: f64, bytes: u8| if bytes <= 4 { f64::from(x as f32) } else { x };
    match (to.class, value) {
        (ScalarClass::Real, Value::Int(i)) => Value::Real(round(i as f64, to.bytes)),
        (ScalarClass::Real, Value::Real(x) | Value::Complex(x, _)) => Value::Real(round(x, to.bytes)),
        (ScalarClass::Real, Value::Bool(b)) => Value::Real(f64::from(u8::from(b))),
        (ScalarClass::Complex, Value::Int(i)) => Value::Complex(i as f64, 0.0),
        (ScalarClass::Complex, Value::Real(x)) => Value::Complex(round(x, to.bytes / 2), 0.0),
        (ScalarClass::Complex, Value::Complex(x, y)) => Value::Complex(round(x, to.bytes / 2), round(y, to.bytes / 2)),
        (ScalarClass::Integer, Value::Real(x) | Value::Complex(x, _)) => Value::Int(x as i64),
        (ScalarClass::Integer, Value::Bool(b)) => Value::Int(i64::from(b)),
        (ScalarClass::Logical, Value::Int(i)) => Value::Bool(i != 0),
        (_, v) => v,
    }
}

/// Whether an expression is a whole variable.
pub(super) fn whole(e: &Expr) -> Option<SymbolId> {
    match e.kind {
        ExprKind::Var(s) => Some(s),
        _ => None,
    }
}
