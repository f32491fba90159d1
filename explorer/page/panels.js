// What is below the bytes: JSON, words and hashes, protocols, a comparison, the layout, texts to copy.
import { choice, counted, element, later, toHex, visible } from "./text.js";

/** The longest JSON that is shown in the page, in characters. */
const SHOWN = 1 << 20;

/** The most differences that are listed. */
const LISTED = 200;

export class Panels {
  #tabs;
  #shown;
  #made = new Set();
  #typed = "";

  /** `codec()` is the worker, `change(bytes)` opens other bytes, `fail(sentence)` says that something is wrong. */
  constructor(root, codec, change, fail) {
    Object.assign(this, { codec, change, fail });
    this.#tabs = [...root.querySelectorAll("[role=tab]")];
    for (const tab of this.#tabs) tab.onclick = () => this.#select(tab);
    root.querySelector("[role=tablist]").onkeydown = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const at = this.#tabs.indexOf(document.activeElement);
      const next = this.#tabs.at((at + step) % this.#tabs.length);
      next.focus();
      this.#select(next);
    };
  }

  /** Shows what is open. `stays` leaves the panel in which something is typed as it is. */
  open(shown, stays) {
    this.#shown = shown;
    const open = this.#open;
    this.#made.clear();
    if (stays) this.#made.add(open.id);
    this.#select(this.#tabs.find((tab) => tab.getAttribute("aria-selected") === "true"));
  }

  get #open() {
    const tab = this.#tabs.find((tab) => tab.getAttribute("aria-selected") === "true");
    return document.getElementById(tab.getAttribute("aria-controls"));
  }

  async #select(tab) {
    for (const other of this.#tabs) {
      const isIt = other === tab;
      other.setAttribute("aria-selected", isIt);
      other.tabIndex = isIt ? 0 : -1;
      document.getElementById(other.getAttribute("aria-controls")).hidden = !isIt;
    }
    const panel = this.#open;
    if (this.#made.has(panel.id) || !this.#shown) return;
    this.#made.add(panel.id);
    panel.replaceChildren();
    try {
      panel.replaceChildren(...(await this[panel.id]()));
    } catch (sentence) {
      panel.replaceChildren(element("p", "wrong", visible(String(sentence))));
    }
  }

  async json() {
    const { id, error } = this.#shown;
    if (error) return [element("p", "soft", "Refused bytes have no JSON.")];
    const text = await this.codec().call("json");
    if (text.length > SHOWN) {
      return [element("p", "soft", `The JSON has ${counted(text.length, "character")}, too many for this page: use \`tezos-codec decode ${id}\`.`)];
    }
    const area = element("textarea");
    area.setAttribute("aria-label", "JSON, which can be edited: the bytes change with it");
    area.spellcheck = false;
    area.rows = 16;
    area.value = visible(text, "\n");
    const wrong = element("p", "wrong");
    wrong.setAttribute("role", "status");
    area.oninput = later(async () => {
      try {
        const bytes = await this.codec().call("encode", id, area.value);
        wrong.textContent = "";
        this.change(bytes);
      } catch (sentence) {
        wrong.textContent = visible(String(sentence));
      }
    }, 250);
    return [area, wrong];
  }

  async words() {
    const facts = await this.codec().ask("facts");
    if (!facts.length) return [element("p", "soft", "There is nothing more to say about these bytes.")];
    const list = element("dl");
    for (const [name, value] of facts) list.append(element("dt", "", name), element("dd", "", visible(value)));
    return [list];
  }

  async protocols() {
    const accepting = await this.codec().ask("protocols");
    if (!accepting.length) return [element("p", "soft", "This encoding belongs to no protocol.")];
    const made = [element("p", "", `The bytes are valid in ${accepting.filter(({ accepts }) => accepts).length} of ${accepting.length} protocols that have this encoding:`)];
    const list = element("p");
    for (const { protocol, accepts } of accepting) {
      list.append(element("span", accepts ? "right" : "soft", `${accepts ? "✓" : "✗"} ${protocol}`), "  ");
    }
    const select = (label, value) => {
      const chosen = element("select");
      for (const { protocol } of accepting) chosen.append(new Option(protocol, protocol, false, protocol === value));
      return element("label", "", `${label} `, chosen);
    };
    const names = accepting.map(({ protocol }) => protocol);
    const [older, newer] = [select("What changed from", names[1] ?? names[0]), select(" to", names[0])];
    const changes = element("ul");
    changes.setAttribute("aria-live", "polite");
    const compare = async () => {
      const [from, to] = [older, newer].map((label) => label.querySelector("select").value);
      const lines = await this.codec().ask("differences", from, to);
      changes.replaceChildren(...(lines.length ? lines : ["Nothing."]).map((line) => element("li", "", visible(line))));
    };
    for (const label of [older, newer]) label.onchange = compare;
    await compare();
    made.push(list, element("p", "", older, newer), changes);
    return made;
  }

  async compare() {
    const label = element("label", "", "Other bytes (hex, base64, base58, a dump)");
    const area = element("textarea");
    area.rows = 3;
    area.spellcheck = false;
    area.value = this.#typed;
    label.append(area);
    const result = element("div");
    result.setAttribute("aria-live", "polite");
    const compare = async () => {
      this.#typed = area.value;
      if (!area.value.trim()) return result.replaceChildren();
      try {
        const other = await this.codec().call("read", area.value);
        result.replaceChildren(...(await this.#differences(other)));
      } catch (sentence) {
        result.replaceChildren(element("p", "wrong", visible(String(sentence))));
      }
    };
    area.oninput = later(compare, 250);
    await compare();
    return [label, result];
  }

  /** Compares the bytes with others, byte by byte. */
  async #differences(other) {
    const { bytes } = this.#shown;
    const runs = [];
    let different = 0;
    const length = Math.max(bytes.length, other.length);
    for (let offset = 0; offset < length; offset++) {
      if (bytes[offset] === other[offset]) continue;
      different++;
      const last = runs.at(-1);
      if (last?.[1] === offset) last[1]++;
      else if (runs.length < LISTED) runs.push([offset, offset + 1]);
    }
    if (!different) return [element("p", "right", "The bytes are equal.")];
    const table = element("table");
    const head = element("tr", "", ...["bytes", "part", "here", "there"].map((name) => element("th", "", name)));
    table.append(element("thead", "", head));
    const body = element("tbody");
    for (const [from, to] of runs) {
      const [part] = from < bytes.length ? await this.codec().ask("spans", from, from + 1) : [];
      const { path, name } = part ? await this.codec().ask("row", part[3]) : {};
      const digits = (all) => toHex(all.subarray(from, Math.min(to, from + 32))) + (to > from + 32 ? "…" : "") || "–";
      const cells = [`${from} to ${to}`, visible(path || name || ""), digits(bytes), digits(other)];
      body.append(element("tr", "", ...cells.map((cell, index) => element("td", "", index < 2 ? cell : element("code", "", cell)))));
    }
    table.append(body);
    const lengths = bytes.length === other.length ? "" : `; ${counted(bytes.length, "byte")} here, ${counted(other.length, "byte")} there`;
    const more = runs.length < LISTED ? "" : ` The first ${LISTED} places are listed.`;
    return [element("p", "", `${counted(different, "byte")} differ${different === 1 ? "s" : ""}${lengths}.${more}`), table];
  }

  async layout() {
    const picture = element("img");
    picture.alt = `The layout of ${this.#shown.id}`;
    picture.src = `data:image/svg+xml;base64,${await this.codec().call("layout")}`;
    return [picture];
  }

  async copy() {
    const texts = await this.codec().ask("texts");
    const { bytes } = this.#shown;
    if (bytes.length <= SHOWN / 2) texts.unshift(["Hex", toHex(bytes)]);
    return texts.flatMap(([name, text]) => {
      const button = choice("copy", () => this.toClipboard(text, button));
      button.setAttribute("aria-label", `copy ${name}`);
      const seen = text.length > 2000 ? `${text.slice(0, 2000)}…` : text;
      return [element("h2", "", name, " ", button), element("pre", "", visible(seen, "\n"))];
    });
  }

  /** Copies a text, and says so on the button for a moment. */
  async toClipboard(text, button) {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "The browser refused";
    }
    setTimeout(() => (button.textContent = label), 1500);
  }
}
