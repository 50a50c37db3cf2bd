// Example documents of the collection "articles", design "Content management".
// A text on the site
[
  {
    _id: ObjectId("63c34200baca0e8badbf7329"),      // primary key
    title: "MongoDB Schema Design Best Practices",  // Headline
    slug: "mongodb-schema-design-best-practices",   // Last part of its address
    status: "published",                            // Who may see it
    featured: true,                                 // Shown on the front page
    content: {                                      // The text
      summary: "Learn how to design efficient MongoDB schemas.",                       // For lists
      body: "## Introduction\n\nMongoDB's flexible schema rewards a little thought.",  // The whole text
      format: "markdown",                                                              // How the body is written
    },
    metadata: {  // About the text
      word_count: 2340,  // Words in the body
      // computed: round(metadata.word_count / 195)
      read_time: 12,                             // Minutes, at 195 words a minute
      cover_image: "mongodb-schema-design.jpg",  // File of the picture on top
      seo: {                                     // For search engines
        title: "MongoDB Schema Design Best Practices for 2023",         // Title in search results
        description: "Learn how to design efficient MongoDB schemas.",  // Text under the title
        focus_keyword: "mongodb schema design",                         // The one word to be found by
      },
    },
    stats: {  // Counters
      // computed: one for each time the page is shown
      views: 4800,   // Times it was read, to the nearest hundred
      likes: 123,    // Readers who liked it
      shares: 56,    // Times it was passed on
      comments: 18,  // Comments under it
    },
    dates: {  // What happened when
      created: ISODate("2023-01-15T00:00:00Z"),    // Begun
      published: ISODate("2023-02-01T00:00:00Z"),  // First seen by readers
      updated: ISODate("2023-03-10T00:00:00Z"),    // Last changed
    },
    author: {
      // reference -> authors._id (B5, guideline 5: unbounded)
      _id: ObjectId("635b1b80928088e1887b0ce1"),
      // copy of author.name, eventual: kept by a change stream
      name: "Jane Developer",
      // copy of author.avatar, eventual: kept by a change stream
      avatar: "jane-avatar.jpg",
      // copy of author.bio, eventual: kept by a change stream
      bio: "Database specialist with 10 years experience.",
    },
    // values: 1..5 per article, nothing to look up (C1)
    categories: ["Database", "History"],  // ... up to 5
    // values: 0..15 per article, nothing to look up (C1)
    tags: ["nosql", "performance"],  // ... up to 15
    // references -> articles._id, 0..20 per article (C4a, guideline 4)
    related_articles: [
      {
        // reference -> articles._id
        _id: ObjectId("63bf373ccf765105e41c28bd"),
        // copy of article.title, eventual: kept by a change stream
        title: "A Field Guide to Change Streams",
        // copy of article.slug, eventual: kept by a change stream
        slug: "a-field-guide-to-change-streams",
      },
      {
        _id: ObjectId("63bb2c78992de3d475ae2e36"),
        title: "Paging Without Skip",
        slug: "paging-without-skip",
      },
      // ... up to 20
    ],
  },
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
]
