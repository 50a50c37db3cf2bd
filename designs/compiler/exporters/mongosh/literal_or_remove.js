// Returns a value for a pipeline update: null removes the field.
function literalOrRemove(value) {
  if (value === undefined) return undefined;
  return value === null ? "$$REMOVE" : { $literal: value };
}
