//! The cost of a message by its kind and size.
//!
//! Generated from measurements by `cargo run --release -p tezos-codec-cost-model -- generate`; `cost/docs/cost-model.md`
//! explains how. Costs are times in picoseconds. Decoding includes dropping the value. The models are averages,
//! from a release build of 2026-11-25 on one core of `AMD EPYC` with rustc 1.95.0 (59807616e 2026-04-14). The numbers differ
//! from the fitted models by at most 2 % on the messages that were measured, of up to 1 MiB; beyond, they are extrapolated.
//! [`most_cost`] is a bound, from a release build of 2026-11-29 on one core of `AMD EPYC` with rustc 1.95.0 (59807616e 2026-04-14).

use tezos_encoding::cost::{Cost, Sum, Workload};

/// A kind of input that has a cost model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InputKind {
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

impl InputKind {
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

/// Returns a bound on the cost of reading `bytes` bytes of this kind, valid or not, and of dropping the value: a quarter above the greatest that was
/// measured. The explanation of an error, which [`Refused::explain`](tezos_encoding::Refused::explain) finds when it is called, is not part of it:
/// [`explanation_cost`] is.
#[must_use]
#[rustfmt::skip]
pub const fn most_cost(kind: InputKind, bytes: u64) -> Cost {
    let sum = match kind {
        InputKind::Connection => Sum::new(23_093_750).per(bytes, 740_034),
        InputKind::Metadata => Sum::new(23_131_250),
        InputKind::Ack => Sum::new(23_000_000).per(bytes, 8_796_140),
        InputKind::Disconnect => Sum::new(84_157_500),
        InputKind::Bootstrap => Sum::new(83_230_000),
        InputKind::Advertise => Sum::new(94_877_500).per(bytes, 8_180_983),
        InputKind::SwapRequest => Sum::new(51_945_000).per(bytes, 6_055_208),
        InputKind::SwapAck => Sum::new(51_672_500).per(bytes, 6_179_777),
        InputKind::GetCurrentBranch => Sum::new(54_577_500).per(bytes, 2_827_750),
        InputKind::CurrentBranch => Sum::new(60_437_500).per(bytes, 4_126_602),
        InputKind::Deactivate => Sum::new(51_697_500).per(bytes, 3_311_000),
        InputKind::GetCurrentHead => Sum::new(54_427_500).per(bytes, 2_963_000),
        InputKind::CurrentHead => Sum::new(51_395_000).per(bytes, 4_420_503),
        InputKind::GetBlockHeaders => Sum::new(124_720_521).per(bytes, 61_059),
        InputKind::BlockHeader => Sum::new(65_547_500).per(bytes, 4_285_792),
        InputKind::GetOperations => Sum::new(129_090_312).per(bytes, 7_135),
        InputKind::Operation => Sum::new(120_348_337).per(bytes, 82_042),
        InputKind::GetProtocols => Sum::new(119_259_375).per(bytes, 104_063),
        InputKind::Protocol => Sum::new(90_424_390).per(bytes, 6_338_537),
        InputKind::GetOperationsForBlocks => Sum::new(116_662_424).per(bytes, 145_758),
        InputKind::OperationsForBlocks => Sum::new(131_280_218).per(bytes, 2_187_766),
        InputKind::GetCheckpoint => Sum::new(53_025_000).per(bytes, 3_293_500),
        InputKind::Checkpoint => Sum::new(57_785_000).per(bytes, 3_850_385),
        InputKind::GetProtocolBranch => Sum::new(50_545_000).per(bytes, 3_237_955),
        InputKind::ProtocolBranch => Sum::new(54_202_500).per(bytes, 4_425_176),
        InputKind::GetPredecessorHeader => Sum::new(51_047_500).per(bytes, 824_702),
        InputKind::PredecessorHeader => Sum::new(52_772_500).per(bytes, 4_625_224),
        InputKind::DalGraft => Sum::new(36_782_500).per(bytes, 2_593_661),
        InputKind::DalPrune => Sum::new(52_272_500).per(bytes, 6_145_377),
        InputKind::DalIHave => Sum::new(89_188_947).per(bytes, 713_158),
        InputKind::DalIWant => Sum::new(89_122_763).per(bytes, 690_724),
        InputKind::DalSubscribe => Sum::new(55_277_500).per(bytes, 1_704_018),
        InputKind::DalUnsubscribe => Sum::new(56_155_000).per(bytes, 1_815_893),
        InputKind::DalMessageWithHeader => Sum::new(55_558_250).per(bytes, 899_791),
        InputKind::Chunk => Sum::new(1_241_330_335).per(bytes, 1_644_997),
    };
    Cost(sum.total())
}

/// Returns a bound on the cost of reading `bytes` bytes of any kind, refusing them, and explaining why: above all that was measured on an Intel Xeon
/// (2026-11-30), converted to the machine of the other costs.
#[must_use]
#[rustfmt::skip]
pub const fn explanation_cost(bytes: u64) -> Cost {
    let mut rest: &[Sum] = &[
        Sum::new(728_564_998).per(bytes, 103_467),
        Sum::new(289_645_455).per(bytes, 8_948_485),
        Sum::new(460_800_000).per(bytes, 13_939_147),
        Sum::new(921_600_000).per(bytes, 51_181_061),
        Sum::new(1_331_200_000).per(bytes, 36_375_758),
    ];
    let mut most = 0;
    while let [sum, others @ ..] = rest {
        let total = sum.total();
        if total > most { most = total; }
        rest = others;
    }
    Cost(most)
}

/// Returns the average cost of decoding and dropping a value.
#[must_use]
#[rustfmt::skip]
pub const fn decode_cost(kind: InputKind, load: &Workload) -> Cost {
    let sum = match kind {
        InputKind::Connection => Sum::new(12_553_595).per(load.bytes, 6_288).per(load.blocks, 3_129_806).per(load.large_blocks, 14_949_944),
        InputKind::Metadata => Sum::new(801_301),
        InputKind::Ack => Sum::new(512_169).per(load.bytes, 525_345).per(load.elements, 50_178_896).per(load.elements_log2(), 3_218_548).per(load.blocks, 6_759_475),
        InputKind::Disconnect => Sum::new(20_440_031),
        InputKind::Bootstrap => Sum::new(20_469_959),
        InputKind::Advertise => Sum::new(25_612_602).per(load.elements, 72_556_798).per(load.elements_log2(), 3_864_080).per(load.blocks, 9_752_430),
        InputKind::SwapRequest => Sum::new(110_738_909),
        InputKind::SwapAck => Sum::new(110_786_418),
        InputKind::GetCurrentBranch => Sum::new(23_683_756),
        InputKind::CurrentBranch => Sum::new(41_046_430).per(load.bytes, 8_187).per(load.elements, 2_531_647).per(load.blocks, 11_891_921).per(load.large_blocks, 23_425_555),
        InputKind::Deactivate => Sum::new(23_711_086),
        InputKind::GetCurrentHead => Sum::new(23_736_406),
        InputKind::CurrentHead => Sum::new(56_201_071).per(load.bytes, 8_922).per(load.elements, 2_267_661).per(load.blocks, 11_448_304).per(load.large_blocks, 13_299_240),
        InputKind::GetBlockHeaders => Sum::new(26_863_789).per(load.fixed_elements, 329_579).per(load.blocks, 7_419_593),
        InputKind::BlockHeader => Sum::new(33_355_200).per(load.bytes, 8_795).per(load.elements, 2_355_231).per(load.blocks, 11_081_161).per(load.large_blocks, 17_297_022),
        InputKind::GetOperations => Sum::new(26_840_990).per(load.bytes, 10_755).per(load.blocks, 7_451_210),
        InputKind::Operation => Sum::new(23_128_118).per(load.bytes, 6_760).per(load.blocks, 5_032_838).per(load.large_blocks, 17_910_041),
        InputKind::GetProtocols => Sum::new(26_753_344).per(load.bytes, 13_203).per(load.blocks, 6_941_821),
        InputKind::Protocol => Sum::new(27_418_184).per(load.bytes, 10_485).per(load.elements, 11_057_749).per(load.blocks, 12_540_487),
        InputKind::GetOperationsForBlocks => Sum::new(26_947_408).per(load.bytes, 14_904).per(load.blocks, 7_582_028),
        InputKind::OperationsForBlocks => Sum::new(21_040_301).per(load.bytes, 8_012).per(load.elements, 3_353_082).per(load.blocks, 9_882_679).per(load.large_blocks, 49_148_096).per(load.depth, 16_024_347),
        InputKind::GetCheckpoint => Sum::new(23_681_361),
        InputKind::Checkpoint => Sum::new(26_084_325).per(load.bytes, 9_266).per(load.elements, 2_320_788).per(load.blocks, 10_925_213).per(load.large_blocks, 19_025_980),
        InputKind::GetProtocolBranch => Sum::new(24_129_849),
        InputKind::ProtocolBranch => Sum::new(37_697_230).per(load.bytes, 8_348).per(load.elements, 2_262_467).per(load.blocks, 13_037_652).per(load.large_blocks, 24_370_104),
        InputKind::GetPredecessorHeader => Sum::new(24_324_780),
        InputKind::PredecessorHeader => Sum::new(30_555_333).per(load.bytes, 8_124).per(load.elements, 2_542_649).per(load.blocks, 10_979_936).per(load.large_blocks, 28_331_667),
        InputKind::DalGraft => Sum::new(28_961_099),
        InputKind::DalPrune => Sum::new(39_593_624).per(load.elements, 73_871_855).per(load.elements_log2(), 4_215_550).per(load.blocks, 9_470_726),
        InputKind::DalIHave => Sum::new(35_057_660).per(load.fixed_elements, 15_711_386).per(load.blocks, 6_386_296).per(load.large_blocks, 13_288_084),
        InputKind::DalIWant => Sum::new(28_223_589).per(load.fixed_elements, 15_735_833).per(load.blocks, 8_612_952).per(load.large_blocks, 13_771_844),
        InputKind::DalSubscribe => Sum::new(28_962_333),
        InputKind::DalUnsubscribe => Sum::new(28_853_818),
        InputKind::DalMessageWithHeader => Sum::new(45_476_213).per(load.fixed_elements, 4_855_536).per(load.blocks, 10_265_045).per(load.large_blocks, 21_172_457).per(load.bytes_log(), 1_327),
        InputKind::Chunk => Sum::new(263_026_703).per(load.bytes, 173_149).per(load.blocks, 121_686_306),
    };
    Cost(sum.total())
}
