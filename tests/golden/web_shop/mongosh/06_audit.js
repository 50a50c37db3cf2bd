// Audit of the design "Web shop".
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes: nothing. Loading it runs no check and prints how much audit() would read.
// Each check prints a document: found is empty where all is well.
// Reads prefer a secondary, which may lag behind: look at a finding again before you mend it.
db = db.getSiblingDB("web_shop");

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

// --- relationship "reviews": PARENT_REF (B5) ---
// an array in the parent would grow too large
addCheck(
  "reviews.orphans.to",
  "reviews.product_id that no product has as its id.",
  "reviews",
  "sample",
  [
    { $match: { product_id: { $ne: null } } },
    { $lookup: { from: "products", localField: "product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { product_id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "billing_address": ELEMENT_REF (B0) ---
// both ends are already in the same document
addCheck(
  "billing_address.orphans.to",
  "payment_methods.billing_address_id that no address in the same document has.",
  "customers",
  "sample",
  [
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
  ],
);

// --- relationship "orders": SUBSET (B3) ---
// most reads need only the top or most recent items of a growing list
addCheck(
  "orders.orphans.from",
  "customers.recent_orders.order_id that no order has as its id. Documents of orders are moved to an archive, which is asked too.",
  "customers",
  "sample",
  [
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
  ],
);
addCheck(
  "orders.copies.date",
  "customers.recent_orders.date that differs from orders.dates.created.",
  "customers",
  "sample",
  [
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
  ],
);
addCheck(
  "orders.copies.status",
  "customers.recent_orders.status that differs from orders.status.",
  "customers",
  "sample",
  [
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
  ],
);
addCheck(
  "orders.missing",
  "customers.recent_orders without one of the 5 orders that should be in it. What was moved to orders_archive is not found.",
  "customers",
  "sample",
  [
    {
      $lookup: {
        from: "orders",
        localField: "_id",
        foreignField: "customer_id",
        as: "newest",
        pipeline: [
          { $sort: { "dates.created": -1, _id: -1 } },
          { $limit: 5 },
          { $project: { _id: 0, order_id: "$_id", date: "$dates.created" } },
        ],
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            { $gt: [{ $size: "$newest" }, { $size: { $ifNull: ["$recent_orders", []] } }] },
            { $ne: [{ $setDifference: ["$newest.date", { $ifNull: ["$recent_orders.date", []] }] }, []] },
          ],
        },
      },
    },
    { $project: { newest: 1, recent_orders: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "orders.orphans.to",
  "orders.customer_id that no customer has as its id. What was moved to orders_archive is not found.",
  "orders",
  "sample",
  [
    { $match: { customer_id: { $ne: null } } },
    { $lookup: { from: "customers", localField: "customer_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { customer_id: 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "orders.orphans.to.archive",
  "orders_archive.customer_id that no customer has as its id.",
  "orders_archive",
  "sample",
  [
    { $match: { customer_id: { $ne: null } } },
    { $lookup: { from: "customers", localField: "customer_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { customer_id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "items": EMBED_LINK (C2) ---
// the link belongs to its owner and is read with it
addCheck(
  "items.orphans.from",
  "orders.items.product_id that no product has as its id. What was moved to orders_archive is not found.",
  "orders",
  "sample",
  [
    { $unwind: "$items" },
    { $match: { "items.product_id": { $ne: null } } },
    { $lookup: { from: "products", localField: "items.product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "items.product_id": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "items.orphans.from.archive",
  "orders_archive.items.product_id that no product has as its id.",
  "orders_archive",
  "sample",
  [
    { $unwind: "$items" },
    { $match: { "items.product_id": { $ne: null } } },
    { $lookup: { from: "products", localField: "items.product_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "items.product_id": 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "wishlist": ONE_WAY_EMBED (C4a) ---
// the array would grow too large on the other side
addCheck(
  "wishlist.orphans.from",
  "customers.wishlist that no product has as its id.",
  "customers",
  "sample",
  [
    { $unwind: "$wishlist" },
    { $match: { wishlist: { $ne: null } } },
    { $lookup: { from: "products", localField: "wishlist", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { wishlist: 1 } },
    { $limit: 100 },
  ],
);

// --- collection "products" ---
addCheck(
  "products.arrays.seo.keywords",
  "seo.keywords with more than 12 elements, the longest first.",
  "products",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$seo.keywords" }, "$seo.keywords", []] } } } },
    { $match: { length: { $gt: 12 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "products.arrays.images",
  "images with more than 20 elements, the longest first.",
  "products",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$images" }, "$images", []] } } } },
    { $match: { length: { $gt: 20 } } },
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
  "More than twice the 50,000 that the design says: its decisions and forecasts are of fewer.",
  "products",
  "count",
  50000,
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

// --- collection "reviews" ---
addCheck(
  "reviews.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "reviews",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "reviews.count",
  "More than twice the 4,000,000 that the design says: its decisions and forecasts are of fewer.",
  "reviews",
  "count",
  4000000,
);
addCheck(
  "reviews.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "reviews",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "customers" ---
addCheck(
  "customers.arrays.addresses",
  "addresses with more than 10 elements, the longest first.",
  "customers",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$addresses" }, "$addresses", []] } } } },
    { $match: { length: { $gt: 10 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "customers.arrays.payment_methods",
  "payment_methods with more than 10 elements, the longest first.",
  "customers",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$payment_methods" }, "$payment_methods", []] } } } },
    { $match: { length: { $gt: 10 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "customers.arrays.wishlist",
  "wishlist with more than 100 elements, the longest first.",
  "customers",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$wishlist" }, "$wishlist", []] } } } },
    { $match: { length: { $gt: 100 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "customers.arrays.recent_orders",
  "recent_orders with more than 5 elements, the longest first.",
  "customers",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$recent_orders" }, "$recent_orders", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "customers.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "customers",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "customers.count",
  "More than twice the 300,000 that the design says: its decisions and forecasts are of fewer.",
  "customers",
  "count",
  300000,
);
addCheck(
  "customers.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "customers",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- collection "orders" ---
addCheck(
  "orders.arrays.items",
  "items with more than 50 elements, the longest first.",
  "orders",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$items" }, "$items", []] } } } },
    { $match: { length: { $gt: 50 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
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
  "More than twice the 1,250,000 that the design says: its decisions and forecasts are of fewer.",
  "orders",
  "count",
  1250000,
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

// --- collection "session_data" ---
addCheck(
  "session_data.largest",
  "Documents of more than 8,388,608 bytes; the limit is 16,777,216.",
  "session_data",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "session_data.count",
  "More than twice the 600,000 that the design says: its decisions and forecasts are of fewer.",
  "session_data",
  "count",
  600000,
);
addCheck(
  "session_data.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  "session_data",
  "all",
  [
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ],
);

// --- entity "Product" ---
addCheck(
  "Product.results",
  "sales_metrics.conversion_rate of products that differs from what the formula gives. sales_metrics.conversion_rate may lag behind until the next refresh.",
  "products",
  "sample",
  [
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
  ],
);

// --- entity "Inventory" ---
addCheck(
  "Inventory.results",
  "inventory.available of products that differs from what the formula gives.",
  "products",
  "sample",
  [
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
  ],
);

// --- entity "RatingSummary" ---
addCheck(
  "RatingSummary.results",
  "rating_summary.average, rating_summary.count of products that differ from what the formula gives.",
  "products",
  "sample",
  [
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
  ],
);

// --- entity "Order" ---
addCheck(
  "Order.results",
  "totals.subtotal, totals.grand_total of orders that differ from what the formula gives.",
  "orders",
  "sample",
  [
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
  ],
);
addCheck(
  "Order.results.archive",
  "totals.subtotal, totals.grand_total of orders_archive that differ from what the formula gives.",
  "orders_archive",
  "sample",
  [
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
  ],
);

// --- what the validators refuse: documents from before them, or let in while they warned ---
addValidatorCheck("products");
addValidatorCheck("reviews");
addValidatorCheck("customers");
addValidatorCheck("orders");
addValidatorCheck("session_data");
describeAudit();
