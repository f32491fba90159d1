// The type of `variants.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// Tags that are counted and constant; a case without fields, in a tuple and with names.
#[derive(Debug, PartialEq)]
pub enum Message {
    Unit,
    One(Vec<u16>),
    Named { number: i64 },
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __TAG_1: __p::u16 = FIRST;
    const __TAG_2: __p::u16 = (FIRST) + 1;
    #[automatically_derived]
    impl __p::Tagged for Message {
        const CASES: &'static [__p::Case] = &[
            __p::Case::new(0 as __p::u32, "Unit", &__p::Encoding::Empty),
            __p::Case::new(
                __TAG_1 as __p::u32,
                "First_case",
                <__p::Dynamic<
                    __p::U30,
                    __p::List<__p::Auto, 3>,
                > as __p::Schema<Vec<u16>>>::ENCODING,
            ),
            __p::Case::new(
                __TAG_2 as __p::u32,
                "Named",
                &__p::Encoding::Object(
                    &[
                        __p::Field::req(
                            "number",
                            <__p::Zarith as __p::Schema<i64>>::ENCODING,
                        ),
                    ],
                ),
            ),
        ];
        #[inline]
        fn case(&self) -> &'static __p::Case {
            match self {
                Message::Unit { .. } => &<Self as __p::Tagged>::CASES[0usize],
                Message::One { .. } => &<Self as __p::Tagged>::CASES[1usize],
                Message::Named { .. } => &<Self as __p::Tagged>::CASES[2usize],
            }
        }
    }
    #[automatically_derived]
    impl __p::HasEncoding for Message {
        const ENCODING: &'static __p::Encoding = &__p::Encoding::Union {
            tag: __p::TagSize::U16,
            cases: <Message as __p::Tagged>::CASES,
            ignore_unknown: true,
        };
    }
    const _: () = __p::rules::tag_is_new(__TAG_1 as __p::u32, &[0 as __p::u32]);
    const _: () = __p::rules::tag_is_new(
        __TAG_2 as __p::u32,
        &[0 as __p::u32, __TAG_1 as __p::u32],
    );
    const _: () = {
        let encoding = <__p::Dynamic<
            __p::U30,
            __p::List<__p::Auto, 3>,
        > as __p::Schema<Vec<u16>>>::ENCODING;
        __p::rules::step(encoding, 1usize);
        __p::rules::rest(encoding, 2usize);
    };
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __TAG_1: __p::u16 = FIRST;
    const __TAG_2: __p::u16 = (FIRST) + 1;
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Message {
        const FACTS: __p::Facts = __p::Facts::union(
            __p::size_of::<__p::u16>(),
            &[
                __p::Facts::sequence(&[]),
                <__p::Dynamic<
                    __p::U30,
                    __p::List<__p::Auto, 3>,
                > as __p::Reads<'__input, Vec<u16>>>::FACTS,
                <__p::Zarith as __p::Reads<'__input, i64>>::FACTS,
            ],
        );
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[cfg_attr(not(debug_assertions), inline(always))]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            let start = __p::Reader::remaining(input);
            let tag = __p::tri!(< __p::u16 as __p::NomReader < '_ >> ::read(input));
            match tag {
                0 => __p::Result::Ok(Message::Unit {}),
                __TAG_1 => {
                    let field_0 = __p::field!(
                        < __p::Dynamic < __p::U30, __p::List < __p::Auto, 3 > > as
                        __p::Reads < '_, Vec < u16 > >> ::read(input)
                    );
                    __p::Result::Ok(Message::One { 0: field_0 })
                }
                __TAG_2 => {
                    __p::field!(
                        __p::Reader::look_ahead(input, const { __p::Ahead::of(& [<
                        __p::Zarith as __p::Reads < '__input, i64 >> ::FACTS]) })
                    );
                    let field_0 = __p::field!(
                        < __p::Zarith as __p::Reads < '_, i64 >> ::read(input)
                    );
                    __p::Result::Ok(Message::Named { number: field_0 })
                }
                _ => __p::unexpected_tag(start, tag, true),
            }
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __TAG_1: __p::u16 = FIRST;
    const __TAG_2: __p::u16 = (FIRST) + 1;
    #[automatically_derived]
    impl __p::BinWriter for Message {
        const FACTS: __p::Facts = __p::Facts::union(
            __p::size_of::<__p::u16>(),
            &[
                __p::Facts::sequence(&[]),
                <__p::Dynamic<
                    __p::U30,
                    __p::List<__p::Auto, 3>,
                > as __p::Writes<Vec<u16>>>::FACTS,
                <__p::Zarith as __p::Writes<i64>>::FACTS,
            ],
        );
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            match self {
                Message::Unit { .. } => __p::Result::Ok(2usize),
                Message::One { 0: field_0, .. } => {
                    let mut total = 2usize;
                    __p::add!(
                        total, __p::in_case("First_case", < __p::Dynamic < __p::U30,
                        __p::List < __p::Auto, 3 > > as __p::Writes < Vec < u16 > >>
                        ::measure(field_0, measure))
                    );
                    __p::Result::Ok(total)
                }
                Message::Named { number: field_0, .. } => {
                    let mut total = 2usize;
                    __p::add!(
                        total, __p::in_case("Named", __p::in_field("number", <
                        __p::Zarith as __p::Writes < i64 >> ::measure(field_0, measure)))
                    );
                    __p::Result::Ok(total)
                }
            }
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            match self {
                Message::Unit { .. } => {
                    __p::Sink::put(sink, &__p::u16::to_be_bytes(0));
                }
                Message::One { 0: field_0, .. } => {
                    __p::Sink::put(sink, &__p::u16::to_be_bytes(__TAG_1));
                    <__p::Dynamic<
                        __p::U30,
                        __p::List<__p::Auto, 3>,
                    > as __p::Writes<Vec<u16>>>::write(field_0, sink);
                }
                Message::Named { number: field_0, .. } => {
                    __p::Sink::put(sink, &__p::u16::to_be_bytes(__TAG_2));
                    <__p::Zarith as __p::Writes<i64>>::write(field_0, sink);
                }
            }
        }
    }
};
