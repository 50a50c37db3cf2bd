// Fails if all of these are left out. null removes a value.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to update: pass a value for ${Object.keys(values).join(" or ")}`);
}
