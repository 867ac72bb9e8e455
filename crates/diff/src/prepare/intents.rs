//! Dummies declared INTENT(OUT) become INTENT(INOUT) where the value that they bring matters.

use il::decl::DeclKind;
use il::{Attr, Decl, Intent, Program, SymbolId, SymbolKind, UnitId};

/// Changes the intent of `dummies` of `unit`, in the symbols and in the declarations.
pub(crate) fn out_to_inout(p: &mut Program, unit: UnitId, dummies: &[SymbolId]) {
    let (out, inout) = (Attr::Intent(Intent::Out), Attr::Intent(Intent::InOut));
    for &s in dummies {
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.intent = Some(Intent::InOut);
        }
    }
    let mut decls = Vec::new();
    for mut decl in std::mem::take(&mut p.units[unit].decls) {
        let mut own = None;
        match &mut decl.kind {
            DeclKind::Variables { spelling, attrs, colons, entities } if attrs.contains(&out) => {
                let (moved, kept): (Vec<_>, Vec<_>) =
                    std::mem::take(entities).into_iter().partition(|e| dummies.contains(&e.symbol));
                *entities = kept;
                let widened = |a: &Attr| if *a == out { inout.clone() } else { a.clone() };
                if !moved.is_empty() {
                    own = Some(DeclKind::Variables {
                        spelling: spelling.clone(),
                        attrs: attrs.iter().map(widened).collect(),
                        colons: *colons,
                        entities: moved,
                    });
                }
                if entities.is_empty()
                    && let Some(kind) = own.take()
                {
                    decl.kind = kind;
                }
            }
            DeclKind::Attribute { attr, symbols } if *attr == out => {
                let (moved, kept): (Vec<_>, Vec<_>) =
                    std::mem::take(symbols).into_iter().partition(|e| dummies.contains(&e.symbol));
                *symbols = kept;
                let kind = DeclKind::Attribute { attr: inout.clone(), symbols: moved.clone() };
                if symbols.is_empty() {
                    decl.kind = kind;
                } else if !moved.is_empty() {
                    own = Some(kind);
                }
            }
            _ => {}
        }
        decls.push(decl);
        decls.extend(own.map(Decl::from));
    }
    p.units[unit].decls = decls;
}
