au BufRead,BufNewFile *.regola setfiletype regola
