//! The description in the reference's JSON (`binary_schema.ml`, `Encoding`).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Body, Definition, Description, Layout, Limit, Row, rlp};
use crate::constraint;
use crate::json::{hex, lines, list, string};
use tezos_encoding_core::schema::{Class, Int, TagSize};
use tezos_encoding_core::wire::Prefix;

pub(super) fn description(description: &Description) -> String {
    let (fields, definitions) = (rows(&description.toplevel), list(&description.definitions, definition));
    format!("{{\"toplevel\":{{\"fields\":{fields}}},\"fields\":{definitions}}}")
}

/// Returns the description under `binary`, and the constraints if they are known, with a line for each field, definition and constraint.
pub(super) fn dump(description: &Description) -> String {
    let (fields, definitions) = (lines(&description.toplevel, row), lines(&description.definitions, definition));
    let constraints = description.constraints.as_deref();
    let constraints = constraints.map(|all| format!(",\n\"constraints\":{}", lines(all, constraint::one_to_json)));
    let constraints = constraints.unwrap_or_default();
    format!("{{\"binary\":{{\"toplevel\":{{\"fields\":{fields}}},\"fields\":{definitions}}}{constraints}}}\n")
}

fn definition(definition: &Definition) -> String {
    let text = definition.description.as_deref().map(|text| format!(",\"description\":{}", string(text)));
    let heading = format!("{{\"title\":{}{}}}", string(&definition.title), text.unwrap_or_default());
    format!("{{\"description\":{heading},\"encoding\":{}}}", body(&definition.body))
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
                Some(TagSize::U8) => "\"Uint8\"".to_string(),
                Some(TagSize::U16) => "\"Uint16\"".to_string(),
                Some(TagSize::U32) => "\"Uint32\"".to_string(),
                Some(TagSize::Rlp(tag)) => string(&rlp::tag_name(*tag)),
                None => "null".to_string(),
            };
            format!("{{\"tag_size\":{size},\"kind\":{},\"cases\":{cases}}}", kind(*class))
        }
        Body::Enum { width, names } => {
            let names: Vec<_> = names.iter().enumerate().collect();
            let cases = list(&names, |(index, name)| format!("[{index},{}]", string(name)));
            format!("{{\"size\":\"{}\",\"cases\":{cases}}}", width_name(*width))
        }
    }
}

fn rows(rows: &[Row]) -> String {
    list(rows, row)
}

fn row(row: &Row) -> String {
    match row {
        Row::Field { name, class, layout } => {
            let (layout, size) = (self::layout(layout), kind(*class));
            // The order of the fields is the reference's.
            match name {
                Some(name) => {
                    let name = string(name);
                    format!("{{\"name\":{name},\"layout\":{layout},\"data_kind\":{size},\"kind\":\"named\"}}")
                }
                None => format!("{{\"layout\":{layout},\"kind\":\"anon\",\"data_kind\":{size}}}"),
            }
        }
        Row::Length { of, rows, prefix } => {
            let name = of.as_deref().map(|name| format!("\"name\":{},", string(name))).unwrap_or_default();
            let order = prefix.int().as_ref().map_or("", order);
            format!("{{\"kind\":\"dyn\",{name}\"num_fields\":{rows},\"size\":\"{}\"{order}}}", width_name(*prefix))
        }
        Row::Presence { of } => {
            format!("{{\"kind\":\"option_indicator\",\"name\":{}}}", string(of.as_deref().unwrap_or_default()))
        }
    }
}

fn layout(layout: &Layout) -> String {
    let of_kind = |kind: &str| format!("{{\"kind\":\"{kind}\"}}");
    match layout {
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
            format!("{{\"layout\":{},\"kind\":\"Seq\"{limit}}}", self::layout(item))
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

/// Returns the member for the byte order, which is omitted for big-endian.
fn order(int: &Int) -> &'static str {
    if int.little && int.bytes > 1 { ",\"endianness\":\"Little\"" } else { "" }
}

fn width_name(prefix: Prefix) -> &'static str {
    match prefix {
        Prefix::U8 => "Uint8",
        Prefix::U16 | Prefix::U16Le => "Uint16",
        Prefix::U30 | Prefix::U30Le => "Uint30",
        Prefix::N => "N",
        Prefix::Rlp(header) => rlp::header_name(header),
    }
}

/// Prints a float: a number, or the reference's string for NaN and infinities.
fn float(bits: u64) -> String {
    match f64::from_bits(bits) {
        nan if nan.is_nan() => "\"nan\"".to_string(),
        f64::INFINITY => "\"inf\"".to_string(),
        f64::NEG_INFINITY => "\"-inf\"".to_string(),
        number => format!("{number:?}"),
    }
}
