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

    /// The encodings directly inside.
    fn parts(&'static self, each: &mut dyn FnMut(&'static Encoding)) {
        match self {
            Self::Empty | Self::Null | Self::Constant(_) | Self::Scalar(_) | Self::Bytes(_) | Self::Text { .. } => {}
            Self::Enum(_) | Self::Json => {}
            Self::Object(fields) => fields.iter().for_each(|field| each(field.encoding)),
            Self::Tuple(parts) | Self::Merge(parts) => parts.iter().copied().for_each(each),
            Self::Union { cases, .. } => cases.iter().for_each(|case| each(case.payload)),
            Self::Select(select) => select.cases.iter().for_each(|case| each(case.encoding)),
            Self::List { item: inner, .. }
            | Self::Opt(inner)
            | Self::Varopt(inner)
            | Self::Lazy(inner)
            | Self::Dft { inner, .. }
            | Self::Padded { inner, .. }
            | Self::Dynamic { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Sized { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Checked { inner, .. }
            | Self::Def { inner, .. }
            | Self::Described { inner, .. }
            | Self::Magic { inner, .. }
            | Self::Assoc { value: inner, .. } => each(inner),
            Self::Mu(mu) => each((mu.body)()),
            Self::Split(split) => each(split.inner),
            Self::Legacy(legacy) => {
                each(legacy.current);
                each(legacy.older);
            }
            Self::Compact(Compact { part, .. }) => part.payloads(each),
        }
    }
}

impl Part {
    /// The encodings of values behind the tag.
    fn payloads(&'static self, each: &mut dyn FnMut(&'static Encoding)) {
        match self {
            Self::Null | Self::Unit | Self::Bool | Self::Int32 | Self::Int64 => {}
            Self::Payload(encoding) | Self::OrInt32(encoding) | Self::List { item: encoding, .. } => each(encoding),
            Self::Option(part) => part.payloads(each),
            Self::Tuple(parts) => parts.iter().for_each(|part| part.payloads(each)),
            Self::Object(fields) => fields.iter().for_each(|field| field.part.payloads(each)),
            Self::Union(cases) => cases.iter().for_each(|case| case.part.payloads(each)),
        }
    }
}
