//! `Arena`: the nodes of a recursive type, read and written in steps.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote};
use syn::Member;
use syn::spanned::Spanned;

use super::encode::{field_name, named, sum};
use super::steps::{self, Makes, Part, Steps};
use super::{Context, Group, case_tag};
use crate::errors::Errors;
use crate::model::{Body, Branch, CaseForm, Input, Role, Wire};
use crate::types::mentions;

/// What a type with nodes cannot be.
pub(super) fn check(input: &Input, errors: &mut Errors) {
    if input.mu.is_none() {
        errors.at(input.ident.span(), "`Arena` is for recursive types: write `#[encoding(mu)]`, or do not derive it");
    }
    if let Some(parameter) = input.generics.params.first() {
        errors.at(parameter.span(), "a type with parameters has no nodes: do not derive `Arena`");
        return;
    }
    if let Body::Enum(data) = &input.body {
        for variant in data.variants.iter().filter(|variant| !matches!(variant.case, CaseForm::Tagged(_))) {
            errors.at(variant.ident.span(), "a type with nodes has one tag for each variant: do not derive `Arena`");
        }
    }
    if !matches!(input.form.without_json(), Wire::Body) || input.compact.is_some() {
        let place = input.form.span().unwrap_or(input.ident.span());
        errors.at(place, "nothing stands around a type with nodes: write this on the fields, or do not derive `Arena`");
    }
    let untagged = matches!(input.body, Body::Struct(_));
    for field in input.body.fields() {
        let held = field.wire().and_then(|wire| Branch::of(&field.ty, wire, &input.ident));
        if untagged && held.is_some_and(|branch| branch.is_bare()) {
            errors
                .at(field.ty.span(), format!("a `{0}` in each `{0}` has no end: write an `Option` of it", input.ident));
        }
        match &field.role {
            Role::Hash => errors.at(field.span, "a node has no digest of its bytes: do not derive `Arena`"),
            Role::Wire(wire)
                if mentions(&field.ty, &input.ident) && Branch::of(&field.ty, wire, &input.ident).is_none() =>
            {
                errors.at(
                    field.ty.span(),
                    format!(
                        "`Arena` takes a `Box<{0}>`, an `Option` or a `list` of it, and `dynamic` around these: write one of them",
                        input.ident
                    ),
                );
            }
            Role::Wire(_) | Role::Skip(_) => {}
        }
    }
}

fn node_name(context: &Context<'_>) -> Ident {
    let own = || format_ident!("{}Node", context.input.ident);
    context.input.arena.clone().unwrap_or_else(own)
}

/// ```text
/// #[derive(Clone, Debug, PartialEq)]
/// pub enum TypeNode { Leaf(i32), Node(arena::Child<Type>, arena::Child<Type>) }
/// ```
pub(super) fn twin(context: &Context<'_>) -> TokenStream {
    let (vis, name) = (&context.input.vis, node_name(context));
    let doc = format!("The nodes of [`{0}`]: a `{0}` without those that it holds.", context.input.ident);
    let head = quote! {
        #[doc = #doc]
        #[allow(deprecated, missing_docs)]
        #[derive(::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq)]
    };
    let parts = steps::parts(context);
    if let ([Group { variant: None, .. }], [parts]) = (context.groups.as_slice(), parts.as_slice()) {
        let fields = members(parts, true);
        return match parts.first().map(|part| &part.slot.member) {
            Some(Member::Unnamed(_)) => quote!(#head #vis struct #name(#fields);),
            _ => quote!(#head #vis struct #name { #fields }),
        };
    }
    let variants = context.groups.iter().zip(&parts).filter_map(|(group, parts)| {
        let (variant, fields) = (group.variant.as_ref()?, members(parts, false));
        let shown = match parts.first().map(|part| &part.slot.member) {
            None => quote!(#variant),
            Some(Member::Named(_)) => quote!(#variant { #fields }),
            Some(Member::Unnamed(_)) => quote!(#variant(#fields)),
        };
        Some(shown)
    });
    quote!(#head #vis enum #name { #(#variants,)* })
}

/// `pub field: Type,` …
fn members(parts: &[Part<'_>], with_vis: bool) -> TokenStream {
    let fields = parts.iter().map(|Part { slot, held }| {
        let ty = &slot.ty;
        let ty = held.as_ref().map_or_else(|| quote!(#ty), |held| held.twin.clone());
        let vis = if with_vis { &slot.vis } else { &syn::Visibility::Inherited };
        match &slot.member {
            Member::Named(name) => quote!(#vis #name: #ty,),
            Member::Unnamed(_) => quote!(#vis #ty,),
        }
    });
    fields.collect()
}

/// `impl arena::Steps for Type { .. }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, node) = (&context.p, &context.ty, node_name(context));
    let (local, reading) = Steps::new(context, Makes::Nodes, &node).expand();
    let nodes = Nodes::new(context, node);
    let (sized, measuring, writing, inside) = (nodes.sized(), nodes.measuring(), nodes.writing(), nodes.inside());
    let Nodes { node: name, value, place, sizes, sink, error, .. } = &nodes;
    quote! {
        #local
        #[automatically_derived]
        impl #p::Steps for #ty {
            type Node = #name;
            const SIZED: #p::bool = #sized;
            #reading
            #[inline]
            fn measure(
                #value: &#name,
                #sizes: #p::Sizes<'_>,
            ) -> #p::Measured {
                #measuring
            }
            #[inline]
            fn write<__S: #p::Sink>(
                #value: &#name,
                mut #place: #p::Place,
                #sizes: #p::Sizes<'_>,
                #sink: &mut __S,
            ) -> #p::Option<(#p::Child<Self>, #p::Place)> {
                #writing
            }
            fn inside(#value: &#name, #place: #p::Place, #error: #p::EncodeError) -> #p::EncodeError {
                #inside
            }
        }
    }
}

/// What prints the writing side.
struct Nodes<'c> {
    context: &'c Context<'c>,
    node: Ident,
    parts: Vec<Vec<Part<'c>>>,
    value: Ident,
    place: Ident,
    sizes: Ident,
    sink: Ident,
    error: Ident,
    total: Ident,
    child: Ident,
}

impl<'c> Nodes<'c> {
    fn new(context: &'c Context<'c>, node: Ident) -> Self {
        let name = |name| Ident::new(name, Span::mixed_site());
        let [value, place, sizes, sink, error, total, child] =
            ["value", "place", "sizes", "sink", "error", "total", "child"].map(name);
        Self { context, node, parts: steps::parts(context), value, place, sizes, sink, error, total, child }
    }

    /// `match value { TypeNode::Variant { .. } => {..} .. }`, or the same for a struct.
    fn each(&self, body: &dyn Fn(usize, &Group<'_>, &[Part<'_>]) -> TokenStream) -> TokenStream {
        let value = &self.value;
        let arms = self.context.groups.iter().zip(&self.parts).enumerate().map(|(index, (group, parts))| {
            let (pattern, body) = (group.pattern(&self.node), body(index, group, parts));
            quote!(#pattern => { #body })
        });
        quote!(match #value { #(#arms)* })
    }

    /// `SIZED`
    fn sized(&self) -> TokenStream {
        let held = self.parts.iter().flatten().filter_map(|part| part.held.as_ref());
        let sized = held.map(|held| {
            let branch = &held.branch;
            quote!(|| #branch::SIZED)
        });
        quote!(false #(#sized)*)
    }

    /// The title of a group's case, for enums.
    fn title(&self, index: usize) -> Option<&str> {
        match &self.context.input.body {
            Body::Enum(data) if !data.is_struct => data.variants.get(index).map(|variant| variant.title.as_str()),
            _ => None,
        }
    }

    fn tag_bytes(&self) -> usize {
        match &self.context.input.body {
            Body::Enum(_) => self.context.tag_size().bytes(),
            _ => 0,
        }
    }

    fn measuring(&self) -> TokenStream {
        let (p, Self { total, sizes, .. }) = (&self.context.p, self);
        self.each(&|index, group, parts| {
            let start = self.tag_bytes();
            let fields = parts.iter().filter_map(|part| {
                let (slot, local) = (part.slot, &part.slot.local);
                let measured = match (&part.held, slot.form()) {
                    (Some(held), _) => {
                        let branch = &held.branch;
                        quote!(#branch::measure(#local, #sizes))
                    }
                    (None, Some(form)) => {
                        let ty = &slot.ty;
                        quote!(#p::measure_field::<#ty, #form>(#local))
                    }
                    (None, None) => return None,
                };
                let measured = named(p, group, slot, self.title(index), &measured);
                Some(measured)
            });
            sum(p, total, start, fields.collect())
        })
    }

    fn writing(&self) -> TokenStream {
        let (p, Self { place, sizes, sink, child, .. }) = (&self.context.p, self);
        self.each(&|index, _, parts| {
            let tag = match &self.context.input.body {
                Body::Enum(data) => {
                    let (width, variant) = (self.context.tag_type(), data.variants.get(index));
                    let name = variant.map(|variant| case_tag(variant, index, 0));
                    quote!(#p::Sink::put(#sink, &#width::to_be_bytes(#name));)
                }
                _ => TokenStream::new(),
            };
            // What is written from behind each value on; the first are those from the start on.
            let mut runs = vec![tag];
            let mut heads = vec![TokenStream::new()];
            for part in parts {
                let (slot, local) = (part.slot, &part.slot.local);
                let Some(run) = runs.last_mut() else { continue };
                match (&part.held, slot.form()) {
                    (Some(held), _) => {
                        let (branch, number) = (&held.branch, u32::try_from(heads.len()).unwrap_or(u32::MAX));
                        run.extend(quote! {
                            #branch::write(#local, #sizes, #sink);
                            #place = #p::Place::field(#number);
                        });
                        heads.push(quote! {
                            let #child = #branch::next(#local, #place);
                            if #child.is_some() {
                                return #child;
                            }
                        });
                        runs.push(TokenStream::new());
                    }
                    (None, Some(form)) => {
                        let ty = &slot.ty;
                        run.extend(quote!(#p::write_field::<#ty, #form, _>(#local, #sink);));
                    }
                    (None, None) => {}
                }
            }
            let steps = runs
                .iter()
                .zip(&heads)
                .zip(0u32..)
                .map(|((run, head), number)| quote!(if #place.field == #number { #head #run }));
            quote!(#(#steps)* #p::Option::None)
        })
    }

    fn inside(&self) -> TokenStream {
        let Self { place, error, .. } = self;
        self.each(&|index, group, parts| {
            let held = parts.iter().filter_map(|part| Some((part, part.held.as_ref()?)));
            let fields = held.zip(1u32..).map(|((part, held), number)| {
                let branch = &held.branch;
                let name = field_name(group, part.slot).map(|name| quote!(.in_field(#name)));
                quote! {
                    #number => #branch::before(#place, #error) #name,
                }
            });
            let fields: Vec<TokenStream> = fields.collect();
            let in_case = self.title(index).map(|title| quote!(.in_case(#title)));
            match fields.is_empty() {
                true => quote!(#error #in_case),
                false => quote! {
                    let #error = match #place.field { #(#fields)* _ => #error };
                    #error #in_case
                },
            }
        })
    }
}
