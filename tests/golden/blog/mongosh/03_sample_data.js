// Sample documents of the design "Blog".
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Changes: inserts the documents below where their _id is free; a document that is there stays as it is.
// removeSampleData() deletes the documents that it inserted; resetSampleData() also inserts them anew.
// A document of yours with the _id of a sample, such as 1, stays as it is: nestlink_samples has the ids of
// those that this file inserted.
db = db.getSiblingDB("blog");

// The documents below, each with its collection.
const sampleDocuments = [];

// Inserts a document unless its id is taken: what is there already is never changed.
function ensureDocument(collection, document) {
  sampleDocuments.push({ collection, document });
  insertAbsent(collection, document);
}

// Puts the sample documents back as they are below, whatever became of them. demo() of 04_queries.js begins with it,
// where both files are loaded in one shell.
function resetSampleData() {
  removeSampleData();
  for (const { collection, document } of sampleDocuments) insertAbsent(collection, document);
}

// Which documents this file inserted: a document of yours may have the _id of a sample, and stays.
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

// The documents of yours that stand where a sample would.
function inTheWay() {
  return sampleDocuments.filter(({ collection, document }) => !isSample(collection, document._id));
}

// --- collection "posts": standard ---
// One blog post
ensureDocument(
  "posts",
  {
    _id: 1,
    title: "An awesome blog",
    url: "https://awesomeblog.example.com/an-awesome-blog",
    text: "This is an awesome blog we have just started",
  },
);
ensureDocument(
  "posts",
  {
    _id: 2,
    title: "Looking back at spring",
    url: "https://awesomeblog.example.com/looking-back-at-spring",
    text: "Most of this was known before; the order was not.",
  },
);

// --- collection "comment_pages": bucket ---
// A comment of a reader
ensureDocument(
  "comment_pages",
  {
    _id: ObjectId("5270d8f2dc665137a440c1a8"),
    blog_entry_id: 1,
    page: 1,
    count: 2,
    comments: [
      { name: "Peter Critic", created_on: ISODate("2014-01-01T10:01:22Z"), comment: "Awesome blog post" },
      {
        name: "Julia Costello",
        created_on: ISODate("2014-01-04T10:36:22Z"),
        comment: "Clear and to the point, thank you.",
      },
    ],
  },
);
ensureDocument(
  "comment_pages",
  {
    _id: ObjectId("5274d5a635de15acb948b391"),
    blog_entry_id: 2,
    page: 1,
    count: 1,
    comments: [
      {
        name: "Noah Meyer",
        created_on: ISODate("2014-01-07T11:11:22Z"),
        comment: "This answered my question.",
      },
    ],
  },
);

// Deletes the sample documents by their ids, with their versions and links.
function removeSampleData() {
  for (const id of [1, 2]) {
    if (isSample("posts", id)) {
      db.posts.deleteOne({ _id: id });
    }
  }
  for (const id of [ObjectId("5270d8f2dc665137a440c1a8"), ObjectId("5274d5a635de15acb948b391")]) {
    if (isSample("comment_pages", id)) {
      db.comment_pages.deleteOne({ _id: id });
    }
  }
  forgetSamples(["comment_pages", "posts"]);
}
