// Example documents for "articles" (design "Content management").
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
        focus_keyword: "mongodb schema design",                         // Main keyword
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
      // Reference to authors._id (B5, guideline 5: unbounded)
      _id: ObjectId("635b1b80928088e1887b0ce1"),
      // Copy of author.name (eventual): synced by a change stream
      name: "Jane Developer",
      // Copy of author.avatar (eventual): synced by a change stream
      avatar: "jane-avatar.jpg",
      // Copy of author.bio (eventual): synced by a change stream
      bio: "Database specialist with 10 years experience.",
    },
    // Values: 1..5 per article (C1)
    categories: ["Database", "News"],  // ... up to 5
    // Values: 0..15 per article (C1)
    tags: ["nosql", "moving"],  // ... up to 15
    // References to articles._id, 0..20 per article (C4a, guideline 4)
    related_articles: [
      {
        // reference -> articles._id
        _id: ObjectId("63c73eb4cf765105e41c28bd"),
        // Copy of article.title (eventual): synced by a change stream
        title: "Notes from the first year",
        // Copy of article.slug (eventual): synced by a change stream
        slug: "notes-from-the-first-year",
      },
      {
        _id: ObjectId("63cb3b68992de3d475ae2e36"),
        title: "What we learned from moving",
        slug: "what-we-learned-from-moving",
      },
      // ... up to 20
    ],
  },
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
]
