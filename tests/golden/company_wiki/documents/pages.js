// Example documents for "pages" (design "Company wiki").
// A page; users choose the order of its subpages
[
  {
    _id: ObjectId("6574258829161bc4bf4713aa"),                   // primary key
    title: "Company handbook",                                   // Heading
    text: "Everything that is good to know in the first week.",  // In Markdown
    changed_on: ISODate("2024-02-11T08:30:00Z"),                 // Last change
    // child IDs, in order -> pages._id (T5)
    subpages: [ObjectId("6578223c4aecfb70894cb683"), ObjectId("657c1ef0692eee3c4cdde266")],  // ... up to 60
  },
  {
    _id: ObjectId("6578223c4aecfb70894cb683"),
    title: "Working hours",
    text: "Most of this was known before; the order was not.",
    changed_on: ISODate("2024-02-14T09:05:00Z"),
    subpages: [ObjectId("65801ba46c1d0377f2c60402"), ObjectId("6584185818b7af8ae49440db")],
  },
  {
    _id: ObjectId("657c1ef0692eee3c4cdde266"),
    title: "Travel",
    text: "We start with the question that comes up most often.",
    changed_on: ISODate("2024-02-17T09:40:00Z"),
    subpages: [ObjectId("6587ec0850d574ba6a76a7b7"), ObjectId("658be8bcb3f86dab94205649")],
  },
  {
    _id: ObjectId("65801ba46c1d0377f2c60402"),
    title: "Holidays",
    text: "The plan is simple, and so are the exceptions.",
    changed_on: ISODate("2024-02-20T10:15:00Z"),
    subpages: [],
  },
  {
    _id: ObjectId("6584185818b7af8ae49440db"),
    title: "Sick leave",
    text: "Three things went well, one did not.",
    changed_on: ISODate("2024-02-23T10:50:00Z"),
    subpages: [],
  },
  {
    _id: ObjectId("6587ec0850d574ba6a76a7b7"),
    title: "Booking a journey",
    text: "Most of this was known before; the order was not.",
    changed_on: ISODate("2024-02-26T08:30:00Z"),
    subpages: [],
  },
  {
    _id: ObjectId("658be8bcb3f86dab94205649"),
    title: "Expenses",
    text: "We start with the question that comes up most often.",
    changed_on: ISODate("2024-02-29T09:05:00Z"),
    subpages: [],
  },
]
