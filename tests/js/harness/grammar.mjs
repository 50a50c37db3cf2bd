// Lines of JSON on standard input, each a text in the field grammar; on standard output what the browser reads.
import { createInterface } from "node:readline";
import { readFields, Trouble, writeField } from "../../../static/editor/language/grammar.js";

for await (const line of createInterface({ input: process.stdin })) {
  let number = 0;
  try {
    const fields = readFields(JSON.parse(line), () => `id${number++}`);
    process.stdout.write(`${JSON.stringify({ fields, written: fields.map(writeField) })}\n`);
  } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble;
    process.stdout.write(`${JSON.stringify({ trouble: trouble.message, given: trouble.given, path: trouble.path })}\n`);
  }
}
