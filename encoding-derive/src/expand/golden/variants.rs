// The type of `variants.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// Every kind of variant; tags given, counted on and constant.
#[derive(Debug, PartialEq)]
pub enum Message {
    Unit,
    One(Vec<u16>),
    Several(u8, Vec<u8>),
    Named { flag: bool, number: i64 },
    AfterNamed(u8),
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __TAG_3: __p::u16 = FIRST;
    const __TAG_4: __p::u16 = (FIRST) + 1;
    #[automatically_derived]
    impl __p::Tagged for Message {
        const CASES: &'static [__p::Case] = &[
            __p::Case::new(0 as __p::u32, "Unit", &__p::Encoding::Empty),
            __p::Case::new(
                16 as __p::u32,
                "One",
                <__p::Dynamic<
                    __p::U30,
                    __p::List<__p::Auto, 3>,
                > as __p::Schema<Vec<u16>>>::ENCODING,
            ),
            __p::Case::new(
                17 as __p::u32,
                "Several",
                &__p::Encoding::Tuple(
                    &[
                        <u8 as __p::HasEncoding>::ENCODING,
                        <__p::Dynamic<
                            __p::U30,
                            __p::Bytes,
                        > as __p::Schema<Vec<u8>>>::ENCODING,
                    ],
                ),
            ),
            __p::Case::new(
                __TAG_3 as __p::u32,
                "Named_case",
                &__p::Encoding::Object(
                    &[
                        __p::Field::req("flag", <bool as __p::HasEncoding>::ENCODING),
                        __p::Field::req(
                            "number",
                            <__p::Zarith as __p::Schema<i64>>::ENCODING,
                        ),
                    ],
                ),
            ),
            __p::Case::new(
                __TAG_4 as __p::u32,
                "After_named",
                &__p::Encoding::Object(
                    &[__p::Field::req("value", <u8 as __p::HasEncoding>::ENCODING)],
                ),
            ),
        ];
        #[inline]
        fn case(&self) -> &'static __p::Case {
            match self {
                Message::Unit { .. } => &<Self as __p::Tagged>::CASES[0usize],
                Message::One { .. } => &<Self as __p::Tagged>::CASES[1usize],
                Message::Several { .. } => &<Self as __p::Tagged>::CASES[2usize],
                Message::Named { .. } => &<Self as __p::Tagged>::CASES[3usize],
                Message::AfterNamed { .. } => &<Self as __p::Tagged>::CASES[4usize],
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
    const _: () = __p::rules::tag_is_new(
        __TAG_3 as __p::u32,
        &[0 as __p::u32, 16 as __p::u32, 17 as __p::u32],
    );
    const _: () = __p::rules::tag_is_new(
        __TAG_4 as __p::u32,
        &[0 as __p::u32, 16 as __p::u32, 17 as __p::u32, __TAG_3 as __p::u32],
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
    const __TAG_3: __p::u16 = FIRST;
    const __TAG_4: __p::u16 = (FIRST) + 1;
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
                __p::Facts::sequence(
                    &[
                        <u8 as __p::NomReader<'__input>>::FACTS,
                        <__p::Dynamic<
                            __p::U30,
                            __p::Bytes,
                        > as __p::Reads<'__input, Vec<u8>>>::FACTS,
                    ],
                ),
                __p::Facts::sequence(
                    &[
                        <bool as __p::NomReader<'__input>>::FACTS,
                        <__p::Zarith as __p::Reads<'__input, i64>>::FACTS,
                    ],
                ),
                <u8 as __p::NomReader<'__input>>::FACTS,
            ],
        );
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            let start = __p::Reader::remaining(input);
            let tag = __p::tri!(< __p::u16 as __p::NomReader < '_ >> ::read(input));
            match tag {
                0 => __p::Result::Ok(Message::Unit {}),
                16 => {
                    let field_0 = __p::field!(
                        < __p::Dynamic < __p::U30, __p::List < __p::Auto, 3 > > as
                        __p::Reads < '_, Vec < u16 > >> ::read(input)
                    );
                    __p::Result::Ok(Message::One { 0: field_0 })
                }
                17 => {
                    __p::field!(
                        __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< u8 as
                        __p::NomReader < '__input >> ::FACTS, < __p::Dynamic < __p::U30,
                        __p::Bytes > as __p::Reads < '__input, Vec < u8 > >> ::FACTS]) })
                    );
                    let field_0 = __p::field!(__p::read:: < u8 > (input));
                    let field_1 = __p::field!(
                        < __p::Dynamic < __p::U30, __p::Bytes > as __p::Reads < '_, Vec <
                        u8 > >> ::read(input)
                    );
                    __p::Result::Ok(Message::Several {
                        0: field_0,
                        1: field_1,
                    })
                }
                __TAG_3 => {
                    __p::field!(
                        __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< bool
                        as __p::NomReader < '__input >> ::FACTS, < __p::Zarith as
                        __p::Reads < '__input, i64 >> ::FACTS]) })
                    );
                    let field_0 = __p::field!(__p::read:: < bool > (input));
                    let field_1 = __p::field!(
                        < __p::Zarith as __p::Reads < '_, i64 >> ::read(input)
                    );
                    __p::Result::Ok(Message::Named {
                        flag: field_0,
                        number: field_1,
                    })
                }
                __TAG_4 => {
                    __p::field!(
                        __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< u8 as
                        __p::NomReader < '__input >> ::FACTS]) })
                    );
                    let field_0 = __p::field!(__p::read:: < u8 > (input));
                    __p::Result::Ok(Message::AfterNamed { 0: field_0 })
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
    const __TAG_3: __p::u16 = FIRST;
    const __TAG_4: __p::u16 = (FIRST) + 1;
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
                __p::Facts::sequence(
                    &[
                        <u8 as __p::BinWriter>::FACTS,
                        <__p::Dynamic<
                            __p::U30,
                            __p::Bytes,
                        > as __p::Writes<Vec<u8>>>::FACTS,
                    ],
                ),
                __p::Facts::sequence(
                    &[
                        <bool as __p::BinWriter>::FACTS,
                        <__p::Zarith as __p::Writes<i64>>::FACTS,
                    ],
                ),
                <u8 as __p::BinWriter>::FACTS,
            ],
        );
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            match self {
                Message::Unit { .. } => __p::Result::Ok(2usize),
                Message::One { 0: field_0, .. } => {
                    let mut total = 2usize;
                    __p::add!(
                        total, __p::in_case("One", < __p::Dynamic < __p::U30, __p::List <
                        __p::Auto, 3 > > as __p::Writes < Vec < u16 > >>
                        ::measure(field_0, measure))
                    );
                    __p::Result::Ok(total)
                }
                Message::Several { 0: field_0, 1: field_1, .. } => {
                    let mut total = 3usize;
                    __p::add!(
                        total, __p::in_case("Several", __p::in_field("1", < __p::Dynamic
                        < __p::U30, __p::Bytes > as __p::Writes < Vec < u8 > >>
                        ::measure(field_1, measure)))
                    );
                    __p::Result::Ok(total)
                }
                Message::Named { flag: field_0, number: field_1, .. } => {
                    let mut total = 3usize;
                    __p::add!(
                        total, __p::in_case("Named_case", __p::in_field("number", <
                        __p::Zarith as __p::Writes < i64 >> ::measure(field_1, measure)))
                    );
                    __p::Result::Ok(total)
                }
                Message::AfterNamed { 0: field_0, .. } => __p::Result::Ok(3usize),
            }
        }
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            match self {
                Message::Unit { .. } => {
                    __p::Sink::put(sink, &__p::u16::to_be_bytes(0));
                }
                Message::One { 0: field_0, .. } => {
                    __p::Sink::put(sink, &__p::u16::to_be_bytes(16));
                    <__p::Dynamic<
                        __p::U30,
                        __p::List<__p::Auto, 3>,
                    > as __p::Writes<Vec<u16>>>::write(field_0, sink);
                }
                Message::Several { 0: field_0, 1: field_1, .. } => {
                    __p::Sink::put(sink, &__p::u16::to_be_bytes(17));
                    <u8 as __p::BinWriter>::write(field_0, sink);
                    <__p::Dynamic<
                        __p::U30,
                        __p::Bytes,
                    > as __p::Writes<Vec<u8>>>::write(field_1, sink);
                }
                Message::Named { flag: field_0, number: field_1, .. } => {
                    __p::Sink::put(sink, &__p::u16::to_be_bytes(__TAG_3));
                    <bool as __p::BinWriter>::write(field_0, sink);
                    <__p::Zarith as __p::Writes<i64>>::write(field_1, sink);
                }
                Message::AfterNamed { 0: field_0, .. } => {
                    __p::Sink::put(sink, &__p::u16::to_be_bytes(__TAG_4));
                    <u8 as __p::BinWriter>::write(field_0, sink);
                }
            }
        }
    }
};

// View

///The view of [`Message`]: a `Message` that borrows from the bytes it was read from.
#[allow(deprecated, missing_docs)]
#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub enum MessageView<'__view> {
    Unit,
    One(
        <::tezos_encoding::__private::Dynamic<
            ::tezos_encoding::__private::U30,
            ::tezos_encoding::__private::List<::tezos_encoding::__private::Auto, 3>,
        > as ::tezos_encoding::__private::Views<'__view, Vec<u16>>>::View,
    ),
    Several(
        <u8 as ::tezos_encoding::__private::View>::View<'__view>,
        <::tezos_encoding::__private::Dynamic<
            ::tezos_encoding::__private::U30,
            ::tezos_encoding::__private::Bytes,
        > as ::tezos_encoding::__private::Views<'__view, Vec<u8>>>::View,
    ),
    Named {
        flag: <bool as ::tezos_encoding::__private::View>::View<'__view>,
        number: <::tezos_encoding::__private::Zarith as ::tezos_encoding::__private::Views<
            '__view,
            i64,
        >>::View,
    },
    AfterNamed(<u8 as ::tezos_encoding::__private::View>::View<'__view>),
}
#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __TAG_3: __p::u16 = FIRST;
    const __TAG_4: __p::u16 = (FIRST) + 1;
    #[automatically_derived]
    impl __p::View for Message {
        type View<'__view> = MessageView<'__view>;
        #[inline(always)]
        fn view<'__view>(
            input: &mut __p::Reader<'__view>,
        ) -> __p::ReadResult<MessageView<'__view>> {
            let start = __p::Reader::remaining(input);
            let tag = __p::tri!(< __p::u16 as __p::NomReader < '_ >> ::read(input));
            match tag {
                0 => __p::Result::Ok(MessageView::Unit {}),
                16 => {
                    let field_0 = __p::field!(
                        < __p::Dynamic < __p::U30, __p::List < __p::Auto, 3 > > as
                        __p::Views < '_, Vec < u16 > >> ::view(input)
                    );
                    __p::Result::Ok(MessageView::One { 0: field_0 })
                }
                17 => {
                    __p::field!(
                        __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< u8 as
                        __p::NomReader < '__view >> ::FACTS, < __p::Dynamic < __p::U30,
                        __p::Bytes > as __p::Reads < '__view, Vec < u8 > >> ::FACTS]) })
                    );
                    let field_0 = __p::field!(< u8 as __p::View > ::view(input));
                    let field_1 = __p::field!(
                        < __p::Dynamic < __p::U30, __p::Bytes > as __p::Views < '_, Vec <
                        u8 > >> ::view(input)
                    );
                    __p::Result::Ok(MessageView::Several {
                        0: field_0,
                        1: field_1,
                    })
                }
                __TAG_3 => {
                    __p::field!(
                        __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< bool
                        as __p::NomReader < '__view >> ::FACTS, < __p::Zarith as
                        __p::Reads < '__view, i64 >> ::FACTS]) })
                    );
                    let field_0 = __p::field!(< bool as __p::View > ::view(input));
                    let field_1 = __p::field!(
                        < __p::Zarith as __p::Views < '_, i64 >> ::view(input)
                    );
                    __p::Result::Ok(MessageView::Named {
                        flag: field_0,
                        number: field_1,
                    })
                }
                __TAG_4 => {
                    __p::field!(
                        __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< u8 as
                        __p::NomReader < '__view >> ::FACTS]) })
                    );
                    let field_0 = __p::field!(< u8 as __p::View > ::view(input));
                    __p::Result::Ok(MessageView::AfterNamed {
                        0: field_0,
                    })
                }
                _ => __p::unexpected_tag(start, tag, true),
            }
        }
        #[inline]
        fn from_view(view: &Self::View<'_>) -> __p::ReadResult<Self> {
            match view {
                MessageView::Unit { .. } => __p::Result::Ok(Message::Unit {}),
                MessageView::One { 0: field_0 } => {
                    __p::Result::Ok(Message::One {
                        0: <__p::Dynamic<
                            __p::U30,
                            __p::List<__p::Auto, 3>,
                        > as __p::Views<'_, Vec<u16>>>::own(field_0)?,
                    })
                }
                MessageView::Several { 0: field_0, 1: field_1 } => {
                    __p::Result::Ok(Message::Several {
                        0: <u8 as __p::View>::from_view(field_0)?,
                        1: <__p::Dynamic<
                            __p::U30,
                            __p::Bytes,
                        > as __p::Views<'_, Vec<u8>>>::own(field_1)?,
                    })
                }
                MessageView::Named { flag: field_0, number: field_1 } => {
                    __p::Result::Ok(Message::Named {
                        flag: <bool as __p::View>::from_view(field_0)?,
                        number: <__p::Zarith as __p::Views<'_, i64>>::own(field_1)?,
                    })
                }
                MessageView::AfterNamed { 0: field_0 } => {
                    __p::Result::Ok(Message::AfterNamed {
                        0: <u8 as __p::View>::from_view(field_0)?,
                    })
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__view> __p::NomReader<'__view> for MessageView<'__view> {
        #[inline]
        fn nom_read(input: &'__view [__p::u8]) -> __p::NomResult<'__view, Self> {
            __p::nom_read(input, <Message as __p::View>::view)
        }
        #[inline]
        fn read(input: &mut __p::Reader<'__view>) -> __p::ReadResult<Self> {
            <Message as __p::View>::view(input)
        }
    }
    #[automatically_derived]
    impl<'__view> __p::HasEncoding for MessageView<'__view> {
        const ENCODING: &'static __p::Encoding = <Message as __p::HasEncoding>::ENCODING;
    }
    impl<'__view> MessageView<'__view> {
        /// The owned value.
        ///
        /// # Errors
        /// None for a view that a reader made.
        pub fn to_owned(&self) -> __p::ReadResult<Message> {
            <Message as __p::View>::from_view(self)
        }
    }
};
