//! The INTENT of dummies: INTENT(OUT) becomes INTENT(INOUT) where the value that they bring matters, or goes where an interface has none.

use il::decl::DeclKind;
use il::{Attr, Decl, Intent, Program, SymbolId, SymbolKind, UnitId};

/// Makes those `dummies` of `unit` that are INTENT(OUT) INTENT(INOUT).
pub(crate) fn out_to_inout(p: &mut Program, unit: UnitId, dummies: &[SymbolId]) {
    change(p, unit, dummies, Intent::Out, Some(Intent::InOut));
}

/// Changes the intent of those `dummies` of `unit` that have the intent `from`, in the symbols and in the declarations.
pub(crate) fn change(p: &mut Program, unit: UnitId, dummies: &[SymbolId], from: Intent, to: Option<Intent>) {
    let (old, new) = (Attr::Intent(from), to.map(Attr::Intent));
    for &s in dummies {
        if let SymbolKind::Variable(v) = &mut p.symbols[s].kind {
            v.intent = to;
        }
    }
    let mut decls = Vec::new();
    for mut decl in std::mem::take(&mut p.units[unit].decls) {
        let mut own = None;
        match &mut decl.kind {
            DeclKind::Variables { spelling, attrs, colons, entities } if attrs.contains(&old) => {
                let (moved, kept): (Vec<_>, Vec<_>) =
                    std::mem::take(entities).into_iter().partition(|e| dummies.contains(&e.symbol));
                *entities = kept;
                let changed = |a: &Attr| if *a == old { new.clone() } else { Some(a.clone()) };
                if !moved.is_empty() {
                    own = Some(DeclKind::Variables {
                        spelling: spelling.clone(),
                        attrs: attrs.iter().filter_map(changed).collect(),
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
            DeclKind::Attribute { attr, symbols } if *attr == old => {
                let (moved, kept): (Vec<_>, Vec<_>) =
                    std::mem::take(symbols).into_iter().partition(|e| dummies.contains(&e.symbol));
                *symbols = kept;
                own =
                    new.clone().filter(|_| !moved.is_empty()).map(|attr| DeclKind::Attribute { attr, symbols: moved });
                if symbols.is_empty() {
                    decls.extend(own.map(Decl::from));
                    continue;
                }
            }
            _ => {}
        }
        decls.push(decl);
        decls.extend(own.map(Decl::from));
    }
    p.units[unit].decls = decls;
}
