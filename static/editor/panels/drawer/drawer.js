// The drawer below: what follows from the design, a tab for each kind of output. It follows every edit; a tab
// whose content changed while another was shown has a mark.
import { element } from "../../element.js";
import { DeferredRedraw, refocused } from "../deferred_redraw.js";
import { TABS } from "./drawer_tabs.js";

export class Drawer {
  constructor(editor, root) {
    Object.assign(this, {
      editor, root, body: root.querySelector("#drawer-body"), words: root.querySelector("#drawer-words"),
      seen: new Map()
    });
    this.tabs = TABS.map((make) => make(editor));
    [this.tab] = this.tabs;
    this.deferred = new DeferredRedraw(this.body, () => this.show());
    this.list = root.querySelector("[role=tablist]");
    this.list.append(...this.tabs.map((tab) => this.#head(tab)));
    this.list.addEventListener("keydown", (event) => this.#keys(event));
    editor.on("live", () => this.#arrived()).on("selection", () => this.#follow());
    editor.on("view", () => this.deferred.draw()); // what may be changed is another
    editor.actions.set("drawer", () => (
      document.getElementById("workload").hidden ? this.toggle() : editor.do("workload", false)
    ));
    editor.actions.set("tab", (key) => this.open(this.tabs.find((tab) => tab.key === key)));
    editor.wanted = () => (this.body.hidden || !editor.live ? [] : this.tab.wanted(editor.live));
    editor.on("drawer", (which) => which !== "outputs" && !this.body.hidden && this.toggle());
  }

  toggle() {
    this.body.hidden = !this.body.hidden;
    this.root.classList.toggle("open", !this.body.hidden);
    this.#fresh();
    if (!this.body.hidden) this.editor.tell("drawer", "outputs");
    this.root.querySelector("[data-do=drawer]").setAttribute("aria-expanded", String(!this.body.hidden));
    return true;
  }

  open(tab) {
    this.tab = tab;
    if (this.body.hidden) return this.toggle();
    this.body.scrollTop = 0;
    this.#fresh();
    return true;
  }

  // Show, and ask for the texts that are wanted now.
  #fresh() {
    this.show();
    if (this.editor.wanted().length) this.editor.askLive?.();
  }

  // A tab that was opened while an answer was under way did not yet know its file's name, so nobody asked for its
  // text: ask now, once for each revision.
  #arrived() {
    this.#outline();
    this.deferred.draw();
    const { live, askLive } = this.editor;
    const open =
      live.files.length ? this.editor.wanted().find((path) => !live.shown.some((one) => one.path === path)) : null;
    const asked = `${live.revision} ${open}`;
    if (!open || asked === this.asked) return;
    this.asked = asked;
    askLive?.();
  }

  // The documents tab goes with the selection.
  #follow() {
    if (this.body.hidden || !this.editor.live) return;
    const [wanted] = this.tab.wanted(this.editor.live);
    if (wanted !== this.shownPath) this.#fresh();
  }

  show() {
    const { live } = this.editor;
    if (!live) return;
    this.#outline();
    if (this.body.hidden) return;
    [this.shownPath] = this.tab.wanted(live);
    const held = this.#scrolled();
    refocused(
      this.body, () => this.body.replaceChildren(this.tab.content(live, () => this.#fresh())),
      (tag) => this.body.querySelector(tag)?.focus({ preventScroll: true })
    );
    this.#scrolled(held);
  }

  // What is told of it all beside the tabs, and on them.
  #outline() {
    const { live, words } = this.editor;
    const errors = live.findings.filter((one) => one.severity === "error").length;
    const now =
      words("outputs_now", { collections: live.collections?.length ?? 0, findings: live.findings.length, errors });
    this.words.replaceChildren(...now.split(/(?= · )/).map((part) => { // what has no room is left out whole
      const shown = document.createElement("span");
      shown.textContent = part;
      return shown;
    }));
    this.#marks(live);
  }

  // Where the reader is, given back to the same tab.
  #scrolled(held = null) {
    const inner = this.body.querySelector("pre, .asked");
    if (!held) return {
      tab: this.tab, path: this.shownPath, at: [this.body.scrollTop, inner?.scrollTop ?? 0, inner?.scrollLeft ?? 0]
    };
    if (held.tab !== this.tab || held.path !== this.shownPath) return held;
    [this.body.scrollTop] = held.at;
    if (inner) [, inner.scrollTop, inner.scrollLeft] = held.at;
    return held;
  }

  #head(tab) {
    const head = element("button", { type: "button", id: `tab-${tab.key}`, onclick: () => this.open(tab) }, [
      element("span", { className: "name" }), element("span", { className: "news", textContent: "•" })
    ]);
    head.setAttribute("role", "tab");
    head.setAttribute("aria-controls", "drawer-body");
    return head;
  }

  #marks(live) {
    const open = !this.body.hidden;
    this.list.hidden = false;
    for (const tab of this.tabs) {
      const head = this.list.querySelector(`#tab-${tab.key}`);
      const chosen = open && tab === this.tab;
      const mark = tab.mark(live);
      if (chosen || !this.seen.get(tab)) this.seen.set(tab, mark);
      const changed = this.seen.get(tab) !== mark;
      const name = head.querySelector(".name");
      name.textContent = name.dataset.name = tab.label(live);
      head.classList.toggle("changed", changed);
      head.title = changed ? this.editor.words("tab_changed") : "";
      head.setAttribute("aria-selected", String(chosen));
      head.tabIndex = tab === this.tab ? 0 : -1;
    }
    this.body.setAttribute("aria-labelledby", `tab-${this.tab.key}`);
  }

  #keys(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.open(this.tabs.at((this.tabs.indexOf(this.tab) + step) % this.tabs.length));
    this.list.querySelector("[aria-selected=true]").focus();
  }
}
