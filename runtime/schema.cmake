# What all machines and flows share in a database: the files of SQL that make it, in their order. Those in roles/ are
# left out where no role can be made (--no-roles), and those in no_roles/ stand there instead. Those in distributed/ are
# for databases of which each node has its own (--distribute), and stand there for those in one_node/. Those in test_clock/ are
# for databases that are set up with a test clock, which the compiler's files never do.
set(pawl_schema_postgres
    distributed/begin one_node/begin begin roles/create roles/become_owner names deployment upgrade/1 upgrade/3 roles/refuse_write
    no_roles/refuse_write machines distributed/nodes one_node/refuse_writes distributed/refuse_writes values locks
    freezes one_node/freeze_waits distributed/freezes deferral order workers outbox runs run_locks run_events run_steps
    write_protection roles/rights test_clock/add foreign_code record roles/leave_owner one_node/commit
    distributed/end)
set(pawl_schema_sqlite
    begin triggers deployment upgrade/1 upgrade/3 lock_log outbox_rows registry locks freezes outbox runs test_clock/mark record commit)
set(pawl_schema_mariadb
    begin roles/create deployment locks freezes values outbox runs run_locks run_events run_steps catalog roles/rights test_clock/add record)

# A file that is in no list would be in no database.
foreach(database postgres sqlite mariadb)
    set(folder ${CMAKE_CURRENT_LIST_DIR}/${database}/schema)
    file(GLOB_RECURSE files RELATIVE ${folder} CONFIGURE_DEPENDS ${folder}/*.sql)
    list(TRANSFORM files REPLACE "[.]sql$" "")
    list(REMOVE_ITEM files ${pawl_schema_${database}})
    if(files)
        message(FATAL_ERROR "runtime/schema.cmake: ${database} does not name ${files}")
    endif()
endforeach()

# pawl_embed_schema(DATABASE OUT SYMBOL TYPE HEADER): as an array of C, of struct TYPE {name, text}, which HEADER has.
function(pawl_embed_schema database out symbol type header)
    set(folder ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/${database}/schema)
    list(TRANSFORM pawl_schema_${database} PREPEND ${folder}/ OUTPUT_VARIABLE files)
    list(TRANSFORM files APPEND .sql)
    list(JOIN files "," joined)
    set(embed ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/embed.cmake)
    add_custom_command(
        OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DSYMBOL=${symbol} -DFILES=${joined} -DFOLDER=${folder} -DTYPE=${type}
            -DHEADER=${header} -P ${embed}
        DEPENDS ${files} ${embed} ${CMAKE_CURRENT_FUNCTION_LIST_FILE}
        VERBATIM)
endfunction()
