// The properties of what is selected, changed in place, and below them its advice.
import { alternatives, decisions, findings, findingsOf, previews, summary, why } from "./advice.js";
import { costs } from "./costs.js";
import { button, element } from "../../element.js";
import { DeferredRedraw, refocused } from "../deferred_redraw.js";
import { closer, head, held, stored } from "./frame.js";
import { Properties } from "./properties.js";
import { sentences } from "./sentences.js";
import { Tabs } from "./tabs.js";
import { Thresholds } from "./thresholds.js";

const TYPED = "input:not([type=checkbox], [type=range]), textarea";

export class Inspector {
  constructor(editor, root) {
    Object.assign(this, { editor, root, shown: "" });
    this.deferred = new DeferredRedraw(root, () => this.show());
    this.properties = new Properties(editor, editor.page.properties);
    this.tabs = new Tabs(editor, () => root.scrollTo(0, 0));
    this.top = element("div", { className: "top" });
    this.decision = element("section", { className: "decision" });
    this.decision.setAttribute("aria-label", editor.words("advice"));
    this.said = { costs: element("div", { className: "said-costs" }), why: element("div", { className: "said-why" }) };
    root.replaceChildren(closer(editor.words), element("div", { className: "head" }, [
      this.top, this.decision, this.tabs.list
    ]), ...this.tabs.panels.values());
    this.thresholds = new Thresholds(editor, this.deferred, () => this.#told());
    this.thresholds.preview = previews(editor, root, this.decision, () => this.thresholds.tried?.flip);
    editor.sentences = (link, how) => sentences(editor.words, link, { ends: editor.live?.ends, ...how });
    for (const what of ["selection", "scene"]) editor.on(what, () => this.#later());
    for (const what of ["refused", "mended"]) editor.on(what, () => this.#later(true));
    editor.on("live", () => this.#told());
    root.addEventListener("submit", (event) => event.preventDefault());
    root.addEventListener("keydown", (event) => event.key === "Escape" && this.#leave(event));
    // What was kept is no longer being typed.
    root.addEventListener("change", ({ target }) => {
      if (target.matches(TYPED) && !target.hasAttribute("aria-invalid")) target.defaultValue = target.value;
    });
    root.addEventListener("focusout", () => this.#later());
  }

  #told() {
    this.news = true;
    this.#later();
  }

  // Later, so that the focus has moved on to where it goes.
  #later(anew = false) {
    this.anew ||= anew;
    if (this.waiting) return;
    this.waiting = setTimeout(() => {
      this.waiting = 0;
      this.deferred.draw();
    });
  }

  // Drawn anew when the thing is another one, or was changed; never under a hand that types or chooses.
  show() {
    const { editor } = this;
    const thing = this.#thing();
    const key = `${thing.kind}|${thing.id}`;
    const stays = this.shown === key;
    const same = stays && this.subject === thing.subject && this.may === editor.mayChange && !this.anew;
    if (same || (stays && this.#busy())) return void (
      this.news && refocused(this.root, () => this.#advice(), () => this.root.focus({ preventScroll: true }))
    );
    const { scrollTop } = this.root;
    const draw = () => {
      Object.assign(this, { shown: key, subject: thing.subject, may: editor.mayChange, anew: false });
      const made = this[thing.kind](thing.subject);
      this.top.replaceChildren(...made.head);
      this.tabs.panels.get("properties").replaceChildren(...made.form);
      this.tabs.panels.get("why").replaceChildren(...(made.why ?? []), this.said.costs, this.said.why);
      this.#advice();
      this.root.scrollTop = stays ? scrollTop : 0;
    };
    if (stays) refocused(this.root, draw, () => this.root.focus({ preventScroll: true }));
    else draw();
  }

  // Something is typed and not yet kept, or a list has not come to rest.
  #busy() {
    if (this.root.querySelector("[data-chosen]")) return true;
    const active = document.activeElement;
    if (!this.root.contains(active) || !active.matches(TYPED)) return false;
    // what was refused is drawn again as it stands
    if (this.anew && active.value === active.dataset.refused) return false;
    return active.value !== active.defaultValue || (active.hasAttribute("aria-invalid") && !this.anew);
  }

  // Escape takes back what is being typed; where nothing is, it goes back to the canvas.
  #leave(event) {
    const input = event.target;
    event.preventDefault();
    if (input.matches(TYPED) && input.value !== input.defaultValue) input.value = input.defaultValue, this.#later();
    else this.editor.stage.root.focus({ preventScroll: true });
  }

  #thing() {
    const { editor } = this;
    if (editor.view === "documents" && editor.one()) return this.#stored(editor.one());
    if (editor.field) return { kind: "field", id: editor.field, subject: editor.fieldOf(editor.field).field };
    const [id] = editor.selected;
    if (editor.selected.size > 1)
      return { kind: "many", id: [...editor.selected].join(), subject: editor.selected.size };
    const entity = id && editor.entity(id);
    const link = id && editor.link(id);
    const work = id && editor.work(id);
    if (entity) return { kind: "entity", id, subject: entity };
    if (link) return { kind: "link", id, subject: link };
    if (work) return { kind: "operation", id, subject: work };
    return { kind: "whole", id: "", subject: editor.design };
  }

  // A collection, or a field of it: what follows from the design.
  #stored(card) {
    const row = this.editor.rows(card).find(({ id }) => id === this.editor.field) ?? null;
    return { kind: "stored", id: row?.id ?? card.key, subject: row ?? card.subject };
  }

  // What is told of it: drawn anew with each answer of the server, whatever the properties do.
  #advice() {
    if (!this.shown) return;
    this.news = false;
    const { editor, tabs } = this;
    const { kind, subject } = this.#thing();
    const link = kind === "link" ? subject : null;
    const counts = new Map([["properties", null]]);
    const put = (key, parts, count = null) => {
      tabs.panels.get(key).replaceChildren(...parts);
      counts.set(key, count);
    };
    this.decision.replaceChildren(...(link ? summary(editor, link) : []));
    this.thresholds.preview();
    this.said.costs.replaceChildren(...(link ? costs(editor, link, this.thresholds.of(link)) : []));
    const reasons = link ? why(editor, link) : kind === "entity" ? decisions(editor, subject) : [];
    this.said.why.replaceChildren(...reasons);
    if (reasons.length) counts.set("why", null);
    const others = link ? alternatives(editor, link, this.thresholds.of(link)) : [];
    if (others.length) put("alternatives", [element("ul", {}, others)], others.length);
    if (editor.view === "entities" && kind !== "many") {
      const mine = findingsOf(editor, { kind, subject });
      put("findings", findings(editor, mine), mine.length);
    }
    tabs.offer(counts, kind);
    if (link) this.thresholds.ask(link);
  }

  #name(id, name) {
    const input = element(
      "input", { type: "text", value: name, defaultValue: name, spellcheck: false, disabled: !this.editor.mayChange }
    );
    input.dataset.part = "name";
    input.addEventListener(
      "change", () => this.editor.do("set_name", { id, name: input.value.trim() }) || (input.value = name)
    );
    return element("label", {}, [this.editor.words("name"), input]);
  }

  #buttons(names) {
    const may = this.editor.mayChange;
    return may ? element("div", { className: "rowbuttons" }, names.map((name) => {
      const made = button(this.editor.saidOf(name), () => {});
      made.dataset.do = name;
      return made;
    })) : null;
  }

  #form(kind, name, first, groups, buttons, related = null) {
    return { head: head(this.editor.words, kind, name, related), form: [
      held(this.editor),
      element("form", { autocomplete: "off" }, [...first, ...groups].filter(Boolean)),
      this.#buttons(buttons)
    ].filter(Boolean) };
  }

  entity(entity) {
    return this.#form(
      "entity", entity.name, [this.#name(entity.id, entity.name)], this.properties.groups("entity", entity),
      ["add_field", "connect", "add_work", "join_group", "fold", "remove"]
    );
  }

  field(field) {
    const { editor } = this;
    const line = element(
      "input", { type: "text", value: editor.lineOf(field.id), spellcheck: false, disabled: !editor.mayChange }
    );
    line.defaultValue = line.value;
    line.dataset.part = "line";
    const trouble = element("span", { className: "problem" });
    trouble.setAttribute("role", "alert");
    line.addEventListener(
      "change", () => { trouble.textContent = editor.do("field_line", { id: field.id, line: line.value }) || ""; }
    );
    return this.#form(
      "field", field.name, [element("label", {}, [editor.words("field_line"), line, trouble])],
      this.properties.groups("field", field), ["row_earlier", "row_later", "remove"]
    );
  }

  link(link) {
    const { editor } = this;
    const trouble = element("p", { className: "problem" });
    trouble.setAttribute("role", "alert");
    const keep = (side, what, text, input) => {
      const wrong = editor.do(what === "counts" ? "counts" : "end_name", { id: link.id, side, text });
      trouble.textContent = typeof wrong === "string" ? wrong : "";
      if (trouble.textContent) input.setAttribute("aria-invalid", "true");
      else input.removeAttribute("aria-invalid");
    };
    const said = editor.sentences(link, { may: editor.mayChange, keep });
    const form = this.#form(
      "relationship", link.name, [...said, trouble, this.#name(link.id, link.name)],
      this.properties.groups("relationship", link, { after: this.thresholds.derived(link) }), ["remove"], link
    );
    return { ...form, why: [this.thresholds.place(link)] };
  }

  stored(thing) {
    const is = thing.why === undefined;
    const top = head(this.editor.words, is ? "collection" : "stored_field", is ? thing.name : thing.id);
    return { head: top, form: stored(this.editor, thing) };
  }

  operation(work) {
    return this.#form(
      "operation", work.name, [this.#name(work.id, work.name)], this.properties.groups("operation", work),
      ["workload", "remove"]
    );
  }

  many(count) {
    return { head: [element("h2", { textContent: this.editor.words("chosen", { count }) })], form: [this.#buttons(
      ["arrange", "align_left", "align_top", "spread_across", "spread_down", "fold", "group", "join_group", "remove"]
    )].filter(Boolean) };
  }

  whole(design) {
    const { editor } = this;
    return this.#form(
      "design", design.name,
      [element("p", { className: "muted", textContent: editor.words("choose_something") }), this.#name(
        "design", design.name
      )],
      this.properties.groups("design", design), []
    );
  }
}
