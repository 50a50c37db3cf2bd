// "Company wiki": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("wiki");

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

// --- relationship "reports to": Tree: ancestors (T4) ---
// each node stores its ancestors, so they are read without following parents
addCheck(
  "reports to.orphans.to",
  "employees.manager values that match no manager.",
  "employees",
  "sample",
  [
    { $match: { manager: { $ne: null } } },
    { $lookup: { from: "employees", localField: "manager", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { manager: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "reports to.beyond",
  "More than 40 employees of one manager, the design's maximum (no index prevents this).",
  "employees",
  "all",
  [
    { $match: { manager: { $ne: null } } },
    { $sortByCount: "$manager" },
    { $match: { count: { $gt: 40 } } },
    { $limit: 100 },
  ],
);
addCheck(
  "reports to.cycles",
  "Nodes listed as their own ancestor in ancestors.",
  "employees",
  "sample",
  [
    { $match: { $expr: { $in: ["$_id", { $ifNull: ["$ancestors", []] }] } } },
    { $project: { ancestors: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "reports to.ancestors.differ",
  "Nodes whose ancestors aren't their manager and its ancestors.",
  "employees",
  "sample",
  [
    { $lookup: { from: "employees", localField: "manager", foreignField: "_id", as: "above" } },
    { $set: { above: { $first: "$above" } } },
    {
      $match: {
        $expr: {
          $ne: [
            { $ifNull: ["$ancestors", []] },
            {
              $concatArrays: [
                { $ifNull: ["$above.ancestors", []] },
                { $cond: [{ $ifNull: ["$above._id", false] }, ["$above._id"], []] },
              ],
            },
          ],
        },
      },
    },
    { $project: { manager: 1, ancestors: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "reports to.ancestors.missing",
  "Nodes with a missing ancestor in ancestors.",
  "employees",
  "sample",
  [
    { $unwind: "$ancestors" },
    { $lookup: { from: "employees", localField: "ancestors", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { ancestors: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "reports to.levels",
  "Nodes deeper than the design's 9 levels (stored before the validator rejected them).",
  "employees",
  "sample",
  [{ $match: { "ancestors.8": { $exists: true } } }, { $project: { ancestors: 1 } }, { $limit: 100 }],
);

// --- relationship "follows": One-way references (C4a) ---
// the array would grow too large on the other side
addCheck(
  "follows.orphans.from",
  "employees.following values that match no following.",
  "employees",
  "sample",
  [
    { $unwind: "$following" },
    { $match: { following: { $ne: null } } },
    { $lookup: { from: "employees", localField: "following", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { following: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "follows.beyond.to",
  "More than 8,000 employees linked to one employee, the design's maximum (no index prevents this).",
  "employees",
  "all",
  [
    { $unwind: "$following" },
    { $match: { following: { $ne: null } } },
    { $sortByCount: "$following" },
    { $match: { count: { $gt: 8000 } } },
    { $limit: 100 },
  ],
);

// --- relationship "subpages": Tree: children (T5) ---
// the parent's list keeps its children in order
addCheck(
  "subpages.orphans.from",
  "pages.subpages values that match no subpage.",
  "pages",
  "sample",
  [
    { $unwind: "$subpages" },
    { $match: { subpages: { $ne: null } } },
    { $lookup: { from: "pages", localField: "subpages", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { subpages: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "subpages.cycles",
  "Nodes that are their own ancestor (subpages cycle).",
  "pages",
  "sample",
  [
    {
      $graphLookup: {
        from: "pages",
        startWith: "$subpages",
        connectFromField: "subpages",
        connectToField: "_id",
        as: "below",
        depthField: "level",
      },
    },
    { $match: { $expr: { $in: ["$_id", "$below._id"] } } },
    { $project: { subpages: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "subpages.twice",
  "Nodes listed more than once in subpages.",
  "pages",
  "all",
  [
    { $unwind: "$subpages" },
    { $group: { _id: "$subpages", listedBy: { $push: "$_id" }, times: { $sum: 1 } } },
    { $match: { times: { $gt: 1 } } },
    { $limit: 100 },
  ],
);
addCheck(
  "subpages.levels",
  "Nodes deeper than the design's 6 levels (nothing prevents this).",
  "pages",
  "sample",
  [
    {
      $graphLookup: {
        from: "pages",
        startWith: "$_id",
        connectFromField: "_id",
        connectToField: "subpages",
        as: "above",
        depthField: "level",
      },
    },
    { $match: { "above.5": { $exists: true } } },
    { $project: { _id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "comments": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "comments.orphans.to",
  "comments.page_id values that match no wiki page.",
  "comments",
  "sample",
  [
    { $match: { page_id: { $ne: null } } },
    { $lookup: { from: "pages", localField: "page_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { page_id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "answers": Tree: parent (T6) ---
// moving a node is one write, and one indexed query finds its children
addCheck(
  "answers.orphans.to",
  "comments.answer_to values that match no parent.",
  "comments",
  "sample",
  [
    { $match: { answer_to: { $ne: null } } },
    { $lookup: { from: "comments", localField: "answer_to", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { answer_to: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "answers.beyond",
  "More than 500 comments of one parent, the design's maximum (no index prevents this).",
  "comments",
  "all",
  [
    { $match: { answer_to: { $ne: null } } },
    { $sortByCount: "$answer_to" },
    { $match: { count: { $gt: 500 } } },
    { $limit: 100 },
  ],
);
addCheck(
  "answers.cycles",
  "Nodes that are their own ancestor (answer_to cycle).",
  "comments",
  "sample",
  [
    {
      $graphLookup: {
        from: "comments",
        startWith: "$answer_to",
        connectFromField: "answer_to",
        connectToField: "_id",
        as: "above",
        depthField: "level",
      },
    },
    { $match: { $expr: { $in: ["$_id", "$above._id"] } } },
    { $project: { answer_to: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "writer": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "writer.orphans.to",
  "comments.written_by values that match no employee.",
  "comments",
  "sample",
  [
    { $match: { written_by: { $ne: null } } },
    { $lookup: { from: "employees", localField: "written_by", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { written_by: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "writer.copies.writer_name",
  "comments.writer_name copies that differ from employees.name.",
  "comments",
  "sample",
  [
    { $match: { written_by: { $ne: null } } },
    { $lookup: { from: "employees", localField: "written_by", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: { $expr: { $ne: [{ $ifNull: ["$writer_name", null] }, { $ifNull: ["$source.name", null] }] } },
    },
    { $project: { written_by: 1, writer_name: 1, "source.name": 1 } },
    { $limit: 100 },
  ],
);

// --- collection "employees" ---
addCheck(
  "employees.arrays.ancestors",
  "ancestors arrays with more than 8 items, longest first.",
  "employees",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$ancestors" }, "$ancestors", []] } } } },
    { $match: { length: { $gt: 8 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "employees.arrays.following",
  "following arrays with more than 150 items, longest first.",
  "employees",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$following" }, "$following", []] } } } },
    { $match: { length: { $gt: 150 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "employees.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "employees",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "employees.count",
  "Document count over 16,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "employees",
  "count",
  16000,
);
addCheck(
  "employees.unused",
  "Indexes unused since the server started (ignore _id_).",
  "employees",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "pages" ---
addCheck(
  "pages.arrays.subpages",
  "subpages arrays with more than 60 items, longest first.",
  "pages",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$subpages" }, "$subpages", []] } } } },
    { $match: { length: { $gt: 60 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "pages.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "pages",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "pages.count",
  "Document count over 68,800, the forecast for 3 years, so decisions and forecasts may no longer hold.",
  "pages",
  "count",
  68800,
);
addCheck(
  "pages.unused",
  "Indexes unused since the server started (ignore _id_).",
  "pages",
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
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
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
  "Document count over 738,000, the forecast for 3 years, so decisions and forecasts may no longer hold.",
  "comments",
  "count",
  738000,
);
addCheck(
  "comments.unused",
  "Indexes unused since the server started (ignore _id_).",
  "comments",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("employees");
addValidatorCheck("pages");
addValidatorCheck("comments");
describeAudit();
