//! Names that no declaration in sight gives a meaning, and that need none as long as nothing with a derivative is computed from them: what a module that is
//! not at hand may bring, and what the declarations of a module mention.

use il::{Diagnostic, Span, Storage, Symbol, SymbolId, SymbolKind, Type, Variable};

use super::context::Lower;

impl Lower<'_, '_> {
    /// A symbol for such a name, which is said once per unit. `None`: the name must have a declaration here.
    pub fn guessed(&mut self, name: &str, span: Span) -> Option<SymbolId> {
        let library = self.library_of(name).map(str::to_string);
        if !self.implicit_none() && library.is_none() {
            return None;
        }
        let module = library.or_else(|| self.scopes_around().find_map(|s| self.open.get(&s).cloned()));
        if module.is_none() && (!self.is_module_scope(self.scope) || self.lacks_declarations()) {
            return None;
        }
        let key = name.to_ascii_lowercase();
        if self.reported.insert((self.unit_scope(self.scope), key.clone())) {
            let near = self.nearest(name);
            self.say(said(name, span, module.as_deref(), near));
        }
        let named = (module.unwrap_or_default().to_ascii_lowercase(), key);
        if let Some(known) = self.guesses.get(&named) {
            return Some(*known);
        }
        let mut unknown = Variable::new(Type::Opaque(String::new()), Storage::Global);
        // Nobody says that it is there.
        unknown.implicit = true;
        let kind = SymbolKind::Variable(unknown);
        let symbol =
            self.program.add_symbol(Symbol { name: name.to_string(), scope: self.intrinsic_scope, span, kind });
        self.guesses.insert(named, symbol);
        Some(symbol)
    }
}

/// RT0202, as a warning.
fn said(name: &str, span: Span, module: Option<&str>, near: Option<String>) -> Diagnostic {
    let what = match module {
        Some(module) => {
            let what = if module.contains('.') { "" } else { "module " };
            format!("'{name}' has no declaration here: it is taken to be of {what}'{module}', which no file defines")
        }
        None => format!("'{name}' has no declaration and IMPLICIT NONE is in force"),
    };
    let d = Diagnostic::warning("RT0202", span, what);
    let d = match near {
        Some(near) => d.note(format!("did you mean '{near}'?")),
        None => d,
    };
    d.note("the output has the name as it is; no value with a derivative may be computed from it")
}
