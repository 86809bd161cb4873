# Files of SQL as arrays of C: cmake -DOUT=x.c -DSYMBOL=name -DFILES=a.sql,b.sql -P embed.cmake
#
# With -DFRAGMENTS=ON each file is a series of fragments, which `{define NAME}` on a line of its own begins; what
# stands before the first of them is for readers of the file. A fragment ends with one newline, unless it is empty,
# so that blank lines may be left between two. The bytes are written as numbers, since a string literal may be 4,095 bytes long.

# In hexadecimal digits with blanks between the bytes nothing has a meaning to CMake, and no byte is found that
# begins in the middle of another.
function(read_bytes file out)
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(..)" "\\1 " hex "${hex}")
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

string(REPLACE "," ";" FILES "${FILES}")
set(arrays "")
set(table "")
set(count 0)
foreach(file IN LISTS FILES)
    read_bytes(${file} hex)
    if(NOT FRAGMENTS)
        as_numbers("${hex}" numbers)
        string(APPEND arrays "const char ${SYMBOL}[] = ${numbers};\n")
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
        string(REGEX REPLACE "(0a )+$" "" text "${text}")
        if(text)
            string(APPEND text "0a ")
        endif()
        as_numbers("${name}" name)
        as_numbers("${text}" text)
        string(APPEND arrays "static const char name_${count}[] = ${name};\n"
            "static const char text_${count}[] = ${text};\n")
        string(APPEND table "    {name_${count}, text_${count}},\n")
        math(EXPR count "${count} + 1")
    endforeach()
endforeach()
if(FRAGMENTS)
    string(APPEND arrays "const struct sql_fragment ${SYMBOL}[] = {\n${table}    {0}};\n")
    set(arrays "#include \"${HEADER}\"\n\n${arrays}")
else()
    set(arrays "extern const char ${SYMBOL}[];\n${arrays}")
endif()
file(WRITE ${OUT} "${arrays}")
