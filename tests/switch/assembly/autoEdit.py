"""Lower-cases what was generated, and gives data modules their original names: their derivatives are declared there."""
import glob
import os
import sys

source, target, suffix = sys.argv[1:]
data = ["constants", "flowvars"]
for name in sorted(glob.glob(source + "/*.f90")):
    text = open(name).read().lower()
    if not any("contains" == line.strip() for line in text.splitlines()):
        continue
    for module in data:
        text = text.replace(module + suffix, module)
    open(os.path.join(target, os.path.basename(name)), "w").write(text)
