// Loaded after 04 and 06 of a design: demo() and the audit then print what each call came to, by its name.
function attempt(label, action) {
  try {
    printjson({ call: label, value: action() });
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError) throw error;
    printjson({ call: label, refused: error.code ?? null, words: error.message });
  }
}

function eachCheck() {
  for (const check of auditChecks.filter((each) => each.reads !== "count")) {
    attempt(check.audit, () => queried(check, check.pipeline));
  }
}
