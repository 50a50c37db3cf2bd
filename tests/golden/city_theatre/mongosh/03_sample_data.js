// "City theatre": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("city_theatre");

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
// A play, concert, or film
ensureDocument(
  "shows",
  {
    _id: ObjectId("5c159580c45424f81ae45465"),
    kind: "play",
    title: "Winter Tales",
    slug: "winter-tales",
    minutes: 95,
    features: [
      { k: "language", v: "French" },
      { k: "subtitles", v: "English" },
      { k: "age_from", v: 12 },
      { k: "accessibility", v: "relaxed" },
    ],
    playwright: "Ida Bauer",
    acts: 3,
  },
);
ensureDocument(
  "shows",
  {
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
  },
);
ensureDocument(
  "shows",
  {
    _id: ObjectId("5c81c0e81dbb372387340962"),
    kind: "film",
    title: "Second Platform",
    slug: "second-platform",
    minutes: 114,
    features: [
      { k: "language", v: "Spanish" },
      { k: "subtitles", v: "English" },
      { k: "age_from", v: 6 },
      { k: "accessibility", v: "audio description" },
    ],
    director: "Noor Haddad",
    released_on: ISODate("2019-03-14T00:00:00Z"),
  },
);
ensureDocument(
  "shows",
  {
    _id: ObjectId("5c218b9c0d42b57149d34726"),
    kind: "play",
    title: "Twelfth Night",
    slug: "twelfth-night",
    minutes: 86,
    features: [
      { k: "language", v: "Japanese" },
      { k: "subtitles", v: "English" },
      { k: "age_from", v: 6 },
      { k: "accessibility", v: "relaxed" },
    ],
    playwright: "Sofia Baker",
    acts: 4,
  },
);
ensureDocument(
  "shows",
  {
    _id: ObjectId("5c282b5013a3dd2bdbdb3e9c"),
    kind: "concert",
    title: "Evening of Chamber Music",
    slug: "evening-of-chamber-music",
    minutes: 107,
    features: [
      { k: "language", v: "Portuguese" },
      { k: "subtitles", v: "English" },
      { k: "age_from", v: 14 },
      { k: "accessibility", v: "sign language" },
    ],
    orchestra: "Northern Strings",
    works: ["String Quartet No. 12 in F major", "Clarinet Quintet in B minor"],
  },
);
ensureDocument(
  "shows",
  {
    _id: ObjectId("5c8d8e0002d7861e32f59756"),
    kind: "film",
    title: "Northern Lights",
    slug: "northern-lights",
    minutes: 104,
    features: [
      { k: "language", v: "English" },
      { k: "subtitles", v: "German" },
      { k: "age_from", v: 6 },
      { k: "accessibility", v: "audio description" },
    ],
    director: "Carmen Costello",
    released_on: ISODate("2019-03-23T00:00:00Z"),
  },
);

// --- collection "performances" ---
// One evening of a show
ensureDocument(
  "performances",
  {
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
  },
);
ensureDocument(
  "performances",
  {
    _id: ObjectId("65f0b56c9a471780220863f1"),
    starts_at: ISODate("2024-03-18T20:05:00Z"),
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
  },
);
ensureDocument(
  "performances",
  {
    _id: ObjectId("65f4b2208e9367b7b0eee60c"),
    starts_at: ISODate("2024-03-21T20:40:00Z"),
    seats: [
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0, 0, 1],
    ],
    seats_available: 47,
    show_id: ObjectId("5c1c3534215d27b4150b53d6"),
  },
);

// --- collection "ticket_prices" ---
// What a category of seats costs
ensureDocument(
  "ticket_prices",
  {
    _id: ObjectId("5c368b00958b9cf7fe9300ae"),
    category: "Stalls",
    price: NumberDecimal("32.00"),
    valid_from: ISODate("2019-02-09T00:00:00Z"),
    valid_to: null,
  },
);
ensureDocument(
  "ticket_prices",
  {
    _id: ObjectId("5c3a87b4d203a45cd3c3ec28"),
    category: "Concession",
    price: NumberDecimal("20.00"),
    valid_from: ISODate("2019-01-13T00:35:00Z"),
    valid_to: null,
  },
);
ensureDocument(
  "ticket_prices",
  {
    _id: ObjectId("5c368b00f307586d7e7b70a7"),
    category: "Stalls",
    price: NumberDecimal("44.00"),
    valid_from: ISODate("2019-01-10T00:00:00Z"),
    valid_to: ISODate("2019-02-09T00:00:00Z"),
  },
);

// --- collection "contracts" ---
// A contract with a performer
ensureDocument(
  "contracts",
  {
    _id: ObjectId("5c3fc5802a422385e07fc26d"),
    number: "CT-1001",
    terms: "Two evenings, travel paid",
    fee: NumberDecimal("4500.00"),
    show_id: ObjectId("5c159580c45424f81ae45465"),
    revision: 2,
  },
);
ensureDocument(
  "contracts",
  {
    _id: ObjectId("5c43c234c07c389642593b19"),
    number: "CT-1002",
    terms: "Confidential for two years",
    fee: NumberDecimal("3050.00"),
    show_id: ObjectId("5c159580c45424f81ae45465"),
    revision: 1,
  },
);
ensureDocument(
  "contracts",
  {
    _id: ObjectId("5c47bee81a7eeea24f63a9a9"),
    number: "CT-1003",
    terms: "Changes in writing only",
    fee: NumberDecimal("5530.00"),
    show_id: ObjectId("5c1c3534215d27b4150b53d6"),
    revision: 1,
  },
);

// --- collection "contract_revisions": past versions ---
// A contract with a performer
ensureDocument(
  "contract_revisions",
  {
    _id: ObjectId("5c3fc580bcd290e2ca19b413"),
    contract_id: ObjectId("5c3fc5802a422385e07fc26d"),
    number: "CT-1001",
    terms: "Two evenings, travel paid",
    fee: NumberDecimal("3050.00"),
    show_id: ObjectId("5c159580c45424f81ae45465"),
    revision: 1,
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [
    ObjectId("5c159580c45424f81ae45465"),
    ObjectId("5c1c3534215d27b4150b53d6"),
    ObjectId("5c81c0e81dbb372387340962"),
    ObjectId("5c218b9c0d42b57149d34726"),
    ObjectId("5c282b5013a3dd2bdbdb3e9c"),
    ObjectId("5c8d8e0002d7861e32f59756"),
  ]) {
    db.shows.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65ecb8b8800ff2871c5d9994"),
    ObjectId("65f0b56c9a471780220863f1"),
    ObjectId("65f4b2208e9367b7b0eee60c"),
  ]) {
    db.performances.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("5c368b00958b9cf7fe9300ae"),
    ObjectId("5c3a87b4d203a45cd3c3ec28"),
    ObjectId("5c368b00f307586d7e7b70a7"),
  ]) {
    db.ticket_prices.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("5c3fc5802a422385e07fc26d"),
    ObjectId("5c43c234c07c389642593b19"),
    ObjectId("5c47bee81a7eeea24f63a9a9"),
  ]) {
    db.contracts.deleteOne({ _id: id });
    db.contract_revisions.deleteMany({ contract_id: id });
  }
  for (const id of [ObjectId("5c3fc580bcd290e2ca19b413")]) {
    db.contract_revisions.deleteOne({ _id: id });
  }
  for (const category of ["Stalls", "Concession"]) {
    db.ticket_prices.deleteMany({ category, valid_from: { $gte: ISODate("2030-01-01T00:00:00Z") } });
  }
}
