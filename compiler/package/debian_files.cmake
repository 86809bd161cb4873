# What Debian's policy wants of each package beside what is installed, in the folders that cpack packs: 12.1 (manual pages are
# compressed), 12.5 (copyright) and 12.7 (changelog). Times are those of SOURCE_DATE_EPOCH if it is set, so that packages of the same
# sources are the same.
cmake_minimum_required(VERSION 3.22)
string(TIMESTAMP changed_at "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(READ ${CPACK_RESOURCE_FILE_LICENSE} license)

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} upper)
    set(root ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share)
    set(folder ${root}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
    file(WRITE ${folder}/copyright "${license}")
    file(WRITE ${folder}/changelog
        "pawl (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium\n\n  * pawl-doc has the changes in runtime/CHANGELOG.md.\n\n"
        " -- ${CPACK_PACKAGE_CONTACT}  ${changed_at}\n")
    file(GLOB manuals ${root}/man/man*/*)
    execute_process(COMMAND gzip -9 -n ${folder}/changelog ${manuals} COMMAND_ERROR_IS_FATAL ANY)
    if(component STREQUAL library)
        file(WRITE ${root}/lintian/overrides/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}
            "# cpack writes scripts that call ldconfig, and knows no way to leave them out\n"
            "${CPACK_DEBIAN_${upper}_PACKAGE_NAME}: maintscript-calls-ldconfig *\n")
    endif()
    file(CHMOD_RECURSE ${root}
        FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ
        DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
endforeach()
