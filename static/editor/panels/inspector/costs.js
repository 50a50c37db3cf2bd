// What each way of storing a relationship would cost a day, as bars of one scale: reads, then writes.
import { element } from "../../element.js";
import { labelOf } from "../strategy.js";

const READS = new Set(["P", "PA", "PN", "C"]);
const WHOLE = 10_000; // the longest bar

export function costs(editor, { bars = [], guesses = 0 }) {
  const { words } = editor;
  if (!bars.length) return [];
  return [
    element("h3", {}, [words("costs"), element("span", { className: "muted", textContent: words("lower_is_better") })]),
    element("table", { className: "costs" }, bars.map((bar) => row(editor, bar))),
    element("p", { className: "keys" }, ["reads", "writes"].map((kind) => element(
      "span", { className: `key ${kind}`, textContent: words(`costs_${kind}`) }
    ))),
    guesses ? element("p", { className: "muted", textContent: words("costs_assumed", { count: guesses }) }) : null
  ].filter(Boolean);
}

function row(editor, { strategy, total, chosen, parts }) {
  const bar = element("span", { className: "cost", ariaHidden: "true" }, ["reads", "writes"].map((kind) => {
    const mine = parts.filter(([operation]) => READS.has(operation) === (kind === "reads"));
    const piece = element("i", { className: kind });
    piece.style.inlineSize = `${mine.reduce((sum, [, part]) => sum + part, 0) * 100 / WHOLE}%`;
    return piece;
  }));
  return element("tr", { className: chosen ? "chosen" : "" }, [
    element("th", { scope: "row", textContent: labelOf(editor, strategy) }), element("td", {}, [bar]),
    element("td", { textContent: Math.round(total).toLocaleString(document.documentElement.lang) })
  ]);
}
