//! What is known of the fields of a value before they are read.

use super::fixed_sum;

/// The size of a field where it is fixed, and whether any bytes of that size are a value.
pub(crate) type Part = (Option<usize>, bool);

/// Fields whose bytes are counted before the first of them is read.
///
/// A value of a fixed size is counted as a whole, as the reference does (`binary_reader.ml`, `Objs` and `Tups` of kind `Fixed`). Of
/// another, those fields at its start are counted together that have a fixed size and refuse no bytes: so they can only be cut short,
/// one comparison says whether they are, and which of them is asked afterwards.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Ahead {
    bytes: usize,
    /// Of the fields that are counted together.
    parts: &'static [Part],
}

impl Ahead {
    /// Of the fields of a whole value.
    pub const fn of(parts: &'static [Part]) -> Self {
        let mut total = Some(0);
        let mut rest = parts;
        while let [(size, _), others @ ..] = rest {
            total = fixed_sum(&[total, *size]);
            rest = others;
        }
        match total {
            Some(bytes) => Self { bytes, parts: &[] },
            None => Self::start(parts),
        }
    }

    /// Of fields inside a value.
    pub const fn start(parts: &'static [Part]) -> Self {
        let mut bytes = 0usize;
        let mut rest = parts;
        while let [(Some(size), true), others @ ..] = rest {
            bytes = bytes.saturating_add(*size);
            rest = others;
        }
        Self { bytes, parts: parts.split_at(parts.len().saturating_sub(rest.len())).0 }
    }

    /// How many bytes have to be there.
    pub(crate) const fn bytes(&self) -> usize {
        self.bytes
    }

    /// The fields that are counted together; none where the value is one.
    pub(crate) const fn parts(&self) -> &'static [Part] {
        self.parts
    }
}

#[cfg(test)]
mod tests {
    use super::Ahead;
    use crate::fault::FaultKind;
    use crate::reader::Reader;

    #[test]
    fn a_fixed_value_is_one() {
        let ahead = const { Ahead::of(&[(Some(2), true), (Some(4), false)]) };
        let fault = Reader::new(&[0; 5]).look_ahead(ahead).unwrap_err();
        assert_eq!((fault.kind(), fault.detail(), fault.offset_in(&[0; 5])), (FaultKind::NotEnoughData, 6, 0));
        assert!(Reader::new(&[0; 6]).look_ahead(ahead).is_ok());
    }

    #[test]
    fn the_field_that_is_cut_short_is_found() {
        let bytes = [0; 5];
        let ahead = const { Ahead::of(&[(Some(2), true), (Some(4), true), (Some(1), false), (None, false)]) };
        assert_eq!(ahead.bytes(), 6);
        let fault = Reader::new(&bytes).look_ahead(ahead).unwrap_err();
        assert_eq!((fault.kind(), fault.detail(), fault.offset_in(&bytes)), (FaultKind::NotEnoughData, 4, 2));
        let fault = Reader::new(&[0; 9]).bounded(5).look_ahead(ahead).unwrap_err();
        assert_eq!(fault.kind(), FaultKind::SizeLimitExceeded);
    }
}
