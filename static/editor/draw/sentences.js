// A relationship in two sentences, "A Student has 1..10 emails", with the words that can be changed as inputs.
import { element } from "./element.js";

// link: as the design has it. keep(side, what, value): what: counts or name. Returns a form's parts.
// slide: with a slider for a most that is a number.
export function sentences(words, link, { keep, may, slide = false }) {
  if (link.from.entity === link.to.entity) return [];
  return ["from", "to"].flatMap((side) => {
    const parts = sentence(words, link, side, keep, may);
    return slide && may && link[side].has?.max > 1 ? [parts.line, slider(words, link, side, parts.counts)] : [parts.line];
  });
}

function sentence(words, link, side, keep, may) {
  const other = side === "from" ? "to" : "from";
  const has = link[side].has ?? {};
  const counts = element("input", { type: "text", value: written(has, link, side), spellcheck: false, autocomplete: "off", disabled: !may, size: 7 });
  counts.setAttribute("aria-label", words("counts_of", { one: link[side].entity, other: link[other].entity }));
  counts.dataset.counts = side;
  const name = element("input", { type: "text", className: "word", value: link[side].field ?? "", placeholder: link[other].entity, spellcheck: false, autocomplete: "off", disabled: !may });
  name.setAttribute("aria-label", words("field_name_of", { one: link[side].entity }));
  counts.addEventListener("change", () => keep(side, "counts", counts.value));
  name.addEventListener("change", () => keep(side, "name", name.value.trim()));
  const line = element("p", { className: "sentence line-of" }, [
    element("span", { textContent: words("one_has", { one: link[side].entity }) }), counts, name,
  ]);
  return { line, counts };
}

// The most of an end, each step a tenth of a power of ten. The number follows the hand; letting go keeps it.
function slider(words, link, side, counts) {
  const least = link[side].has.min ?? 0;
  const range = element("input", { type: "range", min: 0, max: 50, step: 1, value: Math.round(Math.log10(link[side].has.max) * 10) });
  range.setAttribute("aria-label", words("most_of", { one: link[side].entity }));
  range.addEventListener("input", () => {
    const most = Math.max(1, least, Math.round(10 ** (range.value / 10)));
    range.setAttribute("aria-valuetext", String(most));
    counts.value = least === most ? String(most) : `${least}..${most}`;
  });
  range.addEventListener("change", () => counts.dispatchEvent(new Event("change")));
  return range;
}

// `1..10 ~2`: least, most, usual.
function written(has, link, side) {
  const single = link.kind === "one-to-one" || (link.kind === "one-to-many" && side === "to");
  const least = has.min ?? (single ? 1 : 0);
  const most = has.max === undefined ? (single ? 1 : "*") : has.max ?? "*";
  return `${least === most ? least : `${least}..${most}`}${has.average === undefined ? "" : ` ~${has.average}`}`;
}
