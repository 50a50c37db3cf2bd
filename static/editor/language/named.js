// Names as people see them on the canvas, for what an operation calls them: an entity for the relationship that leads
// to it (`vet` for the end `vet_id`, `pet, owner` for what a read includes), and letters of any case.
import { manyOf, plural, snake } from "./making.js";
import { endName, endsOf, includable, single } from "./paths.js";
import { nested } from "./types.js";
import { Misread } from "./written.js";

const plain = (name) => name.toLowerCase().replace(/[\s_-]/g, "");
const alike = (one, other) => plain(one) === plain(other);
const names = (text, entity) => alike(text, entity) || alike(text, manyOf(entity));

// A path from an entity as the design has it; one that leads nowhere stays, for the server says what there is.
export function pathNamed(design, ends, entity, path) {
  const [first, ...rest] = path.split(".");
  const fields = design.entities.find(({ name }) => name === entity)?.fields ?? [];
  const own = fields.find(({ name }) => name === first);
  const loose = !own && !fields.some(({ name }) => alike(name, first));
  const end = own ? null : endNamed(design, ends, entity, first, loose);
  if (!end) return (loose && !rest.length && behind(design, ends, entity, path)) || fieldsNamed(fields, path);
  return [end[0], ...(rest.length ? [pathNamed(design, ends, end[1], rest.join("."))] : [])].join(".");
}

// The field of this name that an entity has by the one thing it refers to, as a path that says so; "" where none has.
function behind(design, ends, entity, text) {
  const found = endsOf(design, ends, entity).filter(
    ([, , of, side]) => single(linksOf(design, [of])[0] ?? {}, side)
  ).flatMap(([end, target]) => {
    const fields = design.entities.find(({ name }) => name === target)?.fields ?? [];
    return fields.filter(({ name }) => alike(name, text)).map(({ name }) => `${end}.${name}`);
  });
  if (found.length > 1) throw new Misread("misread_which", { text, names: found.join(", ") });
  return found[0] ?? "";
}

function fieldsNamed(fields, path) {
  const [first, ...rest] = path.split(".");
  const found = fields.find(({ name }) => name === first) ?? fields.find(({ name }) => alike(name, first));
  if (!found) return /^id$/i.test(path) ? "_id" : path;
  const inner = rest.length ? fieldsNamed(nested(found)?.fields ?? [], rest.join(".")) : null;
  return [found.name, ...(inner === null ? [] : [inner])].join(".");
}

// The end of this name, or the only one that leads to an entity of it. loose: no field is meant.
function endNamed(design, ends, entity, text, loose) {
  const all = endsOf(design, ends, entity);
  const exact = all.find(([name]) => name === text);
  if (exact || !loose) return exact;
  const found = all.filter(([name, target]) => alike(name, text) || names(text, target));
  const ways = new Map(found.map((end) => [`${end[2]}.${end[3]}`, end]).reverse());
  const [only, ...others] = ways.values();
  if (!others.length) return only;
  throw new Misread("misread_which", { text, names: [only, ...others].map(([name]) => name).join(", ") });
}

// What a read of an entity includes, by the names of relationships: each from what was reached before, over others
// where there is one shortest way.
export function includesNamed(design, ends, entity, texts) {
  const found = [];
  for (const text of texts) {
    const near = includable(design, entity, found);
    if (text.includes(".") || near.includes(text) || found.includes(text)) found.push(text);
    else found.push(...wayTo(design, ends, entity, text, found));
  }
  return [...new Set(found)];
}

// What the name of an operation says besides its kind and entity: `read member with visits` includes them, and `find
// routes by grade and wall` is filtered so. {includes, filter}, each only with what the design has.
export function saidInName(design, ends, { kind, entity }, name) {
  const behind = (word) => (
    new RegExp(`\\b${word} (.+?)(?= (?:${PARTS})\\b|$)`, "i").exec(name)?.[1].split(LISTED) ?? []
  );
  const includes = kind === "read" ? behind("with").reduce((found, text) => {
    try {
      return includesNamed(design, ends, entity, [...found, text]);
    } catch (trouble) {
      if (!(trouble instanceof Misread)) throw trouble;
      return found;
    }
  }, []) : [];
  const filter = kind === "insert" ? [] : behind("by").flatMap((text) => fieldSaid(design, ends, entity, text));
  return { ...(filter.length ? { filter } : {}), ...(includes.length ? { includes } : {}) };
}

const PARTS = "with|by|for|of|in|from|to|per|sorted";
const LISTED = /\s*,\s*|\s+and\s+/;

function fieldSaid(design, ends, entity, text) {
  try {
    const field = pathNamed(design, ends, entity, text);
    const own = design.entities.find(({ name }) => name === entity)?.fields ?? [];
    const [first] = field.split(".");
    const there = first === "_id" || own.some(({ name }) => name === first);
    return there || endsOf(design, ends, entity).some(([name]) => name === first) ? [{ field }] : [];
  } catch (trouble) {
    if (!(trouble instanceof Misread)) throw trouble;
    return [];
  }
}

// What an operation includes, as people say it: each by where it leads from what was reached before it (`pet` of a
// visit, for the relationship `visits`), else by the name of its end, else by its own; always what is read back as it.
export const includesSaid = (design, ends, entity, names) => names.reduce((said, name, at) => {
  const before = names.slice(0, at);
  const [link] = linksOf(design, [name]);
  const reached = new Set([entity, ...linksOf(design, before).flatMap(({ from, to }) => [from.entity, to.entity])]);
  const side = link && ["from", "to"].find((one) => reached.has(link[one].entity));
  const other = link?.[side === "from" ? "to" : "from"].entity;
  const tries = side && other !== link[side].entity
    ? [(single(link, side) ? snake : plural)(other), endName(link, side, ends)] : [];
  return [...said, tries.find((text) => isRead(design, ends, entity, [...before, text], [...before, name])) ?? name];
}, []);

// What may be included besides, as people say it.
export const includesOffered = (design, ends, entity, names = []) => includable(design, entity, names).map(
  (name) => includesSaid(design, ends, entity, [...names, name]).at(-1)
);

function isRead(design, ends, entity, texts, names) {
  try {
    return includesNamed(design, ends, entity, texts).join() === names.join();
  } catch (trouble) {
    if (!(trouble instanceof Misread)) throw trouble;
    return false;
  }
}

function wayTo(design, ends, entity, text, before) {
  let ways = [[]];
  const seen = new Set([entity]);
  for (const link of linksOf(design, before)) seen.add(link.from.entity).add(link.to.entity);
  for (let steps = 0; steps < 3; steps++) {
    ways = ways.flatMap((way) => includable(design, entity, [...before, ...way]).map((name) => [...way, name])).filter(
      (way) => leadsOn(design, way, seen)
    );
    const hits = ways.filter((way) => meant(design, ends, way.at(-1), text, way.length === 1 ? seen : null));
    if (hits.length === 1) return hits[0];
    if (hits.length) throw new Misread("misread_which", { text, names: hits.map((way) => way.at(-1)).join(", ") });
  }
  if ((design.relationships ?? []).some(({ name }) => name === text)) return [text];
  throw new Misread("misread_include", { text, names: includable(design, entity, before).join(", ") });
}

const linksOf = (design, list) => (design.relationships ?? []).filter(({ name }) => list.includes(name));

// Each step from an entity that the one before has newly reached.
function leadsOn(design, way, seen) {
  let at = seen;
  for (const [link] of way.map((name) => linksOf(design, [name]))) {
    const { from: { entity: one }, to: { entity: other } } = link;
    if (!at.has(one) && !at.has(other)) return false;
    at = new Set([at.has(one) ? other : one]);
  }
  return true;
}

// Whether a relationship is what a text says: by its own name, what an end of it is called, or where it leads.
function meant(design, ends, name, text, from) {
  const [link] = linksOf(design, [name]);
  const called = (side) => endsOf(design, ends, link[side].entity).some(
    ([end, , of, at]) => of === name && at === side && alike(end, text)
  );
  return alike(name, text) || [["from", "to"], ["to", "from"]].some(([side, other]) => (
    !from || from.has(link[side].entity)) && (names(text, link[other].entity) || called(side)));
}
