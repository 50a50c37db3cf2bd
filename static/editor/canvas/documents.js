// The documents view: what follows from the design. Collections as cards with what is embedded nested in
// their rows, references as arrows, copies dashed. Made from the compiled plan; nobody edits it here.
import { CARD, cardHeight, clamp } from "../layout/geometry.js";
import { arranged } from "../layout/layout.js";
import { TYPES } from "../language/types.js";

const MARKS = {
  embedded: "embedded", subset: "subset", bucket: "bucket", copy: "copy", computed: "computed", reference: "ref",
  links: "links"
};

const LONGEST = 24; // letters of a note
const WIDE = [248, 440]; // px of a card
const BOUND = new Set(["subset", "bucket", "outlier", "embedded", "links"]);
const PLAIN = new Set(["own", "attribute", "link", "computed"]); // on the ground of what they stand in

export function documentsView(design, { collections }, closed) {
  const kinds = new Map(design.entities.map((entity) => [entity.name, entity.kind ?? "entity"]));
  const rows = new Map(collections.map((one) => [one.name, [...rowsOfCollection({ subject: one }, closed)]]));
  const cards = collections.map((one) => ({
    key: `collection:${one.name}`, subject: one, name: one.name, kind: kinds.get(one.entity) ?? "entity",
    badge: one.kind === "standard" ? "" : one.kind,
    fixed: true, folded: false, ...measured(rows.get(one.name)), fields: one.fields.length,
  }));
  const names = new Set(collections.map((one) => one.name));
  const lines = new Map();
  for (const one of collections) for (const { path, field } of walked(one.fields, one.name)) {
    if (!field.target || !names.has(field.target)) continue;
    const style = field.origin === "copy" ? "copy" : "reference";
    const key = `${one.name}|${field.target}|${style}|${field.relationship ?? ""}`;
    if (!lines.has(key)) lines.set(key, {
      key, subject: path, name: path, from: `collection:${one.name}`, to: `collection:${field.target}`, style,
      arrow: true, badge: style === "copy" ? "copy" : "",
      a: { row: heightOf(rows.get(one.name), path) }, b: { row: CARD.head / 2 },
    });
  }
  const made = { cards, lines: [...lines.values()] };
  const places = arranged(cards.map((card) => ({ key: card.key, w: card.w, h: cardHeight(card.count) })), made.lines);
  for (const card of cards) Object.assign(card, places.get(card.key));
  return made;
}

// The height of a field's row in its card, or of the row that it is folded into.
function heightOf(rows, path) {
  const at = rows.findLastIndex(({ id }) => path === id || path.startsWith(`${id}.`));
  return CARD.head + (at + 0.5) * CARD.row;
}

// How many rows, and how wide a card shows the longest of them, by the usual width of letters: what is embedded stands
// further in, and says so beside its type.
function measured(rows) {
  const wide = ({ name, type, note, depth }) =>
    92 + 14 * depth + 8.2 * name.length + 7.6 * type.length + (note ? 7 + 8 * note.length : 0);
  return { count: rows.length, w: Math.ceil(clamp(Math.max(0, ...rows.map(wide)), ...WIDE)) };
}

// Rows of a collection; each that a decision made says why it is there.
export function* rowsOfCollection({ subject }, closed, decisions = []) {
  const reasons =
    new Map(decisions.map((one) => [one.relationship, `${one.relationship}: ${one.reason} (${one.rule})`]));
  yield* listed(subject.fields, subject.name, 0, { closed, reasons }, schemaOf(subject.validator));
}

// What a validator asks of a document, of one with past versions what it asks of the current one.
function schemaOf(validator) {
  return validator?.$jsonSchema ?? validator?.$or?.find((each) => each.$jsonSchema)?.$jsonSchema;
}

// schema: the validator's, which knows the bounds of arrays.
function* listed(fields, path, depth, told, schema, origin = "") {
  for (const field of fields) {
    const id = `${path}.${field.name}`;
    const { level, brackets } = innermost(field);
    const types = level.types ?? [];
    const shown = types[0] ?? "object";
    const { family, glyph } = TYPES.get(brackets ? "array" : shown) ?? TYPES.get("null");
    const inner = level.fields ?? [];
    const open = inner.length > 0 && !told.closed.has(id);
    const rule = schema?.properties?.[field.name];
    const made = madeAs(field, inner);
    const ground = PLAIN.has(made) ? origin : field.origin;
    const bound = BOUND.has(made) && rule?.maxItems !== undefined ? ` ≤ ${rule.maxItems}` : "";
    yield {
      id, depth, name: field.name, type: `${types.join(" | ")}${brackets}`, family, glyph, opens: inner.length > 0,
      open,
      required: field.required, origin: ground,
      note: `${made === "attribute" ? attributeNote(field, inner) : MARKS[made] ?? ""}${bound}`,
      relationship: field.relationship, why: told.reasons.get(field.relationship) ?? "",
    };
    if (open) yield* listed(inner, id, depth + 1, told, innermostRule(rule), ground);
  }
}

// A list of links has the reference in each; the link's own fields, beside it, are like any others.
function madeAs({ origin }, inner) {
  return origin === "link" && inner.some((one) => one.origin === "reference") ? "links" : origin;
}

// Of an array of attributes what it is, of a value of which ones: the rules of a value go by its name.
function attributeNote({ kinds = [] }, inner) {
  if (inner.length) return "attributes";
  const said = kinds.join(", ");
  return said.length > LONGEST ? `${kinds.length} attributes` : said;
}

function innermostRule(rule) {
  let level = rule;
  while (level?.items) level = level.items;
  return level;
}

function innermost(field) {
  let [level, brackets] = [field, ""];
  while (level.types?.includes("array") && level.items) [level, brackets] = [level.items, `${brackets}[]`];
  return { level, brackets };
}

function* walked(fields, path) {
  for (const field of fields) {
    yield { path: `${path}.${field.name}`, field };
    yield* walked(innermost(field).level.fields ?? [], `${path}.${field.name}`);
  }
}

// Where each entity's card goes in this view: its own collection, else the first that holds it.
export function homes(design, live) {
  const found =
    new Map(live.collections.filter((one) => one.entity).map((one) => [one.entity, `collection:${one.name}`]));
  for (let round = 0; round < 3; round++) for (const one of live.decisions) {
    const link = (design.relationships ?? []).find((each) => each.name === one.relationship);
    if (!link || !one.holders?.length) continue;
    for (const side of ["from", "to"])
      if (!found.has(link[side].entity)) found.set(link[side].entity, `collection:${one.holders[0].collection}`);
  }
  return found;
}
