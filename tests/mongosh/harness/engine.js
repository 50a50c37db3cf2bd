// Documents in memory, read and changed through mingo. What mingo does not support is remembered
// by name, so that the tests can print it.
"use strict";

const shell = require("./shell.js");

const mingo = require("mingo");
const { ChangeLog } = require("./changes.js");
const { at, put, replace, same } = require("./documents.js");
const { given, joined } = require("./joining.js");
const { mergeInto } = require("./merging.js");
const { BAD_VALUE, placed } = require("./places.js");
const { toEngine, fromEngine } = require("./values.js");
const { positioned } = require("./positional.js");
const { DUPLICATE, duplicate, twinOf } = require("./uniqueness.js");

// Stages that ask the server about itself have no documents to work on here.
const SERVER_STAGES = ["$indexStats", "$collStats"];

class Engine {
  constructor(documents) {
    this.collections = new Map();
    this.unsupported = new Set();
    this.log = new ChangeLog();
    for (const [name, list] of Object.entries(documents ?? {})) {
      this.collections.set(name, { documents: list.map(toEngine), indexes: [], options: {} });
    }
  }

  collection(name) {
    if (!this.collections.has(name)) {
      this.collections.set(name, { documents: [], indexes: [], options: {} });
    }
    return this.collections.get(name);
  }

  // Other documents in the collections that are there; what is known of them otherwise stays.
  reset(documents) {
    for (const held of this.collections.values()) held.documents.splice(0, Infinity);
    for (const [name, list] of Object.entries(documents)) this.collection(name).documents.push(...list.map(toEngine));
  }

  get options() {
    return {
      collectionResolver: (name) => this.collection(name).documents,
      processingMode: "CLONE_INPUT",
    };
  }

  attempt(what, run, otherwise) {
    try {
      return run();
    } catch (error) {
      if (error.code === DUPLICATE || error.code === BAD_VALUE) throw error;
      this.unsupported.add(`${what}: ${error.message.split("\n")[0].slice(0, 160)}`);
      return otherwise;
    }
  }

  find(name, filter, { projection, sort, skip, limit } = {}) {
    return this.attempt("find", () => {
      const query = new mingo.Query(toEngine(filter ?? {}), this.options);
      let cursor = query.find(this.collection(name).documents, projection ? toEngine(projection) : undefined);
      if (sort) cursor = cursor.sort(toEngine(sort));
      if (skip) cursor = cursor.skip(Number(skip));
      if (limit) cursor = cursor.limit(Number(limit));
      return cursor.all().map((each) => fromEngine(each));
    }, []);
  }

  aggregate(name, pipeline) {
    const stages = toEngine(pipeline);
    const server = stages.find((stage) => SERVER_STAGES.some((known) => known in stage));
    if (server) {
      this.unsupported.add(`${Object.keys(server)[0]}: asks the server about itself`);
      return [];
    }
    return this.attempt(`aggregate ${stages.map((stage) => Object.keys(stage)[0]).join(" ")}`, () => {
      const last = stages.at(-1);
      const reading = last && last.$merge ? stages.slice(0, -1) : stages;
      const found = this.staged(this.collection(name).documents, reading);
      if (last && last.$merge) {
        mergeInto(this, last.$merge, found);
        return [];
      }
      return found.map(fromEngine);
    }, []);
  }

  // mingo gives the pipeline of a $lookup by fields the whole other collection: join first, then run it.
  staged(documents, stages, variables = {}) {
    let found = documents;
    const options = { ...this.options, variables };
    for (const stage of stages) {
      const { pipeline, let: own, ...plain } = stage.$lookup ?? {};
      if (!plain.localField) found = mingo.aggregate(found, [stage], options);
      else found = joined(mingo, found, plain, options);
      if (plain.localField && pipeline) {
        found = found.map((each) => ({ ...each, [plain.as]: this.staged(each[plain.as], pipeline, given(mingo, each, own, this.options)) }));
      }
    }
    return found;
  }

  insert(name, document) {
    const added = toEngine(document);
    this.checkUnique(name, added, null);
    this.add(name, added);
  }

  add(name, document) {
    this.collection(name).documents.push(document);
    this.log.insert(name, fromEngine(document));
  }

  checkUnique(name, document, except) {
    const { documents, indexes } = this.collection(name);
    const twin = twinOf(mingo, document, except, documents, indexes, this.options);
    if (twin) throw duplicate(name, twin);
  }

  update(name, filter, change, { many = false, upsert = false, arrayFilters } = {}) {
    const target = this.collection(name);
    const test = new mingo.Query(toEngine(filter), this.options);
    const hits = target.documents.filter((each) => test.test(each)).slice(0, many ? undefined : 1);
    if (hits.length === 0 && upsert) return this.upsert(name, filter, change);
    let modified = 0;
    for (const hit of hits) {
      const before = JSON.stringify(hit);
      const saved = structuredClone(hit);
      let touched;
      try {
        touched = this.apply(name, hit, filter, change, arrayFilters);
      } catch (error) {
        replace(hit, saved);
        throw error;
      }
      if (JSON.stringify(hit) === before) continue;
      modified += 1;
      this.log.update(name, fromEngine(saved), fromEngine(hit), touched);
    }
    return { acknowledged: true, matchedCount: hits.length, modifiedCount: modified, insertedId: null, upsertedCount: 0 };
  }

  // The paths that operators touched; null where the change is a pipeline.
  apply(name, hit, filter, change, arrayFilters) {
    let touched = null;
    this.attempt("update", () => {
      const holder = [hit];
      let changed = toEngine(change);
      if (!Array.isArray(changed)) {
        delete changed.$setOnInsert;
        changed = positioned(mingo, hit, toEngine(filter), changed, this.options);
        changed = placed(hit, changed, toEngine(arrayFilters ?? []), this.options);
        touched = Object.values(changed).flatMap((parts) => Object.keys(parts));
        if (Object.keys(changed).length === 0) return;
      }
      const result = mingo.updateOne(holder, narrowed(filter, hit), changed, {}, this.options);
      if (holder[0] !== hit) replace(hit, holder[0]);
      return result;
    });
    this.checkUnique(name, hit, hit);
    return touched;
  }

  upsert(name, filter, change) {
    const made = {};
    for (const [path, value] of Object.entries(toEngine(filter))) {
      const operator = value && typeof value === "object" && Object.keys(value).some((key) => key.startsWith("$"));
      if (!operator && !path.startsWith("$")) put(made, path, value);
      else if (operator && "$eq" in value) put(made, path, value.$eq);
    }
    if (!Array.isArray(change)) {
      for (const [path, value] of Object.entries(toEngine(change.$setOnInsert ?? {}))) put(made, path, value);
    }
    if (made._id === undefined) made._id = toEngine(new shell.ObjectId());
    this.checkUnique(name, made, null);
    this.apply(name, made, { _id: fromEngine(made._id) }, change);
    this.add(name, made);
    return { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: 1, insertedId: fromEngine(made._id) };
  }

  replace(name, filter, document, { upsert = false } = {}) {
    const target = this.collection(name);
    const test = new mingo.Query(toEngine(filter), this.options);
    const hit = target.documents.find((each) => test.test(each));
    if (hit) {
      const before = fromEngine(hit);
      replace(hit, { _id: hit._id, ...toEngine(document) });
      this.log.replace(name, before, fromEngine(hit));
      return { acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: 0, insertedId: null };
    }
    if (upsert) this.insert(name, document);
    return { acknowledged: true, matchedCount: 0, modifiedCount: 0, upsertedCount: upsert ? 1 : 0, insertedId: null };
  }

  remove(name, filter, many) {
    const target = this.collection(name);
    const test = new mingo.Query(toEngine(filter), this.options);
    let left = many ? Infinity : 1;
    const kept = target.documents.filter((each) => !(left > 0 && test.test(each) && left--));
    const gone = target.documents.filter((each) => !kept.includes(each));
    for (const each of gone) this.log.remove(name, fromEngine(each));
    target.documents.splice(0, target.documents.length, ...kept);
    return { acknowledged: true, deletedCount: gone.length };
  }

  // What takes back everything from here on.
  begin() {
    const before = new Map([...this.collections].map(([name, one]) => [name, structuredClone(one.documents)]));
    const place = this.log.place;
    return () => {
      for (const [name, { documents }] of this.collections) {
        documents.splice(0, Infinity, ...(before.get(name) ?? []).map((each) => toEngine(each)));
      }
      this.log.takeBack(place);
    };
  }

  // A document as it is now, for a stream that looks it up.
  held(name, id) {
    const found = this.collection(name).documents.find((each) => same(each._id, toEngine(id)));
    return found === undefined ? null : fromEngine(found);
  }

  // Events of a stream through its pipeline.
  piped(events, pipeline) {
    return this.attempt("watch", () => this.staged(events.map(toEngine), toEngine(pipeline)).map(fromEngine), []);
  }

  dump() {
    return Object.fromEntries([...this.collections].map(([name, one]) => [name, one.documents.map(fromEngine)]));
  }
}

// mingo looks for the element that "$" names with the whole filter: leave out what it can't match alone.
function narrowed(filter, hit) {
  const plain = toEngine(filter);
  return Object.keys(plain).length ? plain : { _id: hit._id };
}

module.exports = { Engine, DUPLICATE };
