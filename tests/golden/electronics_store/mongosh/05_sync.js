// Keeping copies and computed fields true of the design "Electronics store".
// Run: mongosh <address> --file 05_sync.js --shell, then call watch() or a function.
// Changes: nothing. It defines functions; watch() starts the change streams (replica set or sharded cluster).
// Copies of policy snapshot or immutable are never touched. A strong copy is written by its function, in a
// transaction.
db = db.getSiblingDB("electronics");

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

// --- entity "Order" ---

// Compute total_amount anew after a write of what they follow from: one atomic update of one document.
function orderCompute(orderId) {
  return db.orders.updateOne(
    { _id: orderId },
    [
      {
        $set: {
          total_amount: {
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
    ],
  );
}

// --- entity "Product" ---

// Compute average_rating, review_count, rating_sum of one product anew from the documents that they follow
// from. Call it: average_rating after each write of them; review_count after each write of them; rating_sum
// after each write of them. Safe to repeat.
function productRecomputeOne(productId) {
  return db.products.aggregate([
    { $match: { _id: productId } },
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
    { $set: { average_rating: { $round: [{ $ifNull: [{ $first: "$gathered1.value1" }, null] }, 2] } } },
    { $set: { review_count: { $ifNull: [{ $first: "$gathered1.value2" }, 0] } } },
    { $set: { rating_sum: { $ifNull: [{ $first: "$gathered1.value3" }, 0] } } },
    { $project: { average_rating: 1, review_count: 1, rating_sum: 1 } },
    { $merge: { into: "products", whenMatched: "merge", whenNotMatched: "discard" } },
  ]).toArray();
}

// Compute average_rating, review_count, rating_sum anew in every document of products: a job to run from time
// to time, and after an import or a crash between two writes.
function productRecomputeAll() {
  return db.products.aggregate([
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
    { $set: { average_rating: { $round: [{ $ifNull: [{ $first: "$gathered1.value1" }, null] }, 2] } } },
    { $set: { review_count: { $ifNull: [{ $first: "$gathered1.value2" }, 0] } } },
    { $set: { rating_sum: { $ifNull: [{ $first: "$gathered1.value3" }, 0] } } },
    { $project: { average_rating: 1, review_count: 1, rating_sum: 1 } },
    { $merge: { into: "products", whenMatched: "merge", whenNotMatched: "discard" } },
  ]).toArray();
}

// --- relationship "reviews": SUBSET (B3) ---
// the common screen needs only a slice of an ever-growing list

// Fill recent_reviews of one product from its reviews: user, rating, comment, date of a review may change
// which are in it. Safe to repeat.
function reviewsSyncFrom(productId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const latest = inside.reviews.aggregate([
        { $match: { product_id: productId } },
        { $sort: { date: -1, _id: -1 } },
        { $limit: 5 },
        {
          $project: {
            _id: 0,
            review_id: "$_id",
            user: "$user",
            rating: "$rating",
            comment: "$comment",
            date: "$date",
          },
        },
        { $sort: { date: 1, review_id: 1 } },
      ]).toArray();
      inside.products.updateOne({ _id: productId }, { $set: { recent_reviews: (latest ?? []) } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Answers changes until it is stopped (Ctrl-C) or keepGoing() says no; starts again where it stopped.
function watch(keepGoing = () => true) {
  const streams = [
    {
      name: "reviews.sync.from.watch",
      stream: openStream(
        "reviews.sync.from.watch",
        "reviews",
        [
          {
            $match: {
              $or: [
                { operationType: "replace" },
                { "updateDescription.updatedFields.user": { $exists: true } },
                { "updateDescription.updatedFields.rating": { $exists: true } },
                { "updateDescription.updatedFields.comment": { $exists: true } },
                { "updateDescription.updatedFields.date": { $exists: true } },
              ],
            },
          },
        ],
        { fullDocument: "updateLookup" },
      ),
      answer: (document) => reviewsSyncFrom(document.product_id),
    },
  ];
  follow(streams, keepGoing);
}
