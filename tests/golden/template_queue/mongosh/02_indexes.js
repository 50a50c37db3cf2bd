// "Work queue": Indexes
// Run: mongosh <address> --file 02_indexes.js, after 01. Safe to run again.
// Creates missing indexes. Drops nothing; lists differences.
db = db.getSiblingDB("work");

// Indexes that the server rejected, or that exist without the uniqueness that the design asks for.
const missingIndexes = [];

// Creates an index if it's missing. Reports, but never drops, a different index with the same name or keys, or another
// text index, as a collection has only one. Indexes with the same keys can coexist if their collations, filters,
// uniqueness, or sparseness differ.
function ensureIndex(collection, keys, options) {
  const existing = db.getCollection(collection).getIndexes();
  const named = existing.find((index) => index.name === options.name);
  const isText = "_fts" in storedKeys(keys);
  const apart = ["unique", "sparse", "partialFilterExpression"];
  const alike = existing.find((index) => (isText ? "_fts" in index.key : sameValue(index.key, keys) &&
    sameCollation(index, options) && apart.every((option) => sameValue(index[option], options[option]))));
  const found = named ?? alike;
  if (found === undefined) {
    createIndex(collection, keys, options);
  } else if (!sameIndex(found, keys, options)) {
    print("DIFFERS " + collection + "." + found.name + ": it is " + EJSON.stringify(found) + ", wanted " +
      EJSON.stringify({ key: keys, ...options }) + howToExpire(collection, found, keys, options));
    if (options.unique && !found.unique) missingIndexes.push(collection + "." + options.name);
  }
}

// Creates an index. If the server rejects it, such as a unique index over duplicates, reports it and continues.
function createIndex(collection, keys, options) {
  const name = collection + "." + options.name;
  try {
    db.getCollection(collection).createIndex(keys, options);
    print("created index " + name);
  } catch (error) {
    if (typeof error.code !== "number") throw error; // not the server's answer
    missingIndexes.push(name);
    print("NOT CREATED " + name + ": " + error.message);
  }
}

function failIfIndexesAreMissing() {
  if (missingIndexes.length > 0) {
    throw new Error("NOT COMPLETE: missing or not unique: " + missingIndexes.join(", ") +
      "; everything else is done. Do what the lines NOT CREATED and DIFFERS say, and run this again");
  }
}

// Returns an index's key as the server stores it: a text index has _fts and _ftsx instead of its fields.
function storedKeys(keys) {
  const stored = ([path, kind]) => (kind === "text" ? { _fts: "text", _ftsx: 1 } : { [path]: kind });
  return Object.assign({}, ...Object.entries(keys).map(stored));
}

// Reports a different expiry without changing it, because that could delete documents.
function howToExpire(collection, found, keys, options) {
  const { expireAfterSeconds } = options;
  if (expireAfterSeconds === undefined || !sameIndex({ ...found, expireAfterSeconds }, keys, options)) {
    return "; drop it manually and run this again";
  }
  const limit = found.expireAfterSeconds === undefined ? ", from MongoDB 5.1" : "";
  const change = { collMod: collection, index: { name: found.name, expireAfterSeconds } };
  return "; to change it, run the command " + EJSON.stringify(change) + limit;
}

function sameIndex(found, keys, options) {
  const known = ["unique", "sparse", "expireAfterSeconds", "partialFilterExpression"];
  const searched = Object.keys(keys).filter((path) => keys[path] === "text").sort();
  return sameValue(found.key, storedKeys(keys)) && sameValue(Object.keys(found.weights ?? {}).sort(), searched) &&
    sameCollation(found, options) && known.every((key) => sameValue(found[key], options[key]));
}

// Compares collations. The server fills in defaults, and an index without one uses its collection's.
function sameCollation(found, options) {
  const wanted = options.collation;
  if (wanted === undefined) return found.name === options.name || found.collation === undefined;
  return Object.keys(wanted).every((key) => sameValue((found.collation ?? { locale: "simple" })[key], wanted[key]));
}

function sameValue(one, other) {
  return EJSON.stringify({ value: one ?? null }) === EJSON.stringify({ value: other ?? null });
}

function listOtherIndexes(collection, names) {
  for (const index of db.getCollection(collection).getIndexes()) {
    if (index.name !== "_id_" && !names.includes(index.name)) {
      print("NOT IN THE DESIGN " + collection + "." + index.name + ": not changed");
    }
  }
}

// --- collection "jobs" ---
// One piece of work

// "claim next job" finds by topic, then sorts by priority and added_at (equality, sort, range); partial: only
// documents matching its constant filter. Serves "claim next job" (90,000 per day), which would scan 560,000
// documents each time without it; costs at most 330,000 writes per day
ensureIndex(
  "jobs",
  { topic: 1, priority: -1, added_at: 1 },
  { name: "topic_1_priority_-1_added_at_1", partialFilterExpression: { status: "waiting" } },
);

// "requeue stalled jobs" filters a range of taken_at; partial: only documents matching its constant filter.
// Serves "requeue stalled jobs" (288 per day), which would scan 560,000 documents each time without it; costs
// at most 330,000 writes per day
ensureIndex("jobs", { taken_at: 1 }, { name: "taken_at_1", partialFilterExpression: { status: "running" } });

// "failed jobs" finds by status, then sorts by taken_at (equality, sort, range). Serves "failed jobs" (300
// per day); costs about 330,000 writes per day
ensureIndex("jobs", { status: 1, taken_at: -1 }, { name: "status_1_taken_at_-1" });

// TTL: deletes documents 0 seconds after forget_at, up to a minute late. Serves the expiry of Job; costs
// about 160,000 writes per day
ensureIndex("jobs", { forget_at: 1 }, { name: "forget_at_1", expireAfterSeconds: 0 });
listOtherIndexes(
  "jobs",
  ["topic_1_priority_-1_added_at_1", "taken_at_1", "status_1_taken_at_-1", "forget_at_1"],
);
failIfIndexesAreMissing();
