//! The derive `Rlp`: the schema, the reader and the writer of a type in RLP.
//!
//! They are implementations of the traits of an encoding for `tezos_rlp::Rlp`. The fields of a struct, and the tag and the fields of an
//! enum, are the local form `__Items`, which `Rlp` puts in a list.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{Generics, Lifetime, LitStr, Type, WherePredicate, parse_quote};

use super::context::Context;
use super::encodings::{fields as schema_of, noted};
use super::forms::{Forms, argument};
use super::group::{Group, Slot, SlotKind, case_tag};
use super::names::Names;
use super::tokens::{REASON, Trait, derived, implement, local, locals, located, reader_generics};
use super::{decode, encode, view};
use crate::lower::rlp::unframed;
use crate::model::rlp::{Form, OptionForm, Presence, Rlp, Shape};
use crate::model::{self, CaseForm, Input, Layer, Leaf, Wire};
use crate::types;

pub(super) use check::check;
use check::{kind_of, known_tag};

mod check;

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

/// Returns the form of a field: its value, in an option or not, in its guards and conversions.
fn form(forms: &mut Forms, field: &model::Field, rlp: &model::rlp::Field) -> TokenStream {
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
fn outer_layers(mut wire: &Wire) -> (Vec<(&Layer, Span)>, &Wire) {
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
fn layered(forms: &mut Forms, layers: &[(&Layer, Span)], form: TokenStream) -> TokenStream {
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
        _ => quote_spanned!(span=> #p::rlp::Rlp),
    }
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

    /// The fields of a struct, or of a newtype.
    fn items(&self, names: &Names<'_>) -> Parts {
        let p = &self.context.p;
        let Some(group) = self.context.groups.first() else { return self.nothing() };
        let [value] = locals(["value"]);
        let ident = &self.context.input.ident;
        let read = decode::fields(self.context, group, names, None, None);
        let (pattern, write) = (group.pattern(ident), self.write_fields(group));
        let schema = match (self.rlp.shape, group.wired().next()) {
            (Shape::Transparent, Some((slot, form))) => {
                let ty = &slot.field.ty;
                quote!(<#form as #p::Schema<#ty>>::ENCODING)
            }
            _ => schema_of(self.context, group),
        };
        Parts {
            schema,
            read_facts: self.facts(group, true),
            read,
            read_as: Some(decode::fields(self.context, group, names, None, Some(&local("make")))),
            write_facts: self.facts(group, false),
            write: quote!(let #pattern = #value; #write),
            view: None,
        }
    }

    /// A type without a body, which has been refused.
    fn nothing(&self) -> Parts {
        let p = &self.context.p;
        let facts = || quote!(#p::Facts::UNKNOWN);
        let schema = quote!(&#p::Encoding::Empty);
        Parts {
            schema,
            read_facts: facts(),
            read: quote!(loop {}),
            read_as: None,
            write_facts: facts(),
            write: quote!(loop {}),
            view: None,
        }
    }

    /// `Facts::sequence(&[<Form as Reads<'_, Field>>::FACTS, ..])`
    fn facts(&self, group: &Group, reading: bool) -> TokenStream {
        let p = &self.context.p;
        let (_, lifetime) = reader_generics(&self.context.input.generics);
        let facts = group.wired().map(|(slot, form)| {
            let ty = &slot.field.ty;
            match reading {
                true => quote!(<#form as #p::Reads<#lifetime, #ty>>::FACTS),
                false => quote!(<#form as #p::Writes<#ty>>::FACTS),
            }
        });
        quote!(#p::Facts::sequence(&[#(#facts),*]))
    }

    /// Writes the fields of a group. A field that shorter lists lack must not be present if one that still shorter ones lack is absent.
    fn write_fields(&self, group: &Group) -> TokenStream {
        let (p, [sink]) = (&self.context.p, locals(["sink"]));
        let rlp = self.rlp.groups.get(group.index).into_iter().flat_map(|rlp| &rlp.fields);
        let mut newer: Vec<(usize, &Slot)> = Vec::new();
        for (slot, rlp) in group.slots.iter().zip(rlp) {
            if let (None, Presence::Least { items, .. }) = (&rlp.skip, &rlp.presence) {
                newer.push((*items, slot));
            }
        }
        newer.sort_by_key(|(items, _)| *items);
        let is_option = |slot: &Slot| types::generic(&slot.field.ty, "Option").is_some();
        let gaps = newer.iter().zip(newer.iter().skip(1)).filter(|((_, before), _)| is_option(before));
        let gaps = gaps.map(|((_, before), (_, this))| {
            let (before, local, name) = (&before.local, &this.local, &this.field.name);
            let this = if is_option(this) { quote!(#local) } else { quote!(&#p::Option::Some(())) };
            quote!(#p::tri!(#p::in_field(#name, #p::rlp::no_gap(#before, #this, #sink)));)
        });
        let fields = encode::fields(self.context, group);
        quote!(#(#gaps)* #fields)
    }

    /// `distinct(&[..])`, or `&[..]` if it is known that the tags differ.
    fn cases(&self, cases: &[TokenStream]) -> TokenStream {
        let p = &self.context.p;
        match self.context.input.generics.params.is_empty() {
            true => quote!(&[#(#cases),*]),
            false => quote!(#p::rlp::distinct(&[#(#cases),*])),
        }
    }

    /// Returns the tag of a variant.
    fn tag(&self, group: &Group) -> TokenStream {
        match (self.rlp.groups.get(group.index).and_then(|group| group.tag.as_ref()), group.case) {
            (Some(tag), _) => quote!((#tag)),
            (None, Some(case)) => case_tag(case, group.index, 0),
            (None, None) => quote!(0),
        }
    }

    /// A tag, then the fields of its variant.
    fn tagged(&self, names: &Names<'_>) -> Parts {
        let (p, ident) = (&self.context.p, &self.context.input.ident);
        let [input, start, tag, value, sink] = locals(["input", "start", "tag", "value", "sink"]);
        let (mut cases, mut reads, mut writes, mut read_facts, mut write_facts) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for group in &self.context.groups {
            let number = self.tag(group);
            let title = group.title().unwrap_or_default();
            let schema = self.kinded(group);
            cases.push(quote!(#p::Case::new(#number as #p::u32, #title, #schema)));
            let fields = decode::fields(self.context, group, names, None, None);
            reads.push(quote!(_ if #tag == #number as #p::u32 => { #fields }));
            let (pattern, fields) = (group.pattern(ident), self.write_fields(group));
            writes.push(quote!(#pattern => {
                #p::tri!(#p::rlp::write_number(&(#number as #p::u32), #sink));
                #fields
            }));
            read_facts.push(self.facts(group, true));
            write_facts.push(self.facts(group, false));
        }
        let of_cases = |facts: &[TokenStream]| quote!(#p::rlp::tagged_facts(&[#(#facts),*]));
        let cases = self.cases(&cases);
        Parts {
            schema: quote! {
                &#p::Encoding::Union {
                    tag: #p::TagSize::Rlp(#p::RlpTag::Item),
                    cases: #cases,
                    ignore_unknown: false,
                }
            },
            read_facts: of_cases(&read_facts),
            read: quote! {
                let #start = #p::Reader::remaining(#input);
                let #tag = #p::tri!(#p::rlp::read_tag(#input));
                match #tag {
                    #(#reads)*
                    _ => #p::unexpected_tag(#start, #tag, false),
                }
            },
            read_as: None,
            write_facts: of_cases(&write_facts),
            write: quote!(match #value { #(#writes)* }),
            view: None,
        }
    }

    /// The only field of a variant, or a list of its fields.
    fn untagged(&self, names: &Names<'_>) -> Parts {
        let (p, ident, ty) = (&self.context.p, &self.context.input.ident, &self.context.ty);
        let [input, value, sink, items] = locals(["input", "value", "sink", "items"]);
        let (mut cases, mut counted_cases, mut writes) = (Vec::new(), Vec::new(), Vec::new());
        let mut string = quote!(#p::Result::Err(#p::rlp::no_case(#input, 0)));
        let (mut list, mut counted) = (None, Vec::new());
        for (group, kind) in self.kinds() {
            let read = decode::fields(self.context, group, names, None, None);
            let (pattern, write) = (group.pattern(ident), self.write_fields(group));
            let (title, schema) = (group.title().unwrap_or_default(), schema_of(self.context, group));
            let Some(kind) = kind else {
                let only = called(group, &quote!(#p::rlp::string_only(#schema)));
                cases.push(quote!(#p::Case::new(0, #title, #only)));
                string = read;
                writes.push(quote!(#pattern => { #write }));
                continue;
            };
            let Some(count) = kind else {
                let only = called(group, &quote!(#p::rlp::list_only(#schema)));
                cases.push(quote!(#p::Case::new(1, #title, #only)));
                list = Some(read);
                writes.push(quote!(#pattern => { #write }));
                continue;
            };
            let (form, count) = (list_form(group), Literal::usize_unsuffixed(count));
            counted_cases.push(quote!(#p::Case::new(#count, #title, #schema)));
            counted.push(quote!(#count => #p::rlp::in_list(#input, |#input| { #read })));
            let path = group.path(ident);
            writes.push(quote!(#path { .. } => <#p::rlp::InList<#form> as #p::Writes<#ty>>::write(#value, #sink)));
        }
        if !counted_cases.is_empty() {
            cases.push(quote! {
                #p::Case::new(1, "List", &#p::Encoding::Dynamic {
                    prefix: #p::Prefix::Rlp(#p::RlpHeader::List),
                    inner: &#p::Encoding::Union {
                        tag: #p::TagSize::Rlp(#p::RlpTag::Items),
                        cases: &[#(#counted_cases),*],
                        ignore_unknown: false,
                    },
                })
            });
        }
        let list = list.unwrap_or_else(|| match counted.is_empty() {
            true => quote!(#p::Result::Err(#p::rlp::no_case(#input, 1))),
            false => quote! {
                match #p::tri!(#p::rlp::items_in_list(#input)) {
                    #(#counted,)*
                    #items => #p::Result::Err(#p::rlp::no_such_list(#input, #items)),
                }
            },
        });
        Parts {
            schema: quote! {
                &#p::Encoding::Union { tag: #p::TagSize::Rlp(#p::RlpTag::Kind), cases: &[#(#cases),*], ignore_unknown: false }
            },
            read_facts: quote!(#p::rlp::OF_ANY_SHAPE),
            read: quote!(if #p::tri!(#p::rlp::is_list(#input)) { #list } else { #string }),
            read_as: None,
            write_facts: quote!(#p::rlp::OF_ANY_SHAPE),
            write: quote!(match #value { #(#writes,)* }),
            view: None,
        }
    }

    /// Returns the variants of an enum without a tag, and what each is ([`kind_of`]).
    fn kinds(&self) -> impl Iterator<Item = (&Group<'_>, Option<Option<usize>>)> {
        let groups = self.context.groups.iter().zip(&self.rlp.groups).zip(self.context.input.body.groups());
        groups.map(|((group, rlp), fields)| (group, kind_of(rlp, fields)))
    }

    /// The local forms that write the items of the variants that are lists.
    fn untagged_writers(&self) -> TokenStream {
        let (p, ident, ty) = (&self.context.p, &self.context.input.ident, &self.context.ty);
        let [value, sink] = locals(["value", "sink"]);
        let counted = self.kinds().filter(|(_, kind)| matches!(kind, Some(Some(_))));
        let writers = counted.map(|(group, _)| {
            let (form, pattern, write, facts) =
                (list_form(group), group.pattern(ident), self.write_fields(group), self.facts(group, false));
            let generics =
                self.generics(&self.context.input.generics, |name| quote!(#p::Writes<#name> + #p::Schema<#name>));
            let items = quote! {
                const FACTS: #p::Facts = #facts;
                #[inline]
                fn write<__S: #p::Sink>(#value: &#ty, #sink: &mut __S) -> #p::Written {
                    match #value {
                        #pattern => { #write }
                        _ => #p::Result::Err(#p::no_case()),
                    }
                }
            };
            let writes = implement(&generics, &quote!(#p::Writes<#ty>), &form, &items);
            quote!(pub struct #form; #writes)
        });
        writers.collect()
    }

    /// The type of an envelope, then the only field of its variant; without a type, a list.
    fn typed(&self, names: &Names<'_>) -> Parts {
        let (p, ident) = (&self.context.p, &self.context.input.ident);
        let [input, start, tag, value, sink] = locals(["input", "start", "tag", "value", "sink"]);
        let (mut reads, mut writes) = (Vec::new(), Vec::new());
        for (group, rlp) in self.context.groups.iter().zip(&self.rlp.groups) {
            let read = decode::fields(self.context, group, names, None, None);
            let (pattern, write, number) = (group.pattern(ident), self.write_fields(group), self.tag(group));
            if rlp.list.is_some() {
                reads.push(quote!(#p::RlpTag::LEGACY => { #read }));
                writes.push(quote!(#pattern => { #write }));
                continue;
            }
            reads.push(quote!(_ if #tag == #number as #p::u32 => { #read }));
            writes.push(
                quote!(#pattern => { #p::Sink::put(#sink, &[const { #p::rlp::envelope_type(#number) }]); #write }),
            );
        }
        Parts {
            schema: self.envelopes(|_| true),
            read_facts: quote!(#p::rlp::OF_ANY_SHAPE),
            read: quote! {
                let #start = #p::Reader::remaining(#input);
                let #tag = #p::tri!(#p::rlp::read_type(#input));
                match #tag {
                    #(#reads)*
                    _ => #p::unexpected_tag(#start, #tag, false),
                }
            },
            read_as: None,
            write_facts: quote!(#p::rlp::OF_ANY_SHAPE),
            write: quote!(match #value { #(#writes,)* }),
            view: None,
        }
    }

    /// The schema of envelopes: of the variants that are lists, of the others, or of both.
    fn envelopes(&self, is_in: impl Fn(bool) -> bool) -> TokenStream {
        let p = &self.context.p;
        let groups = self.context.groups.iter().zip(&self.rlp.groups).filter(|(_, rlp)| is_in(rlp.list.is_some()));
        let cases = groups.map(|(group, rlp)| {
            let (title, number, schema) = (group.title().unwrap_or_default(), self.tag(group), self.kinded(group));
            match rlp.list {
                Some(_) => quote!(#p::Case::new(#p::RlpTag::LEGACY, #title, #schema)),
                None => quote!(#p::Case::new(#number as #p::u32, #title, #schema)),
            }
        });
        let cases = self.cases(&cases.collect::<Vec<_>>());
        quote! {
            &#p::Encoding::Union { tag: #p::TagSize::Rlp(#p::RlpTag::Type), cases: #cases, ignore_unknown: false }
        }
    }

    /// Returns the schema of a variant, with the field that names it in JSON. Without one, a variant without fields is its title.
    fn kinded(&self, group: &Group) -> TokenStream {
        let p = &self.context.p;
        match group.case.and_then(|case| case.kind.as_ref()) {
            Some(kind) => {
                let (field, value, schema) = (&kind.field, &kind.value, schema_of(self.context, group));
                quote! {
                    &#p::Encoding::Merge(&[
                        &#p::Encoding::Object(&[#p::Field::req(#field, &#p::Encoding::Constant(#value))]), #schema,
                    ])
                }
            }
            None if group.slots.is_empty() => {
                let constant = group.case.and_then(|case| case.constant.as_ref());
                let name = constant.map_or_else(|| group.title().unwrap_or_default().to_string(), LitStr::value);
                quote!(&#p::Encoding::Constant(#name))
            }
            None => schema_of(self.context, group),
        }
    }

    /// `impl Typed for Type { .. }`
    fn typed_trait(&self) -> TokenStream {
        let (p, ident, ty) = (&self.context.p, &self.context.input.ident, &self.context.ty);
        let (types, list) = (self.envelopes(|is_list| !is_list), self.envelopes(|is_list| is_list));
        let lists = self.context.groups.iter().zip(&self.rlp.groups).filter(|(_, rlp)| rlp.list.is_some());
        let paths = lists.map(|(group, _)| group.path(ident));
        let items = quote! {
            const TYPES: &'static #p::Encoding = #types;
            const LIST: &'static #p::Encoding = #list;
            #[inline]
            fn is_list(&self) -> #p::bool { match self { #(#paths { .. } => true,)* _ => false } }
        };
        let generics = self.generics(&self.context.input.generics, |name| quote!(#p::Schema<#name>));
        derived(&generics, &quote!(#p::rlp::Typed), ty, &items)
    }
}

/// Returns a call whose error is shown at the variant.
fn called(group: &Group<'_>, call: &TokenStream) -> TokenStream {
    group.variant.map_or_else(|| call.clone(), |variant| located(call, variant.span()))
}

/// `const _: () = { __p::<name>(..); };`, with its error shown at `place`.
fn rule(p: &TokenStream, place: Span, name: &TokenStream, arguments: &TokenStream) -> TokenStream {
    let rule = located(&quote!(#p::#name(#arguments)), place);
    quote!(const _: () = { #rule; };)
}

/// Returns the name of the local form of a variant that is a list.
fn list_form(group: &Group) -> Ident {
    format_ident!("__Items{}", group.index)
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
