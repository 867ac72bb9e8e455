//! Fixed form: declarations of so many names that their statement would have more than nineteen continuation lines, all that FORTRAN 77 has (3.3), are
//! several statements. What is declared is the same: lists of one COMMON block and of SAVE go on from statement to statement.

use il::{Decl, DeclKind, SymbolId};

use super::Context;

/// How many characters of names and extents one statement has: those of twenty lines, with room for its first words and for the ends of lines.
const ROOM: usize = 1000;
/// About what an extent takes.
const EXTENT: usize = 8;

/// The statements for a declaration that is too long for one.
pub(super) fn pieces(cx: &Context, d: &Decl) -> Option<Vec<Decl>> {
    let width = |s: &SymbolId| {
        let rank = cx.program.symbol_type(*s).map_or(0, il::Type::rank);
        cx.name(*s).len() + 2 + EXTENT * rank
    };
    let kinds: Vec<DeclKind> = match &d.kind {
        DeclKind::Variables { spelling, attrs, colons, entities } => chunks(entities, &|e| width(&e.symbol))
            .map(|entities| DeclKind::Variables {
                spelling: spelling.clone(),
                attrs: attrs.clone(),
                colons: *colons,
                entities,
            })
            .collect(),
        DeclKind::Common { block, members } => chunks(members, &|m| width(&m.symbol))
            .map(|members| DeclKind::Common { block: block.clone(), members })
            .collect(),
        DeclKind::Dimension(symbols) => chunks(symbols, &width).map(DeclKind::Dimension).collect(),
        DeclKind::External(symbols) => chunks(symbols, &width).map(DeclKind::External).collect(),
        DeclKind::Intrinsic(symbols) => chunks(symbols, &width).map(DeclKind::Intrinsic).collect(),
        DeclKind::Save { symbols, blocks } if blocks.is_empty() && !symbols.is_empty() => {
            chunks(symbols, &width).map(|symbols| DeclKind::Save { symbols, blocks: Vec::new() }).collect()
        }
        _ => return None,
    };
    let first = |k: usize, kind: DeclKind| match k {
        0 => Decl { kind, ..d.clone() },
        _ => Decl::from(kind),
    };
    (kinds.len() > 1).then(|| kinds.into_iter().enumerate().map(|(k, kind)| first(k, kind)).collect())
}

fn chunks<'a, T: Clone>(list: &'a [T], width: &'a dyn Fn(&T) -> usize) -> impl Iterator<Item = Vec<T>> + 'a {
    let mut rest = list;
    std::iter::from_fn(move || {
        let mut taken = 0;
        let fits = |item: &&T| {
            taken += width(item);
            taken <= ROOM
        };
        let count = rest.iter().take_while(fits).count().max(1).min(rest.len());
        let (own, others) = rest.split_at(count);
        rest = others;
        (!own.is_empty()).then(|| own.to_vec())
    })
}
