// Example documents for "tasks" (design "Task tracker").
// One piece of work with one owner
[
  {
    _id: ObjectId("53278c80e344cd83f05f2f43"),  // primary key
    description: "Write lesson plan",           // What has to be done
    due_date: ISODate("2014-04-01T00:00:00Z"),  // Day by which it has to be done
    project: "Spring term",                     // Project whose board shows it
    // Reference to people._id (B8: up to 500)
    owner: ObjectId("52ec39000b6c4611bd74ed9d"),
  },
  {
    _id: ObjectId("532b89345a370c295808df41"),
    description: "Ask everyone for points by Thursday.",
    due_date: ISODate("2014-04-04T00:00:00Z"),
    project: "Warehouse move",
    owner: ObjectId("52ec39000b6c4611bd74ed9d"),
  },
  {
    _id: ObjectId("532f85e8c73046b28fd07a33"),
    description: "Compare the invoice with the delivery note.",
    due_date: ISODate("2014-04-07T00:00:00Z"),
    project: "Annual report",
    owner: ObjectId("52f035b4178a45d8b3056d46"),
  },
]
