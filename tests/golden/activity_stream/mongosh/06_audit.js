// Audit of the design "Activity stream".
// Run: mongosh <address> --file 06_audit.js, from time to time.
// Changes: nothing. Each finding is printed as a document: found is empty where all is well.
db = db.getSiblingDB("activity_stream");

// One finding in a form that can be pasted back: which audit, what it looks for, what it found.
function report(audit, looksFor, found) {
  printjson({ audit, looksFor, found });
}

// --- relationship "activities": BUCKET_TIME (B4) ---
// one document equals one page or one window
report(
  "activities.orphans.to",
  "user_activity._id.user_id that no user has as its id.",
  db.user_activity.aggregate([
    { $match: { "_id.user_id": { $ne: null } } },
    { $lookup: { from: "users", localField: "_id.user_id", foreignField: "_id", as: "found" } },
    { $match: { found: [] } },
    { $project: { "_id.user_id": 1 } },
    { $limit: 100 },
  ]).toArray(),
);

// --- collection "users" ---
report(
  "users.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.users.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report("users.count", "How many there are; the design says 100,000.", db.users.estimatedDocumentCount());
report(
  "users.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.users.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);

// --- collection "user_activity" ---
report(
  "user_activity.arrays.activities",
  "activities with more than 1000 elements, the longest first.",
  db.user_activity.aggregate([
    { $set: { length: { $size: { $cond: [{ $isArray: "$activities" }, "$activities", []] } } } },
    { $match: { length: { $gt: 1000 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "user_activity.arrays.metrics.unique_actions",
  "metrics.unique_actions with more than 5 elements, the longest first.",
  db.user_activity.aggregate([
    {
      $set: {
        length: {
          $size: { $cond: [{ $isArray: "$metrics.unique_actions" }, "$metrics.unique_actions", []] },
        },
      },
    },
    { $match: { length: { $gt: 5 } } },
    { $sort: { length: -1 } },
    { $limit: 100 },
    { $project: { length: 1 } },
  ]).toArray(),
);
report(
  "user_activity.largest",
  "The largest documents, in bytes; the limit is 16777216.",
  db.user_activity.aggregate([{ $project: { bytes: { $bsonSize: "$$ROOT" } } }, { $sort: { bytes: -1 } }, { $limit: 5 }]).toArray(),
);
report(
  "user_activity.count",
  "How many pages or windows there are, for the 400,000,000 that the design says.",
  db.user_activity.estimatedDocumentCount(),
);
report(
  "user_activity.unused",
  "Indexes that no query has used since the server started; _id_ is always there.",
  db.user_activity.aggregate([
    { $indexStats: {} },
    { $match: { "accesses.ops": 0, name: { $ne: "_id_" } } },
    { $project: { name: 1, accesses: 1 } },
  ]).toArray(),
);
report(
  "user_activity.totals",
  "metrics.total_activities, metrics.unique_actions, metrics.session_count of user_activity that differ from what is in the document.",
  db.user_activity.aggregate([
    {
      $set: {
        "expected.metrics.total_activities": { $size: { $ifNull: ["$activities", []] } },
        "expected.metrics.unique_actions": {
          $setDifference: [
            {
              $map: {
                input: { $ifNull: ["$activities", []] },
                as: "one",
                in: { $ifNull: ["$$one.action", null] },
              },
            },
            [null],
          ],
        },
        "expected.metrics.session_count": {
          $let: {
            vars: {
              runs: {
                $reduce: {
                  input: {
                    $sortArray: {
                      input: {
                        $filter: {
                          input: {
                            $map: {
                              input: { $ifNull: ["$activities", []] },
                              as: "one",
                              in: "$$one.timestamp",
                            },
                          },
                          as: "time",
                          cond: { $eq: [{ $type: "$$time" }, "date"] },
                        },
                      },
                      sortBy: 1,
                    },
                  },
                  initialValue: { last: null, count: 0 },
                  in: {
                    last: "$$this",
                    count: {
                      $add: [
                        "$$value.count",
                        {
                          $cond: [
                            {
                              $or: [
                                { $eq: ["$$value.last", null] },
                                { $gte: [{ $subtract: ["$$this", "$$value.last"] }, 1800000] },
                              ],
                            },
                            1,
                            0,
                          ],
                        },
                      ],
                    },
                  },
                },
              },
            },
            in: "$$runs.count",
          },
        },
      },
    },
    {
      $match: {
        $expr: {
          $or: [
            { $ne: ["$metrics.total_activities", "$expected.metrics.total_activities"] },
            {
              $not: [
                {
                  $setEquals: [
                    { $ifNull: ["$metrics.unique_actions", []] },
                    "$expected.metrics.unique_actions",
                  ],
                },
              ],
            },
            { $ne: ["$metrics.session_count", "$expected.metrics.session_count"] },
          ],
        },
      },
    },
    {
      $project: {
        "metrics.total_activities": 1,
        "metrics.unique_actions": 1,
        "metrics.session_count": 1,
        expected: 1,
      },
    },
    { $limit: 100 },
  ]).toArray(),
);
