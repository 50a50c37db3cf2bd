// Audit of the design "Work queue".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("work");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- collection "jobs" ---
report(
  "jobs.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.jobs.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("jobs.count", "How many there are; the design says 560,000.", db.jobs.estimatedDocumentCount());
report(
  "jobs.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.jobs.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
