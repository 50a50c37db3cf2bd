// Sample documents of the design "Bookshop".
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Changes: inserts the documents below where their _id is free; a document that is there stays as it is.
// removeSampleData() deletes the documents with these ids again; resetSampleData() also inserts them anew.
// Use a database that holds nothing else: a document of yours with the _id of a sample, such as 1, would be
// deleted.
db = db.getSiblingDB("bookshop");

// The documents below, each with its collection.
const sampleDocuments = [];

// Inserts a document unless its id is taken: what is there already is never changed.
function ensureDocument(collection, document) {
  sampleDocuments.push({ collection, document });
  insertAbsent(collection, document);
}

function insertAbsent(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present === null) {
    db.getCollection(collection).insertOne(document);
  }
}

// Puts the sample documents back as they are below, whatever became of them. demo() of 04_queries.js begins with it,
// where both files are loaded in one shell.
function resetSampleData() {
  removeSampleData();
  for (const { collection, document } of sampleDocuments) insertAbsent(collection, document);
}

// --- collection "authors": standard ---
// Someone who has written books
ensureDocument("authors", { _id: 1, name: "Peter Standford", books: [1, 2] });
ensureDocument("authors", { _id: 2, name: "Jonas Silva", books: [2, 3] });

// --- collection "books": standard ---
// A book on sale
ensureDocument("books", { _id: 1, title: "A tale of two people", categories: [1, 2], authors: [1] });
ensureDocument("books", { _id: 2, title: "A Map of Quiet Places", categories: [2, 3], authors: [1, 2] });
ensureDocument("books", { _id: 3, title: "Two Winters in Lisbon", categories: [1, 3], authors: [2] });

// --- collection "categories": standard ---
// A shelf of the shop, with a page of its own
ensureDocument("categories", { _id: 1, name: "drama" });
ensureDocument("categories", { _id: 2, name: "thriller" });
ensureDocument("categories", { _id: 3, name: "comedy" });

// --- collection "users": standard ---
// A customer of the shop
ensureDocument(
  "users",
  { _id: 1, name: "Peter Wilkinson", age: 27, address: { street: "100 some road", city: "Nevermore" } },
);
ensureDocument(
  "users",
  { _id: 2, name: "Victor Chen", age: 29, address: { street: "456 Market Street", city: "Portland" } },
);

// Deletes the sample documents by their ids, with their versions and links.
function removeSampleData() {
  for (const id of [1, 2]) {
    db.authors.deleteOne({ _id: id });
  }
  for (const id of [1, 2, 3]) {
    db.books.deleteOne({ _id: id });
  }
  for (const id of [1, 2, 3]) {
    db.categories.deleteOne({ _id: id });
  }
  for (const id of [1, 2]) {
    db.users.deleteOne({ _id: id });
  }
}
