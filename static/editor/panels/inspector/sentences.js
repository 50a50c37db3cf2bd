// A relationship in two sentences, "A Student has 1..10 named emails", with the words that can be changed as inputs; or
// in the one that says what is a kind of what.
import { countsWritten } from "../../language/making.js";
import { endName } from "../../language/paths.js";
import { element } from "../../element.js";

// link: as the design has it. ends: what ends are called (live.ends). keep(side, what, value, input): what: counts or
// name. Returns a form's parts.
export function sentences(words, link, { keep, may, ends }) {
  if (link.from.entity === link.to.entity) return [];
  if (link.kind === "is-a") return [element("p", { textContent: words(
    "is_kind_of", { special: link.to.entity, general: link.from.entity }
  ) })];
  return ["from", "to"].map((side) => sentence(words, link, side, { keep, may, ends }));
}

function sentence(words, link, side, { keep, may, ends }) {
  const other = side === "from" ? "to" : "from";
  const has = link[side].has ?? {};
  const counts = element("input", {
    type: "text", defaultValue: countsWritten(has, link, side), spellcheck: false, autocomplete: "off", disabled: !may,
    size: 7
  });
  counts.setAttribute("aria-label", words("counts_of", { one: link[side].entity, other: link[other].entity }));
  counts.dataset.counts = side;
  const name = element("input", {
    type: "text", className: "word", defaultValue: link[side].field ?? "", placeholder: endName(link, side, ends),
    spellcheck: false, autocomplete: "off", disabled: !may
  });
  name.setAttribute("aria-label", words("field_name_of", { one: link[side].entity }));
  counts.addEventListener("change", () => keep(side, "counts", counts.value, counts));
  name.addEventListener("change", () => keep(side, "name", name.value.trim(), name));
  counts.dataset.part = `counts.${side}`;
  name.dataset.part = `name.${side}`;
  return element("p", { className: "sentence line-of" }, [
    element("span", { textContent: words("one_has", { one: link[side].entity }) }), counts,
    element("label", {}, [words("named"), name]),
  ]);
}
