// The type of `generic.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// Parameters of each kind; a guard around the fields, one of which is converted.
#[derive(Debug, PartialEq)]
pub struct Signed<'a, T: Clone, const N: usize> {
    pub value: T,
    pub port: Port,
    pub signature: [u8; N],
    pub bytes: &'a [u8],
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Guard0;
    impl __p::Conversion for __Guard0 {
        const CHECK: __p::Check = __p::Check::guard("signed", __p::Option::None);
    }
    impl<'a, T: Clone, const N: usize> __p::Guard<Signed<'a, T, { N }>> for __Guard0 {
        fn check(__value: &Signed<'a, T, { N }>) -> __p::Result<(), impl __p::Display> {
            signed(__value)
        }
    }
    pub struct __Conversion1;
    impl __p::Conversion for __Conversion1 {
        const CHECK: __p::Check = __p::Check::conversion(
            "TryFrom<u16>",
            __p::Option::None,
        );
    }
    struct __Body;
    impl<
        'a,
        T: Clone + __p::HasEncoding,
        const N: usize,
    > __p::Schema<Signed<'a, T, { N }>> for __Body {
        const ENCODING: &'static __p::Encoding = &__p::Encoding::Object(
            &[
                __p::Field::req("value", <T as __p::HasEncoding>::ENCODING),
                __p::Field::req(
                    "port",
                    <__p::Via<
                        u16,
                        __p::Auto,
                        __Conversion1,
                    > as __p::Schema<Port>>::ENCODING,
                ),
                __p::Field::req("signature", <[u8; N] as __p::HasEncoding>::ENCODING),
                __p::Field::req("bytes", <&'a [u8] as __p::HasEncoding>::ENCODING),
            ],
        );
    }
    #[automatically_derived]
    impl<'a, T: Clone + __p::HasEncoding, const N: usize> __p::HasEncoding
    for Signed<'a, T, { N }> {
        const ENCODING: &'static __p::Encoding = {
            {
                let encoding = <T as __p::HasEncoding>::ENCODING;
                __p::rules::rest(encoding, 0usize);
                __p::rules::closed(encoding);
            };
            {
                let encoding = <__p::Via<
                    u16,
                    __p::Auto,
                    __Conversion1,
                > as __p::Schema<Port>>::ENCODING;
                __p::rules::step(encoding, 0usize);
                __p::rules::rest(encoding, 1usize);
                __p::rules::closed(encoding);
            };
            {
                let encoding = <&'a [u8] as __p::HasEncoding>::ENCODING;
                __p::rules::rest(encoding, 0usize);
            };
            {
                let encoding = <__p::Guarded<
                    __Body,
                    __Guard0,
                > as __p::Schema<Signed<'a, T, { N }>>>::ENCODING;
                __p::rules::step(encoding, 0usize);
            };
            <__p::Guarded<
                __Body,
                __Guard0,
            > as __p::Schema<Signed<'a, T, { N }>>>::ENCODING
        };
    }
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Guard0;
    impl __p::Conversion for __Guard0 {
        const CHECK: __p::Check = __p::Check::guard("signed", __p::Option::None);
    }
    impl<'a, T: Clone, const N: usize> __p::Guard<Signed<'a, T, { N }>> for __Guard0 {
        fn check(__value: &Signed<'a, T, { N }>) -> __p::Result<(), impl __p::Display> {
            signed(__value)
        }
    }
    pub struct __Conversion1;
    impl __p::Conversion for __Conversion1 {
        const CHECK: __p::Check = __p::Check::conversion(
            "TryFrom<u16>",
            __p::Option::None,
        );
    }
    struct __Body;
    impl<
        'a,
        T: Clone + __p::NomReader<'a>,
        const N: usize,
    > __p::Reads<'a, Signed<'a, T, { N }>> for __Body {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <T as __p::NomReader<'a>>::FACTS,
                <__p::Via<u16, __p::Auto, __Conversion1> as __p::Reads<'a, Port>>::FACTS,
                <[u8; N] as __p::NomReader<'a>>::FACTS,
                <&'a [u8] as __p::NomReader<'a>>::FACTS,
            ],
        );
        fn read(input: &mut __p::Reader<'a>) -> __p::ReadResult<Signed<'a, T, { N }>> {
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< T as
                __p::NomReader < 'a >> ::FACTS, < __p::Via < u16, __p::Auto,
                __Conversion1 > as __p::Reads < 'a, Port >> ::FACTS, < [u8; N] as
                __p::NomReader < 'a >> ::FACTS, < & 'a[u8] as __p::NomReader < 'a >>
                ::FACTS]) })
            );
            let field_0 = __p::field!(__p::read:: < T > (input));
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::start(& [< __p::Via <
                u16, __p::Auto, __Conversion1 > as __p::Reads < 'a, Port >> ::FACTS, <
                [u8; N] as __p::NomReader < 'a >> ::FACTS]) })
            );
            let field_1 = __p::field!(
                < __p::Via < u16, __p::Auto, __Conversion1 > as __p::Reads < '_, Port >>
                ::read(input)
            );
            let field_2 = __p::field!(__p::read:: < [u8; N] > (input));
            let field_3 = __p::field!(__p::read:: < & 'a[u8] > (input));
            __p::Result::Ok(Signed {
                value: field_0,
                port: field_1,
                signature: field_2,
                bytes: field_3,
            })
        }
    }
    #[automatically_derived]
    impl<'a, T: Clone + __p::NomReader<'a>, const N: usize> __p::NomReader<'a>
    for Signed<'a, T, { N }> {
        const FACTS: __p::Facts = <__p::Guarded<
            __Body,
            __Guard0,
        > as __p::Reads<'a, Signed<'a, T, { N }>>>::FACTS;
        #[inline]
        fn nom_read(input: &'a [__p::u8]) -> __p::NomResult<'a, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'a>) -> __p::ReadResult<Self> {
            <__p::Guarded<
                __Body,
                __Guard0,
            > as __p::Reads<'a, Signed<'a, T, { N }>>>::read(input)
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    pub struct __Guard0;
    impl __p::Conversion for __Guard0 {
        const CHECK: __p::Check = __p::Check::guard("signed", __p::Option::None);
    }
    impl<'a, T: Clone, const N: usize> __p::Guard<Signed<'a, T, { N }>> for __Guard0 {
        fn check(__value: &Signed<'a, T, { N }>) -> __p::Result<(), impl __p::Display> {
            signed(__value)
        }
    }
    pub struct __Conversion1;
    impl __p::Conversion for __Conversion1 {
        const CHECK: __p::Check = __p::Check::conversion(
            "TryFrom<u16>",
            __p::Option::None,
        );
    }
    struct __Body;
    impl<'a, T: Clone + __p::BinWriter, const N: usize> __p::Writes<Signed<'a, T, { N }>>
    for __Body {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <T as __p::BinWriter>::FACTS,
                <__p::Via<u16, __p::Auto, __Conversion1> as __p::Writes<Port>>::FACTS,
                <[u8; N] as __p::BinWriter>::FACTS,
                <&'a [u8] as __p::BinWriter>::FACTS,
            ],
        );
        fn measure(
            value: &Signed<'a, T, { N }>,
            measure: &mut __p::Measure<'_>,
        ) -> __p::Measured {
            let Signed {
                value: field_0,
                port: field_1,
                signature: field_2,
                bytes: field_3,
                ..
            } = value;
            let mut total = 0usize;
            __p::add!(
                total, __p::in_field("value", < T as __p::BinWriter > ::measure(field_0,
                measure))
            );
            __p::add!(
                total, __p::in_field("port", < __p::Via < u16, __p::Auto, __Conversion1 >
                as __p::Writes < Port >> ::measure(field_1, measure))
            );
            __p::add!(
                total, __p::in_field("signature", < [u8; N] as __p::BinWriter >
                ::measure(field_2, measure))
            );
            __p::add!(
                total, __p::in_field("bytes", < & 'a[u8] as __p::BinWriter >
                ::measure(field_3, measure))
            );
            __p::Result::Ok(total)
        }
        fn write<__S: __p::Sink>(value: &Signed<'a, T, { N }>, sink: &mut __S) {
            let Signed {
                value: field_0,
                port: field_1,
                signature: field_2,
                bytes: field_3,
                ..
            } = value;
            <T as __p::BinWriter>::write(field_0, sink);
            <__p::Via<
                u16,
                __p::Auto,
                __Conversion1,
            > as __p::Writes<Port>>::write(field_1, sink);
            <[u8; N] as __p::BinWriter>::write(field_2, sink);
            <&'a [u8] as __p::BinWriter>::write(field_3, sink);
        }
    }
    #[automatically_derived]
    impl<'a, T: Clone + __p::BinWriter, const N: usize> __p::BinWriter
    for Signed<'a, T, { N }> {
        const FACTS: __p::Facts = <__p::Guarded<
            __Body,
            __Guard0,
        > as __p::Writes<Signed<'a, T, { N }>>>::FACTS;
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            <__p::Guarded<
                __Body,
                __Guard0,
            > as __p::Writes<Signed<'a, T, { N }>>>::measure(self, measure)
        }
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            <__p::Guarded<
                __Body,
                __Guard0,
            > as __p::Writes<Signed<'a, T, { N }>>>::write(self, sink);
        }
    }
};
