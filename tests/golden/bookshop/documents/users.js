// Example documents for "users" (design "Bookshop").
// A customer of the shop
[
  {
    _id: 1,                   // Number of the customer
    name: "Peter Wilkinson",  // Full name
    age: 27,                  // In years
    // Embedded: one per user (A3, guideline 2)
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
