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
        Kind::Chunk => (0, 0, 0, 0, 0, 0, 0),
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
        Kind::Connection => Sum::new(13_375_564).per(load.bytes, 7_283).per(load.blocks, 3_500_822).per(load.large_blocks, 14_155_202),
        Kind::Metadata => Sum::new(1_041_972),
        Kind::Ack => Sum::new(541_576).per(load.bytes, 570_239).per(load.elements, 52_502_163).per(load.elements_log2(), 3_201_054).per(load.blocks, 8_676_237),
        Kind::Disconnect => Sum::new(18_751_053),
        Kind::Bootstrap => Sum::new(18_721_177),
        Kind::Advertise => Sum::new(10_874_656).per(load.bytes, 1_590_201).per(load.elements_log2(), 6_140_620).per(load.blocks, 9_616_853),
        Kind::SwapRequest => Sum::new(109_827_065),
        Kind::SwapAck => Sum::new(109_847_241),
        Kind::GetCurrentBranch => Sum::new(18_300_102),
        Kind::CurrentBranch => Sum::new(40_576_879).per(load.bytes, 8_703).per(load.elements, 2_746_983).per(load.blocks, 12_645_038).per(load.large_blocks, 25_902_603),
        Kind::Deactivate => Sum::new(18_300_994),
        Kind::GetCurrentHead => Sum::new(18_389_583),
        Kind::CurrentHead => Sum::new(59_348_613).per(load.bytes, 9_471).per(load.elements, 2_442_227).per(load.blocks, 12_323_698).per(load.large_blocks, 15_028_952),
        Kind::GetBlockHeaders => Sum::new(22_673_653).per(load.bytes, 16_739).per(load.blocks, 6_258_862),
        Kind::BlockHeader => Sum::new(29_795_934).per(load.bytes, 9_562).per(load.elements, 2_572_051).per(load.blocks, 11_688_147).per(load.large_blocks, 16_032_364),
        Kind::GetOperations => Sum::new(22_227_291).per(load.bytes, 19_192).per(load.blocks, 5_508_043),
        Kind::Operation => Sum::new(20_953_867).per(load.bytes, 7_556).per(load.blocks, 4_109_982).per(load.large_blocks, 16_262_072),
        Kind::GetProtocols => Sum::new(22_180_501).per(load.bytes, 20_216).per(load.blocks, 5_182_499),
        Kind::Protocol => Sum::new(23_685_804).per(load.bytes, 11_275).per(load.elements, 11_868_589).per(load.blocks, 12_817_491),
        Kind::GetOperationsForBlocks => Sum::new(22_556_420).per(load.fixed_elements, 607_087).per(load.blocks, 6_022_859),
        Kind::OperationsForBlocks => Sum::new(16_762_048).per(load.bytes, 8_725).per(load.elements, 3_835_422).per(load.blocks, 10_033_434).per(load.large_blocks, 48_591_539).per(load.depth, 17_430_060),
        Kind::GetCheckpoint => Sum::new(18_338_994),
        Kind::Checkpoint => Sum::new(24_416_448).per(load.bytes, 9_962).per(load.elements, 2_488_249).per(load.blocks, 11_596_061).per(load.large_blocks, 23_817_284),
        Kind::GetProtocolBranch => Sum::new(18_421_880),
        Kind::ProtocolBranch => Sum::new(38_252_968).per(load.bytes, 8_942).per(load.elements, 2_485_812).per(load.blocks, 13_787_275).per(load.large_blocks, 24_963_584),
        Kind::GetPredecessorHeader => Sum::new(20_559_524),
        Kind::PredecessorHeader => Sum::new(29_550_934).per(load.bytes, 8_975).per(load.elements, 2_606_820).per(load.blocks, 11_833_485).per(load.large_blocks, 30_318_373),
        Kind::DalGraft => Sum::new(31_896_767),
        Kind::DalPrune => Sum::new(39_981_481).per(load.elements, 80_708_122).per(load.blocks, 11_192_415),
        Kind::DalIHave => Sum::new(36_445_307).per(load.fixed_elements, 17_038_563).per(load.blocks, 5_996_589).per(load.large_blocks, 13_703_571),
        Kind::DalIWant => Sum::new(30_002_104).per(load.fixed_elements, 16_901_797).per(load.blocks, 7_342_622).per(load.large_blocks, 18_661_213),
        Kind::DalSubscribe => Sum::new(31_873_605),
        Kind::DalUnsubscribe => Sum::new(31_784_462),
        Kind::DalMessageWithHeader => Sum::new(49_452_944).per(load.fixed_elements, 5_573_629).per(load.blocks, 8_760_740).per(load.large_blocks, 15_122_519).per(load.bytes_log(), 623),
        Kind::Chunk => Sum::new(1_078_346_139).per(load.bytes, 1_445_689),
    };
    Cost(sum.total())
}

/// Returns the cost of encoding a value.
#[must_use]
#[rustfmt::skip]
pub const fn encode_cost(kind: Kind, load: &Workload) -> Cost {
    let sum = match kind {
        Kind::Connection => Sum::new(9_413_029).per(load.blocks, 854_182).per(load.large_blocks, 15_521_728).per(load.bytes_log(), 484),
        Kind::Metadata => Sum::new(8_586_330),
        Kind::Ack => Sum::new(9_542_807).per(load.bytes, 226_429).per(load.elements, 197_201_847).per(load.elements_log2(), 13_458_314).per(load.blocks, 5_388_725),
        Kind::Disconnect => Sum::new(13_013_426),
        Kind::Bootstrap => Sum::new(13_043_273),
        Kind::Advertise => Sum::new(13_277_965).per(load.elements, 210_445_289).per(load.elements_log2(), 12_453_644).per(load.blocks, 3_200_093),
        Kind::SwapRequest => Sum::new(229_749_157),
        Kind::SwapAck => Sum::new(229_835_337),
        Kind::GetCurrentBranch => Sum::new(14_799_777),
        Kind::CurrentBranch => Sum::new(19_466_179).per(load.elements, 1_594_068).per(load.blocks, 1_097_367).per(load.large_blocks, 11_850_133).per(load.bytes_log(), 493),
        Kind::Deactivate => Sum::new(14_848_344),
        Kind::GetCurrentHead => Sum::new(14_783_999),
        Kind::CurrentHead => Sum::new(21_806_755).per(load.bytes, 8_077).per(load.elements, 1_585_065).per(load.blocks, 906_358).per(load.large_blocks, 5_889_845),
        Kind::GetBlockHeaders => Sum::new(13_563_058).per(load.bytes, 2_651).per(load.blocks, 979_972),
        Kind::BlockHeader => Sum::new(16_257_302).per(load.elements, 1_576_543).per(load.blocks, 1_126_444).per(load.large_blocks, 14_376_648).per(load.bytes_log(), 503),
        Kind::GetOperations => Sum::new(13_646_570).per(load.bytes, 2_839).per(load.blocks, 841_976),
        Kind::Operation => Sum::new(14_587_174).per(load.bytes, 7_060).per(load.large_blocks, 11_739_324),
        Kind::GetProtocols => Sum::new(13_898_930).per(load.bytes, 3_186).per(load.blocks, 699_697),
        Kind::Protocol => Sum::new(12_844_596).per(load.bytes, 8_593).per(load.elements, 3_927_963).per(load.blocks, 1_045_627),
        Kind::GetOperationsForBlocks => Sum::new(13_557_794).per(load.blocks, 1_792_039),
        Kind::OperationsForBlocks => Sum::new(13_327_295).per(load.bytes, 8_297).per(load.elements, 1_714_213).per(load.blocks, 490_960).per(load.large_blocks, 5_448_556).per(load.depth, 1_821_525),
        Kind::GetCheckpoint => Sum::new(14_814_528),
        Kind::Checkpoint => Sum::new(16_911_364).per(load.elements, 1_565_975).per(load.blocks, 1_052_923).per(load.large_blocks, 12_696_052).per(load.bytes_log(), 495),
        Kind::GetProtocolBranch => Sum::new(13_701_105),
        Kind::ProtocolBranch => Sum::new(19_631_186).per(load.elements, 1_572_827).per(load.blocks, 1_107_531).per(load.large_blocks, 15_657_478).per(load.bytes_log(), 492),
        Kind::GetPredecessorHeader => Sum::new(13_596_367),
        Kind::PredecessorHeader => Sum::new(17_209_952).per(load.elements, 1_576_937).per(load.blocks, 1_052_856).per(load.large_blocks, 11_477_944).per(load.bytes_log(), 509),
        Kind::DalGraft => Sum::new(12_904_399),
        Kind::DalPrune => Sum::new(0).per(load.bytes, 461_914).per(load.elements, 174_295_705).per(load.elements_log2(), 9_422_578).per(load.blocks, 9_058_213),
        Kind::DalIHave => Sum::new(15_856_482).per(load.fixed_elements, 2_141_210).per(load.large_blocks, 11_560_192).per(load.bytes_log(), 425),
        Kind::DalIWant => Sum::new(13_868_338).per(load.bytes, 26_901).per(load.blocks, 678_803).per(load.large_blocks, 12_133_867).per(load.bytes_log(), 528),
        Kind::DalSubscribe => Sum::new(12_935_459),
        Kind::DalUnsubscribe => Sum::new(12_903_955),
        Kind::DalMessageWithHeader => Sum::new(10_279_313).per(load.bytes, 40_675).per(load.large_blocks, 8_247_457),
        Kind::Chunk => Sum::new(1_048_055_938).per(load.bytes, 1_453_031),
    };
    Cost(sum.total())
}

/// Returns the cost of hashing a value.
#[must_use]
#[rustfmt::skip]
pub const fn hash_cost(kind: Kind, load: &Workload) -> Cost {
    let sum = match kind {
        Kind::Connection => Sum::new(50_598_887).per(load.large_blocks, 37_517_100).per(load.blake2b_blocks(), 91_157_486),
        Kind::Metadata => Sum::new(136_716_810),
        Kind::Ack => Sum::new(67_254_158).per(load.bytes, 907_841).per(load.elements, 135_515_874).per(load.elements_log2(), 20_201_254).per(load.blocks, 9_735_104).per(load.blake2b_blocks(), 73_548_480).per(load.bytes_log(), 59_918),
        Kind::Disconnect => Sum::new(143_244_957),
        Kind::Bootstrap => Sum::new(142_952_636),
        Kind::Advertise => Sum::new(44_353_254).per(load.bytes, 3_119_011).per(load.elements_log2(), 22_225_507).per(load.blocks, 36_010_981).per(load.blake2b_blocks(), 78_955_801).per(load.bytes_log(), 52_856),
        Kind::SwapRequest => Sum::new(380_880_850),
        Kind::SwapAck => Sum::new(381_436_612),
        Kind::GetCurrentBranch => Sum::new(144_652_588),
        Kind::CurrentBranch => Sum::new(58_350_085).per(load.elements, 3_352_572).per(load.blocks, 764_248).per(load.large_blocks, 22_434_638).per(load.blake2b_blocks(), 91_096_072),
        Kind::Deactivate => Sum::new(144_326_338),
        Kind::GetCurrentHead => Sum::new(144_250_137),
        Kind::CurrentHead => Sum::new(70_943_259).per(load.elements, 3_370_399).per(load.elements_log2(), 3_922_840).per(load.large_blocks, 21_083_994).per(load.blake2b_blocks(), 91_430_100),
        Kind::GetBlockHeaders => Sum::new(50_960_384).per(load.blake2b_blocks(), 92_992_819),
        Kind::BlockHeader => Sum::new(52_492_497).per(load.elements, 3_377_455).per(load.large_blocks, 34_529_444).per(load.blake2b_blocks(), 91_068_535),
        Kind::GetOperations => Sum::new(50_581_572).per(load.blake2b_blocks(), 93_181_180),
        Kind::Operation => Sum::new(53_173_556).per(load.large_blocks, 30_253_802).per(load.blake2b_blocks(), 91_642_410),
        Kind::GetProtocols => Sum::new(51_712_412).per(load.blake2b_blocks(), 92_172_962),
        Kind::Protocol => Sum::new(50_910_234).per(load.elements, 5_566_672).per(load.options, 1_302_070).per(load.large_blocks, 39_491_248).per(load.blake2b_blocks(), 91_671_956).per(load.elements_log(), 100_816),
        Kind::GetOperationsForBlocks => Sum::new(50_139_145).per(load.blake2b_blocks(), 93_807_434),
        Kind::OperationsForBlocks => Sum::new(52_222_469).per(load.elements, 2_052_333).per(load.large_blocks, 18_757_509).per(load.blake2b_blocks(), 91_598_918).per(load.elements_log(), 223_333),
        Kind::GetCheckpoint => Sum::new(144_289_345),
        Kind::Checkpoint => Sum::new(51_318_279).per(load.elements, 3_328_771).per(load.large_blocks, 30_283_423).per(load.blake2b_blocks(), 91_305_116),
        Kind::GetProtocolBranch => Sum::new(144_247_973),
        Kind::ProtocolBranch => Sum::new(83_153_446).per(load.elements, 3_385_488).per(load.large_blocks, 16_698_804).per(load.blake2b_blocks(), 90_946_766),
        Kind::GetPredecessorHeader => Sum::new(144_715_788),
        Kind::PredecessorHeader => Sum::new(50_564_005).per(load.elements, 3_382_998).per(load.large_blocks, 28_354_057).per(load.blake2b_blocks(), 91_377_450),
        Kind::DalGraft => Sum::new(153_310_077),
        Kind::DalPrune => Sum::new(0).per(load.bytes, 832_207).per(load.elements, 98_090_663).per(load.elements_log2(), 7_561_895).per(load.blocks, 43_026_095).per(load.blake2b_blocks(), 127_900_050),
        Kind::DalIHave => Sum::new(60_268_749).per(load.blake2b_blocks(), 88_205_862).per(load.bytes_log(), 8_031),
        Kind::DalIWant => Sum::new(63_514_855).per(load.blake2b_blocks(), 86_115_863).per(load.bytes_log(), 9_232),
        Kind::DalSubscribe => Sum::new(153_662_315),
        Kind::DalUnsubscribe => Sum::new(153_491_689),
        Kind::DalMessageWithHeader => Sum::new(50_615_360).per(load.blake2b_blocks(), 94_636_999),
        Kind::Chunk => Sum::new(1_048_055_938).per(load.bytes, 1_453_031),
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
            Kind::Connection => Sum::new(13_375_564).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 17),
            Kind::Metadata => Sum::new(1_041_972),
            Kind::Ack => Sum::new(541_576).shl(load.bytes, 19).shl(load.bytes, 15).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.elements, 25).shl(load.elements, 24).shl(load.elements, 21).shl(load.elements, 16).shl(load.elements, 12).shl(load.elements, 12).shl(load.elements_log2(), 21).shl(load.elements_log2(), 20).shl(load.elements_log2(), 15).shl(load.elements_log2(), 14).shl(load.elements_log2(), 12).shl(load.elements_log2(), 11).shl(load.blocks, 23).shl(load.blocks, 18).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 9).shl(load.blocks, 9),
            Kind::Disconnect => Sum::new(18_751_053),
            Kind::Bootstrap => Sum::new(18_721_177),
            Kind::Advertise => Sum::new(10_874_656).shl(load.bytes, 20).shl(load.bytes, 19).shl(load.bytes, 14).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.elements_log2(), 22).shl(load.elements_log2(), 20).shl(load.elements_log2(), 19).shl(load.elements_log2(), 18).shl(load.elements_log2(), 16).shl(load.elements_log2(), 15).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 13),
            Kind::SwapRequest => Sum::new(109_827_065),
            Kind::SwapAck => Sum::new(109_847_241),
            Kind::GetCurrentBranch => Sum::new(18_300_102),
            Kind::CurrentBranch => Sum::new(40_576_879).shl(load.bytes, 13).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 5).shl(load.elements, 21).shl(load.elements, 19).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 13).shl(load.blocks, 23).shl(load.blocks, 22).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 14),
            Kind::Deactivate => Sum::new(18_300_994),
            Kind::GetCurrentHead => Sum::new(18_389_583),
            Kind::CurrentHead => Sum::new(59_348_613).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 5).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 9).shl(load.elements, 9).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 11).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.large_blocks, 14),
            Kind::GetBlockHeaders => Sum::new(22_673_653).shl(load.bytes, 14).shl(load.bytes, 8).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 1).shl(load.bytes, 0).shl(load.blocks, 22).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 17),
            Kind::BlockHeader => Sum::new(29_795_934).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 6).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 13).shl(load.elements, 13).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 17).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 15),
            Kind::GetOperations => Sum::new(22_227_291).shl(load.bytes, 14).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 6).shl(load.blocks, 22).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 11).shl(load.blocks, 9).shl(load.blocks, 9),
            Kind::Operation => Sum::new(20_953_867).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 2).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 13),
            Kind::GetProtocols => Sum::new(22_180_501).shl(load.bytes, 14).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 7).shl(load.bytes, 7).shl(load.blocks, 22).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 12),
            Kind::Protocol => Sum::new(23_685_804).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 3).shl(load.bytes, 1).shl(load.bytes, 0).shl(load.elements, 23).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 13).shl(load.blocks, 23).shl(load.blocks, 22).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 12),
            Kind::GetOperationsForBlocks => Sum::new(22_556_420).shl(load.fixed_elements, 19).shl(load.fixed_elements, 16).shl(load.fixed_elements, 14).shl(load.fixed_elements, 9).shl(load.fixed_elements, 8).shl(load.fixed_elements, 7).shl(load.blocks, 22).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 16),
            Kind::OperationsForBlocks => Sum::new(16_762_048).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 4).shl(load.bytes, 2).shl(load.bytes, 0).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 11).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 16).shl(load.blocks, 12).shl(load.blocks, 11).shl(load.large_blocks, 25).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.depth, 24).shl(load.depth, 19).shl(load.depth, 16).shl(load.depth, 15).shl(load.depth, 14).shl(load.depth, 14),
            Kind::GetCheckpoint => Sum::new(18_338_994),
            Kind::Checkpoint => Sum::new(24_416_448).shl(load.bytes, 13).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 14).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 14).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 16),
            Kind::GetProtocolBranch => Sum::new(18_421_880),
            Kind::ProtocolBranch => Sum::new(38_252_968).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 7).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 13).shl(load.blocks, 23).shl(load.blocks, 22).shl(load.blocks, 20).shl(load.blocks, 17).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18),
            Kind::GetPredecessorHeader => Sum::new(20_559_524),
            Kind::PredecessorHeader => Sum::new(29_550_934).shl(load.bytes, 13).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 3).shl(load.bytes, 2).shl(load.bytes, 1).shl(load.elements, 21).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 12).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17),
            Kind::DalGraft => Sum::new(31_896_767),
            Kind::DalPrune => Sum::new(39_981_481).shl(load.elements, 26).shl(load.elements, 23).shl(load.elements, 22).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 18).shl(load.blocks, 23).shl(load.blocks, 21).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14),
            Kind::DalIHave => Sum::new(36_445_307).shl(load.fixed_elements, 24).shl(load.fixed_elements, 17).shl(load.fixed_elements, 16).shl(load.fixed_elements, 15).shl(load.fixed_elements, 14).shl(load.fixed_elements, 14).shl(load.blocks, 22).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 16).shl(load.large_blocks, 12).shl(load.large_blocks, 11),
            Kind::DalIWant => Sum::new(30_002_104).shl(load.fixed_elements, 24).shl(load.fixed_elements, 16).shl(load.fixed_elements, 15).shl(load.fixed_elements, 14).shl(load.fixed_elements, 13).shl(load.fixed_elements, 11).shl(load.blocks, 22).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 11).shl(load.blocks, 9).shl(load.blocks, 5).shl(load.large_blocks, 24).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 15).shl(load.large_blocks, 14),
            Kind::DalSubscribe => Sum::new(31_873_605),
            Kind::DalUnsubscribe => Sum::new(31_784_462),
            Kind::DalMessageWithHeader => Sum::new(49_452_944).shl(load.fixed_elements, 22).shl(load.fixed_elements, 20).shl(load.fixed_elements, 18).shl(load.fixed_elements, 16).shl(load.fixed_elements, 11).shl(load.fixed_elements, 10).shl(load.blocks, 23).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.bytes_log(), 9).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2).shl(load.bytes_log(), 1),
            Kind::Chunk => Sum::new(1_078_346_139).shl(load.bytes, 20).shl(load.bytes, 18).shl(load.bytes, 17).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 10),
        };
        Cost(sum.total())
    }

    /// Returns the cost of encoding a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn encode_cost(kind: Kind, load: &Workload) -> Cost {
        let sum = match kind {
            Kind::Connection => Sum::new(9_413_029).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 11).shl(load.blocks, 7).shl(load.blocks, 5).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 16).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 2),
            Kind::Metadata => Sum::new(8_586_330),
            Kind::Ack => Sum::new(9_542_807).shl(load.bytes, 17).shl(load.bytes, 16).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 10).shl(load.elements, 27).shl(load.elements, 25).shl(load.elements, 24).shl(load.elements, 23).shl(load.elements, 22).shl(load.elements, 16).shl(load.elements_log2(), 23).shl(load.elements_log2(), 22).shl(load.elements_log2(), 19).shl(load.elements_log2(), 18).shl(load.elements_log2(), 16).shl(load.elements_log2(), 14).shl(load.blocks, 22).shl(load.blocks, 20).shl(load.blocks, 17).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 11),
            Kind::Disconnect => Sum::new(13_013_426),
            Kind::Bootstrap => Sum::new(13_043_273),
            Kind::Advertise => Sum::new(13_277_965).shl(load.elements, 27).shl(load.elements, 26).shl(load.elements, 23).shl(load.elements, 19).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements_log2(), 23).shl(load.elements_log2(), 21).shl(load.elements_log2(), 20).shl(load.elements_log2(), 19).shl(load.elements_log2(), 18).shl(load.elements_log2(), 17).shl(load.blocks, 21).shl(load.blocks, 20).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 12).shl(load.blocks, 10),
            Kind::SwapRequest => Sum::new(229_749_157),
            Kind::SwapAck => Sum::new(229_835_337),
            Kind::GetCurrentBranch => Sum::new(14_799_777),
            Kind::CurrentBranch => Sum::new(19_466_179).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 14).shl(load.elements, 12).shl(load.elements, 9).shl(load.elements, 8).shl(load.blocks, 20).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 11).shl(load.blocks, 11).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 15).shl(load.large_blocks, 14).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2),
            Kind::Deactivate => Sum::new(14_848_344),
            Kind::GetCurrentHead => Sum::new(14_783_999),
            Kind::CurrentHead => Sum::new(21_806_755).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 13).shl(load.elements, 11).shl(load.elements, 10).shl(load.elements, 10).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 12).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 16).shl(load.large_blocks, 15).shl(load.large_blocks, 14),
            Kind::GetBlockHeaders => Sum::new(13_563_058).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 6).shl(load.bytes, 4).shl(load.bytes, 3).shl(load.bytes, 1).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 14),
            Kind::BlockHeader => Sum::new(16_257_302).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 11).shl(load.elements, 10).shl(load.elements, 9).shl(load.elements, 6).shl(load.blocks, 20).shl(load.blocks, 16).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 5).shl(load.blocks, 3).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 4).shl(load.bytes_log(), 3),
            Kind::GetOperations => Sum::new(13_646_570).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 4).shl(load.bytes, 2).shl(load.bytes, 1).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 12).shl(load.blocks, 11),
            Kind::Operation => Sum::new(14_587_174).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 4).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 13),
            Kind::GetProtocols => Sum::new(13_898_930).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 4).shl(load.bytes, 1).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 11).shl(load.blocks, 10),
            Kind::Protocol => Sum::new(12_844_596).shl(load.bytes, 13).shl(load.bytes, 8).shl(load.bytes, 7).shl(load.bytes, 4).shl(load.bytes, 0).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 16).shl(load.blocks, 19).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 15),
            Kind::GetOperationsForBlocks => Sum::new(13_557_794).shl(load.blocks, 20).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 13),
            Kind::OperationsForBlocks => Sum::new(13_327_295).shl(load.bytes, 13).shl(load.bytes, 6).shl(load.bytes, 5).shl(load.bytes, 3).shl(load.bytes, 0).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 17).shl(load.elements, 13).shl(load.elements, 11).shl(load.elements, 5).shl(load.blocks, 18).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 13).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.large_blocks, 13).shl(load.large_blocks, 10).shl(load.depth, 20).shl(load.depth, 19).shl(load.depth, 17).shl(load.depth, 16).shl(load.depth, 15).shl(load.depth, 14),
            Kind::GetCheckpoint => Sum::new(14_814_528),
            Kind::Checkpoint => Sum::new(16_911_364).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 15).shl(load.blocks, 20).shl(load.blocks, 12).shl(load.blocks, 7).shl(load.blocks, 6).shl(load.blocks, 5).shl(load.blocks, 5).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 16).shl(load.large_blocks, 15).shl(load.large_blocks, 13).shl(load.large_blocks, 13).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 3),
            Kind::GetProtocolBranch => Sum::new(13_701_105),
            Kind::ProtocolBranch => Sum::new(19_631_186).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 15).shl(load.blocks, 20).shl(load.blocks, 15).shl(load.blocks, 14).shl(load.blocks, 13).shl(load.blocks, 10).shl(load.blocks, 9).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 2),
            Kind::GetPredecessorHeader => Sum::new(13_596_367),
            Kind::PredecessorHeader => Sum::new(17_209_952).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 11).shl(load.elements, 10).shl(load.elements, 9).shl(load.elements, 9).shl(load.blocks, 20).shl(load.blocks, 12).shl(load.blocks, 7).shl(load.blocks, 5).shl(load.blocks, 4).shl(load.blocks, 3).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 16).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 6).shl(load.bytes_log(), 5).shl(load.bytes_log(), 4).shl(load.bytes_log(), 4),
            Kind::DalGraft => Sum::new(12_904_399),
            Kind::DalPrune => Sum::new(0).shl(load.bytes, 18).shl(load.bytes, 17).shl(load.bytes, 16).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 6).shl(load.elements, 27).shl(load.elements, 25).shl(load.elements, 22).shl(load.elements, 21).shl(load.elements, 17).shl(load.elements, 17).shl(load.elements_log2(), 23).shl(load.elements_log2(), 19).shl(load.elements_log2(), 18).shl(load.elements_log2(), 17).shl(load.elements_log2(), 16).shl(load.elements_log2(), 16).shl(load.blocks, 23).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 13).shl(load.blocks, 12).shl(load.blocks, 11),
            Kind::DalIHave => Sum::new(15_856_482).shl(load.fixed_elements, 21).shl(load.fixed_elements, 15).shl(load.fixed_elements, 13).shl(load.fixed_elements, 11).shl(load.fixed_elements, 10).shl(load.fixed_elements, 5).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 14).shl(load.large_blocks, 13).shl(load.large_blocks, 10).shl(load.bytes_log(), 8).shl(load.bytes_log(), 7).shl(load.bytes_log(), 5).shl(load.bytes_log(), 3).shl(load.bytes_log(), 0),
            Kind::DalIWant => Sum::new(13_868_338).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 8).shl(load.bytes, 4).shl(load.bytes, 2).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 14).shl(load.blocks, 12).shl(load.blocks, 11).shl(load.blocks, 10).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 16).shl(load.large_blocks, 13).shl(load.bytes_log(), 9).shl(load.bytes_log(), 4),
            Kind::DalSubscribe => Sum::new(12_935_459),
            Kind::DalUnsubscribe => Sum::new(12_903_955),
            Kind::DalMessageWithHeader => Sum::new(10_279_313).shl(load.bytes, 15).shl(load.bytes, 12).shl(load.bytes, 11).shl(load.bytes, 10).shl(load.bytes, 9).shl(load.bytes, 8).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17),
            Kind::Chunk => Sum::new(1_048_055_938).shl(load.bytes, 20).shl(load.bytes, 18).shl(load.bytes, 17).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 10),
        };
        Cost(sum.total())
    }

    /// Returns the cost of hashing a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn hash_cost(kind: Kind, load: &Workload) -> Cost {
        let sum = match kind {
            Kind::Connection => Sum::new(50_598_887).shl(load.large_blocks, 25).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 15).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 19),
            Kind::Metadata => Sum::new(136_716_810),
            Kind::Ack => Sum::new(67_254_158).shl(load.bytes, 19).shl(load.bytes, 18).shl(load.bytes, 16).shl(load.bytes, 15).shl(load.bytes, 14).shl(load.bytes, 13).shl(load.elements, 27).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements_log2(), 24).shl(load.elements_log2(), 21).shl(load.elements_log2(), 20).shl(load.elements_log2(), 18).shl(load.elements_log2(), 13).shl(load.elements_log2(), 13).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 18).shl(load.blocks, 15).shl(load.blocks, 11).shl(load.blocks, 10).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 14).shl(load.blake2b_blocks(), 9).shl(load.bytes_log(), 15).shl(load.bytes_log(), 14).shl(load.bytes_log(), 13).shl(load.bytes_log(), 11).shl(load.bytes_log(), 9).shl(load.bytes_log(), 4),
            Kind::Disconnect => Sum::new(143_244_957),
            Kind::Bootstrap => Sum::new(142_952_636),
            Kind::Advertise => Sum::new(44_353_254).shl(load.bytes, 21).shl(load.bytes, 19).shl(load.bytes, 18).shl(load.bytes, 17).shl(load.bytes, 16).shl(load.bytes, 15).shl(load.elements_log2(), 24).shl(load.elements_log2(), 22).shl(load.elements_log2(), 20).shl(load.elements_log2(), 17).shl(load.elements_log2(), 16).shl(load.elements_log2(), 13).shl(load.blocks, 25).shl(load.blocks, 21).shl(load.blocks, 18).shl(load.blocks, 16).shl(load.blocks, 14).shl(load.blocks, 14).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 16).shl(load.bytes_log(), 15).shl(load.bytes_log(), 14).shl(load.bytes_log(), 11).shl(load.bytes_log(), 10).shl(load.bytes_log(), 9).shl(load.bytes_log(), 7),
            Kind::SwapRequest => Sum::new(380_880_850),
            Kind::SwapAck => Sum::new(381_436_612),
            Kind::GetCurrentBranch => Sum::new(144_652_588),
            Kind::CurrentBranch => Sum::new(58_350_085).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 13).shl(load.elements, 11).shl(load.blocks, 19).shl(load.blocks, 17).shl(load.blocks, 16).shl(load.blocks, 15).shl(load.blocks, 13).shl(load.blocks, 11).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 14).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 19),
            Kind::Deactivate => Sum::new(144_326_338),
            Kind::GetCurrentHead => Sum::new(144_250_137),
            Kind::CurrentHead => Sum::new(70_943_259).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 14).shl(load.elements, 13).shl(load.elements_log2(), 21).shl(load.elements_log2(), 20).shl(load.elements_log2(), 19).shl(load.elements_log2(), 17).shl(load.elements_log2(), 16).shl(load.elements_log2(), 16).shl(load.large_blocks, 24).shl(load.large_blocks, 22).shl(load.large_blocks, 16).shl(load.large_blocks, 15).shl(load.large_blocks, 13).shl(load.large_blocks, 12).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 18),
            Kind::GetBlockHeaders => Sum::new(50_960_384).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 16),
            Kind::BlockHeader => Sum::new(52_492_497).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 11).shl(load.large_blocks, 25).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.large_blocks, 15).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18),
            Kind::GetOperations => Sum::new(50_581_572).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 17),
            Kind::Operation => Sum::new(53_173_556).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19),
            Kind::GetProtocols => Sum::new(51_712_412).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 20),
            Kind::Protocol => Sum::new(50_910_234).shl(load.elements, 22).shl(load.elements, 20).shl(load.elements, 18).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 14).shl(load.options, 20).shl(load.options, 17).shl(load.options, 16).shl(load.options, 15).shl(load.options, 14).shl(load.options, 13).shl(load.large_blocks, 25).shl(load.large_blocks, 22).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 17).shl(load.large_blocks, 15).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 19).shl(load.elements_log(), 16).shl(load.elements_log(), 15).shl(load.elements_log(), 11).shl(load.elements_log(), 8).shl(load.elements_log(), 7).shl(load.elements_log(), 6),
            Kind::GetOperationsForBlocks => Sum::new(50_139_145).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 18),
            Kind::OperationsForBlocks => Sum::new(52_222_469).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements, 18).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 14).shl(load.large_blocks, 24).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.large_blocks, 14).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 18).shl(load.elements_log(), 17).shl(load.elements_log(), 16).shl(load.elements_log(), 14).shl(load.elements_log(), 13).shl(load.elements_log(), 11).shl(load.elements_log(), 7),
            Kind::GetCheckpoint => Sum::new(144_289_345),
            Kind::Checkpoint => Sum::new(51_318_279).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 15).shl(load.elements, 14).shl(load.elements, 11).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 19).shl(load.large_blocks, 18).shl(load.large_blocks, 17).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 16),
            Kind::GetProtocolBranch => Sum::new(144_247_973),
            Kind::ProtocolBranch => Sum::new(83_153_446).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 13).shl(load.large_blocks, 23).shl(load.large_blocks, 22).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 19).shl(load.large_blocks, 19).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 19).shl(load.blake2b_blocks(), 18),
            Kind::GetPredecessorHeader => Sum::new(144_715_788),
            Kind::PredecessorHeader => Sum::new(50_564_005).shl(load.elements, 21).shl(load.elements, 20).shl(load.elements, 17).shl(load.elements, 16).shl(load.elements, 15).shl(load.elements, 13).shl(load.large_blocks, 24).shl(load.large_blocks, 23).shl(load.large_blocks, 21).shl(load.large_blocks, 20).shl(load.large_blocks, 15).shl(load.large_blocks, 13).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 17),
            Kind::DalGraft => Sum::new(153_310_077),
            Kind::DalPrune => Sum::new(0).shl(load.bytes, 19).shl(load.bytes, 18).shl(load.bytes, 15).shl(load.bytes, 13).shl(load.bytes, 12).shl(load.bytes, 9).shl(load.elements, 26).shl(load.elements, 24).shl(load.elements, 23).shl(load.elements, 22).shl(load.elements, 20).shl(load.elements, 19).shl(load.elements_log2(), 22).shl(load.elements_log2(), 21).shl(load.elements_log2(), 20).shl(load.elements_log2(), 17).shl(load.elements_log2(), 16).shl(load.elements_log2(), 15).shl(load.blocks, 25).shl(load.blocks, 23).shl(load.blocks, 20).shl(load.blocks, 15).shl(load.blocks, 10).shl(load.blocks, 9).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 25).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 20).shl(load.blake2b_blocks(), 20),
            Kind::DalIHave => Sum::new(60_268_749).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 22).shl(load.blake2b_blocks(), 16).shl(load.blake2b_blocks(), 15).shl(load.blake2b_blocks(), 15).shl(load.bytes_log(), 12).shl(load.bytes_log(), 11).shl(load.bytes_log(), 10).shl(load.bytes_log(), 9).shl(load.bytes_log(), 8).shl(load.bytes_log(), 6),
            Kind::DalIWant => Sum::new(63_514_855).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 17).shl(load.blake2b_blocks(), 10).shl(load.blake2b_blocks(), 9).shl(load.bytes_log(), 13).shl(load.bytes_log(), 10).shl(load.bytes_log(), 4),
            Kind::DalSubscribe => Sum::new(153_662_315),
            Kind::DalUnsubscribe => Sum::new(153_491_689),
            Kind::DalMessageWithHeader => Sum::new(50_615_360).shl(load.blake2b_blocks(), 26).shl(load.blake2b_blocks(), 24).shl(load.blake2b_blocks(), 23).shl(load.blake2b_blocks(), 21).shl(load.blake2b_blocks(), 18).shl(load.blake2b_blocks(), 11),
            Kind::Chunk => Sum::new(1_048_055_938).shl(load.bytes, 20).shl(load.bytes, 18).shl(load.bytes, 17).shl(load.bytes, 13).shl(load.bytes, 11).shl(load.bytes, 10),
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
            Kind::Connection => Sum::new(150_911_604).per(load.bytes, 98_138).per(load.blocks, 183_150_932).per(load.large_blocks, 169_894_284),
            Kind::Metadata => Sum::new(59_392_000),
            Kind::Ack => Sum::new(59_540_648).per(load.bytes, 13_729_622).per(load.elements, 1_224_141_256).per(load.blocks, 250_763_089),
            Kind::Disconnect => Sum::new(324_608_000),
            Kind::Bootstrap => Sum::new(324_608_000),
            Kind::Advertise => Sum::new(377_439_755).per(load.elements, 1_887_874_882).per(load.elements_log2(), 5_816_064).per(load.blocks, 254_634_597).per(load.bytes_log(), 34_687),
            Kind::SwapRequest => Sum::new(2_490_368_000),
            Kind::SwapAck => Sum::new(2_490_368_000),
            Kind::GetCurrentBranch => Sum::new(333_824_000),
            Kind::CurrentBranch => Sum::new(792_263_440).per(load.bytes, 95_808).per(load.elements, 43_271_048).per(load.elements_log2(), 25_309_093).per(load.blocks, 185_320_794).per(load.large_blocks, 392_325_467),
            Kind::Deactivate => Sum::new(333_824_000),
            Kind::GetCurrentHead => Sum::new(332_800_000),
            Kind::CurrentHead => Sum::new(944_429_506).per(load.bytes, 94_967).per(load.elements, 42_152_308).per(load.elements_log2(), 20_251_925).per(load.blocks, 183_188_172).per(load.large_blocks, 453_811_876),
            Kind::GetBlockHeaders => Sum::new(404_802_806).per(load.bytes, 172_519).per(load.blocks, 161_947_303),
            Kind::BlockHeader => Sum::new(596_609_980).per(load.bytes, 95_658).per(load.elements, 42_189_501).per(load.elements_log2(), 28_918_039).per(load.blocks, 182_294_001).per(load.large_blocks, 432_468_501),
            Kind::GetOperations => Sum::new(404_685_308).per(load.bytes, 184_269).per(load.blocks, 160_084_165),
            Kind::Operation => Sum::new(411_846_892).per(load.bytes, 66_820).per(load.blocks, 175_910_881).per(load.large_blocks, 477_180_628).per(load.bytes_log(), 1_758),
            Kind::GetProtocols => Sum::new(406_528_000).per(load.fixed_elements, 5_254_360).per(load.blocks, 163_340_396),
            Kind::Protocol => Sum::new(467_795_368).per(load.bytes, 96_131).per(load.elements, 128_365_612).per(load.elements_log2(), 154_523_008).per(load.blocks, 173_201_138).per(load.large_blocks, 602_908_295),
            Kind::GetOperationsForBlocks => Sum::new(414_720_000).per(load.fixed_elements, 6_063_484).per(load.blocks, 167_577_765),
            Kind::OperationsForBlocks => Sum::new(377_772_300).per(load.bytes, 94_993).per(load.elements, 69_664_211).per(load.blocks, 189_202_435).per(load.large_blocks, 444_966_086).per(load.depth, 260_769_396),
            Kind::GetCheckpoint => Sum::new(332_800_000),
            Kind::Checkpoint => Sum::new(608_402_917).per(load.bytes, 95_756).per(load.elements, 42_365_720).per(load.elements_log2(), 37_140_260).per(load.blocks, 178_996_344).per(load.large_blocks, 432_580_178),
            Kind::GetProtocolBranch => Sum::new(338_944_000),
            Kind::ProtocolBranch => Sum::new(795_517_423).per(load.bytes, 95_014).per(load.elements, 42_614_211).per(load.elements_log2(), 20_327_951).per(load.blocks, 189_181_674).per(load.large_blocks, 420_335_925),
            Kind::GetPredecessorHeader => Sum::new(350_208_000),
            Kind::PredecessorHeader => Sum::new(642_362_614).per(load.bytes, 95_237).per(load.elements, 42_790_781).per(load.elements_log2(), 25_677_839).per(load.blocks, 183_479_985).per(load.large_blocks, 439_440_340),
            Kind::DalGraft => Sum::new(366_245_591),
            Kind::DalPrune => Sum::new(530_432_000).per(load.elements, 1_944_248_764).per(load.blocks, 248_069_104),
            Kind::DalIHave => Sum::new(414_805_319).per(load.bytes, 1_597_193).per(load.blocks, 170_191_029).per(load.large_blocks, 474_714_709),
            Kind::DalIWant => Sum::new(388_519_057).per(load.bytes, 1_596_094).per(load.blocks, 171_127_430).per(load.large_blocks, 466_690_575),
            Kind::DalSubscribe => Sum::new(366_381_714),
            Kind::DalUnsubscribe => Sum::new(365_494_024),
            Kind::DalMessageWithHeader => Sum::new(320_920_620).per(load.bytes, 1_631_733).per(load.blocks, 169_587_213).per(load.large_blocks, 426_925_972),
            Kind::Chunk => Sum::new(8_076_188_814).per(load.bytes, 24_471_224),
        };
        sum.total() / 1000
    }

    /// Returns the number of instructions of encoding a value.
    #[must_use]
    #[rustfmt::skip]
    pub const fn encode(kind: Kind, load: &Workload) -> u64 {
        let sum = match kind {
            Kind::Connection => Sum::new(268_749_782).per(load.bytes, 97_269).per(load.blocks, 15_112_397).per(load.large_blocks, 172_727_645),
            Kind::Metadata => Sum::new(208_896_000),
            Kind::Ack => Sum::new(228_471_485).per(load.bytes, 13_748_913).per(load.elements, 4_778_953_096).per(load.blocks, 29_377_935).per(load.bytes_log(), 65_580),
            Kind::Disconnect => Sum::new(326_656_000),
            Kind::Bootstrap => Sum::new(326_656_000),
            Kind::Advertise => Sum::new(0).per(load.bytes, 55_505_671).per(load.elements, 2_695_160_079).per(load.blocks, 26_111_153).per(load.bytes_log(), 65_831),
            Kind::SwapRequest => Sum::new(5_872_640_000),
            Kind::SwapAck => Sum::new(5_872_640_000),
            Kind::GetCurrentBranch => Sum::new(363_520_000),
            Kind::CurrentBranch => Sum::new(578_872_440).per(load.bytes, 94_446).per(load.elements, 36_257_335).per(load.fixed_elements, 236_540).per(load.blocks, 19_999_072).per(load.large_blocks, 298_098_504),
            Kind::Deactivate => Sum::new(363_520_000),
            Kind::GetCurrentHead => Sum::new(362_496_000),
            Kind::CurrentHead => Sum::new(667_057_228).per(load.bytes, 93_874).per(load.elements, 36_291_703).per(load.blocks, 22_150_304).per(load.large_blocks, 300_596_754),
            Kind::GetBlockHeaders => Sum::new(361_472_000).per(load.fixed_elements, 5_443_083).per(load.blocks, 5_570_810),
            Kind::BlockHeader => Sum::new(485_963_022).per(load.bytes, 93_965).per(load.elements, 36_304_383).per(load.blocks, 21_233_331).per(load.large_blocks, 316_325_055),
            Kind::GetOperations => Sum::new(363_319_510).per(load.fixed_elements, 6_092_536),
            Kind::Operation => Sum::new(355_624_858).per(load.bytes, 63_043).per(load.blocks, 16_395_708).per(load.large_blocks, 481_746_569).per(load.bytes_log(), 1_997),
            Kind::GetProtocols => Sum::new(361_472_000).per(load.fixed_elements, 5_158_402).per(load.blocks, 7_048_857),
            Kind::Protocol => Sum::new(383_551_315).per(load.bytes, 94_828).per(load.elements, 102_706_556).per(load.options, 13_361_583).per(load.blocks, 19_241_204).per(load.large_blocks, 250_130_095),
            Kind::GetOperationsForBlocks => Sum::new(366_592_000).per(load.fixed_elements, 6_238_603).per(load.blocks, 8_498_120),
            Kind::OperationsForBlocks => Sum::new(353_372_950).per(load.bytes, 93_945).per(load.elements, 46_611_262).per(load.blocks, 19_456_538).per(load.large_blocks, 248_406_883).per(load.depth, 54_700_673),
            Kind::GetCheckpoint => Sum::new(363_520_000),
            Kind::Checkpoint => Sum::new(502_849_178).per(load.bytes, 94_440).per(load.elements, 36_414_578).per(load.blocks, 18_104_848).per(load.large_blocks, 346_492_834),
            Kind::GetProtocolBranch => Sum::new(348_160_000),
            Kind::ProtocolBranch => Sum::new(595_562_776).per(load.bytes, 92_994).per(load.elements, 36_389_463).per(load.blocks, 18_936_896).per(load.large_blocks, 342_633_613),
            Kind::GetPredecessorHeader => Sum::new(350_208_000),
            Kind::PredecessorHeader => Sum::new(500_415_254).per(load.bytes, 96_091).per(load.elements, 36_320_093).per(load.blocks, 20_351_913).per(load.large_blocks, 275_726_836),
            Kind::DalGraft => Sum::new(357_654_136),
            Kind::DalPrune => Sum::new(0).per(load.bytes, 13_161_412).per(load.elements, 4_469_300_021).per(load.elements_log2(), 39_143_353).per(load.blocks, 110_354_441).per(load.elements_log(), 22_654_457),
            Kind::DalIHave => Sum::new(424_417_121).per(load.fixed_elements, 63_366_398).per(load.blocks, 56_367_933).per(load.large_blocks, 474_506_352),
            Kind::DalIWant => Sum::new(377_856_000).per(load.fixed_elements, 63_248_057).per(load.blocks, 57_156_986).per(load.large_blocks, 470_801_554),
            Kind::DalSubscribe => Sum::new(358_515_596),
            Kind::DalUnsubscribe => Sum::new(359_058_145),
            Kind::DalMessageWithHeader => Sum::new(370_121_648).per(load.bytes, 644_146).per(load.blocks, 46_617_324).per(load.large_blocks, 419_610_049),
            Kind::Chunk => Sum::new(7_894_462_763).per(load.bytes, 24_476_054),
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
            Kind::CurrentBranch => Sum::new(871_988_113).per(load.elements, 53_624_795).per(load.fixed_elements, 1_024_875).per(load.blocks, 3_389_503).per(load.large_blocks, 52_238_641).per(load.blake2b_blocks(), 1_940_768_147),
            Kind::Deactivate => Sum::new(2_445_312_000),
            Kind::GetCurrentHead => Sum::new(2_445_312_000),
            Kind::CurrentHead => Sum::new(994_466_717).per(load.elements, 53_487_737).per(load.blocks, 4_551_903).per(load.large_blocks, 65_135_405).per(load.blake2b_blocks(), 1_942_480_735),
            Kind::GetBlockHeaders => Sum::new(521_530_417).per(load.bytes, 115_115).per(load.blake2b_blocks(), 1_956_876_499),
            Kind::BlockHeader => Sum::new(742_685_169).per(load.elements, 53_537_380).per(load.blocks, 3_128_220).per(load.large_blocks, 100_964_055).per(load.blake2b_blocks(), 1_940_949_618),
            Kind::GetOperations => Sum::new(523_316_204).per(load.bytes, 125_652).per(load.blake2b_blocks(), 1_955_333_875),
            Kind::Operation => Sum::new(539_362_299).per(load.large_blocks, 56_565_495).per(load.blake2b_blocks(), 1_942_090_417),
            Kind::GetProtocols => Sum::new(523_567_159).per(load.fixed_elements, 3_833_201).per(load.blake2b_blocks(), 1_956_707_459),
            Kind::Protocol => Sum::new(577_938_853).per(load.elements, 113_147_328).per(load.options, 43_155_995).per(load.blocks, 4_243_367).per(load.large_blocks, 92_067_230).per(load.blake2b_blocks(), 1_940_788_853),
            Kind::GetOperationsForBlocks => Sum::new(526_677_968).per(load.fixed_elements, 3_302_046).per(load.blake2b_blocks(), 1_961_831_135),
            Kind::OperationsForBlocks => Sum::new(517_915_603).per(load.elements, 67_538_828).per(load.blocks, 5_024_105).per(load.depth, 66_682_607).per(load.blake2b_blocks(), 1_940_877_349),
            Kind::GetCheckpoint => Sum::new(2_445_312_000),
            Kind::Checkpoint => Sum::new(745_995_236).per(load.elements, 53_590_004).per(load.blocks, 3_620_914).per(load.large_blocks, 94_640_434).per(load.blake2b_blocks(), 1_940_585_665),
            Kind::GetProtocolBranch => Sum::new(2_453_504_000),
            Kind::ProtocolBranch => Sum::new(887_752_039).per(load.bytes, 105_030).per(load.elements, 53_567_400).per(load.blocks, 2_698_919).per(load.large_blocks, 111_444_428).per(load.blake2b_blocks(), 1_926_968_287),
            Kind::GetPredecessorHeader => Sum::new(2_458_624_000),
            Kind::PredecessorHeader => Sum::new(756_678_247).per(load.elements, 53_490_763).per(load.blocks, 4_077_575).per(load.large_blocks, 85_319_498).per(load.blake2b_blocks(), 1_941_240_155),
            Kind::DalGraft => Sum::new(2_484_299_013),
            Kind::DalPrune => Sum::new(647_887_769).per(load.elements, 5_442_861_124).per(load.elements_log2(), 21_592_280).per(load.blocks, 56_618_014).per(load.blake2b_blocks(), 1_951_792_080).per(load.elements_log(), 5_525_839),
            Kind::DalIHave => Sum::new(542_883_468).per(load.bytes, 901_243).per(load.blocks, 72_625_578).per(load.large_blocks, 51_398_831).per(load.blake2b_blocks(), 1_976_888_500).per(load.bytes_log(), 8_508),
            Kind::DalIWant => Sum::new(548_112_450).per(load.fixed_elements, 100_476_846).per(load.blocks, 50_107_845).per(load.blake2b_blocks(), 1_939_183_550),
            Kind::DalSubscribe => Sum::new(2_485_242_420),
            Kind::DalUnsubscribe => Sum::new(2_485_839_438),
            Kind::DalMessageWithHeader => Sum::new(779_281_045).per(load.fixed_elements, 25_652_582).per(load.blocks, 23_429_944).per(load.large_blocks, 46_326_916).per(load.blake2b_blocks(), 1_901_700_154).per(load.bytes_log(), 8_799),
            Kind::Chunk => Sum::new(7_894_462_763).per(load.bytes, 24_476_054),
        };
        sum.total() / 1000
    }
}
