// The drawer below: documents and findings, as the last answer has them; what changed is marked for a moment.
import { element } from "./element.js";

const SHOWN = /^(mongosh\/0?\w+\.js|schemas\/.+|diagrams\/.+\.mmd|report\.md)$/;

export class Drawer {
  constructor(editor, root) {
    Object.assign(this, { editor, root, body: root.querySelector("#drawer-body"), words: root.querySelector("#drawer-words"), shown: "", before: new Map() });
    editor.on("live", () => this.show());
    editor.actions.set("drawer", () => this.toggle());
    this.choice = root.querySelector("select");
    this.choice.addEventListener("change", () => {
      this.shown = this.choice.value;
      this.body.scrollTop = 0;
      this.show();
      if (this.#file()) editor.askLive();
    });
    editor.wanted = () => (this.body.hidden || !this.#file() ? [] : [this.shown]);
  }

  toggle() {
    this.body.hidden = !this.body.hidden;
    this.root.querySelector("[aria-expanded]").setAttribute("aria-expanded", String(!this.body.hidden));
    this.show();
    return true;
  }

  #file() { return (this.editor.live?.files ?? []).some((one) => one.path === this.shown); }

  show() {
    const { live, words } = this.editor;
    if (!live) return;
    const errors = live.findings.filter((one) => one.severity === "error").length;
    this.words.textContent = words("outputs_now", { collections: live.collections?.length ?? 0, findings: live.findings.length, errors });
    this.choice.hidden = this.body.hidden;
    if (this.body.hidden) return;
    const names = [...live.documents.map((one) => one.path), ...live.files.map((one) => one.path).filter((path) => SHOWN.test(path)), "findings"];
    if (!names.includes(this.shown)) this.shown = names[0];
    if (names.join() !== this.names) this.#choices(names, live);
    this.names = names.join();
    this.choice.value = this.shown;
    const held = this.body.scrollTop;
    this.body.replaceChildren(this.shown === "findings" ? this.#findings(live) : this.#document(live));
    this.body.scrollTop = held;
  }

  #choices(names, live) {
    const { words } = this.editor;
    this.choice.replaceChildren(...names.map((name) => new Option(name === "findings" ? words("findings", { count: live.findings.length }) : name, name)));
  }

  #document(live) {
    const text = [...live.documents, ...live.shown].find((each) => each.path === this.shown)?.text;
    if (text === undefined) return element("p", { className: "muted", textContent: this.editor.words("not_yet") });
    const before = new Set((this.before.get(this.shown) ?? text).split("\n"));
    this.before.set(this.shown, text);
    const lines = text.split("\n").map((line) => element("span", { className: before.has(line) ? "" : "changed", textContent: `${line}\n` }));
    const block = element("pre", { tabIndex: 0 }, lines);
    block.setAttribute("aria-label", this.shown);
    block.setAttribute("role", "region");
    return block;
  }

  #findings(live) {
    if (!live.findings.length) return element("p", { className: "muted", textContent: this.editor.words("no_findings") });
    return element("ul", {}, live.findings.map((one) => element("li", { className: `finding ${one.severity}` }, [
      element("strong", { textContent: `${one.code} ${one.subject} ` }), element("span", { textContent: one.message }),
    ])));
  }
}
