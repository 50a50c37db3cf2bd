// What a document measures, and what is too large for a server.
"use strict";

const { refusal } = require("./refusal.js");
const shell = require("./shell.js");

const LARGEST = 16 * 1024 * 1024;
// A document whose text is shorter than this is smaller than LARGEST for sure: a character of JSON stands for at
// most eight bytes (a number of one digit in an array).
const SURELY_SMALL = LARGEST / 16;

function checkSize(document) {
  if (JSON.stringify(document).length < SURELY_SMALL) return;
  const size = shell.sizeOf(document);
  if (size > LARGEST) {
    throw refusal(10334, `BSONObj size: ${size} is invalid. Size must be between 0 and ${LARGEST + 16 * 1024}(16MB)`);
  }
}

module.exports = { checkSize };
