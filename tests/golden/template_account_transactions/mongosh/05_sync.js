// "Account transactions": Sync copies and computed fields
// Run: mongosh <address> --file 05_sync.js --shell, for its functions.
// Only defines functions. Loading it changes nothing.
// Snapshot and immutable copies are never updated. Strong copies are updated by their function, in a
// transaction.
db = db.getSiblingDB("bank");

// --- entity "Account" ---

// Recomputes balance after a source field changes. Safe to repeat.
function accountCompute(accountId) {
  return db.accounts.updateOne(
    { _id: accountId },
    [
      {
        $set: {
          balance: {
            $subtract: [{ $add: ["$opened_with", { $ifNull: ["$received", 0] }] }, { $ifNull: ["$sent", 0] }],
          },
        },
      },
    ],
  );
}

// Recomputes received, sent, balance of an account. Call it after changes made by other means than
// 04_queries.js. Safe to repeat. Runs in one transaction, which is retried on a write conflict.
function accountRecomputeOne(accountId) {
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const accountsGathered = inside.accounts.aggregate([
        { $match: { _id: accountId } },
        {
          $lookup: {
            from: "transfers",
            localField: "_id",
            foreignField: "to_account",
            pipeline: [{ $group: { _id: null, value1: { $sum: "$amount" } } }],
            as: "gathered1",
          },
        },
        {
          $lookup: {
            from: "transfers",
            localField: "_id",
            foreignField: "from_account",
            pipeline: [{ $group: { _id: null, value1: { $sum: "$amount" } } }],
            as: "gathered2",
          },
        },
        { $set: { received: { $ifNull: [{ $first: "$gathered1.value1" }, 0] } } },
        { $set: { sent: { $ifNull: [{ $first: "$gathered2.value1" }, 0] } } },
        {
          $set: {
            balance: {
              $subtract: [
                { $add: ["$opened_with", { $ifNull: ["$received", 0] }] },
                { $ifNull: ["$sent", 0] },
              ],
            },
          },
        },
        { $project: { received: 1, sent: 1, balance: 1 } },
      ]).toArray();
      for (const each of accountsGathered) {
        inside.accounts.updateOne(
          { _id: each._id },
          { $set: { received: each.received, sent: each.sent, balance: each.balance } },
        );
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Recomputes received, sent, balance in accounts. Run it after an import or a crash. Writes only differences.
// Documents that change in the meantime are left to the next run. Updates up to 10,000 documents per call and
// returns them: repeat until it returns none.
function accountRecomputeAll() {
  const accountsThatDiffer = db.accounts.aggregate([
    {
      $lookup: {
        from: "transfers",
        localField: "_id",
        foreignField: "to_account",
        pipeline: [{ $group: { _id: null, value1: { $sum: "$amount" } } }],
        as: "gathered1",
      },
    },
    {
      $lookup: {
        from: "transfers",
        localField: "_id",
        foreignField: "from_account",
        pipeline: [{ $group: { _id: null, value1: { $sum: "$amount" } } }],
        as: "gathered2",
      },
    },
    {
      $set: {
        before: [
          { $ifNull: ["$received", null] },
          { $ifNull: ["$sent", null] },
          { $ifNull: ["$balance", null] },
        ],
      },
    },
    { $set: { received: { $ifNull: [{ $first: "$gathered1.value1" }, 0] } } },
    { $set: { sent: { $ifNull: [{ $first: "$gathered2.value1" }, 0] } } },
    {
      $set: {
        balance: {
          $subtract: [{ $add: ["$opened_with", { $ifNull: ["$received", 0] }] }, { $ifNull: ["$sent", 0] }],
        },
      },
    },
    {
      $match: {
        $expr: {
          $ne: [
            "$before",
            [{ $ifNull: ["$received", null] }, { $ifNull: ["$sent", null] }, { $ifNull: ["$balance", null] }],
          ],
        },
      },
    },
    { $limit: 10000 },
    { $project: { received: 1, sent: 1, balance: 1, before: 1 } },
  ]).toArray();
  for (const each of accountsThatDiffer) {
    db.accounts.updateOne(
      {
        _id: each._id,
        received: each.before?.[0] ?? null,
        sent: each.before?.[1] ?? null,
        balance: each.before?.[2] ?? null,
      },
      { $set: { received: each.received, sent: each.sent, balance: each.balance } },
    );
  }
  return accountsThatDiffer;
}

// This design has no copies synced by change streams.
