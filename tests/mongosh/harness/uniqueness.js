// What indexes refuse: a second document with the keys of a unique one, and two arrays beside each other.
"use strict";

const mingo = require("mingo");

const { isObject, kindOf, shown } = require("./kinds.js");
const { refusal } = require("./refusal.js");
const { toEngine } = require("./values.js");

const EMPTY = { empty: "array" };

// The keys of a document in an index, each a list of values in the index's order: undefined where a field is
// missing. An array gives a key for each of its elements.
// This is asked of each document at each write, so loops: mongosh looks at what each callback of an array returns.
function keysOf(document, index) {
  const paths = [];
  for (const path of Object.keys(index.key)) paths.push({ value: document, steps: path.split(".") });
  return expanded(paths, index);
}

const isOpen = ({ value, done }) => !done && Array.isArray(value);

function expanded(paths, index) {
  const [reached, values, arrays] = [[], [], new Set()];
  for (const path of paths) {
    const way = walked(path);
    reached.push(way);
    values.push(way.value);
    if (isOpen(way)) arrays.add(way.value);
  }
  if (arrays.size === 0) return [values];
  if (arrays.size > 1) {
    const names = Object.keys(index.key).filter((_, place) => isOpen(reached[place]));
    throw refusal(171, `cannot index parallel arrays [${names[1].split(".")[0]}] [${names[0].split(".")[0]}]`);
  }
  const [array] = arrays;
  const elements = array.length ? array : [EMPTY];
  return elements.flatMap(
    (element) => expanded(reached.map((path) => (isOpen(path) ? below(path, element) : path)), index)
  );
}

// As far along a path as no array comes.
function walked({ value, steps, done }) {
  if (done) return { value, steps, done };
  let left = steps;
  while (left.length && isObject(value)) {
    value = Object.hasOwn(value, left[0]) ? value[left[0]] : undefined;
    left = left.slice(1);
  }
  if (!Array.isArray(value)) return { value: left.length ? undefined : value, steps: [], done: true };
  if (left.length && /^\d+$/.test(left[0]) && !value.some((each) => isObject(each) && left[0] in each)) {
    return walked({ value: value[Number(left[0])], steps: left.slice(1) });
  }
  return { value, steps: left, done: false };
}

// An element of an array in the array's place: one that is an array itself is a key as a whole.
function below({ steps }, element) {
  if (element === EMPTY) return { value: steps.length ? undefined : EMPTY, steps: [], done: true };
  if (steps.length === 0 || !isObject(element))
    return { value: steps.length ? undefined : element, steps: [], done: true };
  return { value: element, steps, done: false };
}

function textOf(key, collation) {
  const folds = collation && Number(collation.strength ?? 3) <= 2;
  const told = [];
  for (const value of key) told.push(toldOf(value, folds));
  return JSON.stringify(told);
}

function toldOf(value, folds) {
  if (value === undefined) return null; // missing counts as null
  const kind = kindOf(value);
  if (kind === "regex") return { regex: String(value) };
  if (value instanceof Date || kind === "date") return { date: value };
  return folds && kind === "string" ? value.toLowerCase() : value;
}

function isPlain({ key }) {
  for (const [path, kind] of Object.entries(key)) {
    if (typeof toEngine(kind) !== "number" || path.includes("$")) return false;
  }
  return true;
}

// The unique keys of a document as text; none where the index leaves the document out.
function uniqueKeys(document, index, options) {
  const { partialFilterExpression: partial, sparse, collation } = index;
  if (partial && !new mingo.Query(toEngine(partial), options).test(document)) return [];
  const keys = keysOf(document, index);
  if (sparse && keys.every((key) => key.every((value) => value === undefined))) return [];
  const texts = [];
  for (const key of keys) texts.push(textOf(key, collation));
  return texts;
}

// Refuse a document that an index of its collection can't take. except: the document that it takes the place of.
// A time series may have two of one _id: its own index is of its buckets.
function checkIndexes(name, document, except, { documents, indexes, options: own = {} }, options) {
  const byId = own.timeseries ? [] : [{ name: "_id_", key: { _id: 1 } }];
  const unique = [...byId, ...indexes.filter((index) => index.unique)];
  for (const index of indexes) if (isPlain(index)) keysOf(document, index);
  for (const index of indexes) checkLanguages(document, index);
  for (const index of unique.filter(isPlain)) {
    const keys = new Set(uniqueKeys(document, index, options));
    if (keys.size === 0) continue;
    for (const other of documents) {
      if (other === except) continue;
      for (const key of uniqueKeys(other, index, options)) if (keys.has(key)) throw duplicate(name, index, document);
    }
  }
}

// The languages of a text index, by name and by code.
const LANGUAGES = new Set((
  "da danish nl dutch en english fi finnish fr french de german hu hungarian it italian nb norwegian pt portuguese " +
  "ro romanian ru russian es spanish sv swedish tr turkish none"
).split(" "));

// Refuse a text whose document, or what is around it, names a language that the server does not know.
function checkLanguages(document, { weights = {}, language_override: named = "language" }) {
  for (const path of Object.keys(weights)) {
    let around = [document];
    for (const step of path.split(".")) {
      for (const each of around) checkLanguage(each[named]);
      const inside = around.flatMap((each) => each[step] ?? []);
      around = inside.filter((each) => each !== null && typeof each === "object");
    }
  }
}

function checkLanguage(value) {
  if (value === undefined || value === null) return;
  if (typeof value !== "string") {
    throw refusal(17261, "found language override field in document with non-string type");
  }
  if (!LANGUAGES.has(value.toLowerCase())) throw refusal(17262, `language override unsupported: ${value}`);
}

function duplicate(name, index, document) {
  const keys =
    Object.keys(index.key).map((path) => `${path}: ${shown(keysOf(document, { key: { [path]: 1 } })[0][0])}`);
  return refusal(
    11000, `E11000 duplicate key error collection: ${name} index: ${index.name} dup key: { ${keys.join(", ")} }`
  );
}

// An index as the server keeps it: the fields of a text index are its weights.
function asStored(index) {
  const isText = ([, kind]) => kind === "text";
  const keys = Object.entries(index.key);
  if (!keys.some(isText)) return index;
  const key = Object.fromEntries(keys.flatMap((each) => (isText(each) ? [["_fts", "text"], ["_ftsx", 1]] : [each])));
  return { ...index, key, weights: Object.fromEntries(keys.filter(isText).map(([path]) => [path, 1]).sort()) };
}

// Refuse an index that is there under another name, whose name another has, that is a second text index, or that the
// documents break.
function addIndex(name, wanted, engine) {
  const { documents, indexes } = engine.collection(name);
  const index = asStored(wanted);
  if (index.unique && Object.values(index.key).includes("hashed")) {
    throw refusal(16764, "Currently hashed indexes cannot guarantee uniqueness. Use a regular index.");
  }
  const sameName = indexes.find((other) => other.name === index.name);
  if (sameName && signature(sameName) === signature(index)) return;
  if (sameName) {
    throw refusal(86, `An existing index has the same name as the requested index. Requested index: ${index.name}`);
  }
  const text = indexes.find((other) => other.weights && index.weights);
  if (text) {
    throw refusal(67, `only one text index per collection allowed, found existing text index "${text.name}"`);
  }
  if (indexes.some((other) => signature(other) === signature(index))) {
    throw refusal(85, `Index already exists with a different name: ${index.name}`);
  }
  indexes.push(index);
  try {
    for (const document of documents)
      checkIndexes(name, document, document, { documents, indexes: [index] }, engine.options);
  } catch (error) {
    indexes.pop();
    throw error;
  }
}

function signature({ key, weights, unique, sparse, partialFilterExpression, collation }) {
  return JSON.stringify([
    Object.entries(toEngine(key)), weights ?? null, Boolean(unique), Boolean(sparse), partialFilterExpression ?? null,
    collation ?? null
  ]);
}

module.exports = { addIndex, checkIndexes };
