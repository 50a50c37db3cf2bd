// Example documents for "comment_pages" (design "Blog").
// A comment of a reader
[
  {
    _id: ObjectId("5270d8f2dc665137a440c1a8"),  // primary key
    // Reference to posts._id (B4: unbounded)
    blog_entry_id: 1,
    // page number, from 1
    page: 1,
    // items on this page
    count: 2,
    // Bucket: up to 50 items per page, one document per page (B4: unbounded)
    comments: [
      {
        name: "Peter Critic",                         // Name given by the reader
        created_on: ISODate("2014-01-01T10:01:22Z"),  // When it was written
        comment: "Awesome blog post",                 // What the reader wrote
      },
      {
        name: "Julia Costello",
        created_on: ISODate("2014-01-04T10:36:22Z"),
        comment: "Clear and to the point, thank you.",
      },
      // ... up to 50
    ],
  },
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
]
