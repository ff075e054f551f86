/** Starts Python with the packages of the site. */

// @ts-ignore: the build puts it there
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @returns {Promise<any>} */
export async function startPython() {
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href }),
    fetch(new URL("python.zip", import.meta.url)).then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(packages, "zip", { extractDir: "/site" });
  python.runPython("import sys; sys.path.insert(0, '/site')");
  python.pyimport("tabuleiro_site.in_place").install(); // before other imports
  python.pyimport("tabuleiro_site.network").install();
  python.pyimport("tabuleiro_site.levels").limit_levels();
  return python;
}
