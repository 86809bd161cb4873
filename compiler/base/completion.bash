The completions of a program in bash. What the words and the lists of fragments are, completion.c says.

{define script}
# Completes {name} in bash; made by {name} --completion=bash.
_{name}() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local verb={none} files='' suffix='' words='' listed='' done='' equals='' i options
    if [ "$word" = = ]; then
        word='' equals==
    elif [ "$before" = = ]; then
        before=${COMP_WORDS[COMP_CWORD - 2]} equals==
    fi
    case $before in -W*) before=$before$equals ;; esac
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        {verbs: | }) verb=${COMP_WORDS[i]} && break ;;
        esac
    done
    case $verb in
{commands:command}
    esac
    case $verb in
{commands_on_files:suffix}
    esac
    case $before in
{new_options:value}
    *)
        [ -z "$suffix" ] || files=files
        case $word in -*) files=none words=$options ;; esac
        [ "$COMP_CWORD" -ne 1 ] || words="$words {verbs: }"
        ;;
    esac
    if [ -n "$listed" ]; then
        case $word in *,*) done=${word%,*}, ;; esac
        compopt -o nospace
    fi
    mapfile -t COMPREPLY < <(
        [ -z "$words" ] || compgen -P "$done" -W "$words" -- "${word#"$done"}"
        case $files in
        files) compgen -f -X "${suffix:+!*$suffix}" -- "$word" ;;
        esac
        case $files$suffix in
        folders | files.*) compgen -d -- "$word" ;;
        esac
    )
    case $files in files | folders) compopt -o filenames ;; esac
    case ${COMPREPLY[*]} in --*=) compopt -o nospace ;; esac
}
complete -F _{name} {name}

{define command}
    {verb}) options='{options:option}' ;;

{define option}
 {spelling}{equals}

{define option_switch}
 {joined: }

{define suffix}
    {verb}) suffix={suffix} ;;

{define value_text}
    {spelling}) files=none suffix='' ;;

{define value_folder}
    {spelling}) files=folders suffix='' ;;

{define value_file}
    {spelling}) files=files suffix='{suffix}' ;;

{define value_suffix}
    {spelling}) files=files suffix='{suffix}' ;;

{define value_word}
    {spelling}) words='{words}' ;;

{define value_list}
    {spelling}) words='{words}' listed=1 ;;

{define value_switch}
    {spelling}error= | {spelling}no-error=) words='{names}' ;;
