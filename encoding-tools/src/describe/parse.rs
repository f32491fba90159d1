//! A description from its JSON, that of this crate or of the reference.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::node::{Node, Parsed};
use super::tree::Levels;
use super::{Body, CaseRows, Definition, Description, Layout, Limit, Row};
use tezos_encoding_core::__tools::tape::{Kind, Tape};
use tezos_encoding_core::__tools::{INT31_MAX, INT31_MIN};
use tezos_encoding_core::schema::Int;
use tezos_encoding_core::schema::{Class, TagSize};
use tezos_encoding_core::wire::Prefix;

/// Levels of sequences in sequences that are read.
const MAX_LEVELS: u32 = 64;

pub(super) fn description(text: &str) -> Parsed<Description> {
    let tape = Tape::parse(text)?;
    let root = Node::root(&tape);
    let toplevel = rows(root.field("toplevel", "`toplevel`")?.field("fields", "`fields`")?)?;
    let definitions = root.field("fields", "`fields`")?.each("a list of definitions", |definition| {
        let heading = definition.field("description", "`description`")?;
        let description = heading.find("description").map(|text| text.text("a sentence")).transpose()?;
        Ok(Definition {
            title: heading.field("title", "`title`")?.text("a title")?.into_owned(),
            description: description.map(Cow::into_owned),
            body: body(definition.field("encoding", "`encoding`")?)?,
        })
    })?;
    Ok(Description { toplevel, definitions, constraints: None })
}

fn body(node: Node<'_, '_>) -> Parsed<Body> {
    if let Some(fields) = node.find("fields") {
        return Ok(Body::Rows(rows(fields)?));
    }
    let cases = node.field("cases", "`fields` or `cases`")?;
    if let Some(size) = node.find("size") {
        let names = cases.each("a list of names", |case| case.item(1, "an index and a name")?.owned("a name"))?;
        return Ok(Body::Enum { width: prefix(size)?, names });
    }
    let tag = node.find("tag_size").filter(|tag| tag.kind() != Kind::Null).map(tag_size).transpose()?;
    let class = class(node.field("kind", "`kind`")?)?;
    let cases = cases.each("a list of cases", |case| {
        let tag = case.find("tag").filter(|tag| tag.kind() != Kind::Null);
        let tag = tag.map(|tag| tag.number("a tag").and_then(|number| tag.fits(number, "a tag"))).transpose()?;
        let title = case.find("name").map_or(Ok("".into()), |name| name.owned("a name"))?;
        Ok(CaseRows { tag, title, rows: rows(case.field("fields", "`fields`")?)? })
    })?;
    Ok(Body::Cases { class, tag, cases })
}

fn rows(node: Node<'_, '_>) -> Parsed<Vec<Row>> {
    let mut levels = Levels::default();
    node.each("a list of fields", |node| {
        let row = row(node)?;
        match levels.allow(&row) {
            true => Ok(row),
            false => node.refuse("a field behind at most 64 sizes and flags in front of each other"),
        }
    })
}

fn row(row: Node<'_, '_>) -> Parsed<Row> {
    let name = row.find("name").map(|name| name.owned("a name")).transpose()?;
    let kind = row.field("kind", "`kind`")?;
    match kind.text("a kind of field")?.as_ref() {
        "named" | "anon" => Ok(Row::Field {
            name,
            class: class(row.field("data_kind", "`data_kind`")?)?,
            layout: layout(row.field("layout", "`layout`")?, 0)?,
        }),
        "dyn" => {
            let rows = row.field("num_fields", "`num_fields`")?;
            let rows = rows.fits(rows.number("a number")?, "a number of fields")?;
            let size = row.field("size", "`size`")?;
            let prefix = match (prefix(size)?, is_little(row)) {
                (Prefix::U16, true) => Prefix::U16Le,
                (Prefix::U30, true) => Prefix::U30Le,
                (prefix, _) => prefix,
            };
            Ok(Row::Length { of: name, rows, prefix })
        }
        "option_indicator" => Ok(Row::Presence { of: name.filter(|name| !name.is_empty()) }),
        _ => kind.refuse("`named`, `anon`, `dyn` or `option_indicator`"),
    }
}

fn layout(node: Node<'_, '_>, level: u32) -> Parsed<Layout> {
    let kind = node.field("kind", "`kind`")?;
    let little = is_little(node);
    Ok(match kind.text("a kind of layout")?.as_ref() {
        "Zero_width" => Layout::Nothing,
        "Int" => {
            let size = node.field("size", "`size`")?;
            match int(&size.text("a width")?, little) {
                Some(layout) => layout,
                None => return size.refuse("`Int8`, `Uint16` or another width"),
            }
        }
        "RangedInt" => {
            let bound = |name, expected| -> Parsed<i64> {
                let bound = node.field(name, expected)?;
                bound.fits(bound.number("a number")?, "a number of 64 bits")
            };
            Layout::RangedInt(Int::ranged(bound("min", "`min`")?, bound("max", "`max`")?, little))
        }
        "Bool" => Layout::Bool,
        "Float" => Layout::Float,
        "RangedFloat" => {
            Layout::RangedFloat { min: node.field("min", "`min`")?.float()?, max: node.field("max", "`max`")?.float()? }
        }
        "Bytes" => Layout::Bytes,
        "String" => Layout::Text,
        "Enum" => Layout::Enum {
            width: prefix(node.field("size", "`size`")?)?,
            of: node.field("reference", "`reference`")?.text("a name")?.into_owned(),
        },
        "Seq" if level < MAX_LEVELS => {
            let limit = node.find("length_limit").map_or(Ok(Limit::Any), limit)?;
            let item = layout(node.field("layout", "`layout`")?, level.saturating_add(1))?;
            Layout::Sequence { item: Box::new(item), limit }
        }
        "Seq" => return kind.refuse("a layout in at most 64 lists"),
        "Ref" => Layout::Ref(node.field("name", "`name`")?.text("a name")?.into_owned()),
        "Padding" => Layout::Padding,
        "Magic" => Layout::Magic(node.field("bytes", "`bytes`")?.bytes()?.into()),
        _ => return kind.refuse("a kind of layout, such as `Int` or `Ref`"),
    })
}

/// An integer of a width; the reference has had `Int31` and `Uint30` among them.
fn int(size: &str, little: bool) -> Option<Layout> {
    let (signed, bits) = match size.strip_prefix("Uint") {
        Some(bits) => (false, bits),
        None => (true, size.strip_prefix("Int")?),
    };
    Some(match (bits, signed) {
        ("31", true) => Layout::RangedInt(Int::ranged(INT31_MIN, INT31_MAX, little)),
        ("30", false) => Layout::RangedInt(Int::ranged(0, INT31_MAX, little)),
        ("8", _) => Layout::Int(Int::full("", 1, signed, little)),
        ("16", _) => Layout::Int(Int::full("", 2, signed, little)),
        ("32", _) => Layout::Int(Int::full("", 4, signed, little)),
        ("64", _) => Layout::Int(Int::full("", 8, signed, little)),
        _ => return None,
    })
}

fn limit(node: Node<'_, '_>) -> Parsed<Limit> {
    let kind = node.field("kind", "`kind`")?;
    let count = |name, expected| -> Parsed<usize> {
        let count = node.field(name, expected)?;
        count.fits(count.number("a number")?, "a number of elements")
    };
    match kind.text("a kind of limit")?.as_ref() {
        "no-limit" => Ok(Limit::Any),
        "at-most" => count("at_most", "`at_most`").map(Limit::AtMost),
        "exactly" => count("exactly", "`exactly`").map(Limit::Exactly),
        _ => kind.refuse("`no-limit`, `at-most` or `exactly`"),
    }
}

fn class(node: Node<'_, '_>) -> Parsed<Class> {
    let kind = node.field("kind", "`kind`")?;
    match kind.text("a kind of size")?.as_ref() {
        "Fixed" => {
            let size = node.field("size", "`size`")?;
            Ok(Class::Fixed(size.fits(size.number("a number")?, "a number of bytes")?))
        }
        "Dynamic" => Ok(Class::Dynamic),
        "Variable" => Ok(Class::Variable),
        _ => kind.refuse("`Fixed`, `Dynamic` or `Variable`"),
    }
}

fn prefix(node: Node<'_, '_>) -> Parsed<Prefix> {
    match node.text("a width")?.as_ref() {
        "Uint8" => Ok(Prefix::U8),
        "Uint16" => Ok(Prefix::U16),
        "Uint30" => Ok(Prefix::U30),
        "N" => Ok(Prefix::N),
        _ => node.refuse("`Uint8`, `Uint16`, `Uint30` or `N`"),
    }
}

fn tag_size(node: Node<'_, '_>) -> Parsed<TagSize> {
    match node.text("a width")?.as_ref() {
        "Uint8" => Ok(TagSize::U8),
        "Uint16" => Ok(TagSize::U16),
        "Uint32" => Ok(TagSize::U32),
        _ => node.refuse("`Uint8`, `Uint16` or `Uint32`"),
    }
}

fn is_little(node: Node<'_, '_>) -> bool {
    node.find("endianness")
        .is_some_and(|order| order.text("an order").is_ok_and(|order| order.eq_ignore_ascii_case("little")))
}
