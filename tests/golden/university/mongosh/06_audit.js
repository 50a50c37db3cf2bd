// Audit of the design "University".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("university");

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

// --- relationship "courses": ONE_WAY_EMBED (C4a) ---
// the array would grow too large on the other side
addCheck(
  "courses.orphans.from",
  "students.courses that no course has as its id.",
  "students",
  "sample",
  [
    { $unwind: "$courses" },
    { $match: { courses: { $ne: null } } },
    { $lookup: { from: "courses", localField: "courses", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { courses: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "messages": PARENT_REF (B5) ---
// an array in the parent would grow too large
addCheck(
  "messages.orphans.to",
  "messages.posted_by that no student has as its id.",
  "messages",
  "sample",
  [
    { $match: { posted_by: { $ne: null } } },
    { $lookup: { from: "students", localField: "posted_by", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { posted_by: 1 } },
    { $limit: 100 },
  ],
);

// --- collection "students" ---
addCheck(
  "students.arrays.emails",
  "emails with more than 10 elements, the longest first.",
  "students",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$emails" }, "$emails", []] } } } },
    { $match: { length: { $gt: 10 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "students.arrays.courses",
  "courses with more than 100 elements, the longest first.",
  "students",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$courses" }, "$courses", []] } } } },
    { $match: { length: { $gt: 100 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "students.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "students",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "students.count",
  "More than twice the 20,000 that the design says: its decisions and forecasts are of fewer.",
  "students",
  "count",
  20000,
);
addCheck(
  "students.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "students",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "courses" ---
addCheck(
  "courses.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "courses",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "courses.count",
  "More than twice the 1,000 that the design says: its decisions and forecasts are of fewer.",
  "courses",
  "count",
  1000,
);
addCheck(
  "courses.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "courses",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "messages" ---
addCheck(
  "messages.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "messages",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "messages.count",
  "More than twice the 6,000,000 that the design says: its decisions and forecasts are of fewer.",
  "messages",
  "count",
  6000000,
);
addCheck(
  "messages.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "messages",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("students");
addValidatorCheck("courses");
addValidatorCheck("messages");
describeAudit();
