// The list of types under an input in which a field is typed: it offers itself behind a colon, where Enter and Escape
// are the input's own until an arrow is pressed; Tab or an arrow open it too. Narrowed by typing, chosen from by arrows
// and Enter or Tab, by a click. The focus stays in the input.
import { TYPES } from "../language/types.js";
import { element } from "../element.js";

const AT_TYPE = /^(.*[:|]\s*)([A-Za-z0-9]*)$/;
const USUAL = ["string", "int", "bool", "date", "decimal", "array", "object", "objectId"];
const AT_NAME = /^\s*(?:"[^"]*"|[^\s:"{},]+)\s*$/;

export class TypeList {
  constructor(editor, root) {
    Object.assign(this, { editor, root, input: null, shown: [], at: 0, offered: false });
    root.id = "types";
    root.setAttribute("role", "listbox");
    root.setAttribute("aria-label", editor.words("types"));
    root.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // the input keeps the focus
      const option = event.target.closest("[role=option]");
      if (option) this.#choose(Number(option.dataset.at));
    });
  }

  // An input takes part: what is typed there, and its keys before its own.
  attach(input) {
    for (const [name, value] of [
      ["role", "combobox"], ["aria-autocomplete", "list"], ["aria-controls", "types"], ["aria-expanded", "false"]
    ])
      input.setAttribute(name, value);
    input.addEventListener("input", (event) => {
      if (this.input !== input) {
        if (!event.isTrusted || !AT_TYPE.test(input.value)) return;
        Object.assign(this, { input, offered: true });
      }
      this.#show();
    });
    input.addEventListener("blur", () => this.close());
  }

  // Whether a key was the list's own.
  key(input, event) {
    if (this.input !== input) return this.#opens(input, event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (this.offered && !step && event.key !== "Tab") return false; // nobody has taken it up yet
    if (step && this.offered) {
      this.offered = false;
      this.#mark(step > 0 && !this.#typed() ? 0 : this.at);
    } else if (step) this.#mark((this.at + step + this.shown.length) % this.shown.length);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) this.#choose(this.at);
    else if (event.key === "Escape") this.close();
    else return false;
    event.preventDefault();
    return true;
  }

  #opens(input, event) {
    const tab = event.key === "Tab" && !event.shiftKey;
    if (!tab && event.key !== "ArrowDown") return false;
    if (tab && AT_NAME.test(input.value)) this.#write(input, `${input.value.trim()}: `);
    const [, before, typed] = AT_TYPE.exec(input.value) ?? [];
    if (before === undefined || TYPES.has(typed)) return false;
    event.preventDefault();
    Object.assign(this, { input, offered: false });
    this.#show();
    if (tab && typed && this.shown.length === 1) this.#choose(0);
    return true;
  }

  close() {
    if (!this.input) return;
    this.input.setAttribute("aria-expanded", "false");
    this.input.removeAttribute("aria-activedescendant");
    this.input = null;
    this.root.hidden = true;
  }

  #typed() { return AT_TYPE.exec(this.input.value)?.[2] ?? ""; }

  #show() {
    const [, before, typed] = AT_TYPE.exec(this.input.value) ?? [];
    const asked = typed?.toLowerCase() ?? "";
    const fits = ({ name, spellings }) => [name, ...spellings].some((one) => one.toLowerCase().startsWith(asked));
    this.shown = before === undefined ? [] : [...TYPES.values()].filter(
      fits
    ).sort((one, other) => other.name.toLowerCase().startsWith(asked) - one.name.toLowerCase().startsWith(asked)
      || placeOf(one) - placeOf(other));
    if (!this.shown.length) return this.close();
    this.root.replaceChildren(...this.shown.map(({ name, family, glyph, spellings }, number) => {
      const option = element("li", {}, [
        element("i", { className: `glyph t-${family}`, textContent: glyph }), element("span", { textContent: name }),
        element("span", { className: "muted", textContent: spellings.join(", ") })
      ]);
      option.id = `type-${number}`;
      option.dataset.at = number;
      option.setAttribute("role", "option");
      return option;
    }));
    this.root.hidden = false;
    this.input.setAttribute("aria-expanded", "true");
    this.#place();
    this.#mark(Math.max(0, this.shown.findIndex(({ name }) => name === (asked ? name : "string"))));
  }

  // Under the input, or above it where there is no room.
  #place() {
    const box = this.input.getBoundingClientRect();
    const below = window.innerHeight - box.bottom - 8;
    const up = below < Math.min(this.root.offsetHeight, 160);
    this.root.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - this.root.offsetWidth - 8))}px`;
    this.root.style.top = up ? "" : `${box.bottom + 4}px`;
    this.root.style.bottom = up ? `${window.innerHeight - box.top + 4}px` : "";
  }

  #mark(at) {
    this.at = at;
    for (const [number, option] of [...this.root.children].entries())
      option.setAttribute("aria-selected", String(number === at));
    this.root.children[at]?.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", `type-${at}`);
  }

  #choose(at) {
    const { input, shown } = this;
    this.close();
    this.#write(input, AT_TYPE.exec(input.value)[1] + shown[at].name);
  }

  #write(input, value) {
    input.value = value;
    input.dispatchEvent(new Event("input"));
  }
}

const placeOf = ({ name }) => (USUAL.indexOf(name) + USUAL.length + 1) % (USUAL.length + 1);
