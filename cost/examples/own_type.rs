//! A model of the cost of a type of your own: measure, fit, print the code.

use tezos_codec_cost::{Direction, Fit, InputOptions, Lab, Numbers, Result, TimeOptions, subject};
use tezos_encoding::prelude::*;

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    id: u64,
    #[encoding(dynamic, list = 1000)]
    names: Vec<String>,
}

pub(crate) fn main() -> Result<()> {
    let lab = Lab::start([subject::<Message>()])?; // first: measuring starts this program again
    let inputs = lab.inputs(&InputOptions { max_bytes: 4096, count: 30, ..InputOptions::default() })?;
    let measured = lab.time(&inputs, &TimeOptions::default())?.clean(3.0)?;
    let solution = measured.fit(&Fit::default())?;
    solution.generate("Message", Direction::Decode, &Numbers::Integers, std::io::stdout())
}
