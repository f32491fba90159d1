//! Bytes that arrive where a value is expected, whoever sent them: for bounds instead of averages.

use std::{hint::black_box, marker::PhantomData};

use fastrand::Rng;
use tezos_encoding::{Decode, HeapBudget, Limits, cost::Workload, schema::generate::Generate};

use crate::{Direction, Sample, Subject, Work};

/// The number of values at the limits of an encoding among which one is chosen.
const BOUNDARIES: usize = 64;

/// Returns the kind of all bytes that may arrive where a `T` is expected: values, values at the limits of their encoding, bytes with one mistake,
/// and all of these cut or with a changed byte. Its inputs are for [`Solver::Bound`](crate::Solver::Bound).
///
/// Reading them is measured, without the explanation of an error ([`Decode::read_within`]). `min_bytes` is the size of the shortest value.
/// `generator` makes values, and `frame` makes a `T` of each, for example by putting a size and a tag before it; `None` if that is impossible.
///
/// ```
/// use tezos_codec_cost::arriving;
/// use tezos_encoding::{HasEncoding, schema::generate};
/// let texts = arriving::<String>("text", 0, || generate(String::ENCODING), |bytes| Some(bytes));
/// let made: Vec<_> = (0..100).filter_map(|seed| texts.make(seed, 100)).collect();
/// let is_text = |bytes: &[u8]| bytes.split_first_chunk().is_some_and(|(size, text)| u32::from_be_bytes(*size) as usize == text.len());
/// assert!(made.iter().any(|sample| is_text(&sample.bytes)) && made.iter().any(|sample| !is_text(&sample.bytes)));
/// ```
pub fn arriving<T: for<'a> Decode<'a> + 'static>(
    name: impl Into<String>,
    min_bytes: usize,
    generator: impl Fn() -> Generate + 'static,
    frame: impl Fn(Vec<u8>) -> Option<Vec<u8>> + 'static,
) -> Subject {
    subject::<T, false>(name.into(), min_bytes, generator, frame)
}

/// As [`arriving`], but if the bytes are refused, the explanation is measured too ([`Refused::explain`](tezos_encoding::Refused::explain)).
pub fn explained<T: for<'a> Decode<'a> + 'static>(
    name: impl Into<String>,
    min_bytes: usize,
    generator: impl Fn() -> Generate + 'static,
    frame: impl Fn(Vec<u8>) -> Option<Vec<u8>> + 'static,
) -> Subject {
    subject::<T, true>(name.into(), min_bytes, generator, frame)
}

fn subject<T: for<'a> Decode<'a> + 'static, const EXPLAINS: bool>(
    name: String,
    min_bytes: usize,
    generator: impl Fn() -> Generate + 'static,
    frame: impl Fn(Vec<u8>) -> Option<Vec<u8>> + 'static,
) -> Subject {
    let make = move |seed: u64, max_bytes: usize| {
        let bytes = frame(bytes(&generator().max_bytes(max_bytes), &mut Rng::with_seed(seed))?)?;
        let load = Workload::of_bytes(u64::try_from(bytes.len()).ok()?);
        Some(Sample { bytes, load })
    };
    let open = |sample: &Sample| {
        let work: Box<dyn Work> = Box::new(Arrived::<T, EXPLAINS> { bytes: sample.bytes.clone(), of: PhantomData });
        Some(work)
    };
    Subject::new(name, min_bytes, make, open).directions(&[Direction::Decode])
}

/// Makes bytes of about as many bytes as the generator may.
fn bytes(generate: &Generate, rng: &mut Rng) -> Option<Vec<u8>> {
    let value = |rng: &mut Rng| generate.values(rng.u64(..)).next()?.ok();
    let mut bytes = match rng.u8(..4) {
        0 | 1 => generate.boundaries().filter_map(Result::ok).take(rng.usize(1..=BOUNDARIES)).last()?,
        2 => generate.almost_valid(rng.u64(..)).next().map(|flawed| flawed.bytes).or_else(|| value(rng))?,
        _ => value(rng)?,
    };
    match rng.u8(..4) {
        0 => bytes.truncate(rng.usize(..=bytes.len())),
        1 => {
            let at = rng.usize(..bytes.len().max(1));
            bytes.get_mut(at).into_iter().for_each(|byte| *byte = rng.u8(..));
        }
        _ => {}
    }
    Some(bytes)
}

/// Bytes that may be a `T`.
struct Arrived<T, const EXPLAINS: bool> {
    bytes: Vec<u8>,
    of: PhantomData<fn() -> T>,
}

impl<T: for<'a> Decode<'a>, const EXPLAINS: bool> Work for Arrived<T, EXPLAINS> {
    fn run(&self, _: Direction, times: u32) {
        for _ in 0..times {
            let heap = HeapBudget::new(usize::MAX);
            let read = T::read_within(black_box(&self.bytes), Limits::default(), &heap);
            match black_box(read) {
                Err(refused) if EXPLAINS => drop(black_box(refused.explain())),
                read => drop(read),
            }
        }
    }
}
