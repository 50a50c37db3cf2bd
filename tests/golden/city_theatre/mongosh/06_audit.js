// Audit of the design "City theatre".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("city_theatre");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- entity "TicketPrice" ---
report(
  "TicketPrice.overlapping_versions",
  "Past ticket_prices that end after the current one begins.",
  db.ticket_prices.aggregate([
    {
      $lookup: {
        from: "ticket_prices",
        localField: "category",
        foreignField: "category",
        as: "past",
        pipeline: [{ $match: { valid_to: null } }],
      },
    },
    {
      $match: {
        $expr: {
          $and: [{ $ne: ["$valid_to", null] }, { $gt: ["$valid_to", { $first: "$past.valid_from" }] }],
        },
      },
    },
    { $project: { _id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- entity "Contract" ---
report(
  "Contract.missing_revisions",
  "contracts with fewer revisions than they count.",
  db.contracts.aggregate([
    { $lookup: { from: "contract_revisions", localField: "_id", foreignField: "contract_id", as: "past" } },
    {
      $match: {
        $expr: {
          $lt: [
            {
              $size: {
                $filter: { input: "$past.revision", as: "one", cond: { $lt: ["$$one", "$revision"] } },
              },
            },
            { $subtract: ["$revision", 1] },
          ],
        },
      },
    },
    { $project: { _id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "performances": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "performances.orphans.to",
  "performances.show_id that no show has as its id.",
  db.performances.aggregate([
    { $match: { show_id: { $ne: null } } },
    { $lookup: { from: "shows", localField: "show_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { show_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "contracts": PARENT_REF (B10) ---
// cheapest write, and no shared array to contend for
report(
  "contracts.orphans.to",
  "contracts.show_id that no show has as its id.",
  db.contracts.aggregate([
    { $match: { show_id: { $ne: null } } },
    { $lookup: { from: "shows", localField: "show_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { show_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "shows" ---
report(
  "shows.arrays.works",
  "works with more than 12 elements, the longest first.",
  db.shows.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$works" }, "$works", []] } } } },
    { $match: { length: { $gt: 12 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "shows.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.shows.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("shows.count", "How many there are; the design says 1,200.", db.shows.estimatedDocumentCount());
report(
  "shows.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.shows.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "performances" ---
report(
  "performances.arrays.seats",
  "seats with more than 6 elements, the longest first.",
  db.performances.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$seats" }, "$seats", []] } } } },
    { $match: { length: { $gt: 6 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "performances.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.performances.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "performances.count",
  "How many there are; the design says 9,000.",
  db.performances.estimatedDocumentCount(),
);
report(
  "performances.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.performances.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "ticket_prices" ---
report(
  "ticket_prices.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.ticket_prices.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "ticket_prices.count",
  "How many there are; the design says 40.",
  db.ticket_prices.estimatedDocumentCount(),
);
report(
  "ticket_prices.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.ticket_prices.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "contracts" ---
report(
  "contracts.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.contracts.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("contracts.count", "How many there are; the design says 600.", db.contracts.estimatedDocumentCount());
report(
  "contracts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.contracts.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "contract_revisions" ---
report(
  "contract_revisions.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.contract_revisions.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "contract_revisions.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.contract_revisions.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- entity "Show" ---
report(
  "Show.unknown_kinds",
  "shows without a known kind.",
  db.shows.aggregate([{ $match: { kind: { $nin: ["play", "concert", "film"] } } }, { $project: { kind: 1 } }, { $limit: 100 }]).toArray(),
);
report(
  "Show.foreign_fields",
  "shows with a field that only other kinds have.",
  db.shows.aggregate([
    {
      $match: {
        $or: [
          { kind: { $nin: ["play"] }, playwright: { $exists: true } },
          { kind: { $nin: ["play"] }, acts: { $exists: true } },
          { kind: { $nin: ["concert"] }, orchestra: { $exists: true } },
          { kind: { $nin: ["concert"] }, works: { $exists: true } },
          { kind: { $nin: ["film"] }, director: { $exists: true } },
          { kind: { $nin: ["film"] }, released_on: { $exists: true } },
        ],
      },
    },
    { $project: { kind: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
