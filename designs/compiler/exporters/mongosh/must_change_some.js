// Refuses to change nothing, where all of these are left out. null says that there is none.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to change; give a value for ${Object.keys(values).join(" or ")}`);
}
