//! Wire forms for Rust types, by the descriptions of the reference's vectors.

use std::marker::PhantomData;

use tezos_encoding::{
    BinWriter, EncodeError, Fault, HasEncoding, Measure, NomReader, Reader, Sink,
    nom::{NomResult, nom_read},
    schema::Encoding,
    wire::{Auto, Dynamic, IntLikeZ, List, Reads, Schema, Text, U30, UintLikeN, Writes},
};

use super::codec::Codec;

/// A value in a form of the caller's choice.
struct As<T, W>(T, PhantomData<W>);

/// Text with a 4-byte size.
type Str = As<Vec<u8>, Dynamic<U30, Text>>;

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
    "null": () as Auto;
    "constant(\"hello\")": () as Auto;
    "merge_tups(tup(uint8, bool), tup(string))": (u8, bool, Str) as Auto;
    "assoc(uint8)": Vec<(Str, u8)> as Dynamic<U30, List<Auto>>;
    "splitted(json=string, binary=uint8)": u8 as Auto;
};
