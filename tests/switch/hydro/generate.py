"""Cuts what is not differentiated, runs the tool, and gives derivatives the original types."""
import glob
import re
import shutil
import subprocess

for f in sorted(glob.glob("src/*.f90")):
    text = open(f).read()
    text = re.sub(r"(!\$AD start-exclude)(.*?)(!\$AD end-exclude)", "", text, flags=re.DOTALL)
    open(f.split("/")[1], "w").write(text)
files = ["./mwd_types.f90", "./md_stores.f90", "./forward.f90"]
subprocess.run(
    ["tapenade", "-b", "-d", "-fixinterface", "-noisize", "-context", "-msglevel", "100", "-adjvarname", "%_b", "-tgtvarname", "%_d"]
    + ["-o", "forward", "-head", r"forward_run(parameters.x)\(output.cost)"]
    + files,
    check=True,
)
text = open("forward_db.f90").read()
for name in ("PARAMETERSDT", "OUTPUTDT"):
    text = re.sub(rf"TYPE\({name}_DIFF\)", f"TYPE({name})", text, flags=re.IGNORECASE)
open("forward_db.f90", "w").write(text)
for f in files:
    shutil.os.remove(f)
