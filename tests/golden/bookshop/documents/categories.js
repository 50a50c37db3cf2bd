// Example documents for "categories" (design "Bookshop").
// A shelf of the shop, with a page of its own
[
  {
    _id: 1,         // Number of the category
    name: "drama",  // As shown in the menu
  },
  {
    _id: 2,
    name: "thriller",
  },
  {
    _id: 3,
    name: "comedy",
  },
]
