// A value as an update with stages takes it: null takes the field away.
function literalOrRemove(value) {
  if (value === undefined) return undefined;
  return value === null ? "$$REMOVE" : { $literal: value };
}
