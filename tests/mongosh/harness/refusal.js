// The errors of a server: the code, its name and the words.
"use strict";

const NAMES = {
  2: "BadValue", 9: "FailedToParse", 14: "TypeMismatch", 27: "IndexNotFound", 28: "PathNotViable",
  40: "ConflictingUpdateOperators", 47: "NoMatchingDocument", 53: "InvalidIdField", 54: "NotSingleValueField",
  56: "EmptyFieldName", 61: "ShardKeyNotFound",
  66: "ImmutableField", 67: "CannotCreateIndex", 72: "InvalidOptions", 85: "IndexOptionsConflict",
  86: "IndexKeySpecsConflict", 112: "WriteConflict", 121: "DocumentValidationFailure",
  168: "InvalidPipelineOperator", 171: "CannotIndexParallelArrays", 251: "NoSuchTransaction",
  280: "ChangeStreamFatalError", 286: "ChangeStreamHistoryLost", 291: "NoQueryExecutionPlans",
  10334: "BSONObjectTooLarge", 11000: "DuplicateKey",
};

class ServerError extends Error {
  constructor(code, message, labels = []) {
    super(message);
    Object.assign(
      this, { name: "MongoServerError", code, codeName: NAMES[code] ?? `Location${code}`, errorLabels: labels }
    );
  }

  hasErrorLabel(label) {
    return this.errorLabels.includes(label);
  }
}

// What the server or, before it, the driver refuses: the error to throw.
const refusal = (code, message, labels) => new ServerError(code, message, labels);

// A driver's own error, before anything is sent.
const refusedByDriver = (message) => Object.assign(new Error(message), { name: "MongoInvalidArgumentError" });

// What mongosh itself refuses.
const refusedByShell = (message) => Object.assign(
  new Error(`[COMMON-10001] ${message}`), { name: "MongoshInvalidInputError", code: "COMMON-10001" }
);

// The codes of expressions that meet a value of the wrong type, by operator.
const EXPRESSIONS = {
  $add: 14, $subtract: 14, $multiply: 14, $divide: 14, $size: 17124, $in: 40081, $map: 16883, $filter: 28651,
  $reduce: 40080,
  $concatArrays: 28664, $slice: 28724, $arrayElemAt: 28689, $concat: 16702, $objectToArray: 40390, $mergeObjects: 40400,
  $setUnion: 17043, $setEquals: 17044, $setDifference: 17048, $anyElementTrue: 17041, $strLenCP: 34471,
  $replaceRoot: 40228,
};

// What mingo says of a value that an expression can't take, as the server's error; undefined where mingo lacks
// something.
function ofExpression(message) {
  const lacks =
    /is not registered|unknown (top level )?operator|Unknown pipeline operator|Accessing .* is not allowed/i;
  if (lacks.test(message)) return undefined;
  const [operator] = /\$\w+/.exec(message) ?? [];
  return refusal(EXPRESSIONS[operator] ?? 2, message.split("\n")[0]);
}

const isRefusal = (error) => error instanceof ServerError || error.name === "MongoInvalidArgumentError";

module.exports = { isRefusal, ofExpression, refusal, refusedByDriver, refusedByShell };
