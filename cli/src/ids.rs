//! Parses the arguments for encodings: ids, descriptions, layouts, files.

use std::{borrow::Cow, ffi::OsStr, fs, path::Path};

use clap::{
    Arg, Command, Error,
    builder::{PossibleValue, TypedValueParser},
    error::{ContextKind, ContextValue, ErrorKind},
};
use tezos_encoding::schema::{Named, grammar, ksy::Layouts};

use crate::{
    chosen,
    encodings::{self, near, unregistered},
    protocols,
};

/// The help of arguments that take the id of an encoding.
pub(crate) const ID: &str = "The id of an encoding; a description of one, such as `list(uint16)` (see `list descriptions`); or the layout of one that Octez \
     printed for Kaitai Struct: a path to a `.ksy` file, or `layout:PATH`";

/// Returns an importer of the layouts in a folder, which may import each other.
pub(crate) fn layouts(folder: &Path) -> Layouts<impl FnMut(&str) -> Result<String, String>> {
    Layouts::new(move |name| {
        let path = folder.join(format!("{name}.ksy"));
        fs::read_to_string(&path).map_err(|error| error.to_string())
    })
}

/// Returns the path of the layout if an argument names one.
fn layout_path(text: &str) -> Option<Cow<'_, Path>> {
    let path = text.strip_prefix("layout:").or_else(|| text.ends_with(".ksy").then_some(text)).map(Path::new)?;
    Some(if path.extension().is_some() { path.into() } else { path.with_extension("ksy").into() })
}

/// Returns the encoding of a layout, or why it cannot be imported; `None` if the argument is not a layout.
fn layout(text: &str) -> Option<Result<&'static Named, String>> {
    let path = layout_path(text)?;
    let name = path.file_stem()?.to_string_lossy();
    let imported = layouts(path.parent()?).import(&name);
    Some(
        imported
            .map(|encoding| unregistered(text, "According to the layout", encoding))
            .map_err(|error| error.to_string()),
    )
}

/// Returns true if an argument names a layout.
pub(crate) fn is_layout(text: &str) -> bool {
    layout_path(text).is_some()
}

/// Returns the encoding with this id, for this description, or of this layout.
pub(crate) fn named(text: &str) -> Option<&'static Named> {
    encodings::named(text, chosen::protocol()).or_else(|| layout(text)?.ok())
}

/// Parses an argument for an encoding: an id, a description or a layout.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Id;

impl TypedValueParser for Id {
    type Value = &'static Named;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<&'static Named, Error> {
        let id = value.to_string_lossy();
        named(&id).ok_or_else(|| unknown(command, argument, &id))
    }

    /// Returns the ids, for shell completions.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let known = encodings::all().iter().chain(protocols::of_protocols());
        Some(Box::new(known.map(|named| PossibleValue::new(named.id.as_ref()).help(named.title.as_ref()))))
    }
}

/// Parses an argument for a schema: an id, a description, a file, or `-` for standard input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct IdOrFile;

impl TypedValueParser for IdOrFile {
    type Value = String;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<String, Error> {
        let text = value.to_string_lossy();
        let path = Path::new(value);
        let is_file = path.exists() && !path.is_dir() && !is_layout(&text);
        if text == "-" || is_file || named(&text).is_some() || is_file_name(&text) {
            return Ok(text.into_owned());
        }
        Err(unknown(command, argument, &text))
    }
}

/// Returns true if a text that is not an id looks like a file name. If the file is missing, the error is reported when it is opened.
fn is_file_name(text: &str) -> bool {
    let (described, path) = (text.contains(['(', '{']) || is_layout(text), Path::new(text));
    !described && (text.contains('/') || path.extension().is_some_and(|end| end == "json" || near(text).is_empty()))
}

/// Returns an error that suggests similar ids, or describes the mistake in a description.
fn unknown(command: &Command, argument: Option<&Arg>, id: &str) -> Error {
    let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
    let name = argument.map_or_else(|| "<ID>".to_owned(), ToString::to_string);
    error.insert(ContextKind::InvalidArg, ContextValue::String(name));
    error.insert(ContextKind::InvalidValue, ContextValue::String(id.to_owned()));
    let near: Vec<String> = near(id).into_iter().map(Into::into).collect();
    let mut tip = |tip: String| error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    if let Some(Err(mistake)) = layout(id) {
        tip(format!("as a layout: {mistake}"));
    } else if let (true, Err(mistake)) = (id.contains(['(', '{']), grammar::parse(id)) {
        tip(format!("as a description of an encoding: {mistake}"));
    } else if near.is_empty() {
        tip("`tezos-codec list encodings` lists the ids, `list descriptions` explains descriptions".into());
    } else {
        error.insert(ContextKind::SuggestedValue, ContextValue::Strings(near));
    }
    error
}
