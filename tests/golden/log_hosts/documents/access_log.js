// Example documents for "access_log" (design "Log hosts").
// Requests to the log pages, deleted after a month
[
  {
    _id: ObjectId("533544115b1aee1df7a9a1ed"),  // primary key
    time: ISODate("2014-03-28T09:42:41Z"),      // When the request came in
    path: "/hosts/goofy.example.com",           // What was asked for
    status: 200,                                // HTTP status of the answer
  },
  {
    _id: ObjectId("5335473a4ed430b2288ed9b2"),
    time: ISODate("2014-03-28T09:56:10Z"),
    path: "/search",
    status: 301,
  },
]
