//! Operations as text for people.

mod rollup;

use core::fmt::{self, Display, Formatter, Write};

use crate::keys::{PublicKey, PublicKeyHash};
use crate::micheline::LazyExpr;
use crate::numbers::Mutez;
use crate::operation::*;
use crate::receipt::{
    AnyDestination, Event, Internal, InternalContents, InternalOperation, InternalOperationResult, RenamedInlined,
    RenamedInlinedPreattestation,
};

/// Displays an operation as one line of English. Amounts are in tez (ꜩ), addresses in base58check. Bytes that are not printable characters of
/// ASCII, and backticks and backslashes, are escaped as `\x1b`, so that no text of an operation can pass for another part of the line.
///
/// The text is for people and changes between versions. For programs there are JSON, [`Contents::kind`] and [`Contents::transfer`].
///
/// ```
/// use tezos_protocols::{Protocol, operation::Unsigned};
/// let json = r#"{"branch":"BKpbfCvh777DQHnXjU2sqHvVUNZ7dBAdqEfKkdw8EGSkD9LSYXb","contents":[{"kind":"transaction",
///     "source":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx","fee":"300","counter":"7","gas_limit":"1000","storage_limit":"0",
///     "amount":"1500000","destination":"KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc",
///     "parameters":{"entrypoint":"mint","value":{"int":"5"}}}]}"#;
/// let operation: Unsigned = Protocol::Seoul.from_json(json).unwrap();
/// let text = "transfer 1.5 ꜩ from tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx to KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc, calls `mint`";
/// assert_eq!(operation.contents[0].human().to_string(), text);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Human<'a>(Of<'a>);

/// What is displayed.
#[derive(Debug, Clone, Copy)]
enum Of<'a> {
    Contents(ContentsRef<'a>),
    Several(&'a [Contents]),
    Internal(&'a InternalOperation),
    Result(&'a InternalOperationResult),
}

impl<'a> Human<'a> {
    pub(crate) const fn of_contents(contents: ContentsRef<'a>) -> Self {
        Self(Of::Contents(contents))
    }

    const fn of_several(contents: &'a [Contents]) -> Self {
        Self(Of::Several(contents))
    }
}

impl Unsigned {
    /// Displays the operation as one line of English: its contents, separated by semicolons. See [`Human`].
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// let line = "transfer 1.5 ꜩ from tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx to tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";
    /// assert_eq!(unsigned.human().to_string(), line);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn human(&self) -> Human<'_> {
        Human::of_several(&self.contents)
    }
}

impl Operation {
    /// Displays the operation as one line of English: its contents, separated by semicolons. See [`Human`].
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// # let signature = tezos_protocols::keys::Signature::try_from([1; 64].as_slice())?;
    /// let operation = unsigned.with_signature(signature);
    /// let line = "transfer 1.5 ꜩ from tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx to tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb";
    /// assert_eq!(operation.human().to_string(), line);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn human(&self) -> Human<'_> {
        Human::of_several(&self.protocol_data.contents)
    }
}

impl InternalOperation {
    /// Displays the operation as one line of English. See [`Human`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, receipt::InternalOperation};
    /// let json = r#"{"source":"KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc","nonce":0,"kind":"transaction","amount":"250000",
    ///     "destination":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx"}"#;
    /// let internal: InternalOperation = Protocol::Seoul.from_json(json)?;
    /// let line = "transfer 0.25 ꜩ from KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc to tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx";
    /// assert_eq!(internal.human().to_string(), line);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn human(&self) -> Human<'_> {
        Human(Of::Internal(self))
    }
}

impl InternalOperationResult {
    /// Displays the operation as one line of English, without its result. See [`Human`].
    #[must_use]
    pub const fn human(&self) -> Human<'_> {
        Human(Of::Result(self))
    }
}

impl Display for Human<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            Of::Contents(contents) => of_contents(f, contents),
            Of::Several(contents) => separated(f, "; ", contents, |f, contents| of_contents(f, contents.into())),
            Of::Internal(operation) => {
                internal(f, operation.kind(), operation.source(), |source| match &operation.operation {
                    InternalContents::Reveal(_) => Act::Reveal,
                    InternalContents::EarlyTransaction(transaction) => {
                        Act::Transfer(Transfer::early(source, transaction))
                    }
                    InternalContents::Transaction(transaction) => {
                        Act::Transfer(Transfer::internal(source, transaction))
                    }
                    InternalContents::EarlyOrigination(contract) => {
                        Act::Originate(contract.balance, &contract.delegate)
                    }
                    InternalContents::Origination(contract) => Act::Originate(contract.balance, &contract.delegate),
                    InternalContents::Delegation(delegation) => Act::Delegate(&delegation.delegate),
                    InternalContents::RegisterGlobalConstant(constant) => Act::Register(&constant.value),
                    InternalContents::SetDepositsLimit(limit) => Act::Limit(limit.limit),
                    InternalContents::Event(event) => Act::Emit(event),
                })
            }
            Of::Result(operation) => internal(f, operation.kind(), operation.source(), |source| match operation {
                InternalOperationResult::EarlyReveal(_) | InternalOperationResult::Reveal(_) => Act::Reveal,
                InternalOperationResult::EarlyTransaction(Internal { contents, .. }) => {
                    Act::Transfer(Transfer::early(source, contents))
                }
                InternalOperationResult::ContractTransaction(Internal { contents, .. }) => {
                    Act::Transfer(Transfer::of(source, contents))
                }
                InternalOperationResult::Transaction(Internal { contents, .. }) => {
                    Act::Transfer(Transfer::internal(source, contents))
                }
                InternalOperationResult::EarlyOrigination(Internal { contents, .. }) => {
                    Act::Originate(contents.balance, &contents.delegate)
                }
                InternalOperationResult::Origination(Internal { contents, .. }) => {
                    Act::Originate(contents.balance, &contents.delegate)
                }
                InternalOperationResult::EarlyDelegation(Internal { contents, .. }) => {
                    Act::Delegate(&contents.delegate)
                }
                InternalOperationResult::Delegation(Internal { contents, .. }) => Act::Delegate(&contents.delegate),
                InternalOperationResult::RegisterGlobalConstant(Internal { contents, .. }) => {
                    Act::Register(&contents.value)
                }
                InternalOperationResult::SetDepositsLimit(Internal { contents, .. }) => Act::Limit(contents.limit),
                InternalOperationResult::Event(Internal { contents, .. }) => Act::Emit(contents),
            }),
        }
    }
}

/// Writes the sentence of contents of any kind.
fn of_contents(f: &mut Formatter<'_>, contents: ContentsRef<'_>) -> fmt::Result {
    use ContentsRef as C;
    match contents {
        C::EmmyEndorsement(EmmyEndorsement { level }) => write!(f, "endorse the block at level {level}"),
        C::EndorsementWithSlot(EndorsementWithSlot { endorsement, slot }) => {
            write!(f, "endorse the block at level {}, with slot {slot}", endorsement.operations.level())
        }
        C::Preendorsement(content) => consensus(f, "preendorse", content),
        C::Endorsement(content) => consensus(f, "endorse", content),
        C::Preattestation(content) => consensus(f, "preattest", content),
        C::Attestation(content) => consensus(f, "attest", content),
        C::AttestationWithDal(AttestationWithDal { slot, level, round, .. }) => {
            write!(f, "attest a block at level {level}, round {round}, with slot {slot}, and slots of data")
        }
        C::PreattestationsAggregate(aggregate) => {
            aggregated(f, "preattest", &aggregate.consensus_content, aggregate.committee.len())
        }
        C::AttestationsAggregate(AttestationsAggregate { consensus_content, slots, committee }) => {
            let bakers =
                slots.as_ref().map(|slots| slots.len()).or(committee.as_ref().map(|committee| committee.len()));
            aggregated(f, "attest", consensus_content, bakers.unwrap_or_default())
        }
        C::DalSlotAvailability(slots) => write!(f, "endorse slots of data, by {}", slots.endorser),
        C::DalAttestation(DalAttestation { attestor, level, .. }) => {
            write!(f, "attest slots of data at level {level}")?;
            attestor.as_ref().map_or(Ok(()), |attestor| by(f, attestor))
        }
        C::SeedNonceRevelation(revelation) => write!(f, "reveal the seed nonce of level {}", revelation.level),
        C::VdfRevelation(_) => f.write_str("reveal the result of the verifiable delay function"),
        C::DoubleEndorsementEvidence(evidence) => denounce(f, "endorsements", evidence.op1.operations.level()),
        C::DoubleAttestationEvidence(evidence) => denounce(f, "attestations", evidence.op1.operations.level()),
        C::OxfordAttestationEvidence(evidence) => denounce(f, "attestations", evidence.op1.operations.level()),
        C::DoubleConsensusOperationEvidence(evidence) => {
            denounce(f, "consensus operations", evidence.op1.operations.level())
        }
        C::DoublePreendorsementEvidence(evidence) => denounce(f, "preendorsements", evidence.op1.operations.level()),
        C::DoublePreattestationEvidence(evidence) => denounce(f, "preattestations", evidence.op1.operations.level()),
        C::OxfordPreattestationEvidence(evidence) => denounce(f, "preattestations", evidence.op1.operations.level()),
        C::DoubleBakingEvidence(evidence) => denounce(f, "blocks", evidence.bh1.shell.level),
        C::DalEntrapmentEvidence(evidence) => {
            let (level, slot) = (evidence.attestation.operations.level(), evidence.slot_index);
            write!(f, "denounce an attestation at level {level} of data in slot {slot}, which contains a trap")
        }
        C::ActivateAccount(activation) => write!(f, "activate the account {} of the fundraiser", activation.pkh),
        C::DrainDelegate(DrainDelegate { consensus_key, delegate, destination }) => {
            write!(f, "transfer the balance of {delegate} to {destination}, by its consensus key {consensus_key}")
        }
        C::Proposals(Proposals { source, period, any_proposals, proposals }) => {
            f.write_str("propose ")?;
            let protocols = proposals.as_ref().or(any_proposals.as_ref()).map_or(&[][..], |protocols| protocols);
            match protocols {
                [] => f.write_str("no protocol")?,
                protocols => separated(f, ", ", protocols, |f, protocol| protocol.fmt(f))?,
            }
            write!(f, " in voting period {period}, by {source}")
        }
        C::Ballot(Ballot { source, period, proposal, ballot }) => {
            write!(f, "vote {ballot} on {proposal} in voting period {period}, by {source}")
        }
        C::FailingNoop(FailingNoop { text, arbitrary }) => {
            let message = text.as_ref().or(arbitrary.as_ref()).map_or(&[][..], |message| message);
            write!(f, "sign the message {}, without any effect", Text(message))
        }
        contents => match contents.manager() {
            Some(head) => of_manager(f, contents, &head.source),
            None => generic(f, contents.kind(), None),
        },
    }
}

/// Writes the sentence of a manager operation.
fn of_manager(f: &mut Formatter<'_>, contents: ContentsRef<'_>, source: &dyn Display) -> fmt::Result {
    use ContentsRef as C;
    if let Some(transfer) = contents.transfer() {
        return act(f, source, Act::Transfer(transfer));
    }
    match contents {
        C::EarlyReveal(_) | C::Reveal(_) => return act(f, source, Act::Reveal),
        C::EarlyOrigination(manager) => {
            let EarlyOrigination { balance, delegate, .. } = &manager.operation;
            return act(f, source, Act::Originate(*balance, delegate));
        }
        C::Origination(manager) => {
            let Origination { balance, delegate, script: _ } = &manager.operation;
            return act(f, source, Act::Originate(*balance, delegate));
        }
        C::EarlyDelegation(manager) => return act(f, source, Act::Delegate(&manager.operation.delegate)),
        C::Delegation(manager) => return act(f, source, Act::Delegate(&manager.operation.delegate)),
        C::RegisterGlobalConstant(manager) => return act(f, source, Act::Register(&manager.operation.value)),
        C::SetDepositsLimit(manager) => return act(f, source, Act::Limit(manager.operation.limit)),
        C::IncreasePaidStorage(manager) => {
            let IncreasePaidStorage { amount, destination } = &manager.operation;
            write!(f, "pay for {amount} bytes of storage of {destination}")?;
        }
        C::UpdateConsensusKey(manager) => return key(f, "consensus", source, &manager.operation.pk),
        C::UpdateCompanionKey(manager) => return key(f, "companion", source, &manager.operation.pk),
        C::TransferTicket(manager) => return tickets(f, source, &manager.operation),
        C::DalPublishEarlySlot(manager) => published(f, Some(manager.operation.slot.index))?,
        C::DalPublishSlotHeader(manager) => published(f, slot(&manager.operation))?,
        C::DalPublishCommitment(manager) => published(f, slot(&manager.operation))?,
        contents => match rollup::sentence(f, contents) {
            Some(written) => written?,
            None => return generic(f, contents.kind(), Some(source)),
        },
    }
    by(f, source)
}

/// Writes the sentence of an internal operation.
fn internal<'a>(
    f: &mut Formatter<'_>,
    kind: &str,
    source: Option<AnyDestination>,
    act_of: impl FnOnce(AnyDestination) -> Act<'a>,
) -> fmt::Result {
    match source {
        Some(source) => act(f, &source, act_of(source)),
        None => generic(f, kind, None),
    }
}

/// Operations that accounts and scripts have in common.
enum Act<'a> {
    Reveal,
    Transfer(Transfer<'a>),
    Originate(Mutez, &'a Option<PublicKeyHash>),
    Delegate(&'a Option<PublicKeyHash>),
    Register(&'a LazyExpr),
    Limit(Option<Mutez>),
    Emit(&'a Event),
}

/// Writes the sentence of an operation that accounts and scripts have in common.
fn act(f: &mut Formatter<'_>, source: &dyn Display, act: Act<'_>) -> fmt::Result {
    match act {
        Act::Reveal => write!(f, "reveal the public key of {source}"),
        Act::Transfer(transfer) => {
            write!(f, "transfer {} from {source} to {}", Tez(transfer.amount), transfer.destination)?;
            match transfer.parameters {
                Some(_) => write!(f, ", calls {}", Text(transfer.entrypoint)),
                None => Ok(()),
            }
        }
        Act::Originate(balance, delegate) => {
            write!(f, "originate a contract with {}", Tez(balance))?;
            if let Some(delegate) = delegate {
                write!(f, ", delegated to {delegate}")?;
            }
            by(f, source)
        }
        Act::Delegate(Some(delegate)) => write!(f, "delegate {source} to {delegate}"),
        Act::Delegate(None) => write!(f, "withdraw the delegation of {source}"),
        Act::Register(constant) => {
            write!(f, "register a global constant of {}", Count(constant.bytes().len(), "byte"))?;
            by(f, source)
        }
        Act::Limit(Some(limit)) => write!(f, "limit the deposits of {source} to {}", Tez(limit)),
        Act::Limit(None) => write!(f, "remove the limit on the deposits of {source}"),
        Act::Emit(Event { tag, .. }) => {
            f.write_str("emit an event")?;
            if let Some(tag) = tag {
                write!(f, " {}", Text(tag.name()))?;
            }
            by(f, source)
        }
    }
}

/// Writes the kind, with spaces for underscores, and the source.
fn generic(f: &mut Formatter<'_>, kind: &str, source: Option<&dyn Display>) -> fmt::Result {
    separated(f, " ", kind.split('_'), |f, word| f.write_str(word))?;
    source.map_or(Ok(()), |source| by(f, source))
}

fn by(f: &mut Formatter<'_>, source: &dyn Display) -> fmt::Result {
    write!(f, ", by {source}")
}

fn consensus(f: &mut Formatter<'_>, verb: &str, content: &ConsensusContent) -> fmt::Result {
    let ConsensusContent { slot, level, round, block_payload_hash: _ } = content;
    write!(f, "{verb} a block at level {level}, round {round}, with slot {slot}")
}

fn aggregated(f: &mut Formatter<'_>, verb: &str, content: &AggregateContent, bakers: usize) -> fmt::Result {
    let AggregateContent { level, round, block_payload_hash: _ } = content;
    write!(f, "{verb} a block at level {level}, round {round}, by {}", Count(bakers, "baker"))
}

fn denounce(f: &mut Formatter<'_>, what: &str, level: i32) -> fmt::Result {
    write!(f, "denounce two {what} of one baker at level {level}")
}

fn key(f: &mut Formatter<'_>, purpose: &str, source: &dyn Display, key: &PublicKey) -> fmt::Result {
    write!(f, "change the {purpose} key of {source} to {}", key.hash())
}

fn tickets(f: &mut Formatter<'_>, source: &dyn Display, transfer: &TransferTicket) -> fmt::Result {
    let TransferTicket { ticket_ticketer, ticket_amount, destination, entrypoint, .. } = transfer;
    write!(f, "transfer {ticket_amount} tickets of {ticket_ticketer} from {source} to {destination}")?;
    write!(f, ", calls {}", Text(entrypoint.name()))
}

fn slot(operation: &DalPublishCommitment) -> Option<u8> {
    operation.slot_header.slot_index.or(operation.slot_header.index)
}

fn published(f: &mut Formatter<'_>, slot: Option<u8>) -> fmt::Result {
    f.write_str("publish data")?;
    slot.map_or(Ok(()), |slot| write!(f, " in slot {slot}"))
}

/// Writes items with a separator between two.
fn separated<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    items: impl IntoIterator<Item = T>,
    item: impl Fn(&mut Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    items.into_iter().enumerate().try_for_each(|(position, next)| {
        if position > 0 {
            f.write_str(separator)?;
        }
        item(f, next)
    })
}

/// The level of the block that a consensus operation in an evidence is for.
trait OfLevel {
    fn level(&self) -> i32;
}

impl OfLevel for InlinedContents {
    fn level(&self) -> i32 {
        match self {
            Self::EmmyEndorsement(content) => content.level,
            Self::Endorsement(content) | Self::Preattestation(content) | Self::Attestation(content) => content.level,
            Self::AttestationWithDal(content) => content.level,
            Self::PreattestationsAggregate(aggregate) => aggregate.consensus_content.level,
            Self::AttestationsAggregate(aggregate) => aggregate.consensus_content.level,
        }
    }
}

impl OfLevel for InlinedPreattestation {
    fn level(&self) -> i32 {
        let (Self::Preendorsement(content) | Self::Preattestation(content)) = self;
        content.level
    }
}

impl OfLevel for RenamedInlined {
    fn level(&self) -> i32 {
        match self {
            Self::Attestation(content) | Self::Endorsement(content) => content.level,
            Self::EndorsementWithDal(content) => content.level,
        }
    }
}

impl OfLevel for RenamedInlinedPreattestation {
    fn level(&self) -> i32 {
        let (Self::Preattestation(content) | Self::Preendorsement(content)) = self;
        content.level
    }
}

/// A number of things: `1 byte`, `2 bytes`.
struct Count(usize, &'static str);

impl Display for Count {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(count, thing) = self;
        write!(f, "{count} {thing}{}", if *count == 1 { "" } else { "s" })
    }
}

/// An amount with its unit.
struct Tez(Mutez);

impl Display for Tez {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{} ꜩ", self.0)
    }
}

/// Bytes in backticks: printable characters of ASCII as they are, all others, backticks and backslashes as `\x1b`.
struct Text<'a>(&'a [u8]);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('`')?;
        for byte in self.0 {
            match byte {
                b'`' | b'\\' => write!(f, "\\x{byte:02x}")?,
                b' '..=b'~' => f.write_char(char::from(*byte))?,
                _ => write!(f, "\\x{byte:02x}")?,
            }
        }
        f.write_char('`')
    }
}
