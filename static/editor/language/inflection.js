// Plurals of English words, as designs/compiler/names/inflection.py has them.
const IRREGULAR = new Map((
  "person people child children grandchild grandchildren man men woman women salesman salesmen craftsman craftsmen "
  + "foreman foremen chairman chairmen foot feet tooth teeth goose geese mouse mice ox oxen vertex vertices "
  + "matrix matrices appendix appendices criterion criteria phenomenon phenomena leaf leaves knife knives life lives "
  + "wife wives half halves shelf shelves bookshelf bookshelves self selves wolf wolves thief thieves calf calves "
  + "loaf loaves hero heroes potato potatoes tomato tomatoes echo echoes veto vetoes quiz quizzes epoch epochs "
  + "stomach stomachs monarch monarchs tech techs pos pos"
).match(/\S+ \S+/g).map((pair) => pair.split(" ")));
const SAME = new Set((
  "data metadata media information equipment staff money feedback software hardware firmware sheep fish deer aircraft "
  + "spacecraft police advice furniture luggage traffic weather chaos kudos cosmos os sms"
).split(" "));
const SEVERAL = new Set(IRREGULAR.values());
const SINGULAR = /^(alias|bias|atlas|canvas|gas|lens)$/;

// What is plural or not English already stays.
export function several(word) {
  if (IRREGULAR.has(word)) return IRREGULAR.get(word);
  if (!/[a-z]/.test(word) || SAME.has(word) || SEVERAL.has(word) || isPlural(word)) return word;
  if (/.[sx]is$/.test(word)) return word.replace(/is$/, "es");
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, "ies");
  return `${word}${/(s|x|z|ch|sh)$/.test(word) ? "es" : "s"}`;
}

const isPlural = (word) =>
  /.[^sui]s$/.test(word) && (word.length > 3 || /[aeiouy].?s$/.test(word)) && !SINGULAR.test(word);
