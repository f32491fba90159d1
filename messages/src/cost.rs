//! The cost of a message by its kind and size.
//!
//! Generated from measurements by `cargo run --release -p tezos-codec-benches --bin cost-model -- generate`; `benches/docs/cost-model.md`
//! explains how. Costs are times of a release build of 2026-11-25 on one core of `AMD EPYC` with rustc 1.95.0 (59807616e 2026-04-14), in picoseconds.
//! Decoding includes dropping the value, hashing is BLAKE2b of the bytes. The numbers differ from the fitted models by at most 2 %
//! on the messages that were measured, of up to 1 MiB; beyond, they are extrapolated.

use tezos_encoding::cost::{Cost, Sum, Workload};

/// A kind of input that has a cost model.
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
    /// The encrypted chunk of a session, opened and sealed; it is not hashed. `blocks` is 1 for more than 32 bytes.
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

/// Returns the largest workload that `bytes` bytes of this kind can cause. A node that has not decoded them yet assumes this.
#[must_use]
pub const fn bound(kind: Kind, bytes: u64) -> Workload {
    let (contents, elements, fixed_elements, options, blocks, digits, depth) = match kind {
        Kind::Connection => (0, 0, 0, 0, 1, 0, 0),
        Kind::Metadata => (0, 0, 0, 0, 0, 0, 0),
        Kind::Ack => (0, bytes / 4, 0, 0, (bytes / 4).saturating_add(1), 0, 0),
        Kind::Disconnect => (0, 0, 0, 0, 0, 0, 0),
        Kind::Bootstrap => (0, 0, 0, 0, 0, 0, 0),
        Kind::Advertise => (0, bytes / 4, 0, 0, (bytes / 4).saturating_add(1), 0, 0),
        Kind::SwapRequest => (0, 0, 0, 0, 1, 0, 0),
        Kind::SwapAck => (0, 0, 0, 0, 1, 0, 0),
        Kind::GetCurrentBranch => (0, 0, 0, 0, 0, 0, 0),
        Kind::CurrentBranch => (0, bytes / 4, bytes / 32, 0, (bytes / 4).saturating_add(3), 0, 0),
        Kind::Deactivate => (0, 0, 0, 0, 0, 0, 0),
        Kind::GetCurrentHead => (0, 0, 0, 0, 0, 0, 0),
        Kind::CurrentHead => (0, bytes / 4, bytes / 32, 0, (bytes / 4).saturating_add(4), 0, 0),
        Kind::GetBlockHeaders => (0, 0, bytes / 32, 0, 1, 0, 0),
        Kind::BlockHeader => (0, bytes / 4, 0, 0, (bytes / 4).saturating_add(2), 0, 0),
        Kind::GetOperations => (0, 0, bytes / 32, 0, 1, 0, 0),
        Kind::Operation => (0, 0, 0, 0, 1, 0, 0),
        Kind::GetProtocols => (0, 0, bytes / 32, 0, 1, 0, 0),
        Kind::Protocol => (0, bytes / 9, 0, bytes / 9, (bytes / 3).saturating_add(1), 0, 0),
        Kind::GetOperationsForBlocks => (0, 0, bytes / 33, 0, 1, 0, 0),
        Kind::OperationsForBlocks => (0, bytes / 36, 0, 0, (bytes / 36).saturating_add(1), 0, 4),
        Kind::GetCheckpoint => (0, 0, 0, 0, 0, 0, 0),
        Kind::Checkpoint => (0, bytes / 4, 0, 0, (bytes / 4).saturating_add(2), 0, 0),
        Kind::GetProtocolBranch => (0, 0, 0, 0, 0, 0, 0),
        Kind::ProtocolBranch => (0, bytes / 4, bytes / 32, 0, (bytes / 4).saturating_add(3), 0, 0),
        Kind::GetPredecessorHeader => (0, 0, 0, 0, 0, 0, 0),
        Kind::PredecessorHeader => (0, bytes / 4, 0, 0, (bytes / 4).saturating_add(2), 0, 0),
        Kind::DalGraft => (0, 0, 0, 0, 0, 0, 0),
        Kind::DalPrune => (0, bytes / 20, 0, 0, (bytes / 20).saturating_add(1), 0, 0),
        Kind::DalIHave => (0, 0, bytes / 76, 0, 1, 0, 0),
        Kind::DalIWant => (0, 0, bytes / 76, 0, 1, 0, 0),
        Kind::DalSubscribe => (0, 0, 0, 0, 0, 0, 0),
        Kind::DalUnsubscribe => (0, 0, 0, 0, 0, 0, 0),
        Kind::DalMessageWithHeader => (0, 0, bytes / 32, 0, 1, 0, 0),
        Kind::Chunk => (0, 0, 0, 0, 1, 0, 0),
    };
    let large_blocks = bytes / Workload::LARGE_BYTES;
    Workload {
        bytes,
        contents,
        elements,
        fixed_elements,
        options,
        blocks,
        large_blocks,
        digits,
        wide_digits: digits,
        depth,
    }
}

/// Returns the cost of decoding and dropping a value.
#[must_use]
#[rustfmt::skip]
pub const fn decode_cost(kind: Kind, load: &Workload) -> Cost {
    let sum = match kind {
        Kind::Connection => Sum::new(12_553_595).per(load.bytes, 6_288).per(load.blocks, 3_129_806).per(load.large_blocks, 14_949_944),
        Kind::Metadata => Sum::new(801_301),
        Kind::Ack => Sum::new(512_169).per(load.bytes, 525_345).per(load.elements, 50_178_896).per(load.elements_log2(), 3_218_548).per(load.blocks, 6_759_475),
        Kind::Disconnect => Sum::new(20_440_031),
        Kind::Bootstrap => Sum::new(20_469_959),
        Kind::Advertise => Sum::new(25_612_602).per(load.elements, 72_556_798).per(load.elements_log2(), 3_864_080).per(load.blocks, 9_752_430),
        Kind::SwapRequest => Sum::new(110_738_909),
        Kind::SwapAck => Sum::new(110_786_418),
        Kind::GetCurrentBranch => Sum::new(23_683_756),
        Kind::CurrentBranch => Sum::new(41_046_430).per(load.bytes, 8_187).per(load.elements, 2_531_647).per(load.blocks, 11_891_921).per(load.large_blocks, 23_425_555),
        Kind::Deactivate => Sum::new(23_711_086),
        Kind::GetCurrentHead => Sum::new(23_736_406),
        Kind::CurrentHead => Sum::new(56_201_071).per(load.bytes, 8_922).per(load.elements, 2_267_661).per(load.blocks, 11_448_304).per(load.large_blocks, 13_299_240),
        Kind::GetBlockHeaders => Sum::new(26_863_789).per(load.fixed_elements, 329_579).per(load.blocks, 7_419_593),
        Kind::BlockHeader => Sum::new(33_355_200).per(load.bytes, 8_795).per(load.elements, 2_355_231).per(load.blocks, 11_081_161).per(load.large_blocks, 17_297_022),
        Kind::GetOperations => Sum::new(26_840_990).per(load.bytes, 10_755).per(load.blocks, 7_451_210),
        Kind::Operation => Sum::new(23_128_118).per(load.bytes, 6_760).per(load.blocks, 5_032_838).per(load.large_blocks, 17_910_041),
        Kind::GetProtocols => Sum::new(26_753_344).per(load.bytes, 13_203).per(load.blocks, 6_941_821),
        Kind::Protocol => Sum::new(27_418_184).per(load.bytes, 10_485).per(load.elements, 11_057_749).per(load.blocks, 12_540_487),
        Kind::GetOperationsForBlocks => Sum::new(26_947_408).per(load.bytes, 14_904).per(load.blocks, 7_582_028),
        Kind::OperationsForBlocks => Sum::new(21_040_301).per(load.bytes, 8_012).per(load.elements, 3_353_082).per(load.blocks, 9_882_679).per(load.large_blocks, 49_148_096).per(load.depth, 16_024_347),
        Kind::GetCheckpoint => Sum::new(23_681_361),
        Kind::Checkpoint => Sum::new(26_084_325).per(load.bytes, 9_266).per(load.elements, 2_320_788).per(load.blocks, 10_925_213).per(load.large_blocks, 19_025_980),
        Kind::GetProtocolBranch => Sum::new(24_129_849),
        Kind::ProtocolBranch => Sum::new(37_697_230).per(load.bytes, 8_348).per(load.elements, 2_262_467).per(load.blocks, 13_037_652).per(load.large_blocks, 24_370_104),
        Kind::GetPredecessorHeader => Sum::new(24_324_780),
        Kind::PredecessorHeader => Sum::new(30_555_333).per(load.bytes, 8_124).per(load.elements, 2_542_649).per(load.blocks, 10_979_936).per(load.large_blocks, 28_331_667),
        Kind::DalGraft => Sum::new(28_961_099),
        Kind::DalPrune => Sum::new(39_593_624).per(load.elements, 73_871_855).per(load.elements_log2(), 4_215_550).per(load.blocks, 9_470_726),
        Kind::DalIHave => Sum::new(35_057_660).per(load.fixed_elements, 15_711_386).per(load.blocks, 6_386_296).per(load.large_blocks, 13_288_084),
        Kind::DalIWant => Sum::new(28_223_589).per(load.fixed_elements, 15_735_833).per(load.blocks, 8_612_952).per(load.large_blocks, 13_771_844),
        Kind::DalSubscribe => Sum::new(28_962_333),
        Kind::DalUnsubscribe => Sum::new(28_853_818),
        Kind::DalMessageWithHeader => Sum::new(45_476_213).per(load.fixed_elements, 4_855_536).per(load.blocks, 10_265_045).per(load.large_blocks, 21_172_457).per(load.bytes_log(), 1_327),
        Kind::Chunk => Sum::new(263_026_703).per(load.bytes, 173_149).per(load.blocks, 121_686_306),
    };
    Cost(sum.total())
}

/// Returns the cost of encoding a value.
#[must_use]
#[rustfmt::skip]
pub const fn encode_cost(kind: Kind, load: &Workload) -> Cost {
    let sum = match kind {
        Kind::Connection => Sum::new(8_652_642).per(load.blocks, 791_098).per(load.large_blocks, 14_369_312).per(load.bytes_log(), 450),
        Kind::Metadata => Sum::new(7_729_227),
        Kind::Ack => Sum::new(8_716_853).per(load.bytes, 209_751).per(load.elements, 182_814_557).per(load.elements_log2(), 11_524_378).per(load.blocks, 5_737_345),
        Kind::Disconnect => Sum::new(12_037_737),
        Kind::Bootstrap => Sum::new(12_048_703),
        Kind::Advertise => Sum::new(11_923_073).per(load.elements, 196_908_714).per(load.elements_log2(), 8_973_842).per(load.blocks, 3_084_950),
        Kind::SwapRequest => Sum::new(214_969_278),
        Kind::SwapAck => Sum::new(214_846_717),
        Kind::GetCurrentBranch => Sum::new(13_541_015),
        Kind::CurrentBranch => Sum::new(18_578_208).per(load.elements, 1_451_017).per(load.blocks, 833_511).per(load.large_blocks, 12_354_679).per(load.bytes_log(), 458),
        Kind::Deactivate => Sum::new(13_586_240),
        Kind::GetCurrentHead => Sum::new(13_586_330),
        Kind::CurrentHead => Sum::new(20_758_248).per(load.bytes, 7_640).per(load.elements, 1_436_163).per(load.blocks, 714_021).per(load.large_blocks, 5_288_752),
        Kind::GetBlockHeaders => Sum::new(12_503_058).per(load.bytes, 1_882).per(load.blocks, 926_432),
        Kind::BlockHeader => Sum::new(14_852_862).per(load.bytes, 7_823).per(load.elements, 1_432_342).per(load.blocks, 815_440).per(load.large_blocks, 5_248_343),
        Kind::GetOperations => Sum::new(12_925_623).per(load.bytes, 2_878).per(load.blocks, 562_571),
        Kind::Operation => Sum::new(13_321_238).per(load.bytes, 6_672).per(load.large_blocks, 9_722_756),
        Kind::GetProtocols => Sum::new(13_109_723).per(load.bytes, 2_615).per(load.blocks, 600_811),
        Kind::Protocol => Sum::new(11_872_219).per(load.bytes, 8_037).per(load.elements, 3_707_117).per(load.blocks, 1_026_348),
        Kind::GetOperationsForBlocks => Sum::new(12_605_613).per(load.bytes, 2_144).per(load.blocks, 1_188_261),
        Kind::OperationsForBlocks => Sum::new(12_091_532).per(load.bytes, 7_656).per(load.elements, 1_663_191).per(load.blocks, 669_096).per(load.large_blocks, 4_758_969).per(load.depth, 1_645_712),
        Kind::GetCheckpoint => Sum::new(13_538_097),
        Kind::Checkpoint => Sum::new(16_382_514).per(load.elements, 1_427_547).per(load.blocks, 773_258).per(load.large_blocks, 13_772_845).per(load.bytes_log(), 455),
        Kind::GetProtocolBranch => Sum::new(12_323_927),
        Kind::ProtocolBranch => Sum::new(18_304_436).per(load.elements, 1_433_729).per(load.blocks, 850_068).per(load.large_blocks, 13_572_170).per(load.bytes_log(), 465),
        Kind::GetPredecessorHeader => Sum::new(12_345_967),
        Kind::PredecessorHeader => Sum::new(16_715_172).per(load.elements, 1_430_593).per(load.blocks, 832_940).per(load.large_blocks, 10_421_034).per(load.bytes_log(), 467),
        Kind::DalGraft => Sum::new(12_462_563),
        Kind::DalPrune => Sum::new(0).per(load.bytes, 435_289).per(load.elements, 165_303_395).per(load.elements_log2(), 8_986_870).per(load.blocks, 6_683_384),
        Kind::DalIHave => Sum::new(14_450_707).per(load.bytes, 23_985).per(load.large_blocks, 11_587_764).per(load.bytes_log(), 556),
        Kind::DalIWant => Sum::new(13_559_759).per(load.fixed_elements, 1_987_565).per(load.blocks, 305_947).per(load.large_blocks, 10_650_637).per(load.bytes_log(), 428),
        Kind::DalSubscribe => Sum::new(12_389_576),
        Kind::DalUnsubscribe => Sum::new(12_422_695),
        Kind::DalMessageWithHeader => Sum::new(9_765_548).per(load.bytes, 37_466).per(load.large_blocks, 6_800_688),
        Kind::Chunk => Sum::new(229_734_161).per(load.bytes, 172_898).per(load.blocks, 84_795_039),
    };
    Cost(sum.total())
}

/// Returns the cost of hashing a value.
#[must_use]
#[rustfmt::skip]
pub const fn hash_cost(kind: Kind, load: &Workload) -> Cost {
    let sum = match kind {
        Kind::Connection => Sum::new(48_568_529).per(load.large_blocks, 36_791_457).per(load.blake2b_blocks(), 84_757_120),
        Kind::Metadata => Sum::new(126_579_341),
        Kind::Ack => Sum::new(61_323_503).per(load.bytes, 465_335).per(load.elements, 184_033_802).per(load.elements_log2(), 6_070_958).per(load.blake2b_blocks(), 69_243_713),
        Kind::Disconnect => Sum::new(139_085_116),
        Kind::Bootstrap => Sum::new(138_519_023),
        Kind::Advertise => Sum::new(46_974_768).per(load.elements, 157_002_161).per(load.elements_log2(), 18_552_808).per(load.blocks, 18_966_009).per(load.blake2b_blocks(), 90_927_054).per(load.bytes_log(), 42_993),
        Kind::SwapRequest => Sum::new(365_281_716),
        Kind::SwapAck => Sum::new(366_289_088),
        Kind::GetCurrentBranch => Sum::new(137_779_583),
        Kind::CurrentBranch => Sum::new(76_369_013).per(load.elements, 3_073_336).per(load.blake2b_blocks(), 84_838_358),
        Kind::Deactivate => Sum::new(137_570_282),
        Kind::GetCurrentHead => Sum::new(137_598_219),
        Kind::CurrentHead => Sum::new(80_952_103).per(load.elements, 3_102_947).per(load.large_blocks, 14_136_122).per(load.blake2b_blocks(), 84_709_626),
        Kind::GetBlockHeaders => Sum::new(47_713_538).per(load.blake2b_blocks(), 91_660_906),
        Kind::BlockHeader => Sum::new(71_661_044).per(load.elements, 3_031_050).per(load.large_blocks, 20_267_061).per(load.blake2b_blocks(), 84_309_862),
        Kind::GetOperations => Sum::new(47_000_821).per(load.blake2b_blocks(), 91_825_228),
        Kind::Operation => Sum::new(56_205_137).per(load.large_blocks, 27_593_546).per(load.blake2b_blocks(), 84_840_819),
        Kind::GetProtocols => Sum::new(46_657_035).per(load.blake2b_blocks(), 92_451_464),
        Kind::Protocol => Sum::new(57_199_185).per(load.elements, 6_314_581).per(load.options, 4_572_872).per(load.blake2b_blocks(), 84_940_542),
        Kind::GetOperationsForBlocks => Sum::new(46_211_495).per(load.blake2b_blocks(), 92_655_099),
        Kind::OperationsForBlocks => Sum::new(52_278_750).per(load.elements, 1_926_383).per(load.depth, 2_894_736).per(load.blake2b_blocks(), 85_234_657).per(load.elements_log(), 204_138),
        Kind::GetCheckpoint => Sum::new(137_557_106),
        Kind::Checkpoint => Sum::new(71_065_214).per(load.elements, 3_070_011).per(load.large_blocks, 22_031_821).per(load.blake2b_blocks(), 84_335_140),
        Kind::GetProtocolBranch => Sum::new(137_745_315),
        Kind::ProtocolBranch => Sum::new(75_859_187).per(load.elements, 3_158_735).per(load.large_blocks, 18_533_634).per(load.blake2b_blocks(), 84_302_927),
        Kind::GetPredecessorHeader => Sum::new(141_744_727),
        Kind::PredecessorHeader => Sum::new(70_616_148).per(load.elements, 3_060_618).per(load.large_blocks, 24_404_529).per(load.blake2b_blocks(), 84_381_348),
        Kind::DalGraft => Sum::new(135_634_309),
        Kind::DalPrune => Sum::new(0).per(load.bytes, 608_550).per(load.elements, 110_986_471).per(load.elements_log2(), 11_580_700).per(load.blocks, 32_091_274).per(load.blake2b_blocks(), 117_039_858),
        Kind::DalIHave => Sum::new(54_348_755).per(load.blake2b_blocks(), 79_444_022).per(load.bytes_log(), 9_170),
        Kind::DalIWant => Sum::new(56_273_481).per(load.large_blocks, 14_387_119).per(load.blake2b_blocks(), 78_544_891).per(load.bytes_log(), 9_524),
        Kind::DalSubscribe => Sum::new(135_767_782),
        Kind::DalUnsubscribe => Sum::new(135_607_439),
        Kind::DalMessageWithHeader => Sum::new(42_819_782).per(load.blake2b_blocks(), 87_592_699),
        Kind::Chunk => Sum::new(229_734_161).per(load.bytes, 172_898).per(load.blocks, 84_795_039),
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
            Kind::Connection => Sum::new(12_553_595).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 7).shl(load.bytes, 4).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 16).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 18).shl(load.large_blocks, 12).shl(load.large_blocks, 12),
            Kind::Metadata => Sum::new(801_301),
            Kind::Ack => Sum::new(512_169).shl(load.bytes, 19).shl(load.bytes, 10).shl(load.bytes, 5).shl(load.bytes, 0).shl(load.elements, 25).shl(load.elements, 23).shl(load.elements, 22).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 20).shl(load.elements_log2(), 21).shl(load.elements_log2(), 20).shl(load.elements_log2(), 16).shl(load.elements_log2(), 12).shl(load.elements_log2(), 11).shl(load.elements_log2(), 10).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 13),
            Kind::Disconnect => Sum::new(20_440_031),
            Kind::Bootstrap => Sum::new(20_469_959),
            Kind::Advertise => Sum::new(25_612_602).shl(load.elements, 26).shl(load.elements, 22).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 13).shl(load.elements_log2(), 21).shl(load.elements_log2(), 20).shl(load.elements_log2(), 19).shl(load.elements_log2(), 17).shl(load.elements_log2(), 15).shl(load.elements_log2(), 15).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 12),
            Kind::SwapRequest => Sum::new(110_738_909),
            Kind::SwapAck => Sum::new(110_786_418),
            Kind::GetCurrentBranch => Sum::new(23_683_756),
            Kind::CurrentBranch => Sum::new(41_046_430).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 8).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 13).shl(load.elements, 8).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.large_blocks, 15),
            Kind::Deactivate => Sum::new(23_711_086),
            Kind::GetCurrentHead => Sum::new(23_736_406),
            Kind::CurrentHead => Sum::new(56_201_071).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.elements, 21).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 12).shl(load.elements, 11).shl(load.elements, 9).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.large_blocks, 15),
            Kind::GetBlockHeaders => Sum::new(26_863_789).shl(load.fixed_elements, 18).shl(load.fixed_elements, 16).shl(load.fixed_elements, 10).shl(load.fixed_elements, 9).shl(load.fixed_elements, 8).shl(load.fixed_elements, 7).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 16).shl(load.blocks, 13).shl(load.blocks, 12),
            Kind::BlockHeader => Sum::new(33_355_200).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 6).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.bytes, 1).shl(load.elements, 21).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 14).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 16).shl(load.blocks, 12).shl(load.blocks, 10).shl(load.large_blocks, 24).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 15).shl(load.large_blocks, 15),
            Kind::GetOperations => Sum::new(26_840_990).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 1).shl(load.bytes, 0).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 14),
            Kind::Operation => Sum::new(23_128_118).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 3).shl(load.blocks, 22).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 11).shl(load.large_blocks, 24).shl(load.large_blocks, 20).shl(load.large_blocks, 16).shl(load.large_blocks, 14).shl(load.large_blocks, 11).shl(load.large_blocks, 8),
            Kind::GetProtocols => Sum::new(26_753_344).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 4).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 15),
            Kind::Protocol => Sum::new(27_418_184).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.elements, 23).shl(load.elements, 21).shl(load.elements, 19).shl(load.elements, 15).shl(load.elements, 13).shl(load.elements, 13).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 18),
            Kind::GetOperationsForBlocks => Sum::new(26_947_408).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15),
            Kind::OperationsForBlocks => Sum::new(21_040_301).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 6).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 13).shl(load.elements, 11).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.large_blocks, 25).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.depth, 23).shl(load.depth, 22).shl(load.depth, 21).shl(load.depth, 20).shl(load.depth, 18).shl(load.depth, 15),
            Kind::GetCheckpoint => Sum::new(23_681_361),
            Kind::Checkpoint => Sum::new(26_084_325).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.bytes, 1).shl(load.elements, 21).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 13).shl(load.elements, 11).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.large_blocks, 24).shl(load.large_blocks, 21).shl(load.large_blocks, 17).shl(load.large_blocks, 14).shl(load.large_blocks, 12).shl(load.large_blocks, 6),
            Kind::GetProtocolBranch => Sum::new(24_129_849),
            Kind::ProtocolBranch => Sum::new(37_697_230).shl(load.bytes, 13).shl(load.bytes, 7).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.bytes, 2).shl(load.elements, 21).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 10).shl(load.elements, 8).shl(load.elements, 8).shl(load.blocks, 23).shl(load.blocks, 22).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 15).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 17),
            Kind::GetPredecessorHeader => Sum::new(24_324_780),
            Kind::PredecessorHeader => Sum::new(30_555_333).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 12).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 14).shl(load.large_blocks, 12),
            Kind::DalGraft => Sum::new(28_961_099),
            Kind::DalPrune => Sum::new(39_593_624).shl(load.elements, 26).shl(load.elements, 22).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements_log2(), 22).shl(load.elements_log2(), 14).shl(load.elements_log2(), 12).shl(load.elements_log2(), 9).shl(load.elements_log2(), 7).shl(load.elements_log2(), 7).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 15).shl(load.blocks, 9).shl(load.blocks, 8).shl(load.blocks, 2),
            Kind::DalIHave => Sum::new(35_057_660).shl(load.fixed_elements, 23).shl(load.fixed_elements, 22).shl(load.fixed_elements, 21).shl(load.fixed_elements, 19).shl(load.fixed_elements, 18).shl(load.fixed_elements, 18).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.large_blocks, 14),
            Kind::DalIWant => Sum::new(28_223_589).shl(load.fixed_elements, 23).shl(load.fixed_elements, 22).shl(load.fixed_elements, 21).shl(load.fixed_elements, 20).shl(load.fixed_elements, 12).shl(load.fixed_elements, 12).shl(load.blocks, 23).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 13).shl(load.large_blocks, 10),
            Kind::DalSubscribe => Sum::new(28_962_333),
            Kind::DalUnsubscribe => Sum::new(28_853_818),
            Kind::DalMessageWithHeader => Sum::new(45_476_213).shl(load.fixed_elements, 22).shl(load.fixed_elements, 19).shl(load.fixed_elements, 17).shl(load.fixed_elements, 12).shl(load.fixed_elements, 10).shl(load.fixed_elements, 9).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 12).shl(load.large_blocks, 8).shl(load.bytes_log(), 10).shl(load.bytes_log(), 8).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2).shl(load.bytes_log(), 1),
            Kind::Chunk => Sum::new(263_026_703).shl(load.bytes, 17).shl(load.bytes, 15).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.blocks, 26).shl(load.blocks, 25).shl(load.blocks, 24).shl(load.blocks, 22).shl(load.blocks, 15).shl(load.blocks, 14),
        };
        Cost(sum.total())
    }

    /// Returns the cost of encoding a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn encode_cost(kind: Kind, load: &Workload) -> Cost {
        let sum = match kind {
            Kind::Connection => Sum::new(8_652_642).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 12).shl(load.blocks, 9).shl(load.blocks, 5).shl(load.blocks, 5).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 1),
            Kind::Metadata => Sum::new(7_729_227),
            Kind::Ack => Sum::new(8_716_853).shl(load.bytes, 17).shl(load.bytes, 16).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.elements, 27).shl(load.elements, 25).shl(load.elements, 23).shl(load.elements, 22).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements_log2(), 23).shl(load.elements_log2(), 21).shl(load.elements_log2(), 19).shl(load.elements_log2(), 18).shl(load.elements_log2(), 17).shl(load.elements_log2(), 17).shl(load.blocks, 22).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15),
            Kind::Disconnect => Sum::new(12_037_737),
            Kind::Bootstrap => Sum::new(12_048_703),
            Kind::Advertise => Sum::new(11_923_073).shl(load.elements, 27).shl(load.elements, 25).shl(load.elements, 24).shl(load.elements, 23).shl(load.elements, 21).shl(load.elements, 21).shl(load.elements_log2(), 23).shl(load.elements_log2(), 19).shl(load.elements_log2(), 15).shl(load.elements_log2(), 14).shl(load.elements_log2(), 13).shl(load.elements_log2(), 12).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 12),
            Kind::SwapRequest => Sum::new(214_969_278),
            Kind::SwapAck => Sum::new(214_846_717),
            Kind::GetCurrentBranch => Sum::new(13_541_015),
            Kind::CurrentBranch => Sum::new(18_578_208).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 13).shl(load.elements, 10).shl(load.elements, 3).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 11).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 15).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 3).shl(load.bytes_log(), 1),
            Kind::Deactivate => Sum::new(13_586_240),
            Kind::GetCurrentHead => Sum::new(13_586_330),
            Kind::CurrentHead => Sum::new(20_758_248).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 13).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 10).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 15).shl(load.large_blocks, 13).shl(load.large_blocks, 12).shl(load.large_blocks, 10),
            Kind::GetBlockHeaders => Sum::new(12_503_058).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 6).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 13).shl(load.blocks, 9).shl(load.blocks, 8),
            Kind::BlockHeader => Sum::new(14_852_862).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 7).shl(load.bytes, 4).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 13).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 8).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 12).shl(load.large_blocks, 10).shl(load.large_blocks, 8).shl(load.large_blocks, 6),
            Kind::GetOperations => Sum::new(12_925_623).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.bytes, 4).shl(load.blocks, 19).shl(load.blocks, 15).shl(load.blocks, 12).shl(load.blocks, 10).shl(load.blocks, 8).shl(load.blocks, 7),
            Kind::Operation => Sum::new(13_321_238).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 4).shl(load.large_blocks, 23).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 14).shl(load.large_blocks, 12).shl(load.large_blocks, 11),
            Kind::GetProtocols => Sum::new(13_109_723).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.bytes, 2).shl(load.bytes, 1).shl(load.blocks, 19).shl(load.blocks, 16).shl(load.blocks, 13).shl(load.blocks, 11).shl(load.blocks, 9).shl(load.blocks, 8),
            Kind::Protocol => Sum::new(11_872_219).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 15).shl(load.elements, 12).shl(load.elements, 8).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 13),
            Kind::GetOperationsForBlocks => Sum::new(12_605_613).shl(load.bytes, 11).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.blocks, 20).shl(load.blocks, 17).shl(load.blocks, 13).shl(load.blocks, 8).shl(load.blocks, 7).shl(load.blocks, 5),
            Kind::OperationsForBlocks => Sum::new(12_091_532).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 7).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 13).shl(load.elements, 8).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 10).shl(load.blocks, 9).shl(load.large_blocks, 22).shl(load.large_blocks, 19).shl(load.large_blocks, 15).shl(load.large_blocks, 12).shl(load.large_blocks, 11).shl(load.large_blocks, 10).shl(load.depth, 20).shl(load.depth, 19).shl(load.depth, 16).shl(load.depth, 12).shl(load.depth, 11).shl(load.depth, 10),
            Kind::GetCheckpoint => Sum::new(13_538_097),
            Kind::Checkpoint => Sum::new(16_382_514).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 11).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 12).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 13).shl(load.large_blocks, 11).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 2).shl(load.bytes_log(), 1).shl(load.bytes_log(), 0),
            Kind::GetProtocolBranch => Sum::new(12_323_927),
            Kind::ProtocolBranch => Sum::new(18_304_436).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 13).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 13).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 4).shl(load.bytes_log(), 0),
            Kind::GetPredecessorHeader => Sum::new(12_345_967),
            Kind::PredecessorHeader => Sum::new(16_715_172).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 12).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 10).shl(load.large_blocks, 23).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 4).shl(load.bytes_log(), 1).shl(load.bytes_log(), 0),
            Kind::DalGraft => Sum::new(12_462_563),
            Kind::DalPrune => Sum::new(0).shl(load.bytes, 18).shl(load.bytes, 17).shl(load.bytes, 15).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 6).shl(load.elements, 27).shl(load.elements, 24).shl(load.elements, 23).shl(load.elements, 22).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements_log2(), 23).shl(load.elements_log2(), 19).shl(load.elements_log2(), 16).shl(load.elements_log2(), 13).shl(load.elements_log2(), 7).shl(load.elements_log2(), 7).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 15),
            Kind::DalIHave => Sum::new(14_450_707).shl(load.bytes, 14).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 15).shl(load.large_blocks, 14).shl(load.large_blocks, 12).shl(load.bytes_log(), 9).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2),
            Kind::DalIWant => Sum::new(13_559_759).shl(load.fixed_elements, 20).shl(load.fixed_elements, 19).shl(load.fixed_elements, 18).shl(load.fixed_elements, 17).shl(load.fixed_elements, 14).shl(load.fixed_elements, 12).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 11).shl(load.blocks, 9).shl(load.blocks, 8).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.large_blocks, 10).shl(load.large_blocks, 4).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2),
            Kind::DalSubscribe => Sum::new(12_389_576),
            Kind::DalUnsubscribe => Sum::new(12_422_695),
            Kind::DalMessageWithHeader => Sum::new(9_765_548).shl(load.bytes, 15).shl(load.bytes, 12).shl(load.bytes, 9).shl(load.bytes, 6).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 16),
            Kind::Chunk => Sum::new(229_734_161).shl(load.bytes, 17).shl(load.bytes, 15).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.blocks, 26).shl(load.blocks, 24).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 16),
        };
        Cost(sum.total())
    }

    /// Returns the cost of hashing a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn hash_cost(kind: Kind, load: &Workload) -> Cost {
        let sum = match kind {
            Kind::Connection => Sum::new(48_568_529).shl(load.large_blocks, 25).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 16).shl(load.large_blocks, 14).shl(load.large_blocks, 13).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 16).shl(load.blake2b_blocks(), 14),
            Kind::Metadata => Sum::new(126_579_341),
            Kind::Ack => Sum::new(61_323_503).shl(load.bytes, 18).shl(load.bytes, 17).shl(load.bytes, 16).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.elements, 27).shl(load.elements, 25).shl(load.elements, 23).shl(load.elements, 22).shl(load.elements, 21).shl(load.elements, 21).shl(load.elements_log2(), 22).shl(load.elements_log2(), 20).shl(load.elements_log2(), 19).shl(load.elements_log2(), 18).shl(load.elements_log2(), 15).shl(load.elements_log2(), 13).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 15).shl(load.blake2b_blocks(), 12).shl(load.blake2b_blocks(), 9).shl(load.blake2b_blocks(), 8),
            Kind::Disconnect => Sum::new(139_085_116),
            Kind::Bootstrap => Sum::new(138_519_023),
            Kind::Advertise => Sum::new(46_974_768).shl(load.elements, 27).shl(load.elements, 24).shl(load.elements, 22).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements_log2(), 24).shl(load.elements_log2(), 20).shl(load.elements_log2(), 19).shl(load.elements_log2(), 17).shl(load.elements_log2(), 16).shl(load.elements_log2(), 12).shl(load.blocks, 24).shl(load.blocks, 21).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 10).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.bytes_log(), 15).shl(load.bytes_log(), 13).shl(load.bytes_log(), 10).shl(load.bytes_log(), 9).shl(load.bytes_log(), 8).shl(load.bytes_log(), 8),
            Kind::SwapRequest => Sum::new(365_281_716),
            Kind::SwapAck => Sum::new(366_289_088),
            Kind::GetCurrentBranch => Sum::new(137_779_583),
            Kind::CurrentBranch => Sum::new(76_369_013).shl(load.elements, 21).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 15).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 15),
            Kind::Deactivate => Sum::new(137_570_282),
            Kind::GetCurrentHead => Sum::new(137_598_219),
            Kind::CurrentHead => Sum::new(80_952_103).shl(load.elements, 21).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 14).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 17).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 15).shl(load.blake2b_blocks(), 12),
            Kind::GetBlockHeaders => Sum::new(47_713_538).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19),
            Kind::BlockHeader => Sum::new(71_661_044).shl(load.elements, 21).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 14).shl(load.elements, 3).shl(load.large_blocks, 24).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.large_blocks, 14).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 14).shl(load.blake2b_blocks(), 14),
            Kind::GetOperations => Sum::new(47_000_821).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19),
            Kind::Operation => Sum::new(56_205_137).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.large_blocks, 11).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 15),
            Kind::GetProtocols => Sum::new(46_657_035).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 15).shl(load.blake2b_blocks(), 14),
            Kind::Protocol => Sum::new(57_199_185).shl(load.elements, 22).shl(load.elements, 21).shl(load.elements, 14).shl(load.elements, 12).shl(load.elements, 11).shl(load.elements, 9).shl(load.options, 22).shl(load.options, 18).shl(load.options, 16).shl(load.options, 15).shl(load.options, 14).shl(load.options, 11).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 12).shl(load.blake2b_blocks(), 10).shl(load.blake2b_blocks(), 9),
            Kind::GetOperationsForBlocks => Sum::new(46_211_495).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 16).shl(load.blake2b_blocks(), 16),
            Kind::OperationsForBlocks => Sum::new(52_278_750).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 13).shl(load.depth, 21).shl(load.depth, 19).shl(load.depth, 18).shl(load.depth, 13).shl(load.depth, 11).shl(load.depth, 10).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 15).shl(load.blake2b_blocks(), 12).shl(load.elements_log(), 17).shl(load.elements_log(), 16).shl(load.elements_log(), 12).shl(load.elements_log(), 11).shl(load.elements_log(), 10).shl(load.elements_log(), 8),
            Kind::GetCheckpoint => Sum::new(137_557_106),
            Kind::Checkpoint => Sum::new(71_065_214).shl(load.elements, 21).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 14).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 13).shl(load.large_blocks, 11).shl(load.large_blocks, 10).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 15).shl(load.blake2b_blocks(), 14),
            Kind::GetProtocolBranch => Sum::new(137_745_315),
            Kind::ProtocolBranch => Sum::new(75_859_187).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 13).shl(load.elements, 12).shl(load.elements, 9).shl(load.elements, 8).shl(load.large_blocks, 24).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.large_blocks, 14).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 14).shl(load.blake2b_blocks(), 13),
            Kind::GetPredecessorHeader => Sum::new(141_744_727),
            Kind::PredecessorHeader => Sum::new(70_616_148).shl(load.elements, 21).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 14).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 15).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 16).shl(load.blake2b_blocks(), 15),
            Kind::DalGraft => Sum::new(135_634_309),
            Kind::DalPrune => Sum::new(0).shl(load.bytes, 19).shl(load.bytes, 16).shl(load.bytes, 14).shl(load.bytes, 11).shl(load.bytes, 8).shl(load.bytes, 5).shl(load.elements, 26).shl(load.elements, 25).shl(load.elements, 23).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements_log2(), 23).shl(load.elements_log2(), 21).shl(load.elements_log2(), 20).shl(load.elements_log2(), 15).shl(load.elements_log2(), 13).shl(load.elements_log2(), 12).shl(load.blocks, 24).shl(load.blocks, 23).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 25).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 21),
            Kind::DalIHave => Sum::new(54_348_755).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.bytes_log(), 13).shl(load.bytes_log(), 9).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 4),
            Kind::DalIWant => Sum::new(56_273_481).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 17).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17).shl(load.bytes_log(), 13).shl(load.bytes_log(), 10).shl(load.bytes_log(), 8).shl(load.bytes_log(), 5).shl(load.bytes_log(), 4).shl(load.bytes_log(), 2),
            Kind::DalSubscribe => Sum::new(135_767_782),
            Kind::DalUnsubscribe => Sum::new(135_607_439),
            Kind::DalMessageWithHeader => Sum::new(42_819_782).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 15),
            Kind::Chunk => Sum::new(229_734_161).shl(load.bytes, 17).shl(load.bytes, 15).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.blocks, 26).shl(load.blocks, 24).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 16),
        };
        Cost(sum.total())
    }
}

/// Models of the number of instructions, which callgrind counted with rustc 1.95.0 (59807616e 2026-04-14). They are not affected by clocks and other processes.
pub mod instructions {
    use super::{Kind, Sum, Workload};

    /// Returns the number of instructions of decoding and dropping a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn decode(kind: Kind, load: &Workload) -> u64 {
        let sum = match kind {
            Kind::Connection => Sum::new(150_913_800).per(load.bytes, 98_113).per(load.blocks, 183_292_701).per(load.large_blocks, 171_281_991),
            Kind::Metadata => Sum::new(59_392_000),
            Kind::Ack => Sum::new(59_540_648).per(load.bytes, 13_729_622).per(load.elements, 1_224_141_256).per(load.blocks, 250_763_089),
            Kind::Disconnect => Sum::new(324_608_000),
            Kind::Bootstrap => Sum::new(324_608_000),
            Kind::Advertise => Sum::new(377_442_528).per(load.elements, 1_888_056_410).per(load.elements_log2(), 5_775_359).per(load.blocks, 254_574_805).per(load.bytes_log(), 34_456),
            Kind::SwapRequest => Sum::new(2_490_368_000),
            Kind::SwapAck => Sum::new(2_490_368_000),
            Kind::GetCurrentBranch => Sum::new(333_824_000),
            Kind::CurrentBranch => Sum::new(792_664_074).per(load.bytes, 95_672).per(load.elements, 43_087_739).per(load.elements_log2(), 28_288_158).per(load.blocks, 183_783_406).per(load.large_blocks, 392_159_302),
            Kind::Deactivate => Sum::new(333_824_000),
            Kind::GetCurrentHead => Sum::new(332_800_000),
            Kind::CurrentHead => Sum::new(925_035_798).per(load.bytes, 94_972).per(load.elements, 42_172_983).per(load.elements_log2(), 24_116_149).per(load.blocks, 181_838_910).per(load.large_blocks, 454_094_468),
            Kind::GetBlockHeaders => Sum::new(406_528_000).per(load.fixed_elements, 5_197_768).per(load.blocks, 162_948_542),
            Kind::BlockHeader => Sum::new(593_618_974).per(load.bytes, 95_667).per(load.elements, 42_228_483).per(load.elements_log2(), 31_990_175).per(load.blocks, 180_899_159).per(load.large_blocks, 432_029_457),
            Kind::GetOperations => Sum::new(406_528_000).per(load.fixed_elements, 5_360_256).per(load.blocks, 161_924_577),
            Kind::Operation => Sum::new(386_347_418).per(load.bytes, 62_918).per(load.blocks, 153_176_736).per(load.large_blocks, 481_525_782).per(load.bytes_log(), 2_009),
            Kind::GetProtocols => Sum::new(404_986_781).per(load.bytes, 154_122).per(load.blocks, 164_476_429),
            Kind::Protocol => Sum::new(467_722_419).per(load.bytes, 96_356).per(load.elements, 128_410_013).per(load.elements_log2(), 153_667_877).per(load.blocks, 173_479_470).per(load.large_blocks, 589_454_530),
            Kind::GetOperationsForBlocks => Sum::new(414_720_000).per(load.fixed_elements, 6_063_484).per(load.blocks, 167_577_765),
            Kind::OperationsForBlocks => Sum::new(375_945_150).per(load.bytes, 95_039).per(load.elements, 67_845_642).per(load.blocks, 194_611_376).per(load.large_blocks, 447_631_155).per(load.depth, 260_380_438),
            Kind::GetCheckpoint => Sum::new(332_800_000),
            Kind::Checkpoint => Sum::new(585_191_484).per(load.bytes, 95_770).per(load.elements, 42_391_152).per(load.elements_log2(), 39_567_373).per(load.blocks, 178_057_349).per(load.large_blocks, 429_679_475),
            Kind::GetProtocolBranch => Sum::new(338_944_000),
            Kind::ProtocolBranch => Sum::new(792_989_757).per(load.bytes, 95_048).per(load.elements, 42_629_269).per(load.elements_log2(), 24_059_372).per(load.blocks, 188_358_748).per(load.large_blocks, 414_478_426),
            Kind::GetPredecessorHeader => Sum::new(350_208_000),
            Kind::PredecessorHeader => Sum::new(615_646_425).per(load.bytes, 95_254).per(load.elements, 42_830_031).per(load.elements_log2(), 29_556_740).per(load.blocks, 182_199_173).per(load.large_blocks, 438_069_608),
            Kind::DalGraft => Sum::new(366_245_591),
            Kind::DalPrune => Sum::new(530_432_000).per(load.elements, 1_944_248_764).per(load.blocks, 248_069_104),
            Kind::DalIHave => Sum::new(414_805_319).per(load.bytes, 1_597_193).per(load.blocks, 170_191_029).per(load.large_blocks, 474_714_709),
            Kind::DalIWant => Sum::new(388_519_057).per(load.bytes, 1_596_094).per(load.blocks, 171_127_430).per(load.large_blocks, 466_690_575),
            Kind::DalSubscribe => Sum::new(366_381_714),
            Kind::DalUnsubscribe => Sum::new(365_494_024),
            Kind::DalMessageWithHeader => Sum::new(320_920_620).per(load.bytes, 1_631_733).per(load.blocks, 169_587_213).per(load.large_blocks, 426_925_972),
            Kind::Chunk => Sum::new(4_734_614_011).per(load.bytes, 5_796_584).per(load.blocks, 1_740_395_341),
        };
        sum.total() / 1000
    }

    /// Returns the number of instructions of encoding a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn encode(kind: Kind, load: &Workload) -> u64 {
        let sum = match kind {
            Kind::Connection => Sum::new(268_748_098).per(load.bytes, 97_288).per(load.blocks, 14_979_605).per(load.large_blocks, 171_322_054),
            Kind::Metadata => Sum::new(208_896_000),
            Kind::Ack => Sum::new(228_471_485).per(load.bytes, 13_748_913).per(load.elements, 4_778_953_096).per(load.blocks, 29_377_935).per(load.bytes_log(), 65_580),
            Kind::Disconnect => Sum::new(326_656_000),
            Kind::Bootstrap => Sum::new(326_656_000),
            Kind::Advertise => Sum::new(333_035_717).per(load.elements, 5_470_534_568).per(load.blocks, 26_082_536).per(load.bytes_log(), 65_690),
            Kind::SwapRequest => Sum::new(5_872_640_000),
            Kind::SwapAck => Sum::new(5_872_640_000),
            Kind::GetCurrentBranch => Sum::new(363_520_000),
            Kind::CurrentBranch => Sum::new(580_008_850).per(load.bytes, 94_468).per(load.elements, 36_261_751).per(load.fixed_elements, 236_346).per(load.blocks, 19_984_365).per(load.large_blocks, 297_234_526),
            Kind::Deactivate => Sum::new(363_520_000),
            Kind::GetCurrentHead => Sum::new(362_496_000),
            Kind::CurrentHead => Sum::new(668_344_365).per(load.bytes, 93_923).per(load.elements, 36_294_603).per(load.blocks, 22_107_485).per(load.large_blocks, 300_536_573),
            Kind::GetBlockHeaders => Sum::new(361_472_000).per(load.fixed_elements, 5_443_083).per(load.blocks, 5_570_810),
            Kind::BlockHeader => Sum::new(487_102_406).per(load.bytes, 93_960).per(load.elements, 36_304_901).per(load.blocks, 21_208_710).per(load.large_blocks, 316_958_868),
            Kind::GetOperations => Sum::new(361_415_593).per(load.bytes, 190_392),
            Kind::Operation => Sum::new(358_575_168).per(load.bytes, 67_791).per(load.blocks, 16_526_436).per(load.large_blocks, 477_893_083).per(load.bytes_log(), 1_688),
            Kind::GetProtocols => Sum::new(361_472_000).per(load.fixed_elements, 5_180_965).per(load.blocks, 6_965_646),
            Kind::Protocol => Sum::new(384_187_761).per(load.bytes, 94_449).per(load.elements, 102_561_545).per(load.options, 14_654_135).per(load.blocks, 18_954_032).per(load.large_blocks, 265_425_774),
            Kind::GetOperationsForBlocks => Sum::new(364_683_391).per(load.bytes, 190_861).per(load.blocks, 8_342_113),
            Kind::OperationsForBlocks => Sum::new(354_282_746).per(load.bytes, 93_893).per(load.elements, 51_757_888).per(load.blocks, 19_377_861).per(load.large_blocks, 252_210_982).per(load.depth, 54_849_656),
            Kind::GetCheckpoint => Sum::new(363_520_000),
            Kind::Checkpoint => Sum::new(503_881_140).per(load.bytes, 94_433).per(load.elements, 36_416_060).per(load.blocks, 18_105_137).per(load.large_blocks, 346_795_570),
            Kind::GetProtocolBranch => Sum::new(348_160_000),
            Kind::ProtocolBranch => Sum::new(596_620_733).per(load.bytes, 92_996).per(load.elements, 36_389_328).per(load.blocks, 18_936_202).per(load.large_blocks, 342_542_204),
            Kind::GetPredecessorHeader => Sum::new(350_208_000),
            Kind::PredecessorHeader => Sum::new(501_372_268).per(load.bytes, 96_088).per(load.elements, 36_319_462).per(load.blocks, 20_373_629).per(load.large_blocks, 275_652_925),
            Kind::DalGraft => Sum::new(357_654_136),
            Kind::DalPrune => Sum::new(0).per(load.bytes, 13_161_412).per(load.elements, 4_469_300_021).per(load.elements_log2(), 39_143_353).per(load.blocks, 110_354_441).per(load.elements_log(), 22_654_457),
            Kind::DalIHave => Sum::new(424_417_121).per(load.fixed_elements, 63_366_398).per(load.blocks, 56_367_933).per(load.large_blocks, 474_506_352),
            Kind::DalIWant => Sum::new(377_856_000).per(load.fixed_elements, 63_248_057).per(load.blocks, 57_156_986).per(load.large_blocks, 470_801_554),
            Kind::DalSubscribe => Sum::new(358_515_596),
            Kind::DalUnsubscribe => Sum::new(359_058_145),
            Kind::DalMessageWithHeader => Sum::new(370_126_026).per(load.bytes, 644_118).per(load.blocks, 46_624_672).per(load.large_blocks, 419_617_095),
            Kind::Chunk => Sum::new(4_426_381_186).per(load.bytes, 5_817_703).per(load.blocks, 1_176_298_191),
        };
        sum.total() / 1000
    }

    /// Returns the number of instructions of hashing a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn hash(kind: Kind, load: &Workload) -> u64 {
        let sum = match kind {
            Kind::Connection => Sum::new(416_741_363).per(load.large_blocks, 57_915_720).per(load.blake2b_blocks(), 1_941_992_086),
            Kind::Metadata => Sum::new(2_287_616_000),
            Kind::Ack => Sum::new(354_017_427).per(load.bytes, 15_027_649).per(load.elements, 4_726_078_971).per(load.elements_log2(), 11_205_665).per(load.blocks, 23_589_787).per(load.blake2b_blocks(), 1_951_897_246).per(load.bytes_log(), 29_413),
            Kind::Disconnect => Sum::new(2_439_168_000),
            Kind::Bootstrap => Sum::new(2_438_144_000),
            Kind::Advertise => Sum::new(0).per(load.bytes, 82_529_016).per(load.elements, 1_350_666_814).per(load.elements_log2(), 12_210_571).per(load.blocks, 24_117_742).per(load.blake2b_blocks(), 1_948_738_211).per(load.bytes_log(), 31_308),
            Kind::SwapRequest => Sum::new(7_960_576_000),
            Kind::SwapAck => Sum::new(7_960_576_000),
            Kind::GetCurrentBranch => Sum::new(2_445_312_000),
            Kind::CurrentBranch => Sum::new(872_744_647).per(load.elements, 53_624_235).per(load.fixed_elements, 1_028_027).per(load.blocks, 3_433_020).per(load.large_blocks, 52_184_659).per(load.blake2b_blocks(), 1_940_770_425),
            Kind::Deactivate => Sum::new(2_445_312_000),
            Kind::GetCurrentHead => Sum::new(2_445_312_000),
            Kind::CurrentHead => Sum::new(996_872_593).per(load.elements, 53_502_726).per(load.blocks, 4_301_676).per(load.large_blocks, 70_558_335).per(load.blake2b_blocks(), 1_942_242_229),
            Kind::GetBlockHeaders => Sum::new(521_530_417).per(load.bytes, 115_115).per(load.blake2b_blocks(), 1_956_876_499),
            Kind::BlockHeader => Sum::new(743_612_820).per(load.elements, 53_536_239).per(load.blocks, 3_144_479).per(load.large_blocks, 100_618_829).per(load.blake2b_blocks(), 1_940_961_360),
            Kind::GetOperations => Sum::new(524_265_075).per(load.fixed_elements, 4_014_355).per(load.blake2b_blocks(), 1_955_607_640),
            Kind::Operation => Sum::new(542_436_404).per(load.large_blocks, 56_583_735).per(load.blake2b_blocks(), 1_942_088_885),
            Kind::GetProtocols => Sum::new(523_437_697).per(load.fixed_elements, 3_835_693).per(load.blake2b_blocks(), 1_956_811_970),
            Kind::Protocol => Sum::new(577_893_346).per(load.elements, 113_145_199).per(load.options, 43_174_280).per(load.blocks, 4_253_331).per(load.large_blocks, 91_895_696).per(load.blake2b_blocks(), 1_940_799_877),
            Kind::GetOperationsForBlocks => Sum::new(525_097_725).per(load.fixed_elements, 3_144_699).per(load.blake2b_blocks(), 1_963_468_504),
            Kind::OperationsForBlocks => Sum::new(518_775_507).per(load.elements, 72_566_680).per(load.blocks, 5_460_411).per(load.depth, 66_505_707).per(load.blake2b_blocks(), 1_940_932_069),
            Kind::GetCheckpoint => Sum::new(2_445_312_000),
            Kind::Checkpoint => Sum::new(747_056_813).per(load.elements, 53_590_051).per(load.blocks, 3_614_442).per(load.large_blocks, 94_019_902).per(load.blake2b_blocks(), 1_940_583_388),
            Kind::GetProtocolBranch => Sum::new(2_453_504_000),
            Kind::ProtocolBranch => Sum::new(889_170_071).per(load.bytes, 109_068).per(load.elements, 53_568_534).per(load.blocks, 2_677_086).per(load.large_blocks, 111_949_606).per(load.blake2b_blocks(), 1_926_437_007),
            Kind::GetPredecessorHeader => Sum::new(2_458_624_000),
            Kind::PredecessorHeader => Sum::new(757_714_900).per(load.elements, 53_491_732).per(load.blocks, 4_076_233).per(load.large_blocks, 85_048_704).per(load.blake2b_blocks(), 1_941_238_625),
            Kind::DalGraft => Sum::new(2_484_299_013),
            Kind::DalPrune => Sum::new(647_887_769).per(load.elements, 5_442_861_124).per(load.elements_log2(), 21_592_280).per(load.blocks, 56_618_014).per(load.blake2b_blocks(), 1_951_792_080).per(load.elements_log(), 5_525_839),
            Kind::DalIHave => Sum::new(542_883_468).per(load.bytes, 901_243).per(load.blocks, 72_625_578).per(load.large_blocks, 51_398_831).per(load.blake2b_blocks(), 1_976_888_500).per(load.bytes_log(), 8_508),
            Kind::DalIWant => Sum::new(548_112_450).per(load.fixed_elements, 100_476_846).per(load.blocks, 50_107_845).per(load.blake2b_blocks(), 1_939_183_550),
            Kind::DalSubscribe => Sum::new(2_485_242_420),
            Kind::DalUnsubscribe => Sum::new(2_485_839_438),
            Kind::DalMessageWithHeader => Sum::new(779_281_045).per(load.fixed_elements, 25_652_582).per(load.blocks, 23_429_944).per(load.large_blocks, 46_326_916).per(load.blake2b_blocks(), 1_901_700_154).per(load.bytes_log(), 8_799),
            Kind::Chunk => Sum::new(4_426_381_186).per(load.bytes, 5_817_703).per(load.blocks, 1_176_298_191),
        };
        sum.total() / 1000
    }
}
