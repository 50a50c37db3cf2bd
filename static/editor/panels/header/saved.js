// The save state in the top bar, as the server's answers have it; and the choice where two people changed the same.
import { button, element } from "../../element.js";

export class Saved {
  constructor(editor, root) {
    Object.assign(this, { editor, root, dialog: null, met: null });
    editor.state.subscribe(() => this.dialog && this.#renew());
  }

  // status: {state, why, error, remedy, waiting}.
  show({ state, why, error, remedy, waiting }) {
    const { words } = this.editor;
    const key = why && words.has(`saved_${why}`) ? `saved_${why}` : `saved_${state}`;
    const text = words(key, { count: waiting });
    this.root.dataset.state = why === "conflict" ? "conflict" : state;
    this.root.title = [error, remedy].filter(Boolean).join(" ");
    if (this.root.textContent !== text) this.root.textContent = text;
    if (why === "signed-out") this.root.replaceChildren(
      text, " ", element("a", { href: this.editor.page.urls.sign_in, target: "_blank", textContent: words("sign_in") })
    );
    if (why === "conflict") this.#choose();
  }

  // Nobody answers a question that is no longer the one: somebody changed the same once more, or it is settled.
  #renew() {
    if (this.#entry()?.met === this.met) return;
    this.#close();
    this.#choose();
  }

  #entry() { return this.editor.state.pending.find((one) => one.met); }

  #close() {
    this.dialog.close();
    this.dialog.remove();
    this.dialog = null;
  }

  #choose() {
    const { editor } = this;
    const entry = this.#entry();
    if (!entry || this.dialog) return;
    this.met = entry.met;
    const { words } = editor;
    const list = entry.met.meetings;
    const asked = questions(list);
    const mine = new Set();
    const rows = asked.map(({ meeting, numbers }, number) => element("fieldset", {}, [
      element("legend", { textContent: titled(meeting) }),
      this.#side(
        words("theirs", { value: said(meeting.theirs) }), number, true, () => numbers.forEach((one) => mine.delete(one))
      ),
      this.#side(
        words("yours", { value: said(meeting.yours) }), number, false, () => numbers.forEach((one) => mine.add(one))
      ),
    ]));
    const all = list.map((_, number) => number);
    this.dialog = element("dialog", { className: "palette conflict" }, [
      element("h2", { textContent: words("met") }), element("p", { className: "muted", textContent: words("met_why") }),
      element("ul", {}, asked.map(({ meeting }) => element("li", {}, [
        element("strong", { textContent: titled(meeting) }),
        element("div", { textContent: words("theirs", { value: said(meeting.theirs) }) }),
        element("div", { textContent: words("yours", { value: said(meeting.yours) }) }),
      ]))),
      element("div", { className: "rowbuttons" }, [
        button(words("keep_mine"), () => this.#settle(entry, all), { className: "strong" }),
        button(words("take_theirs"), () => this.#settle(entry, [])),
      ]),
      element("details", {}, [element("summary", { textContent: words("one_by_one") }), ...rows, button(
        words("done"), () => this.#settle(entry, [...mine])
      )]),
    ]);
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  #settle(entry, mine) {
    this.#close();
    this.editor.state.settle(entry.op, mine);
  }

  #side(label, number, checked, act) {
    const input = element("input", { type: "radio", name: `meeting-${number}`, checked });
    input.addEventListener("change", act);
    return element("label", { className: "flag" }, [input, label]);
  }
}

const titled = ({ what, path }) => [what, (path ?? []).join(".")].filter(Boolean).join(" · ");

// What is asked, each with the numbers of the meetings that it answers: where two gave one thing two names, all that
// speaks of it by name differs too, and follows.
function questions(list) {
  const names =
    list.filter(({ path, theirs, yours }) => path?.length === 1 && path[0] === "name" && theirs?.value && yours?.value);
  const head = (meeting) => names.find((one) => one !== meeting && follows(meeting, one)) ?? meeting;
  const found = new Map();
  list.forEach((meeting, number) => {
    const asked = names.includes(meeting) ? meeting : head(meeting);
    found.set(asked, [...(found.get(asked) ?? []), number]);
  });
  return [...found].map(([meeting, numbers]) => ({ meeting, numbers }));
}

function follows({ theirs, yours }, { theirs: { value: one }, yours: { value: other } }) {
  return JSON.stringify(
    theirs?.value
  )?.replaceAll(JSON.stringify(one), JSON.stringify(other)) === JSON.stringify(yours?.value);
}

const said = (side) => cut(side?.state === "stated" ? written(side.value) : side?.state ?? "");

// An object of a few plain values, "x: 120, y: 40", as people write it.
function written(value) {
  const plain = value && typeof value === "object" && !Array.isArray(
    value
  ) && Object.values(value).every((one) => one === null || typeof one !== "object");
  return plain && Object.keys(value).length
    ? Object.entries(value).map(([key, one]) => `${key}: ${JSON.stringify(one)}`).join(", ")
    : JSON.stringify(value);
}

const cut = (text) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
