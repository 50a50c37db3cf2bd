// Example documents for "logs" (design "Log hosts").
// The log of the log collector itself: the last 1,000 lines are enough
[
  {
    _id: ObjectId("533543e8e0e563064e996355"),             // primary key
    time: ISODate("2014-03-28T09:42:00Z"),                 // When the collector wrote it
    level: "info",                                         // Severity
    message: "collected 12 lines from goofy.example.com",  // What the collector did
  },
  {
    _id: ObjectId("53354711799d9c803f109743"),
    time: ISODate("2014-03-28T09:55:29Z"),
    level: "warning",
    message: "service restarted",
  },
]
