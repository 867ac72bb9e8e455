//! What Tapenade's command line has and this one does without, so that the lines of old Makefiles go on working (`conventions.md` §1). What has no
//! effect here is taken in silence; what people would miss is answered with a warning that says what to do instead.

use clap::Args;
use il::{Diagnostic, Span};

/// Languages as `-inputlanguage` and `-outputlanguage` name them.
const LANGUAGES: [&str; 6] = ["fortran", "fortran77", "fortran90", "fortran95", "fortran2003", "c"];

/// Options that are accepted for compatibility.
#[derive(Args, Debug, Clone, Default)]
pub struct Compatibility {
    /// What is known of intrinsics cannot be switched off.
    #[arg(long, hide = true)]
    pub nolib: bool,
    /// No pages are written, and no browser is started.
    #[arg(long, hide = true)]
    pub html: bool,
    /// There is no process of a parser to send paths to.
    #[arg(long, hide = true, value_name = "CHARACTER", allow_hyphen_values = true)]
    pub parserfileseparator: Option<String>,
    /// Nothing is traced.
    #[arg(long, hide = true, value_name = "N")]
    pub tracelevel: Option<u32>,
    /// There is one file of messages.
    #[arg(long, hide = true)]
    pub msginfile: bool,
    /// Extents come from the objects anyway.
    #[arg(long, alias = "noisize77", hide = true)]
    pub noisize: bool,
    /// Included declarations are written out anyway (decision 0010).
    #[arg(long, hide = true)]
    pub noinclude: bool,
    /// Pointers do not count bytes here (also -p4, -p8).
    #[arg(long, hide = true, value_name = "BYTES")]
    pub pointer_size: Option<u8>,
    /// The extension of each file says what it is.
    #[arg(long, hide = true, value_name = "LANGUAGE", value_parser = LANGUAGES, ignore_case = true)]
    pub inputlanguage: Option<String>,
    /// Derivatives are written in the language of what they are derivatives of.
    #[arg(long, hide = true, value_name = "LANGUAGE", value_parser = LANGUAGES, ignore_case = true)]
    pub outputlanguage: Option<String>,
    /// The rule of -MD always has targets without a rule for what it depends on.
    #[arg(long = "MP", hide = true)]
    pub phony: bool,
    /// Validation from outside: `check` does it.
    #[arg(long, hide = true)]
    pub context: bool,
    /// Validation from inside, tangent.
    #[arg(long = "debugTGT", hide = true)]
    pub debug_tangent: bool,
    /// Validation from inside, adjoint.
    #[arg(long = "debugADJ", hide = true)]
    pub debug_adjoint: bool,
    /// How near a switch is.
    #[arg(long = "directValid", hide = true)]
    pub direct_valid: bool,
    /// Profiles of adjoints.
    #[arg(long, hide = true)]
    pub profile: bool,
}

impl Compatibility {
    /// What is to be said of options that do nothing here and whose users expect something: RT0508.
    pub fn remarks(&self) -> Vec<Diagnostic> {
        let verify = "`rtapenade check` compares tangents with differences and adjoints with tangents; it needs no code of yours around the head";
        let missing = [
            (
                self.html,
                "-html",
                "no pages are written",
                "`-dump plan` and `-dump activity` show what is decided, `--message-format json` says messages to editors",
            ),
            (self.context, "-context", "programs that call the head are not transformed", verify),
            (self.debug_tangent, "-debugTGT", "derivatives have no calls for debugging", verify),
            (self.debug_adjoint, "-debugADJ", "derivatives have no calls for debugging", verify),
            (
                self.direct_valid,
                "-directValid",
                "how near the next switch of a branch is, is not computed",
                "differences over a sweep of steps show kinks: `rtapenade check`",
            ),
            (
                self.profile,
                "-profile",
                "adjoints have no calls for profiling",
                "`-dump plan` says what is saved and why, `rtapenade check --time` what it costs",
            ),
        ];
        let said = |(_, option, what, instead): (bool, &str, &str, &str)| {
            Diagnostic::warning("RT0508", Span::NONE, format!("{option}: {what}")).note(instead)
        };
        missing.into_iter().filter(|m| m.0).map(said).collect()
    }
}
