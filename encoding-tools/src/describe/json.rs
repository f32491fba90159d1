//! The description in the reference's JSON (`binary_schema.ml`, `Encoding`).

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use super::words::hex;
use super::{Body, Description, Layout, Limit, Row};
use tezos_encoding_core::schema::Int;
use tezos_encoding_core::schema::{Class, TagSize};
use tezos_encoding_core::wire::Prefix;

pub(super) fn description(description: &Description) -> String {
    let definitions = list(&description.definitions, |definition| {
        let text = definition.description.as_deref().map(|text| format!(",\"description\":{}", string(text)));
        let heading = format!("{{\"title\":{}{}}}", string(&definition.title), text.unwrap_or_default());
        format!("{{\"description\":{heading},\"encoding\":{}}}", body(&definition.body))
    });
    format!("{{\"toplevel\":{{\"fields\":{}}},\"fields\":{definitions}}}", rows(&description.toplevel))
}

fn body(body: &Body) -> String {
    match body {
        Body::Rows(lines) => format!("{{\"fields\":{}}}", rows(lines)),
        Body::Cases { class, tag, cases } => {
            let cases = list(cases, |case| {
                let tag = case.tag.map_or_else(|| "null".to_string(), |tag| tag.to_string());
                format!("{{\"tag\":{tag},\"fields\":{},\"name\":{}}}", rows(&case.rows), string(&case.title))
            });
            let size = match tag {
                Some(TagSize::U8) => "\"Uint8\"",
                Some(TagSize::U16) => "\"Uint16\"",
                Some(TagSize::U32) => "\"Uint32\"",
                None => "null",
            };
            format!("{{\"tag_size\":{size},\"kind\":{},\"cases\":{cases}}}", kind(*class))
        }
        Body::Enum { width, names } => {
            let mut index = 0usize;
            let cases = list(names, |name| {
                let case = format!("[{index},{}]", string(name));
                index = index.saturating_add(1);
                case
            });
            format!("{{\"size\":\"{}\",\"cases\":{cases}}}", width_name(*width))
        }
    }
}

fn rows(rows: &[Row]) -> String {
    list(rows, |row| match row {
        Row::Field { name, class, layout: form } => {
            let (name, sort) = match name {
                Some(name) => (format!("\"name\":{},", string(name)), "named"),
                None => (String::new(), "anon"),
            };
            format!("{{{name}\"layout\":{},\"data_kind\":{},\"kind\":\"{sort}\"}}", layout(form), kind(*class))
        }
        Row::Length { of, rows, prefix } => {
            let name = of.as_deref().map(|name| format!("\"name\":{},", string(name))).unwrap_or_default();
            let order = prefix.int().as_ref().map_or("", order);
            format!("{{\"kind\":\"dyn\",{name}\"num_fields\":{rows},\"size\":\"{}\"{order}}}", width_name(*prefix))
        }
        Row::Presence { of } => {
            format!("{{\"kind\":\"option_indicator\",\"name\":{}}}", string(of.as_deref().unwrap_or_default()))
        }
    })
}

fn layout(form: &Layout) -> String {
    let of_kind = |kind: &str| format!("{{\"kind\":\"{kind}\"}}");
    match form {
        Layout::Nothing => of_kind("Zero_width"),
        Layout::Int(int) => {
            let sign = if int.signed { "Int" } else { "Uint" };
            let bits = int.bytes.saturating_mul(8);
            format!("{{\"size\":\"{sign}{bits}\"{},\"kind\":\"Int\"}}", order(int))
        }
        Layout::RangedInt(int) => {
            format!("{{\"min\":{}{},\"max\":{},\"kind\":\"RangedInt\"}}", int.min, order(int), int.max)
        }
        Layout::Bool => of_kind("Bool"),
        Layout::Float => of_kind("Float"),
        Layout::RangedFloat { min, max } => {
            format!("{{\"min\":{},\"max\":{},\"kind\":\"RangedFloat\"}}", float(*min), float(*max))
        }
        Layout::Bytes => of_kind("Bytes"),
        Layout::Text => of_kind("String"),
        Layout::Enum { width, of } => {
            format!("{{\"size\":\"{}\",\"reference\":{},\"kind\":\"Enum\"}}", width_name(*width), string(of))
        }
        Layout::Sequence { item, limit } => {
            let limit = match limit {
                Limit::Any => String::new(),
                Limit::AtMost(max) => format!(",\"length_limit\":{{\"kind\":\"at-most\",\"at_most\":{max}}}"),
                Limit::Exactly(n) => format!(",\"length_limit\":{{\"kind\":\"exactly\",\"exactly\":{n}}}"),
            };
            format!("{{\"layout\":{},\"kind\":\"Seq\"{limit}}}", layout(item))
        }
        Layout::Ref(name) => format!("{{\"name\":{},\"kind\":\"Ref\"}}", string(name)),
        Layout::Padding => of_kind("Padding"),
        Layout::Magic(bytes) => format!("{{\"bytes\":\"{}\",\"kind\":\"Magic\"}}", hex(bytes)),
    }
}

fn kind(class: Class) -> String {
    match class {
        Class::Fixed(bytes) => format!("{{\"size\":{bytes},\"kind\":\"Fixed\"}}"),
        Class::Dynamic => "{\"kind\":\"Dynamic\"}".to_string(),
        Class::Variable => "{\"kind\":\"Variable\"}".to_string(),
    }
}

/// Said only where it is not the usual one.
fn order(int: &Int) -> &'static str {
    if int.little && int.bytes > 1 { ",\"endianness\":\"Little\"" } else { "" }
}

fn width_name(prefix: Prefix) -> &'static str {
    match prefix {
        Prefix::U8 => "Uint8",
        Prefix::U16 | Prefix::U16Le => "Uint16",
        Prefix::U30 | Prefix::U30Le => "Uint30",
        Prefix::N => "N",
    }
}

/// A number, or the reference's string for what JSON has no number for.
fn float(bits: u64) -> String {
    match f64::from_bits(bits) {
        nan if nan.is_nan() => "\"nan\"".to_string(),
        f64::INFINITY => "\"inf\"".to_string(),
        f64::NEG_INFINITY => "\"-inf\"".to_string(),
        number => format!("{number:?}"),
    }
}

/// The parts of a list.
pub(crate) fn list<T>(items: &[T], mut item: impl FnMut(&T) -> String) -> String {
    let mut out = String::from("[");
    for (index, it) in items.iter().enumerate() {
        if index != 0 {
            out.push(',');
        }
        out.push_str(&item(it));
    }
    out.push(']');
    out
}

/// A text in quotes.
pub(crate) fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            '\u{0}'..='\u{1f}' => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
