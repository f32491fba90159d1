//! The macro for records and variants of your own, and the traits of records.

/// Defines structs and enums that are encoded as Michelson's records and variants.
///
/// A struct is a right comb: `struct { a: A, b: B, c: C }` is encoded as a [`Pair<A, Pair<B, C>>`](crate::michelson::Pair), and read in all its
/// notations. A struct with one field is encoded as the field.
///
/// An enum is a right-nested `or`: the cases of `enum { A(X), B(Y), C }` are encoded as `Left x`, `Right (Left y)` and `Right (Right Unit)`, an
/// [`Or<X, Or<Y, Unit>>`](crate::michelson::Or). A case has one payload, or none, which is encoded as `Unit`. An enum with one case is
/// encoded as its payload. For a tree of another shape, combine `Or`s.
///
/// This is the layout of LIGO's `@layout comb`, its default since version 1.0. The types of the fields and payloads are those of
/// [`michelson`](mod@crate::michelson), and others that this macro defines. The names of fields and cases are annotations of the type,
/// [`Michelson::TYPE`](crate::michelson::Michelson::TYPE); annotations in the bytes are accepted and ignored.
///
/// ```
/// use tezos_encoding::{Decode, Encode, ToJson};
/// use tezos_protocols::michelson::{Address, Bytes, Michelson, Nat};
///
/// tezos_protocols::michelson! {
///     /// Moves tokens.
///     #[derive(Debug, PartialEq)]
///     pub struct Transfer {
///         pub to: Address,
///         pub amount: Nat,
///         pub memo: Bytes,
///     }
///
///     #[derive(Debug, PartialEq)]
///     pub enum Call {
///         Transfer(Transfer),
///         Burn(Nat),
///         Pause,
///     }
/// }
///
/// assert_eq!(Transfer::TYPE.to_string(), "pair (address %to) (pair (nat %amount) (bytes %memo))");
/// assert_eq!(Call::Burn(7u32.into()).to_bytes().unwrap(), [5, 8, 5, 5, 0, 7]); // Right (Left 7)
/// assert_eq!(Call::from_bytes(&[5, 8, 5, 8, 3, 11]).unwrap(), Call::Pause); // Right (Right Unit)
/// assert_eq!(Call::Burn(7u32.into()).to_json().unwrap(), r#"{"Burn":"7"}"#);
/// ```
///
/// The attributes of types, fields and cases are kept; `#[encoding(..)]` has no effect. A type cannot have parameters, and cannot contain
/// itself, because types of Michelson are finite: the compiler then reports a cycle (E0391) with
/// `A_TYPE_OF_MICHELSON_CANNOT_CONTAIN_ITSELF`.
///
/// A field of any other type does not compile:
///
/// ```compile_fail,E0277
/// tezos_protocols::michelson! {
///     struct Transfer {
///         amount: u64,
///     }
/// }
/// ```
///
/// ```compile_fail,E0391
/// tezos_protocols::michelson! {
///     struct Tree {
///         children: tezos_protocols::michelson::List<Tree>,
///     }
/// }
/// ```
#[macro_export]
macro_rules! michelson {
    () => {};
    (
        $(#[$meta:meta])* $vis:vis struct $name:ident {
            $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty),+ $(,)?
        }
        $($others:tt)*
    ) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)+
        }
        $crate::__michelson_struct! { $name $($field: $type,)+ }
        $crate::michelson! { $($others)* }
    };
    (
        $(#[$meta:meta])* $vis:vis enum $name:ident {
            $($(#[$case_meta:meta])* $case:ident $(($type:ty))?),+ $(,)?
        }
        $($others:tt)*
    ) => {
        $(#[$meta])*
        $vis enum $name {
            $($(#[$case_meta])* $case $(($type))?,)+
        }
        $crate::__michelson_enum! { $name $({ $case $($type)? })+ }
        $crate::michelson! { $($others)* }
    };
    ($($other:tt)*) => {
        ::core::compile_error!(
            "expected `struct Name { field: Type, .. }` or `enum Name { Case(Type), Case, .. }`, without parameters"
        );
    };
}

/// Implements the traits of a struct.
#[doc(hidden)]
#[macro_export]
macro_rules! __michelson_struct {
    ($name:ident $($field:ident: $type:ty,)+) => {
        const _: () = {
            use $crate::michelson::__private as __p;

            type __Comb = $crate::__michelson_struct!(@comb $($type,)+);

            impl $name {
                fn __of_comb($crate::__michelson_struct!(@pattern $($field,)+): __Comb) -> Self {
                    Self { $($field),+ }
                }
            }

            impl __p::HasEncoding for $name {
                const ENCODING: &'static __p::Encoding =
                    &__p::Encoding::Object($crate::__michelson_struct!(@fields [] $($field: $type,)+));
            }

            impl<'a> __p::NomReader<'a> for $name {
                const FACTS: __p::Facts = __p::NODE;

                fn read(input: &mut __p::Reader<'a>) -> __p::Result<Self, __p::Fault> {
                    <__Comb as __p::NomReader<'a>>::read(input).map(Self::__of_comb)
                }
            }

            impl __p::BinWriter for $name {
                // Of variable size: the bytes of the pairs are not counted.
                const FACTS: __p::Facts =
                    __p::Facts::sequence(&[__p::Facts::FLAT, $(<$type as __p::BinWriter>::FACTS),+]);

                fn write<S: __p::Sink>(&self, sink: &mut S) -> __p::Result<(), __p::EncodeError> {
                    $crate::__michelson_struct!(@write self sink $($field,)+)
                }
            }

            impl __p::Michelson for $name {
                const TYPE: &'static __p::Type = $crate::__michelson_struct!(@type $($field: $type,)+);

                fn read_rest_of_comb(block: &mut __p::Reader<'_>) -> __p::Result<Self, __p::Fault> {
                    <__Comb as __p::Michelson>::read_rest_of_comb(block).map(Self::__of_comb)
                }
            }

            // Its name is in the error for a type that contains itself.
            #[allow(dead_code, reason = "only the compiler evaluates it")]
            const A_TYPE_OF_MICHELSON_CANNOT_CONTAIN_ITSELF: &__p::Type = <$name as __p::Michelson>::TYPE;
        };
    };

    (@comb $last:ty,) => { $last };
    (@comb $first:ty, $($others:ty,)+) => { __p::Pair<$first, $crate::__michelson_struct!(@comb $($others,)+)> };

    (@pattern $last:ident,) => { $last };
    (@pattern $first:ident, $($others:ident,)+) => {
        $crate::michelson::Pair($first, $crate::__michelson_struct!(@pattern $($others,)+))
    };

    (@fields [$($done:tt)*] $last:ident: $type:ty,) => {
        &[$($done)* __p::Field::req(::core::stringify!($last), <$type as __p::HasEncoding>::ENCODING)]
    };
    (@fields [$($done:tt)*] $first:ident: $type:ty, $($others:tt)+) => {
        $crate::__michelson_struct!(
            @fields
            [$($done)* __p::Field::req(
                ::core::stringify!($first),
                &__p::Encoding::Magic { bytes: &[7, 7], inner: <$type as __p::HasEncoding>::ENCODING },
            ),]
            $($others)+
        )
    };

    (@write $self:ident $sink:ident $last:ident,) => {
        __p::BinWriter::write(&$self.$last, $sink).map_err(|error| error.in_field(::core::stringify!($last)))
    };
    (@write $self:ident $sink:ident $first:ident, $($others:ident,)+) => {{
        __p::Sink::put($sink, &[7, 7]);
        __p::BinWriter::write(&$self.$first, $sink).map_err(|error| error.in_field(::core::stringify!($first)))?;
        $crate::__michelson_struct!(@write $self $sink $($others,)+)
    }};

    (@type $field:ident: $type:ty,) => { <$type as __p::Michelson>::TYPE };
    (@type $first:ident: $first_type:ty, $last:ident: $last_type:ty,) => {
        &__p::Type::new(__p::Prim::pair, &[
            __p::Arg::named(::core::stringify!($first), <$first_type as __p::Michelson>::TYPE),
            __p::Arg::named(::core::stringify!($last), <$last_type as __p::Michelson>::TYPE),
        ])
    };
    (@type $first:ident: $type:ty, $($others:tt)+) => {
        &__p::Type::new(__p::Prim::pair, &[
            __p::Arg::named(::core::stringify!($first), <$type as __p::Michelson>::TYPE),
            __p::Arg::new($crate::__michelson_struct!(@type $($others)+)),
        ])
    };
}
