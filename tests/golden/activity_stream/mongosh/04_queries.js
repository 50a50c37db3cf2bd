// "Activity stream": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("activity_stream");

function printed(label, value) {
  print(label);
  printjson(value);
}

// Runs one write of demo(). Prints rejected writes; stops on script errors.
function attempt(label, action) {
  try {
    printed(label, action());
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    print(label + " was rejected: " + error.message);
  }
}

// Restores the sample documents after an earlier demo(), if 03_sample_data.js is loaded.
function beginWithSamples() {
  if (typeof resetSampleData === "function") {
    resetSampleData();
    const taken = typeof inTheWay === "function" ? inTheWay() : [];
    if (taken.length === 0) return;
    const names = taken.map(({ collection, document }) => `${collection} ${EJSON.stringify(document._id)}`);
    throw new Error(`your own document has the _id of a sample, and demo() would change it: ${names.join(", ")}`);
  }
  print('The sample documents are used as they are now. To restore them, load("03_sample_data.js") before you call demo().');
}

// Restores the sample documents again, because the calls also changed totals and lists in them.
function endWithSamples() {
  if (typeof resetSampleData !== "function") return;
  resetSampleData();
  print("The sample documents are restored.");
}

// Runs the reads if NESTLINK_READS=1.
function showReadsIfAsked() {
  if (typeof process !== "undefined" && process.env?.NESTLINK_READS === "1") showReads();
}

// Returns the start of the hour, day, week (Monday), or month of a date, in UTC. otherwise: returned if there is no date.
function startOf(window, date, otherwise) {
  if ((date ?? null) === null) return otherwise;
  const start = new Date(date);
  start.setUTCMinutes(0, 0, 0);
  if (window !== "hour") start.setUTCHours(0);
  if (window === "week") start.setUTCDate(start.getUTCDate() - ((start.getUTCDay() + 6) % 7));
  if (window === "month") start.setUTCDate(1);
  return start;
}

// Returns a value without its empty fields, which a driver would store as null. nullable: paths that can be null.
// Values with toBSON aren't changed.
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

// Fails if a required value is missing, so that null isn't stored or searched for in its place.
function mustBeGiven(values) {
  const missing = Object.keys(values).filter((name) => values[name] === undefined || values[name] === null);
  if (missing.length > 0) throw new Error(`${missing.join(", ")} must have a value`);
}

// Returns a filter without the range ends that have no value. Before a write, at least one end is required; otherwise
// the filter would match all documents.
function openEnded(filter, isBeforeWrite = false, around = "") {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const hasBounds = (wanted) => bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
  const givenBounds = (range) => Object.fromEntries(Object.entries(range).filter(isKept));
  const asked = {};
  for (const [path, wanted] of Object.entries(filter)) {
    const isRange = hasBounds(wanted);
    const element = wanted?.$elemMatch;
    if (!isRange && !element) {
      asked[path] = wanted;
      continue;
    }
    const left = isRange || hasBounds(element)
      ? givenBounds(isRange ? wanted : element)
      : openEnded(element, isBeforeWrite, `${around}${path}.`);
    if (Object.keys(left).length > 0) {
      asked[path] = isRange ? left : { ...wanted, $elemMatch: left };
    } else if (isBeforeWrite) {
      throw new Error(`set the minimum or maximum of ${around}${path}`);
    }
  }
  return asked;
}

// --- relationship "activities": Time buckets (B4) ---
// one document per page or time window, read in one go

// Returns a range of days for a user, using the _id index.
function activitiesRead(userId, first, end) {
  return db.user_activity.find({ _id: { $gte: { user_id: userId, date: first }, $lt: { user_id: userId, date: end } } }).sort({ _id: 1 }).toArray();
}

// --- operation "track" ---

// Activity, insert: 2,000,000 per day.
function track(userId, activity) {
  mustBeGiven({ activity });
  activity = withoutAbsent(activity);
  const user = db.users.findOne({ _id: userId }, { name: 1 });
  if (user === null) {
    throw new Error("user not found");
  }
  return db.user_activity.updateOne(
    { _id: { user_id: userId, date: startOf("day", activity?.timestamp) } },
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

// Activity, read: 90,000 per day. To leave a range open, omit one of its ends.
function activitiesOfSomeDays(userId, leastTimestamp, mostTimestamp, limit = 50) {
  return db.user_activity.aggregate([
    {
      $match: openEnded({
        _id: {
          $gte: { user_id: userId, date: startOf("day", leastTimestamp, MinKey()) },
          $lte: { user_id: userId, date: startOf("day", mostTimestamp, MaxKey()) },
        },
        activities: { $elemMatch: { timestamp: { $gte: leastTimestamp, $lte: mostTimestamp } } },
      }),
    },
    { $unwind: "$activities" },
    { $match: openEnded({ "activities.timestamp": { $gte: leastTimestamp, $lte: mostTimestamp } }) },
    { $limit: limit },
  ]).toArray();
}

// --- operation "log in" ---

// User, read: 80,000 per day.
function logIn(email) {
  return db.users.findOne({ email });
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed(
    "activities.read",
    activitiesRead(
      ObjectId("63c1251efff515e963d303c1"),
      ISODate("2023-03-15T00:00:00Z"),
      ISODate("2023-03-15T00:00:00Z"),
    ),
  );
  printed(
    "activities of some days",
    activitiesOfSomeDays(
      ObjectId("63c1251efff515e963d303c1"),
      ISODate("2023-03-15T09:32:14Z"),
      ISODate("2023-03-15T09:32:14Z"),
    ),
  );
  printed("log in", logIn("john.smith@example.com"));
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  attempt(
    "track",
    () => track(
      ObjectId("63c1251efff515e963d303c1"),
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
