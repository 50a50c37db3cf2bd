// "Blog": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("blog");

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

// --- relationship "comments": Page buckets (B4) ---
// one document per page or time window, read in one go
addCheck(
  "comments.orphans.to",
  "comment_pages.blog_entry_id values that match no post.",
  "comment_pages",
  "sample",
  [
    { $match: { blog_entry_id: { $ne: null } } },
    { $lookup: { from: "posts", localField: "blog_entry_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { blog_entry_id: 1 } },
    { $limit: 100 },
  ],
);

// --- collection "posts" ---
addCheck(
  "posts.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "posts",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "posts.count",
  "Document count over 20,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "posts",
  "count",
  20000,
);
addCheck(
  "posts.unused",
  "Indexes unused since the server started (ignore _id_).",
  "posts",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "comment_pages" ---
addCheck(
  "comment_pages.arrays.comments",
  "comments arrays with more than 50 items, longest first.",
  "comment_pages",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$comments" }, "$comments", []] } } } },
    { $match: { length: { $gt: 50 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "comment_pages.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "comment_pages",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "comment_pages.unused",
  "Indexes unused since the server started (ignore _id_).",
  "comment_pages",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);
addCheck(
  "comment_pages.totals",
  "count in comment_pages that differs from the items in the document.",
  "comment_pages",
  "sample",
  [
    { $set: { "expected.count": { $size: { $ifNull: ["$comments", []] } } } },
    { $match: { $expr: { $ne: ["$count", "$expected.count"] } } },
    { $project: { count: 1, expected: 1 } },
    { $limit: 100 },
  ],
);

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("posts");
addValidatorCheck("comment_pages");
describeAudit();
