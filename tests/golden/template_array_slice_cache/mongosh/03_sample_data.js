// "Array-slice cache": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("magazine");

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

// --- collection "articles" ---
// An article that people read and comment on
ensureDocument(
  "articles",
  {
    _id: ObjectId("659b8f60baca0e8badbf7329"),
    slug: "winter-in-the-harbour",
    title: "Winter in the harbour",
    text: "In January the ferries stay at the quay.",
    published_on: ISODate("2024-01-12T06:00:00Z"),
    comments: [
      {
        comment_id: ObjectId("65a0f5045670d1ee89dcf1ce"),
        author: "Noor",
        text: "I miss the ferries.",
        posted_at: ISODate("2024-01-12T08:15:00Z"),
      },
      {
        comment_id: ObjectId("65a0f82dc48f2cc5f5daf337"),
        author: "Julia",
        text: "Clear and to the point, thank you.",
        posted_at: ISODate("2024-01-12T08:28:29Z"),
      },
    ],
  },
);
ensureDocument(
  "articles",
  {
    _id: ObjectId("659f8c14cf765105e41c28bd"),
    slug: "notes-from-the-first-year",
    title: "Notes from the first year",
    text: "Three things went well, one did not.",
    published_on: ISODate("2024-01-15T06:35:00Z"),
    comments: [
      {
        comment_id: ObjectId("65a0fb560f97e1cff4b48297"),
        author: "Noah",
        text: "This answered my question.",
        posted_at: ISODate("2024-01-15T08:35:00Z"),
      },
    ],
  },
);

// --- collection "comments" ---
// A reader's comment on an article
ensureDocument(
  "comments",
  {
    _id: ObjectId("65a0f5045670d1ee89dcf1ce"),
    author: "Noor",
    text: "I miss the ferries.",
    posted_at: ISODate("2024-01-12T08:15:00Z"),
    article_id: ObjectId("659b8f60baca0e8badbf7329"),
  },
);
ensureDocument(
  "comments",
  {
    _id: ObjectId("65a0f82dc48f2cc5f5daf337"),
    author: "Julia",
    text: "Clear and to the point, thank you.",
    posted_at: ISODate("2024-01-12T08:28:29Z"),
    article_id: ObjectId("659b8f60baca0e8badbf7329"),
  },
);
ensureDocument(
  "comments",
  {
    _id: ObjectId("65a0fb560f97e1cff4b48297"),
    author: "Noah",
    text: "This answered my question.",
    posted_at: ISODate("2024-01-15T08:35:00Z"),
    article_id: ObjectId("659f8c14cf765105e41c28bd"),
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [ObjectId("659b8f60baca0e8badbf7329"), ObjectId("659f8c14cf765105e41c28bd")]) {
    db.articles.deleteOne({ _id: id });
  }
  for (const id of [
    ObjectId("65a0f5045670d1ee89dcf1ce"),
    ObjectId("65a0f82dc48f2cc5f5daf337"),
    ObjectId("65a0fb560f97e1cff4b48297"),
  ]) {
    db.comments.deleteOne({ _id: id });
  }
}
