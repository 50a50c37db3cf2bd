// Example documents for "spare_parts" (design "Parts catalogue").
// A spare part that fits one product only
[
  {
    _id: ObjectId("65a4f4109e7eadaa233dfa7a"),  // primary key
    partno: "907-shf-001",                      // Printed on the bag
    name: "left-hand smoke seal",               // As listed in the catalogue
    qty: 12,                                    // Pieces on the shelf, changed all day long
    cost: 4.1,                                  // What one piece costs us
    price: 9.5,                                 // What one piece is sold for
    // Reference to products._id (B10: up to 300)
    product_id: ObjectId("6583fe900db34a03617bb9f9"),
    // Copy of product.name (eventual): synced by a change stream
    product_name: "left-handed smoke shifter",
    // Copy of product.catalog_number (immutable): never updated
    product_catalog_number: 1234,
  },
  {
    _id: ObjectId("65a8f0c44a105ae034269b40"),
    partno: "907-shf-002",
    name: "Rubber gasket",
    qty: 10,
    cost: Double(4.0),
    price: 11.5,
    product_id: ObjectId("6583fe900db34a03617bb9f9"),
    product_name: "left-handed smoke shifter",
    product_catalog_number: 1234,
  },
  {
    _id: ObjectId("65aced78cc64d6d957799c4d"),
    partno: "907-shf-003",
    name: "Drive belt",
    qty: 16,
    cost: 3.1,
    price: 6.5,
    product_id: ObjectId("6587fb443d1ec71d8a481d47"),
    product_name: "Cordless drill",
    product_catalog_number: 1235,
  },
]
