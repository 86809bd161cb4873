The completions of a program in fish. What the words and the lists of fragments are, completion.c says.

{define script}
# Completes {name} in fish; made by {name} --completion=fish.
complete -c {name} -f
{commands_on_files:suffix}
{named_commands:named_command}
{every_option:option}

{define none_is_typed}
not __fish_seen_subcommand_from {verbs: }

{define is_typed}
__fish_seen_subcommand_from {verb}

{define suffix}
complete -c {name} -n '{when}' -a '(__fish_complete_suffix {suffix})'

{define named_command}
complete -c {name} -n __fish_is_first_arg -a {verb} -d '{help:\'}'

{define option}
complete -c {name} -n '{when}' -{dash} {word}{fragment:value} -d '{help:\'}'

{define value_text}
 -x

{define value_folder}
 -x -a '(__fish_complete_directories)'

{define value_file}
 -r -F

{define value_suffix}
 -x -a '(__fish_complete_suffix {suffix})'

{define value_word}
 -x -a '{words}'

{define value_list}
 -x -a '(__fish_append , {words})'

{define value_switch}
 -x -a '{words}'
