//! The schemas of expressions: a common schema of all protocols, in which the names of primitives and the check of annotations have
//! revisions, and one schema for each protocol, whose definitions are named as in Octez.
//!
//! The bytes of an expression are a recursive union. Its JSON is that of a different recursive union, with a single case for all
//! applications. The whole expression is printed at once, or converted from the second to the first ([`super::json`]), not at every level.

use tezos_encoding::schema::{Case, Check, Class, Count, Encoding, Extent, Field, Mu, Scalar, Split, TagSize};
use tezos_encoding::wire::Prefix;
use tezos_encoding::{HasEncoding, Revision, Revisions};

use super::annotation::{SHORT, WELL_FORMED};
use super::node::MichelineRef;
use super::prim::{self, Prim};
use super::rules::Rules;
use super::{Micheline, json};
use crate::protocol::each_protocol;
use crate::row::ALPHA;

/// A number without a protocol, which stands for [`Rules::ANY`].
const ANY: u16 = u16::MAX - 1;

/// A number without a protocol, which stands for the common schema.
const ALL: u16 = u16::MAX;

/// The schema of the newest protocol.
const NEWEST: &Encoding = Expression::<ALPHA>::ENCODING;

/// The protocols whose primitives differ from those of their predecessor.
const CHANGES: [u16; 13] = [0, 2, 5, 8, 11, 12, 13, 14, 15, 16, 19, 23, 24];

/// The field of the primitive, for each revision.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const PRIMS: [Field; CHANGES.len()] = {
    let mut fields = [Field::req("prim", &Encoding::Empty); CHANGES.len()];
    let mut until = u16::MAX;
    let mut index = CHANGES.len();
    while let Some(before) = index.checked_sub(1) {
        index = before;
        let since = CHANGES[index];
        fields[index] = Field::req("prim", ENUMS[index]).during(Revisions::new(since, until));
        until = since.saturating_sub(1);
    }
    fields
};

/// The names of primitives, for each revision.
pub(super) const ENUMS: [&Encoding; CHANGES.len()] = [
    &Encoding::Enum(prim::names_in(CHANGES[0])),
    &Encoding::Enum(prim::names_in(CHANGES[1])),
    &Encoding::Enum(prim::names_in(CHANGES[2])),
    &Encoding::Enum(prim::names_in(CHANGES[3])),
    &Encoding::Enum(prim::names_in(CHANGES[4])),
    &Encoding::Enum(prim::names_in(CHANGES[5])),
    &Encoding::Enum(prim::names_in(CHANGES[6])),
    &Encoding::Enum(prim::names_in(CHANGES[7])),
    &Encoding::Enum(prim::names_in(CHANGES[8])),
    &Encoding::Enum(prim::names_in(CHANGES[9])),
    &Encoding::Enum(prim::names_in(CHANGES[10])),
    &Encoding::Enum(prim::names_in(CHANGES[11])),
    &Encoding::Enum(prim::names_in(CHANGES[12])),
];

/// The field of annotations, for each revision.
const ANNOTS: [Field; 2] = [
    Field::req("annots", &Encoding::Checked { inner: STRING, check: SHORT }).during(Revisions::new(0, 10)),
    Field::req("annots", &Encoding::Checked { inner: STRING, check: WELL_FORMED }).during(Revisions::new(11, u16::MAX)),
];

/// Returns the fields of an application in all protocols: the primitive, `args`, and annotations if `N` leaves entries for them.
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
const fn application<const N: usize>(args: &[Field]) -> [Field; N] {
    let mut fields = [ANNOTS[0]; N];
    let mut count = 0;
    let parts: [&[Field]; 3] = [&PRIMS, args, &ANNOTS];
    let mut part = 0;
    while part < parts.len() {
        let mut rest = parts[part];
        while let [field, others @ ..] = rest {
            if count < N {
                fields[count] = *field;
                count += 1;
            }
            rest = others;
        }
        part += 1;
    }
    fields
}

/// The number of fields of an application without arguments and annotations.
const BARE: usize = CHANGES.len();

/// Defines the functions with a row for each protocol.
macro_rules! protocols {
    (
        $($(#[$_doc:meta])* $name:ident $revision:literal $(number $_other:literal)? $(from $_level:literal)? $id:literal $($_hashes:literal)*;)+
    ) => {
        /// Returns the schema of a protocol; `None` stands for any protocol.
        const fn of(version: Option<u16>) -> &'static Encoding {
            match version {
                None => Expression::<ANY>::ENCODING,
                $(Some($revision) => Expression::<$revision>::ENCODING,)+
                Some(_) => NEWEST,
            }
        }

        /// The names of the expressions and of the primitives of a protocol.
        const fn names(version: u16) -> (&'static str, &'static str) {
            match version {
                $($revision => (
                    concat!("micheline.", $id, ".michelson_v1.expression"), concat!($id, ".michelson.v1.primitives"),
                ),)+
                ALL => ("michelson_v1.expression", "michelson.v1.primitives"),
                _ => ("micheline.any.expression", "any.primitives"),
            }
        }
    };
}

each_protocol!(protocols);

impl Rules {
    /// Returns the schema of the expressions that these rules accept.
    #[must_use]
    pub const fn encoding(&self) -> &'static Encoding {
        of(self.version)
    }
}

impl HasEncoding for Prim {
    const ENCODING: &'static Encoding = Expression::<ALPHA>::PRIM_ENCODING;
}

impl HasEncoding for Micheline {
    const ENCODING: &'static Encoding = Expression::<ALL>::ENCODING;
}

impl HasEncoding for MichelineRef<'_> {
    const ENCODING: &'static Encoding = Micheline::ENCODING;
}

/// A value in a block with a 4-byte size prefix.
const fn block(inner: &'static Encoding) -> Encoding {
    Encoding::Dynamic { prefix: Prefix::U30, inner }
}

/// Elements to the end of the block.
const fn list(item: &'static Encoding) -> Encoding {
    Encoding::List { item, count: Count::ToEnd { min: 0, max: None }, array: false }
}

const STRING: &Encoding = &block(&Encoding::Text { extent: Extent::Rest, utf8: false });
const BYTES: &Encoding = &block(&Encoding::Bytes(Extent::Rest));
const INT: &Encoding = &Encoding::Object(&[Field::req("int", &Encoding::Scalar(Scalar::Z))]);
const TEXT: &Encoding = &Encoding::Object(&[Field::req("string", STRING)]);
const RAW: &Encoding = &Encoding::Object(&[Field::req("bytes", BYTES)]);
const JSON_ANNOTS: &Encoding = &Encoding::Opt(&block(&list(STRING)));

/// Returns a recursive schema without a depth limit, because its readers and writers do not recurse.
const fn mu(version: u16, body: fn() -> &'static Encoding) -> Mu {
    Mu { name: names(version).0, class: Class::Dynamic, least: 2, depth: u32::MAX, body }
}

/// The schemas of a protocol.
struct Expression<const VERSION: u16>;

impl<const VERSION: u16> Expression<VERSION> {
    const ENCODING: &'static Encoding = &Encoding::Split(&Split {
        inner: Self::WIRE,
        json: Self::JSON,
        to_json: |input, out| json::to_json(input, Self::rules(input.revision()), out),
        from_json: |bytes, revision| json::from_json(bytes, Self::rules(revision)),
        is_checked: true,
        revision: None,
    });

    const WIRE: &'static Encoding = &Encoding::Mu(&mu(VERSION, Self::wire));
    const JSON: &'static Encoding = &Encoding::Mu(&mu(VERSION, Self::json));

    const PRIM_ENCODING: &'static Encoding = match VERSION {
        ANY => u8::ENCODING,
        _ => &Encoding::Def { id: names(VERSION).1, inner: &Encoding::Enum(prim::names_in(VERSION)) },
    };

    const PRIM: Field = Field::req("prim", Self::PRIM_ENCODING);
    const ARG: Field = Field::req("arg", Self::WIRE);
    const ARG1: Field = Field::req("arg1", Self::WIRE);
    const ARG2: Field = Field::req("arg2", Self::WIRE);
    const ARGS: Field = Field::req("args", Self::SEQUENCE);
    const CHECK: Check = if VERSION < 11 || VERSION == ANY { SHORT } else { WELL_FORMED };
    const CHECKED: &'static Encoding = &Encoding::Checked { inner: STRING, check: Self::CHECK };
    const ANNOTS: Field = Field::req("annots", Self::CHECKED);

    const SEQUENCE: &'static Encoding = &block(&list(Self::WIRE));
    const JSON_SEQUENCE: &'static Encoding = &block(&list(Self::JSON));
    const JSON_ARGS: &'static Encoding = &Encoding::Opt(Self::JSON_SEQUENCE);
    const JSON_FIELDS: [Field; 3] =
        [Self::PRIM, Field::req("args", Self::JSON_ARGS), Field::req("annots", JSON_ANNOTS)];
    const JSON_FIELDS_OF_ALL: [Field; BARE + 2] = {
        let mut fields = application::<{ BARE + 2 }>(&[]);
        fields[BARE] = Self::JSON_FIELDS[1];
        fields[BARE + 1] = Self::JSON_FIELDS[2];
        fields
    };
    const JSON_APPLICATION: &'static Encoding = if VERSION == ALL {
        &Encoding::Object(&Self::JSON_FIELDS_OF_ALL)
    } else {
        &Encoding::Object(&Self::JSON_FIELDS)
    };

    fn wire() -> &'static Encoding {
        const {
            &Encoding::Union {
                tag: TagSize::U8,
                cases: &[
                    Case::new(0, "Int", INT),
                    Case::new(1, "String", TEXT),
                    Case::new(2, "Sequence", Self::SEQUENCE),
                    Case::new(3, "Prim__no_args__no_annots", Self::application(0)),
                    Case::new(4, "Prim__no_args__some_annots", Self::application(1)),
                    Case::new(5, "Prim__1_arg__no_annots", Self::application(2)),
                    Case::new(6, "Prim__1_arg__some_annots", Self::application(3)),
                    Case::new(7, "Prim__2_args__no_annots", Self::application(4)),
                    Case::new(8, "Prim__2_args__some_annots", Self::application(5)),
                    Case::new(9, "Prim__generic", Self::application(6)),
                    Case::new(10, "Bytes", RAW),
                ],
                ignore_unknown: false,
            }
        }
    }

    const OF_ALL: [&'static Encoding; 7] = [
        &Encoding::Object(&const { application::<BARE>(&[]) }),
        &Encoding::Object(&const { application::<{ BARE + 2 }>(&[]) }),
        &Encoding::Object(&const { application::<{ BARE + 1 }>(&[Self::ARG]) }),
        &Encoding::Object(&const { application::<{ BARE + 3 }>(&[Self::ARG]) }),
        &Encoding::Object(&const { application::<{ BARE + 2 }>(&[Self::ARG1, Self::ARG2]) }),
        &Encoding::Object(&const { application::<{ BARE + 4 }>(&[Self::ARG1, Self::ARG2]) }),
        &Encoding::Object(&const { application::<{ BARE + 3 }>(&[Self::ARGS]) }),
    ];
    const OF_ONE: [&'static Encoding; 7] = [
        &Encoding::Object(&[Self::PRIM]),
        &Encoding::Object(&[Self::PRIM, Self::ANNOTS]),
        &Encoding::Object(&[Self::PRIM, Self::ARG]),
        &Encoding::Object(&[Self::PRIM, Self::ARG, Self::ANNOTS]),
        &Encoding::Object(&[Self::PRIM, Self::ARG1, Self::ARG2]),
        &Encoding::Object(&[Self::PRIM, Self::ARG1, Self::ARG2, Self::ANNOTS]),
        &Encoding::Object(&[Self::PRIM, Self::ARGS, Self::ANNOTS]),
    ];

    /// Returns the rules of values in a revision.
    const fn rules(revision: Revision) -> Rules {
        match VERSION {
            ANY => Rules::ANY,
            ALL => Rules::at(revision),
            _ => Rules::at(Revision(VERSION)),
        }
    }

    /// Returns the fields that follow the tag `3 + index`.
    #[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "evaluated by the compiler")]
    const fn application(index: usize) -> &'static Encoding {
        if VERSION == ALL { Self::OF_ALL[index] } else { Self::OF_ONE[index] }
    }

    /// Lists the cases in the order in which the reference tries them; the tags are those of [`super::json`].
    fn json() -> &'static Encoding {
        const {
            &Encoding::Union {
                tag: TagSize::U8,
                cases: &[
                    Case::new(json::INT, "Int", INT),
                    Case::new(json::STRING, "String", TEXT),
                    Case::new(json::BYTES, "Bytes", RAW),
                    Case::new(json::SEQUENCE, "Sequence", Self::JSON_SEQUENCE),
                    Case::new(json::APPLICATION, "Prim__generic", Self::JSON_APPLICATION),
                ],
                ignore_unknown: false,
            }
        }
    }
}
