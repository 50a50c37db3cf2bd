// Audit of the design "Account transactions".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("bank");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "outgoing": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "outgoing.orphans.to",
  "transfers.from_account that no account has as its id.",
  db.transfers.aggregate([
    { $match: { from_account: { $ne: null } } },
    { $lookup: { from: "accounts", localField: "from_account", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { from_account: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "incoming": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "incoming.orphans.to",
  "transfers.to_account that no account has as its id.",
  db.transfers.aggregate([
    { $match: { to_account: { $ne: null } } },
    { $lookup: { from: "accounts", localField: "to_account", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { to_account: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "accounts" ---
report(
  "accounts.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.accounts.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("accounts.count", "How many there are; the design says 200,000.", db.accounts.estimatedDocumentCount());
report(
  "accounts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.accounts.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "transfers" ---
report(
  "transfers.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.transfers.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "transfers.count",
  "How many there are; the design says 8,000,000.",
  db.transfers.estimatedDocumentCount(),
);
report(
  "transfers.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.transfers.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- entity "Account" ---
report(
  "Account.results",
  "balance, received, sent of accounts that differ from what the formula gives.",
  db.accounts.aggregate([
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
        "expected.balance": {
          $subtract: [{ $add: ["$opened_with", { $ifNull: ["$received", 0] }] }, { $ifNull: ["$sent", 0] }],
        },
        "expected.received": { $ifNull: [{ $first: "$gathered1.value1" }, 0] },
        "expected.sent": { $ifNull: [{ $first: "$gathered2.value1" }, 0] },
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            {
              $cond: [
                { $and: [{ $isNumber: "$balance" }, { $isNumber: "$expected.balance" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$balance", "$expected.balance"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.balance" }] }] },
                  ],
                },
                { $ne: [{ $ifNull: ["$balance", null] }, { $ifNull: ["$expected.balance", null] }] },
              ],
            },
            {
              $cond: [
                { $and: [{ $isNumber: "$received" }, { $isNumber: "$expected.received" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$received", "$expected.received"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.received" }] }] },
                  ],
                },
                { $ne: [{ $ifNull: ["$received", null] }, { $ifNull: ["$expected.received", null] }] },
              ],
            },
            {
              $cond: [
                { $and: [{ $isNumber: "$sent" }, { $isNumber: "$expected.sent" }] },
                {
                  $gt: [
                    { $abs: { $subtract: ["$sent", "$expected.sent"] } },
                    { $multiply: [1e-09, { $add: [1, { $abs: "$expected.sent" }] }] },
                  ],
                },
                { $ne: [{ $ifNull: ["$sent", null] }, { $ifNull: ["$expected.sent", null] }] },
              ],
            },
          ],
        },
      },
    },
    { $project: { balance: 1, received: 1, sent: 1, expected: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
