// The type of `narrow.in.rs` and its derives; written by `BLESS=1 cargo test`.

#[derive(Debug, PartialEq)]
pub enum Narrow {
    A,
    B(u32),
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::Tagged for Narrow {
        const CASES: &'static [__p::Case] = &[
            __p::Case::new(0 as __p::u32, "A", &__p::Encoding::Empty),
            __p::Case::new(255 as __p::u32, "B", <u32 as __p::HasEncoding>::ENCODING),
        ];
        #[inline]
        fn case(&self) -> &'static __p::Case {
            match self {
                Narrow::A { .. } => &<Self as __p::Tagged>::CASES[0usize],
                Narrow::B { .. } => &<Self as __p::Tagged>::CASES[1usize],
            }
        }
    }
    #[automatically_derived]
    impl __p::HasEncoding for Narrow {
        const ENCODING: &'static __p::Encoding = &__p::Encoding::Union {
            tag: __p::TagSize::U8,
            cases: <Narrow as __p::Tagged>::CASES,
            ignore_unknown: false,
        };
    }
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Narrow {
        const FACTS: __p::Facts = __p::Facts::union(
            __p::size_of::<__p::u8>(),
            &[__p::Facts::sequence(&[]), <u32 as __p::NomReader<'__input>>::FACTS],
        );
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            let start = __p::Reader::remaining(input);
            let tag = __p::tri!(< __p::u8 as __p::NomReader < '_ >> ::read(input));
            match tag {
                0 => __p::Result::Ok(Narrow::A {}),
                255 => {
                    let field_0 = __p::field!(__p::read:: < u32 > (input));
                    __p::Result::Ok(Narrow::B { 0: field_0 })
                }
                _ => __p::unexpected_tag(start, tag, false),
            }
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::BinWriter for Narrow {
        const FACTS: __p::Facts = __p::Facts::union(
            __p::size_of::<__p::u8>(),
            &[__p::Facts::sequence(&[]), <u32 as __p::BinWriter>::FACTS],
        );
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            match self {
                Narrow::A { .. } => __p::Result::Ok(1usize),
                Narrow::B { 0: field_0, .. } => __p::Result::Ok(5usize),
            }
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            match self {
                Narrow::A { .. } => {
                    __p::Sink::put(sink, &__p::u8::to_be_bytes(0));
                }
                Narrow::B { 0: field_0, .. } => {
                    __p::Sink::put(sink, &__p::u8::to_be_bytes(255));
                    <u32 as __p::BinWriter>::write(field_0, sink);
                }
            }
        }
    }
};
