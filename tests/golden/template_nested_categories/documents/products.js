// Example documents of the collection "products", design "Nested categories".
// Something in the catalogue
[
  {
    _id: ObjectId("65a3a2900db34a03617bb9f9"),  // primary key
    sku: "LAP-0412",                            // Number on the shelf
    name: "14 inch laptop",                     // As it stands on the box
    price: NumberDecimal("249.90"),             // Without tax
    // reference -> categories._id (B5, guideline 5: up to 5000)
    category_id: ObjectId("6597c51033da9417e098ae97"),
  },
  {
    _id: ObjectId("659f97cc3d1ec71d8a481d47"),
    sku: "SHOE-TRL-042",
    name: "Bluetooth Speaker",
    price: NumberDecimal("319.72"),
    category_id: ObjectId("6597c51033da9417e098ae97"),
  },
  {
    _id: ObjectId("659d0b10e543311792a20994"),
    sku: "BAG-TRV-30L",
    name: "Walnut Standing Desk",
    price: NumberDecimal("299.80"),
    category_id: ObjectId("659a681062e691ca6ed6a8f1"),
  },
]
