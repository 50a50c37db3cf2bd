// What follows from the design, as the server worked it out: asked anew after each change, in two halves. The
// decisions, collections and documents come first; the findings and files follow. Only the newest answers count.
const WAIT = 30; // ms of quiet before asking
const AGAIN = 2000; // ms until what the server did not say is asked for again, at first
const KEPT = 8; // texts; an old one is shown until its successor is there

// Asks when the revision moves. tell(told): {revision, decisions, entity_overlays, collections, documents:
// [{path, text}], findings, files: [{path, bytes, hash}], shown: [{path, text, html}]}. shows(): paths of files whose
// text is wanted too. said(text): why the server can't say, in its words. Gives a function that asks again, for when
// what is to be shown has changed.
export function follow({ url, state, tell, said = () => {}, shows = () => [] }) {
  if (!url) return () => {};
  const tags = new Map();
  let told = {
    revision: 0, decisions: [], entity_overlays: [], collections: [], documents: [], findings: [], files: [], shown: []
  };
  let [round, revision, timer, tries] = [0, -1, 0, 0];

  async function half(part, show, number) {
    const asked = [["revision", state.revision], ["part", part], ...show.map((path) => ["show", path])];
    const address = `${url}?${new URLSearchParams(asked)}`;
    const headers = { Accept: "application/json", ...(tags.has(part) ? { "If-None-Match": tags.get(part) } : {}) };
    const response = await fetch(address, { headers, redirect: "error" });
    if (response.status === 304) return;
    if (response.status !== 200) throw await refusal(response);
    const answer = await response.json();
    if (number !== round && answer.revision < told.revision) return;
    tags.set(part, response.headers.get("ETag"));
    const fresh = new Set((answer.shown ?? []).map((one) => one.path));
    told = {
      ...told, ...answer,
      shown: [...(answer.shown ?? []), ...told.shown.filter((one) => !fresh.has(one.path))].slice(0, KEPT)
    };
    tell(told);
  }

  async function ask() {
    const number = ++round;
    clearTimeout(timer);
    try {
      await half("advice", shows(), number);
      if (number === round) await half("results", shows(), number);
      tries = 0;
    } catch (error) { // without words: the save state shows that the server is away
      if (number !== round) return;
      if (error.words) said(error.words);
      if (!error.final) timer = setTimeout(ask, AGAIN * 2 ** Math.min(tries++, 5));
    }
  }

  function later() {
    if (state.revision === revision) return;
    revision = state.revision;
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT);
  }

  state.subscribe(later);
  later();
  return ask;
}

// An answer that is none: its words, and whether asking again would give the same until the design changes.
async function refusal(response) {
  const told = await response.json().catch(() => ({}));
  const words = [told.error, told.remedy].filter(Boolean).join(" ");
  return Object.assign(new Error(response.statusText), { words, final: response.status === 422 });
}

// What would flip the decision on one relationship, and what operations say of its shares; null where the
// server does not say.
export function weigher({ url, state }) {
  return (name) => told(url, state, [["part", "weighed"], ["of", name]]);
}

// What the design leaves open and a decision hangs on, most first; null where the server does not say.
export function asker({ url, state }) {
  return async () => (await told(url, state, [["part", "questions"]]))?.questions ?? null;
}

async function told(url, state, asked) {
  if (!url) return null;
  try {
    const response = await fetch(
      `${url}?${new URLSearchParams([["revision", state.revision], ...asked])}`,
      { headers: { Accept: "application/json" }, redirect: "error" }
    );
    return response.ok ? await response.json() : null;
  } catch {
    return null; // the save state tells that the server is away
  }
}

// What would go with entities, by their ids: [{kind, id, name}].
export async function goesWith(url, ids) {
  const answers = await Promise.all(ids.map(async (id) => {
    const response = await fetch(
      `${url}?${new URLSearchParams({ id })}`, { headers: { Accept: "application/json" }, redirect: "error" }
    );
    return response.status === 200 ? (await response.json()).goes : [];
  }));
  return answers.flat();
}
