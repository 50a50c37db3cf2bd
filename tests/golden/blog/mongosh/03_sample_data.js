// Sample documents of the design "Blog".
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Changes: inserts the documents below where their _id is free; a document that is there stays as it is.
// removeSampleData() deletes the documents with these ids again; resetSampleData() also inserts them anew.
// Use a database that holds nothing else: a document of yours with the _id of a sample, such as 1, would be
// deleted.
db = db.getSiblingDB("blog");

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
        created_on: ISODate("2014-01-04T11:36:22Z"),
        comment: "Clear and to the point, thank you.",
      },
    ],
  },
);
ensureDocument(
  "comment_pages",
  {
    _id: ObjectId("526cce2e35de15acb948b391"),
    blog_entry_id: 2,
    page: 1,
    count: 1,
    comments: [
      {
        name: "Noah Meyer",
        created_on: ISODate("2014-01-07T13:11:22Z"),
        comment: "This answered my question.",
      },
    ],
  },
);

// Deletes the sample documents by their ids, with their versions and links.
function removeSampleData() {
  for (const id of [1, 2]) {
    db.posts.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("5270d8f2dc665137a440c1a8"), ObjectId("526cce2e35de15acb948b391")]) {
    db.comment_pages.deleteOne({ _id: id });
  }
}
