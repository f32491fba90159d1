//! Cases of an enum other than a tag followed by fields: several encodings of one variant, all other tags, JSON-only
//! cases.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Path, Type};

use super::decode::Names;
use super::encode::put_tag;
use super::forms::Forms;
use super::group::during;
use super::{Access, Context, Group, case_tag, local, locals, located, schema};
use crate::model::{Body, CaseForm, Enum, Variant};

/// One of several encodings of a variant.
pub(super) struct WireForm {
    form: TokenStream,
    tag: TokenStream,
    when: Path,
    repr: Type,
    span: Span,
}

/// Returns the encodings of a variant that has several.
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
    pub(super) fn to(&self, p: &TokenStream, access: Access<'_>, ty: &Type) -> TokenStream {
        access.through(p, &self.form, ty, self.span())
    }

    /// `__TAG_0_1 => <Form as Reads<'input, Type>>::read(input),`
    pub(super) fn arm(&self, context: &Context<'_>, names: &Names<'_>) -> TokenStream {
        let reads = self.to(&context.p, Access::Read(&names.lifetime), &context.ty);
        let (tag, input) = (&self.tag, &names.input);
        quote!(#tag => #reads::read(#input),)
    }

    /// `Case::new(__TAG_0_1, "Title", <Auto as Schema<Repr>>::ENCODING).when(..)`
    fn schema(&self, context: &Context<'_>, title: &str) -> TokenStream {
        let (p, ty) = (&context.p, &context.ty);
        let Self { tag, when, repr, .. } = self;
        let [value, bytes] = locals(["value", "bytes"]);
        let accepts = if context.input.generics.params.is_empty() {
            let called = call(when, &value);
            // If several conditions accept a value, the first of these encodings is used.
            let accepted = quote! {
                #p::Tagged::case(#value).tag == #tag as #p::u32 && #called
            };
            quote_spanned! {self.span()=>
                #p::Option::Some(|#bytes| #p::run_when::<#ty, #repr>(#bytes, |#value| #accepted))
            }
        } else {
            quote!(#p::Option::None)
        };
        let encoding = quote_spanned!(self.span()=> <#p::Auto as #p::Schema<#repr>>::ENCODING);
        quote!(#p::Case::new(#tag as #p::u32, #title, #encoding).when(#accepts))
    }

    fn span(&self) -> Span {
        Span::call_site().located_at(self.span)
    }
}

/// `let older = <Older as NomReader<'input>>::read(input)?; Ok(Type { 0: <Field as From<Older>>::from(older) })`
pub(super) fn older(context: &Context<'_>, names: &Names<'_>, ty: &Type) -> TokenStream {
    let (p, lifetime, input, older) = (&context.p, &names.lifetime, &names.input, local("older"));
    let Some((group, slot)) = context.groups.iter().find_map(|group| Some((group, group.slots.first()?))) else {
        return TokenStream::new();
    };
    let (path, member, newest) = (group.path(&context.input.ident), &slot.field.member, &slot.field.ty);
    let span = Span::call_site().located_at(ty.span());
    let read = quote_spanned!(span=> <#ty as #p::NomReader<#lifetime>>::read(#input));
    let converted = quote_spanned!(span=> <#newest as #p::From<#ty>>::from(#older));
    quote! {
        let #older = #p::tri!(#read);
        #p::Result::Ok(#path { #member: #converted })
    }
}

/// Returns the cases of the schema, in the order of the variants.
pub(super) fn schema(context: &Context<'_>) -> Vec<TokenStream> {
    let (p, Body::Enum(data)) = (&context.p, &context.input.body) else { return Vec::new() };
    let cases = context.cases().flat_map(|(case, group)| {
        let (title, tag) = (&case.title, group.tag(0));
        match &case.case {
            CaseForm::Tagged(_) => {
                let payload = schema::case(context, case, group);
                let during = during(p, case.during).map(|revisions| quote!(.during(#revisions)));
                vec![quote!(#p::Case::new(#tag as #p::u32, #title, #payload) #during)]
            }
            CaseForm::Several(_) => group.several.iter().map(|form| form.schema(context, title)).collect(),
            CaseForm::Other(_) => {
                let (payload, reserved) = (schema::case(context, case, group), reserved(data));
                vec![quote!(#p::Case::other(#title, #payload, &[#(#reserved),*]))]
            }
            CaseForm::Older(_, ty) => {
                let span = Span::call_site().located_at(ty.span());
                let encoding = quote_spanned!(span=> <#p::Auto as #p::Schema<#ty>>::ENCODING);
                let payload = quote!(&#p::Encoding::Object(&[#p::Field::req(#title, #encoding)]));
                vec![quote!(#p::Case::new(#tag as #p::u32, #title, #payload))]
            }
            CaseForm::On(_) => Vec::new(),
            CaseForm::JsonOnly => {
                let payload = schema::case(context, case, group);
                vec![quote!(#p::Case::json_only(#title, #payload))]
            }
        }
    });
    cases.collect()
}

/// `Type::Variant { .. } => &<Self as Tagged>::CASES[0],` ..
pub(super) fn arms(context: &Context<'_>) -> TokenStream {
    let (p, ident) = (&context.p, &context.input.ident);
    let mut index = 0usize;
    let arms = context.cases().map(|(case, group)| {
        let path = group.path(ident);
        let case_at = |index: usize| quote!(&<Self as #p::Tagged>::CASES[#index]);
        let (whens, first) = (group.several.iter().map(|form| &form.when), index);
        index = index.saturating_add(group.several.len().max(1));
        // A value that no condition accepts is shown with the last encoding.
        let last = case_at(index.saturating_sub(1));
        let tries = whens.enumerate().map(|(form, when)| {
            let case = case_at(first.saturating_add(form));
            quote!(if #when(self) { #case } else)
        });
        match &case.case {
            CaseForm::Older(..) => TokenStream::new(),
            _ => quote!(#path { .. } => #(#tries)* { #last }),
        }
    });
    arms.collect()
}

/// `fn tag(&self) -> u32 {..}`, for an enum with a variant for all other tags.
pub(super) fn tag(context: &Context<'_>) -> Option<TokenStream> {
    let p = &context.p;
    let (_, group) = context.cases().find(|(case, _)| matches!(case.case, CaseForm::Other(_)))?;
    let (path, slot) = (group.path(&context.input.ident), group.slots.first()?);
    let (member, local) = (&slot.field.member, &slot.local);
    Some(quote! {
        #[inline]
        fn tag(&self) -> #p::u32 {
            match self {
                #path { #member: #local, .. } => *#local as #p::u32,
                _ => #p::Tagged::case(self).tag,
            }
        }
    })
}

/// Returns the reserved tags as number literals.
pub(super) fn reserved(data: &Enum) -> impl Iterator<Item = Literal> {
    data.reserved.iter().map(|(tag, _)| Literal::u64_unsuffixed(*tag))
}

/// `tri!(sink.check(|_| match *field_0 { __TAG_0 => Err(..), __TAG_1 => Err(..), _ => Ok(()) }));`
pub(super) fn refuse_known(context: &Context<'_>, data: &Enum, group: &Group) -> TokenStream {
    let (p, title, sink) = (&context.p, group.title(), local("sink"));
    let Some(slot) = group.slots.first() else { return TokenStream::new() };
    let (local, reserved) = (&slot.local, reserved(data));
    let known = data.tags().into_iter().map(|(index, variant, form, _)| case_tag(variant, index, form));
    quote! {
        #p::tri!(#p::Sink::check(#sink, |_| match *#local {
            #(#known => #p::Result::Err(#p::taken_tag(#known as #p::u32).in_case(#title)),)*
            #(#reserved => #p::Result::Err(#p::taken_tag(#reserved).in_case(#title)),)*
            _ => #p::Result::Ok(()),
        }));
    }
}

/// `when(value)`, with errors shown at the condition.
fn call(when: &Path, value: &impl ToTokens) -> TokenStream {
    let place = when.span();
    let value = located(&value.to_token_stream(), place);
    quote_spanned!(place=> #when(#value))
}

/// `Err(EncodeError::new(ErrorKind::NoCaseMatched))`
pub(super) fn no_case(p: &TokenStream) -> TokenStream {
    quote!(#p::Result::Err(#p::no_case()))
}

/// `if when(value) { sink.put(&__TAG_0_1.to_be_bytes()); <Form as Writes<Type>>::write(value, sink) } else { Err(..) }`
pub(super) fn write(context: &Context<'_>, group: &Group, value: &TokenStream) -> TokenStream {
    let (p, sink, title) = (&context.p, local("sink"), group.title());
    let tries = group.several.iter().map(|form| {
        let (holds, writes) = (call(&form.when, value), form.to(p, Access::Write, &context.ty));
        let tag = put_tag(context, &sink, &Some(form.tag.clone()));
        quote! {
            if #holds {
                #tag
                #p::in_case(#title, #writes::write(#value, #sink))
            } else
        }
    });
    let none = no_case(p);
    quote!(#(#tries)* { #none })
}
