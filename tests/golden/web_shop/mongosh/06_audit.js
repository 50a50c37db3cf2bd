// Audit of the design "Web shop".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
const target = db.getSiblingDB("web_shop");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "reviews": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "reviews.orphans.to",
  "reviews.product_id that no product has as its id.",
  target.getCollection("reviews").aggregate([
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { product_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "billing_address": ELEMENT_REF (B0) ---
// both elements already live in one document
report(
  "billing_address.orphans.to",
  "payment_methods.billing_address_id that no address in the same document has.",
  target.getCollection("customers").aggregate([
    { $set: { known: { $ifNull: ["$addresses.id", []] } } },
    { $unwind: "$payment_methods" },
    {
      $match: {
        $expr: {
          $and: [
            { $ne: [{ $ifNull: ["$payment_methods.billing_address_id", null] }, null] },
            { $not: [{ $in: ["$payment_methods.billing_address_id", "$known"] }] },
          ],
        },
      },
    },
    { $project: { "payment_methods.billing_address_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "orders": SUBSET (B3) ---
// the common screen needs only a slice of an ever-growing list
report(
  "orders.orphans.from",
  "customers.recent_orders.order_id that no order has as its id. Documents of orders are moved to an archive, which is asked too.",
  target.getCollection("customers").aggregate([
    { $unwind: "$recent_orders" },
    { $match: { "recent_orders.order_id": { $ne: null } } },
    { $lookup: { from: "orders", localField: "recent_orders.order_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    {
      $lookup: {
        from: "orders_archive",
        localField: "recent_orders.order_id",
        foreignField: "_id",
        as: "found",
      },
    },
    { $match: { found: [] } },
    { $project: { "recent_orders.order_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "orders.copies.date",
  "customers.recent_orders.date that differs from orders.dates.created.",
  target.getCollection("customers").aggregate([
    { $unwind: "$recent_orders" },
    { $match: { "recent_orders.order_id": { $ne: null } } },
    { $lookup: { from: "orders", localField: "recent_orders.order_id", foreignField: "_id", as: "source" } },
    {
      $lookup: {
        from: "orders_archive",
        localField: "recent_orders.order_id",
        foreignField: "_id",
        as: "source_2",
      },
    },
    { $set: { source: { $concatArrays: ["$source", "$source_2"] } } },
    { $unset: ["source_2"] },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: {
          $ne: [{ $ifNull: ["$recent_orders.date", null] }, { $ifNull: ["$source.dates.created", null] }],
        },
      },
    },
    { $project: { "recent_orders.order_id": 1, "recent_orders.date": 1, "source.dates.created": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "orders.copies.status",
  "customers.recent_orders.status that differs from orders.status.",
  target.getCollection("customers").aggregate([
    { $unwind: "$recent_orders" },
    { $match: { "recent_orders.order_id": { $ne: null } } },
    { $lookup: { from: "orders", localField: "recent_orders.order_id", foreignField: "_id", as: "source" } },
    {
      $lookup: {
        from: "orders_archive",
        localField: "recent_orders.order_id",
        foreignField: "_id",
        as: "source_2",
      },
    },
    { $set: { source: { $concatArrays: ["$source", "$source_2"] } } },
    { $unset: ["source_2"] },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: { $ne: [{ $ifNull: ["$recent_orders.status", null] }, { $ifNull: ["$source.status", null] }] },
      },
    },
    { $project: { "recent_orders.order_id": 1, "recent_orders.status": 1, "source.status": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "orders.orphans.to",
  "orders.customer_id that no customer has as its id.",
  target.getCollection("orders").aggregate([
    { $match: { customer_id: { $ne: null } } },
    { $lookup: { from: "customers", localField: "customer_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { customer_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "items": EMBED_LINK (C2) ---
// the link is part of its owner
report(
  "items.orphans.from",
  "orders.items.product_id that no product has as its id.",
  target.getCollection("orders").aggregate([
    { $unwind: "$items" },
    { $match: { "items.product_id": { $ne: null } } },
    { $lookup: { from: "products", localField: "items.product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "items.product_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "wishlist": ONE_WAY_EMBED (C4a) ---
// the other side's array would explode
report(
  "wishlist.orphans.from",
  "customers.wishlist that no product has as its id.",
  target.getCollection("customers").aggregate([
    { $unwind: "$wishlist" },
    { $match: { wishlist: { $ne: null } } },
    { $lookup: { from: "products", localField: "wishlist", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { wishlist: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "products" ---
report(
  "products.arrays.seo.keywords",
  "seo.keywords with more than 12 elements, the longest first.",
  target.getCollection("products").aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$seo.keywords" }, "$seo.keywords", []] } } } },
    { $match: { length: { $gt: 12 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "products.arrays.images",
  "images with more than 20 elements, the longest first.",
  target.getCollection("products").aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$images" }, "$images", []] } } } },
    { $match: { length: { $gt: 20 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "products.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  target.getCollection("products").aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "products.count",
  "How many there are; the design says 50,000.",
  target.getCollection("products").estimatedDocumentCount(),
);
report(
  "products.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  target.getCollection("products").aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "reviews" ---
report(
  "reviews.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  target.getCollection("reviews").aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "reviews.count",
  "How many there are; the design says 4,000,000.",
  target.getCollection("reviews").estimatedDocumentCount(),
);
report(
  "reviews.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  target.getCollection("reviews").aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "customers" ---
report(
  "customers.arrays.addresses",
  "addresses with more than 10 elements, the longest first.",
  target.getCollection("customers").aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$addresses" }, "$addresses", []] } } } },
    { $match: { length: { $gt: 10 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "customers.arrays.payment_methods",
  "payment_methods with more than 10 elements, the longest first.",
  target.getCollection("customers").aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$payment_methods" }, "$payment_methods", []] } } } },
    { $match: { length: { $gt: 10 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "customers.arrays.wishlist",
  "wishlist with more than 100 elements, the longest first.",
  target.getCollection("customers").aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$wishlist" }, "$wishlist", []] } } } },
    { $match: { length: { $gt: 100 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "customers.arrays.recent_orders",
  "recent_orders with more than 5 elements, the longest first.",
  target.getCollection("customers").aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$recent_orders" }, "$recent_orders", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "customers.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  target.getCollection("customers").aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "customers.count",
  "How many there are; the design says 300,000.",
  target.getCollection("customers").estimatedDocumentCount(),
);
report(
  "customers.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  target.getCollection("customers").aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "orders" ---
report(
  "orders.arrays.items",
  "items with more than 50 elements, the longest first.",
  target.getCollection("orders").aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$items" }, "$items", []] } } } },
    { $match: { length: { $gt: 50 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "orders.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  target.getCollection("orders").aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "orders.count",
  "How many there are; the design says 2,500,000.",
  target.getCollection("orders").estimatedDocumentCount(),
);
report(
  "orders.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  target.getCollection("orders").aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "session_data" ---
report(
  "session_data.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  target.getCollection("session_data").aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "session_data.count",
  "How many there are; the design says 600,000.",
  target.getCollection("session_data").estimatedDocumentCount(),
);
report(
  "session_data.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  target.getCollection("session_data").aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
