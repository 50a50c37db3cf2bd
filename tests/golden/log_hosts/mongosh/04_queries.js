// "Log hosts": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("log_hosts");

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
  return movedByWeeks(date, ISODate("2014-03-28T10:09:39.382Z"), ISODate("2014-04-28T09:42:41Z"));
}

// Returns the value to store, adding an _id if it's missing. places: paths of the objects that need an _id; "" for
// the value itself.
function identified(stored, places = [""]) {
  const withId = (value, steps) => {
    if (Array.isArray(value)) {
      return value.map((each) => withId(each, steps));
    }
    if (value === null || typeof value !== "object") {
      return value;
    }
    const [step, ...further] = steps;
    if (step !== undefined) {
      return Object.hasOwn(value, step) ? { ...value, [step]: withId(value[step], further) } : value;
    }
    const { _id: own, ...fields } = value;
    return { _id: own ?? new ObjectId(), ...fields };
  };
  return places.reduce((value, place) => withId(value, place === "" ? [] : place.split(".")), stored);
}

// --- relationship "logs": Subset (B3) ---
// most reads need only the top or most recent items of a growing list

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same time as the last one.
function logsPage(hostId, lastTime, shownIds) {
  return db.logmsg.find({ host: hostId, time: { $lte: lastTime }, _id: { $nin: shownIds } }).sort({ time: -1 }).limit(50).toArray();
}

// Returns a host with its first log msgs, using $lookup.
function logsJoin(hostId) {
  return db.hosts.aggregate([
    { $match: { _id: hostId } },
    {
      $lookup: {
        from: "logmsg",
        localField: "_id",
        foreignField: "host",
        pipeline: [{ $sort: { time: -1 } }, { $limit: 10 }],
        as: "logmsgs",
      },
    },
  ]).toArray();
}

// --- operation "log" ---

// LogMsg, insert: 1,000 per day. ipaddr is read from the host. logmsgs of the host is updated in the same
// transaction.
function log(logmsg) {
  logmsg = identified(logmsg);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const host = inside.hosts.findOne({ _id: logmsg.host ?? null }, { ipaddr: 1 });
      if (host === null) {
        throw new Error("host not found");
      }
      inserted = inside.logmsg.insertOne({ ...logmsg, ipaddr: host.ipaddr });
      const hostFollows = inside.hosts.updateOne(
        { _id: logmsg?.host ?? null },
        {
          $push: {
            logmsgs: {
              $each: [{ logmsg_id: logmsg?._id, time: logmsg?.time, message: logmsg?.message }],
              $sort: { time: 1 },
              $slice: -1000,
            },
          },
        },
      );
      if (hostFollows.matchedCount === 0) {
        throw new Error("host not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// --- operation "host page" ---

// Host, read: 5,000 per day.
function hostPage(name) {
  return db.hosts.findOne({ name });
}

// --- operation "host list" ---

// Host, read: 200 per day.
function hostList(limit = 50) {
  return db.hosts.find({}).sort({ name: 1 }).limit(limit).toArray();
}

// --- operation "last messages of a host" ---

// LogMsg, read: 500 per day.
function lastMessagesOfAHost(hostId) {
  return db.logmsg.find({ host: hostId }).sort({ time: -1 }).limit(5000).toArray();
}

// --- operation "last messages of an address" ---

// LogMsg, read: 500 per day.
function lastMessagesOfAnAddress(ipaddr) {
  return db.logmsg.find({ ipaddr }).sort({ time: -1 }).limit(5000).toArray();
}

// --- operation "collector tail" ---

// CollectorLog, read: 300 per day.
function collectorTail() {
  return db.logs.find({}).limit(50).toArray();
}

// --- operation "collector line" ---

// CollectorLog, insert: 5,000 per day.
function collectorLine(collectorLog) {
  return db.logs.insertOne(collectorLog);
}

// --- operation "access line" ---

// AccessLog, insert: 100,000 per day.
function accessLine(accessLog) {
  return db.access_log.insertOne(accessLog);
}

// Runs every read once on sample data. Reads without an index scan the whole collection.
function showReads() {
  printed(
    "logs.page",
    logsPage(
      ObjectId("52c5346838ed9587e2b3694e"),
      recent(ISODate("2014-03-28T09:56:10.382Z")),
      [ObjectId("5335473a83a2b90b77a78aff")],
    ),
  );
  printed("logs.join", logsJoin(ObjectId("52c5346838ed9587e2b3694e")));
  printed("host page", hostPage("goofy.example.com"));
  printed("host list", hostList());
  printed("last messages of a host", lastMessagesOfAHost(ObjectId("52c5346838ed9587e2b3694e")));
  printed("last messages of an address", lastMessagesOfAnAddress("192.0.2.66"));
  printed("collector tail", collectorTail());
}

// Runs every write once on sample data. Not called automatically.
function demo() {
  beginWithSamples();
  db.logmsg.deleteOne({ _id: ObjectId("5335441111101191b244cd89") });
  attempt(
    "log",
    () => log({
      _id: ObjectId("5335441111101191b244cd89"),
      time: recent(ISODate("2014-03-28T09:42:41.382Z")),
      message: "cpu is on fire!",
      host: ObjectId("52c5346838ed9587e2b3694e"),
    }),
  );
  db.logs.deleteOne({ _id: ObjectId("533543e8e0e563064e996355") });
  attempt(
    "collector line",
    () => collectorLine({
      _id: ObjectId("533543e8e0e563064e996355"),
      time: recent(ISODate("2014-03-28T09:42:00Z")),
      level: "info",
      message: "collected 12 lines from goofy.example.com",
    }),
  );
  db.access_log.deleteOne({ _id: ObjectId("533544115b1aee1df7a9a1ed") });
  attempt(
    "access line",
    () => accessLine({
      _id: ObjectId("533544115b1aee1df7a9a1ed"),
      time: recent(ISODate("2014-03-28T09:42:41Z")),
      path: "/hosts/goofy.example.com",
      status: 200,
    }),
  );
  endWithSamples();
}
showReadsIfAsked();
