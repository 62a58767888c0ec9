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

" Colours of tree-sitter where Neovim has the parser (`make tree-sitter`); those of syntax/regola.vim where not.
if has('nvim-0.9')
  lua pcall(vim.treesitter.start)
endif
