// The values that a slider goes through, and which flip one of them has passed.
const TENTHS = [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
export const COUNTS =
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, ...[10, 100, 1000, 10000].flatMap((ten) => TENTHS.map((one) => one * ten)), 100000];
export const RATES = [0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, ...COUNTS.slice(1), 200000, 500000, 1000000];
export const SHARES = Array.from({ length: 21 }, (_, at) => at / 20);

// A value of a scale as people read it.
export const written = (scale, value) => (
  scale === SHARES ? `${Number((100 * value).toPrecision(3))}%` : Number(value).toLocaleString()
);

// The values of a slider: those of its scale, each threshold and its neighbour, and the one of now.
export function steps(scale, flips, now) {
  const near = scale === COUNTS ? 1 : scale === SHARES ? 0.01 : 0;
  const edges = flips.flatMap(
    ({ value }) => [
      Number(value), Number(value) + (near || Number(value) * 0.01), Number(value) - (near || Number(value) * 0.01)
    ].map((one) => Number(one.toPrecision(9)))
  );
  const all = [
    ...scale, ...edges, ...(typeof now === "number" ? [now] : [])
  ].filter((one) => one >= 0 && (scale !== SHARES || one <= 1));
  return [...new Set(all)].sort((one, other) => one - other);
}

const HOLDS = {
  ">": (value, edge) => value > edge, "<": (value, edge) => value < edge, ">=": (value, edge) => value >= edge,
  "<=": (value, edge) => value <= edge
};

// The flip that a value has passed.
export const passed = (value, flips) => flips.find((flip) => HOLDS[flip.sign](value, Number(flip.value)));

// input of the rules: [path in the design, values, words of its label].
export const NUMBERS = {
  max: ["from.has.max", COUNTS, "most_of"], "from.max": ["from.has.max", COUNTS, "most_of"],
  "to.max": ["to.has.max", COUNTS, "most_of_to"],
  average: ["from.has.average", COUNTS, "average_of"], "to.average": ["to.has.average", COUNTS, "average_of_to"],
  p95: ["from.has.p95", COUNTS, "p95_of"],
  adds_per_day: ["from.has.adds_per_day", RATES, "adds_of"],
  share_over: ["from.has.share_over", SHARES, "share_over_of"],
  independent_access: ["independent_access", SHARES, "alone_of"],
  accessed_together: ["accessed_together", SHARES, "together_of"],
  from_to_per_day: ["navigation.from_to_per_day", RATES, "reads_of"],
  to_from_per_day: ["navigation.to_from_per_day", RATES, "reads_of_to"],
  reassigned_per_day: ["reassigned_per_day", RATES, "moved_of"],
};
