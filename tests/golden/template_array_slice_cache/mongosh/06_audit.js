// Audit of the design "Array-slice cache".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("magazine");

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

// --- relationship "comments": SUBSET (B3) ---
// most reads need only the top or most recent items of a growing list
addCheck(
  "comments.orphans.from",
  "articles.comments.comment_id that no comment has as its id.",
  "articles",
  "sample",
  [
    { $unwind: "$comments" },
    { $match: { "comments.comment_id": { $ne: null } } },
    { $lookup: { from: "comments", localField: "comments.comment_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "comments.comment_id": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "comments.missing",
  "articles.comments without one of the 10 comments that should be in it.",
  "articles",
  "sample",
  [
    {
      $lookup: {
        from: "comments",
        localField: "_id",
        foreignField: "article_id",
        as: "newest",
        pipeline: [
          { $sort: { posted_at: -1 } },
          { $limit: 10 },
          { $project: { _id: 0, comment_id: "$_id", posted_at: "$posted_at" } },
        ],
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            { $gt: [{ $size: "$newest" }, { $size: { $ifNull: ["$comments", []] } }] },
            {
              $ne: [{ $setDifference: ["$newest.posted_at", { $ifNull: ["$comments.posted_at", []] }] }, []],
            },
          ],
        },
      },
    },
    { $project: { newest: 1, comments: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "comments.orphans.to",
  "comments.article_id that no article has as its id.",
  "comments",
  "sample",
  [
    { $match: { article_id: { $ne: null } } },
    { $lookup: { from: "articles", localField: "article_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { article_id: 1 } },
    { $limit: 100 },
  ],
);

// --- collection "articles" ---
addCheck(
  "articles.arrays.comments",
  "comments with more than 10 elements, the longest first.",
  "articles",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$comments" }, "$comments", []] } } } },
    { $match: { length: { $gt: 10 } } },
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
  "More than twice the 12,000 that the design says: its decisions and forecasts are of fewer.",
  "articles",
  "count",
  12000,
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

// --- collection "comments" ---
addCheck(
  "comments.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "comments",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "comments.count",
  "More than twice the 900,000 that the design says: its decisions and forecasts are of fewer.",
  "comments",
  "count",
  900000,
);
addCheck(
  "comments.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "comments",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("articles");
addValidatorCheck("comments");
describeAudit();
