// A collection that writes down each call as canonical Extended JSON, under the names of the plan's
// statements, and answers from documents in memory.
"use strict";

const shell = require("./shell.js");
const { comparable, comparing } = require("./collating.js");
const { METHODS, arranged } = require("./methods.js");
const { mode, shellPromise } = require("./promises.js");
const { refusedByShell } = require("./refusal.js");
const { checkTarget } = require("./sharding.js");
const { opened } = require("./streams.js");
const { addIndex } = require("./uniqueness.js");
const { likeRead } = require("./values.js");

// isTrial: nobody reads the calls.
class Journal {
  constructor(engine, live) {
    Object.assign(this, { engine, live, calls: [], step: "", isTrial: false });
  }

  note(op, place, parts) {
    if (this.isTrial) return undefined;
    const call = { step: this.step, op, ...place, ...JSON.parse(shell.EJSON.stringify(parts, { relaxed: false })) };
    this.calls.push(call);
    return call;
  }

  answered(call, result) {
    if (call) call.result = JSON.parse(shell.EJSON.stringify({ value: result ?? null }, { relaxed: false })).value;
  }
}

class Cursor {
  constructor(collection, parts) {
    Object.assign(this, { collection, parts });
  }

  with(name, value) {
    this.parts[name] = value;
    return this;
  }

  sort(value) { return this.with("sort", value); }
  limit(value) { return this.with("limit", value); }
  skip(value) { return this.with("options", { ...this.parts.options, skip: value }); }
  collation(value) { return this.with("options", { ...this.parts.options, collation: value }); }

  toArray() {
    return this.collection.run("find", this.parts);
  }
}

// Asks when it is read for the first time.
class AggregationCursor {
  constructor(collection, parts) {
    Object.assign(this, { collection, parts, rows: null });
  }

  toArray() {
    return this.collection.run("aggregate", this.parts);
  }

  hasNext() {
    if (this.rows !== null) return shellPromise(() => this.rows.length > 0);
    const all = this.toArray();
    return shellPromise(() => (mode.direct ? this.keep(all) : all.then((rows) => this.keep(rows))));
  }

  keep(rows) {
    this.rows = [...rows];
    return rows.length > 0;
  }

  next() {
    return shellPromise(() => this.rows.shift());
  }
}

class Collection {
  constructor(database, name) {
    if (typeof name !== "string" || name === "") throw new TypeError("a collection's name is a string");
    if (name.includes("$")) throw refusedByShell(`Invalid collection name: ${name}`);
    Object.assign(this, { database, name });
  }

  get journal() { return this.database._journal; }
  get engine() { return this.journal.engine; }

  getName() { return this.name; }

  find(filter, projection) {
    const parts = {};
    if (filter !== undefined) parts.filter = filter;
    if (projection !== undefined) parts.projection = projection;
    return new Cursor(this, parts);
  }

  aggregate(...given) {
    const parts = arranged("aggregate", given);
    return new AggregationCursor(this, parts);
  }

  watch(...given) {
    const parts = arranged("watch", given);
    return this.ask(() => {
      this.journal.note("watch", this.place, parts);
      return opened(this, parts);
    });
  }

  getIndexes() {
    return this.ask(() => [{ v: 2, key: { _id: 1 }, name: "_id_" }, ...this.engine.collection(this.name).indexes]);
  }

  // A call of the server: the step may end before it.
  ask(run) {
    return shellPromise(() => this.database._shell.statements.one(run));
  }

  get place() {
    return { database: this.database._name, collection: this.name, ...this.database._inTransaction };
  }

  run(op, parts) {
    return this.ask(() => {
      const call = this.journal.note(op, this.place, parts);
      const isInside = this.database._inTransaction.transaction === true;
      const result = this.engine.within(isInside, op, parts.pipeline, () => this.answer(op, parts));
      this.journal.answered(call, result);
      return result;
    });
  }

  answer(op, { filter: asked, update, pipeline: stages, documents, keys, options = {}, ...more }) {
    const { engine, name } = this;
    const filter = comparable(asked, options);
    const pipeline = stages && comparing(stages, options);
    if (op === "find") return engine.find(name, filter, { ...more, ...options });
    const { sort, skip } = options;
    if (op === "findOne") return engine.find(name, filter, { ...more, sort, skip, limit: 1 })[0] ?? null;
    if (op === "aggregate")
      return this.journal.live || !pipeline.at(-1)?.$merge ? engine.aggregate(name, pipeline) : [];
    if (op === "countDocuments") return engine.find(name, filter).length;
    if (op === "estimatedDocumentCount") return engine.collection(name).documents.length;
    if (op === "distinct") return engine.aggregate(
      name, [{ $match: filter ?? {} }, { $group: { _id: `$${keys}` } }]
    ).map((each) => each._id);
    if (op === "createIndex") return this.index(keys, options);
    checkTarget(engine, op, name, filter, options);
    return this.journal.live ? this.write(op, { filter, update, documents, options }) : this.pretend(
      op, filter, documents, options
    );
  }

  index(key, options) {
    const name = options.name ?? Object.entries(key).map(([path, kind]) => `${path}_${kind}`).join("_");
    addIndex(this.name, { v: 2, key, ...options, name }, this.engine);
    return name;
  }

  pretend(op, filter, documents, options) {
    if (op === "insertOne") return { acknowledged: true, insertedId: documents._id };
    if (op === "insertMany") return { acknowledged: true, insertedIds: documents.map((each) => each._id) };
    if (op.startsWith("findOneAnd")) return this.engine.find(this.name, filter, { limit: 1 })[0] ?? null;
    if (op.startsWith("delete")) return { acknowledged: true, deletedCount: 1 };
    const upserted = options?.upsert ? 1 : 0;
    return { acknowledged: true, matchedCount: 1, modifiedCount: 1, upsertedCount: upserted, insertedId: null };
  }

  write(op, { filter, update, documents, options }) {
    const { engine, name } = this;
    if (op === "insertOne") return this.insert([documents])[0];
    if (op === "insertMany") return this.insert(documents);
    if (op === "replaceOne") return engine.replace(name, filter, update, options);
    if (op.startsWith("delete")) return engine.remove(name, filter, op === "deleteMany");
    if (op === "findOneAndDelete") return this.findOneAnd(filter, options, (one) => engine.remove(name, one, false));
    if (op === "findOneAndUpdate")
      return this.findOneAnd(filter, options, (one) => engine.update(name, one, update, options));
    return engine.update(name, filter, update, { ...options, many: op === "updateMany" });
  }

  insert(documents) {
    return documents.map((document) => {
      const whole = likeRead(document, { ...document, _id: document._id ?? new shell.ObjectId() });
      this.engine.insert(this.name, whole);
      return { acknowledged: true, insertedId: whole._id };
    });
  }

  findOneAnd(filter, options, change) {
    const [before] = this.engine.find(this.name, filter, { sort: options.sort, limit: 1 });
    const shown = () => this.engine.find(this.name, { _id: before._id }, { projection: options.projection })[0] ?? null;
    const old = before === undefined ? null : shown();
    change(before === undefined ? filter : { ...filter, _id: before._id });
    return old === null || options.returnDocument !== "after" ? old : shown();
  }
}

for (const name of Object.keys(METHODS)) {
  if (!(name in Collection.prototype)) {
    Collection.prototype[name] = function (...given) {
      return this.run(name, arranged(name, given));
    };
  }
}

module.exports = { Collection, Journal };
