//! The naming conventions of `rename_all`.

/// A naming convention.
#[derive(Clone, Copy)]
pub(crate) enum Case {
    Camel,
    Pascal,
    Kebab,
    Shouted,
}

impl Case {
    pub(crate) const ALL: [(&str, Self); 4] = [
        ("camelCase", Self::Camel),
        ("PascalCase", Self::Pascal),
        ("kebab-case", Self::Kebab),
        ("SCREAMING_SNAKE_CASE", Self::Shouted),
    ];

    /// Returns the names of the conventions, for errors.
    pub(crate) fn names() -> String {
        Self::ALL.map(|(name, _)| format!("\"{name}\"")).join(", ")
    }

    /// Converts a name from snake case to this convention.
    pub(crate) fn apply(self, name: &str) -> String {
        let mut words = name.split('_').filter(|word| !word.is_empty());
        let capital = |word: &str| {
            let mut letters = word.chars();
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
        };
        match self {
            Self::Camel => {
                let first = words.next().unwrap_or_default().to_owned();
                words.fold(first, |name, word| name + &capital(word))
            }
            Self::Pascal => words.map(capital).collect(),
            Self::Kebab => words.collect::<Vec<_>>().join("-"),
            Self::Shouted => name.to_uppercase(),
        }
    }
}
