// Audit of the design "University".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("university");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "courses": ONE_WAY_EMBED (C4a) ---
// the other side's array would explode
report(
  "courses.orphans.from",
  "students.courses that no course has as its id.",
  db.students.aggregate([
    { $unwind: "$courses" },
    { $match: { courses: { $ne: null } } },
    { $lookup: { from: "courses", localField: "courses", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { courses: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- relationship "messages": PARENT_REF (B5) ---
// any array in the parent would eventually be unusable, with or without independent access
report(
  "messages.orphans.to",
  "messages.posted_by that no student has as its id.",
  db.messages.aggregate([
    { $match: { posted_by: { $ne: null } } },
    { $lookup: { from: "students", localField: "posted_by", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { posted_by: 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "students" ---
report(
  "students.arrays.emails",
  "emails with more than 10 elements, the longest first.",
  db.students.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$emails" }, "$emails", []] } } } },
    { $match: { length: { $gt: 10 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "students.arrays.courses",
  "courses with more than 100 elements, the longest first.",
  db.students.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$courses" }, "$courses", []] } } } },
    { $match: { length: { $gt: 100 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "students.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.students.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("students.count", "How many there are; the design says 20,000.", db.students.estimatedDocumentCount());
report(
  "students.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.students.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "courses" ---
report(
  "courses.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.courses.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("courses.count", "How many there are; the design says 1,000.", db.courses.estimatedDocumentCount());
report(
  "courses.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.courses.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "messages" ---
report(
  "messages.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.messages.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "messages.count",
  "How many there are; the design says 6,000,000.",
  db.messages.estimatedDocumentCount(),
);
report(
  "messages.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.messages.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
