// Keeping copies and computed fields true of the design "Account transactions".
// Run: mongosh <address> --file 05_sync.js --shell, for its functions.
// Changes: nothing. It defines functions.
// Copies of policy snapshot or immutable are never touched. A strong copy is written by its function, in a
// transaction.
db = db.getSiblingDB("bank");

// --- entity "Account" ---

// Compute balance anew after a write of what it follows from. Safe to repeat.
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

// Compute received, sent of one account anew from the documents that they follow from. Call it after each
// write of them. Safe to repeat. One transaction: where a write changes it meanwhile, it begins again.
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

// Compute received, sent anew in every document of accounts: a job to run from time to time, and after an
// import or a crash between two writes. Writes what differs, and leaves what a write changes meanwhile to the
// next run. Up to 10,000 in a call, which it returns: call it again until it returns none.
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

// No copy of this design follows a change stream.
