// Keeping copies and computed fields true of the design "Parts catalogue".
// Run: mongosh <address> --file 05_sync.js --shell, then call watch() or a function.
// Changes: nothing. It defines functions; watch() starts the change streams (replica set or sharded cluster).
// Copies of policy snapshot or immutable are never touched. A strong copy is written by its function, in a
// transaction.
db = db.getSiblingDB("parts_catalogue");

// Where each stream stopped is kept in this collection, so that watch() goes on from there.
const tokens = "nestlink_sync_tokens";

function openStream(name, collection, pipeline, options) {
  const saved = db.getCollection(tokens).findOne({ _id: name });
  const resumed = saved === null ? options : { ...options, resumeAfter: saved.token };
  return db.getCollection(collection).watch(pipeline, resumed);
}

// Answers the changes of all streams until keepGoing() says no. Each answer may be repeated without
// harm, so the place is saved after it. A database trigger (Atlas) can call the same functions.
function follow(streams, keepGoing) {
  try {
    while (keepGoing()) {
      for (const { name, stream, answer } of streams) {
        const event = stream.tryNext();
        if (event === null) continue;
        if (event.fullDocument) answer(event.fullDocument);
        db.getCollection(tokens).updateOne({ _id: name }, { $set: { token: event._id } }, { upsert: true });
      }
      sleep(100);
    }
  } finally {
    for (const { stream } of streams) stream.close();
  }
}

// --- relationship "parts": ONE_WAY_EMBED (C4b) ---
// one copy of each link, on the side it is mostly read from

// Write name of one part into every copy in products. Safe to repeat.
function partsSyncFrom(partId, newName) {
  return db.products.updateMany(
    { "parts.part_id": partId },
    { $set: { "parts.$[copy].name": newName } },
    { arrayFilters: [{ "copy.part_id": partId }] },
  );
}

// --- relationship "spare_parts": PARENT_REF (B10) ---
// cheapest write, and no shared array to contend for

// Write name of one product into every copy in spare_parts. Safe to repeat.
function sparePartsSyncTo(productId, newName) {
  return db.spare_parts.updateMany({ product_id: productId }, { $set: { product_name: newName } });
}

// Answers changes until it is stopped (Ctrl-C) or keepGoing() says no; starts again where it stopped.
function watch(keepGoing = () => true) {
  const streams = [
    {
      name: "parts.sync.from.watch",
      stream: openStream(
        "parts.sync.from.watch",
        "parts",
        [
          {
            $match: {
              $or: [
                { operationType: "replace" },
                { "updateDescription.updatedFields.name": { $exists: true } },
              ],
            },
          },
        ],
        { fullDocument: "updateLookup" },
      ),
      answer: (document) => partsSyncFrom(document._id, document.name),
    },
    {
      name: "spare_parts.sync.to.watch",
      stream: openStream(
        "spare_parts.sync.to.watch",
        "products",
        [
          {
            $match: {
              $or: [
                { operationType: "replace" },
                { "updateDescription.updatedFields.name": { $exists: true } },
              ],
            },
          },
        ],
        { fullDocument: "updateLookup" },
      ),
      answer: (document) => sparePartsSyncTo(document._id, document.name),
    },
  ];
  follow(streams, keepGoing);
}
