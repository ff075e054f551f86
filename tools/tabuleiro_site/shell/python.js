/** Starts Python with packages of the site. */

// @ts-ignore: the build puts it there
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** Whether Python can wait for a network, which answers later. Without, the computer searches without networks. */
export const CAN_WAIT = "Suspending" in WebAssembly;

/** @param {string[]} archives  with the packages @returns {Promise<any>} */
export async function startPython(archives) {
  const [python, ...packages] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href }),
    ...archives.map(async (name) => (await fetch(new URL(name, import.meta.url))).arrayBuffer()),
  ]);
  for (const each of packages) python.unpackArchive(each, "zip", { extractDir: "/site" });
  python.runPython("import sys; sys.path.insert(0, '/site')");
  python.pyimport("tabuleiro_site.in_place").install(); // before other imports
  if (CAN_WAIT) python.pyimport("tabuleiro_site.network").install();
  python.pyimport("tabuleiro_site.levels").limit_levels();
  return python;
}
