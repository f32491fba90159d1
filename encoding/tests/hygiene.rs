//! Generated code works in any user's module, regardless of names in scope and denied lints.

#![deny(warnings)]
#![deny(
    elided_lifetimes_in_paths,
    explicit_outlives_requirements,
    missing_debug_implementations,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unreachable_pub,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
#![deny(
    clippy::all,
    clippy::pedantic,
    clippy::as_conversions,
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::shadow_unrelated,
    clippy::unwrap_used
)]

/// Encodes a value, decodes it again, and returns the bytes.
fn round<T>(value: &T) -> Vec<u8>
where
    T: tezos_encoding::BinWriter + tezos_encoding::HasEncoding + PartialEq + std::fmt::Debug,
    T: for<'a> tezos_encoding::NomReader<'a>,
{
    use tezos_encoding::{Decode, Encode};
    let bytes = value.to_bytes().unwrap_or_default();
    assert_eq!(T::from_bytes(&bytes).as_ref(), Ok(value));
    bytes
}

/// Nothing is in scope except what is imported.
mod no_prelude {
    #![no_implicit_prelude]

    #[derive(
        ::core::fmt::Debug,
        ::core::cmp::PartialEq,
        ::tezos_encoding::HasEncoding,
        ::tezos_encoding::NomReader,
        ::tezos_encoding::BinWriter,
    )]
    #[encoding(bounded = 100, guard = accept)]
    pub(super) struct Message {
        #[encoding(dynamic = 40, list = 4, dynamic, bytes)]
        pub(super) list: ::std::vec::Vec<::std::vec::Vec<u8>>,
        #[encoding(option, string = 3)]
        pub(super) option: ::core::option::Option<::std::string::String>,
        #[encoding(skip)]
        pub(super) skipped: u8,
        #[encoding(try_from = "u16", into = "u16")]
        pub(super) port: Port,
        pub(super) tree: Tree,
    }

    fn accept(message: &Message) -> ::core::result::Result<(), u8> {
        match message.skipped {
            0 => ::core::result::Result::Ok(()),
            number => ::core::result::Result::Err(number),
        }
    }

    #[derive(::core::fmt::Debug, ::core::cmp::PartialEq)]
    pub(super) struct Port(pub(super) u16);

    impl ::core::convert::From<u16> for Port {
        fn from(number: u16) -> Self {
            Self(number)
        }
    }

    impl ::core::convert::From<&Port> for u16 {
        fn from(port: &Port) -> Self {
            port.0
        }
    }

    #[derive(
        ::core::fmt::Debug,
        ::core::cmp::PartialEq,
        ::tezos_encoding::HasEncoding,
        ::tezos_encoding::NomReader,
        ::tezos_encoding::BinWriter,
        ::tezos_encoding::View,
        ::tezos_encoding::Arena,
    )]
    #[encoding(mu, depth = 4)]
    pub(super) enum Tree {
        Leaf,
        Node { child: ::std::boxed::Box<Tree> },
    }
}

#[test]
fn without_a_prelude() {
    let tree = no_prelude::Tree::Node { child: Box::new(no_prelude::Tree::Leaf) };
    let value = no_prelude::Message {
        list: vec![vec![1]],
        option: Some("a".to_owned()),
        skipped: 0,
        port: no_prelude::Port(80),
        tree,
    };
    assert_eq!(round(&value), [0, 0, 0, 5, 0, 0, 0, 1, 1, 0xff, 0, 0, 0, 1, b'a', 0, 80, 1, 0]);
}

/// The user's types and functions have names of the standard library and of the derives.
mod shadowed {
    #![allow(dead_code, non_camel_case_types, reason = "names that generated code might use")]

    use tezos_encoding::{BinWriter, HasEncoding, NomReader};

    pub(crate) struct Option;
    pub(crate) struct Result;
    pub(crate) struct Vec;
    pub(crate) struct String;
    pub(crate) struct Ok;
    pub(crate) struct Err;
    pub(crate) struct Some;
    pub(crate) struct None;
    pub(crate) struct usize;
    pub(crate) struct bool;
    pub(crate) struct Reader;
    pub(crate) struct Encoding;
    pub(crate) struct N;
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod wire {}
    pub(crate) mod tezos_encoding_private {}

    #[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub(crate) struct Body(pub(crate) u8);

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub(crate) struct Guard0 {
        #[encoding(guard = "value")]
        pub(crate) body: Body,
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub(crate) struct Conversion0(pub(crate) Guard0);

    /// A guard with a name that generated local variables might have.
    fn value(body: &Body) -> ::core::result::Result<(), u8> {
        if body.0 < 9 { ::core::result::Result::Ok(()) } else { ::core::result::Result::Err(body.0) }
    }

    fn check(around: &Around) -> ::core::result::Result<(), u8> {
        value(&around.guarded)
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    #[encoding(dynamic, guard = "check")]
    pub(crate) struct Around {
        pub(crate) body: Body,
        #[encoding(guard = "value")]
        pub(crate) guarded: Body,
        pub(crate) guard: Guard0,
        pub(crate) conversion: Conversion0,
    }

    pub(crate) const TAG_0: u8 = 7;
    pub(crate) const TAG_1: u8 = 3;
    pub(crate) const MAX: ::core::primitive::usize = 2;
    pub(crate) const ENCODING: ::core::primitive::usize = 2;
    pub(crate) const DEPTH: u32 = 2;

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, tezos_encoding::Arena)]
    #[encoding(mu, depth = DEPTH, json(first_match))]
    pub(crate) enum Tags {
        #[encoding(tag = TAG_0)]
        First(#[encoding(dynamic, list = MAX)] ::std::vec::Vec<Body>),
        #[encoding(tag = TAG_1)]
        Second {
            #[encoding(dynamic = "MAX + ENCODING", bytes)]
            bytes: ::std::vec::Vec<u8>,
        },
        Err,
        Ok(u8),
        None,
    }

    /// A parameter with the name of a type in scope.
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub(crate) struct Counted<const N: ::core::primitive::usize, S, T> {
        pub(crate) array: [u8; N],
        pub(crate) s: S,
        pub(crate) t: T,
    }
}

#[test]
fn names_in_scope() {
    use shadowed::{Around, Body, Conversion0, Counted, Guard0, Tags};
    let guard = |number| Guard0 { body: Body(number) };
    let value = Around { body: Body(10), guarded: Body(2), guard: guard(3), conversion: Conversion0(guard(4)) };
    assert_eq!(round(&value), [0, 0, 0, 4, 10, 2, 3, 4]);
    assert_eq!(round(&Tags::First(vec![Body(1)])), [7, 0, 0, 0, 1, 1]);
    assert_eq!(round(&Tags::Second { bytes: vec![1] }), [3, 0, 0, 0, 1, 1]);
    assert_eq!(round(&Tags::Err), [4]);
    assert_eq!(round(&Tags::Ok(1)), [5, 1]);
    assert_eq!(round(&Tags::None), [6]);
    assert_eq!(round(&Counted { array: [1, 2], s: 3u8, t: 4u8 }), [1, 2, 3, 4]);
}

mod fields {
    use tezos_encoding::{BinWriter, DigestOf, HasEncoding, NomReader, View};

    /// Fields with names that local variables of generated code might have.
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub(crate) struct Locals {
        pub(crate) input: u8,
        pub(crate) value: u8,
        pub(crate) sink: u8,
        pub(crate) start: u8,
        pub(crate) tag: u8,
        pub(crate) measure: u8,
        pub(crate) total: u8,
        pub(crate) error: u8,
        pub(crate) field_0: u8,
        pub(crate) field_1: u8,
        pub(crate) max: u8,
        pub(crate) item: u8,
        pub(crate) this: u8,
        #[encoding(hash)]
        pub(crate) hash: Nothing,
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
    pub(crate) enum Variants {
        Named { input: u8, tag: u16, value: u8, field_0: u8, total: u8, start: u8 },
        Other { measure: u8, sink: u8, error: u8 },
    }

    /// Raw identifiers wherever a name may appear.
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub(crate) struct r#Struct {
        pub(crate) r#type: u8,
        pub(crate) r#match: r#Enum,
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    pub(crate) enum r#Enum {
        r#Box { r#fn: u8 },
        r#Unit,
    }

    #[derive(Debug, PartialEq, Eq)]
    pub(crate) struct Nothing;

    impl DigestOf for Nothing {
        fn digest_of(_: &[u8]) -> Self {
            Self
        }
    }
}

#[test]
fn names_of_fields() {
    use fields::{r#Enum, Locals, Nothing, r#Struct, Variants};
    let value = Locals {
        input: 1,
        value: 2,
        sink: 3,
        start: 4,
        tag: 5,
        measure: 6,
        total: 7,
        error: 8,
        field_0: 9,
        field_1: 10,
        max: 11,
        item: 12,
        this: 13,
        hash: Nothing,
    };
    assert_eq!(round(&value), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    let named = Variants::Named { input: 1, tag: 2, value: 3, field_0: 4, total: 5, start: 6 };
    assert_eq!(round(&named), [0, 1, 0, 2, 3, 4, 5, 6]);
    assert_eq!(round(&Variants::Other { measure: 1, sink: 2, error: 3 }), [1, 1, 2, 3]);
    assert_eq!(round(&r#Struct { r#type: 1, r#match: r#Enum::r#Box { r#fn: 2 } }), [1, 0, 2]);
    assert_eq!(round(&r#Enum::r#Unit), [1]);
}

/// The user's traits have methods with the same names, and the traits of this crate are not in scope.
mod methods {
    macro_rules! local {
        ($($method:ident($($argument:ty)?) = $number:literal;)*) => {
            pub(crate) trait Local {
                $(fn $method(&self $(, _: $argument)?) -> u8 {
                    $number
                })*
            }
        };
    }

    local! {
        read() = 1; write() = 2; measure() = 3; in_field(&str) = 4; map_err() = 5; need_fixed() = 6; remaining() = 7; enter() = 8;
        put() = 9;
    }

    impl<T> Local for T {}

    #[derive(
        Debug,
        PartialEq,
        tezos_encoding::HasEncoding,
        tezos_encoding::NomReader,
        tezos_encoding::BinWriter,
        tezos_encoding::View,
        tezos_encoding::Arena,
    )]
    #[encoding(mu)]
    pub(crate) enum Tree {
        Leaf(u8),
        Node(#[encoding(dynamic, list = 2)] Vec<Tree>),
    }
}

#[test]
fn methods_of_the_same_names() {
    use methods::{Local, Tree};
    assert_eq!(round(&Tree::Node(vec![Tree::Leaf(7)])), [1, 0, 0, 0, 2, 0, 7]);
    let tree = Tree::Leaf(0);
    let all = [tree.read(), tree.write(), Local::measure(&tree), tree.in_field(""), tree.map_err(), tree.need_fixed()];
    assert_eq!(all, [1, 2, 3, 4, 5, 6]);
    assert_eq!([tree.remaining(), tree.enter(), tree.put()], [7, 8, 9]);
}

/// The runtime crate under another name, and through the re-export of another crate.
mod renamed {
    pub(crate) mod facade {
        pub(crate) use tezos_encoding as codec;
    }

    mod deep {
        use super::facade::codec::{BinWriter, HasEncoding, NomReader};

        #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        #[encoding(crate = "super::facade::codec", dynamic)]
        pub(crate) enum Message {
            A(#[encoding(dynamic, list = 2)] Vec<u16>),
        }

        #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
        #[encoding(crate = crate::hygiene::renamed::facade::codec)]
        pub(crate) struct Generic<T>(pub(crate) T, pub(crate) u8);
    }

    pub(crate) use deep::{Generic, Message};
}

#[test]
fn the_runtime_under_another_path() {
    assert_eq!(round(&renamed::Message::A(vec![1])), [0, 0, 0, 7, 0, 0, 0, 0, 2, 0, 1]);
    assert_eq!(round(&renamed::Generic(1u16, 2)), [0, 1, 2]);
}

/// A type that a user's macro generates: its fields and types are wrapped in invisible groups of tokens.
mod made {
    macro_rules! message {
        ($name:ident { $($field:ident: $ty:ty = $max:expr),* } $tag:literal $inner:ident $int:ty, $list:ty) => {
            #[derive(Debug, PartialEq, tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
            pub(crate) struct $name {
                $(#[encoding(dynamic, list = $max)] pub(crate) $field: $ty,)*
                pub(crate) inner: $inner,
            }

            #[derive(Debug, PartialEq, tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
            #[encoding(json(first_match))]
            pub(crate) enum $inner {
                #[encoding(tag = $tag)]
                Case($int, #[encoding(dynamic)] Option<$int>),
                #[encoding(list, dynamic)]
                Elements($list),
            }
        };
    }

    message!(Message { first: Vec<u16> = 2, second: Vec<u8> = 1 + 2 } 7 Inner u32, Vec<u16>);
}

#[test]
fn inside_a_macro() {
    use made::{Inner, Message};
    let value = Message { first: vec![1], second: vec![2, 3], inner: Inner::Case(4, None) };
    assert_eq!(round(&value), [0, 0, 0, 2, 0, 1, 0, 0, 0, 2, 2, 3, 7, 0, 0, 0, 4, 0]);
    assert_eq!(round(&Inner::Elements(vec![1, 2])), [8, 0, 0, 0, 2, 0, 1, 0, 0, 0, 2, 0, 2]);
}

/// Inside a function, where the names of types are not in the module's namespace.
#[test]
fn inside_a_function() {
    use tezos_encoding::{BinWriter, HasEncoding, NomReader};

    const LIMIT: usize = 2;

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Inner {
        #[encoding(dynamic, list = LIMIT)]
        items: Vec<u8>,
    }

    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Outer(#[encoding(dynamic)] Inner, u8);

    assert_eq!(round(&Outer(Inner { items: vec![1] }, 2)), [0, 0, 0, 5, 0, 0, 0, 1, 1, 2]);
}

/// A glob import of this crate hides no crate that its users import beside it.
mod glob {
    #[allow(unused_imports, reason = "the test is that a module of this name would hide the crate")]
    use tezos_encoding::*;

    #[test]
    fn the_crate_nom_is_not_hidden() {
        assert_eq!(nom::error::ErrorKind::Tag.description(), "Tag");
    }
}
