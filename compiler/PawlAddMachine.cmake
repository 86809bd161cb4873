# pawl_add_machine(TARGET FILE.fsm): compiles a machine and adds its C to TARGET, which can then include
# the generated header. The SQL and the diagram lie beside it, in the folder that the target's property
# PAWL_GENERATED_DIR names.
function(pawl_add_machine target file)
    get_filename_component(source ${file} ABSOLUTE)
    get_filename_component(stem ${file} NAME_WE)
    set(directory ${CMAKE_CURRENT_BINARY_DIR}/${target}-generated)
    add_custom_command(
        OUTPUT ${directory}/${stem}.h ${directory}/${stem}.c ${directory}/${stem}.postgres.sql
            ${directory}/${stem}.sqlite.sql ${directory}/${stem}.dot
        COMMAND pawl ${source} -o ${directory}
        DEPENDS ${source} pawl
        COMMENT "Compiling ${stem}.fsm"
        VERBATIM)
    target_sources(${target} PRIVATE ${directory}/${stem}.c ${directory}/${stem}.h)
    target_include_directories(${target} PRIVATE ${directory})
    target_link_libraries(${target} PRIVATE pawl_runtime)
    set_target_properties(${target} PROPERTIES PAWL_GENERATED_DIR ${directory})
endfunction()
