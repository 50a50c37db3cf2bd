// "Web shop": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("web_shop");

// Query timeout in milliseconds, and read preference.
const readOptions = { maxTimeMS: 60000, readPreference: "secondaryPreferred" };

// How many documents per collection each check of audit() reads. audit("all") reads all.
const sampleSize = 1000;

// The checks, in order.
const auditChecks = [];

// Adds a check. reads: "sample", "all" if a sample isn't enough, "newest" if it reads only the newest documents, or
// "count" if it reads no documents: then the last argument is the highest expected count.
function addCheck(audit, looksFor, collection, reads, pipeline) {
  auditChecks.push({ audit, looksFor, collection, reads, pipeline });
}

// Adds a check for documents that fail the collection's validator, if it has one.
function addValidatorCheck(name) {
  const [known] = db.getCollectionInfos({ name });
  const validator = known?.options?.validator;
  if (validator === undefined) return;
  const pipeline = [{ $match: { $nor: [validator] } }, { $limit: 20 }, { $project: { _id: 1 } }];
  addCheck(name + " by its validator", "documents that fail validation", name, "sample", pipeline);
}

// Returns the query results, or a note that it timed out.
function withinTime(query) {
  let found = null;
  try {
    found = query();
  } catch (error) {
    if (error.code !== 50) throw error;
    found = "stopped after " + readOptions.maxTimeMS + " ms: raise maxTimeMS at the top of the script";
  }
  return found;
}

// Prints what audit(scope) reads. Returns each collection's document count from its metadata, except of time series,
// which have no such count: the server would read them whole.
function describeAudit(scope) {
  const counts = new Map();
  for (const { collection } of auditChecks) {
    if (counts.has(collection)) continue;
    counts.set(collection, isTimeSeries(collection) ? undefined : estimatedCount(collection));
  }
  print(scope === "all" ? "audit(\"all\") reads whole collections:" : "audit() reads:");
  for (const [collection, count] of counts) print(described(collection, count, scope));
  return counts;
}

function isTimeSeries(name) {
  return db.getCollectionInfos({ name })[0]?.type === "timeseries";
}

function estimatedCount(collection) {
  return withinTime(() => db.getCollection(collection).estimatedDocumentCount(readOptions));
}

function described(collection, count, scope) {
  const names = { sample: [], all: [], count: [], newest: [] };
  for (const each of auditChecks) if (each.collection === collection) names[each.reads].push(each.audit);
  const counted = count === undefined ? "time series, not counted" : "count " + count;
  const size = collection + ": " + (typeof count === "number" ? "about " + count + " documents" : counted);
  const newest = names.newest.length > 0 ? " Its newest documents are read by " + names.newest.join(", ") + "." : "";
  if (scope === "all") return size + "; " + (names.sample.length + names.all.length) + " checks read all of it." + newest;
  const part = count <= sampleSize ? "all of it" : "a sample of " + sampleSize;
  const left = names.all.length > 0 ? " Only audit(\"all\") runs " + names.all.join(", ") + "." : "";
  return size + "; " + names.sample.length + " checks read " + part + "." + newest + left;
}

// Runs the checks on a sample, except those that need all documents; audit("all") runs every check on whole
// collections. Prints a document per check: what it checks, what it read, and what it found.
function audit(scope) {
  if (scope !== undefined && scope !== "all") throw new Error("Unknown scope. Call audit() or audit(\"all\").");
  const counts = describeAudit(scope);
  for (const check of auditChecks) {
    const count = counts.get(check.collection);
    if (check.reads === "count") report(check, "metadata", outgrows(count, check.pipeline) ? count : []);
    else if (check.reads === "newest") report(check, "the newest documents", queried(check, check.pipeline));
    else if (scope === "all" || check.reads === "sample") {
      const sampled = scope !== "all" && !(count <= sampleSize);
      const first = sampled ? [{ $sample: { size: sampleSize } }] : [];
      report(check, sampled ? "a sample of " + sampleSize : "all", queried(check, [...first, ...check.pipeline]));
    }
  }
}

// Returns whether a count is too high. A count that timed out isn't a number and is reported.
function outgrows(count, most) {
  return typeof count !== "number" || count > most;
}

// Reads $indexStats from the primary, because each server counts its own index usage.
function queried({ collection, pipeline }, stages) {
  const options = "$indexStats" in pipeline[0] ? { ...readOptions, readPreference: "primary" } : readOptions;
  return withinTime(() => db.getCollection(collection).aggregate(stages, options).toArray());
}

function report({ audit, looksFor }, read, found) {
  printjson({ audit, looksFor, read, found });
}

// --- relationship "reviews": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "reviews.orphans.to",
  "reviews.product_id values that match no product.",
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

// --- relationship "billing_address": In-document reference (B0) ---
// both ends are already in the same document
addCheck(
  "billing_address.orphans.to",
  "payment_methods.billing_address_id values that match no address in the same document.",
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

// --- relationship "orders": Subset (B3) ---
// most reads need only the top or most recent items of a growing list
addCheck(
  "orders.orphans.from",
  "customers.recent_orders.order_id values that match no order. Documents of orders are moved to an archive, which is also searched.",
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
  "customers.recent_orders.date copies that differ from orders.dates.created.",
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
  "customers.recent_orders.status copies that differ from orders.status.",
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
  "customers.recent_orders without one of the 5 orders that belong in it. Excludes documents archived in orders_archive.",
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
  "orders.customer_id values that match no customer. Excludes documents archived in orders_archive.",
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
  "orders_archive.customer_id values that match no customer.",
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

// --- relationship "items": Embedded links (C2) ---
// the link belongs to its owner and is read with it
addCheck(
  "items.orphans.from",
  "orders.items.product_id values that match no product. Excludes documents archived in orders_archive.",
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
  "orders_archive.items.product_id values that match no product.",
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

// --- relationship "wishlist": One-way references (C4a) ---
// the array would grow too large on the other side
addCheck(
  "wishlist.orphans.from",
  "customers.wishlist values that match no product.",
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
  "seo.keywords arrays with more than 12 items, longest first.",
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
  "images arrays with more than 20 items, longest first.",
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
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
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
  "Document count over 100,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "products",
  "count",
  100000,
);
addCheck(
  "products.unused",
  "Indexes unused since the server started (ignore _id_).",
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
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
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
  "Document count over 8,000,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "reviews",
  "count",
  8000000,
);
addCheck(
  "reviews.unused",
  "Indexes unused since the server started (ignore _id_).",
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
  "addresses arrays with more than 10 items, longest first.",
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
  "payment_methods arrays with more than 10 items, longest first.",
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
  "wishlist arrays with more than 100 items, longest first.",
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
  "recent_orders arrays with more than 5 items, longest first.",
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
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
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
  "Document count over 600,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "customers",
  "count",
  600000,
);
addCheck(
  "customers.unused",
  "Indexes unused since the server started (ignore _id_).",
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
  "items arrays with more than 50 items, longest first.",
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
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
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
  "Document count over 2,400,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "orders",
  "count",
  2400000,
);
addCheck(
  "orders.unused",
  "Indexes unused since the server started (ignore _id_).",
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
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
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
  "Document count over 1,200,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "session_data",
  "count",
  1200000,
);
addCheck(
  "session_data.unused",
  "Indexes unused since the server started (ignore _id_).",
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
  "sales_metrics.conversion_rate in products that differs from the formula. sales_metrics.conversion_rate can be out of date until the next refresh.",
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
  "inventory.available in products that differs from the formula.",
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
  "rating_summary.average, rating_summary.count in products that differ from the formula.",
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
  "totals.subtotal, totals.grand_total in orders that differ from the formula.",
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
  "totals.subtotal, totals.grand_total in orders_archive that differ from the formula.",
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

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("products");
addValidatorCheck("reviews");
addValidatorCheck("customers");
addValidatorCheck("orders");
addValidatorCheck("session_data");
describeAudit();
