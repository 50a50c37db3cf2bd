// Audit of the design "City theatre".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("city_theatre");

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

// --- entity "TicketPrice" ---
addCheck(
  "TicketPrice.overlapping_versions",
  "Past ticket_prices that end after the current one begins.",
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
  "contracts with fewer revisions than they count.",
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

// --- relationship "performances": PARENT_REF (B5) ---
// an array in the parent would grow too large
addCheck(
  "performances.orphans.to",
  "performances.show_id that no show has as its id.",
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

// --- relationship "contracts": PARENT_REF (B10) ---
// lowest write cost, with no shared array to contend for
addCheck(
  "contracts.orphans.to",
  "contracts.show_id that no show has as its id.",
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
  "More than 20 contracts of one show, the most that the design states: no index refuses these.",
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
  "works with more than 12 elements, the longest first.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 1,200 that the design says: its decisions and forecasts are of fewer.",
  "shows",
  "count",
  1200,
);
addCheck(
  "shows.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "seats with more than 6 elements, the longest first.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 9,000 that the design says: its decisions and forecasts are of fewer.",
  "performances",
  "count",
  9000,
);
addCheck(
  "performances.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 40 that the design says: its decisions and forecasts are of fewer.",
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
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 600 that the design says: its decisions and forecasts are of fewer.",
  "contracts",
  "count",
  600,
);
addCheck(
  "contracts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "shows without a known kind.",
  "shows",
  "sample",
  [{ $match: { kind: { $nin: ["play", "concert", "film"] } } }, { $project: { kind: 1 } }, { $limit: 100 }],
);
addCheck(
  "Show.foreign_fields",
  "shows with a field that only other kinds have.",
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

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("shows");
addValidatorCheck("performances");
addValidatorCheck("ticket_prices");
addValidatorCheck("contracts");
addValidatorCheck("contract_revisions");
describeAudit();
