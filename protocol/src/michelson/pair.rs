//! Pairs.

use tezos_encoding::{BinWriter, Facts, Fault, HasEncoding, NomReader, Reader};

use super::application::{NODE, is_single_pair, open_sequence, read_prim};
use super::{Arg, Michelson, Type};
use crate::micheline::Prim;

/// A pair: the type `pair a b`. A right comb `pair a b c` is a `Pair<A, Pair<B, C>>`.
///
/// | bytes | field     | encoding             |
/// |------:|-----------|----------------------|
/// | 1     | tag       | 7                    |
/// | 1     | primitive | 7                    |
/// | n     |           | the first component  |
/// | n     |           | the second component |
///
/// This is what the writer writes: nested pairs for a right comb. The reader accepts all notations of Michelson, at each level:
/// `Pair a (Pair b c)`, `Pair a b c` and `{a; b; c}`, also with annotations. A contract passes right combs of four and more components to a
/// rollup as sequences.
///
/// ```
/// use tezos_protocols::micheline::{Alignment, parse};
/// use tezos_protocols::michelson::{Bool, Int, Michelson, Pair, Unit};
/// type Comb = Pair<Int, Pair<Bool, Unit>>;
/// let comb = Pair(Int::from(5), Pair(Bool(true), Unit));
/// for text in ["Pair 5 (Pair True Unit)", "Pair 5 True Unit", "{5; True; Unit}", "{5; Pair True Unit}"] {
///     let expr = parse(text, Alignment::Checked).unwrap();
///     assert_eq!(Comb::from_micheline(&expr).unwrap(), comb);
/// }
/// assert_eq!(comb.to_micheline().unwrap().to_string(), "Pair 5 (Pair True Unit)");
/// ```
///
/// # Errors
/// `Invalid_magic` for a node that is not a pair; `Not_enough_data` and `Extra_bytes` for a wrong number of components; those of the
/// components.
///
/// Rule: [`michelson.rs`, `MichelsonPair`][kernel], for the writer; [`script_ir_translator.ml`, `parse_pair`][parse], for the reader;
/// [`script_ir_unparser.ml`, `unparse_pair`][unparse], for what contracts pass.
///
/// [kernel]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/kernel_sdk/encoding/src/michelson.rs
/// [parse]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_translator.ml
/// [unparse]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/proto_alpha/lib_protocol/script_ir_unparser.ml
#[derive(HasEncoding, BinWriter, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[encoding(magic = "[7, PAIR]")]
pub struct Pair<A, B>(pub A, pub B);

const PAIR: u8 = Prim::Pair.number();

impl<A: Michelson, B: Michelson> Pair<A, B> {
    /// Reads the components that are left in a block.
    fn read_components(block: &mut Reader<'_>) -> Result<Self, Fault> {
        Ok(Self(A::read(block)?, B::read_rest_of_comb(block)?))
    }
}

impl<'a, A: Michelson, B: Michelson> NomReader<'a> for Pair<A, B> {
    const FACTS: Facts = NODE;

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        if let Some(mut block) = open_sequence(input)? {
            let pair = Self::read_components(&mut block)?;
            block.finish()?;
            return Ok(pair);
        }
        read_prim(input, Prim::Pair, 2, |args, is_block| match is_block {
            true => Self::read_components(args),
            false => Ok(Self(A::read(args)?, B::read(args)?)),
        })
    }
}

impl<A: Michelson, B: Michelson> Michelson for Pair<A, B> {
    const TYPE: &'static Type = &Type::new(Prim::pair, &[Arg::new(A::TYPE), Arg::new(B::TYPE)]);

    fn read_rest_of_comb(block: &mut Reader<'_>) -> Result<Self, Fault> {
        if is_single_pair(block)? { Self::read(block) } else { Self::read_components(block) }
    }
}
