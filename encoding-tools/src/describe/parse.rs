//! Parses a description from the JSON of this crate or of the reference.

use alloc::vec::Vec;

use super::tree::Nesting;
use super::{Body, CaseRows, Definition, Description, Layout, Limit, Row, rlp};
use crate::constraint;
use crate::json::{Node, Parsed, read};
use tezos_encoding_core::__tools::{INT31_MAX, INT31_MIN};
use tezos_encoding_core::schema::{Class, Int, TagSize};
use tezos_encoding_core::wire::Prefix;

/// Maximum nesting of sequences.
const MAX_LEVELS: u32 = 64;

pub(super) fn dump(text: &str) -> Parsed<Description> {
    read(text, |root| {
        let constraints = root.find("constraints").map(constraint::from_json).transpose()?;
        Ok(Description { constraints, ..description(root.find("binary").unwrap_or(root))? })
    })
}

fn description(root: Node<'_, '_>) -> Parsed<Description> {
    let toplevel = rows(root.field("`toplevel`")?.field("`fields`")?)?;
    let definitions = root.field("`fields`")?.each("a list of definitions", |definition| {
        let heading = definition.field("`description`")?;
        Ok(Definition {
            description: heading.find("description").map(|text| text.text("a sentence")).transpose()?,
            title: heading.field("`title`")?.text("a title")?,
            body: body(definition.field("`encoding`")?)?,
        })
    })?;
    Ok(Description { toplevel, definitions, constraints: None })
}

fn body(node: Node<'_, '_>) -> Parsed<Body> {
    if let Some(fields) = node.find("fields") {
        return Ok(Body::Rows(rows(fields)?));
    }
    let Some(cases) = node.find("cases") else { return node.refuse("`fields` or `cases`") };
    if let Some(size) = node.find("size") {
        let names = cases.each("a list of names", |case| match case.each("an index and a name", Ok)?.get(1) {
            Some(name) => Ok(name.text("a name")?.into()),
            None => case.refuse("an index and a name"),
        })?;
        return Ok(Body::Enum { width: prefix(size)?, names });
    }
    let tag = node.find("tag_size").filter(|tag| !tag.is_null()).map(tag_size).transpose()?;
    let class = class(node.field("`kind`")?)?;
    let cases = cases.each("a list of cases", |case| {
        let tag = case.find("tag").filter(|tag| !tag.is_null());
        let tag = tag.map(|tag| tag.number("a tag", "a tag")).transpose()?;
        let title = case.find("name").map_or(Ok("".into()), |name| name.text("a name"))?.into();
        Ok(CaseRows { tag, title, rows: rows(case.field("`fields`")?)? })
    })?;
    Ok(Body::Cases { class, tag, cases })
}

fn rows(node: Node<'_, '_>) -> Parsed<Vec<Row>> {
    let mut nesting = Nesting::default();
    node.each("a list of fields", |node| {
        let row = row(node)?;
        match nesting.allows(&row) {
            true => Ok(row),
            false => node.refuse("a field nested in at most 64 size prefixes and presence flags"),
        }
    })
}

fn row(row: Node<'_, '_>) -> Parsed<Row> {
    let name = row.find("name").map(|name| name.text("a name")).transpose()?;
    let kind = row.field("`kind`")?;
    match kind.text("a kind of field")?.as_str() {
        "named" | "anon" => Ok(Row::Field {
            name: name.map(Into::into),
            class: class(row.field("`data_kind`")?)?,
            layout: layout(row.field("`layout`")?, 0)?,
        }),
        "dyn" => {
            let rows = row.field("`num_fields`")?.number("a number", "a number of fields")?;
            let prefix = match (prefix(row.field("`size`")?)?, is_little(row)) {
                (Prefix::U16, true) => Prefix::U16Le,
                (Prefix::U30, true) => Prefix::U30Le,
                (prefix, _) => prefix,
            };
            Ok(Row::Length { of: name.map(Into::into), rows, prefix })
        }
        "option_indicator" => Ok(Row::Presence { of: name.filter(|name| !name.is_empty()).map(Into::into) }),
        _ => kind.refuse("`named`, `anon`, `dyn` or `option_indicator`"),
    }
}

fn layout(node: Node<'_, '_>, level: u32) -> Parsed<Layout> {
    let kind = node.field("`kind`")?;
    let little = is_little(node);
    Ok(match kind.text("a kind of layout")?.as_str() {
        "Zero_width" => Layout::Nothing,
        "Int" => {
            let size = node.field("`size`")?;
            match int(&size.text("a width")?, little) {
                Some(layout) => layout,
                None => return size.refuse("`Int8`, `Uint16` or another width"),
            }
        }
        "RangedInt" => {
            let bound = |name| node.field(name)?.number("a number", "a number of 64 bits");
            Layout::RangedInt(Int::ranged(bound("`min`")?, bound("`max`")?, little))
        }
        "Bool" => Layout::Bool,
        "Float" => Layout::Float,
        "RangedFloat" => Layout::RangedFloat { min: node.field("`min`")?.float()?, max: node.field("`max`")?.float()? },
        "Bytes" => Layout::Bytes,
        "String" => Layout::Text,
        "Enum" => {
            let width = prefix(node.field("`size`")?)?;
            Layout::Enum { width, of: node.field("`reference`")?.text("a name")? }
        }
        "Seq" if level < MAX_LEVELS => {
            let limit = node.find("length_limit").map_or(Ok(Limit::Any), limit)?;
            let item = layout(node.field("`layout`")?, level.saturating_add(1))?;
            Layout::Sequence { item: item.into(), limit }
        }
        "Seq" => return kind.refuse("a layout nested in at most 64 lists"),
        "Ref" => Layout::Ref(node.field("`name`")?.text("a name")?),
        "Padding" => Layout::Padding,
        "Magic" => Layout::Magic(node.field("`bytes`")?.bytes()?.into()),
        _ => return kind.refuse("a kind of layout, such as `Int` or `Ref`"),
    })
}

/// Returns an integer of a width. Older versions of the reference also have `Int31` and `Uint30`.
fn int(size: &str, little: bool) -> Option<Layout> {
    let (signed, bits) = match size.strip_prefix("Uint") {
        Some(bits) => (false, bits),
        None => (true, size.strip_prefix("Int")?),
    };
    let bytes = match (bits, signed) {
        ("31", true) => return Some(Layout::RangedInt(Int::ranged(INT31_MIN, INT31_MAX, little))),
        ("30", false) => return Some(Layout::RangedInt(Int::ranged(0, INT31_MAX, little))),
        ("8", _) => 1,
        ("16", _) => 2,
        ("32", _) => 4,
        ("64", _) => 8,
        _ => return None,
    };
    Some(Layout::Int(Int::full("", bytes, signed, little)))
}

fn limit(node: Node<'_, '_>) -> Parsed<Limit> {
    let count = |name| node.field(name)?.number("a number", "a number of elements");
    let kind = node.field("`kind`")?;
    match kind.text("a kind of limit")?.as_str() {
        "no-limit" => Ok(Limit::Any),
        "at-most" => count("`at_most`").map(Limit::AtMost),
        "exactly" => count("`exactly`").map(Limit::Exactly),
        _ => kind.refuse("`no-limit`, `at-most` or `exactly`"),
    }
}

fn class(node: Node<'_, '_>) -> Parsed<Class> {
    let kind = node.field("`kind`")?;
    match kind.text("a kind of size")?.as_str() {
        "Fixed" => Ok(Class::Fixed(node.field("`size`")?.number("a number", "a number of bytes")?)),
        "Dynamic" => Ok(Class::Dynamic),
        "Variable" => Ok(Class::Variable),
        _ => kind.refuse("`Fixed`, `Dynamic` or `Variable`"),
    }
}

fn prefix(node: Node<'_, '_>) -> Parsed<Prefix> {
    match node.text("a width")?.as_str() {
        "Uint8" => Ok(Prefix::U8),
        "Uint16" => Ok(Prefix::U16),
        "Uint30" => Ok(Prefix::U30),
        "N" => Ok(Prefix::N),
        name => match rlp::header(name) {
            Some(header) => Ok(Prefix::Rlp(header)),
            None => node.refuse("`Uint8`, `Uint16`, `Uint30`, `N` or a header of RLP"),
        },
    }
}

fn tag_size(node: Node<'_, '_>) -> Parsed<TagSize> {
    match node.text("a width")?.as_str() {
        "Uint8" => Ok(TagSize::U8),
        "Uint16" => Ok(TagSize::U16),
        "Uint32" => Ok(TagSize::U32),
        name => match rlp::tag(name) {
            Some(tag) => Ok(TagSize::Rlp(tag)),
            None => node.refuse("`Uint8`, `Uint16`, `Uint32` or a tag of RLP"),
        },
    }
}

fn is_little(node: Node<'_, '_>) -> bool {
    let order = node.find("endianness").map(|order| order.text("an order"));
    order.is_some_and(|order| order.is_ok_and(|order| order.eq_ignore_ascii_case("little")))
}
