// Reads and writes of the design "Account transactions".
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Changes: nothing, and reads nothing: it defines functions, so that a job can load it.
// showReads() runs the reads on the sample documents; so does loading it with NESTLINK_READS=1.
// demo() runs the writes, on the sample documents only: load("03_sample_data.js") first, and it begins and
// ends with them as they were.
db = db.getSiblingDB("bank");

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

// --- relationship "outgoing": PARENT_REF (B5) ---
// an array in the parent would grow too large

// The next page: what comes behind the last one shown, found in the index, never skipped to. shownIds: of all
// shown so far with the last booked_at.
function outgoingPage(accountId, lastBookedAt, shownIds) {
  return db.transfers.find({ from_account: accountId, booked_at: { $lte: lastBookedAt }, _id: { $nin: shownIds } }).sort({ booked_at: -1 }).limit(50).toArray();
}

// --- relationship "incoming": PARENT_REF (B5) ---
// an array in the parent would grow too large

// The next page: what comes behind the last one shown, found in the index, never skipped to. shownIds: of all
// shown so far with the last booked_at.
function incomingPage(accountId, lastBookedAt, shownIds) {
  return db.transfers.find({ to_account: accountId, booked_at: { $lte: lastBookedAt }, _id: { $nin: shownIds } }).sort({ booked_at: -1 }).limit(50).toArray();
}

// --- operation "move money" ---

// Transfer, insert: 20,000 a day. sent of the account is updated in the same transaction: all of it is there,
// or nothing is. received of the account is updated in the same transaction: all of it is there, or nothing
// is. balance is worked out anew.
function moveMoney(transfer) {
  transfer = withoutAbsent(transfer);
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inserted = inside.transfers.insertOne(transfer);
      const accountMoved = inside.accounts.updateOne(
        { _id: transfer?.from_account ?? null },
        [
          { $set: { sent: { $add: [{ $ifNull: ["$sent", 0] }, { $literal: transfer?.amount }] } } },
          {
            $set: {
              balance: {
                $subtract: [
                  { $add: ["$opened_with", { $ifNull: ["$received", 0] }] },
                  { $ifNull: ["$sent", 0] },
                ],
              },
            },
          },
        ],
      );
      if (accountMoved.matchedCount === 0) {
        throw new Error("there is no such account");
      }
      const toAccountMoved = inside.accounts.updateOne(
        { _id: transfer?.to_account ?? null },
        [
          { $set: { received: { $add: [{ $ifNull: ["$received", 0] }, { $literal: transfer?.amount }] } } },
          {
            $set: {
              balance: {
                $subtract: [
                  { $add: ["$opened_with", { $ifNull: ["$received", 0] }] },
                  { $ifNull: ["$sent", 0] },
                ],
              },
            },
          },
        ],
      );
      if (toAccountMoved.matchedCount === 0) {
        throw new Error("there is no such account");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// --- operation "account by number" ---

// Account, read: 300,000 a day.
function accountByNumber(number) {
  return db.accounts.findOne({ number });
}

// --- operation "what went out" ---

// Transfer, read: 30,000 a day.
function whatWentOut(fromAccountId) {
  return db.transfers.find({ from_account: fromAccountId }).sort({ booked_at: -1 }).limit(20).toArray();
}

// --- operation "what came in" ---

// Transfer, read: 30,000 a day.
function whatCameIn(toAccountId) {
  return db.transfers.find({ to_account: toAccountId }).sort({ booked_at: -1 }).limit(20).toArray();
}

// --- operation "was it booked?" ---

// Transfer, read: 2,000 a day.
function wasItBooked(reference) {
  return db.transfers.findOne({ reference });
}

// --- operation "open an account" ---

// Account, insert: 100 a day. balance is worked out from what the document brings. All writes stand in one
// transaction: all of them happen, or none. received and sent begin at 0.
function openAnAccount(account) {
  let inserted;
  const session = db.getMongo().startSession();
  try {
    session.withTransaction(() => {
      const inside = session.getDatabase(db.getName());
      inserted = inside.accounts.insertOne({ ...account, balance: 0, received: NumberDecimal("0"), sent: NumberDecimal("0") });
      inside.accounts.updateOne(
        { _id: inserted.insertedId },
        [
          {
            $set: {
              balance: {
                $subtract: [
                  { $add: ["$opened_with", { $ifNull: ["$received", 0] }] },
                  { $ifNull: ["$sent", 0] },
                ],
              },
            },
          },
        ],
      );
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// Every read once, on the sample documents. Reads without an index read all that is there.
function showReads() {
  printed(
    "outgoing.page",
    outgoingPage(
      ObjectId("659533a435a3c287143a6445"),
      ISODate("2024-03-01T10:28:29Z"),
      [ObjectId("65e1adcdbd56ab88c747c5ac")],
    ),
  );
  printed(
    "incoming.page",
    incomingPage(
      ObjectId("659930582332d1098d81b8e4"),
      ISODate("2024-03-01T10:28:29Z"),
      [ObjectId("65e1adcdbd56ab88c747c5ac")],
    ),
  );
  printed("account by number", accountByNumber("AC-100200"));
  printed("what went out", whatWentOut(ObjectId("659533a435a3c287143a6445")));
  printed("what came in", whatCameIn(ObjectId("659930582332d1098d81b8e4")));
  printed("was it booked?", wasItBooked("TR-2024-000381"));
}

// Every write once, on the sample documents. Nothing calls it but you.
function demo() {
  beginWithSamples();
  db.transfers.deleteOne({ _id: ObjectId("65e1aaa44dad652359488514") });
  attempt(
    "move money",
    () => moveMoney({
      _id: ObjectId("65e1aaa44dad652359488514"),
      reference: "TR-2024-000381",
      amount: NumberDecimal("125.50"),
      purpose: "Rent for March",
      booked_at: ISODate("2024-03-01T10:15:00Z"),
      from_account: ObjectId("659533a435a3c287143a6445"),
      to_account: ObjectId("659930582332d1098d81b8e4"),
    }),
  );
  db.accounts.deleteOne({ _id: ObjectId("659533a435a3c287143a6445") });
  attempt(
    "open an account",
    () => openAnAccount({
      _id: ObjectId("659533a435a3c287143a6445"),
      number: "AC-100200",
      holder: "Ida Bauer",
      opened_with: NumberDecimal("5000.00"),
    }),
  );
  endWithSamples();
}
showReadsIfAsked();
