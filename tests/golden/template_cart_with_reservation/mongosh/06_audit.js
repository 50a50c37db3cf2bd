// "Shopping cart with reservation": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("shop");

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

// --- relationship "reservations": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "reservations.orphans.to",
  "reservations.product_id values that match no product.",
  "reservations",
  "sample",
  [
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { product_id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "lines": Parent reference (B10) ---
// "Product -> Reservation" also refers to Reservation, so it can't live inside one Cart
addCheck(
  "lines.orphans.to",
  "reservations.cart_id values that match no cart.",
  "reservations",
  "sample",
  [
    { $match: { cart_id: { $ne: null } } },
    { $lookup: { from: "carts", localField: "cart_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { cart_id: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "lines.copies.status",
  "reservations.status copies that differ from carts.status.",
  "reservations",
  "sample",
  [
    { $match: { cart_id: { $ne: null } } },
    { $lookup: { from: "carts", localField: "cart_id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    { $match: { $expr: { $ne: [{ $ifNull: ["$status", null] }, { $ifNull: ["$source.status", null] }] } } },
    { $project: { cart_id: 1, status: 1, "source.status": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "lines.beyond",
  "More than 50 reservations of one cart, the design's maximum (no index prevents this).",
  "reservations",
  "all",
  [
    { $match: { cart_id: { $ne: null } } },
    { $sortByCount: "$cart_id" },
    { $match: { count: { $gt: 50 } } },
    { $limit: 100 },
  ],
);

// --- collection "products" ---
addCheck(
  "products.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "products",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "products.count",
  "Document count over 10,475, the forecast for 3 years, so decisions and forecasts may no longer hold.",
  "products",
  "count",
  10475,
);
addCheck(
  "products.unused",
  "Indexes unused since the server started (ignore _id_).",
  "products",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "carts" ---
addCheck(
  "carts.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "carts",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "carts.count",
  "Document count over 3,293,000, the forecast for 3 years, so decisions and forecasts may no longer hold.",
  "carts",
  "count",
  3293000,
);
addCheck(
  "carts.unused",
  "Indexes unused since the server started (ignore _id_).",
  "carts",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "reservations" ---
addCheck(
  "reservations.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "reservations",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "reservations.count",
  "Document count over 3,305,000, the forecast for 3 years, so decisions and forecasts may no longer hold.",
  "reservations",
  "count",
  3305000,
);
addCheck(
  "reservations.unused",
  "Indexes unused since the server started (ignore _id_).",
  "reservations",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- entity "Product" ---
addCheck(
  "Product.results",
  "available, taken in products that differ from the formula.",
  "products",
  "sample",
  [
    {
      $lookup: {
        from: "reservations",
        localField: "_id",
        foreignField: "product_id",
        pipeline: [{ $group: { _id: null, value1: { $sum: "$quantity" } } }],
        as: "gathered1",
      },
    },
    {
      $set: {
        "expected.available": { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] },
        "expected.taken": { $ifNull: [{ $first: "$gathered1.value1" }, 0] },
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            {
              $cond: [
                { $and: [{ $isNumber: "$available" }, { $isNumber: "$expected.available" }] },
                { $gt: [{ $abs: { $subtract: ["$available", "$expected.available"] } }, 0.5] },
                { $ne: [{ $ifNull: ["$available", null] }, { $ifNull: ["$expected.available", null] }] },
              ],
            },
            {
              $cond: [
                { $and: [{ $isNumber: "$taken" }, { $isNumber: "$expected.taken" }] },
                { $gt: [{ $abs: { $subtract: ["$taken", "$expected.taken"] } }, 0.5] },
                { $ne: [{ $ifNull: ["$taken", null] }, { $ifNull: ["$expected.taken", null] }] },
              ],
            },
          ],
        },
      },
    },
    { $project: { available: 1, taken: 1, expected: 1 } },
    { $limit: 100 },
  ],
);

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("products");
addValidatorCheck("carts");
addValidatorCheck("reservations");
describeAudit();
