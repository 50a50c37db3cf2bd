// Audit of the design "Department store".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("store");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "category tree": TREE_PATH (T3) ---
// what begins with a path is a branch, and the paths in order are the whole tree
report(
  "category tree.paths",
  "Nodes whose path leads to no node: what it ends with does not stand where it says.",
  db.categories.aggregate([
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
  ]).toArray(),
);
report(
  "category tree.commas",
  "Nodes with a comma in slug: paths would break there.",
  db.categories.aggregate([{ $match: { slug: BSONRegExp(",", "") } }, { $project: { slug: 1 } }, { $limit: 100 }]).toArray(),
);

// --- relationship "products": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "products.orphans.to",
  "products.category_id that no productCategory has as its id.",
  db.products.aggregate([
    { $match: { category_id: { $ne: null } } },
    { $lookup: { from: "categories", localField: "category_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { category_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "region tree": TREE_NESTED (T2) ---
// the tree stands still, and a branch is one range of an index
report(
  "region tree.orphans.to",
  "regions.parent that no parent has as its id.",
  db.regions.aggregate([
    { $match: { parent: { $ne: null } } },
    { $lookup: { from: "regions", localField: "parent", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { parent: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "region tree.cycles",
  "Nodes that stand below themselves: a ring of parent.",
  db.regions.aggregate([
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
  ]).toArray(),
);
report(
  "region tree.numbers",
  "Nodes whose left is not below their right.",
  db.regions.aggregate([{ $match: { $expr: { $gte: ["$left", "$right"] } } }, { $project: { left: 1, right: 1 } }, { $limit: 100 }]).toArray(),
);
report(
  "region tree.numbers.twice",
  "Numbers that more than one node has.",
  db.regions.aggregate([
    { $project: { number: ["$left", "$right"] } },
    { $unwind: "$number" },
    { $group: { _id: "$number", nodes: { $push: "$_id" }, times: { $sum: 1 } } },
    { $match: { times: { $gt: 1 } } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "region tree.numbers.outside",
  "Nodes that do not lie between the numbers of their parent.",
  db.regions.aggregate([
    { $lookup: { from: "regions", localField: "parent", foreignField: "_id", as: "above" } },
    { $unwind: "$above" },
    {
      $match: {
        $expr: { $not: [{ $and: [{ $lt: ["$above.left", "$left"] }, { $lt: ["$right", "$above.right"] }] }] },
      },
    },
    { $project: { parent: 1, left: 1, right: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "region tree.numbers.across",
  "Nodes that begin between the numbers of another and end behind it.",
  db.regions.aggregate([
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
  ]).toArray(),
);

// --- relationship "orders": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "orders.orphans.to",
  "orders.region_id that no salesRegion has as its id.",
  db.orders.aggregate([
    { $match: { region_id: { $ne: null } } },
    { $lookup: { from: "regions", localField: "region_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { region_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "menu": EMBED_TREE (T1) ---
// a shallow, small tree that is read whole is one document
report(
  "menu.levels",
  "Trees of more than 3 levels.",
  db.menus.aggregate([
    { $unwind: "$items" },
    { $unwind: "$items.items" },
    { $match: { "items.items.items": { $exists: true } } },
    { $project: { _id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "categories" ---
report(
  "categories.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.categories.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "categories.count",
  "How many there are; the design says 1,200.",
  db.categories.estimatedDocumentCount(),
);
report(
  "categories.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.categories.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "products" ---
report(
  "products.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.products.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("products.count", "How many there are; the design says 40,000.", db.products.estimatedDocumentCount());
report(
  "products.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.products.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "regions" ---
report(
  "regions.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.regions.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("regions.count", "How many there are; the design says 400.", db.regions.estimatedDocumentCount());
report(
  "regions.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.regions.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "menus" ---
report(
  "menus.arrays.items",
  "items with more than 12 elements, the longest first.",
  db.menus.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$items" }, "$items", []] } } } },
    { $match: { length: { $gt: 12 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "menus.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.menus.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("menus.count", "How many there are; the design says 80.", db.menus.estimatedDocumentCount());
report(
  "menus.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.menus.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "orders" ---
report(
  "orders.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.orders.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("orders.count", "How many there are; the design says 2,000,000.", db.orders.estimatedDocumentCount());
report(
  "orders.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.orders.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
