// Audit of the design "Web shop".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("web_shop");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "reviews": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
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

// --- relationship "billing_address": ELEMENT_REF (B0) ---
// both elements already live in one document
report(
  "billing_address.orphans.to",
  "payment_methods.billing_address_id that no address in the same document has.",
  db.customers.aggregate([
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
  db.customers.aggregate([
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
  db.customers.aggregate([
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
  db.customers.aggregate([
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
  db.orders.aggregate([
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
  db.orders.aggregate([
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
  db.customers.aggregate([
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
  db.products.aggregate([
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
  db.products.aggregate([
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
  db.products.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("products.count", "How many there are; the design says 50,000.", db.products.estimatedDocumentCount());
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
report("reviews.count", "How many there are; the design says 4,000,000.", db.reviews.estimatedDocumentCount());
report(
  "reviews.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.reviews.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "customers" ---
report(
  "customers.arrays.addresses",
  "addresses with more than 10 elements, the longest first.",
  db.customers.aggregate([
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
  db.customers.aggregate([
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
  db.customers.aggregate([
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
  db.customers.aggregate([
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
  db.customers.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "customers.count",
  "How many there are; the design says 300,000.",
  db.customers.estimatedDocumentCount(),
);
report(
  "customers.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.customers.aggregate([
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
report("orders.count", "How many there are; the design says 2,500,000.", db.orders.estimatedDocumentCount());
report(
  "orders.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.orders.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "session_data" ---
report(
  "session_data.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.session_data.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "session_data.count",
  "How many there are; the design says 600,000.",
  db.session_data.estimatedDocumentCount(),
);
report(
  "session_data.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.session_data.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- entity "Product" ---
report(
  "Product.results",
  "sales_metrics.conversion_rate of products that differs from what the formula gives. sales_metrics.conversion_rate may lag behind until the next refresh.",
  db.products.aggregate([
    {
      $set: {
        "expected.sales_metrics.conversion_rate": {
          $round: [
            {
              $cond: [
                { $eq: ["$sales_metrics.views_last_7_days", 0] },
                null,
                { $divide: ["$sales_metrics.orders_last_7_days", "$sales_metrics.views_last_7_days"] },
              ],
            },
            3,
          ],
        },
      },
    },
    {
      $match: {
        $expr: {
          $cond: [
            {
              $and: [
                { $isNumber: "$sales_metrics.conversion_rate" },
                { $isNumber: "$expected.sales_metrics.conversion_rate" },
              ],
            },
            {
              $gt: [
                {
                  $abs: {
                    $subtract: ["$sales_metrics.conversion_rate", "$expected.sales_metrics.conversion_rate"],
                  },
                },
                { $multiply: [1e-09, { $add: [1, { $abs: "$expected.sales_metrics.conversion_rate" }] }] },
              ],
            },
            {
              $ne: [
                { $ifNull: ["$sales_metrics.conversion_rate", null] },
                { $ifNull: ["$expected.sales_metrics.conversion_rate", null] },
              ],
            },
          ],
        },
      },
    },
    { $project: { "sales_metrics.conversion_rate": 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- entity "Inventory" ---
report(
  "Inventory.results",
  "inventory.available of products that differs from what the formula gives.",
  db.products.aggregate([
    { $match: { inventory: { $exists: true } } },
    {
      $set: { "expected.inventory.available": { $subtract: ["$inventory.in_stock", "$inventory.reserved"] } },
    },
    {
      $match: {
        $expr: {
          $cond: [
            { $and: [{ $isNumber: "$inventory.available" }, { $isNumber: "$expected.inventory.available" }] },
            {
              $gt: [{ $abs: { $subtract: ["$inventory.available", "$expected.inventory.available"] } }, 0.5],
            },
            {
              $ne: [
                { $ifNull: ["$inventory.available", null] },
                { $ifNull: ["$expected.inventory.available", null] },
              ],
            },
          ],
        },
      },
    },
    { $project: { "inventory.available": 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- entity "RatingSummary" ---
report(
  "RatingSummary.results",
  "rating_summary.average, rating_summary.count of products that differ from what the formula gives.",
  db.products.aggregate([
    { $match: { rating_summary: { $exists: true } } },
    {
      $set: {
        "expected.rating_summary.average": {
          $round: [
            {
              $cond: [
                { $eq: ["$rating_summary.count", 0] },
                null,
                {
                  $divide: [
                    {
                      $add: [
                        "$rating_summary.distribution.1",
                        { $multiply: [2, "$rating_summary.distribution.2"] },
                        { $multiply: [3, "$rating_summary.distribution.3"] },
                        { $multiply: [4, "$rating_summary.distribution.4"] },
                        { $multiply: [5, "$rating_summary.distribution.5"] },
                      ],
                    },
                    "$rating_summary.count",
                  ],
                },
              ],
            },
            2,
          ],
        },
        "expected.rating_summary.count": {
          $add: [
            "$rating_summary.distribution.1",
            "$rating_summary.distribution.2",
            "$rating_summary.distribution.3",
            "$rating_summary.distribution.4",
            "$rating_summary.distribution.5",
          ],
        },
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            {
              $cond: [
                {
                  $and: [
                    { $isNumber: "$rating_summary.average" },
                    { $isNumber: "$expected.rating_summary.average" },
                  ],
                },
                {
                  $gt: [
                    { $abs: { $subtract: ["$rating_summary.average", "$expected.rating_summary.average"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.rating_summary.average" }] }] },
                  ],
                },
                {
                  $ne: [
                    { $ifNull: ["$rating_summary.average", null] },
                    { $ifNull: ["$expected.rating_summary.average", null] },
                  ],
                },
              ],
            },
            {
              $cond: [
                {
                  $and: [
                    { $isNumber: "$rating_summary.count" },
                    { $isNumber: "$expected.rating_summary.count" },
                  ],
                },
                {
                  $gt: [
                    { $abs: { $subtract: ["$rating_summary.count", "$expected.rating_summary.count"] } },
                    0.5,
                  ],
                },
                {
                  $ne: [
                    { $ifNull: ["$rating_summary.count", null] },
                    { $ifNull: ["$expected.rating_summary.count", null] },
                  ],
                },
              ],
            },
          ],
        },
      },
    },
    { $project: { "rating_summary.average": 1, "rating_summary.count": 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- entity "Order" ---
report(
  "Order.results",
  "totals.subtotal, totals.grand_total of orders that differ from what the formula gives.",
  db.orders.aggregate([
    {
      $set: {
        "expected.totals.subtotal": {
          $sum: {
            $map: {
              input: { $ifNull: ["$items", []] },
              as: "row",
              in: { $multiply: ["$$row.price", "$$row.quantity"] },
            },
          },
        },
        "expected.totals.grand_total": {
          $subtract: [
            { $add: [{ $ifNull: ["$totals.subtotal", 0] }, "$totals.tax", "$totals.shipping"] },
            "$totals.discount",
          ],
        },
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            {
              $cond: [
                { $and: [{ $isNumber: "$totals.subtotal" }, { $isNumber: "$expected.totals.subtotal" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$totals.subtotal", "$expected.totals.subtotal"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.totals.subtotal" }] }] },
                  ],
                },
                {
                  $ne: [
                    { $ifNull: ["$totals.subtotal", null] },
                    { $ifNull: ["$expected.totals.subtotal", null] },
                  ],
                },
              ],
            },
            {
              $cond: [
                {
                  $and: [{ $isNumber: "$totals.grand_total" }, { $isNumber: "$expected.totals.grand_total" }],
                },
                {
                  $gt: [
                    { $abs: { $subtract: ["$totals.grand_total", "$expected.totals.grand_total"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.totals.grand_total" }] }] },
                  ],
                },
                {
                  $ne: [
                    { $ifNull: ["$totals.grand_total", null] },
                    { $ifNull: ["$expected.totals.grand_total", null] },
                  ],
                },
              ],
            },
          ],
        },
      },
    },
    { $project: { "totals.subtotal": 1, "totals.grand_total": 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
