// The words of the page, translated by the server: `<template id="words">` holds a line for each key.
export function wordsOf(template) {
  const held = new Map([...template.content.querySelectorAll("[data-word]")].map((line) => [line.dataset.word, line.textContent]));
  const words = (key, given = {}) => (held.get(key) ?? key).replace(/\{(\w+)\}/g, (whole, name) => given[name] ?? whole);
  words.has = (key) => held.has(key);
  return words;
}
