//! The second tale: the cases of a union are checked once, or at every use.
//!
//! A union is wrong if two of its cases have the same tag. The derive of this project refuses such a type when it is compiled, so that
//! readers and writers need not check it. A library that builds its encodings at run time has to check them then: data-encoding 0.2 did
//! so each time that a recursive encoding was unrolled, for every node of a tree. [`check_cases`] is that check; two of the four types here
//! run it as a guard.

use core::{fmt, hint::black_box};

use tezos_encoding::{
    BinWriter, Decode, Encode, HasEncoding, NomReader, Tagged,
    schema::{Case, CaseKind},
};

/// Checks that the cases of a union have different tags: each is compared with all before it, as in the reference.
///
/// # Errors
/// [`SameTag`] with the first tag that is used twice.
pub fn check_cases(cases: &[Case]) -> Result<(), SameTag> {
    for (index, case) in cases.iter().enumerate() {
        let mut before = cases.iter().take(index);
        if !matches!(case.kind, CaseKind::JsonOnly) && before.any(|other| other.tag == case.tag) {
            return Err(SameTag(case.tag));
        }
    }
    Ok(())
}

/// The error for two cases of a union with the same tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SameTag(pub u32);

impl fmt::Display for SameTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "two cases have the tag {}", self.0)
    }
}

impl core::error::Error for SameTag {}

/// Checks the cases of a value's type. `black_box` keeps the compiler from evaluating the check in advance.
fn at_every_use<T: Tagged>(_: &T) -> Result<(), SameTag> {
    check_cases(black_box(T::CASES))
}

/// A binary tree, whose union may have other cases.
pub trait Tree: PartialEq + Sized {
    /// Returns its bytes; `None` after an error.
    fn write(&self) -> Option<Vec<u8>>;
    /// Reads a tree that takes all of the bytes; `None` after an error.
    fn read(bytes: &[u8]) -> Option<Self>;
    /// Returns a leaf with a number.
    fn leaf(number: i32) -> Self;
    /// Returns a node of two trees.
    fn node(left: Self, right: Self) -> Self;

    /// Returns a full tree with `levels` levels above its leaves, which are numbered from `first`.
    #[must_use]
    fn full(levels: u32, first: i32) -> Self {
        match levels.checked_sub(1) {
            None => Self::leaf(first),
            Some(below) => {
                let right = first.saturating_add(1_i32.checked_shl(below).unwrap_or_default());
                Self::node(Self::full(below, first), Self::full(below, right))
            }
        }
    }
}

macro_rules! tree {
    ($(#[$doc:meta])* $name:ident [$($item:tt)*] $($case:ident)*) => {
        #[derive(HasEncoding, NomReader, BinWriter, Debug, Clone, PartialEq, Eq)]
        #[encoding(mu, json(first_match) $($item)*)]
        #[expect(missing_docs, reason = "the cases after the first two only make the union larger")]
        $(#[$doc])*
        pub enum $name {
            Leaf(i32),
            Node(Box<$name>, Box<$name>),
            $($case(u8),)*
        }

        impl Tree for $name {
            fn write(&self) -> Option<Vec<u8>> {
                self.to_bytes().ok()
            }

            fn read(bytes: &[u8]) -> Option<Self> {
                Self::from_bytes(bytes).ok()
            }

            fn leaf(number: i32) -> Self {
                Self::Leaf(number)
            }

            fn node(left: Self, right: Self) -> Self {
                Self::Node(Box::new(left), Box::new(right))
            }
        }
    };
}

macro_rules! sixty {
    ($(#[$doc:meta])* $name:ident [$($item:tt)*]) => {
        tree! {
            $(#[$doc])* $name [$($item)*]
            C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13 C14 C15 C16 C17 C18 C19 C20 C21 C22 C23 C24 C25 C26 C27 C28 C29 C30 C31
            C32 C33 C34 C35 C36 C37 C38 C39 C40 C41 C42 C43 C44 C45 C46 C47 C48 C49 C50 C51 C52 C53 C54 C55 C56 C57 C58 C59
        }
    };
}

tree! {
    /// Two cases, checked by the compiler.
    Two []
}
tree! {
    /// Two cases, also checked at every use.
    TwoEveryUse [, guard = "at_every_use"]
}
sixty! {
    /// Sixty cases, checked by the compiler.
    Sixty []
}
sixty! {
    /// Sixty cases, also checked at every use.
    SixtyEveryUse [, guard = "at_every_use"]
}
