// The drawer below: documents and findings, as the last answer has them; what changed is marked for a moment.
import { button, element } from "./element.js";

export class Drawer {
  constructor(editor, root) {
    Object.assign(this, { editor, root, body: root.querySelector("#drawer-body"), words: root.querySelector("#drawer-words"), shown: "findings", before: new Map() });
    editor.on("live", () => this.show());
    editor.actions.set("drawer", () => this.toggle());
  }

  toggle() {
    this.body.hidden = !this.body.hidden;
    this.root.querySelector("[aria-expanded]").setAttribute("aria-expanded", String(!this.body.hidden));
    this.show();
    return true;
  }

  show() {
    const { live, words } = this.editor;
    if (!live) return;
    const errors = live.findings.filter((one) => one.severity === "error").length;
    this.words.textContent = words("outputs_now", { collections: live.collections?.length ?? 0, findings: live.findings.length, errors });
    if (this.body.hidden) return;
    const names = [...(live.documents ?? []).map((one) => one.path), "findings"];
    if (!names.includes(this.shown)) this.shown = names[0];
    const tabs = names.map((name) => {
      const made = button(name === "findings" ? words("findings", { count: live.findings.length }) : name, () => { this.shown = name; this.show(); });
      made.setAttribute("aria-pressed", String(name === this.shown));
      return made;
    });
    this.body.replaceChildren(element("div", { className: "tabs" }, tabs), this.shown === "findings" ? this.#findings(live) : this.#document(live));
  }

  #document(live) {
    const one = live.documents.find((each) => each.path === this.shown);
    const text = one.text ?? plainOf(one.html ?? "");
    const before = new Set((this.before.get(one.path) ?? text).split("\n"));
    this.before.set(one.path, text);
    const lines = text.split("\n").map((line) => element("span", { className: before.has(line) ? "" : "changed", textContent: `${line}\n` }));
    const block = element("pre", { tabIndex: 0 }, lines);
    block.setAttribute("aria-label", one.path);
    return block;
  }

  #findings(live) {
    if (!live.findings.length) return element("p", { className: "muted", textContent: this.editor.words("no_findings") });
    return element("ul", {}, live.findings.map((one) => element("li", { className: `finding ${one.severity}` }, [
      element("strong", { textContent: `${one.code} ${one.subject} ` }), element("span", { textContent: one.message }),
    ])));
  }
}

// The text of highlighted code. A document that is parsed apart runs nothing and loads nothing.
function plainOf(html) {
  return new DOMParser().parseFromString(html, "text/html").body.textContent;
}
