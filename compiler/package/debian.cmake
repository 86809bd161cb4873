# The packages for Debian that `cpack -G DEB` writes in the build folder: one for each component of what is installed.
# Debian's folder of libraries is only known in a build with -DCMAKE_INSTALL_PREFIX=/usr.
if(NOT TARGET pawl OR NOT TARGET pawlctl OR NOT CMAKE_INSTALL_PREFIX STREQUAL "/usr")
    return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_CONTACT "Pawl maintainers <maintainers@pawl.example>" CACHE STRING "Who maintains the packages for Debian")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_SOURCE_DIR}/debian_files.cmake)
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)

# debian_package(COMPONENT NAME SECTION SUMMARY TEXT [DEPENDS NAME...] [BINARIES]): BINARIES depend on what they are linked with
macro(debian_package component name section summary text)
    cmake_parse_arguments(package BINARIES "" DEPENDS ${ARGN})
    string(TOUPPER ${component} upper)
    list(APPEND CPACK_COMPONENTS_ALL ${component})
    list(JOIN package_DEPENDS ", " CPACK_DEBIAN_${upper}_PACKAGE_DEPENDS)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
    set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
    set(CPACK_DEBIAN_${upper}_PACKAGE_SHLIBDEPS ${package_BINARIES})
    if(NOT package_BINARIES AND NOT "${section}" STREQUAL libdevel)
        set(CPACK_DEBIAN_${upper}_PACKAGE_ARCHITECTURE all)
    endif()
    set(CPACK_COMPONENT_${upper}_DESCRIPTION "${summary}
Pawl compiles definitions of state machines to C, SQL and diagrams. Its
library moves rows of PostgreSQL, SQLite and MariaDB through them with locked
transitions.
.
${text}")
endmacro()

set(sqlite "libsqlite3-0 (>= 3.35)") # runtime/BUILDING.md has the versions
set(same_version "(= ${PROJECT_VERSION})")
get_target_property(soname_number pawl_shared SOVERSION)
debian_package(compiler pawl devel "compiler of state machines to C, SQL and diagrams"
    "This package has the compiler. It needs Graphviz for pages with diagrams.
`pawl test` needs libpawl-dev, pkg-config and a C compiler." BINARIES)
set(CPACK_DEBIAN_COMPILER_PACKAGE_SUGGESTS "graphviz, pawl-doc, libpawl-dev, pkg-config, gcc | c-compiler")
debian_package(library libpawl${soname_number} libs "state machines of database rows - shared library"
    "This package has the shared library." BINARIES DEPENDS ${sqlite})
# Debian wants a trigger (deb-triggers(5), policy 8.1.1); cpack calls ldconfig beside it, which debian_files.cmake excuses
set(control ${CMAKE_CURRENT_BINARY_DIR}/debian)
file(WRITE ${control}/shlibs "libpawl ${soname_number} libpawl${soname_number} (>= ${PROJECT_VERSION})\n")
file(WRITE ${control}/triggers "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${control}/shlibs ${control}/triggers)
set(mariadb "")
if(PAWL_MARIADB)
    set(mariadb libmariadb-dev)
endif()
debian_package(development libpawl-dev libdevel "state machines of database rows - development files"
    "This package has the headers, the static library and the package of CMake."
    DEPENDS "libpawl${soname_number} ${same_version}" "pawl ${same_version}" libpq-dev libsqlite3-dev ${mariadb})
debian_package(pawlctl pawlctl database "deploys and watches state machines of database rows"
    "This package has the operator's command: deployment, migration, status,
locks, queues, relays, a live page and metrics, with a dashboard for Grafana
and alerts for Prometheus. It needs Graphviz for live diagrams." BINARIES DEPENDS ${sqlite})
set(CPACK_DEBIAN_PAWLCTL_PACKAGE_SUGGESTS "graphviz, prometheus")
debian_package(pages pawl-doc doc "state machines of database rows - manual"
    "This package has the manual and examples.")
include(CPack)
