# pawl_embed_statements(TARGET FOLDER...): x.sql in these folders has the statements of x.c beside it, which includes
# them as "FOLDER/x.sql.h" and calls the fragment `{define NAME}` sql_NAME. See embed.cmake; numbers are those of
# pawl_abi.h and of x.c.
function(pawl_embed_statements target)
    set(embed ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed.cmake)
    set(numbers ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/pawl_abi.h)
    foreach(folder IN LISTS ARGN)
        file(GLOB files RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} CONFIGURE_DEPENDS
            ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.sql)
        foreach(file IN LISTS files)
            set(sql ${CMAKE_CURRENT_SOURCE_DIR}/${file})
            set(out ${CMAKE_CURRENT_BINARY_DIR}/statements/${file}.h)
            string(REGEX REPLACE "[.]sql$" ".c" user ${sql})
            add_custom_command(
                OUTPUT ${out}
                COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DFILES=${sql} -DUSER=${user}
                    -DNUMBERS=${numbers} -P ${embed}
                DEPENDS ${sql} ${user} ${numbers} ${embed}
                VERBATIM)
            target_sources(${target} PRIVATE ${out})
        endforeach()
    endforeach()
    target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/statements)
endfunction()
