//! A search for bytes above their bound, among the prefixes and the mutants of short messages.

use std::{fs, io, path::PathBuf};

use tezos_codec_cost::{Calibration, Direction, Result, Solution, Subject, variants};
use tezos_encoding::{
    cost::{Cost, Workload},
    schema::Encoding,
};
use tezos_messages::cost::{InputKind, explanation_cost, most_cost};

use crate::kinds::{self, Kind, Tag, of_messages};

/// The most that a workload may cost, in nanoseconds.
type Bound = Box<dyn Fn(&Workload) -> f64>;

/// The messages whose prefixes and mutants are searched.
pub(crate) struct Scan {
    /// The bounds; `None` for those that are committed.
    pub(crate) bounds: Option<Solution>,
    /// The folder of the fuzzer's corpus.
    pub(crate) corpus: PathBuf,
    pub(crate) seed: u64,
    /// The number of valid messages, and of messages with one mistake.
    pub(crate) inputs: usize,
    /// The size of the longest.
    pub(crate) max_bytes: usize,
}

impl Scan {
    /// Prints the greatest costs of each kind and returns whether all are within their bounds.
    pub(crate) fn run(&self) -> Result<bool> {
        let (mut is_within, explanations) = (true, kinds::explanations());
        println!("| kind | inputs | reading, of its bound | explaining, of its bound |\n|---|--:|--:|--:|");
        for kind in kinds::kinds() {
            let (Some(arriving), Some(encoding)) = (&kind.arriving, kind.body) else { continue };
            let explained = explanations.iter().find(|subject| subject.name() == kind.explanation());
            let bodies = self.bodies(&kind, encoding)?;
            let (mut inputs, mut shares) = (0, Vec::new());
            for subject in [Some(arriving), explained].into_iter().flatten() {
                let framed = bodies.iter().flat_map(|body| variants(body)).filter_map(|body| kind.tag.frame(body));
                let Some(closest) = subject.closest(framed, self.bound(&kind, subject)?) else { continue };
                if closest.share > 1.0 {
                    is_within = false;
                    let bytes: String = closest.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                    eprintln!("{}: {:.2} of the bound for {bytes}", subject.name(), closest.share);
                }
                inputs = closest.inputs;
                shares.push(format!("{:.2}", closest.share));
            }
            println!("| `{}` | {inputs} | {} |", kind.subject.name(), shares.join(" | "));
        }
        Ok(is_within)
    }

    /// Returns the bound of a subject of a kind, in nanoseconds of this machine. What is committed is converted each time, because machines become
    /// slower and faster.
    fn bound(&self, kind: &Kind, subject: &Subject) -> Result<Bound> {
        if let Some(bounds) = &self.bounds {
            let model = bounds.model(subject.name(), Direction::Decode)?.clone();
            return Ok(Box::new(move |load| model.predict(load)));
        }
        let ratio = Calibration::quick().ratio();
        let nanoseconds = move |cost: Cost| cost.0 as f64 / 1e3 * ratio;
        let of_kind = InputKind::ALL.into_iter().find(|known| known.name() == kind.subject.name());
        Ok(match of_kind.filter(|_| subject.name() != kind.explanation()) {
            Some(kind) => Box::new(move |load| nanoseconds(most_cost(kind, load.bytes))),
            None => Box::new(move |load| nanoseconds(explanation_cost(load.bytes))),
        })
    }

    /// Returns the messages of a kind, without the size prefix and the tag.
    fn bodies(&self, kind: &Kind, encoding: &'static Encoding) -> Result<Vec<Vec<u8>>> {
        let generate = of_messages(encoding).max_bytes(self.max_bytes);
        let limits = generate.boundaries().filter_map(std::result::Result::ok);
        let values = generate.values(self.seed).take(self.inputs).filter_map(std::result::Result::ok);
        let mistakes = generate.almost_valid(self.seed).take(self.inputs).map(|flawed| flawed.bytes);
        let mut bodies: Vec<_> = limits.chain(values).chain(mistakes).chain(self.corpus(kind)?).collect();
        bodies.retain(|body| body.len() <= self.max_bytes);
        bodies.sort_unstable();
        bodies.dedup();
        Ok(bodies)
    }

    /// Returns the bodies in the fuzzer's corpus: inputs of the target of the kind, and of the target of all messages that have its tag. The first
    /// byte of an input tells whether the rest is a message, if it is a multiple of four, or how one is generated.
    fn corpus(&self, kind: &Kind) -> io::Result<Vec<Vec<u8>>> {
        let name = kind.subject.name().to_lowercase();
        let mut bodies = Vec::new();
        for target in [kind.title.to_lowercase(), format!("{name}_message"), name] {
            bodies.extend(self.target(&target)?);
        }
        let (all, tag) = match kind.tag {
            Tag::Peer(tag) => ("peer_message", tag),
            Tag::Dal(tag) => ("dal_peer_message", tag),
            Tag::None | Tag::Contents { .. } => return Ok(bodies),
        };
        let of_tag = |message: Vec<u8>| {
            let (&[_, _, _, _, high, low], body) = message.split_first_chunk()?;
            (u32::from(u16::from_be_bytes([high, low])) == tag).then(|| body.to_vec())
        };
        bodies.extend(self.target(all)?.into_iter().filter_map(of_tag));
        Ok(bodies)
    }

    /// Returns the messages in the corpus of a target; none if there is no such target.
    fn target(&self, name: &str) -> io::Result<Vec<Vec<u8>>> {
        let folder = self.corpus.join(name);
        if !folder.exists() {
            return Ok(Vec::new());
        }
        let inputs = fs::read_dir(folder)?.map(|file| fs::read(file?.path())).collect::<io::Result<Vec<_>>>()?;
        let bytes =
            |input: Vec<u8>| input.split_first().filter(|(how, _)| **how & 3 == 0).map(|(_, bytes)| bytes.to_vec());
        Ok(inputs.into_iter().filter_map(bytes).collect())
    }
}
