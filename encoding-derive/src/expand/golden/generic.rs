// The type of `generic.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// A lifetime, a bounded type and a constant.
#[derive(Debug, PartialEq)]
pub struct Signed<'a, T, const N: usize>
where
    T: Clone,
{
    pub value: T,
    pub signature: [u8; N],
    pub bytes: &'a [u8],
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl<'a, T: __p::HasEncoding, const N: usize> __p::HasEncoding
    for Signed<'a, T, { N }>
    where
        T: Clone,
    {
        const ENCODING: &'static __p::Encoding = {
            {
                let encoding = <T as __p::HasEncoding>::ENCODING;
                __p::rules::rest(encoding, 0usize);
                __p::rules::closed(encoding);
            };
            {
                let encoding = <__p::Dynamic<
                    __p::U30,
                    __p::Auto,
                > as __p::Schema<&'a [u8]>>::ENCODING;
                __p::rules::step(encoding, 0usize);
                __p::rules::rest(encoding, 1usize);
            };
            &__p::Encoding::Object(
                &[
                    __p::Field::req("value", <T as __p::HasEncoding>::ENCODING),
                    __p::Field::req(
                        "signature",
                        <[u8; N] as __p::HasEncoding>::ENCODING,
                    ),
                    __p::Field::req(
                        "bytes",
                        <__p::Dynamic<
                            __p::U30,
                            __p::Auto,
                        > as __p::Schema<&'a [u8]>>::ENCODING,
                    ),
                ],
            )
        };
    }
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl<'a, T: __p::NomReader<'a>, const N: usize> __p::NomReader<'a>
    for Signed<'a, T, { N }>
    where
        T: Clone,
    {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <T as __p::NomReader<'a>>::FACTS,
                <[u8; N] as __p::NomReader<'a>>::FACTS,
                <__p::Dynamic<__p::U30, __p::Auto> as __p::Reads<'a, &'a [u8]>>::FACTS,
            ],
        );
        #[inline]
        fn nom_read(input: &'a [__p::u8]) -> __p::NomResult<'a, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'a>) -> __p::ReadResult<Self> {
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< T as
                __p::NomReader < 'a >> ::FACTS, < [u8; N] as __p::NomReader < 'a >>
                ::FACTS, < __p::Dynamic < __p::U30, __p::Auto > as __p::Reads < 'a, &
                'a[u8] >> ::FACTS]) })
            );
            let field_0 = __p::field!(__p::read:: < T > (input));
            let field_1 = __p::field!(__p::read:: < [u8; N] > (input));
            let field_2 = __p::field!(
                < __p::Dynamic < __p::U30, __p::Auto > as __p::Reads < '_, & 'a[u8] >>
                ::read(input)
            );
            __p::Result::Ok(Signed {
                value: field_0,
                signature: field_1,
                bytes: field_2,
            })
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl<'a, T: __p::BinWriter, const N: usize> __p::BinWriter for Signed<'a, T, { N }>
    where
        T: Clone,
    {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <T as __p::BinWriter>::FACTS,
                <[u8; N] as __p::BinWriter>::FACTS,
                <__p::Dynamic<__p::U30, __p::Auto> as __p::Writes<&'a [u8]>>::FACTS,
            ],
        );
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            let Signed { value: field_0, signature: field_1, bytes: field_2, .. } = self;
            let mut total = 0usize;
            __p::add!(
                total, __p::in_field("value", < T as __p::BinWriter > ::measure(field_0,
                measure))
            );
            __p::add!(
                total, __p::in_field("signature", < [u8; N] as __p::BinWriter >
                ::measure(field_1, measure))
            );
            __p::add!(
                total, __p::in_field("bytes", < __p::Dynamic < __p::U30, __p::Auto > as
                __p::Writes < & 'a[u8] >> ::measure(field_2, measure))
            );
            __p::Result::Ok(total)
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            let Signed { value: field_0, signature: field_1, bytes: field_2, .. } = self;
            <T as __p::BinWriter>::write(field_0, sink);
            <[u8; N] as __p::BinWriter>::write(field_1, sink);
            <__p::Dynamic<
                __p::U30,
                __p::Auto,
            > as __p::Writes<&'a [u8]>>::write(field_2, sink);
        }
    }
};
