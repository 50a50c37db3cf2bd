// Audit of the design "Shopping cart without reservation".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("shop");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "lines": EMBED_LINK (C2) ---
// the link is part of its owner
report(
  "lines.orphans.from",
  "carts.lines.product_id that no product has as its id.",
  db.carts.aggregate([
    { $unwind: "$lines" },
    { $match: { "lines.product_id": { $ne: null } } },
    { $lookup: { from: "products", localField: "lines.product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "lines.product_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "products" ---
report(
  "products.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.products.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("products.count", "How many there are; the design says 20,000.", db.products.estimatedDocumentCount());
report(
  "products.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.products.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "carts" ---
report(
  "carts.arrays.lines",
  "lines with more than 50 elements, the longest first.",
  db.carts.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$lines" }, "$lines", []] } } } },
    { $match: { length: { $gt: 50 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "carts.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.carts.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("carts.count", "How many there are; the design says 30,000.", db.carts.estimatedDocumentCount());
report(
  "carts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.carts.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
