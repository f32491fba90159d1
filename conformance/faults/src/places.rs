//! The places of a file where a switch can stand: expressions, statements and blocks that a function executes.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Block, Expr, Stmt};

use crate::Result;

/// What stands at a place, which decides how a switch is written there.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum PlaceKind {
    Expr,
    Stmt,
    Block,
}

/// A place for a switch.
#[derive(Clone, Debug)]
pub struct Place {
    pub range: Range<usize>,
    pub kind: PlaceKind,
}

impl Place {
    /// Whether `source`, changed, can still be what this place has.
    pub fn parses(&self, source: &str) -> bool {
        match self.kind {
            PlaceKind::Expr => syn::parse_str::<Expr>(source).is_ok(),
            PlaceKind::Stmt => syn::parse_str::<Block>(&format!("{{ {source} }}")).is_ok(),
            PlaceKind::Block => syn::parse_str::<Block>(source).is_ok(),
        }
    }
}

/// Lists the places of a file, the innermost first.
pub fn places(source: &str) -> Result<Vec<Place>> {
    let mut places = Places(Vec::new());
    places.visit_file(&syn::parse_file(source)?);
    places.0.sort_by_key(|place| place.range.len());
    Ok(places.0)
}

struct Places(Vec<Place>);

impl Places {
    fn add(&mut self, kind: PlaceKind, node: &impl Spanned) {
        self.0.push(Place { range: node.span().byte_range(), kind });
    }
}

impl<'ast> Visit<'ast> for Places {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        if is_value(expr) {
            self.add(PlaceKind::Expr, expr);
        }
        visit::visit_expr(self, expr);
    }

    fn visit_expr_if(&mut self, node: &'ast syn::ExprIf) {
        self.visit_expr(&node.cond);
        self.visit_block(&node.then_branch);
        // `else (if ..)` is no syntax, so an `else if` has only the places inside of it.
        match node.else_branch.as_ref().map(|(_, branch)| &**branch) {
            Some(Expr::If(inner)) => self.visit_expr_if(inner),
            Some(Expr::Block(inner)) => self.visit_block(&inner.block),
            _ => {}
        }
    }

    fn visit_stmt(&mut self, stmt: &'ast Stmt) {
        match stmt {
            Stmt::Expr(expr, _) => {
                self.add(PlaceKind::Stmt, stmt);
                visit::visit_expr(self, expr);
            }
            Stmt::Macro(_) => self.add(PlaceKind::Stmt, stmt),
            _ => visit::visit_stmt(self, stmt),
        }
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.add(PlaceKind::Block, block);
        visit::visit_block(self, block);
    }

    // What the compiler evaluates has no environment variables.
    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_trait_item_const(&mut self, _: &'ast syn::TraitItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast syn::Type) {}
    fn visit_generics(&mut self, _: &'ast syn::Generics) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}

    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        self.visit_expr(&node.expr);
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        if node.sig.constness.is_none() {
            visit::visit_item_fn(self, node);
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        if node.sig.constness.is_none() {
            visit::visit_impl_item_fn(self, node);
        }
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if node.ident != "tests" {
            visit::visit_item_mod(self, node);
        }
    }
}

/// Whether `(if .. { expr } else { expr })` means what the expression means: not for a place in memory, which it would copy, nor for a
/// condition with `let`.
fn is_value(expr: &Expr) -> bool {
    match expr {
        Expr::Path(_) | Expr::Field(_) | Expr::Index(_) | Expr::Let(_) | Expr::Closure(_) | Expr::Const(_) => false,
        Expr::Unary(unary) => !matches!(unary.op, syn::UnOp::Deref(_)),
        Expr::Paren(paren) => is_value(&paren.expr),
        Expr::Binary(_) => !has_let(expr),
        _ => true,
    }
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}
