//! What a message costs, by its kind and its size.
//!
//! Generated from measurements by `cargo run --release -p tezos-codec-benches --bin cost-model -- generate`; `benches/docs/cost-model.md`
//! says how. Costs are times of a release build of 2026-11-25 on one core of `AMD EPYC` with rustc 1.95.0 (59807616e 2026-04-14), in picoseconds.
//! Decoding includes dropping the value, hashing is BLAKE2b of the bytes. The numbers differ from the fitted models by at most 2 %
//! on the messages that were measured, of up to 1 MiB; beyond, they are extrapolated.

use tezos_encoding::cost::{Cost, Sum, Workload};

/// A kind that has a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The first message of the handshake, in the clear.
    Connection,
    /// The second message of the handshake.
    Metadata,
    /// The third message of the handshake, an ack or a nack.
    Ack,
    /// `Disconnect`, tag `0x01`.
    Disconnect,
    /// `Bootstrap`, tag `0x02`.
    Bootstrap,
    /// `Advertise`, tag `0x03`.
    Advertise,
    /// `Swap_request`, tag `0x04`.
    SwapRequest,
    /// `Swap_ack`, tag `0x05`.
    SwapAck,
    /// `Get_current_branch`, tag `0x10`.
    GetCurrentBranch,
    /// `Current_branch`, tag `0x11`.
    CurrentBranch,
    /// `Deactivate`, tag `0x12`.
    Deactivate,
    /// `Get_current_head`, tag `0x13`.
    GetCurrentHead,
    /// `Current_head`, tag `0x14`.
    CurrentHead,
    /// `Get_block_headers`, tag `0x20`.
    GetBlockHeaders,
    /// `Block_header`, tag `0x21`.
    BlockHeader,
    /// `Get_operations`, tag `0x30`.
    GetOperations,
    /// `Operation`, tag `0x31`.
    Operation,
    /// `Get_protocols`, tag `0x40`.
    GetProtocols,
    /// `Protocol`, tag `0x41`.
    Protocol,
    /// `Get_operations_for_blocks`, tag `0x60`.
    GetOperationsForBlocks,
    /// `Operations_for_blocks`, tag `0x61`.
    OperationsForBlocks,
    /// `Get_checkpoint`, tag `0x70`.
    GetCheckpoint,
    /// `Checkpoint`, tag `0x71`.
    Checkpoint,
    /// `Get_protocol_branch`, tag `0x80`.
    GetProtocolBranch,
    /// `Protocol_branch`, tag `0x81`.
    ProtocolBranch,
    /// `Get_predecessor_header`, tag `0x90`.
    GetPredecessorHeader,
    /// `Predecessor_header`, tag `0x91`.
    PredecessorHeader,
    /// `Graft` between DAL nodes, tag `0x10`.
    DalGraft,
    /// `Prune` between DAL nodes, tag `0x11`.
    DalPrune,
    /// `IHave` between DAL nodes, tag `0x12`.
    DalIHave,
    /// `IWant` between DAL nodes, tag `0x13`.
    DalIWant,
    /// `Subscribe` between DAL nodes, tag `0x14`.
    DalSubscribe,
    /// `Unsubscribe` between DAL nodes, tag `0x15`.
    DalUnsubscribe,
    /// `Message_with_header` between DAL nodes, tag `0x16`.
    DalMessageWithHeader,
    /// The encrypted chunk of a session, opened and sealed; a chunk is not hashed.
    Chunk,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 35] = [
        Self::Connection,
        Self::Metadata,
        Self::Ack,
        Self::Disconnect,
        Self::Bootstrap,
        Self::Advertise,
        Self::SwapRequest,
        Self::SwapAck,
        Self::GetCurrentBranch,
        Self::CurrentBranch,
        Self::Deactivate,
        Self::GetCurrentHead,
        Self::CurrentHead,
        Self::GetBlockHeaders,
        Self::BlockHeader,
        Self::GetOperations,
        Self::Operation,
        Self::GetProtocols,
        Self::Protocol,
        Self::GetOperationsForBlocks,
        Self::OperationsForBlocks,
        Self::GetCheckpoint,
        Self::Checkpoint,
        Self::GetProtocolBranch,
        Self::ProtocolBranch,
        Self::GetPredecessorHeader,
        Self::PredecessorHeader,
        Self::DalGraft,
        Self::DalPrune,
        Self::DalIHave,
        Self::DalIWant,
        Self::DalSubscribe,
        Self::DalUnsubscribe,
        Self::DalMessageWithHeader,
        Self::Chunk,
    ];

    /// Returns the kind of a message between the nodes of a chain.
    #[must_use]
    pub const fn of_tag(tag: u16) -> Option<Self> {
        match tag {
            0x01 => Some(Self::Disconnect),
            0x02 => Some(Self::Bootstrap),
            0x03 => Some(Self::Advertise),
            0x04 => Some(Self::SwapRequest),
            0x05 => Some(Self::SwapAck),
            0x10 => Some(Self::GetCurrentBranch),
            0x11 => Some(Self::CurrentBranch),
            0x12 => Some(Self::Deactivate),
            0x13 => Some(Self::GetCurrentHead),
            0x14 => Some(Self::CurrentHead),
            0x20 => Some(Self::GetBlockHeaders),
            0x21 => Some(Self::BlockHeader),
            0x30 => Some(Self::GetOperations),
            0x31 => Some(Self::Operation),
            0x40 => Some(Self::GetProtocols),
            0x41 => Some(Self::Protocol),
            0x60 => Some(Self::GetOperationsForBlocks),
            0x61 => Some(Self::OperationsForBlocks),
            0x70 => Some(Self::GetCheckpoint),
            0x71 => Some(Self::Checkpoint),
            0x80 => Some(Self::GetProtocolBranch),
            0x81 => Some(Self::ProtocolBranch),
            0x90 => Some(Self::GetPredecessorHeader),
            0x91 => Some(Self::PredecessorHeader),
            _ => None,
        }
    }

    /// Returns the kind of a gossipsub message between DAL nodes.
    #[must_use]
    pub const fn of_dal_tag(tag: u16) -> Option<Self> {
        match tag {
            0x10 => Some(Self::DalGraft),
            0x11 => Some(Self::DalPrune),
            0x12 => Some(Self::DalIHave),
            0x13 => Some(Self::DalIWant),
            0x14 => Some(Self::DalSubscribe),
            0x15 => Some(Self::DalUnsubscribe),
            0x16 => Some(Self::DalMessageWithHeader),
            _ => None,
        }
    }

    /// Returns the name of the variant.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Connection => "Connection",
            Self::Metadata => "Metadata",
            Self::Ack => "Ack",
            Self::Disconnect => "Disconnect",
            Self::Bootstrap => "Bootstrap",
            Self::Advertise => "Advertise",
            Self::SwapRequest => "SwapRequest",
            Self::SwapAck => "SwapAck",
            Self::GetCurrentBranch => "GetCurrentBranch",
            Self::CurrentBranch => "CurrentBranch",
            Self::Deactivate => "Deactivate",
            Self::GetCurrentHead => "GetCurrentHead",
            Self::CurrentHead => "CurrentHead",
            Self::GetBlockHeaders => "GetBlockHeaders",
            Self::BlockHeader => "BlockHeader",
            Self::GetOperations => "GetOperations",
            Self::Operation => "Operation",
            Self::GetProtocols => "GetProtocols",
            Self::Protocol => "Protocol",
            Self::GetOperationsForBlocks => "GetOperationsForBlocks",
            Self::OperationsForBlocks => "OperationsForBlocks",
            Self::GetCheckpoint => "GetCheckpoint",
            Self::Checkpoint => "Checkpoint",
            Self::GetProtocolBranch => "GetProtocolBranch",
            Self::ProtocolBranch => "ProtocolBranch",
            Self::GetPredecessorHeader => "GetPredecessorHeader",
            Self::PredecessorHeader => "PredecessorHeader",
            Self::DalGraft => "DalGraft",
            Self::DalPrune => "DalPrune",
            Self::DalIHave => "DalIHave",
            Self::DalIWant => "DalIWant",
            Self::DalSubscribe => "DalSubscribe",
            Self::DalUnsubscribe => "DalUnsubscribe",
            Self::DalMessageWithHeader => "DalMessageWithHeader",
            Self::Chunk => "Chunk",
        }
    }
}

/// Returns the largest workload that a value of this kind can be, if it has this many bytes: what a node assumes before it decodes.
#[must_use]
pub const fn bound(kind: Kind, bytes: u64) -> Workload {
    let (elements, blocks, depth) = match kind {
        Kind::Connection => (0, 1, 0),
        Kind::Metadata => (0, 0, 0),
        Kind::Ack => (bytes / 4, (bytes / 4).saturating_add(1), 0),
        Kind::Disconnect => (0, 0, 0),
        Kind::Bootstrap => (0, 0, 0),
        Kind::Advertise => (bytes / 4, (bytes / 4).saturating_add(1), 0),
        Kind::SwapRequest => (0, 1, 0),
        Kind::SwapAck => (0, 1, 0),
        Kind::GetCurrentBranch => (0, 0, 0),
        Kind::CurrentBranch => (bytes / 4, (bytes / 4).saturating_add(3), 0),
        Kind::Deactivate => (0, 0, 0),
        Kind::GetCurrentHead => (0, 0, 0),
        Kind::CurrentHead => (bytes / 4, (bytes / 4).saturating_add(4), 0),
        Kind::GetBlockHeaders => (0, 1, 0),
        Kind::BlockHeader => (bytes / 4, (bytes / 4).saturating_add(2), 0),
        Kind::GetOperations => (0, 1, 0),
        Kind::Operation => (0, 1, 0),
        Kind::GetProtocols => (0, 1, 0),
        Kind::Protocol => (bytes / 9, (bytes / 3).saturating_add(1), 0),
        Kind::GetOperationsForBlocks => (0, 1, 0),
        Kind::OperationsForBlocks => (bytes / 36, (bytes / 36).saturating_add(1), 4),
        Kind::GetCheckpoint => (0, 0, 0),
        Kind::Checkpoint => (bytes / 4, (bytes / 4).saturating_add(2), 0),
        Kind::GetProtocolBranch => (0, 0, 0),
        Kind::ProtocolBranch => (bytes / 4, (bytes / 4).saturating_add(3), 0),
        Kind::GetPredecessorHeader => (0, 0, 0),
        Kind::PredecessorHeader => (bytes / 4, (bytes / 4).saturating_add(2), 0),
        Kind::DalGraft => (0, 0, 0),
        Kind::DalPrune => (bytes / 20, (bytes / 20).saturating_add(1), 0),
        Kind::DalIHave => (0, 1, 0),
        Kind::DalIWant => (0, 1, 0),
        Kind::DalSubscribe => (0, 0, 0),
        Kind::DalUnsubscribe => (0, 0, 0),
        Kind::DalMessageWithHeader => (0, 1, 0),
        Kind::Chunk => (0, 0, 0),
    };
    let large_blocks = bytes / Workload::LARGE_BYTES;
    Workload { bytes, elements, blocks, large_blocks, depth }
}

/// Returns the cost of decoding and dropping a value.
#[must_use]
#[rustfmt::skip]
pub const fn decode_cost(kind: Kind, load: &Workload) -> Cost {
    let sum = match kind {
        Kind::Connection => Sum::new(13_452_332).per(load.blocks, 3_412_079).per(load.large_blocks, 21_389_015).per(load.bytes_log(), 460),
        Kind::Metadata => Sum::new(842_457),
        Kind::Ack => Sum::new(615_215).per(load.bytes, 545_778).per(load.elements, 13_061_131),
        Kind::Disconnect => Sum::new(17_280_521),
        Kind::Bootstrap => Sum::new(17_263_874),
        Kind::Advertise => Sum::new(12_368_343).per(load.bytes, 1_368_226),
        Kind::SwapRequest => Sum::new(31_760_702),
        Kind::SwapAck => Sum::new(31_592_406),
        Kind::GetCurrentBranch => Sum::new(17_082_509),
        Kind::CurrentBranch => Sum::new(36_936_948).per(load.elements, 2_372_934).per(load.blocks, 12_664_357).per(load.large_blocks, 29_683_848).per(load.bytes_log(), 541),
        Kind::Deactivate => Sum::new(17_005_697),
        Kind::GetCurrentHead => Sum::new(17_207_064),
        Kind::CurrentHead => Sum::new(49_029_031).per(load.bytes, 8_884).per(load.elements, 2_483_565).per(load.blocks, 11_746_859).per(load.large_blocks, 18_340_126),
        Kind::GetBlockHeaders => Sum::new(20_891_993).per(load.bytes, 9_715).per(load.blocks, 7_384_697),
        Kind::BlockHeader => Sum::new(11_372_177).per(load.bytes, 8_976).per(load.elements, 2_407_564).per(load.blocks, 13_354_304).per(load.large_blocks, 22_372_719),
        Kind::GetOperations => Sum::new(20_908_141).per(load.bytes, 9_754).per(load.blocks, 7_437_241),
        Kind::Operation => Sum::new(19_312_684).per(load.blocks, 5_127_104).per(load.large_blocks, 22_186_442).per(load.bytes_log(), 507),
        Kind::GetProtocols => Sum::new(20_898_651).per(load.bytes, 9_088).per(load.blocks, 7_387_641),
        Kind::Protocol => Sum::new(20_956_781).per(load.bytes, 10_732).per(load.elements, 11_466_817).per(load.blocks, 11_188_719).per(load.large_blocks, 43_188_518),
        Kind::GetOperationsForBlocks => Sum::new(21_136_646).per(load.bytes, 11_706).per(load.blocks, 7_081_271),
        Kind::OperationsForBlocks => Sum::new(15_792_264).per(load.bytes, 8_552).per(load.elements, 3_674_332).per(load.blocks, 10_022_289).per(load.large_blocks, 53_113_040).per(load.depth, 17_051_584),
        Kind::GetCheckpoint => Sum::new(17_173_265),
        Kind::Checkpoint => Sum::new(17_348_710).per(load.elements, 2_457_428).per(load.blocks, 11_441_590).per(load.large_blocks, 44_729_780).per(load.bytes_log(), 540),
        Kind::GetProtocolBranch => Sum::new(17_259_341),
        Kind::ProtocolBranch => Sum::new(40_360_523).per(load.bytes, 9_108).per(load.elements, 2_414_610).per(load.blocks, 12_594_723).per(load.large_blocks, 12_673_457),
        Kind::GetPredecessorHeader => Sum::new(18_860_372),
        Kind::PredecessorHeader => Sum::new(28_514_587).per(load.elements, 2_473_459).per(load.blocks, 11_240_341).per(load.large_blocks, 33_918_644).per(load.bytes_log(), 536),
        Kind::DalGraft => Sum::new(29_948_481),
        Kind::DalPrune => Sum::new(15_652_808).per(load.bytes, 736_736),
        Kind::DalIHave => Sum::new(29_665_280).per(load.bytes, 215_301).per(load.blocks, 7_325_090).per(load.large_blocks, 11_269_622),
        Kind::DalIWant => Sum::new(26_920_219).per(load.bytes, 214_173).per(load.blocks, 10_242_230).per(load.large_blocks, 17_319_987),
        Kind::DalSubscribe => Sum::new(30_043_637),
        Kind::DalUnsubscribe => Sum::new(29_983_428),
        Kind::DalMessageWithHeader => Sum::new(21_704_732).per(load.bytes, 178_103).per(load.blocks, 9_286_737).per(load.large_blocks, 19_637_594),
        Kind::Chunk => Sum::new(1_056_545_648).per(load.bytes, 1_405_388),
    };
    Cost(sum.total())
}

/// Returns the cost of encoding a value.
#[must_use]
#[rustfmt::skip]
pub const fn encode_cost(kind: Kind, load: &Workload) -> Cost {
    let sum = match kind {
        Kind::Connection => Sum::new(8_977_230).per(load.blocks, 873_059).per(load.large_blocks, 16_578_904).per(load.bytes_log(), 475),
        Kind::Metadata => Sum::new(7_844_771),
        Kind::Ack => Sum::new(10_109_046).per(load.elements, 35_776_790).per(load.elements_log(), 6_561_503),
        Kind::Disconnect => Sum::new(12_129_665),
        Kind::Bootstrap => Sum::new(12_041_046),
        Kind::Advertise => Sum::new(0).per(load.bytes, 1_573_722).per(load.bytes_log(), 173_892),
        Kind::SwapRequest => Sum::new(35_319_427),
        Kind::SwapAck => Sum::new(35_745_334),
        Kind::GetCurrentBranch => Sum::new(13_549_691),
        Kind::CurrentBranch => Sum::new(19_519_360).per(load.elements, 1_516_605).per(load.blocks, 896_302).per(load.large_blocks, 10_578_413).per(load.bytes_log(), 491),
        Kind::Deactivate => Sum::new(13_553_886),
        Kind::GetCurrentHead => Sum::new(13_302_037),
        Kind::CurrentHead => Sum::new(20_988_638).per(load.bytes, 8_233).per(load.elements, 1_528_695).per(load.blocks, 934_398),
        Kind::GetBlockHeaders => Sum::new(12_654_060).per(load.bytes, 2_871).per(load.blocks, 708_001),
        Kind::BlockHeader => Sum::new(15_346_010).per(load.elements, 1_529_369).per(load.blocks, 1_071_153).per(load.large_blocks, 13_937_971).per(load.bytes_log(), 492),
        Kind::GetOperations => Sum::new(13_049_288).per(load.bytes, 2_045).per(load.blocks, 871_649),
        Kind::Operation => Sum::new(13_413_472).per(load.large_blocks, 15_373_227).per(load.bytes_log(), 487),
        Kind::GetProtocols => Sum::new(12_776_463).per(load.bytes, 3_537).per(load.blocks, 779_788),
        Kind::Protocol => Sum::new(12_392_427).per(load.elements, 3_776_162).per(load.blocks, 1_029_568).per(load.large_blocks, 13_312_486).per(load.bytes_log(), 521),
        Kind::GetOperationsForBlocks => Sum::new(12_810_356).per(load.blocks, 1_683_021),
        Kind::OperationsForBlocks => Sum::new(12_329_428).per(load.elements, 1_686_533).per(load.blocks, 714_305).per(load.large_blocks, 9_589_301).per(load.depth, 2_122_565).per(load.bytes_log(), 494),
        Kind::GetCheckpoint => Sum::new(13_482_376),
        Kind::Checkpoint => Sum::new(16_175_677).per(load.elements, 1_521_207).per(load.blocks, 980_211).per(load.large_blocks, 9_917_664).per(load.bytes_log(), 498),
        Kind::GetProtocolBranch => Sum::new(12_241_899),
        Kind::ProtocolBranch => Sum::new(18_688_698).per(load.elements, 1_539_863).per(load.blocks, 944_275).per(load.large_blocks, 11_627_308).per(load.bytes_log(), 515),
        Kind::GetPredecessorHeader => Sum::new(12_285_492),
        Kind::PredecessorHeader => Sum::new(16_288_753).per(load.elements, 1_520_891).per(load.blocks, 987_468).per(load.large_blocks, 13_663_188).per(load.bytes_log(), 490),
        Kind::DalGraft => Sum::new(12_717_838),
        Kind::DalPrune => Sum::new(15_389_898).per(load.elements, 33_701_711).per(load.elements_log(), 6_501_013),
        Kind::DalIHave => Sum::new(14_592_501).per(load.bytes, 27_829).per(load.large_blocks, 10_400_327).per(load.bytes_log(), 387),
        Kind::DalIWant => Sum::new(13_449_721).per(load.bytes, 26_060).per(load.blocks, 670_622).per(load.large_blocks, 11_735_035).per(load.bytes_log(), 522),
        Kind::DalSubscribe => Sum::new(12_618_163),
        Kind::DalUnsubscribe => Sum::new(12_561_498),
        Kind::DalMessageWithHeader => Sum::new(11_141_026).per(load.bytes, 32_492).per(load.large_blocks, 8_475_308).per(load.bytes_log(), 512),
        Kind::Chunk => Sum::new(1_011_879_712).per(load.bytes, 1_404_137),
    };
    Cost(sum.total())
}

/// Returns the cost of hashing a value.
#[must_use]
#[rustfmt::skip]
pub const fn hash_cost(kind: Kind, load: &Workload) -> Cost {
    let sum = match kind {
        Kind::Connection => Sum::new(47_221_930).per(load.large_blocks, 39_642_418).per(load.blake2b_blocks(), 89_120_319),
        Kind::Metadata => Sum::new(128_300_870),
        Kind::Ack => Sum::new(0).per(load.elements, 54_764_791).per(load.blake2b_blocks(), 134_111_701),
        Kind::Disconnect => Sum::new(142_965_577),
        Kind::Bootstrap => Sum::new(143_358_120),
        Kind::Advertise => Sum::new(0).per(load.bytes, 2_968_414).per(load.blake2b_blocks(), 126_896_248),
        Kind::SwapRequest => Sum::new(174_405_384),
        Kind::SwapAck => Sum::new(175_758_591),
        Kind::GetCurrentBranch => Sum::new(145_712_682),
        Kind::CurrentBranch => Sum::new(67_079_465).per(load.elements, 3_199_362).per(load.large_blocks, 22_841_341).per(load.blake2b_blocks(), 88_357_747),
        Kind::Deactivate => Sum::new(145_944_936),
        Kind::GetCurrentHead => Sum::new(146_502_975),
        Kind::CurrentHead => Sum::new(90_145_931).per(load.elements, 3_223_524).per(load.large_blocks, 29_712_970).per(load.blake2b_blocks(), 88_748_777),
        Kind::GetBlockHeaders => Sum::new(50_337_371).per(load.blake2b_blocks(), 93_891_623),
        Kind::BlockHeader => Sum::new(58_967_085).per(load.elements, 3_212_554).per(load.blake2b_blocks(), 88_945_487),
        Kind::GetOperations => Sum::new(50_899_762).per(load.blake2b_blocks(), 93_700_909),
        Kind::Operation => Sum::new(55_242_872).per(load.large_blocks, 28_919_590).per(load.blake2b_blocks(), 89_251_203),
        Kind::GetProtocols => Sum::new(50_826_223).per(load.blake2b_blocks(), 93_426_589),
        Kind::Protocol => Sum::new(55_005_910).per(load.elements, 4_362_416).per(load.blake2b_blocks(), 89_853_086).per(load.elements_log(), 129_750),
        Kind::GetOperationsForBlocks => Sum::new(49_874_923).per(load.blake2b_blocks(), 94_143_012),
        Kind::OperationsForBlocks => Sum::new(55_524_859).per(load.elements, 3_668_905).per(load.blake2b_blocks(), 89_145_175),
        Kind::GetCheckpoint => Sum::new(146_150_442),
        Kind::Checkpoint => Sum::new(60_766_840).per(load.elements, 3_272_667).per(load.large_blocks, 32_645_983).per(load.blake2b_blocks(), 88_182_539),
        Kind::GetProtocolBranch => Sum::new(146_804_825),
        Kind::ProtocolBranch => Sum::new(61_482_755).per(load.elements, 3_173_684).per(load.blake2b_blocks(), 89_133_727),
        Kind::GetPredecessorHeader => Sum::new(143_122_842),
        Kind::PredecessorHeader => Sum::new(57_350_886).per(load.elements, 3_187_017).per(load.large_blocks, 19_792_513).per(load.blake2b_blocks(), 88_745_558),
        Kind::DalGraft => Sum::new(140_365_900),
        Kind::DalPrune => Sum::new(0).per(load.elements, 44_432_993).per(load.blake2b_blocks(), 143_614_093),
        Kind::DalIHave => Sum::new(56_586_454).per(load.blake2b_blocks(), 83_029_315).per(load.bytes_log(), 9_591),
        Kind::DalIWant => Sum::new(59_812_116).per(load.large_blocks, 19_530_257).per(load.blake2b_blocks(), 81_598_259).per(load.bytes_log(), 9_799),
        Kind::DalSubscribe => Sum::new(140_416_076),
        Kind::DalUnsubscribe => Sum::new(140_389_129),
        Kind::DalMessageWithHeader => Sum::new(45_893_221).per(load.blake2b_blocks(), 91_850_636),
        Kind::Chunk => Sum::new(1_011_879_712).per(load.bytes, 1_404_137),
    };
    Cost(sum.total())
}

/// The same models in fixed-point arithmetic: coefficients of at most 6 powers of two, no multiplication.
pub mod shifts {
    use super::{Cost, Kind, Sum, Workload};

    /// Returns the cost of decoding and dropping a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn decode_cost(kind: Kind, load: &Workload) -> Cost {
        let sum = match kind {
            Kind::Connection => Sum::new(13_452_332).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 12).shl(load.blocks, 6).shl(load.blocks, 5).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 14).shl(load.large_blocks, 13).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2),
            Kind::Metadata => Sum::new(842_457),
            Kind::Ack => Sum::new(615_215).shl(load.bytes, 19).shl(load.bytes, 14).shl(load.bytes, 12).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 8).shl(load.elements, 23).shl(load.elements, 22).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 14),
            Kind::Disconnect => Sum::new(17_280_521),
            Kind::Bootstrap => Sum::new(17_263_874),
            Kind::Advertise => Sum::new(12_368_343).shl(load.bytes, 20).shl(load.bytes, 18).shl(load.bytes, 15).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 7),
            Kind::SwapRequest => Sum::new(31_760_702),
            Kind::SwapAck => Sum::new(31_592_406),
            Kind::GetCurrentBranch => Sum::new(17_082_509),
            Kind::CurrentBranch => Sum::new(36_936_948).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 13).shl(load.elements, 12).shl(load.elements, 10).shl(load.elements, 8).shl(load.blocks, 23).shl(load.blocks, 22).shl(load.blocks, 16).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 12).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 18).shl(load.large_blocks, 15).shl(load.large_blocks, 15).shl(load.bytes_log(), 9).shl(load.bytes_log(), 4).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2).shl(load.bytes_log(), 0),
            Kind::Deactivate => Sum::new(17_005_697),
            Kind::GetCurrentHead => Sum::new(17_207_064),
            Kind::CurrentHead => Sum::new(49_029_031).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 7).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.bytes, 2).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 13).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.large_blocks, 24).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 16),
            Kind::GetBlockHeaders => Sum::new(20_891_993).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 6).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 12),
            Kind::BlockHeader => Sum::new(11_372_177).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 4).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 15).shl(load.elements, 13).shl(load.elements, 12).shl(load.elements, 12).shl(load.blocks, 23).shl(load.blocks, 22).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 16).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.large_blocks, 15),
            Kind::GetOperations => Sum::new(20_908_141).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.bytes, 1).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 14),
            Kind::Operation => Sum::new(19_312_684).shl(load.blocks, 22).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 13).shl(load.blocks, 13).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.large_blocks, 11).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 4).shl(load.bytes_log(), 3),
            Kind::GetProtocols => Sum::new(20_898_651).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 13),
            Kind::Protocol => Sum::new(20_956_781).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.elements, 23).shl(load.elements, 21).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.large_blocks, 25).shl(load.large_blocks, 23).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 8),
            Kind::GetOperationsForBlocks => Sum::new(21_136_646).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 11).shl(load.blocks, 10),
            Kind::OperationsForBlocks => Sum::new(15_792_264).shl(load.bytes, 13).shl(load.bytes, 8).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 3).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 12).shl(load.elements, 7).shl(load.elements, 6).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.large_blocks, 25).shl(load.large_blocks, 24).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.depth, 24).shl(load.depth, 18).shl(load.depth, 13).shl(load.depth, 11).shl(load.depth, 10).shl(load.depth, 10),
            Kind::GetCheckpoint => Sum::new(17_173_265),
            Kind::Checkpoint => Sum::new(17_348_710).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 13).shl(load.elements, 13).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.large_blocks, 25).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.bytes_log(), 9).shl(load.bytes_log(), 4).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2),
            Kind::GetProtocolBranch => Sum::new(17_259_341),
            Kind::ProtocolBranch => Sum::new(40_360_523).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 4).shl(load.bytes, 2).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 12).shl(load.elements, 11).shl(load.blocks, 23).shl(load.blocks, 22).shl(load.blocks, 13).shl(load.blocks, 11).shl(load.blocks, 10).shl(load.blocks, 9).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 16).shl(load.large_blocks, 14).shl(load.large_blocks, 13).shl(load.large_blocks, 9),
            Kind::GetPredecessorHeader => Sum::new(18_860_372),
            Kind::PredecessorHeader => Sum::new(28_514_587).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 13).shl(load.elements, 13).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.large_blocks, 25).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.large_blocks, 15).shl(load.large_blocks, 11).shl(load.large_blocks, 11).shl(load.bytes_log(), 9).shl(load.bytes_log(), 4).shl(load.bytes_log(), 3),
            Kind::DalGraft => Sum::new(29_948_481),
            Kind::DalPrune => Sum::new(15_652_808).shl(load.bytes, 19).shl(load.bytes, 17).shl(load.bytes, 16).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 12),
            Kind::DalIHave => Sum::new(29_665_280).shl(load.bytes, 17).shl(load.bytes, 16).shl(load.bytes, 14).shl(load.bytes, 11).shl(load.bytes, 8).shl(load.bytes, 2).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 17).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 16),
            Kind::DalIWant => Sum::new(26_920_219).shl(load.bytes, 17).shl(load.bytes, 16).shl(load.bytes, 14).shl(load.bytes, 10).shl(load.bytes, 7).shl(load.bytes, 5).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 14).shl(load.blocks, 11).shl(load.large_blocks, 24).shl(load.large_blocks, 19).shl(load.large_blocks, 14).shl(load.large_blocks, 11).shl(load.large_blocks, 5).shl(load.large_blocks, 4),
            Kind::DalSubscribe => Sum::new(30_043_637),
            Kind::DalUnsubscribe => Sum::new(29_983_428),
            Kind::DalMessageWithHeader => Sum::new(21_704_732).shl(load.bytes, 17).shl(load.bytes, 15).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 10).shl(load.bytes, 10).shl(load.blocks, 23).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.large_blocks, 24).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 15),
            Kind::Chunk => Sum::new(1_056_545_648).shl(load.bytes, 20).shl(load.bytes, 18).shl(load.bytes, 16).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 12),
        };
        Cost(sum.total())
    }

    /// Returns the cost of encoding a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn encode_cost(kind: Kind, load: &Workload) -> Cost {
        let sum = match kind {
            Kind::Connection => Sum::new(8_977_230).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 12).shl(load.blocks, 9).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 4).shl(load.bytes_log(), 3).shl(load.bytes_log(), 1),
            Kind::Metadata => Sum::new(7_844_771),
            Kind::Ack => Sum::new(10_109_046).shl(load.elements, 25).shl(load.elements, 21).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 13).shl(load.elements_log(), 22).shl(load.elements_log(), 21).shl(load.elements_log(), 18).shl(load.elements_log(), 12).shl(load.elements_log(), 11).shl(load.elements_log(), 11),
            Kind::Disconnect => Sum::new(12_129_665),
            Kind::Bootstrap => Sum::new(12_041_046),
            Kind::Advertise => Sum::new(0).shl(load.bytes, 20).shl(load.bytes, 19).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes_log(), 17).shl(load.bytes_log(), 15).shl(load.bytes_log(), 13).shl(load.bytes_log(), 10).shl(load.bytes_log(), 9).shl(load.bytes_log(), 8),
            Kind::SwapRequest => Sum::new(35_319_427),
            Kind::SwapAck => Sum::new(35_745_334),
            Kind::GetCurrentBranch => Sum::new(13_549_691),
            Kind::CurrentBranch => Sum::new(19_519_360).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 13).shl(load.elements, 10).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 16).shl(load.large_blocks, 14).shl(load.large_blocks, 13).shl(load.large_blocks, 11).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 1),
            Kind::Deactivate => Sum::new(13_553_886),
            Kind::GetCurrentHead => Sum::new(13_302_037),
            Kind::CurrentHead => Sum::new(20_988_638).shl(load.bytes, 13).shl(load.bytes, 5).shl(load.bytes, 3).shl(load.bytes, 0).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 12).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 14).shl(load.blocks, 8).shl(load.blocks, 8),
            Kind::GetBlockHeaders => Sum::new(12_654_060).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 11).shl(load.blocks, 10),
            Kind::BlockHeader => Sum::new(15_346_010).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 12).shl(load.blocks, 20).shl(load.blocks, 14).shl(load.blocks, 12).shl(load.blocks, 11).shl(load.blocks, 5).shl(load.blocks, 4).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 15).shl(load.large_blocks, 13).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2),
            Kind::GetOperations => Sum::new(13_049_288).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 6).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 11).shl(load.blocks, 10),
            Kind::Operation => Sum::new(13_413_472).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 2).shl(load.bytes_log(), 1),
            Kind::GetProtocols => Sum::new(12_776_463).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 4).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 13),
            Kind::Protocol => Sum::new(12_392_427).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 13).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 13).shl(load.bytes_log(), 9).shl(load.bytes_log(), 3).shl(load.bytes_log(), 0),
            Kind::GetOperationsForBlocks => Sum::new(12_810_356).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 12),
            Kind::OperationsForBlocks => Sum::new(12_329_428).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 13).shl(load.elements, 13).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 11).shl(load.large_blocks, 23).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 14).shl(load.large_blocks, 12).shl(load.large_blocks, 9).shl(load.depth, 21).shl(load.depth, 14).shl(load.depth, 13).shl(load.depth, 9).shl(load.depth, 8).shl(load.depth, 6).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2),
            Kind::GetCheckpoint => Sum::new(13_482_376),
            Kind::Checkpoint => Sum::new(16_175_677).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 13).shl(load.elements, 12).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 14).shl(load.large_blocks, 23).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 14).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 4).shl(load.bytes_log(), 1),
            Kind::GetProtocolBranch => Sum::new(12_241_899),
            Kind::ProtocolBranch => Sum::new(18_688_698).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 14).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 11).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 16).shl(load.large_blocks, 14).shl(load.large_blocks, 13).shl(load.bytes_log(), 9).shl(load.bytes_log(), 1).shl(load.bytes_log(), 0),
            Kind::GetPredecessorHeader => Sum::new(12_285_492),
            Kind::PredecessorHeader => Sum::new(16_288_753).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 13).shl(load.elements, 12).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 12).shl(load.blocks, 8).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 14).shl(load.large_blocks, 13).shl(load.large_blocks, 13).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 1),
            Kind::DalGraft => Sum::new(12_717_838),
            Kind::DalPrune => Sum::new(15_389_898).shl(load.elements, 25).shl(load.elements, 17).shl(load.elements, 13).shl(load.elements, 12).shl(load.elements, 11).shl(load.elements, 11).shl(load.elements_log(), 22).shl(load.elements_log(), 21).shl(load.elements_log(), 17).shl(load.elements_log(), 16).shl(load.elements_log(), 13).shl(load.elements_log(), 12),
            Kind::DalIHave => Sum::new(14_592_501).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.large_blocks, 23).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 1).shl(load.bytes_log(), 0),
            Kind::DalIWant => Sum::new(13_449_721).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 11).shl(load.blocks, 10).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 12).shl(load.bytes_log(), 9).shl(load.bytes_log(), 3).shl(load.bytes_log(), 1),
            Kind::DalSubscribe => Sum::new(12_618_163),
            Kind::DalUnsubscribe => Sum::new(12_561_498),
            Kind::DalMessageWithHeader => Sum::new(11_141_026).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.large_blocks, 23).shl(load.large_blocks, 16).shl(load.large_blocks, 14).shl(load.large_blocks, 12).shl(load.large_blocks, 9).shl(load.large_blocks, 7).shl(load.bytes_log(), 9),
            Kind::Chunk => Sum::new(1_011_879_712).shl(load.bytes, 20).shl(load.bytes, 18).shl(load.bytes, 16).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 12),
        };
        Cost(sum.total())
    }

    /// Returns the cost of hashing a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn hash_cost(kind: Kind, load: &Workload) -> Cost {
        let sum = match kind {
            Kind::Connection => Sum::new(47_221_930).shl(load.large_blocks, 25).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 18),
            Kind::Metadata => Sum::new(128_300_870),
            Kind::Ack => Sum::new(0).shl(load.elements, 25).shl(load.elements, 24).shl(load.elements, 22).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 25).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 22),
            Kind::Disconnect => Sum::new(142_965_577),
            Kind::Bootstrap => Sum::new(143_358_120),
            Kind::Advertise => Sum::new(0).shl(load.bytes, 21).shl(load.bytes, 19).shl(load.bytes, 18).shl(load.bytes, 16).shl(load.bytes, 14).shl(load.bytes, 11).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 25).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 14),
            Kind::SwapRequest => Sum::new(174_405_384),
            Kind::SwapAck => Sum::new(175_758_591),
            Kind::GetCurrentBranch => Sum::new(145_712_682),
            Kind::CurrentBranch => Sum::new(67_079_465).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 12).shl(load.elements, 9).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 15).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 13).shl(load.blake2b_blocks(), 13),
            Kind::Deactivate => Sum::new(145_944_936),
            Kind::GetCurrentHead => Sum::new(146_502_975),
            Kind::CurrentHead => Sum::new(90_145_931).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 16).shl(load.elements, 13).shl(load.elements, 11).shl(load.elements, 11).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.large_blocks, 15).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 14),
            Kind::GetBlockHeaders => Sum::new(50_337_371).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 15),
            Kind::BlockHeader => Sum::new(58_967_085).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 16).shl(load.elements, 10).shl(load.elements, 8).shl(load.elements, 3).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 16),
            Kind::GetOperations => Sum::new(50_899_762).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17),
            Kind::Operation => Sum::new(55_242_872).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 16).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 16).shl(load.blake2b_blocks(), 16),
            Kind::GetProtocols => Sum::new(50_826_223).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 16).shl(load.blake2b_blocks(), 15),
            Kind::Protocol => Sum::new(55_005_910).shl(load.elements, 22).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 12).shl(load.elements, 7).shl(load.elements, 5).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.elements_log(), 16).shl(load.elements_log(), 15).shl(load.elements_log(), 14).shl(load.elements_log(), 13).shl(load.elements_log(), 12).shl(load.elements_log(), 11),
            Kind::GetOperationsForBlocks => Sum::new(49_874_923).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18),
            Kind::OperationsForBlocks => Sum::new(55_524_859).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 16).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 13).shl(load.blake2b_blocks(), 13),
            Kind::GetCheckpoint => Sum::new(146_150_442),
            Kind::Checkpoint => Sum::new(60_766_840).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 13).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 16).shl(load.blake2b_blocks(), 15).shl(load.blake2b_blocks(), 12),
            Kind::GetProtocolBranch => Sum::new(146_804_825),
            Kind::ProtocolBranch => Sum::new(61_482_755).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 14).shl(load.elements, 13).shl(load.elements, 11).shl(load.elements, 10).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 12).shl(load.blake2b_blocks(), 9),
            Kind::GetPredecessorHeader => Sum::new(143_122_842),
            Kind::PredecessorHeader => Sum::new(57_350_886).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 15).shl(load.elements, 13).shl(load.elements, 8).shl(load.elements, 6).shl(load.large_blocks, 24).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 9).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 13),
            Kind::DalGraft => Sum::new(140_365_900),
            Kind::DalPrune => Sum::new(0).shl(load.elements, 25).shl(load.elements, 23).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 16).shl(load.blake2b_blocks(), 27).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 16),
            Kind::DalIHave => Sum::new(56_586_454).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 17).shl(load.bytes_log(), 13).shl(load.bytes_log(), 10).shl(load.bytes_log(), 8).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 4),
            Kind::DalIWant => Sum::new(59_812_116).shl(load.large_blocks, 24).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 9).shl(load.large_blocks, 4).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.bytes_log(), 13).shl(load.bytes_log(), 10).shl(load.bytes_log(), 9).shl(load.bytes_log(), 6).shl(load.bytes_log(), 2).shl(load.bytes_log(), 1),
            Kind::DalSubscribe => Sum::new(140_416_076),
            Kind::DalUnsubscribe => Sum::new(140_389_129),
            Kind::DalMessageWithHeader => Sum::new(45_893_221).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19),
            Kind::Chunk => Sum::new(1_011_879_712).shl(load.bytes, 20).shl(load.bytes, 18).shl(load.bytes, 16).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 12),
        };
        Cost(sum.total())
    }
}

/// Models of instructions, which callgrind counted with rustc 1.95.0 (59807616e 2026-04-14): no clock and no other process blurs them.
pub mod instructions {
    use super::{Kind, Sum, Workload};

    /// Returns the number of instructions of decoding and dropping a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn decode(kind: Kind, load: &Workload) -> u64 {
        let sum = match kind {
            Kind::Connection => Sum::new(151_037_959).per(load.bytes, 96_734).per(load.blocks, 183_287_433).per(load.large_blocks, 171_177_569),
            Kind::Metadata => Sum::new(59_392_000),
            Kind::Ack => Sum::new(58_778_688).per(load.bytes, 13_895_908).per(load.elements, 288_916_897),
            Kind::Disconnect => Sum::new(324_608_000),
            Kind::Bootstrap => Sum::new(324_608_000),
            Kind::Advertise => Sum::new(208_928_333).per(load.bytes, 29_784_721),
            Kind::SwapRequest => Sum::new(740_840_642),
            Kind::SwapAck => Sum::new(0).per(load.bytes, 16_439_918),
            Kind::GetCurrentBranch => Sum::new(333_824_000),
            Kind::CurrentBranch => Sum::new(413_796_459).per(load.bytes, 96_848).per(load.elements, 43_999_144).per(load.blocks, 266_300_908).per(load.large_blocks, 564_114_817),
            Kind::Deactivate => Sum::new(333_824_000),
            Kind::GetCurrentHead => Sum::new(332_800_000),
            Kind::CurrentHead => Sum::new(766_439_174).per(load.bytes, 96_148).per(load.elements, 45_704_911).per(load.blocks, 233_691_875).per(load.large_blocks, 511_743_099),
            Kind::GetBlockHeaders => Sum::new(404_842_630).per(load.bytes, 168_537).per(load.blocks, 162_651_094),
            Kind::BlockHeader => Sum::new(255_994_337).per(load.bytes, 97_844).per(load.elements, 44_410_115).per(load.blocks, 263_698_382).per(load.large_blocks, 458_155_478),
            Kind::GetOperations => Sum::new(404_941_960).per(load.bytes, 158_604).per(load.blocks, 163_733_522),
            Kind::Operation => Sum::new(411_064_642).per(load.bytes, 96_194).per(load.blocks, 173_810_073).per(load.large_blocks, 388_389_326),
            Kind::GetProtocols => Sum::new(404_957_925).per(load.bytes, 157_008).per(load.blocks, 163_690_662),
            Kind::Protocol => Sum::new(400_232_273).per(load.bytes, 98_004).per(load.elements, 135_190_782).per(load.blocks, 284_828_013).per(load.large_blocks, 928_733_847),
            Kind::GetOperationsForBlocks => Sum::new(414_083_940).per(load.blocks, 171_682_909).per(load.bytes_log(), 21_202),
            Kind::OperationsForBlocks => Sum::new(398_625_513).per(load.bytes, 96_300).per(load.elements, 75_199_367).per(load.blocks, 235_405_875).per(load.large_blocks, 833_319_018).per(load.depth, 205_734_505),
            Kind::GetCheckpoint => Sum::new(332_800_000),
            Kind::Checkpoint => Sum::new(499_074_661).per(load.bytes, 97_495).per(load.elements, 45_615_293).per(load.blocks, 227_841_399).per(load.large_blocks, 453_244_718),
            Kind::GetProtocolBranch => Sum::new(338_944_000),
            Kind::ProtocolBranch => Sum::new(635_269_242).per(load.bytes, 96_278).per(load.elements, 44_508_893).per(load.blocks, 244_168_766).per(load.large_blocks, 520_701_129),
            Kind::GetPredecessorHeader => Sum::new(350_208_000),
            Kind::PredecessorHeader => Sum::new(536_868_298).per(load.bytes, 97_716).per(load.elements, 44_779_510).per(load.blocks, 228_706_538).per(load.large_blocks, 578_550_670),
            Kind::DalGraft => Sum::new(366_422_591),
            Kind::DalPrune => Sum::new(0).per(load.bytes, 16_745_023),
            Kind::DalIHave => Sum::new(414_449_998).per(load.bytes, 1_597_646).per(load.blocks, 170_633_651).per(load.large_blocks, 477_869_104),
            Kind::DalIWant => Sum::new(388_499_027).per(load.bytes, 1_598_097).per(load.blocks, 170_707_503).per(load.large_blocks, 472_724_941),
            Kind::DalSubscribe => Sum::new(366_402_150),
            Kind::DalUnsubscribe => Sum::new(365_378_135),
            Kind::DalMessageWithHeader => Sum::new(321_180_649).per(load.bytes, 1_630_066).per(load.blocks, 169_760_508).per(load.large_blocks, 475_394_581),
            Kind::Chunk => Sum::new(8_089_477_921).per(load.bytes, 24_519_346),
        };
        sum.total() / 1000
    }

    /// Returns the number of instructions of encoding a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn encode(kind: Kind, load: &Workload) -> u64 {
        let sum = match kind {
            Kind::Connection => Sum::new(268_800_478).per(load.bytes, 96_706).per(load.blocks, 15_124_809).per(load.large_blocks, 172_834_279),
            Kind::Metadata => Sum::new(208_896_000),
            Kind::Ack => Sum::new(265_465_805).per(load.elements, 571_475_887).per(load.elements_log(), 155_460_275),
            Kind::Disconnect => Sum::new(326_656_000),
            Kind::Bootstrap => Sum::new(326_656_000),
            Kind::Advertise => Sum::new(0).per(load.bytes, 44_477_780).per(load.bytes_log(), 2_446_559),
            Kind::SwapRequest => Sum::new(785_544_612),
            Kind::SwapAck => Sum::new(793_222_090),
            Kind::GetCurrentBranch => Sum::new(363_520_000),
            Kind::CurrentBranch => Sum::new(604_437_560).per(load.bytes, 95_133).per(load.elements, 36_448_575).per(load.blocks, 14_846_400).per(load.large_blocks, 301_269_068),
            Kind::Deactivate => Sum::new(363_520_000),
            Kind::GetCurrentHead => Sum::new(362_496_000),
            Kind::CurrentHead => Sum::new(668_812_653).per(load.bytes, 95_656).per(load.elements, 36_213_351).per(load.blocks, 21_223_272).per(load.large_blocks, 259_647_745),
            Kind::GetBlockHeaders => Sum::new(362_410_271).per(load.bytes, 186_731),
            Kind::BlockHeader => Sum::new(493_884_467).per(load.bytes, 94_685).per(load.elements, 36_459_023).per(load.blocks, 17_981_560).per(load.large_blocks, 326_169_835),
            Kind::GetOperations => Sum::new(362_351_742).per(load.bytes, 187_262),
            Kind::Operation => Sum::new(354_738_599).per(load.bytes, 96_353).per(load.blocks, 14_674_164).per(load.large_blocks, 385_136_843),
            Kind::GetProtocols => Sum::new(362_193_106).per(load.bytes, 185_126),
            Kind::Protocol => Sum::new(388_651_872).per(load.bytes, 94_172).per(load.elements, 102_852_043).per(load.blocks, 18_025_084).per(load.large_blocks, 343_038_461),
            Kind::GetOperationsForBlocks => Sum::new(365_881_650).per(load.blocks, 11_026_937).per(load.bytes_log(), 23_678),
            Kind::OperationsForBlocks => Sum::new(353_439_133).per(load.bytes, 95_942).per(load.elements, 46_629_762).per(load.blocks, 16_501_809).per(load.large_blocks, 231_993_984).per(load.depth, 56_838_638),
            Kind::GetCheckpoint => Sum::new(363_520_000),
            Kind::Checkpoint => Sum::new(495_341_455).per(load.bytes, 94_905).per(load.elements, 36_321_194).per(load.blocks, 20_868_923).per(load.large_blocks, 295_829_245),
            Kind::GetProtocolBranch => Sum::new(348_160_000),
            Kind::ProtocolBranch => Sum::new(584_033_584).per(load.bytes, 94_896).per(load.elements, 36_511_838).per(load.blocks, 20_178_222).per(load.large_blocks, 324_014_171),
            Kind::GetPredecessorHeader => Sum::new(350_208_000),
            Kind::PredecessorHeader => Sum::new(514_531_966).per(load.bytes, 93_478).per(load.elements, 36_291_009).per(load.blocks, 17_477_622).per(load.large_blocks, 434_000_209),
            Kind::DalGraft => Sum::new(358_269_044),
            Kind::DalPrune => Sum::new(0).per(load.bytes_log(), 2_593_558).per(load.elements_log(), 136_607_719),
            Kind::DalIHave => Sum::new(396_892_427).per(load.bytes, 833_591).per(load.blocks, 58_172_647).per(load.large_blocks, 478_638_948),
            Kind::DalIWant => Sum::new(369_530_508).per(load.bytes, 832_549).per(load.blocks, 56_276_747).per(load.large_blocks, 482_899_577),
            Kind::DalSubscribe => Sum::new(358_596_769),
            Kind::DalUnsubscribe => Sum::new(358_596_769),
            Kind::DalMessageWithHeader => Sum::new(370_919_453).per(load.bytes, 639_032).per(load.blocks, 43_103_315).per(load.large_blocks, 477_224_070),
            Kind::Chunk => Sum::new(7_875_015_053).per(load.bytes, 24_525_655),
        };
        sum.total() / 1000
    }

    /// Returns the number of instructions of hashing a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn hash(kind: Kind, load: &Workload) -> u64 {
        let sum = match kind {
            Kind::Connection => Sum::new(416_368_197).per(load.blake2b_blocks(), 1_942_446_709),
            Kind::Metadata => Sum::new(2_287_616_000),
            Kind::Ack => Sum::new(0).per(load.elements, 1_153_536_510).per(load.blake2b_blocks(), 2_285_552_816),
            Kind::Disconnect => Sum::new(2_439_168_000),
            Kind::Bootstrap => Sum::new(2_438_144_000),
            Kind::Advertise => Sum::new(0).per(load.bytes, 66_292_975).per(load.blake2b_blocks(), 2_004_742_704),
            Kind::SwapRequest => Sum::new(3_031_859_618),
            Kind::SwapAck => Sum::new(3_063_054_717),
            Kind::GetCurrentBranch => Sum::new(2_445_312_000),
            Kind::CurrentBranch => Sum::new(863_276_817).per(load.elements, 53_518_729).per(load.blocks, 4_431_752).per(load.large_blocks, 68_933_930).per(load.blake2b_blocks(), 1_941_451_373),
            Kind::Deactivate => Sum::new(2_445_312_000),
            Kind::GetCurrentHead => Sum::new(2_445_312_000),
            Kind::CurrentHead => Sum::new(1_002_188_004).per(load.elements, 53_481_541).per(load.blocks, 3_540_999).per(load.large_blocks, 81_573_075).per(load.blake2b_blocks(), 1_942_114_111),
            Kind::GetBlockHeaders => Sum::new(522_267_525).per(load.bytes, 121_323).per(load.blake2b_blocks(), 1_956_649_084),
            Kind::BlockHeader => Sum::new(740_906_280).per(load.elements, 53_591_187).per(load.blocks, 3_325_113).per(load.large_blocks, 89_182_823).per(load.blake2b_blocks(), 1_940_762_314),
            Kind::GetOperations => Sum::new(522_562_444).per(load.bytes, 121_382).per(load.blake2b_blocks(), 1_956_158_707),
            Kind::Operation => Sum::new(545_429_685).per(load.bytes, 65_456).per(load.large_blocks, 76_235_148).per(load.blake2b_blocks(), 1_931_692_570),
            Kind::GetProtocols => Sum::new(523_951_102).per(load.bytes, 126_030).per(load.blake2b_blocks(), 1_955_072_469),
            Kind::Protocol => Sum::new(570_086_014).per(load.elements, 113_351_727).per(load.blocks, 13_406_418).per(load.large_blocks, 107_758_232).per(load.blake2b_blocks(), 1_940_681_630),
            Kind::GetOperationsForBlocks => Sum::new(524_168_804).per(load.bytes, 97_667).per(load.blake2b_blocks(), 1_963_148_575),
            Kind::OperationsForBlocks => Sum::new(521_281_115).per(load.elements, 67_516_599).per(load.blocks, 3_090_008).per(load.depth, 67_227_370).per(load.blake2b_blocks(), 1_941_317_097),
            Kind::GetCheckpoint => Sum::new(2_445_312_000),
            Kind::Checkpoint => Sum::new(736_061_478).per(load.elements, 53_510_053).per(load.blocks, 4_357_107).per(load.large_blocks, 87_494_273).per(load.blake2b_blocks(), 1_941_608_441),
            Kind::GetProtocolBranch => Sum::new(2_453_504_000),
            Kind::ProtocolBranch => Sum::new(883_226_803).per(load.elements, 53_522_952).per(load.blocks, 3_059_899).per(load.large_blocks, 113_665_491).per(load.blake2b_blocks(), 1_940_629_946),
            Kind::GetPredecessorHeader => Sum::new(2_458_624_000),
            Kind::PredecessorHeader => Sum::new(764_040_747).per(load.elements, 53_643_317).per(load.blocks, 2_868_672).per(load.large_blocks, 101_700_895).per(load.blake2b_blocks(), 1_939_947_863),
            Kind::DalGraft => Sum::new(2_485_001_451),
            Kind::DalPrune => Sum::new(0).per(load.elements, 1_058_752_421).per(load.blake2b_blocks(), 2_533_859_794),
            Kind::DalIHave => Sum::new(544_583_005).per(load.bytes, 932_202).per(load.blocks, 72_189_529).per(load.large_blocks, 38_749_591).per(load.blake2b_blocks(), 1_973_454_027).per(load.bytes_log(), 8_061),
            Kind::DalIWant => Sum::new(545_059_994).per(load.bytes, 1_405_720).per(load.blocks, 43_102_142).per(load.blake2b_blocks(), 1_928_178_809),
            Kind::DalSubscribe => Sum::new(2_485_346_529),
            Kind::DalUnsubscribe => Sum::new(2_485_346_529),
            Kind::DalMessageWithHeader => Sum::new(650_060_447).per(load.bytes, 779_540).per(load.blocks, 25_279_698).per(load.large_blocks, 47_990_059).per(load.blake2b_blocks(), 1_905_988_096).per(load.bytes_log(), 7_602),
            Kind::Chunk => Sum::new(7_875_015_053).per(load.bytes, 24_525_655),
        };
        sum.total() / 1000
    }
}
