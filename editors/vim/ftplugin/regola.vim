" Rules of games: two blanks a block, `#` begins a comment, `@` belongs to no word.
if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal commentstring=#\ %s comments=:#
setlocal expandtab shiftwidth=2 softtabstop=2 tabstop=2
setlocal autoindent nosmartindent
setlocal fileformat=unix
let b:undo_ftplugin = 'setlocal commentstring< comments< expandtab< shiftwidth< softtabstop< tabstop< autoindent< smartindent<'
