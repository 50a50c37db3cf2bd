// Example documents for "products" (design "Shopping cart with reservation").
// A product with limited stock
[
  {
    _id: ObjectId("658162980db34a03617bb9f9"),  // primary key
    sku: "GIG-0412",                            // Number on the shelf
    name: "Jacket of the tour",                 // Name on the product page
    price: NumberDecimal("89.00"),              // Unit price, excluding tax
    stock: 40,                                  // Total units received
    // computed: sum(reservations.quantity)
    taken: 6,  // Units in carts or sold
    // computed: stock - taken
    available: 34,  // Units still available; a reservation for more is rejected
  },
  {
    _id: ObjectId("65855f4c3d1ec71d8a481d47"),
    sku: "GIG-0413",
    name: "Linen Desk Lamp",
    price: NumberDecimal("123.00"),
    stock: 47,
    taken: 5,
    available: 42,
  },
]
