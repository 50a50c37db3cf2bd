// "Log hosts": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
// Documents in access_log expire, so sample dates are moved by whole weeks to the day this runs. In a later
// week, call resetSampleData() before 04_queries.js.
db = db.getSiblingDB("log_hosts");

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
  return movedByWeeks(date, ISODate("2014-03-28T10:09:39.382Z"), ISODate("2014-04-28T09:42:41Z"));
}

// --- collection "hosts" ---
// A machine that is watched
ensureDocument(
  "hosts",
  {
    _id: ObjectId("52c5346838ed9587e2b3694e"),
    name: "goofy.example.com",
    ipaddr: "192.0.2.66",
    logmsgs: [
      {
        logmsg_id: ObjectId("5335441111101191b244cd89"),
        time: recent(ISODate("2014-03-28T09:42:41.382Z")),
        message: "cpu is on fire!",
      },
      {
        logmsg_id: ObjectId("5335473a83a2b90b77a78aff"),
        time: recent(ISODate("2014-03-28T09:56:10.382Z")),
        message: "certificate expires in 14 days",
      },
    ],
  },
);
ensureDocument(
  "hosts",
  {
    _id: ObjectId("52c9311c88f6b33ed919c493"),
    name: "queue01.example.com",
    ipaddr: "198.51.100.66",
    logmsgs: [
      {
        logmsg_id: ObjectId("53354a63dbe56b104ea9ddb1"),
        time: recent(ISODate("2014-03-28T10:09:39.382Z")),
        message: "backup finished",
      },
    ],
  },
);

// --- collection "logmsg" ---
// One line from the log of a machine
ensureDocument(
  "logmsg",
  {
    _id: ObjectId("5335441111101191b244cd89"),
    time: recent(ISODate("2014-03-28T09:42:41.382Z")),
    message: "cpu is on fire!",
    host: ObjectId("52c5346838ed9587e2b3694e"),
    ipaddr: "192.0.2.66",
  },
);
ensureDocument(
  "logmsg",
  {
    _id: ObjectId("5335473a83a2b90b77a78aff"),
    time: recent(ISODate("2014-03-28T09:56:10.382Z")),
    message: "certificate expires in 14 days",
    host: ObjectId("52c5346838ed9587e2b3694e"),
    ipaddr: "192.0.2.66",
  },
);
ensureDocument(
  "logmsg",
  {
    _id: ObjectId("53354a63dbe56b104ea9ddb1"),
    time: recent(ISODate("2014-03-28T10:09:39.382Z")),
    message: "backup finished",
    host: ObjectId("52c9311c88f6b33ed919c493"),
    ipaddr: "198.51.100.66",
  },
);

// --- collection "logs": capped ---
// The log of the log collector itself: the last 1,000 lines are enough
ensureDocument(
  "logs",
  {
    _id: ObjectId("533543e8e0e563064e996355"),
    time: recent(ISODate("2014-03-28T09:42:00Z")),
    level: "info",
    message: "collected 12 lines from goofy.example.com",
  },
);
ensureDocument(
  "logs",
  {
    _id: ObjectId("53354711799d9c803f109743"),
    time: recent(ISODate("2014-03-28T09:55:29Z")),
    level: "warning",
    message: "service restarted",
  },
);

// --- collection "access_log" ---
// Requests to the log pages, deleted after a month
ensureDocument(
  "access_log",
  {
    _id: ObjectId("533544115b1aee1df7a9a1ed"),
    time: recent(ISODate("2014-03-28T09:42:41Z")),
    path: "/hosts/goofy.example.com",
    status: 200,
  },
);
ensureDocument(
  "access_log",
  {
    _id: ObjectId("5335473a4ed430b2288ed9b2"),
    time: recent(ISODate("2014-03-28T09:56:10Z")),
    path: "/search",
    status: 301,
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("52c5346838ed9587e2b3694e"), ObjectId("52c9311c88f6b33ed919c493")]) {
    db.hosts.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("5335441111101191b244cd89"),
    ObjectId("5335473a83a2b90b77a78aff"),
    ObjectId("53354a63dbe56b104ea9ddb1"),
  ]) {
    db.logmsg.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("533543e8e0e563064e996355"), ObjectId("53354711799d9c803f109743")]) {
    db.logs.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("533544115b1aee1df7a9a1ed"), ObjectId("5335473a4ed430b2288ed9b2")]) {
    db.access_log.deleteOne({ _id: id });
  }
}
