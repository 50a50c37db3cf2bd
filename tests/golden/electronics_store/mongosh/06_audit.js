// Audit of the design "Electronics store".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("electronics");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "orders": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "orders.orphans.to",
  "orders.user_id that no user has as its id.",
  db.orders.aggregate([
    { $match: { user_id: { $ne: null } } },
    { $lookup: { from: "users", localField: "user_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { user_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "items": EMBED_LINK (C2) ---
// the link is part of its owner
report(
  "items.orphans.from",
  "orders.items.product_id that no product has as its id.",
  db.orders.aggregate([
    { $unwind: "$items" },
    { $match: { "items.product_id": { $ne: null } } },
    { $lookup: { from: "products", localField: "items.product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "items.product_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "reviews": SUBSET (B3) ---
// the common screen needs only a slice of an ever-growing list
report(
  "reviews.orphans.from",
  "products.recent_reviews.review_id that no review has as its id.",
  db.products.aggregate([
    { $unwind: "$recent_reviews" },
    { $match: { "recent_reviews.review_id": { $ne: null } } },
    {
      $lookup: { from: "reviews", localField: "recent_reviews.review_id", foreignField: "_id", as: "found" },
    },
    { $match: { found: [] } },
    { $project: { "recent_reviews.review_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "reviews.copies",
  "Elements of products.recent_reviews that differ from their review in reviews.",
  db.products.aggregate([
    { $unwind: "$recent_reviews" },
    { $match: { "recent_reviews.review_id": { $ne: null } } },
    {
      $lookup: { from: "reviews", localField: "recent_reviews.review_id", foreignField: "_id", as: "source" },
    },
    { $set: { source: { $first: "$source" } } },
    {
      $match: {
        $expr: {
          $or: [
            { $ne: [{ $ifNull: ["$recent_reviews.user", null] }, { $ifNull: ["$source.user", null] }] },
            { $ne: [{ $ifNull: ["$recent_reviews.rating", null] }, { $ifNull: ["$source.rating", null] }] },
            { $ne: [{ $ifNull: ["$recent_reviews.comment", null] }, { $ifNull: ["$source.comment", null] }] },
            { $ne: [{ $ifNull: ["$recent_reviews.date", null] }, { $ifNull: ["$source.date", null] }] },
          ],
        },
      },
    },
    {
      $project: {
        "recent_reviews.review_id": 1,
        "recent_reviews.user": 1,
        "source.user": 1,
        "recent_reviews.rating": 1,
        "source.rating": 1,
        "recent_reviews.comment": 1,
        "source.comment": 1,
        "recent_reviews.date": 1,
        "source.date": 1,
      },
    },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "reviews.orphans.to",
  "reviews.product_id that no product has as its id.",
  db.reviews.aggregate([
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { product_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "users" ---
report(
  "users.arrays.addresses",
  "addresses with more than 5 elements, the longest first.",
  db.users.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$addresses" }, "$addresses", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "users.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.users.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("users.count", "How many there are; the design says 100,000.", db.users.estimatedDocumentCount());
report(
  "users.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.users.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "orders" ---
report(
  "orders.arrays.items",
  "items with more than 50 elements, the longest first.",
  db.orders.aggregate([
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

// --- collection "products" ---
report(
  "products.arrays.tags",
  "tags with more than 20 elements, the longest first.",
  db.products.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$tags" }, "$tags", []] } } } },
    { $match: { length: { $gt: 20 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "products.arrays.recent_reviews",
  "recent_reviews with more than 5 elements, the longest first.",
  db.products.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$recent_reviews" }, "$recent_reviews", []] } } } },
    { $match: { length: { $gt: 5 } } },
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

// --- collection "reviews" ---
report(
  "reviews.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.reviews.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("reviews.count", "How many there are; the design says 6,560,000.", db.reviews.estimatedDocumentCount());
report(
  "reviews.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.reviews.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- entity "Order" ---
report(
  "Order.results",
  "total_amount of orders that differs from what the formula gives.",
  db.orders.aggregate([
    {
      $set: {
        "expected.total_amount": {
          $sum: {
            $map: {
              input: { $ifNull: ["$items", []] },
              as: "row",
              in: { $multiply: ["$$row.price", "$$row.quantity"] },
            },
          },
        },
      },
    },
    {
      $match: {
        $expr: {
          $cond: [
            { $and: [{ $isNumber: "$total_amount" }, { $isNumber: "$expected.total_amount" }] },
            {
              $gt: [
                { $abs: { $subtract: ["$total_amount", "$expected.total_amount"] } },
                { $multiply: [1e-09, { $add: [1, { $abs: "$expected.total_amount" }] }] },
              ],
            },
            { $ne: [{ $ifNull: ["$total_amount", null] }, { $ifNull: ["$expected.total_amount", null] }] },
          ],
        },
      },
    },
    { $project: { total_amount: 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- entity "Product" ---
report(
  "Product.results",
  "average_rating, review_count, rating_sum of products that differ from what the formula gives.",
  db.products.aggregate([
    {
      $lookup: {
        from: "reviews",
        localField: "_id",
        foreignField: "product_id",
        pipeline: [
          {
            $group: {
              _id: null,
              value1: { $avg: "$rating" },
              value2: { $sum: 1 },
              value3: { $sum: "$rating" },
            },
          },
        ],
        as: "gathered1",
      },
    },
    {
      $set: {
        "expected.average_rating": { $round: [{ $ifNull: [{ $first: "$gathered1.value1" }, null] }, 2] },
        "expected.review_count": { $ifNull: [{ $first: "$gathered1.value2" }, 0] },
        "expected.rating_sum": { $ifNull: [{ $first: "$gathered1.value3" }, 0] },
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            {
              $cond: [
                { $and: [{ $isNumber: "$average_rating" }, { $isNumber: "$expected.average_rating" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$average_rating", "$expected.average_rating"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.average_rating" }] }] },
                  ],
                },
                {
                  $ne: [
                    { $ifNull: ["$average_rating", null] },
                    { $ifNull: ["$expected.average_rating", null] },
                  ],
                },
              ],
            },
            {
              $cond: [
                { $and: [{ $isNumber: "$review_count" }, { $isNumber: "$expected.review_count" }] },
                { $gt: [{ $abs: { $subtract: ["$review_count", "$expected.review_count"] } }, 0.5] },
                {
                  $ne: [{ $ifNull: ["$review_count", null] }, { $ifNull: ["$expected.review_count", null] }],
                },
              ],
            },
            {
              $cond: [
                { $and: [{ $isNumber: "$rating_sum" }, { $isNumber: "$expected.rating_sum" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$rating_sum", "$expected.rating_sum"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.rating_sum" }] }] },
                  ],
                },
                { $ne: [{ $ifNull: ["$rating_sum", null] }, { $ifNull: ["$expected.rating_sum", null] }] },
              ],
            },
          ],
        },
      },
    },
    { $project: { average_rating: 1, review_count: 1, rating_sum: 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
