//! The derive `Arena`: the nodes of a recursive type, which are read and written in steps.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};
use syn::Generics;
use syn::spanned::Spanned;

use super::context::Context;
use super::encode::{field_name, in_revision, named, put_tag};
use super::group::Group;
use super::steps::{self, Held, NodeField, Output, Steps};
use super::tokens::{derived, local, locals};
use crate::errors::Errors;
use crate::model::{Body, Branch, CaseForm, Input, Role, Wire};
use crate::types::mentions;

/// Checks that a type can be stored in an arena.
pub(super) fn check(input: &Input, errors: &mut Errors) {
    if input.mu.is_none() {
        errors.at(input.ident.span(), "`Arena` is for recursive types: write `#[encoding(mu)]`, or do not derive it");
    }
    if let Some(parameter) = input.generics.params.first() {
        errors.at(parameter.span(), "a type with parameters cannot be stored in an arena: do not derive `Arena`");
        return;
    }
    if let Body::Enum(data) = &input.body {
        for variant in data.variants.iter().filter(|variant| !matches!(variant.case, CaseForm::Tagged(_))) {
            errors.at(
                variant.ident.span(),
                "a type in an arena must have exactly one tag for each variant: do not derive `Arena`",
            );
        }
    }
    if !matches!(input.form.without_json(), Wire::Body) || input.compact.is_some() {
        let place = input.form.span().unwrap_or(input.ident.span());
        errors.at(place, "a type in an arena cannot have items that wrap the whole type: write this on the fields, or do not derive `Arena`");
    }
    let (ident, untagged) = (&input.ident, matches!(input.body, Body::Struct(_)));
    for field in input.body.fields() {
        let held = field.wire().map(|wire| Branch::of(&field.ty, wire, ident));
        if untagged && matches!(&held, Some(Some(branch)) if branch.is_bare()) {
            let message =
                format!("a `{ident}` that always contains a `{ident}` would be infinite: write an `Option` of it");
            errors.at(field.ty.span(), message);
        }
        if matches!(field.role, Role::Hash(_)) {
            errors.at(field.span, "a type in an arena cannot have a field with `hash`: do not derive `Arena`");
        }
        if matches!(held, Some(None)) && mentions(&field.ty, ident) {
            let holders = format!("`Box<{ident}>`, an `Option` or a `list` of `{ident}`, and `dynamic` around these");
            errors.at(field.ty.span(), format!("`Arena` supports only {holders}: use one of them"));
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
pub(super) fn companion(context: &Context<'_>) -> TokenStream {
    let doc = format!("A node of [`{0}`]: a `{0}` with indices in place of its children.", context.input.ident);
    let types = steps::parts(context).into_iter().map(|parts| parts.iter().map(NodeField::node_type).collect());
    super::companion::companion(context, &node_name(context), &doc, &Generics::default(), &types.collect::<Vec<_>>())
}

/// `impl arena::Steps for Type { .. }`
pub(super) fn expand(context: &Context<'_>) -> TokenStream {
    let (p, ty, node) = (&context.p, &context.ty, &node_name(context));
    let (local, reading) = Steps::new(context, Output::Nodes, node).expand();
    let writing = Writing { context, node, parts: steps::parts(context) };
    let (sized, written, inside) = (writing.sized(), writing.write(), writing.inside());
    let [value, position, sizes, sink, error] = locals(["value", "position", "sizes", "sink", "error"]);
    let items = quote! {
        type Node = #node;
        const SIZED: #p::bool = #sized;
        #reading
        #[inline]
        fn write<__S: #p::Sink>(
            #value: &#node,
            mut #position: #p::Position,
            #sizes: #p::Sizes<'_>,
            #sink: &mut __S,
        ) -> #p::Result<#p::Option<(#p::Child<Self>, #p::Position)>, #p::EncodeError> {
            #written
        }
        fn inside(#value: &#node, #position: #p::Position, #error: #p::EncodeError) -> #p::EncodeError {
            #inside
        }
    };
    let steps = derived(&Generics::default(), &quote!(#p::Steps), ty, &items);
    quote!(#local #steps)
}

/// Generates the code that writes a value.
struct Writing<'c> {
    context: &'c Context<'c>,
    node: &'c Ident,
    parts: Vec<Vec<NodeField<'c>>>,
}

impl<'c> Writing<'c> {
    /// `match value { TypeNode::Variant { .. } => {..} .. }`
    fn each(&self, body: &dyn Fn(&Group<'_>, &[NodeField<'_>]) -> TokenStream) -> TokenStream {
        let value = local("value");
        let arms = self.context.groups.iter().zip(&self.parts).map(|(group, parts)| {
            let (pattern, body) = (group.pattern(self.node), body(group, parts));
            quote!(#pattern => { #body })
        });
        quote!(match #value { #(#arms)* })
    }

    /// `SIZED`
    fn sized(&self) -> TokenStream {
        let branches = self.parts.iter().flatten().filter_map(|part| Some(&part.held.as_ref()?.branch));
        quote!(false #(|| #branches::SIZED)*)
    }

    fn write(&self) -> TokenStream {
        let (p, [position, sizes, sink, child]) = (&self.context.p, locals(["position", "sizes", "sink", "child"]));
        self.each(&|group, parts| {
            // The writes after each field with children; the first run starts at the beginning.
            let start = group.case.map(|case| {
                let (check, tag) = (in_revision(p, case, &sink), put_tag(self.context, &sink, &group.tag(0)));
                quote!(#check #tag)
            });
            let mut runs = vec![start.unwrap_or_default()];
            let mut heads = vec![TokenStream::new()];
            for NodeField { slot, held } in parts {
                let (local, ty) = (&slot.local, &slot.field.ty);
                let Some(run) = runs.last_mut() else { continue };
                match (held, slot.form()) {
                    (Some(Held { branch, .. }), _) => {
                        let number = u32::try_from(heads.len()).unwrap_or(u32::MAX);
                        let written = quote!(#branch::write(#local, #sizes, #sink));
                        let written = named(p, group, slot, title(group), &written);
                        run.extend(quote! {
                            #p::tri!(#written);
                            #position = #p::Position::field(#number);
                        });
                        heads.push(quote! {
                            let #child = #branch::next(#local, #position);
                            if #child.is_some() {
                                return #p::Result::Ok(#child);
                            }
                        });
                        runs.push(TokenStream::new());
                    }
                    (None, Some(form)) => {
                        let written = quote!(#p::write_field::<#ty, #form, _>(#local, #sink));
                        let written = named(p, group, slot, title(group), &written);
                        run.extend(quote!(#p::tri!(#written);));
                    }
                    (None, None) => {}
                }
            }
            let numbers = 0u32..;
            let steps = runs.iter().zip(&heads).zip(numbers);
            let steps = steps.map(|((run, head), number)| quote!(if #position.field == #number { #head #run }));
            quote!(#(#steps)* #p::Result::Ok(#p::Option::None))
        })
    }

    fn inside(&self) -> TokenStream {
        let [position, error] = locals(["position", "error"]);
        self.each(&|group, parts| {
            let held = parts.iter().filter_map(|part| Some((part.slot, part.held.as_ref()?)));
            let fields = held.zip(1u32..).map(|((slot, Held { branch, .. }), number)| {
                let name = field_name(group, slot).map(|name| quote!(.in_field(#name)));
                quote!(#number => #branch::before(#position, #error) #name,)
            });
            let fields: Vec<TokenStream> = fields.collect();
            let in_case = title(group).map(|title| quote!(.in_case(#title)));
            match fields.is_empty() {
                true => quote!(#error #in_case),
                false => quote! {
                    let #error = match #position.field { #(#fields)* _ => #error };
                    #error #in_case
                },
            }
        })
    }
}

/// Returns the title of a group's case, for enums.
fn title<'g>(group: &'g Group<'_>) -> Option<&'g str> {
    group.variant.and(group.title())
}
