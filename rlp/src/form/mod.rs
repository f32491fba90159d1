//! The encodings of values in RLP, as types.

mod absent;
mod array;
mod bytes;
mod encoded;
mod inside;
pub(crate) mod json;
mod list;
pub(crate) mod little;
pub(crate) mod number;
mod range;
mod since;
mod text;
mod tuple;
mod typed;

#[doc(hidden)]
pub use absent::none_differs;
pub use absent::{Absent, Wrapped};
pub use bytes::{Bytes, OfContent};
pub use encoded::Encoded;
#[doc(hidden)]
pub use inside::{
    FieldView, InList, OF_ANY_SHAPE, distinct, envelope_facts, envelope_type, in_list, is_list, items_in_list,
    list_only, no_case, no_gap, no_such_list, read_tag, read_type, string_only, tagged_facts, told_apart,
};
pub use list::{Items, List};
pub use little::{Little, LittleEndian};
pub use number::{Number, read_number, write_number};
pub use range::InRange;
pub use since::{Newer, Since};
pub use text::{Shown, Text};
pub use typed::{Envelope, Typed, TypedItem};

/// Implements the view of a type that is copied or cannot be borrowed: the type itself.
macro_rules! own_view {
    ({$($parameters:tt)*} $type:ty $(, $form:ty)?) => {
        impl<'__input, $($parameters)*> $crate::__private::Views<'__input, $type>
            for $crate::form::own_view!(@ $($form)?)
        {
            type View = $type;

            #[inline]
            fn view(
                input: &mut $crate::__private::Reader<'__input>,
            ) -> Result<$type, $crate::__private::Fault> {
                <Self as $crate::__private::Reads<'__input, $type>>::read(input)
            }

            #[inline]
            fn own(view: &$type) -> Result<$type, $crate::__private::Fault> {
                Ok(view.clone())
            }
        }
    };
    (@) => { $crate::Rlp };
    (@ $form:ty) => { $form };
}

pub(crate) use own_view;
