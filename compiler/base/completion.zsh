The completions of a program in zsh. What the words and the lists of fragments are, completion.c says.

{define script}
#compdef {name}
# Completes {name} in zsh; made by {name} --completion=zsh.
_{name}_operand() {
    local -a verbs
    verbs=(
{named_commands:named_command}
    )
    (( CURRENT > 2 )) || _describe verb verbs
    [ -z "$1" ] || _files -g "*$1"
}
_{name}() {
    local verb={none}
    case ${words[2]} in {verbs: | }) verb=${words[2]} ;; esac
    case $verb in
{commands:command}
    esac
}
if [ "$funcstack[1]" = _{name} ]; then
    _{name} "$@"
else
    compdef _{name} {name}
fi

{define named_command}
        '{verb}:{help:'\''}'

{define command}
    {verb})
        _arguments{options:option} \
            '*:operand:_{name}_operand "{suffix}"'
        ;;

{define option}
 \
            '{spelling}{equals}[{help:'\''}]{fragment:value}'

{define option_switch}
 \
            '{spelling}-[{help:'\''}]{fragment:value}'

{define value_text}
:{value_name}: 

{define value_folder}
:{value_name}:_files -/

{define value_file}
:{value_name}:_files

{define value_suffix}
:{value_name}:_files -g "*{suffix}"

{define value_word}
:value:({words})

{define value_list}
:kind:_values -s , kind {words}

{define value_switch}
:value:({words})
