// An address that signs in carries its one-time code after the #, which no browser sends anywhere.
// Put it into the form, take it out of the address and the history, and send the form.
const code = location.hash.slice(1);
const form = document.querySelector("form[data-code]");

if (code) history.replaceState(null, "", location.pathname + location.search);
if (code && form) {
  form.elements.namedItem("code").value = code;
  form.requestSubmit();
}
