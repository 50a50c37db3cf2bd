// Globals of mongosh that modules, which run outside its context, need: filled in by run.js.
"use strict";

module.exports = {};
