// "Blog": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
// Your own document with the _id of a sample, such as 1, isn't changed: nestlink_samples has the IDs of those
// inserted by this file.
db = db.getSiblingDB("blog");

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

// --- collection "posts" ---
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

// --- collection "comment_pages": buckets ---
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

// Deletes the sample documents with their versions and links. Not called automatically.
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
