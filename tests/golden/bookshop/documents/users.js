// Example documents of the collection "users", design "Bookshop".
// A customer of the shop
[
  {
    _id: 1,                   // Number of the customer
    name: "Peter Wilkinson",  // Full name
    age: 27,                  // In years
    // embedded: one per user, read and changed with it (A3, guideline 2)
    address: {
      street: "100 some road",  // Street and number
      city: "Nevermore",        // City
    },
  },
  {
    _id: 2,
    name: "Victor Chen",
    age: 29,
    address: { street: "456 Market Street", city: "Portland" },
  },
]
