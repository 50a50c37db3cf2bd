// Audit of the design "Parts catalogue".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("parts_catalogue");

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

// --- relationship "parts": ONE_WAY_EMBED (C4b) ---
// each link is stored once, on the side that reads it most
addCheck(
  "parts.orphans.from",
  "products.parts.part_id that no part has as its id.",
  "products",
  "sample",
  [
    { $unwind: "$parts" },
    { $match: { "parts.part_id": { $ne: null } } },
    { $lookup: { from: "parts", localField: "parts.part_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "parts.part_id": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "parts.copies.name",
  "products.parts.name that differs from parts.name.",
  "products",
  "sample",
  [
    { $unwind: "$parts" },
    { $match: { "parts.part_id": { $ne: null } } },
    { $lookup: { from: "parts", localField: "parts.part_id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    { $match: { $expr: { $ne: [{ $ifNull: ["$parts.name", null] }, { $ifNull: ["$source.name", null] }] } } },
    { $project: { "parts.part_id": 1, "parts.name": 1, "source.name": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "parts.beyond.to",
  "More than 20 products linked with one part, the most that the design states: no index refuses these.",
  "products",
  "all",
  [
    { $unwind: "$parts" },
    { $match: { "parts.part_id": { $ne: null } } },
    { $sortByCount: "$parts.part_id" },
    { $match: { count: { $gt: 20 } } },
    { $limit: 100 },
  ],
);

// --- relationship "spare_parts": PARENT_REF (B10) ---
// lowest write cost, with no shared array to contend for
addCheck(
  "spare_parts.orphans.to",
  "spare_parts.product_id that no product has as its id.",
  "spare_parts",
  "sample",
  [
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { product_id: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "spare_parts.copies.product_name",
  "spare_parts.product_name that differs from products.name.",
  "spare_parts",
  "sample",
  [
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: { $expr: { $ne: [{ $ifNull: ["$product_name", null] }, { $ifNull: ["$source.name", null] }] } },
    },
    { $project: { product_id: 1, product_name: 1, "source.name": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "spare_parts.copies.product_catalog_number",
  "spare_parts.product_catalog_number that differs from products.catalog_number.",
  "spare_parts",
  "sample",
  [
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: {
          $ne: [
            { $ifNull: ["$product_catalog_number", null] },
            { $ifNull: ["$source.catalog_number", null] },
          ],
        },
      },
    },
    { $project: { product_id: 1, product_catalog_number: 1, "source.catalog_number": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "spare_parts.beyond",
  "More than 300 spare_parts of one product, the most that the design states: no index refuses these.",
  "spare_parts",
  "all",
  [
    { $match: { product_id: { $ne: null } } },
    { $sortByCount: "$product_id" },
    { $match: { count: { $gt: 300 } } },
    { $limit: 100 },
  ],
);

// --- collection "products" ---
addCheck(
  "products.arrays.parts",
  "parts with more than 300 elements, the longest first.",
  "products",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$parts" }, "$parts", []] } } } },
    { $match: { length: { $gt: 300 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
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
  "More than twice the 3,000 that the design says: its decisions and forecasts are of fewer.",
  "products",
  "count",
  3000,
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

// --- collection "parts" ---
addCheck(
  "parts.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "parts",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "parts.count",
  "More than twice the 15,000 that the design says: its decisions and forecasts are of fewer.",
  "parts",
  "count",
  15000,
);
addCheck(
  "parts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "parts",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "spare_parts" ---
addCheck(
  "spare_parts.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "spare_parts",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "spare_parts.count",
  "More than twice the 300,000 that the design says: its decisions and forecasts are of fewer.",
  "spare_parts",
  "count",
  300000,
);
addCheck(
  "spare_parts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "spare_parts",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("products");
addValidatorCheck("parts");
addValidatorCheck("spare_parts");
describeAudit();
