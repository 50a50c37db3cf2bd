// "Account transactions": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("bank");

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

// --- collection "accounts" ---
// An account with its owner and balance
ensureDocument(
  "accounts",
  {
    _id: ObjectId("659533a435a3c287143a6445"),
    number: "AC-100200",
    holder: "Ida Bauer",
    opened_with: NumberDecimal("5000.00"),
    received: NumberDecimal("129.50"),
    sent: NumberDecimal("237.00"),
    balance: NumberDecimal("4892.50"),
  },
);
ensureDocument(
  "accounts",
  {
    _id: ObjectId("659930582332d1098d81b8e4"),
    number: "AC-100201",
    holder: "Henrik Bianchi",
    opened_with: NumberDecimal("5300.00"),
    received: NumberDecimal("237.00"),
    sent: NumberDecimal("129.50"),
    balance: NumberDecimal("5407.50"),
  },
);

// --- collection "transfers" ---
// A transfer from one account to another; a second one corrects a mistake
ensureDocument(
  "transfers",
  {
    _id: ObjectId("65e1aaa44dad652359488514"),
    reference: "TR-2024-000381",
    amount: NumberDecimal("125.50"),
    purpose: "Rent for March",
    booked_at: ISODate("2024-03-01T10:15:00Z"),
    from_account: ObjectId("659533a435a3c287143a6445"),
    to_account: ObjectId("659930582332d1098d81b8e4"),
  },
);
ensureDocument(
  "transfers",
  {
    _id: ObjectId("65e1adcdbd56ab88c747c5ac"),
    reference: "TR-2024-000382",
    amount: NumberDecimal("111.50"),
    purpose: "Invoice INV-1042",
    booked_at: ISODate("2024-03-01T10:28:29Z"),
    from_account: ObjectId("659533a435a3c287143a6445"),
    to_account: ObjectId("659930582332d1098d81b8e4"),
  },
);
ensureDocument(
  "transfers",
  {
    _id: ObjectId("65e1b0f67ae1bb0e796e5033"),
    reference: "TR-2024-000383",
    amount: NumberDecimal("129.50"),
    purpose: "Monthly fee",
    booked_at: ISODate("2024-03-01T10:41:58Z"),
    from_account: ObjectId("659930582332d1098d81b8e4"),
    to_account: ObjectId("659533a435a3c287143a6445"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("659533a435a3c287143a6445"), ObjectId("659930582332d1098d81b8e4")]) {
    db.accounts.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65e1aaa44dad652359488514"),
    ObjectId("65e1adcdbd56ab88c747c5ac"),
    ObjectId("65e1b0f67ae1bb0e796e5033"),
  ]) {
    db.transfers.deleteOne({ _id: id });
  }
}
