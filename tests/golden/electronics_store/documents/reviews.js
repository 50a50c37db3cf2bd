// Example documents for "reviews" (design "Electronics store").
// The opinion of one buyer
[
  {
    _id: ObjectId("64222e001d19f3ed8debb283"),  // primary key
    user: "Alex",                               // Name that the reviewer shows
    rating: 5,                                  // Stars
    // What the reviewer says
    comment: "Amazing sound quality! I've been using these for a week now and I'm impressed with the battery.",
    date: ISODate("2023-03-28T00:00:00Z"),      // When it was written
    // Reference to products._id (B3: unbounded)
    product_id: ObjectId("63c40cbc0db34a03617bb9f9"),
  },
  {
    _id: ObjectId("64262ab4950124c310b577d5"),
    user: "Luca",
    rating: 3,
    comment: "Good overall, though it took a little longer than said.",
    date: ISODate("2023-03-31T00:00:00Z"),
    product_id: ObjectId("63c40cbc0db34a03617bb9f9"),
  },
  {
    _id: ObjectId("642a27685f3999c3b035aa14"),
    user: "Ines",
    rating: 4,
    comment: "Just as described, and a pleasure from the first day.",
    date: ISODate("2023-04-03T00:00:00Z"),
    product_id: ObjectId("63c809703d1ec71d8a481d47"),
  },
]
