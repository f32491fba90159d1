//! Operations that are to be signed: checks, fees, signatures.

use core::{error, fmt};

use tezos_encoding::{EncodeError, N};
use tezos_hashes::hash::{BlockHash, ChainId};
use tezos_hashes::keys::Sign;
use tezos_hashes::protocol::ContractHash;

use super::{BatchError, Contents, ContentsRef, Operation, OperationProtocolData, Unsigned};
use crate::Protocol;
use crate::contract::ContractId;
use crate::keys::{PublicKey, PublicKeyHash, Signature};
use crate::numbers::Mutez;

impl Unsigned {
    /// Creates an operation with a single item. `branch` is the hash of a recent block.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// assert_eq!((unsigned.branch, unsigned.contents.len()), (branch, 1));
    /// assert_eq!(unsigned.contents[0].kind(), "transaction");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(branch: BlockHash, contents: impl Into<Contents>) -> Self {
        Self { branch, contents: [contents.into()].into() }
    }

    /// Creates an operation with several items of one account, which are all applied or none.
    ///
    /// ```
    /// use tezos_hashes::{hash::BlockHash, keys::Sign, secret::SecretKey};
    /// use tezos_protocols::{numbers::Mutez, operation::{Contents, Manager, Reveal, Transaction, Unsigned}};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let key: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
    /// let account = key.public_key_hash();
    /// let transfer = Transaction::transfer(account, Mutez::from(1));
    /// let batch = [
    ///     Contents::from(Manager::new(account, 8, Reveal::new(key.public_key())).limits(200, 0)),
    ///     Manager::new(account, 9, transfer.clone()).limits(1_500, 0).into(),
    /// ];
    /// let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// assert!(Unsigned::batch(branch, batch.clone()).is_ok());
    ///
    /// let [reveal, _] = batch;
    /// let twice = Unsigned::batch(branch, [reveal, Manager::new(account, 8, transfer).into()]).unwrap_err();
    /// assert_eq!(twice.to_string(), "contents[1]: expected the counter 9, found 8");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Those of [`Unsigned::check`].
    pub fn batch<C: Into<Contents>>(
        branch: BlockHash,
        contents: impl IntoIterator<Item = C>,
    ) -> Result<Self, BatchError> {
        let batch = Self { branch, contents: contents.into_iter().map(Into::into).collect() };
        batch.check().map(|()| batch)
    }

    /// Checks what a node checks of every batch: all contents are manager operations of one account with consecutive counters, and only the first
    /// one reveals a key, which is the account's. Other operations have one item.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let mut unsigned = Unsigned::new(branch, transfer);
    /// assert_eq!(unsigned.check(), Ok(()));
    /// unsigned.contents.push(unsigned.contents[0].clone());
    /// assert_eq!(unsigned.check().unwrap_err().to_string(), "contents[1]: expected the counter 9, found 8");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a node would refuse the batch in any state of the chain.
    ///
    /// Rule: [`validate.ml`, `check_batch`][rule].
    ///
    /// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/validate.ml
    pub fn check(&self) -> Result<(), BatchError> {
        let (first, rest) = self.contents.split_first().ok_or(BatchError::Empty)?;
        let mut before = match ContentsRef::from(first).manager() {
            None if rest.is_empty() => return Ok(()),
            None => return Err(BatchError::NotManager { index: 0 }),
            Some(head) => head,
        };
        if let Contents::Reveal(reveal) = first {
            let found = reveal.operation.public_key.hash();
            if found != reveal.source {
                return Err(BatchError::Reveal { source: reveal.source, found });
            }
        }
        for (index, contents) in (1..).zip(rest) {
            let head = ContentsRef::from(contents).manager().ok_or(BatchError::NotManager { index })?;
            if head.source != before.source {
                return Err(BatchError::Source { index, expected: before.source, found: head.source });
            }
            let expected: N = [before.counter.clone(), N::from(1)].into_iter().sum();
            if *head.counter != expected {
                return Err(BatchError::Counter { index, expected, found: head.counter.clone() });
            }
            if matches!(contents, Contents::Reveal(_) | Contents::EarlyReveal(_)) {
                return Err(BatchError::LateReveal { index });
            }
            before = head;
        }
        Ok(())
    }

    /// Signs the operation for a chain, as `protocol` verifies it.
    ///
    /// ```
    /// use tezos_hashes::{hash::{BlockHash, ChainId}, secret::SecretKey};
    /// use tezos_protocols::{Protocol, operation::{Manager, Transaction, Unsigned}};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let key: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
    /// let (branch, chain): (BlockHash, ChainId) =
    ///     ("BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?, "NetXdQprcVkpaWU".parse()?);
    /// let to: tezos_protocols::keys::PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    ///
    /// let transfer = Manager::new(key.public_key_hash(), 8, Transaction::transfer(to, "1.5".parse()?)).limits(1_500, 0);
    /// let operation = Unsigned::new(branch, transfer).with_minimal_fee(Protocol::Seoul)?.sign(Protocol::Seoul, chain, &key)?;
    /// assert_eq!(operation.hash(Protocol::Seoul)?.to_string(), "ookG3sZjZUoyCYtqdDYK5mv44gkSJZKamEoyNQsaNtH6zWiH5Ho");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// If the operation cannot be encoded in the protocol; those of [`Unsigned::check`]; if the key is not that of the account; for a key of BLS
    /// in the protocols 016 to 022, which verify messages that begin with the key: sign the [preimage](Self::preimage) with
    /// [`SecretKey::sign_augmented`](tezos_hashes::secret::SecretKey::sign_augmented).
    pub fn sign(self, protocol: Protocol, chain: ChainId, key: &impl Sign) -> Result<Operation, SignError> {
        self.check()?;
        let public_key = key.public_key();
        if let Some(ContractId::Implicit(source)) = self.source() {
            let found = public_key.hash();
            if found != source {
                return Err(SignError::Key { source, found });
            }
        }
        let preimage = match public_key {
            PublicKey::Bls(_) if protocol < Protocol::Seoul => return Err(SignError::Augmented(protocol)),
            PublicKey::Bls(_) => self.bls_mode().preimage(protocol, chain)?,
            _ => self.preimage(protocol, chain)?,
        };
        Ok(self.with_signature(key.sign(&preimage)))
    }

    /// Returns the operation with a signature that was made elsewhere, such as by a wallet.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{Protocol, keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// use tezos_hashes::{keys::Sign, secret::SecretKey};
    /// let (protocol, chain) = (Protocol::Seoul, "NetXdQprcVkpaWU".parse()?);
    /// let key: SecretKey = "edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh".parse()?;
    /// let signature = key.sign(&unsigned.preimage(protocol, chain)?); // or by a wallet
    /// assert_eq!(unsigned.clone().with_signature(signature), unsigned.sign(protocol, chain, &key)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_signature(self, signature: Signature) -> Operation {
        Operation { branch: self.branch, protocol_data: OperationProtocolData { contents: self.contents, signature } }
    }

    /// Returns the number of bytes that the operation has with a signature of its account.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{Protocol, keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// let protocol = Protocol::Seoul;
    /// assert_eq!(unsigned.signed_len(protocol)?, protocol.encode(&unsigned)?.len() + 64); // a signature of Ed25519
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the operation cannot be encoded in this protocol.
    pub fn signed_len(&self, protocol: Protocol) -> Result<usize, EncodeError> {
        let signature = match self.source() {
            Some(ContractId::Implicit(PublicKeyHash::Bls(_))) => BLS_BYTES,
            Some(ContractId::Implicit(PublicKeyHash::Mldsa44(_))) => MLDSA44_BYTES,
            _ => BYTES,
        };
        Ok(tezos_encoding::Encode::encoded_len(&protocol.of(self))?.saturating_add(signature))
    }

    /// Returns the least fee for which nodes with the default settings take the operation into their mempool.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{Protocol, keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// // 100 mutez, one for each byte, and one for each ten units of gas.
    /// let fee = 100 + unsigned.signed_len(Protocol::Seoul)? as u64 + 1_500 / 10;
    /// assert_eq!(unsigned.minimal_fee(Protocol::Seoul)?.mutez(), fee);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the operation cannot be encoded in this protocol.
    pub fn minimal_fee(&self, protocol: Protocol) -> Result<Mutez, EncodeError> {
        let heads = self.contents.iter().filter_map(|contents| ContentsRef::from(contents).manager());
        let gas = heads.fold(0u64, |gas, head| gas.saturating_add(u64::try_from(head.gas_limit).unwrap_or(u64::MAX)));
        Ok(MempoolFees::default().of(self.signed_len(protocol)?, gas))
    }

    /// Sets the [minimal fee](Self::minimal_fee). The first item pays it; the fees of the others become zero.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// use tezos_protocols::{Protocol, keys::PublicKeyHash, operation::{Manager, Transaction, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Manager::new(account, 8, Transaction::transfer(recipient, "1.5".parse()?)).limits(1_500, 0);
    /// let unsigned = Unsigned::new(branch, transfer);
    /// let unsigned = unsigned.with_minimal_fee(Protocol::Seoul)?;
    /// let fee = unsigned.contents[0].manager().unwrap().fee;
    /// assert_eq!((fee.to_string(), unsigned.minimal_fee(Protocol::Seoul)?), ("0.0004".into(), fee));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the operation cannot be encoded in this protocol.
    pub fn with_minimal_fee(mut self, protocol: Protocol) -> Result<Self, EncodeError> {
        let mut fee = Mutez::default();
        loop {
            let mut share = fee;
            for head in self.contents.iter_mut().filter_map(Contents::manager_mut) {
                *head.fee = core::mem::take(&mut share);
            }
            // A larger fee may take more bytes.
            let needed = self.minimal_fee(protocol)?;
            if needed <= fee {
                return Ok(self);
            }
            fee = needed;
        }
    }

    /// Returns the account of the contents.
    fn source(&self) -> Option<ContractId> {
        Some(ContentsRef::from(self.contents.first()?).manager()?.source)
    }
}

/// Bytes of a signature in an operation.
const BYTES: usize = 64;
/// With the two tags of its first piece.
const BLS_BYTES: usize = 2 + 96;
const MLDSA44_BYTES: usize = 2 + 2420;

/// The fees that a node demands of an operation before it takes it into its mempool.
///
/// Rule: [`mempool.ml`, `pre_filter_manager`][rule].
///
/// ```
/// use tezos_protocols::{numbers::Mutez, operation::MempoolFees};
/// assert_eq!(MempoolFees::default().of(154, 1_451), Mutez::from(400));
/// ```
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_plugin/mempool.ml
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MempoolFees {
    /// For each operation.
    pub minimal_fees: Mutez,
    /// For each unit of the gas limit, in thousandths of a [`Mutez`].
    pub minimal_nanotez_per_gas_unit: u64,
    /// For each byte of the signed operation, in thousandths of a [`Mutez`].
    pub minimal_nanotez_per_byte: u64,
}

/// The settings of a node that sets none.
impl Default for MempoolFees {
    fn default() -> Self {
        Self { minimal_fees: Mutez::from(100), minimal_nanotez_per_gas_unit: 100, minimal_nanotez_per_byte: 1_000 }
    }
}

impl MempoolFees {
    /// Returns the least fee for an operation of `size` bytes whose gas limits add up to `gas`.
    #[must_use]
    pub fn of(&self, size: usize, gas: u64) -> Mutez {
        let size = u64::try_from(size).unwrap_or(u64::MAX);
        let nanotez = (gas.saturating_mul(self.minimal_nanotez_per_gas_unit))
            .saturating_add(size.saturating_mul(self.minimal_nanotez_per_byte));
        Mutez::new(nanotez.div_ceil(1_000)).and_then(|fee| fee.checked_add(self.minimal_fees)).unwrap_or(Mutez::MAX)
    }
}

impl Operation {
    /// Returns the address of the contract that the operation originates: that with the number `index`, from 0 on, of all contracts and smart
    /// rollups that it originates, including those that contracts originate when they are called.
    ///
    /// ```
    /// # use tezos_hashes::hash::BlockHash;
    /// # use tezos_protocols::keys::{PublicKeyHash, Signature};
    /// use tezos_protocols::{Protocol, operation::{Manager, Origination, Script, Unsigned}};
    /// # let branch: BlockHash = "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2".parse()?;
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// # let signature = Signature::try_from([1; 64].as_slice())?;
    /// let script = Script::parse("parameter nat; storage nat; code { CAR; NIL operation; PAIR }", "5")?;
    /// let operation = Unsigned::new(branch, Manager::new(account, 8, Origination::new(script))).with_signature(signature);
    /// assert_eq!(operation.originated(Protocol::Seoul, 0)?.to_string(), "KT1KuED7H1m2YspQXhNUbLgKC7Wb1NZ5Eigy");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the operation cannot be encoded in this protocol.
    pub fn originated(&self, protocol: Protocol, index: u32) -> Result<ContractHash, EncodeError> {
        Ok(ContractHash::of_origination(&self.hash(protocol)?, index))
    }
}

/// Why an operation cannot be signed.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum SignError {
    /// The operation cannot be encoded in the protocol.
    Encode(EncodeError),
    /// A node would refuse the contents.
    Batch(BatchError),
    /// The key is not that of the account.
    Key {
        /// The account.
        source: PublicKeyHash,
        /// The hash of the key.
        found: PublicKeyHash,
    },
    /// A key of BLS cannot sign for a protocol before 023 with [`Sign::sign`].
    Augmented(Protocol),
}

impl fmt::Display for SignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encode(error) => error.fmt(f),
            Self::Batch(error) => error.fmt(f),
            Self::Key { source, found } => write!(f, "expected the key of {source}, found that of {found}"),
            Self::Augmented(protocol) => write!(
                f,
                "keys of BLS sign augmented messages in {}: call `SecretKey::sign_augmented` with the preimage, and `with_signature`",
                protocol.name()
            ),
        }
    }
}

impl error::Error for SignError {}

impl From<EncodeError> for SignError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<BatchError> for SignError {
    fn from(error: BatchError) -> Self {
        Self::Batch(error)
    }
}
