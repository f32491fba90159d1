// The type of `newtype.in.rs` and its derives; written by `BLESS=1 cargo test`.

#[derive(Debug, PartialEq)]
pub struct Hash([u8; 4]);

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::HasEncoding for Hash {
        const ENCODING: &'static __p::Encoding = <[u8; 4] as __p::HasEncoding>::ENCODING;
    }
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Hash {
        const FACTS: __p::Facts = <[u8; 4] as __p::NomReader<'__input>>::FACTS;
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            __p::map::<[u8; 4], __p::Auto, _>(input, |field_0| Hash { 0: field_0 })
        }
        #[inline]
        fn read_list(
            input: &mut __p::Reader<'__input>,
            max: __p::usize,
        ) -> __p::ReadResult<__p::Vec<Self>> {
            __p::map_list::<[u8; 4], __p::Auto, _>(input, max, |item| Hash { 0: item })
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::BinWriter for Hash {
        const FACTS: __p::Facts = <[u8; 4] as __p::BinWriter>::FACTS;
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            let Hash { 0: field_0, .. } = self;
            <[u8; 4] as __p::BinWriter>::measure(field_0, measure)
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            let Hash { 0: field_0, .. } = self;
            <[u8; 4] as __p::BinWriter>::write(field_0, sink);
        }
    }
};
