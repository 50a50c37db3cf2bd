// Audit of the design "Log hosts".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("log_hosts");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "logs": SUBSET (B3) ---
// the common screen needs only a slice of an ever-growing list
report(
  "logs.orphans.from",
  "hosts.logmsgs.logmsg_id that no logmsg has as its id.",
  db.hosts.aggregate([
    { $unwind: "$logmsgs" },
    { $match: { "logmsgs.logmsg_id": { $ne: null } } },
    { $lookup: { from: "logmsg", localField: "logmsgs.logmsg_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "logmsgs.logmsg_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "logs.orphans.to",
  "logmsg.host that no host has as its id.",
  db.logmsg.aggregate([
    { $match: { host: { $ne: null } } },
    { $lookup: { from: "hosts", localField: "host", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { host: 1 } },
    { $limit: 100 },
  ]).toArray(),
);
report(
  "logs.copies.ipaddr",
  "logmsg.ipaddr that differs from hosts.ipaddr.",
  db.logmsg.aggregate([
    { $match: { host: { $ne: null } } },
    { $lookup: { from: "hosts", localField: "host", foreignField: "_id", as: "source" } },
    { $set: { source: { $first: "$source" } } },
    { $match: { $expr: { $ne: [{ $ifNull: ["$ipaddr", null] }, { $ifNull: ["$source.ipaddr", null] }] } } },
    { $project: { host: 1, ipaddr: 1, "source.ipaddr": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "hosts" ---
report(
  "hosts.arrays.logmsgs",
  "logmsgs with more than 1000 elements, the longest first.",
  db.hosts.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$logmsgs" }, "$logmsgs", []] } } } },
    { $match: { length: { $gt: 1000 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "hosts.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.hosts.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("hosts.count", "How many there are; the design says 300.", db.hosts.estimatedDocumentCount());
report(
  "hosts.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.hosts.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "logmsg" ---
report(
  "logmsg.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.logmsg.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("logmsg.count", "How many there are; the design says 1,200,000.", db.logmsg.estimatedDocumentCount());
report(
  "logmsg.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.logmsg.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "logs" ---
report(
  "logs.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.logs.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("logs.count", "How many there are; the design says 1,000.", db.logs.estimatedDocumentCount());
report(
  "logs.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.logs.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "access_log" ---
report(
  "access_log.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.access_log.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "access_log.count",
  "How many there are; the design says 3,000,000.",
  db.access_log.estimatedDocumentCount(),
);
report(
  "access_log.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.access_log.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
