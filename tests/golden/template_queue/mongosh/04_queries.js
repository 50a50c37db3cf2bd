// "Work queue": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("work");

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

// Moves a sample date by whole weeks, so that no sample has expired when it is inserted, and the latest is from the
// past few days if possible. NESTLINK_TODAY=2024-01-31 sets the current date.
function movedByWeeks(date, newest, expires) {
  const day = 24 * 3600 * 1000;
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_TODAY;
  const today = asked ? new Date(asked) : new Date();
  const weeks = Math.max(0, Math.floor((today - newest) / (7 * day)), Math.ceil((today - expires + day) / (7 * day)));
  return new Date(date.getTime() + weeks * 7 * day);
}

function recent(date) {
  return movedByWeeks(date, ISODate("2024-03-21T11:50:00Z"), ISODate("2024-03-09T09:30:00Z"));
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

// --- operation "enqueue job" ---

// Job, insert: 80,000 per day.
function enqueueJob(job) {
  job = withoutAbsent(job);
  return db.jobs.insertOne(job);
}

// --- operation "claim next job" ---

// Job, update: 90,000 per day. Returns null if nothing matches.
function claimNextJob(topic, newTakenBy) {
  mustBeGiven({ newTakenBy });
  return db.jobs.findOneAndUpdate(
    { topic, status: "waiting" },
    {
      $set: { status: "running", taken_by: newTakenBy },
      $currentDate: { taken_at: true },
      $inc: { attempts: 1 },
    },
    { returnDocument: "after", sort: { priority: -1, added_at: 1 } },
  );
}

// --- operation "finish" ---

// Job, update: 79,000 per day.
function finish(id, takenBy) {
  const changed = db.jobs.updateOne({ _id: id, status: "running", taken_by: takenBy }, { $set: { status: "done" } });
  if (changed.matchedCount === 0) {
    const job = db.jobs.findOne({ _id: id }, { _id: 1 });
    if (job === null) {
      throw new Error("job not found");
    }
    throw new Error("job found, but its status isn't \"running\" or its taken_by doesn't match the filter");
  }
  return changed;
}

// --- operation "release job" ---

// Job, update: 900 per day.
function releaseJob(id, takenBy, newError) {
  mustBeGiven({ newError });
  const changed = db.jobs.updateOne(
    { _id: id, status: "running", taken_by: takenBy },
    { $set: { status: "waiting", error: newError } },
  );
  if (changed.matchedCount === 0) {
    const job = db.jobs.findOne({ _id: id }, { _id: 1 });
    if (job === null) {
      throw new Error("job not found");
    }
    throw new Error("job found, but its status isn't \"running\" or its taken_by doesn't match the filter");
  }
  return changed;
}

// --- operation "fail job" ---

// Job, update: 100 per day.
function failJob(id, takenBy, newError) {
  mustBeGiven({ newError });
  const changed = db.jobs.updateOne(
    { _id: id, status: "running", taken_by: takenBy, attempts: { $gte: 5 } },
    { $set: { status: "failed", error: newError } },
  );
  if (changed.matchedCount === 0) {
    const job = db.jobs.findOne({ _id: id }, { _id: 1 });
    if (job === null) {
      throw new Error("job not found");
    }
    throw new Error("job found, but its status isn't \"running\", its taken_by doesn't match the filter, or its attempts isn't at least 5");
  }
  return changed;
}

// --- operation "requeue stalled jobs" ---

// Job, update: 288 per day. To leave a range open, omit one of its ends.
function requeueStalledJobs(leastTakenAt, mostTakenAt) {
  return db.jobs.updateMany(
    openEnded({ taken_at: { $gte: leastTakenAt, $lte: mostTakenAt }, status: "running" }, true),
    { $set: { status: "waiting" } },
  );
}

// --- operation "failed jobs" ---

// Job, read: 300 per day.
function failedJobs() {
  return db.jobs.find({ status: "failed" }).sort({ taken_at: -1 }).limit(50).toArray();
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed("failed jobs", failedJobs());
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.jobs.deleteOne({ _id: ObjectId("65e2f198095b4f280b040f2f") });
  attempt(
    "enqueue job",
    () => enqueueJob({
      _id: ObjectId("65e2f198095b4f280b040f2f"),
      topic: "mail",
      status: "waiting",
      priority: 5,
      added_at: recent(ISODate("2024-03-02T09:30:00Z")),
      payload: { about: "orders/65e2", language: "en" },
      attempts: 1,
      taken_by: "worker-7",
      taken_at: recent(ISODate("2024-03-02T09:31:00Z")),
      error: "the mail server did not answer",
      forget_at: recent(ISODate("2024-03-09T09:30:00Z")),
    }),
  );
  attempt("claim next job", () => claimNextJob("mail", "worker-7"));
  attempt("finish", () => finish(ObjectId("65e2f198095b4f280b040f2f"), "worker-7"));
  attempt(
    "release job",
    () => releaseJob(ObjectId("65e6ee4c0f7889470020f02a"), "worker-1", "the mail server did not answer"),
  );
  attempt(
    "requeue stalled jobs",
    () => requeueStalledJobs(recent(ISODate("2024-03-02T09:31:00Z")), recent(ISODate("2024-03-02T09:31:00Z"))),
  );
  // Not called: "fail job", because no suitable sample document is left after the earlier calls.
  endWithSamples();
}
showReadsIfAsked();
