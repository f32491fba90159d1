//! The derive `Rlp`: the schema, the reader and the writer of a type in RLP.
//!
//! They are implementations of the traits of an encoding for `tezos_rlp::Rlp`. The fields of a struct, and the tag and the fields of an
//! enum, are the local form `__Items`, which `Rlp` puts in a list.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Generics, Lifetime, LitStr, WherePredicate, parse_quote};

use super::context::Context;
use super::encodings::noted;
use super::forms::Forms;
use super::group::{Group, Slot, SlotKind};
use super::names::Names;
use super::tokens::{REASON, Trait, derived, local, locals, located, reader_generics};
use super::view;
use crate::model::rlp::{Rlp, Shape};
use crate::model::{self, CaseForm, Input};
use crate::types;

pub(super) use check::check;
use check::known_tag;
use fields::{form, layered, outer_layers};

mod check;
mod fields;
mod shapes;

/// Generates the three implementations.
pub(super) fn expand(input: &Input, rlp: &Rlp) -> TokenStream {
    let context = context(input, rlp);
    let implementation = Expansion { context: &context, rlp }.all();
    let companion = rlp.view.as_ref().map(|name| companion(&context, name));
    let (p, runtime, definitions, constants) =
        (&context.p, &context.runtime, &context.forms.definitions, context.constants());
    quote! {
        #companion
        #[allow(warnings, clippy::all, clippy::pedantic, clippy::restriction, reason = #REASON)]
        const _: () = {
            use #runtime as #p;
            #constants
            #definitions
            #implementation
        };
    }
}

/// Returns the state of the generators, with the forms of RLP.
fn context<'i>(input: &'i Input, rlp: &'i Rlp) -> Context<'i> {
    let krate = &rlp.krate;
    let (p, runtime) = (quote!(__p), quote!(#krate::__private));
    let ty = types::own_type(&input.ident, &input.generics);
    let mut forms = Forms::new(&p, &runtime, input, Trait::HasEncoding);
    forms.bounded.clear();
    let variants: Vec<Option<&model::Variant>> = match &input.body {
        model::Body::Enum(data) => data.variants.iter().map(Some).collect(),
        _ => vec![None],
    };
    let is_struct = !matches!(&input.body, model::Body::Enum(data) if !data.is_struct);
    let groups = input.body.groups().into_iter().zip(&rlp.groups).zip(variants).enumerate();
    let groups = groups.map(|(index, ((fields, rlp), case))| {
        let slots = fields.fields.iter().zip(&rlp.fields).enumerate().map(|(index, (field, rlp))| {
            let (local, ty) = (local(&format!("field_{index}")), &field.ty);
            let kind = match &rlp.skip {
                Some(Some(value)) => SlotKind::Skip(quote!(#value)),
                Some(None) => SlotKind::Skip(quote_spanned!(field.span=> <#ty as #p::Default>::default())),
                None => SlotKind::Wire(form(&mut forms, field, rlp), TokenStream::new()),
            };
            Slot { field, local, kind, is_auto: false }
        });
        let slots = slots.collect();
        let variant = case.map(|case| &case.ident).filter(|_| !is_struct);
        Group { index, case, variant, shape: fields.shape, slots, several: Vec::new() }
    });
    let groups = groups.collect();
    let (layers, _) = outer_layers(&input.form);
    let form = layered(&mut forms, &layers, quote!(__Items));
    Context { input, form, p, runtime, ty, around: &input.form, groups, forms }
}

struct Expansion<'c, 'i> {
    context: &'c Context<'i>,
    rlp: &'c Rlp,
}

impl Expansion<'_, '_> {
    fn all(&self) -> TokenStream {
        let p = &self.context.p;
        let rlp = quote!(#p::rlp::Rlp);
        let implementations = match self.rlp.shape {
            Shape::List => self.inside(&rlp, true, &|names| self.items(names)),
            Shape::Tagged => self.inside(&rlp, true, &|names| self.tagged(names)),
            Shape::Number => self.inside(&rlp, false, &|names| self.tagged(names)),
            Shape::Transparent => self.inside(&rlp, false, &|names| self.items(names)),
            Shape::Untagged => {
                let (item, writers) =
                    (self.inside(&rlp, false, &|names| self.untagged(names)), self.untagged_writers());
                quote!(#writers #item)
            }
            Shape::Typed => {
                let envelope = self.inside(&quote!(#p::rlp::Envelope), false, &|names| self.typed(names));
                let (typed, item) = (self.typed_trait(), self.delegated(&rlp, &quote!(#p::rlp::TypedItem)));
                quote!(#envelope #typed #item)
            }
        };
        let companion = self.rlp.view.as_ref().map(|name| self.companion(name));
        let own_view = self.rlp.is_own_view.then(|| self.own_view());
        let rules = self.rules();
        quote!(#implementations #companion #own_view #rules)
    }

    /// `impl Views<'_, Type> for Rlp { type View = Type; .. }`
    fn own_view(&self) -> TokenStream {
        let Context { p, ty, .. } = self.context;
        let ([input, view], lifetime) = (locals(["input", "view"]), view::lifetime());
        let items = quote! {
            type View = #ty;
            #[inline]
            fn view(#input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<#ty> {
                <Self as #p::Reads<#lifetime, #ty>>::read(#input)
            }
            #[inline]
            fn own(#view: &#ty) -> #p::ReadResult<#ty> { #p::Result::Ok(#p::Clone::clone(#view)) }
        };
        let mut generics = Generics::default();
        generics.params.push(parse_quote!(#lifetime));
        derived(&generics, &quote!(#p::Views<#lifetime, #ty>), &quote!(#p::rlp::Rlp), &items)
    }

    /// Returns the rules that only the compiler can check: tags that are expressions are new, and types of envelopes are below `80`. A type with
    /// parameters has none: its schema checks the tags where it is used.
    fn rules(&self) -> TokenStream {
        let p = &self.context.p;
        let model::Body::Enum(data) = &self.context.input.body else { return TokenStream::new() };
        if !self.context.input.generics.params.is_empty() || data.is_struct || matches!(self.rlp.shape, Shape::Untagged)
        {
            return TokenStream::new();
        }
        let is_typed = matches!(self.rlp.shape, Shape::Typed);
        let (mut before, mut rules) = (Vec::new(), TokenStream::new());
        let variants = data.variants.iter().zip(&self.rlp.groups).zip(&self.context.groups);
        for ((variant, rlp), group) in variants.filter(|((_, rlp), _)| !is_typed || rlp.list.is_none()) {
            let number = self.tag(group);
            if known_tag(variant, rlp).is_none() {
                let place = match (&rlp.tag, &variant.case) {
                    (Some(tag), _) => tag.span(),
                    (None, CaseForm::Tagged(tag)) => tag.span(),
                    (None, _) => variant.ident.span(),
                };
                let is_new = rule(p, place, &quote!(rules::tag_is_new), &quote!(#number as #p::u32, &[#(#before),*]));
                let is_type = is_typed.then(|| rule(p, place, &quote!(rlp::envelope_type), &number));
                rules.extend(quote!(#is_new #is_type));
            }
            before.push(quote!(#number as #p::u32));
        }
        rules
    }

    /// Implements `target`: the items, in a list or not, inside the guards of the type.
    fn inside(&self, target: &TokenStream, in_list: bool, parts: &dyn Fn(&Names<'_>) -> Parts) -> TokenStream {
        let (p, around) = (&self.context.p, &self.context.form);
        let is_guarded = !outer_layers(&self.context.input.form).0.is_empty();
        // The guards refer to `__Items`: they check the value, not the items of its list.
        let list = in_list.then(|| {
            let items = self.form(&quote!(__List), &self.both(parts));
            quote!(pub struct __List; #items)
        });
        let own = match in_list {
            true => self.by(&quote!(#p::rlp::InList<__List>)),
            false => self.both(parts),
        };
        if !is_guarded {
            let whole = self.whole(target, own);
            return quote!(#list #whole);
        }
        let (items, whole) = (self.form(&quote!(__Items), &own), self.delegated(target, around));
        quote!(#list pub struct __Items; #items #whole)
    }

    /// Returns the items of an implementation, and those of the view if the type has one.
    fn both(&self, parts: &dyn Fn(&Names<'_>) -> Parts) -> Parts {
        let (_, lifetime) = reader_generics(&self.context.input.generics);
        let view = self.rlp.view.as_ref().map(|name| {
            let read = parts(&Names::new(self.context, view::lifetime(), Some(name))).read;
            (read, view::owning(self.context, name, &local("view")))
        });
        Parts { view, ..parts(&self.names(lifetime)) }
    }

    /// Returns what the view needs inside the block: the types of its fields, its schema and its reader.
    fn companion(&self, name: &Ident) -> TokenStream {
        let Context { p, ty, .. } = self.context;
        let [input] = locals(["input"]);
        let fields = self.context.groups.iter().flat_map(|group| {
            group.slots.iter().enumerate().filter_map(|(place, slot)| {
                let (index, field) = (group.index, &slot.field.ty);
                let SlotKind::Wire(form, _) = &slot.kind else { return None };
                Some(quote! {
                    impl<'__view> #p::rlp::FieldView<'__view, #index, #place> for #ty {
                        type View = <#form as #p::Views<'__view, #field>>::View;
                    }
                })
            })
        });
        let forms = match self.rlp.shape {
            Shape::Typed => vec![quote!(#p::rlp::Rlp), quote!(#p::rlp::Envelope)],
            _ => vec![quote!(#p::rlp::Rlp)],
        };
        quote! {
            #(#fields)*
            #(
                #[automatically_derived]
                impl #p::Schema<#name<'_>> for #forms {
                    const ENCODING: &'static #p::Encoding = <#forms as #p::Schema<#ty>>::ENCODING;
                }
                #[automatically_derived]
                impl<'__view> #p::Reads<'__view, #name<'__view>> for #forms {
                    const FACTS: #p::Facts = <#forms as #p::Reads<'__view, #ty>>::FACTS;
                    #[inline]
                    fn read(#input: &mut #p::Reader<'__view>) -> #p::ReadResult<#name<'__view>> {
                        <#forms as #p::Views<'__view, #ty>>::view(#input)
                    }
                }
            )*
            #[automatically_derived]
            impl #name<'_> {
                /// Converts the view to the owned value.
                ///
                /// # Errors
                /// None for a view that was returned by a reader.
                pub fn to_owned(&self) -> #p::ReadResult<#ty> {
                    <#p::rlp::Rlp as #p::Views<'_, #ty>>::own(self)
                }
            }
        }
    }

    fn names(&self, lifetime: Lifetime) -> Names<'_> {
        Names::new(self.context, lifetime, None)
    }

    /// Returns the parameters of an implementation, each bounded by the traits of an encoding.
    fn generics(&self, generics: &Generics, bound: impl Fn(&Ident) -> TokenStream) -> Generics {
        let p = &self.context.p;
        let mut generics = generics.clone();
        let own: Vec<WherePredicate> = match &self.rlp.bounds {
            Some(predicates) => predicates.clone(),
            None => {
                let names: Vec<Ident> = generics.type_params().map(|it| it.ident.clone()).collect();
                names
                    .iter()
                    .filter(|name| !self.context.input.skips(name))
                    .map(|name| -> WherePredicate {
                        let bound = bound(name);
                        parse_quote!(#p::rlp::Rlp: #bound)
                    })
                    .collect()
            }
        };
        if !own.is_empty() {
            generics.make_where_clause().predicates.extend(own);
        }
        generics
    }

    /// Implements the three traits for `form`.
    fn form(&self, form: &TokenStream, parts: &Parts) -> TokenStream {
        let Context { p, ty, .. } = self.context;
        let Parts { schema, read_facts, read, read_as, write_facts, write, view } = parts;
        let (lifetime_generics, lifetime) = reader_generics(&self.context.input.generics);
        let [input, value, sink] = locals(["input", "value", "sink"]);
        let schema_generics = self.generics(&self.context.input.generics, |name| quote!(#p::Schema<#name>));
        let item = quote!(const ENCODING: &'static #p::Encoding = #schema;);
        let schema = derived(&schema_generics, &quote!(#p::Schema<#ty>), form, &item);
        let read_generics =
            self.generics(&lifetime_generics, |name| quote!(#p::Reads<#lifetime, #name> + #p::Schema<#name>));
        let (inline, make) = (self.context.inline(), local("make"));
        // Constructs the value where it belongs: moving one that was just written field by field takes as long as reading it.
        let read_as = read_as.as_ref().map(|read| {
            quote! {
                #inline
                fn read_as<__R>(
                    #input: &mut #p::Reader<#lifetime>,
                    #make: impl #p::FnOnce(#ty) -> __R,
                ) -> #p::ReadResult<__R> { #read }
            }
        });
        let items = quote! {
            const FACTS: #p::Facts = #read_facts;
            #inline
            fn read(#input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<#ty> { #read }
            #read_as
        };
        let reads = derived(&read_generics, &quote!(#p::Reads<#lifetime, #ty>), form, &items);
        let write_generics =
            self.generics(&self.context.input.generics, |name| quote!(#p::Writes<#name> + #p::Schema<#name>));
        let items = quote! {
            const FACTS: #p::Facts = #write_facts;
            #inline
            fn write<__S: #p::Sink>(#value: &#ty, #sink: &mut __S) -> #p::Written { #write }
        };
        let writes = derived(&write_generics, &quote!(#p::Writes<#ty>), form, &items);
        let views = view.as_ref().zip(self.rlp.view.as_ref()).map(|((read, own), name)| {
            let (view, lifetime) = (local("view"), view::lifetime());
            let items = quote! {
                type View = #name<#lifetime>;
                #[inline]
                fn view(#input: &mut #p::Reader<#lifetime>) -> #p::ReadResult<Self::View> { #read }
                #[inline]
                fn own(#view: &Self::View) -> #p::ReadResult<#ty> { #own }
            };
            let mut generics = Generics::default();
            generics.params.push(parse_quote!(#lifetime));
            derived(&generics, &quote!(#p::Views<#lifetime, #ty>), form, &items)
        });
        quote!(#schema #reads #writes #views)
    }

    /// Implements the three traits of the whole type for `form` by those of another.
    fn delegated(&self, form: &TokenStream, to: &TokenStream) -> TokenStream {
        self.whole(form, self.by(to))
    }

    /// Returns the items of an implementation that are those of another.
    fn by(&self, to: &TokenStream) -> Parts {
        let Context { p, ty, .. } = self.context;
        let (_, lifetime) = reader_generics(&self.context.input.generics);
        let [input, value, sink, make] = locals(["input", "value", "sink", "make"]);
        let reads = quote!(<#to as #p::Reads<#lifetime, #ty>>);
        let writes = quote!(<#to as #p::Writes<#ty>>);
        let views = quote!(<#to as #p::Views<'_, #ty>>);
        let view = self.rlp.view.as_ref().map(|_| {
            let view = local("view");
            (quote!(#views::view(#input)), quote!(#views::own(#view)))
        });
        Parts {
            view,
            schema: quote!(<#to as #p::Schema<#ty>>::ENCODING),
            read_facts: quote!(#reads::FACTS),
            read: quote!(#reads::read(#input)),
            read_as: Some(quote!(#reads::read_as(#input, #make))),
            write_facts: quote!(#writes::FACTS),
            write: quote!(#writes::write(#value, #sink)),
        }
    }

    /// Implements the three traits of the whole type: one level deeper if it is recursive, and with its notes in the schema.
    fn whole(&self, form: &TokenStream, mut parts: Parts) -> TokenStream {
        let (p, input, [sink]) = (&self.context.p, self.context.input, locals(["sink"]));
        if let (Some(mu), Some(depth)) = (&input.mu, self.context.depth()) {
            let name = || input.ident.unraw().to_string().to_lowercase();
            let name = mu.name.as_ref().map_or_else(name, LitStr::value);
            let Parts { schema, read, write, .. } = &parts;
            let names = self.names(Lifetime::new("'_", Span::call_site()));
            parts = Parts {
                view: parts.view.as_ref().map(|(read, own)| (names.at_depth(self.context, read), own.clone())),
                schema: quote! {
                    &#p::Encoding::Mu(&#p::Mu {
                        name: #name, class: #p::Class::Dynamic, least: 1, depth: #depth, body: || const { #schema },
                    })
                },
                read_facts: quote!(#p::Facts::UNKNOWN),
                read: names.at_depth(self.context, read),
                read_as: None,
                write_facts: quote!(#p::Facts::UNKNOWN),
                write: quote!(#p::Sink::nested(#sink, #depth, |#sink| { #write })),
            };
        }
        parts.schema = noted(p, &input.notes, parts.schema);
        self.form(form, &parts)
    }
}

/// `const _: () = { __p::<name>(..); };`, with its error shown at `place`.
fn rule(p: &TokenStream, place: Span, name: &TokenStream, arguments: &TokenStream) -> TokenStream {
    let rule = located(&quote!(#p::#name(#arguments)), place);
    quote!(const _: () = { #rule; };)
}

/// Returns the view, which is outside the block.
fn companion(context: &Context<'_>, name: &Ident) -> TokenStream {
    let (p, ty) = (&context.runtime, &context.ty);
    let types = context.groups.iter().map(|group| {
        let types = group.slots.iter().enumerate().map(|(place, slot)| match &slot.kind {
            SlotKind::Wire(..) => {
                let index = group.index;
                quote!(<#ty as #p::rlp::FieldView<'__view, #index, #place>>::View)
            }
            SlotKind::Skip(_) | SlotKind::Hash => slot.field.ty.to_token_stream(),
        });
        types.collect()
    });
    let doc = format!(
        "The view of [`{0}`] in RLP: a `{0}` that borrows from the bytes that it was decoded from.",
        context.input.ident
    );
    let mut generics = Generics::default();
    let lifetime = view::lifetime();
    generics.params.push(parse_quote!(#lifetime));
    super::companion::companion(context, name, &doc, &generics, &types.collect::<Vec<_>>())
}

/// The items of an implementation.
struct Parts {
    schema: TokenStream,
    read_facts: TokenStream,
    read: TokenStream,
    /// Reads the value and calls `make` with it.
    read_as: Option<TokenStream>,
    write_facts: TokenStream,
    write: TokenStream,
    /// Reads the view, and converts it to the value.
    view: Option<(TokenStream, TokenStream)>,
}
