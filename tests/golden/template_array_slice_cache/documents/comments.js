// Example documents for "comments" (design "Array-slice cache").
// A reader's comment on an article
[
  {
    _id: ObjectId("65a0f5045670d1ee89dcf1ce"),   // primary key
    author: "Noor",                              // Name of the reader
    text: "I miss the ferries.",                 // Text of the comment
    posted_at: ISODate("2024-01-12T08:15:00Z"),  // When the comment was posted
    // Reference to articles._id (B3: unbounded)
    article_id: ObjectId("659b8f60baca0e8badbf7329"),
  },
  {
    _id: ObjectId("65a0f82dc48f2cc5f5daf337"),
    author: "Julia",
    text: "Clear and to the point, thank you.",
    posted_at: ISODate("2024-01-12T08:28:29Z"),
    article_id: ObjectId("659b8f60baca0e8badbf7329"),
  },
  {
    _id: ObjectId("65a0fb560f97e1cff4b48297"),
    author: "Noah",
    text: "This answered my question.",
    posted_at: ISODate("2024-01-15T08:35:00Z"),
    article_id: ObjectId("659f8c14cf765105e41c28bd"),
  },
]
