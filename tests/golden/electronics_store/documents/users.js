// Example documents for "users" (design "Electronics store").
// Someone with an account
[
  {
    _id: ObjectId("6395e83cfff515e963d303c1"),  // primary key
    name: "John Smith",                         // Full name
    email: "john.smith@example.com",            // Used to log in
    // Embedded: 0..5 per user, small, limited in number, owned, and read with its parent (B7, guideline 3)
    addresses: [
      {
        type: "home",           // What it is used for
        street: "123 Main St",  // Street and number
        city: "New York",       // City
        state: "NY",            // State
        zip: "10001",           // Postal code
      },
      { type: "work", street: "456 Market Street", city: "Portland", state: "OR", zip: "97204" },
      // ... up to 5
    ],
  },
  {
    _id: ObjectId("6399e4f0f06dc6c1837f55c4"),
    name: "Victor Chen",
    email: "victor.chen@example.com",
    addresses: [{ type: "home", street: "12 Orchard Lane", city: "Madison", state: "WI", zip: "53703" }],
  },
]
