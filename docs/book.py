#!/usr/bin/env python3
"""Assembles the book: `python3 docs/book.py FOLDER RUSTDOC` copies the pages of SUMMARY.md, which lie beside the code that they are about, into
FOLDER, and makes their links lead to each other, to the documentation of items in RUSTDOC, or to the repository.

It fails if a link leads nowhere, if a page has code that no test compiles, or if a page of a `docs` folder is not in the book.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

ROOT = Path(__file__).resolve().parent.parent
ADDRESS = re.search(r'^repository = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
# A page whose first-level sections are chapters.
SPLIT = "encoding/docs/attributes.md"
# A page whose links to programs lead to chapters with their source.
EXAMPLES = "docs/examples.md"

LINK = re.compile(r"(?<=\]\()[^)\s]+(?=\))")
DEFINITION = re.compile(r"(?<=^\[)([^]^]+\]: )(\S+)$", re.M)
# A link of rustdoc that names its target by its text.
SHORTCUT = re.compile(r"\[`[^`\]]+`\](?![(\[:])")
FENCE = re.compile(r"^```.*?^```$", re.M | re.S)
problems = []


def anchor(heading: str) -> str:
    """The anchor of a heading, by mdBook's rule and rustdoc's."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def sections(text: str) -> list[tuple[str, str]]:
    """The parts of a page that start with a heading of the first level; the heading of what is before them is empty."""
    parts, inside = [("", "")], False
    for line in text.splitlines(keepends=True):
        inside ^= line.startswith("```")
        if line.startswith("# ") and not inside:
            parts.append((line[2:].strip(), ""))
        parts[-1] = (parts[-1][0], parts[-1][1] + line)
    return parts


def prose(text: str) -> str:
    """A page without its code."""
    return FENCE.sub("", text)


def anchors(text: str) -> set[str]:
    return {anchor(heading) for heading in re.findall(r"^#+ (.*)$", prose(text), re.M)}


class Book:
    def __init__(self, rustdoc: Path) -> None:
        self.rustdoc = rustdoc
        self.summary = (ROOT / "docs/SUMMARY.md").read_text()
        # The texts of the chapters by their paths, and the file that each is from.
        self.pages: dict[str, str] = {}
        self.sources: dict[str, str] = {}
        # The chapters below a page that is split, or that lists programs.
        self.below: dict[str, list[str]] = {}
        self.files: set[str] = set()
        for link in LINK.findall(self.summary):
            path = normpath(f"docs/{link}")
            text = (ROOT / path).read_text()
            first, *chapters = sections(text) if path == SPLIT else [("", text)]
            self.add(path, first[1], path)
            for title, chapter in chapters:
                self.add(f"{path.removesuffix('.md')}/{anchor(title)}.md", chapter, path, path)
            programs = [program for program in LINK.findall(text) if program.endswith(".rs")] if path == EXAMPLES else []
            for program in programs:
                source = PurePosixPath(normpath(f"docs/{program}"))
                name = [part for part in source.with_suffix("").parts if part not in ("src", "lib", "main")][-1]
                chapter = f"# `{name}`\n\n`{source}`\n\n```rust\n{(ROOT / source).read_text()}```\n"
                self.add(f"{path.removesuffix('.md')}/{name}.md", chapter, str(source), path)

    def add(self, path: str, text: str, source: str, above: str = "") -> None:
        self.pages[path], self.sources[path] = text, source
        self.below.setdefault(above, []).append(path)

    def contents(self) -> str:
        """SUMMARY.md for mdBook, with the chapters below a page."""
        lines = []
        for line in self.summary.splitlines():
            link = LINK.search(line)
            path = normpath(f"docs/{link[0]}") if link else ""
            lines.append(line.replace(link[0], path) if link else line)
            parts = self.below.get(path, []) if link else []
            lines += [f"  - [{self.pages[part].splitlines()[0][2:]}]({part})" for part in parts]
        return "\n".join(lines) + "\n"

    def item(self, page: str, path: str) -> str | None:
        """The address of an item of a crate in its documentation, from a link such as `mod@crate::schema::slice()`."""
        package = re.search(r'^name = "(.*)"', (ROOT / page.split("/")[0] / "Cargo.toml").read_text(), re.M)[1]
        kind, path = path.split("@") if "@" in path else ("*", path)
        _, *modules, name = path.removesuffix("()").removesuffix("!").split("::")
        crate = package.replace("-", "_")
        folder = PurePosixPath(crate, *modules)
        at = lambda file: f"https://docs.rs/{package}/latest/{file.relative_to(self.rustdoc)}"
        if kind in ("*", "mod") and (module := self.rustdoc / folder / name / "index.html").exists():
            return at(module)
        for file in sorted((self.rustdoc / folder).glob(f"{kind}.{name}.html")):
            return at(file)
        for file in sorted((self.rustdoc / folder.parent).glob(f"*.{folder.name}.html")):
            member = re.search(rf'id="((?:\w+)\.{name})"', file.read_text())
            if member:
                return f"{at(file)}#{member[1]}"
        return None

    def target(self, page: str, link: str) -> str | None:
        """Where a link of a page leads from the book; none if it leads nowhere."""
        if re.match(r"https?://", link):
            return link
        if "::" in link:
            return self.item(page, link)
        path, _, fragment = link.partition("#")
        path = normpath(f"{PurePosixPath(self.sources[page]).parent}/{path}") if path else self.sources[page]
        # A section of a page that is split is in one of its chapters, and a program is the only one from its file.
        chapters = [chapter for chapter, source in self.sources.items() if source == path]
        if chapters:
            found = [chapter for chapter in chapters if not fragment or fragment in anchors(self.pages[chapter])]
            if not found:
                return None
            # mdBook renames READMEs, and not the links to them.
            address = re.sub(r"README\.md$", "index.md", relpath(found[0], PurePosixPath(page).parent))
            return address + (f"#{fragment}" if fragment else "")
        if not (ROOT / path).exists():
            return None
        if PurePosixPath(path).suffix in (".svg", ".png"):
            self.files.add(path)
            return relpath(path, PurePosixPath(page).parent)
        return f"{ADDRESS}/blob/main/{path}"

    def linked(self, page: str) -> str:
        """The text of a page with its links rewritten."""

        def to(link: str) -> str:
            target = self.target(page, link)
            if target is None:
                problems.append(f"{page}: the link to {link} leads nowhere")
            return target or link

        parts, end = [], 0
        text = self.pages[page]
        for shortcut in SHORTCUT.findall(prose(text)):
            problems.append(f"{page}: {shortcut} is a link in rustdoc only; write its target, (crate::..)")
        # Code is copied as it is.
        for fence in [*FENCE.finditer(text), None]:
            before = text[end : fence.start() if fence else len(text)]
            before = LINK.sub(lambda link: to(link[0]), before)
            parts.append(DEFINITION.sub(lambda line: line[1] + to(line[2]), before))
            if fence:
                parts.append(fence[0])
                end = fence.end()
        return "".join(parts)

    def check_code(self) -> None:
        """Rust is compiled by the crate that includes the page, the test of the tool's transcripts runs the pages of this book, and
        `ci/bindings-npm` the JavaScript."""
        including = subprocess.run(
            ["git", "grep", "-hoE", 'include_str!\\("[^"]*\\.md"', "--", "*.rs"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        for page, text in self.pages.items():
            source = PurePosixPath(self.sources[page])
            languages = re.findall(r"^```([^\n]+)\n.*?^```$", text, re.M | re.S)
            if "rust" in languages and source.suffix == ".md" and source.name not in including:
                problems.append(f"{page} has Rust that no crate includes in its documentation, so that nothing compiles it")
            for language in set(languages) - {"rust", "rust,no_run", "console", "sh", "toml", "yaml", "text", "json", "python", "js", "ts"}:
                problems.append(f"{page} has code of the language `{language}`: tests know rust, console and js")

    def check_pages(self) -> None:
        """Every page of a folder `docs` is in the book."""
        listed = subprocess.run(["git", "ls-files", "*docs/*.md"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for path in set(listed.split()) - set(self.pages) - {"docs/SUMMARY.md", "encoding/docs/readme-links.md"}:
            problems.append(f"{path} is not in docs/SUMMARY.md")


def main() -> None:
    folder, rustdoc = Path(sys.argv[1]), Path(sys.argv[2])
    book = Book(rustdoc.resolve())
    shutil.rmtree(folder, ignore_errors=True)
    source = folder / "src"
    for page in book.pages:
        (source / page).parent.mkdir(parents=True, exist_ok=True)
        (source / page).write_text(book.linked(page))
    (source / "SUMMARY.md").write_text(book.contents())
    for file in book.files:
        (source / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, source / file)
    shutil.copy(ROOT / "docs/book.toml", folder)
    book.check_code()
    book.check_pages()
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
