// Open editors without a page: each line of standard input asks one of them something, a line answers.
// What the journal of a real page would hold is what `reopen` brings back.
import { createInterface } from "node:readline";
import { State } from "../../../static/editor/state/state.js";

let clients = new Map();

const asked = {
  reset: () => void (clients = new Map()),

  open({ client, design, revision }) {
    const kept = clients.get(client)?.pending ?? [];
    const state = new State({ design, revision });
    state.restore(JSON.parse(JSON.stringify(kept)));
    clients.set(client, state);
  },

  tree: ({ client }) => clients.get(client).tree,
  revision: ({ client }) => clients.get(client).revision,
  waiting: ({ client }) => clients.get(client).pending.length,

  // Make an edit; null where it can't be made on what this client shows.
  edit({ client, edit }) {
    try {
      return clients.get(client).edit(edit)?.op ?? null;
    } catch {
      return null;
    }
  },

  back: ({ client, way }) => clients.get(client)[way]().op,

  // What would be sent now, as api.js sends it.
  send({ client }) {
    const entry = clients.get(client).pending[0];
    if (!entry || entry.met) return null;
    entry.sent = true;
    const { op, kind, base, edit, words, seen, mine } = entry;
    return { kind, body: { op, base, ...(seen ? { seen, mine } : {}), ...(kind === "edit" ? { edit, words } : {}) } };
  },

  answer({ client, op, status, told }) {
    const state = clients.get(client);
    if (status === 200) return { known: state.acknowledge(op, told) };
    if (status === 409) return void state.conflict(op, told);
    return void state.refuse(op, told);
  },

  receive: ({ client, told }) => clients.get(client).receive(told),
  replace: ({ client, told }) => void clients.get(client).replace(told),

  // Choose in every conflict: mine everywhere, or theirs.
  settle({ client, mine }) {
    const state = clients.get(client);
    const met = state.pending.filter((one) => one.met);
    for (const entry of met) state.settle(entry.op, mine ? entry.met.meetings.map((_, number) => number) : []);
    return met.map((entry) => entry.op);
  },

};

for await (const line of createInterface({ input: process.stdin })) {
  const { what, ...given } = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(asked[what](given) ?? null)}\n`);
}
