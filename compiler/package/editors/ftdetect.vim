au BufRead,BufNewFile *.fsm setfiletype pawl
