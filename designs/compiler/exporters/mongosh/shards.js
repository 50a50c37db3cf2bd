// Shards a collection by its key, only on a sharded cluster. An existing key isn't changed. A collection with a
// collation needs the simple collation for its key. MongoDB before 6.0 needs sharding enabled for the database first.
function ensureShardKey(collection, key, options) {
  if (db.hello().msg !== "isdbgrid") {
    print("no sharded cluster: " + collection + " is not sharded");
    return;
  }
  const namespace = db.getName() + "." + collection;
  const known = db.getSiblingDB("config").getCollection("collections").findOne({ _id: namespace });
  if (known === null) {
    if (parseInt(db.version(), 10) < 6) {
      sh.enableSharding(db.getName());
    }
    if (options === undefined) {
      sh.shardCollection(namespace, key);
    } else {
      const { unique, ...others } = options;
      sh.shardCollection(namespace, key, unique, others);
    }
    print("sharded " + namespace);
  } else if (EJSON.stringify(known.key) !== EJSON.stringify(key)) {
    print("DIFFERS " + namespace + ": its shard key is " + EJSON.stringify(known.key) + ", wanted " + EJSON.stringify(key) +
      "; refineCollectionShardKey or reshardCollection changes it");
  }
}
