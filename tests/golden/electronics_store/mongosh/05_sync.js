// "Electronics store": Sync copies and computed fields
// Run: mongosh <address> --file 05_sync.js --shell, then call watch() or a function.
// Only defines functions; watch() starts the change streams (replica set or sharded cluster). Loading it
// changes nothing.
// Snapshot and immutable copies are never updated. Strong copies are updated by their function, in a
// transaction.
db = db.getSiblingDB("electronics");

// Stores each stream's position, so that watch() resumes from there.
const tokens = "nestlink_sync_tokens";

// How many changes to process in one stream before switching to the next.
const longestTurn = 1000;

// How often, in milliseconds, to save the position of an idle stream. A position must not get older than the oplog.
const longestUnsaved = 60000;

// How often, in milliseconds, to print a line of metrics.
const metricsEvery = 60000;

// How often to retry a change, doubling the wait each time (long enough for an election). After that, its stream
// stops at this change; other streams continue. With NESTLINK_SYNC_SKIP=1, the change is recorded in this collection
// and skipped.
const mostTries = 5;
const refusals = "nestlink_sync_refused";

// When each stream's position was last saved in this session.
const savedAt = {};

// Opens a stream where it stopped; a new one starts now. answered: changes processed; behind: age of the last change
// in seconds; restarts: how often its resume token was lost; skipped: changes recorded as failed; error: why it
// stopped.
function openStream(name, collection, pipeline, options, answer) {
  const counts = { answered: 0, behind: 0, restarts: 0, skipped: 0 };
  const each = { name, collection, pipeline, options, answer, stream: null, error: null, ...counts };
  const saved = db.getCollection(tokens).findOne({ _id: name });
  try {
    each.stream = db.getCollection(collection).watch(pipeline, saved === null ? options : { ...options, resumeAfter: saved.token });
    if (saved === null) savePlace(name, each.stream.getResumeToken());
  } catch (error) {
    if (error.code !== 286) throw error;
    restart(each);
  }
  return each;
}

function savePlace(name, token) {
  db.getCollection(tokens).updateOne({ _id: name }, { $set: { token } }, { upsert: true });
  savedAt[name] = Date.now();
}

// Processes one change. Returns whether the stream can continue.
function answerOne(each, document) {
  for (let tries = 1; ; tries += 1) {
    try {
      each.answer(document);
      return true;
    } catch (error) {
      if (tries === mostTries) return passOver(each, document, error);
      sleep(1000 * 2 ** (tries - 1));
    }
  }
}

// Handles a change that failed on every retry: records and skips it if enabled, otherwise stops its stream.
function passOver(each, document, error) {
  const which = each.name + ": " + EJSON.stringify(document._id) + " of " + each.collection + ": " + error.message;
  if (typeof process !== "undefined" && process.env?.NESTLINK_SYNC_SKIP === "1") {
    db.getCollection(refusals).insertOne({ stream: each.name, document: document._id, error: error.message, at: new Date() });
    each.skipped += 1;
    print("SKIPPED " + which + ". It is recorded in " + refusals);
    return true;
  }
  each.error = error;
  print("STOPPED " + which + ". Fix the cause and restart, or skip it with NESTLINK_SYNC_SKIP=1, which records it in " + refusals);
  return false;
}

// Restarts a stream whose resume token is older than the oplog, so its changes are lost. Processes every existing
// document as if it had just been written, which is safe to repeat. Its position is saved at the end, so an
// interrupted restart starts over.
function restart(each) {
  if (each.stream !== null) each.stream.close();
  each.restarts += 1;
  print("RESTARTED " + each.name + ": its token is older than the oplog, so all of " + each.collection + " is processed again");
  each.stream = db.getCollection(each.collection).watch(each.pipeline, each.options);
  const place = each.stream.getResumeToken();
  const written = { _id: "$_id", operationType: "replace", documentKey: { _id: "$_id" }, fullDocument: "$$ROOT" };
  const snapshot = db.getCollection(each.collection).aggregate([{ $replaceWith: written }, ...each.pipeline]);
  while (snapshot.hasNext()) {
    if (!answerOne(each, snapshot.next().fullDocument)) return;
    each.answered += 1;
  }
  savePlace(each.name, place);
}

// Processes the waiting changes of one stream. Each is safe to repeat, so the position is saved afterwards. Without
// changes, the server advances the position (postBatchResumeToken).
function answerWaiting(each) {
  let count = 0;
  let place = null;
  try {
    while (each.error === null && count < longestTurn) {
      const event = each.stream.tryNext();
      if (event?.fullDocument && !answerOne(each, event.fullDocument)) break;
      place = each.stream.getResumeToken();
      each.behind = event?.wallTime ? Math.max(0, Math.round((Date.now() - event.wallTime) / 1000)) : 0;
      if (event === null) break;
      count += 1;
    }
  } catch (error) {
    if (error.code !== 286) throw error;
    place = null;
    restart(each);
  } finally {
    const isDue = count > 0 || Date.now() - (savedAt[each.name] ?? 0) >= longestUnsaved;
    if (place !== null && isDue) savePlace(each.name, place);
  }
  each.answered += count;
  return count;
}

// Prints one line of metrics: for each stream, changes processed, lag, restarts, changes skipped, and whether it has
// stopped.
function printMetrics(streams) {
  const told = streams.map(({ name, answered, behind, restarts, skipped, error }) => ({
    stream: name, answered, secondsBehind: behind, restarts, skipped, stopped: error !== null,
  }));
  print("METRICS " + JSON.stringify({ at: new Date().toISOString(), streams: told }));
}

// Processes the changes of all streams until keepGoing() returns false, waiting only if there are none. keepGoing
// receives the number of changes in the last round. Fails once all streams have stopped, or at the end if one has. An
// Atlas database trigger can call the same functions.
function follow(streams, keepGoing) {
  let answered = null;
  let printedAt = Date.now();
  try {
    while (streams.some(({ error }) => error === null) && keepGoing(answered)) {
      answered = 0;
      for (const each of streams) answered += answerWaiting(each);
      if (Date.now() - printedAt >= metricsEvery) {
        printMetrics(streams);
        printedAt = Date.now();
      }
      if (answered === 0) sleep(100);
    }
  } finally {
    printMetrics(streams);
    for (const { stream } of streams) stream.close();
  }
  const stopped = streams.find(({ error }) => error !== null);
  if (stopped !== undefined) throw stopped.error;
}

// Starts watch() if NESTLINK_SYNC=watch (worker), or drain() if NESTLINK_SYNC=drain (job).
function startAsked(ways) {
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_SYNC;
  if (asked === undefined || asked === "") return;
  if (ways[asked] === undefined) throw new Error("NESTLINK_SYNC is " + asked + ": use " + Object.keys(ways).join(" or "));
  ways[asked]();
}

// --- entity "Order" ---

// Recomputes total_amount after a source field changes. Safe to repeat.
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

// Recomputes average_rating, review_count, rating_sum of a product. Call it after changes made by other means
// than 04_queries.js. Safe to repeat. Runs in one transaction, which is retried on a write conflict.
function productRecomputeOne(productId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const productsGathered = inside.products.aggregate([
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
      ]).toArray();
      for (const each of productsGathered) {
        inside.products.updateOne(
          { _id: each._id },
          {
            $set: {
              average_rating: each.average_rating,
              review_count: each.review_count,
              rating_sum: each.rating_sum,
            },
          },
        );
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Recomputes average_rating, review_count, rating_sum in products. Run it after an import or a crash. Writes
// only differences. Documents that change in the meantime are left to the next run. Updates up to 10,000
// documents per call and returns them: repeat until it returns none.
function productRecomputeAll() {
  const productsThatDiffer = db.products.aggregate([
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
        before: [
          { $ifNull: ["$average_rating", null] },
          { $ifNull: ["$review_count", null] },
          { $ifNull: ["$rating_sum", null] },
        ],
      },
    },
    { $set: { average_rating: { $round: [{ $ifNull: [{ $first: "$gathered1.value1" }, null] }, 2] } } },
    { $set: { review_count: { $ifNull: [{ $first: "$gathered1.value2" }, 0] } } },
    { $set: { rating_sum: { $ifNull: [{ $first: "$gathered1.value3" }, 0] } } },
    {
      $match: {
        $expr: {
          $ne: [
            "$before",
            [
              { $ifNull: ["$average_rating", null] },
              { $ifNull: ["$review_count", null] },
              { $ifNull: ["$rating_sum", null] },
            ],
          ],
        },
      },
    },
    { $limit: 10000 },
    { $project: { average_rating: 1, review_count: 1, rating_sum: 1, before: 1 } },
  ]).toArray();
  for (const each of productsThatDiffer) {
    db.products.updateOne(
      {
        _id: each._id,
        average_rating: each.before?.[0] ?? null,
        review_count: each.before?.[1] ?? null,
        rating_sum: each.before?.[2] ?? null,
      },
      {
        $set: {
          average_rating: each.average_rating,
          review_count: each.review_count,
          rating_sum: each.rating_sum,
        },
      },
    );
  }
  return productsThatDiffer;
}

// --- relationship "reviews": Subset (B3) ---
// most reads need only the top or most recent items of a growing list

// Rebuilds recent_reviews of a product from its reviews: call it after user, rating, comment, date of a
// review changes. Safe to repeat.
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

// Processes changes until you press Ctrl+C or keepGoing() returns false. Resumes where it stopped.
function watch(keepGoing = () => true) {
  const streams = [
    openStream(
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
      (document) => reviewsSyncFrom(document.product_id),
    ),
  ];
  follow(streams, keepGoing);
}

// Processes waiting changes, then ends: for a job that runs every few minutes.
function drain() {
  watch((answered) => answered !== 0);
}

// As a worker, restarted whenever it ends: NESTLINK_SYNC=watch mongosh <address> --file 05_sync.js. Run only
// one at a time.
startAsked({ watch, drain });
