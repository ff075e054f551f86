/** Compiles Python files in folders to bytecode, by the Python of the site: node compile.mjs FOLDER ... */

import { loadPyodide } from "pyodide";

const python = await loadPyodide();
python.FS.mkdirTree("/folders");
for (const folder of process.argv.slice(2)) {
  python.FS.mount(python.FS.filesystems.NODEFS, { root: folder }, "/folders");
  python.runPython(`
import compileall
from pathlib import Path

done = compileall.compile_dir("/folders", quiet=1, legacy=True, optimize=2, stripdir="/folders")
assert done, "a file cannot be compiled"
for path in Path("/folders").rglob("*.py"):
    path.unlink()
`);
  python.FS.unmount("/folders");
}
