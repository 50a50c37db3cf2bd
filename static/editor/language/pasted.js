// What pasted text is, by its looks: that of another program can't be taken into the canvas, but it can be named.

const SQL = /^\s*(?:--.*\n\s*)*(?:create\s+(?:temp\w*\s+)?table|alter\s+table|insert\s+into|drop\s+table)\b/i;
const DBML = /^\s*(?:\/\/.*\n\s*)*(?:(?:table|project|enum)\s[^{:\n]*\{|ref\b[^:\n]*:)/i;

// A key of words: pasted_sql, pasted_dbml, pasted_schema, pasted_design, pasted_json; null where it is none of them.
export function kindOfText(text) {
  if (SQL.test(text)) return "pasted_sql";
  if (DBML.test(text)) return "pasted_dbml";
  if (!/^\s*[[{]/.test(text)) return null;
  if (/"format"\s*:\s*"nestlink\//.test(text)) return "pasted_design";
  if (/\$jsonSchema|"?bsonType"?\s*:|"\$schema"/.test(text)) return "pasted_schema";
  try {
    JSON.parse(text);
    return "pasted_json";
  } catch {
    return null;
  }
}
