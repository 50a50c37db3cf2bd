// Globals of mongosh that modules, which run outside its context, need: filled in by run.js.
"use strict";

require("./document_order.js"); // before any module has the engine
require("./sorting.js");

module.exports = {};
