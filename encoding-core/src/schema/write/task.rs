//! What a writer still has to do, and the unions whose case it guesses.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use crate::error::{ErrorKind, Segment};
use crate::prefix::Prefix;
use crate::schema::source::{Node, Parts};
use crate::schema::trouble::Trouble;
use crate::schema::{Case, CaseKind, Check, Encoding, Field, Part, PartField, SharedTag, Split, TagSize};

/// What is still to do, last first.
pub(super) enum Task<'s> {
    Value(&'static Encoding, Node<'s>),
    /// Write a value that the source leaves out.
    Absent(&'static Encoding),
    Fields(&'static [Field], usize, Node<'s>),
    Elements(&'static [&'static Encoding], usize, Parts<'s>),
    MergeParts(&'static [&'static Encoding], usize, Node<'s>),
    Items(&'static Encoding, usize, Parts<'s>),
    Pairs(&'static Encoding, usize, Parts<'s>),
    Pair(&'static Encoding, usize, Cow<'s, [u8]>, Node<'s>),
    Leave,
    EndBlock(Prefix, usize),
    EndBounded(usize, usize),
    /// Write the size of the block that starts there.
    Suffix(Prefix, usize),
    EndSized {
        bytes: usize,
        start: usize,
        text: bool,
    },
    EndChecked(usize, Check),
    EndSplit(usize, &'static Split),
    EndMu,
    /// Check that the payload is one that its case is for.
    EndWhen(usize, fn(&[u8]) -> bool),
    /// Check that the tag of an unknown case is not that of a known one.
    EndOther(TagSize, &'static [Case], usize),
    Padding(usize),
    /// Parts that share a tag.
    Shared(Shared<'s>),
    /// The innermost attempt, where it fits.
    Try,
}

/// Where the bits of a part go.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Bytes written before the tag.
    pub(super) at: usize,
    /// Bytes of the tag.
    pub(super) bytes: usize,
    /// Bits of the tag below those of the part.
    pub(super) shift: u32,
}

impl Place {
    pub(super) fn new(at: usize, tag: SharedTag) -> Self {
        Self { at, bytes: tag.bytes(), shift: 0 }
    }

    pub(super) fn above(self, bits: u32) -> Self {
        Self { shift: self.shift.saturating_add(bits), ..self }
    }
}

/// Parts still to write.
pub(super) enum Shared<'s> {
    Part(&'static Part, Node<'s>, Place),
    Fields(&'static [PartField], usize, Node<'s>, Place),
    Elements(&'static [&'static Part], usize, Parts<'s>, Place),
}

/// Cases that are tried in turn.
#[derive(Clone, Copy)]
pub(super) enum Tried {
    /// Those of a union.
    Union(TagSize, &'static [Case]),
    /// Those of a part of a compact encoding: where its bits go, and the tag before the first case.
    Part(&'static Part, Place, u32),
}

impl Tried {
    /// How many cases there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Union(_, cases) => cases.len(),
            Self::Part(part, ..) => part.cases(),
        }
    }

    /// Whether a case is nothing at all.
    pub(super) fn is_nothing(&self, index: usize) -> bool {
        match self {
            Self::Union(_, cases) => cases.get(index).is_some_and(|case| matches!(case.payload, Encoding::Null)),
            Self::Part(part, ..) => matches!(part, Part::Option(_)) && index == 1,
        }
    }

    /// The first case from one on that may be written.
    pub(super) fn next(&self, from: usize) -> Option<usize> {
        let written = |index: &usize| match self {
            Self::Union(_, cases) => cases.get(*index).is_some_and(|case| !matches!(case.kind, CaseKind::JsonOnly)),
            Self::Part(..) => true,
        };
        (from..self.len()).find(written)
    }
}

/// A union whose case is a guess.
pub(super) struct Attempt<'s> {
    pub(super) cases: Tried,
    /// The case to try next.
    pub(super) index: usize,
    pub(super) node: Node<'s>,
    /// What was there before the first.
    pub(super) written: usize,
    pub(super) entered: usize,
    pub(super) depth: u32,
    pub(super) objects: usize,
    /// Steps that were none in vain, before the case that is tried.
    pub(super) useful: usize,
    /// The refusal of the case that got furthest.
    pub(super) furthest: Option<Refusal>,
}

/// Why a case did not fit.
pub(super) struct Refusal {
    /// How far: the fields that were entered; of two cases, the one that has such a value gets further than one that has not.
    pub(super) rank: usize,
    pub(super) trail: Vec<Segment>,
    pub(super) trouble: Trouble,
}

impl<'s> Attempt<'s> {
    /// Takes note of why the case before did not fit, with the path to where that was.
    pub(super) fn refused(&mut self, trouble: Trouble, trail: &[Segment]) {
        let inside = trail.get(self.entered..).unwrap_or_default();
        let fields = inside.iter().filter(|segment| !matches!(segment, Segment::Case(_))).count().saturating_mul(2);
        let rank = match trouble.kind() {
            // What is not `null` is no absent value: that says nothing of what it should be.
            _ if self.cases.is_nothing(self.index.saturating_sub(1)) => 0,
            ErrorKind::WrongValue { .. }
            | ErrorKind::UnexpectedField { .. }
            | ErrorKind::MissingField
            | ErrorKind::NoCaseMatched => fields,
            // All of the case was read.
            _ if inside.is_empty() => usize::MAX,
            _ => fields.saturating_add(1),
        };
        match &mut self.furthest {
            Some(furthest) if furthest.rank > rank => {}
            Some(furthest) if furthest.rank == rank => {
                furthest.trail.clear();
                furthest.trouble = self.node.refuse(ErrorKind::NoCaseMatched);
            }
            furthest => *furthest = Some(Refusal { rank, trail: inside.to_vec(), trouble }),
        }
    }
}
