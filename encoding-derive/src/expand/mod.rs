//! Generates one trait from the model.
//!
//! The output for every trait has the same frame: a `const _` block that imports `tezos_encoding::__private` as `__p`,
//! with the constants of tags, the local types of guards and the like and, if a layer wraps the fields, a local form
//! `__Body`; then the implementation. Generated code refers to nothing else, and its locals are invisible to the user's
//! code.

mod arena;
mod cases;
mod compact;
mod companion;
mod decode;
mod encode;
mod facts;
mod forms;
#[cfg(test)]
mod golden;
mod group;
mod rules;
mod schema;
mod select;
mod steps;
mod stub;
mod view;

use proc_macro2::{Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::punctuated::Punctuated;
use syn::{DeriveInput, GenericParam, Generics, Lifetime, Token, Type, TypeParamBound, WherePredicate, parse_quote};

use crate::errors::Errors;
use crate::model::{Body, CaseForm, Input, Layer, Predicates, Tag, TagSize, Variant, Wire};
use crate::{lower, validate};
use forms::Forms;
use group::{Access, Group, Slot, SlotKind, group};

/// The derive that is running.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trait {
    HasEncoding,
    NomReader,
    BinWriter,
    View,
    Arena,
}

/// Runs one derive on a type.
pub(crate) fn derive(input: &DeriveInput, which: Trait) -> TokenStream {
    let mut errors = Errors::default();
    let model = lower::input(input, &mut errors);
    if let Some(model) = &model {
        validate::check(model, &mut errors);
        select::check(model, which, &mut errors);
        match which {
            Trait::View => view::check(model, &mut errors),
            Trait::Arena => arena::check(model, &mut errors),
            Trait::HasEncoding | Trait::NomReader | Trait::BinWriter => {}
        }
    }
    // Only once for each type, not for each of its traits.
    let warnings = if which == Trait::HasEncoding { errors.warnings() } else { TokenStream::new() };
    match (errors.finish(()), model) {
        (Ok(()), Some(model)) => {
            let expanded = expand(&model, which);
            quote!(#warnings #expanded)
        }
        (Ok(()), None) => TokenStream::new(),
        (Err(error), model) => {
            let (messages, stub) = (error.to_compile_error(), stub::stub(input, model.as_ref(), which));
            quote!(#messages #stub)
        }
    }
}

fn expand(input: &Input, which: Trait) -> TokenStream {
    let context = Context::new(input, which);
    let untagged = matches!(&input.body, Body::Enum(data) if data.untagged.is_some());
    let implementation = match (&input.compact, which) {
        (Some(compact), _) => compact::expand(&context, compact, which),
        (None, Trait::HasEncoding) if untagged => select::schema(&context),
        (None, Trait::NomReader) if untagged => select::reader(&context),
        (None, Trait::HasEncoding) => schema::expand(&context),
        (None, Trait::NomReader) => decode::expand(&context),
        (None, Trait::BinWriter) => encode::expand(&context),
        (None, Trait::View) => view::expand(&context),
        (None, Trait::Arena) => arena::expand(&context),
    };
    let companion = match which {
        Trait::View => view::companion(&context),
        Trait::Arena => arena::companion(&context),
        Trait::HasEncoding | Trait::NomReader | Trait::BinWriter => TokenStream::new(),
    };
    let (constants, definitions) = (context.constants(), &context.forms.definitions);
    let body = context.has_body_type().then(|| {
        quote!(
            struct __Body;
        )
    });
    let Context { p, runtime, .. } = &context;
    quote! {
        #companion
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction)]
        const _: () = {
            use #runtime as #p;
            #constants
            #definitions
            #body
            #implementation
        };
    }
}

/// The minimum number of fields of a type whose functions are not inlined.
const OUT_OF_LINE_FIELDS: usize = 6;

/// The weight of a list or a block in this number.
const OPEN_WEIGHT: usize = 3;

/// The state shared by all generators.
struct Context<'i> {
    input: &'i Input,
    /// `__p`: `tezos_encoding::__private` inside the block.
    p: TokenStream,
    /// `tezos_encoding::__private`, outside the block.
    runtime: TokenStream,
    /// The type with its parameters.
    ty: Type,
    /// The layers around the body, or [`Wire::Body`].
    around: &'i Wire,
    /// The form of `around`.
    form: TokenStream,
    /// The fields of a struct or of each variant.
    groups: Vec<Group<'i>>,
    forms: Forms,
}

impl<'i> Context<'i> {
    fn new(input: &'i Input, which: Trait) -> Self {
        let krate = &input.krate;
        let (p, runtime) = (quote!(__p), quote!(#krate::__private));
        let ty = lower::own_type(&input.ident, &input.generics);
        let mut forms = Forms::new(&p, &runtime, input, which);
        let around = if which == Trait::HasEncoding { &input.form } else { input.form.without_json() };
        let form = forms.form(around);
        let groups = match &input.body {
            Body::Struct(fields) => vec![group(fields, (0, None), None, &ty, &p, &mut forms)],
            Body::Enum(data) => {
                let variants = data.variants.iter().enumerate();
                let one = |(index, case): (usize, &'i Variant)| {
                    let variant = Some(&case.ident).filter(|_| !data.is_struct);
                    let group = group(&case.fields, (index, Some(case)), variant, &ty, &p, &mut forms);
                    Group { several: cases::several(case, index, &ty, &mut forms), ..group }
                };
                variants.map(one).collect()
            }
            Body::Via => Vec::new(),
        };
        Self { input, p, runtime, ty, around, form, groups, forms }
    }

    /// Returns the cases of an enum, or of a struct with a tag.
    fn cases(&self) -> impl Iterator<Item = (&'i Variant, &Group<'i>)> {
        self.groups.iter().filter_map(|group| Some((group.case?, group)))
    }

    /// Returns true if the fields need a separate form, `__Body`, because layers wrap them. A schema also needs one
    /// under the name of a recursive type.
    fn has_body_type(&self) -> bool {
        let around = !matches!(self.around, Wire::Body) || self.forms.for_schema && self.input.mu.is_some();
        around && !matches!(self.input.body, Body::Via)
    }

    /// `#[inline]`, except for types with many fields: the compiler calls their readers and writers anyway, and every
    /// codegen unit that calls an inline function compiles it again.
    fn inline(&self) -> TokenStream {
        let weights = self.wired().map(|(slot, _)| if slot.is_open() { OPEN_WEIGHT } else { 1usize });
        if weights.sum::<usize>() < OUT_OF_LINE_FIELDS { quote!(#[inline]) } else { TokenStream::new() }
    }

    /// Returns all fields on the wire with their forms.
    fn wired(&self) -> impl Iterator<Item = (&Slot<'i>, &TokenStream)> {
        self.groups.iter().flat_map(Group::wired)
    }

    /// Returns `tokens` with errors shown at the item that wraps the fields.
    fn at_attribute(&self, tokens: &TokenStream) -> TokenStream {
        self.around.span().map_or_else(|| tokens.clone(), |span| located(tokens, span))
    }

    /// Returns true if a guard checks the fields, so that the schema reads them too.
    fn guards_body(&self) -> bool {
        use Layer::{Bounded, Dynamic, Guarded, Legacy, Magic, Shown, Sized, Suffixed};
        let mut form = self.around;
        while let Wire::Around(
            Dynamic(_) | Bounded(_) | Sized(_) | Magic(_) | Suffixed(_) | Legacy(_) | Shown { .. },
            inner,
            _,
        ) = form
        {
            form = inner;
        }
        matches!(form, Wire::Around(Guarded { .. }, inner, _) if matches!(**inner, Wire::Body))
    }

    /// `const __TAG_0: u8 = TAG;` for each tag that is an expression, and for all tags of a compact type; `const
    /// __DEPTH: u32 = ..;`
    fn constants(&self) -> TokenStream {
        let p = &self.p;
        let depth = self.input.mu.as_ref().and_then(|mu| mu.depth.as_ref());
        let depth = depth.map(|depth| quote!(const __DEPTH: #p::u32 = #depth;));
        let Body::Enum(data) = &self.input.body else { return quote!(#depth) };
        let width = self.tag_type();
        let tags = data.tags().into_iter().filter_map(|(index, variant, form, tag)| {
            let value = match tag {
                Tag::Known(..) if self.input.compact.is_none() => return None,
                Tag::Known(tag, _) => {
                    let literal = Literal::u64_unsuffixed(*tag);
                    quote!(#literal)
                }
                Tag::Const(expr, 0) => quote!(#expr),
                Tag::Const(expr, after) => {
                    let place = variant.ident.span();
                    let mut after = Literal::u64_unsuffixed(*after);
                    after.set_span(place);
                    quote_spanned!(place=> (#expr) + #after)
                }
            };
            let name = constant_name(variant, index, form);
            Some(quote!(const #name: #width = #value;))
        });
        quote!(#depth #(#tags)*)
    }

    /// Returns the Rust type of the tag.
    fn tag_type(&self) -> TokenStream {
        let (p, width) = (&self.p, Ident::new(self.tag_size().name, Span::call_site()));
        quote!(#p::#width)
    }

    fn tag_size(&self) -> TagSize {
        match &self.input.body {
            Body::Enum(data) => data.tag_size,
            Body::Struct(_) | Body::Via => TagSize::U8,
        }
    }

    /// Returns the type's parameters for an implementation of `which`: bounded by that trait, or by the user's bounds.
    fn generics(&self, which: Trait) -> Generics {
        self.generics_at(which, &self.p)
    }

    /// Returns the parameters as [`Self::generics`] does, if the runtime is named `p`.
    fn generics_at(&self, which: Trait, p: &TokenStream) -> Generics {
        let bounds = &self.input.bounds;
        match which {
            Trait::HasEncoding => bounded(&self.input.generics, bounds.schema.as_ref(), &quote!(#p::HasEncoding)),
            Trait::BinWriter => bounded(&self.input.generics, bounds.write.as_ref(), &quote!(#p::BinWriter)),
            Trait::View => {
                let bound = quote!(#p::View + for<'__any> #p::NomReader<'__any>);
                let mut generics = bounded(&self.input.generics, bounds.view.as_ref(), &bound);
                if bounds.view.is_some() {
                    return generics;
                }
                let names: Vec<Ident> = generics.type_params().map(|parameter| parameter.ident.clone()).collect();
                let views = names.iter().map(|name| -> WherePredicate {
                    parse_quote!(for<'__any> <#name as #p::View>::View<'__any>: #p::Clone + #p::Debug + #p::PartialEq)
                });
                generics.make_where_clause().predicates.extend(views);
                generics
            }
            Trait::NomReader | Trait::Arena => self.reader_generics().0,
        }
    }

    /// Returns the parameters of a reader and the lifetime of the input.
    fn reader_generics(&self) -> (Generics, Lifetime) {
        let p = &self.p;
        let (generics, input) = reader_generics(&self.input.generics);
        (bounded(&generics, self.input.bounds.read.as_ref(), &quote!(#p::NomReader<#input>)), input)
    }

    /// Returns the maximum depth of a recursive type.
    fn depth(&self) -> Option<TokenStream> {
        let p = &self.p;
        self.input.mu.as_ref().map(|mu| match &mu.depth {
            Some(_) => quote!(__DEPTH),
            None => quote!(#p::DEFAULT_DEPTH),
        })
    }
}

/// `__TAG_0`
fn tag_name(index: usize) -> Ident {
    format_ident!("__TAG_{index}")
}

/// Returns the constant of a variant's tag: `__TAG_0`, or `__TAG_0_1` for the second of several encodings.
fn constant_name(variant: &Variant, index: usize, form: usize) -> Ident {
    match variant.case {
        CaseForm::Several(_) => format_ident!("__TAG_{index}_{form}"),
        _ => tag_name(index),
    }
}

/// `7`, or the name of a constant for a tag that is an expression.
fn case_tag(variant: &Variant, index: usize, form: usize) -> TokenStream {
    let tag = match &variant.case {
        CaseForm::Tagged(tag) | CaseForm::Older(tag, _) => Some(tag),
        CaseForm::Several(cases) => cases.get(form).map(|case| &case.tag),
        CaseForm::Other(_) | CaseForm::JsonOnly | CaseForm::On(_) => None,
    };
    match tag {
        Some(Tag::Known(tag, _)) => Literal::u64_unsuffixed(*tag).to_token_stream(),
        Some(Tag::Const(..)) | None => constant_name(variant, index, form).to_token_stream(),
    }
}

/// Returns a name for a local of generated code, which is invisible to the user's code.
fn local(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// Returns names for locals, as [`local`] does.
fn locals<const N: usize>(names: [&str; N]) -> [Ident; N] {
    names.map(local)
}

/// `impl<..> Trait for Type where .. { items }`
fn implement(generics: &Generics, of: &TokenStream, ty: &impl ToTokens, items: &TokenStream) -> TokenStream {
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    quote!(impl #impl_generics #of for #ty #where_clause { #items })
}

/// `#[automatically_derived] impl<..> Trait for Type where .. { items }`
fn derived(generics: &Generics, of: &TokenStream, ty: &impl ToTokens, items: &TokenStream) -> TokenStream {
    let implementation = implement(generics, of, ty, items);
    quote!(#[automatically_derived] #implementation)
}

/// Returns `tokens` with errors shown at `place`. Names keep their hygiene.
fn located(tokens: &TokenStream, place: Span) -> TokenStream {
    let tokens = tokens.clone().into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            let mut moved = proc_macro2::Group::new(group.delimiter(), located(&group.stream(), place));
            moved.set_span(group.span().located_at(place));
            return TokenTree::Group(moved);
        }
        token.set_span(token.span().located_at(place));
        token
    });
    tokens.collect()
}

/// Returns `generics` with the user's predicates, or if there are none, with `bound` on each type.
fn bounded(generics: &Generics, predicates: Option<&Predicates>, bound: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    match predicates {
        Some(predicates) => generics.make_where_clause().predicates.extend(predicates.iter().cloned()),
        None => generics.type_params_mut().for_each(|parameter| {
            let bounds: Punctuated<TypeParamBound, Token![+]> = parse_quote!(#bound);
            parameter.bounds.extend(bounds);
        }),
    }
    generics
}

/// Returns the parameters of a reader and the lifetime of the input: the type's first lifetime, or a new one if it has
/// none.
fn reader_generics(generics: &Generics) -> (Generics, Lifetime) {
    let mut generics = generics.clone();
    let lifetimes: Vec<Lifetime> = generics.lifetimes().map(|parameter| parameter.lifetime.clone()).collect();
    let input = match lifetimes.split_first() {
        None => {
            let input = Lifetime::new("'__input", Span::mixed_site());
            generics.params.insert(0, GenericParam::Lifetime(syn::LifetimeParam::new(input.clone())));
            input
        }
        Some((first, others)) => {
            let clause = generics.make_where_clause();
            for other in others {
                let equal: [WherePredicate; 2] = [parse_quote!(#first: #other), parse_quote!(#other: #first)];
                clause.predicates.extend(equal);
            }
            first.clone()
        }
    };
    (generics, input)
}
