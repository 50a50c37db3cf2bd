// "Bookshop": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
// Your own document with the _id of a sample, such as 1, isn't changed: nestlink_samples has the IDs of those
// inserted by this file.
db = db.getSiblingDB("bookshop");

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

// IDs of the documents inserted by this file. Your own documents are never changed, even with the same _id.
const notedSamples = "nestlink_samples";

function insertAbsent(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present !== null) return;
  db.getCollection(collection).insertOne(document);
  const note = { _id: { collection, id: document._id } };
  db.getCollection(notedSamples).updateOne(note, { $set: { collection } }, { upsert: true });
}

function isSample(collection, id) {
  return db.getCollection(notedSamples).findOne({ _id: { collection, id } }, { _id: 1 }) !== null;
}

function forgetSamples(collections) {
  db.getCollection(notedSamples).deleteMany({ collection: { $in: collections } });
}

// Returns your own documents that have the _id of a sample.
function inTheWay() {
  return sampleDocuments.filter(({ collection, document }) => !isSample(collection, document._id));
}

// --- collection "authors" ---
// Someone who has written books
ensureDocument("authors", { _id: 1, name: "Peter Standford", books: [1, 2] });
ensureDocument("authors", { _id: 2, name: "Jonas Silva", books: [2, 3] });

// --- collection "books" ---
// A book on sale
ensureDocument("books", { _id: 1, title: "A tale of two people", categories: [1, 2], authors: [1] });
ensureDocument("books", { _id: 2, title: "A Map of Quiet Places", categories: [2, 3], authors: [1, 2] });
ensureDocument("books", { _id: 3, title: "Two Winters in Lisbon", categories: [1, 3], authors: [2] });

// --- collection "categories" ---
// A shelf of the shop, with a page of its own
ensureDocument("categories", { _id: 1, name: "drama" });
ensureDocument("categories", { _id: 2, name: "thriller" });
ensureDocument("categories", { _id: 3, name: "comedy" });

// --- collection "users" ---
// A customer of the shop
ensureDocument(
  "users",
  { _id: 1, name: "Peter Wilkinson", age: 27, address: { street: "100 some road", city: "Nevermore" } },
);
ensureDocument(
  "users",
  { _id: 2, name: "Victor Chen", age: 29, address: { street: "456 Market Street", city: "Portland" } },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [1, 2]) {
    if (isSample("authors", id)) {
      db.authors.deleteOne({ _id: id });
    }
  }
  for (const id of [1, 2, 3]) {
    if (isSample("books", id)) {
      db.books.deleteOne({ _id: id });
    }
  }
  for (const id of [1, 2, 3]) {
    if (isSample("categories", id)) {
      db.categories.deleteOne({ _id: id });
    }
  }
  for (const id of [1, 2]) {
    if (isSample("users", id)) {
      db.users.deleteOne({ _id: id });
    }
  }
  forgetSamples(["authors", "books", "categories", "users"]);
}
