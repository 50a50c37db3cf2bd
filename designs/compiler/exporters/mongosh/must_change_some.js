// Refuses a call that leaves all of these out, since it would change nothing. null says that there is none.
function mustChangeSome(values) {
  if (Object.values(values).some((value) => value !== undefined)) return;
  throw new Error(`nothing to change; give a value for ${Object.keys(values).join(" or ")}`);
}
