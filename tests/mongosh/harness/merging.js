// What $merge does to the documents of another collection. For its pipeline what comes in is the variable
// "new", which here is a field for as long as it runs.
"use strict";

const mingo = require("mingo");
const { at, replace, same } = require("./documents.js");
const { refusal } = require("./refusal.js");
const shell = require("./shell.js");
const { checkDocument } = require("./validating.js");
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

function mergeInto(engine, { into, on, whenMatched = "merge", whenNotMatched = "insert" }, found) {
  const name = typeof into === "string" ? into : into.coll;
  const sharded = (engine.shardKeys.get(name) ?? []).filter((key) => key !== "_id");
  const keys = on ? [on].flat() : ["_id", ...sharded];
  const target = engine.collection(name);
  if (on) checkKeys(target, keys, sharded);
  for (const one of found) {
    const each = toEngine(fromEngine(one)); // lists of its own, which no later update of the other reaches
    const held = target.documents.find((old) => keys.every((key) => same(at(old, key), at(each, key))));
    if (held) meet(engine, name, held, each, whenMatched);
    else if (whenNotMatched === "fail") throw refusal(
      13113,
      "$merge could not find a matching document in the target collection for at least one document in the source "
        + "collection"
    );
    else if (whenNotMatched === "insert") enter(engine, name, each);
  }
}

function checkKeys({ indexes }, keys, sharded) {
  if (sharded.some((key) => !keys.includes(key))) {
    throw refusal(51190, "$merge into a sharded collection: the on fields must contain the shard key");
  }
  const fits = ({ unique, partialFilterExpression, key }) =>
    unique && !partialFilterExpression && JSON.stringify(Object.keys(key).sort()) === JSON.stringify([...keys].sort());
  if (keys.length === 1 && keys[0] === "_id") return;
  if (!indexes.some(fits)) throw refusal(51183, "Cannot find index to verify that join fields will be unique");
}

function enter(engine, name, document) {
  document._id ??= toEngine(new shell.ObjectId());
  checkDocument(engine, name, document);
  engine.add(name, document);
}

function meet(engine, name, held, each, whenMatched) {
  if (whenMatched === "keepExisting") return;
  if (whenMatched === "fail") throw refusal(11000, `E11000 duplicate key error collection: ${name}`);
  const after = whenMatched === "replace" ? { _id: held._id, ...each }
    : whenMatched === "merge" ? { ...held, ...each }
      : merged(mingo, held, each, whenMatched, engine.options);
  if (!same(after._id, held._id)) {
    throw refusal(
      66, "$merge failed to update the matching document, did you attempt to modify the _id or the shard key?"
    );
  }
  checkDocument(engine, name, after, { place: held, old: held });
  const before = fromEngine(held);
  replace(held, after);
  engine.log.update(name, before, fromEngine(held), null);
}

module.exports = { mergeInto };
