//! `DIFFSIZES`: where `nbdirsmax`, the greatest number of directions, comes from (`conventions.md` §9).
//!
//! The user owns it. When there is none where the output goes, nor among the inputs, a first one is written beside the output, so that this
//! compiles as it is.

use std::path::{Path, PathBuf};

use diff::Output;
use il::{Diagnostic, Program, SourceForm, Span};

use crate::args::Options;
use crate::output::Text;
use crate::place;

/// The number in the user's module `DIFFSIZES`, when that is among the inputs.
pub fn given(program: &Program) -> Option<i64> {
    let module = program.lookup_here(program.global, "diffsizes")?;
    let il::SymbolKind::Module(Some(unit)) = program.symbols[module].kind else { return None };
    let symbol = program.lookup_here(program.units[unit].scope, "nbdirsmax")?;
    il::fold::integer(program, &il::Expr::var(symbol))
}

/// The files that the output needs and that are not there.
pub fn missing(options: &Options, program: &Program, output: &Output, diagnostics: &mut Vec<Diagnostic>) -> Vec<Text> {
    let forms: Vec<SourceForm> = output.files.iter().map(|f| f.form).collect();
    let has = |form: SourceForm| forms.contains(&form);
    let n = diff::Directions::default().most;
    let mut out = Vec::new();
    if has(SourceForm::Free) && program.lookup_here(program.global, "diffsizes").is_none() {
        out.push(Text {
            name: "diffsizes.f90".into(),
            content: format!(
                "! The greatest number of directions of multi-directional derivatives: change it as you need.\n\
                 module diffsizes\n  implicit none\n  integer, parameter :: nbdirsmax = {n}\nend module diffsizes\n"
            ),
        });
    }
    let fixed = format!(
        "C The greatest number of directions of multi-directional derivatives: change it as you need.\n      \
         INTEGER NBDIRSMAX\n      PARAMETER (NBDIRSMAX = {n})\n"
    );
    let c = format!(
        "/* The greatest number of directions of multi-directional derivatives: change it as you need. */\n\
         #ifndef NBDirsMax\n#define NBDirsMax {n}\n#endif\n"
    );
    match (has(SourceForm::Fixed), has(SourceForm::C)) {
        (true, true) => diagnostics.push(
            Diagnostic::warning(
                "RT0315",
                Span::NONE,
                "fixed-form Fortran and C both include `DIFFSIZES.inc`, which cannot be both",
            )
            .note("differentiate them in two directories, or give -nbdirsmax N"),
        ),
        (true, false) => out.push(Text { name: "DIFFSIZES.inc".into(), content: fixed }),
        (false, true) => out.push(Text { name: "DIFFSIZES.inc".into(), content: c }),
        (false, false) => {}
    }
    out.retain(|t| there(options, &t.name).is_none());
    for t in &out {
        let message = format!("(AD10) `{}` is written with room for {n} directions", t.name);
        diagnostics.push(Diagnostic::info("RT0316", Span::NONE, message).note("an existing one is used as it is"));
    }
    out
}

/// The file of that name that an output would find: along `-I`, beside it or beside an input.
fn there(options: &Options, name: &str) -> Option<PathBuf> {
    let mut places: Vec<PathBuf> = options.include.clone();
    places.push(place::directory(options));
    places.extend(options.files.iter().filter_map(|f| f.parent().map(Path::to_path_buf)));
    places.into_iter().map(|p| p.join(name)).find(|p| p.exists())
}

/// The files of these names that are there: outputs for several directions depend on them.
pub fn files(options: &Options) -> Vec<PathBuf> {
    if !options.vector || options.nbdirsmax.is_some() {
        return Vec::new();
    }
    ["DIFFSIZES.inc", "diffsizes.f90"].iter().filter_map(|name| there(options, name)).collect()
}
