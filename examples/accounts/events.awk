# An event, as `pawlctl relay --stdout` prints it, in a few words: what it is called, what happened, with what.
function member(name,  text) {
    if (!match($0, "\"" name "\":(\"[^\"]*\"|[^,}]*)"))
        return ""
    text = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
    gsub(/"/, "", text)
    return text == "null" ? "" : text
}
{
    parameters = $0
    sub(/.*"parameters":/, "", parameters)
    sub(/}$/, "", parameters)
    printf "%-16s  %-8s  %7s -> %-7s  %s\n", member("id"), member("event"), member("from"), member("to"), parameters
}
