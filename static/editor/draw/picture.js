// All that is drawn as one SVG of real shapes and text, and as a PNG of the same.
import { CARD, cardHeight } from "../geometry.js";
import { feet, rounded } from "./lines.js";

const SEARCH = 300; // ms for exact ways
const MOST = 8192; // pixels of a PNG's longer side

export function pictureOf(editor) {
  const box = editor.scene.box() ?? { x: 0, y: 0, w: 400, h: 300 };
  const area = { x: box.x - 60, y: box.y - 60, w: box.w + 120, h: box.h + 120 };
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  const until = performance.now() + SEARCH;
  const lines = [...editor.scene.lines.values()].map((line) => lineOf(editor, line, colour, performance.now() > until));
  const cards = [...editor.scene.cards.values()].map((card) => cardOf(editor, card, colour));
  return {
    area,
    text: `<svg xmlns="http://www.w3.org/2000/svg" width="${area.w}" height="${area.h}" viewBox="${area.x} ${area.y} ${area.w} ${area.h}" font-family="Segoe UI, Helvetica, DejaVu Sans, sans-serif"><rect x="${area.x}" y="${area.y}" width="${area.w}" height="${area.h}" fill="${colour("--ground")}"/>${lines.join("")}${cards.join("")}</svg>\n`,
  };
}

const escaped = (text) => String(text).replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu, "\ufffd");
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const write = (x, y, text, size, fill, more = "") => `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${escaped(text)}</text>`;

function cardOf(editor, card, colour) {
  const rows = editor.rows(card);
  const height = cardHeight(card.folded ? 0 : [...rows].length);
  const parts = [
    `<rect x="${card.x}" y="${card.y}" width="${card.w}" height="${height}" rx="9" fill="${colour("--surface")}" stroke="${colour("--drawn-frame")}"/>`,
    `<path d="M${card.x} ${card.y + CARD.head}v${-CARD.head + 9}a9 9 0 0 1 9-9h${card.w - 18}a9 9 0 0 1 9 9v${CARD.head - 9}z" fill="${colour(`--kind-${card.kind}`) || colour("--kind-entity")}"/>`,
    write(card.x + 12, card.y + 23, cut(card.name, 28), 14, colour("--drawn-inverse"), ' font-weight="650"'),
  ];
  let y = card.y + CARD.head + 16;
  for (const row of rows) {
    parts.push(write(card.x + 12 + row.depth * 14, y, cut(row.name, 20 - row.depth), 13, colour("--ink")));
    parts.push(write(card.x + card.w - 12, y, cut(`${row.type}${row.required ? " !" : ""}`, 16), 11, colour(`--type-${row.family}`), ' text-anchor="end" font-family="monospace"'));
    y += CARD.row;
  }
  return `<g>${parts.join("")}</g>`;
}

function lineOf(editor, line, colour, quick) {
  const pair = editor.scene.pairs.get(line.key);
  const stroke = colour(line.style === "copy" ? "--edge-copy" : line.style === "reference" ? "--edge-reference" : "--edge-relationship");
  const ends = line.arrow ? "" : `<path d="${feet(pair.a, line.a)}${feet(pair.b, line.b)}" fill="none" stroke="${stroke}" stroke-width="1.6"/>`;
  const numbers = ["a", "b"].filter((end) => line[end]?.text).map((end) => {
    const { x, y, side } = pair[end];
    const [dx, dy] = { right: [22, -5], left: [-22, -5], bottom: [8, 30], top: [8, -20] }[side];
    return write(x + dx, y + dy, line[end].text, 11.5, colour("--drawn-ink"), ` font-family="monospace"${side === "left" ? ' text-anchor="end"' : ""}`);
  });
  return `<path d="${rounded(editor.scene.way(line.key, quick))}" fill="none" stroke="${stroke}" stroke-width="1.6"${line.style === "copy" ? ' stroke-dasharray="6 4"' : ""}/>${ends}${numbers.join("")}`;
}

// A PNG of the picture, as large as a canvas may be.
export async function pngOf({ text, area }) {
  const scale = Math.min(2, MOST / Math.max(area.w, area.h));
  const image = new Image();
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(area.w * scale), Math.round(area.h * scale)];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
