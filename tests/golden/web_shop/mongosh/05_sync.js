// Keeping copies and computed fields true of the design "Web shop".
// Run: mongosh <address> --file 05_sync.js --shell, then call watch() or a function.
// Changes: nothing. It defines functions; watch() starts the change streams (replica set or sharded cluster).
// Copies of policy snapshot or immutable are never touched. A strong copy is written by its function, in a
// transaction.
db = db.getSiblingDB("web_shop");

// Where each stream stopped is kept in this collection, so that watch() goes on from there.
const tokens = "nestlink_sync_tokens";

// How many changes of one stream are answered before the next stream has its turn.
const longestTurn = 1000;

// After how many milliseconds the place of a stream without changes is saved again. A place may not become older
// than the oplog.
const longestUnsaved = 60000;

// By stream, when its place was last saved in this session.
const savedAt = {};

function openStream(name, collection, pipeline, options) {
  const saved = db.getCollection(tokens).findOne({ _id: name });
  const resumed = saved === null ? options : { ...options, resumeAfter: saved.token };
  let stream = null;
  try {
    stream = db.getCollection(collection).watch(pipeline, resumed);
  } catch (error) {
    throw explained(name, error);
  }
  if (saved === null) savePlace(name, stream.getResumeToken());
  return stream;
}

function savePlace(name, token) {
  db.getCollection(tokens).updateOne({ _id: name }, { $set: { token } }, { upsert: true });
  savedAt[name] = Date.now();
}

// A stream that was stopped for longer than the oplog reaches back can't go on: its changes are gone.
function explained(name, error) {
  if (error.code !== 286) return error;
  return new Error(name + " has missed changes: its token is older than the oplog. Load 06_audit.js, call " +
    "audit(\"all\"), and call the functions of this script for what differs. Then delete the token, db." + tokens + ".deleteOne({ _id: " +
    JSON.stringify(name) + " }), and call watch() again.");
}

// Answers what one stream has waiting. Each answer may be repeated without harm, so the place is saved behind them.
// Without changes the server moves the place on by itself (postBatchResumeToken).
function answerWaiting({ name, stream, answer }) {
  let count = 0;
  let place = null;
  try {
    while (count < longestTurn) {
      const event = stream.tryNext();
      if (event?.fullDocument) answer(event.fullDocument);
      place = stream.getResumeToken();
      if (event === null) break;
      count += 1;
    }
  } catch (error) {
    throw explained(name, error);
  } finally {
    const isDue = count > 0 || Date.now() - (savedAt[name] ?? 0) >= longestUnsaved;
    if (place !== null && isDue) savePlace(name, place);
  }
  return count;
}

// Answers the changes of all streams until keepGoing() says no, and waits only where none has any. A database
// trigger (Atlas) can call the same functions.
function follow(streams, keepGoing) {
  try {
    while (keepGoing()) {
      let answered = 0;
      for (const each of streams) answered += answerWaiting(each);
      if (answered === 0) sleep(100);
    }
  } finally {
    for (const { stream } of streams) stream.close();
  }
}

// --- entity "Product" ---

// Compute sales_metrics.conversion_rate anew in every document: run it as often as the design says.
function productRecompute() {
  return db.products.updateMany(
    {},
    [
      {
        $set: {
          "sales_metrics.conversion_rate": {
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
    ],
  );
}

// --- entity "Inventory" ---

// Compute inventory.available anew after a write of what they follow from: one atomic update of one document.
function inventoryCompute(inventoryId) {
  return db.products.updateOne(
    { _id: inventoryId },
    [{ $set: { "inventory.available": { $subtract: ["$inventory.in_stock", "$inventory.reserved"] } } }],
  );
}

// --- entity "RatingSummary" ---

// Compute rating_summary.average, rating_summary.count anew after a write of what they follow from: one
// atomic update of one document.
function ratingSummaryCompute(ratingSummaryId) {
  return db.products.updateOne(
    { _id: ratingSummaryId },
    [
      {
        $set: {
          "rating_summary.count": {
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
        $set: {
          "rating_summary.average": {
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
        },
      },
    ],
  );
}

// --- entity "Order" ---

// Compute totals.subtotal, totals.grand_total anew after a write of what they follow from: one atomic update
// of one document.
function orderCompute(orderId) {
  return db.orders.updateOne(
    { _id: orderId },
    [
      {
        $set: {
          "totals.subtotal": {
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
        $set: {
          "totals.grand_total": {
            $subtract: [
              { $add: [{ $ifNull: ["$totals.subtotal", 0] }, "$totals.tax", "$totals.shipping"] },
              "$totals.discount",
            ],
          },
        },
      },
    ],
  );
}

// --- relationship "orders": SUBSET (B3) ---
// the common screen needs only a slice of an ever-growing list

// Write status of one order into every copy in customers. Safe to repeat.
function ordersSyncFrom(customerId, orderId, newStatus) {
  return db.customers.updateMany(
    { _id: customerId, "recent_orders.order_id": orderId },
    { $set: { "recent_orders.$[copy].status": newStatus } },
    { arrayFilters: [{ "copy.order_id": orderId }] },
  );
}

// Answers changes until it is stopped (Ctrl-C) or keepGoing() says no; starts again where it stopped.
function watch(keepGoing = () => true) {
  const streams = [
    {
      name: "orders.sync.from.watch",
      stream: openStream(
        "orders.sync.from.watch",
        "orders",
        [
          {
            $match: {
              $or: [
                { operationType: "replace" },
                { "updateDescription.updatedFields.status": { $exists: true } },
              ],
            },
          },
        ],
        { fullDocument: "updateLookup" },
      ),
      answer: (document) => ordersSyncFrom(document.customer_id, document._id, document.status),
    },
  ];
  follow(streams, keepGoing);
}
