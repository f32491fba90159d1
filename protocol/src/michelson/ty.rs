//! Types of Michelson, as constants.

use core::fmt;

use alloc::format;

use crate::micheline::{Children, Micheline, MichelineBuilder, MichelineRef, Prim};

/// A type of Michelson: a constant of each Rust type of this module.
///
/// `Display` prints the concrete syntax, with the names of fields and cases as annotations.
///
/// ```
/// use tezos_protocols::michelson::{Bytes, Int, Maybe, Michelson, Or, Pair, Unit};
/// type Call = Or<Pair<Int, Bytes>, Maybe<Unit>>;
/// assert_eq!(Call::TYPE.to_string(), "or (pair int bytes) (option unit)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Type {
    prim: Prim,
    args: &'static [Arg],
}

/// An argument of a type, such as the first component of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arg {
    name: &'static str,
    ty: &'static Type,
}

impl Arg {
    /// Creates an argument without a name.
    #[must_use]
    pub const fn new(ty: &'static Type) -> Self {
        Self::named("", ty)
    }

    /// Creates an argument with the name of a field or a case, which becomes the annotation `%name`. The empty name stands for none.
    #[must_use]
    pub const fn named(name: &'static str, ty: &'static Type) -> Self {
        Self { name, ty }
    }
}

impl Type {
    /// Creates a type, such as `Type::new(Prim::list, &[Arg::new(&NAT)])`.
    #[must_use]
    pub const fn new(prim: Prim, args: &'static [Arg]) -> Self {
        Self { prim, args }
    }

    /// Returns the type as an expression, with annotations.
    #[must_use]
    pub fn to_micheline(&self) -> Micheline {
        Micheline::leaf(|builder| self.build("", builder))
    }

    fn build(&self, name: &str, builder: &mut MichelineBuilder) {
        builder.open(self.prim);
        self.args.iter().for_each(|arg| arg.ty.build(arg.name, builder));
        builder.close(if name.is_empty() { name.into() } else { format!("%{name}") });
    }

    /// Returns the type as an expression without annotations, `pair a (pair b c)` as `pair a b c`: as protocols print types.
    pub(super) fn folded(&self) -> Micheline {
        Micheline::leaf(|builder| self.build_folded(builder))
    }

    fn build_folded(&self, builder: &mut MichelineBuilder) {
        builder.open(self.prim);
        let (mut ty, mut args) = (self, self.args);
        while let Some((Arg { ty: last, .. }, first)) = args.split_last() {
            first.iter().for_each(|arg| arg.ty.build_folded(builder));
            let is_comb = ty.prim == Prim::pair && last.prim == Prim::pair;
            if !is_comb {
                last.build_folded(builder);
                break;
            }
            (ty, args) = (last, last.args);
        }
        builder.close("");
    }

    /// Returns true if `expr` is this type. Annotations are ignored, and `pair a b c` equals `pair a (pair b c)`.
    #[must_use]
    pub fn matches(&self, expr: MichelineRef<'_>) -> bool {
        expr.prim() == Some(self.prim) && self.takes(expr.children())
    }

    /// Returns true if `types` are the arguments of this type.
    fn takes(&self, mut types: Children<'_>) -> bool {
        let Some((last, args)) = self.args.split_last() else { return types.next().is_none() };
        if !args.iter().all(|arg| types.next().is_some_and(|ty| arg.ty.matches(ty))) {
            return false;
        }
        match types.take(2).count() {
            0 => false,
            1 => types.next().is_some_and(|ty| last.ty.matches(ty)),
            // The rest of a right comb.
            _ => self.prim == Prim::pair && last.ty.prim == Prim::pair && last.ty.takes(types),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_micheline(), f)
    }
}
