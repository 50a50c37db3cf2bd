// Example documents for "reservations" (design "Shopping cart with reservation").
// Units of one product for one cart; paid reservations stay
[
  {
    _id: ObjectId("65d083a0df2ae84ac231264a"),  // primary key
    quantity: 1,                                // How many
    until: ISODate("2024-03-02T10:00:00Z"),     // When an open reservation expires
    // Reference to products._id (B5, guideline 5: unbounded)
    product_id: ObjectId("658162980db34a03617bb9f9"),
    // Copy of product.name (snapshot): value at insert time, never updated
    name: "Jacket of the tour",
    // Copy of product.price (snapshot): value at insert time, never updated
    price: NumberDecimal("89.00"),
    // Reference to carts._id (B10: up to 50)
    cart_id: ObjectId("658e919810e72ace07315bdd"),
    // Copy of cart.status (strong): updated in the same transaction
    status: "open",
  },
  {
    _id: ObjectId("65d480541e11ca7c8abcfe06"),
    quantity: 5,
    until: ISODate("2024-03-05T10:35:00Z"),
    product_id: ObjectId("658162980db34a03617bb9f9"),
    name: "Jacket of the tour",
    price: NumberDecimal("89.00"),
    cart_id: ObjectId("658e919810e72ace07315bdd"),
    status: "open",
  },
  {
    _id: ObjectId("65d87d084fc32989f800984a"),
    quantity: 5,
    until: ISODate("2024-03-08T11:10:00Z"),
    product_id: ObjectId("65855f4c3d1ec71d8a481d47"),
    name: "Linen Desk Lamp",
    price: NumberDecimal("123.00"),
    cart_id: ObjectId("65928e4ce1e90f6143f1e0b7"),
    status: "paid",
  },
]
