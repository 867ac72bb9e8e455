//! `-dump` of what stands on the facts: one text per analysis.

use analysis::degrees::UNBOUNDED;
use analysis::fusable::{self, Reason};
use analysis::linearity::{Class, Linearity};
use analysis::recomputability::Recomputability;
use analysis::till_exit::TillExit;
use analysis::{At, Facts, ZoneSet, carried, polynomial};
use il::zones::ZoneId;
use il::{Expr, ExprKind, StmtId, StmtKind, Type, UnitId};

/// The text of `what`, procedure by procedure.
pub fn dump(facts: &Facts, what: &str) -> String {
    let linearity = Linearity::new(facts);
    let made_once = analysis::made_once::made_once(facts);
    let mut out = String::new();
    for (u, unit) in facts.program().units.iter().filter(|(_, u)| u.is_procedure() && !u.is_interface) {
        let lines = match what {
            "pointer-destinations" => destinations(facts, u),
            "till-exit" => till_exit(facts, u),
            "recomputability" => recomputability(facts, u),
            "made-once" => {
                let seen = made_once.iter().filter(|z| facts.universe(u).number(**z).is_some());
                vec![seen.map(|z| name(facts, u, *z)).collect::<Vec<_>>().join(" ")]
            }
            "linearity" => pairs(&linearity, facts, u),
            "polynomial-degree" => degrees(&linearity, facts, u),
            "carried" => carried_uses(&linearity, facts, u),
            "fusable" => fusable_loops(facts, u),
            other => unreachable!("`{other}` is no word of -dump"),
        };
        out += &format!("{}\n", unit.name);
        lines.iter().for_each(|l| out += &format!("  {l}\n"));
    }
    out
}

fn name(facts: &Facts, unit: UnitId, zone: ZoneId) -> String {
    facts.zones().name_in(facts.program(), unit, zone)
}

fn names(facts: &Facts, unit: UnitId, set: &ZoneSet) -> String {
    set.iter().map(|z| name(facts, unit, z)).collect::<Vec<_>>().join(" ")
}

fn statement(facts: &Facts, unit: UnitId, stmt: StmtId) -> String {
    format!("{:<60} !", super::line(facts.program(), unit, stmt))
}

/// What each pointer of a unit may point to: the whole answer, which does not depend on the place.
fn destinations(facts: &Facts, unit: UnitId) -> Vec<String> {
    let (p, zones) = (facts.program(), facts.zones());
    let mut out = Vec::new();
    for (s, symbol) in p.symbols.iter().filter(|(s, _)| p.home(*s) == Some(unit)) {
        let Some(v) = p.variable(s) else { continue };
        let place = match &v.ty {
            Type::Pointer { .. } => Expr::from(ExprKind::Deref(Box::new(Expr::var(s)))),
            _ if v.pointer => Expr::var(s),
            _ => continue,
        };
        let to: Vec<String> = zones.of_ref(p, &place).zones.iter().map(|z| name(facts, unit, *z)).collect();
        out.push(format!("{} -> {}", symbol.name, to.join(" ")));
    }
    out
}

fn till_exit(facts: &Facts, unit: UnitId) -> Vec<String> {
    let solved = TillExit::new(facts, unit);
    let all = facts.program().units[unit].all_stmts();
    let one = |s: &StmtId| {
        let before = facts.flow(unit).before(*s)?;
        let (constant, dead) = (names(facts, unit, &solved.constant(before)), names(facts, unit, &solved.dead(before)));
        Some(format!("{} constant: {constant} | dead: {dead}", statement(facts, unit, *s)))
    };
    all.iter().filter_map(one).collect()
}

fn recomputability(facts: &Facts, unit: UnitId) -> Vec<String> {
    let solved = Recomputability::new(facts, unit);
    let all = facts.program().units[unit].all_stmts();
    let one = |s: &StmtId| {
        let again: Vec<String> =
            solved.again(*s).into_iter().map(|(z, d)| format!("{} as in {d}", name(facts, unit, z))).collect();
        (!again.is_empty()).then(|| format!("{} {}", statement(facts, unit, *s), again.join(" ")))
    };
    all.iter().filter_map(one).collect()
}

/// Rows of Table 1: each variable with what it depends on.
fn pairs(linearity: &Linearity, facts: &Facts, unit: UnitId) -> Vec<String> {
    let mut rows: Vec<(ZoneId, String)> = Vec::new();
    for (u, v, class) in linearity.pairs(unit, At::Exit) {
        let sign = match class {
            Class::None => continue,
            Class::Linear => '+',
            Class::Nonlinear => '*',
        };
        if rows.last().is_none_or(|r| r.0 != u) {
            rows.push((u, format!("{} <-", name(facts, unit, u))));
        }
        if let Some(row) = rows.last_mut() {
            row.1 += &format!(" {sign}{}", name(facts, unit, v));
        }
    }
    rows.into_iter().map(|r| r.1).collect()
}

fn degrees(linearity: &Linearity, facts: &Facts, unit: UnitId) -> Vec<String> {
    let text = |(v, d): (ZoneId, u8)| match d {
        UNBOUNDED => format!(" {}^*", name(facts, unit, v)),
        d => format!(" {}^{d}", name(facts, unit, v)),
    };
    let row = |(u, inputs): (ZoneId, Vec<(ZoneId, u8)>)| {
        format!("{} <-{}", name(facts, unit, u), inputs.into_iter().map(text).collect::<String>())
    };
    polynomial::degrees(linearity, unit).into_iter().map(row).collect()
}

/// The loops of a unit in program order.
fn loops(facts: &Facts, unit: UnitId) -> Vec<StmtId> {
    let u = &facts.program().units[unit];
    let mut all = u.all_stmts();
    all.retain(|s| matches!(u.stmts[*s].kind, StmtKind::Do(_)));
    all
}

fn carried_uses(linearity: &Linearity, facts: &Facts, unit: UnitId) -> Vec<String> {
    let mut out = Vec::new();
    for root in loops(facts, unit) {
        let head = statement(facts, unit, root);
        match carried::carried(linearity, unit, root) {
            None => out.push(format!("{head} unknown")),
            Some(uses) if uses.is_empty() => out.push(format!("{head} none")),
            Some(uses) => {
                out.push(head);
                for u in uses {
                    let (by_variable, by_use) = (u.by_variable, u.by_use);
                    let line = format!(
                        "  {} in {}: {by_variable:?}, use by use {by_use:?}",
                        name(facts, unit, u.zone),
                        u.stmt
                    );
                    out.push(line.to_lowercase());
                }
            }
        }
    }
    out
}

fn fusable_loops(facts: &Facts, unit: UnitId) -> Vec<String> {
    let list = |zones: &[ZoneId]| zones.iter().map(|z| name(facts, unit, *z)).collect::<Vec<_>>().join(" ");
    let one = |root: StmtId| {
        let why = match fusable::fusable(facts, unit, root) {
            Ok(f) => format!("yes, when the adjoints of {} are final", list(&f.incoming)),
            Err(Reason::Shape) => "no: no counted loop that always runs to its end".into(),
            Err(Reason::Unknown) => "no: nobody knows what its derivatives need".into(),
            Err(Reason::Order(zones)) => format!("no: adjoint iterations do not commute on {}", list(&zones)),
            Err(Reason::NeededBehind(zones)) => format!("no: derivatives behind need {}", list(&zones)),
        };
        format!("{} {why}", statement(facts, unit, root))
    };
    loops(facts, unit).into_iter().map(one).collect()
}
