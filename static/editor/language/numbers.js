// Numbers as people say them: `200k`, `1.2M`, `1.2 million`, `85 000`, `about 40`.
const SCALES = {
  k: 1e3, thousand: 1e3, m: 1e6, mio: 1e6, mn: 1e6, million: 1e6, millions: 1e6, b: 1e9, bn: 1e9, billion: 1e9,
  billions: 1e9
};
const ABOUT = /^(?:about|around|approximately|approx\.?|roughly|circa|ca\.?|some|nearly|almost|~|≈)\s*/i;
const SPACES = /(?<=\d)[\s_\u00a0\u202f'’](?=\d{3}(?!\d))/g;
const COMMAS = /(?<=\d),(?=\d{3}(?!\d))/g;
const SCALED = new RegExp(String.raw`(\d+(?:\.\d+)?)\s*(${
  Object.keys(SCALES).sort((one, other) => other.length - one.length).join("|")
})(?![\p{L}\p{N}])`, "giu");

// A text with its numbers in digits alone, whatever stands between them.
export const inDigits = (text) => text.replace(SPACES, "").replace(COMMAS, "").replace(
  SCALED, (_, number, scale) => String(Number((Number(number) * SCALES[scale.toLowerCase()]).toPrecision(12)))
);

// The number that a text says; NaN where it says none.
export function numberSaid(text) {
  const plain = inDigits(text.trim().replace(ABOUT, "")).replace(/^\+/, "");
  return plain ? Number(plain) : NaN;
}
