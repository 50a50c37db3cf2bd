// "City theatre": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("city_theatre");

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

// --- entity "TicketPrice" ---
addCheck(
  "TicketPrice.overlapping_versions",
  "Past ticket_prices that overlap the current version.",
  "ticket_prices",
  "sample",
  [
    {
      $lookup: {
        from: "ticket_prices",
        localField: "category",
        foreignField: "category",
        as: "past",
        pipeline: [{ $match: { valid_to: null } }],
      },
    },
    {
      $match: {
        $expr: {
          $and: [{ $ne: ["$valid_to", null] }, { $gt: ["$valid_to", { $first: "$past.valid_from" }] }],
        },
      },
    },
    { $project: { _id: 1 } },
    { $limit: 100 },
  ],
);

// --- entity "Contract" ---
addCheck(
  "Contract.missing_revisions",
  "contracts with missing revisions.",
  "contracts",
  "sample",
  [
    { $lookup: { from: "contract_revisions", localField: "_id", foreignField: "contract_id", as: "past" } },
    {
      $match: {
        $expr: {
          $lt: [
            {
              $size: {
                $filter: { input: "$past.revision", as: "one", cond: { $lt: ["$$one", "$revision"] } },
              },
            },
            { $subtract: ["$revision", 1] },
          ],
        },
      },
    },
    { $project: { _id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "performances": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "performances.orphans.to",
  "performances.show_id values that match no show.",
  "performances",
  "sample",
  [
    { $match: { show_id: { $ne: null } } },
    { $lookup: { from: "shows", localField: "show_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { show_id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "contracts": Parent reference (B10) ---
// all its operations start outside the show
addCheck(
  "contracts.orphans.to",
  "contracts.show_id values that match no show. Past versions aren't checked: they can reference documents that were deleted later.",
  "contracts",
  "sample",
  [
    { $match: { show_id: { $ne: null } } },
    { $lookup: { from: "shows", localField: "show_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { show_id: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "contracts.beyond",
  "More than 20 contracts of one show, the design's maximum (no index prevents this).",
  "contracts",
  "all",
  [
    { $match: { show_id: { $ne: null } } },
    { $sortByCount: "$show_id" },
    { $match: { count: { $gt: 20 } } },
    { $limit: 100 },
  ],
);

// --- collection "shows" ---
addCheck(
  "shows.arrays.works",
  "works arrays with more than 12 items, longest first.",
  "shows",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$works" }, "$works", []] } } } },
    { $match: { length: { $gt: 12 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "shows.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "shows",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "shows.count",
  "Document count over 2,400, twice the count in the design, so decisions and forecasts may no longer hold.",
  "shows",
  "count",
  2400,
);
addCheck(
  "shows.unused",
  "Indexes unused since the server started (ignore _id_).",
  "shows",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "performances" ---
addCheck(
  "performances.arrays.seats",
  "seats arrays with more than 6 items, longest first.",
  "performances",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$seats" }, "$seats", []] } } } },
    { $match: { length: { $gt: 6 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "performances.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "performances",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "performances.count",
  "Document count over 18,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "performances",
  "count",
  18000,
);
addCheck(
  "performances.unused",
  "Indexes unused since the server started (ignore _id_).",
  "performances",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "ticket_prices" ---
addCheck(
  "ticket_prices.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "ticket_prices",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "ticket_prices.count",
  "Document count over 80, twice the count in the design, so decisions and forecasts may no longer hold.",
  "ticket_prices",
  "all",
  [
    { $match: { valid_to: null } },
    { $group: { _id: null, count: { $sum: 1 } } },
    { $match: { count: { $gt: 80 } } },
  ],
);
addCheck(
  "ticket_prices.unused",
  "Indexes unused since the server started (ignore _id_).",
  "ticket_prices",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "contracts" ---
addCheck(
  "contracts.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "contracts",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "contracts.count",
  "Document count over 1,200, twice the count in the design, so decisions and forecasts may no longer hold.",
  "contracts",
  "count",
  1200,
);
addCheck(
  "contracts.unused",
  "Indexes unused since the server started (ignore _id_).",
  "contracts",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "contract_revisions" ---
addCheck(
  "contract_revisions.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "contract_revisions",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "contract_revisions.unused",
  "Indexes unused since the server started (ignore _id_).",
  "contract_revisions",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- entity "Show" ---
addCheck(
  "Show.unknown_kinds",
  "shows with a missing or unknown kind.",
  "shows",
  "sample",
  [{ $match: { kind: { $nin: ["play", "concert", "film"] } } }, { $project: { kind: 1 } }, { $limit: 100 }],
);
addCheck(
  "Show.foreign_fields",
  "shows with a field of another subtype.",
  "shows",
  "sample",
  [
    {
      $match: {
        $or: [
          { kind: { $nin: ["play"] }, playwright: { $exists: true } },
          { kind: { $nin: ["play"] }, acts: { $exists: true } },
          { kind: { $nin: ["concert"] }, orchestra: { $exists: true } },
          { kind: { $nin: ["concert"] }, works: { $exists: true } },
          { kind: { $nin: ["film"] }, director: { $exists: true } },
          { kind: { $nin: ["film"] }, released_on: { $exists: true } },
        ],
      },
    },
    { $project: { kind: 1 } },
    { $limit: 100 },
  ],
);

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("shows");
addValidatorCheck("performances");
addValidatorCheck("ticket_prices");
addValidatorCheck("contracts");
addValidatorCheck("contract_revisions");
describeAudit();
