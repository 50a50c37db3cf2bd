// Returns the value to store, adding an _id if it's missing. places: paths of the objects that need an _id; "" for
// the value itself.
function identified(stored, places = [""]) {
  const withId = (value, steps) => {
    if (Array.isArray(value)) {
      return value.map((each) => withId(each, steps));
    }
    if (value === null || typeof value !== "object") {
      return value;
    }
    const [step, ...further] = steps;
    if (step !== undefined) {
      return Object.hasOwn(value, step) ? { ...value, [step]: withId(value[step], further) } : value;
    }
    const { _id: own, ...fields } = value;
    return { _id: own ?? new ObjectId(), ...fields };
  };
  return places.reduce((value, place) => withId(value, place === "" ? [] : place.split(".")), stored);
}
