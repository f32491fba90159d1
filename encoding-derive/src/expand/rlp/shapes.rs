//! What is read and written for each [`Shape`] of a type: its fields, and the tags that tell its variants apart.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::LitStr;

use super::check::kind_of;
use super::{Expansion, Parts};
use crate::expand::encodings::fields as schema_of;
use crate::expand::group::{Group, Slot, case_tag};
use crate::expand::names::Names;
use crate::expand::tokens::{derived, implement, local, locals, located, reader_generics};
use crate::expand::{decode, encode};
use crate::model::rlp::{Presence, Shape};
use crate::model::{Body, Enum, JsonCases};
use crate::types;

impl Expansion<'_, '_> {
    /// The fields of a struct, or of a newtype.
    pub(super) fn items(&self, names: &Names<'_>) -> Parts {
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
    pub(super) fn nothing(&self) -> Parts {
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
        self.told_apart(match self.context.input.generics.params.is_empty() {
            true => quote!(&[#(#cases),*]),
            false => quote!(#p::rlp::distinct(&[#(#cases),*])),
        })
    }

    /// `told_apart(cases)`, or the cases if their JSON is that of the first that matches. The body of a recursive type is no constant item, so that
    /// only its last expression lives as long as the program: the cases are written twice.
    fn told_apart(&self, cases: TokenStream) -> TokenStream {
        let (p, input) = (&self.context.p, &self.context.input);
        let Body::Enum(Enum { json: Some(json), .. }) = &input.body else { return cases };
        if matches!(json, JsonCases::FirstMatch) {
            return cases;
        }
        let place = input.ident.span();
        let rule = located(&quote!(#p::rlp::told_apart), place);
        let checked = quote_spanned!(Span::call_site().located_at(place)=> #rule(#cases));
        if self.context.depth().is_some() { quote!({ #checked; #cases }) } else { checked }
    }

    /// Returns the tag of a variant.
    pub(super) fn tag(&self, group: &Group) -> TokenStream {
        match (self.rlp.groups.get(group.index).and_then(|group| group.tag.as_ref()), group.case) {
            (Some(tag), _) => quote!((#tag)),
            (None, Some(case)) => case_tag(case, group.index, 0),
            (None, None) => quote!(0),
        }
    }

    /// A tag, then the fields of its variant.
    pub(super) fn tagged(&self, names: &Names<'_>) -> Parts {
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
    pub(super) fn untagged(&self, names: &Names<'_>) -> Parts {
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
            let counted_cases = self.told_apart(quote!(&[#(#counted_cases),*]));
            cases.push(quote! {
                #p::Case::new(1, "List", &#p::Encoding::Dynamic {
                    prefix: #p::Prefix::Rlp(#p::RlpHeader::List),
                    inner: &#p::Encoding::Union {
                        tag: #p::TagSize::Rlp(#p::RlpTag::Items),
                        cases: #counted_cases,
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
        let cases = self.told_apart(quote!(&[#(#cases),*]));
        Parts {
            schema: quote! {
                &#p::Encoding::Union { tag: #p::TagSize::Rlp(#p::RlpTag::Kind), cases: #cases, ignore_unknown: false }
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
    pub(super) fn untagged_writers(&self) -> TokenStream {
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
    pub(super) fn typed(&self, names: &Names<'_>) -> Parts {
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
        let facts = |reading| {
            let groups = self.context.groups.iter().zip(&self.rlp.groups);
            let facts = groups.map(|(group, rlp)| {
                let content = self.facts(group, reading);
                if rlp.list.is_some() { content } else { quote!(#p::Facts::sequence(&[#p::Facts::fixed(1), #content])) }
            });
            quote!(#p::rlp::envelope_facts(&[#(#facts),*]))
        };
        Parts {
            schema: self.envelopes(|_| true),
            read_facts: facts(true),
            read: quote! {
                let #start = #p::Reader::remaining(#input);
                let #tag = #p::tri!(#p::rlp::read_type(#input));
                match #tag {
                    #(#reads)*
                    _ => #p::unexpected_tag(#start, #tag, false),
                }
            },
            read_as: None,
            write_facts: facts(false),
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
    pub(super) fn typed_trait(&self) -> TokenStream {
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

/// Returns the name of the local form of a variant that is a list.
fn list_form(group: &Group) -> Ident {
    format_ident!("__Items{}", group.index)
}
