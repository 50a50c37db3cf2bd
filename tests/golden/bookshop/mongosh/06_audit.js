// Audit of the design "Bookshop".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("bookshop");

// How many milliseconds a query may take, and which server answers it.
const readOptions = { maxTimeMS: 60000, readPreference: "secondaryPreferred" };

// How many documents of a collection each check of audit() reads. audit("all") reads them all.
const sampleSize = 1000;

// The checks, in their order.
const auditChecks = [];

// Adds a check. reads: "sample", "all" where a sample can't answer it, or "count" where no document is read: then the
// last argument is the count that the design says.
function addCheck(audit, looksFor, collection, reads, pipeline) {
  auditChecks.push({ audit, looksFor, collection, reads, pipeline });
}

// Adds a check for what a collection's validator refuses, where it has one.
function addValidatorCheck(name) {
  const [known] = db.getCollectionInfos({ name });
  const validator = known?.options?.validator;
  if (validator === undefined) return;
  const pipeline = [{ $match: { $nor: [validator] } }, { $limit: 20 }, { $project: { _id: 1 } }];
  addCheck(name + " by its validator", "documents that the validator refuses", name, "sample", pipeline);
}

// Returns what a query finds, or that it took too long.
function withinTime(query) {
  let found = null;
  try {
    found = query();
  } catch (error) {
    if (error.code !== 50) throw error;
    found = "stopped after " + readOptions.maxTimeMS + " ms: raise maxTimeMS at the head of the script";
  }
  return found;
}

// Prints what audit(scope) reads. Returns how many documents each collection has, as its metadata says.
function describeAudit(scope) {
  const counts = new Map();
  for (const { collection } of auditChecks) {
    if (counts.has(collection)) continue;
    counts.set(collection, withinTime(() => db.getCollection(collection).estimatedDocumentCount(readOptions)));
  }
  print(scope === "all" ? "audit(\"all\") reads whole collections:" : "audit() reads:");
  for (const [collection, count] of counts) print(described(collection, count, scope));
  return counts;
}

function described(collection, count, scope) {
  const names = { sample: [], all: [], count: [] };
  for (const each of auditChecks) if (each.collection === collection) names[each.reads].push(each.audit);
  const size = collection + ": " + (typeof count === "number" ? "about " + count + " documents" : "count " + count);
  if (scope === "all") return size + "; " + (names.sample.length + names.all.length) + " checks read all of it.";
  const part = count <= sampleSize ? "all of it" : "a sample of " + sampleSize;
  const left = names.all.length > 0 ? " Only audit(\"all\") runs " + names.all.join(", ") + "." : "";
  return size + "; " + names.sample.length + " checks read " + part + "." + left;
}

// Runs the checks on a sample, but those that a sample can't answer; audit("all") runs all on whole collections.
// Prints a document for each: what it looks for, what it read, and what it found.
function audit(scope) {
  if (scope !== undefined && scope !== "all") throw new Error("Unknown scope. Call audit() or audit(\"all\").");
  const counts = describeAudit(scope);
  for (const check of auditChecks) {
    const count = counts.get(check.collection);
    if (check.reads === "count") report(check, "metadata", outgrows(count, check.pipeline) ? count : []);
    else if (scope === "all" || check.reads === "sample") {
      const sampled = scope !== "all" && !(count <= sampleSize);
      const first = sampled ? [{ $sample: { size: sampleSize } }] : [];
      report(check, sampled ? "a sample of " + sampleSize : "all", queried(check, [...first, ...check.pipeline]));
    }
  }
}

// A count that is no number, since the server took too long, is shown.
function outgrows(count, said) {
  return typeof count !== "number" || count > said * 2;
}

// Each server counts the use of its own indexes, so $indexStats asks the primary.
function queried({ collection, pipeline }, stages) {
  const options = "$indexStats" in pipeline[0] ? { ...readOptions, readPreference: "primary" } : readOptions;
  return withinTime(() => db.getCollection(collection).aggregate(stages, options).toArray());
}

function report({ audit, looksFor }, read, found) {
  printjson({ audit, looksFor, read, found });
}

// --- relationship "authorship": TWO_WAY_EMBED (C5) ---
// both sides are small, similar in size, and read often
addCheck(
  "authorship.orphans.from",
  "authors.books that no book has as its id.",
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
  "books.authors that no author has as its id.",
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
  "authors.books whose other side does not point back.",
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
  "books.authors whose other side does not point back.",
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

// --- relationship "categories": ONE_WAY_EMBED (C4a) ---
// the array would grow too large on the other side
addCheck(
  "categories.orphans.from",
  "books.categories that no category has as its id.",
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
  "More than 500,000 books linked with one category, the most that the design states: no index refuses these.",
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
  "books with more than 5 elements, the longest first.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 1,000 that the design says: its decisions and forecasts are of fewer.",
  "authors",
  "count",
  1000,
);
addCheck(
  "authors.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "categories with more than 3 elements, the longest first.",
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
  "authors with more than 3 elements, the longest first.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 2,000 that the design says: its decisions and forecasts are of fewer.",
  "books",
  "count",
  2000,
);
addCheck(
  "books.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 50 that the design says: its decisions and forecasts are of fewer.",
  "categories",
  "count",
  50,
);
addCheck(
  "categories.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 8,000 that the design says: its decisions and forecasts are of fewer.",
  "users",
  "count",
  8000,
);
addCheck(
  "users.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "users",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("authors");
addValidatorCheck("books");
addValidatorCheck("categories");
addValidatorCheck("users");
describeAudit();
