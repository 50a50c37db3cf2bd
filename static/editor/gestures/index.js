// The gestures in the order in which they are asked for a press. The order is the argument: what is small
// and on top comes before what lies under it, and the ground comes last.
import { arrange } from "./arrange.js";
import { camera } from "./camera.js";
import { choose } from "./choose.js";
import { copy } from "./menu/copy.js";
import { create } from "./create.js";
import { drop } from "./drop.js";
import { groups } from "./groups.js";
import { links } from "./menu/links.js";
import { menu } from "./menu/menu.js";
import { move } from "./move.js";
import { numbers } from "./menu/numbers.js";
import { relate } from "./relate.js";
import { rows } from "./rows.js";
import { seek } from "./seek.js";
import { typing } from "./typing.js";
import { values } from "./values.js";
import { views } from "./views.js";
import { work } from "./work.js";

export const GESTURES = [
  relate, numbers, choose, rows, move, camera, create, typing, drop, arrange, groups, seek, values, views, work, copy,
  links, menu
];
