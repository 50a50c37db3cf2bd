// What happens without one's own hand, told in the status line: edits of others, edits that the server
// refused, and decisions that an edit turned over.
export function news(editor) {
  const { words, state } = editor;
  state.subscribe(({ why, theirs, answer }) => {
    if (why === "theirs" && theirs?.length)
      editor.say(words("others_changed", { who: nameOf(theirs.at(-1).who) || words("somebody") }));
    if (why === "refused") editor.say(words("refused", { why: reasonOf(answer) }));
  });
  let known = null;
  editor.on("live", () => {
    const now = editor.badges();
    const turned = known && [...now].find(([name, strategy]) => known.has(name) && known.get(name) !== strategy);
    known = now;
    if (turned) editor.say(words("turned", { name: turned[0], strategy: turned[1] }));
  });
}

const nameOf = (who) => (typeof who === "string" ? who : who?.name ?? "");

function reasonOf(answer = {}) {
  const [first] = answer.faults ?? [];
  return first ? [first.place, first.message, first.remedy].filter(Boolean).join(" · ") : [
    answer.error, answer.remedy
  ].filter(Boolean).join(" ");
}
