//! Scalars, text and bytes.

use tezos_encoding_core::{
    schema::{Encoding, Extent, Int, Scalar},
    wire::Prefix,
};

use super::{Mistake, Parsed, Parser, keep};

/// An integer, wherever one is asked for.
const NUMBER: &str = "a number";

/// What is said of a range that the reference refuses.
const TOO_WIDE: &str = "ranges lie between -2^30 and 2^30 - 1";

/// Scalars that are said in a word.
pub(super) fn named(name: &str) -> Option<Scalar> {
    let (plain, little) = match name.strip_suffix("_le") {
        Some(plain) => (plain, true),
        None => (name, false),
    };
    let int = |bytes, signed| {
        let name = match (plain, little) {
            ("int8", _) => "int8",
            ("uint8", _) => "uint8",
            ("int16", false) => "int16",
            ("uint16", false) => "uint16",
            ("int32", false) => "int32",
            ("int64", false) => "int64",
            ("int16", true) => "int16_le",
            ("uint16", true) => "uint16_le",
            ("int32", true) => "int32_le",
            _ => "int64_le",
        };
        Some(Scalar::Int(Int::full(name, bytes, signed, little)))
    };
    match (plain, little) {
        ("bool", false) => Some(Scalar::Bool),
        ("float", false) => Some(Scalar::Float),
        ("n", false) => Some(Scalar::N),
        ("z", false) => Some(Scalar::Z),
        ("int8", false) => int(1, true),
        ("uint8", false) => int(1, false),
        ("int16", _) => int(2, true),
        ("uint16", _) => int(2, false),
        ("int32", _) => int(4, true),
        ("int64", _) => int(8, true),
        ("int31", _) => Some(Scalar::Int(Int::ranged(-0x4000_0000, 0x3fff_ffff, little))),
        ("uint30", _) => Some(Scalar::Int(Int::ranged(0, 0x3fff_ffff, little))),
        _ => None,
    }
}

/// A size, then a block.
pub(super) fn headed(prefix: Prefix, inner: &'static Encoding) -> &'static Encoding {
    keep(Encoding::Dynamic { prefix, inner })
}

/// Text or bytes to the end of the block, or so many.
pub(super) fn raw(text: bool, extent: Extent) -> &'static Encoding {
    keep(if text { Encoding::Text { extent, utf8: false } } else { Encoding::Bytes(extent) })
}

impl Parser<'_> {
    /// `(MIN,MAX)` behind `ranged_int`.
    pub(super) fn ranged_int(&mut self, little: bool) -> Parsed {
        let (min, max) = self.int31_range("", "")?;
        Ok(keep(Encoding::Scalar(Scalar::Int(Int::ranged(min, max, little)))))
    }

    /// `(MIN,MAX)` behind `ranged_float`.
    pub(super) fn ranged_float(&mut self) -> Parsed {
        let (min, max) = self.range::<f64>("", "")?;
        Ok(keep(Encoding::Scalar(Scalar::RangedFloat { min: min.to_bits(), max: max.to_bits() })))
    }

    /// `(min=MIN,max=MAX)` behind `int_like_z`.
    pub(super) fn int_like_z(&mut self) -> Parsed {
        let (min, max) = self.int31_range("min", "max")?;
        Ok(keep(Encoding::Scalar(Scalar::IntLikeZ { min, max })))
    }

    /// `(max=MAX)` behind `uint_like_n`.
    pub(super) fn uint_like_n(&mut self) -> Parsed {
        self.text.expect("(")?;
        self.label("max")?;
        let column = self.text.column();
        let max = self.text.number(NUMBER)?;
        if max > 0x3fff_ffff {
            return Err(Mistake::new(column, TOO_WIDE));
        }
        self.text.expect(")")?;
        Ok(keep(Encoding::Scalar(Scalar::UintLikeN { max })))
    }

    /// A range of integers that OCaml has on 32 bits too (`encoding.ml`, `ranged_int`).
    fn int31_range(&mut self, first: &str, second: &str) -> Result<(i64, i64), Mistake> {
        let column = self.text.column();
        let (min, max) = self.range(first, second)?;
        if min < -0x4000_0000 || max > 0x3fff_ffff {
            return Err(Mistake::new(column, TOO_WIDE));
        }
        Ok((min, max))
    }

    fn range<T: std::str::FromStr + PartialOrd>(&mut self, first: &str, second: &str) -> Result<(T, T), Mistake> {
        let column = self.text.column();
        self.text.expect("(")?;
        self.label(first)?;
        let min = self.text.number(NUMBER)?;
        self.text.expect(",")?;
        self.label(second)?;
        let max = self.text.number(NUMBER)?;
        self.text.expect(")")?;
        if min <= max { Ok((min, max)) } else { Err(Mistake::new(column, "the range has no value in it")) }
    }

    /// `name=`, nothing where there is no name.
    pub(super) fn label(&mut self, name: &str) -> Result<(), Mistake> {
        if name.is_empty() {
            return Ok(());
        }
        self.text.keyword(name)?;
        self.text.expect("=")
    }

    /// `uint8`, `uint16`, `uint30` or `n`.
    pub(super) fn prefix(&mut self) -> Result<Prefix, Mistake> {
        let prefixes = [Prefix::U8, Prefix::U16, Prefix::U30, Prefix::N];
        let found = prefixes.into_iter().find(|prefix| self.text.is_keyword(prefix.name()));
        found.ok_or_else(|| self.text.mistake("`uint8`, `uint16`, `uint30` or `n`"))
    }

    /// A number of bytes or of elements.
    pub(super) fn count(&mut self) -> Result<usize, Mistake> {
        self.text.number("a number from 0 up")
    }

    /// `string`, `string(len=K)` and the same for bytes.
    pub(super) fn headed_text(&mut self, text: bool) -> Parsed {
        let mut prefix = Prefix::U30;
        if self.text.sign("(") {
            self.label("len")?;
            prefix = self.prefix()?;
            self.text.expect(")")?;
        }
        Ok(headed(prefix, raw(text, Extent::Rest)))
    }

    /// `(N)` behind `fixed_string` or `fixed_bytes`.
    pub(super) fn fixed_text(&mut self, text: bool) -> Parsed {
        self.text.expect("(")?;
        let column = self.text.column();
        let bytes = self.count()?;
        if bytes == 0 {
            return Err(Mistake::new(column, "so many bytes are none: write `empty`"));
        }
        self.text.expect(")")?;
        Ok(raw(text, Extent::Fixed(bytes)))
    }

    /// `(N)` or `(N,len=K)` behind `bounded_string` or `bounded_bytes`.
    pub(super) fn bounded_text(&mut self, text: bool) -> Parsed {
        self.text.expect("(")?;
        let mut column = self.text.column();
        let limit = self.count()?;
        let mut prefix = Prefix::for_count(limit);
        if self.text.sign(",") {
            self.label("len")?;
            column = self.text.column();
            prefix = self.prefix()?;
        }
        if limit > prefix.max() {
            return Err(Mistake::new(column, format_args!("`{}` does not count to {limit}", prefix.name())));
        }
        self.text.expect(")")?;
        Ok(headed(prefix, keep(Encoding::Bounded { limit, inner: raw(text, Extent::Rest) })))
    }
}
