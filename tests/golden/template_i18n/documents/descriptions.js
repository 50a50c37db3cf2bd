// Example documents for "descriptions" (design "Texts in several languages (i18n)").
// The long text of a product in one language
[
  {
    _id: ObjectId("658e91987434b26199c89591"),    // primary key
    locale: "de",                                 // Which language it is
    text: "Eine Tasse aus Ton.",                  // Text of the page
    status: "checked",                            // Only reviewed texts are published
    changed_at: ISODate("2024-03-02T09:30:00Z"),  // If older than the English text, the translation needs a review
    // Reference to products._id (B10: up to 12)
    product_id: ObjectId("658bee980db34a03617bb9f9"),
  },
  {
    _id: ObjectId("65928e4c562311ce1aa77be8"),
    locale: "fr",
    text: "Text of description 2",
    status: "draft",
    changed_at: ISODate("2024-03-05T10:05:00Z"),
    product_id: ObjectId("658bee980db34a03617bb9f9"),
  },
  {
    _id: ObjectId("65968b0010a12c14ba95eb4b"),
    locale: "es",
    text: "Text of description 3",
    status: "checked",
    changed_at: ISODate("2024-03-08T10:40:00Z"),
    product_id: ObjectId("658feb4c3d1ec71d8a481d47"),
  },
]
