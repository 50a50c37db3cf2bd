// What the rules say of the selected thing: the decision in sight, why it is so, the other ways with a button that
// chooses one all the same, and its findings. Codes lead to the handbook.
import { button, element, icon } from "../../element.js";
import { linkSaid } from "../../language/paths.js";
import { chip, labelOf } from "../strategy.js";
import { NUMBERS } from "./scales.js";

export const CLOSE = 0.95; // of the chosen score: above it, the difference is too small to matter, as the report says

export const decisionOf = (editor, link) =>
  (editor.live?.decisions ?? []).find((each) => each.relationship === link.name) ?? null;

// The decision of a relationship in sight: its label, one sentence, and the numbers that say most.
export function summary(editor, link) {
  const { words } = editor;
  const one = decisionOf(editor, link);
  if (!one) return [];
  const { facts = [] } = editor.live.numbers?.[one.relationship] ?? {};
  return [
    element("p", { className: "codes" }, [
      chip(editor, one.strategy, "strategy"),
      link.strategy
        ? element("span", { className: "muted", textContent: words("chosen_by_you") }) : named(editor, one.rule, "rule")
    ]),
    element("p", { className: "reason" }, [element("bdi", { textContent: sentence(one.reason) })]),
    facts.length ? element("dl", { className: "facts" }, facts.map(([value, of, known, name]) => element(
      "div", { className: known === "assumed" ? "assumed" : "" }, [
        element("dt", {}, [element("bdi", { textContent: of }), known === "assumed" ? ` (${known})` : null]),
        element("dd", {}, [stated(editor, link, name, value)])
      ]
    ))) : null,
    link.strategy && editor.mayChange ? button(words("let_rules"), () => editor.do(
      "set_value", { id: link.id, path: ["strategy"], value: undefined, label: words("strategy") }
    ), { className: "small" }) : null
  ].filter(Boolean);
}

// A number, which leads to where it is stated.
function stated(editor, link, name, value) {
  const part = NUMBERS[name]?.[0].replace(/^(\w+)\.has\.max$/, "counts.$1");
  if (!part || !editor.mayChange || ["tree", "is-a"].includes(link.kind)) return value;
  return button(value, () => editor.do("property_at", part), { className: "plain", title: editor.words("change_it") });
}

// Where a threshold is pointed at, the decision shows what would become of it, and why; else what is tried.
// tried(): the flip that a slider or a word stands beyond, if any. Returns what shows that.
export function previews(editor, root, decision, tried) {
  const show = (flip = tried()) => {
    const height = decision.offsetHeight; // what is pointed at stays where it is
    decision.querySelector(".future")?.remove();
    decision.style.minHeight = flip ? `${height}px` : "";
    if (!flip || !decision.firstChild) return;
    decision.append(element("div", { className: "future" }, [
      element("p", { className: "codes" }, [
        chip(editor, flip.strategy, "preview"), flip.rule === "forced" ? null : named(editor, flip.rule, "rule")
      ]),
      flip.reason && element("p", { className: "reason" }, [element("bdi", { textContent: sentence(flip.reason) })])
    ].filter(Boolean)));
  };
  for (const [what, on] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]])
    root.addEventListener(what, ({ target }) => {
      const mark = target.closest?.(".mark");
      if (mark) show(on ? mark.flip : undefined);
    });
  return show;
}

const capital = (text) => text.replace(/^./u, (first) => first.toUpperCase());
const sentence = (text) => capital(/[.!?]$/.test(text) ? text : `${text}.`);

// What a flip leads to; where only the end changes that holds it, both ends.
export const becoming = (editor, flip) => flip.holder
  ? editor.words("held_by", { strategy: labelOf(editor, flip.strategy), holder: flip.holder, other: flip.instead_of })
  : labelOf(editor, flip.strategy);

// A rule, gate, strategy or check, as the link to its page of the handbook, beside the drawing.
export const coded = (name, page, title = "") => (
  page ? element("a", { href: page, title, target: "_blank", rel: "noopener", textContent: name }) : name
);

function named(editor, name, className) {
  const { address, title } = editor.live.pages?.[name] ?? {};
  return element("span", { className }, [coded(name, address, title)]);
}

// Of a relationship: the numbers that its decision looked at, and the code of its strategy.
export function why(editor, link) {
  const one = decisionOf(editor, link);
  if (!one) return [];
  return [
    ...numbers(editor, one),
    element("p", { className: "codes" }, [named(editor, one.strategy, "rule")])
  ];
}

// Of an entity: the decision of each relationship that it has.
export function decisions(editor, entity) {
  const mine = (editor.design.relationships ?? []).filter(
    ({ from, to }) => from.entity === entity.name || to.entity === entity.name
  );
  return mine.map((link) => [link, decisionOf(editor, link)]).filter(([, one]) => one).map(([link, one]) => element(
    "section", { className: "advice" }, [
      element("h3", {}, [button(link.name, () => editor.goTo(link.id), { className: "plain" })]),
      element("p", { className: "codes" }, [
        chip(editor, one.strategy, "strategy"),
        link.strategy
          ? element("span", { className: "muted", textContent: editor.words("chosen_by_you") })
          : named(editor, one.rule, "rule")
      ]),
      element("p", { textContent: sentence(one.reason) }),
    ]
  ));
}

// What the decision looked at, in the words of its page: what, who says so, and its value.
function numbers({ words, live }, one) {
  const { input_rows: rows = [], also_assumed: also = [] } = live.numbers?.[one.relationship] ?? {};
  return [
    rows.length ? element("h3", { textContent: words("looked_at") }) : null,
    rows.length ? element("table", {}, rows.map(([name, value, known]) => element("tr", { className: known }, [
      element("th", { scope: "row" }, [
        element("bdi", { textContent: capital(name) }), known ? " " : null,
        known ? element("span", { className: `origin ${known}`, textContent: known }) : null
      ]),
      element("td", {}, [element("bdi", { textContent: value })]),
    ]))) : null,
    also.length
      ? element("p", { className: "muted", textContent: words("also_assumed", { names: also.join(", ") }) })
      : null,
  ].filter(Boolean);
}

// The other ways, those that are possible first, and of these the cheapest: what speaks against each, what it costs
// where that is known, and a button that takes it. barred: what other decisions rule out, by strategy.
export function alternatives(editor, link, { bars = [], barred = {} } = {}) {
  const costs = new Map(bars.map((bar) => [bar.strategy, bar]));
  const rank = (other) => (isBarred(other) ? Infinity : costs.get(other.strategy)?.times ?? Number.MAX_VALUE);
  const rejected = decisionOf(editor, link)?.rejected ?? [];
  const others = rejected.map((other) => (isBarred(other) ? other : { ...other, ...barred[other.strategy] }));
  others.sort((one, two) => (rank(one) === rank(two) ? 0 : rank(one) - rank(two)));
  return others.map((other) => alternative(editor, link, other, costs.get(other.strategy)));
}

const isBarred = ({ by }) => /^G\d/.test(by); // by a limit, which no cost outweighs

// What keeps a relationship from a strategy: a limit, or that it isn't of the kind that the strategy is for.
export function whyNot(editor, link, strategy) {
  const one = decisionOf(editor, link);
  if (!one || [one.strategy, link.strategy].includes(strategy)) return "";
  const other = (one.rejected ?? []).find((each) => each.strategy === strategy);
  if (other) return isBarred(other) ? other.because : "";
  const { needs } = editor.page.properties.known.labels[strategy] ?? {};
  return needs ? editor.words("needs", { what: needs }) : "";
}

function alternative(editor, link, other, bar) {
  const { words } = editor;
  const may = editor.mayChange && link.strategy !== other.strategy && !isBarred(other);
  const choose = may ? button(words("choose_this"), () => editor.do(
    "set_value", { id: link.id, path: ["strategy"], value: other.strategy, label: words("strategy") }
  ), { className: "small" }) : null;
  choose?.setAttribute("aria-label", `${words("choose_this")}: ${labelOf(editor, other.strategy)}`);
  const out = isBarred(other) ? element("span", { className: "muted", textContent: words("ruled_out") }) : choose;
  return element("li", {}, [
    element("p", { className: "other" }, [chip(editor, other.strategy), out]),
    element("p", {}, [element("bdi", { textContent: sentence(other.because) }), ...(
      other.by === "forced" ? [] : [" ", named(editor, other.by, "rule")] // of what one's own choice replaces
    )]),
    bar && !bar.chosen && bar.times
      ? element("p", { className: "muted", textContent: compared(editor, other.strategy, bar.times) })
      : null
  ]);
}

// As often as the chosen one's score: a lower one is told with what outweighs it.
function compared(editor, strategy, times) {
  const { words } = editor;
  if (times < 1 && times > CLOSE) return words("costs_close", { other: labelOf(editor, strategy) });
  if (times < 1) return words("costs_less", { less: Math.round(100 - 100 * times) });
  return times.toPrecision(2) === "1.0" ? words("costs_same") : words("costs_times", { times: times.toPrecision(2) });
}

// By id: two things may have one name.
export function findingsOf(editor, { kind, subject }) {
  const all = editor.live?.findings ?? [];
  return kind === "whole" ? all : all.filter((one) => one.about?.includes(subject.id));
}

// What a finding is about, as the outline calls it.
export function subjectOf({ design }, { subject }) {
  const link = (design.relationships ?? []).find(({ name }) => name === subject);
  return link ? linkSaid(design, link) : subject;
}

// What a finding is a finding of, with its code for those who look for it.
export const checked = ({ title, page, code }) =>
  [coded(title, page), title === code ? "" : element("span", { className: "muted", textContent: ` ${code}` })];

const SIGNS = { error: "alert", warning: "alert", info: "info" };

export function findings(editor, mine) {
  if (!mine.length) return [element("p", { className: "muted", textContent: editor.words("no_findings") })];
  return mine.slice(0, 30).map((one) => element("div", { className: `finding ${one.severity}` }, [
    element("p", { className: "codes" }, [
      icon(SIGNS[one.severity] ?? "info"), element("strong", { textContent: subjectOf(editor, one) }),
      ...checked(one)
    ]),
    element("p", {}, [element("bdi", { textContent: one.message })]),
    one.hint ? element("p", { className: "muted" }, [element("bdi", { textContent: one.hint })]) : null,
  ]));
}
