// Example documents for "people" (design "Task tracker").
// Someone who owns tasks
[
  {
    _id: ObjectId("52ec39000b6c4611bd74ed9d"),  // primary key
    name: "Kate Monster",                       // As shown beside the tasks
    // References to tasks._id, 0..500 per person (B8)
    tasks: [ObjectId("53278c80e344cd83f05f2f43"), ObjectId("532b89345a370c295808df41")],  // ... up to 500
  },
  {
    _id: ObjectId("52f035b4178a45d8b3056d46"),
    name: "Oscar Kowalski",
    tasks: [ObjectId("532f85e8c73046b28fd07a33")],
  },
]
