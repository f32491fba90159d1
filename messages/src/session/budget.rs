//! Limits the work that a peer causes.

use core::{error, fmt, time::Duration};

use tezos_encoding::{
    HasEncoding,
    cost::Cost,
    schema::{Case, Encoding},
};

use crate::{
    cost::{InputKind, most_cost},
    dal::DalPeerMessage,
    p2p::PeerMessage,
    session::assembly::SIZE_BYTES,
};

/// Bytes of the tag of a message, which its size counts.
const TAG_BYTES: usize = 2;

/// What a peer may cost: a burst, and a rate over time.
///
/// Costs are those of [`cost`](crate::cost), on the machine that is named there. On another machine, scale the allowance with the time that
/// the same work takes on it: `Calibration::quick` of the crate `tezos-codec-cost` measures it in 0.6 seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    /// Maximum that can be spent at once. A message that costs more is always refused.
    pub burst: Cost,
    /// Refill per second. A tenth of a second is a tenth of a core.
    pub per_second: Cost,
}

/// The budget of a peer: full at first, spent by its messages, refilled by time.
///
/// ```
/// use core::time::Duration;
/// use tezos_encoding::cost::Cost;
/// use tezos_messages::session::{Allowance, Budget};
///
/// let allowance = Allowance { burst: Cost(5_000_000), per_second: Cost::of(Duration::from_millis(1)) };
/// let mut budget = Budget::new(allowance);
/// assert!(budget.spend(Cost(4_000_000)).is_ok());
/// let refused = budget.spend(Cost(4_000_000)).unwrap_err();
/// assert_eq!(refused.wait, Some(Duration::from_millis(3)));
/// budget.refill(Duration::from_millis(3));
/// assert!(budget.spend(Cost(4_000_000)).is_ok());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Budget {
    allowance: Allowance,
    left: Cost,
}

/// The error of a budget that is spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverBudget {
    /// The cost.
    pub cost: Cost,
    /// The budget left.
    pub left: Cost,
    /// Time until the budget is large enough; `None` if it never is.
    pub wait: Option<Duration>,
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the peer's budget has {} left and {} is needed", self.left, self.cost)?;
        match self.wait {
            Some(wait) => write!(f, ": refill it after {wait:?}, or close the connection"),
            None => f.write_str(", which is more than its burst: close the connection"),
        }
    }
}

impl error::Error for OverBudget {}

impl Budget {
    /// Returns a full budget.
    #[must_use]
    pub const fn new(allowance: Allowance) -> Self {
        Self { allowance, left: allowance.burst }
    }

    /// Returns what is left.
    #[must_use]
    pub const fn left(&self) -> Cost {
        self.left
    }

    /// Refills the budget for the elapsed time, up to the burst.
    pub fn refill(&mut self, elapsed: Duration) {
        let share = u128::from(self.allowance.per_second.0).saturating_mul(elapsed.as_nanos()) / SECOND;
        let more = Cost(u64::try_from(share).unwrap_or(u64::MAX));
        self.left = self.left.plus(more).min(self.allowance.burst);
    }

    /// Subtracts a cost from the budget.
    ///
    /// # Errors
    /// If less is left; nothing is subtracted then.
    pub fn spend(&mut self, cost: Cost) -> Result<(), OverBudget> {
        match self.left.0.checked_sub(cost.0) {
            Some(left) => {
                self.left = Cost(left);
                Ok(())
            }
            None => Err(OverBudget { cost, left: self.left, wait: self.wait(cost) }),
        }
    }

    /// Returns the time until the budget is full; `None` if it is never refilled.
    #[must_use]
    pub fn until_full(&self) -> Option<Duration> {
        self.wait(self.allowance.burst)
    }

    /// Returns the time until the budget covers a cost.
    fn wait(&self, cost: Cost) -> Option<Duration> {
        let missing = u128::from(cost.0.checked_sub(self.left.0)?);
        if cost > self.allowance.burst {
            return None;
        }
        let rate = u128::from(self.allowance.per_second.0);
        let nanoseconds = missing.saturating_mul(SECOND).checked_add(rate.checked_sub(1)?)?.checked_div(rate)?;
        u64::try_from(nanoseconds).ok().map(Duration::from_nanos)
    }
}

/// Nanoseconds.
const SECOND: u128 = 1_000_000_000;

/// The network whose messages a session carries; each has its own tags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Network {
    /// Between the nodes of a chain: [`p2p::PeerMessage`](crate::p2p::PeerMessage).
    #[default]
    Chain,
    /// Between the nodes of the data-availability layer: [`dal::DalPeerMessage`](crate::dal::DalPeerMessage).
    Dal,
}

impl Network {
    /// Returns the most that it costs to read a message, whether it is valid or not, from its first bytes: the 4-byte size and the 2-byte tag.
    /// `None` while there are fewer. A tag that no message has costs what the shortest message does, because its decoding ends at the tag.
    ///
    /// ```
    /// use tezos_messages::session::Network;
    /// let small = Network::Chain.message_cost(&[0, 0, 0, 6, 0, 0x10]).unwrap();
    /// let large = Network::Chain.message_cost(&[0, 2, 0, 0, 0, 0x61]).unwrap();
    /// assert!(small < large);
    /// assert_eq!(Network::Chain.message_cost(&[0, 0, 0, 6, 0]), None);
    /// ```
    #[must_use]
    pub fn message_cost(self, bytes: &[u8]) -> Option<Cost> {
        let (size, rest) = bytes.split_first_chunk::<SIZE_BYTES>()?;
        let (tag, _) = rest.split_first_chunk::<TAG_BYTES>()?;
        let tag = u16::from_be_bytes(*tag);
        let of_dal = (self == Self::Dal).then(|| InputKind::of_dal_tag(tag)).flatten();
        let kind = of_dal.or_else(|| InputKind::of_tag(tag).filter(|_| self == Self::Chain || tag < FIRST_GOSSIP_TAG));
        let (kind, size) = match kind {
            Some(kind) => (kind, u32::from_be_bytes(*size)),
            None => (InputKind::Disconnect, 0),
        };
        let bytes = u64::from(size).saturating_add(SIZE_BYTES_U64);
        Some(most_cost(kind, bytes))
    }
}

impl Network {
    /// Returns the schema of the messages, with their 4-byte size.
    #[must_use]
    pub const fn message_encoding(self) -> &'static Encoding {
        match self {
            Self::Chain => PeerMessage::ENCODING,
            Self::Dal => DalPeerMessage::ENCODING,
        }
    }

    /// Returns the greatest size of a message with this tag, as its 4-byte size counts: tag and body. `None` if no message has the tag.
    ///
    /// ```
    /// use tezos_messages::session::Network;
    /// assert_eq!(Network::Chain.message_max_bytes(0x02), Some(2)); // `Bootstrap`
    /// assert_eq!(Network::Chain.message_max_bytes(0x14), Some(8_516_626)); // `Current_head`
    /// assert_eq!(Network::Dal.message_max_bytes(0x14), Some(24)); // `Subscribe`
    /// assert_eq!(Network::Chain.message_max_bytes(0x7777), None);
    /// ```
    #[must_use]
    pub fn message_max_bytes(self, tag: u16) -> Option<usize> {
        const CHAIN: &[Case] = cases(Network::Chain.message_encoding());
        const DAL: &[Case] = cases(Network::Dal.message_encoding());
        static OF_CHAIN: [usize; CHAIN.len()] = greatest(CHAIN);
        static OF_DAL: [usize; DAL.len()] = greatest(DAL);
        let (cases, greatest): (_, &[usize]) = match self {
            Self::Chain => (CHAIN, &OF_CHAIN),
            Self::Dal => (DAL, &OF_DAL),
        };
        let mut sizes = cases.iter().zip(greatest);
        sizes.find(|(case, _)| case.tag == tag.into()).map(|(_, body)| body.saturating_add(TAG_BYTES))
    }
}

/// Returns the cases of a message.
const fn cases(encoding: &'static Encoding) -> &'static [Case] {
    match encoding {
        Encoding::Union { cases, .. } => cases,
        Encoding::Bounded { inner, .. }
        | Encoding::Dynamic { inner, .. }
        | Encoding::Def { inner, .. }
        | Encoding::Described { inner, .. } => cases(inner),
        _ => &[],
    }
}

/// Returns the greatest sizes of the payloads.
const fn greatest<const N: usize>(mut cases: &[Case]) -> [usize; N] {
    let mut sizes = [usize::MAX; N];
    let mut rest = sizes.as_mut_slice();
    while let ([case, others @ ..], [size, after @ ..]) = (cases, rest) {
        if let Some(most) = case.payload.size().most {
            *size = most;
        }
        (cases, rest) = (others, after);
    }
    sizes
}

/// [`SIZE_BYTES`], as costs count.
const SIZE_BYTES_U64: u64 = 4;

/// The tags below belong to the peer layer and are the same in both networks.
const FIRST_GOSSIP_TAG: u16 = 0x10;

/// Returns the most that it costs to open an encrypted chunk with this many bytes behind its length.
#[must_use]
pub fn chunk_cost(content_bytes: u16) -> Cost {
    most_cost(InputKind::Chunk, content_bytes.into())
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    const ALLOWANCE: Allowance = Allowance { burst: Cost(1000), per_second: Cost(100) };

    #[test]
    fn a_budget_is_never_fuller_than_its_burst() {
        let mut budget = Budget::new(ALLOWANCE);
        budget.refill(Duration::MAX);
        assert_eq!(budget.left(), Cost(1000));
        budget.spend(Cost(1000)).unwrap();
        budget.refill(Duration::from_millis(2500));
        assert_eq!(budget.left(), Cost(250));
    }

    #[test]
    fn what_is_refused_takes_nothing() {
        let mut budget = Budget::new(ALLOWANCE);
        budget.spend(Cost(990)).unwrap();
        let refused = OverBudget { cost: Cost(20), left: Cost(10), wait: Some(Duration::from_millis(100)) };
        assert_eq!(budget.spend(Cost(20)), Err(refused));
        assert_eq!(budget.left(), Cost(10));
        assert!(refused.to_string().ends_with(": refill it after 100ms, or close the connection"), "{refused}");
    }

    #[test]
    fn what_can_never_be_paid_is_said() {
        let mut budget = Budget::new(ALLOWANCE);
        let refused = budget.spend(Cost(1001)).unwrap_err();
        assert_eq!(refused.wait, None);
        assert!(refused.to_string().ends_with(", which is more than its burst: close the connection"), "{refused}");
        let mut still = Budget::new(Allowance { per_second: Cost::ZERO, ..ALLOWANCE });
        still.spend(Cost(1000)).unwrap();
        assert_eq!(still.spend(Cost(1)).unwrap_err().wait, None);
    }

    #[test]
    fn tags_are_those_of_the_network() {
        let graft = [0, 0, 0, 24, 0, 0x10];
        let branch = Network::Chain.message_cost(&graft);
        let expected = |kind| Some(most_cost(kind, 28));
        assert_eq!(
            (branch, Network::Dal.message_cost(&graft)),
            (expected(InputKind::GetCurrentBranch), expected(InputKind::DalGraft))
        );
        // Both have the peer layer's messages; neither has this tag.
        let (swap, unknown) = ([0, 0, 0, 24, 0, 4], [0xff, 0xff, 0xff, 0xff, 0xab, 0xcd]);
        for network in [Network::Chain, Network::Dal] {
            assert_eq!(network.message_cost(&swap), expected(InputKind::SwapRequest));
            assert_eq!(network.message_cost(&unknown), Some(most_cost(InputKind::Disconnect, 4)));
        }
        assert_eq!(Network::Dal.message_cost(&[0, 0, 0, 24, 0, 0x61]), Network::Dal.message_cost(&unknown));
    }
}
