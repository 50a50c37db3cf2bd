// The workload as people write it into a table: filters, sorts, what an operation is, and rows from a spreadsheet.
import { manyOf } from "./making.js";
import { listRead, Misread, numberRead, oftenRead, valueRead, valueListed } from "./written.js";

export const WHAT = ["read", "insert", "update", "delete"];
const MATCHES = ["in", "range", "prefix", "regex", "exists", "text", "near"];
const SIGNS = ["=", ">=", "<="];
const VERBS = {
  insert: "add adds insert inserts create creates new post posts enrol enroll register place book import log upload",
  update: "update updates change changes edit edits set renew rename move assign mark cancel pay ship modify correct",
  delete: "delete deletes remove removes drop purge expire clean",
  read: "read reads get list find show search view browse open look load count",
};
const KINDS = new Map(Object.entries(VERBS).flatMap(([kind, words]) => words.split(" ").map((word) => [word, kind])));

const BEFORE_OTHERS = new Set("of by for in with from to at on per".split(" ")); // `boats of a marina` are boats

const EVERY = "*";
// What a file can't hold as a value: it is another one tomorrow.
const PASSING = /^(\S+?)\s*(?:[<>]=?|=)\s*(today|now|yesterday|tomorrow|this \w+|last \w+)$/i;

// `department, posted_on range, status = open, sku in 20, total >= 10`: the conditions of a filter; `*` has none, and
// means every document.
export function filterRead(text) {
  if (text.trim() === EVERY) return [];
  return listRead(text).map((one) => {
    const passing = PASSING.exec(one);
    if (passing) throw new Misread("misread_passing", { text: passing[2], instead: `${passing[1]} range` });
    const beyond = /^(\S+?)\s*([<>])(?!=)\s*(.+)$/.exec(one);
    if (beyond) throw new Misread("misread_beyond", { text: one, instead: `${beyond[1]} ${beyond[2]}= ${beyond[3]}` });
    const compared = /^(\S+?)\s*(>=|<=|=)\s*(.+)$/.exec(one);
    if (compared) {
      const [, field, sign, said] = compared;
      const value = valueRead(said.trim());
      if (sign === "=") return { field, value };
      return sign === ">=" ? { field, match: "range", at_least: value } : { field, match: "range", at_most: value };
    }
    const [field, match, count, ...rest] = one.split(/\s+/);
    if (rest.length || /[<>=]$/.test(one) || (match && match !== "eq" && !MATCHES.includes(match)))
      throw new Misread("misread_filter", { text: one });
    const made = match ? { field, match } : { field };
    if (count === undefined) return made;
    if (match !== "in") throw new Misread("misread_filter", { text: one });
    return { ...made, values: numberRead(count, { least: 0, whole: true }) };
  });
}

// What may be typed next in a filter: paths, and behind one how it is compared.
export function filterOffered(text, paths) {
  const [, path] = /([^\s,]+)\s+\S*$/.exec(text) ?? [];
  return path ? [...SIGNS, ...MATCHES].map((one) => `${path} ${one}`) : paths;
}

// A filter as text; null where text can't say all of it, "" where none is stated.
export function filterWritten(filter) {
  if (!filter?.length) return filter ? EVERY : "";
  const text = filter.map(({ field, match, values, value, at_least: least, at_most: most }) => {
    if (value !== undefined) return `${field} = ${valueListed(value)}`;
    if (least !== undefined) return `${field} >= ${valueListed(least)}`;
    if (most !== undefined) return `${field} <= ${valueListed(most)}`;
    return [field, match, values].filter((one) => one !== undefined).join(" ");
  }).join(", ");
  try {
    return JSON.stringify(filterRead(text)) === JSON.stringify(filter) ? text : null;
  } catch {
    return null;
  }
}

// `posted_on desc, name`; also `-posted_on`.
export function sortRead(text) {
  return listRead(text).map((one) => {
    const hit = /^(-?)(\S+?)(?:\s+(asc|desc|1|-1))?$/.exec(one);
    if (!hit || (hit[1] && hit[3])) throw new Misread("misread_sort", { text: one });
    const [, minus, field, way] = hit;
    if (minus || way === "desc" || way === "-1") return { field, direction: -1 };
    return way ? { field, direction: 1 } : { field };
  });
}

export const sortWritten = (sort = []) =>
  sort.map(
    ({ field, direction }) => field + (direction === undefined ? "" : direction < 0 ? " desc" : " asc")
  ).join(", ");

// What comes of an act: `book class` makes a Booking where there is one, and no Class.
const ACTS = "(ing|ment|ation|al|ance)";

// What a name says of an operation: `post message` inserts a Message. {kind, entity}, each only where it says so.
export function guessed(name, entities) {
  const words = name.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const kind = words.map((word) => KINDS.get(word)).find(Boolean);
  const about = words.findIndex((word) => BEFORE_OTHERS.has(word));
  const plain = (form) => form.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const named = (part) => entities.filter(
    (one) => [one, manyOf(one)].some((form) => part.join("").includes(plain(form)))
  ).sort((one, other) => other.length - one.length)[0];
  const verb = kind === "insert" && words.find((word) => KINDS.get(word) === kind);
  const act = verb && entities.find((one) => new RegExp(`^${verb.replace(/e$/, "")}e?${ACTS}$`).test(plain(one)));
  const entity = act || (about > 0 && named(words.slice(0, about))) || named(words);
  return { ...(kind ? { kind } : {}), ...(entity ? { entity } : {}) };
}

// What stands under "with": for an update what it writes, else the relationships that it needs too.
export const withKey = (work) => (work.kind === "update" ? "changes" : "includes");

// Rows of a spreadsheet, by tabs (or semicolons): in the order of the table, or name, entity, kind, filter, how often;
// a line of headings may say otherwise. Gives operations without ids. Throws Misread with the number of the line.
const COLUMNS = {
  name: "name", operation: "name", entity: "entity", collection: "entity", kind: "kind", what: "kind", filter: "filter",
  "by which filter": "filter", sort: "sort", "sorted by": "sort", with: "with", "includes / sets": "with",
  includes: "includes", writes: "changes", changes: "changes", limit: "limit",
  "per day": "per_day", per_day: "per_day", "how often": "per_day", frequency: "per_day"
};

const TABLE = ["name", "kind", "entity", "filter", "sort", "with", "limit", "per_day"];

export function pasted(text, entities) {
  const lines = text.replace(/\r\n?/g, "\n").split("\n").filter((line) => line.trim());
  const mark = lines.some((line) => line.includes("\t")) ? "\t" : ";";
  const cells =
    lines.map((line) => line.split(mark).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1").replaceAll('""', '"')));
  const heads = cells[0].map((cell) => COLUMNS[cell.toLowerCase()]);
  const named = heads.includes("name");
  const asShown = cells.every(([, kind = ""]) => WHAT.includes(kind.toLowerCase()));
  const columns = named ? heads : asShown ? TABLE : ["name", "entity", "kind", "filter", "per_day"];
  return cells.slice(named ? 1 : 0).map((row, number) => {
    try {
      return operationOf(
        Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ""]).filter(([column]) => column)), entities
      );
    } catch (trouble) {
      if (!(trouble instanceof Misread)) throw trouble;
      throw new Misread("misread_line", { line: number + (named ? 2 : 1), trouble });
    }
  });
}

const READ = {
  filter: filterRead, sort: sortRead, includes: listRead, changes: listRead,
  limit: (text) => numberRead(text, { least: 1, whole: true }), per_day: oftenRead
};

function operationOf({ name, kind = "", entity = "", ...more }, entities) {
  const guess = guessed(name, entities);
  const found = entities.find((one) => one.toLowerCase() === entity.toLowerCase()) ?? (entity ? null : guess.entity);
  if (!name) throw new Misread("name_missing");
  if (!found) throw new Misread("misread_entity", { text: entity || name });
  const what = kind.toLowerCase() || guess.kind || "read";
  if (!WHAT.includes(what)) throw new Misread("misread_kind", { text: kind });
  const made = { name, kind: what, entity: found };
  if (more.with) more[withKey(made)] = more.with;
  for (const [key, read] of Object.entries(READ)) if (more[key]) made[key] = read(more[key]);
  return made;
}

// `OrderLine` as it stands in a sentence: order line.
export const inWords = (name) => name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ").toLowerCase();

// Operations that most designs have, where nothing like them is there. owned(entity): what its reads come with.
export function offered(design, owned) {
  const work = design.operations ?? [];
  const known = new Set(work.map((one) => one.name));
  const has = (entity, kind) => work.some((one) => one.entity === entity && one.kind === kind);
  const found = [];
  for (const { name, kind, inserts_per_day: added } of design.entities) {
    const word = inWords(name);
    const along = owned(name);
    if (kind !== "weak" && !has(name, "read"))
      found.push({ name: `read ${word}`, kind: "read", entity: name, filter: [{ field: "_id" }], ...(
        along.length ? { includes: along } : {}
      ) });
    if (!has(name, "insert"))
      found.push({ name: `add ${word}`, kind: "insert", entity: name, ...(added ? { per_day: added } : {}) });
  }
  return found.filter((one) => !known.has(one.name));
}
