//! Building operations of accounts, with their fee and limits.

use alloc::boxed::Box;

use tezos_encoding::N;

use super::{
    Contents, DalPublishCommitment, Delegation, Destination, Entrypoint, IncreasePaidStorage, Manager, Origination,
    Parameters, RegisterGlobalConstant, Reveal, Script, SetDepositsLimit, Transaction, TransferTicket,
    UpdateConsensusKey,
};
use crate::keys::{BlsSignature, PublicKey, PublicKeyHash};
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

    /// Sets the fee for the baker. [`Unsigned::with_minimal_fee`](super::Unsigned::with_minimal_fee) computes one.
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
