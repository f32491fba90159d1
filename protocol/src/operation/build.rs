//! Building operations: manager operations with their fee and limits, batches, signatures.

use alloc::boxed::Box;
use core::{error, fmt};

use tezos_encoding::{EncodeError, N};
use tezos_hashes::hash::{BlockHash, ChainId};
use tezos_hashes::keys::Sign;
use tezos_hashes::protocol::ContractHash;

use super::{
    Contents, ContentsRef, DalPublishCommitment, Delegation, Destination, Entrypoint, IncreasePaidStorage, Manager,
    Operation, OperationProtocolData, Origination, Parameters, RegisterGlobalConstant, Reveal, Script,
    SetDepositsLimit, Transaction, TransferTicket, Unsigned, UpdateConsensusKey,
};
use crate::Protocol;
use crate::contract::ContractId;
use crate::keys::{BlsSignature, PublicKey, PublicKeyHash, Signature};
use crate::micheline::LazyExpr;
use crate::numbers::Mutez;
use crate::rollup::smart::{
    SmartRollupAddMessages, SmartRollupCement, SmartRollupExecuteOutboxMessage, SmartRollupOriginate,
    SmartRollupPublish, SmartRollupRecoverBond, SmartRollupRefute, SmartRollupTimeout,
};

impl<T> Manager<T> {
    /// Creates an operation of an account, without a fee and with limits of zero. `counter` is one more than that of the account's last
    /// operation.
    ///
    /// ```
    /// use tezos_protocols::{numbers::Mutez, operation::{Delegation, Manager}};
    /// let account: tezos_protocols::keys::PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse().unwrap();
    /// let operation = Manager::new(account, 8, Delegation::new(None)).fee(Mutez::from(400)).limits(1_000, 0);
    /// assert_eq!((operation.fee, operation.gas_limit), (Mutez::from(400), 1_000.into()));
    /// ```
    #[must_use]
    pub fn new(source: impl Into<PublicKeyHash>, counter: impl Into<N>, operation: T) -> Self {
        let (gas_limit, storage_limit) = (N::ZERO, N::ZERO);
        Self {
            source: source.into(),
            fee: Mutez::default(),
            counter: counter.into(),
            gas_limit,
            storage_limit,
            operation,
        }
    }

    /// Sets the fee for the baker. [`Unsigned::with_minimal_fee`] computes one.
    ///
    /// ```
    /// # use tezos_protocols::{keys::PublicKeyHash, numbers::Mutez, operation::{Manager, Transaction}};
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// let transfer = Transaction::transfer(account, Mutez::from(1));
    /// let operation = Manager::new(account, 8, transfer).fee("0.0004".parse()?);
    /// assert_eq!(operation.fee, Mutez::from(400));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fee(self, fee: Mutez) -> Self {
        Self { fee, ..self }
    }

    /// Sets the limits: of gas, in units, and of storage that is paid for, in bytes. A node's simulation returns what an operation takes.
    ///
    /// ```
    /// # use tezos_protocols::{keys::PublicKeyHash, numbers::Mutez, operation::{Manager, Transaction}};
    /// # let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// let transfer = Transaction::transfer(account, Mutez::from(1));
    /// let operation = Manager::new(account, 8, transfer).limits(1_500, 300); // units of gas, bytes
    /// assert_eq!((operation.gas_limit, operation.storage_limit), (1_500.into(), 300.into()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn limits(self, gas: impl Into<N>, storage: impl Into<N>) -> Self {
        Self { gas_limit: gas.into(), storage_limit: storage.into(), ..self }
    }
}

/// Implements the conversion of each kind of manager operation.
macro_rules! contents_of {
    ($($case:ident($operation:ty)),+ $(,)?) => { $(
        impl From<Manager<$operation>> for Contents {
            fn from(operation: Manager<$operation>) -> Self {
                Self::$case(operation.into())
            }
        }
    )+ };
}

contents_of! {
    Reveal(Reveal),
    Transaction(Transaction),
    Origination(Origination),
    Delegation(Delegation),
    RegisterGlobalConstant(RegisterGlobalConstant),
    SetDepositsLimit(SetDepositsLimit),
    IncreasePaidStorage(IncreasePaidStorage),
    UpdateConsensusKey(UpdateConsensusKey),
    TransferTicket(TransferTicket),
    DalPublishCommitment(DalPublishCommitment),
    SmartRollupOriginate(SmartRollupOriginate),
    SmartRollupAddMessages(SmartRollupAddMessages),
    SmartRollupCement(SmartRollupCement),
    SmartRollupPublish(SmartRollupPublish),
    SmartRollupRefute(SmartRollupRefute),
    SmartRollupTimeout(SmartRollupTimeout),
    SmartRollupExecuteOutboxMessage(SmartRollupExecuteOutboxMessage),
    SmartRollupRecoverBond(SmartRollupRecoverBond),
}

impl Reveal {
    /// Creates the revelation of a key. A key of BLS needs a [proof](Self::with_proof).
    ///
    /// ```
    /// use tezos_protocols::{Protocol, keys::PublicKey, operation::Reveal};
    /// let key: PublicKey = "edpkuBknW28nW72KG6RoHtYW7p12T6GKc7nAbwYX5m8Wd9sDVC9yav".parse()?;
    /// let reveal = Reveal::new(key);
    /// assert_eq!(reveal.public_key.hash().to_string(), "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx");
    /// assert!(reveal.proof.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(public_key: impl Into<PublicKey>) -> Self {
        Self { public_key: public_key.into(), proof: None }
    }

    /// Sets the proof that the account possesses the secret of a BLS key, from protocol 023 on.
    ///
    /// ```
    /// use tezos_hashes::{keys::Sign, secret::SecretKey};
    /// use tezos_protocols::operation::Reveal;
    /// let key: SecretKey = "BLsk1hfuv6V8JJRaLDBJgPTRGLKusTZnTmWGrvSKYzUaMuzvPLmeGG".parse()?;
    /// let reveal = Reveal::new(key.public_key()).with_proof(key.prove_possession());
    /// assert!(reveal.proof.is_some()); // `None` with a key of another algorithm
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_proof(self, proof: impl Into<Option<BlsSignature>>) -> Self {
        Self { proof: proof.into().map(Box::new), ..self }
    }
}

impl Transaction {
    /// Creates a transfer of tez.
    ///
    /// ```
    /// # use tezos_protocols::{Protocol, keys::PublicKeyHash, operation::Transaction};
    /// let recipient: PublicKeyHash = "tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb".parse()?;
    /// let transfer = Transaction::transfer(recipient, "1.5".parse()?);
    /// let json = r#"{"amount":"1500000","destination":"tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb"}"#;
    /// assert_eq!(Protocol::Seoul.to_json(&transfer)?, json);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn transfer(destination: impl Into<Destination>, amount: Mutez) -> Self {
        Self { amount, destination: destination.into(), parameters: None }
    }

    /// Calls an entrypoint of the contract to which the amount is transferred.
    ///
    /// ```
    /// use tezos_protocols::{micheline::Micheline, numbers::Mutez, operation::Transaction};
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let token: tezos_hashes::protocol::ContractHash = "KT1PWx2mnDueood7fEmfbBDKx1D9BAnnXitn".parse()?;
    /// let argument: Micheline = r#"Pair 3 (Some "gold")"#.parse()?;
    /// let mint = Transaction::transfer(token, Mutez::default()).call("mint".parse()?, argument);
    /// assert_eq!(mint.parameters.unwrap().entrypoint.to_string(), "mint");
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn call(self, entrypoint: Entrypoint, argument: impl Into<LazyExpr>) -> Self {
        Self { parameters: Some(Parameters { entrypoint, value: argument.into() }), ..self }
    }
}

impl Origination {
    /// Creates a contract without a balance and without a delegate.
    ///
    /// ```
    /// # use tezos_protocols::{Protocol, keys::PublicKeyHash, numbers::Mutez, operation::{Origination, Script}};
    /// let script = Script::parse("parameter nat; storage nat; code { CAR; NIL operation; PAIR }", "5")?;
    /// let origination = Origination::new(script);
    /// assert_eq!((origination.balance, origination.delegate), (Mutez::ZERO, None));
    /// assert_eq!(Protocol::Seoul.to_json(&origination.script.storage)?, r#"{"int":"5"}"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(script: Script) -> Self {
        Self { balance: Mutez::default(), delegate: None, script }
    }

    /// Sets the initial balance.
    ///
    /// ```
    /// # use tezos_protocols::{Protocol, keys::PublicKeyHash, numbers::Mutez, operation::{Origination, Script}};
    /// let script = Script::parse("parameter nat; storage nat; code { CAR; NIL operation; PAIR }", "5")?;
    /// let origination = Origination::new(script).with_balance("20".parse()?);
    /// assert_eq!(origination.balance, Mutez::from_tez(20));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_balance(self, balance: Mutez) -> Self {
        Self { balance, ..self }
    }

    /// Sets the delegate of the contract.
    ///
    /// ```
    /// # use tezos_protocols::{Protocol, keys::PublicKeyHash, numbers::Mutez, operation::{Origination, Script}};
    /// let script = Script::parse("parameter nat; storage nat; code { CAR; NIL operation; PAIR }", "5")?;
    /// let baker: PublicKeyHash = "tz3Q67aMz7gSMiQRcW729sXSfuMtkyAHYfqc".parse()?;
    /// let origination = Origination::new(script).with_delegate(baker);
    /// assert_eq!(origination.delegate, Some(baker));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_delegate(self, delegate: impl Into<PublicKeyHash>) -> Self {
        Self { delegate: Some(delegate.into()), ..self }
    }
}

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

/// Why a node refuses the contents of an operation in any state of the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BatchError {
    /// There are no contents.
    Empty,
    /// One of several items is not a manager operation.
    NotManager {
        /// Its position.
        index: usize,
    },
    /// An item is of another account than those before.
    Source {
        /// Its position.
        index: usize,
        /// The account of the items before.
        expected: ContractId,
        /// Its account.
        found: ContractId,
    },
    /// The counter of an item is not one more than that before.
    Counter {
        /// Its position.
        index: usize,
        /// One more than the counter before.
        expected: N,
        /// Its counter.
        found: N,
    },
    /// An item that is not the first one reveals a key.
    LateReveal {
        /// Its position.
        index: usize,
    },
    /// The key that is revealed is not that of the account.
    Reveal {
        /// The account.
        source: PublicKeyHash,
        /// The hash of the key.
        found: PublicKeyHash,
    },
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("an operation has at least one of the contents"),
            Self::NotManager { index } => write!(
                f,
                "contents[{index}]: an operation with several contents has manager operations only: make this an operation of its own"
            ),
            Self::Source { index, expected, found } => {
                write!(f, "contents[{index}]: expected an operation of {expected}, found one of {found}")
            }
            Self::Counter { index, expected, found } => {
                write!(f, "contents[{index}]: expected the counter {expected}, found {found}")
            }
            Self::LateReveal { index } => {
                write!(f, "contents[{index}]: only the first of the contents can reveal a key")
            }
            Self::Reveal { source, found } => {
                write!(f, "contents[0]: expected the key of {source}, found that of {found}")
            }
        }
    }
}

impl error::Error for BatchError {}

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
