// Example documents for "books" (design "Bookshop").
// A book on sale
[
  {
    _id: 1,                         // Number of the book
    title: "A tale of two people",  // As printed on the cover
    // References to categories._id, 0..3 per book (C4a, guideline 4)
    categories: [1, 2],
    // References to authors._id, 1..3 per book (C5)
    authors: [1],
  },
  {
    _id: 2,
    title: "A Map of Quiet Places",
    categories: [2, 3],
    authors: [1, 2],
  },
  {
    _id: 3,
    title: "Two Winters in Lisbon",
    categories: [1, 3],
    authors: [2],
  },
]
