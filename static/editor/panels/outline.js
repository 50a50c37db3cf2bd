// The outline: the whole design as a tree of HTML that is read, searched and used by keyboard alone.
import { endsSaid } from "../language/paths.js";
import { typeText } from "../language/types.js";
import { element, holds } from "../element.js";
import { DeferredRedraw } from "./deferred_redraw.js";
import { below, blockOf, counted, far, marker, shared, typed } from "./outline_items.js";

const BLOCK = 50; // items laid out together: the browser looks at every block in each frame, and skips the unseen

export class Outline {
  constructor(editor, { tree, find }) {
    Object.assign(this, { editor, tree, find, open: new Set(), held: new Map(), parts: new Map() });
    this.deferred = new DeferredRedraw(tree, () => this.show());
    if (matchMedia("(pointer: fine)").matches) find.placeholder += " (Ctrl+F)";
    find.addEventListener("input", () => this.show());
    find.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "ArrowDown") {
        event.preventDefault();
        const first = tree.querySelector("[role=treeitem]");
        const nearest = tree.querySelector("[data-near='0']") ?? tree.querySelector("[data-near='1']") ?? first;
        if (event.key === "Enter" && nearest) this.#choose(nearest);
        else first?.focus();
      } else if (event.key === "Escape") this.#clear();
    });
    tree.addEventListener("keydown", (event) => this.#key(event));
    tree.addEventListener("click", (event) => {
      const item = event.target.closest("[role=treeitem]");
      if (!item) return;
      if (event.target.closest(".twist")) this.#toggle(item);
      else if (event.target.closest(".concern")) editor.do("findings", item.dataset.id);
      else {
        this.#choose(item, event.shiftKey);
        if (!event.shiftKey) editor.do("look_at", item.dataset.kind);
      }
    });
    editor.on("scene", () => {
      editor.concerns();
      const marked = `${editor.concerned.mark} ${JSON.stringify([...editor.badges()])}`;
      if (this.marked !== marked) this.held.clear();
      this.marked = marked;
      this.#later();
    });
    editor.on("selection", () => this.#mark());
    editor.actions.set("find", () => {
      document.getElementById("outline").classList.add("open");
      document.getElementById("inspector").classList.remove("open");
      find.focus();
      find.select();
      return true;
    });
  }

  #later() {
    if (this.waiting) return;
    this.waiting = true;
    (window.requestIdleCallback ?? setTimeout)(() => { this.waiting = false; this.deferred.draw(); }, { timeout: 300 });
  }

  #clear() {
    this.find.value = "";
    this.show();
  }

  show() {
    const { design, words } = this.editor;
    // Asked first: what is taken out of its block has lost the focus.
    const had = this.tree.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    const asked = this.find.value.trim().toLowerCase();
    this.badges = this.editor.badges();
    this.shared = shared(design.relationships ?? []);
    const groups = (design.groups ?? []).map((group, number) => ({ ...group, id: `group:${number}` }));
    const sections = [
      ["entities", design.entities], ["groups", groups], ["relationships", design.relationships ?? []],
      ["operations", design.operations ?? []]
    ];
    const items = [];
    const held = new Map();
    for (const [kind, nodes] of sections) {
      const near = new Map(nodes.map((node) => [node, far(node, asked)]));
      const shown = nodes.filter((node) => near.get(node) < 3).sort((one, two) => near.get(one) - near.get(two));
      if (!shown.length) continue;
      items.push(this.#part(kind, () => element("li", { className: "heading", role: "none" })));
      items.at(-1).textContent = `${words(kind)} · ${shown.length}`;
      const own = [];
      for (const node of shown) {
        const before = this.held.get(node.id);
        const open = this.open.has(node.id) || (asked && below(node).some((child) => far(child, asked) < 3));
        const kept = before?.node === node && before.open === open && !asked && !this.asked;
        const one = kept ? before : { node, open, item: this.#item(node, kind, 1, open, asked) };
        held.set(node.id, one);
        own.push(one.item);
      }
      for (let start = 0; start < own.length; start += BLOCK) {
        const block = this.#part(`${kind}:${start}`, blockOf);
        const inside = own.slice(start, start + BLOCK);
        block.style.setProperty("--items", inside.length);
        holds(block.firstChild, inside);
        items.push(block);
      }
    }
    if (asked && !items.length)
      items.push(element("li", { className: "heading", textContent: words("nothing_found"), role: "none" }));
    if (asked !== this.asked && asked && !held.size) this.editor.say(words("nothing_found"));
    this.asked = asked;
    this.held = held;
    holds(this.tree, items);
    this.#mark();
    if (had && had !== document.activeElement.dataset.id)
      this.tree.querySelector(`[data-id="${CSS.escape(had)}"]`)?.focus();
  }

  // What items stand in outlives them: a block that is new can't be hit until it is painted.
  #part(key, make) {
    return this.parts.get(key) ?? this.parts.set(key, make()).get(key);
  }

  #item(node, kind, level, open, asked) {
    const near = far(node, asked);
    const children = below(node).filter((child) => near < 2 || far(child, asked) < 3);
    const item = element("li", { role: "treeitem", tabIndex: -1 });
    Object.assign(item.dataset, { id: node.id, kind, ...(asked && near < 2 ? { near } : {}) });
    item.setAttribute("aria-level", level);
    item.setAttribute("aria-selected", "false");
    const shown = kind === "relationships" ? endsSaid(node) : node.name;
    if (shown !== node.name) item.title = node.name;
    const label = this.#label(node, kind);
    const concern = this.editor.concerns().get(node.id);
    item.setAttribute(
      "aria-label", concern ? `${label}, ${this.editor.words.counted("n_findings", concern.count)}` : label
    );
    item.append(element("div", { className: "leaf" }, [
      element("span", { className: children.length ? `twist ${open ? "open" : "shut"}` : "twist" }),
      marker(node, kind, this.badges.get(node.name)),
      element("bdi", { textContent: shown }),
      this.shared.has(shown) ? element("bdi", { className: "own", textContent: node.name }) : null,
      node.type ? typed(node) : null,
      concern ? counted(concern) : null,
    ]));
    if (!children.length) return item;
    item.setAttribute("aria-expanded", String(Boolean(open)));
    if (open) {
      const group = element("ul", { role: "group" }, children.map(
        (child) => this.#item(child, "fields", level + 1, this.open.has(child.id) || asked, asked)
      ));
      item.append(group);
    }
    return item;
  }

  #label(node, kind) {
    const { words } = this.editor;
    if (kind === "entities")
      return words("entity_label", { name: node.name, fields: words.counted("n_fields", (node.fields ?? []).length) });
    if (kind === "relationships") return words("entity_label", { name: endsSaid(node), fields: node.name });
    return kind === "fields" ? `${node.name}: ${typeText(node)}` : node.name;
  }

  #toggle(item, open = item.getAttribute("aria-expanded") !== "true") {
    if (!item.hasAttribute("aria-expanded")) return;
    if (open) this.open.add(item.dataset.id);
    else this.open.delete(item.dataset.id);
    this.held.clear();
    this.show();
    this.tree.querySelector(`[data-id="${CSS.escape(item.dataset.id)}"]`)?.focus();
  }

  #choose(item, more = false) {
    const { id, kind } = item.dataset;
    const { editor } = this;
    if (kind === "fields") {
      const found = editor.fieldOf(id);
      if (found) editor.goTo(found.entity.id, id);
    } else if (kind === "groups") editor.do("choose_group", id);
    else if (kind === "operations") editor.select([id]);
    else if (more) editor.select([...editor.selected, id]);
    else editor.goTo(id);
    this.tree.querySelector(`[data-id="${CSS.escape(id)}"]`)?.focus();
  }

  #mark() {
    const { selected, field } = this.editor;
    let tab = null;
    for (const item of this.tree.querySelectorAll("[role=treeitem]")) {
      const chosen = field ? item.dataset.id === field : selected.has(item.dataset.id);
      if ((item.getAttribute("aria-selected") === "true") !== chosen)
        item.setAttribute("aria-selected", String(chosen));
      item.tabIndex = -1;
      if (chosen && !tab) tab = item;
    }
    tab ??= this.tree.querySelector("[role=treeitem]");
    if (tab) tab.tabIndex = 0;
  }

  #key(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item || event.ctrlKey || event.altKey || event.metaKey) return;
    const items = [...this.tree.querySelectorAll("[role=treeitem]")];
    const at = items.indexOf(item);
    const go = (to) => to?.focus();
    const keys = {
      ArrowDown: () => go(items[at + 1]), ArrowUp: () => go(items[at - 1]), Home: () => go(items[0]),
      End: () => go(items.at(-1)),
      ArrowRight: () => (item.getAttribute("aria-expanded") === "false" ? this.#toggle(item, true) : go(
        item.querySelector("[role=treeitem]")
      )),
      ArrowLeft: () => (item.getAttribute("aria-expanded") === "true" ? this.#toggle(item, false) : go(
        item.parentElement.closest("[role=treeitem]")
      )),
      Enter: () => {
        this.#choose(item);
        document.querySelector("#inspector .panel:not([hidden]) :is(input, select, textarea, button)")?.focus();
      },
      " ": () => this.#choose(item, event.shiftKey),
      ...(this.find.value ? { Escape: () => this.#clear() } : {}),
    };
    const own = item.dataset.kind === "groups"
      && { F2: "rename_group", Delete: "ungroup", Backspace: "ungroup" }[event.key];
    if (own) event.preventDefault(), this.editor.do(own, item.dataset.id);
    else if (["F2", "Delete", "Backspace", "L", "l", "X", "x"].includes(event.key)) this.#choose(item);
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  }
}
