// Audit of the design "User profiles".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("user_profiles");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- collection "users" ---
report(
  "users.arrays.addresses",
  "addresses with more than 5 elements, the longest first.",
  db.users.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$addresses" }, "$addresses", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "users.arrays.phone_numbers",
  "phone_numbers with more than 5 elements, the longest first.",
  db.users.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$phone_numbers" }, "$phone_numbers", []] } } } },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "users.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.users.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("users.count", "How many there are; the design says 250,000.", db.users.estimatedDocumentCount());
report(
  "users.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.users.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- entity "User" ---
report(
  "User.shapes",
  "How many there are of each users.schema_version; null counts those without a number. Once nothing is left of a shape, here and wherever else such documents are kept, programs and the validator need not know it.",
  db.users.aggregate([{ $sortByCount: "$schema_version" }]).toArray(),
);
