// Example documents for "regions" (design "Department store").
// A node of the tree by which sales are summed; it changes with the business year
[
  {
    _id: ObjectId("6586b324c984963f4717b8a5"),  // primary key
    name: "World",                              // Name in reports
    head_count: 2400,                           // People who work there
    // left number: descendants have numbers between the node's two (T2)
    left: 1,
    // right number: descendants have numbers between the node's two (T2)
    right: 14,
  },
  {
    _id: ObjectId("658aafd8a8dbb707d76b219c"),
    name: "Europe",
    head_count: 1100,
    // parent node -> regions._id, absent at a root (T2)
    parent: ObjectId("6586b324c984963f4717b8a5"),
    left: 2,
    right: 7,
  },
  {
    _id: ObjectId("658eac8cb1e7becb20fffbee"),
    name: "Americas",
    head_count: 740,
    parent: ObjectId("6586b324c984963f4717b8a5"),
    left: 8,
    right: 13,
  },
  {
    _id: ObjectId("6592a9408a3270b7d22c1989"),
    name: "Iberia",
    head_count: 510,
    parent: ObjectId("658aafd8a8dbb707d76b219c"),
    left: 3,
    right: 4,
  },
  {
    _id: ObjectId("6596a5f4f0f0660791849f21"),
    name: "Nordics",
    head_count: 340,
    parent: ObjectId("658aafd8a8dbb707d76b219c"),
    left: 5,
    right: 6,
  },
  {
    _id: ObjectId("659a79a4fdb62efa2f004fb0"),
    name: "Andes",
    head_count: 340,
    parent: ObjectId("658eac8cb1e7becb20fffbee"),
    left: 9,
    right: 10,
  },
  {
    _id: ObjectId("659e76589b58b3a9390b489e"),
    name: "Caribbean",
    head_count: 230,
    parent: ObjectId("658eac8cb1e7becb20fffbee"),
    left: 11,
    right: 12,
  },
]
