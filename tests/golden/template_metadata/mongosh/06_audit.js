// Audit of the design "Metadata".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("photos");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- collection "photos" ---
report(
  "photos.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.photos.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("photos.count", "How many there are; the design says 400,000.", db.photos.estimatedDocumentCount());
report(
  "photos.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.photos.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
