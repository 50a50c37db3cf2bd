// Example documents for "articles" (design "Array-slice cache").
// An article that people read and comment on
[
  {
    _id: ObjectId("659b8f60baca0e8badbf7329"),         // primary key
    slug: "winter-in-the-harbour",                     // Last part of its URL
    title: "Winter in the harbour",                    // Headline
    text: "In January the ferries stay at the quay.",  // Text of the article
    published_on: ISODate("2024-01-12T06:00:00Z"),     // When it was published
    // Subset: the last 10 by posted_at, in ascending order; all are in comments (B3)
    comments: [
      {
        // reference -> comments._id, so that edits find their copy
        comment_id: ObjectId("65a0f5045670d1ee89dcf1ce"),
        author: "Noor",                              // Name of the reader
        text: "I miss the ferries.",                 // Text of the comment
        posted_at: ISODate("2024-01-12T08:15:00Z"),  // When the comment was posted
      },
      {
        comment_id: ObjectId("65a0f82dc48f2cc5f5daf337"),
        author: "Julia",
        text: "Clear and to the point, thank you.",
        posted_at: ISODate("2024-01-12T08:28:29Z"),
      },
      // ... up to 10
    ],
  },
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
]
