// Reads and writes of the design "Work queue".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("work");

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

// Moves a date of a sample by whole weeks, so that no sample has expired when it is inserted, and the newest is of the
// last days where that is long enough. NESTLINK_TODAY=2024-01-31 takes that day for today.
function movedByWeeks(date, newest, expires) {
  const day = 24 * 3600 * 1000;
  const asked = typeof process === "undefined" ? undefined : process.env?.NESTLINK_TODAY;
  const today = asked ? new Date(asked) : new Date();
  const weeks = Math.max(0, Math.floor((today - newest) / (7 * day)), Math.ceil((today - expires + day) / (7 * day)));
  return new Date(date.getTime() + weeks * 7 * day);
}

function recent(date) {
  return movedByWeeks(date, ISODate("2024-03-12T10:05:00Z"), ISODate("2024-03-09T09:30:00Z"));
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

// The update that sets these fields: undefined leaves one as it is, null takes it away.
// nullable: the paths where null is stored instead. others: what the update does besides.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to change; give a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
}

// A filter without those ends of ranges that have no value: the range is open there. Before a write, one end must be
// given, or it would be of all documents.
function openEnded(filter, isBeforeWrite = false, around = "") {
  const bounds = ["$gt", "$gte", "$lt", "$lte"];
  const isKept = ([name, value]) => !bounds.includes(name) || (value ?? null) !== null;
  const asked = {};
  for (const [path, wanted] of Object.entries(filter)) {
    const isRange = bounds.some((name) => Object.hasOwn(wanted ?? {}, name));
    const element = wanted?.$elemMatch;
    if (isRange) {
      asked[path] = Object.fromEntries(Object.entries(wanted).filter(isKept));
    } else {
      asked[path] = element ? { ...wanted, $elemMatch: openEnded(element, isBeforeWrite, `${around}${path}.`) } : wanted;
    }
    const isOpen = (isRange && Object.keys(asked[path]).length === 0) || (element && Object.keys(asked[path].$elemMatch).length === 0);
    if (isOpen && isBeforeWrite) throw new Error(`give the least or the most of ${around}${path}`);
    if (isOpen) delete asked[path];
  }
  return asked;
}

// --- operation "put into the queue" ---

// Job, insert: 80,000 a day.
function putIntoTheQueue(job) {
  job = withoutAbsent(job);
  return db.jobs.insertOne(job);
}

// --- operation "take the next" ---

// Job, update: 90,000 a day. taken_by does not change if left out; null removes it.
function takeTheNext(topic, newTakenBy) {
  return db.jobs.findOneAndUpdate(
    { topic, status: "waiting" },
    setOrClear({ status: "running", taken_by: newTakenBy }, [], { $currentDate: { taken_at: true }, $inc: { attempts: 1 } }),
    { returnDocument: "after", sort: { priority: -1, added_at: 1 } },
  );
}

// --- operation "finish" ---

// Job, update: 79,000 a day.
function finish(id, takenBy) {
  const changed = db.jobs.updateOne({ _id: id, status: "running", taken_by: takenBy }, { $set: { status: "done" } });
  if (changed.matchedCount === 0) {
    const job = db.jobs.findOne({ _id: id }, { _id: 1 });
    if (job === null) {
      throw new Error("there is no such job");
    }
    throw new Error("the job is there, but its status is not \"running\" or its taken_by is not what the filter asks for");
  }
  return changed;
}

// --- operation "give back" ---

// Job, update: 900 a day. error does not change if left out; null removes it.
function giveBack(id, takenBy, newError) {
  const changed = db.jobs.updateOne(
    { _id: id, status: "running", taken_by: takenBy },
    setOrClear({ status: "waiting", error: newError }),
  );
  if (changed.matchedCount === 0) {
    const job = db.jobs.findOne({ _id: id }, { _id: 1 });
    if (job === null) {
      throw new Error("there is no such job");
    }
    throw new Error("the job is there, but its status is not \"running\" or its taken_by is not what the filter asks for");
  }
  return changed;
}

// --- operation "give up" ---

// Job, update: 100 a day. error does not change if left out; null removes it.
function giveUp(id, takenBy, newError) {
  const changed = db.jobs.updateOne(
    { _id: id, status: "running", taken_by: takenBy, attempts: { $gte: 5 } },
    setOrClear({ status: "failed", error: newError }),
  );
  if (changed.matchedCount === 0) {
    const job = db.jobs.findOne({ _id: id }, { _id: 1 });
    if (job === null) {
      throw new Error("there is no such job");
    }
    throw new Error("the job is there, but its status is not \"running\", its taken_by is not what the filter asks for or its attempts is not at least 5");
  }
  return changed;
}

// --- operation "give back what nobody finished" ---

// Job, update: 288 a day. A range is open where its end is left out.
function giveBackWhatNobodyFinished(leastTakenAt, mostTakenAt) {
  return db.jobs.updateMany(
    openEnded({ taken_at: { $gte: leastTakenAt, $lte: mostTakenAt }, status: "running" }, true),
    { $set: { status: "waiting" } },
  );
}

// --- operation "what failed" ---

// Job, read: 300 a day.
function whatFailed() {
  return db.jobs.find({ status: "failed" }).sort({ taken_at: -1 }).limit(50).toArray();
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed("what failed", whatFailed());
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  db.jobs.deleteOne({ _id: ObjectId("65e2f198095b4f280b040f2f") });
  attempt(
    "put into the queue",
    () => putIntoTheQueue({
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
  attempt("take the next", () => takeTheNext("mail", "worker-7"));
  attempt("finish", () => finish(ObjectId("65e2f198095b4f280b040f2f"), "worker-7"));
  attempt(
    "give back",
    () => giveBack(ObjectId("65e6ee4c0f7889470020f02a"), "worker-1", "the mail server did not answer"),
  );
  attempt(
    "give back what nobody finished",
    () => giveBackWhatNobodyFinished(
      recent(ISODate("2024-03-02T09:31:00Z")),
      recent(ISODate("2024-03-02T09:31:00Z")),
    ),
  );
  // Not shown: "give up", because no sample that the calls before it leave is in the state that it needs.
  endWithSamples();
}
showReadsIfAsked();
