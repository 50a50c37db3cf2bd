// Sample documents of the design "Content management".
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Changes: inserts the documents below where their _id is free; a document that is there stays as it is.
// removeSampleData() deletes the documents with these ids again.
db = db.getSiblingDB("cms");

// Inserts a document unless its id is taken: what is there already is never changed.
function ensureDocument(collection, document) {
  const present = db.getCollection(collection).findOne({ _id: document._id }, { _id: 1 });
  if (present === null) {
    db.getCollection(collection).insertOne(document);
  }
}

// --- collection "articles": standard ---
// A text on the site
ensureDocument(
  "articles",
  {
    _id: ObjectId("63c34200baca0e8badbf7329"),
    title: "MongoDB Schema Design Best Practices",
    slug: "mongodb-schema-design-best-practices",
    status: "published",
    featured: true,
    content: {
      summary: "Learn how to design efficient MongoDB schemas.",
      body: "## Introduction\n\nMongoDB's flexible schema rewards a little thought.",
      format: "markdown",
    },
    metadata: {
      word_count: 2340,
      read_time: 12,
      cover_image: "mongodb-schema-design.jpg",
      seo: {
        title: "MongoDB Schema Design Best Practices for 2023",
        description: "Learn how to design efficient MongoDB schemas.",
        focus_keyword: "mongodb schema design",
      },
    },
    stats: { views: 4800, likes: 123, shares: 56, comments: 18 },
    dates: {
      created: ISODate("2023-01-15T00:00:00Z"),
      published: ISODate("2023-02-01T00:00:00Z"),
      updated: ISODate("2023-03-10T00:00:00Z"),
    },
    author: {
      _id: ObjectId("635b1b80928088e1887b0ce1"),
      name: "Jane Developer",
      avatar: "jane-avatar.jpg",
      bio: "Database specialist with 10 years experience.",
    },
    categories: ["Database", "History"],
    tags: ["nosql", "performance"],
    related_articles: [
      {
        _id: ObjectId("63bf373ccf765105e41c28bd"),
        title: "A Field Guide to Change Streams",
        slug: "a-field-guide-to-change-streams",
      },
      {
        _id: ObjectId("63bb2c78992de3d475ae2e36"),
        title: "Paging Without Skip",
        slug: "paging-without-skip",
      },
    ],
  },
);
ensureDocument(
  "articles",
  {
    _id: ObjectId("63bf373ccf765105e41c28bd"),
    title: "A Field Guide to Change Streams",
    slug: "a-field-guide-to-change-streams",
    status: "archived",
    featured: false,
    content: {
      summary: "Which questions to ask before the first index.",
      body: "## Summary\n\nStart from the queries, then shape the documents.",
      format: "html",
    },
    metadata: {
      word_count: 3184,
      read_time: 16,
      cover_image: "a-field-guide-to-change-streams.jpg",
      seo: {
        title: "A Field Guide to Change Streams",
        description: "Listening to changes without missing one.",
        focus_keyword: "index design",
      },
    },
    stats: { views: 5999, likes: 158, shares: 69, comments: 22 },
    dates: {
      created: ISODate("2023-01-12T00:00:00Z"),
      published: ISODate("2023-01-29T00:00:00Z"),
      updated: ISODate("2023-03-07T00:00:00Z"),
    },
    author: {
      _id: ObjectId("635b1b80928088e1887b0ce1"),
      name: "Jane Developer",
      avatar: "jane-avatar.jpg",
      bio: "Database specialist with 10 years experience.",
    },
    categories: ["History", "Travel"],
    tags: ["performance", "data-modeling"],
    related_articles: [
      {
        _id: ObjectId("63c34200baca0e8badbf7329"),
        title: "MongoDB Schema Design Best Practices",
        slug: "mongodb-schema-design-best-practices",
      },
      {
        _id: ObjectId("63bb2c78992de3d475ae2e36"),
        title: "Paging Without Skip",
        slug: "paging-without-skip",
      },
    ],
  },
);
ensureDocument(
  "articles",
  {
    _id: ObjectId("63bb2c78992de3d475ae2e36"),
    title: "Paging Without Skip",
    slug: "paging-without-skip",
    status: "draft",
    featured: true,
    content: {
      summary: "How a growing list finds its own collection.",
      body: "## Background\n\nEvery index has a price on writing.",
      format: "markdown",
    },
    metadata: {
      word_count: 2148,
      read_time: 11,
      cover_image: "paging-without-skip.jpg",
      seo: {
        title: "Paging Without Skip",
        description: "Pages that stay fast on page one thousand.",
        focus_keyword: "keyset paging",
      },
    },
    stats: { views: 4106, likes: 148, shares: 64, comments: 10 },
    dates: {
      created: ISODate("2023-01-09T00:00:00Z"),
      published: ISODate("2023-01-26T00:00:00Z"),
      updated: ISODate("2023-03-04T00:00:00Z"),
    },
    author: {
      _id: ObjectId("635710bc081e482b3634371d"),
      name: "Tom Whitfield",
      avatar: "tom-whitfield.jpg",
      bio: "Has taught databases for twelve years.",
    },
    categories: ["Database", "Travel"],
    tags: ["nosql", "data-modeling"],
    related_articles: [
      {
        _id: ObjectId("63c34200baca0e8badbf7329"),
        title: "MongoDB Schema Design Best Practices",
        slug: "mongodb-schema-design-best-practices",
      },
      {
        _id: ObjectId("63bf373ccf765105e41c28bd"),
        title: "A Field Guide to Change Streams",
        slug: "a-field-guide-to-change-streams",
      },
    ],
  },
);

// --- collection "authors": standard ---
// Someone who writes articles
ensureDocument(
  "authors",
  {
    _id: ObjectId("635b1b80928088e1887b0ce1"),
    name: "Jane Developer",
    avatar: "jane-avatar.jpg",
    bio: "Database specialist with 10 years experience.",
  },
);
ensureDocument(
  "authors",
  {
    _id: ObjectId("635710bc081e482b3634371d"),
    name: "Tom Whitfield",
    avatar: "tom-whitfield.jpg",
    bio: "Has taught databases for twelve years.",
  },
);

// Deletes the sample documents by their ids. Nothing calls it but you.
function removeSampleData() {
  for (const id of [
    ObjectId("63c34200baca0e8badbf7329"),
    ObjectId("63bf373ccf765105e41c28bd"),
    ObjectId("63bb2c78992de3d475ae2e36"),
  ]) {
    db.articles.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("635b1b80928088e1887b0ce1"), ObjectId("635710bc081e482b3634371d")]) {
    db.authors.deleteOne({ _id: id });
  }
}
