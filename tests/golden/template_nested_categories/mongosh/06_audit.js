// Audit of the design "Nested categories".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("catalogue");

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
  "products.category_id that no category has as its id.",
  db.products.aggregate([
    { $match: { category_id: { $ne: null } } },
    { $lookup: { from: "categories", localField: "category_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { category_id: 1 } },
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
  "How many there are; the design says 3,000.",
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
