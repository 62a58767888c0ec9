-- The server, for Neovim 0.11 and newer: `vim.lsp.enable('regola')` in your init.lua starts it for rules.
return {
  cmd = { 'regola', 'lsp' },
  filetypes = { 'regola' },
  root_markers = { 'game.yaml', '.git' },
}
