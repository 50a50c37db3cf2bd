// Example documents for "categories" (design "Nested categories").
// A category of the catalogue, or a subcategory
[
  {
    _id: ObjectId("6597c51033da9417e098ae97"),  // primary key
    slug: "electronics",                        // Name in URLs and paths
    name: "Electronics",                        // Name shown to people
    // the slug of each node above, root first; , at a root (T3)
    path: ",",
  },
  {
    _id: ObjectId("659bc1c462e691ca6ed6a8f1"),
    slug: "computers",
    name: "Computers",
    path: ",electronics,",
  },
  {
    _id: ObjectId("659fbe7850acde0a0835f00b"),
    slug: "audio",
    name: "Audio",
    path: ",electronics,",
  },
  {
    _id: ObjectId("65a3bb2c5a5851535c697471"),
    slug: "laptops",
    name: "Laptops",
    path: ",electronics,computers,",
  },
  {
    _id: ObjectId("65a7b7e03cced497a7137e72"),
    slug: "monitors",
    name: "Monitors",
    path: ",electronics,computers,",
  },
  {
    _id: ObjectId("65ab8b90caddcbff32197c46"),
    slug: "headphones",
    name: "Headphones",
    path: ",electronics,audio,",
  },
  {
    _id: ObjectId("65af88448100e163f7ad753e"),
    slug: "speakers",
    name: "Speakers",
    path: ",electronics,audio,",
  },
]
