//! Applications of primitives, in any of the seven encodings of Micheline.

use tezos_encoding::wire::{Length, U30};
use tezos_encoding::{Facts, Fault, FaultKind, NomReader, Reader};

use crate::micheline::{MichelineRef, Prim, read_annotations};

/// The facts of readers and writers that know no more than that a node has at least two bytes.
pub const NODE: Facts = Facts::sequence(&[Facts::fixed(2), Facts::UNKNOWN]);

/// An application whose tag and primitive have been read. Its arguments and annotations follow.
///
/// | tag     | arguments                           | annotations                     |
/// |--------:|-------------------------------------|---------------------------------|
/// | 3, 5, 7 | none, one, two                      | none                            |
/// | 4, 6, 8 | none, one, two                      | text with a 4-byte size prefix  |
/// | 9       | any, in a block with its size prefix | text with a 4-byte size prefix |
pub(super) struct Application<'a> {
    /// The primitive; `None` if the node is not an application.
    prim: Option<Prim>,
    args: Args<'a>,
    is_annotated: bool,
}

/// Where the arguments of an application are.
enum Args<'a> {
    /// This many arguments follow.
    Follow(u8),
    /// The arguments are in a block, which the enclosing reader has skipped.
    Block(Reader<'a>),
}

impl<'a> Application<'a> {
    /// Reads the tag and the primitive, and opens the block of arguments if there is one.
    pub(super) fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let [tag, prim] = input.bytes()?;
        let (count, is_annotated) = match tag {
            3 => (0, false),
            4 => (0, true),
            5 => (1, false),
            6 => (1, true),
            7 => (2, false),
            8 => (2, true),
            9 => {
                let size = U30::read(input)?;
                return Ok(Self { prim: Some(prim.into()), args: Args::Block(input.block(size)?), is_annotated: true });
            }
            _ => return Ok(Self { prim: None, args: Args::Follow(0), is_annotated: false }),
        };
        Ok(Self { prim: Some(prim.into()), args: Args::Follow(count), is_annotated })
    }

    /// Returns the primitive, if the application has `count` arguments or they are in a block.
    pub(super) fn prim_of(&self, count: u8) -> Option<Prim> {
        match self.args {
            Args::Follow(found) if found != count => None,
            _ => self.prim,
        }
    }

    /// Reads the arguments by `read`, then the annotations, which are checked and dropped. The second parameter of `read` is true if the
    /// arguments are in a block, which `read` must consume.
    pub(super) fn arguments<T>(
        self,
        input: &mut Reader<'a>,
        read: impl FnOnce(&mut Reader<'a>, bool) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let value = match self.args {
            Args::Follow(_) => read(input, false)?,
            Args::Block(mut block) => {
                let value = read(&mut block, true)?;
                block.finish()?;
                value
            }
        };
        if self.is_annotated {
            read_annotations(input)?;
        }
        Ok(value)
    }
}

/// Reads an application of `prim` to `count` arguments.
///
/// # Errors
/// `Invalid_magic` for any other node; those of the arguments.
pub(super) fn read_prim<'a, T>(
    input: &mut Reader<'a>,
    prim: Prim,
    count: u8,
    read: impl FnOnce(&mut Reader<'a>, bool) -> Result<T, Fault>,
) -> Result<T, Fault> {
    let start = input.remaining();
    let application = Application::read(input)?;
    if application.prim_of(count) != Some(prim) {
        return Err(Fault::new(FaultKind::Magic, start));
    }
    application.arguments(input, read)
}

/// Returns the fault for a node that is none of the cases of a union. The tag of a case is the tag of the node and the primitive.
pub(super) fn unexpected(start: &[u8]) -> Fault {
    let tag = match start {
        [tag, prim, ..] => u16::from_be_bytes([*tag, *prim]),
        _ => 0,
    };
    Fault::unexpected_tag(start, tag.into(), false)
}

/// Opens the block of a sequence, if the node is a sequence.
pub(super) fn open_sequence<'a>(input: &mut Reader<'a>) -> Result<Option<Reader<'a>>, Fault> {
    if !matches!(input.remaining(), [2, ..]) {
        return Ok(None);
    }
    input.take(1)?;
    let size = U30::read(input)?;
    input.block(size).map(Some)
}

/// Returns true if the rest of `block` is a single node that can be a pair. Only an application of `Pair` is scanned for its end.
pub(super) fn is_single_pair(block: &Reader<'_>) -> Result<bool, Fault> {
    let mut rest = block.clone();
    match block.remaining() {
        [2, ..] => _ = open_sequence(&mut rest)?,
        [7..=9, prim, ..] if *prim == Prim::Pair.number() => _ = MichelineRef::read(&mut rest)?,
        _ => return Ok(false),
    }
    Ok(rest.is_empty())
}
