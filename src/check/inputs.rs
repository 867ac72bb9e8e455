//! The file of input values (`docs/check.md` describes it), and the values it gives at each point.
//!
//! Random numbers depend on the seed, the point, the name of the place and the position of the element, and on nothing else: adding a line or
//! an argument does not change what the others get.

use std::collections::BTreeMap;

use diff::Place;
use il::{Diagnostic, FileId, Language, Program, ScalarClass, Span, SymbolId, SymbolKind, UnitId};

use super::chosen;
use super::places::{self, Callable, Content, Integers, Key, Leaf, Shape, Step};
use super::sequences::Sequences;

/// The range of reals that have no line.
pub const USUAL: (f64, f64) = (0.5, 1.5);

/// A value given by a line.
#[derive(Clone, PartialEq, Debug)]
pub enum Given {
    /// One number.
    Number(f64),
    /// `true` or `false`.
    Truth(bool),
    /// `low .. high`.
    Range(f64, f64),
    /// `"text"`.
    Text(String),
    /// `1, 2.5, 3 .. 4`: one for each element, in the order of storage.
    List(Vec<Given>),
}

/// An extent given by a line.
#[derive(Clone, PartialEq, Debug)]
pub enum Extent {
    /// A number.
    Number(usize),
    /// A name set elsewhere in the file.
    Name(String),
}

/// One component of a name, with the extents behind it.
#[derive(Clone, PartialEq, Debug)]
pub struct Part {
    /// The word.
    pub text: String,
    /// What stands in parentheses.
    pub extents: Option<Vec<Extent>>,
}

/// One line.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The name.
    pub parts: Vec<Part>,
    /// The value.
    pub value: Given,
    /// Where.
    pub span: Span,
}

/// All lines of a file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    /// In order.
    pub lines: Vec<Line>,
}

/// Parses a file of values. `file` is where its text is among the sources.
pub fn parse(file: FileId, text: &str) -> Result<Inputs, Vec<Diagnostic>> {
    let mut inputs = Inputs::default();
    let mut errors = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.split('#').next().unwrap_or("");
        let span = Span::new(file, at + content.len() - content.trim_start().len(), at + content.trim_end().len());
        at += line.len();
        if content.trim().is_empty() {
            continue;
        }
        match parse_line(content.trim()) {
            Ok((parts, value)) => inputs.lines.push(Line { parts, value, span }),
            Err(why) => errors.push(
                Diagnostic::error("RT0601", span, why)
                    .note("a line is `name = value`, `name = low .. high` or, element by element, `name = 1, 2, 3 .. 4`; `name(25, 3) = …` gives extents that the declaration does not tell"),
            ),
        }
    }
    if errors.is_empty() { Ok(inputs) } else { Err(errors) }
}

fn parse_line(text: &str) -> Result<(Vec<Part>, Given), String> {
    let (name, value) = text.split_once('=').ok_or("there is no `=` in this line")?;
    Ok((parse_name(name.trim())?, parse_value(value.trim())?))
}

fn parse_name(mut rest: &str) -> Result<Vec<Part>, String> {
    let mut parts = Vec::new();
    loop {
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        if end == 0 {
            return Err("a name is missing".into());
        }
        let text = rest[..end].to_string();
        rest = rest[end..].trim_start();
        let mut extents = None;
        if let Some(inner) = rest.strip_prefix('(') {
            let close = inner.find(')').ok_or("a `)` is missing")?;
            let words = inner[..close].split(',').map(|w| {
                let w = w.trim();
                match w.parse::<usize>() {
                    Ok(n) => Ok(Extent::Number(n)),
                    Err(_) if !w.is_empty() && w.chars().all(|c| c.is_ascii_alphanumeric() || "_.%".contains(c)) => {
                        Ok(Extent::Name(w.into()))
                    }
                    Err(_) => Err(format!("`{w}` is no extent")),
                }
            });
            extents = Some(words.collect::<Result<Vec<_>, _>>()?);
            rest = inner[close + 1..].trim_start();
        }
        parts.push(Part { text, extents });
        if rest.is_empty() {
            return Ok(parts);
        }
        rest = rest.strip_prefix(['%', '.']).ok_or_else(|| format!("`{rest}` is not expected here"))?.trim_start();
    }
}

fn parse_value(text: &str) -> Result<Given, String> {
    if text.contains(',') && !text.starts_with(['"', '\'']) {
        return text.split(',').map(|t| parse_value(t.trim())).collect::<Result<_, _>>().map(Given::List);
    }
    if let Some((low, high)) = text.split_once("..").map(|(l, h)| (l.trim(), h.trim())) {
        // `1...2` is not worth guessing about.
        let (low, high) = (number(low)?, number(high)?);
        return if low <= high {
            Ok(Given::Range(low, high))
        } else {
            Err(format!("the range is empty: {low} is more than {high}"))
        };
    }
    match text.to_ascii_lowercase().as_str() {
        "true" | ".true." => return Ok(Given::Truth(true)),
        "false" | ".false." => return Ok(Given::Truth(false)),
        _ => {}
    }
    for quote in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(quote).and_then(|t| t.strip_suffix(quote)) {
            return Ok(Given::Text(inner.to_string()));
        }
    }
    number(text).map(Given::Number)
}

fn number(text: &str) -> Result<f64, String> {
    let plain = text.to_ascii_lowercase().replace('d', "e");
    let looks = plain.chars().all(|c| c.is_ascii_digit() || "+-.e".contains(c));
    plain.parse::<f64>().ok().filter(|v| looks && v.is_finite()).ok_or_else(|| format!("`{text}` is not a number"))
}

/// A line that was understood: which places it speaks of.
struct Resolved<'a> {
    line: &'a Line,
    place: Place,
}

/// The lines of a file, resolved for one head, and what is known without a line.
pub struct Lines<'a> {
    program: &'a Program,
    resolved: Vec<Resolved<'a>>,
    /// Integers that only give extents ([`super::chosen`]).
    pub chosen: BTreeMap<Key, i64>,
    /// C: the pointers that lead to several elements.
    pub sequences: Option<Sequences>,
    /// The integers of the procedure by their names, in lower case: extents may be such.
    names: BTreeMap<String, Key>,
}

/// A place whose extents nobody says.
struct Open {
    /// The variable or component.
    name: String,
    /// How many there must be.
    rank: usize,
}

impl Open {
    /// `x(10, 10)`
    fn with_extents(&self) -> String {
        format!("{}({})", self.name, vec!["10"; self.rank].join(", "))
    }
}

/// What a line could give, elements of arrays or one number.
fn example(class: ScalarClass, several: bool) -> &'static str {
    match class {
        ScalarClass::Integer if several => "1 .. 3",
        ScalarClass::Integer => "10",
        ScalarClass::Logical => "true",
        ScalarClass::Real | ScalarClass::Complex => "0.5 .. 1.5",
    }
}

/// What a line must say: a value, or extents.
struct Missing {
    /// The variable or component.
    name: String,
    /// `integer`, `logical`; `None`: only its extents.
    class: Option<&'static str>,
    /// `x(10, 10) = 0.5 .. 1.5`.
    line: String,
    span: Span,
}

impl<'a> Lines<'a> {
    /// Finds what every line names in the procedure of a head. Lines about what only another one of the `heads` has do no harm.
    pub fn resolve(
        program: &'a Program,
        unit: UnitId,
        heads: &[UnitId],
        inputs: &'a Inputs,
    ) -> Result<Lines<'a>, Vec<Diagnostic>> {
        let mut resolved = Vec::new();
        let mut errors = Vec::new();
        for line in &inputs.lines {
            let head = crate::head::Path {
                parts: line.parts.iter().map(|p| crate::head::Name { text: p.text.clone(), span: line.span }).collect(),
                extent: None,
            };
            match crate::resolve::place(program, unit, &head) {
                Ok((place, _)) => resolved.push(Resolved { line, place }),
                Err(_) if heads.iter().any(|h| crate::resolve::place(program, *h, &head).is_ok()) => {}
                Err(d) => errors.push(*d),
            }
        }
        if errors.is_empty() {
            Ok(Lines { program, resolved, chosen: BTreeMap::new(), sequences: None, names: BTreeMap::new() })
        } else {
            Err(errors)
        }
    }

    /// Globals that lines speak of.
    pub fn globals(&self, unit: UnitId) -> Vec<SymbolId> {
        let u = &self.program.units[unit];
        let own = |s: &SymbolId| u.params.contains(s) || u.result() == Some(*s);
        self.resolved.iter().map(|r| r.place.symbol).filter(|s| !own(s)).collect()
    }

    /// The line of a leaf: the one that names the longest part of its path.
    /// Whether the user says something about a leaf.
    pub fn mentions(&self, callable: &Callable, leaf: &Leaf) -> bool {
        self.of(callable, leaf).is_some()
    }

    fn of(&self, callable: &Callable, leaf: &Leaf) -> Option<&Resolved<'a>> {
        self.resolved.iter().filter(|r| callable.is_at(leaf, &r.place)).max_by_key(|r| r.place.path.len())
    }

    /// The text given for a leaf of characters.
    pub fn text(&self, callable: &Callable, leaf: &Leaf) -> Option<&str> {
        match &self.of(callable, leaf)?.line.value {
            Given::Text(t) => Some(t),
            Given::Number(_) | Given::Truth(_) | Given::Range(..) | Given::List(_) => None,
        }
    }

    /// The extents given behind the part of a name at this depth of the path of a leaf.
    fn extents(&self, callable: &Callable, leaf: &Leaf, depth: usize) -> Option<&'a [Extent]> {
        let path = leaf.path();
        self.resolved.iter().find_map(|r| {
            let matches =
                r.place.symbol == callable.roots[leaf.root].symbol && r.place.path.starts_with(&path[..depth]);
            r.line.parts.get(depth).filter(|_| matches)?.extents.as_deref()
        })
    }

    /// Takes in what is known of a procedure besides its lines: names for extents, and pointers that lead to several elements.
    pub fn look_at(&mut self, callable: &Callable, sequences: Sequences) {
        self.sequences = Some(sequences);
        let integers = callable.leaves.iter().filter(|l| l.is(ScalarClass::Integer));
        let key = |l: &Leaf| (l.name.to_ascii_lowercase().replace('.', "%"), (callable.roots[l.root].symbol, l.path()));
        self.names = integers.map(key).collect();
    }

    /// Whether a line gives an extent as a number.
    pub fn says_extents(&self, callable: &Callable) -> bool {
        let own = |r: &&Resolved| callable.roots.iter().any(|root| root.symbol == r.place.symbol);
        let mut extents =
            self.resolved.iter().filter(own).flat_map(|r| &r.line.parts).flat_map(|p| p.extents.iter().flatten());
        extents.any(|e| matches!(e, Extent::Number(_)))
    }

    /// The integers that lines name as extents.
    pub fn named_extents(&self) -> Vec<Key> {
        let names = self.resolved.iter().flat_map(|r| &r.line.parts).flat_map(|p| p.extents.iter().flatten());
        let named = |e: &Extent| match e {
            Extent::Name(name) => self.key_of(name),
            Extent::Number(_) => None,
        };
        names.filter_map(named).collect()
    }

    /// Whether a line gives a value to an integer or logical, or it has one without a line.
    pub fn has_value(&self, callable: &Callable, leaf: &Leaf) -> bool {
        let Content::Numbers(scalar) = &leaf.content else { return true };
        self.given(callable, leaf, scalar.class).is_some() || self.without_line(callable, leaf).is_some()
    }

    /// The value of an integer or logical that needs no line.
    fn without_line(&self, callable: &Callable, leaf: &Leaf) -> Option<f64> {
        let key = (callable.roots[leaf.root].symbol, leaf.path());
        self.chosen.get(&key).map(|n| *n as f64).or_else(|| chosen::initial(self.program, leaf))
    }

    /// The line that gives a leaf its value.
    fn given(&self, callable: &Callable, leaf: &Leaf, class: ScalarClass) -> Option<&Resolved<'a>> {
        // A line for a whole structure is meant for those of its components that can take its value.
        let meant = |l: &&Resolved| l.place.path.len() >= leaf.path().len() || suits(class, &l.line.value);
        self.of(callable, leaf).filter(meant)
    }

    /// What the user must say before anything can run, all at once; `None`: nothing.
    pub fn missing(&self, callable: &Callable, needed: &dyn Fn(&Leaf) -> bool) -> Option<Diagnostic> {
        let mut known = Integers::new();
        let mut missing: Vec<Missing> = Vec::new();
        let is_scalar = |l: &Leaf| l.arrays().all(|(dims, _)| dims.is_empty());
        // What extents are made of counts as known once it is asked for.
        for leaf in callable.leaves.iter().filter(|l| l.is(ScalarClass::Integer) && is_scalar(l)) {
            known.insert((callable.roots[leaf.root].symbol, leaf.path()), 1);
        }
        for leaf in &callable.leaves {
            let content = match &leaf.content {
                Content::Numbers(s) => s.class,
                Content::Text | Content::Other => ScalarClass::Real,
            };
            let kind = match content {
                ScalarClass::Integer => Some("integer"),
                ScalarClass::Logical => Some("logical"),
                ScalarClass::Real | ScalarClass::Complex => None,
            };
            let kind = kind.filter(|_| needed(leaf) && !self.has_value(callable, leaf));
            let span = self.program.symbols[callable.roots[leaf.root].symbol].span;
            let open = self.shape_or_open(callable, leaf, &known).err();
            let example = example(content, open.is_some());
            let is_open = open.as_ref().is_some_and(|o| o.name == leaf.name);
            if let Some(open) = open.filter(|o| missing.iter().all(|m| m.name != o.name)) {
                let line = format!("{} = {example}", open.with_extents());
                missing.push(Missing { name: open.name, class: kind.filter(|_| is_open), line, span });
            }
            if kind.is_some() && !is_open {
                missing.push(Missing {
                    name: leaf.name.clone(),
                    class: kind,
                    line: format!("{} = {example}", leaf.name),
                    span,
                });
            }
        }
        self.ask(callable, &missing)
    }

    /// One message for all that is missing.
    fn ask(&self, callable: &Callable, missing: &[Missing]) -> Option<Diagnostic> {
        let [first, rest @ ..] = missing else { return None };
        if rest.is_empty() {
            let (code, what) = match first.class {
                Some(kind) => ("RT0603", format!("the {kind} `{}` needs a value to check with", first.name)),
                None => ("RT0604", format!("the extents of `{}` are not known", first.name)),
            };
            let how = format!("write `{}` in a file and give it with --inputs FILE", first.line);
            return Some(Diagnostic::error(code, first.span, what).note(how));
        }
        let unit = &self.program.units[callable.unit];
        let names: Vec<String> = missing.iter().map(|m| format!("`{}`", m.name)).collect();
        let extents = missing.iter().all(|m| m.class.is_none());
        let (code, what) = match extents {
            true => ("RT0604", format!("the extents of {} are not known", names.join(", "))),
            false => ("RT0603", format!("`{}` needs values to check with: {}", unit.name, names.join(", "))),
        };
        let lines: String = missing.iter().map(|m| format!("\n    {}", m.line)).collect();
        let how = format!("write lines like these in a file, with your values, and give it with --inputs FILE:{lines}");
        Some(Diagnostic::error(code, unit.span, what).note(how))
    }

    /// Shapes and values of all leaves at a point. What has no line and is not needed is NaN: not defined.
    pub fn point(
        &self,
        callable: &Callable,
        seed: u64,
        point: u64,
        needed: &dyn Fn(&Leaf) -> bool,
    ) -> Result<(Vec<Shape>, Vec<Vec<f64>>), Vec<Diagnostic>> {
        let mut errors = Vec::new();
        let mut values: Vec<Vec<f64>> = vec![Vec::new(); callable.leaves.len()];
        let mut known = Integers::new();
        // Integers that are not in arrays first: extents depend on them.
        for (k, leaf) in callable.leaves.iter().enumerate() {
            // What a list of values belongs to is an array, behind a C pointer too.
            let listed = self.of(callable, leaf).is_some_and(|r| matches!(r.line.value, Given::List(_)));
            if leaf.is(ScalarClass::Integer) && !listed && leaf.arrays().all(|(dims, _)| dims.is_empty()) {
                match self.values(callable, leaf, 1, seed, point, needed) {
                    Ok(v) => {
                        if v[0].is_finite() {
                            known.insert((callable.roots[leaf.root].symbol, leaf.path()), v[0] as i64);
                        }
                        values[k] = v;
                    }
                    Err(d) => errors.push(d),
                }
            }
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let mut shapes = Vec::new();
        for (k, leaf) in callable.leaves.iter().enumerate() {
            let shape = match self.shape(callable, leaf, &known) {
                Ok(shape) => shape,
                Err(d) => {
                    if !errors.contains(&d) {
                        errors.push(d);
                    }
                    continue;
                }
            };
            let n = places::count(&shape);
            if values[k].len() != n || leaf.width() != 1 {
                match self.values(callable, leaf, n, seed, point, needed) {
                    Ok(v) => values[k] = v,
                    Err(d) => errors.push(d),
                }
            }
            shapes.push(shape);
        }
        if errors.is_empty() { Ok((shapes, values)) } else { Err(errors) }
    }

    fn values(
        &self,
        callable: &Callable,
        leaf: &Leaf,
        n: usize,
        seed: u64,
        point: u64,
        needed: &dyn Fn(&Leaf) -> bool,
    ) -> Result<Vec<f64>, Diagnostic> {
        let Content::Numbers(scalar) = &leaf.content else { return Ok(Vec::new()) };
        let (elements, n) = (n, n * leaf.width());
        let line = self.given(callable, leaf, scalar.class);
        let wrong = |what: &str| {
            let span = line.map_or(Span::NONE, |l| l.line.span);
            Diagnostic::error("RT0602", span, format!("`{}` {what}", leaf.name))
        };
        let mut random = Random::new(seed, &format!("{}@{point}", leaf.name.to_ascii_lowercase()));
        if let Some(given) = line.map(|l| &l.line.value) {
            let mut one = |given: &Given| match (scalar.class, given) {
                (ScalarClass::Integer, Given::Number(v)) if suits(scalar.class, given) => Ok(*v),
                (ScalarClass::Integer, Given::Range(low, high)) if suits(scalar.class, given) => {
                    Ok(low + (random.unit() * (high - low + 1.0)).floor().min(high - low))
                }
                (ScalarClass::Integer, _) => Err(wrong("is an integer: its line must give whole numbers")),
                (ScalarClass::Logical, Given::Truth(t)) => Ok(f64::from(u8::from(*t))),
                (ScalarClass::Logical, _) => Err(wrong("is a logical: its line must say true or false")),
                (ScalarClass::Real | ScalarClass::Complex, Given::Number(v)) => Ok(*v),
                (ScalarClass::Real | ScalarClass::Complex, Given::Range(low, high)) => Ok(random.within(*low, *high)),
                (ScalarClass::Real | ScalarClass::Complex, _) => {
                    Err(wrong("is a real: its line must give a number or a range"))
                }
            };
            return match given {
                Given::List(list) if list.len() == elements => {
                    list.iter().flat_map(|g| std::iter::repeat_n(g, leaf.width())).map(one).collect()
                }
                Given::List(list) => Err(wrong(&format!("has {elements} elements: its line gives {}", list.len()))),
                given => (0..n).map(|_| one(given)).collect(),
            };
        }
        match scalar.class {
            _ if !needed(leaf) => Ok(vec![f64::NAN; n]),
            ScalarClass::Real | ScalarClass::Complex => Ok((0..n).map(|_| random.within(USUAL.0, USUAL.1)).collect()),
            ScalarClass::Integer | ScalarClass::Logical if self.without_line(callable, leaf).is_some() => {
                Ok(vec![self.without_line(callable, leaf).unwrap_or_default(); n])
            }
            ScalarClass::Integer | ScalarClass::Logical => {
                let (kind, example) =
                    if scalar.class == ScalarClass::Integer { ("integer", "10") } else { ("logical", "true") };
                let span = self.program.symbols[callable.roots[leaf.root].symbol].span;
                Err(Diagnostic::error(
                    "RT0603",
                    span,
                    format!("the {kind} `{}` needs a value to check with", leaf.name),
                )
                .note(format!("write `{} = {example}` in a file and give it with --inputs FILE", leaf.name)))
            }
        }
    }

    fn shape(&self, callable: &Callable, leaf: &Leaf, known: &Integers) -> Result<Shape, Diagnostic> {
        self.shape_or_open(callable, leaf, known).map_err(|open| {
            let example = match &leaf.content {
                Content::Numbers(s) => example(s.class, true),
                Content::Text | Content::Other => example(ScalarClass::Real, true),
            };
            let span = self.program.symbols[callable.roots[leaf.root].symbol].span;
            Diagnostic::error("RT0604", span, format!("the extents of `{}` are not known", open.name))
                .note(format!("write `{} = {example}` in a file and give it with --inputs FILE", open.with_extents()))
        })
    }

    /// The extents on the way to a leaf, or the first place of which nobody says them.
    fn shape_or_open(&self, callable: &Callable, leaf: &Leaf, known: &Integers) -> Result<Shape, Open> {
        let language = self.program.units[callable.unit].language;
        let mut shape = Vec::new();
        let mut depth = 0;
        for (at, step) in leaf.steps.iter().enumerate() {
            let (dims, pointer) = match step {
                Step::Field(..) => {
                    depth += 1;
                    continue;
                }
                Step::Elements { dims, holder } => (dims, *holder == places::Holder::CPointer),
            };
            let declared = places::extents(self.program, known, dims, language);
            if !pointer && declared.iter().all(Option::is_some) {
                shape.push(declared.into_iter().flatten().collect());
                continue;
            }
            let given = self.extents(callable, leaf, depth);
            let given = given.map(|all| all.iter().map(|e| self.extent(e, known)).collect::<Option<Vec<usize>>>());
            // How many steps at this place wait for extents: `double **a` takes one each, `double *a` all of them.
            let open: Vec<usize> =
                (0..leaf.steps.len()).filter(|k| self.is_open(leaf, *k, depth, known, language)).collect();
            let level: Vec<usize> = (0..leaf.steps.len()).filter(|k| is_extent(leaf, *k, depth)).collect();
            let own = match (given, pointer) {
                // `double a[][3]`: one number for each pair of brackets.
                (Some(Some(all)), false) if level.len() > 1 && level.len() == all.len() => {
                    let here = all[level.iter().position(|k| *k == at).unwrap_or(0)];
                    Some(vec![declared.first().copied().flatten().unwrap_or(here)])
                }
                (Some(Some(all)), true) if open.len() > 1 && open.len() == all.len() => {
                    Some(vec![all[open.iter().position(|k| *k == at).unwrap_or(0)]])
                }
                (Some(Some(all)), true) => Some(vec![all.iter().product()]),
                (Some(Some(all)), false) if all.len() == declared.len() => {
                    // What the declaration tells is true.
                    Some(declared.iter().zip(all).map(|(d, g)| d.unwrap_or(g)).collect())
                }
                (None, true) if !self.sequences.as_ref().is_some_and(|s| s.has(callable, leaf, at)) => Some(vec![1]),
                _ => None,
            };
            match own {
                Some(extents) => shape.push(extents),
                None => {
                    let name = leaf.name.split(['%', '.']).take(depth + 1).collect::<Vec<_>>();
                    let sign = if language == Language::C { "." } else { "%" };
                    let rank = if pointer { open.len() } else { declared.len() };
                    return Err(Open { name: name.join(sign), rank: rank.max(1) });
                }
            }
        }
        Ok(shape)
    }

    fn is_open(&self, leaf: &Leaf, at: usize, depth: usize, known: &Integers, language: Language) -> bool {
        let before = leaf.steps[..at].iter().filter(|s| matches!(s, Step::Field(..))).count();
        match &leaf.steps[at] {
            Step::Elements { dims, holder } if before == depth => {
                *holder == places::Holder::CPointer
                    || places::extents(self.program, known, dims, language).iter().any(Option::is_none)
            }
            _ => false,
        }
    }

    fn extent(&self, e: &Extent, known: &Integers) -> Option<usize> {
        match e {
            Extent::Number(n) => Some(*n),
            Extent::Name(name) => usize::try_from(*known.get(&self.key_of(name)?)?).ok(),
        }
    }

    /// What a name in an extent means: that of a line, or an argument that needs none.
    fn key_of(&self, name: &str) -> Option<Key> {
        let parts: Vec<&str> = name.split(['%', '.']).collect();
        let line = self.resolved.iter().find(|r| {
            r.line.parts.len() == parts.len()
                && r.line.parts.iter().zip(&parts).all(|(p, q)| p.text.eq_ignore_ascii_case(q))
        });
        match line {
            Some(line) => Some((line.place.symbol, line.place.path.clone())),
            None => self.names.get(&name.to_ascii_lowercase().replace('.', "%")).cloned(),
        }
    }
}

/// Whether numbers of this class can have such a value.
fn suits(class: ScalarClass, given: &Given) -> bool {
    match (class, given) {
        (_, Given::List(list)) => list.iter().all(|g| suits(class, g)),
        (ScalarClass::Integer, Given::Number(v)) => v.fract() == 0.0,
        (ScalarClass::Integer, Given::Range(low, high)) => low.fract() == 0.0 && high.fract() == 0.0,
        (ScalarClass::Logical, Given::Truth(_)) => true,
        (ScalarClass::Real | ScalarClass::Complex, Given::Number(_) | Given::Range(..)) => true,
        _ => false,
    }
}

/// Whether a step goes into the elements of the component at this depth.
fn is_extent(leaf: &Leaf, at: usize, depth: usize) -> bool {
    let before = leaf.steps[..at].iter().filter(|s| matches!(s, Step::Field(..))).count();
    before == depth && matches!(leaf.steps[at], Step::Elements { .. })
}

/// Whether a variable, or what is at `path` in it, has a value before any statement: from its declaration, by DATA, or because components of its
/// type begin with one (F2018 7.5.4.6). What a pointer begins with, or an allocatable, says nothing about the memory that the driver gives it.
pub fn begins_with_value(program: &Program, symbol: SymbolId, path: &[usize]) -> bool {
    let own = |v: &il::Variable| v.pointer || v.allocatable;
    let mut begins = !program.variable(symbol).is_some_and(own)
        && (has_initial_value(program, symbol) || begins_in_block_data(program, symbol));
    let mut ty = program.symbol_type(symbol);
    for step in path {
        let record = ty.and_then(|t| t.element().record());
        let Some(field) = record.and_then(|r| program.records[r].fields.get(*step)) else { break };
        begins = !field.pointer && !field.allocatable && (begins || field.init.is_some());
        ty = Some(&field.ty);
    }
    begins
}

/// Whether a variable has an initial value in its declaration or by DATA.
fn has_initial_value(program: &Program, symbol: SymbolId) -> bool {
    let SymbolKind::Variable(v) = &program.symbols[symbol].kind else { return false };
    let is_c = !program.scopes[program.symbols[symbol].scope].case_insensitive;
    v.init.is_some() || is_c || program.home(symbol).is_some_and(|u| is_in_data(&program.units[u], symbol))
}

/// Whether another unit gives a member of a COMMON block its initial value: the member of the same name there, or else the one in the same place.
fn begins_in_block_data(program: &Program, symbol: SymbolId) -> bool {
    let Some(home) = program.home(symbol) else { return false };
    let commons = program.units[home].commons();
    let place = |(block, all): (&String, &Vec<SymbolId>)| Some((block.clone(), all.iter().position(|s| *s == symbol)?));
    let Some((block, at)) = commons.iter().find_map(place) else { return false };
    let name = &program.symbols[symbol].name;
    program.units.iter().filter(|(id, u)| *id != home && !u.is_interface).any(|(_, u)| {
        let commons = u.commons();
        let Some(members) = commons.get(&block) else { return false };
        let same = members.iter().find(|s| program.symbols[**s].name.eq_ignore_ascii_case(name));
        let Some(member) = same.or(members.get(at)).copied() else { return false };
        is_in_data(u, member)
    })
}

/// Whether a DATA statement of a unit names a variable, or a part of it.
fn is_in_data(u: &il::Unit, symbol: SymbolId) -> bool {
    u.decls.iter().any(|d| match &d.kind {
        il::DeclKind::Data(all) => all.iter().flat_map(|d| &d.targets).any(|t| mentions(t, symbol)),
        _ => false,
    })
}

fn mentions(item: &il::expr::Item, symbol: SymbolId) -> bool {
    match item {
        il::expr::Item::Value(e) => e.root() == Some(symbol),
        il::expr::Item::Implied { items, .. } => items.iter().any(|i| mentions(i, symbol)),
    }
}

/// Deterministic random numbers (splitmix64), started from a seed and a name.
pub struct Random(u64);

impl Random {
    /// The sequence of a name.
    pub fn new(seed: u64, name: &str) -> Random {
        // FNV-1a over the name keeps sequences of different names apart.
        let hash =
            name.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
        Random(hash ^ seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// In [low, high].
    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        (low + self.unit() * (high - low)).clamp(low, high)
    }

    /// Away from zero: its absolute value is in [0.5, 1].
    pub fn direction(&mut self) -> f64 {
        let v = self.within(0.5, 1.0);
        if self.bits() & 1 == 0 { v } else { -v }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use il::Id;

    fn one(text: &str) -> String {
        match parse(FileId::from_index(0), text) {
            Ok(i) => format!("{:?}", i.lines.iter().map(|l| (&l.parts, &l.value)).collect::<Vec<_>>()),
            Err(e) => e
                .iter()
                .map(|d| format!("{}..{} {}", d.span.start, d.span.end, d.message))
                .collect::<Vec<_>>()
                .join("; "),
        }
    }

    #[test]
    fn lines_and_their_errors() {
        assert_eq!(one("# nothing\n\n"), "[]");
        assert!(one("n = 40 # cells").contains("Number(40.0)"));
        assert!(one("x = 1d-3 .. 2.5").contains("Range(0.001, 2.5)"));
        assert!(one("a.points(25, n) = -1.0 .. 1.0").contains("Some([Number(25), Name(\"n\")])"));
        assert!(one("on = true").contains("Truth(true)"));
        assert!(one("p = 2, 1").contains("List([Number(2.0), Number(1.0)])"));
        assert!(one("t = 'a, b'").contains("Text(\"a, b\")"));
        assert_eq!(one("p = 1, x"), "0..8 `x` is not a number");
        assert_eq!(one("x = 2 .. 1"), "0..10 the range is empty: 2 is more than 1");
        assert_eq!(one("a = 1\n x 3"), "7..10 there is no `=` in this line");
        assert_eq!(one("x = inf"), "0..7 `inf` is not a number");
        assert_eq!(one("x( = 3"), "0..6 a `)` is missing");
    }

    #[test]
    fn random_numbers_depend_on_the_name_only() {
        let draw = |name| Random::new(7, name).within(0.0, 1.0);
        assert_eq!(draw("x@1"), draw("x@1"));
        assert_ne!(draw("x@1"), draw("x@2"));
    }
}
