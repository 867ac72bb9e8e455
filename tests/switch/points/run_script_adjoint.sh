rm -rf sensitivity_files
mkdir sensitivity_files
echo '*********Running the TAPENADE script*************'

tapenade -reverse -fixinterface -O sensitivity_files/ -head "q_lskum" -vars "point%x point%y" -outvars "vector_cost_func" \
q_lskum.F90 data_structure.F90 flux.F90

for f in sensitivity_files/*.f90; do mv $f ${f%.f90}.F90; done
