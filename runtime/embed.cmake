# Files of SQL, or of style sheets, as an array of C, of struct TYPE {name, text}, which HEADER has; an entry of NULL ends it:
#
#   cmake -DOUT=x.c -DSYMBOL=name -DFILES=a.sql,b.sql -DTYPE=sql_fragment -DHEADER=x.h [-DFOLDER=/...] -P embed.cmake
#
# Each file is a series of fragments, which `{define NAME}` on a line of its own begins; what stands before the first
# of them is for readers of the file. With FOLDER each file is one, and called as it is there, without its ending. A
# fragment ends with one newline, unless it is empty, so that blank lines may be left between two. The bytes are written
# as numbers, since a string literal may be 4,095 bytes long.

# In hexadecimal digits with blanks between the bytes nothing has a meaning to CMake, and no byte is found that
# begins in the middle of another.
function(as_bytes hex out)
    string(REGEX REPLACE "(..)" "\\1 " hex "${hex}")
    set(${out} "${hex}" PARENT_SCOPE)
endfunction()

function(read_bytes file out)
    file(READ ${file} hex HEX)
    as_bytes("${hex}" hex)
    if(hex MATCHES "[89a-f][0-9a-f] " AND NOT hex MATCHES "^([0-7][0-9a-f] )*$")
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
    string(APPEND arrays "static const char name_${count}[] = ${name_numbers};\n"
        "static const char text_${count}[] = ${text_numbers};\n")
    string(APPEND table "    {name_${count}, text_${count}},\n")
    math(EXPR count "${count} + 1")
endmacro()

string(REPLACE "," ";" FILES "${FILES}")
foreach(file IN LISTS FILES)
    read_bytes(${file} hex)
    if(FOLDER)
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
        string(FIND "${piece}" "7d 0a " end) # }\n
        if(end LESS 0)
            message(FATAL_ERROR "${file}: a {define has no end on its line")
        endif()
        string(SUBSTRING "${piece}" 0 ${end} name)
        math(EXPR end "${end} + 6")
        string(SUBSTRING "${piece}" ${end} -1 text)
        add_fragment("${name}" "${text}")
    endforeach()
endforeach()
file(WRITE ${OUT} "#include \"${HEADER}\"\n\n${arrays}"
    "extern const struct ${TYPE} ${SYMBOL}[];\nconst struct ${TYPE} ${SYMBOL}[] = {\n${table}    {0}};\n")
