//! The words that begin statements, types and headers.

use super::Outer;
use crate::ast::{IoKind, StopKind};
use crate::tokens::{AttrWord, Class, PrefixWord, TypeWord};

/// Statement keywords. A blank in the phrase may be left out. The longest match counts.
#[rustfmt::skip]
pub(super) const KEYWORDS: &[(&str, Keyword)] = {
    use Class as C;
    use Keyword::*;
    &[
        ("abstract interface", Plain(C::Interface(true))),
        ("allocatable", Plain(C::Attr(AttrWord::Allocatable))),
        ("allocate", InnerType(C::Allocate)),
        ("assign", AssignLabel),
        ("associate", Plain(C::Associate)),
        ("asynchronous", Plain(C::Attr(AttrWord::Asynchronous))),
        ("backspace", Io(IoKind::Backspace)),
        ("bind", Plain(C::Bind)),
        ("block", Plain(C::Block)),
        ("block data", Plain(C::BlockData)),
        ("byte", Type),
        ("call", Plain(C::Call)),
        ("case", Plain(C::Case)),
        ("case default", Plain(C::CaseDefault)),
        ("character", Type),
        ("class", Type),
        ("class default", Plain(C::ClassDefault)),
        ("class is", Plain(C::ClassIs)),
        ("close", Io(IoKind::Close)),
        ("codimension", Plain(C::Attr(AttrWord::Codimension))),
        ("common", Plain(C::Common)),
        ("complex", Type),
        ("contains", Plain(C::Contains)),
        ("contiguous", Plain(C::Attr(AttrWord::Contiguous))),
        ("continue", Plain(C::Continue)),
        ("critical", Plain(C::Critical)),
        ("cycle", Plain(C::Cycle)),
        ("data", Plain(C::Data)),
        ("deallocate", Plain(C::Deallocate)),
        ("dimension", Plain(C::Attr(AttrWord::Dimension))),
        ("do", Do),
        ("double complex", Type),
        ("double precision", Type),
        ("else", Plain(C::Else)),
        ("else if", If),
        ("else where", Plain(C::ElseWhere)),
        ("end", End),
        ("end file", Io(IoKind::EndFile)),
        ("entry", Plain(C::Entry)),
        ("enum", Plain(C::Enum)),
        ("enumerator", Plain(C::Enumerator)),
        ("equivalence", Plain(C::Equivalence)),
        ("error stop", Plain(C::Stop(StopKind::ErrorStop))),
        ("exit", Plain(C::Exit)),
        ("external", Plain(C::Attr(AttrWord::External))),
        ("final", Plain(C::Final)),
        ("flush", Io(IoKind::Flush)),
        ("forall", Nested(Outer::Forall)),
        ("format", Format),
        ("generic", Generics(C::Generic)),
        ("go to", Plain(C::Goto)),
        ("if", If),
        ("implicit", Implicit),
        ("import", Only(C::Import)),
        ("inquire", Io(IoKind::Inquire)),
        ("integer", Type),
        ("intent", Plain(C::Intent)),
        ("interface", Generics(C::Interface(false))),
        ("intrinsic", Plain(C::Attr(AttrWord::Intrinsic))),
        ("logical", Type),
        ("module", Plain(C::Module)),
        ("module procedure", Plain(C::ModuleProcedure)),
        ("namelist", Plain(C::Namelist)),
        ("nullify", Plain(C::Nullify)),
        ("open", Io(IoKind::Open)),
        ("optional", Plain(C::Attr(AttrWord::Optional))),
        ("parameter", Plain(C::Parameter)),
        ("pause", Plain(C::Stop(StopKind::Pause))),
        ("pointer", Plain(C::Attr(AttrWord::Pointer))),
        ("print", Io(IoKind::Print)),
        ("private", Generics(C::Access(true))),
        ("procedure", Plain(C::Procedure)),
        ("program", Plain(C::Program)),
        ("protected", Plain(C::Attr(AttrWord::Protected))),
        ("public", Generics(C::Access(false))),
        ("rank", Plain(C::Rank)),
        ("rank default", Plain(C::RankDefault)),
        ("read", Io(IoKind::Read)),
        ("real", Type),
        ("return", Plain(C::Return)),
        ("rewind", Io(IoKind::Rewind)),
        ("save", Plain(C::Save)),
        ("select case", Plain(C::SelectCase)),
        ("select rank", Plain(C::SelectType(true))),
        ("select type", Plain(C::SelectType(false))),
        ("sequence", Plain(C::Sequence)),
        ("stop", Plain(C::Stop(StopKind::Stop))),
        ("submodule", Plain(C::Submodule)),
        ("target", Plain(C::Attr(AttrWord::Target))),
        ("type", Type),
        ("type is", Plain(C::TypeIs)),
        ("use", Only(C::Use)),
        ("value", Plain(C::Attr(AttrWord::Value))),
        ("volatile", Plain(C::Attr(AttrWord::Volatile))),
        ("wait", Io(IoKind::Wait)),
        ("where", Nested(Outer::Where)),
        ("write", Io(IoKind::Write)),
    ]
};

/// What has to be looked for after a keyword.
#[derive(Clone, Copy)]
pub(super) enum Keyword {
    /// Nothing.
    Plain(Class),
    /// Generic specifications.
    Generics(Class),
    /// `ONLY :` and generic specifications.
    Only(Class),
    /// `type ::` inside parentheses.
    InnerType(Class),
    /// List or parenthesised control.
    Io(IoKind),
    /// A type declaration or definition.
    Type,
    AssignLabel,
    Do,
    End,
    Format,
    /// IF and ELSE IF.
    If,
    Implicit,
    Nested(Outer),
}

/// Type names.
pub(super) const TYPES: &[(&str, TypeWord)] = &[
    ("integer", TypeWord::Integer),
    ("real", TypeWord::Real),
    ("double precision", TypeWord::DoublePrecision),
    ("complex", TypeWord::Complex),
    ("double complex", TypeWord::DoubleComplex),
    ("logical", TypeWord::Logical),
    ("character", TypeWord::Character),
    ("byte", TypeWord::Byte),
    ("type", TypeWord::Type),
    ("class", TypeWord::Class),
];

/// The type that a name alone stands for (`real` in `[real :: 1, 2]`).
pub fn type_word(name: &str) -> Option<TypeWord> {
    TYPES.iter().find(|pair| pair.0.replace(' ', "").eq_ignore_ascii_case(name)).map(|pair| pair.1)
}

pub(super) const PREFIXES: &[(&str, PrefixWord)] = &[
    ("pure", PrefixWord::Pure),
    ("impure", PrefixWord::Impure),
    ("elemental", PrefixWord::Elemental),
    ("recursive", PrefixWord::Recursive),
    ("non_recursive", PrefixWord::NonRecursive),
    ("module", PrefixWord::Module),
];
