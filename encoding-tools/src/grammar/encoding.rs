//! Parses one encoding, by its first word.

use tezos_encoding_core::{
    schema::{Class, Encoding, Extent, Keys},
    wire::Prefix,
};

use super::{
    GrammarError, Parsed, Parser, keep, keep_text,
    scalar::{block, named, raw},
};

impl Parser<'_> {
    pub(super) fn encoding(&mut self) -> Parsed {
        self.nested(Self::one_encoding)
    }

    fn one_encoding(&mut self) -> Parsed {
        let column = self.text.column();
        let word = self.text.word("an encoding")?;
        if let Some(encoding) = self.names.find(word) {
            return Ok(encoding);
        }
        if let Some(scalar) = named(word) {
            return Ok(keep(Encoding::Scalar(scalar)));
        }
        Ok(match word {
            "empty" | "unit" => &Encoding::Empty,
            "null" => &Encoding::Null,
            "constant" => {
                let text = self.in_brackets(|parser| parser.text.quoted())?;
                keep(Encoding::Constant(keep_text(&text)))
            }
            "ranged_int" => self.ranged_int(false)?,
            "ranged_int_le" => self.ranged_int(true)?,
            "ranged_float" => self.ranged_float()?,
            "uint_like_n" => self.uint_like_n()?,
            "int_like_z" => self.int_like_z()?,
            "string" => self.dynamic_text(true)?,
            "bytes" => self.dynamic_text(false)?,
            "fixed_string" => self.fixed_text(true)?,
            "fixed_bytes" => self.fixed_text(false)?,
            "bounded_string" => self.bounded_text(true)?,
            "bounded_bytes" | "bounded_bigstring" => self.bounded_text(false)?,
            "variable_string" => raw(true, Extent::Rest),
            "variable_bytes" => raw(false, Extent::Rest),
            "list" | "array" => block(Prefix::U30, self.list_to_end(word == "array")?),
            "variable_list" | "variable_array" => self.list_to_end(word == "variable_array")?,
            "fixed_list" | "fixed_array" => self.list_of_exactly(word == "fixed_array")?,
            "list_with_length" | "array_with_length" => self.list_with_length(word == "array_with_length")?,
            "tup" => self.tuple()?,
            "obj" => self.object()?,
            "merge_objs" | "merge_tups" => self.merge(word == "merge_objs")?,
            "union" => self.union()?,
            "option" => self.option()?,
            "result" => self.result()?,
            "string_enum" => self.string_enum()?,
            "padded" => self.padded()?,
            "check_size" => self.check_size()?,
            "dynamic_size" => self.dynamic_size()?,
            "def" => self.definition()?,
            "mu" => self.recursive()?,
            "with_guard" => self.guard()?,
            "conv" => self.conversion()?,
            "assoc" => {
                let (value, keys) = (self.in_brackets(Self::encoding)?, Keys::default());
                block(Prefix::U30, keep(Encoding::Assoc { value, keys }))
            }
            "lazy" => block(Prefix::U30, keep(Encoding::Lazy(self.in_brackets(Self::encoding)?))),
            "json" => block(Prefix::U30, &Encoding::Json),
            "splitted" => self.splitted()?,
            "with_version" => self.with_version()?,
            "compact" => self.compact()?,
            _ => return Err(GrammarError::expected(column, "an encoding", format_args!("`{word}`"))),
        })
    }

    /// Parses `(NAME, X)` after `def`.
    fn definition(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            let id = keep_text(parser.text.word("the name of the definition")?);
            parser.text.expect(",")?;
            Ok(keep(Encoding::Def { id, inner: parser.encoding()? }))
        })
    }

    /// Parses `(X, N)` after `padded`.
    fn padded(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            let column = parser.text.column();
            let inner = parser.encoding()?;
            if !matches!(inner.size().class, Class::Fixed(_)) {
                return Err(GrammarError::new(column, "a padded encoding must have a fixed size"));
            }
            parser.text.expect(",")?;
            Ok(keep(Encoding::Padded { bytes: parser.count()?, inner }))
        })
    }

    /// Parses `(N, X)` after `check_size`.
    fn check_size(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            let limit = parser.count()?;
            parser.text.expect(",")?;
            Ok(keep(Encoding::Bounded { limit, inner: parser.encoding()? }))
        })
    }

    /// Parses `(X)` or `(K, X)` after `dynamic_size`.
    fn dynamic_size(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            let start = parser.text;
            // `uint8` is a kind of size prefix if a comma follows, and otherwise an encoding.
            let prefix = match parser.prefix() {
                Ok(prefix) if parser.text.sign(",") => prefix,
                _ => {
                    parser.text = start;
                    Prefix::U30
                }
            };
            Ok(block(prefix, parser.encoding()?))
        })
    }
}
