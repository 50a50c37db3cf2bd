// Example documents for "authors" (design "Content management").
// Someone who writes articles
[
  {
    _id: ObjectId("635b1b80928088e1887b0ce1"),             // primary key
    name: "Jane Developer",                                // As shown above the text
    avatar: "jane-avatar.jpg",                             // File of the portrait
    bio: "Database specialist with 10 years experience.",  // Two sentences about the author
  },
  {
    _id: ObjectId("635f1834081e482b3634371d"),
    name: "Jonas Silva",
    avatar: "jonas-silva.jpg",
    bio: "Joined from another branch and leads a small team.",
  },
]
