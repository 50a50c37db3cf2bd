// Edits as the server knows them (designs/compiler/edits), made from what a gesture means.
import { newId } from "../state/state.js";
import { several as severalOf } from "./inflection.js";
import { inDigits } from "./numbers.js";
import { nested } from "./types.js";

export const several = (edits) => ({ edit: "several", edits });
export const set =
  (id, path, value) => (value === undefined ? { edit: "set", id, path } : { edit: "set", id, path, value });
export const rename = (id, name, end) => (end ? { edit: "rename", id, name, end } : { edit: "rename", id, name });
export const remove =
  (id, dependents = false) => (dependents ? { edit: "remove", id, dependents } : { edit: "remove", id });
export const add = (holder, path, index, value) => ({ edit: "add", holder, path, index, value });
export const order = (holder, path, ids) => ({ edit: "order", holder, path, ids });

// Where entities stand. places: name -> {x, y}; what else the layout says of one stays.
export function placing(design, places) {
  return several([...places].map(([name, { x, y, folded }]) => set("design", ["layout", name], {
    ...(design.layout?.[name] ?? {}), x: Math.round(x), y: Math.round(y), ...(folded ? { folded } : {})
  })));
}

// Groups with these entities in the one of this number, or in none; a group that is left empty goes.
export function regrouped(groups = [], names, into = null) {
  const kept = groups.map((one, number) => {
    const others = (one.entities ?? []).filter((name) => !names.includes(name));
    return {
      ...one,
      entities: number === into ? [
        ...(one.entities ?? []), ...names.filter((name) => !one.entities?.includes(name))
      ] : others
    };
  }).filter((one) => one.entities.length);
  return kept.length ? kept : undefined;
}

// A name that is not taken yet: `Entity`, `Entity2`, …
export function free(name, taken) {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}${number}`;
    if (!taken.has(tried)) return tried;
  }
}

export function addEntity(design, name, place) {
  const id = newId();
  const edits = [add("design", ["entities"], design.entities.length, { id, name, fields: [] })];
  return { id, edit: several([...edits, ...placing({}, new Map([[name, place]])).edits]) };
}

export const snake = (name) => name.replace(
  /([\p{Ll}\d])(\p{Lu})/gu, "$1_$2"
).replace(/[^\p{L}\p{N}]+/gu, "_").toLowerCase().replace(/^_+|_+$/g, "") || "link";

export const plural = (name) => manyOf(snake(name));

// Several of a name, as it is written: `People`, `OrderLines`.
export const manyOf = (name) => name.replace(/(\p{Lu}?[\p{Ll}\d]+|\p{L})$/u, (word) => {
  const [first, ...rest] = severalOf(word.toLowerCase());
  return (word[0] === first ? first : first.toUpperCase()) + rest.join("");
});

// What a new relationship is called: as what it leads to, else with what it comes from before that; never by a number
// while words are left.
export function linkName(from, to, taken) {
  const tree = from === to;
  const names = tree ? [`${snake(from)}_tree`, `${snake(from)}_hierarchy`] : [
    plural(to), `${snake(from)}_${plural(to)}`, `other_${snake(from)}_${plural(to)}`
  ];
  return names.find((name) => !taken.has(name)) ?? free(names[1], taken);
}

// From a field where one is given ({field, entity}), else from the whole entity.
export const relating =
  (design, from, to, found) => (found ? relateField(design, found, to) : addRelationship(design, from, to));

// A relationship between two entities; one to itself is a tree of parents.
export function addRelationship(design, from, to) {
  const id = newId();
  const taken = new Set((design.relationships ?? []).map((link) => link.name));
  const tree = from === to;
  const name = linkName(from, to, taken);
  const value = tree
    ? { id, name, kind: "tree", from: { entity: from, field: "children" }, to: { entity: to, field: "parent" } }
    : { id, name, kind: "one-to-many", from: { entity: from, has: { min: 0, max: null } }, to: {
      entity: to, has: { min: 1, max: 1 }
    } };
  return { id, edit: add("design", ["relationships"], (design.relationships ?? []).length, value) };
}

// Whether a field is the id of an entity, so that a line from its row stands for it: called `customer_id`, of type
// objectId, or several of these; and not the id of another entity of these names.
export function refersTo(field, entity, names) {
  const named = /^(.*?)_?(?:ids?|Ids?)$/.exec(field.name);
  const held = field.type === "array" ? field.items?.type : field.type;
  if (/^_?id$/i.test(field.name) || !(held === "objectId" || /_ids?$|[a-z]Ids?$/.test(field.name))) return false;
  const meant = snake(named?.[1] ?? field.name);
  return meant === snake(entity) || !names.some((name) => snake(name) === meant);
}

// A field that is drawn to another entity becomes the relationship: its name, without `_id`, is what its entity calls
// the other one, an array is many, and the field goes, for its reference follows.
export function relateField(design, { field, entity }, to) {
  const name = field.name.replace(/_?ids?$/i, "") || field.name;
  const many = field.type === "array";
  const made = addRelationship(design, many ? entity.name : to, many ? to : entity.name);
  const link = made.edit.value;
  if (link.kind === "tree") link[many ? "from" : "to"].field = name;
  else if (many)
    Object.assign(link.from, { field: name, has: { min: field.min_items ?? 0, max: field.max_items ?? null } });
  else Object.assign(link.to, { field: name, has: { min: field.required ? 1 : 0, max: 1 } });
  return { id: made.id, edit: several([made.edit, remove(field.id)]), gone: field.name };
}

// The kind that the numbers of two ends make, for pairs of entities.
export function kindOf(fromMost, toMost) {
  const [many, back] = [fromMost === null || fromMost > 1, toMost === null || toMost > 1];
  if (many && back) return "many-to-many";
  return many || back ? "one-to-many" : "one-to-one";
}

// `1..10`, `3`, `0..*`, `1..10 ~2`, `1 to 6, usually 2` as counts; `about 40` is the average alone; null where it is
// none of these.
export function countsRead(text) {
  const plain = inDigits(text.trim().toLowerCase()).replace(VAGUE, "$1");
  const said = USUAL.exec(plain);
  const range = plain.replace(USUAL, "").replace(/[\s,;]+$/, "").replace(/^[\s,;]+/, "");
  const found = said && !range ? {} : rangeRead(range);
  if (!found || (found.max !== null && found.max < found.min)) return null;
  if (!said) return found;
  const average = Number(said[1]);
  return average < found.min || (typeof found.max === "number" && average > found.max) ? null : { ...found, average };
}

const NO_LIMIT = /^(\*|n|m|∞|many|any|unbounded|unlimited|infinite|no limit|no maximum)$/;
const NUMBER = "\\d+(?:\\.\\d+)?";
const ABOUT = "about|around|approximately|approx\\.?|roughly|circa|ca\\.?";
// How many there are as a rule, wherever it stands, in brackets too.
const RULE = "usually|typically|normally|mostly|on average|average|avg\\.?";
const USUAL = new RegExp(`\\(?(?:[~≈]|\\b(?:${RULE}|${ABOUT}))\\s*(?:${ABOUT})?`
  + `\\s*(${NUMBER})(?![\\d.+])\\)?`);
const VAGUE = new RegExp(`((?:\\bto|\\bleast|\\bmost|\\bthan|\\bmax|\\.\\.|-)\\s*)(?:${ABOUT})\\s+`, "g");

// `3`, `1..10`, `0..*`, `1+`, `up to 5`, `at least 2`, `many`; null where it is none of these.
function rangeRead(said) {
  const text = said.replace(/^exactly\s+/, "");
  if (NO_LIMIT.test(text)) return { min: 0, max: null };
  const least = new RegExp(`^(?:at least|>=|from|min\\.?)?\\s*(${NUMBER})\\s*(?:\\+|or more|\\.\\.)?$`).exec(text);
  if (least) {
    const min = Number(least[1]);
    return { min, max: text === least[1] ? min : null };
  }
  const most = new RegExp(`^(?:up to|at most|no more than|max\\.?|<=)\\s*(${NUMBER})$`).exec(text);
  if (most) return { min: 0, max: Number(most[1]) };
  const both =
    new RegExp(`^(?:between\\s+)?(${NUMBER})\\s*(?:\\.\\.+|-|–|…|to|and|or)\\s*(.+)$`).exec(text);
  if (!both) return null;
  const min = Number(both[1]);
  if (NO_LIMIT.test(both[2])) return { min, max: null };
  return new RegExp(`^${NUMBER}$`).test(both[2]) ? { min, max: Number(both[2]) } : null;
}

// `1..10 ~2`: least, most, usual. has: what an end of a relationship says.
export function countsWritten(has, link, side) {
  const single = link.kind === "one-to-one" || (link.kind === "one-to-many" && side === "to");
  const least = has.min ?? (single ? 1 : 0);
  const most = has.max === undefined ? (single ? 1 : "*") : has.max ?? "*";
  return `${least === most ? least : `${least}..${most}`}${has.average === undefined ? "" : ` ~${has.average}`}`;
}

// Counts of an end with new ones taken in; what no longer fits between them goes. An average alone makes its own room.
export function countsMerged(has = {}, counts) {
  const merged = { ...has, ...counts };
  if (counts.average !== undefined && counts.max === undefined) {
    if (merged.max === undefined || merged.average > merged.max) merged.max = null;
    merged.min = merged.min > merged.average ? 0 : merged.min ?? 0;
  }
  const fits = (number) => number === undefined
    || (number >= merged.min && (merged.max === null || number <= merged.max));
  for (const key of ["average", "p95"]) if (!fits(merged[key])) delete merged[key];
  if (merged.max === null && merged.growth === "bounded") delete merged.growth;
  if (merged.max !== null && merged.growth === "unbounded") delete merged.growth;
  const ordered = {};
  for (const key of ["min", "average", "p95", "max", "growth", "adds_per_day", "share_over"])
    if (key in merged) ordered[key] = merged[key];
  return ordered;
}

// Edits that give a field what its line says, beside what the line cannot say.
export function changedField(field, wanted) {
  const edits = [];
  if (wanted.name !== field.name) edits.push(rename(field.id, wanted.name));
  const kept = nested(field)?.fields ?? [];
  const inner = nested(wanted);
  if (inner && kept.length && !inner.fields.length) {
    let level = wanted;
    for (const key of inner.path.slice(0, -1)) level = level[key];
    level.fields = kept;
  }
  const shape = (one) => JSON.stringify([one.type, one.types, one.items, one.fields]);
  const plain = nested(field)?.path.length === 1 && nested(wanted)?.path.length === 1;
  if (shape(field) !== shape(wanted) && !plain) {
    if (field.fields?.length || nested(field)?.fields.length || inner?.fields.length) return {
      replaced: { ...field, items: undefined, fields: undefined, types: undefined, ...wanted, id: field.id }, edits
    };
    for (const key of ["type", "types", "items"])
      if (JSON.stringify(field[key]) !== JSON.stringify(wanted[key])) edits.push(set(field.id, [key], wanted[key]));
  } else if (JSON.stringify(field.types) !== JSON.stringify(wanted.types))
    edits.push(set(field.id, ["types"], wanted.types));
  for (const key of ["required", "nullable", "unique"]) {
    if (Boolean(field[key]) !== Boolean(wanted[key])) edits.push(set(field.id, [key], wanted[key] ? true : undefined));
  }
  for (const [key, value] of Object.entries(wanted)) {
    if (!SAID.has(key) && JSON.stringify(value) !== JSON.stringify(field[key])) edits.push(set(field.id, [key], value));
  }
  return { edits };
}

// What a field's line always says; other properties are changed where it names them.
const SAID = new Set(["id", "name", "type", "types", "items", "fields", "required", "nullable", "unique"]);
