// "Shopping cart with reservation": Sync copies and computed fields
// Run: mongosh <address> --file 05_sync.js --shell, for its functions.
// Only defines functions. Loading it changes nothing.
// Snapshot and immutable copies are never updated. Strong copies are updated by their function, in a
// transaction.
db = db.getSiblingDB("shop");

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// --- entity "Product" ---

// Recomputes available after a source field changes. Safe to repeat.
function productCompute(productId) {
  return db.products.updateOne(
    { _id: productId },
    [{ $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } }],
  );
}

// Recomputes taken, available of a product. Call it after changes made by other means than 04_queries.js.
// Safe to repeat. Runs in one transaction, which is retried on a write conflict.
function productRecomputeOne(productId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const productsGathered = inside.products.aggregate([
        { $match: { _id: productId } },
        {
          $lookup: {
            from: "reservations",
            localField: "_id",
            foreignField: "product_id",
            pipeline: [{ $group: { _id: null, value1: { $sum: "$quantity" } } }],
            as: "gathered1",
          },
        },
        { $set: { taken: { $ifNull: [{ $first: "$gathered1.value1" }, 0] } } },
        { $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } },
        { $project: { taken: 1, available: 1 } },
      ]).toArray();
      for (const each of productsGathered) {
        inside.products.updateOne(
          { _id: each._id },
          { $set: { taken: each.taken, available: each.available } },
        );
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Recomputes taken, available in products. Run it after an import or a crash. Writes only differences.
// Documents that change in the meantime are left to the next run. Updates up to 10,000 documents per call and
// returns them: repeat until it returns none.
function productRecomputeAll() {
  const productsThatDiffer = db.products.aggregate([
    {
      $lookup: {
        from: "reservations",
        localField: "_id",
        foreignField: "product_id",
        pipeline: [{ $group: { _id: null, value1: { $sum: "$quantity" } } }],
        as: "gathered1",
      },
    },
    { $set: { before: [{ $ifNull: ["$taken", null] }, { $ifNull: ["$available", null] }] } },
    { $set: { taken: { $ifNull: [{ $first: "$gathered1.value1" }, 0] } } },
    { $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } },
    {
      $match: {
        $expr: { $ne: ["$before", [{ $ifNull: ["$taken", null] }, { $ifNull: ["$available", null] }]] },
      },
    },
    { $limit: 10000 },
    { $project: { taken: 1, available: 1, before: 1 } },
  ]).toArray();
  for (const each of productsThatDiffer) {
    db.products.updateOne(
      { _id: each._id, taken: each.before?.[0] ?? null, available: each.before?.[1] ?? null },
      { $set: { taken: each.taken, available: each.available } },
    );
  }
  return productsThatDiffer;
}

// --- relationship "lines": Parent reference (B10) ---
// "Product -> Reservation" also refers to Reservation, so it can't live inside one Cart

// Updates status of a cart and every copy in reservations, in a transaction. Copies written in the meantime
// without locking the source can be outdated; the audit finds them.
function linesSyncTo(cartId, newStatus) {
  mustBeGiven({ newStatus });
  let updated;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      updated = inside.carts.updateOne({ _id: cartId }, { $set: { status: newStatus } });
      if (updated.matchedCount === 0) {
        throw new Error("cart not found");
      }
      inside.reservations.updateMany({ cart_id: cartId }, { $set: { status: newStatus } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return updated;
}

// This design has no copies synced by change streams.
