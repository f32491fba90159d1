//! A layout as it is in its file: types, enumerations, and the attributes of each type. Keys that Octez does not print
//! are refused.

use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;

use super::yaml::{self, Value, Yaml};
use super::{KsyError, is_name};
use crate::export::APPLICATION;

/// A file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    /// The id of the encoding, if the documentation has it.
    pub(super) id: Option<String>,
    pub(super) imports: Vec<String>,
    /// Whether all presence flags are on the wire, as in the layouts that [`export`](crate::export) prints.
    pub(super) is_exact: bool,
    /// The types, by name.
    pub(super) types: BTreeMap<String, Vec<Attribute>>,
    /// The values of each enumeration, by its name.
    pub(super) enums: BTreeMap<String, Vec<EnumValue>>,
    pub(super) sequence: Vec<Attribute>,
}

/// A value of an enumeration.
#[derive(Debug)]
pub(super) struct EnumValue {
    pub(super) number: u32,
    /// The name by which conditions refer to it.
    pub(super) label: String,
    /// The name before the printer changed it, if the documentation has it; otherwise the label.
    pub(super) name: String,
}

/// An element of `seq`.
#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) line: usize,
    pub(super) id: String,
    pub(super) kind: Option<String>,
    pub(super) size: Option<Size>,
    pub(super) repeat: Option<Repeat>,
    pub(super) condition: Option<Condition>,
    /// `valid`: limits of integers, which are small enough for this type, or of floats.
    pub(super) min: Option<f64>,
    pub(super) max: Option<f64>,
    pub(super) enumeration: Option<String>,
}

/// `size`, `size-eos` and `contents`.
#[derive(Debug, PartialEq)]
pub(super) enum Size {
    Fixed(usize),
    Of(String),
    ToEnd,
    /// All but the last bytes of the block. Octez prints `size-eos` instead.
    Before(usize),
}

/// `repeat`, with `repeat-expr` or `repeat-until`.
#[derive(Debug, PartialEq)]
pub(super) enum Repeat {
    ToEnd,
    Exactly(usize),
    Of(String),
    Until,
}

/// `if`.
#[derive(Debug, PartialEq)]
pub(super) enum Condition {
    /// `(tag == enumeration::label)`.
    Case { tag: String, label: String },
    /// `not _io.eof`: a value that is absent if the block ends. Octez prints a presence flag instead.
    BeforeEnd,
    /// Any other expression; only the definition of `z` has one.
    Other,
}

impl Attribute {
    /// Returns the name of the field: the id, without what it has if it is a list.
    pub(super) fn name(&self) -> &str {
        self.id.strip_suffix("_entries").filter(|_| self.repeat.is_some()).unwrap_or(&self.id)
    }

    /// Returns the tag and the label with which it is present.
    pub(super) fn case(&self) -> Option<(&str, &str)> {
        match &self.condition {
            Some(Condition::Case { tag, label }) => Some((tag, label)),
            Some(Condition::BeforeEnd | Condition::Other) | None => None,
        }
    }
}

/// Reads one file.
#[derive(Clone, Copy)]
struct Reader<'f> {
    file: &'f str,
}

/// Reads a file.
pub(super) fn read(name: &str, text: &str) -> Result<File, KsyError> {
    let reader = Reader { file: name };
    let document = yaml::parse(name, text)?;
    let mut file = File {
        name: name.to_owned(),
        id: None,
        imports: Vec::new(),
        is_exact: false,
        types: BTreeMap::new(),
        enums: BTreeMap::new(),
        sequence: Vec::new(),
    };
    for (key, value) in reader.mapping("the file", &document)? {
        match key.as_str() {
            "meta" => (file.imports, file.is_exact) = reader.meta(value)?,
            "doc" => {
                let id = reader.text(key, value)?.strip_prefix("Encoding id: ").and_then(|doc| doc.lines().next());
                file.id = id.map(|id| id.trim_end().to_owned());
            }
            "types" => {
                for (name, value) in reader.mapping(key, value)? {
                    file.types.insert(name.clone(), reader.definition(name, value)?);
                }
            }
            "enums" => {
                for (name, value) in reader.mapping(key, value)? {
                    file.enums.insert(name.clone(), reader.enumeration(name, value)?);
                }
            }
            "seq" => file.sequence = reader.sequence(value)?,
            _ => return Err(reader.unknown(key, value)),
        }
    }
    Ok(file)
}

impl File {
    /// Restores the names of recursive types. If a case has the name of the recursive union around it, the printer
    /// gives that name to the type of the payload and a numbered name to the union (`inode_tree_3`), but still refers
    /// to the union as `inode_tree` (`translate.ml`, `Mu`), so that each value of the payload would contain another.
    pub(super) fn restore_recursion(&mut self) {
        let mut unions = Vec::new();
        for (name, attributes) in &self.types {
            let Some((stem, tag)) =
                attributes.first().and_then(|first| Some((first.id.strip_suffix("_tag")?, &first.id)))
            else {
                continue;
            };
            if name != stem && is_name(stem, name) && self.is_endless(stem) {
                unions.push((stem.to_owned(), tag.clone(), name.clone()));
            }
        }
        for attribute in self.types.values_mut().flatten().chain(&mut self.sequence) {
            for (stem, own_tag, union) in &unions {
                let is_payload = attribute.case().is_some_and(|(tag, _)| tag == own_tag);
                if attribute.kind.as_ref() == Some(stem) && !is_payload {
                    attribute.kind = Some(union.clone());
                }
            }
        }
    }

    /// Returns true if each value of a type would contain another.
    fn is_endless(&self, name: &str) -> bool {
        let (mut seen, mut next) = (BTreeSet::new(), vec![name]);
        while let Some(inside) = next.pop() {
            let attributes = self.types.get(inside).map_or(&[][..], Vec::as_slice);
            for attribute in attributes.iter().filter(|it| it.condition.is_none() && it.repeat != Some(Repeat::ToEnd)) {
                match attribute.kind.as_deref() {
                    Some(kind) if kind == name => return true,
                    Some(kind) if seen.insert(kind) => next.push(kind),
                    _ => {}
                }
            }
        }
        false
    }
}

impl<'f> Reader<'f> {
    fn mistake(self, line: usize, sentence: impl std::fmt::Display) -> KsyError {
        KsyError::new(self.file, line, sentence)
    }

    fn unknown(self, key: &str, value: &Yaml) -> KsyError {
        self.mistake(value.line, format_args!("the key `{key}`, which Octez does not print here"))
    }

    fn mapping<'y>(self, key: &str, yaml: &'y Yaml) -> Result<&'y [(String, Yaml)], KsyError> {
        match &yaml.value {
            Value::Mapping(entries) => Ok(entries),
            _ => Err(self.mistake(yaml.line, format_args!("`{key}` is not a mapping"))),
        }
    }

    fn items<'y>(self, key: &str, yaml: &'y Yaml) -> Result<&'y [Yaml], KsyError> {
        match &yaml.value {
            Value::Sequence(items) => Ok(items),
            _ => Err(self.mistake(yaml.line, format_args!("`{key}` is not a sequence"))),
        }
    }

    fn text<'y>(self, key: &str, yaml: &'y Yaml) -> Result<&'y str, KsyError> {
        match &yaml.value {
            Value::Scalar(text) => Ok(text),
            _ => Err(self.mistake(yaml.line, format_args!("`{key}` is not text"))),
        }
    }

    fn number<N: FromStr>(self, key: &str, yaml: &Yaml) -> Result<N, KsyError> {
        let text = self.text(key, yaml)?;
        text.parse()
            .map_err(|_| self.mistake(yaml.line, format_args!("`{key}` is `{text}`, which is not a valid number here")))
    }

    /// Reads `meta`: the names of the files that this one imports, and whether it is exact.
    fn meta(self, meta: &Yaml) -> Result<(Vec<String>, bool), KsyError> {
        let (mut imports, mut is_exact) = (Vec::new(), false);
        for (key, value) in self.mapping("meta", meta)? {
            match (key.as_str(), &value.value) {
                ("id", _) => {}
                ("endian", Value::Scalar(endian)) if endian == "be" => {}
                ("application", Value::Scalar(application)) if application == APPLICATION => is_exact = true,
                ("imports", _) => {
                    for name in self.items(key, value)? {
                        imports.push(self.text(key, name)?.to_owned());
                    }
                }
                _ => return Err(self.unknown(key, value)),
            }
        }
        Ok((imports, is_exact))
    }

    fn definition(self, name: &str, definition: &Yaml) -> Result<Vec<Attribute>, KsyError> {
        let mut attributes = Vec::new();
        for (key, value) in self.mapping(name, definition)? {
            match key.as_str() {
                "seq" => attributes = self.sequence(value)?,
                "doc" => {}
                // Its value, for sizes.
                "instances" if name == "n" => {}
                _ => return Err(self.unknown(key, value)),
            }
        }
        Ok(attributes)
    }

    fn enumeration(self, name: &str, enumeration: &Yaml) -> Result<Vec<EnumValue>, KsyError> {
        let mut values = Vec::new();
        for (key, value) in self.mapping(name, enumeration)? {
            let number = key.parse().map_err(|_| self.unknown(key, value))?;
            let (mut label, mut doc) = (None, None);
            match &value.value {
                Value::Scalar(text) => label = Some(text.as_str()),
                _ => {
                    for (key, value) in self.mapping(key, value)? {
                        match key.as_str() {
                            "id" => label = Some(self.text(key, value)?),
                            "doc" => doc = Some(self.text(key, value)?),
                            _ => return Err(self.unknown(key, value)),
                        }
                    }
                }
            }
            let label = label.ok_or_else(|| self.mistake(value.line, "a value without an `id`"))?;
            let name = doc.filter(|doc| is_name(doc, label)).unwrap_or(label).to_owned();
            values.push(EnumValue { number, label: label.to_owned(), name });
        }
        Ok(values)
    }

    fn sequence(self, sequence: &Yaml) -> Result<Vec<Attribute>, KsyError> {
        self.items("seq", sequence)?.iter().map(|attribute| self.attribute(attribute)).collect()
    }

    fn attribute(self, attribute: &Yaml) -> Result<Attribute, KsyError> {
        let mut read = Attribute {
            line: attribute.line,
            id: String::new(),
            kind: None,
            size: None,
            repeat: None,
            condition: None,
            min: None,
            max: None,
            enumeration: None,
        };
        for (key, value) in self.mapping("an attribute", attribute)? {
            match key.as_str() {
                "id" => read.id = self.text(key, value)?.to_owned(),
                "type" => read.kind = Some(self.text(key, value)?.to_owned()),
                "enum" => read.enumeration = Some(self.text(key, value)?.to_owned()),
                "doc" => {}
                "size" => {
                    let size = self.text(key, value)?;
                    let before = size.strip_prefix("_io.size - _io.pos - ").and_then(|bytes| bytes.parse().ok());
                    let other = || before.map_or_else(|| Size::Of(announced(size)), Size::Before);
                    read.size = Some(size.parse().map_or_else(|_| other(), Size::Fixed));
                }
                "contents" => read.size = Some(Size::Fixed(self.items(key, value)?.len())),
                "size-eos" => read.size = Some(Size::ToEnd),
                // The keys may be in any order; whether the repetition has a number decides.
                "repeat" => match self.text(key, value)? {
                    "eos" => read.repeat = Some(Repeat::ToEnd),
                    "expr" | "until" => {}
                    _ => return Err(self.unknown(key, value)),
                },
                "repeat-expr" => {
                    let count = self.text(key, value)?;
                    read.repeat = Some(count.parse().map_or_else(|_| Repeat::Of(announced(count)), Repeat::Exactly));
                }
                "repeat-until" => read.repeat = Some(Repeat::Until),
                "if" => read.condition = Some(self.condition(value)?),
                "valid" => {
                    for (key, value) in self.mapping(key, value)? {
                        match key.as_str() {
                            "min" => read.min = Some(self.number(key, value)?),
                            "max" => read.max = Some(self.number(key, value)?),
                            _ => return Err(self.unknown(key, value)),
                        }
                    }
                }
                _ => return Err(self.unknown(key, value)),
            }
        }
        if read.id.is_empty() {
            return Err(self.mistake(attribute.line, "an attribute without an `id`"));
        }
        Ok(read)
    }

    /// Reads `(tag == enumeration::label)`.
    fn condition(self, condition: &Yaml) -> Result<Condition, KsyError> {
        let text = self.text("if", condition)?;
        if text == "not _io.eof" {
            return Ok(Condition::BeforeEnd);
        }
        let comparison = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).and_then(|text| {
            let (tag, value) = text.split_once(" == ")?;
            Some((tag, value.split_once("::")?.1))
        });
        Ok(comparison.map_or(Condition::Other, |(tag, label)| Condition::Case { tag: tag.into(), label: label.into() }))
    }
}

/// Returns the attribute whose number is a size or a count: that of an `n` is its instance `value`.
fn announced(expression: &str) -> String {
    expression.strip_suffix(".value").unwrap_or(expression).to_owned()
}
