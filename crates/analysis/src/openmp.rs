//! OpenMP: what one thread alone makes of each directive, and what is another value in each thread. One row each.
//!
//! A program that is right on any number of threads is right on one. So what a `parallel` region does outside of the loops whose iterations are shared may be
//! done once, in the order of the text, unless it asks which thread it is ([`of_threads`]).

use std::collections::BTreeSet;

use il::calls::CallGraph;
use il::{DeclKind, Expr, ExprKind, Program, StmtId, StmtKind, SymbolId, UnitId};

/// What a directive is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Construct {
    /// All threads run what follows, and share loops in it.
    Region,
    /// A region that holds one loop.
    RegionOfLoop,
    /// A region that holds parts of which one thread each runs one.
    RegionOfParts,
    /// Threads of the region around share its iterations.
    Loop,
    /// One thread runs it.
    Once,
    /// One thread at a time runs it.
    InTurn,
    /// One thread at a time makes the update that follows.
    Atomic,
    /// Threads wait for each other.
    Wait,
    /// It changes nothing that is computed.
    Hint,
}

#[rustfmt::skip]
const CONSTRUCTS: &[(&str, Construct)] = &[
    ("parallel", Construct::Region),
    ("parallel do", Construct::RegionOfLoop),
    ("parallel for", Construct::RegionOfLoop),
    ("parallel sections", Construct::RegionOfParts),
    ("parallel workshare", Construct::RegionOfParts),
    ("parallel master", Construct::RegionOfParts),
    ("parallel masked", Construct::RegionOfParts),
    ("do", Construct::Loop),
    ("for", Construct::Loop),
    ("sections", Construct::Once),
    ("section", Construct::Once),
    ("single", Construct::Once),
    ("master", Construct::Once),
    ("masked", Construct::Once),
    ("workshare", Construct::Once),
    ("critical", Construct::InTurn),
    ("atomic", Construct::Atomic),
    ("barrier", Construct::Wait),
    ("flush", Construct::Wait),
    ("simd", Construct::Hint),
];

/// What the directive of a name is, `parallel do`; `None` for those that are not known here.
pub fn construct(name: &str) -> Option<Construct> {
    let name = name.strip_suffix(" simd").unwrap_or(name);
    CONSTRUCTS.iter().find(|(n, _)| *n == name).map(|(_, c)| *c)
}

/// Functions that tell one thread from another.
const WHICH: [&str; 1] = ["omp_get_thread_num"];

/// Functions that say how many threads run a region: one, where it is not run by several.
const HOW_MANY: [&str; 1] = ["omp_get_num_threads"];

/// Whether statements, or procedures that they call, ask for something that is said by functions of these names.
fn ask(p: &Program, calls: &CallGraph, unit: UnitId, block: &[StmtId], names: &[&str]) -> bool {
    let is_one = |s: SymbolId| names.iter().any(|n| p.symbols[s].name.eq_ignore_ascii_case(n));
    called(p, calls, unit, block).1.into_iter().any(is_one)
}

/// What statements call, in the procedures that they reach as well: procedures, and all names.
pub fn called(p: &Program, calls: &CallGraph, unit: UnitId, block: &[StmtId]) -> (BTreeSet<UnitId>, Vec<SymbolId>) {
    let (mut units, mut names) = (BTreeSet::new(), Vec::new());
    let mut see = |unit: UnitId, block: &[StmtId], from: &mut Vec<UnitId>| {
        p.units[unit].walk(block, &mut |_, s| {
            s.kind.each_call(&mut |callee, _| {
                names.push(callee);
                from.extend(il::calls::definition(p, callee));
            });
        });
    };
    let mut from = Vec::new();
    see(unit, block, &mut from);
    for reached in calls.reached(&from) {
        units.insert(reached);
        see(reached, &p.units[reached].body, &mut Vec::new());
    }
    (units, names)
}

/// Whether statements, or procedures that they call, ask which thread they are run by.
pub fn ask_which(p: &Program, calls: &CallGraph, unit: UnitId, block: &[StmtId]) -> bool {
    ask(p, calls, unit, block, &WHICH)
}

/// What is another value in each thread.
#[derive(Default, Debug)]
pub struct OfThreads {
    /// Variables.
    pub variables: BTreeSet<SymbolId>,
    /// Which of them, or which function, decides what a thread does: bounds, subscripts, arguments, tests for more than `== 0`; and where.
    pub decides: Option<(String, StmtId)>,
}

/// What of a region's variables is made of the number of the thread, and whether that decides what is done outside of the loops that are shared. It does not
/// where the region asks how many threads there are: to one that is alone all is said to be its own.
pub fn of_threads(
    p: &Program,
    calls: &CallGraph,
    unit: UnitId,
    block: &[StmtId],
    shared_loops: &BTreeSet<StmtId>,
) -> OfThreads {
    let mut out = OfThreads::default();
    if !ask_which(p, calls, unit, block) {
        return out;
    }
    let u = &p.units[unit];
    let mut outside = Vec::new();
    statements(u, block, shared_loops, &mut outside);
    let name_of = |s: SymbolId| p.symbols[s].name.clone();
    let which = |callee: SymbolId| WHICH.iter().any(|n| p.symbols[callee].name.eq_ignore_ascii_case(n));
    let asks = |callee: SymbolId| {
        which(callee) || il::calls::definition(p, callee).is_some_and(|u| ask_which(p, calls, u, &p.units[u].body))
    };
    // Variables, until there are no more.
    loop {
        let before = out.variables.len();
        for &id in &outside {
            let kind = &u.stmts[id].kind;
            let mut from = false;
            kind.each_call(&mut |callee, _| from |= asks(callee));
            let mentioned = |e: &Expr, known: &BTreeSet<SymbolId>| known.iter().any(|s| e.mentions(*s));
            if let StmtKind::Assign { lhs, rhs } = kind
                && (from || mentioned(rhs, &out.variables))
            {
                out.variables.extend(lhs.root());
            } else if let StmtKind::Call { args, .. } = kind
                && from
            {
                let places = args.iter().map(|a| if let ExprKind::Address(x) = &a.value.kind { x } else { &a.value });
                out.variables.extend(places.filter_map(Expr::root));
            }
        }
        if out.variables.len() == before {
            break;
        }
    }
    if ask(p, calls, unit, block, &HOW_MANY) {
        return out;
    }
    let says = |e: &Expr| -> Option<String> {
        let mut found = None;
        e.walk(&mut |x| {
            if let ExprKind::Var(s) | ExprKind::Call { callee: s, .. } = &x.kind
                && (out.variables.contains(s) || which(*s))
            {
                found = Some(name_of(*s));
            }
        });
        found
    };
    let decides = |id: StmtId| -> Option<String> {
        match &u.stmts[id].kind {
            StmtKind::Assign { lhs, rhs } => {
                let whole =
                    lhs.root().is_some_and(|s| out.variables.contains(&s)) && matches!(lhs.kind, ExprKind::Var(_));
                lhs.positions().into_iter().find_map(says).or_else(|| says(rhs).filter(|_| !whole))
            }
            StmtKind::Call { callee, .. } if which(*callee) || asks(*callee) => None,
            StmtKind::Opaque { .. } | StmtKind::Declare(_) => None,
            StmtKind::If(i) => i.arms.iter().map(|a| &a.test).filter(|t| !is_first(t)).find_map(says),
            kind => {
                let mut found = None;
                kind.exprs(&mut |e| found = found.take().or_else(|| says(e)));
                found
            }
        }
    };
    out.decides = outside.iter().find_map(|id| decides(*id).map(|name| (name, *id)));
    out
}

/// Whether a test asks for one thread, by a number.
fn is_first(test: &Expr) -> bool {
    if let ExprKind::Unary(_, x) = &test.kind {
        return is_first(x);
    }
    let ExprKind::Binary(op, a, b) = &test.kind else { return false };
    let is_number = matches!(op, il::BinaryOp::Eq | il::BinaryOp::Ne) && (a.as_int().is_some() || b.as_int().is_some());
    is_number || is_first(a) && is_first(b)
}

/// The statements of a block and of the blocks inside, but for those of loops that are shared.
fn statements(u: &il::Unit, block: &[StmtId], shared_loops: &BTreeSet<StmtId>, out: &mut Vec<StmtId>) {
    for id in block {
        if shared_loops.contains(id) {
            continue;
        }
        out.push(*id);
        u.stmts[*id].kind.blocks().into_iter().for_each(|b| statements(u, b, shared_loops, out));
    }
}

/// The directives of OpenMP among comments of Fortran, each in one line, without the sentinel.
pub fn directives(comments: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut goes_on = false;
    for c in comments {
        let text = c.trim_start();
        if !text.get(..4).is_some_and(|s| s.eq_ignore_ascii_case("$omp")) {
            continue;
        }
        let text = text[4..].split('!').next().unwrap_or_default();
        let is_continued = text.starts_with(|c: char| !c.is_whitespace());
        let body =
            if is_continued { text[text.chars().next().map_or(0, char::len_utf8)..].trim() } else { text.trim() };
        let body = body.strip_prefix('&').unwrap_or(body);
        let (body, more) = body.strip_suffix('&').map_or((body, false), |b| (b, true));
        match out.last_mut() {
            Some(last) if is_continued || goes_on => *last = format!("{} {}", last, body.trim()),
            _ => out.push(body.trim().to_string()),
        }
        goes_on = more;
    }
    out
}

/// Variables of which each thread keeps its own.
pub fn thread_private(p: &Program) -> BTreeSet<SymbolId> {
    let mut out = BTreeSet::new();
    let mut blocks: BTreeSet<String> = BTreeSet::new();
    for (_, u) in p.units.iter() {
        let comments = u.decls.iter().flat_map(|d| directives(&d.comments)).chain(directives(&u.end_comments));
        let pragmas = u.decls.iter().filter_map(|d| {
            let DeclKind::Opaque { text, .. } = &d.kind else { return None };
            il::stmt::pragma(text).map(str::to_string)
        });
        let first = u.body.iter().flat_map(|id| {
            let stmt = &u.stmts[*id];
            let text = if let StmtKind::Opaque { text, .. } = &stmt.kind { il::stmt::pragma(text) } else { None };
            directives(&stmt.comments).into_iter().chain(text.map(str::to_string))
        });
        for text in comments.chain(pragmas).chain(first) {
            let text = text.to_ascii_lowercase();
            let Some((_, list)) = text.split_once("threadprivate") else { continue };
            for name in list.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '/')).filter(|n| !n.is_empty()) {
                match name.strip_prefix('/') {
                    Some(block) => drop(blocks.insert(block.trim_end_matches('/').to_string())),
                    None => out.extend(p.lookup(u.scope, name)),
                }
            }
        }
    }
    for (_, u) in p.units.iter() {
        for (name, members) in u.commons() {
            if blocks.contains(&name.to_ascii_lowercase()) {
                out.extend(members);
            }
        }
    }
    out
}
