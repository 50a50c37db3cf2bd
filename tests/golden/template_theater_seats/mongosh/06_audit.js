// Audit of the design "Theater seats".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("theater");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "evenings": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "evenings.orphans.to",
  "evenings.show_id that no show has as its id.",
  db.evenings.aggregate([
    { $match: { show_id: { $ne: null } } },
    { $lookup: { from: "shows", localField: "show_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { show_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "bookings": PARENT_REF (B10) ---
// cheapest write, and no shared array to contend for
report(
  "bookings.orphans.to",
  "bookings.evening_id that no evening has as its id.",
  db.bookings.aggregate([
    { $match: { evening_id: { $ne: null } } },
    { $lookup: { from: "evenings", localField: "evening_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { evening_id: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "shows" ---
report(
  "shows.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.shows.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("shows.count", "How many there are; the design says 120.", db.shows.estimatedDocumentCount());
report(
  "shows.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.shows.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "evenings" ---
report(
  "evenings.arrays.seats",
  "seats with more than 8 elements, the longest first.",
  db.evenings.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$seats" }, "$seats", []] } } } },
    { $match: { length: { $gt: 8 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "evenings.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.evenings.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("evenings.count", "How many there are; the design says 2,500.", db.evenings.estimatedDocumentCount());
report(
  "evenings.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.evenings.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "bookings" ---
report(
  "bookings.arrays.columns",
  "columns with more than 12 elements, the longest first.",
  db.bookings.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$columns" }, "$columns", []] } } } },
    { $match: { length: { $gt: 12 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "bookings.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.bookings.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("bookings.count", "How many there are; the design says 90,000.", db.bookings.estimatedDocumentCount());
report(
  "bookings.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.bookings.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
