// Documents in memory, read and changed through mingo. What mingo does not support is remembered
// by name, so that the tests can print it.
"use strict";

const mingo = require("mingo");
require("./expressions.js");
const { ChangeLog } = require("./changes.js");
const { same } = require("./documents.js");
const { given, joined, nested } = require("./joining.js");
const { mergeInto } = require("./merging.js");
const { geoNear, nearest, withoutNear } = require("./near.js");
const { Operators } = require("./operators.js");
const { firstFound, withoutDeep } = require("./positional.js");
const { isRefusal, ofExpression } = require("./refusal.js");
const { isValid } = require("./schema.js");
const { apart, apartFromSets, plainProjection, sliced, withInherited } = require("./slicing.js");
const { Transaction } = require("./transactions.js");
const { replaceOne, update } = require("./updating.js");
const { checkDocument } = require("./validating.js");
const { toEngine, fromEngine } = require("./values.js");
const { context } = require("./rounding.js");

// Stages that ask the server about itself have no documents to work on here.
const SERVER_STAGES = ["$indexStats", "$collStats"];

class Engine {
  constructor(documents, version = "8.0", shardKeys = {}) {
    this.operators = new Operators(version);
    this.shardKeys = new Map(Object.entries(shardKeys));
    this.transaction = null;
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
      jsonSchemaValidator: (schema) => (document) => isValid(fromEngine(document), schema, true),
      context,
    };
  }

  attempt(what, run, otherwise) {
    try {
      return run();
    } catch (error) {
      if (isRefusal(error)) throw error;
      const refused = ofExpression(error.message);
      if (refused) throw refused;
      this.unsupported.add(`${what}: ${error.message.split("\n")[0].slice(0, 160)}`);
      return otherwise;
    }
  }

  find(name, filter, { projection, sort, skip, limit } = {}) {
    return this.attempt("find", () => {
      const own = toEngine(filter ?? {});
      this.operators.checkFilter(own);
      const { rest, near } = withoutNear(own);
      const query = new mingo.Query(rest, this.options);
      const asked = toEngine(projection ?? {});
      const wanted = withoutDeep(asked);
      const held = this.collection(name);
      const documents = apart(near ? nearest(held, held.documents, near) : held.documents, wanted);
      let cursor = query.find(documents, plainProjection(wanted));
      if (sort) cursor = cursor.sort(toEngine(sort));
      if (skip) cursor = cursor.skip(Number(skip));
      if (limit) cursor = cursor.limit(Number(limit));
      const shown = sliced(withInherited(cursor.all(), documents, wanted), wanted);
      return firstFound(mingo, shown, rest, asked, this.options).map((each) => fromEngine(each));
    }, []);
  }

  aggregate(name, pipeline) {
    const stages = toEngine(pipeline);
    this.operators.checkPipeline(stages);
    const server = stages.find((stage) => SERVER_STAGES.some((known) => known in stage));
    if (server) {
      this.unsupported.add(`${Object.keys(server)[0]}: asks the server about itself`);
      return [];
    }
    return this.attempt(`aggregate ${stages.map((stage) => Object.keys(stage)[0]).join(" ")}`, () => {
      const last = stages.at(-1);
      const reading = last && last.$merge ? stages.slice(0, -1) : stages;
      const found = this.staged(...this.nearFirst(this.collection(name), reading));
      if (last && last.$merge) {
        mergeInto(this, last.$merge, found);
        return [];
      }
      return found.map(fromEngine);
    }, []);
  }

  // The documents that a pipeline works on and its stages; those of a $geoNear in the order of their distance.
  nearFirst(held, stages) {
    const { $geoNear } = stages[0] ?? {};
    if ($geoNear === undefined) return [held.documents, stages];
    const query = new mingo.Query($geoNear.query ?? {}, this.options);
    return [geoNear(held, held.documents.filter((each) => query.test(each)), $geoNear), stages.slice(1)];
  }

  // mingo gives the pipeline of a $lookup by fields the whole other collection: join first, then run it.
  staged(documents, stages, variables = {}) {
    let found = documents;
    const options = { ...this.options, variables };
    for (const stage of stages) {
      const { pipeline, let: own, ...plain } = stage.$lookup ?? {};
      const leaving = "$unset" in stage ? { [stage.$unset]: 0 } : stage.$project ?? {};
      if (!plain.localField) found = mingo.aggregate(apartFromSets(apart(found, leaving), stage), [stage], options);
      else found = joined(mingo, found, plain, options);
      if (plain.localField && pipeline) {
        found = found.map((each) => (
          { ...each, [plain.as]: this.staged(each[plain.as], pipeline, given(mingo, each, own, this.options)) }
        ));
      }
      if (stage.$lookup?.as.includes(".")) found = found.map((each) => nested(each, stage.$lookup.as));
    }
    return found;
  }

  insert(name, document) {
    const added = toEngine(document);
    checkDocument(this, name, added, { given: document });
    this.checkWrite(name, added._id);
    this.add(name, added);
  }

  add(name, document) {
    this.collection(name).documents.push(document);
    this.log.insert(name, fromEngine(document));
  }

  // The documents that a filter matches.
  matching(name, filter) {
    const own = toEngine(filter ?? {});
    this.operators.checkFilter(own);
    const query = new mingo.Query(own, this.options);
    return this.collection(name).documents.filter((document) => query.test(document));
  }

  update(name, filter, change, options) {
    return update(this, name, filter, change, options);
  }

  replace(name, filter, document, options) {
    return replaceOne(this, name, filter, document, options);
  }

  remove(name, filter, many) {
    const { documents } = this.collection(name);
    const gone = this.matching(name, filter).slice(0, many ? undefined : 1);
    for (const each of gone) {
      this.checkWrite(name, each._id);
      this.log.remove(name, fromEngine(each));
    }
    documents.splice(0, documents.length, ...documents.filter((document) => !gone.includes(document)));
    return { acknowledged: true, deletedCount: gone.length };
  }

  begin() {
    this.transaction = new Transaction(this);
    return this.transaction;
  }

  // One call, inside the open transaction or not: an error in there ends it.
  within(isInside, op, pipeline, run) {
    this.log.isInside = isInside && this.transaction !== null;
    if (!this.log.isInside) return run();
    try {
      this.transaction.checkCall(op, pipeline);
      return run();
    } catch (error) {
      this.transaction.abort();
      throw error;
    } finally {
      this.log.isInside = false;
    }
  }

  checkWrite(name, id) {
    this.transaction?.checkWrite(this.log.isInside, name, id);
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

module.exports = { Engine };
