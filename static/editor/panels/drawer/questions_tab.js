// The tab with what the design leaves open and a decision hangs on, most first. A question is answered in the field
// beside it: an edit like any other, so that undo takes it back. Asked of the server when it is shown.
import { button, element } from "../../element.js";
import { linkSaid } from "../../language/paths.js";
import { labelOf } from "../strategy.js";

const MOST = 1e15;

export class QuestionsTab {
  constructor(editor) {
    Object.assign(this, { editor, key: "questions", told: null, asked: 0, typed: new Map(), left: null });
  }

  label() { return this.editor.words("tab_questions"); } // its number is known once it's open: no tab moves then
  wanted() { return []; }
  mark() { return JSON.stringify(this.told?.map((one) => one.place) ?? null); }

  content(live, again) {
    this.again = again;
    this.#ask(live.revision);
    const { words } = this.editor;
    if (!this.told) return element("p", { className: "muted", textContent: words("questions_asked") });
    if (!this.told.length) return element("p", { className: "muted", textContent: words("no_questions") });
    return element("div", {}, [
      element("p", { className: "muted", textContent: words.counted("n_questions", this.told.length) }),
      element("ol", { className: "open-questions" }, this.told.map((one) => this.#question(one)))
    ]);
  }

  async #ask(revision) {
    if (this.asked === revision) return;
    this.asked = revision;
    const told = await this.editor.questions();
    if (!told || this.asked !== revision) return;
    this.told = told;
    this.again();
    if (this.left !== null) this.#goOn();
  }

  // After an answer to the next question's field, to the tab after the last.
  #goOn() {
    const fields = document.querySelectorAll("#drawer-body .open-question :is(input, select)");
    (fields[Math.min(this.left, fields.length - 1)] ?? document.querySelector("#tab-questions"))?.focus();
    this.left = null;
  }

  #question(one) {
    const { words, mayChange } = this.editor;
    const item = element("li", { className: "open-question" }, [
      element("p", {}, [
        element("strong", { textContent: one.ask }), " ",
        element("span", { className: "muted", textContent: words("question_assumed", { assumed: one.assumed }) })
      ]),
      element("ul", {}, one.changes.map((change) => element("li", {}, [
        `${change.when}: ${labelOf(this.editor, change.then)}`,
        change.then === change.now ? ` (${change.holder})` : "", ` ${words("strategy_for")} `,
        element("bdi", { textContent: this.#related(change.relationship) })
      ]))),
      element("p", { className: "muted" }, [
        this.#place(one), one.stake ? ` · ${words("question_stake", { stake: one.stake })}` : ""
      ]),
      mayChange ? this.#answer(one) : null,
    ]);
    item.dataset.place = one.place;
    return item;
  }

  // A relationship as the outline has it; anything else by its name.
  #related(called) {
    const link = (this.editor.design.relationships ?? []).find(({ name }) => name === called);
    return link ? linkSaid(this.editor.design, link) : called;
  }

  #place(one) {
    const shown = element("bdi", { textContent: this.#related(one.name) });
    const go = this.#subject(one) && (() => (
      one.about === "operation" ? this.editor.select([one.id]) : this.editor.goTo(one.id)
    ));
    return go ? element("button", { type: "button", className: "plain", onclick: go }, [shown]) : shown;
  }

  // The field and its button; Enter answers. What is typed stays while other answers arrive.
  #answer(one) {
    const { words } = this.editor;
    const options = one.form === "yes or no" ? ["yes", "no"].map((each) => [each, each]) : one.options;
    const field = options.length
      ? element("select", {}, [
        element("option", { value: "", textContent: words("choose_answer") }),
        ...options.map(([value, textContent]) => element("option", { value, textContent }))
      ])
      : element("input", {
        maxLength: 40, inputMode: "decimal", autocomplete: "off",
        placeholder: words(one.form === "share" ? "answer_share" : "answer_number")
      });
    field.value = this.typed.get(one.place) ?? "";
    field.dataset.part = `answer.${one.place}`;
    field.setAttribute("aria-label", one.ask);
    const said = element("span", { className: "said muted", role: "status" });
    const send = () => {
      const value = meant(one, field.value);
      if (value === undefined) {
        said.textContent = words(
          one.form === "share" ? "bad_share" : one.form === "count" ? "bad_count" : "bad_answer"
        );
        field.focus();
        return;
      }
      this.typed.delete(one.place);
      this.left = this.told.indexOf(one);
      this.editor.do("set_property", { id: one.id, path: one.path, value, label: words("answer") });
    };
    field.addEventListener("input", () => this.typed.set(one.place, field.value));
    field.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter") send();
    });
    return element("p", { className: "rowbuttons" }, [
      field, button(words("answer"), send, { className: "strong" }), said
    ]);
  }

  #subject(one) {
    return one.id && (
      this.editor.entity(one.id) ?? this.editor.link(one.id)
      ?? (this.editor.design.operations ?? []).find((each) => each.id === one.id)
    );
  }
}

// What a text means as an answer to a question; undefined where it means none.
export function meant({ form, choices }, text) {
  const typed = text.trim();
  if (form === "yes or no") return { yes: true, no: false }[typed];
  if (form === "choice") return choices.includes(typed) ? typed : undefined;
  const percent = form === "share" && typed.endsWith("%");
  const bare = typed.replace(/%$/, percent ? "" : "%").replaceAll(",", "");
  const value = bare ? Number(bare) / (percent ? 100 : 1) : NaN;
  if (!(value >= 0 && value < MOST)) return undefined;
  if (form === "share" && value > 1) return undefined;
  if (form === "count" && !Number.isInteger(value)) return undefined;
  return value;
}
