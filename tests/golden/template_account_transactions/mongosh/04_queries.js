// "Account transactions": Reads and writes
// Run: mongosh <address> --file 04_queries.js, after setup.js and 03_sample_data.js.
// Loading it only defines functions, so a job can load it: nothing is read or changed.
// showReads() runs the reads on sample data, as does loading it with NESTLINK_READS=1.
// demo() runs the writes on sample data. To restore the data before and after, it needs
// load("03_sample_data.js") first.
db = db.getSiblingDB("bank");

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

// --- relationship "outgoing": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same booked_at as the last one.
function outgoingPage(accountId, lastBookedAt, shownIds) {
  return db.transfers.find({ from_account: accountId, booked_at: { $lte: lastBookedAt }, _id: { $nin: shownIds } }).sort({ booked_at: -1 }).limit(20).toArray();
}

// --- relationship "incoming": Parent reference (B5) ---
// an array in the parent would grow too large

// Returns the next page after the last item shown (keyset pagination, no skip). shownIds: the IDs of the
// items already shown that have the same booked_at as the last one.
function incomingPage(accountId, lastBookedAt, shownIds) {
  return db.transfers.find({ to_account: accountId, booked_at: { $lte: lastBookedAt }, _id: { $nin: shownIds } }).sort({ booked_at: -1 }).limit(20).toArray();
}

// --- operation "move money" ---

// Transfer, insert: 20,000 per day. sent of the account is updated in the same transaction. received of the
// account is updated in the same transaction. balance is recomputed.
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
        throw new Error("account not found");
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
        throw new Error("account not found");
      }
    }, { readConcern: { level: "snapshot" }, writeConcern: { w: "majority" } });
  } finally {
    session.endSession();
  }
  return inserted;
}

// --- operation "account by number" ---

// Account, read: 300,000 per day.
function accountByNumber(number) {
  return db.accounts.findOne({ number });
}

// --- operation "outgoing transfers" ---

// Transfer, read: 30,000 per day.
function outgoingTransfers(fromAccountId) {
  return db.transfers.find({ from_account: fromAccountId }).sort({ booked_at: -1 }).limit(20).toArray();
}

// --- operation "incoming transfers" ---

// Transfer, read: 30,000 per day.
function incomingTransfers(toAccountId) {
  return db.transfers.find({ to_account: toAccountId }).sort({ booked_at: -1 }).limit(20).toArray();
}

// --- operation "transfer by reference" ---

// Transfer, read: 2,000 per day.
function transferByReference(reference) {
  return db.transfers.findOne({ reference });
}

// --- operation "open account" ---

// Account, insert: 100 per day. balance is computed from the document. All writes run in one transaction.
// received and sent start at 0.
function openAccount(account) {
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

// Runs every read once on sample data. Reads without an index scan the whole collection.
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
  printed("outgoing transfers", outgoingTransfers(ObjectId("659533a435a3c287143a6445")));
  printed("incoming transfers", incomingTransfers(ObjectId("659930582332d1098d81b8e4")));
  printed("transfer by reference", transferByReference("TR-2024-000381"));
}

// Runs every write once on sample data. Not called automatically.
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
    "open account",
    () => openAccount({
      _id: ObjectId("659533a435a3c287143a6445"),
      number: "AC-100200",
      holder: "Ida Bauer",
      opened_with: NumberDecimal("5000.00"),
    }),
  );
  endWithSamples();
}
showReadsIfAsked();
