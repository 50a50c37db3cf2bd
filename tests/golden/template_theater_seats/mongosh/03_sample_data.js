// "Theatre seats": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("theater");

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

// --- collection "shows" ---
// A show
ensureDocument(
  "shows",
  {
    _id: ObjectId("65816298c45424f81ae45465"),
    title: "Winter Tales",
    minutes: 95,
    poster: "https://www.example.com/winter-tales.jpg",
  },
);
ensureDocument(
  "shows",
  {
    _id: ObjectId("65855f4c215d27b4150b53d6"),
    title: "Winter Tales II",
    minutes: 88,
    poster: "https://www.example.com/winter-tales-ii.jpg",
  },
);

// --- collection "evenings" ---
// One performance of a show
ensureDocument(
  "evenings",
  {
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
  },
);
ensureDocument(
  "evenings",
  {
    _id: ObjectId("65e44b4ceb4b6001ca9880b4"),
    starts_at: ISODate("2024-03-18T20:05:00Z"),
    price: NumberDecimal("28.00"),
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
  },
);
ensureDocument(
  "evenings",
  {
    _id: ObjectId("65e84800d92c6d1b7eb16a7a"),
    starts_at: ISODate("2024-03-21T20:40:00Z"),
    price: NumberDecimal("25.00"),
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
    show_id: ObjectId("65855f4c215d27b4150b53d6"),
  },
);

// --- collection "bookings" ---
// A booking of seats for one performance
ensureDocument(
  "bookings",
  {
    _id: ObjectId("65e2f198136809bcfe6425f5"),
    number: "B-10412",
    name: "Ida Bauer",
    row: 0,
    columns: [3, 4],
    status: "reserved",
    reserved_at: ISODate("2024-03-02T09:30:00Z"),
    evening_id: ObjectId("65e04e98ec5d116ee53b59c7"),
  },
);
ensureDocument(
  "bookings",
  {
    _id: ObjectId("65e6ee4ccb551f0cb8c29167"),
    number: "B-10413",
    name: "Leila Keller",
    row: 6,
    columns: [2, 2],
    status: "paid",
    reserved_at: ISODate("2024-03-05T10:05:00Z"),
    evening_id: ObjectId("65e04e98ec5d116ee53b59c7"),
  },
);
ensureDocument(
  "bookings",
  {
    _id: ObjectId("65eaeb0023bcfb07925ef7be"),
    number: "B-10414",
    name: "Adam Mbeki",
    row: 3,
    columns: [4, 4],
    status: "reserved",
    reserved_at: ISODate("2024-03-08T10:40:00Z"),
    evening_id: ObjectId("65e44b4ceb4b6001ca9880b4"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("65816298c45424f81ae45465"), ObjectId("65855f4c215d27b4150b53d6")]) {
    db.shows.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65e04e98ec5d116ee53b59c7"),
    ObjectId("65e44b4ceb4b6001ca9880b4"),
    ObjectId("65e84800d92c6d1b7eb16a7a"),
  ]) {
    db.evenings.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65e2f198136809bcfe6425f5"),
    ObjectId("65e6ee4ccb551f0cb8c29167"),
    ObjectId("65eaeb0023bcfb07925ef7be"),
  ]) {
    db.bookings.deleteOne({ _id: id });
  }
}
