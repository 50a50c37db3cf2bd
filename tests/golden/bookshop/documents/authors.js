// Example documents for "authors" (design "Bookshop").
// Someone who has written books
[
  {
    _id: 1,                   // Number of the author
    name: "Peter Standford",  // As printed on the cover
    // References to books._id, 1..5 per author (C5)
    books: [1, 2],  // ... up to 5
  },
  {
    _id: 2,
    name: "Jonas Silva",
    books: [2, 3],
  },
]
