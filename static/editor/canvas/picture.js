// What is drawn as one SVG of real shapes and text, and as a PNG of the same: all of it, or what is seen. In the
// colours of paper, whatever those of the screen.
import { around, CARD, cardHeight, crosses, meets } from "../layout/geometry.js";
import { hiddenIn, tagOf } from "./cards.js";
import { areaName, badgeAt, CHIP, footBox, markOf, numberAt, numbersPlaced } from "./labels.js";
import { feet, rounded, wordsOf } from "./lines.js";

const MOST = 8192; // pixels of a PNG's longer side
const FONT = "Inter, Segoe UI, Helvetica, DejaVu Sans, sans-serif";
const CODE = "JetBrains Mono, SF Mono, Consolas, DejaVu Sans Mono, monospace";
const EDGE = 32; // between what is drawn and the picture's border
const TITLE = 44; // above it, where everything is drawn

// area: the part of the world that is wanted; without one, everything.
export function pictureOf(editor, part = null) {
  const dark = document.getElementById("dark")?.sheet;
  try {
    if (dark) dark.disabled = true;
    return painted(editor, part);
  } finally {
    if (dark) dark.disabled = false;
  }
}

// Everything: cards, the ways between them, and groups around them.
function everything(scene) {
  const boxes = [scene.extent(), ...scene.areas.map((one) => scene.areaBox(one))].filter(Boolean);
  const { x, y, w, h } = around(boxes) ?? { x: 0, y: 0, w: 400, h: 300 };
  return { x: x - EDGE, y: y - EDGE, w: w + 2 * EDGE, h: h + 2 * EDGE };
}

function painted(editor, part) {
  const { scene } = editor;
  const area = whole(part ?? everything(scene));
  if (!part) Object.assign(area, { y: area.y - TITLE, h: area.h + TITLE });
  const style = getComputedStyle(document.documentElement);
  const known = new Map();
  const colour = (name) => known.get(name) ?? known.set(name, style.getPropertyValue(name).trim()).get(name);
  const shown = [...part ? scene.linesWithin(area) : scene.lines.keys()];
  const cards = part ? [...scene.index.within(area)] : [...scene.cards.keys()];
  const labels = { chips: [], numbers: numbersPlaced(scene, shown) }; // the boxes of what is placed
  const parts = [
    ...scene.areas.map((one) => areaOf(scene, one, area, colour)),
    ...shown.map((key) => lineOf(scene, scene.lines.get(key), colour, labels)),
    ...cards.map((key) => cardOf(editor, scene.cards.get(key), colour)),
  ];
  const { x, y, w, h } = area;
  return {
    area,
    text: `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${x} ${y} ${w} ${h}"`
      + ` font-family="${FONT}"><rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${colour("--ground")}"/>`
      + (part ? "" : write(x + EDGE, y + EDGE + 12, editor.design.name, 22, colour("--ink"), ' font-weight="600"'))
      + `${parts.join("")}</svg>\n`,
  };
}

const whole = ({ x, y, w, h }) => ({ x: Math.floor(x), y: Math.floor(y), w: Math.ceil(w), h: Math.ceil(h) });
const escaped = (text) => String(text).replace(
  /[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`
).replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu, "\ufffd");
const cut = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
const write = (x, y, text, size, fill, more = "") =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}"${more}>${escaped(text)}</text>`;

function areaOf(scene, area, seen, colour) {
  const box = scene.areaBox(area);
  if (!box || !meets(box, seen)) return "";
  const name = cut(area.name, box.w / 9);
  return `<rect x="${box.x}" y="${box.y}" width="${box.w}" height="${box.h}" rx="14" fill="${area.colour}"`
    + ` fill-opacity="0.09" stroke="${area.colour}" stroke-opacity="0.55"/>`
    + write(box.x + 22, box.y + 27, name, 14, colour("--ink"), ' font-weight="650"');
}

function cardOf(editor, card, colour) {
  const rows = editor.rows(card);
  const height = cardHeight(card.folded ? 0 : rows.length);
  const said = [hiddenIn(card), tagOf(card)].filter(Boolean).join("  ");
  const parts = [
    `<rect x="${card.x}" y="${card.y}" width="${card.w}" height="${height}" rx="9" fill="${colour("--surface")}"`
      + ` stroke="${colour("--drawn-frame")}"/>`,
    rows.length ? `<path d="M${card.x} ${card.y + CARD.head - 0.5}h${card.w}" stroke="${colour("--line")}"/>` : "",
    kindOf(card, colour(`--kind-${card.kind}`) || colour("--kind-entity")),
    write(
      card.x + 30, card.y + 23, cut(card.name, (card.w - 42 - 7 * said.length) / 8.6), 14, colour("--ink"),
      ' font-weight="650"'
    ),
    write(card.x + card.w - 12, card.y + 23, said, 12, colour("--drawn-muted"), ' text-anchor="end"'),
  ];
  let y = card.y + CARD.head + 16;
  for (const row of rows) {
    const type = cut(`${row.type}${row.required ? "!" : ""}`, card.w / 15);
    parts.push(markBefore(row, card.x + 10 + row.depth * 14, y - 5, colour("--drawn-muted")));
    parts.push(write(
      card.x + 28 + row.depth * 14, y, cut(row.name, (card.w - 52 - 14 * row.depth - 6.6 * type.length) / 7.4), 13,
      colour("--ink")
    ));
    parts.push(write(
      card.x + card.w - 12, y, type, 11, colour(`--type-${row.family}`), ' text-anchor="end" font-family="' + CODE + '"'
    ));
    y += CARD.row;
  }
  return `<g>${parts.join("")}</g>`;
}

// A kind as on the canvas: a square for an entity, hollow where it is owned; a circle for what happens or is measured.
function kindOf({ kind, x, y }, fill) {
  const hollow = ["weak", "lookup"].includes(kind) ? "none" : fill;
  const stroke = `fill="${hollow}" stroke="${fill}" stroke-width="2"`;
  const round = ["event", "measurement", "lookup"].includes(kind);
  return round
    ? `<circle cx="${x + 17}" cy="${y + 18}" r="4" ${stroke}/>`
    : `<rect x="${x + 13}" y="${y + 14}" width="8" height="8" rx="1" ${stroke}/>`;
}

// What stands before a row's name: a key where it is unique, an arrow where it leads to another card.
function markBefore({ link, opens, unique }, x, y, stroke) {
  const drawn = link ? `M${x} ${y - 5}v4q0 3 3 3h8m-3-3l3 3l-3 3` : unique && !opens
    ? `M${x} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0m6 0h5v3` : "";
  return drawn && `<path d="${drawn}" fill="none" stroke="${stroke}" stroke-width="1.4"/>`;
}

function lineOf(scene, line, colour, labels) {
  const pair = scene.pairs.get(line.key);
  const way = scene.way(line.key);
  const stroke = colour(
    line.style === "copy" ? "--edge-copy" : line.style === "reference" ? "--edge-reference" : "--edge-relationship"
  );
  const ends = line.arrow
    ? ""
    : `<path d="${feet(pair.a, line.a)}${feet(pair.b, line.b)}" fill="none" stroke="${stroke}" stroke-width="1.6"/>`;
  const numbers = ["a", "b"].filter((end) => line[end]?.text).map((end) => {
    const { x, y, anchor } = numberAt(pair[end], labels.numbers.get(`${line.key} ${end}`)?.place);
    return write(
      x, y, line[end].text, 11.5, colour("--drawn-ink"),
      ` font-family="${CODE}"${anchor === "end" ? ' text-anchor="end"' : ""}`
    );
  });
  const dashes = line.style === "copy" ? ' stroke-dasharray="6 4"' : "";
  return `<path d="${rounded(way)}" fill="none" stroke="${stroke}" stroke-width="1.6"${dashes}/>`
    + `${ends}${numbers.join("")}${badgeOf(scene, line, way, colour, labels)}`;
}

// Whether a label's box lies on no other line, and on no foot.
function apart(scene, key, own, box) {
  const pair = scene.pairs.get(key);
  return (key === own || !crosses(scene.way(key), box, 2))
    && !(pair && [pair.a, pair.b].some((end) => meets(box, footBox(end))));
}

function badgeOf(scene, line, way, colour, { chips, numbers }) {
  if (!line.badge && !line.pair) return "";
  const wide = ({ x, y, w, h }) => ({ x: x - 60, y: y - 60, w: w + 120, h: h + 120 });
  const free = (box) => !scene.index.within(box).size && !chips.some((one) => meets(box, one))
    && ![...numbers.values()].some((one) => meets(box, one.box))
    && [...scene.linesWithin(wide(box))].every((key) => apart(scene, key, line.key, box))
    && !scene.areas.some((one) => one.members.length && meets(box, areaName(scene.areaBox(one), one.name)));
  const { x, y, w, h, text } = badgeAt(way, wordsOf(line.badge, line.pair, line.short), free);
  const left = x - w / 2;
  chips.push({ x: left, y: y - h / 2, w, h });
  return `<rect x="${left}" y="${y - h / 2}" width="${w}" height="${h}" rx="${h / 2}"`
    + ` fill="${colour("--surface")}" stroke="${colour("--line")}"/>`
    + markAt(markOf(line.form), text ? left + CHIP.edge : x - CHIP.mark / 2, y - CHIP.mark / 2, colour)
    + (text ? write(left + CHIP.edge + CHIP.mark + 5, y + 4.5, text, 13, colour("--drawn-muted")) : "");
}

// A strategy's mark as on the canvas: stored inside a square, both ways half a one, by reference a ring.
function markAt(mark, x, y, colour) {
  const [size, inside] = [CHIP.mark, colour("--info")];
  if (mark === "ring")
    return `<circle cx="${x + size / 2}" cy="${y + size / 2}" r="3" fill="none" stroke="${colour("--edge-reference")}"`
      + ` stroke-width="2"/>`;
  const full = mark === "half" ? size / 2 : size;
  return `<rect x="${x}" y="${y}" width="${full}" height="${size}" fill="${inside}"/>`
    + `<rect x="${x}" y="${y}" width="${size}" height="${size}" fill="none" stroke="${inside}"/>`;
}

// The picture with the faces of its texts, which no other machine needs to have.
export async function withFaces({ text, area }) {
  const rules = [...document.styleSheets].filter(({ href }) => href).flatMap((sheet) => [...sheet.cssRules].filter(
    (rule) => rule instanceof CSSFontFaceRule
  ).map(({ style }) => ({ style, base: sheet.href })));
  const faces = await Promise.all(rules.map(faceOf)).catch(() => []); // offline, without
  return { area, text: text.replace(">", () => `><style>${faces.join("")}</style>`) };
}

async function faceOf({ style, base }) {
  const [, path] = /url\("?([^")]+)"?\)/.exec(style.getPropertyValue("src"));
  const face = await (await fetch(new URL(path, base))).blob();
  const data = await new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.replace(/^[^,]*/, "data:font/woff2;base64"));
    reader.readAsDataURL(face);
  });
  const [family, weight] = ["font-family", "font-weight"].map((name) => style.getPropertyValue(name));
  return `@font-face{font-family:${family};font-weight:${weight};src:url(${data})}`;
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
