"""Says in one sentence what keeps this machine from compiling, and fails; silent when it can."""

import os
import shutil
import sys
import sysconfig
from pathlib import Path

compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
headers = Path(sysconfig.get_path("include"), "Python.h")

if shutil.which(compiler) is None:
    sys.exit(f"There is no C compiler ({compiler}); to mend it: apt-get install build-essential.")
if not headers.exists():
    sys.exit(f"Python's headers ({headers}) are missing; to mend it: apt-get install python3-dev.")
