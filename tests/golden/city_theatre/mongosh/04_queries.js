// "City theatre": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("city_theatre");

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

// Checks a grid position, counted from 0. Invalid positions fail before any query: the server reads -1 as the last
// position, but can't write to it.
function mustBePlace(name, given, below) {
  const place = given?._bsontype ? Number(given) : given; // Int32(1) is 1, but "1" isn't
  if (!Number.isInteger(place) || place < 0 || place >= below) {
    throw new Error(`${name}: ${JSON.stringify(given)} isn't a valid position: use a whole number from 0 to ${below - 1}`);
  }
}

// Checks several positions in one row, each given once.
function mustBePlaces(name, given, below) {
  if (!Array.isArray(given) || given.length === 0) {
    throw new Error(`${name}: pass a list of at least one whole number from 0 to ${below - 1}`);
  }
  given.forEach((one) => mustBePlace(name, one, below));
  if (new Set(given.map(Number)).size < given.length) {
    throw new Error(`${name}: ${JSON.stringify(given)} repeats a position: use each one once`);
  }
}

// Fails on fields that can't be updated here. Fields left out don't change; null is allowed only for optional ones.
function mustChange(changes, names, emptied = []) {
  const given = Object.keys(changes ?? {}).filter((name) => changes[name] !== undefined);
  const other = given.filter((name) => !names.includes(name));
  if (given.length === 0 || other.length > 0) {
    const problem = other.length > 0 ? `${other.join(", ")} can't be updated here` : "nothing to update";
    throw new Error(`${problem}: use ${names.join(", ")}`);
  }
  const empty = given.filter((name) => changes[name] === null && !emptied.includes(name));
  if (empty.length > 0) {
    throw new Error(`${empty.join(", ")}: null isn't allowed; leave a field out to keep its value`);
  }
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

// Fails if all of these are left out. null removes a value.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to update: pass a value for ${Object.keys(values).join(" or ")}`);
}

// Returns an update that sets these fields: undefined keeps a field, null removes it. nullable: paths that store null
// instead. others: the rest of the update.
function setOrClear(fields, nullable = [], others = {}) {
  const set = {};
  const unset = { ...others.$unset };
  for (const [path, value] of Object.entries(fields)) {
    if (value === null && !nullable.includes(path)) unset[path] = "";
    else if (value !== undefined) set[path] = value;
  }
  const operators = Object.entries({ $set: set, ...others, $unset: unset });
  const update = operators.filter((entry) => Object.keys(entry[1]).length > 0);
  if (update.length === 0) throw new Error(`nothing to update: pass a value for ${Object.keys(fields).join(" or ")}`);
  return Object.fromEntries(update);
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

// --- relationship "play": Single collection (P1) ---
// subtypes are read together, mostly alike, or referenced as one type

// Counts each show subtype in one query.
function playKinds() {
  return db.shows.aggregate([{ $sortByCount: "$kind" }]).toArray();
}

// Returns shows of the subtype play: kind = play.
function playRead() {
  return db.shows.find({ kind: "play" }).limit(50).toArray();
}

// --- relationship "concert": Single collection (P1) ---
// subtypes are read together, mostly alike, or referenced as one type

// Returns shows of the subtype concert: kind = concert.
function concertRead() {
  return db.shows.find({ kind: "concert" }).limit(50).toArray();
}

// --- relationship "film": Single collection (P1) ---
// subtypes are read together, mostly alike, or referenced as one type

// Returns shows of the subtype film: kind = film.
function filmRead() {
  return db.shows.find({ kind: "film" }).limit(50).toArray();
}

// --- relationship "performances": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the first page of performances of a show, using the reference index.
function performancesRead(showId) {
  return db.performances.find({ show_id: showId }).sort({ starts_at: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same starts_at as the last one.
function performancesPage(showId, lastStartsAt, shownIds) {
  return db.performances.find({ show_id: showId, starts_at: { $lte: lastStartsAt }, _id: { $nin: shownIds } }).sort({ starts_at: -1 }).limit(50).toArray();
}

// Returns a show with its first performances, using $lookup.
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

// Adds a performance. The show isn't updated. Fails if the show doesn't exist (one read).
function performancesAdd(performance) {
  performance = withoutAbsent(performance);
  const show = db.shows.findOne({ _id: performance?.show_id ?? null }, { _id: 1 });
  if (show === null) {
    throw new Error("show not found");
  }
  return db.performances.insertOne(performance);
}

// Moves a performance to another show.
function performancesReassign(performanceId, newShowId) {
  const show = db.shows.findOne({ _id: newShowId }, { _id: 1 });
  if (show === null) {
    throw new Error("show not found");
  }
  const changed = db.performances.updateOne({ _id: performanceId }, { $set: { show_id: newShowId } });
  if (changed.matchedCount === 0) {
    throw new Error("performance not found");
  }
  return changed;
}

// Deletes a performance in one write.
function performancesRemove(performanceId) {
  const removed = db.performances.deleteOne({ _id: performanceId });
  if (removed.deletedCount === 0) {
    throw new Error("performance not found");
  }
  return removed;
}

// --- relationship "contracts": Parent reference (B10) ---
// all its operations start outside the show

// Returns the first page of contracts of a show, using the reference index, and sorts them in memory.
function contractsRead(showId) {
  return db.contracts.find({ show_id: showId }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown. No index supports this sort, so it runs in memory.
function contractsPage(showId, lastId) {
  return db.contracts.find({ show_id: showId, _id: { $lt: lastId } }).sort({ _id: -1 }).limit(50).toArray();
}

// Returns a show with its first contracts, using $lookup. No index supports this sort, so it runs in memory.
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

// Adds a contract. The show isn't updated. Fails if the show doesn't exist (one read). Doesn't check the
// maximum of 20 contracts per show; the audit does.
function contractsAdd(contract) {
  contract = withoutAbsent(contract);
  const show = db.shows.findOne({ _id: contract?.show_id ?? null }, { _id: 1 });
  if (show === null) {
    throw new Error("show not found");
  }
  return db.contracts.insertOne({ ...contract, revision: 1 });
}

// Deletes a contract. Saves the contract's previous version in the same transaction.
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
        throw new Error("contract not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return removed;
}

// --- operation "all shows" ---

// Show, read: 9,000 per day.
function allShows() {
  return db.shows.find({}).sort({ title: 1 }).limit(20).toArray();
}

// --- operation "a show" ---

// Show, read: 12,000 per day.
function aShow(slug) {
  return db.shows.findOne({ slug });
}

// --- operation "films of a director" ---

// Film, read: 700 per day.
function filmsOfADirector(director, limit = 50) {
  return db.shows.find({ director, kind: "film" }).sort({ released_on: -1 }).limit(limit).toArray();
}

// --- operation "shows in a language" ---

// Show, read: 900 per day.
function showsInALanguage(language, limit = 50) {
  return db.shows.find({ features: { $elemMatch: { k: "language", v: language } } }).limit(limit).toArray();
}

// --- operation "shows for children" ---

// Show, read: 1,500 per day.
function showsForChildren(limit = 50) {
  return db.shows.find({ features: { $elemMatch: { k: "age_from", v: { $lte: 6 } } } }).limit(limit).toArray();
}

// --- operation "put on a concert" ---

// Concert, insert: 1 per day. Sets kind to concert.
function putOnAConcert(concert) {
  concert = withoutAbsent(concert);
  return db.shows.insertOne({ ...concert, kind: "concert" });
}

// --- operation "coming evenings" ---

// Performance, read: 15,000 per day. To leave a range open, omit one of its ends.
function comingEvenings(leastStartsAt, mostStartsAt) {
  return db.performances.find(openEnded({ starts_at: { $gte: leastStartsAt, $lte: mostStartsAt } })).sort({ starts_at: 1 }).limit(20).toArray();
}

// --- operation "evenings of a show" ---

// Performance, read: 6,000 per day.
function eveningsOfAShow(showId, limit = 50) {
  return db.performances.find({ show_id: showId }).sort({ starts_at: 1 }).limit(limit).toArray();
}

// --- operation "price list" ---

// TicketPrice, read: 20,000 per day.
function priceList(limit = 50) {
  return db.ticket_prices.find({ valid_to: null }).sort({ category: 1 }).limit(limit).toArray();
}

// --- operation "new price" ---

// TicketPrice, update: 0.1 per day. Saves the ticket price's previous version in the same transaction, even
// if nothing changes. now defaults to the current time.
function newPrice(category, newPriceValue, now = new Date()) {
  mustBeGiven({ now });
  let changed;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      const next = inside.ticket_prices.aggregate([
        { $match: { category, valid_from: { $lte: now }, valid_to: null } },
        { $set: { price: { $literal: newPriceValue } } },
        { $set: { valid_from: now } },
        { $unset: "_id" },
      ]).toArray();
      changed = inside.ticket_prices.updateOne(
        { category, valid_from: { $lte: now }, valid_to: null },
        { $set: { valid_to: now } },
      );
      if (changed.matchedCount === 0) {
        throw new Error("ticket price not found, or now is before its version began");
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

// Contract, read: 60 per day.
function contractByNumber(number) {
  return db.contracts.findOne({ number });
}

// --- operation "set fee" ---

// Contract, update: 2 per day. Saves the contract's previous version in the same transaction, even if nothing
// changes. null removes fee.
function setFee(number, newFee) {
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
        throw new Error("contract not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return changed;
}

// --- entity "TicketPrice" ---

// Adds a ticket price. now defaults to the current time.
function ticketPriceAdd(ticketPrice, now = new Date()) {
  mustBeGiven({ now });
  return db.ticket_prices.insertOne({ ...ticketPrice, valid_from: now, valid_to: null });
}

// Returns the last 50 versions of a ticket price, the current one first.
function ticketPriceHistory(category) {
  return db.ticket_prices.find({ category }).sort({ valid_from: -1 }).limit(50).toArray();
}

// Returns a ticket price as of a given time.
function ticketPriceAt(category, moment) {
  return db.ticket_prices.findOne({ category, valid_from: { $lte: moment }, $or: [{ valid_to: null }, { valid_to: { $gt: moment } }] });
}

// --- entity "Contract" ---

// Saves the current version, then updates it. Update only through this function or through "set fee" or a
// relationship's function that saves the previous version. Saves the contract's previous version in the same
// transaction, even if nothing changes.
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
        throw new Error("contract not found, or changed by someone else: read it again");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
}

// Returns past versions of a contract, newest first.
function contractHistory(contractId) {
  return db.contract_revisions.find({ contract_id: contractId }).sort({ revision: -1 }).limit(50).toArray();
}

// Returns an earlier revision of a contract.
function contractRevision(contractId, revision) {
  return db.contract_revisions.findOne({ contract_id: contractId, revision });
}

// --- entity "Performance" ---

// Updates cells in one row of seats, only if all of them are free. Positions start at 0.
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

// Updates cells in one row of seats, only if all of them are taken. Positions start at 0.
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

// Counts the free cells of seats (out of 48) on the server.
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

// Runs every read once on sample data. Reads without an index scan the whole collection.
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
  printed("films of a director", filmsOfADirector("Noor Haddad"));
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

// Runs every write once on sample data. Not called automatically.
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
      title: "Spring Serenade",
      slug: "spring-serenade",
      minutes: 88,
      features: [
        { k: "language", v: "German" },
        { k: "subtitles", v: "French" },
        { k: "age_from", v: 10 },
        { k: "accessibility", v: "sign language" },
      ],
      orchestra: "Harbour Ensemble",
      works: ["Symphony No. 5 in C minor", "String Quartet No. 12 in F major"],
    }),
  );
  db.ticket_prices.deleteOne({ _id: ObjectId("5c368b00958b9cf7fe9300ae") });
  attempt(
    "TicketPrice.add",
    () => ticketPriceAdd(
      { _id: ObjectId("5c368b00958b9cf7fe9300ae"), category: "Stalls", price: NumberDecimal("32.00") },
      ISODate("2030-01-01T00:00:00Z"),
    ),
  );
  attempt(
    "performances.reassign",
    () => performancesReassign(ObjectId("65ecb8b8800ff2871c5d9994"), ObjectId("5c1c3534215d27b4150b53d6")),
  );
  attempt("new price", () => newPrice("Stalls", NumberDecimal("20.00"), ISODate("2030-01-01T00:01:00Z")));
  attempt("set fee", () => setFee("CT-1001", NumberDecimal("3050.00")));
  attempt("performances.remove", () => performancesRemove(ObjectId("65ecb8b8800ff2871c5d9994")));
  attempt("contracts.remove", () => contractsRemove(ObjectId("5c3fc5802a422385e07fc26d")));
  endWithSamples();
}
showReadsIfAsked();
