// A list of any length, of which only the lines in the window exist.

/** Browsers draw no element much taller than this. A longer list is scrolled in proportion. */
const TALLEST = 8_000_000;

/** Makes a line like a new one. An element with the same text stays, because a press of the pointer on it becomes a click only if it stays. */
function renew(line, fresh) {
  const [parts, others] = [line, fresh].map((root) => [root, ...root.querySelectorAll("*")]);
  if (line.textContent !== fresh.textContent || parts.length !== others.length) {
    line.replaceWith(fresh);
    return;
  }
  parts.forEach((part, index) => {
    const other = others[index];
    for (const { name } of [...part.attributes]) if (!other.hasAttribute(name)) part.removeAttribute(name);
    for (const { name, value } of other.attributes) part.setAttribute(name, value);
  });
}

export class List {
  #first = 0;
  #tall = document.createElement("div");
  #window = document.createElement("div");

  /** `line(index)` makes the element of a line. */
  constructor(root, line) {
    this.root = root;
    this.line = line;
    this.count = 0;
    this.height = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--row"));
    this.#tall.className = "tall";
    this.#window.className = "window";
    for (const part of [this.#tall, this.#window]) part.setAttribute("role", "presentation");
    root.replaceChildren(this.#tall, this.#window);
    let waits = false;
    const soon = () => {
      if (waits) return;
      waits = true;
      requestAnimationFrame(() => {
        waits = false;
        this.draw();
      });
    };
    this.soon = soon;
    root.addEventListener("scroll", soon, { passive: true });
    new ResizeObserver(soon).observe(root);
  }

  /** The number of lines that the window has room for. */
  get room() {
    return Math.max(1, Math.floor(this.root.clientHeight / this.height));
  }

  /** The index of the first line in the window. */
  get first() {
    return this.#first;
  }

  /** Sets the number of lines. */
  resize(count) {
    this.count = count;
    this.#tall.style.height = `${Math.min(count * this.height, TALLEST)}px`;
    this.soon();
  }

  /** Scrolls until a line is seen. */
  show(index) {
    if (index >= this.#at() && index < this.#at() + this.room) return;
    const first = Math.max(0, Math.min(index - Math.floor(this.room / 3), this.count - this.room));
    this.root.scrollTop = this.#scale() === 1 ? first * this.height : first / this.#scale();
    this.draw();
  }

  /** The number of lines to a pixel of scrolling, where the list is longer than it can be drawn; 1 otherwise. */
  #scale() {
    if (this.count * this.height <= TALLEST) return 1;
    return (this.count - this.room) / (TALLEST - this.root.clientHeight);
  }

  #at() {
    const { scrollTop } = this.root;
    return Math.floor(this.#scale() === 1 ? scrollTop / this.height : scrollTop * this.#scale());
  }

  /** Draws the lines in the window. */
  draw() {
    this.#first = Math.max(0, Math.min(this.#at(), this.count - 1));
    const lines = [];
    const end = Math.min(this.count, this.#first + this.room + 2);
    for (let index = this.#first; index < end; index++) lines.push(this.line(index));
    const top = this.#scale() === 1 ? this.#first * this.height : this.root.scrollTop;
    this.#window.style.transform = `translateY(${top}px)`;
    const shown = [...this.#window.children];
    lines.forEach((line, index) => (shown[index] ? renew(shown[index], line) : this.#window.append(line)));
    for (const line of shown.slice(lines.length)) line.remove();
  }
}

/** Windows of a long sequence, fetched when they are first seen, of which the last few are kept. */
export class Pages {
  #pages = new Map();

  /** `fetch(from, count)` returns a promise of elements, and `came()` is called when some are here. */
  constructor(size, kept, fetch, came) {
    Object.assign(this, { size, kept, fetch, came });
  }

  /** Returns the elements from `number` times the size on, or undefined while they are on their way. */
  page(number) {
    const known = this.#pages.get(number);
    if (known) return known.elements;
    const page = { elements: undefined };
    this.#pages.set(number, page);
    if (this.#pages.size > this.kept) this.#pages.delete(this.#pages.keys().next().value);
    page.whole = this.fetch(number * this.size, this.size).then((elements) => {
      page.elements = elements;
      this.came();
    });
    page.whole.catch(() => this.#pages.delete(number));
    return undefined;
  }

  /** Returns an element, or undefined while it is on its way. */
  get(index) {
    const number = Math.floor(index / this.size);
    return this.page(number)?.[index - number * this.size];
  }

  /** Returns a promise of an element. */
  async wait(index) {
    const number = Math.floor(index / this.size);
    if (!this.page(number)) await this.#pages.get(number).whole;
    return this.get(index);
  }
}
