// Audit of the design "Parts catalogue".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("parts_catalogue");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "parts": ONE_WAY_EMBED (C4b) ---
// one copy of each link, on the side it is mostly read from
report(
  "parts.orphans.from",
  "products.parts.part_id that no part has as its id.",
  db.products.aggregate([
    { $unwind: "$parts" },
    { $match: { "parts.part_id": { $ne: null } } },
    { $lookup: { from: "parts", localField: "parts.part_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "parts.part_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "parts.copies.name",
  "products.parts.name that differs from parts.name.",
  db.products.aggregate([
    { $unwind: "$parts" },
    { $match: { "parts.part_id": { $ne: null } } },
    { $lookup: { from: "parts", localField: "parts.part_id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    { $match: { $expr: { $ne: [{ $ifNull: ["$parts.name", null] }, { $ifNull: ["$source.name", null] }] } } },
    { $project: { "parts.part_id": 1, "parts.name": 1, "source.name": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "spare_parts": PARENT_REF (B10) ---
// cheapest write, and no shared array to contend for
report(
  "spare_parts.orphans.to",
  "spare_parts.product_id that no product has as its id.",
  db.spare_parts.aggregate([
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { product_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "spare_parts.copies.product_name",
  "spare_parts.product_name that differs from products.name.",
  db.spare_parts.aggregate([
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    {
      $match: { $expr: { $ne: [{ $ifNull: ["$product_name", null] }, { $ifNull: ["$source.name", null] }] } },
    },
    { $project: { product_id: 1, product_name: 1, "source.name": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "spare_parts.copies.product_catalog_number",
  "spare_parts.product_catalog_number that differs from products.catalog_number.",
  db.spare_parts.aggregate([
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
  ]).toArray(),
);

// --- collection "products" ---
report(
  "products.arrays.parts",
  "parts with more than 300 elements, the longest first.",
  db.products.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$parts" }, "$parts", []] } } } },
    { $match: { length: { $gt: 300 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "products.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.products.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("products.count", "How many there are; the design says 3,000.", db.products.estimatedDocumentCount());
report(
  "products.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.products.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "parts" ---
report(
  "parts.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.parts.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("parts.count", "How many there are; the design says 15,000.", db.parts.estimatedDocumentCount());
report(
  "parts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.parts.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "spare_parts" ---
report(
  "spare_parts.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.spare_parts.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "spare_parts.count",
  "How many there are; the design says 300,000.",
  db.spare_parts.estimatedDocumentCount(),
);
report(
  "spare_parts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.spare_parts.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
