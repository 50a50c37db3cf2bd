// "Electronics store": Audit
// Run: mongosh <address> --file 06_audit.js --shell, then call audit() for a sample, or audit("all").
// Changes nothing. Loading it runs no checks and prints how much audit() would read.
// Prints one document per check; found is empty if there are no problems.
// Reads prefer a secondary, which can lag: confirm a finding before you fix it.
db = db.getSiblingDB("electronics");

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

// --- relationship "orders": Parent reference (B5) ---
// an array in the parent would grow too large
addCheck(
  "orders.orphans.to",
  "orders.user_id values that match no user.",
  "orders",
  "sample",
  [
    { $match: { user_id: { $ne: null } } },
    { $lookup: { from: "users", localField: "user_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { user_id: 1 } },
    { $limit: 100 },
  ],
);

// --- relationship "items": Embedded links (C2) ---
// the link belongs to its owner and is read with it
addCheck(
  "items.orphans.from",
  "orders.items.product_id values that match no product.",
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

// --- relationship "reviews": Subset (B3) ---
// most reads need only the top or most recent items of a growing list
addCheck(
  "reviews.orphans.from",
  "products.recent_reviews.review_id values that match no review.",
  "products",
  "sample",
  [
    { $unwind: "$recent_reviews" },
    { $match: { "recent_reviews.review_id": { $ne: null } } },
    {
      $lookup: { from: "reviews", localField: "recent_reviews.review_id", foreignField: "_id", as: "found" },
    },
    { $match: { found: [] } },
    { $project: { "recent_reviews.review_id": 1 } },
    { $limit: 100 },
  ],
);
addCheck(
  "reviews.copies",
  "Items in products.recent_reviews that differ from their review in reviews.",
  "products",
  "sample",
  [
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
  ],
);
addCheck(
  "reviews.missing",
  "products.recent_reviews without one of the 5 reviews that belong in it.",
  "products",
  "sample",
  [
    {
      $lookup: {
        from: "reviews",
        localField: "_id",
        foreignField: "product_id",
        as: "newest",
        pipeline: [
          { $sort: { date: -1, _id: -1 } },
          { $limit: 5 },
          { $project: { _id: 0, review_id: "$_id", date: "$date" } },
        ],
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            { $gt: [{ $size: "$newest" }, { $size: { $ifNull: ["$recent_reviews", []] } }] },
            { $ne: [{ $setDifference: ["$newest.date", { $ifNull: ["$recent_reviews.date", []] }] }, []] },
          ],
        },
      },
    },
    { $project: { newest: 1, recent_reviews: 1 } },
    { $limit: 100 },
  ],
);
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

// --- collection "users" ---
addCheck(
  "users.arrays.addresses",
  "addresses arrays with more than 5 items, longest first.",
  "users",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$addresses" }, "$addresses", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "users.largest",
  "Documents larger than 8,388,608 bytes (limit 16,777,216).",
  "users",
  "sample",
  [
    { $project: { bytes: { $bsonSize: "$$ROOT" } } },
    { $match: { bytes: { $gt: 8388608 } } },
    { $sort: { bytes: -1 } },
    { $limit: 5 },
  ],
);
addCheck(
  "users.count",
  "Document count over 200,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "users",
  "count",
  200000,
);
addCheck(
  "users.unused",
  "Indexes unused since the server started (ignore _id_).",
  "users",
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
  "Document count over 4,000,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "orders",
  "count",
  4000000,
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

// --- collection "products" ---
addCheck(
  "products.arrays.tags",
  "tags arrays with more than 20 items, longest first.",
  "products",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$tags" }, "$tags", []] } } } },
    { $match: { length: { $gt: 20 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ],
);
addCheck(
  "products.arrays.recent_reviews",
  "recent_reviews arrays with more than 5 items, longest first.",
  "products",
  "sample",
  [
    { $set: { length: { $size: { $cond: [{ $isArray: "$recent_reviews" }, "$recent_reviews", []] } } } },
    { $match: { length: { $gt: 5 } } },
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
  "Document count over 40,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "products",
  "count",
  40000,
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
  "Document count over 13,120,000, twice the count in the design, so decisions and forecasts may no longer hold.",
  "reviews",
  "count",
  13120000,
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

// --- entity "Order" ---
addCheck(
  "Order.results",
  "total_amount in orders that differs from the formula.",
  "orders",
  "sample",
  [
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
  ],
);

// --- entity "Product" ---
addCheck(
  "Product.results",
  "average_rating, review_count, rating_sum in products that differ from the formula.",
  "products",
  "sample",
  [
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
  ],
);

// --- documents that fail validation: older than the validator, or written while it only warned ---
addValidatorCheck("users");
addValidatorCheck("orders");
addValidatorCheck("products");
addValidatorCheck("reviews");
describeAudit();
