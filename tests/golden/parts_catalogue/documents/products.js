// Example documents for "products" (design "Parts catalogue").
// Something that is put together from parts
[
  {
    _id: ObjectId("6583fe900db34a03617bb9f9"),  // primary key
    name: "left-handed smoke shifter",          // Name in the catalogue
    manufacturer: "Acme Corp",                  // Who makes it
    catalog_number: 1234,                       // Number in the printed catalogue, never reused
    // References to parts._id, 1..300 per product (C4b)
    parts: [
      {
        // reference -> parts._id
        part_id: ObjectId("65967390b2f1b6564ffe731d"),
        // Copy of part.name (eventual): synced by a change stream
        name: "#4 grommet",
      },
      { part_id: ObjectId("659a7044bf040024b2a51db0"), name: "Valve cover" },
      // ... up to 300
    ],
  },
  {
    _id: ObjectId("6587fb443d1ec71d8a481d47"),
    name: "Cordless drill",
    manufacturer: "Lumo",
    catalog_number: 1235,
    parts: [
      { part_id: ObjectId("659a7044bf040024b2a51db0"), name: "Valve cover" },
      { part_id: ObjectId("659e6cf8631b2191c97ce183"), name: "Filter housing" },
    ],
  },
]
