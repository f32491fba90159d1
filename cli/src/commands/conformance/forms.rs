//! Wire forms for Rust types, by the descriptions of the reference's vectors.

use std::marker::PhantomData;

use tezos_encoding::{
    BinWriter, EncodeError, Fault, HasEncoding, Measure, N, NomReader, Reader, Sink, Z,
    nom::{NomResult, nom_read},
    schema::Encoding,
    wire::{
        Auto, Bounded, Bytes, Counted, Dynamic, Either, Exactly, Int31, IntLikeZ, Le, LenN, List, Maybe, Padded,
        Ranged, Reads, Schema, Sized, Text, U8, U16, U30, Uint30, UintLikeN, Writes,
    },
};

use super::codec::Codec;

/// A value in a form of the caller's choice.
pub(super) struct As<T, W>(T, PhantomData<W>);

/// Text with a 4-byte size.
pub(super) type Str = As<Vec<u8>, Dynamic<U30, Text>>;

impl<T, W: Schema<T>> HasEncoding for As<T, W> {
    const ENCODING: &'static Encoding = W::ENCODING;
}

impl<'a, T, W: Reads<'a, T>> NomReader<'a> for As<T, W> {
    const FIXED: Option<usize> = W::FIXED;

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

/// `"description": Rust type as form;`
macro_rules! forms {
    ($($name:literal: $type:ty as $form:ty;)*) => {
        &[$(($name, Codec::of::<As<$type, $form>>()),)*]
    };
}

/// The form of a description, if it is in the table.
pub(super) fn find(description: &str) -> Option<Codec> {
    FORMS.iter().find(|(name, _)| *name == description).map(|(_, codec)| *codec)
}

static FORMS: &[(&str, Codec)] = forms! {
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
    "empty": () as Auto;
    "unit": () as Auto;
    "padded(uint8, 3)": u8 as Padded<Auto, 3>;
    "check_size(4, string)": Vec<u8> as Bounded<Dynamic<U30, Text>, 4>;
    "check_size(8, string)": Vec<u8> as Bounded<Dynamic<U30, Text>, 8>;
    "check_size(5, list(uint8))": Vec<u8> as Bounded<Dynamic<U30, List<Auto>>, 5>;
    "check_size(3, n)": N as Bounded<Auto, 3>;
    "check_size(10, check_size(20, variable_bytes))": Vec<u8> as Bounded<Bounded<Bytes, 20>, 10>;
    "fixed_string(1)": Vec<u8> as Sized<Text, 1>;
    "fixed_string(3)": Vec<u8> as Sized<Text, 3>;
    "fixed_string(5)": Vec<u8> as Sized<Text, 5>;
    "fixed_string(16)": Vec<u8> as Sized<Text, 16>;
    "fixed_string(20)": Vec<u8> as Sized<Text, 20>;
    "fixed_string(32)": Vec<u8> as Sized<Text, 32>;
    "fixed_string(64)": Vec<u8> as Sized<Text, 64>;
    "fixed_bytes(1)": [u8; 1] as Bytes;
    "fixed_bytes(3)": [u8; 3] as Bytes;
    "fixed_bytes(4)": [u8; 4] as Bytes;
    "fixed_bytes(5)": [u8; 5] as Bytes;
    "fixed_bytes(16)": [u8; 16] as Bytes;
    "fixed_bytes(20)": [u8; 20] as Bytes;
    "fixed_bytes(64)": [u8; 64] as Bytes;
    "bytes(len=uint8)": Vec<u8> as Dynamic<U8, Bytes>;
    "bytes(len=uint16)": Vec<u8> as Dynamic<U16, Bytes>;
    "bytes(len=uint30)": Vec<u8> as Dynamic<U30, Bytes>;
    "string(len=uint30)": Vec<u8> as Dynamic<U30, Text>;
    "bounded_string(254)": Vec<u8> as Dynamic<U8, Bounded<Text, 254>>;
    "bounded_string(255)": Vec<u8> as Dynamic<U8, Bounded<Text, 255>>;
    "bounded_string(256)": Vec<u8> as Dynamic<U16, Bounded<Text, 256>>;
    "bounded_string(65535)": Vec<u8> as Dynamic<U16, Bounded<Text, 65535>>;
    "bounded_bytes(9,len=uint8)": Vec<u8> as Dynamic<U8, Bounded<Bytes, 9>>;
    "bounded_bytes(100,len=uint16)": Vec<u8> as Dynamic<U16, Bounded<Bytes, 100>>;
    "bounded_bytes(7,len=uint30)": Vec<u8> as Dynamic<U30, Bounded<Bytes, 7>>;
    "bounded_bigstring(4)": Vec<u8> as Dynamic<U8, Bounded<Bytes, 4>>;
    "fixed_list(1, uint8)": Vec<u8> as Exactly<Auto, 1>;
    "fixed_list(8, uint8)": Vec<u8> as Exactly<Auto, 8>;
    "list_with_length(uint16, uint16)": Vec<u16> as Counted<U16, Auto>;
    "list_with_length(uint16, string)": Vec<Vec<u8>> as Counted<U16, Dynamic<U30, Text>>;
    "list_with_length(uint30, uint16)": Vec<u16> as Counted<U30, Auto>;
    "null": () as Auto;
    "constant(\"hello\")": () as Auto;
    "tup(ranged_int(0,10), uint16)": (As<u8, Ranged<0, 10>>, u16) as Auto;
    "tup(ranged_int(0,10), string)": (As<u8, Ranged<0, 10>>, Str) as Auto;
    "tup(string, variable_bytes)": (Str, Vec<u8>) as Auto;
    "tup(uint8)": (u8,) as Auto;
    "tup(uint8, uint8, uint8, uint8, uint8, uint8, uint8, uint8, uint8, uint8)": (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8) as Auto;
    "merge_tups(tup(uint8, bool), tup(string))": (u8, bool, Str) as Auto;
    "padded(tup(uint8, int16), 1)": (u8, i16) as Padded<Auto, 1>;
    "tup(check_size(4, int32), uint16)": (As<i32, Bounded<Auto, 4>>, u16) as Auto;
    "check_size(6, tup(check_size(5, string), uint8))": (As<Vec<u8>, Bounded<Dynamic<U30, Text>, 5>>, u8) as Bounded<Auto, 6>;
    "assoc(uint8)": Vec<(Str, u8)> as Dynamic<U30, List<Auto>>;
    "lazy(obj{a: uint8; b: string})": Vec<u8> as Dynamic<U30, Bytes>;
    "splitted(json=string, binary=uint8)": u8 as Auto;
};
