//! A search among many inputs for the one that comes closest to its bound.

use tezos_encoding::cost::Workload;

use crate::{Direction, Sample, Subject, Timer, times::batch};

/// The time that a batch should take, in nanoseconds.
const BATCH: f64 = 2e3;
/// The largest number of calls in a batch.
const CALLS_MAX: f64 = 64.0;
/// The number of batches of an input that seems to take more than all before it: an interruption makes a batch slower, nothing makes it faster.
const BATCHES: usize = 100;

/// The input that takes the greatest share of its bound.
#[derive(Clone, Debug, PartialEq)]
pub struct Closest {
    /// The number of inputs among which it was found.
    pub inputs: usize,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What it takes, in nanoseconds.
    pub cost: f64,
    /// The cost, divided by the bound.
    pub share: f64,
}

impl Subject {
    /// Decodes many inputs and returns the one that takes the greatest share of its bound, in nanoseconds; `None` if there is none. The bound may be
    /// [`Model::predict`](crate::Model::predict).
    ///
    /// Most inputs are decoded in one batch of two microseconds, which shows that they take less than another. So millions can be searched,
    /// such as all [`variants`] of some, where [`Lab::time`](crate::Lab::time) measures thousands.
    ///
    /// ```
    /// use tezos_codec_cost::{arriving, variants};
    /// use tezos_encoding::{Encode, HasEncoding, schema::generate};
    /// let texts = arriving::<String>("text", 4, || generate(String::ENCODING), Some);
    /// let closest = texts.closest(variants(&"a text".to_bytes()?), |load| 1e6 + 1e3 * load.bytes as f64).unwrap();
    /// assert!(closest.share < 1.0, "{closest:?}");
    /// # Ok::<(), tezos_encoding::EncodeError>(())
    /// ```
    pub fn closest(
        &self,
        inputs: impl IntoIterator<Item = Vec<u8>>,
        bound: impl Fn(&Workload) -> f64,
    ) -> Option<Closest> {
        let timer = Timer::measure();
        let (mut searched, mut closest) = (0usize, None::<Closest>);
        for bytes in inputs {
            let load = Workload::of_bytes(u64::try_from(bytes.len()).unwrap_or(u64::MAX));
            let sample = Sample { bytes, load };
            let Some(work) = self.open(&sample) else { continue };
            searched = searched.saturating_add(1);
            let bound = bound(&load);
            let least = closest.as_ref().map_or(0.0, |closest| closest.share * bound);
            let calls = (BATCH / bound).clamp(1.0, CALLS_MAX) as u32;
            let mut cost = f64::INFINITY;
            for _ in 0..BATCHES {
                let time = batch(&*work, Direction::Decode, calls).as_nanos() as f64 - timer.latency;
                cost = cost.min(time.max(0.0) / f64::from(calls));
                if cost <= least {
                    break;
                }
            }
            if cost > least {
                closest = Some(Closest { inputs: 0, bytes: sample.bytes, cost, share: cost / bound });
            }
        }
        closest.map(|closest| Closest { inputs: searched, ..closest })
    }
}

/// Returns bytes, their prefixes, and the bytes with one of them changed: each bit alone, all to zeros, all to ones.
///
/// ```
/// use tezos_codec_cost::variants;
/// let all: Vec<_> = variants(&[1, 2]).collect();
/// assert_eq!(all.len(), 3 + 2 * 10);
/// assert!([vec![], vec![1], vec![1, 2], vec![3, 2], vec![1, 0], vec![0xff, 2]].iter().all(|bytes| all.contains(bytes)));
/// ```
pub fn variants(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let prefixes = (0..=bytes.len()).filter_map(|len| bytes.get(..len)).map(<[u8]>::to_vec);
    let changed = (0..bytes.len()).flat_map(move |at| {
        let byte = bytes.get(at).copied().unwrap_or_default();
        let others = (0..8u32).map(move |bit| byte ^ 1 << bit).chain([0, 0xff]);
        others.map(move |other| {
            let mut changed = bytes.to_vec();
            changed.get_mut(at).into_iter().for_each(|byte| *byte = other);
            changed
        })
    });
    prefixes.chain(changed)
}
