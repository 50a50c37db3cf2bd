// "Bookshop": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("bookshop");

// Query timeout in milliseconds, and read preference.
const readOptions = { maxTimeMS: 60000, readPreference: "secondaryPreferred" };

// How many documents per collection each check of audit() reads. audit("all") reads all.
const sampleSize = 1000;

// The checks, in order.
const auditChecks = [];

// Adds a check. reads: "sample", "all" if a sample isn't enough, "newest" if it reads only the newest documents, or
// "count" if it reads no documents: then the last argument is the highest expected count.
function addCheck(audit, looksFor, collection, reads, pipeline) {
  auditChecks.push({ audit, looksFor, collection, reads, pipeline });
}

// Adds a check for documents that fail the collection's validator, if it has one.
function addValidatorCheck(name) {
  const [known] = db.getCollectionInfos({ name });
  const validator = known?.options?.validator;
  if (validator === undefined) return;
  const pipeline = [{ $match: { $nor: [validator] } }, { $limit: 20 }, { $project: { _id: 1 } }];
  addCheck(name + " by its validator", "documents that fail validation", name, "sample", pipeline);
}

// Returns the query results, or a note that it timed out.
function withinTime(query) {
  let found = null;
  try {
    found = query();
  } catch (error) {
    if (error.code !== 50) throw error;
    found = "stopped after " + readOptions.maxTimeMS + " ms: raise maxTimeMS at the top of the script";
  }
  return found;
}

// Prints what audit(scope) reads. Returns each collection's document count from its metadata, except of time series,
// which have no such count: the server would read them whole.
function describeAudit(scope) {
  const counts = new Map();
  for (const { collection } of auditChecks) {
    if (counts.has(collection)) continue;
    counts.set(collection, isTimeSeries(collection) ? undefined : estimatedCount(collection));
  }
  print(scope === "all" ? "audit(\"all\") reads whole collections:" : "audit() reads:");
  for (const [collection, count] of counts) print(described(collection, count, scope));
  return counts;
}

function isTimeSeries(name) {
  return db.getCollectionInfos({ name })[0]?.type === "timeseries";
}

function estimatedCount(collection) {
  return withinTime(() => db.getCollection(collection).estimatedDocumentCount(readOptions));
}

function described(collection, count, scope) {
  const names = { sample: [], all: [], count: [], newest: [] };
  for (const each of auditChecks) if (each.collection === collection) names[each.reads].push(each.audit);
  const counted = count === undefined ? "time series, not counted" : "count " + count;
  const size = collection + ": " + (typeof count === "number" ? "about " + count + " documents" : counted);
  const newest = names.newest.length > 0 ? " Its newest documents are read by " + names.newest.join(", ") + "." : "";
  if (scope === "all") return size + "; " + (names.sample.length + names.all.length) + " checks read all of it." + newest;
  const part = count <= sampleSize ? "all of it" : "a sample of " + sampleSize;
  const left = names.all.length > 0 ? " Only audit(\"all\") runs " + names.all.join(", ") + "." : "";
  return size + "; " + names.sample.length + " checks read " + part + "." + newest + left;
}

// Runs the checks on a sample, except those that need all documents; audit("all") runs every check on whole
// collections. Prints a document per check: what it checks, what it read, and what it found.
function audit(scope) {
  if (scope !== undefined && scope !== "all") throw new Error("Unknown scope. Call audit() or audit(\"all\").");
  const counts = describeAudit(scope);
  for (const check of auditChecks) {
    const count = counts.get(check.collection);
    if (check.reads === "count") report(check, "metadata", outgrows(count, check.pipeline) ? count : []);
    else if (check.reads === "newest") report(check, "the newest documents", queried(check, check.pipeline));
    else if (scope === "all" || check.reads === "sample") {
      const sampled = scope !== "all" && !(count <= sampleSize);
      const first = sampled ? [{ $sample: { size: sampleSize } }] : [];
      report(check, sampled ? "a sample of " + sampleSize : "all", queried(check, [...first, ...check.pipeline]));
    }
  }
}

// Returns whether a count is too high. A count that timed out isn't a number and is reported.
function outgrows(count, most) {
  return typeof count !== "number" || count > most;
}

// Reads $indexStats from the primary, because each server counts its own index usage.
function queried({ collection, pipeline }, stages) {
  const options = "$indexStats" in pipeline[0] ? { ...readOptions, readPreference: "primary" } : readOptions;
  return withinTime(() => db.getCollection(collection).aggregate(stages, options).toArray());
}

function report({ audit, looksFor }, read, found) {
  printjson({ audit, looksFor, read, found });
}

// --- relationship "authorship": Two-way reference arrays (C5) ---
// both sides are small, similar in size, and read often
addCheck(
  "authorship.orphans.from",
  "authors.books values that match no book.",
  "authors",
  "sample",
  [
    { $unwind: "$books" },
    { $match: { books: { $ne: null } } },
    { $lookup: { from: "books", localField: "books", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { books: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "authorship.orphans.to",
  "books.authors values that match no author.",
  "books",
  "sample",
  [
    { $unwind: "$authors" },
    { $match: { authors: { $ne: null } } },
    { $lookup: { from: "authors", localField: "authors", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { authors: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "authorship.disagreements.from",
  "authors.books references that the other side doesn't return.",
  "authors",
  "sample",
  [
    { $unwind: "$books" },
    { $match: { books: { $ne: null } } },
    { $lookup: { from: "books", localField: "books", foreignField: "_id", as: "found" } },
    { $set: { found: { $first: "$found" } } },
    { $match: { $expr: { $not: [{ $in: ["$_id", { $ifNull: ["$found.authors", []] }] }] } } },
    { $project: { books: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "authorship.disagreements.to",
  "books.authors references that the other side doesn't return.",
  "books",
  "sample",
  [
    { $unwind: "$authors" },
    { $match: { authors: { $ne: null } } },
    { $lookup: { from: "authors", localField: "authors", foreignField: "_id", as: "found" } },
    { $set: { found: { $first: "$found" } } },
    { $match: { $expr: { $not: [{ $in: ["$_id", { $ifNull: ["$found.books", []] }] }] } } },
    { $project: { authors: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "categories": One-way references (C4a) ---
// the array would grow too large on the other side
addCheck(
  "categories.orphans.from",
  "books.categories values that match no category.",
  "books",
  "sample",
  [
    { $unwind: "$categories" },
    { $match: { categories: { $ne: null } } },
    { $lookup: { from: "categories", localField: "categories", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { categories: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "categories.beyond.to",
  "More than 500,000 books linked to one category, the design's maximum (no index prevents this).",
  "books",
  "all",
  [
    { $unwind: "$categories" },
    { $match: { categories: { $ne: null } } },
    { $sortByCount: "$categories" },
    { $match: { count: { $gt: 500000 } } },
    { $limit: 100 },
  ],
);

// --- collection "authors" ---
addCheck(
  "authors.arrays.books",
  "books arrays with more than 5 items, longest first.",
  "authors",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$books" }, "$books", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "authors.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "authors",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "authors.count",
  "Document count over 2,095, the forecast for 3 years, so decisions and forecasts may no longer hold.",
  "authors",
  "count",
  2095,
);
addCheck(
  "authors.unused",
  "Indexes unused since the server started (ignore _id_).",
  "authors",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "books" ---
addCheck(
  "books.arrays.categories",
  "categories arrays with more than 3 items, longest first.",
  "books",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$categories" }, "$categories", []] } } } },
    { $match: { length: { $gt: 3 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "books.arrays.authors",
  "authors arrays with more than 3 items, longest first.",
  "books",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$authors" }, "$authors", []] } } } },
    { $match: { length: { $gt: 3 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "books.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "books",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "books.count",
  "Document count over 4,190, the forecast for 3 years, so decisions and forecasts may no longer hold.",
  "books",
  "count",
  4190,
);
addCheck(
  "books.unused",
  "Indexes unused since the server started (ignore _id_).",
  "books",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "categories" ---
addCheck(
  "categories.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "categories",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "categories.count",
  "Document count over 100, twice the count in the design, so decisions and forecasts may no longer hold.",
  "categories",
  "count",
  100,
);
addCheck(
  "categories.unused",
  "Indexes unused since the server started (ignore _id_).",
  "categories",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "users" ---
addCheck(
  "users.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "users",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "users.count",
  "Document count over 16,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "users",
  "count",
  16000,
);
addCheck(
  "users.unused",
  "Indexes unused since the server started (ignore _id_).",
  "users",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("authors");
addValidatorCheck("books");
addValidatorCheck("categories");
addValidatorCheck("users");
describeAudit();
