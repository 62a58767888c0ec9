// The compiler, apart from the page, so that the page never waits for it.
import { loadPyodide } from "./vendor/pyodide/pyodide.mjs";

// The policy of the page's document does not reach its workers: this one speaks to nobody but where it came from.
const asking = self.fetch.bind(self);
self.fetch = (what, ...rest) => {
  const { origin, href } = new URL(what instanceof Request ? what.url : what, self.location.href);
  return origin === self.location.origin ? asking(what, ...rest) : Promise.reject(new TypeError(`this page asks nobody else: ${href}`));
};
for (const name of ["WebSocket", "XMLHttpRequest", "EventSource", "WebTransport", "BroadcastChannel", "Worker"]) self[name] = undefined;

const tell = (message) => self.postMessage(message);

async function start() {
  tell({ progress: "fetching" });
  const packages = fetch("packages.zip").then((got) => {
    if (!got.ok) throw new Error(`packages.zip: ${got.status}`);
    return got.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: new URL("./vendor/pyodide/", self.location.href).href });
  tell({ progress: "unpacking" });
  const path = python.runPython("import sysconfig; sysconfig.get_path('purelib')");
  python.unpackArchive(await packages, "zip", { extractDir: path });
  tell({ progress: "reading" });
  return python.runPython("from regola_page_host import call; import regola_cli.check, regola_compiler.driver; call");
}

const started = start();
started.then(() => tell({ ready: true }), (fault) => tell({ broken: String(fault) }));

self.onmessage = async ({ data }) => {
  try {
    const call = await started;
    tell({ id: data.id, answer: JSON.parse(call(JSON.stringify(data.asked))) });
  } catch (fault) {
    tell({ id: data.id, fault: String(fault) });
  }
};
