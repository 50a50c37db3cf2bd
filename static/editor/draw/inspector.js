// The properties of what is selected, changed in place, and below them its advice.
import { advice, findings } from "./advice.js";
import { button, element } from "./element.js";
import { sentences } from "./sentences.js";

const KINDS = ["entity", "weak", "event", "measurement", "lookup"];

export class Inspector {
  constructor(editor, root) {
    Object.assign(this, { editor, root, shown: "" });
    editor.sentences = (link, how) => sentences(editor.words, link, how);
    for (const what of ["selection", "scene"]) editor.on(what, () => this.#later());
    editor.on("live", () => this.#advice());
  }

  #later() {
    if (this.waiting) return;
    this.waiting = true;
    queueMicrotask(() => { this.waiting = false; this.show(); });
  }

  // Drawn anew when the thing is another one, or was changed elsewhere; never under a hand that types.
  show() {
    const { editor } = this;
    const thing = this.#thing();
    const key = `${thing.kind}|${thing.id}`;
    if (this.shown === key && this.subject === thing.subject) return;
    if (this.shown === key && this.root.contains(document.activeElement) && document.activeElement.matches("input, textarea") && document.activeElement.value !== document.activeElement.defaultValue) return;
    const focus = this.shown === key && this.root.contains(document.activeElement) ? document.activeElement.dataset.part : null;
    [this.shown, this.subject] = [key, thing.subject];
    this.below = element("div", { className: "below" });
    this.root.replaceChildren(...this[thing.kind](thing.subject), this.below);
    for (const input of this.root.querySelectorAll("input, select, textarea")) input.disabled = !editor.mayChange;
    this.#advice();
    if (focus) this.root.querySelector(`[data-part="${focus}"]`)?.focus();
  }

  #thing() {
    const { editor } = this;
    if (editor.field) return { kind: "field", id: editor.field, subject: editor.fieldOf(editor.field).field };
    const [id] = editor.selected;
    if (editor.selected.size > 1) return { kind: "many", id: [...editor.selected].join(), subject: editor.selected.size };
    const entity = id && editor.entity(id);
    const link = id && editor.link(id);
    const work = id && (editor.design.operations ?? []).find((one) => one.id === id);
    if (entity) return { kind: "entity", id, subject: entity };
    if (link) return { kind: "link", id, subject: link };
    if (work) return { kind: "operation", id, subject: work };
    return { kind: "whole", id: "", subject: editor.design };
  }

  #advice() {
    if (!this.below) return;
    const { editor } = this;
    const parts = editor.view === "entities" ? [...advice(editor, this.#thing()), ...findings(editor, this.#thing())] : [];
    this.below.replaceChildren(...parts);
  }

  #head(kind, name) {
    return [element("p", { className: "kindline", textContent: this.editor.words(kind) }), element("h2", {}, [element("bdi", { textContent: name })])];
  }

  #input(id, path, label, value, { type = "text", read = (text) => (text === "" ? undefined : text) } = {}) {
    const input = element(type === "area" ? "textarea" : "input", { value: value ?? "", spellcheck: type === "area" });
    if (type === "number") Object.assign(input, { type: "number", min: 0, step: "any" });
    input.defaultValue = value ?? "";
    input.dataset.part = path.join(".");
    input.addEventListener("change", () => this.editor.do("set_value", { id, path, value: read(input.value.trim()), label: this.editor.words(label) }));
    return element("label", {}, [this.editor.words(label), input]);
  }

  #number(id, path, label, value) {
    return this.#input(id, path, label, value, { type: "number", read: (text) => (text === "" || !Number.isFinite(Number(text)) ? undefined : Number(text)) });
  }

  #flag(id, name, value) {
    const input = element("input", { type: "checkbox", checked: value === true });
    input.dataset.part = name;
    input.addEventListener("change", () => this.editor.do("set_value", { id, path: [name], value: input.checked ? true : undefined, label: this.editor.words(name) }));
    return element("label", { className: "flag" }, [input, this.editor.words(name)]);
  }

  #choice(id, path, label, value, choices) {
    const input = element("select");
    input.dataset.part = path.join(".");
    for (const one of choices) input.append(new Option(one, one, false, one === value));
    input.addEventListener("change", () => this.editor.do("set_value", { id, path, value: input.value, label: this.editor.words(label) }));
    return element("label", {}, [this.editor.words(label), input]);
  }

  #name(id, name) {
    const input = element("input", { type: "text", value: name, spellcheck: false });
    input.dataset.part = "name";
    input.addEventListener("change", () => this.editor.do("set_name", { id, name: input.value.trim() }) || (input.value = name));
    return element("label", {}, [this.editor.words("name"), input]);
  }

  #buttons(names) {
    const may = this.editor.mayChange;
    return may ? element("div", { className: "rowbuttons" }, names.map((name) => {
      const made = button(this.editor.words(`do_${name}`), () => {});
      made.dataset.do = name;
      return made;
    })) : null;
  }

  entity({ id, name, kind, count, inserts_per_day: inserts, description }) {
    return [...this.#head("entity", name), element("form", {}, [
      this.#name(id, name), this.#choice(id, ["kind"], "kind", kind ?? "entity", KINDS),
      this.#number(id, ["count"], "count", count), this.#number(id, ["inserts_per_day"], "inserts_per_day", inserts),
      this.#input(id, ["description"], "description", description, { type: "area" }),
    ]), this.#buttons(["add_field", "connect", "fold", "remove"])].filter(Boolean);
  }

  field({ id, name, description, required, nullable, unique, sensitive }) {
    const { editor } = this;
    const line = element("input", { type: "text", value: editor.lineOf(id), spellcheck: false });
    line.defaultValue = line.value;
    line.dataset.part = "line";
    const trouble = element("span", { className: "problem" });
    trouble.setAttribute("role", "alert");
    line.addEventListener("change", () => { trouble.textContent = editor.do("field_line", { id, line: line.value }) || ""; });
    return [...this.#head("field", name), element("form", {}, [
      element("label", {}, [editor.words("field_line"), line, trouble]),
      this.#flag(id, "required", required), this.#flag(id, "nullable", nullable), this.#flag(id, "unique", unique), this.#flag(id, "sensitive", sensitive),
      this.#input(id, ["description"], "description", description, { type: "area" }),
    ]), this.#buttons(["row_earlier", "row_later", "remove"])].filter(Boolean);
  }

  link(link) {
    const { editor } = this;
    const trouble = element("p", { className: "problem" });
    trouble.setAttribute("role", "alert");
    const keep = (side, what, text) => {
      const wrong = editor.do(what === "counts" ? "counts" : "end_name", { id: link.id, side, text });
      trouble.textContent = typeof wrong === "string" ? wrong : "";
    };
    return [...this.#head("relationship", link.name), element("form", {}, [
      ...sentences(editor.words, link, { may: editor.mayChange, keep, slide: true }), trouble, this.#name(link.id, link.name),
      this.#flag(link.id, "exclusive_owner", link.exclusive_owner),
      this.#number(link.id, ["accessed_together"], "accessed_together", link.accessed_together),
      this.#input(link.id, ["description"], "description", link.description, { type: "area" }),
    ]), this.#buttons(["remove"])].filter(Boolean);
  }

  operation({ id, name, kind, entity, per_day: daily }) {
    return [...this.#head("operation", name), element("p", { className: "muted", textContent: `${kind} · ${entity}` }), element("form", {}, [
      this.#name(id, name), this.#number(id, ["per_day"], "per_day", daily),
    ])];
  }

  many(count) {
    return [element("h2", { textContent: this.editor.words("chosen", { count }) }), this.#buttons(["arrange", "align_left", "align_top", "spread_across", "spread_down", "fold", "group", "remove"])].filter(Boolean);
  }

  whole({ name, description }) {
    const { editor } = this;
    return [...this.#head("design", name), element("form", {}, [this.#input("design", ["description"], "description", description, { type: "area" })]),
      element("p", { className: "muted", textContent: editor.words("choose_something") })];
  }
}
