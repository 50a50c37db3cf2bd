// The one place in the editor where HTML becomes elements: what the server made of escaped text (code, drawings).
// A parsed document runs nothing; what is taken over from it holds no script (delivery/code, delivery/inline_svg).
export function served(html) {
  return [
    ...new DOMParser().parseFromString(html, "text/html").body.childNodes
  ].map((node) => document.adoptNode(node));
}

// Coloured code as lists of nodes, a list for each line: no element of it spans lines.
export function linesOf(html) {
  const lines = [[]];
  for (const node of served(html)) {
    if (node.nodeType !== Node.TEXT_NODE) {
      lines.at(-1).push(node);
      continue;
    }
    const [first, ...rest] = node.data.split("\n");
    lines.at(-1).push(first);
    for (const line of rest) lines.push([line]);
  }
  return lines;
}
