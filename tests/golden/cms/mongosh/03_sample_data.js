// "Content management": Sample documents
// Run: mongosh <address> --file 03_sample_data.js. Safe to run again.
// Inserts the documents below. Existing documents with the same _id aren't changed.
// removeSampleData() deletes the documents it inserted; resetSampleData() also inserts them again.
db = db.getSiblingDB("cms");

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
    categories: ["Database", "News"],
    tags: ["nosql", "moving"],
    related_articles: [
      {
        _id: ObjectId("63c73eb4cf765105e41c28bd"),
        title: "Notes from the first year",
        slug: "notes-from-the-first-year",
      },
      {
        _id: ObjectId("63cb3b68992de3d475ae2e36"),
        title: "What we learned from moving",
        slug: "what-we-learned-from-moving",
      },
    ],
  },
);
ensureDocument(
  "articles",
  {
    _id: ObjectId("63c73eb4cf765105e41c28bd"),
    title: "Notes from the first year",
    slug: "notes-from-the-first-year",
    status: "archived",
    featured: false,
    content: {
      summary: "How we started, and what we would do again.",
      body: "Three things went well, one did not.",
      format: "html",
    },
    metadata: {
      word_count: 2231,
      read_time: 11,
      cover_image: "notes-from-the-first-year.jpg",
      seo: {
        title: "Notes from the first year",
        description: "How we started, and what we would do again.",
        focus_keyword: "tools",
      },
    },
    stats: { views: 4710, likes: 86, shares: 65, comments: 13 },
    dates: {
      created: ISODate("2023-01-18T00:00:00Z"),
      published: ISODate("2023-02-04T00:00:00Z"),
      updated: ISODate("2023-03-13T00:00:00Z"),
    },
    author: {
      _id: ObjectId("635b1b80928088e1887b0ce1"),
      name: "Jane Developer",
      avatar: "jane-avatar.jpg",
      bio: "Database specialist with 10 years experience.",
    },
    categories: ["News", "Reviews"],
    tags: ["moving", "teamwork"],
    related_articles: [
      {
        _id: ObjectId("63c34200baca0e8badbf7329"),
        title: "MongoDB Schema Design Best Practices",
        slug: "mongodb-schema-design-best-practices",
      },
      {
        _id: ObjectId("63cb3b68992de3d475ae2e36"),
        title: "What we learned from moving",
        slug: "what-we-learned-from-moving",
      },
    ],
  },
);
ensureDocument(
  "articles",
  {
    _id: ObjectId("63cb3b68992de3d475ae2e36"),
    title: "What we learned from moving",
    slug: "what-we-learned-from-moving",
    status: "draft",
    featured: true,
    content: {
      summary: "Three teams, two weeks and one checklist.",
      body: "Most of this was known before; the order was not.",
      format: "markdown",
    },
    metadata: {
      word_count: 1994,
      read_time: 10,
      cover_image: "what-we-learned-from-moving.jpg",
      seo: {
        title: "What we learned from moving",
        description: "Three teams, two weeks and one checklist.",
        focus_keyword: "how-to",
      },
    },
    stats: { views: 3090, likes: 97, shares: 51, comments: 22 },
    dates: { created: ISODate("2023-01-21T00:00:00Z"), updated: ISODate("2023-03-16T00:00:00Z") },
    author: {
      _id: ObjectId("635f1834081e482b3634371d"),
      name: "Jonas Silva",
      avatar: "jonas-silva.jpg",
      bio: "Joined from another branch and leads a small team.",
    },
    categories: ["Database", "Reviews"],
    tags: ["nosql", "teamwork"],
    related_articles: [
      {
        _id: ObjectId("63c34200baca0e8badbf7329"),
        title: "MongoDB Schema Design Best Practices",
        slug: "mongodb-schema-design-best-practices",
      },
      {
        _id: ObjectId("63c73eb4cf765105e41c28bd"),
        title: "Notes from the first year",
        slug: "notes-from-the-first-year",
      },
    ],
  },
);

// --- collection "authors" ---
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
    _id: ObjectId("635f1834081e482b3634371d"),
    name: "Jonas Silva",
    avatar: "jonas-silva.jpg",
    bio: "Joined from another branch and leads a small team.",
  },
);

// Deletes the sample documents with their versions and links. Not called automatically.
function removeSampleData() {
  for (const id of [
    ObjectId("63c34200baca0e8badbf7329"),
    ObjectId("63c73eb4cf765105e41c28bd"),
    ObjectId("63cb3b68992de3d475ae2e36"),
  ]) {
    db.articles.deleteOne({ _id: id });
  }
  for (const id of [ObjectId("635b1b80928088e1887b0ce1"), ObjectId("635f1834081e482b3634371d")]) {
    db.authors.deleteOne({ _id: id });
  }
}
