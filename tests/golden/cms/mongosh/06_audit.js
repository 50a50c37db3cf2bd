// "Content management": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("cms");

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

// --- relationship "authorship": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "authorship.orphans.to",
  "articles.author._id values that match no author.",
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
  "articles.author.name copies that differ from authors.name.",
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
  "articles.author.avatar copies that differ from authors.avatar.",
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
  "articles.author.bio copies that differ from authors.bio.",
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

// --- relationship "related": One-way references (C4a) ---
// the array would grow too large on the other side
addCheck(
  "related.orphans.from",
  "articles.related_articles._id values that match no other article.",
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
  "articles.related_articles.title copies that differ from articles.title.",
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
  "articles.related_articles.slug copies that differ from articles.slug.",
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
  "categories arrays with more than 5 items, longest first.",
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
  "tags arrays with more than 15 items, longest first.",
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
  "related_articles arrays with more than 20 items, longest first.",
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
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
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
  "Document count over 16,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "articles",
  "count",
  16000,
);
addCheck(
  "articles.unused",
  "Indexes unused since the server started (ignore _id_).",
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
  "Document count over 240, twice the count in the design, so decisions and forecasts may no longer hold.",
  "authors",
  "count",
  240,
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

// --- entity "Article" ---
addCheck(
  "Article.results",
  "metadata.read_time in articles that differs from the formula.",
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

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("articles");
addValidatorCheck("authors");
describeAudit();
