// "Account transactions": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("bank");

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

// --- relationship "outgoing": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "outgoing.orphans.to",
  "transfers.from_account values that match no account.",
  "transfers",
  "sample",
  [
    { $match: { from_account: { $ne: null } } },
    { $lookup: { from: "accounts", localField: "from_account", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { from_account: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "incoming": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "incoming.orphans.to",
  "transfers.to_account values that match no account.",
  "transfers",
  "sample",
  [
    { $match: { to_account: { $ne: null } } },
    { $lookup: { from: "accounts", localField: "to_account", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { to_account: 1 } },
    { $limit: 100 },
  ],
);

// --- collection "accounts" ---
addCheck(
  "accounts.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "accounts",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "accounts.count",
  "Document count over 400,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "accounts",
  "count",
  400000,
);
addCheck(
  "accounts.unused",
  "Indexes unused since the server started (ignore _id_).",
  "accounts",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "transfers" ---
addCheck(
  "transfers.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "transfers",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "transfers.count",
  "Document count over 29,900,000, the forecast for 3 years, so decisions and forecasts may no longer hold.",
  "transfers",
  "count",
  29900000,
);
addCheck(
  "transfers.unused",
  "Indexes unused since the server started (ignore _id_).",
  "transfers",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- entity "Account" ---
addCheck(
  "Account.results",
  "balance, received, sent in accounts that differ from the formula.",
  "accounts",
  "sample",
  [
    {
      $lookup: {
        from: "transfers",
        localField: "_id",
        foreignField: "to_account",
        pipeline: [{ $group: { _id: null, value1: { $sum: "$amount" } } }],
        as: "gathered1",
      },
    },
    {
      $lookup: {
        from: "transfers",
        localField: "_id",
        foreignField: "from_account",
        pipeline: [{ $group: { _id: null, value1: { $sum: "$amount" } } }],
        as: "gathered2",
      },
    },
    {
      $set: {
        "expected.balance": {
          $subtract: [{ $add: ["$opened_with", { $ifNull: ["$received", 0] }] }, { $ifNull: ["$sent", 0] }],
        },
        "expected.received": { $ifNull: [{ $first: "$gathered1.value1" }, 0] },
        "expected.sent": { $ifNull: [{ $first: "$gathered2.value1" }, 0] },
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            {
              $cond: [
                { $and: [{ $isNumber: "$balance" }, { $isNumber: "$expected.balance" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$balance", "$expected.balance"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.balance" }] }] },
                  ],
                },
                { $ne: [{ $ifNull: ["$balance", null] }, { $ifNull: ["$expected.balance", null] }] },
              ],
            },
            {
              $cond: [
                { $and: [{ $isNumber: "$received" }, { $isNumber: "$expected.received" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$received", "$expected.received"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.received" }] }] },
                  ],
                },
                { $ne: [{ $ifNull: ["$received", null] }, { $ifNull: ["$expected.received", null] }] },
              ],
            },
            {
              $cond: [
                { $and: [{ $isNumber: "$sent" }, { $isNumber: "$expected.sent" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$sent", "$expected.sent"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.sent" }] }] },
                  ],
                },
                { $ne: [{ $ifNull: ["$sent", null] }, { $ifNull: ["$expected.sent", null] }] },
              ],
            },
          ],
        },
      },
    },
    { $project: { balance: 1, received: 1, sent: 1, expected: 1 } },
    { $limit: 100 },
  ],
);

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("accounts");
addValidatorCheck("transfers");
describeAudit();
