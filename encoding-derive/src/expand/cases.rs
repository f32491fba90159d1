//! What the cases of an enum have besides a tag and fields: several forms for one variant, all other tags, none on the wire.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Lifetime, Path, Type};

use super::decode::Names;
use super::forms::Forms;
use super::{Context, Group, case_tag, located, schema};
use crate::model::{CaseForm, Enum, Variant};

/// One of several forms of a variant, ready for printing.
pub(super) struct WireForm {
    form: TokenStream,
    tag: TokenStream,
    when: Path,
    repr: Type,
    span: Span,
}

/// The forms of a variant that has several.
pub(super) fn several(variant: &Variant, index: usize, ty: &Type, forms: &mut Forms) -> Vec<WireForm> {
    let CaseForm::Several(cases) = &variant.case else { return Vec::new() };
    let cases = cases.iter().enumerate().map(|(form, case)| {
        let tag = case_tag(variant, index, form);
        let (repr, p) = (case.repr.clone(), forms.at(case.span).p.clone());
        let auto = quote_spanned!(case.span=> #p::Auto);
        let name = forms.conversion(&repr, &auto, ty);
        let form = quote_spanned!(case.span=> #p::Via<#repr, #auto, #name>);
        WireForm { form, tag, when: case.when.clone(), repr, span: case.span }
    });
    cases.collect()
}

impl WireForm {
    /// `<Via<Repr, Auto, __Conversion0> as Reads<'input, Type>>`
    pub(super) fn reads(&self, p: &TokenStream, lifetime: &Lifetime, ty: &Type) -> TokenStream {
        let form = &self.form;
        quote_spanned!(self.place()=> <#form as #p::Reads<#lifetime, #ty>>)
    }

    /// `<Via<Repr, Auto, __Conversion0> as Writes<Type>>`
    pub(super) fn writes(&self, p: &TokenStream, ty: &Type) -> TokenStream {
        let form = &self.form;
        quote_spanned!(self.place()=> <#form as #p::Writes<#ty>>)
    }

    /// `__TAG_0_1 => <Form as Reads<'input, Type>>::read(input),`
    pub(super) fn arm(&self, context: &Context<'_>, names: &Names<'_>) -> TokenStream {
        let (tag, reads, input) = (&self.tag, self.reads(&context.p, &names.lifetime, &context.ty), &names.input);
        quote!(#tag => #reads::read(#input),)
    }

    /// `Case::new(__TAG_0_1, "Title", <Auto as Schema<Repr>>::ENCODING).when(..)`
    fn schema(&self, context: &Context<'_>, title: &str) -> TokenStream {
        let (p, ty) = (&context.p, &context.ty);
        let Self { tag, when, repr, .. } = self;
        let value = Ident::new("value", Span::mixed_site());
        let bytes = Ident::new("bytes", Span::mixed_site());
        let accepts = if context.input.generics.params.is_empty() {
            let called = call(when, &value);
            // Of a value that several conditions accept, the first form is the one.
            let accepted = quote! {
                #p::Tagged::case(#value).tag == #tag as #p::u32 && #called
            };
            quote_spanned! {self.place()=>
                #p::Option::Some(|#bytes| #p::run_when::<#ty, #repr>(#bytes, |#value| #accepted))
            }
        } else {
            quote!(#p::Option::None)
        };
        let encoding = quote_spanned!(self.place()=> <#p::Auto as #p::Schema<#repr>>::ENCODING);
        quote!(#p::Case::new(#tag as #p::u32, #title, #encoding).when(#accepts))
    }

    fn place(&self) -> Span {
        Span::call_site().located_at(self.span)
    }
}

/// `let older = <Auto as Reads<'input, Older>>::read(input)?; Ok(Type { 0: <Field as From<Older>>::from(older) })`
pub(super) fn older(context: &Context<'_>, names: &Names<'_>, ty: &Type, groups: &[Group]) -> TokenStream {
    let (p, lifetime, input) = (&context.p, &names.lifetime, &names.input);
    let Some((path, slot)) =
        groups.iter().find_map(|group| Some((group.path(&context.input.ident), group.slots.first()?)))
    else {
        return TokenStream::new();
    };
    let (member, newest, place) = (&slot.member, &slot.ty, Span::call_site().located_at(ty.span()));
    let older = Ident::new("older", Span::mixed_site());
    let read = quote_spanned!(place=> <#ty as #p::NomReader<#lifetime>>::read(#input));
    let converted = quote_spanned!(place=> <#newest as #p::From<#ty>>::from(#older));
    quote! {
        let #older = #p::tri!(#read);
        #p::Result::Ok(#path { #member: #converted })
    }
}

/// The cases of the schema, in the order of the variants.
pub(super) fn schema(context: &Context<'_>, data: &Enum) -> Vec<TokenStream> {
    let p = &context.p;
    let variants = data.variants.iter().zip(&context.groups).enumerate();
    let cases = variants.flat_map(|(index, (variant, group))| {
        let title = &variant.title;
        match &variant.case {
            CaseForm::Tagged(_) => {
                let (tag, payload) = (case_tag(variant, index, 0), schema::case(context, variant, group));
                vec![quote!(#p::Case::new(#tag as #p::u32, #title, #payload))]
            }
            CaseForm::Several(_) => group.several.iter().map(|form| form.schema(context, title)).collect(),
            CaseForm::Other(_) => {
                let (payload, reserved) = (schema::case(context, variant, group), reserved(data));
                vec![quote!(#p::Case::other(#title, #payload, &[#(#reserved),*]))]
            }
            CaseForm::Older(_, ty) => {
                let (tag, place) = (case_tag(variant, index, 0), Span::call_site().located_at(ty.span()));
                let encoding = quote_spanned!(place=> <#p::Auto as #p::Schema<#ty>>::ENCODING);
                let payload = quote!(&#p::Encoding::Object(&[#p::Field::req(#title, #encoding)]));
                vec![quote!(#p::Case::new(#tag as #p::u32, #title, #payload))]
            }
            CaseForm::On(_) => Vec::new(),
            CaseForm::JsonOnly => {
                let payload = schema::case(context, variant, group);
                vec![quote!(#p::Case::json_only(#title, #payload))]
            }
        }
    });
    cases.collect()
}

/// `Type::Variant { .. } => &<Self as Tagged>::CASES[0],` ..
pub(super) fn arms(context: &Context<'_>, data: &Enum) -> TokenStream {
    let (p, ident) = (&context.p, &context.input.ident);
    let mut index = 0usize;
    let arms = data.variants.iter().zip(&context.groups).map(|(variant, group)| {
        let path = group.path(ident);
        let place = |index: usize| quote!(&<Self as #p::Tagged>::CASES[#index]);
        let (whens, first) = (group.several.iter().map(|form| &form.when), index);
        index = index.saturating_add(group.several.len().max(1));
        // Of a value that no condition accepts, the last form stands for all.
        let last = place(index.saturating_sub(1));
        let tries = whens.enumerate().map(|(form, when)| {
            let case = place(first.saturating_add(form));
            quote!(if #when(self) { #case } else)
        });
        match &variant.case {
            CaseForm::Older(..) => TokenStream::new(),
            _ => quote!(#path { .. } => #(#tries)* { #last }),
        }
    });
    arms.collect()
}

/// `fn tag(&self) -> u32 {..}`, where a variant has all other tags.
pub(super) fn tag(context: &Context<'_>, data: &Enum) -> TokenStream {
    let (p, ident) = (&context.p, &context.input.ident);
    let others = data.variants.iter().zip(&context.groups);
    let Some((_, group)) = others.into_iter().find(|(variant, _)| matches!(variant.case, CaseForm::Other(_))) else {
        return TokenStream::new();
    };
    let (path, Some(slot)) = (group.path(ident), group.slots.first()) else { return TokenStream::new() };
    let (member, local) = (&slot.member, &slot.local);
    quote! {
        #[inline]
        fn tag(&self) -> #p::u32 {
            match self {
                #path { #member: #local, .. } => *#local as #p::u32,
                _ => #p::Tagged::case(self).tag,
            }
        }
    }
}

/// The reserved tags as numbers.
pub(super) fn reserved(data: &Enum) -> impl Iterator<Item = Literal> {
    data.reserved.iter().map(|(tag, _)| Literal::u64_unsuffixed(*tag))
}

/// `match *field_0 { __TAG_0 | __TAG_1 => return Err(..), _ => {} }`
pub(super) fn refuse_known(context: &Context<'_>, data: &Enum, group: &Group, title: &str) -> TokenStream {
    let p = &context.p;
    let Some(slot) = group.slots.first() else { return TokenStream::new() };
    let (local, reserved) = (&slot.local, reserved(data));
    let known = data.tags().into_iter().map(|(index, variant, form, _)| case_tag(variant, index, form));
    quote! {
        match *#local {
            #(#known => return #p::Result::Err(#p::taken_tag(#known as #p::u32).in_case(#title)),)*
            #(#reserved => return #p::Result::Err(#p::taken_tag(#reserved).in_case(#title)),)*
            _ => {}
        }
    }
}

/// `when(value)`, shown at the condition in errors.
fn call(when: &Path, value: &impl ToTokens) -> TokenStream {
    let place = when.span();
    let value = located(&value.to_token_stream(), place);
    quote_spanned!(place=> #when(#value))
}

/// `Err(EncodeError::new(ErrorKind::NoCaseMatched))`
pub(super) fn no_case(p: &TokenStream) -> TokenStream {
    quote!(#p::Result::Err(#p::no_case()))
}

/// `if when(value) { <Form as Writes<Type>>::measure(value, measure) .. } else { Err(..) }`
pub(super) fn measure(
    context: &Context<'_>,
    group: &Group,
    (value, measure): (&TokenStream, &Ident),
    title: &str,
) -> TokenStream {
    let (p, width) = (&context.p, context.tag_type());
    let tries = group.several.iter().map(|form| {
        let (holds, writes) = (call(&form.when, value), form.writes(p, &context.ty));
        quote! {
            if #holds {
                let bytes = #p::tri!(#p::in_case(#title, #writes::measure(#value, #measure)));
                #p::Result::Ok(bytes.saturating_add(#p::size_of::<#width>()))
            } else
        }
    });
    let none = no_case(p);
    quote!(#(#tries)* { #none })
}

/// `if when(value) { sink.put(&__TAG_0_1.to_be_bytes()); <Form as Writes<Type>>::write(value, sink) } else {}`
pub(super) fn write(context: &Context<'_>, group: &Group, value: &TokenStream, sink: &Ident) -> TokenStream {
    let (p, width) = (&context.p, context.tag_type());
    let tries = group.several.iter().map(|form| {
        let WireForm { when, tag, .. } = form;
        let (holds, writes) = (call(when, value), form.writes(p, &context.ty));
        quote! {
            if #holds {
                #p::Sink::put(#sink, &#width::to_be_bytes(#tag));
                #writes::write(#value, #sink);
            } else
        }
    });
    quote!(#(#tries)* {})
}
