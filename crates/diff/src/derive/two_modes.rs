//! Tangent and adjoint in one output (`-d -b`): one copy of each module, with both derivatives of its variables; types of derivatives are shared.
//!
//! A world is in one mode at a time. What depends on the mode is its request (name patterns) and the derivatives of globals; both are exchanged
//! while tangents are made, and both are looked at where modules and C files are written.

use std::collections::BTreeMap;

use il::{Decl, DeclKind, SymbolId};

use super::{Maps, World};
use crate::request::Request;

/// What is different in tangent mode.
pub(super) struct TangentMode<'a> {
    pub(super) request: &'a Request,
    /// Globals → their tangents.
    pub(super) derivatives: BTreeMap<SymbolId, SymbolId>,
}

impl<'a> World<'a> {
    /// Makes the tangents of globals, beside their adjoints.
    pub fn prepare_tangent(&mut self, request: &'a Request) {
        self.tangent = Some(TangentMode { request, derivatives: BTreeMap::new() });
        self.in_tangent_mode(|world| world.name_globals());
    }

    /// Does `work` in tangent mode; nothing when there is none.
    pub fn in_tangent_mode(&mut self, work: impl FnOnce(&mut Self)) {
        if self.tangent.is_none() {
            return;
        }
        self.exchange();
        work(self);
        self.exchange();
    }

    fn exchange(&mut self) {
        if let Some(t) = &mut self.tangent {
            std::mem::swap(&mut self.request, &mut t.request);
            std::mem::swap(&mut self.globals.derivatives, &mut t.derivatives);
        }
    }

    /// The derivatives of a global: its tangent, its adjoint.
    pub(super) fn derivatives_of(&self, original: SymbolId) -> Vec<SymbolId> {
        let tangent = self.tangent.as_ref().and_then(|t| t.derivatives.get(&original)).copied();
        tangent.into_iter().chain(self.globals.derivative(original)).collect()
    }

    /// All globals with derivatives, tangents first.
    pub(super) fn all_global_derivatives(&self) -> Vec<(SymbolId, SymbolId)> {
        let tangents = self.tangent.iter().flat_map(|t| &t.derivatives);
        tangents.chain(&self.globals.derivatives).map(|(old, new)| (*old, *new)).collect()
    }

    /// What stands after a module's or file's declaration for the derivatives of what it declares, in all modes.
    pub(super) fn mirror_in_all_modes(&mut self, decl: &Decl, maps: &Maps) -> Vec<Decl> {
        let mut out = Vec::new();
        // Types are shared.
        if !matches!(decl.kind, DeclKind::Record(_)) {
            self.in_tangent_mode(|world| {
                let maps = Maps { derivatives: world.globals.derivatives.clone(), ..maps.clone() };
                out = world.mirror(decl, &maps);
            });
        }
        out.extend(self.mirror(decl, maps));
        out
    }
}
