// "Theatre seats": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
// Functions check other documents before they write, and can miss a concurrent change: 06_audit.js finds such
// errors.
db = db.getSiblingDB("theater");

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

// --- relationship "evenings": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the first page of evenings of a show, using the reference index.
function eveningsRead(showId) {
  return db.evenings.find({ show_id: showId }).sort({ starts_at: -1 }).limit(50).toArray();
}

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same starts_at as the last one.
function eveningsPage(showId, lastStartsAt, shownIds) {
  return db.evenings.find({ show_id: showId, starts_at: { $lte: lastStartsAt }, _id: { $nin: shownIds } }).sort({ starts_at: -1 }).limit(50).toArray();
}

// Returns a show with its first evenings, using $lookup.
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

// Adds an evening. The show isn't updated. Fails if the show doesn't exist (one read).
function eveningsAdd(evening) {
  const show = db.shows.findOne({ _id: evening?.show_id ?? null }, { _id: 1 });
  if (show === null) {
    throw new Error("show not found");
  }
  return db.evenings.insertOne(evening);
}

// Moves an evening to another show.
function eveningsReassign(eveningId, newShowId) {
  const show = db.shows.findOne({ _id: newShowId }, { _id: 1 });
  if (show === null) {
    throw new Error("show not found");
  }
  const changed = db.evenings.updateOne({ _id: eveningId }, { $set: { show_id: newShowId } });
  if (changed.matchedCount === 0) {
    throw new Error("evening not found");
  }
  return changed;
}

// Deletes an evening. Fails while documents in bookings.evening_id reference it.
function eveningsRemove(eveningId) {
  const usingBooking = db.bookings.findOne({ evening_id: eveningId }, { _id: 1 });
  if (usingBooking !== null) {
    throw new Error("evening is in use: bookings.evening_id references it");
  }
  const removed = db.evenings.deleteOne({ _id: eveningId });
  if (removed.deletedCount === 0) {
    throw new Error("evening not found");
  }
  return removed;
}

// --- relationship "bookings": Parent reference (B10) ---
// two things prevent embedding: Booking doesn't belong to one Evening alone; 96% of its operations start
// outside the evening

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same name as the last one.
function bookingsPage(eveningId, lastName, shownIds) {
  return db.bookings.find({ evening_id: eveningId, name: { $gte: lastName }, _id: { $nin: shownIds } }).sort({ name: 1 }).limit(50).toArray();
}

// Moves a booking to another evening. Doesn't check the maximum of 96 bookings per evening; the audit does.
function bookingsReassign(bookingId, newEveningId) {
  const evening = db.evenings.findOne({ _id: newEveningId }, { _id: 1 });
  if (evening === null) {
    throw new Error("evening not found");
  }
  const changed = db.bookings.updateOne({ _id: bookingId }, { $set: { evening_id: newEveningId } });
  if (changed.matchedCount === 0) {
    throw new Error("booking not found");
  }
  return changed;
}

// Deletes a booking in one write. Doesn't check the booking's status, unlike "cancel booking".
function bookingsRemove(bookingId) {
  const removed = db.bookings.deleteOne({ _id: bookingId });
  if (removed.deletedCount === 0) {
    throw new Error("booking not found");
  }
  return removed;
}

// --- operation "coming evenings" ---

// Evening, read: 15,000 per day. To leave a range open, omit one of its ends.
function comingEvenings(leastStartsAt, mostStartsAt) {
  return db.evenings.find(
    openEnded({ starts_at: { $gte: leastStartsAt, $lte: mostStartsAt } }),
    { starts_at: 1, price: 1, seats_available: 1, show_id: 1 },
  ).sort({ starts_at: 1 }).limit(20).toArray();
}

// --- operation "seats of an evening" ---

// Evening, read: 6,000 per day.
function seatsOfAnEvening(id) {
  return db.evenings.findOne({ _id: id });
}

// --- operation "a show" ---

// Show, read: 5,000 per day.
function aShow(title) {
  return db.shows.findOne({ title });
}

// --- operation "evenings of a show" ---

// Evening, read: 4,000 per day.
function eveningsOfAShow(showId, limit = 50) {
  return db.evenings.find({ show_id: showId }).sort({ starts_at: 1 }).limit(limit).toArray();
}

// --- operation "book" ---

// Booking, insert: 250 per day. Fails if the evening doesn't exist (one read). Doesn't check the maximum of
// 96 bookings per evening; the audit does.
function book(booking) {
  const evening = db.evenings.findOne({ _id: booking?.evening_id ?? null }, { _id: 1 });
  if (evening === null) {
    throw new Error("evening not found");
  }
  return db.bookings.insertOne(booking);
}

// --- operation "booking by number" ---

// Booking, read: 900 per day.
function bookingByNumber(number) {
  return db.bookings.findOne({ number });
}

// --- operation "pay" ---

// Booking, update: 230 per day.
function pay(number) {
  const changed = db.bookings.findOneAndUpdate(
    { number, status: "reserved" },
    { $set: { status: "paid" } },
    { returnDocument: "after" },
  );
  if (changed === null) {
    const booking = db.bookings.findOne({ number }, { _id: 1 });
    if (booking === null) {
      throw new Error("booking not found");
    }
    throw new Error("booking found, but its status isn't \"reserved\"");
  }
  return changed;
}

// --- operation "expired reservations" ---

// Booking, read: 288 per day. To leave a range open, omit one of its ends.
function expiredReservations(leastReservedAt, mostReservedAt) {
  return db.bookings.find(openEnded({ reserved_at: { $gte: leastReservedAt, $lte: mostReservedAt }, status: "reserved" })).sort({ reserved_at: 1 }).limit(50).toArray();
}

// --- operation "bookings of an evening" ---

// Booking, read: 60 per day.
function bookingsOfAnEvening(eveningId, limit = 96) {
  return db.bookings.find({ evening_id: eveningId }).sort({ name: 1 }).limit(limit).toArray();
}

// --- operation "cancel booking" ---

// Booking, delete: 20 per day.
function cancelBooking(number) {
  const removed = db.bookings.findOneAndDelete({ number, status: "reserved" });
  if (removed === null) {
    throw new Error("booking not found, or doesn't match the filter");
  }
  return removed;
}

// --- entity "Evening" ---

// Updates cells in one row of seats, only if all of them are free. Positions start at 0.
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

// Updates cells in one row of seats, only if all of them are taken. Positions start at 0.
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

// Counts the free cells of seats (out of 96) on the server.
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

// Runs every read once on sample data. Reads without an index scan the whole collection.
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
  printed("seats of an evening", seatsOfAnEvening(ObjectId("65e04e98ec5d116ee53b59c7")));
  printed("a show", aShow("Winter Tales"));
  printed("evenings of a show", eveningsOfAShow(ObjectId("65816298c45424f81ae45465")));
  printed("booking by number", bookingByNumber("B-10412"));
  printed(
    "expired reservations",
    expiredReservations(ISODate("2024-03-02T09:30:00Z"), ISODate("2024-03-02T09:30:00Z")),
  );
  printed("bookings of an evening", bookingsOfAnEvening(ObjectId("65e04e98ec5d116ee53b59c7")));
  printed("Evening.free.seats", eveningFreeSeats(ObjectId("65e04e98ec5d116ee53b59c7")));
}

// Runs every write once on sample data. Not called automatically.
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
  attempt("cancel booking", () => cancelBooking("B-10414"));
  attempt("evenings.remove", () => eveningsRemove(ObjectId("65e84800d92c6d1b7eb16a7a")));
  attempt("bookings.remove", () => bookingsRemove(ObjectId("65e2f198136809bcfe6425f5")));
  endWithSamples();
}
showReadsIfAsked();
