// Audit of the design "Task tracker".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("task_tracker");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "tasks": TWO_WAY_REFS (B8) ---
// both directions are hot
report(
  "tasks.orphans.from",
  "people.tasks that no task has as its id.",
  db.people.aggregate([
    { $unwind: "$tasks" },
    { $match: { tasks: { $ne: null } } },
    { $lookup: { from: "tasks", localField: "tasks", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { tasks: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "tasks.orphans.to",
  "tasks.owner that no person has as its id.",
  db.tasks.aggregate([
    { $match: { owner: { $ne: null } } },
    { $lookup: { from: "people", localField: "owner", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { owner: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "tasks.disagreements.from",
  "people.tasks whose other side does not point back.",
  db.people.aggregate([
    { $unwind: "$tasks" },
    { $match: { tasks: { $ne: null } } },
    { $lookup: { from: "tasks", localField: "tasks", foreignField: "_id", as: "found" } },
    { $set: { found: { $first: "$found" } } },
    { $match: { $expr: { $not: [{ $eq: ["$found.owner", "$_id"] }] } } },
    { $project: { tasks: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "tasks.disagreements.to",
  "tasks.owner whose other side does not point back.",
  db.tasks.aggregate([
    { $match: { owner: { $ne: null } } },
    { $lookup: { from: "people", localField: "owner", foreignField: "_id", as: "found" } },
    { $set: { found: { $first: "$found" } } },
    { $match: { $expr: { $not: [{ $in: ["$_id", { $ifNull: ["$found.tasks", []] }] }] } } },
    { $project: { owner: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "people" ---
report(
  "people.arrays.tasks",
  "tasks with more than 500 elements, the longest first.",
  db.people.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$tasks" }, "$tasks", []] } } } },
    { $match: { length: { $gt: 500 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "people.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.people.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("people.count", "How many there are; the design says 5,000.", db.people.estimatedDocumentCount());
report(
  "people.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.people.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "tasks" ---
report(
  "tasks.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.tasks.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("tasks.count", "How many there are; the design says 400,000.", db.tasks.estimatedDocumentCount());
report(
  "tasks.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.tasks.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
