// Reads and writes of the design "City theatre".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("city_theatre");

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

// Places in a grid count from 0. What is no place is refused before anything is asked: the server takes -1
// for the last one, and would find it free without taking it.
function mustBePlace(name, given, below) {
  const place = given?._bsontype ? Number(given) : given; // Int32(1) is 1, "1" is not
  if (!Number.isInteger(place) || place < 0 || place >= below) {
    throw new Error(`${name}: ${JSON.stringify(given)} is no place in the grid; give a whole number from 0 to ${below - 1}`);
  }
}

// Several places of one row, each named once.
function mustBePlaces(name, given, below) {
  if (!Array.isArray(given) || given.length === 0) {
    throw new Error(`${name}: give a list with one whole number from 0 to ${below - 1} at least`);
  }
  given.forEach((one) => mustBePlace(name, one, below));
  if (new Set(given.map(Number)).size < given.length) {
    throw new Error(`${name}: ${JSON.stringify(given)} names a place twice; name each one once`);
  }
}

// The fields that a function changes: some of those named. What is left out stays as it is; null is for those that may
// be without a value.
function mustChange(changes, names, emptied = []) {
  const given = Object.keys(changes ?? {}).filter((name) => changes[name] !== undefined);
  const other = given.filter((name) => !names.includes(name));
  if (given.length === 0 || other.length > 0) {
    const problem = other.length > 0 ? `${other.join(", ")} cannot change here` : "nothing to change";
    throw new Error(`${problem}; give some of ${names.join(", ")}`);
  }
  const empty = given.filter((name) => changes[name] === null && !emptied.includes(name));
  if (empty.length > 0) {
    throw new Error(`${empty.join(", ")}: null is no value; leave a field out to keep it as it is`);
  }
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

// Refuses to change nothing, where all of these are left out. null says that there is none.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to change; give a value for ${Object.keys(values).join(" or ")}`);
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

// --- relationship "play": POLY_SINGLE (P1) ---
// subtypes are read together, mostly alike, or referenced as one type

// How many there are of each kind of show, in one query; leave the kind out of a filter to read all of them.
function playKinds() {
  return db.shows.aggregate([{ $sortByCount: "$kind" }]).toArray();
}

// The plays: every query for one kind repeats that kind is play, as its rules do.
function playRead() {
  return db.shows.find({ kind: "play" }).limit(50).toArray();
}

// --- relationship "concert": POLY_SINGLE (P1) ---
// subtypes are read together, mostly alike, or referenced as one type

// The concerts: every query for one kind repeats that kind is concert, as its rules do.
function concertRead() {
  return db.shows.find({ kind: "concert" }).limit(50).toArray();
}

// --- relationship "film": POLY_SINGLE (P1) ---
// subtypes are read together, mostly alike, or referenced as one type

// The films: every query for one kind repeats that kind is film, as its rules do.
function filmRead() {
  return db.shows.find({ kind: "film" }).limit(50).toArray();
}

// --- relationship "performances": PARENT_REF (B5) ---
// an array in the parent would grow too large

// The first performances of one show, by the index on the reference.
function performancesRead(showId) {
  return db.performances.find({ show_id: showId }).sort({ starts_at: -1 }).limit(50).toArray();
}

// The next page: what comes behind the last one shown, found in the index, never skipped to. shownIds: of all
// shown so far with the last starts_at.
function performancesPage(showId, lastStartsAt, shownIds) {
  return db.performances.find({ show_id: showId, starts_at: { $lte: lastStartsAt }, _id: { $nin: shownIds } }).sort({ starts_at: -1 }).limit(50).toArray();
}

// The show with its first performances, joined by the server.
function performancesJoin(showId) {
  return db.shows.aggregate([
    { $match: { _id: showId } },
    {
      $lookup: {
        from: "performances",
        localField: "_id",
        foreignField: "show_id",
        pipeline: [{ $sort: { starts_at: -1 } }, { $limit: 10 }],
        as: "performances",
      },
    },
  ]).toArray();
}

// Add one performance: the show is not touched. Refused where the show does not exist: one read.
function performancesAdd(performance) {
  performance = withoutAbsent(performance);
  const show = db.shows.findOne({ _id: performance?.show_id ?? null }, { _id: 1 });
  if (show === null) {
    throw new Error("there is no such show");
  }
  return db.performances.insertOne(performance);
}

// Give the performance to another show.
function performancesReassign(performanceId, newShowId) {
  const show = db.shows.findOne({ _id: newShowId }, { _id: 1 });
  if (show === null) {
    throw new Error("there is no such show");
  }
  const changed = db.performances.updateOne({ _id: performanceId }, { $set: { show_id: newShowId } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such performance");
  }
  return changed;
}

// Delete one performance: one write.
function performancesRemove(performanceId) {
  const removed = db.performances.deleteOne({ _id: performanceId });
  if (removed.deletedCount === 0) {
    throw new Error("there is no such performance");
  }
  return removed;
}

// --- relationship "contracts": PARENT_REF (B10) ---
// lowest write cost, with no shared array to contend for

// The first contracts of one show, by the index on the reference.
function contractsRead(showId) {
  return db.contracts.find({ show_id: showId }).sort({ _id: -1 }).limit(50).toArray();
}

// The next page: what comes behind the last one shown. No index has this order, so the server sorts all that
// the show has.
function contractsPage(showId, lastId) {
  return db.contracts.find({ show_id: showId, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// The show with its first contracts, joined by the server.
function contractsJoin(showId) {
  return db.shows.aggregate([
    { $match: { _id: showId } },
    {
      $lookup: {
        from: "contracts",
        localField: "_id",
        foreignField: "show_id",
        pipeline: [{ $sort: { _id: -1 } }, { $limit: 10 }],
        as: "contracts",
      },
    },
  ]).toArray();
}

// Add one contract: the show is not touched. Refused where the show does not exist: one read.
function contractsAdd(contract) {
  contract = withoutAbsent(contract);
  const show = db.shows.findOne({ _id: contract?.show_id ?? null }, { _id: 1 });
  if (show === null) {
    throw new Error("there is no such show");
  }
  return db.contracts.insertOne({ ...contract, revision: 1 });
}

// Give the contract to another show. What was is kept in the same transaction, so that no version is lost
// between two writers. A document that it finds as it is to be gets a version all the same.
function contractsReassign(contractId, newShowId) {
  let changed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const show = inside.shows.findOne({ _id: newShowId }, { _id: 1 });
      if (show === null) {
        throw new Error("there is no such show");
      }
      const before = inside.contracts.aggregate([{ $match: { _id: contractId } }, { $set: { contract_id: "$_id" } }, { $unset: "_id" }]).toArray();
      if (before.length !== 0) {
        inside.contract_revisions.insertMany(before);
      }
      changed = inside.contracts.updateOne({ _id: contractId }, { $set: { show_id: newShowId }, $inc: { revision: 1 } });
      if (changed.matchedCount === 0) {
        throw new Error("there is no such contract");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return changed;
}

// Delete one contract. What was is kept in the same transaction, so that no version is lost between two
// writers.
function contractsRemove(contractId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const before = inside.contracts.aggregate([{ $match: { _id: contractId } }, { $set: { contract_id: "$_id" } }, { $unset: "_id" }]).toArray();
      if (before.length !== 0) {
        inside.contract_revisions.insertMany(before);
      }
      removed = inside.contracts.deleteOne({ _id: contractId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such contract");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// Delete the show with its contracts: nothing enforces the reference, so the application does. Children
// first. Refused while documents refer to it, in performances.show_id. All writes stand in one transaction:
// all of them happen, or none. What was is kept in the same transaction, so that no version is lost between
// two writers.
function deleteShowWithContracts(showId) {
  let removed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const usingPerformance = inside.performances.findOne({ show_id: showId }, { _id: 1 });
      if (usingPerformance !== null) {
        throw new Error("the show is in use: performances.show_id refers to it");
      }
      const before = inside.contracts.aggregate([{ $match: { show_id: showId } }, { $set: { contract_id: "$_id" } }, { $unset: "_id" }]).toArray();
      if (before.length !== 0) {
        inside.contract_revisions.insertMany(before);
      }
      inside.contracts.deleteMany({ show_id: showId });
      removed = inside.shows.deleteOne({ _id: showId });
      if (removed.deletedCount === 0) {
        throw new Error("there is no such show");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- operation "all shows" ---

// Show, read: 9,000 a day.
function allShows() {
  return db.shows.find({}).sort({ title: 1 }).limit(20).toArray();
}

// --- operation "a show" ---

// Show, read: 12,000 a day.
function aShow(slug) {
  return db.shows.findOne({ slug });
}

// --- operation "films of a director" ---

// Film, read: 700 a day.
function filmsOfADirector(director, limit = 50) {
  return db.shows.find({ director, kind: "film" }).sort({ released_on: -1 }).limit(limit).toArray();
}

// --- operation "shows in a language" ---

// Show, read: 900 a day.
function showsInALanguage(language, limit = 50) {
  return db.shows.find({ features: { $elemMatch: { k: "language", v: language } } }).limit(limit).toArray();
}

// --- operation "shows for children" ---

// Show, read: 1,500 a day.
function showsForChildren(limit = 50) {
  return db.shows.find({ features: { $elemMatch: { k: "age_from", v: { $lte: 6 } } } }).limit(limit).toArray();
}

// --- operation "put on a concert" ---

// Concert, insert: 1 a day. kind is set to concert.
function putOnAConcert(concert) {
  concert = withoutAbsent(concert);
  return db.shows.insertOne({ ...concert, kind: "concert" });
}

// --- operation "coming evenings" ---

// Performance, read: 15,000 a day. A range is open where its end is left out.
function comingEvenings(leastStartsAt, mostStartsAt) {
  return db.performances.find(openEnded({ starts_at: { $gte: leastStartsAt, $lte: mostStartsAt } })).sort({ starts_at: 1 }).limit(20).toArray();
}

// --- operation "evenings of a show" ---

// Performance, read: 6,000 a day.
function eveningsOfAShow(showId, limit = 50) {
  return db.performances.find({ show_id: showId }).sort({ starts_at: 1 }).limit(limit).toArray();
}

// --- operation "price list" ---

// TicketPrice, read: 20,000 a day.
function priceList(limit = 50) {
  return db.ticket_prices.find({ valid_to: null }).sort({ category: 1 }).limit(limit).toArray();
}

// --- operation "new price" ---

// TicketPrice, update: 0.1 a day. What was is kept in the same transaction, so that no version is lost
// between two writers. A document that it finds as it is to be gets a version all the same.
function newPrice(category, newPriceValue, now) {
  let changed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const next = inside.ticket_prices.aggregate([
        { $match: { category, valid_to: null } },
        { $set: { price: { $literal: newPriceValue } } },
        { $set: { valid_from: now } },
        { $unset: "_id" },
      ]).toArray();
      changed = inside.ticket_prices.updateOne({ category, valid_to: null }, { $set: { valid_to: now } });
      if (changed.matchedCount === 0) {
        throw new Error("there is no such ticket price");
      }
      if (next.length !== 0) {
        inside.ticket_prices.insertMany(next);
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return changed;
}

// --- operation "contract by number" ---

// Contract, read: 60 a day.
function contractByNumber(number) {
  return db.contracts.findOne({ number });
}

// --- operation "agree on a fee" ---

// Contract, update: 2 a day. What was is kept in the same transaction, so that no version is lost between two
// writers. A document that it finds as it is to be gets a version all the same. null removes fee.
function agreeOnAFee(number, newFee) {
  mustChangeSome({ newFee });
  let changed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const before = inside.contracts.aggregate([{ $match: { number } }, { $set: { contract_id: "$_id" } }, { $unset: "_id" }]).toArray();
      if (before.length !== 0) {
        inside.contract_revisions.insertMany(before);
      }
      changed = inside.contracts.updateOne({ number }, setOrClear({ fee: newFee }, [], { $inc: { revision: 1 } }));
      if (changed.matchedCount === 0) {
        throw new Error("there is no such contract");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return changed;
}

// --- entity "TicketPrice" ---

// What one ticket price was before, the current one first.
function ticketPriceHistory(category) {
  return db.ticket_prices.find({ category }).sort({ valid_to: 1 }).limit(50).toArray();
}

// One ticket price as it was at a moment: the version that began before and had not ended.
function ticketPriceAt(category, moment) {
  return db.ticket_prices.findOne({ category, valid_from: { $lte: moment }, $or: [{ valid_to: null }, { valid_to: { $gt: moment } }] });
}

// --- entity "Contract" ---

// Keep the version that is there, then change it. Make every change through this function or by "agree on a
// fee" or by a function of a relationship that says that it keeps what was. What was is kept in the same
// transaction, so that no version is lost between two writers. A document that it finds as it is to be gets a
// version all the same.
function contractChange(contractId, revision, changes) {
  mustChange(changes, ["number", "terms", "fee"], ["terms", "fee"]);
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const before = inside.contracts.aggregate([{ $match: { _id: contractId, revision } }, { $set: { contract_id: "$_id" } }, { $unset: "_id" }]).toArray();
      if (before.length !== 0) {
        inside.contract_revisions.insertMany(before);
      }
      const changed = inside.contracts.updateOne(
        { _id: contractId, revision },
        setOrClear({ number: changes.number, terms: changes.terms, fee: changes.fee }, [], { $inc: { revision: 1 } }),
      );
      if (changed.matchedCount === 0) {
        throw new Error("somebody changed or ended it meanwhile: read it again");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// What one contract was before, the newest first.
function contractHistory(contractId) {
  return db.contract_revisions.find({ contract_id: contractId }).sort({ revision: -1 }).limit(50).toArray();
}

// One contract as an earlier revision had it.
function contractRevision(contractId, revision) {
  return db.contract_revisions.findOne({ contract_id: contractId, revision });
}

// --- entity "Performance" ---

// Some cells of one row of seats, all of them or none: nothing matches unless every one is free. Places count
// from 0.
function performanceTakeSeats(performanceId, columns, row) {
  mustBePlaces("columns", columns, 8);
  mustBePlace("row", row, 6);
  const changed = db.performances.updateOne(
    {
      _id: performanceId,
      $expr: {
        $eq: [
          {
            $size: {
              $filter: {
                input: { $literal: columns },
                as: "one",
                cond: {
                  $ne: [
                    { $arrayElemAt: [{ $arrayElemAt: ["$seats", { $literal: row }] }, "$$one"] },
                    { $literal: 0 },
                  ],
                },
              },
            },
          },
          0,
        ],
      },
    },
    [
      {
        $set: {
          seats: {
            $map: {
              input: { $range: [0, 6] },
              as: "line",
              in: {
                $cond: [
                  { $eq: ["$$line", { $literal: row }] },
                  {
                    $map: {
                      input: { $range: [0, 8] },
                      as: "column",
                      in: {
                        $cond: [
                          { $in: ["$$column", { $literal: columns }] },
                          { $literal: 1 },
                          { $arrayElemAt: [{ $arrayElemAt: ["$seats", { $literal: row }] }, "$$column"] },
                        ],
                      },
                    },
                  },
                  { $arrayElemAt: ["$seats", "$$line"] },
                ],
              },
            },
          },
          seats_available: { $subtract: ["$seats_available", { $size: { $literal: columns } }] },
        },
      },
    ],
  );
  if (changed.matchedCount === 0) {
    throw new Error("not all of these cells are free");
  }
}

// Some cells of one row of seats, all of them or none: nothing matches unless every one is taken. Places
// count from 0.
function performanceGiveBackSeats(performanceId, columns, row) {
  mustBePlaces("columns", columns, 8);
  mustBePlace("row", row, 6);
  const changed = db.performances.updateOne(
    {
      _id: performanceId,
      $expr: {
        $eq: [
          {
            $size: {
              $filter: {
                input: { $literal: columns },
                as: "one",
                cond: {
                  $ne: [
                    { $arrayElemAt: [{ $arrayElemAt: ["$seats", { $literal: row }] }, "$$one"] },
                    { $literal: 1 },
                  ],
                },
              },
            },
          },
          0,
        ],
      },
    },
    [
      {
        $set: {
          seats: {
            $map: {
              input: { $range: [0, 6] },
              as: "line",
              in: {
                $cond: [
                  { $eq: ["$$line", { $literal: row }] },
                  {
                    $map: {
                      input: { $range: [0, 8] },
                      as: "column",
                      in: {
                        $cond: [
                          { $in: ["$$column", { $literal: columns }] },
                          { $literal: 0 },
                          { $arrayElemAt: [{ $arrayElemAt: ["$seats", { $literal: row }] }, "$$column"] },
                        ],
                      },
                    },
                  },
                  { $arrayElemAt: ["$seats", "$$line"] },
                ],
              },
            },
          },
          seats_available: { $add: ["$seats_available", { $size: { $literal: columns } }] },
        },
      },
    ],
  );
  if (changed.matchedCount === 0) {
    throw new Error("not all of these cells are taken");
  }
}

// How many of the 48 cells of seats are free, worked out by the server.
function performanceFreeSeats(performanceId) {
  return db.performances.aggregate([
    { $match: { _id: performanceId } },
    {
      $project: {
        free: {
          $size: {
            $filter: {
              input: {
                $reduce: {
                  input: { $ifNull: ["$seats", []] },
                  initialValue: [],
                  in: { $concatArrays: ["$$value", "$$this"] },
                },
              },
              as: "one",
              cond: { $eq: ["$$one", { $literal: 0 }] },
            },
          },
        },
      },
    },
  ]).toArray();
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed("play.kinds", playKinds());
  printed("play.read", playRead());
  printed("concert.read", concertRead());
  printed("film.read", filmRead());
  printed("performances.read", performancesRead(ObjectId("5c159580c45424f81ae45465")));
  printed(
    "performances.page",
    performancesPage(
      ObjectId("5c159580c45424f81ae45465"),
      ISODate("2024-03-18T20:05:00Z"),
      [ObjectId("65f0b56c9a471780220863f1")],
    ),
  );
  printed("performances.join", performancesJoin(ObjectId("5c159580c45424f81ae45465")));
  printed("contracts.read", contractsRead(ObjectId("5c159580c45424f81ae45465")));
  printed(
    "contracts.page",
    contractsPage(ObjectId("5c159580c45424f81ae45465"), ObjectId("5c43c234c07c389642593b19")),
  );
  printed("contracts.join", contractsJoin(ObjectId("5c159580c45424f81ae45465")));
  printed("all shows", allShows());
  printed("a show", aShow("winter-tales"));
  printed("films of a director", filmsOfADirector("Ivan Andersson"));
  printed("shows in a language", showsInALanguage("French"));
  printed("shows for children", showsForChildren());
  printed("coming evenings", comingEvenings(ISODate("2024-03-15T19:30:00Z"), ISODate("2024-03-15T19:30:00Z")));
  printed("evenings of a show", eveningsOfAShow(ObjectId("5c159580c45424f81ae45465")));
  printed("price list", priceList());
  printed("contract by number", contractByNumber("CT-1001"));
  printed("TicketPrice.history", ticketPriceHistory("Stalls"));
  printed("TicketPrice.at", ticketPriceAt("Stalls", ISODate("2019-02-09T00:00:00Z")));
  printed("Contract.history", contractHistory(ObjectId("5c3fc5802a422385e07fc26d")));
  printed("Contract.revision", contractRevision(ObjectId("5c3fc5802a422385e07fc26d"), 1));
  printed("Performance.free.seats", performanceFreeSeats(ObjectId("65ecb8b8800ff2871c5d9994")));
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  db.performances.deleteOne({ _id: ObjectId("65ecb8b8800ff2871c5d9994") });
  attempt(
    "performances.add",
    () => performancesAdd({
      _id: ObjectId("65ecb8b8800ff2871c5d9994"),
      starts_at: ISODate("2024-03-15T19:30:00Z"),
      seats: [
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 1],
      ],
      seats_available: 47,
      show_id: ObjectId("5c159580c45424f81ae45465"),
    }),
  );
  attempt(
    "Performance.take.seats",
    () => performanceTakeSeats(ObjectId("65ecb8b8800ff2871c5d9994"), [0, 1], 0),
  );
  attempt(
    "Performance.give_back.seats",
    () => performanceGiveBackSeats(ObjectId("65ecb8b8800ff2871c5d9994"), [0, 1], 0),
  );
  db.contracts.deleteOne({ _id: ObjectId("5c3fc5802a422385e07fc26d") });
  db.contract_revisions.deleteMany({ contract_id: ObjectId("5c3fc5802a422385e07fc26d") });
  attempt(
    "contracts.add",
    () => contractsAdd({
      _id: ObjectId("5c3fc5802a422385e07fc26d"),
      number: "CT-1001",
      terms: "Two evenings, travel paid",
      fee: NumberDecimal("4500.00"),
      show_id: ObjectId("5c159580c45424f81ae45465"),
    }),
  );
  attempt(
    "Contract.change",
    () => contractChange(
      ObjectId("5c3fc5802a422385e07fc26d"),
      1,
      { number: "CT-1001", terms: "Two evenings, travel paid", fee: NumberDecimal("4500.00") },
    ),
  );
  db.shows.deleteOne({ _id: ObjectId("5c1c3534215d27b4150b53d6") });
  attempt(
    "put on a concert",
    () => putOnAConcert({
      _id: ObjectId("5c1c3534215d27b4150b53d6"),
      kind: "concert",
      title: "Open-Air Concert",
      slug: "open-air-concert",
      minutes: 88,
      features: [
        { k: "language", v: "German" },
        { k: "subtitles", v: "French" },
        { k: "age_from", v: 10 },
        { k: "accessibility", v: "sign language" },
      ],
      orchestra: "Northern Strings",
      works: ["Symphony No. 5 in C minor", "String Quartet No. 12 in F major"],
    }),
  );
  attempt(
    "performances.reassign",
    () => performancesReassign(ObjectId("65ecb8b8800ff2871c5d9994"), ObjectId("5c1c3534215d27b4150b53d6")),
  );
  attempt(
    "contracts.reassign",
    () => contractsReassign(ObjectId("5c3fc5802a422385e07fc26d"), ObjectId("5c1c3534215d27b4150b53d6")),
  );
  attempt("new price", () => newPrice("Stalls", NumberDecimal("44.00"), ISODate("2030-01-01T00:00:00Z")));
  attempt("agree on a fee", () => agreeOnAFee("CT-1001", NumberDecimal("3050.00")));
  attempt("performances.remove", () => performancesRemove(ObjectId("65ecb8b8800ff2871c5d9994")));
  attempt("contracts.remove", () => contractsRemove(ObjectId("5c3fc5802a422385e07fc26d")));
  attempt("contracts.cascade", () => deleteShowWithContracts(ObjectId("5c81c0e81dbb372387340962")));
  endWithSamples();
}
showReadsIfAsked();
