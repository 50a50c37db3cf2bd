// "Work queue": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
// Documents in jobs expire, so sample dates are moved by whole weeks to the day this runs. In a later week,
// call resetSampleData() before 04_queries.js.
db = db.getSiblingDB("work");

// The documents below, each with its collection.
const sampleDocuments = [];

// Inserts a document if its _id isn't taken. Existing documents are never changed.
function ensureDocument(collection, document) {
  sampleDocuments.push({ collection, document });
  insertAbsent(collection, document);
}

// Restores the sample documents. demo() in 04_queries.js calls it first, if both files are loaded in one shell.
function resetSampleData() {
  removeSampleData();
  for (const { collection, document } of sampleDocuments) insertAbsent(collection, document);
}

function insertAbsent(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present === null) {
    db.getCollection(collection).insertOne(document);
  }
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

// --- collection "jobs" ---
// One piece of work
ensureDocument(
  "jobs",
  {
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
  },
);
ensureDocument(
  "jobs",
  {
    _id: ObjectId("65e6ee4c0f7889470020f02a"),
    topic: "thumbnail",
    status: "running",
    priority: 1,
    added_at: recent(ISODate("2024-03-05T10:05:00Z")),
    payload: { about: "orders/65e3", language: "pt" },
    attempts: 4,
    taken_by: "worker-1",
    taken_at: recent(ISODate("2024-03-05T10:06:00Z")),
    error: "connection refused",
    forget_at: recent(ISODate("2024-03-12T10:05:00Z")),
  },
);
ensureDocument(
  "jobs",
  {
    _id: ObjectId("65eaeb00f4e596a2e660d327"),
    topic: "report",
    status: "running",
    priority: 2,
    added_at: recent(ISODate("2024-03-08T10:40:00Z")),
    payload: { about: "orders/65e4", language: "de" },
    attempts: 2,
    taken_by: "worker-2",
    taken_at: recent(ISODate("2024-03-08T10:41:00Z")),
    error: "address not found",
    forget_at: recent(ISODate("2024-03-15T10:40:00Z")),
  },
);
ensureDocument(
  "jobs",
  {
    _id: ObjectId("65eee7b4c8ec80e744d5a4ac"),
    topic: "mail",
    status: "failed",
    priority: 2,
    added_at: recent(ISODate("2024-03-11T11:15:00Z")),
    payload: { about: "orders/65e5", language: "fr" },
    attempts: 3,
    taken_by: "worker-3",
    taken_at: recent(ISODate("2024-03-11T11:16:00Z")),
    error: "quota exceeded",
    forget_at: recent(ISODate("2024-03-18T11:15:00Z")),
  },
);
ensureDocument(
  "jobs",
  {
    _id: ObjectId("65f2e468b4e5623b76ed69fe"),
    topic: "thumbnail",
    status: "waiting",
    priority: 1,
    added_at: recent(ISODate("2024-03-14T11:50:00Z")),
    payload: { about: "orders/65e6", language: "es" },
    attempts: 2,
    error: "timeout after 30 s",
    forget_at: recent(ISODate("2024-03-21T11:50:00Z")),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [
    ObjectId("65e2f198095b4f280b040f2f"),
    ObjectId("65e6ee4c0f7889470020f02a"),
    ObjectId("65eaeb00f4e596a2e660d327"),
    ObjectId("65eee7b4c8ec80e744d5a4ac"),
    ObjectId("65f2e468b4e5623b76ed69fe"),
  ]) {
    db.jobs.deleteOne({ _id: id });
  }
}
