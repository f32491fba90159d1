//! Types that are encoded as another type.

use syn::{Data, DeriveInput};

use crate::attrs::{ContainerAttrs, span_of, spans};
use crate::errors::Errors;
use crate::model::Body;

/// Refuses all items on the fields and variants of the type, because the other type determines its encoding.
pub(super) fn body(input: &DeriveInput, attrs: &ContainerAttrs, errors: &mut Errors) -> Body {
    let others = [
        attrs.transparent,
        span_of(&attrs.rename_all),
        span_of(&attrs.json_cases),
        attrs.view.as_ref().filter(|view| *view != "Self").map(|view| view.span()),
        attrs.arena.as_ref().map(|arena| arena.span()),
    ];
    let message = "this type is encoded as another type, which determines the encoding: remove this, or write it there";
    errors.at_each(attrs.choice_items().into_iter().chain(others), message);
    let inside = match &input.data {
        Data::Struct(data) => data.fields.iter().map(|field| &field.attrs).collect(),
        Data::Enum(data) => {
            let variants = data.variants.iter();
            variants
                .flat_map(|it| std::iter::once(&it.attrs).chain(it.fields.iter().map(|field| &field.attrs)))
                .collect()
        }
        Data::Union(data) => data.fields.named.iter().map(|field| &field.attrs).collect::<Vec<_>>(),
    };
    for attrs in inside {
        let spans = spans(attrs, errors);
        errors.at_each(spans.into_iter().map(Some), message);
    }
    Body::Via
}
