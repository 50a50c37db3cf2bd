// Example documents for "jobs" (design "Work queue").
// One piece of work
[
  {
    _id: ObjectId("65e2f198095b4f280b040f2f"),  // primary key
    topic: "mail",                              // Kind of work; each worker claims jobs of one topic
    status: "waiting",                          // Current state
    priority: 5,                                // Jobs with a higher priority run first
    // When the job was queued; among equal priorities, the oldest runs first
    added_at: ISODate("2024-03-02T09:30:00Z"),
    payload: {                                  // Data for the worker
      about: "orders/65e2",  // ID or URL of the subject
      language: "en",        // In which language to answer
    },
    attempts: 1,                                 // Number of attempts
    taken_by: "worker-7",                        // The worker that claimed it last
    taken_at: ISODate("2024-03-02T09:31:00Z"),   // When it was claimed; a job that takes too long returns to the queue
    error: "the mail server did not answer",     // Last error
    forget_at: ISODate("2024-03-09T09:30:00Z"),  // When the job is deleted, done or not
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
  {
    _id: ObjectId("65eaeb00f4e596a2e660d327"),
    topic: "report",
    status: "running",
    priority: 2,
    added_at: ISODate("2024-03-08T10:40:00Z"),
    payload: { about: "orders/65e4", language: "de" },
    attempts: 2,
    taken_by: "worker-2",
    taken_at: ISODate("2024-03-08T10:41:00Z"),
    error: "address not found",
    forget_at: ISODate("2024-03-15T10:40:00Z"),
  },
  {
    _id: ObjectId("65eee7b4c8ec80e744d5a4ac"),
    topic: "mail",
    status: "failed",
    priority: 2,
    added_at: ISODate("2024-03-11T11:15:00Z"),
    payload: { about: "orders/65e5", language: "fr" },
    attempts: 3,
    taken_by: "worker-3",
    taken_at: ISODate("2024-03-11T11:16:00Z"),
    error: "quota exceeded",
    forget_at: ISODate("2024-03-18T11:15:00Z"),
  },
  {
    _id: ObjectId("65f2e468b4e5623b76ed69fe"),
    topic: "thumbnail",
    status: "waiting",
    priority: 1,
    added_at: ISODate("2024-03-14T11:50:00Z"),
    payload: { about: "orders/65e6", language: "es" },
    attempts: 2,
    error: "timeout after 30 s",
    forget_at: ISODate("2024-03-21T11:50:00Z"),
  },
]
