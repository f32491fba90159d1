//! The primitive encodings, by the ids of the reference.

use tezos_encoding::{
    HasEncoding,
    schema::{Encoding, Extent, Int, Scalar},
    wire::Prefix,
};

/// Ids, titles and schemas.
pub(super) const GROUND: &[(&str, &str, &Encoding)] = &[
    ("ground.N", "Natural number of any size", &Encoding::Scalar(Scalar::N)),
    ("ground.Z", "Whole number of any size", &Encoding::Scalar(Scalar::Z)),
    ("ground.bool", "Boolean", bool::ENCODING),
    ("ground.bytes", "Bytes behind their size", &sized(&BYTES)),
    ("ground.empty", "Nothing", &Encoding::Empty),
    ("ground.float", "Floating-point number of 64 bits", f64::ENCODING),
    ("ground.int16", "Signed integer of 16 bits", i16::ENCODING),
    ("ground.int31", "Signed integer of 31 bits, in 4 bytes", &INT31),
    ("ground.int32", "Signed integer of 32 bits", i32::ENCODING),
    ("ground.int64", "Signed integer of 64 bits", i64::ENCODING),
    ("ground.int8", "Signed integer of 8 bits", i8::ENCODING),
    ("ground.json", "JSON document, as BSON behind its size", &sized(&Encoding::Json)),
    ("ground.null", "Nothing, null in JSON", &Encoding::Null),
    ("ground.string", "Text behind its size", &sized(&TEXT)),
    ("ground.uint16", "Unsigned integer of 16 bits", u16::ENCODING),
    ("ground.uint8", "Unsigned integer of 8 bits", u8::ENCODING),
    ("ground.unit", "Nothing, an empty object in JSON", &Encoding::Empty),
    ("ground.variable.bytes", "Bytes up to the end", &BYTES),
    ("ground.variable.string", "Text up to the end", &TEXT),
];

const BYTES: Encoding = Encoding::Bytes(Extent::Rest);
const TEXT: Encoding = Encoding::Text { extent: Extent::Rest, utf8: false };
const INT31: Encoding = Encoding::Scalar(Scalar::Int(Int::ranged(-0x4000_0000, 0x3fff_ffff, false)));

const fn sized(inner: &'static Encoding) -> Encoding {
    Encoding::Dynamic { prefix: Prefix::U30, inner }
}
