//! Schemas of fields, which schemas of types and rules refer to.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

use super::context::Context;
use super::group::{Access, Group, Slot, during};
use crate::model::{KindField, Notes, Shape};

/// `&Encoding::Object(&[Field::req("name", ..), ..])`, a tuple, a merge of these, the only field, or nothing.
pub(super) fn fields(context: &Context<'_>, group: &Group<'_>) -> TokenStream {
    let p = &context.p;
    let runs: Vec<TokenStream> = group.runs().iter().map(|run| of_run(p, group.shape, run)).collect();
    match runs.as_slice() {
        [] => quote!(&#p::Encoding::Empty),
        [only] => only.clone(),
        runs => quote!(&#p::Encoding::Merge(&[#(#runs),*])),
    }
}

/// Returns the schema of consecutive fields, or of one that is merged.
fn of_run(p: &TokenStream, shape: Shape, run: &[(&Slot<'_>, &TokenStream)]) -> TokenStream {
    let encodings = run.iter().map(|(slot, form)| noted(p, &slot.field.notes, encoding_of(p, slot, form)));
    match shape {
        _ if run.iter().any(|(slot, _)| slot.field.flatten.is_some()) => quote!(#(#encodings)*),
        Shape::Transparent => quote!(#(#encodings)*),
        Shape::Tuple => quote!(&#p::Encoding::Tuple(&[#(#encodings),*])),
        Shape::Object => {
            let names = run.iter().map(|(slot, _)| &slot.field.name);
            let revisions =
                run.iter().map(|(slot, _)| during(p, slot.field.during).map(|revisions| quote!(.during(#revisions))));
            quote!(&#p::Encoding::Object(&[#(#p::Field::req(#names, #encodings) #revisions),*]))
        }
    }
}

/// `&Encoding::Described { about, inner: &Encoding::Def { id, inner } }`
pub(super) fn noted(p: &TokenStream, notes: &Notes, mut encoding: TokenStream) -> TokenStream {
    if let Some(id) = &notes.id {
        encoding = quote!(&#p::Encoding::Def { id: #id, inner: #encoding });
    }
    let secret = notes.secret;
    if notes.title.is_none() && notes.description.is_none() && !secret {
        return encoding;
    }
    let option = |text: Option<TokenStream>| match text {
        Some(text) => quote!(#p::Option::Some(#text)),
        None => quote!(#p::Option::None),
    };
    let title = option(notes.title.as_ref().map(ToTokens::to_token_stream));
    let description = option(notes.description.as_ref().map(ToTokens::to_token_stream));
    let about = quote! {
        #p::About { field: #p::Option::None, title: #title, description: #description, secret: #secret }
    };
    described(p, &about, &encoding)
}

/// `&Encoding::Described { about: &.., inner }`
pub(super) fn described(p: &TokenStream, about: &TokenStream, inner: &TokenStream) -> TokenStream {
    quote!(&#p::Encoding::Described { about: &#about, inner: #inner })
}

/// `<Form as Schema<Field>>::ENCODING`
pub(super) fn encoding_of(p: &TokenStream, slot: &Slot<'_>, form: &TokenStream) -> TokenStream {
    let (form, span) = (Access::Schema.to(p, slot, form), slot.span());
    quote_spanned!(span=> #form::ENCODING)
}

/// Returns the field of JSON that names a variant, which has no bytes.
pub(super) fn kind_alone(p: &TokenStream, KindField { field, value, .. }: &KindField) -> TokenStream {
    quote!(&#p::Encoding::Object(&[#p::Field::req(#field, &#p::Encoding::Constant(#value))]))
}
