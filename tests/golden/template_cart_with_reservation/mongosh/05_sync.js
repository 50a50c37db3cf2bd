// Keeping copies and computed fields true of the design "Shopping cart with reservation".
// Run: mongosh <address> --file 05_sync.js --shell, for its functions.
// Changes: nothing. It defines functions.
// Copies of policy snapshot or immutable are never touched. A strong copy is written by its function, in a
// transaction.
db = db.getSiblingDB("shop");

// --- entity "Product" ---

// Compute available anew after a write of what it follows from. Safe to repeat.
function productCompute(productId) {
  return db.products.updateOne(
    { _id: productId },
    [{ $set: { available: { $subtract: ["$stock", { $ifNull: ["$taken", 0] }] } } }],
  );
}

// Compute taken of one product anew from the documents that they follow from. Call it after each write of
// them. Safe to repeat. One transaction: where a write changes it meanwhile, it begins again.
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

// Compute taken anew in every document of products: a job to run from time to time, and after an import or a
// crash between two writes. Writes what differs, and leaves what a write changes meanwhile to the next run.
// Up to 10,000 in a call, which it returns: call it again until it returns none.
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

// --- relationship "lines": PARENT_REF (B10) ---
// lowest write cost, with no shared array to contend for

// Change status of one cart and every copy in reservations, all or nothing. What another session writes
// meanwhile may keep the old copy: the audit finds it.
function linesSyncTo(cartId, newStatus) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inside.carts.updateOne({ _id: cartId }, { $set: { status: newStatus } });
      inside.reservations.updateMany({ cart_id: cartId }, { $set: { status: newStatus } });
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// No copy of this design follows a change stream.
