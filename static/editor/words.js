// The words of the page, translated by the server: `<template id="words">` holds a line for each key.
export function wordsOf(template) {
  const held = new Map([...template.content.querySelectorAll("[data-word]")].map((line) => [line.dataset.word, line.textContent]));
  const words = (key, given = {}) => (held.get(key) ?? key).replace(/\{(\w+)\}/g, (whole, name) => given[name] ?? whole);
  const rules = new Intl.PluralRules(document.documentElement.lang || "en");
  words.counted = (key, count) => words(held.has(`${key}_${rules.select(count)}`) ? `${key}_${rules.select(count)}` : `${key}_other`, { count });
  words.has = (key) => held.has(key);
  return words;
}
