// Keeping copies and computed fields true of the design "Work queue".
// Run: mongosh <address> --file 05_sync.js --shell, for its functions.
// Changes: nothing. It defines functions.
// Copies of policy snapshot or immutable are never touched. A strong copy is written by its function, in a
// transaction.
db = db.getSiblingDB("work");

// No copy of this design follows a change stream.
