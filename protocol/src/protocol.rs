//! The economic protocols, by number, name and hash.

#![warn(clippy::exhaustive_enums, clippy::exhaustive_structs)]

use core::fmt;
use core::str::FromStr;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tezos_encoding::schema::JsonError;
use tezos_encoding::{
    BinWriter, Decode, DecodeError, EncodeError, HasEncoding, JsonText, NomReader, Revised, Revision, RevisionNames,
    View,
};
use tezos_hashes::hash::{ChainId, ProtocolHash};
use tezos_hashes::header::ShellHeader;

/// The protocols in order, as tokens for another macro: `Name revision number N from LEVEL "id" "hash" "other hash";`, where `number N` is left
/// out if it is the revision, and `from LEVEL`, the level of the first block on mainnet, if it is not known. Whatever needs a row for each protocol
/// is made from this table.
macro_rules! each_protocol {
    ($macro:ident) => {
        $macro! {
            /// The block at level 1, which activates the first economic protocol.
            Genesis 0 from 1 "000-Ps9mPmXa" "Ps9mPmXaRzmzk35gbAYNCAw6UXdE2qoABTHbN2oEEc1qM7CwT9P";
            /// July 2018.
            PtCJ7pwo 1 from 2 "001-PtCJ7pwo" "PtCJ7pwoxe8JasnHY8YonnLYjcVHmhiARPJvqcC6VfHT5s8k8sY";
            /// July 2018: protocols before Athens have no names.
            PsYLVpVv 2 from 28_083 "002-PsYLVpVv" "PsYLVpVvgbLhAhoqAkMFUo6gudkJ9weNXhUYCiLDzcUpFpkk8Wt";
            /// November 2018.
            PsddFKi3 3 from 204_762 "003-PsddFKi3" "PsddFKi32cMJ2qPjf43Qv5GDWLDPZb3T3bF6fLKiF5HtvHNU7aP";
            /// May 2019.
            Athens 4 from 458_753 "004-Pt24m4xi" "Pt24m4xiPbLDhVgVfABUjirbmda3yohdN82Sp9FeuAXJ4eV9otd";
            /// Second half of 2019.
            Babylon 5 from 655_361 "005-PsBabyM1" "PsBabyM1eUXZseaJdmXFApDSBqj8YBfwELoxZHHW77EMcAbbwAS" "PsBABY5HQTSkA4297zNHfsZNKtxULfL18y95qb3m53QJiXGmrbU";
            /// First half of 2020.
            Carthage 6 from 851_969 "006-PsCARTHA" "PsCARTHAGazKbHtnKfLzQg3kms52kSRpgnDY982a9oYsSXRLQEb";
            /// November 2020.
            Delphi 7 from 1_212_417 "007-PsDELPH1" "PsDELPH1Kxsxt8f9eWbxQeRxkjfbxoqM52jvs5Y5fBxWWh4ifpo";
            /// February 2021: Sapling, tickets, five voting periods.
            Edo 8 from 1_343_489 "008-PtEdo2Zk" "PtEdo2ZkT9oKpimTah6x2embF25oss54njMuPzkJTEi5RqfdZFA" "PtEdoTezd3RHSC31mpxxo1npxFjoWWcFgQtxapi51Z8TLu6v6Uq";
            /// May 2021.
            Florence 9 from 1_466_368 "009-PsFLoren" "PsFLorenaUUuikDWvMDr6fGBRG8kt3e3D3fHoXK1j1BFRxeSH4i";
            /// August 2021: liquidity baking.
            Granada 10 from 1_589_248 "010-PtGRANAD" "PtGRANADsDU8R9daYKAgWnQYAJ64omN1o3KMGVCykShA97vQbvV";
            /// December 2021: views, global constants.
            Hangzhou 11 from 1_916_929 "011-PtHangz2" "PtHangz2aRngywmSRGGvrcTyMbbdpWdpFKuS4uMWxg2RaH9i1qx";
            /// April 2022: Tenderbake.
            Ithaca 12 from 2_244_609 "012-Psithaca" "Psithaca2MLRFYargivpo7YvUr7wUDqyxrdhC5CQq78mRvimz6A";
            /// June 2022: transaction rollups.
            Jakarta 13 from 2_490_369 "013-PtJakart" "PtJakart2xVj7pYXJBXrqHgd82rdkLey5ZeeGwDgPp9rhQUbSqY";
            /// September 2022: events, verifiable delay functions.
            Kathmandu 14 from 2_736_129 "014-PtKathma" "PtKathmankSpLLDALzWw7CGD2j2MtyveTwboEYokqUCP4a1LxMg";
            /// December 2022: consensus keys.
            Lima 15 from 2_981_889 "015-PtLimaPt" "PtLimaPtLMwfNinJi9rCfDPWea8dFgTZ1MeJ9f1m2SRic6ayiwW";
            /// March 2023: smart rollups, BLS accounts.
            Mumbai 16 from 3_268_609 "016-PtMumbai" "PtMumbai2TmsJHNGRkD8v8YDbtao7BLUC3wjASn1inAKLFCjaH1";
            /// June 2023.
            Nairobi 17 from 3_760_129 "017-PtNairob" "PtNairobiyssHuh87hEhfVBGCVrK3WnS8Z2FT4ymB5tAa4r1nQf";
            /// February 2024: attestations instead of endorsements, staking.
            Oxford 18 from 5_070_849 "018-Proxford" "ProxfordYmVfjWnRcgjWH36fW6PArwqykTFzotUxRs6gmTcZDuH";
            /// June 2024: the data availability layer.
            ParisB 19 from 5_726_209 "019-PtParisB" "PtParisBxoLz5gzMmn3d9WBQNoPSZakgnkMC2VNuQ3KXfUtUQeZ";
            /// The corrected version of Paris.
            ParisC 20 from 5_898_242 "020-PsParisC" "PsParisCZo7KAh1Z1smVd9ZMZ1HHn5gkzbM94V3PLCpknFWhUAi";
            /// January 2025.
            Quebec 21 from 7_692_289 "021-PsQuebec" "PsQuebecnLByd3JwTiGadoG4nGWi3HYiLXUjkibeFV8dCFeVMUg";
            /// May 2025: rewards of the data availability layer.
            Rio 22 from 8_767_489 "022-PsRiotum" "PsRiotumaAMotcRoDWW1bysEhQy2n1M5fy8JgRp8jjRfHGmfeA7";
            /// September 2025: aggregated attestations.
            Seoul 23 from 10_279_489 "023-PtSeouLo" "PtSeouLouXkxhg39oWzjxDWaCydNfR3RxCUrNe4Q9Ro8BTehcbh";
            /// 2026.
            Tallinn 24 from 11_640_289 "024-PtTALLiN" "PtTALLiNtPec7mE7yY4m3k26J8Qukef3E3ehzhfXgFZKGtDdAXu";
            /// A draft of Ushuaia, which mainnet never had.
            UshuaiaDraft 25 "025-PsGXQmSv" "PsGXQmSv1UDDm2brdEFsuJCHjajS9Cv8mp44w93wNS2TpXFSvTC";
            /// 2026: accounts with ML-DSA keys.
            Ushuaia 26 number 25 "025-PsUshuai" "PsUshuai9QapM5TGj1JpuVGkdxz5GykdnEvS6Rh8SUVrARvZLCY";
            /// The protocol in development.
            Alpha 27 number 26 "alpha";
        }
    };
}
pub(crate) use each_protocol;

/// Defines [`Protocol`] by its table.
macro_rules! protocols {
    (@number $revision:literal) => { $revision };
    (@number $revision:literal $number:literal) => { $number };
    (@level) => { None };
    (@level $level:literal) => { Some($level) };
    ($(
        $(#[$doc:meta])*
        $name:ident $revision:literal $(number $number:literal)? $(from $level:literal)? $id:literal $($hash:literal)*;
    )+) => {
        /// A protocol of Tezos. Octez no longer registers the encodings of those before Babylon; their types follow its sources.
        ///
        /// Protocols are ordered by activation. [`Protocol::revision`] returns the corresponding [`Revision`].
        ///
        /// The same bytes are different operations in different protocols, so a value whose encoding depends on the protocol is decoded,
        /// encoded and converted to JSON by the methods of the protocol. Those of [`Decode`] and `Encode`, and serde, do not compile:
        ///
        /// ```compile_fail,E0080
        /// use tezos_encoding::Decode;
        /// use tezos_protocols::operation::Operation;
        /// Operation::from_bytes(&[]);
        /// ```
        ///
        /// ```
        /// use tezos_protocols::Protocol;
        /// let seoul: Protocol = "PtSeouLouXkxhg39oWzjxDWaCydNfR3RxCUrNe4Q9Ro8BTehcbh".parse().unwrap();
        /// assert_eq!((seoul, seoul.number(), seoul.id()), (Protocol::Seoul, 23, "023-PtSeouLo"));
        /// assert!(Protocol::Babylon < seoul && seoul < Protocol::Alpha);
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Protocol {
            $($(#[$doc])* $name = $revision,)+
        }

        impl Protocol {
            /// All protocols, in order.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Returns the number of the protocol. A draft has that of the protocol that it became, and the protocol in development the
            /// one after the newest.
            ///
            /// ```
            /// use tezos_protocols::Protocol;
            /// let protocols = [Protocol::Seoul, Protocol::UshuaiaDraft, Protocol::Ushuaia, Protocol::Alpha];
            /// assert_eq!(protocols.map(Protocol::number), [23, 25, 25, 26]);
            /// ```
            #[must_use]
            pub const fn number(self) -> u8 {
                match self { $(Self::$name => protocols!(@number $revision $($number)?),)+ }
            }

            /// Returns the level of the first block of the protocol on mainnet; `None` for one whose level is not known here: the newest,
            /// the draft and the protocol in development. See [`Protocol::of_level`].
            ///
            /// ```
            /// use tezos_protocols::Protocol;
            /// assert_eq!(Protocol::Seoul.first_level(), Some(10_279_489));
            /// assert_eq!(Protocol::Alpha.first_level(), None);
            /// ```
            #[must_use]
            pub const fn first_level(self) -> Option<i32> {
                match self { $(Self::$name => protocols!(@level $($level)?),)+ }
            }

            /// Returns the name of the protocol, such as `Seoul`; for 001 to 003, which have none, the start of the hash.
            ///
            /// ```
            /// use tezos_protocols::Protocol;
            /// assert_eq!((Protocol::Seoul.name(), Protocol::PsddFKi3.name()), ("Seoul", "PsddFKi3"));
            /// ```
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }

            /// Returns the protocol with a revision.
            const fn of_revision(revision: Revision) -> Option<Self> {
                match revision.0 { $($revision => Some(Self::$name),)+ _ => None }
            }

            /// Returns the prefix of the ids of the protocol's encodings in Octez, such as `023-PtSeouLo` or `alpha`.
            ///
            /// ```
            /// use tezos_protocols::Protocol;
            /// assert_eq!((Protocol::Seoul.id(), Protocol::Alpha.id()), ("023-PtSeouLo", "alpha"));
            /// ```
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// Returns the hashes of the protocol in base58check, the latest version first; empty for the protocol in development.
            ///
            /// ```
            /// use tezos_protocols::Protocol;
            /// assert_eq!(Protocol::Seoul.hashes(), ["PtSeouLouXkxhg39oWzjxDWaCydNfR3RxCUrNe4Q9Ro8BTehcbh"]);
            /// assert!(Protocol::Alpha.hashes().is_empty());
            /// ```
            #[must_use]
            pub const fn hashes(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($hash),*],)+ }
            }
        }
    };
}

each_protocol!(protocols);

/// The chain of which the numbers in headers and the levels are known.
const MAINNET: ChainId = ChainId([0x7a, 0x06, 0xa7, 0x70]);

/// The names of protocols in errors.
const NAMES: RevisionNames = RevisionNames::new(|revision| Protocol::of_revision(revision).map(Protocol::name));

impl Protocol {
    /// Returns the revision for `since` and `until`: the protocol's number up to the draft of 025, and one more from 025 on, because the
    /// draft has a revision of its own.
    ///
    /// ```
    /// use tezos_encoding::Revision;
    /// use tezos_protocols::Protocol;
    /// assert_eq!(Protocol::Seoul.revision(), Revision(23));
    /// assert_eq!((Protocol::Ushuaia.number(), Protocol::Ushuaia.revision()), (25, Revision(26)));
    /// ```
    #[must_use]
    pub const fn revision(self) -> Revision {
        Revision(self as u16)
    }

    /// Returns the protocol with a hash; `None` for one that this crate does not know. It is how the protocols of other chains than mainnet
    /// are found: the metadata of a block have the hash of the next protocol.
    ///
    /// ```
    /// use tezos_protocols::Protocol;
    /// let hash = "PsCARTHAGazKbHtnKfLzQg3kms52kSRpgnDY982a9oYsSXRLQEb".parse().unwrap();
    /// assert_eq!(Protocol::of_hash(&hash), Some(Protocol::Carthage));
    /// ```
    #[must_use]
    pub fn of_hash(hash: &ProtocolHash) -> Option<Self> {
        hash.to_string().parse().ok()
    }

    /// Returns the protocol of the block that follows the one with this header, on mainnet; `None` on other chains, where
    /// [`Protocol::of_hash`] tells. See [`Protocol::of_proto_level`].
    ///
    /// ```
    /// # use tezos_encoding::Decode;
    /// # use tezos_hashes::header::{BlockHeader, ShellHeader};
    /// use tezos_protocols::Protocol;
    /// # let mut predecessor = ShellHeader::from(BlockHeader::from_bytes(&[0; 114])?);
    /// # predecessor.proto = 23;
    /// assert_eq!(predecessor.proto, 23);
    /// assert_eq!(Protocol::after("NetXdQprcVkpaWU".parse()?, &predecessor), Some(Protocol::Seoul));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn after(chain: ChainId, predecessor: &ShellHeader) -> Option<Self> {
        Self::of_proto_level(chain, predecessor.proto)
    }

    /// Returns the protocol that applies to the successors of a block whose header has this number in `proto`. Only mainnet is supported:
    /// on other chains the number does not identify a protocol.
    ///
    /// `proto` counts protocol activations since the genesis. On mainnet each protocol was activated once and in order, so the count equals
    /// the number of the protocol. The block that activates a protocol already has the new number although it still follows the previous
    /// protocol: the protocol of a block is determined by the number in its predecessor's header.
    ///
    /// ```
    /// use tezos_protocols::Protocol;
    /// assert_eq!(Protocol::of_proto_level("NetXdQprcVkpaWU".parse()?, 23), Some(Protocol::Seoul));
    /// assert_eq!(Protocol::of_proto_level("NetXnHfVqm9iesp".parse()?, 23), None); // a test network
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Rule: [`block_directory.ml`, `protocols`][directory], [`block_validation.ml`][validation] and
    /// [`config_file.ml`, `mainnet_user_activated_upgrades`][config].
    ///
    /// [directory]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_shell/block_directory.ml
    /// [validation]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_validation/block_validation.ml
    /// [config]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_node_config/config_file.ml
    #[must_use]
    pub fn of_proto_level(chain: ChainId, proto: u8) -> Option<Self> {
        Self::of_number(proto).filter(|protocol| chain == MAINNET && *protocol != Self::Alpha)
    }

    /// Returns the protocol of the block at a level of mainnet; `None` for the genesis, which no protocol validated, and on other chains.
    ///
    /// It is also `None` from the last known [first level](Protocol::first_level) on, because it is not known where that protocol ends. There
    /// the number in the header of the block before tells the protocol: see [`Protocol::after`].
    ///
    /// ```
    /// use tezos_protocols::Protocol;
    /// # use tezos_hashes::hash::ChainId;
    /// let mainnet: ChainId = "NetXdQprcVkpaWU".parse().unwrap();
    /// assert_eq!(Protocol::of_level(mainnet, 458_752), Some(Protocol::PsddFKi3));
    /// assert_eq!(Protocol::of_level(mainnet, 458_753), Some(Protocol::Athens));
    /// ```
    ///
    /// Rule: [`protocols.go`, `Deployments`][rule] of TzGo, and for 002, 003 and 020 the levels after those of
    /// [`config_file.ml`, `mainnet_user_activated_upgrades`][config]: the block that activates a protocol is of the one before.
    ///
    /// [rule]: https://github.com/trilitech/tzgo/blob/97b9b35778ebb07f2c8ee0647dd682871ffd27e0/tezos/protocols.go
    /// [config]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_node_config/config_file.ml
    #[must_use]
    pub fn of_level(chain: ChainId, level: i32) -> Option<Self> {
        let is_later = |protocol: &Self| protocol.first_level().is_some_and(|first| level < first);
        let before = Self::ALL.iter().position(is_later)?.checked_sub(1)?;
        Self::ALL.get(before).copied().filter(|_| chain == MAINNET)
    }

    /// Returns the protocol with a number; the later one, if a draft has the same.
    fn of_number(number: u8) -> Option<Self> {
        Self::ALL.iter().copied().rfind(|protocol| protocol.number() == number)
    }

    /// Decodes a value of this protocol from exactly `bytes`; see [`Revision::decode`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, operation::Entrypoint};
    /// assert_eq!(Protocol::Seoul.decode::<Entrypoint>(&[6])?, Entrypoint::Stake);
    /// assert!(Protocol::Nairobi.decode::<Entrypoint>(&[6]).is_err()); // staking came with protocol 018
    /// # Ok::<(), tezos_encoding::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the encoding in this protocol; `Extra_bytes` if bytes follow the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn decode<'a, T: Decode<'a>>(self, bytes: &'a [u8]) -> Result<T, DecodeError> {
        self.revision().decode(bytes)
    }

    /// Decodes the view of a value of this protocol; see [`Revision::view`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, micheline::{Micheline, Prim}};
    /// let message = [7, 7, 0, 5, 1, 0, 0, 0, 1, b'a'];
    /// let pair = Protocol::Seoul.view::<Micheline>(&message)?; // borrows the message
    /// assert_eq!((pair.prim(), pair.children().count()), (Some(Prim::Pair), 2));
    /// # Ok::<(), tezos_encoding::DecodeError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Protocol::decode`].
    pub fn view<'a, T: View + HasEncoding>(self, bytes: &'a [u8]) -> Result<T::View<'a>, DecodeError> {
        self.revision().view::<T>(bytes)
    }

    /// Returns a value whose methods of `Encode` write the format of this protocol; see [`Revision::of`].
    ///
    /// ```
    /// use tezos_encoding::Encode;
    /// use tezos_protocols::{Protocol, operation::Entrypoint};
    /// let mut buffer = [0; 8];
    /// let len = Protocol::Seoul.of(&Entrypoint::Stake).write_to_slice(&mut buffer)?;
    /// assert_eq!(buffer[..len], [6]);
    /// # Ok::<(), tezos_encoding::EncodeError>(())
    /// ```
    #[must_use]
    pub const fn of<T: BinWriter + ?Sized>(self, value: &T) -> Revised<'_, T> {
        self.revision().of(value)
    }

    /// Encodes a value in the format of this protocol; see [`Revision::encode`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, operation::Entrypoint};
    /// assert_eq!(Protocol::Seoul.encode(&Entrypoint::Stake)?, [6]);
    /// assert_eq!(Protocol::Nairobi.encode(&Entrypoint::Stake)?, *b"\xff\x05stake"); // a name like any other
    /// # Ok::<(), tezos_encoding::EncodeError>(())
    /// ```
    ///
    /// # Errors
    /// If this protocol would refuse the encoded bytes.
    pub fn encode<T: BinWriter + ?Sized>(self, value: &T) -> Result<Vec<u8>, EncodeError> {
        self.revision().encode(value).map_err(|error| error.with_revision_names(NAMES))
    }

    /// Converts a value to the JSON of this protocol; see [`Revision::to_json`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, keys::PublicKeyHash, operation::{Contents, Delegation, Manager}};
    /// let account: PublicKeyHash = "tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx".parse()?;
    /// let contents = Contents::from(Manager::new(account, 8, Delegation::new(None)).limits(1_000, 0));
    /// let json = Protocol::Seoul.to_json(&contents)?;
    /// assert!(json.starts_with(r#"{"kind":"delegation","source":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx","fee":"0""#), "{json}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Protocol::encode`].
    pub fn to_json<T: BinWriter + HasEncoding + ?Sized>(self, value: &T) -> Result<String, JsonError> {
        self.revision().to_json(value).map_err(|error| error.with_revision_names(NAMES))
    }

    /// Converts a value to the JSON of this protocol, for display and for serde; see [`Revision::json`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, micheline::Micheline};
    /// let storage: Micheline = r#"Pair 5 "a""#.parse()?;
    /// let json = Protocol::Seoul.json(&storage)?;
    /// assert_eq!(format!("[{json}]"), r#"[{"prim":"Pair","args":[{"int":"5"},{"string":"a"}]}]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Protocol::encode`].
    pub fn json<T: BinWriter + HasEncoding + ?Sized>(self, value: &T) -> Result<JsonText, JsonError> {
        self.revision().json(value).map_err(|error| error.with_revision_names(NAMES))
    }

    /// Converts JSON text of this protocol to a value; see [`Revision::from_json`].
    ///
    /// ```
    /// use tezos_protocols::{Protocol, operation::Contents};
    /// let json = r#"{"kind":"ballot","source":"tz1KqTpEZ7Yob7QbPE4Hy4Wo8fHG8LhKxZSx","period":7,
    ///     "proposal":"PtSeouLouXkxhg39oWzjxDWaCydNfR3RxCUrNe4Q9Ro8BTehcbh","ballot":"yay"}"#;
    /// let contents: Contents = Protocol::Rio.from_json(json)?;
    /// assert_eq!(contents.kind(), "ballot");
    /// # Ok::<(), tezos_encoding::schema::JsonError>(())
    /// ```
    ///
    /// # Errors
    /// If the text is not valid JSON or does not represent a value of this protocol.
    pub fn from_json<T: HasEncoding + for<'a> NomReader<'a>>(self, text: &str) -> Result<T, JsonError> {
        self.revision().from_json(text).map_err(|error| error.with_revision_names(NAMES))
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl From<Protocol> for Revision {
    fn from(protocol: Protocol) -> Self {
        protocol.revision()
    }
}

impl TryFrom<&ProtocolHash> for Protocol {
    type Error = UnknownProtocol;

    fn try_from(hash: &ProtocolHash) -> Result<Self, UnknownProtocol> {
        Self::of_hash(hash).ok_or(UnknownProtocol)
    }
}

/// Serializes the id, and deserializes what [`FromStr`] parses.
#[cfg(feature = "serde")]
mod serde {
    use serde_core::{Deserialize, Deserializer, Serialize, Serializer, de};

    use super::{Protocol, String};

    impl Serialize for Protocol {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_str(self.id())
        }
    }

    impl<'de> Deserialize<'de> for Protocol {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
        }
    }
}

/// The error for text that does not name a protocol known to this crate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_structs, reason = "empty")]
pub struct UnknownProtocol;

impl fmt::Display for UnknownProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the hash, the id (023-PtSeouLo), the number or the name of a protocol, or alpha")
    }
}

impl core::error::Error for UnknownProtocol {}

/// Parses a hash, an id, a number or a name. A number that a draft has too is that of the protocol that the draft became.
impl FromStr for Protocol {
    type Err = UnknownProtocol;

    fn from_str(text: &str) -> Result<Self, UnknownProtocol> {
        if let Ok(number) = text.parse() {
            return Self::of_number(number).ok_or(UnknownProtocol);
        }
        let is_meant = |protocol: &Self| {
            protocol.hashes().contains(&text) || protocol.id() == text || protocol.name().eq_ignore_ascii_case(text)
        };
        Self::ALL.iter().copied().find(is_meant).ok_or(UnknownProtocol)
    }
}
