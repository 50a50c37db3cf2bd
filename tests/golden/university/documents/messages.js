// Example documents for "messages" (design "University").
// A posting on the student council's message board
[
  {
    _id: ObjectId("60fae84902e4ba24e009722c"),    // primary key
    subject: "Books on kinematics and dynamics",  // Headline on the board
    // Text of the posting
    message: "Hello! Could you recommend good introductory books covering the topics of kinematics and dynamics? Thanks!",
    posted_on: ISODate("2021-07-23T16:03:21Z"),   // When it was posted
    // Reference to students._id (B5, guideline 5: unbounded)
    posted_by: ObjectId("5db23b00ec17bb4df61d639b"),
  },
  {
    _id: ObjectId("60faeb72d45e797f238cde68"),
    subject: "No answer yet",
    message: "I have not heard from you yet. Is there any news?",
    posted_on: ISODate("2021-07-23T16:16:50Z"),
    posted_by: ObjectId("5db23b00ec17bb4df61d639b"),
  },
  {
    _id: ObjectId("60faee9bc128af5d3fc5c4bb"),
    subject: "A question",
    message: "Could you tell me more about this, please?",
    posted_on: ISODate("2021-07-23T16:30:19Z"),
    posted_by: ObjectId("5db637b49fe145e67496c543"),
  },
]
