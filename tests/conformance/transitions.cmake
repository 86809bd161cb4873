# The machines of these tests in a second form, with `storage transitions`: the same tests run on both. What has
# no entity gets one, whose rows tests/support/transitions.h inserts; tables that tests forge rows in are not enforced, all others are.
function(write_with_transitions source)
    get_filename_component(name ${source} NAME)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(READ ${source} text)
    string(REPLACE ";" "<semicolon>" text "${text}")
    string(REPLACE "  storage head unindexed<semicolon>\n" "" text "${text}")
    set(enforced " enforced")
    if(name MATCHES "^(sample|payment|door).fsm")
        set(enforced "")
    endif()
    if(text MATCHES "\n  entity ")
        string(REGEX REPLACE "(\n  entity [^<]*<semicolon>)" "\\1 storage transitions${enforced}<semicolon>"
            text "${text}")
    endif()
    string(REGEX REPLACE "(\nmachine ([a-z]+)[^{\n]*{\n)(  [^e]|  e[^n]|\n)"
        "\\1  entity \\2s.id: text<semicolon> storage transitions${enforced}<semicolon>\n\\3" text "${text}")
    string(REPLACE "<semicolon>" ";" text "${text}")
    file(GENERATE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/transitions/${name} CONTENT "${text}")
endfunction()
