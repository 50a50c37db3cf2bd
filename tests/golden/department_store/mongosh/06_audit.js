// Audit of the design "Department store".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("store");

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

// --- relationship "category tree": TREE_PATH (T3) ---
// a path prefix finds a branch, and sorting by path lists the tree in order
addCheck(
  "category tree.paths",
  "Nodes whose path leads to no node: what it ends with does not stand where it says.",
  "categories",
  "sample",
  [
    { $match: { path: { $ne: "," } } },
    { $set: { last: { $arrayElemAt: [{ $split: ["$path", ","] }, -2] } } },
    {
      $set: {
        above: {
          $substrCP: [
            "$path",
            0,
            { $subtract: [{ $strLenCP: "$path" }, { $add: [{ $strLenCP: "$last" }, 1] }] },
          ],
        },
      },
    },
    { $lookup: { from: "categories", localField: "above", foreignField: "path", as: "found" } },
    { $match: { $expr: { $not: [{ $in: ["$last", "$found.slug"] }] } } },
    { $project: { path: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "category tree.commas",
  "Nodes with a comma in slug: paths would break there.",
  "categories",
  "sample",
  [{ $match: { slug: BSONRegExp(",", "") } }, { $project: { slug: 1 } }, { $limit: 100 }],
);

// --- relationship "products": PARENT_REF (B5) ---
// an array in the parent would grow too large
addCheck(
  "products.orphans.to",
  "products.category_id that no product category has as its id.",
  "products",
  "sample",
  [
    { $match: { category_id: { $ne: null } } },
    { $lookup: { from: "categories", localField: "category_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { category_id: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "products.beyond",
  "More than 5,000 products of one product category, the most that the design states: no index refuses these.",
  "products",
  "all",
  [
    { $match: { category_id: { $ne: null } } },
    { $sortByCount: "$category_id" },
    { $match: { count: { $gt: 5000 } } },
    { $limit: 100 },
  ],
);

// --- relationship "region tree": TREE_NESTED (T2) ---
// the tree rarely changes, and a branch is one index range
addCheck(
  "region tree.orphans.to",
  "regions.parent that no parent has as its id.",
  "regions",
  "sample",
  [
    { $match: { parent: { $ne: null } } },
    { $lookup: { from: "regions", localField: "parent", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { parent: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "region tree.beyond",
  "More than 30 sales_regions of one parent, the most that the design states: no index refuses these.",
  "regions",
  "all",
  [
    { $match: { parent: { $ne: null } } },
    { $sortByCount: "$parent" },
    { $match: { count: { $gt: 30 } } },
    { $limit: 100 },
  ],
);
addCheck(
  "region tree.cycles",
  "Nodes that stand below themselves: a ring of parent.",
  "regions",
  "sample",
  [
    {
      $graphLookup: {
        from: "regions",
        startWith: "$parent",
        connectFromField: "parent",
        connectToField: "_id",
        as: "above",
        depthField: "level",
      },
    },
    { $match: { $expr: { $in: ["$_id", "$above._id"] } } },
    { $project: { parent: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "region tree.numbers",
  "Nodes whose left is not below their right.",
  "regions",
  "sample",
  [{ $match: { $expr: { $gte: ["$left", "$right"] } } }, { $project: { left: 1, right: 1 } }, { $limit: 100 }],
);
addCheck(
  "region tree.numbers.twice",
  "Numbers that more than one node has.",
  "regions",
  "all",
  [
    { $project: { number: ["$left", "$right"] } },
    { $unwind: "$number" },
    { $group: { _id: "$number", nodes: { $push: "$_id" }, times: { $sum: 1 } } },
    { $match: { times: { $gt: 1 } } },
    { $limit: 100 },
  ],
);
addCheck(
  "region tree.numbers.outside",
  "Nodes that do not lie between the numbers of their parent.",
  "regions",
  "sample",
  [
    { $lookup: { from: "regions", localField: "parent", foreignField: "_id", as: "above" } },
    { $unwind: "$above" },
    {
      $match: {
        $expr: { $not: [{ $and: [{ $lt: ["$above.left", "$left"] }, { $lt: ["$right", "$above.right"] }] }] },
      },
    },
    { $project: { parent: 1, left: 1, right: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "region tree.numbers.across",
  "Nodes that begin between the numbers of another and end behind it.",
  "regions",
  "sample",
  [
    {
      $lookup: {
        from: "regions",
        let: { begin: "$left", end: "$right" },
        pipeline: [
          {
            $match: {
              $expr: {
                $and: [
                  { $lt: ["$left", "$$begin"] },
                  { $lt: ["$$begin", "$right"] },
                  { $lt: ["$right", "$$end"] },
                ],
              },
            },
          },
          { $project: { _id: 1 } },
        ],
        as: "across",
      },
    },
    { $match: { across: { $ne: [] } } },
    { $project: { left: 1, right: 1, across: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "orders": PARENT_REF (B5) ---
// an array in the parent would grow too large
addCheck(
  "orders.orphans.to",
  "orders.region_id that no sales region has as its id.",
  "orders",
  "sample",
  [
    { $match: { region_id: { $ne: null } } },
    { $lookup: { from: "regions", localField: "region_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { region_id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "menu": EMBED_TREE (T1) ---
// the tree is small, shallow, and read as a whole
addCheck(
  "menu.levels",
  "Trees of more than 3 levels.",
  "menus",
  "sample",
  [
    { $unwind: "$items" },
    { $unwind: "$items.items" },
    { $match: { "items.items.items": { $exists: true } } },
    { $project: { _id: 1 } },
    { $limit: 100 },
  ],
);

// --- collection "categories" ---
addCheck(
  "categories.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "categories",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "categories.count",
  "More than twice the 1,200 that the design says: its decisions and forecasts are of fewer.",
  "categories",
  "count",
  1200,
);
addCheck(
  "categories.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "categories",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
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
  "More than twice the 40,000 that the design says: its decisions and forecasts are of fewer.",
  "products",
  "count",
  40000,
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

// --- collection "regions" ---
addCheck(
  "regions.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "regions",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "regions.count",
  "More than twice the 400 that the design says: its decisions and forecasts are of fewer.",
  "regions",
  "count",
  400,
);
addCheck(
  "regions.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "regions",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "menus" ---
addCheck(
  "menus.arrays.items",
  "items with more than 12 elements, the longest first.",
  "menus",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$items" }, "$items", []] } } } },
    { $match: { length: { $gt: 12 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "menus.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "menus",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "menus.count",
  "More than twice the 80 that the design says: its decisions and forecasts are of fewer.",
  "menus",
  "count",
  80,
);
addCheck(
  "menus.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "menus",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "orders" ---
addCheck(
  "orders.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "orders",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "orders.count",
  "More than twice the 2,000,000 that the design says: its decisions and forecasts are of fewer.",
  "orders",
  "count",
  2000000,
);
addCheck(
  "orders.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "orders",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("categories");
addValidatorCheck("products");
addValidatorCheck("regions");
addValidatorCheck("menus");
addValidatorCheck("orders");
describeAudit();
