// Looking around: the wheel, dragging the ground, two fingers, keys.
import { centre, ZOOM } from "../layout/geometry.js";

const NEARLY = 0.8; // of the zoom that can be read: what fits there is shown whole rather than cut off
const LEVELS = [0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 4]; // steps of the buttons
const CLEAR = 1.02; // times a level that still counts as at it
const NEAR = 60; // px from where fitting leads: it was fitted

export const camera = {
  commands: [
    { name: "zoom_in", keys: ["+", "="], act: (editor) => (
      step(editor, LEVELS.find((level) => level > editor.stage.camera.k * CLEAR))
    ) },
    { name: "zoom_out", keys: ["-"], act: (editor) => (
      step(editor, LEVELS.findLast((level) => level < editor.stage.camera.k / CLEAR))
    ) },
    { name: "fit", keys: ["0"], act: (editor) => fit(editor) },
  ],

  start(editor) {
    const { stage } = editor;
    stage.root.addEventListener("wheel", (event) => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? stage.screen.h : 1;
      const at = stage.inside(event);
      if (event.ctrlKey || event.metaKey)
        stage.zoom(Math.exp(-Math.max(-60, Math.min(60, event.deltaY * unit)) * 0.006), at.x, at.y);
      else if (event.shiftKey && !event.deltaX) stage.pan(-event.deltaY * unit, 0);
      else stage.pan(-event.deltaX * unit, -event.deltaY * unit);
    }, { passive: false });
    addEventListener("keydown", (event) => {
      if (event.key === " " && !event.target.closest("input, textarea, select, button, [role=treeitem]")) {
        event.preventDefault();
        editor.grabbing = true;
        stage.root.classList.add("grab");
      }
    });
    addEventListener("keyup", (event) => {
      if (event.key !== " ") return;
      editor.grabbing = false;
      stage.root.classList.remove("grab");
    });
  },

  press(editor, hit, event) {
    const wanted = editor.grabbing
      || event.button === 1 || (hit.kind === "ground" && event.button === 0 && !event.shiftKey);
    if (!wanted) return null;
    let last = event;
    return {
      drag(now) {
        editor.stage.root.classList.add("grabbing");
        editor.stage.pan(now.clientX - last.clientX, now.clientY - last.clientY);
        last = now;
      },
      click() {
        if (hit.kind === "ground" && editor.selected.size) editor.select([]);
      },
    };
  },

  pinch(editor, fingers) {
    let before = spread(fingers);
    return {
      drag(now) {
        const after = spread(now);
        const { left, top } = editor.stage.screen;
        editor.stage.pan(after.x - before.x, after.y - before.y);
        editor.stage.zoom(after.apart / before.apart, after.x - left, after.y - top);
        before = after;
      },
    };
  },
};

// All, no smaller than can be read, or nearly; once more, however small.
function fit({ stage, scene }) {
  const [box, now] = [scene.extent(), stage.camera];
  const whole = stage.fits(box, true);
  const next = whole.k > NEARLY * ZOOM.readable ? whole : stage.fits(box);
  const there = Math.abs(now.k - next.k) < 0.01 && Math.hypot(now.x - next.x, now.y - next.y) < NEAR;
  if (there) stage.look(whole);
  else stage.fit(box);
}

// Towards what is selected, if it is in sight; else towards the middle.
function step(editor, level) {
  const { stage, scene, selected } = editor;
  const factor = (level ?? stage.camera.k) / stage.camera.k;
  const [key] = selected;
  const box = scene.cards.get(key) ?? scene.reach.boxes.get(key);
  if (!box) return stage.zoom(factor);
  const { x, y } = centre(box);
  const at = { x: x * stage.camera.k + stage.camera.x, y: y * stage.camera.k + stage.camera.y };
  const seen = at.x > 0 && at.y > 0 && at.x < stage.screen.w && at.y < stage.screen.h;
  stage.zoom(factor, ...(seen ? [at.x, at.y] : []));
}

function spread([one, two]) {
  return {
    x: (one.clientX + two.clientX) / 2, y: (one.clientY + two.clientY) / 2,
    apart: Math.max(1, Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)),
  };
}
