use std::time::{Duration, Instant};

use tezos_codec_cost::{
    Direction, Error, InputOptions, Inputs, Lab, Sample, Subject, TimeOptions, Unit, Work, subject, variants, workload,
};
use tezos_encoding::{cost::Workload, prelude::*};

/// A list of texts after a number.
#[derive(HasEncoding, NomReader, BinWriter)]
struct Names {
    count: u16,
    #[encoding(dynamic, list)]
    names: Vec<String>,
}

fn lab() -> Lab {
    let other = subject::<Names>().named("NamesOnlyDecoded").directions(&[Direction::Decode]);
    Lab::start([subject::<Names>(), other]).unwrap()
}

fn options(count: usize) -> InputOptions {
    InputOptions { count, max_bytes: 2000, ..InputOptions::default() }
}

#[test]
fn inputs_go_from_the_shortest_to_the_longest() {
    let inputs = lab().inputs(&options(20)).unwrap();
    let names: Vec<_> = inputs.rows.iter().filter(|input| input.kind == "Names").collect();
    assert_eq!((names.len(), inputs.rows.len()), (20, 40));
    assert_eq!((names[0].bytes, names[0].max_bytes, names[19].max_bytes), (6, 6, 2000));
    assert!(names.iter().all(|input| input.bytes <= input.max_bytes as u64) && names[19].bytes > 200);
    for input in &inputs.rows {
        let sample = lab().again(input).unwrap();
        assert_eq!(workload(Names::ENCODING, &sample.bytes).unwrap(), input.load());
    }
    assert_eq!(inputs, lab().inputs(&options(20)).unwrap());
    let file = tempfile::NamedTempFile::new().unwrap();
    inputs.save(file.path()).unwrap();
    assert_eq!(Inputs::load(file.path()).unwrap(), inputs);
}

/// Of several values below the first limit, the shortest is taken; for the others, the longest.
#[test]
fn the_first_input_is_the_shortest() {
    let make = |seed: u64, _| {
        let bytes = vec![7; usize::from(seed.to_le_bytes()[0]) + 1];
        Some(Sample { load: Workload::of_bytes(bytes.len() as u64), bytes })
    };
    let lab = Lab::start([Subject::new("Random", 1, make, |_| None)]).unwrap();
    let rows = lab.inputs(&options(10)).unwrap().rows;
    assert!(rows[0].bytes < 128 && rows[1..].iter().all(|row| row.bytes > 128), "{rows:?}");
}

#[test]
fn kinds_are_selected_by_their_whole_name() {
    let of = |kind: &str| lab().inputs(&InputOptions { kinds: vec![kind.into()], ..options(2) });
    let kinds: Vec<_> = of("Names").unwrap().rows.into_iter().map(|input| input.kind).collect();
    assert_eq!(kinds, ["Names", "Names"]);
    assert!(matches!(of("Name"), Err(Error::UnknownKind(kind)) if kind == "Name"));
    assert!(
        matches!(Lab::start([subject::<Names>(), subject::<Names>()]), Err(Error::TwoKinds(kind)) if kind == "Names")
    );
}

#[test]
fn options_without_a_meaning_are_errors() {
    let here = TimeOptions { processes: 0, samples: 1, percentile: 50 };
    let inputs = lab().inputs(&options(1)).unwrap();
    assert!(matches!(lab().inputs(&options(0)), Err(Error::Option { name: "inputs", .. })));
    let time = |options: &TimeOptions| lab().time(&inputs, options);
    assert!(matches!(time(&TimeOptions { samples: 0, ..here }), Err(Error::Option { name: "samples", .. })));
    assert!(matches!(time(&TimeOptions { percentile: 101, ..here }), Err(Error::Option { name: "percentile", .. })));
    assert!(time(&TimeOptions { percentile: 100, ..here }).is_ok());
}

/// Each input is measured once in each direction of its subject, and the options are in the setup.
#[test]
fn every_direction_is_measured() {
    let inputs = lab().inputs(&options(3)).unwrap();
    let measured = lab().time(&inputs, &TimeOptions { processes: 0, samples: 2, percentile: 25 }).unwrap();
    assert_eq!((measured.unit, measured.rows.len()), (Unit::Nanoseconds, 12));
    assert!(measured.rows.iter().all(|row| row.cost > 0.0));
    let only = measured.rows.iter().filter(|row| row.input.kind == "NamesOnlyDecoded");
    assert!(only.map(|row| row.direction).eq([Direction::Decode; 3]));
    let options = "3 inputs of each kind up to 2000 bytes, seed 1; 2 samples, percentile 25, 0 processes";
    assert_eq!(measured.setup.options, options);
    assert!(
        measured.setup.to_string().contains(options) && measured.setup.to_string().contains(&measured.setup.processor)
    );
}

#[test]
fn a_changed_generator_is_noticed() {
    let mut inputs = lab().inputs(&options(3)).unwrap();
    inputs.rows[5].checksum = "0123456789abcdef".into();
    let error = lab().time(&inputs, &TimeOptions { processes: 0, samples: 1, percentile: 50 }).unwrap_err();
    assert!(matches!(error, Error::OtherInput(kind) if kind == "NamesOnlyDecoded"));
}

/// Work that takes a millisecond for one input, and next to nothing for the others.
struct Slow(bool);

impl Work for Slow {
    fn run(&self, _: Direction, times: u32) {
        let end = Instant::now() + Duration::from_millis(1) * times;
        while self.0 && Instant::now() < end {}
    }
}

#[test]
fn a_search_finds_the_input_above_its_bound() {
    let subject = Subject::new(
        "Slow",
        1,
        |_, _| None,
        |sample| Some(Box::new(Slow(sample.bytes == [1, 7 ^ 0x10])) as Box<dyn Work>),
    );
    let bound = |_: &Workload| 1e5;
    let closest = subject.closest(variants(&[1, 7]), bound).unwrap();
    assert_eq!((closest.inputs, &closest.bytes[..]), (23, &[1, 7 ^ 0x10][..]));
    assert!(closest.share >= 10.0, "{closest:?}");
    assert_eq!(subject.closest([], bound), None);
}
