// Example documents for "products" (design "Department store").
// Something on sale
[
  {
    _id: ObjectId("65719b240db34a03617bb9f9"),  // primary key
    sku: "LAP-0412",                            // Number on the shelf
    name: "14 inch laptop",                     // As printed on the box
    price: NumberDecimal("249.90"),             // Without tax
    // Reference to categories._id (B5, guideline 5: up to 5000)
    category_id: ObjectId("656860a4a8d9e7dfbdcb770e"),
  },
  {
    _id: ObjectId("657597d83d1ec71d8a481d47"),
    sku: "LAM-0413",
    name: "Linen Desk Lamp",
    price: NumberDecimal("172.90"),
    category_id: ObjectId("656860a4a8d9e7dfbdcb770e"),
  },
  {
    _id: ObjectId("6579948ce543311792a20994"),
    sku: "BAC-0414",
    name: "Travel Backpack",
    price: NumberDecimal("168.90"),
    category_id: ObjectId("656c5d58691163b9f77ad4d3"),
  },
]
