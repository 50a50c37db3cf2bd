// Example documents for "carts" (design "Shopping cart with reservation").
// What a visitor is about to buy
[
  {
    _id: ObjectId("658e919810e72ace07315bdd"),    // primary key
    visitor: "v-58210",                           // Whose cart it is, signed in or not
    status: "open",                               // Whether it is paid
    changed_at: ISODate("2024-03-02T09:30:00Z"),  // Last change
  },
  {
    _id: ObjectId("65928e4ce1e90f6143f1e0b7"),
    visitor: "v-58211",
    status: "paid",
    changed_at: ISODate("2024-03-05T10:05:00Z"),
  },
]
