//! HTML pages that need no other file.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Returns a page. Nothing in its body can make a browser load anything.
pub(crate) fn page(title: &str, style: &str, script: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body {
                (body)
                script { (PreEscaped(script)) }
            }
        }
    };
    page.into_string()
}

/// Returns an SVG document with a title, which readers who do not see it get in its place.
pub(crate) fn titled(svg: &str, title: &str) -> String {
    match svg.split_once('>') {
        Some((start, rest)) => format!("{start} role=\"img\">\n{}{rest}", html! { title { (title) } }.into_string()),
        None => svg.to_owned(),
    }
}
