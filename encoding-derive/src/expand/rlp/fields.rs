//! The forms of fields: what `#[rlp(..)]` says, or what follows from the encoding in `data-encoding`.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Type;

use crate::expand::forms::{Forms, argument};
use crate::lower::rlp::unframed;
use crate::model::rlp::{Form, OptionForm, Presence};
use crate::model::{self, Layer, Leaf, Range, Wire};
use crate::primitives::Row;
use crate::types;

/// Returns the form of a field: its value, in an option or not, in its guards and conversions.
pub(super) fn form(forms: &mut Forms, field: &model::Field, rlp: &model::rlp::Field) -> TokenStream {
    let span = rlp.form.as_ref().map_or(field.span, |(_, span)| *span);
    let p = forms.at(span).p.clone();
    let (layers, wire) = field.wire().map_or((Vec::new(), None), |wire| {
        let (layers, inner) = outer_layers(wire);
        (layers, Some(inner))
    });
    let converted =
        layers.iter().find_map(|(layer, _)| if let Layer::Via { repr, .. } = layer { Some(&**repr) } else { None });
    let ty = converted.unwrap_or(&field.ty);
    let option = types::generic(ty, "Option");
    let inner = match (&rlp.form, wire) {
        (Some((Form::Little, _)), Some(wire)) => {
            let wire = unframed(unframed_option(wire));
            in_range(&p, wire, option.unwrap_or(ty), quote_spanned!(span=> #p::rlp::Little), span)
        }
        (Some((form, _)), wire) => written(forms, form, wire, ty, span),
        (None, Some(wire)) => lowered(forms, wire, Some(option.unwrap_or(ty)), span),
        (None, None) => quote_spanned!(span=> #p::rlp::Rlp),
    };
    let value = match &rlp.presence {
        Presence::Always => inner,
        Presence::Least { left, span, .. } => {
            let (name, left) = (if option.is_some() { "Since" } else { "Newer" }, Literal::usize_unsuffixed(*left));
            let name = Ident::new(name, *span);
            quote_spanned!(*span=> #p::rlp::#name<#left, #inner>)
        }
        Presence::Option(form, span) => {
            let span = span.unwrap_or(field.span);
            let mark = match form {
                OptionForm::String => 0x80,
                OptionForm::List => 0xc0,
                OptionForm::Wrapped => return layered(forms, &layers, quote_spanned!(span=> #p::rlp::Wrapped<#inner>)),
            };
            let mark = Literal::u8_unsuffixed(mark);
            let rule = option.map(|ty| quote!(#p::rlp::none_differs(<#inner as #p::Schema<#ty>>::ENCODING, #mark)));
            let checked = rule.filter(|rule| forms.rule(span, rule)).map(|_| quote!(, true));
            quote_spanned!(span=> #p::rlp::Absent<#mark, #inner #checked>)
        }
    };
    layered(forms, &layers, value)
}

/// Returns the guards and conversions around an encoding, from the outside in, and the encoding inside them.
pub(super) fn outer_layers(mut wire: &Wire) -> (Vec<(&Layer, Span)>, &Wire) {
    let mut layers = Vec::new();
    while let Wire::Around(layer, inner, span) = wire {
        match layer {
            Layer::Guarded { .. } | Layer::Via { .. } | Layer::Canonical { .. } => layers.push((layer, *span)),
            Layer::Shown { .. } | Layer::Dft { .. } | Layer::Reserve(_) | Layer::During(_) | Layer::DuringOption(_) => {
            }
            _ => break,
        }
        wire = inner;
    }
    (layers, wire)
}

/// Returns a form inside these layers.
pub(super) fn layered(forms: &mut Forms, layers: &[(&Layer, Span)], form: TokenStream) -> TokenStream {
    layers.iter().rev().fold(form, |form, (layer, span)| forms.layer(layer, form, *span))
}

/// Returns the form that an item of `#[rlp(..)]` says.
fn written(forms: &mut Forms, form: &Form, wire: Option<&Wire>, ty: &Type, span: Span) -> TokenStream {
    let p = forms.p.clone();
    match form {
        Form::Bytes(max) => bounded(&p, "Bytes", None, max.as_ref(), None, span),
        Form::Text(max) => bounded(&p, "Text", None, max.as_ref(), None, span),
        Form::List { min, max } => {
            let item = quote_spanned!(span=> #p::rlp::Rlp);
            bounded(&p, "List", Some(item), max.as_ref(), min.as_ref(), span)
        }
        Form::Little => quote_spanned!(span=> #p::rlp::Little),
        Form::Encoding => {
            let inner = match wire.map(unframed_option) {
                Some(wire) if types::generic(ty, "Option").is_none() || !matches!(wire, Wire::Auto) => forms.form(wire),
                _ => quote_spanned!(span=> #p::Auto),
            };
            quote_spanned!(span=> #p::rlp::Encoded<#inner>)
        }
        Form::Nested => quote_spanned!(span=> #p::rlp::Encoded<#p::rlp::Rlp>),
        Form::Envelope => quote_spanned!(span=> #p::rlp::Encoded<#p::rlp::Envelope>),
        Form::Shown => quote_spanned!(span=> #p::rlp::Shown),
        Form::With(form) => form.to_token_stream(),
    }
}

/// Returns the encoding inside an option, which RLP encodes in its own way.
fn unframed_option(wire: &Wire) -> &Wire {
    match wire {
        Wire::Around(Layer::Opt | Layer::Maybe | Layer::Varopt, inner, _) => inner,
        other => other,
    }
}

/// `rlp::List<item, MAX, MIN>`
fn bounded(
    p: &TokenStream,
    name: &str,
    item: Option<TokenStream>,
    max: Option<&syn::Expr>,
    min: Option<&syn::Expr>,
    span: Span,
) -> TokenStream {
    let name = Ident::new(name, span);
    let least = min.map(argument);
    let most = match (max, &least) {
        (Some(max), _) => Some(argument(max)),
        (None, Some(_)) => Some(quote!({ #p::UNBOUNDED })),
        (None, None) => None,
    };
    let arguments: Vec<TokenStream> = item.into_iter().chain(most).chain(least).collect();
    quote_spanned!(span=> #p::rlp::#name<#(#arguments),*>)
}

/// Returns the form that follows from the encoding in `data-encoding`: its elements, bounds, guards and conversions. `ty` is the type of
/// the value, where it is known.
fn lowered(forms: &mut Forms, wire: &Wire, ty: Option<&Type>, span: Span) -> TokenStream {
    let p = forms.p.clone();
    let inside = |name| ty.and_then(|ty| types::generic(ty, name));
    let is_byte = |ty: &Type| types::name(ty).is_some_and(|name| name == "u8");
    match unframed(wire) {
        Wire::Boxed(inner) => {
            let inner = lowered(forms, inner, inside("Box"), span);
            quote_spanned!(span=> #p::Boxed<#inner>)
        }
        Wire::Auto | Wire::Leaf(Leaf::Bytes, _) if inside("Vec").is_some_and(is_byte) => {
            quote_spanned!(span=> #p::rlp::Bytes)
        }
        Wire::Auto if inside("Vec").is_some_and(|item| types::generic(item, "Vec").is_some()) => {
            let item = lowered(forms, wire, inside("Vec"), span);
            bounded(&p, "List", Some(item), None, None, span)
        }
        Wire::Leaf(Leaf::Narrow(max), _) => bounded(&p, "Text", None, Some(max), None, span),
        Wire::Around(Layer::Bounded(max), inner, _) => match unframed(inner) {
            Wire::Leaf(Leaf::Bytes, _) => bounded(&p, "Bytes", None, Some(max), None, span),
            Wire::Leaf(Leaf::Text, _) => bounded(&p, "Text", None, Some(max), None, span),
            inner => lowered(forms, inner, ty, span),
        },
        Wire::Around(Layer::List { min, max }, item, _) => {
            let item = lowered(forms, item, inside("Vec"), span);
            bounded(&p, "List", Some(item), max.as_ref(), min.as_ref(), span)
        }
        Wire::Around(Layer::Counted(_, max), item, _) => {
            let item = lowered(forms, item, inside("Vec"), span);
            bounded(&p, "List", Some(item), max.as_ref(), None, span)
        }
        Wire::Around(Layer::Exactly(len), item, _) => {
            let item = lowered(forms, item, inside("Vec"), span);
            bounded(&p, "List", Some(item), Some(len), Some(len), span)
        }
        wire => {
            let inner = quote_spanned!(span=> #p::rlp::Rlp);
            match ty {
                Some(ty) => in_range(&p, wire, ty, inner, span),
                None => inner,
            }
        }
    }
}

/// Returns the form of a number, with a guard if its range in `data-encoding` is narrower than its type.
fn in_range(p: &TokenStream, wire: &Wire, ty: &Type, inner: TokenStream, span: Span) -> TokenStream {
    let (min, max) = match wire {
        Wire::Leaf(Leaf::Ranged { bounds, of: Range::Integer { .. } | Range::UintLikeN | Range::IntLikeZ, .. }, _) => {
            (argument(&bounds.0), argument(&bounds.1))
        }
        Wire::Leaf(Leaf::Primitive(Row { form: "Uint30", .. }), _) => (quote!(0), quote!(0x3fff_ffff)),
        Wire::Leaf(Leaf::Primitive(Row { form: "Int31", .. }), _) => (quote!({ -0x4000_0000 }), quote!(0x3fff_ffff)),
        _ => return inner,
    };
    quote_spanned!(span=> #p::Guarded<#inner, #p::rlp::InRange<#ty, #inner, #min, #max>>)
}
