//! The tests of rtapenade as one crate.
//!
//! ```text
//! checking   the door to `rtapenade check` for all tests    figures    RR-7957: goldens, expected statements, numbers
//! programs   tests/run/*.f90 and *.c, every improvement      examples   examples/, compiled and interpreted
//!            on and off                                      property   random programs, judged by the interpreter
//! black_boxes  C procedures without source, with derivatives from the user
//! models     code models in values and blocks               corpus     BLAS and LAPACK, fetched when the test runs
//! fixed_point what is printed reads again to the same thing   reading    real code, fetched when the test runs
//! extremes   long, deep, foreign texts                   small_head a head that uses little of a large program
//! bad_input  mistakes are said, nothing is written half     fusion     loops that need no tape have none
//! c_headers  headers of generated C                          set_aside  what is not understood, and not reached
//! command_line  Makefiles written for Tapenade              strict     no warning, also without optimisation
//! static_tables  C: tables that nothing changes             c_files    bodies that come from other files of C
//! c_spellings  C: one header by several paths             char_arrays  C: strings that initialise arrays
//! says       messages where users get stuck, in full
//! shared_members  C: members that lead to one place      builds  files, dependencies and build systems around a run
//! messages   what is said: codes, formats, what is left out
//! golden     generated files to be read
//! gradients  -value and -gradient: goldens, refusals
//! tapenade_runtime  -runtime tapenade                     openmp   -openmp: parallel loops
//! check_inputs  what `check` asks for                      refused_control  jumps, addresses as numbers, names of the tape
//! ```

#[cfg(test)]
mod bad_input;
#[cfg(test)]
mod binomial_files;
#[cfg(test)]
mod black_boxes;
#[cfg(test)]
mod borders;
#[cfg(test)]
mod both_modes;
#[cfg(test)]
mod builds;
#[cfg(test)]
mod c_files;
#[cfg(test)]
mod c_headers;
#[cfg(test)]
mod c_one_output;
#[cfg(test)]
mod c_programs_of_files;
#[cfg(test)]
mod c_spellings;
#[cfg(test)]
mod char_arrays;
#[cfg(test)]
mod check_inputs;
#[cfg(test)]
mod checking;
#[cfg(test)]
mod command_line;
#[cfg(test)]
mod corpus;
#[cfg(test)]
mod distinct_pointers;
#[cfg(test)]
mod examples;
#[cfg(test)]
mod extremes;
#[cfg(test)]
mod figures;
#[cfg(test)]
mod fixed_point;
#[cfg(test)]
mod fortran_boxes;
#[cfg(test)]
mod fp_work_arrays;
#[cfg(test)]
mod fusion;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod gradients;
#[cfg(test)]
mod habits;
#[cfg(test)]
mod handed_over;
#[cfg(test)]
mod house;
#[cfg(test)]
mod included_statics;
#[cfg(test)]
mod intrinsics;
#[cfg(test)]
mod kept_shapes;
#[cfg(test)]
mod language;
#[cfg(test)]
mod libraries;
#[cfg(test)]
mod libraries_in_c;
#[cfg(test)]
mod libraries_of_complex_numbers;
#[cfg(test)]
mod library_stubs;
#[cfg(test)]
mod linear_solvers;
#[cfg(test)]
mod messages;
#[cfg(test)]
mod mixed;
#[cfg(test)]
mod models;
#[cfg(test)]
mod mpi;
#[cfg(test)]
mod open_procedures;
#[cfg(test)]
mod openmp;
#[cfg(test)]
mod portion;
#[cfg(test)]
mod programs;
#[cfg(test)]
mod property;
#[cfg(test)]
mod reading;
#[cfg(test)]
mod refused_control;
#[cfg(test)]
mod rereading;
#[cfg(test)]
mod rules;
#[cfg(test)]
mod says;
#[cfg(test)]
mod second_order;
#[cfg(test)]
mod second_order_pointers;
#[cfg(test)]
mod set_aside;
#[cfg(test)]
mod shared_members;
#[cfg(test)]
mod small_head;
#[cfg(test)]
mod static_tables;
#[cfg(test)]
mod strict;
#[cfg(test)]
mod tapenade_runtime;
#[cfg(test)]
mod unknown_names;
#[cfg(test)]
mod unlisted_pointers;
#[cfg(test)]
mod users_text;
#[cfg(test)]
mod without_source;
