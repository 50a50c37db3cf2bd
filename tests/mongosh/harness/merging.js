// What $merge does to the documents of another collection. For its pipeline what comes in is the variable
// "new", which here is a field for as long as it runs.
"use strict";

const mingo = require("mingo");
const { replace, same } = require("./documents.js");
const { toEngine, fromEngine } = require("./values.js");

const NEW = "\u0000new";

function renamed(value) {
  if (typeof value === "string") return value.replace(/^\$\$new(?=\.|$)/, `$${NEW}`);
  if (Array.isArray(value)) return Array.from(value, renamed);
  if (value === null || typeof value !== "object" || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, renamed(each)]));
}

function merged(mingo, held, each, stages, options) {
  const [made] = mingo.aggregate([{ ...held, [NEW]: each }], renamed(stages), options);
  delete made[NEW];
  return made;
}

function mergeInto(engine, { into, on = "_id", whenMatched = "merge", whenNotMatched = "insert" }, found) {
  const keys = [on].flat();
  const name = typeof into === "string" ? into : into.coll;
  const target = engine.collection(name);
  for (const one of found) {
    const each = toEngine(fromEngine(one)); // lists of its own, which no later update of the other reaches
    const place = target.documents.findIndex((old) => keys.every((key) => same(old[key], each[key])));
    const before = place < 0 ? null : fromEngine(target.documents[place]);
    if (place < 0 && whenNotMatched === "insert") engine.add(name, each);
    if (place < 0) continue;
    if (whenMatched === "replace") target.documents[place] = each;
    else if (whenMatched === "merge") Object.assign(target.documents[place], each);
    else if (Array.isArray(whenMatched)) {
      const held = target.documents[place];
      replace(held, merged(mingo, held, each, whenMatched, engine.options));
    }
    engine.log.update(name, before, fromEngine(target.documents[place]), null);
  }
}

module.exports = { mergeInto };
