/* Numbers of findings in the list of designs: asked for one after the other, as rows come into view. */
const waiting = [];
let busy = false;

async function next() {
  if (busy || !waiting.length) return;
  busy = true;
  const link = waiting.shift();
  try {
    const answer = await fetch(link.dataset.findings, { credentials: "same-origin" });
    if (answer.ok) link.textContent = await answer.text();
  } catch {
    // The link still leads to the findings.
  }
  busy = false;
  next();
}

const seen = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seen.unobserve(entry.target);
    waiting.push(entry.target);
  }
  next();
});

for (const link of document.querySelectorAll("a[data-findings]")) seen.observe(link);
