//! The state shared by all generators, and the lowering of fields to it.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Generics, Lifetime, Type, WherePredicate, parse_quote};

use super::forms::{Forms, arrays_of};
use super::group::{Group, Slot, SlotKind, WireForm, case_tag, constant_name};
use super::select;
use super::tokens::{Trait, bounded, local, located, reader_generics};
use crate::model::{Body, CaseForm, Fields, Input, Layer, Predicates, Role, Tag, TagSize, Variant, Wire};
use crate::types;

/// The minimum number of fields of a type whose functions are not inlined.
const OUT_OF_LINE_FIELDS: usize = 6;

/// The weight of a list or a block in this number.
const OPEN_WEIGHT: usize = 3;

/// The state shared by all generators.
pub(super) struct Context<'i> {
    pub(super) input: &'i Input,
    /// `__p`: `tezos_encoding::__private` inside the block.
    pub(super) p: TokenStream,
    /// `tezos_encoding::__private`, outside the block.
    pub(super) runtime: TokenStream,
    /// The type with its parameters.
    pub(super) ty: Type,
    /// The layers around the body, or [`Wire::Body`].
    pub(super) around: &'i Wire,
    /// The form of `around`.
    pub(super) form: TokenStream,
    /// The fields of a struct or of each variant.
    pub(super) groups: Vec<Group<'i>>,
    pub(super) forms: Forms,
}

impl<'i> Context<'i> {
    pub(super) fn new(input: &'i Input, which: Trait) -> Self {
        let krate = &input.krate;
        let (p, runtime) = (quote!(__p), quote!(#krate::__private));
        let ty = types::own_type(&input.ident, &input.generics);
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
                    Group { several: several(case, index, &ty, &mut forms), ..group }
                };
                variants.map(one).collect()
            }
            Body::Via => Vec::new(),
        };
        Self { input, p, runtime, ty, around, form, groups, forms }
    }

    /// Returns the cases of an enum, or of a struct with a tag.
    pub(super) fn cases(&self) -> impl Iterator<Item = (&'i Variant, &Group<'i>)> {
        self.groups.iter().filter_map(|group| Some((group.case?, group)))
    }

    /// Returns true if the fields need a separate form, `__Body`, because layers wrap them. A schema also needs one
    /// under the name of a recursive type.
    pub(super) fn has_body_type(&self) -> bool {
        let around = !matches!(self.around, Wire::Body) || self.forms.for_schema && self.input.mu.is_some();
        around && !matches!(self.input.body, Body::Via)
    }

    /// `#[inline]`, except for types with many fields: the compiler calls their readers and writers anyway, and every
    /// codegen unit that calls an inline function compiles it again.
    pub(super) fn inline(&self) -> TokenStream {
        let weights = self.wired().map(|(slot, _)| if slot.is_open() { OPEN_WEIGHT } else { 1usize });
        if weights.sum::<usize>() < OUT_OF_LINE_FIELDS { quote!(#[inline]) } else { TokenStream::new() }
    }

    /// Returns all fields on the wire with their forms.
    pub(super) fn wired(&self) -> impl Iterator<Item = (&Slot<'i>, &TokenStream)> {
        self.groups.iter().flat_map(Group::wired)
    }

    /// Returns `tokens` with errors shown at the item that wraps the fields.
    pub(super) fn at_attribute(&self, tokens: &TokenStream) -> TokenStream {
        self.around.span().map_or_else(|| tokens.clone(), |span| located(tokens, span))
    }

    /// Returns true if a guard checks the fields, so that the schema reads them too.
    pub(super) fn guards_body(&self) -> bool {
        use Layer::{Bounded, Canonical, Dynamic, Guarded, Legacy, Magic, Shown, Sized, Suffixed};
        let mut form = self.around;
        while let Wire::Around(
            Dynamic(_) | Bounded(_) | Sized(_) | Magic(_) | Suffixed(_) | Legacy(_) | Shown { .. } | Canonical { .. },
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
    pub(super) fn constants(&self) -> TokenStream {
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
    pub(super) fn tag_type(&self) -> TokenStream {
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
    pub(super) fn generics(&self, which: Trait) -> Generics {
        self.generics_at(which, &self.p)
    }

    /// Returns the parameters as [`Self::generics`] does, if the runtime is named `p`.
    pub(super) fn generics_at(&self, which: Trait, p: &TokenStream) -> Generics {
        let bounds = &self.input.bounds;
        match which {
            Trait::HasEncoding => {
                let generics = self.bounded(&self.input.generics, bounds.schema.as_ref(), &quote!(#p::HasEncoding));
                let generics = self.with_forms(generics, |ty| quote!(#p::Schema<#ty>));
                self.with_older(
                    generics,
                    &quote!(+ #p::BinWriter),
                    &quote!(#p::HasEncoding + for<'__any> #p::NomReader<'__any>),
                )
            }
            Trait::BinWriter => {
                let generics = self.bounded(&self.input.generics, bounds.write.as_ref(), &quote!(#p::BinWriter));
                self.with_forms(generics, |ty| quote!(#p::Writes<#ty>))
            }
            Trait::View => {
                let bound = quote!(#p::View + for<'__any> #p::NomReader<'__any>);
                let mut generics = self.bounded(&self.input.generics, bounds.view.as_ref(), &bound);
                if bounds.view.is_some() {
                    return generics;
                }
                let names: Vec<Ident> =
                    generics.type_params().map(|it| it.ident.clone()).filter(|it| !self.input.skips(it)).collect();
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
    pub(super) fn reader_generics(&self) -> (Generics, Lifetime) {
        let p = &self.p;
        let (generics, input) = reader_generics(&self.input.generics);
        let generics = self.bounded(&generics, self.input.bounds.read.as_ref(), &quote!(#p::NomReader<#input>));
        let generics = self.with_forms(generics, |ty| quote!(#p::Reads<#input, #ty>));
        (self.with_older(generics, &TokenStream::new(), &quote!(#p::NomReader<#input>)), input)
    }

    /// Adds what a type with parameters needs of its older form, and of itself, to convert from it.
    fn with_older(&self, mut generics: Generics, this: &TokenStream, older: &TokenStream) -> Generics {
        if let (Wire::Around(Layer::Legacy(ty), ..), true) = (self.around.without_json(), self.forms.has_parameters()) {
            let (p, own) = (&self.p, &self.ty);
            let bounds: [WherePredicate; 2] = [parse_quote!(#ty: #older), parse_quote!(#own: #p::Made<#ty> #this)];
            generics.make_where_clause().predicates.extend(bounds);
        }
        generics
    }

    fn bounded(&self, generics: &Generics, predicates: Option<&Predicates>, bound: &TokenStream) -> Generics {
        bounded(self.input, generics, &self.forms.bounded, predicates, bound)
    }

    /// Adds the bounds of fields that hold parameters that the user bounds ([`Forms::bounded`]).
    fn with_forms(&self, mut generics: Generics, of: impl Fn(&Type) -> TokenStream) -> Generics {
        let fields = self.wired().map(|(slot, form)| (&slot.field.ty, form));
        let fields = fields.filter(|(ty, _)| self.forms.is_bounded(ty));
        let predicates = fields.map(|(ty, form)| -> WherePredicate {
            let of = of(ty);
            parse_quote!(#form: #of)
        });
        generics.make_where_clause().predicates.extend(predicates);
        generics
    }

    /// Returns the maximum depth of a recursive type.
    pub(super) fn depth(&self) -> Option<TokenStream> {
        let p = &self.p;
        self.input.mu.as_ref().map(|mu| match &mu.depth {
            Some(_) => quote!(__DEPTH),
            None => quote!(#p::DEFAULT_DEPTH),
        })
    }
}

/// Lowers the fields of a struct, or of the variant at `index` of an enum, to a group.
fn group<'i>(
    fields: &'i Fields,
    (index, case): (usize, Option<&'i Variant>),
    variant: Option<&'i Ident>,
    this: &Type,
    p: &TokenStream,
    forms: &mut Forms,
) -> Group<'i> {
    let (mut tails, mut selects) = (Vec::new(), Vec::new());
    let slots = fields.fields.iter().enumerate().map(|(index, field)| {
        let ty = &field.ty;
        let is_auto = matches!(field.wire(), Some(Wire::Auto)) && !forms.shares;
        let arrays = if forms.for_view && is_auto { types::array_depth(ty) } else { 0 };
        let kind = match &field.role {
            Role::Wire(wire) => {
                let mut form = forms.at(field.span).field(wire);
                tails.extend(forms.tail.take().map(|name| (name, index)));
                selects.extend(forms.select.take().map(|name| (name, index)));
                let view = match arrays {
                    0 => forms.view_type(wire, &form, ty, this),
                    _ => {
                        form = arrays_of(arrays, &form, p);
                        forms.view_of_arrays(arrays, ty)
                    }
                };
                SlotKind::Wire(form, view)
            }
            Role::Skip(Some(value)) => SlotKind::Skip(quote!(#value)),
            Role::Skip(None) => SlotKind::Skip(located(&quote!(<#ty as #p::Default>::default()), field.span)),
            Role::Hash(_) => SlotKind::Hash,
        };
        Slot {
            field,
            local: local(&format!("field_{index}")),
            kind,
            is_auto: is_auto && arrays == 0 && !forms.is_bounded(ty),
        }
    });
    let slots: Vec<Slot> = slots.collect();
    for (name, index) in selects {
        let (before, slot) = (slots.get(..index).unwrap_or_default(), slots.get(index));
        let definition = slot.map(|slot| select::definition(&name, before, slot, forms));
        forms.definitions.extend(definition);
    }
    for (name, index) in tails {
        let tail = tail(&name, slots.get(index.saturating_add(1)..).unwrap_or_default(), forms);
        forms.definitions.extend(tail);
    }
    Group { index, case, variant, shape: fields.shape, slots, several: Vec::new() }
}

/// `const __TAIL_0: usize = rules::tail(&[<Form as Schema<Field>>::ENCODING, ..]);`
fn tail(name: &Ident, following: &[Slot], forms: &Forms) -> TokenStream {
    let p = &forms.p;
    let usize = quote!(#p::usize);
    let has_parameter = |slot: &&Slot| {
        let ty = &slot.field.ty;
        slot.form().is_some_and(|form| forms.has_parameter(&quote!(#form #ty)))
    };
    if let Some(slot) = following.iter().find(has_parameter) {
        let message =
            "the size of this field is unknown: write `reserve = N` on the field that extends to the end of the block";
        return quote_spanned!(slot.field.span=> const #name: #usize = ::core::compile_error!(#message););
    }
    let encodings = following.iter().filter_map(|slot| {
        let (form, ty) = (slot.form()?, types::with_static_lifetimes(&slot.field.ty));
        Some(quote!(<#form as #p::Schema<#ty>>::ENCODING))
    });
    quote!(const #name: #usize = #p::rules::tail(&[#(#encodings),*]);)
}

/// Returns the encodings of a variant that has several.
fn several(variant: &Variant, index: usize, ty: &Type, forms: &mut Forms) -> Vec<WireForm> {
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
