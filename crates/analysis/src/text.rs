//! Numbers that go through text, files or records: `write (buf, *) x` and then `read (buf, *) t`, `snprintf` and `strtod`, a scratch file. Nothing has a
//! derivative there, so what is read back has none.

use il::zones::ZoneId;
use il::{Expr, ExprKind, Language, Program, Span, StmtId, StmtKind, Storage, SymbolId, Type, UnitId};

use crate::facts::Facts;

/// Whether a statement puts numbers there, or gets them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From variables.
    Written,
    /// Into variables.
    Read,
}

/// What a Fortran statement for input or output works on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unit {
    /// `*`: the terminal.
    Terminal,
    /// A variable that holds the text.
    Internal(SymbolId),
    /// A file, by its unit as it is written, in lower case.
    File(String),
}

/// One statement, or one call in it, that moves numbers.
#[derive(Clone, Debug)]
pub struct Passage {
    /// The statement.
    pub stmt: StmtId,
    /// Where it is written.
    pub span: Span,
    /// Which way.
    pub direction: Direction,
    /// What of the program's storage is written, or read into, and may have a derivative.
    pub numbers: Vec<ZoneId>,
    /// It gives a number as its value.
    pub is_value: bool,
    medium: Medium,
}

#[derive(Clone, Debug)]
enum Medium {
    Memory(Vec<ZoneId>),
    File { unit: String, from_caller: bool },
}

/// What C functions do: their names, the direction, the argument that is the text or the file, and the first that is a number.
const FUNCTIONS: &[(&str, Direction, bool, usize, usize)] = &[
    ("sprintf", Direction::Written, true, 0, 2),
    ("snprintf", Direction::Written, true, 0, 3),
    ("fprintf", Direction::Written, false, 0, 2),
    ("fwrite", Direction::Written, false, 3, 0),
    ("sscanf", Direction::Read, true, 0, 2),
    ("fscanf", Direction::Read, false, 0, 2),
    ("fread", Direction::Read, false, 3, 0),
    ("strtod", Direction::Read, true, 0, usize::MAX),
    ("strtof", Direction::Read, true, 0, usize::MAX),
    ("strtold", Direction::Read, true, 0, usize::MAX),
    ("atof", Direction::Read, true, 0, usize::MAX),
];

/// What a statement that is kept as text reads or writes, if it is a READ, WRITE or PRINT.
pub fn transfer(p: &Program, unit: UnitId, text: &str) -> Option<(Direction, Unit)> {
    let text = text.trim_start().to_ascii_lowercase();
    let length = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (word, rest) = text.split_at(length);
    let direction = match word {
        "read" => Direction::Read,
        "write" => Direction::Written,
        "print" => return Some((Direction::Written, Unit::Terminal)),
        _ => return None,
    };
    let Some(list) = rest.trim_start().strip_prefix('(') else { return Some((direction, Unit::Terminal)) };
    let place = list.split([',', ')']).next().unwrap_or("").trim();
    let place = place.strip_prefix("unit").map_or(place, |p| p.trim_start().strip_prefix('=').unwrap_or(place)).trim();
    if place == "*" {
        return Some((direction, Unit::Terminal));
    }
    let name: String = place.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
    let variable = p.lookup(p.units[unit].scope, &name);
    let holds_text = |s: &SymbolId| p.symbol_type(*s).is_some_and(|ty| matches!(ty.element(), Type::Character { .. }));
    Some((direction, variable.filter(holds_text).map_or_else(|| Unit::File(place.to_string()), Unit::Internal)))
}

/// All statements and calls of a unit that move numbers in this way.
pub fn of_unit(facts: &Facts, unit: UnitId) -> Vec<Passage> {
    let p = facts.program();
    let u = &p.units[unit];
    let mut out = Vec::new();
    u.walk(&u.body, &mut |stmt, s| {
        let finder = Finder { facts, p, unit, stmt, span: s.span };
        if let StmtKind::Opaque { text, reads, writes } = &s.kind {
            match u.language {
                Language::Fortran => out.extend(finder.statement(text, reads, writes)),
                Language::C => {
                    let name = text.split('(').next().unwrap_or("").trim();
                    out.extend(finder.function(name, &reads.iter().collect::<Vec<&Expr>>()));
                }
            }
        }
        s.kind.each_call(&mut |callee, args| {
            if p.callee(callee).is_none() && u.language == Language::C {
                let values: Vec<&Expr> = args.iter().map(|a| &a.value).collect();
                out.extend(finder.function(&p.symbols[callee].name, &values));
            }
        });
    });
    out
}

impl Passage {
    /// Whether what one puts somewhere may be what the other gets there: the same text in memory, or the same file, as far as units that callers choose
    /// can be told apart.
    pub fn may_meet(&self, other: &Passage, facts: &Facts) -> bool {
        match (&self.medium, &other.medium) {
            (Medium::Memory(here), Medium::Memory(there)) => {
                let p = facts.program();
                let from_caller = |z: &ZoneId| is_dummy(p, facts.zones().zone(*z).symbol);
                here.iter().any(|z| there.contains(z)) || here.iter().chain(there).any(from_caller)
            }
            (Medium::File { unit: here, from_caller: one }, Medium::File { unit: there, from_caller: two }) => {
                here == there || *one || *two
            }
            (Medium::Memory(_), Medium::File { .. }) | (Medium::File { .. }, Medium::Memory(_)) => false,
        }
    }
}

struct Finder<'f> {
    facts: &'f Facts<'f>,
    p: &'f Program,
    unit: UnitId,
    stmt: StmtId,
    span: Span,
}

impl Finder<'_> {
    fn statement(&self, text: &str, reads: &[Expr], writes: &[Expr]) -> Option<Passage> {
        let (direction, place) = transfer(self.p, self.unit, text)?;
        let medium = match place {
            Unit::Terminal => return None,
            Unit::Internal(s) => Medium::Memory(self.facts.zones().of_symbol(s)),
            Unit::File(unit) => {
                let from_caller =
                    self.p.lookup(self.p.units[self.unit].scope, &unit).is_some_and(|s| is_dummy(self.p, s));
                Medium::File { unit, from_caller }
            }
        };
        let list = if direction == Direction::Read { writes } else { reads };
        let numbers = self.numbers(list);
        (!numbers.is_empty()).then(|| self.passage(direction, numbers, false, medium))
    }

    fn function(&self, name: &str, args: &[&Expr]) -> Option<Passage> {
        let &(_, direction, in_memory, place, first) = FUNCTIONS.iter().find(|f| f.0 == name)?;
        let place = *args.get(place)?;
        let medium = if in_memory {
            let zones = self.facts.zones();
            let mut text = zones.behind(self.p, place);
            if matches!(il::typing::type_of(self.p, place), Type::Array { .. }) {
                text.extend(zones.of_ref(self.p, place).zones);
            }
            Medium::Memory(text)
        } else {
            let root = place.root();
            let name = root.map(|s| self.p.symbols[s].name.clone()).unwrap_or_default();
            Medium::File { from_caller: root.is_none_or(|s| is_dummy(self.p, s)), unit: name }
        };
        let is_value = first == usize::MAX;
        let numbers = self.numbers(args.get(first..).unwrap_or_default().iter().copied());
        (is_value || !numbers.is_empty()).then(|| self.passage(direction, numbers, is_value, medium))
    }

    fn passage(&self, direction: Direction, numbers: Vec<ZoneId>, is_value: bool, medium: Medium) -> Passage {
        Passage { stmt: self.stmt, span: self.span, direction, numbers, is_value, medium }
    }

    /// What may have a derivative of the variables in a list, and behind the addresses in it.
    fn numbers<'e>(&self, list: impl IntoIterator<Item = &'e Expr>) -> Vec<ZoneId> {
        let zones = self.facts.zones();
        let mut out = Vec::new();
        for e in list {
            if matches!(il::typing::type_of(self.p, e), Type::Pointer { .. }) || matches!(e.kind, ExprKind::Address(_))
            {
                out.extend(zones.behind(self.p, e));
            }
            e.walk(&mut |x| out.extend(zones.of_ref(self.p, x).zones));
        }
        out.retain(|z| zones.zone(*z).differentiable);
        out
    }
}

fn is_dummy(p: &Program, s: SymbolId) -> bool {
    p.variable(s).is_some_and(|v| matches!(v.storage, Storage::Dummy(_)))
}
