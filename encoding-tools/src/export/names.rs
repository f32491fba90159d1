//! Names in the exported languages.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;

/// The names in use, each with the number to try next if it is needed again.
#[derive(Default)]
pub(super) struct Names {
    used: BTreeMap<String, usize>,
    /// Whether names that differ only in `_` are the same.
    ignores_lines: bool,
}

impl Names {
    /// Creates names of which some are reserved.
    pub(super) fn reserved(names: &[&str]) -> Self {
        let mut reserved = Self::default();
        names.iter().for_each(|name| drop(reserved.unique(name)));
        reserved
    }

    /// Returns names that stay distinct without `_`: `a_1` and `a1` become the same class in some languages.
    pub(super) fn camel(self) -> Self {
        Self { ignores_lines: true, ..self }
    }

    /// Returns the name, or the name with a number if it is in use.
    pub(super) fn unique(&mut self, name: &str) -> String {
        let ignores_lines = self.ignores_lines;
        let key = |name: &str| if ignores_lines { name.replace('_', "") } else { name.to_owned() };
        let own = key(name);
        let Some(next) = self.used.get(&own).copied() else {
            self.used.insert(own, 0);
            return name.to_owned();
        };
        let mut numbered = (next..).map(|number| (number, format!("{name}_{number}")));
        let (number, free) = numbered.find(|(_, free)| !self.used.contains_key(&key(free))).unwrap_or_default();
        self.used.insert(own, number.saturating_add(1));
        self.used.insert(key(&free), 0);
        free
    }
}

/// Returns a name of lower-case letters, digits and `_` for any text.
pub(super) fn lower(text: &str) -> String {
    let name: String =
        text.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' }).collect();
    if name.is_empty() { "_".to_owned() } else { name }
}
