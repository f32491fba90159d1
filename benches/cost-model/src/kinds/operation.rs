//! Operations of all protocols, and Micheline expressions.

use std::hint::black_box;

use fastrand::Rng;
use tezos_codec_cost::{Direction, Sample, Subject, Work, subject, workload};
use tezos_encoding::{
    Decode, HasEncoding,
    cost::Workload,
    schema::{Case, at, generate::generate},
};
use tezos_protocols::{
    Protocol,
    micheline::{Micheline, MichelineRef},
    operation::{Contents, Operation},
    registry,
};

use super::{Home, Kind, Tag, camel, value};

/// An operation of one protocol.
struct OfProtocol {
    protocol: Protocol,
    bytes: Vec<u8>,
    value: Operation,
}

impl Work for OfProtocol {
    fn run(&self, direction: Direction, times: u32) {
        for _ in 0..times {
            match direction {
                Direction::Decode => drop(black_box(self.protocol.decode::<Operation>(black_box(&self.bytes)))),
                Direction::Encode => drop(black_box(self.protocol.encode(black_box(&self.value)))),
                // The hash of an operation is that of its bytes, which a node has received.
                Direction::Hash => drop(black_box(tezos_hashes::hash::blake2b_256(black_box(&self.bytes)))),
            }
        }
    }
}

/// Returns the kind of operations with contents of one case, in the newest protocol that has it. Manager operations have one or several
/// contents, others have one.
pub(super) fn operation(case: &'static Case, all: &'static [Case]) -> Kind {
    const BRANCH_BYTES: usize = 32;
    const SIGNATURE_BYTES: usize = 64;
    const BATCH_MAX: usize = 32;
    let (since, until) = (case.revisions.since, case.revisions.until);
    let of = |protocol: &Protocol| case.revisions.contain(protocol.revision()) && *protocol != Protocol::Alpha;
    let protocol = Protocol::ALL.iter().copied().rev().find(of).unwrap_or(Protocol::Alpha);
    let is_repeated = all.iter().any(|other| other.title == case.title && other.revisions.until > until);
    let suffix = if is_repeated { format!("Until{:03}", until.0) } else { String::new() };
    let is_manager = case.tag >= Contents::FIRST_MANAGER_TAG;
    let (payload, whole) = (at(case.payload, protocol.revision()), at(Operation::ENCODING, protocol.revision()));
    let min_bytes = payload.size().least + 1;
    let fixed = BRANCH_BYTES + SIGNATURE_BYTES;
    let make = move |seed: u64, max_bytes: usize| {
        let mut rng = Rng::with_seed(seed);
        let available = max_bytes.checked_sub(fixed)?;
        let max_count = if is_manager { (available / min_bytes).min(BATCH_MAX) } else { 1 };
        let count = 1 + rng.usize(..max_count);
        let mut bytes = vec![rng.u8(..); BRANCH_BYTES];
        for _ in 0..count {
            bytes.push(u8::try_from(case.tag).ok()?);
            bytes.extend(value(registry::add_examples(generate(payload)), rng.u64(..), available / count - 1)?);
        }
        bytes.extend_from_slice(&[rng.u8(..); SIGNATURE_BYTES]);
        protocol.decode::<Operation>(&bytes).ok()?;
        // `elements` counts the contents too, which are a variable of their own.
        let load = workload(whole, &bytes).ok()?;
        let contents = count as u64;
        Some(Sample { load: Workload { contents, elements: load.elements - contents, ..load }, bytes })
    };
    let open = move |sample: &Sample| {
        let value = protocol.decode(&sample.bytes).ok()?;
        let work: Box<dyn Work> = Box::new(OfProtocol { protocol, bytes: sample.bytes.clone(), value });
        Some(work)
    };
    Kind {
        home: Home::Protocol,
        title: case.title.into(),
        tag: Tag::Contents { tag: case.tag, since: since.0, until: until.0 },
        body: None,
        subject: Subject::new(camel(case.title) + &suffix, min_bytes + fixed, make, open),
        arriving: None,
    }
}

/// Returns the kind of owned Micheline expressions, whose elements are the nodes.
pub(super) fn micheline() -> Kind {
    let make = |seed: u64, max_bytes: usize| {
        let bytes = value(generate(Micheline::ENCODING), seed, max_bytes)?;
        let value = Micheline::from_bytes(&bytes).ok()?;
        let (elements, depth) = (value.nodes() as u64, depth(value.root()));
        let load = Workload { elements, depth, ..Workload::of_bytes(bytes.len() as u64) };
        Some(Sample { bytes, load })
    };
    Kind {
        home: Home::Protocol,
        title: "Micheline expression, owned".into(),
        tag: Tag::None,
        body: None,
        subject: subject::<Micheline>().named("Micheline").made_by(Micheline::ENCODING.size().least, make),
        arriving: None,
    }
}

/// Returns the levels of nesting, which it counts without recursion.
fn depth(root: MichelineRef<'_>) -> u64 {
    let mut open = vec![root.children()];
    let mut deepest = 1;
    while let Some(children) = open.last_mut() {
        match children.next() {
            Some(child) => {
                open.push(child.children());
                deepest = deepest.max(open.len());
            }
            None => drop(open.pop()),
        }
    }
    deepest as u64
}

#[cfg(test)]
mod tests {
    use tezos_encoding::Tagged;
    use tezos_protocols::operation::Contents;

    use super::*;

    /// Each protocol has one kind for each of its contents.
    #[test]
    fn every_case_of_every_protocol_is_one_kind() {
        let kinds: Vec<Kind> = Contents::CASES.iter().map(|case| operation(case, Contents::CASES)).collect();
        let names = kinds.iter().map(|kind| kind.subject.name()).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(names.len(), kinds.len(), "two kinds have the same name");
        for protocol in Protocol::ALL {
            let revision = protocol.revision();
            for case in Contents::CASES.iter().filter(|case| case.revisions.contain(revision)) {
                let is_of = |kind: &&Kind| {
                    matches!(kind.tag, Tag::Contents { tag, since, until }
                        if tag == case.tag && (since..=until).contains(&revision.0))
                };
                let found: Vec<_> = kinds.iter().filter(is_of).collect();
                assert!(matches!(found[..], [kind] if kind.title == case.title), "{} of {protocol}", case.title);
            }
        }
    }
}
