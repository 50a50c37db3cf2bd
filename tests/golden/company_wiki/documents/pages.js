// Example documents of the collection "pages", design "Company wiki".
// A page; its subpages stand in an order that people choose
[
  {
    _id: ObjectId("65bf4b0829161bc4bf4713aa"),                   // primary key
    title: "Company handbook",                                   // Heading
    text: "Everything that is good to know in the first week.",  // In Markdown
    changed_on: ISODate("2024-02-11T08:30:00Z"),                 // Last change
    // the nodes below, in their order -> pages._id (T5)
    subpages: [ObjectId("65bb40444aecfb70894cb683"), ObjectId("65b73580692eee3c4cdde266")],  // ... up to 60
  },
  {
    _id: ObjectId("65bb40444aecfb70894cb683"),
    title: "Working hours",
    text: "We start with the question that comes up most often.",
    changed_on: ISODate("2024-02-08T06:55:00Z"),
    subpages: [ObjectId("65b32abc6c1d0377f2c60402"), ObjectId("65af1ff818b7af8ae49440db")],
  },
  {
    _id: ObjectId("65b73580692eee3c4cdde266"),
    title: "Travel",
    text: "The plan is simple, and so are the exceptions.",
    changed_on: ISODate("2024-02-05T05:20:00Z"),
    subpages: [ObjectId("65ab153450d574ba6a76a7b7"), ObjectId("65a70a70b3f86dab94205649")],
  },
  {
    _id: ObjectId("65b32abc6c1d0377f2c60402"),
    title: "Holidays",
    text: "Three things went well, one did not.",
    changed_on: ISODate("2024-02-02T03:45:00Z"),
    subpages: [],
  },
  {
    _id: ObjectId("65af1ff818b7af8ae49440db"),
    title: "Sick leave",
    text: "We start with the question that comes up most often.",
    changed_on: ISODate("2024-01-30T02:10:00Z"),
    subpages: [],
  },
  {
    _id: ObjectId("65ab153450d574ba6a76a7b7"),
    title: "Booking a journey",
    text: "The plan is simple, and so are the exceptions.",
    changed_on: ISODate("2024-01-27T00:35:00Z"),
    subpages: [],
  },
  {
    _id: ObjectId("65a70a70b3f86dab94205649"),
    title: "Expenses",
    text: "Three things went well, one did not.",
    changed_on: ISODate("2024-01-23T23:00:00Z"),
    subpages: [],
  },
]
