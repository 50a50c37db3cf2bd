// Example documents for "photos" (design "Metadata").
// One picture; its bytes are stored elsewhere
[
  {
    _id: ObjectId("65e2f1988eef4b542fa35579"),  // primary key
    file_name: "harbour.jpg",                   // Original file name
    // SHA-256 of its bytes: the same picture is stored once
    checksum: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    added_at: ISODate("2024-03-02T09:30:00Z"),  // When it was added to the archive
    // attributes: camera, lens, iso, width, place, photographer (P3: one index serves a filter by any of
    // them)
    metadata: [
      {
        // name of the attribute; a new attribute needs no new index
        k: "camera",
        v: "Kestrel X20",  // Camera
      },
      { k: "lens", v: "35 mm" },
      {
        k: "iso",
        v: 400,  // ISO setting
      },
      {
        k: "width",
        v: 6000,  // Pixels from left to right
      },
      { k: "place", v: "Old harbour" },
      { k: "photographer", v: "Ida Bauer" },
    ],
  },
  {
    _id: ObjectId("65e6ee4c82a1e563cf875934"),
    file_name: "photo-2.jpg",
    checksum: "0ce8366200b5a338b5f888b3417b56b4ad3235c815acf764b822c37fa93eadd2",
    added_at: ISODate("2024-03-05T10:05:00Z"),
    metadata: [
      { k: "camera", v: "Kestrel X21" },
      { k: "lens", v: "70 mm" },
      { k: "iso", v: 200 },
      { k: "width", v: 6600 },
      { k: "place", v: "Old harbour" },
      { k: "photographer", v: "Chloe Fischer" },
    ],
  },
]
