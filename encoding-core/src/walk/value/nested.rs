//! Drops, clones, compares and prints values without recursion, so that deep nesting cannot overflow the stack.

use alloc::vec::Vec;
use core::{fmt, mem};

use super::Value;

/// The number of levels that are printed.
const PRINTED: usize = 64;

impl Value {
    /// Returns the direct child at `index`.
    fn child(&self, index: usize) -> Option<&Self> {
        match self {
            Self::List(items) | Self::Fields(items) => items.get(index),
            Self::Assoc(entries) => entries.get(index).map(|(_, value)| value),
            Self::Case { payload, .. } | Self::Option(Some(payload)) if index == 0 => Some(payload),
            _ => None,
        }
    }

    /// Returns a copy of the value with `children` as its children; their number must be the same.
    fn with_children(&self, mut children: Vec<Self>) -> Self {
        let mut only = || children.pop().unwrap_or(Self::Unit).into();
        match self {
            Self::Unit => Self::Unit,
            Self::Bool(value) => Self::Bool(*value),
            Self::Int(value) => Self::Int(*value),
            Self::Float(value) => Self::Float(*value),
            Self::Natural(value) => Self::Natural(value.clone()),
            Self::Whole(value) => Self::Whole(value.clone()),
            Self::Bytes(bytes) => Self::Bytes(bytes.clone()),
            Self::Text(bytes) => Self::Text(bytes.clone()),
            Self::Name(index) => Self::Name(*index),
            Self::Case { index, .. } => Self::Case { index: *index, payload: only() },
            Self::Option(inner) => Self::Option(inner.as_ref().map(|_| only())),
            Self::List(_) => Self::List(children),
            Self::Fields(_) => Self::Fields(children),
            Self::Assoc(entries) => Self::Assoc(entries.iter().map(|(key, _)| key.clone()).zip(children).collect()),
        }
    }

    /// Compares two values without their children.
    fn same_outside(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unit, Self::Unit) => true,
            (Self::Bool(one), Self::Bool(other)) => one == other,
            (Self::Int(one), Self::Int(other)) => one == other,
            (Self::Float(one), Self::Float(other)) => one == other,
            (Self::Natural(one), Self::Natural(other)) => one == other,
            (Self::Whole(one), Self::Whole(other)) => one == other,
            (Self::Bytes(one), Self::Bytes(other)) | (Self::Text(one), Self::Text(other)) => one == other,
            (Self::Name(one), Self::Name(other)) | (Self::Case { index: one, .. }, Self::Case { index: other, .. }) => {
                one == other
            }
            (Self::Option(one), Self::Option(other)) => one.is_some() == other.is_some(),
            (Self::List(one), Self::List(other)) | (Self::Fields(one), Self::Fields(other)) => one.len() == other.len(),
            (Self::Assoc(one), Self::Assoc(other)) => {
                one.iter().map(|(key, _)| key).eq(other.iter().map(|(key, _)| key))
            }
            _ => false,
        }
    }

    /// Moves the direct children to `into`.
    fn take_children(&mut self, into: &mut Vec<Self>) {
        match self {
            Self::List(items) | Self::Fields(items) if into.is_empty() => mem::swap(items, into),
            Self::List(items) | Self::Fields(items) => into.append(items),
            Self::Assoc(entries) => into.extend(entries.drain(..).map(|(_, value)| value)),
            Self::Case { payload, .. } | Self::Option(Some(payload)) => into.push(mem::replace(payload, Self::Unit)),
            _ => {}
        }
    }
}

impl Drop for Value {
    fn drop(&mut self) {
        let mut inside = Vec::new();
        self.take_children(&mut inside);
        while let Some(mut value) = inside.pop() {
            value.take_children(&mut inside);
        }
    }
}

impl Clone for Value {
    fn clone(&self) -> Self {
        // The values that enclose `value`, outermost first, each with the clones of its first children.
        let mut open = Vec::new();
        let (mut value, mut clones) = (self, Vec::new());
        loop {
            if let Some(child) = value.child(clones.len()) {
                open.push((mem::replace(&mut value, child), mem::take(&mut clones)));
                continue;
            }
            let clone = value.with_children(clones);
            match open.pop() {
                Some(outer) => (value, clones) = outer,
                None => return clone,
            }
            clones.push(clone);
        }
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        let mut pairs = Vec::from([(self, other)]);
        while let Some((one, other)) = pairs.pop() {
            if !one.same_outside(other) {
                return false;
            }
            pairs.extend((0..).map_while(|index| one.child(index).zip(other.child(index))));
        }
        true
    }
}

/// Prints like a derived implementation, down to 64 levels; `..` stands for deeper levels.
impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printed { value: self, levels: PRINTED }.fmt(f)
    }
}

/// A value and how many of its levels are printed.
struct Printed<'a> {
    value: &'a Value,
    levels: usize,
}

impl fmt::Debug for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(levels) = self.levels.checked_sub(1) else { return f.write_str("..") };
        let inside = |value| Printed { value, levels };
        let mut tuple = |name: &str, field: &dyn fmt::Debug| f.debug_tuple(name).field(field).finish();
        match self.value {
            Value::Unit => f.write_str("Unit"),
            Value::Bool(value) => tuple("Bool", value),
            Value::Int(value) => tuple("Int", value),
            Value::Float(value) => tuple("Float", value),
            Value::Natural(value) => tuple("Natural", value),
            Value::Whole(value) => tuple("Whole", value),
            Value::Bytes(bytes) => tuple("Bytes", bytes),
            Value::Text(bytes) => tuple("Text", bytes),
            Value::Name(index) => tuple("Name", index),
            Value::List(items) => tuple("List", &items.iter().map(inside).collect::<Vec<_>>()),
            Value::Fields(items) => tuple("Fields", &items.iter().map(inside).collect::<Vec<_>>()),
            Value::Assoc(entries) => {
                tuple("Assoc", &entries.iter().map(|(key, value)| (key, inside(value))).collect::<Vec<_>>())
            }
            Value::Option(inner) => tuple("Option", &inner.as_deref().map(inside)),
            Value::Case { index, payload } => {
                f.debug_struct("Case").field("index", index).field("payload", &inside(payload)).finish()
            }
        }
    }
}
