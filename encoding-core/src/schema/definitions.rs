//! The named definitions inside an encoding.

use alloc::vec::Vec;

use super::{Compact, Encoding, Part};

impl Encoding {
    /// The definitions ([`Encoding::Def`]) in this encoding, itself included: each name once, with what stands under it, in the
    /// order in which they are met.
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
                Self::Mu(mu) => recursive.push(mu.name),
                _ => {}
            }
            // The first part is looked at first.
            let known = todo.len();
            encoding.parts(&mut |part| todo.push(part));
            todo.get_mut(known..).unwrap_or_default().reverse();
        }
        found
    }

    /// The encodings directly inside, those behind the tag of a compact encoding too.
    fn parts(&'static self, each: &mut dyn FnMut(&'static Encoding)) {
        match self {
            Self::Mu(mu) => each((mu.body)()),
            Self::Compact(Compact { part, .. }) => part.payloads(each),
            _ => (0..).map_while(|index| self.child(index)).for_each(each),
        }
    }
}

impl Part {
    /// The encodings of values behind the tag.
    fn payloads(&'static self, each: &mut dyn FnMut(&'static Encoding)) {
        self.payload().into_iter().for_each(&mut *each);
        (0..).map_while(|index| self.child(index)).for_each(|part| part.payloads(each));
    }
}
