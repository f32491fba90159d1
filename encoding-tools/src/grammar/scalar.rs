//! Parses scalars, text and bytes.

use tezos_encoding_core::{
    schema::{Encoding, Extent, Int, Scalar},
    wire::Prefix,
};

use super::{GrammarError, Parsed, Parser, keep};

const NUMBER: &str = "a number";
const TOO_WIDE: &str = "the limits of a range are at most -2^30 and 2^30 - 1";

/// Integers that may have any value of their width: name, bytes, sign, byte order.
const INTEGERS: [(&str, usize, bool, bool); 10] = [
    ("int8", 1, true, false),
    ("uint8", 1, false, false),
    ("int16", 2, true, false),
    ("uint16", 2, false, false),
    ("int32", 4, true, false),
    ("int64", 8, true, false),
    ("int16_le", 2, true, true),
    ("uint16_le", 2, false, true),
    ("int32_le", 4, true, true),
    ("int64_le", 8, true, true),
];

/// Returns the scalar with a name.
pub(super) fn named(name: &str) -> Option<Scalar> {
    if let Some((name, bytes, signed, little)) = INTEGERS.iter().find(|(known, ..)| *known == name) {
        return Some(Scalar::Int(Int::full(name, *bytes, *signed, *little)));
    }
    let ranged = |min, little| Some(Scalar::Int(Int::ranged(min, 0x3fff_ffff, little)));
    match name {
        "bool" => Some(Scalar::Bool),
        "float" => Some(Scalar::Float),
        "n" => Some(Scalar::N),
        "z" => Some(Scalar::Z),
        "int31" => ranged(-0x4000_0000, false),
        "int31_le" => ranged(-0x4000_0000, true),
        "uint30" => ranged(0, false),
        "uint30_le" => ranged(0, true),
        _ => None,
    }
}

/// Returns a block with a size prefix.
pub(super) fn block(prefix: Prefix, inner: &'static Encoding) -> &'static Encoding {
    keep(Encoding::Dynamic { prefix, inner })
}

/// Returns text or bytes.
pub(super) fn raw(is_text: bool, extent: Extent) -> &'static Encoding {
    keep(if is_text { Encoding::Text { extent, utf8: false } } else { Encoding::Bytes(extent) })
}

impl Parser<'_> {
    /// Parses `(MIN,MAX)` after `ranged_int`.
    pub(super) fn ranged_int(&mut self, little: bool) -> Parsed {
        let (min, max) = self.int31_range("", "")?;
        Ok(keep(Encoding::Scalar(Scalar::Int(Int::ranged(min, max, little)))))
    }

    /// Parses `(MIN,MAX)` after `ranged_float`.
    pub(super) fn ranged_float(&mut self) -> Parsed {
        let (min, max) = self.range::<f64>("", "")?;
        Ok(keep(Encoding::Scalar(Scalar::RangedFloat { min: min.to_bits(), max: max.to_bits() })))
    }

    /// Parses `(min=MIN,max=MAX)` after `int_like_z`.
    pub(super) fn int_like_z(&mut self) -> Parsed {
        let (min, max) = self.int31_range("min", "max")?;
        Ok(keep(Encoding::Scalar(Scalar::IntLikeZ { min, max })))
    }

    /// Parses `(max=MAX)` after `uint_like_n`.
    pub(super) fn uint_like_n(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            parser.label("max")?;
            let column = parser.text.column();
            match parser.text.number(NUMBER)? {
                max @ ..=0x3fff_ffff => Ok(keep(Encoding::Scalar(Scalar::UintLikeN { max }))),
                _ => Err(GrammarError::new(column, TOO_WIDE)),
            }
        })
    }

    /// Parses a range of integers within those of 32-bit OCaml (`encoding.ml`, `ranged_int`).
    fn int31_range(&mut self, first: &str, second: &str) -> Result<(i64, i64), GrammarError> {
        let column = self.text.column();
        let (min, max) = self.range(first, second)?;
        if min < -0x4000_0000 || max > 0x3fff_ffff {
            return Err(GrammarError::new(column, TOO_WIDE));
        }
        Ok((min, max))
    }

    fn range<T: std::str::FromStr + PartialOrd>(&mut self, first: &str, second: &str) -> Result<(T, T), GrammarError> {
        let column = self.text.column();
        let (min, max) = self.in_brackets(|parser| {
            parser.label(first)?;
            let min = parser.text.number(NUMBER)?;
            parser.text.expect(",")?;
            parser.label(second)?;
            Ok((min, parser.text.number(NUMBER)?))
        })?;
        if min <= max { Ok((min, max)) } else { Err(GrammarError::new(column, "the range is empty")) }
    }

    /// Parses `name=`, or nothing if the name is empty.
    pub(super) fn label(&mut self, name: &str) -> Result<(), GrammarError> {
        if name.is_empty() {
            return Ok(());
        }
        self.text.keyword(name)?;
        self.text.expect("=")
    }

    /// Parses `uint8`, `uint16`, `uint30` or `n`.
    pub(super) fn prefix(&mut self) -> Result<Prefix, GrammarError> {
        let prefixes = [Prefix::U8, Prefix::U16, Prefix::U30, Prefix::N];
        let found = prefixes.into_iter().find(|prefix| self.text.is_keyword(prefix.name()));
        found.ok_or_else(|| self.text.mistake("`uint8`, `uint16`, `uint30` or `n`"))
    }

    /// Parses a number of bytes or of elements.
    pub(super) fn count(&mut self) -> Result<usize, GrammarError> {
        self.text.number("a number of at least 0")
    }

    /// Parses nothing or `(len=K)`, after `string` or `bytes`.
    pub(super) fn dynamic_text(&mut self, is_text: bool) -> Parsed {
        let mut prefix = Prefix::U30;
        if self.text.sign("(") {
            self.label("len")?;
            prefix = self.prefix()?;
            self.text.expect(")")?;
        }
        Ok(block(prefix, raw(is_text, Extent::Rest)))
    }

    /// Parses `(N)` after `fixed_string` or `fixed_bytes`.
    pub(super) fn fixed_text(&mut self, is_text: bool) -> Parsed {
        self.in_brackets(|parser| {
            let column = parser.text.column();
            match parser.count()? {
                0 => Err(GrammarError::new(column, "the length must be at least 1: write `empty` for no bytes")),
                bytes => Ok(raw(is_text, Extent::Fixed(bytes))),
            }
        })
    }

    /// Parses `(N)` or `(N,len=K)` after `bounded_string` or `bounded_bytes`.
    pub(super) fn bounded_text(&mut self, is_text: bool) -> Parsed {
        self.in_brackets(|parser| {
            let mut column = parser.text.column();
            let limit = parser.count()?;
            let mut prefix = Prefix::for_count(limit);
            if parser.text.sign(",") {
                parser.label("len")?;
                column = parser.text.column();
                prefix = parser.prefix()?;
            }
            if limit > prefix.max() {
                return Err(GrammarError::new(column, format_args!("`{}` cannot represent {limit}", prefix.name())));
            }
            Ok(block(prefix, keep(Encoding::Bounded { limit, inner: raw(is_text, Extent::Rest) })))
        })
    }
}
