// "Theatre seats": Sync copies and computed fields
// Run: mongosh <address> --file 05_sync.js --shell, for its functions.
// Only defines functions. Loading it changes nothing.
// Snapshot and immutable copies are never updated. Strong copies are updated by their function, in a
// transaction.
db = db.getSiblingDB("theater");

// This design has no copies synced by change streams.
