//! Storage that may not be there, or that others know: allocatable arrays and components as arguments, optional arguments, COMMON, and regions
//! that run twice.

use super::Grower;
use super::procedures::{Dummy, Intent, What};
use super::scope::{Scope, Var, root};
use crate::property::text::sheet::{Base, Node, Shape, X, parts};

const REAL: Base = Base::Real;

/// The members of the COMMON block: a scalar and an array.
pub const COMMON: [&str; 2] = ["cs", "cv"];

/// What each procedure says about the COMMON block.
pub fn common_declarations() -> Vec<Node> {
    let [one, whole] = COMMON;
    vec![
        Node::Fixed(parts![format!("real(8) :: {one}, {whole}(4)")]),
        Node::Fixed(parts![format!("common /shared/ {one}, {whole}")]),
    ]
}

/// What the COMMON block holds at first.
pub fn common_values() -> Vec<Node> {
    let [one, whole] = COMMON;
    vec![Node::Fixed(parts![format!("{one} = 0.75d0")]), Node::Fixed(parts![format!("{whole} = 0.5d0")])]
}

impl Scope {
    /// Adds the members of the COMMON block.
    pub fn add_common(&mut self) {
        for (name, shape) in COMMON.into_iter().zip([Shape::One, Shape::Whole]) {
            let (name, root) = (name.to_string(), name.to_string());
            self.vars.push(Var { name, base: REAL, shape, writable: true, root, global: true });
        }
    }

    /// Adds an allocatable array.
    pub fn add_allocatable(&mut self, name: &str, writable: bool) {
        self.add(name, REAL, Shape::Whole, writable);
        self.allocatables.push((name.into(), writable));
    }

    /// Adds a structure with an allocatable component.
    pub fn add_held(&mut self, name: &str, writable: bool) {
        self.add(&format!("{name}%a"), REAL, Shape::One, writable);
        self.add_allocatable(&format!("{name}%w"), writable);
        self.held.push((name.into(), writable));
    }

    /// Whether a variable has one name only here: ASSOCIATE gives others, which end where their storage does.
    fn has_one_name(&self, variable: &str) -> bool {
        let own = root(variable);
        self.vars.iter().all(|v| v.root != own || root(&v.name) == own)
    }
}

impl Grower {
    /// A dummy that callers may leave out; it comes last.
    pub fn optional_dummy(&mut self) -> Option<Dummy> {
        if !self.interfaces || !self.r.chance(25) {
            return None;
        }
        let shape = if self.r.chance(50) { Shape::One } else { Shape::Whole };
        let intent = if self.r.chance(50) { Intent::In } else { Intent::InOut };
        Some(Dummy { optional: true, ..Dummy::new("op", What::Real(shape), intent) })
    }

    /// What a procedure does with an optional dummy.
    pub fn where_present(&mut self, dummies: &[Dummy]) -> Option<Node> {
        let d = dummies.iter().find(|d| d.optional)?;
        let What::Real(shape) = d.what else { return None };
        let vars = self.s.vars.len();
        let writable = d.intent != Intent::In;
        self.s.add(&d.name, REAL, shape, writable);
        let mut body = self.small(1);
        // It has a part in something.
        if let Some(v) = self.writable(REAL, Shape::One) {
            let place = self.reference(&v, Shape::One, vec![]);
            let value = if shape == Shape::One { d.name.clone() } else { format!("sum({})", d.name) };
            body.push(Node::Line(parts![place.clone(), " = ", place, format!("*0.5d0 + sin({value})")]));
        }
        self.s.vars.truncate(vars);
        Some(Node::Block(vec![(parts![format!("if (present({})) then", d.name)], body)], parts!["end if"]))
    }

    /// Local structures with an allocatable component.
    pub fn held_locals(&mut self, decls: &mut Vec<Node>, first: &mut Vec<Node>, tag: &str) {
        for k in 0..self.r.within(1, 2) {
            let name = format!("h{k}_{tag}");
            decls.push(Node::Line(parts![format!("type(t2) :: {name}")]));
            let (w, a) = (self.real(Shape::One, 1), self.real(Shape::One, 1));
            first.push(Node::Line(parts![format!("allocate({name}%w(n))")]));
            first.push(Node::Line(parts![format!("{name}%w = "), w]));
            first.push(Node::Line(parts![format!("{name}%a = "), a]));
            self.s.add_held(&name, true);
        }
    }

    /// An allocatable array, or a structure that holds one, as an actual argument.
    pub fn storage(&mut self, what: What, written: bool, free: &dyn Fn(&Self, &str) -> bool) -> Option<(String, X)> {
        let list = if what == What::Held { &self.s.held } else { &self.s.allocatables };
        let fits = |v: &&(String, bool)| {
            let own = root(&v.0);
            (!written || v.1 && self.s.has_one_name(&v.0)) && free(self, &own) && !self.s.banned.contains(&own)
        };
        let list: Vec<(String, bool)> = list.iter().filter(fits).cloned().collect();
        let (name, _) = self.r.pick(&list)?;
        Some((root(&name), X { sort: (Base::Logical, Shape::Square), parts: parts![name] }))
    }

    /// Gives an allocatable array new storage, or a structure what another one holds.
    pub fn renewed(&mut self, out: &mut Vec<Node>) {
        let fits = |v: &&(String, bool)| v.1 && self.s.has_one_name(&v.0) && !self.s.banned.contains(&root(&v.0));
        let structures: Vec<(String, bool)> = self.s.held.iter().filter(fits).cloned().collect();
        if self.r.chance(40) {
            let (Some((to, _)), Some((from, _))) = (self.r.pick(&structures), self.r.pick(&self.s.held)) else {
                return;
            };
            if self.r.chance(70) {
                out.push(Node::Line(parts![format!("{to} = {from}")]));
            } else {
                let (w, a) = (self.real(Shape::Whole, 1), self.damped(Shape::One));
                out.push(Node::Line(parts![format!("{to} = t2("), w, ", ", a, ")"]));
            }
            return;
        }
        let arrays: Vec<(String, bool)> = self.s.allocatables.iter().filter(fits).cloned().collect();
        let Some((name, _)) = self.r.pick(&arrays) else { return };
        let release = Node::Fixed(parts![format!("deallocate({name})")]);
        // What is released is not read meanwhile.
        self.s.banned.push(root(&name));
        let e = self.damped(Shape::One);
        self.s.banned.pop();
        let lines = match self.r.below(3) {
            0 => vec![
                release,
                Node::Fixed(parts![format!("allocate({name}(n))")]),
                Node::Fixed(parts![format!("{name} = "), e]),
            ],
            1 => vec![release, Node::Fixed(parts![format!("allocate({name}(n), source="), e, ")"])],
            _ => {
                let whole = self.damped(Shape::Whole);
                return out.push(Node::Line(parts![format!("{name} = "), whole]));
            }
        };
        // They go together when programs get smaller.
        out.push(Node::Block(vec![(parts![format!("if (allocated({name})) then")], lines)], parts!["end if"]));
    }

    /// A region that the adjoint runs a second time; nothing jumps out of it.
    pub fn region(&mut self, out: &mut Vec<Node>, depth: usize) {
        let loops = std::mem::take(&mut self.s.loops);
        let escapes = std::mem::take(&mut self.s.escapes);
        let may_return = std::mem::replace(&mut self.s.may_return, false);
        let body = self.small(depth - 1);
        (self.s.loops, self.s.escapes, self.s.may_return) = (loops, escapes, may_return);
        out.push(Node::Block(vec![(parts!["!$AD CHECKPOINT-START"], body)], parts!["!$AD CHECKPOINT-END"]));
    }
}
