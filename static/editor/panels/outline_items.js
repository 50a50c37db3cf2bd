// What stands in an item of the outline, and what is sought there.
import { element } from "../element.js";
import { endsSaid } from "../language/paths.js";
import { nested, TYPES, typeText } from "../language/types.js";
import { formClass } from "./strategy.js";

export const below = (node) =>
  (node.from || node.entities ? [] : node.type ? nested(node)?.fields ?? [] : node.fields ?? []);

const sought = (node) => `${node.name} ${node.from ? endsSaid(node) : ""}`.toLowerCase();

// How near a thing is to what is sought: 0 where its name begins so, 1 where it holds it, 2 where a field within does,
// 3 where nothing does.
export function far(node, asked) {
  if (node.name.toLowerCase().startsWith(asked)) return 0;
  if (sought(node).includes(asked)) return 1;
  return below(node).some((child) => far(child, asked) < 3) ? 2 : 3;
}

// The pairs of entities that more than one relationship joins: there its name is shown too.
export function shared(relationships) {
  const [once, twice] = [new Set(), new Set()];
  for (const pair of relationships.map(endsSaid)) (once.has(pair) ? twice : once).add(pair);
  return twice;
}

export const typed = (field) =>
  element("span", { className: `type t-${TYPES.get(field.type)?.family}`, textContent: typeText(field) });

// An entity's kind, and how a relationship is stored, as on the canvas.
export function marker(node, kind, badge) {
  if (kind === "entities") return element("i", { className: `kind kind-${node.kind ?? "entity"}` });
  if (kind === "relationships") return element("i", { className: `form ${badge?.form ? formClass(badge.form) : ""}` });
  return null;
}

export const blockOf = () => element("li", { className: "block", role: "none" }, [element("ul", { role: "none" })]);

// The number is drawn and no text: the item's name says it in words, and would not contain it behind the name.
export function counted({ severity, count }) {
  const mark = element("span", { className: `concern ${severity}`, ariaHidden: "true" });
  mark.dataset.count = count;
  return mark;
}
