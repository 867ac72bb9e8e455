//! Smaller programs: lines and blocks are left out, blocks become what they hold, expressions become parts of themselves, options go.
//! What is no program any more is not wrong in the same way, so that nothing here needs to know the language.

use super::sheet::{Base, Node, Part, Shape, Sheet, Sort, X, x};

/// The smallest sheet found that `still` accepts, in at most `budget` tries.
pub fn shrink(sheet: &Sheet, budget: usize, still: &mut dyn FnMut(&Sheet) -> bool) -> Sheet {
    let mut best = sheet.clone();
    let mut left = budget;
    loop {
        let before = left;
        let mut changed = false;
        for stage in [options, lines, blocks, expressions] {
            changed |= stage(&mut best, &mut left, still);
        }
        if !changed || left == 0 || before == left {
            return best;
        }
    }
}

type Still<'a> = &'a mut dyn FnMut(&Sheet) -> bool;

/// Keeps a candidate that is still wrong.
fn attempt(best: &mut Sheet, candidate: Sheet, left: &mut usize, still: Still) -> bool {
    if *left == 0 {
        return false;
    }
    *left -= 1;
    let good = still(&candidate);
    if good {
        *best = candidate;
    }
    good
}

fn options(best: &mut Sheet, left: &mut usize, still: Still) -> bool {
    let mut changed = false;
    let mut k = 0;
    while k < best.options.len() {
        let mut c = best.clone();
        c.options.remove(k);
        if attempt(best, c, left, still) {
            changed = true;
        } else {
            k += 1;
        }
    }
    if let Some((name, _)) = best.head.split_once('(') {
        let mut c = best.clone();
        c.head = name.into();
        changed |= attempt(best, c, left, still);
    }
    changed
}

/// The lists of nodes of a sheet, by number.
fn list_mut<'a>(nodes: &'a mut Vec<Node>, number: &mut usize) -> Option<&'a mut Vec<Node>> {
    if *number == 0 {
        return Some(nodes);
    }
    *number -= 1;
    for n in nodes {
        if let Node::Block(arms, _) = n {
            for (_, body) in arms {
                if let Some(found) = list_mut(body, number) {
                    return Some(found);
                }
            }
        }
    }
    None
}

fn nth_list(sheet: &mut Sheet, number: usize) -> Option<&mut Vec<Node>> {
    let mut n = number;
    list_mut(&mut sheet.nodes, &mut n)
}

fn lines(best: &mut Sheet, left: &mut usize, still: Still) -> bool {
    let mut changed = false;
    let mut number = 0;
    while nth_list(best, number).is_some() {
        let mut size = nth_list(best, number).map_or(0, |l| l.len());
        while size > 0 {
            let mut at = nth_list(best, number).map_or(0, |l| l.len()).saturating_sub(size) as isize;
            while at >= 0 {
                let mut c = best.clone();
                let Some(list) = nth_list(&mut c, number) else { break };
                let end = (at as usize + size).min(list.len());
                let cut = at as usize..end;
                let fixed = list[cut.clone()].iter().any(|n| matches!(n, Node::Fixed(_)));
                if !cut.is_empty() && !fixed {
                    list.drain(cut);
                    changed |= attempt(best, c, left, still);
                }
                at -= size as isize;
            }
            size /= 2;
        }
        number += 1;
    }
    changed
}

fn blocks(best: &mut Sheet, left: &mut usize, still: Still) -> bool {
    let mut changed = false;
    let mut number = 0;
    while let Some(list) = nth_list(best, number) {
        let mut k = 0;
        let mut length = list.len();
        while k < length {
            let arms = match nth_list(best, number).and_then(|l| l.get(k)) {
                Some(Node::Block(arms, _)) => arms.len(),
                _ => 0,
            };
            for a in 0..arms {
                // The arm alone instead of the block; then the block without the arm.
                let mut c = best.clone();
                if let Some(list) = nth_list(&mut c, number)
                    && let Some(Node::Block(arms, _)) = list.get(k).cloned()
                    && a < arms.len()
                {
                    list.splice(k..=k, arms[a].1.clone());
                    if attempt(best, c, left, still) {
                        changed = true;
                        break;
                    }
                }
                let mut c = best.clone();
                if a > 0
                    && let Some(list) = nth_list(&mut c, number)
                    && let Some(Node::Block(arms, _)) = list.get_mut(k)
                    && a < arms.len()
                {
                    arms.remove(a);
                    changed |= attempt(best, c, left, still);
                }
            }
            length = nth_list(best, number).map_or(0, |l| l.len());
            k += 1;
        }
        number += 1;
    }
    changed
}

/// The expression with this number in the order of the text.
fn expression_mut<'a>(parts: &'a mut [Part], number: &mut usize) -> Option<&'a mut X> {
    for p in parts {
        if let Part::Expr(e) = p {
            if *number == 0 {
                return Some(e);
            }
            *number -= 1;
            if let Some(found) = expression_mut(&mut e.parts, number) {
                return Some(found);
            }
        }
    }
    None
}

fn expression_in<'a>(nodes: &'a mut [Node], number: &mut usize) -> Option<&'a mut X> {
    for n in nodes {
        match n {
            Node::Line(p) | Node::Fixed(p) => {
                if let Some(found) = expression_mut(p, number) {
                    return Some(found);
                }
            }
            Node::Block(arms, end) => {
                for (head, body) in arms {
                    if let Some(found) = expression_mut(head, number) {
                        return Some(found);
                    }
                    if let Some(found) = expression_in(body, number) {
                        return Some(found);
                    }
                }
                if let Some(found) = expression_mut(end, number) {
                    return Some(found);
                }
            }
        }
    }
    None
}

fn nth_expression(sheet: &mut Sheet, number: usize) -> Option<&mut X> {
    let mut n = number;
    expression_in(&mut sheet.nodes, &mut n)
}

fn below(x: &X, sort: Sort, out: &mut Vec<X>) {
    for p in &x.parts {
        if let Part::Expr(e) = p {
            if e.sort == sort {
                out.push(e.clone());
            }
            below(e, sort, out);
        }
    }
}

fn expressions(best: &mut Sheet, left: &mut usize, still: Still) -> bool {
    let mut changed = false;
    let mut number = 0;
    while let Some(e) = nth_expression(best, number) {
        let e = e.clone();
        let mut candidates = Vec::new();
        // What has no expression in it is small enough.
        if e.parts.iter().any(|p| matches!(p, Part::Expr(_))) {
            if e.sort == (Base::Real, Shape::One) {
                candidates.push(x!(e.sort; best.language.number()));
            }
            below(&e, e.sort, &mut candidates);
        }
        for c in candidates {
            let mut sheet = best.clone();
            if let Some(place) = nth_expression(&mut sheet, number) {
                *place = c;
            }
            if attempt(best, sheet, left, still) {
                changed = true;
                break;
            }
        }
        if *left == 0 {
            return changed;
        }
        number += 1;
    }
    changed
}
