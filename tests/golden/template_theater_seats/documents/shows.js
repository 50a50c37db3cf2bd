// Example documents for "shows" (design "Theatre seats").
// A show
[
  {
    _id: ObjectId("65816298c45424f81ae45465"),           // primary key
    title: "Winter Tales",                               // Title on the poster
    minutes: 95,                                         // Without the interval
    poster: "https://www.example.com/winter-tales.jpg",  // Address of its poster
  },
  {
    _id: ObjectId("65855f4c215d27b4150b53d6"),
    title: "Winter Tales II",
    minutes: 88,
    poster: "https://www.example.com/winter-tales-ii.jpg",
  },
]
