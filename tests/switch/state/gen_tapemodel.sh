OUTDIR="./tapeout"
mkdir -p "$OUTDIR"
infile="${1%.*}"
name=$(basename ${infile})
modflag="EOSD"

# Forward
tapenade -tangent -head "ar(arval)/(n, v, t)" -tgtmodulename "$modflag" -noisize "${infile}".f90 -O tapeout
# Double forward
tapenade -tangent -head "ar_d(arval_d)/(v, t)" -tgtmodulename "$modflag" -noisize "tapeout/${name}_d.f90" -O tapeout
# Forward-Backward
tapenade -reverse -head "ar_d/(n, nd, v, vd, t, td)" -noisize -adjmodulename "$modflag" "tapeout/${name}_d_d.f90" -O tapeout
# Single backward
tapenade -reverse -head "ar(arval)/(n, v, t)" -noisize -adjmodulename "$modflag" "tapeout/${name}_d_d_b.f90" -O tapeout

rm tapeout/*msg
rm tapeout/${name}_d.f90 tapeout/${name}_d_d.f90 tapeout/${name}_d_d_b.f90
mv tapeout/${name}_d_d_b_b.f90 tapeout/${name}_diff.f90
sed -i "s/$modflag//gI" tapeout/${name}_diff.f90
sed -i 's/REAL\*8/REAL(8)/' tapeout/${name}_diff.f90
# The generated model is one of the project's.
sed -i 's/type :: PR$/type, extends(model_api) :: PR/I' tapeout/${name}_diff.f90
