// Example documents for "categories" (design "Department store").
// A node of the category tree, with a page of its own
[
  {
    _id: ObjectId("656860a4a8d9e7dfbdcb770e"),  // primary key
    name: "Electronics",                        // As shown in the shop
    slug: "electronics",                        // Name in URLs and paths
    // the slug of each node above, root first; , at a root (T3)
    path: ",",
  },
  {
    _id: ObjectId("656c5d58691163b9f77ad4d3"),
    name: "Computers",
    slug: "computers",
    path: ",electronics,",
  },
  {
    _id: ObjectId("65705a0c90fdf5aba07598ef"),
    name: "Audio",
    slug: "audio",
    path: ",electronics,",
  },
  {
    _id: ObjectId("657456c0ecf09e4654189939"),
    name: "Laptops",
    slug: "laptops",
    path: ",electronics,computers,",
  },
  {
    _id: ObjectId("657853746fe97207b11a8cdd"),
    name: "Monitors",
    slug: "monitors",
    path: ",electronics,computers,",
  },
  {
    _id: ObjectId("657c2724c048892208462a03"),
    name: "Headphones",
    slug: "headphones",
    path: ",electronics,audio,",
  },
  {
    _id: ObjectId("658023d8e95c49fcc0aed383"),
    name: "Speakers",
    slug: "speakers",
    path: ",electronics,audio,",
  },
]
