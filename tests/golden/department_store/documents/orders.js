// Example documents for "orders" (design "Department store").
// A purchase in one of the regions
[
  {
    _id: ObjectId("65e2fc2497d523604eded65c"),    // primary key
    ordered_on: ISODate("2024-03-02T10:15:00Z"),  // When it was placed
    total: NumberDecimal("312.40"),               // Without tax
    // Reference to regions._id (B5, guideline 5: unbounded)
    region_id: ObjectId("6586b324c984963f4717b8a5"),
  },
  {
    _id: ObjectId("65e6f8d8e5e5f2ba6f9ac29b"),
    ordered_on: ISODate("2024-03-05T10:50:00Z"),
    total: NumberDecimal("358.10"),
    region_id: ObjectId("6586b324c984963f4717b8a5"),
  },
  {
    _id: ObjectId("65eaf58ca08050e978afd50c"),
    ordered_on: ISODate("2024-03-08T11:25:00Z"),
    total: NumberDecimal("356.90"),
    region_id: ObjectId("658aafd8a8dbb707d76b219c"),
  },
]
