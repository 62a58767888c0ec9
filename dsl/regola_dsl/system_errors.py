"""What the system says of a file that cannot be read or written, in our words: its own are in one language."""

from __future__ import annotations

import errno

from regola_dsl.wording import later, say

_WORDS = {
    errno.ENOENT: later("it is not there"),
    errno.EACCES: later("it is not permitted"),
    errno.EPERM: later("it is not permitted"),
    errno.EISDIR: later("it is a folder"),
    errno.ENOTDIR: later("a part of its path is a file, not a folder"),
    errno.EEXIST: later("it is there already"),
    errno.ENOSPC: later("the disk is full"),
    errno.EDQUOT: later("the disk is full"),
    errno.EROFS: later("the disk can only be read"),
    errno.ENAMETOOLONG: later("the name is too long"),
    errno.EPIPE: later("nobody reads it any more"),
    errno.EIO: later("the disk has failed"),
    errno.EMFILE: later("too many files are open"),
}


def system_words(error: OSError) -> str:
    """Why the system refused, in our words; in its own where we have none.

    >>> system_words(FileNotFoundError(errno.ENOENT, "No such file or directory"))
    'it is not there'
    """
    ours = _WORDS.get(error.errno or 0)
    return say(ours) if ours else error.strerror or str(error)
