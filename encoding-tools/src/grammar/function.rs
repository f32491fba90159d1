//! Parses user-supplied functions: only those that the vectors of the reference name.
//!
//! They are here and not in the tests that read the vectors, because a description has them at any depth: the parser would have to call
//! functions of its caller, which is a larger interface than these few.

use std::num::ParseIntError;

use tezos_encoding_core::{
    Reader, Revision,
    schema::{Case, Check, Encoding, Extent, Field, Scalar, Split, TagSize},
    walk::JsonPrinter,
    wire::Prefix,
};

use super::{
    GrammarError, Parsed, Parser,
    choice::is_even,
    keep, keep_all, keep_text,
    scalar::{block, raw},
};

impl Parser<'_> {
    /// Parses `(even, X)` after `with_guard`.
    pub(super) fn guard(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            parser.text.keyword("even")?;
            parser.text.expect(",")?;
            let run =
                |bytes: &[u8], _: Revision| if is_even(bytes) { Ok(()) } else { Err("the number is odd".to_owned()) };
            Ok(keep(Encoding::Checked { inner: parser.encoding()?, check: Check::guard("even", Some(run)) }))
        })
    }

    /// Parses `(X, write fails >100, read fails >50)` after `conv`. A schema has one function for both directions: the
    /// reader's.
    pub(super) fn conversion(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            let inner = parser.encoding()?;
            for (direction, max) in [("write", 100), ("read", 50)] {
                parser.text.expect(",")?;
                parser.text.keyword(direction)?;
                parser.text.keyword("fails")?;
                parser.text.expect(">")?;
                let column = parser.text.column();
                if parser.text.number::<u8>("a number")? != max {
                    return Err(GrammarError::new(
                        column,
                        format_args!("only a function that fails above {max} is supported"),
                    ));
                }
            }
            let run = |bytes: &[u8], _: Revision| match bytes.last() {
                Some(51..) => Err("the number is greater than 50".to_owned()),
                _ => Ok(()),
            };
            Ok(keep(Encoding::Checked { inner, check: Check::conversion("conv", Some(run)) }))
        })
    }

    /// Parses `(json=string, binary=uint8)` after `splitted`: the JSON of the number is a string of decimal digits.
    pub(super) fn splitted(&mut self) -> Parsed {
        self.in_brackets(|parser| {
            parser.label("json")?;
            parser.text.keyword("string")?;
            parser.text.expect(",")?;
            parser.label("binary")?;
            let column = parser.text.column();
            let inner = parser.encoding()?;
            if !matches!(inner, Encoding::Scalar(Scalar::Int(int)) if int.name == "uint8") {
                return Err(GrammarError::new(column, "only functions for `uint8` are supported"));
            }
            let json = block(Prefix::U30, raw(true, Extent::Rest));
            Ok(keep(Encoding::Split(keep(Split {
                inner,
                json,
                to_json: digits,
                from_json: number,
                is_checked: false,
                revision: None,
            }))))
        })
    }

    /// Parses `("name", v0=X, v1=Y)` after `with_version`: a union with only JSON-only cases, none of which is on the
    /// wire.
    pub(super) fn with_version(&mut self) -> Parsed {
        self.text.expect("(")?;
        let name = self.text.quoted()?;
        let mut cases = Vec::new();
        while self.text.either(",", ")")? {
            let version = self.text.word("the name of a version")?;
            let title = keep_text(&format!("{name}.{version}"));
            self.text.expect("=")?;
            let field = Field::req(title, self.encoding()?);
            cases.push(Case::json_only(title, keep(Encoding::Object(keep_all(vec![field])))));
        }
        Ok(keep(Encoding::Union { tag: TagSize::U8, cases: keep_all(cases), ignore_unknown: false }))
    }
}

/// Encodes the decimal digits of a byte.
fn digits(bytes: &mut Reader<'_>, out: &mut JsonPrinter<'_>) -> Result<(), String> {
    let Ok([number]) = bytes.bytes() else { return Err("the number must be one byte".to_owned()) };
    out.string(&number);
    Ok(())
}

/// Decodes the decimal digits of a byte.
fn number(bytes: &[u8], _: Revision) -> Result<Vec<u8>, String> {
    let text = String::from_utf8_lossy(bytes.get(4..).unwrap_or_default());
    text.parse().map(|number| vec![number]).map_err(|error: ParseIntError| error.to_string())
}
