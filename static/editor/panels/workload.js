// The workload as a table: one operation a row, filled in like a spreadsheet. Enter goes down, Tab goes on,
// Escape takes back what was typed; rows of a spreadsheet may be pasted. Each cell ends in an edit.
import { rested, suggest } from "./inspector/controls.js";
import { button, element } from "../element.js";
import { DeferredRedraw } from "./deferred_redraw.js";
import { Offers } from "./workload_offers.js";
import { COLUMNS, FIRST } from "./workload_columns.js";
import { inWords } from "../language/workload.js";

export class Workload {
  constructor(editor, root) {
    Object.assign(this, { editor, root, rows: new Map(), body: null });
    this.toggle = document.querySelector(".drawer-head [data-do=workload]");
    editor.actions.set("workload", (open) => this.open(open ?? root.hidden));
    editor.actions.set("workload_at", ({ id = "", key = "name", stays = false }) => {
      this.open(true);
      (this.#cell(id, key) ?? this.body.querySelector("[data-cell]"))?.focus({ preventScroll: stays });
    });
    editor.on("drawer", (which) => which !== "workload" && !root.hidden && this.open(false));
    for (const what of ["scene", "live"]) editor.on(what, () => this.#later());
    this.deferred = new DeferredRedraw(root, () => this.show());
    editor.on("refused", (what) => this.#refused(what));
    editor.on("asked", ({ id, part }) => { // what is asked for now goes before what was refused
      const input = this.body && this.#at(id, part);
      if (!input?.hasAttribute("aria-invalid")) return;
      input.value = input.defaultValue ?? input.value;
      this.#say(input, "");
    });
    root.addEventListener("change", (event) => !event.target.options && this.#keep(event.target));
    root.addEventListener("keydown", (event) => this.#key(event));
    root.addEventListener("paste", (event) => this.#paste(event));
    root.addEventListener("focusin", (event) => this.#entered(event.target));
  }

  open(open) {
    if (open) this.editor.tell("drawer", "workload");
    this.root.hidden = !open;
    for (const one of [this.toggle, document.querySelector("[data-do=drawer]")])
      one.setAttribute("aria-expanded", String(open));
    this.show();
    return true;
  }

  #later() {
    if (this.root.hidden || this.waiting) return;
    this.waiting = setTimeout(() => { this.waiting = 0; this.deferred.draw(); });
  }

  show() {
    if (this.root.hidden) return;
    this.body ??= this.#table();
    const work = this.editor.design.operations ?? [];
    const may = this.editor.mayChange && this.editor.design.entities.length > 0;
    const ids = new Set(work.map((one) => one.id));
    for (const [id, row] of this.rows) if (id && !ids.has(id)) { row.remove(); this.rows.delete(id); }
    for (const one of [...work, ...(may ? [{ id: "" }] : [])]) {
      if (!this.rows.has(one.id)) this.rows.set(one.id, this.#row(one));
      this.#fill(one);
    }
    if (!may) { this.rows.get("")?.remove(); this.rows.delete(""); }
    const wanted = [...work.map((one) => this.rows.get(one.id)), ...(may ? [this.rows.get("")] : [])];
    wanted.forEach(
      (row, at) => { if (this.body.rows[at] !== row) this.body.insertBefore(row, this.body.rows[at] ?? null); }
    );
    this.offers.show(may);
  }

  #table() {
    const { words } = this.editor;
    const head = element("tr", {}, [
      ...COLUMNS.map(({ key }) => element("th", { scope: "col", textContent: words(`work_${key}`) })),
      element("th", {}, [element("span", { className: "unseen", textContent: words("do_remove") })])
    ]);
    const body = element("tbody");
    this.offers = new Offers(this.editor);
    this.trouble = element("p", { className: "problem" });
    this.trouble.setAttribute("role", "alert");
    const table = element("table", { className: "work" }, [
      element("caption", { className: "unseen", textContent: words("do_workload") }), element("thead", {}, [head]), body
    ]);
    this.root.replaceChildren(table, this.trouble, this.offers.root);
    return body;
  }

  #row(work) {
    const { words, design: { entities: [{ name: first = "" } = {}] } } = this.editor;
    const cells = COLUMNS.map((column) => {
      const { key } = column;
      const input = column.choices ? element("select") : element("input", {
        type: "text", autocomplete: "off", spellcheck: false,
        placeholder: work.id && !column.hint ? column.unstated ?? "" : words(`eg_${key}`, { entity: inWords(first) }),
        dir: "auto", className: column.hint ? "hinted" : ""
      });
      if (column.choices) rested(input, () => this.#keep(input));
      if (column.number) input.inputMode = "decimal";
      Object.assign(input.dataset, { cell: key, id: work.id });
      const wrong = element("span", { className: "problem" });
      wrong.setAttribute("role", "alert");
      const cell = element(key === "name" ? "th" : "td", key === "name" ? { scope: "row" } : {}, [input, wrong]);
      cell.dataset.label = words(`work_${key}`);
      if (!work.id && !FIRST.includes(key)) input.hidden = true;
      return cell;
    });
    const last = element("td", {}, work.id ? [this.#cross(work)] : []);
    return element("tr", { className: work.id ? "" : "new" }, [...cells, last]);
  }

  #cross(work) {
    return button("×", () => this.editor.do("remove_work", work.id), { className: "cross", tabIndex: -1 });
  }

  #fill(work) {
    const { editor } = this;
    const row = this.rows.get(work.id);
    const name = work.id ? work.name : editor.words("new_work");
    for (const column of COLUMNS) {
      const input = row.querySelector(`[data-cell="${column.key}"]`);
      input.setAttribute("aria-label", `${name}: ${editor.words(`work_${column.key}`)}`);
      const text = work.id ? column.write(work, editor) : "";
      if (column.choices) this.#choices(input, column.choices(editor), text, work.id);
      else if (input.defaultValue !== (text ?? "…")) {
        const typed = input.hasAttribute("aria-invalid")
          || (input === document.activeElement && input.value !== input.defaultValue);
        input.defaultValue = text ?? "…";
        if (!typed) input.value = text ?? "…";
      }
      // What a line can't say is changed in the properties.
      if (column.choices) input.disabled = !editor.mayChange;
      else input.readOnly = !editor.mayChange || text === null;
    }
    const cross = row.querySelector(".cross");
    if (!cross) return;
    cross.hidden = !editor.mayChange;
    cross.title = editor.words("take_away", { name });
    cross.setAttribute("aria-label", cross.title);
  }

  #choices(input, names, value) {
    const known = [...input.options].map((one) => one.value).join("\n");
    const shown = "chosen" in input.dataset ? input.value : value;
    const all = !shown || names.includes(shown) ? names : [...names, shown];
    if (known !== all.join("\n")) input.replaceChildren(...all.map((one) => new Option(one, one)));
    if (shown) input.value = shown;
  }

  #cell(id, key) { return this.rows.get(id)?.querySelector(`[data-cell="${key}"]`); }
  #at(id, part) { return this.#cell(id, ["includes", "changes"].includes(part) ? "with" : part.split(".")[0]); }
  #work(input) { return input.dataset.id ? this.editor.work(input.dataset.id) : null; }

  #keep(input) {
    if (!input.dataset.cell) return;
    const { id, cell: key } = input.dataset;
    if (!id && !input.value.trim()) return;
    if (!id) {
      const wrong = this.editor.do("add_work_named", input.value.trim());
      if (!wrong) input.value = "";
      return this.#say(input, wrong);
    }
    if (!this.#work(input)) return;
    input.removeAttribute("aria-invalid");
    const wrong = this.editor.do("work_cell", { id, key, text: input.value.trim() }) || "";
    this.#say(input, wrong);
    // What was wrong beside it is tried once more: it may have hung on this.
    if (!wrong) for (const other of input.closest("tr").querySelectorAll("[aria-invalid]")) this.#keep(other);
  }

  // Below the row, from where the cell begins; of several, the last that was said.
  #say(input, text) {
    const [problem, row] = [input.nextElementSibling, input.closest("tr")];
    problem.textContent = text;
    const all = [...row.querySelectorAll(".problem")];
    for (const other of all) other.classList.toggle("older", Boolean(text) && other !== problem);
    row.style.setProperty("--said", `${Math.max(...all.map((one) => one.offsetHeight))}px`);
    if (text) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }

  // What the server will not have stands in its cell again, with why.
  #refused({ id, part, typed, said }) {
    if (this.root.hidden) return;
    const input = part === "new" ? this.#cell("", "name") : this.#at(id, part);
    if (!input) return;
    if (typed !== undefined && !input.options) input.value = typed;
    this.#say(input, said);
  }

  #entered(input) {
    const column = COLUMNS.find((one) => one.key === input.dataset?.cell);
    const work = column && this.#work(input);
    if (!work) return;
    if (!this.editor.selected.has(work.id)) this.editor.select([work.id]);
    const names = () => column.names(this.editor, this.#work(input) ?? work, input.value);
    if (column.names) suggest(input, names, column.many);
  }

  #key(event) {
    const { target } = event;
    if (!target.dataset?.cell || event.isComposing) return;
    const { id, cell: key } = target.dataset;
    if (event.key === "Escape") {
      target.value = target.defaultValue ?? target.value;
      if (target.hasAttribute("aria-invalid")) this.#keep(target); // so that nothing is refused any more
      this.#say(target, "");
    } else if (event.key === "Tab" && !id && !event.shiftKey && target.value.trim()) this.#across(target);
    else if (event.key === "Enter") this.#down(target, event.shiftKey ? -1 : 1);
    else if (id && (event.ctrlKey || event.metaKey) && ["Delete", "Backspace"].includes(event.key)) {
      const next = this.rows.get(id).nextElementSibling ?? this.rows.get(id).previousElementSibling;
      this.editor.do("remove_work", id);
      next?.querySelector(`[data-cell="${next.className ? "name" : key}"]`)?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // From the name of a new row into the row that it became.
  #across(input) {
    const name = input.value.trim();
    this.#keep(input);
    this.show();
    const made = this.editor.design.operations?.find((one) => one.name === name);
    if (made) this.#cell(made.id, "kind")?.focus();
  }

  // The row below or above, in the same column; below the last is the row for a new one.
  #down(input, by) {
    const { cell: key, id } = input.dataset;
    if (input.hasAttribute("aria-invalid")) this.#keep(input);
    if (!id && by > 0) {
      input.dispatchEvent(new Event("change", { bubbles: true }));
      return;
    }
    const row = by > 0 ? this.rows.get(id).nextElementSibling : this.rows.get(id).previousElementSibling;
    if (!row) return input.dispatchEvent(new Event("change", { bubbles: true }));
    const next = row.querySelector(`[data-cell="${row.className ? "name" : key}"]`);
    next.focus();
    next.select?.();
  }

  #paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { target } = event;
    if (!/[\t\n]/.test(text.trim()) || !target.dataset?.cell || !this.editor.mayChange) return;
    event.preventDefault();
    const { id, cell: key } = target.dataset;
    const wrong = key === "name" ? this.editor.do("paste_work", text) : this.editor.do(
      "paste_cells", { id, keys: COLUMNS.map((one) => one.key), key, text }
    );
    this.trouble.textContent = typeof wrong === "string" ? wrong : "";
  }
}
