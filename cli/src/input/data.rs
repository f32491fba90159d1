//! The arguments of commands that take bytes.

use clap::{Args, ValueEnum};

use super::{content, file_name, given, shortened};
use crate::{
    error::Error,
    read::{Given, base64, unprefixed},
};

/// Bytes on the command line, and how they are read.
#[derive(Debug, Args)]
pub(crate) struct Data {
    #[arg(help = super::BYTES, allow_hyphen_values = true)]
    data: String,
    /// Read the data in this form, without recognising another.
    #[arg(long = "as", value_enum, value_name = "FORM")]
    form: Option<Form>,
    /// Leave out the first bytes.
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    skip: usize,
    /// Take only this number of bytes.
    #[arg(long, value_name = "BYTES")]
    length: Option<usize>,
}

/// A form of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// Hexadecimal digits, with or without `0x`.
    Hex,
    /// Base64, with the alphabet of MIME or of URLs, with or without padding.
    Base64,
    /// All bytes of a file or of standard input.
    Binary,
    /// Text, whose bytes in UTF-8 are taken.
    Text,
}

impl Data {
    /// Returns the argument itself.
    pub(crate) fn argument(&self) -> &str {
        &self.data
    }

    /// Returns the form that --as gives.
    pub(crate) fn form(&self) -> Option<Form> {
        self.form
    }

    /// Returns what the arguments give: bytes, or a text in base58check.
    pub(crate) fn given(&self) -> Result<Given, Error> {
        let given = self.form.map_or_else(|| given(&self.data), |form| form.read(&self.data).map(Given::Bytes))?;
        match given {
            Given::Bytes(bytes) => self.cut(bytes).map(Given::Bytes),
            Given::Text(_) if self.skip > 0 || self.length.is_some() => {
                Err(Error::new("--skip and --length are for bytes, and this is a text in base58check"))
            }
            Given::Text(text) => Ok(Given::Text(text)),
        }
    }

    /// Returns the part of the bytes that --skip and --length select.
    fn cut(&self, bytes: Vec<u8>) -> Result<Vec<u8>, Error> {
        let available = bytes.len().checked_sub(self.skip).ok_or(self.skip);
        let available = available.and_then(|rest| match self.length {
            Some(length) if length > rest => Err(self.skip.saturating_add(length)),
            length => Ok(length.unwrap_or(rest)),
        });
        let length = available.map_err(|needed| {
            Error::new(format_args!("--skip and --length need {needed} bytes, and there are {}", bytes.len()))
        })?;
        Ok(bytes.into_iter().skip(self.skip).take(length).collect())
    }
}

impl Form {
    /// Returns the bytes in an argument, a file or standard input. Only an argument that cannot be of the form is the name of a file.
    fn read(self, argument: &str) -> Result<Vec<u8>, Error> {
        let wrong = match self.parse(argument.as_bytes()) {
            Ok(bytes) if matches!(self, Self::Hex) => return Ok(bytes),
            Ok(bytes) => return content(argument)?.map_or(Ok(bytes), |content| self.in_file(argument, &content)),
            Err(sentence) => sentence,
        };
        match content(argument)? {
            Some(content) => self.in_file(argument, &content),
            None => Err(Error::new(format_args!("{}: {wrong}", shortened(argument)))),
        }
    }

    fn in_file(self, argument: &str, content: &[u8]) -> Result<Vec<u8>, Error> {
        if self == Self::Binary {
            return Ok(content.to_vec());
        }
        self.parse(content).map_err(|sentence| Error::in_file(file_name(argument), sentence))
    }

    /// Returns the bytes in the text of an argument or a file. The error is a sentence.
    fn parse(self, text: &[u8]) -> Result<Vec<u8>, String> {
        match self {
            Self::Hex => {
                let digits: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
                let digits = String::from_utf8_lossy(&digits);
                hex::decode(unprefixed(&digits)).map_err(|error| format!("this is not hex: {error}"))
            }
            Self::Base64 => base64(text),
            Self::Binary => {
                Err("there is no file of this name, and `--as binary` reads a file or standard input".into())
            }
            Self::Text => Ok(text.to_vec()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the bytes of an argument in a form.
    fn bytes(form: Form, argument: &str, skip: usize, length: Option<usize>) -> Result<Vec<u8>, String> {
        let data = Data { data: argument.into(), form: Some(form), skip, length };
        match data.given().map_err(|error| error.to_string())? {
            Given::Bytes(bytes) => Ok(bytes),
            Given::Text(text) => Err(text.kind.name.into()),
        }
    }

    #[test]
    fn a_form_is_not_guessed() {
        assert_eq!(bytes(Form::Hex, "0x05 01", 0, None), Ok(vec![5, 1]));
        assert_eq!(bytes(Form::Text, "0501", 0, None), Ok(b"0501".to_vec()));
        for text in ["BQH/+w==", "BQH/+w", "BQH_-w"] {
            assert_eq!(bytes(Form::Base64, text, 0, None), Ok(vec![5, 1, 0xff, 0xfb]), "{text}");
        }
        assert_eq!(
            bytes(Form::Hex, "05g1", 0, None),
            Err("`05g1`: this is not hex: Invalid character 'g' at position 2".into())
        );
        let error = bytes(Form::Binary, "absent", 0, None).unwrap_err();
        assert_eq!(error, "`absent`: there is no file of this name, and `--as binary` reads a file or standard input");
    }

    #[test]
    fn a_part_of_the_bytes_is_selected() {
        for (skip, length, expected) in [
            (0, None, Ok(vec![1, 2, 3])),
            (1, None, Ok(vec![2, 3])),
            (3, None, Ok(vec![])),
            (1, Some(1), Ok(vec![2])),
            (1, Some(2), Ok(vec![2, 3])),
            (4, None, Err("--skip and --length need 4 bytes, and there are 3")),
            (1, Some(3), Err("--skip and --length need 4 bytes, and there are 3")),
            (1, Some(usize::MAX), Err("--skip and --length need 18446744073709551615 bytes, and there are 3")),
        ] {
            assert_eq!(bytes(Form::Hex, "010203", skip, length), expected.map_err(str::to_owned));
        }
    }
}
