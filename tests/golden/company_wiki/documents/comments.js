// Example documents for "comments" (design "Company wiki").
// A comment on a page, or a reply to another comment
[
  {
    _id: ObjectId("65e71c005670d1ee89dcf1ce"),    // primary key
    comment: "Who keeps this page up to date?",   // What was written
    written_on: ISODate("2024-03-05T13:20:00Z"),  // When it was sent
    // Reference to pages._id (B5, guideline 5: unbounded)
    page_id: ObjectId("6574258829161bc4bf4713aa"),
    // Reference to employees._id (B5, guideline 5: unbounded)
    written_by: ObjectId("65699988373c299421e29223"),
    // Copy of employee.name (eventual): synced by a change stream
    writer_name: "Amina Diallo",
  },
  {
    _id: ObjectId("65eb18b4c48f2cc5f5daf337"),
    comment: "To be looked at again next week.",
    written_on: ISODate("2024-03-08T13:55:00Z"),
    page_id: ObjectId("6574258829161bc4bf4713aa"),
    written_by: ObjectId("65699988373c299421e29223"),
    writer_name: "Amina Diallo",
    // parent node -> comments._id, absent at a root (T6)
    answer_to: ObjectId("65e71c005670d1ee89dcf1ce"),
  },
  {
    _id: ObjectId("65ef15680f97e1cff4b48297"),
    comment: "Same as last time, with one exception.",
    written_on: ISODate("2024-03-11T14:30:00Z"),
    page_id: ObjectId("6578223c4aecfb70894cb683"),
    written_by: ObjectId("656d963cc025bdbf6726ac2f"),
    writer_name: "Helena Keller",
  },
  {
    _id: ObjectId("65f3121cadbd030d644cfebd"),
    comment: "Nothing unusual so far.",
    written_on: ISODate("2024-03-14T15:05:00Z"),
    page_id: ObjectId("6578223c4aecfb70894cb683"),
    written_by: ObjectId("656d963cc025bdbf6726ac2f"),
    writer_name: "Helena Keller",
    answer_to: ObjectId("65ef15680f97e1cff4b48297"),
  },
  {
    _id: ObjectId("65f70ed0fc3a8959370bac89"),
    comment: "Agreed with everyone involved.",
    written_on: ISODate("2024-03-17T15:40:00Z"),
    page_id: ObjectId("657c1ef0692eee3c4cdde266"),
    written_by: ObjectId("657192f08294cff6becfe6c3"),
    writer_name: "Ivan Mbeki",
  },
  {
    _id: ObjectId("65fae280a6e8a8c74d158000"),
    comment: "Waiting for an answer by phone.",
    written_on: ISODate("2024-03-20T13:20:00Z"),
    page_id: ObjectId("657c1ef0692eee3c4cdde266"),
    written_by: ObjectId("657192f08294cff6becfe6c3"),
    writer_name: "Ivan Mbeki",
    answer_to: ObjectId("65f70ed0fc3a8959370bac89"),
  },
  {
    _id: ObjectId("65fedf34a573f5a612b2af1c"),
    comment: "Checked and found in order.",
    written_on: ISODate("2024-03-23T13:55:00Z"),
    page_id: ObjectId("65801ba46c1d0377f2c60402"),
    written_by: ObjectId("65758fa4db250780f4cc145f"),
    writer_name: "Tessa Romero",
  },
]
