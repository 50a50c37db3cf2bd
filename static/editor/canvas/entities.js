// The entities view: a design's entities as cards, its relationships as lines.
import { arranged } from "../layout/layout.js";
import { CARD, cardHeight, Index } from "../layout/geometry.js";
import { endName } from "../language/paths.js";
import { nested, TYPES, typeText } from "../language/types.js";

const PLAIN = "#0b6b4f"; // of a group without a colour

// Cards, lines and areas of the design. closed: ids of fields that are folded; badges: strategy by relationship;
// ends: what the ends of relationships are called (live.ends).
export function entitiesView(
  design, closed, badges = new Map(), concerns = new Map(), placed = new Map(), stood = null, ends = null
) {
  const layout = design.layout ?? {};
  const linked = linkRows(design, ends);
  const cards = (design.entities ?? []).map((entity) => ({
    key: entity.id, subject: entity, name: entity.name, kind: entity.kind ?? "entity",
    folded: layout[entity.name]?.folded === true, links: linked.get(entity.name) ?? [],
    count: counted(entity.fields, closed) + (linked.get(entity.name)?.length ?? 0),
    fields: (entity.fields ?? []).length, size: entity.count === undefined ? "" : brief(entity.count),
    concern: concerns.get(entity.id), x: layout[entity.name]?.x, y: layout[entity.name]?.y,
    byHand: layout[entity.name]?.x !== undefined && !placed.has(entity.id, layout[entity.name]),
  }));
  const byName = new Map(cards.map((card) => [card.name, card]));
  const byKey = new Map(cards.map((card) => [card.key, card]));
  const lines = (design.relationships ?? []).map((link) => ({
    key: link.id, subject: link, name: link.name, kind: link.kind,
    ...(badges.get(link.name) ?? { badge: link.strategy ?? "", strategy: link.strategy ?? "" }),
    chosen: Boolean(link.strategy), concern: concerns.get(link.id), from: byName.get(link.from.entity)?.key,
    to: byName.get(link.to.entity)?.key,
    a: foot(link, "to"), b: foot(link, "from"), pair: pairOf(link),
  })).filter((line) => line.from && line.to);
  const areas = (design.groups ?? []).map((group, number) => ({
    key: `group:${number}`, name: group.name, colour: group.colour ?? PLAIN,
    members: (group.entities ?? []).map((name) => byName.get(name)?.key).filter(Boolean),
  }));
  for (const line of lines) {
    line.a.row = rowAt(byKey.get(line.from), line, "a");
    line.b.row = rowAt(byKey.get(line.to), line, "b");
  }
  const stands = stood ?? { view: null, places: new Map() };
  place(cards, lines, areas, stands);
  apart(cards, stands);
  return { cards, lines, areas };
}

// The fields that each pair of two has of its own, in a few words; none where there are none.
function pairOf({ link_fields: fields = [] }) {
  const names = fields.slice(0, 2).map(({ name }) => name).join(", ");
  return fields.length ? `${names}${fields.length > 2 ? ` +${fields.length - 2}` : ""}` : undefined;
}

// By the id of an entity, how many rows its card has.
export function rowCounts(design, closed, ends) {
  const linked = linkRows(design, ends);
  return new Map((design.entities ?? []).map(
    ({ id, name, fields }) => [id, counted(fields, closed) + (linked.get(name)?.length ?? 0)]
  ));
}

// Rows of a card, nested ones after what holds them.
export function rowsOf(card, closed, concerns = new Map()) {
  return card.folded ? [] : [...listed(card.subject.fields, 0, closed, concerns), ...card.links];
}

// By entity, a row for each of its relationships, with the count of what it leads to. What is owned stands in its
// owner: it calls that nothing, unless the design says so.
function linkRows(design, ends) {
  const rows = new Map();
  const owned = new Set((design.entities ?? []).filter(({ kind }) => kind === "weak").map(({ name }) => name));
  for (const link of design.relationships ?? []) for (const side of ["from", "to"]) {
    const { entity, field } = link[side];
    const name = field ?? (side === "to" && owned.has(entity) ? "" : endName(link, side, ends));
    if (!name) continue;
    if (!rows.has(entity)) rows.set(entity, []);
    rows.get(entity).push({
      id: `${link.id}:${side}`, link: link.id, end: side === "from" ? "a" : "b", depth: 0, name,
      type: foot(link, side).text, assumed: foot(link, side).assumed, family: "other", glyph: "↳"
    });
  }
  return rows;
}

// The height at which a line ends: that of its row, or of the name of a card that has none for it.
function rowAt({ links, count }, line, end) {
  const at = links.findIndex((row) => row.link === line.key && row.end === end);
  return at < 0 ? CARD.head / 2 : CARD.head + (count - links.length + at + 0.5) * CARD.row;
}

function* listed(fields, depth, closed, concerns) {
  for (const field of fields ?? []) {
    const type = innermost(field);
    const { family, glyph } = TYPES.get(field.type === "array" ? "array" : type) ?? TYPES.get("null");
    const inner = nested(field);
    const opens = Boolean(inner && inner.fields.length);
    const open = opens && !closed.has(field.id);
    yield {
      id: field.id, depth, name: field.name, type: typeText(field), family, glyph, opens, open,
      required: field.required === true, nullable: field.nullable === true, unique: field.unique === true,
      computed: Boolean(field.computed), concern: concerns.get(field.id),
    };
    if (open) yield* listed(inner.fields, depth + 1, closed, concerns);
  }
}

function counted(fields, closed) {
  let sum = 0;
  for (const field of fields ?? []) {
    sum++;
    const inner = field.fields || field.items ? nested(field) : null;
    if (inner && !closed.has(field.id)) sum += counted(inner.fields, closed);
  }
  return sum;
}

function innermost(field) {
  let level = field;
  while (level.type === "array" && level.items) level = level.items;
  return level.type;
}

// What stands at an end: how many documents of that end the other one has; of a kind (is-a), which end is the general.
// The topmost of a tree has no parent, unless the design says that each has one.
function foot(link, side) {
  if (link.kind === "is-a") return { general: side === "to", text: "" };
  const has = link[side].has ?? {};
  const one = link.kind === "one-to-one" || (["one-to-many", "tree"].includes(link.kind) && side === "to");
  const least = has.min ?? (one && link.kind !== "tree" ? 1 : 0);
  const most = has.max === undefined ? (one ? 1 : null) : has.max;
  const assumed = !one && has.max === undefined; // nobody stated it
  return { many: !one && most !== 1, optional: least === 0, text: counts(least, most), assumed };
}

// Numbers as people write them: `1`, `0..10`, `1..*`.
function counts(least, most) {
  const shown = most === null ? "*" : short(most);
  return String(least) === shown ? shown : `${short(least)}..${shown}`;
}

function short(number) {
  if (number >= 1e6 && number % 1e5 === 0) return `${number / 1e6}M`;
  return number >= 1e3 && number % 100 === 0 ? `${number / 1e3}k` : String(number);
}

// A number of documents in few letters: `600`, `2.5M`.
export function brief(number) {
  const [unit, letter] = number >= 1e9 ? [1e9, "B"] : number >= 1e6 ? [1e6, "M"] : number >= 1e3 ? [1e3, "k"] : [1, ""];
  return `${Number((number / unit).toPrecision(unit === 1 ? 4 : 3))}${letter}`;
}

const CLEAR = 24; // px between a card and the one that it was pushed off

// Cards that were stored upon one another, as by a program that took them for smaller, open side by side: the lower
// one is shown below the other, until somebody moves it. stood.pushed: by key, from where to where.
function apart(cards, stood) {
  stood.pushed ??= pushed(cards);
  for (const card of cards) {
    const push = stood.pushed.get(card.key);
    if (push && push.from.x === card.x && push.from.y === card.y) Object.assign(card, push.to);
  }
}

function pushed(cards) {
  const [index, moves] = [new Index(), new Map()];
  for (const card of [...cards].sort((one, other) => one.y - other.y || one.x - other.x)) {
    const { key, x, y } = card;
    const box = { x, y, w: card.w ?? CARD.width, h: cardHeight(card.folded ? 0 : card.count) };
    for (let under = [...index.within(box)]; under.length; under = [...index.within(box)])
      box.y = Math.max(...under.map((one) => index.boxes.get(one).y + index.boxes.get(one).h)) + CLEAR;
    index.put(key, box);
    if (box.y !== y) moves.set(key, { from: { x, y }, to: { x, y: box.y } });
  }
  return moves;
}

// Cards that nobody has placed stand where they stood, else by their neighbours; beside the others if some are placed.
// stood: {view: the room to arrange all of them in, places: those that were given, by key}.
function place(cards, lines, areas, stood) {
  const unplaced = cards.filter((card) => !Number.isFinite(card.x) || !Number.isFinite(card.y));
  for (const card of unplaced) Object.assign(card, stood.places.get(card.key));
  const free = unplaced.filter((card) => !Number.isFinite(card.x));
  if (!free.length) return;
  const keys = new Set(free.map((card) => card.key));
  const set = cards.filter((card) => !keys.has(card.key));
  const sized = free.map((card) => ({ key: card.key, h: cardHeight(card.folded ? 0 : card.count) }));
  const places = arranged(
    sized, lines.filter((line) => keys.has(line.from) && keys.has(line.to)), areas.map((area) => area.members),
    set.length ? null : stood.view
  );
  const bottom =
    set.length ? Math.max(...set.map((card) => card.y + cardHeight(card.folded ? 0 : card.count))) + 120 : 0;
  const left = set.length ? Math.min(...set.map((card) => card.x)) : 0;
  for (const card of free) {
    const { x, y, folded } = places.get(card.key);
    const given = { x: x + left, y: y + bottom, ...(folded ? { folded } : {}) };
    stood.places.set(card.key, given);
    Object.assign(card, given);
  }
}
