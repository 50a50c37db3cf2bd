// What the rules say of the selected thing: the decision, its reason and numbers, what would flip it, what
// was rejected and at what cost, with a button that chooses it all the same; and its findings.
import { button, element } from "./element.js";

export function advice(editor, { kind, subject }) {
  const decisions = editor.live?.decisions ?? [];
  const mine = kind === "link" ? decisions.filter((one) => one.relationship === subject.name)
    : kind === "entity" ? decisions.filter((one) => {
      const link = (editor.design.relationships ?? []).find((each) => each.name === one.relationship);
      return link && (link.from.entity === subject.name || link.to.entity === subject.name);
    }) : [];
  if (!mine.length) return [];
  return [element("h3", { textContent: editor.words("advice") }), ...mine.map((one) => decision(editor, one, kind === "link"))];
}

// The decision in one line, to stand beside the numbers that turn it over.
export function verdict(editor, link) {
  const one = (editor.live?.decisions ?? []).find((each) => each.relationship === link.name);
  return one ? [element("strong", { className: "strategy", textContent: one.strategy }), ` ${one.reason}`] : [];
}

// What a flip leads to; where only the end changes that holds it, both ends.
export const becoming = (words, flip) => flip.holder ? words("held_by", { strategy: flip.strategy, holder: flip.holder, other: flip.instead_of }) : flip.strategy;

function decision(editor, one, whole) {
  const { words } = editor;
  const link = (editor.design.relationships ?? []).find((each) => each.name === one.relationship);
  const parts = [
    element("h3", {}, [element("bdi", { textContent: one.relationship })]),
    element("p", { className: "strategy", textContent: link?.strategy ? words("chosen_strategy", { strategy: one.strategy }) : `${one.strategy} · ${one.rule}` }),
    element("p", { textContent: one.reason }),
  ];
  if (!whole) return element("section", { className: "advice" }, parts);
  const numbers = Object.entries(one.inputs ?? {}).filter(([name, value]) => value !== null || /max$/.test(name)).slice(0, 8).map(([name, value]) => `${name.replaceAll("_", " ")} ${value ?? "∞"}`);
  if (numbers.length) parts.push(element("p", { className: "muted", textContent: numbers.join(" · ") }));
  if (one.assumed?.length) parts.push(element("p", { className: "muted", textContent: words("assumed", { names: one.assumed.join(", ") }) }));
  if (one.flips?.length) parts.push(element("p", { className: "muted", textContent: words("flips") }), element("ul", {}, one.flips.slice(0, 4).map((flip) => element("li", {}, [element("code", { textContent: `${flip.when} → ${becoming(words, flip)}` })]))));
  if (one.rejected?.length) parts.push(element("p", { className: "muted", textContent: words("rejected") }), element("ul", {}, one.rejected.map((other) => rejected(editor, link, other))));
  if (link?.strategy && editor.mayChange) parts.push(button(words("let_rules"), () => editor.do("set_value", { id: link.id, path: ["strategy"], value: undefined, label: words("strategy") })));
  return element("section", { className: "advice" }, parts);
}

function rejected(editor, link, other) {
  const parts = [element("span", { className: "strategy", textContent: other.strategy }), element("span", { textContent: other.because })];
  if (other.cost) parts.push(element("span", { className: "muted", textContent: editor.words("costs", { cost: Math.round(other.cost * 100) / 100 }) }));
  if (link && editor.mayChange && link.strategy !== other.strategy) {
    parts.push(button(editor.words("choose_this"), () => editor.do("set_value", { id: link.id, path: ["strategy"], value: other.strategy, label: editor.words("strategy") })));
  }
  return element("li", {}, parts);
}

// By id: two things may have one name.
export function findings(editor, { kind, subject }) {
  const all = editor.live?.findings ?? [];
  const mine = kind === "whole" ? all : all.filter((one) => one.about?.includes(subject.id));
  if (!mine.length) return [];
  return [element("h3", { textContent: editor.words("findings", { count: mine.length }) }), ...mine.slice(0, 30).map((one) => element("div", { className: `finding ${one.severity}` }, [
    element("strong", { textContent: one.subject }), element("span", { textContent: one.message }), one.hint ? element("span", { className: "muted", textContent: one.hint }) : null,
  ]))];
}
