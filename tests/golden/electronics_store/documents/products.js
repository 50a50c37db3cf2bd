// Example documents for "products" (design "Electronics store").
// Something on sale
[
  {
    _id: ObjectId("63c40cbc0db34a03617bb9f9"),  // primary key
    name: "Wireless Headphones",                // Name on the product page
    price: NumberDecimal("149.99"),             // Current price
    category: "Electronics",                    // Where it is listed
    tags: ["bluetooth", "headphones"],          // Words that the shop filters by; ... up to 20
    // computed: round(avg(reviews.rating), 2); null if there's nothing to compute it from
    average_rating: Double(4.0),  // Mean of all reviews
    // computed: count(reviews)
    review_count: 2,  // How many reviews there are
    // Subset: the last 5 by date, in ascending order; all are in reviews (B3)
    recent_reviews: [
      {
        // reference -> reviews._id, so that edits find their copy
        review_id: ObjectId("64222e001d19f3ed8debb283"),
        user: "Alex",                           // Name that the reviewer shows
        rating: 5,                              // Stars
        // What the reviewer says
        comment: "Amazing sound quality! I've been using these for a week now and I'm impressed with the battery.",
        date: ISODate("2023-03-28T00:00:00Z"),  // When it was written
      },
      {
        review_id: ObjectId("64262ab4950124c310b577d5"),
        user: "Luca",
        rating: 3,
        comment: "Good overall, though it took a little longer than said.",
        date: ISODate("2023-03-31T00:00:00Z"),
      },
      // ... up to 5
    ],
    // computed: sum of rating, to update the average
    rating_sum: 8,
  },
  {
    _id: ObjectId("63c809703d1ec71d8a481d47"),
    name: "Noise-Cancelling Headphones",
    price: NumberDecimal("159.99"),
    category: "Electronics",
    tags: ["headphones", "noise-cancelling"],
    average_rating: Double(4.0),
    review_count: 1,
    recent_reviews: [
      {
        review_id: ObjectId("642a27685f3999c3b035aa14"),
        user: "Ines",
        rating: 4,
        comment: "Just as described, and a pleasure from the first day.",
        date: ISODate("2023-04-03T00:00:00Z"),
      },
    ],
    rating_sum: 4,
  },
  {
    _id: ObjectId("63cc0624e543311792a20994"),
    name: "Bluetooth Speaker",
    price: NumberDecimal("105.99"),
    category: "Electronics",
    tags: ["speaker", "bluetooth"],
    average_rating: null,
    review_count: 0,
    recent_reviews: [],
    rating_sum: 0,
  },
]
