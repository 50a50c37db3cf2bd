// Example documents for "products" (design "Nested categories").
// Something in the catalogue
[
  {
    _id: ObjectId("65a3a2900db34a03617bb9f9"),  // primary key
    sku: "LAP-0412",                            // Number on the shelf
    name: "14 inch laptop",                     // Name on the box
    price: NumberDecimal("249.90"),             // Without tax
    // Reference to categories._id (B5, guideline 5: up to 5000)
    category_id: ObjectId("6597c51033da9417e098ae97"),
  },
  {
    _id: ObjectId("65a79f443d1ec71d8a481d47"),
    sku: "LAP-0413",
    name: "15 inch laptop",
    price: NumberDecimal("172.90"),
    category_id: ObjectId("6597c51033da9417e098ae97"),
  },
  {
    _id: ObjectId("65ab9bf8e543311792a20994"),
    sku: "LAP-0414",
    name: "16 inch laptop",
    price: NumberDecimal("168.90"),
    category_id: ObjectId("659bc1c462e691ca6ed6a8f1"),
  },
]
