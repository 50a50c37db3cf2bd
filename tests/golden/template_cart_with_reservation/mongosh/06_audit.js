// Audit of the design "Shopping cart with reservation".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("shop");

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

// --- relationship "reservations": PARENT_REF (B5) ---
// an array in the parent would grow too large
addCheck(
  "reservations.orphans.to",
  "reservations.product_id that no product has as its id.",
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

// --- relationship "lines": PARENT_REF (B10) ---
// lowest write cost, with no shared array to contend for
addCheck(
  "lines.orphans.to",
  "reservations.cart_id that no cart has as its id.",
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
  "reservations.status that differs from carts.status.",
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
  "More than 50 reservations of one cart, the most that the design states: no index refuses these.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 5,000 that the design says: its decisions and forecasts are of fewer.",
  "products",
  "count",
  5000,
);
addCheck(
  "products.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 8,000 that the design says: its decisions and forecasts are of fewer.",
  "carts",
  "count",
  8000,
);
addCheck(
  "carts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
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
  "More than twice the 20,000 that the design says: its decisions and forecasts are of fewer.",
  "reservations",
  "count",
  20000,
);
addCheck(
  "reservations.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
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
  "available, taken of products that differ from what the formula gives.",
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

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("products");
addValidatorCheck("carts");
addValidatorCheck("reservations");
describeAudit();
