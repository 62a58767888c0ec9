//! Starts `regola lsp` where Zed finds it on the search path of the folder's shell.

use zed_extension_api::{self as zed, Command, LanguageServerId, Result, Worktree};

struct Regola;

impl zed::Extension for Regola {
    fn new() -> Self {
        Regola
    }

    fn language_server_command(&mut self, _id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let command = worktree
            .which("regola")
            .ok_or_else(|| "regola was not found: pip install \"regola[lsp]\"".to_string())?;
        Ok(Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

zed::register_extension!(Regola);
