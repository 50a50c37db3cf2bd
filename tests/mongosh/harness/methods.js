// The methods of a collection: what each takes, under the names that the plan's statements use, and
// the options that the real one knows. A method that is not here does not exist for the scripts.
"use strict";

const READ = { collation: 1, hint: 1, comment: 1, maxTimeMS: 1, readConcern: 1, readPreference: 1 };
const WRITE = { collation: 1, hint: 1, writeConcern: 1, comment: 1, let: 1 };
const UPDATE = { ...WRITE, upsert: 1, arrayFilters: 1 };

const METHODS = {
  findOne: { takes: ["filter", "projection", "options"], options: { ...READ, sort: 1, skip: 1 } },
  aggregate: { takes: ["pipeline", "options"], options: { ...READ, allowDiskUse: 1, cursor: 1, let: 1 } },
  countDocuments: { takes: ["filter", "options"], options: { ...READ, limit: 1, skip: 1 } },
  estimatedDocumentCount: { takes: ["options"], options: READ },
  distinct: { takes: ["keys", "filter", "options"], options: READ },
  insertOne: { takes: ["documents", "options"], options: WRITE },
  insertMany: { takes: ["documents", "options"], options: { ...WRITE, ordered: 1 } },
  updateOne: { takes: ["filter", "update", "options"], options: UPDATE },
  updateMany: { takes: ["filter", "update", "options"], options: UPDATE },
  replaceOne: { takes: ["filter", "update", "options"], options: { ...WRITE, upsert: 1 } },
  deleteOne: { takes: ["filter", "options"], options: WRITE },
  deleteMany: { takes: ["filter", "options"], options: WRITE },
  findOneAndUpdate: {
    takes: ["filter", "update", "options"],
    options: { ...UPDATE, returnDocument: 1, projection: 1, sort: 1 },
  },
  findOneAndDelete: { takes: ["filter", "options"], options: { ...WRITE, projection: 1, sort: 1 } },
  createIndex: {
    takes: ["keys", "options"],
    options: {
      name: 1, unique: 1, sparse: 1, expireAfterSeconds: 1, partialFilterExpression: 1, collation: 1, weights: 1,
      default_language: 1, language_override: 1, wildcardProjection: 1, hidden: 1, textIndexVersion: 1,
    },
  },
  watch: {
    takes: ["pipeline", "options"],
    options: {
      ...READ, fullDocument: 1, fullDocumentBeforeChange: 1, resumeAfter: 1, startAfter: 1, maxAwaitTimeMS: 1,
      batchSize: 1,
    },
  },
};
const CREATE = {
  validator: 1, validationLevel: 1, validationAction: 1, timeseries: 1, expireAfterSeconds: 1, capped: 1, size: 1,
  max: 1, collation: 1, clusteredIndex: 1, changeStreamPreAndPostImages: 1,
};

function arranged(name, given) {
  const { takes, options } = METHODS[name];
  if (given.length > takes.length) throw new TypeError(`${name} takes ${takes.length} arguments, not ${given.length}`);
  const found = {};
  given.forEach((value, place) => {
    if (value !== undefined) found[takes[place]] = value;
  });
  known(name, found.options, options);
  return found;
}

function known(name, given, options) {
  for (const key of Object.keys(given ?? {})) {
    if (!(key in options)) throw new TypeError(`${name} has no option ${key}`);
  }
}

module.exports = { METHODS, CREATE, arranged, known };
