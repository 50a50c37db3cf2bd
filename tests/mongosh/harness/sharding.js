// What a sharded cluster refuses: writes that it can't send to one shard, and joins with sharded collections in
// transactions. Manual: "Sharding: Operational Restrictions", "db.collection.findOneAndUpdate(): Sharded Collections",
// "$lookup: Sharded Collections", "Change a Document's Shard Key Value".
"use strict";

const { same } = require("./documents.js");
const { equalities } = require("./equalities.js");
const { refusal } = require("./refusal.js");

const ANY_FILTER = 7.1;
const JOINS_INSIDE = 8;
const JOINS = { $lookup: 3904800, $graphLookup: 3904801 };
const ONE = { updateOne: "{multi:false} update", replaceOne: "{multi:false} update", deleteOne: "single delete" };

// A write of one document, by its filter: refused where nothing tells its shard.
function checkTarget(engine, op, name, filter, options) {
  const key = engine.shardKeys.get(name);
  if (!key || engine.operators.version >= ANY_FILTER) return;
  const asked = new Set(equalities(filter ?? {}).map(([path]) => path));
  if (key.every((path) => asked.has(path))) return;
  if (op.startsWith("findOneAnd")) throw refusal(61, "Query for sharded findAndModify must contain the shard key");
  if (!(op in ONE)) return;
  if (options?.upsert) {
    throw refusal(61, "Failed to target upsert by query :: could not extract exact shard key");
  }
  if (!asked.has("_id")) {
    const code = op === "deleteOne" ? 61 : 72;
    throw refusal(code, `A ${ONE[op]} on a sharded collection must contain an exact match on _id ` +
      "(and have the collection default collation) or contain the shard key (and have the simple collation)");
  }
}

// A document whose shard key a write changes: refused without the whole key in the filter, and for many at once.
function checkMove(engine, name, before, after, { filter, many }) {
  const key = engine.shardKeys.get(name) ?? [];
  if (key.every((path) => same(at(before, path), at(after, path)))) return;
  if (many) throw refusal(72, "Multi-update operations are not allowed when updating the shard key field.");
  const asked = new Set(equalities(filter).map(([path]) => path));
  if (!key.every((path) => asked.has(path))) {
    throw refusal(31025, "Shard key update is not allowed without specifying the full shard key in the query");
  }
}

// The stages of an aggregation in a transaction: refused where one joins a sharded collection.
function checkJoins(engine, stages) {
  if (engine.operators.version >= JOINS_INSIDE) return;
  for (const stage of stages ?? []) {
    const [[name, given]] = Object.entries(stage);
    if (name in JOINS && engine.shardKeys.has(given.from)) {
      throw refusal(JOINS[name], `Cannot run ${name} with a sharded foreign collection in a transaction`);
    }
    checkJoins(engine, given?.pipeline);
    if (name === "$facet") for (const inner of Object.values(given)) checkJoins(engine, inner);
  }
}

const at = (document, path) => path.split(".").reduce((value, step) => value?.[step], document);

module.exports = { checkJoins, checkMove, checkTarget };
