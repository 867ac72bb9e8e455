# find_package(rtapenade) gives
#
#   rtapenade::rtapenade   the program
#   rtapenade::adtape      the runtime that adjoints call, with its headers
#   rtapenade_adjoint(target HEAD spec... SOURCES file... [options])
#   rtapenade_tangent(target HEAD spec... SOURCES file... [options])
#
# Both make a static library `target` of the derivatives, which are generated anew whenever one of the files that they were made from changes:
# included files and headers too. The sources themselves are compiled where they were before. Options:
#
#   OPTIONS word...     further options of rtapenade, such as -fixinterface or -nooptim
#   DEFINES NAME[=x]... macros, for rtapenade and for the compiler: generated C keeps their names
#   INCLUDES dir...     where included files are, for rtapenade and for the compiler
#   DEPENDS target...   what must be built first: targets that make sources or included files
#
# Sources are of one language. C: the header of the derivatives is <target>_b.h (tangent: <target>_d.h), and the library brings its directory along.
cmake_minimum_required(VERSION 3.20)

get_filename_component(_rtapenade_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(_rtapenade_special "${_rtapenade_prefix}/share/rtapenade/adSpecial.f90")

if(NOT TARGET rtapenade::rtapenade)
  add_executable(rtapenade::rtapenade IMPORTED)
  set_target_properties(rtapenade::rtapenade PROPERTIES
    IMPORTED_LOCATION "${_rtapenade_prefix}/bin/rtapenade${CMAKE_EXECUTABLE_SUFFIX}")
endif()
if(NOT TARGET rtapenade::adtape)
  add_library(rtapenade::adtape STATIC IMPORTED)
  set_target_properties(rtapenade::adtape PROPERTIES
    IMPORTED_LOCATION "${_rtapenade_prefix}/lib/libadtape.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_rtapenade_prefix}/include/rtapenade")
endif()

function(rtapenade_adjoint target)
  _rtapenade_library(${target} -reverse b ${ARGN})
endfunction()

function(rtapenade_tangent target)
  _rtapenade_library(${target} -tangent d ${ARGN})
endfunction()

function(_rtapenade_library target mode suffix)
  cmake_parse_arguments(PARSE_ARGV 3 A "" "" "HEAD;SOURCES;OPTIONS;DEFINES;INCLUDES;DEPENDS")
  if(A_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${target}: `${A_UNPARSED_ARGUMENTS}` is no argument: HEAD, SOURCES, OPTIONS, DEFINES, INCLUDES, DEPENDS are")
  endif()
  if(NOT A_SOURCES)
    message(FATAL_ERROR "${target}: SOURCES is missing, the files that define what is differentiated")
  endif()

  set(heads "")
  foreach(head IN LISTS A_HEAD)
    list(APPEND heads -head "${head}")
  endforeach()
  set(macros "")
  foreach(macro IN LISTS A_DEFINES)
    list(APPEND macros -D "${macro}")
  endforeach()
  set(folders "")
  set(includes "")
  foreach(folder IN LISTS A_INCLUDES)
    get_filename_component(folder "${folder}" ABSOLUTE)
    list(APPEND folders "${folder}")
    list(APPEND includes -I "${folder}")
  endforeach()
  set(sources "")
  set(is_c FALSE)
  set(is_fortran FALSE)
  foreach(source IN LISTS A_SOURCES)
    get_filename_component(source "${source}" ABSOLUTE)
    list(APPEND sources "${source}")
    get_filename_component(folder "${source}" DIRECTORY)
    list(APPEND folders "${folder}")
    if(source MATCHES "\\.c$")
      set(is_c TRUE)
    else()
      set(is_fortran TRUE)
    endif()
  endforeach()
  if(is_c AND is_fortran)
    message(FATAL_ERROR "${target}: SOURCES in C and in Fortran need a library each")
  endif()

  # Files are written as <target>_b and the extension of the first source, in lower case.
  list(GET sources 0 first)
  get_filename_component(extension "${first}" LAST_EXT)
  string(TOLOWER "${extension}" extension)
  set(directory "${CMAKE_CURRENT_BINARY_DIR}/${target}.rtapenade")
  file(MAKE_DIRECTORY "${directory}")
  set(generated "${directory}/${target}_${suffix}${extension}")
  set(header "")
  if(is_c)
    set(header "${directory}/${target}_${suffix}.h")
  endif()
  add_custom_command(
    OUTPUT "${generated}"
    BYPRODUCTS ${header}
    COMMAND rtapenade::rtapenade ${mode} ${heads} -o "${target}" -O "${directory}" ${includes} ${macros} ${A_OPTIONS}
      -MD -MF "${generated}.d" -MT "${generated}" ${sources}
    DEPENDS ${sources} ${A_DEPENDS} rtapenade::rtapenade
    DEPFILE "${generated}.d"
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    COMMENT "Differentiating ${target}"
    VERBATIM)

  add_library(${target} STATIC "${generated}")
  target_link_libraries(${target} PUBLIC rtapenade::adtape)
  target_include_directories(${target} PUBLIC "${directory}" ${folders})
  target_compile_definitions(${target} PUBLIC ${A_DEFINES})
  if(is_fortran)
    # Modules of the derivatives stand beside them; the module that some of them use comes along.
    target_sources(${target} PRIVATE "${_rtapenade_special}")
    set_target_properties(${target} PROPERTIES Fortran_MODULE_DIRECTORY "${directory}")
  endif()
endfunction()
