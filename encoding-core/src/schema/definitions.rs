//! The named definitions inside an encoding.

use alloc::vec::Vec;

use super::Encoding;

impl Encoding {
    /// Returns the definitions ([`Encoding::Def`]) in this encoding, including itself: each name once, with its
    /// encoding, in order of first use.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, schema::Encoding};
    /// #[derive(HasEncoding)]
    /// #[encoding(id = "point")]
    /// struct Point(#[encoding(id = "point.axis")] i32, #[encoding(id = "point.axis")] i32);
    /// let ids: Vec<_> = <Vec<Point>>::ENCODING.definitions().iter().map(|(id, _)| *id).collect();
    /// assert_eq!(ids, ["point", "point.axis"]);
    /// ```
    pub fn definitions(&'static self) -> Vec<(&'static str, &'static Encoding)> {
        let mut found: Vec<(&'static str, &'static Encoding)> = Vec::new();
        let mut recursive: Vec<&'static str> = Vec::new();
        let mut todo = Vec::from([self]);
        while let Some(encoding) = todo.pop() {
            match encoding {
                Self::Def { id, .. } if found.iter().any(|(known, _)| known == id) => continue,
                Self::Def { id, .. } => found.push((id, encoding)),
                Self::Mu(mu) if recursive.contains(&mu.name) => continue,
                Self::Mu(mu) => {
                    recursive.push(mu.name);
                    todo.push((mu.body)());
                }
                _ => {}
            }
            // The first child is popped first.
            let known = todo.len();
            todo.extend((0..).map_while(|index| encoding.child(index)));
            todo.get_mut(known..).unwrap_or_default().reverse();
        }
        found
    }
}
