// Starts the server and shows what it answers; all that is known of rules is known there.
"use strict";

const fs = require("node:fs");
const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");
const { candidates } = require("./server");

/** @type {LanguageClient | undefined} */
let client;
/** @type {import("vscode").OutputChannel} */
let output;

function program() {
  const settings = vscode.workspace.getConfiguration("regola");
  const found = candidates({
    setting: settings.get("server.path", ""),
    folders: (vscode.workspace.workspaceFolders || []).map((folder) => folder.uri.fsPath),
    trusted: vscode.workspace.isTrusted,
    env: process.env,
    windows: process.platform === "win32",
  });
  return found.find((file) => fs.existsSync(file));
}

async function start() {
  const command = program();
  if (!command) {
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t('Regola was not found. Install it with `pip install "regola[lsp]"`, or say where it is in the setting regola.server.path.'),
      vscode.l10n.t("Open settings"),
    );
    if (choice) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "regola.server.path");
    }
    return;
  }
  const args = vscode.workspace.getConfiguration("regola").get("server.arguments", ["lsp"]);
  client = new LanguageClient(
    "regola",
    "Regola",
    { command, args, transport: TransportKind.stdio },
    {
      documentSelector: [
        { scheme: "file", language: "regola" },
        { scheme: "untitled", language: "regola" },
        { scheme: "file", pattern: "**/*.regola.md" },
        { scheme: "file", pattern: "**/{game,glossary}.yaml" },
        { scheme: "file", pattern: "**/{scenarios,sheets,counters,maps}/*.{yaml,csv}" },
      ],
      outputChannel: output,
      middleware: {
        // What is tried from the text answers with a text.
        executeCommand: async (name, args, next) => {
          const said = await next(name, args);
          if (typeof said === "string" && name !== "regola.explain") {
            output.show(true); // where the server has said it already
          }
          return said;
        },
      },
    },
  );
  try {
    await client.start();
  } catch (fault) {
    client = undefined;
    vscode.window.showErrorMessage(vscode.l10n.t("Regola could not be started ({0}): {1}", command, String(fault)));
  }
}

async function stop() {
  const before = client;
  client = undefined;
  await before?.stop();
}

async function explain() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client) {
    return;
  }
  const here = vscode.languages
    .getDiagnostics(editor.document.uri)
    .filter((one) => one.source === "regola" && one.range.intersection(editor.selection));
  const codes = [...new Set(here.map((one) => String(one.code)))];
  const code = codes.length > 1 ? await vscode.window.showQuickPick(codes) : codes[0];
  if (!code) {
    vscode.window.showInformationMessage(vscode.l10n.t("Regola has nothing to say here."));
    return;
  }
  const content = await client.sendRequest("workspace/executeCommand", { command: "regola.explain", arguments: [code] });
  const page = await vscode.workspace.openTextDocument({ language: "markdown", content: String(content) });
  await vscode.commands.executeCommand("markdown.showPreviewToSide", page.uri);
}

async function activate(context) {
  output = vscode.window.createOutputChannel("Regola");
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("regola.restart", async () => {
      await stop();
      await start();
    }),
    vscode.commands.registerCommand("regola.explainFinding", explain),
    vscode.commands.registerCommand("regola.showOutput", () => output.show()),
    vscode.workspace.onDidGrantWorkspaceTrust(async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("regola.server")) {
        await stop();
        await start();
      }
    }),
  );
  await start();
}

module.exports = { activate, deactivate: stop };
