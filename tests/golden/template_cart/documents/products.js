// Example documents for "products" (design "Shopping cart without reservation").
// Something on sale
[
  {
    _id: ObjectId("659134980db34a03617bb9f9"),  // primary key
    sku: "MUG-0412",                            // Number on the shelf
    name: "Blue mug",                           // Name on the product page
    price: NumberDecimal("12.90"),              // Unit price, excluding tax
    in_stock: 40,                               // Units in stock
  },
  {
    _id: ObjectId("6595314c3d1ec71d8a481d47"),
    sku: "LAM-0413",
    name: "Linen Desk Lamp",
    price: NumberDecimal("7.90"),
    in_stock: 55,
  },
  {
    _id: ObjectId("65992e00e543311792a20994"),
    sku: "BAC-0414",
    name: "Travel Backpack",
    price: NumberDecimal("16.90"),
    in_stock: 51,
  },
]
