//! One encoding, by its first word.

use tezos_encoding_core::{
    schema::{Class, Encoding, Extent, Keys},
    wire::Prefix,
};

use super::{
    MAX_DEPTH, Mistake, Parsed, Parser, keep, keep_text,
    scalar::{headed, named, raw},
};

impl Parser<'_> {
    /// An encoding.
    pub(super) fn encoding(&mut self) -> Parsed {
        if self.depth >= MAX_DEPTH {
            let sentence = format_args!("the description is nested deeper than {MAX_DEPTH} levels");
            return Err(Mistake::new(self.text.column(), sentence));
        }
        self.depth = self.depth.saturating_add(1);
        let encoding = self.form();
        self.depth = self.depth.saturating_sub(1);
        encoding
    }

    fn form(&mut self) -> Parsed {
        let column = self.text.column();
        let word = self.text.word("an encoding")?;
        if let Some(encoding) = self.names.find(word) {
            return Ok(encoding);
        }
        if let Some(scalar) = named(word) {
            return Ok(keep(Encoding::Scalar(scalar)));
        }
        match word {
            "empty" | "unit" => Ok(&Encoding::Empty),
            "null" => Ok(&Encoding::Null),
            "constant" => self.constant(),
            "ranged_int" => self.ranged_int(false),
            "ranged_int_le" => self.ranged_int(true),
            "ranged_float" => self.ranged_float(),
            "uint_like_n" => self.uint_like_n(),
            "int_like_z" => self.int_like_z(),
            "string" => self.headed_text(true),
            "bytes" => self.headed_text(false),
            "fixed_string" => self.fixed_text(true),
            "fixed_bytes" => self.fixed_text(false),
            "bounded_string" => self.bounded_text(true),
            "bounded_bytes" | "bounded_bigstring" => self.bounded_text(false),
            "variable_string" => Ok(raw(true, Extent::Rest)),
            "variable_bytes" => Ok(raw(false, Extent::Rest)),
            "list" | "array" => Ok(headed(Prefix::U30, self.list_to_end(word == "array")?)),
            "variable_list" | "variable_array" => self.list_to_end(word == "variable_array"),
            "fixed_list" | "fixed_array" => self.list_of_exactly(word == "fixed_array"),
            "list_with_length" | "array_with_length" => self.list_with_length(word == "array_with_length"),
            "tup" => self.tuple(),
            "obj" => self.object(),
            "merge_objs" | "merge_tups" => self.merge(word == "merge_objs"),
            "union" => self.union(),
            "option" => self.option(),
            "result" => self.result(),
            "string_enum" => self.string_enum(),
            "padded" => self.padded(),
            "check_size" => self.check_size(),
            "dynamic_size" => self.dynamic_size(),
            "def" => self.definition(),
            "mu" => self.recursive(),
            "with_guard" => self.guard(),
            "conv" => self.conversion(),
            "assoc" => {
                let (value, keys) = (self.in_brackets()?, Keys::default());
                Ok(headed(Prefix::U30, keep(Encoding::Assoc { value, keys })))
            }
            "lazy" => Ok(headed(Prefix::U30, keep(Encoding::Lazy(self.in_brackets()?)))),
            "json" => Ok(headed(Prefix::U30, &Encoding::Json)),
            "splitted" => self.splitted(),
            "with_version" => self.with_version(),
            "compact" => self.compact(),
            _ => Err(Mistake::expected(column, "an encoding", format_args!("`{word}`"))),
        }
    }

    /// `(X)`.
    pub(super) fn in_brackets(&mut self) -> Parsed {
        self.text.expect("(")?;
        let inner = self.encoding()?;
        self.text.expect(")")?;
        Ok(inner)
    }

    fn constant(&mut self) -> Parsed {
        self.text.expect("(")?;
        let text = self.text.quoted()?;
        self.text.expect(")")?;
        Ok(keep(Encoding::Constant(keep_text(&text))))
    }

    /// `(NAME, X)` behind `def`.
    fn definition(&mut self) -> Parsed {
        self.text.expect("(")?;
        let id = keep_text(self.text.word("the name of the definition")?);
        self.text.expect(",")?;
        let inner = self.encoding()?;
        self.text.expect(")")?;
        Ok(keep(Encoding::Def { id, inner }))
    }

    /// `(X, N)` behind `padded`.
    fn padded(&mut self) -> Parsed {
        self.text.expect("(")?;
        let column = self.text.column();
        let inner = self.encoding()?;
        if !matches!(inner.size().class, Class::Fixed(_)) {
            return Err(Mistake::new(column, "what is padded has a fixed size"));
        }
        self.text.expect(",")?;
        let bytes = self.count()?;
        self.text.expect(")")?;
        Ok(keep(Encoding::Padded { bytes, inner }))
    }

    /// `(N, X)` behind `check_size`.
    fn check_size(&mut self) -> Parsed {
        self.text.expect("(")?;
        let limit = self.count()?;
        self.text.expect(",")?;
        let inner = self.encoding()?;
        self.text.expect(")")?;
        Ok(keep(Encoding::Bounded { limit, inner }))
    }

    /// `(X)` or `(K, X)` behind `dynamic_size`.
    fn dynamic_size(&mut self) -> Parsed {
        self.text.expect("(")?;
        let place = self.text.place();
        // `uint8` may be the kind or the encoding: a comma behind it tells.
        let prefix = match self.prefix() {
            Ok(prefix) if self.text.sign(",") => prefix,
            _ => {
                self.text.go_back(place);
                Prefix::U30
            }
        };
        let inner = self.encoding()?;
        self.text.expect(")")?;
        Ok(headed(prefix, inner))
    }
}
