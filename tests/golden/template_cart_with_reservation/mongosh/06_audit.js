// Audit of the design "Shopping cart with reservation".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("shop");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "reservations": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "reservations.orphans.to",
  "reservations.product_id that no product has as its id.",
  db.reservations.aggregate([
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { product_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "lines": PARENT_REF (B10) ---
// cheapest write, and no shared array to contend for
report(
  "lines.orphans.to",
  "reservations.cart_id that no cart has as its id.",
  db.reservations.aggregate([
    { $match: { cart_id: { $ne: null } } },
    { $lookup: { from: "carts", localField: "cart_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { cart_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "lines.copies.status",
  "reservations.status that differs from carts.status.",
  db.reservations.aggregate([
    { $match: { cart_id: { $ne: null } } },
    { $lookup: { from: "carts", localField: "cart_id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    { $match: { $expr: { $ne: [{ $ifNull: ["$status", null] }, { $ifNull: ["$source.status", null] }] } } },
    { $project: { cart_id: 1, status: 1, "source.status": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "products" ---
report(
  "products.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.products.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("products.count", "How many there are; the design says 5,000.", db.products.estimatedDocumentCount());
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
  "carts.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.carts.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("carts.count", "How many there are; the design says 8,000.", db.carts.estimatedDocumentCount());
report(
  "carts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.carts.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "reservations" ---
report(
  "reservations.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.reservations.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "reservations.count",
  "How many there are; the design says 20,000.",
  db.reservations.estimatedDocumentCount(),
);
report(
  "reservations.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.reservations.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- entity "Product" ---
report(
  "Product.results",
  "available, taken of products that differ from what the formula gives.",
  db.products.aggregate([
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
  ]).toArray(),
);
