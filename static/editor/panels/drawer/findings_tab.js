// The tab with all findings, the worst first, or with those about one thing. A click goes to what a finding is
// about; a button carries out its fix; one that is meant is set aside with a reason, and taken up again.
import { DESIGN } from "../../state/tree.js";
import { checked, subjectOf } from "../inspector/advice.js";
import { button, element } from "../../element.js";

const ORDER = ["error", "warning", "info"];
const LONGEST = 500;
const of = (one) => `${one.code} ${one.subject}`;

function about(one, properties, parts) {
  const item = element("li", properties, parts);
  item.dataset.about = of(one);
  return item;
}

export class FindingsTab {
  constructor(editor) {
    Object.assign(this, { editor, key: "findings", about: null, asked: null, reason: "" });
    editor.actions.set("findings", (id) => {
      this.about = id ?? null;
      return editor.do("tab", this.key);
    });
  }

  label(live) { return this.editor.words("findings", { count: live.findings.length }); }
  wanted() { return []; }
  mark(live) { return live.findings.map((one) => `${of(one)} ${one.message}`).join("\n"); }

  content(live, again) {
    this.again = again;
    const { words } = this.editor;
    const name = this.#name(this.about);
    if (!name) this.about = null;
    const found = this.about ? live.findings.filter((one) => one.about?.includes(this.about)) : live.findings;
    const sorted = [...found].sort((one, other) => ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity));
    const head = this.about ? element("p", { className: "rowbuttons" }, [
      element("span", {}, [words("findings_about"), " ", element("bdi", { textContent: name })]),
      button(words("all_findings"), () => this.editor.do("findings", null)),
    ]) : null;
    return element("div", { className: "found" }, [
      head,
      sorted.length ? element("ul", { className: "found" }, sorted.map((one) => this.#finding(one))) : element(
        "p", { className: "muted", textContent: words("no_findings") }
      ),
      ...(this.about ? [] : this.#aside()),
    ]);
  }

  #finding(one) {
    const subject = element("bdi", { textContent: subjectOf(this.editor, one) });
    const place = this.#place(one.about ?? []);
    return about(one, { className: `finding ${one.severity}` }, [
      element("p", {}, [
        element("strong", {}, [...checked(one), ` · ${this.editor.words(`severity_${one.severity}`)} · `]),
        place ? element("button", { type: "button", className: "plain", onclick: place }, [subject]) : subject
      ]),
      element("p", { textContent: one.message }),
      one.hint ? element("p", { className: "muted", textContent: one.hint }) : null,
      this.editor.mayChange ? element("p", { className: "rowbuttons" }, this.#buttons(one)) : null,
    ]);
  }

  #buttons(one) {
    const { words } = this.editor;
    if (this.asked === of(one)) return this.#asking(one);
    const ask = button(words("ignore"), () => {
      Object.assign(this, { asked: of(one), reason: "" });
      this.again();
      document.querySelector("#drawer-body .reason")?.focus();
    });
    const done = words("fixed", { name: one.does || one.title });
    const fix = () => this.editor.change(one.fix, done);
    return one.fix ? [button(one.does || words("fix"), fix, { className: "strong" }), ask] : [ask];
  }

  // Why it is meant: Enter sets it aside, Escape leaves it.
  #asking(one) {
    const { words } = this.editor;
    const close = () => {
      this.asked = null;
      this.again();
    };
    const send = () => {
      const reason = this.reason.trim();
      if (!reason) return;
      this.asked = null;
      this.#list([...this.#ignored(one), { code: one.code, subject: one.subject, reason }], words(
        "set_aside_said", { name: one.title }
      ));
      this.again();
    };
    const input = element("input", {
      className: "reason", maxLength: LONGEST, value: this.reason, placeholder: words("why_meant"),
      oninput: () => { this.reason = input.value; }
    });
    input.setAttribute("aria-label", words("why_meant"));
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") send();
      if (event.key === "Escape") close();
    });
    return [input, button(words("set_aside"), send, { className: "strong" }), button(words("cancel"), close)];
  }

  #aside() {
    const { words, design, mayChange } = this.editor;
    const ignored = design.ignored ?? [];
    if (!ignored.length) return [];
    const rows = ignored.map((one) => about(one, { className: "finding" }, [
      element(
        "p", {}, [element("strong", { textContent: `${one.code} · ` }), element("bdi", { textContent: one.subject })]
      ),
      element("p", {}, [element("bdi", { textContent: one.reason })]),
      mayChange ? element("p", { className: "rowbuttons" }, [button(words("take_up"), () => {
        this.#list(this.#ignored(one), words("taken_up_said", { name: one.code }));
        this.again();
      })]) : null,
    ]));
    const head = element("h3", { textContent: `${words("aside")} · ${ignored.length}` });
    return [head, element("ul", { className: "found" }, rows)];
  }

  #ignored(but) { return (this.editor.design.ignored ?? []).filter((one) => of(one) !== of(but)); }

  #list(value, said) {
    this.editor.change({ edit: "set", id: DESIGN, path: ["ignored"], ...(value.length ? { value } : {}) }, said);
  }

  // How to get to what a finding is about: the innermost thing that is drawn.
  #place(about) {
    for (const id of about) {
      const field = this.editor.fieldOf(id);
      if (field) return () => this.editor.goTo(field.entity.id, id);
      if (this.editor.entity(id) || this.editor.link(id)) return () => this.editor.goTo(id);
      if (this.#operation(id)) return () => this.editor.select([id]);
    }
    return null;
  }

  #operation(id) { return (this.editor.design.operations ?? []).find((one) => one.id === id); }
  #name(id) {
    return id && (
      this.editor.entity(id) ?? this.editor.link(id) ?? this.editor.fieldOf(id)?.field ?? this.#operation(id)
    )?.name;
  }
}
