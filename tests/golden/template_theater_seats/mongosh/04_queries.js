// Reads and writes of the design "Theater seats".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
// What is refused because of another document is not, where another session writes that one meanwhile:
// 06_audit.js finds it.
db = db.getSiblingDB("theater");

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

// --- relationship "evenings": PARENT_REF (B5) ---
// an array in the parent would grow too large

// The first evenings of one show, by the index on the reference.
function eveningsRead(showId) {
  return db.evenings.find({ show_id: showId }).sort({ starts_at: -1 }).limit(50).toArray();
}

// The next page: what comes behind the last one shown, found in the index, never skipped to. shownIds: of all
// shown so far with the last starts_at.
function eveningsPage(showId, lastStartsAt, shownIds) {
  return db.evenings.find({ show_id: showId, starts_at: { $lte: lastStartsAt }, _id: { $nin: shownIds } }).sort({ starts_at: -1 }).limit(50).toArray();
}

// The show with its first evenings, joined by the server.
function eveningsJoin(showId) {
  return db.shows.aggregate([
    { $match: { _id: showId } },
    {
      $lookup: {
        from: "evenings",
        localField: "_id",
        foreignField: "show_id",
        pipeline: [{ $sort: { starts_at: -1 } }, { $limit: 10 }],
        as: "evenings",
      },
    },
  ]).toArray();
}

// Add one evening: the show is not touched. Refused where the show does not exist: one read.
function eveningsAdd(evening) {
  const show = db.shows.findOne({ _id: evening?.show_id ?? null }, { _id: 1 });
  if (show === null) {
    throw new Error("there is no such show");
  }
  return db.evenings.insertOne(evening);
}

// Give the evening to another show.
function eveningsReassign(eveningId, newShowId) {
  const show = db.shows.findOne({ _id: newShowId }, { _id: 1 });
  if (show === null) {
    throw new Error("there is no such show");
  }
  const changed = db.evenings.updateOne({ _id: eveningId }, { $set: { show_id: newShowId } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such evening");
  }
  return changed;
}

// Delete one evening. Refused while documents refer to it, in bookings.evening_id.
function eveningsRemove(eveningId) {
  const usingBooking = db.bookings.findOne({ evening_id: eveningId }, { _id: 1 });
  if (usingBooking !== null) {
    throw new Error("the evening is in use: bookings.evening_id refers to it");
  }
  const removed = db.evenings.deleteOne({ _id: eveningId });
  if (removed.deletedCount === 0) {
    throw new Error("there is no such evening");
  }
  return removed;
}

// --- relationship "bookings": PARENT_REF (B10) ---
// lowest write cost, with no shared array to contend for

// The next page: what comes behind the last one shown, found in the index, never skipped to. shownIds: of all
// shown so far with the last name.
function bookingsPage(eveningId, lastName, shownIds) {
  return db.bookings.find({ evening_id: eveningId, name: { $gte: lastName }, _id: { $nin: shownIds } }).sort({ name: 1 }).limit(50).toArray();
}

// Give the booking to another evening.
function bookingsReassign(bookingId, newEveningId) {
  const evening = db.evenings.findOne({ _id: newEveningId }, { _id: 1 });
  if (evening === null) {
    throw new Error("there is no such evening");
  }
  const changed = db.bookings.updateOne({ _id: bookingId }, { $set: { evening_id: newEveningId } });
  if (changed.matchedCount === 0) {
    throw new Error("there is no such booking");
  }
  return changed;
}

// Delete one booking: one write.
function bookingsRemove(bookingId) {
  const removed = db.bookings.deleteOne({ _id: bookingId });
  if (removed.deletedCount === 0) {
    throw new Error("there is no such booking");
  }
  return removed;
}

// --- operation "coming evenings" ---

// Evening, read: 15,000 a day. A range is open where its end is left out.
function comingEvenings(leastStartsAt, mostStartsAt) {
  return db.evenings.find(
    openEnded({ starts_at: { $gte: leastStartsAt, $lte: mostStartsAt } }),
    { starts_at: 1, price: 1, seats_available: 1, show_id: 1 },
  ).sort({ starts_at: 1 }).limit(20).toArray();
}

// --- operation "the seats of an evening" ---

// Evening, read: 6,000 a day.
function theSeatsOfAnEvening(id) {
  return db.evenings.findOne({ _id: id });
}

// --- operation "a show" ---

// Show, read: 5,000 a day.
function aShow(title) {
  return db.shows.findOne({ title });
}

// --- operation "evenings of a show" ---

// Evening, read: 4,000 a day.
function eveningsOfAShow(showId, limit = 50) {
  return db.evenings.find({ show_id: showId }).sort({ starts_at: 1 }).limit(limit).toArray();
}

// --- operation "book" ---

// Booking, insert: 250 a day. Refused where the evening does not exist: one read.
function book(booking) {
  const evening = db.evenings.findOne({ _id: booking?.evening_id ?? null }, { _id: 1 });
  if (evening === null) {
    throw new Error("there is no such evening");
  }
  return db.bookings.insertOne(booking);
}

// --- operation "booking by number" ---

// Booking, read: 900 a day.
function bookingByNumber(number) {
  return db.bookings.findOne({ number });
}

// --- operation "pay" ---

// Booking, update: 230 a day.
function pay(number) {
  const changed = db.bookings.findOneAndUpdate(
    { number, status: "reserved" },
    { $set: { status: "paid" } },
    { returnDocument: "after" },
  );
  if (changed === null) {
    const booking = db.bookings.findOne({ number }, { _id: 1 });
    if (booking === null) {
      throw new Error("there is no such booking");
    }
    throw new Error("the booking is there, but its status is not \"reserved\"");
  }
  return changed;
}

// --- operation "reserved too long ago" ---

// Booking, read: 288 a day. A range is open where its end is left out.
function reservedTooLongAgo(leastReservedAt, mostReservedAt) {
  return db.bookings.find(openEnded({ reserved_at: { $gte: leastReservedAt, $lte: mostReservedAt }, status: "reserved" })).sort({ reserved_at: 1 }).limit(50).toArray();
}

// --- operation "who comes" ---

// Booking, read: 60 a day.
function whoComes(eveningId, limit = 96) {
  return db.bookings.find({ evening_id: eveningId }).sort({ name: 1 }).limit(limit).toArray();
}

// --- operation "give up a booking" ---

// Booking, delete: 20 a day.
function giveUpABooking(number) {
  return db.bookings.findOneAndDelete({ number, status: "reserved" });
}

// --- entity "Evening" ---

// Some cells of one row of seats, all of them or none: nothing matches unless every one is free. Places count
// from 0.
function eveningTakeSeats(eveningId, columns, row) {
  mustBePlaces("columns", columns, 12);
  mustBePlace("row", row, 8);
  const changed = db.evenings.updateOne(
    {
      _id: eveningId,
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
              input: { $range: [0, 8] },
              as: "line",
              in: {
                $cond: [
                  { $eq: ["$$line", { $literal: row }] },
                  {
                    $map: {
                      input: { $range: [0, 12] },
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
function eveningGiveBackSeats(eveningId, columns, row) {
  mustBePlaces("columns", columns, 12);
  mustBePlace("row", row, 8);
  const changed = db.evenings.updateOne(
    {
      _id: eveningId,
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
              input: { $range: [0, 8] },
              as: "line",
              in: {
                $cond: [
                  { $eq: ["$$line", { $literal: row }] },
                  {
                    $map: {
                      input: { $range: [0, 12] },
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

// How many of the 96 cells of seats are free, worked out by the server.
function eveningFreeSeats(eveningId) {
  return db.evenings.aggregate([
    { $match: { _id: eveningId } },
    {
      $project: {
        free: {
          $size: {
            $filter: {
              input: {
                $reduce: { input: "$seats", initialValue: [], in: { $concatArrays: ["$$value", "$$this"] } },
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
  printed("evenings.read", eveningsRead(ObjectId("65816298c45424f81ae45465")));
  printed(
    "evenings.page",
    eveningsPage(
      ObjectId("65816298c45424f81ae45465"),
      ISODate("2024-03-18T20:05:00Z"),
      [ObjectId("65e44b4ceb4b6001ca9880b4")],
    ),
  );
  printed("evenings.join", eveningsJoin(ObjectId("65816298c45424f81ae45465")));
  printed(
    "bookings.page",
    bookingsPage(ObjectId("65e04e98ec5d116ee53b59c7"), "Ida Bauer", [ObjectId("65e2f198136809bcfe6425f5")]),
  );
  printed("coming evenings", comingEvenings(ISODate("2024-03-15T19:30:00Z"), ISODate("2024-03-15T19:30:00Z")));
  printed("the seats of an evening", theSeatsOfAnEvening(ObjectId("65e04e98ec5d116ee53b59c7")));
  printed("a show", aShow("Winter Tales"));
  printed("evenings of a show", eveningsOfAShow(ObjectId("65816298c45424f81ae45465")));
  printed("booking by number", bookingByNumber("B-10412"));
  printed(
    "reserved too long ago",
    reservedTooLongAgo(ISODate("2024-03-02T09:30:00Z"), ISODate("2024-03-02T09:30:00Z")),
  );
  printed("who comes", whoComes(ObjectId("65e04e98ec5d116ee53b59c7")));
  printed("Evening.free.seats", eveningFreeSeats(ObjectId("65e04e98ec5d116ee53b59c7")));
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  db.evenings.deleteOne({ _id: ObjectId("65e04e98ec5d116ee53b59c7") });
  attempt(
    "evenings.add",
    () => eveningsAdd({
      _id: ObjectId("65e04e98ec5d116ee53b59c7"),
      starts_at: ISODate("2024-03-15T19:30:00Z"),
      price: NumberDecimal("32.00"),
      seats: [
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      ],
      seats_available: 95,
      show_id: ObjectId("65816298c45424f81ae45465"),
    }),
  );
  attempt("Evening.take.seats", () => eveningTakeSeats(ObjectId("65e04e98ec5d116ee53b59c7"), [0, 1], 0));
  attempt(
    "Evening.give_back.seats",
    () => eveningGiveBackSeats(ObjectId("65e04e98ec5d116ee53b59c7"), [0, 1], 0),
  );
  db.bookings.deleteOne({ _id: ObjectId("65e2f198136809bcfe6425f5") });
  attempt(
    "book",
    () => book({
      _id: ObjectId("65e2f198136809bcfe6425f5"),
      number: "B-10412",
      name: "Ida Bauer",
      row: 0,
      columns: [3, 4],
      status: "reserved",
      reserved_at: ISODate("2024-03-02T09:30:00Z"),
      evening_id: ObjectId("65e04e98ec5d116ee53b59c7"),
    }),
  );
  attempt(
    "evenings.reassign",
    () => eveningsReassign(ObjectId("65e04e98ec5d116ee53b59c7"), ObjectId("65855f4c215d27b4150b53d6")),
  );
  attempt(
    "bookings.reassign",
    () => bookingsReassign(ObjectId("65e2f198136809bcfe6425f5"), ObjectId("65e44b4ceb4b6001ca9880b4")),
  );
  attempt("pay", () => pay("B-10412"));
  attempt("give up a booking", () => giveUpABooking("B-10412"));
  attempt("evenings.remove", () => eveningsRemove(ObjectId("65e84800d92c6d1b7eb16a7a")));
  attempt("bookings.remove", () => bookingsRemove(ObjectId("65e2f198136809bcfe6425f5")));
  endWithSamples();
}
showReadsIfAsked();
