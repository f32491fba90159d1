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
    const ALL: [(Self, &str); 4] = [
        (Self::Camel, "camelCase"),
        (Self::Pascal, "PascalCase"),
        (Self::Kebab, "kebab-case"),
        (Self::Shouted, "SCREAMING_SNAKE_CASE"),
    ];

    pub(crate) fn find(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(_, known)| *known == name).map(|(case, _)| *case)
    }

    pub(crate) fn names() -> String {
        Self::ALL.map(|(_, name)| format!("\"{name}\"")).join(", ")
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
