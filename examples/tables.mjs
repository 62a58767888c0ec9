// Prints every table of a game from its representation: node examples/tables.mjs build/lantern_pass/lantern_pass.json
// It shows how little is needed to read it in another language: a table has its cells as the book prints them.
import { readFileSync } from "node:fs";

const game = JSON.parse(readFileSync(process.argv[2], "utf-8"));
const language = process.argv[3] ?? game.languages[0];
const title = (item) => item.texts?.[language] ?? item.name;
const members = new Map();
for (const type of game.types) {
  for (const member of type.members ?? []) members.set(`${type.name} ${member.label}`, member);
}

function shown(part) {
  const member = part.kind === "member" ? members.get(`${part.of} ${part.text}`) : null;
  return member && !member.printed ? (member.texts?.[language] ?? part.text) : part.text;
}

for (const table of game.functions.filter((one) => one.kind === "table")) {
  console.log(`\n${title(table)} (${(table.anchors ?? []).join(", ")})`);
  const { head, lines: rows } = table.sheet;
  const corner = { parts: [{ kind: "text", text: table.dimensions.map((one) => one.label).join(" \\ ") }] };
  const lines = [head.length < rows[0].cells.length ? [corner, ...head] : head, ...rows.map((line) => line.cells)];
  const cells = lines.map((line) => line.map((cell) => cell.parts.map(shown).join("")));
  const widths = cells[0].map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  for (const line of cells) console.log(line.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd());
}
