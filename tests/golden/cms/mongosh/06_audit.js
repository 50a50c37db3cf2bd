// Audit of the design "Content management".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("cms");

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

// --- relationship "authorship": PARENT_REF (B5) ---
// an array in the parent would grow too large
addCheck(
  "authorship.orphans.to",
  "articles.author._id that no author has as its id.",
  "articles",
  "sample",
  [
    { $match: { "author._id": { $ne: null } } },
    { $lookup: { from: "authors", localField: "author._id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "author._id": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "authorship.copies.author.name",
  "articles.author.name that differs from authors.name.",
  "articles",
  "sample",
  [
    { $match: { "author._id": { $ne: null } } },
    { $lookup: { from: "authors", localField: "author._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: { $expr: { $ne: [{ $ifNull: ["$author.name", null] }, { $ifNull: ["$source.name", null] }] } },
    },
    { $project: { "author._id": 1, "author.name": 1, "source.name": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "authorship.copies.author.avatar",
  "articles.author.avatar that differs from authors.avatar.",
  "articles",
  "sample",
  [
    { $match: { "author._id": { $ne: null } } },
    { $lookup: { from: "authors", localField: "author._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: { $ne: [{ $ifNull: ["$author.avatar", null] }, { $ifNull: ["$source.avatar", null] }] },
      },
    },
    { $project: { "author._id": 1, "author.avatar": 1, "source.avatar": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "authorship.copies.author.bio",
  "articles.author.bio that differs from authors.bio.",
  "articles",
  "sample",
  [
    { $match: { "author._id": { $ne: null } } },
    { $lookup: { from: "authors", localField: "author._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    { $match: { $expr: { $ne: [{ $ifNull: ["$author.bio", null] }, { $ifNull: ["$source.bio", null] }] } } },
    { $project: { "author._id": 1, "author.bio": 1, "source.bio": 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "related": ONE_WAY_EMBED (C4a) ---
// the array would grow too large on the other side
addCheck(
  "related.orphans.from",
  "articles.related_articles._id that no other article has as its id.",
  "articles",
  "sample",
  [
    { $unwind: "$related_articles" },
    { $match: { "related_articles._id": { $ne: null } } },
    { $lookup: { from: "articles", localField: "related_articles._id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "related_articles._id": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "related.copies.title",
  "articles.related_articles.title that differs from articles.title.",
  "articles",
  "sample",
  [
    { $unwind: "$related_articles" },
    { $match: { "related_articles._id": { $ne: null } } },
    { $lookup: { from: "articles", localField: "related_articles._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: {
          $ne: [{ $ifNull: ["$related_articles.title", null] }, { $ifNull: ["$source.title", null] }],
        },
      },
    },
    { $project: { "related_articles._id": 1, "related_articles.title": 1, "source.title": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "related.copies.slug",
  "articles.related_articles.slug that differs from articles.slug.",
  "articles",
  "sample",
  [
    { $unwind: "$related_articles" },
    { $match: { "related_articles._id": { $ne: null } } },
    { $lookup: { from: "articles", localField: "related_articles._id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: { $ne: [{ $ifNull: ["$related_articles.slug", null] }, { $ifNull: ["$source.slug", null] }] },
      },
    },
    { $project: { "related_articles._id": 1, "related_articles.slug": 1, "source.slug": 1 } },
    { $limit: 100 },
  ],
);

// --- collection "articles" ---
addCheck(
  "articles.arrays.categories",
  "categories with more than 5 elements, the longest first.",
  "articles",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$categories" }, "$categories", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "articles.arrays.tags",
  "tags with more than 15 elements, the longest first.",
  "articles",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$tags" }, "$tags", []] } } } },
    { $match: { length: { $gt: 15 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "articles.arrays.related_articles",
  "related_articles with more than 20 elements, the longest first.",
  "articles",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$related_articles" }, "$related_articles", []] } } } },
    { $match: { length: { $gt: 20 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "articles.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "articles",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "articles.count",
  "More than twice the 8,000 that the design says: its decisions and forecasts are of fewer.",
  "articles",
  "count",
  8000,
);
addCheck(
  "articles.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "articles",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "authors" ---
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
  "More than twice the 120 that the design says: its decisions and forecasts are of fewer.",
  "authors",
  "count",
  120,
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

// --- entity "Article" ---
addCheck(
  "Article.results",
  "metadata.read_time of articles that differs from what the formula gives.",
  "articles",
  "sample",
  [
    {
      $set: {
        "expected.metadata.read_time": { $toInt: { $round: [{ $divide: ["$metadata.word_count", 195] }] } },
      },
    },
    {
      $match: {
        $expr: {
          $cond: [
            { $and: [{ $isNumber: "$metadata.read_time" }, { $isNumber: "$expected.metadata.read_time" }] },
            { $gt: [{ $abs: { $subtract: ["$metadata.read_time", "$expected.metadata.read_time"] } }, 0.5] },
            {
              $ne: [
                { $ifNull: ["$metadata.read_time", null] },
                { $ifNull: ["$expected.metadata.read_time", null] },
              ],
            },
          ],
        },
      },
    },
    { $project: { "metadata.read_time": 1, expected: 1 } },
    { $limit: 100 },
  ],
);

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("articles");
addValidatorCheck("authors");
describeAudit();
