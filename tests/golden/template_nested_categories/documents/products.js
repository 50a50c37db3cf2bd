// Example documents of the collection "products", design "Nested categories".
// Something in the catalogue
[
  {
    _id: ObjectId("649953900db34a03617bb9f9"),  // primary key
    sku: "LAP-0412",                            // Number on the shelf
    name: "14 inch laptop",                     // As it stands on the box
    price: NumberDecimal("249.90"),             // Without tax
    // reference -> categories._id (B5, guideline 5: up to 5000)
    category_id: ObjectId("6499539033da9417e098ae97"),
  },
  {
    _id: ObjectId("649548cc3d1ec71d8a481d47"),
    sku: "SHOE-TRL-042",
    name: "Bluetooth Speaker",
    price: NumberDecimal("319.72"),
    category_id: ObjectId("6499539033da9417e098ae97"),
  },
  {
    _id: ObjectId("64913e08e543311792a20994"),
    sku: "BAG-TRV-30L",
    name: "Walnut Standing Desk",
    price: NumberDecimal("299.80"),
    category_id: ObjectId("649548cc62e691ca6ed6a8f1"),
  },
]
