// What the rules say of the selected thing: the decision, its reason and the numbers that it looked at, what was
// rejected and why, with a button that chooses it all the same; and its findings. Codes lead to the handbook.
import { button, element } from "../../element.js";

export function advice(editor, { kind, subject }) {
  const decisions = editor.live?.decisions ?? [];
  const mine = kind === "link" ? decisions.filter((one) => one.relationship === subject.name)
    : kind === "entity" ? decisions.filter((one) => {
      const link = (editor.design.relationships ?? []).find((each) => each.name === one.relationship);
      return link && (link.from.entity === subject.name || link.to.entity === subject.name);
    }) : [];
  if (!mine.length) return [];
  return [
    element("h3", { textContent: editor.words("advice") }), ...mine.map((one) => decision(editor, one, kind === "link"))
  ];
}

// The decision in one line, to stand beside the numbers that turn it over.
export function verdict(editor, link) {
  const one = (editor.live?.decisions ?? []).find((each) => each.relationship === link.name);
  return one ? [element("strong", { className: "strategy", textContent: one.strategy }), ` ${one.reason}`] : [];
}

// What a flip leads to; where only the end changes that holds it, both ends.
export const becoming = (words, flip) => flip.holder
  ? words("held_by", { strategy: flip.strategy, holder: flip.holder, other: flip.instead_of })
  : flip.strategy;

// A rule, gate, strategy or check, as the link to its page of the handbook, beside the drawing.
export const coded = (name, page, title = "") => (
  page ? element("a", { href: page, title, target: "_blank", rel: "noopener", textContent: name }) : name
);

function named(editor, name, className) {
  const { address, title } = editor.live.pages?.[name] ?? {};
  return element("span", { className }, [coded(name, address, title)]);
}

function decision(editor, one, whole) {
  const { words } = editor;
  const link = (editor.design.relationships ?? []).find((each) => each.name === one.relationship);
  const parts = [
    element("h3", {}, [element("bdi", { textContent: one.relationship })]),
    element("p", { className: "codes" }, [
      named(editor, one.strategy, "strategy"), link?.strategy ? words("chosen_by_you") : named(editor, one.rule, "rule")
    ]),
    element("p", { textContent: one.reason }),
  ];
  if (!whole) return element("section", { className: "advice" }, parts);
  parts.push(...numbers(editor, one));
  if (one.rejected?.length) parts.push(element("h4", { textContent: words("rejected") }), element(
    "ul", {}, one.rejected.map((other) => rejected(editor, link, other))
  ));
  if (link?.strategy && editor.mayChange) parts.push(button(words("let_rules"), () => editor.do(
    "set_value", { id: link.id, path: ["strategy"], value: undefined, label: words("strategy") }
  )));
  return element("section", { className: "advice" }, parts);
}

// What the decision looked at, in the words of its page: what, its value, and how it is known where nobody stated it.
function numbers({ words, live }, one) {
  const { input_rows: rows = [], also_assumed: also = [] } = live.numbers?.[one.relationship] ?? {};
  return [
    rows.length ? element("h4", { textContent: words("looked_at") }) : null,
    rows.length ? element("table", {}, rows.map(([name, value, known]) => element("tr", {}, [
      element("th", { scope: "row" }, [element("bdi", { textContent: name })]),
      element("td", {}, [
        element("bdi", { textContent: value }),
        known ? element("span", { className: "muted", textContent: ` ${known}` }) : null
      ]),
    ]))) : null,
    also.length
      ? element("p", { className: "muted", textContent: words("also_assumed", { names: also.join(", ") }) })
      : null,
  ].filter(Boolean);
}

function rejected(editor, link, other) {
  const parts = [
    element(
      "span", { className: "codes" }, [named(editor, other.strategy, "strategy"), named(editor, other.by, "rule")]
    ),
    element("span", { textContent: other.because })
  ];
  if (link && editor.mayChange && link.strategy !== other.strategy) {
    const choose = button(editor.words("choose_this"), () => editor.do(
      "set_value", { id: link.id, path: ["strategy"], value: other.strategy, label: editor.words("strategy") }
    ));
    choose.setAttribute("aria-label", `${editor.words("choose_this")}: ${other.strategy}`);
    parts.push(choose);
  }
  return element("li", {}, parts);
}

// By id: two things may have one name.
export function findings(editor, { kind, subject }) {
  const all = editor.live?.findings ?? [];
  const mine = kind === "whole" ? all : all.filter((one) => one.about?.includes(subject.id));
  if (!mine.length) return [];
  const rows = mine.slice(0, 30).map((one) => element("div", { className: `finding ${one.severity}` }, [
    element(
      "span", { className: "codes" }, [element("strong", { textContent: one.subject }), coded(one.code, one.page)]
    ),
    element("span", { textContent: one.message }),
    one.hint ? element("span", { className: "muted", textContent: one.hint }) : null,
  ]));
  return [element("h3", { textContent: editor.words("findings", { count: mine.length }) }), ...rows];
}
