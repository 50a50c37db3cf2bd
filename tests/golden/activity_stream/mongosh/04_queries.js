// Reads and writes of the design "Activity stream".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("activity_stream");

function printed(label, value) {
  print(label);
  printjson(value);
}

// Runs one write of demo(). What the database or a guard refuses is told; a mistake in a script stops it.
function attempt(label, action) {
  try {
    printed(label, action());
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    print(label + " was refused: " + error.message);
  }
}

// Puts the sample documents back as they were before an earlier demo(), where 03_sample_data.js is loaded, too.
function beginWithSamples() {
  if (typeof resetSampleData === "function") {
    resetSampleData();
    const taken = typeof inTheWay === "function" ? inTheWay() : [];
    if (taken.length === 0) return;
    const names = taken.map(({ collection, document }) => `${collection} ${EJSON.stringify(document._id)}`);
    throw new Error(`a document of yours has the _id of a sample, and demo() would change it: ${names.join(", ")}`);
  }
  print('The sample documents are taken as they are. load("03_sample_data.js") first, and demo() puts them back as they were');
}

// Puts the sample documents back once more: what calls add is taken away before, as no function
// does, so totals and lists of others would tell of what is not there.
function endWithSamples() {
  if (typeof resetSampleData !== "function") return;
  resetSampleData();
  print("The sample documents are as they were before demo().");
}

// Runs the reads where the environment asks for it: NESTLINK_READS=1.
function showReadsIfAsked() {
  if (typeof process !== "undefined" && process.env?.NESTLINK_READS === "1") showReads();
}

// A value as it is stored: without the fields that have no value, for which a driver would write null.
// nullable: the paths that may be null. A value that says itself how it is stored (toBSON) stays as it is.
function withoutAbsent(value, nullable = [], path = "") {
  if (Array.isArray(value)) {
    return value.map((each) => withoutAbsent(each, nullable, path));
  }
  if (Object.prototype.toString.call(value) !== "[object Object]" || value._bsontype || value.toBSON) {
    return value;
  }
  const at = (name) => (path ? `${path}.${name}` : name);
  const isStored = ([name, inner]) => inner !== undefined && (inner !== null || nullable.includes(at(name)));
  const stored = Object.entries(value).filter(isStored);
  return Object.fromEntries(stored.map(([name, inner]) => [name, withoutAbsent(inner, nullable, at(name))]));
}

// --- operation "track" ---

// Activity, insert: 2,000,000 a day.
function track(userId, start, activity) {
  activity = withoutAbsent(activity);
  const user = db.users.findOne({ _id: userId }, { name: 1 });
  if (user === null) {
    throw new Error("there is no such user");
  }
  return db.user_activity.updateOne(
    { _id: { user_id: userId, date: start } },
    [
      {
        $set: {
          user_name: { $ifNull: ["$user_name", { $literal: user.name }] },
          activities: { $concatArrays: [{ $ifNull: ["$activities", []] }, [{ $literal: activity }]] },
          "metrics.total_activities": {
            $add: [{ $ifNull: ["$metrics.total_activities", 0] }, { $literal: 1 }],
          },
          "metrics.unique_actions": {
            $cond: [
              { $in: [{ $literal: activity?.action }, { $ifNull: ["$metrics.unique_actions", []] }] },
              { $ifNull: ["$metrics.unique_actions", []] },
              {
                $concatArrays: [
                  { $ifNull: ["$metrics.unique_actions", []] },
                  [{ $literal: activity?.action }],
                ],
              },
            ],
          },
        },
      },
      {
        $set: {
          "metrics.session_count": {
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
    ],
    { upsert: true },
  );
}

// --- operation "activities of some days" ---

// Activity, read: 90,000 a day.
function activitiesOfSomeDays(userId, first, end) {
  return db.user_activity.find({ _id: { $gte: { user_id: userId, date: first }, $lt: { user_id: userId, date: end } } }).toArray();
}

// --- operation "log in" ---

// User, read: 80,000 a day.
function logIn(email) {
  return db.users.findOne({ email });
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed(
    "activities of some days",
    activitiesOfSomeDays(
      ObjectId("63c1251efff515e963d303c1"),
      ISODate("2023-03-15T00:00:00Z"),
      ISODate("2023-03-15T00:00:00Z"),
    ),
  );
  printed("log in", logIn("john.smith@example.com"));
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  attempt(
    "track",
    () => track(
      ObjectId("63c1251efff515e963d303c1"),
      ISODate("2023-03-15T00:00:00Z"),
      {
        timestamp: ISODate("2023-03-15T09:32:14Z"),
        action: "login",
        device: "mobile",
        product_id: ObjectId("5f9a2c87b24d9a2e8c1a5d3f"),
        quantity: 1,
      },
    ),
  );
  endWithSamples();
}
showReadsIfAsked();
