// What each way of storing a relationship would cost a day, as bars of one scale: reads, then writes.
import { element } from "../../element.js";
import { CLOSE, decisionOf } from "./advice.js";
import { labelOf } from "../strategy.js";

const READS = new Set(["P", "PA", "PN", "C"]);
const WHOLE = 10_000; // the longest bar

export function costs(editor, link, { bars = [], flips = [], gated = [], guesses = 0 }) {
  const { words } = editor;
  if (!bars.length) return [];
  return [
    element("h3", {}, [words("costs"), element("span", { className: "muted", textContent: words("lower_is_better") })]),
    element("table", { className: "costs" }, bars.map((bar) => row(editor, bar))),
    link.strategy ? null : element("p", { className: "whom", textContent: whom(editor, link, bars, flips, gated) }),
    cheapest(editor),
    element("p", { className: "keys" }, ["reads", "writes"].map((kind) => element(
      "span", { className: `key ${kind}`, textContent: words(`costs_${kind}`) }
    ))),
    guesses ? element("p", { className: "muted", textContent: words("costs_assumed", { count: guesses }) }) : null
  ].filter(Boolean);
}

// What a score is for, and where the lowest one of the whole design stands.
const cheapest = ({ words, page }) => element("p", { className: "muted" }, [
  words("costs_inform"), " ", element("a", { href: page.urls.cheapest, textContent: words("costs_lowest") })
]);

// Whether the rules and the lowest score agree; where not, which limit rules out what would cost less; or which check
// chooses, what speaks against the other one, and what would let it win.
function whom(editor, link, bars, flips, gated) {
  const chosen = bars.find((bar) => bar.chosen);
  const least = bars.reduce((one, bar) => (bar.total < one.total ? bar : one));
  if (!chosen || least.total >= chosen.total) return ruledOut(editor, gated[0]) ?? editor.words("costs_agree");
  const other = labelOf(editor, least.strategy);
  if (least.total > chosen.total * CLOSE) return ruledOut(editor, gated[0]) ?? editor.words("costs_close", { other });
  const { rule = "", reason = "", rejected = [] } = decisionOf(editor, link) ?? {};
  const { because = "", by = "" } = rejected.find((one) => one.strategy === least.strategy) ?? {};
  const less = Math.round(100 - 100 * least.total / chosen.total);
  const turn = flips.find((one) => one.strategy === least.strategy && one.rule !== "forced");
  return [
    editor.words("costs_differ", { other, less, rule, reason: reason.replace(/\.$/, "") }),
    against(editor, { other, because, by }, reason),
    turn ? editor.words("costs_turn", { other, when: turn.said }) : ""
  ].filter(Boolean).join(" ");
}

// What speaks against the other way, unless it is why this one is chosen.
const against = (editor, of, reason) => (
  of.because === reason ? "" : of.because ? editor.words("costs_against", of) : editor.words("costs_omit")
);

const ruledOut = (editor, way) => (way ? editor.words("costs_gated", {
  other: labelOf(editor, way.strategy), less: Math.round(100 - 100 * way.times), gate: way.gate, because: way.because
}) : null);

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
