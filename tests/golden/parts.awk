# awk -f parts.awk outputs/parts WHOLE: prints the parts of WHOLE that outputs/parts lists for it. A part begins at the margin, and
# ends at the margin with a brace in C, with a semicolon or MariaDB's delimiter in SQL.
FNR == NR {
    if ($1 == name) {
        count = split(substr($0, length($1) + 2), wanted, /; */)
    }
    next
}
FNR == 1 { print (name ~ /[.]c$/ ? "//" : "--") " Parts of " name ": see outputs/parts." }
/^[a-z]/ && !is_part {
    for (i = 1; i <= count; i++) {
        if (index($0, wanted[i])) {
            is_part = 1
            found[i] = 1
            print ""
        }
    }
}
is_part { print }
name ~ /[.]c$/ ? /^}|^[^ ].*;$/ : /^[^ -].*;$|\/\/$/ { is_part = 0 }
END {
    for (i = 1; i <= count; i++) {
        if (!found[i]) {
            print name ": no part of it begins with " wanted[i] > "/dev/stderr"
            exit 1
        }
    }
}
