// The type of `converted.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// A type that goes over the wire as another.
#[derive(Debug, PartialEq)]
pub struct Port(u32);

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Conversion0;
    impl __p::Conversion for __Conversion0 {
        const CHECK: __p::Check = __p::Check::conversion(
            "TryFrom<u16>",
            __p::Option::Some(__p::run_via::<Port, u16, __p::Auto>),
        );
    }
    #[automatically_derived]
    impl __p::HasEncoding for Port {
        const ENCODING: &'static __p::Encoding = <__p::Via<
            u16,
            __p::Auto,
            __Conversion0,
        > as __p::Schema<Port>>::ENCODING;
    }
    const _: () = {
        let encoding = <__p::Via<
            u16,
            __p::Auto,
            __Conversion0,
        > as __p::Schema<Port>>::ENCODING;
        __p::rules::step(encoding, 0usize);
    };
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Conversion0;
    impl __p::Conversion for __Conversion0 {
        const CHECK: __p::Check = __p::Check::conversion(
            "TryFrom<u16>",
            __p::Option::None,
        );
    }
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Port {
        const FACTS: __p::Facts = <__p::Via<
            u16,
            __p::Auto,
            __Conversion0,
        > as __p::Reads<'__input, Port>>::FACTS;
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            <__p::Via<
                u16,
                __p::Auto,
                __Conversion0,
            > as __p::Reads<'__input, Port>>::read(input)
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Conversion0;
    impl __p::Conversion for __Conversion0 {
        const CHECK: __p::Check = __p::Check::conversion(
            "TryFrom<u16>",
            __p::Option::None,
        );
    }
    #[automatically_derived]
    impl __p::BinWriter for Port {
        const FACTS: __p::Facts = <__p::Via<
            u16,
            __p::Auto,
            __Conversion0,
        > as __p::Writes<Port>>::FACTS;
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            <__p::Via<
                u16,
                __p::Auto,
                __Conversion0,
            > as __p::Writes<Port>>::measure(self, measure)
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            <__p::Via<
                u16,
                __p::Auto,
                __Conversion0,
            > as __p::Writes<Port>>::write(self, sink);
        }
    }
};
