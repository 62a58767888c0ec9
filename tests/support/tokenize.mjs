// Tokens of texts by a TextMate grammar, with the tokenizer of the editors themselves.
// argv: the folder of the node modules, the grammar. stdin: JSON, a list of texts. stdout: JSON, of each text what stands on
// each line, [start, end, scopes], and whether a rule goes on behind its end.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";

const [modules, grammarFile] = process.argv.slice(2);
const require = createRequire(`${modules}/`);
const { Registry, parseRawGrammar, INITIAL } = require("vscode-textmate");
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");
await loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")).buffer);
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new OnigScanner(patterns),
    createOnigString: (text) => new OnigString(text),
  }),
  loadGrammar: async () => parseRawGrammar(readFileSync(grammarFile, "utf8"), grammarFile),
});
const grammar = await registry.loadGrammar("source.regola");
const texts = JSON.parse(readFileSync(0, "utf8"));
const told = texts.map((text) => {
  let state = INITIAL;
  let open = false;
  const lines = text.split("\n").map((line) => {
    const result = grammar.tokenizeLine(line, state);
    state = result.ruleStack;
    open ||= state.depth > 1;
    return result.tokens.map((token) => [token.startIndex, token.endIndex, token.scopes.slice(1)]);
  });
  return { lines, open };
});
process.stdout.write(JSON.stringify(told));
