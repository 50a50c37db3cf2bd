// Example documents for "reviews" (design "Web shop").
// The opinion of one buyer
[
  {
    _id: ObjectId("64222e001d19f3ed8debb283"),  // primary key
    rating: 5,                                  // Stars
    comment: "My back has not hurt since.",     // What the reviewer says
    date: ISODate("2023-03-28T00:00:00Z"),      // When it was written
    // Reference to products._id (B5, guideline 5: unbounded)
    product_id: ObjectId("62f598000db34a03617bb9f9"),
  },
  {
    _id: ObjectId("64262ab4950124c310b577d5"),
    rating: 3,
    date: ISODate("2023-03-31T00:00:00Z"),
    product_id: ObjectId("62f598000db34a03617bb9f9"),
  },
  {
    _id: ObjectId("642a27685f3999c3b035aa14"),
    rating: 4,
    comment: "Just as described, and a pleasure from the first day.",
    date: ISODate("2023-04-03T00:00:00Z"),
    product_id: ObjectId("62f994b43d1ec71d8a481d47"),
  },
]
