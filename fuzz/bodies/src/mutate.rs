//! Values and JSON texts with one change, most of which do not fit their encoding, so that they must be refused.

use tezos_encoding::schema::Value;

/// Returns copies of a value with one change each: `variants` changes of the value and of each value inside it.
pub fn mutations(value: &Value, variants: u64) -> impl Iterator<Item = Value> {
    let parts = u64::try_from(count(value)).unwrap();
    (0..parts * variants).map(|choice| mutated(value, choice))
}

/// Returns a copy of a value in which one value, selected by `choice`, is changed, in a way that `choice` selects too.
pub(crate) fn mutated(value: &Value, choice: u64) -> Value {
    let mut changed = value.clone();
    let parts = u64::try_from(count(value)).unwrap();
    let mut index = choice % parts;
    change(&mut changed, &mut index, choice / parts);
    changed
}

/// The number of changed texts of each value.
const TEXTS: usize = 6;

/// Returns JSON texts with one change each, selected by `bytes`: a character less or more, or a part between two commas twice, such as a field.
pub(crate) fn changed_texts<'t>(json: &'t str, bytes: &[u8]) -> impl Iterator<Item = String> + 't {
    let seed = bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    (0..TEXTS).map(move |text| {
        let choice = usize::try_from(seed.rotate_left(u32::try_from(text).unwrap() * 11) >> 32).unwrap();
        let starts: Vec<usize> = json.char_indices().map(|(start, _)| start).collect();
        let start = starts[choice % starts.len()];
        let (before, after) = json.split_at(start);
        match text % 3 {
            0 => [before, after.split_at(after.chars().next().map_or(0, char::len_utf8)).1].concat(),
            1 => [before, &"0\",{}[]n"[choice % 8..][..1], after].concat(),
            _ => {
                let commas: Vec<usize> = json.match_indices([',', '{', '[']).map(|(at, _)| at + 1).collect();
                let Some(from) = commas.get(choice % commas.len().max(1)) else { return format!("{json} ") };
                let part = json[*from..].split_inclusive([',', '}', ']']).next().unwrap_or_default();
                let part = part.trim_end_matches([',', '}', ']']);
                [&json[..*from], part, ",", &json[*from..]].concat()
            }
        }
    })
}

fn parts_of(value: &mut Value) -> Vec<&mut Value> {
    match value {
        Value::List(items) | Value::Fields(items) => items.iter_mut().collect(),
        Value::Assoc(pairs) => pairs.iter_mut().map(|(_, value)| value).collect(),
        Value::Case { payload, .. } => vec![payload],
        Value::Option(Some(inner)) => vec![inner],
        _ => Vec::new(),
    }
}

fn count(value: &Value) -> usize {
    match value {
        Value::List(items) | Value::Fields(items) => 1 + items.iter().map(count).sum::<usize>(),
        Value::Assoc(pairs) => 1 + pairs.iter().map(|(_, value)| count(value)).sum::<usize>(),
        Value::Case { payload, .. } => 1 + count(payload),
        Value::Option(Some(inner)) => 1 + count(inner),
        _ => 1,
    }
}

/// Changes the value with this index, in depth-first order, and returns true. If there are fewer values, subtracts their number from the
/// index and returns false.
fn change(value: &mut Value, index: &mut u64, how: u64) -> bool {
    if *index == 0 {
        one(value, how);
        return true;
    }
    *index -= 1;
    parts_of(value).into_iter().any(|part| change(part, index, how))
}

fn one(value: &mut Value, how: u64) {
    let step = usize::try_from(how % 300).unwrap();
    match value {
        Value::Bool(value) => *value = !*value,
        Value::Int(value) => {
            *value = match how % 5 {
                0 => *value + 1,
                1 => *value - 1,
                2 => -*value,
                3 => 1 << (how / 5 % 70),
                _ => -(1 << (how / 5 % 70)),
            }
        }
        Value::Float(value) => *value = [1.5, -0.0, f64::INFINITY, *value * 2.0][step % 4],
        Value::Bytes(bytes) | Value::Text(bytes) if how.is_multiple_of(2) => bytes.truncate(step),
        Value::Bytes(bytes) | Value::Text(bytes) => bytes.extend(std::iter::repeat_n(b'a', step + 1)),
        Value::Name(index) => *index += step % 3 + 1,
        Value::List(items) => longer(items, how),
        Value::Assoc(pairs) => longer(pairs, how),
        Value::Case { index, .. } => *index = step % 8,
        Value::Option(inner) => *inner = None,
        _ => {}
    }
}

/// Removes the last element, or repeats it.
fn longer<T: Clone>(items: &mut Vec<T>, how: u64) {
    match items.last().cloned() {
        Some(last) if !how.is_multiple_of(3) => {
            items.extend(std::iter::repeat_n(last, usize::try_from(how / 3 % 120).unwrap()))
        }
        _ => drop(items.pop()),
    }
}
