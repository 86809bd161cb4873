# Files of SQL, templates or style sheets, as an array of C, of struct TYPE {name, text}, which HEADER has; an entry of
# NULL ends it:
#
#   cmake -DOUT=x.c -DSYMBOL=name -DFILES=a.sql,b.sql -DTYPE=template_fragment -DHEADER=x.h [-DFOLDER=/...] -P embed.cmake
#
# Each file is a series of fragments, which `{define NAME}` begins; what stands before the first of them is for readers
# of the file. The text begins on the next line, or after a blank: a short fragment is one line. With FOLDER each file is one, and called as it is there, without its ending; its
# line `{drop_triggers}` becomes a statement for each trigger that one of the files creates. A
# fragment ends with one newline, unless it is empty, so that blank lines may be left between two. The bytes are written
# as numbers, since a string literal may be 4,095 bytes long.
#
# Or as constants for the one file of C that sends them, USER, which includes them:
#
#   cmake -DOUT=x.sql.h -DFILES=x.sql -DUSER=x.c -DNUMBERS=y.h -P embed.cmake
#
# The fragment NAME is sql_NAME there, without the lines that are comments and without its last newline. `{>NAME}`
# stands for an earlier fragment, and `{NAME}` for a number that USER or NUMBERS defines. Those that are written as
# `{define .NAME}` are members of a struct, all of which are set by SQL_MEMBERS among its initializers. A fragment that neither USER
# nor another one names is an error, as in C a name that is none.

# In hexadecimal digits with blanks between the bytes nothing has a meaning to CMake, and no byte is found that
# begins in the middle of another.
function(as_bytes hex out)
    string(REGEX REPLACE "(..)" "\\1 " hex "${hex}")
    set(${out} "${hex}" PARENT_SCOPE)
endfunction()

function(read_bytes file out)
    file(READ ${file} hex HEX)
    as_bytes("${hex}" hex)
    if(hex MATCHES "[89a-f][0-9a-f] ")
        message(FATAL_ERROR "${file} is not all ASCII")
    endif()
    set(${out} "${hex}" PARENT_SCOPE)
endfunction()

function(as_numbers hex out)
    string(REGEX REPLACE "(..) " "0x\\1," numbers "${hex}")
    string(REGEX REPLACE "(0x0a,)" "\\1\n" numbers "${numbers}")
    set(${out} "{${numbers}0}" PARENT_SCOPE)
endfunction()

set(arrays "")
set(table "")
set(count 0)
macro(add_fragment name text)
    string(REGEX REPLACE "(0a )+$" "" trimmed "${text}")
    if(NOT trimmed STREQUAL "")
        string(APPEND trimmed "0a ")
    endif()
    as_numbers("${name}" name_numbers)
    as_numbers("${trimmed}" text_numbers)
    string(APPEND arrays "static const char ${SYMBOL}_name_${count}[] = ${name_numbers};\n"
        "static const char ${SYMBOL}_text_${count}[] = ${text_numbers};\n")
    if(TYPE STREQUAL template_fragment) # which names its file in errors
        file(RELATIVE_PATH place ${CMAKE_CURRENT_LIST_DIR}/.. ${file})
        string(APPEND table "    {${SYMBOL}_name_${count}, ${SYMBOL}_text_${count}, \"${place}\"},\n")
    else()
        string(APPEND table "    {${SYMBOL}_name_${count}, ${SYMBOL}_text_${count}},\n")
    endif()
    math(EXPR count "${count} + 1")
endmacro()

function(as_text hex out)
    string(REGEX MATCHALL "[0-9a-f]+" bytes "${hex}")
    set(text "")
    foreach(byte IN LISTS bytes)
        math(EXPR number "0x${byte}")
        string(ASCII ${number} character)
        string(APPEND text "${character}")
    endforeach()
    set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(without_comments hex out)
    set(of_line "([1-9a-f][0-9a-f] |0[0-9b-f] )*")
    string(REGEX REPLACE "0a (20 )*2d 2d ${of_line}" "" hex "0a ${hex}") # --
    string(REGEX REPLACE "^(0a )+|(0a )+$" "" hex "${hex}")
    set(${out} "${hex}" PARENT_SCOPE)
endfunction()

set(constants "")
set(members "")
set(statements "")
set(pieces_known "")
macro(add_piece name hole text)
    string(HEX "${hole}" hex)
    as_bytes("${hex}" hole_of_${name})
    set(text_of_${name} "${text}")
    list(APPEND pieces_known ${name})
endmacro()

macro(add_constant name text)
    as_text("${name}" statement)
    string(REGEX MATCH "^[.]" is_member "${statement}")
    string(REGEX REPLACE "^[.]" "" statement "${statement}")
    without_comments("${text}" sent)
    foreach(piece_known IN LISTS pieces_known)
        string(REPLACE "${hole_of_${piece_known}}" "${text_of_${piece_known}}" filled "${sent}")
        if(NOT filled STREQUAL sent)
            set(is_used_${piece_known} TRUE)
        endif()
        set(sent "${filled}")
    endforeach()
    if(sent MATCHES "7b (3e |((4[1-9a-f]|5[0-9af]) )+7d )") # {> or {NUMBER}
        message(FATAL_ERROR "${file}: ${statement} names a fragment that does not stand before it, or no number")
    endif()
    add_piece(${statement} "{>${statement}}" "${sent}")
    list(APPEND statements ${statement})
    if(is_member)
        list(APPEND members ".${statement} = sql_${statement}")
    endif()
    if(is_member OR user MATCHES "[^A-Za-z0-9_]sql_${statement}[^A-Za-z0-9_]")
        set(is_used_${statement} TRUE)
        as_numbers("${sent}" numbers)
        string(APPEND constants "static const char sql_${statement}[] = ${numbers};\n")
    endif()
endmacro()

if(USER)
    file(READ ${USER} user)
    set(definition "^#define [A-Z_]+ +[0-9]+( |$)")
    file(STRINGS ${NUMBERS} definitions REGEX "${definition}")
    file(STRINGS ${USER} own_definitions REGEX "${definition}")
    foreach(definition IN LISTS definitions own_definitions)
        string(REGEX MATCH "([A-Z_]+) +([0-9]+)" definition "${definition}")
        string(HEX "${CMAKE_MATCH_2}" digits)
        as_bytes("${digits}" digits)
        add_piece(${CMAKE_MATCH_1} "{${CMAKE_MATCH_1}}" "${digits}")
    endforeach()
endif()
string(REPLACE "," ";" FILES "${FILES}")
set(drops "")
if(FOLDER)
    foreach(file IN LISTS FILES)
        file(STRINGS ${file} triggers REGEX "^create trigger [a-z_.]+ ")
        string(REGEX REPLACE "create (trigger )([a-z_.]+) [^;]*;?" "drop \\1if exists \\2!\n" triggers "${triggers}")
        string(REPLACE "!" ";" triggers "${triggers}")
        string(APPEND drops "${triggers}")
    endforeach()
    string(HEX "${drops}" drops)
    as_bytes("${drops}" drops)
    string(HEX "{drop_triggers}\n" place_of_drops)
    as_bytes("${place_of_drops}" place_of_drops)
endif()
foreach(file IN LISTS FILES)
    read_bytes(${file} hex)
    if(FOLDER)
        string(REPLACE "${place_of_drops}" "${drops}" hex "${hex}")
        file(RELATIVE_PATH name ${FOLDER} ${file})
        string(REGEX REPLACE "\\.[a-z]+$" "" name "${name}")
        string(HEX "${name}" name)
        as_bytes("${name}" name)
        add_fragment("${name}" "${hex}")
        continue()
    endif()
    string(REPLACE "0a 7b 64 65 66 69 6e 65 20 " ";" pieces "0a ${hex}") # \n{define_
    list(REMOVE_AT pieces 0)
    foreach(piece IN LISTS pieces)
        if(NOT piece MATCHES "^(([2-6][0-9a-f] |7[0-9a-ce] )+)7d (0a |20 )(.*)$") # NAME, }, and a newline or a blank
            message(FATAL_ERROR "${file}: a {define has no end on its line")
        endif()
        set(name "${CMAKE_MATCH_1}")
        set(text "${CMAKE_MATCH_4}")
        if(USER)
            add_constant("${name}" "${text}")
        else()
            add_fragment("${name}" "${text}")
        endif()
    endforeach()
endforeach()
if(USER)
    foreach(statement IN LISTS statements)
        if(NOT is_used_${statement})
            message(FATAL_ERROR "${FILES}: nothing in ${USER} uses ${statement}")
        endif()
    endforeach()
    if(members)
        list(JOIN members ", " members)
        string(APPEND constants "#define SQL_MEMBERS ${members}\n")
    endif()
    file(WRITE ${OUT} "${constants}")
    return()
endif()
file(WRITE ${OUT} "#include \"${HEADER}\"\n\n${arrays}"
    "extern const struct ${TYPE} ${SYMBOL}[];\nconst struct ${TYPE} ${SYMBOL}[] = {\n${table}    {0}};\n")
