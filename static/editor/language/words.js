// The words of the page, translated by the server: `<template id="words">` holds a line for each key.
export function wordsOf(template) {
  const held =
    new Map([...template.content.querySelectorAll("[data-word]")].map((line) => [line.dataset.word, line.textContent]));
  const rules = new Intl.PluralRules(document.documentElement.lang || "en");
  // With a `count`, the form for that number where there is one.
  const form = (key, { count }) => (
    count === undefined ? key : [`${key}_${rules.select(count)}`, `${key}_other`, key].find((one) => held.has(one))
      ?? key
  );
  const words = (key, given = {}) => (
    held.get(form(key, given)) ?? key
  ).replace(/\{(\w+)\}/g, (whole, name) => given[name] ?? whole);
  words.counted = (key, count) => words(key, { count });
  words.has = (key) => held.has(key);
  return words;
}
