// Example documents for "jobs" (design "Work queue").
// One piece of work
[
  {
    _id: ObjectId("65e2f198095b4f280b040f2f"),  // primary key
    topic: "mail",                              // What kind of work: each worker asks for its own
    status: "waiting",                          // Where it is on its way
    priority: 5,                                // The higher the sooner
    added_at: ISODate("2024-03-02T09:30:00Z"),  // When it was put into the queue; of one priority the oldest is first
    payload: {                                  // What the worker has to know
      about: "orders/65e2",  // Id or address of what it is about
      language: "en",        // In which language to answer
    },
    attempts: 1,                                 // How often it was taken
    taken_by: "worker-7",                        // The worker that has it, or had it last
    taken_at: ISODate("2024-03-02T09:31:00Z"),   // When that was: one that takes too long is given back
    error: "the mail server did not answer",     // What went wrong the last time
    forget_at: ISODate("2024-03-09T09:30:00Z"),  // Then it goes by itself, done or not
  },
  {
    _id: ObjectId("65e6ee4c0f7889470020f02a"),
    topic: "thumbnail",
    status: "running",
    priority: 1,
    added_at: ISODate("2024-03-05T10:05:00Z"),
    payload: { about: "orders/65e3", language: "pt" },
    attempts: 4,
    taken_by: "worker-1",
    taken_at: ISODate("2024-03-05T10:06:00Z"),
    error: "connection refused",
    forget_at: ISODate("2024-03-12T10:05:00Z"),
  },
]
