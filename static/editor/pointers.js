// One pointer, one gesture: what lies under it is found once, and the gestures are asked in their order.
const SLACK = 4; // px until a press is a drag

export function hitOf(editor, event) {
  // Not event.target: a captured pointer names the stage.
  const target = document.elementFromPoint(event.clientX, event.clientY);
  const point = editor.stage.at(event);
  if (editor.stage.far) {
    const card = editor.scene.at(point);
    return { kind: card ? "card" : "ground", card, point };
  }
  const concern = target?.closest("[data-concern]")?.dataset.concern;
  if (concern) return { kind: "concern", concern, point };
  const unfold = target?.dataset.unfold;
  if (unfold && editor.mayChange) return { kind: "unfold", unfold, point };
  const line = target?.closest("[data-line]");
  if (line) return {
    kind: target.dataset.end ? "number" : "line", line: editor.scene.lines.get(line.dataset.line),
    end: target.dataset.end, point
  };
  const named = target?.closest("[data-area]");
  if (named) return { kind: "area", area: editor.scene.areas.find((area) => area.key === named.dataset.area), point };
  const element = target?.closest(".thing");
  if (!element) return { kind: "ground", point };
  const found = { card: editor.scene.cards.get(element.dataset.key), element, point };
  if (target.dataset.handle)
    return { ...found, kind: "handle", side: target.dataset.handle, field: target.dataset.row || null };
  const row = target.closest("[data-field]");
  return {
    ...found, kind: row ? "row" : "card", row, field: row?.dataset.field, grip: Boolean(target.closest(".glyph")),
    fold: target.dataset.fold
  };
}

// gestures: objects with `press(editor, hit, event)` that answer with {drag, anew, drop, click, cancel} or nothing,
// and `twice(editor, hit)` for a double click, which answers whether it was theirs.
export function listen(editor, gestures) {
  const { root } = editor.stage;
  const down = new Map();
  let active = null;

  const end = (how, event) => {
    const done = active;
    active = null;
    root.classList.remove("grabbing", "linking");
    if (!done) return;
    if (how === "drop") (done.moved ? done.gesture.drop : done.gesture.click)?.(event);
    else if (done.moved || done.gesture.always) done.gesture.cancel?.();
  };

  root.addEventListener("pointerdown", (event) => {
    if (event.target.closest("[role=toolbar], .zoom, .map, .gestures button, input, .popover")) return;
    down.set(event.pointerId, event);
    const hit = hitOf(editor, event);
    if (down.size === 2) {
      end("cancel");
      active = { gesture: gestures.map((one) => one.pinch?.(editor, [...down.values()])).find(Boolean), moved: true };
      return;
    }
    if (active) return;
    document.activeElement?.closest?.(".thing input")?.blur();
    const gesture =
      gestures.map((one) => () => one.press?.(editor, hit, event)).reduce((found, ask) => found ?? ask() ?? null, null);
    if (!gesture) return;
    event.preventDefault();
    try {
      root.setPointerCapture(event.pointerId);
    } catch { /* a pointer that is gone already */ }
    // A card is focused by what its press becomes; until then no other part of the page has the keyboard.
    if (!event.target.closest(".thing") || !root.contains(document.activeElement)) root.focus({ preventScroll: true });
    active = { gesture, x: event.clientX, y: event.clientY, id: event.pointerId, moved: false };
  });

  root.addEventListener("dblclick", (event) => {
    if (event.target.closest("[role=toolbar], .zoom, .map, .gestures button, input")) return;
    const hit = hitOf(editor, event);
    gestures.some((one) => one.twice?.(editor, hit));
  });

  root.addEventListener("pointermove", (event) => {
    if (down.has(event.pointerId)) down.set(event.pointerId, event);
    if (!active) return;
    if (down.size === 2) return active.gesture?.drag?.([...down.values()]);
    if (event.pointerId !== active.id) return;
    if (!active.moved && Math.hypot(event.clientX - active.x, event.clientY - active.y) < SLACK) return;
    active.moved = true;
    active.gesture.drag?.(event);
  });

  root.addEventListener("pointerup", (event) => {
    down.delete(event.pointerId);
    if (!active || (active.id !== undefined && event.pointerId !== active.id)) return;
    if (active.moved && active.id !== undefined) active.gesture.drag?.(event); // moves may be told late, or together
    end("drop", event);
  });
  root.addEventListener("pointercancel", (event) => {
    down.delete(event.pointerId);
    end("cancel");
  });
  editor.on("scene", () => active?.moved && active.gesture?.anew?.());
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && active) {
      event.stopImmediatePropagation();
      end("cancel");
    }
  }, true);
}
