// Updates and replacements: one document after the other, each refused where a server refuses it.
"use strict";

const shell = require("./shell.js");

const mingo = require("mingo");
const { at, put, replace, same } = require("./documents.js");
const { equalities } = require("./equalities.js");
const { shown } = require("./kinds.js");
const { placed } = require("./places.js");
const { positioned } = require("./positional.js");
const { refusal, refusedByDriver } = require("./refusal.js");
const { checkMove } = require("./sharding.js");
const { checkPaths } = require("./update_paths.js");
const { checkUpdate } = require("./update_rules.js");
const { checkDocument } = require("./validating.js");
const { toEngine, fromEngine } = require("./values.js");

const JOINING = ["$and", "$or", "$nor"];
const UPSERTED = { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: 1 };
const IMMUTABLE = "After applying the update, the (immutable) field '_id' was found to have been altered to _id: ";

function update(engine, name, filter, given, { many = false, upsert = false, arrayFilters } = {}) {
  const change = { update: toEngine(given), filters: toEngine(arrayFilters ?? []), filter: toEngine(filter), many };
  checkUpdate(change.update, change.filters);
  if (Array.isArray(given)) engine.operators.checkPipeline(change.update);
  const hits = engine.matching(name, filter).slice(0, many ? undefined : 1);
  if (hits.length === 0 && upsert) return inserted(engine, name, change);
  let modified = 0;
  for (const hit of hits) {
    const saved = structuredClone(hit);
    const touched = changed(engine, name, hit, saved, change);
    if (same(hit, saved)) continue;
    modified += 1;
    engine.log.update(name, fromEngine(saved), fromEngine(hit), touched);
  }
  return { acknowledged: true, matchedCount: hits.length, modifiedCount: modified, insertedId: null, upsertedCount: 0 };
}

// The paths that operators touched, null where the change is a pipeline. A refused document stays as it was.
function changed(engine, name, hit, saved, change) {
  try {
    const touched = apply(engine, hit, change, { $setOnInsert: 0 });
    if (same(hit, saved)) return touched;
    checkMove(engine, name, saved, hit, change);
    engine.checkWrite(name, hit._id);
    checkDocument(engine, name, hit, { place: hit, old: toEngine(saved) });
    return touched;
  } catch (error) {
    replace(hit, saved);
    throw error;
  }
}

function apply(engine, document, { update: given, filters, filter }, without) {
  const id = document._id;
  let touched = null;
  let applied = given;
  if (!Array.isArray(given)) {
    const own = Object.fromEntries(Object.entries(given).filter(([operator]) => !(operator in without)));
    applied = placed(document, positioned(mingo, document, filter, own, engine.options), filters, engine.options);
    checkPaths(document, applied);
    delete applied.$set?._id; // the same one
    if (applied.$set && Object.keys(applied.$set).length === 0) delete applied.$set;
    touched = Object.values(applied).flatMap((parts) => Object.keys(parts));
    applied = pulledWhole(document, applied, engine.options);
    if (Object.keys(applied).length === 0) return touched;
  }
  engine.attempt("update", () => {
    const holder = [document];
    mingo.updateOne(holder, {}, structuredCopy(applied), {}, engine.options);
    if (holder[0] !== document) replace(document, holder[0]);
  });
  if (!same(document._id, id)) throw refusal(66, IMMUTABLE + shown(document._id));
  return touched;
}

// A $pull whose condition joins others asks each element as if it were a document; mingo takes it for an operator.
function pulledWhole(document, { $pull = {}, ...applied }, options) {
  const pulls = Object.entries($pull);
  const joined = pulls.filter(([, wanted]) => JOINING.some((name) => Object.hasOwn(Object(wanted), name)));
  const rest = pulls.filter((each) => !joined.includes(each));
  const pullAll = joined.map(([path, wanted]) => {
    const query = new mingo.Query(wanted, options);
    return [path, (at(document, path) ?? []).filter((each) => query.test(each))];
  });
  if (rest.length) applied.$pull = Object.fromEntries(rest);
  const some = pullAll.filter(([, elements]) => elements.length);
  if (some.length) applied.$pullAll = { ...applied.$pullAll, ...Object.fromEntries(some) };
  return applied;
}

// Lists of its own for each document: mingo puts the operator's own into it.
const structuredCopy = (value) => toEngine(fromEngine(value));

// --- what an upsert inserts ---------------------------------------------------------------------

function inserted(engine, name, change) {
  const made = {};
  for (const [path, value] of equalities(change.filter)) putOnce(made, path, value);
  const own = Array.isArray(change.update) ? change.update : onInsert(change.update);
  const hasId = made._id !== undefined;
  if (!hasId) made._id = own.$set?._id ?? toEngine(new shell.ObjectId());
  if (Array.isArray(own) || Object.keys(own).length) apply(engine, made, { ...change, update: own }, {});
  const document = { _id: made._id, ...made };
  checkDocument(engine, name, document);
  engine.checkWrite(name, document._id);
  engine.add(name, document);
  return { ...UPSERTED, insertedId: fromEngine(document._id) };
}

function onInsert({ $setOnInsert, $set, ...operators }) {
  return $setOnInsert || $set ? { $set: { ...$set, ...$setOnInsert }, ...operators } : operators;
}

function putOnce(made, path, value) {
  const steps = path.split(".");
  const above = steps.map((_, place) => steps.slice(0, place + 1).join("."));
  const twice = above.find((each) => Object.hasOwn(made, each) && each === path);
  if (twice) throw refusal(54, `cannot infer query fields to set, path '${path}' is matched twice`);
  put(made, path, value);
}

// --- replacements -------------------------------------------------------------------------------

function replaceOne(engine, name, filter, document, { upsert = false } = {}) {
  if (Object.keys(document).some((key) => key.startsWith("$"))) {
    throw refusedByDriver("Replacement document must not contain atomic operators");
  }
  const [hit] = engine.matching(name, filter);
  const own = toEngine(document);
  if (hit) return replaced(engine, name, hit, own, document);
  if (!upsert) return { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: 0, insertedId: null };
  const id = Object.fromEntries(equalities(toEngine(filter)))._id;
  if (id !== undefined && own._id !== undefined && !same(id, own._id)) throw refusal(66, IMMUTABLE + shown(own._id));
  const _id = own._id ?? id ?? toEngine(new shell.ObjectId());
  engine.insert(name, { _id: fromEngine(_id), ...document });
  return { ...UPSERTED, insertedId: fromEngine(_id) };
}

function replaced(engine, name, hit, own, document) {
  if (own._id !== undefined && !same(own._id, hit._id)) throw refusal(66, IMMUTABLE + shown(own._id));
  const before = fromEngine(hit);
  const after = { _id: hit._id, ...own };
  checkDocument(engine, name, after, { place: hit, old: hit, given: { _id: before._id, ...document } });
  const isSame = same(after, hit);
  if (!isSame) engine.checkWrite(name, hit._id);
  replace(hit, after);
  engine.log.replace(name, before, fromEngine(hit));
  return { acknowledged: true, matchedCount: 1, modifiedCount: isSame ? 0 : 1, upsertedCount: 0, insertedId: null };
}

module.exports = { replaceOne, update };
