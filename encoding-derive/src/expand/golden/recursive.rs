// The type of `recursive.in.rs` and its derives; written by `BLESS=1 cargo test`.

#[derive(Debug, PartialEq)]
pub enum Path {
    Op,
    Right { left: u8, path: Box<Path> },
    Left { path: Box<Self>, right: u8 },
}

// HasEncoding

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __DEPTH: __p::u32 = DEPTH;
    struct __Body;
    impl __p::Schema<Path> for __Body {
        const ENCODING: &'static __p::Encoding = &__p::Encoding::Union {
            tag: __p::TagSize::U8,
            cases: <Path as __p::Tagged>::CASES,
            ignore_unknown: false,
        };
    }
    #[automatically_derived]
    impl __p::Tagged for Path {
        const CASES: &'static [__p::Case] = &[
            __p::Case::new(0 as __p::u32, "Op", &__p::Encoding::Empty),
            __p::Case::new(
                15 as __p::u32,
                "Right",
                &__p::Encoding::Object(
                    &[
                        __p::Field::req("left", <u8 as __p::HasEncoding>::ENCODING),
                        __p::Field::req(
                            "path",
                            <Box<Path> as __p::HasEncoding>::ENCODING,
                        ),
                    ],
                ),
            ),
            __p::Case::new(
                240 as __p::u32,
                "Left",
                &__p::Encoding::Object(
                    &[
                        __p::Field::req(
                            "path",
                            <Box<Path> as __p::HasEncoding>::ENCODING,
                        ),
                        __p::Field::req("right", <u8 as __p::HasEncoding>::ENCODING),
                    ],
                ),
            ),
        ];
        #[inline]
        fn case(&self) -> &'static __p::Case {
            match self {
                Path::Op { .. } => &<Self as __p::Tagged>::CASES[0usize],
                Path::Right { .. } => &<Self as __p::Tagged>::CASES[1usize],
                Path::Left { .. } => &<Self as __p::Tagged>::CASES[2usize],
            }
        }
    }
    #[automatically_derived]
    impl __p::HasEncoding for Path {
        const ENCODING: &'static __p::Encoding = &__p::Encoding::Mu(
            &__p::Mu {
                name: "path",
                class: __p::Class::Dynamic,
                least: 1usize,
                depth: __DEPTH,
                body: || <__Body as __p::Schema<Path>>::ENCODING,
            },
        );
    }
    const _: () = {
        let encoding = <Box<Path> as __p::HasEncoding>::ENCODING;
        __p::rules::rest(encoding, 0usize);
    };
    const _: () = {
        let encoding = <Box<Path> as __p::HasEncoding>::ENCODING;
        __p::rules::rest(encoding, 0usize);
        __p::rules::closed(encoding);
    };
    const _: () = __p::rules::depth(
        __DEPTH,
        2usize,
        4usize,
        __p::size_of::<(Path, u8, Box<Path>, Box<Path>, u8)>(),
    );
    const _: () = __p::rules::mu_class(
        __p::Class::Dynamic,
        <__Body as __p::Schema<Path>>::ENCODING,
    );
};

// NomReader

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __DEPTH: __p::u32 = DEPTH;
    #[automatically_derived]
    impl<'__input> __p::NomReader<'__input> for Path {
        #[inline]
        fn nom_read(input: &'__input [__p::u8]) -> __p::NomResult<'__input, Self> {
            __p::nom_read(input, <Self as __p::NomReader<'_>>::read)
        }
        #[inline]
        fn read(input: &mut __p::Reader<'__input>) -> __p::ReadResult<Self> {
            __p::Reader::enter(input, __DEPTH)?;
            let value = {
                let start = __p::Reader::remaining(input);
                let tag = __p::tri!(< __p::u8 as __p::NomReader < '_ >> ::read(input));
                match tag {
                    0 => __p::Result::Ok(Path::Op {}),
                    15 => {
                        let field_0 = __p::field!(__p::read:: < u8 > (input));
                        let field_1 = __p::field!(__p::read:: < Box < Path > > (input));
                        __p::Result::Ok(Path::Right {
                            left: field_0,
                            path: field_1,
                        })
                    }
                    240 => {
                        let field_0 = __p::field!(__p::read:: < Box < Path > > (input));
                        let field_1 = __p::field!(__p::read:: < u8 > (input));
                        __p::Result::Ok(Path::Left {
                            path: field_0,
                            right: field_1,
                        })
                    }
                    _ => __p::unexpected_tag(start, tag, false),
                }
            }?;
            __p::Reader::leave(input);
            __p::Result::Ok(value)
        }
    }
};

// BinWriter

#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __DEPTH: __p::u32 = DEPTH;
    #[automatically_derived]
    impl __p::BinWriter for Path {
        #[inline]
        fn measure(&self, measure: &mut __p::Measure<'_>) -> __p::Measured {
            __p::Measure::enter(measure, __DEPTH)?;
            let total = match self {
                Path::Op { .. } => __p::Result::Ok(1usize),
                Path::Right { left: field_0, path: field_1, .. } => {
                    let mut total = 2usize;
                    __p::add!(
                        total, __p::in_case("Right", __p::in_field("path", < Box < Path >
                        as __p::BinWriter > ::measure(field_1, measure)))
                    );
                    __p::Result::Ok(total)
                }
                Path::Left { path: field_0, right: field_1, .. } => {
                    let mut total = 2usize;
                    __p::add!(
                        total, __p::in_case("Left", __p::in_field("path", < Box < Path >
                        as __p::BinWriter > ::measure(field_0, measure)))
                    );
                    __p::Result::Ok(total)
                }
            }?;
            __p::Measure::leave(measure);
            __p::Result::Ok(total)
        }
        #[inline]
        fn write<__S: __p::Sink>(&self, sink: &mut __S) {
            match self {
                Path::Op { .. } => {
                    __p::Sink::put(sink, &__p::u8::to_be_bytes(0));
                }
                Path::Right { left: field_0, path: field_1, .. } => {
                    __p::Sink::put(sink, &__p::u8::to_be_bytes(15));
                    <u8 as __p::BinWriter>::write(field_0, sink);
                    <Box<Path> as __p::BinWriter>::write(field_1, sink);
                }
                Path::Left { path: field_0, right: field_1, .. } => {
                    __p::Sink::put(sink, &__p::u8::to_be_bytes(240));
                    <Box<Path> as __p::BinWriter>::write(field_0, sink);
                    <u8 as __p::BinWriter>::write(field_1, sink);
                }
            }
        }
    }
};

// View

///The view of [`Path`]: a `Path` that borrows from the bytes that it was decoded from.
#[allow(deprecated, missing_docs)]
#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub enum PathView<'__view> {
    Op,
    Right {
        left: <u8 as ::tezos_encoding::__private::View>::View<'__view>,
        path: <Box<Path> as ::tezos_encoding::__private::View>::View<'__view>,
    },
    Left {
        path: <Box<Path> as ::tezos_encoding::__private::View>::View<'__view>,
        right: <u8 as ::tezos_encoding::__private::View>::View<'__view>,
    },
}
#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __DEPTH: __p::u32 = DEPTH;
    pub enum __Seen<'__input> {
        V1F1 { state: <__p::One as __p::Branch>::State<'__input> },
        V2F0 { state: <__p::One as __p::Branch>::State<'__input> },
        Never(__p::Infallible, __p::PhantomData<&'__input ()>),
    }
    fn __seen_v2f0<'__input>(
        input: &mut __p::Reader<'__input>,
    ) -> __p::ReadResult<__p::Step<__Seen<'__input>>> {
        <u8 as __p::View>::view(input)?;
        __p::Result::Ok(__p::Step::End(0usize))
    }
    #[automatically_derived]
    impl __p::Scan for Path {
        type Frame<'__input> = __Seen<'__input>;
        #[inline]
        fn begin<'__input>(
            input: &mut __p::Reader<'__input>,
        ) -> __p::ReadResult<__p::Step<__Seen<'__input>>> {
            let start = __p::Reader::remaining(input);
            let tag = <__p::u8 as __p::NomReader<'_>>::read(input)?;
            match tag {
                0 => __p::Result::Ok(__p::Step::End(0usize)),
                15 => {
                    <u8 as __p::View>::view(input)?;
                    let (state, more) = <__p::One as __p::Branch>::open(input)?;
                    if more {
                        __p::Result::Ok(__p::Step::Child(__Seen::V1F1 { state }))
                    } else {
                        __p::Result::Ok(__p::Step::End(0usize))
                    }
                }
                240 => {
                    let (state, more) = <__p::One as __p::Branch>::open(input)?;
                    if more {
                        __p::Result::Ok(__p::Step::Child(__Seen::V2F0 { state }))
                    } else {
                        __seen_v2f0(input)
                    }
                }
                _ => __p::unexpected_tag(start, tag, false),
            }
        }
        #[inline]
        fn resume<'__input>(
            frame: __Seen<'__input>,
            input: &mut __p::Reader<'__input>,
        ) -> __p::ReadResult<__p::Step<__Seen<'__input>>> {
            match frame {
                __Seen::V1F1 { mut state } => {
                    if <__p::One as __p::Branch>::more(&mut state, input)? {
                        __p::Result::Ok(__p::Step::Child(__Seen::V1F1 { state }))
                    } else {
                        __p::Result::Ok(__p::Step::End(0usize))
                    }
                }
                __Seen::V2F0 { mut state } => {
                    if <__p::One as __p::Branch>::more(&mut state, input)? {
                        __p::Result::Ok(__p::Step::Child(__Seen::V2F0 { state }))
                    } else {
                        __seen_v2f0(input)
                    }
                }
                __Seen::Never(__never, _) => match __never {}
            }
        }
    }
    #[automatically_derived]
    impl __p::View for Path {
        type View<'__view> = PathView<'__view>;
        #[inline(always)]
        fn view<'__view>(
            input: &mut __p::Reader<'__view>,
        ) -> __p::ReadResult<PathView<'__view>> {
            __p::Reader::enter(input, __DEPTH)?;
            let value = {
                let start = __p::Reader::remaining(input);
                let tag = __p::tri!(< __p::u8 as __p::NomReader < '_ >> ::read(input));
                match tag {
                    0 => __p::Result::Ok(PathView::Op {}),
                    15 => {
                        let field_0 = __p::field!(< u8 as __p::View > ::view(input));
                        let field_1 = __p::field!(
                            < Box < Path > as __p::View > ::view(input)
                        );
                        __p::Result::Ok(PathView::Right {
                            left: field_0,
                            path: field_1,
                        })
                    }
                    240 => {
                        let field_0 = __p::field!(
                            < Box < Path > as __p::View > ::view(input)
                        );
                        let field_1 = __p::field!(< u8 as __p::View > ::view(input));
                        __p::Result::Ok(PathView::Left {
                            path: field_0,
                            right: field_1,
                        })
                    }
                    _ => __p::unexpected_tag(start, tag, false),
                }
            }?;
            __p::Reader::leave(input);
            __p::Result::Ok(value)
        }
        #[inline]
        fn from_view(view: &Self::View<'_>) -> __p::ReadResult<Self> {
            match view {
                PathView::Op { .. } => __p::Result::Ok(Path::Op {}),
                PathView::Right { left: field_0, path: field_1 } => {
                    __p::Result::Ok(Path::Right {
                        left: <u8 as __p::View>::from_view(field_0)?,
                        path: <Box<Path> as __p::View>::from_view(field_1)?,
                    })
                }
                PathView::Left { path: field_0, right: field_1 } => {
                    __p::Result::Ok(Path::Left {
                        path: <Box<Path> as __p::View>::from_view(field_0)?,
                        right: <u8 as __p::View>::from_view(field_1)?,
                    })
                }
            }
        }
        fn check(input: &mut __p::Reader<'_>) -> __p::ReadResult<()> {
            __p::scan::<Self>(input)
        }
    }
    #[automatically_derived]
    impl<'__view> __p::NomReader<'__view> for PathView<'__view> {
        #[inline]
        fn nom_read(input: &'__view [__p::u8]) -> __p::NomResult<'__view, Self> {
            __p::nom_read(input, <Path as __p::View>::view)
        }
        #[inline]
        fn read(input: &mut __p::Reader<'__view>) -> __p::ReadResult<Self> {
            <Path as __p::View>::view(input)
        }
    }
    #[automatically_derived]
    impl<'__view> __p::HasEncoding for PathView<'__view> {
        const ENCODING: &'static __p::Encoding = <Path as __p::HasEncoding>::ENCODING;
    }
    impl<'__view> PathView<'__view> {
        /// Converts the view to the owned value.
        ///
        /// # Errors
        /// None for a view that was returned by a reader.
        pub fn to_owned(&self) -> __p::ReadResult<Path> {
            <Path as __p::View>::from_view(self)
        }
    }
};

// Arena

///A node of [`Path`]: a `Path` with indices in place of its children.
#[allow(deprecated, missing_docs)]
#[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
pub enum PathNode {
    Op,
    Right { left: u8, path: ::tezos_encoding::__private::Child<Path> },
    Left { path: ::tezos_encoding::__private::Child<Path>, right: u8 },
}
#[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
const _: () = {
    use ::tezos_encoding::__private as __p;
    const __DEPTH: __p::u32 = DEPTH;
    pub enum __Frame<'__input> {
        V1F1 {
            state: <__p::One as __p::Branch>::State<'__input>,
            field_0: u8,
            field_1: ::tezos_encoding::__private::Child<Path>,
        },
        V2F0 {
            state: <__p::One as __p::Branch>::State<'__input>,
            field_0: ::tezos_encoding::__private::Child<Path>,
        },
        Never(__p::Infallible, __p::PhantomData<&'__input ()>),
    }
    fn __v1f1<'__input>(
        input: &mut __p::Reader<'__input>,
        to: &mut __p::Growing<'__input, Path>,
        field_0: u8,
        field_1: ::tezos_encoding::__private::Child<Path>,
    ) -> __p::ReadResult<__p::Reached> {
        let node = PathNode::Right {
            left: field_0,
            path: field_1,
        };
        __p::Result::Ok(to.end(node))
    }
    fn __v2f0<'__input>(
        input: &mut __p::Reader<'__input>,
        to: &mut __p::Growing<'__input, Path>,
        field_0: ::tezos_encoding::__private::Child<Path>,
    ) -> __p::ReadResult<__p::Reached> {
        let field_1 = __p::read::<u8>(input)?;
        let node = PathNode::Left {
            path: field_0,
            right: field_1,
        };
        __p::Result::Ok(to.end(node))
    }
    #[automatically_derived]
    impl __p::Steps for Path {
        type Node = PathNode;
        const SIZED: __p::bool = false || <__p::One as __p::Branch>::SIZED
            || <__p::One as __p::Branch>::SIZED;
        type Frame<'__input> = __Frame<'__input>;
        #[inline]
        fn begin<'__input>(
            input: &mut __p::Reader<'__input>,
            to: &mut __p::Growing<'__input, Path>,
        ) -> __p::ReadResult<__p::Reached> {
            let start = __p::Reader::remaining(input);
            let tag = <__p::u8 as __p::NomReader<'_>>::read(input)?;
            match tag {
                0 => {
                    let node = PathNode::Op {};
                    __p::Result::Ok(to.end(node))
                }
                15 => {
                    let field_0 = __p::read::<u8>(input)?;
                    let (state, more) = <__p::One as __p::Branch>::open(input)?;
                    let field_1: ::tezos_encoding::__private::Child<Path> = <__p::One as __p::Branch>::empty();
                    if more {
                        let frame = __Frame::V1F1 {
                            state,
                            field_0,
                            field_1,
                        };
                        __p::Result::Ok(to.pause(frame))
                    } else {
                        __v1f1(input, to, field_0, field_1)
                    }
                }
                240 => {
                    let (state, more) = <__p::One as __p::Branch>::open(input)?;
                    let field_0: ::tezos_encoding::__private::Child<Path> = <__p::One as __p::Branch>::empty();
                    if more {
                        let frame = __Frame::V2F0 { state, field_0 };
                        __p::Result::Ok(to.pause(frame))
                    } else {
                        __v2f0(input, to, field_0)
                    }
                }
                _ => __p::unexpected_tag(start, tag, false),
            }
        }
        #[inline]
        fn resume<'__input>(
            frame: __Frame<'__input>,
            child: __p::Child<Self>,
            input: &mut __p::Reader<'__input>,
            to: &mut __p::Growing<'__input, Path>,
        ) -> __p::ReadResult<__p::Reached> {
            match frame {
                __Frame::V1F1 { mut state, field_0, mut field_1 } => {
                    <__p::One as __p::Branch>::add(&mut field_1, child);
                    if <__p::One as __p::Branch>::more(&mut state, input)? {
                        let frame = __Frame::V1F1 {
                            state,
                            field_0,
                            field_1,
                        };
                        __p::Result::Ok(to.pause(frame))
                    } else {
                        __v1f1(input, to, field_0, field_1)
                    }
                }
                __Frame::V2F0 { mut state, mut field_0 } => {
                    <__p::One as __p::Branch>::add(&mut field_0, child);
                    if <__p::One as __p::Branch>::more(&mut state, input)? {
                        let frame = __Frame::V2F0 { state, field_0 };
                        __p::Result::Ok(to.pause(frame))
                    } else {
                        __v2f0(input, to, field_0)
                    }
                }
                __Frame::Never(__never, _) => match __never {}
            }
        }
        #[inline]
        fn measure(value: &PathNode, sizes: __p::Sizes<'_>) -> __p::Measured {
            match value {
                PathNode::Op { .. } => __p::Result::Ok(1usize),
                PathNode::Right { left: field_0, path: field_1, .. } => {
                    let mut total = 1usize;
                    __p::add!(
                        total, __p::in_case("Right", __p::in_field("left",
                        __p::measure_field:: < u8, __p::Auto > (field_0)))
                    );
                    __p::add!(
                        total, __p::in_case("Right", __p::in_field("path", < __p::One as
                        __p::Branch > ::measure(field_1, sizes)))
                    );
                    __p::Result::Ok(total)
                }
                PathNode::Left { path: field_0, right: field_1, .. } => {
                    let mut total = 1usize;
                    __p::add!(
                        total, __p::in_case("Left", __p::in_field("path", < __p::One as
                        __p::Branch > ::measure(field_0, sizes)))
                    );
                    __p::add!(
                        total, __p::in_case("Left", __p::in_field("right",
                        __p::measure_field:: < u8, __p::Auto > (field_1)))
                    );
                    __p::Result::Ok(total)
                }
            }
        }
        #[inline]
        fn write<__S: __p::Sink>(
            value: &PathNode,
            mut position: __p::Position,
            sizes: __p::Sizes<'_>,
            sink: &mut __S,
        ) -> __p::Option<(__p::Child<Self>, __p::Position)> {
            match value {
                PathNode::Op { .. } => {
                    if position.field == 0u32 {
                        __p::Sink::put(sink, &__p::u8::to_be_bytes(0));
                    }
                    __p::Option::None
                }
                PathNode::Right { left: field_0, path: field_1, .. } => {
                    if position.field == 0u32 {
                        __p::Sink::put(sink, &__p::u8::to_be_bytes(15));
                        __p::write_field::<u8, __p::Auto, _>(field_0, sink);
                        <__p::One as __p::Branch>::write(field_1, sizes, sink);
                        position = __p::Position::field(1u32);
                    }
                    if position.field == 1u32 {
                        let child = <__p::One as __p::Branch>::next(field_1, position);
                        if child.is_some() {
                            return child;
                        }
                    }
                    __p::Option::None
                }
                PathNode::Left { path: field_0, right: field_1, .. } => {
                    if position.field == 0u32 {
                        __p::Sink::put(sink, &__p::u8::to_be_bytes(240));
                        <__p::One as __p::Branch>::write(field_0, sizes, sink);
                        position = __p::Position::field(1u32);
                    }
                    if position.field == 1u32 {
                        let child = <__p::One as __p::Branch>::next(field_0, position);
                        if child.is_some() {
                            return child;
                        }
                        __p::write_field::<u8, __p::Auto, _>(field_1, sink);
                    }
                    __p::Option::None
                }
            }
        }
        fn inside(
            value: &PathNode,
            position: __p::Position,
            error: __p::EncodeError,
        ) -> __p::EncodeError {
            match value {
                PathNode::Op { .. } => error.in_case("Op"),
                PathNode::Right { left: field_0, path: field_1, .. } => {
                    let error = match position.field {
                        1u32 => {
                            <__p::One as __p::Branch>::before(position, error)
                                .in_field("path")
                        }
                        _ => error,
                    };
                    error.in_case("Right")
                }
                PathNode::Left { path: field_0, right: field_1, .. } => {
                    let error = match position.field {
                        1u32 => {
                            <__p::One as __p::Branch>::before(position, error)
                                .in_field("path")
                        }
                        _ => error,
                    };
                    error.in_case("Left")
                }
            }
        }
    }
};
