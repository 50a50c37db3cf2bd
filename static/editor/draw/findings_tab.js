// The tab with all findings, the worst first; a click goes to what a finding is about.
import { button, element } from "./element.js";

const ORDER = ["error", "warning", "info"];

export class FindingsTab {
  constructor(editor) { Object.assign(this, { editor, key: "findings" }); }

  label(live) { return this.editor.words("findings", { count: live.findings.length }); }
  wanted() { return []; }
  mark(live) { return live.findings.map((one) => `${one.code} ${one.subject} ${one.message}`).join("\n"); }

  content(live) {
    if (!live.findings.length) return element("p", { className: "muted", textContent: this.editor.words("no_findings") });
    const sorted = [...live.findings].sort((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
    return element("ul", { className: "found" }, sorted.map((one) => this.#finding(one)));
  }

  #finding(one) {
    const subject = element("bdi", { textContent: one.subject });
    const place = this.#place(one.subject);
    return element("li", { className: `finding ${one.severity}` }, [
      element("p", {}, [element("strong", { textContent: `${one.code} · ${this.editor.words(`severity_${one.severity}`)} · ` }), place ? element("button", { type: "button", className: "plain", onclick: place }, [subject]) : subject]),
      element("p", { textContent: one.message }),
      one.hint ? element("p", { className: "muted", textContent: one.hint }) : null,
    ]);
  }

  // How to get to a finding's subject, where it is something that was drawn.
  #place(subject) {
    const names = String(subject).split(/[.:]/);
    const { design } = this.editor;
    const link = (design.relationships ?? []).find((each) => names.includes(each.name));
    const entity = design.entities.find((each) => names.includes(each.name) || names.includes(each.collection));
    const found = subject.startsWith("relationship:") || !entity ? link ?? entity : entity;
    return found ? () => this.editor.goTo(found.id) : null;
  }
}
