// The type of `chain.in.rs` and its derives; written by `BLESS=1 cargo test`.

/// A struct with chains, a reserved tail, a skipped field and a digest.
#[derive(Debug, PartialEq)]
pub struct Header {
    pub level: i32,
    pub fitness: Vec<Vec<u8>>,
    pub name: Option<String>,
    pub cache: u8,
    pub data: Vec<u8>,
    pub r#type: u16,
    pub hash: Digest,
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::HasEncoding for Header {
        const ENCODING: &'static __p::Encoding = &__p::Encoding::Described {
            about: &__p::About {
                field: __p::Option::None,
                title: __p::Option::None,
                description: __p::Option::Some(
                    "A struct with chains, a reserved tail, a skipped field and a digest.",
                ),
            },
            inner: &__p::Encoding::Def {
                id: "header",
                inner: &__p::Encoding::Object(
                    &[
                        __p::Field::req(
                            "level",
                            <__p::Int31 as __p::Schema<i32>>::ENCODING,
                        ),
                        __p::Field::req(
                            "fitness",
                            <__p::Dynamic<
                                __p::U30,
                                __p::Bounded<
                                    __p::List<__p::Dynamic<__p::U30, __p::Bytes>, 4>,
                                    100,
                                >,
                            > as __p::Schema<Vec<Vec<u8>>>>::ENCODING,
                        ),
                        __p::Field::req(
                            "name",
                            <__p::Opt<
                                __p::Dynamic<__p::U30, __p::Bounded<__p::Text, 8>>,
                            > as __p::Schema<Option<String>>>::ENCODING,
                        ),
                        __p::Field::req(
                            "data",
                            <__p::Reserve<
                                __p::Bytes,
                                2,
                            > as __p::Schema<Vec<u8>>>::ENCODING,
                        ),
                        __p::Field::req("proof", <u16 as __p::HasEncoding>::ENCODING),
                    ],
                ),
            },
        };
    }
    const _: () = {
        let encoding = <__p::Dynamic<
            __p::U30,
            __p::Bounded<__p::List<__p::Dynamic<__p::U30, __p::Bytes>, 4>, 100>,
        > as __p::Schema<Vec<Vec<u8>>>>::ENCODING;
        __p::rules::step(encoding, 0usize);
        __p::rules::step(encoding, 1usize);
        __p::rules::step(encoding, 2usize);
    };
    const _: () = {
        let encoding = <__p::Opt<
            __p::Dynamic<__p::U30, __p::Bounded<__p::Text, 8>>,
        > as __p::Schema<Option<String>>>::ENCODING;
        __p::rules::step(encoding, 0usize);
        __p::rules::step(encoding, 1usize);
        __p::rules::step(encoding, 2usize);
        __p::rules::closed(encoding);
    };
    const _: () = {
        let encoding = <__p::Reserve<__p::Bytes, 2> as __p::Schema<Vec<u8>>>::ENCODING;
        __p::rules::step(encoding, 0usize);
        __p::rules::field(encoding, &[<u16 as __p::HasEncoding>::ENCODING]);
    };
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Header {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <__p::Int31 as __p::Reads<'__input, i32>>::FACTS,
                <__p::Dynamic<
                    __p::U30,
                    __p::Bounded<__p::List<__p::Dynamic<__p::U30, __p::Bytes>, 4>, 100>,
                > as __p::Reads<'__input, Vec<Vec<u8>>>>::FACTS,
                <__p::Opt<
                    __p::Dynamic<__p::U30, __p::Bounded<__p::Text, 8>>,
                > as __p::Reads<'__input, Option<String>>>::FACTS,
                <__p::Reserve<__p::Bytes, 2> as __p::Reads<'__input, Vec<u8>>>::FACTS,
                <u16 as __p::NomReader<'__input>>::FACTS,
            ],
        );
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            let start = __p::Reader::remaining(input);
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< __p::Int31 as
                __p::Reads < '__input, i32 >> ::FACTS, < __p::Dynamic < __p::U30,
                __p::Bounded < __p::List < __p::Dynamic < __p::U30, __p::Bytes >, 4 >,
                100 > > as __p::Reads < '__input, Vec < Vec < u8 > > >> ::FACTS, <
                __p::Opt < __p::Dynamic < __p::U30, __p::Bounded < __p::Text, 8 > > > as
                __p::Reads < '__input, Option < String > >> ::FACTS, < __p::Reserve <
                __p::Bytes, 2 > as __p::Reads < '__input, Vec < u8 > >> ::FACTS, < u16 as
                __p::NomReader < '__input >> ::FACTS]) })
            );
            let field_0 = __p::field!(
                < __p::Int31 as __p::Reads < '_, i32 >> ::read(input)
            );
            let field_1 = __p::field!(
                < __p::Dynamic < __p::U30, __p::Bounded < __p::List < __p::Dynamic <
                __p::U30, __p::Bytes >, 4 >, 100 > > as __p::Reads < '_, Vec < Vec < u8 >
                > >> ::read(input)
            );
            let field_2 = __p::field!(
                < __p::Opt < __p::Dynamic < __p::U30, __p::Bounded < __p::Text, 8 > > >
                as __p::Reads < '_, Option < String > >> ::read(input)
            );
            let field_4 = __p::field!(
                < __p::Reserve < __p::Bytes, 2 > as __p::Reads < '_, Vec < u8 > >>
                ::read(input)
            );
            let field_5 = __p::field!(__p::read:: < u16 > (input));
            __p::Result::Ok(Header {
                level: field_0,
                fitness: field_1,
                name: field_2,
                cache: 7,
                data: field_4,
                r#type: field_5,
                hash: <Digest as __p::DigestOf>::digest_of(__p::consumed(start, input)),
            })
        }
        fn read_as<__R, __M: __p::FnOnce(Self) -> __R>(
            input: &mut __p::Reader<'__input>,
            make: __M,
        ) -> __p::ReadResult<__R> {
            let start = __p::Reader::remaining(input);
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< __p::Int31 as
                __p::Reads < '__input, i32 >> ::FACTS, < __p::Dynamic < __p::U30,
                __p::Bounded < __p::List < __p::Dynamic < __p::U30, __p::Bytes >, 4 >,
                100 > > as __p::Reads < '__input, Vec < Vec < u8 > > >> ::FACTS, <
                __p::Opt < __p::Dynamic < __p::U30, __p::Bounded < __p::Text, 8 > > > as
                __p::Reads < '__input, Option < String > >> ::FACTS, < __p::Reserve <
                __p::Bytes, 2 > as __p::Reads < '__input, Vec < u8 > >> ::FACTS, < u16 as
                __p::NomReader < '__input >> ::FACTS]) })
            );
            let field_0 = __p::field!(
                < __p::Int31 as __p::Reads < '_, i32 >> ::read(input)
            );
            let field_1 = __p::field!(
                < __p::Dynamic < __p::U30, __p::Bounded < __p::List < __p::Dynamic <
                __p::U30, __p::Bytes >, 4 >, 100 > > as __p::Reads < '_, Vec < Vec < u8 >
                > >> ::read(input)
            );
            let field_2 = __p::field!(
                < __p::Opt < __p::Dynamic < __p::U30, __p::Bounded < __p::Text, 8 > > >
                as __p::Reads < '_, Option < String > >> ::read(input)
            );
            let field_4 = __p::field!(
                < __p::Reserve < __p::Bytes, 2 > as __p::Reads < '_, Vec < u8 > >>
                ::read(input)
            );
            let field_5 = __p::field!(__p::read:: < u16 > (input));
            __p::Result::Ok(
                make(Header {
                    level: field_0,
                    fitness: field_1,
                    name: field_2,
                    cache: 7,
                    data: field_4,
                    r#type: field_5,
                    hash: <Digest as __p::DigestOf>::digest_of(
                        __p::consumed(start, input),
                    ),
                }),
            )
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::BinWriter for Header {
        const FACTS: __p::Facts = __p::Facts::sequence(
            &[
                <__p::Int31 as __p::Writes<i32>>::FACTS,
                <__p::Dynamic<
                    __p::U30,
                    __p::Bounded<__p::List<__p::Dynamic<__p::U30, __p::Bytes>, 4>, 100>,
                > as __p::Writes<Vec<Vec<u8>>>>::FACTS,
                <__p::Opt<
                    __p::Dynamic<__p::U30, __p::Bounded<__p::Text, 8>>,
                > as __p::Writes<Option<String>>>::FACTS,
                <__p::Reserve<__p::Bytes, 2> as __p::Writes<Vec<u8>>>::FACTS,
                <u16 as __p::BinWriter>::FACTS,
            ],
        );
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            let Header {
                level: field_0,
                fitness: field_1,
                name: field_2,
                data: field_4,
                r#type: field_5,
                ..
            } = self;
            let mut total = 2usize;
            __p::add!(
                total, __p::in_field("level", < __p::Int31 as __p::Writes < i32 >>
                ::measure(field_0, measure))
            );
            __p::add!(
                total, __p::in_field("fitness", < __p::Dynamic < __p::U30, __p::Bounded <
                __p::List < __p::Dynamic < __p::U30, __p::Bytes >, 4 >, 100 > > as
                __p::Writes < Vec < Vec < u8 > > >> ::measure(field_1, measure))
            );
            __p::add!(
                total, __p::in_field("name", < __p::Opt < __p::Dynamic < __p::U30,
                __p::Bounded < __p::Text, 8 > > > as __p::Writes < Option < String > >>
                ::measure(field_2, measure))
            );
            __p::add!(
                total, __p::in_field("data", < __p::Reserve < __p::Bytes, 2 > as
                __p::Writes < Vec < u8 > >> ::measure(field_4, measure))
            );
            __p::Result::Ok(total)
        }
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            let Header {
                level: field_0,
                fitness: field_1,
                name: field_2,
                data: field_4,
                r#type: field_5,
                ..
            } = self;
            <__p::Int31 as __p::Writes<i32>>::write(field_0, sink);
            <__p::Dynamic<
                __p::U30,
                __p::Bounded<__p::List<__p::Dynamic<__p::U30, __p::Bytes>, 4>, 100>,
            > as __p::Writes<Vec<Vec<u8>>>>::write(field_1, sink);
            <__p::Opt<
                __p::Dynamic<__p::U30, __p::Bounded<__p::Text, 8>>,
            > as __p::Writes<Option<String>>>::write(field_2, sink);
            <__p::Reserve<__p::Bytes, 2> as __p::Writes<Vec<u8>>>::write(field_4, sink);
            <u16 as __p::BinWriter>::write(field_5, sink);
        }
    }
};

// View

///The view of [`Header`]: a `Header` that borrows from the bytes that it was decoded from.
#[allow(deprecated, missing_docs)]
#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub struct HeaderView<'__view> {
    pub level: <::tezos_encoding::__private::Int31 as ::tezos_encoding::__private::Views<
        '__view,
        i32,
    >>::View,
    pub fitness: <::tezos_encoding::__private::Dynamic<
        ::tezos_encoding::__private::U30,
        ::tezos_encoding::__private::Bounded<
            ::tezos_encoding::__private::List<
                ::tezos_encoding::__private::Dynamic<
                    ::tezos_encoding::__private::U30,
                    ::tezos_encoding::__private::Bytes,
                >,
                4,
            >,
            100,
        >,
    > as ::tezos_encoding::__private::Views<'__view, Vec<Vec<u8>>>>::View,
    pub name: <::tezos_encoding::__private::Opt<
        ::tezos_encoding::__private::Dynamic<
            ::tezos_encoding::__private::U30,
            ::tezos_encoding::__private::Bounded<::tezos_encoding::__private::Text, 8>,
        >,
    > as ::tezos_encoding::__private::Views<'__view, Option<String>>>::View,
    pub cache: u8,
    pub data: <::tezos_encoding::__private::Bytes as ::tezos_encoding::__private::Views<
        '__view,
        Vec<u8>,
    >>::View,
    pub r#type: <u16 as ::tezos_encoding::__private::View>::View<'__view>,
    pub hash: Digest,
}
#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    #[automatically_derived]
    impl __p::View for Header {
        type View<'__view> = HeaderView<'__view>;
        #[inline(always)]
        fn view<'__view>(
            input: &mut __p::Reader<'__view>,
        ) -> __p::ReadResult<HeaderView<'__view>> {
            let start = __p::Reader::remaining(input);
            __p::field!(
                __p::Reader::look_ahead(input, const { __p::Ahead::of(& [< __p::Int31 as
                __p::Reads < '__view, i32 >> ::FACTS, < __p::Dynamic < __p::U30,
                __p::Bounded < __p::List < __p::Dynamic < __p::U30, __p::Bytes >, 4 >,
                100 > > as __p::Reads < '__view, Vec < Vec < u8 > > >> ::FACTS, <
                __p::Opt < __p::Dynamic < __p::U30, __p::Bounded < __p::Text, 8 > > > as
                __p::Reads < '__view, Option < String > >> ::FACTS, < __p::Reserve <
                __p::Bytes, 2 > as __p::Reads < '__view, Vec < u8 > >> ::FACTS, < u16 as
                __p::NomReader < '__view >> ::FACTS]) })
            );
            let field_0 = __p::field!(
                < __p::Int31 as __p::Views < '_, i32 >> ::view(input)
            );
            let field_1 = __p::field!(
                < __p::Dynamic < __p::U30, __p::Bounded < __p::List < __p::Dynamic <
                __p::U30, __p::Bytes >, 4 >, 100 > > as __p::Views < '_, Vec < Vec < u8 >
                > >> ::view(input)
            );
            let field_2 = __p::field!(
                < __p::Opt < __p::Dynamic < __p::U30, __p::Bounded < __p::Text, 8 > > >
                as __p::Views < '_, Option < String > >> ::view(input)
            );
            let field_4 = __p::field!(
                < __p::Reserve < __p::Bytes, 2 > as __p::Views < '_, Vec < u8 > >>
                ::view(input)
            );
            let field_5 = __p::field!(< u16 as __p::View > ::view(input));
            __p::Result::Ok(HeaderView {
                level: field_0,
                fitness: field_1,
                name: field_2,
                cache: 7,
                data: field_4,
                r#type: field_5,
                hash: <Digest as __p::DigestOf>::digest_of(__p::consumed(start, input)),
            })
        }
        #[inline]
        fn from_view(view: &Self::View<'_>) -> __p::ReadResult<Self> {
            match view {
                HeaderView {
                    level: field_0,
                    fitness: field_1,
                    name: field_2,
                    cache: field_3,
                    data: field_4,
                    r#type: field_5,
                    hash: field_6,
                } => {
                    __p::Result::Ok(Header {
                        level: <__p::Int31 as __p::Views<'_, i32>>::own(field_0)?,
                        fitness: <__p::Dynamic<
                            __p::U30,
                            __p::Bounded<
                                __p::List<__p::Dynamic<__p::U30, __p::Bytes>, 4>,
                                100,
                            >,
                        > as __p::Views<'_, Vec<Vec<u8>>>>::own(field_1)?,
                        name: <__p::Opt<
                            __p::Dynamic<__p::U30, __p::Bounded<__p::Text, 8>>,
                        > as __p::Views<'_, Option<String>>>::own(field_2)?,
                        cache: __p::Clone::clone(field_3),
                        data: <__p::Reserve<
                            __p::Bytes,
                            2,
                        > as __p::Views<'_, Vec<u8>>>::own(field_4)?,
                        r#type: <u16 as __p::View>::from_view(field_5)?,
                        hash: __p::Clone::clone(field_6),
                    })
                }
            }
        }
    }
    #[automatically_derived]
    impl<'__view> __p::NomReader<'__view> for HeaderView<'__view> {
        #[inline]
        fn nom_read(input: &'__view [__p::u8]) -> __p::NomResult<'__view, Self> {
            __p::nom_read(input, <Header as __p::View>::view)
        }
        #[inline(always)]
        fn read(input: &mut __p::Reader<'__view>) -> __p::ReadResult<Self> {
            <Header as __p::View>::view(input)
        }
    }
    #[automatically_derived]
    impl<'__view> __p::HasEncoding for HeaderView<'__view> {
        const ENCODING: &'static __p::Encoding = <Header as __p::HasEncoding>::ENCODING;
    }
    impl<'__view> HeaderView<'__view> {
        /// Converts the view to the owned value.
        ///
        /// # Errors
        /// None for a view that was returned by a reader.
        pub fn to_owned(&self) -> __p::ReadResult<Header> {
            <Header as __p::View>::from_view(self)
        }
    }
};
