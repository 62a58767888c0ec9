// Which `regola` is started: a function of what is known, so that it is tried without an editor.
"use strict";

const path = require("node:path");

/**
 * The programs that may be the server, the first that is there is taken.
 *
 * What lies in a folder is taken only where the folder is trusted: else whoever made the folder could have it run.
 *
 * @param {{setting: string, folders: string[], trusted: boolean, env: Record<string, string | undefined>, windows: boolean}} known
 * @returns {string[]}
 */
function candidates(known) {
  const paths = known.windows ? path.win32 : path.posix;
  const program = known.windows ? ["Scripts", "regola.exe"] : ["bin", "regola"];
  const found = [];
  if (known.setting) {
    if (paths.isAbsolute(known.setting)) {
      return [known.setting];
    }
    return known.trusted ? known.folders.map((folder) => paths.join(folder, known.setting)) : [];
  }
  if (known.trusted) {
    for (const folder of known.folders) {
      found.push(paths.join(folder, ".venv", ...program), paths.join(folder, "venv", ...program));
    }
  }
  for (const name of ["VIRTUAL_ENV", "CONDA_PREFIX"]) {
    const home = known.env[name];
    if (home) {
      found.push(paths.join(home, ...program));
    }
  }
  const end = known.windows ? "regola.exe" : "regola";
  for (const folder of (known.env.PATH || known.env.Path || "").split(known.windows ? ";" : ":")) {
    // A relative entry of the search path means the folder that is open: that is not searched.
    if (folder && paths.isAbsolute(folder)) {
      found.push(paths.join(folder, end));
    }
  }
  // Where pipx and uv put it; an editor that was not started in a terminal may not know of it.
  const home = known.windows ? known.env.USERPROFILE : known.env.HOME;
  if (home && paths.isAbsolute(home)) {
    found.push(paths.join(home, ".local", "bin", end));
  }
  return found;
}

module.exports = { candidates };
