//! Wire forms against the reference's vectors: what they accept, what they refuse and how, what they write.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a test"
)]

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;
use tezos_encoding::nom::{NomResult, nom_read};
use tezos_encoding::schema::{Class, Encoding};
use tezos_encoding::wire::*;
use tezos_encoding::{
    BinWriter, Decode, Encode, EncodeError, Fault, HasEncoding, Measure, N, NomReader, Reader, Sink, Z,
};

/// A value in a form of the caller's choice.
struct As<T, W>(T, PhantomData<W>);

impl<T, W: Schema<T>> HasEncoding for As<T, W> {
    const ENCODING: &'static Encoding = W::ENCODING;
}

impl<'a, T, W: Reads<'a, T>> NomReader<'a> for As<T, W> {
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        W::read(input).map(|value| Self(value, PhantomData))
    }
}

impl<T, W: Writes<T>> BinWriter for As<T, W> {
    const HAS_BLOCKS: bool = W::HAS_BLOCKS;

    fn measure(&self, measure: &mut Measure<'_>) -> Result<usize, EncodeError> {
        W::measure(&self.0, measure)
    }

    fn write<S: Sink>(&self, sink: &mut S) {
        W::write(&self.0, sink);
    }
}

/// What a form does with bytes: the bytes of the value written again, or the error's name.
type Run = fn(&[u8]) -> Result<Vec<u8>, (&'static str, String)>;

fn run<T, W>(bytes: &[u8]) -> Result<Vec<u8>, (&'static str, String)>
where
    W: Schema<T> + Writes<T> + for<'a> Reads<'a, T>,
{
    let value = As::<T, W>::from_bytes(bytes).map_err(|error| (error.kind().name(), error.to_string()))?;
    let size = W::ENCODING.size();
    let written = value.to_bytes().unwrap();
    assert!(written.len() >= size.least && size.most.is_none_or(|most| written.len() <= most), "{size:?}");
    Ok(written)
}

struct Form {
    run: Run,
    encoding: &'static Encoding,
}

/// `"description": Rust type as form;`
macro_rules! forms {
    ($($name:literal: $type:ty as $form:ty;)*) => {
        BTreeMap::from([$(
            ($name, Form { run: run::<$type, $form>, encoding: <$form as Schema<$type>>::ENCODING }),
        )*])
    };
}

fn forms() -> BTreeMap<&'static str, Form> {
    forms! {
        "bool": bool as Auto;
        "int8": i8 as Auto;
        "uint8": u8 as Auto;
        "int16": i16 as Auto;
        "uint16": u16 as Auto;
        "int31": i32 as Int31;
        "int32": i32 as Auto;
        "int64": i64 as Auto;
        "int16_le": i16 as Le;
        "uint16_le": u16 as Le;
        "int31_le": i32 as Ranged<-0x4000_0000, 0x3fff_ffff, true>;
        "int32_le": i32 as Le;
        "int64_le": i64 as Le;
        "float": f64 as Auto;
        "n": N as Auto;
        "z": Z as Auto;
        "ranged_int(0,0)": u8 as Ranged<0, 0>;
        "ranged_int(0,1)": u8 as Ranged<0, 1>;
        "ranged_int(0,10)": u8 as Ranged<0, 10>;
        "ranged_int(0,254)": u8 as Ranged<0, 254>;
        "ranged_int(0,255)": u8 as Ranged<0, 255>;
        "ranged_int(0,256)": u16 as Ranged<0, 256>;
        "ranged_int(0,65535)": u16 as Ranged<0, 65535>;
        "ranged_int(0,65536)": u32 as Ranged<0, 65536>;
        "ranged_int(0,1073741823)": i64 as Uint30;
        "ranged_int(1,1)": u8 as Ranged<1, 1>;
        "ranged_int(1,256)": u16 as Ranged<1, 256>;
        "ranged_int(1,257)": u16 as Ranged<1, 257>;
        "ranged_int(10,20)": u8 as Ranged<10, 20>;
        "ranged_int(100,355)": u16 as Ranged<100, 355>;
        "ranged_int(100,356)": u16 as Ranged<100, 356>;
        "ranged_int(1000,66535)": u32 as Ranged<1000, 66535>;
        "ranged_int(1000,66536)": u32 as Ranged<1000, 66536>;
        "ranged_int(65536,65600)": u32 as Ranged<65536, 65600>;
        "ranged_int(1073741568,1073741823)": u32 as Ranged<1_073_741_568, 1_073_741_823>;
        "ranged_int(-1,1)": i8 as Ranged<-1, 1>;
        "ranged_int(-1,0)": i8 as Ranged<-1, 0>;
        "ranged_int(-128,127)": i8 as Ranged<-128, 127>;
        "ranged_int(-129,127)": i16 as Ranged<-129, 127>;
        "ranged_int(-128,128)": i16 as Ranged<-128, 128>;
        "ranged_int(-10,300)": i16 as Ranged<-10, 300>;
        "ranged_int(-32768,32767)": i16 as Ranged<-32768, 32767>;
        "ranged_int(-32769,0)": i32 as Ranged<-32769, 0>;
        "ranged_int(-32768,32768)": i32 as Ranged<-32768, 32768>;
        "ranged_int(-1073741824,1073741823)": i64 as Int31;
        "ranged_int(-1073741824,-1073741823)": i32 as Ranged<-1_073_741_824, -1_073_741_823>;
        "ranged_int(-5,-3)": i8 as Ranged<-5, -3>;
        "ranged_int(-200,-150)": i16 as Ranged<-200, -150>;
        "ranged_int(5,1000000)": i64 as Ranged<5, 1_000_000>;
        "ranged_int(7,7)": u8 as Ranged<7, 7>;
        "ranged_int_le(1000,66535)": u32 as Ranged<1000, 66535, true>;
        "ranged_int_le(1000,66536)": u32 as Ranged<1000, 66536, true>;
        "ranged_int_le(-300,300)": i16 as Ranged<-300, 300, true>;
        "ranged_int_le(0,1000)": u16 as Ranged<0, 1000, true>;
        "ranged_int_le(-100000,100000)": i32 as Ranged<-100_000, 100_000, true>;
        "ranged_int_le(5,6)": u8 as Ranged<5, 6, true>;
        "uint_like_n(max=1073741823)": u32 as UintLikeN<1_073_741_823>;
        "uint_like_n(max=100)": u8 as UintLikeN<100>;
        "uint_like_n(max=127)": u8 as UintLikeN<127>;
        "uint_like_n(max=128)": u8 as UintLikeN<128>;
        "uint_like_n(max=255)": u8 as UintLikeN<255>;
        "uint_like_n(max=300)": u16 as UintLikeN<300>;
        "uint_like_n(max=16383)": u16 as UintLikeN<16383>;
        "uint_like_n(max=16384)": u16 as UintLikeN<16384>;
        "uint_like_n(max=0)": u8 as UintLikeN<0>;
        "int_like_z(min=-1073741824,max=1073741823)": i32 as IntLikeZ<-1_073_741_824, 1_073_741_823>;
        "int_like_z(min=-100,max=100)": i8 as IntLikeZ<-100, 100>;
        "int_like_z(min=0,max=1000)": i16 as IntLikeZ<0, 1000>;
        "int_like_z(min=-64,max=63)": i8 as IntLikeZ<-64, 63>;
        "int_like_z(min=-63,max=63)": i8 as IntLikeZ<-63, 63>;
        "int_like_z(min=10,max=20)": i8 as IntLikeZ<10, 20>;
        "int_like_z(min=-20,max=-10)": i8 as IntLikeZ<-20, -10>;
        "fixed_bytes(32)": [u8; 32] as Bytes;
        "fixed_string(4)": Vec<u8> as Sized<Text, 4>;
        "variable_string": Vec<u8> as Text;
        "variable_bytes": Vec<u8> as Bytes;
        "string": Vec<u8> as Dynamic<U30, Text>;
        "bytes": Vec<u8> as Dynamic<U30, Bytes>;
        "string(len=uint8)": Vec<u8> as Dynamic<U8, Text>;
        "string(len=uint16)": Vec<u8> as Dynamic<U16, Text>;
        "string(len=n)": Vec<u8> as Dynamic<LenN, Text>;
        "bytes(len=n)": Vec<u8> as Dynamic<LenN, Bytes>;
        "bounded_string(3)": Vec<u8> as Dynamic<U8, Bounded<Text, 3>>;
        "bounded_string(10)": Vec<u8> as Dynamic<U8, Bounded<Text, 10>>;
        "bounded_string(300)": Vec<u8> as Dynamic<U16, Bounded<Text, 300>>;
        "bounded_string(65536)": Vec<u8> as Dynamic<U30, Bounded<Text, 65536>>;
        "bounded_bytes(200,len=n)": Vec<u8> as Dynamic<LenN, Bounded<Bytes, 200>>;
        "list(uint16)": Vec<u16> as Dynamic<U30, List<Auto>>;
        "list(max=5, uint16)": Vec<u16> as Dynamic<U30, List<Auto, 5>>;
        "list(max=2, string)": Vec<Vec<u8>> as Dynamic<U30, List<Dynamic<U30, Text>, 2>>;
        "variable_list(uint8)": Vec<u8> as List<Auto>;
        "variable_list(max=4, uint8)": Vec<u8> as List<Auto, 4>;
        "variable_list(max=2, n)": Vec<N> as List<Auto, 2>;
        "fixed_list(3, uint8)": Vec<u8> as Exactly<Auto, 3>;
        "fixed_list(2, string)": Vec<Vec<u8>> as Exactly<Dynamic<U30, Text>, 2>;
        "fixed_array(3, int16)": [i16; 3] as Auto;
        "list_with_length(uint8, uint16)": Vec<u16> as Counted<U8, Auto>;
        "list_with_length(uint8, max=4, uint16)": Vec<u16> as Counted<U8, Auto, 4>;
        "list_with_length(uint8, string)": Vec<Vec<u8>> as Counted<U8, Dynamic<U30, Text>>;
        "list_with_length(uint16, max=4, uint16)": Vec<u16> as Counted<U16, Auto, 4>;
        "list_with_length(uint30, max=4, uint16)": Vec<u16> as Counted<U30, Auto, 4>;
        "list_with_length(uint30, string)": Vec<Vec<u8>> as Counted<U30, Dynamic<U30, Text>>;
        "list_with_length(n, uint16)": Vec<u16> as Counted<LenN, Auto>;
        "list_with_length(n, max=4, uint16)": Vec<u16> as Counted<LenN, Auto, 4>;
        "list_with_length(n, string)": Vec<Vec<u8>> as Counted<LenN, Dynamic<U30, Text>>;
        "list(list(uint8))": Vec<Vec<u8>> as Dynamic<U30, List<Dynamic<U30, List<Auto>>>>;
        "dynamic_size(uint8, variable_list(uint8))": Vec<u8> as Dynamic<U8, List<Auto>>;
        "dynamic_size(uint8, uint16)": u16 as Dynamic<U8, Auto>;
        "option(uint8)": Option<u8> as Maybe<Auto>;
        "option(string)": Option<Vec<u8>> as Maybe<Dynamic<U30, Text>>;
        "option(tup(uint8, bool))": Option<(u8, bool)> as Maybe<Auto>;
        "result(uint8, string)": Result<u8, Vec<u8>> as Either<Auto, Dynamic<U30, Text>>;
        "tup(uint8, bool, int32)": (u8, bool, i32) as Auto;
        "tup(uint8)": (u8,) as Auto;
        "empty": () as Auto;
        "unit": () as Auto;
        "padded(uint8, 3)": u8 as Padded<Auto, 3>;
        "check_size(4, string)": Vec<u8> as Bounded<Dynamic<U30, Text>, 4>;
        "check_size(8, string)": Vec<u8> as Bounded<Dynamic<U30, Text>, 8>;
        "check_size(5, list(uint8))": Vec<u8> as Bounded<Dynamic<U30, List<Auto>>, 5>;
        "check_size(3, n)": N as Bounded<Auto, 3>;
        "check_size(10, check_size(20, variable_bytes))": Vec<u8> as Bounded<Bounded<Bytes, 20>, 10>;
    }
}

fn vectors(file: &str) -> Option<Vec<Value>> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let path = env::var_os("TEZOS_CODEC_SHARED").map_or(beside, PathBuf::from).join("vectors").join(file);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: {} is not here (TEZOS_CODEC_SHARED can say where it is)", path.display());
        return None;
    };
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn hex(line: &Value, field: &str) -> Option<Vec<u8>> {
    let text = line[field].as_str()?;
    Some((0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect())
}

/// What the reference says: the bytes written again, or the name of its error.
fn expected(line: &Value) -> Result<Vec<u8>, &str> {
    match line["inner"].as_str().or(line["error"].as_str()) {
        Some(error) => Err(error),
        None => Ok(hex(line, "reencoded").or_else(|| hex(line, "hex")).unwrap()),
    }
}

fn check(file: &str) {
    let Some(lines) = vectors(file) else { return };
    let forms = forms();
    let (mut checked, mut failures) = (0, Vec::new());
    for line in &lines {
        let Some(form) = line["encoding"].as_str().and_then(|name| forms.get(name)) else { continue };
        checked += 1;
        let found = (form.run)(&hex(line, "hex").unwrap());
        let expected = expected(line);
        let agrees = match (&found, &expected) {
            (Ok(found), Ok(expected)) => found == expected,
            (Err((found, _)), Err(expected)) => found == expected,
            _ => false,
        };
        if !agrees {
            failures.push(format!("{} {}: {found:02x?}, expected {expected:02x?}", line["encoding"], line["hex"]));
        }
    }
    println!("{file}: {} of {checked} agree", checked - failures.len());
    assert!(checked > 0, "no line of {file} is checked");
    assert!(failures.is_empty(), "{file}: {} fail\n{}", failures.len(), failures[..failures.len().min(30)].join("\n"));
}

#[test]
fn values() {
    check("primitives.jsonl");
}

#[test]
fn refused_when_reading() {
    check("read_errors.jsonl");
}

#[test]
fn accepted_when_reading() {
    check("read_accepts.jsonl");
}

#[test]
fn mutated() {
    check("fuzz.jsonl");
}

#[test]
fn sizes() {
    let Some(lines) = vectors("sizes.jsonl") else { return };
    let forms = forms();
    let mut failures = Vec::new();
    for line in &lines {
        let Some(form) = line["encoding"].as_str().and_then(|name| forms.get(name)) else { continue };
        let size = form.encoding.size();
        let (class, fixed) = match size.class {
            Class::Fixed(bytes) => ("Fixed", Some(bytes)),
            Class::Dynamic => ("Dynamic", None),
            Class::Variable => ("Variable", None),
        };
        let number = |field: &str| line[field].as_u64().map(|number| usize::try_from(number).unwrap());
        if line["class"] != class || number("fixed_length") != fixed || number("maximum_length") != size.most {
            failures.push(format!("{line}: {size:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
