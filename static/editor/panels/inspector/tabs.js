// The inspector's tabs: which are offered goes with what is selected. The one that was chosen last for a thing of its
// kind is opened again, of a relationship on a later day too.
import { element } from "../../element.js";
import { kept, keep } from "../kept.js";

const ORDER = ["properties", "why", "alternatives", "findings"];
const KEPT = "link"; // the kind whose tab is remembered
const STEPS = { ArrowRight: 1, ArrowLeft: -1 };

export class Tabs {
  // turned(): another tab was chosen, and begins at its top.
  constructor({ words, actions }, turned = () => {}) {
    Object.assign(this, { words, turned });
    actions.set("inspector_tab", (key) => this.choose(key));
    this.kind = KEPT;
    this.wanted = new Map([[KEPT, kept("inspector.tab")]]); // by kind
    this.offered = [];
    this.list = element("div", { className: "inspector-tabs", role: "tablist", ariaLabel: words("panel_tabs") });
    this.heads = new Map(ORDER.map((key) => [key, this.#head(key)]));
    this.panels = new Map(ORDER.map((key) => [key, this.#panel(key)]));
    this.list.append(...this.heads.values());
    this.list.addEventListener("keydown", (event) => this.#keys(event));
  }

  // counts: by key of those that there are, how many things it holds, or null where that is no number to say. A row of
  // one tab says nothing.
  offer(counts, kind) {
    this.kind = kind;
    this.offered = ORDER.filter((key) => counts.has(key));
    this.list.hidden = this.offered.length < 2;
    for (const [key, head] of this.heads) {
      head.hidden = !counts.has(key);
      head.lastChild.textContent = counts.get(key) ? String(counts.get(key)) : "";
    }
    this.#show();
  }

  // The tab that is open: the one that was chosen, where it is offered.
  get open() {
    const wanted = this.wanted.get(this.kind);
    return this.offered.includes(wanted) ? wanted : ORDER[0];
  }

  choose(key) {
    const other = key !== this.open;
    this.wanted.set(this.kind, key);
    if (this.kind === KEPT) keep("inspector.tab", key);
    this.#show();
    if (other) this.turned();
  }

  #show() {
    for (const [key, head] of this.heads) {
      const chosen = key === this.open;
      head.setAttribute("aria-selected", String(chosen));
      head.tabIndex = chosen ? 0 : -1;
      this.panels.get(key).hidden = !chosen;
    }
  }

  #head(key) {
    const head = element("button", { type: "button", id: `inspector-tab-${key}`, onclick: () => this.choose(key) }, [
      element("span", { textContent: this.words(`panel_${key}`) }), element("span", { className: "count" })
    ]);
    head.setAttribute("role", "tab");
    head.setAttribute("aria-controls", `inspector-${key}`);
    head.dataset.part = `tab.${key}`;
    return head;
  }

  #panel(key) {
    const panel = element("div", { className: "panel", id: `inspector-${key}`, role: "tabpanel" });
    panel.setAttribute("aria-labelledby", `inspector-tab-${key}`);
    return panel;
  }

  #keys(event) {
    const at = this.offered.indexOf(this.open);
    const next = { Home: this.offered[0], End: this.offered.at(-1) }[event.key]
      ?? (STEPS[event.key] && this.offered.at((at + STEPS[event.key]) % this.offered.length));
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(next);
    this.heads.get(next).focus();
  }
}
