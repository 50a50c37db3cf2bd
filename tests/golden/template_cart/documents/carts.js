// Example documents for "carts" (design "Shopping cart without reservation").
// A visitor's cart
[
  {
    _id: ObjectId("658e919810e72ace07315bdd"),    // primary key
    visitor: "v-58210",                           // Whose cart it is, signed in or not
    changed_at: ISODate("2024-03-02T09:30:00Z"),  // Last change
    // Embedded links: 0..50 per cart (C2)
    lines: [
      {
        // reference -> products._id
        product_id: ObjectId("659134980db34a03617bb9f9"),
        // Copy of product.name (snapshot): value at insert time, never updated
        name: "Blue mug",
        // Copy of product.price (snapshot): value at insert time, never updated
        price: NumberDecimal("12.90"),
        quantity: 2,  // How many
      },
      {
        product_id: ObjectId("6595314c3d1ec71d8a481d47"),
        name: "Linen Desk Lamp",
        price: NumberDecimal("7.90"),
        quantity: 1,
      },
      // ... up to 50
    ],
  },
  {
    _id: ObjectId("65928e4ce1e90f6143f1e0b7"),
    visitor: "v-58211",
    changed_at: ISODate("2024-03-05T10:05:00Z"),
    lines: [
      {
        product_id: ObjectId("6595314c3d1ec71d8a481d47"),
        name: "Linen Desk Lamp",
        price: NumberDecimal("7.90"),
        quantity: 3,
      },
      {
        product_id: ObjectId("65992e00e543311792a20994"),
        name: "Travel Backpack",
        price: NumberDecimal("16.90"),
        quantity: 5,
      },
    ],
  },
]
