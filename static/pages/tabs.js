// The tab of the page is in sight where its row scrolls, as on a phone. Without this module a reader scrolls there.
const current = document.querySelector(".tabs a[aria-current]");
const row = current?.closest(".tabs");
if (row) row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.offsetWidth) / 2;
