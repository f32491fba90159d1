//! Objects.

use tezos_encoding_core::schema::{Class, DefaultBytes, Encoding, Field, Int, Scalar};

use super::{Mistake, Parsed, Parser, keep, keep_all, keep_text, sequence::with_tails};

impl Parser<'_> {
    /// `{a: X; b?: X; c??: X; d=VALUE: X}` behind `obj`.
    pub(super) fn object(&mut self) -> Parsed {
        self.text.expect("{")?;
        self.fields()
    }

    /// Fields and the bracket behind them.
    pub(super) fn fields(&mut self) -> Parsed {
        let (mut names, mut encodings) = (Vec::new(), Vec::new());
        loop {
            let column = self.text.column();
            let name = keep_text(self.text.word("the name of a field")?);
            if names.contains(&name) {
                return Err(Mistake::new(column, format_args!("there is a field `{name}` already")));
            }
            names.push(name);
            encodings.push((column, self.field()?));
            if !self.text.either(";", "}")? {
                break;
            }
        }
        let fields = names.into_iter().zip(with_tails(&encodings)?).map(|(name, field)| Field::req(name, field));
        Ok(keep(Encoding::Object(keep_all(fields.collect()))))
    }

    /// A field behind its name.
    fn field(&mut self) -> Parsed {
        if self.text.sign("??") {
            self.text.expect(":")?;
            return Ok(keep(Encoding::Varopt(self.encoding()?)));
        }
        if self.text.sign("?") {
            self.text.expect(":")?;
            let inner = self.encoding()?;
            // No flag where the value goes to the end of the block anyway (`encoding.ml`, `opt`).
            let at_end = inner.size().class == Class::Variable;
            return Ok(keep(if at_end { Encoding::Varopt(inner) } else { Encoding::Opt(inner) }));
        }
        if self.text.sign("=") {
            let column = self.text.column();
            let usual = self.text.number::<i64>("a whole number")?;
            self.text.expect(":")?;
            let inner = self.encoding()?;
            let bytes = bytes_of(usual, inner).ok_or_else(|| {
                Mistake::new(column, "the usual value can only be an integer that the encoding holds")
            })?;
            return Ok(keep(Encoding::Dft { inner, default: DefaultBytes::Known(keep_all(bytes)) }));
        }
        if self.text.sign(":") {
            return self.encoding();
        }
        Err(self.text.mistake("`:`, `?`, `??` or `=`"))
    }
}

/// An integer of a fixed width as it is on the wire.
fn bytes_of(value: i64, encoding: &Encoding) -> Option<Vec<u8>> {
    let Encoding::Scalar(Scalar::Int(Int { bytes, little, min, max, shift, .. })) = encoding else { return None };
    let value = i128::from(value);
    if !(*min..=*max).contains(&value) {
        return None;
    }
    let wire = value.checked_sub(*shift)?.to_be_bytes();
    let mut wire = wire.get(wire.len().checked_sub(*bytes)?..)?.to_vec();
    if *little {
        wire.reverse();
    }
    Some(wire)
}
