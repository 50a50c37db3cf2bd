// Writes documents with the Node driver: node write.cjs ADDRESS. Each document is named for what it shows.
"use strict";

const { Decimal128, Long, MongoClient } = require("../mongosh/node_modules/mongodb");

const VALUES = {
  whole: 5,
  large: 3000000000,
  "whole as a fraction": 5.0,
  fraction: 19.99,
  decimal: Decimal128.fromString("19.99"),
  "long of the driver": Long.fromNumber(5),
  date: new Date(0),
  text: "a",
  flag: true,
  absent: undefined,
};

async function main() {
  const client = new MongoClient(process.argv[2], { serverSelectionTimeoutMS: 10000 });
  const documents = Object.entries(VALUES).map(([name, value]) => ({ name, value }));
  await client.db("shop").collection("values").insertMany(documents);
  await client.db("shop").collection("without").insertOne({ name: "left out" });
  const careful = new MongoClient(process.argv[2], { ignoreUndefined: true });
  await careful.db("shop").collection("careful").insertOne({ name: "absent", value: undefined });
  await careful.close();
  await client.close();
}

main();
