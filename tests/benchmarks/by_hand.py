"""English draughts written by hand, as one writes it who wants it plain and quick: what a module is measured against."""

from __future__ import annotations

from random import Random

Board = dict[tuple[int, int], tuple[bool, bool]]  # by row and column: whether black, whether crowned
Move = tuple[tuple[int, int], tuple[int, int]]
WAYS = ((1, -1), (1, 1), (-1, -1), (-1, 1))


def start() -> Board:
    """The men at the start, black below."""
    squares = [(row, column) for row in range(1, 9) for column in range(1, 9) if (row + column) % 2 == 0]
    return {(row, column): (row < 4, False) for row, column in squares if row not in {4, 5}}


def moves(board: Board, black: bool, chain: tuple[int, int] | None) -> list[Move]:
    """Every step, or every leap, where there is one; in a chain the leaps of that man alone."""
    steps: list[Move] = []
    leaps: list[Move] = []
    for (row, column), (mine, crowned) in board.items():
        if mine is not black or (chain is not None and chain != (row, column)):
            continue
        for up, right in WAYS:
            if not crowned and (up > 0) is not black:
                continue
            one = (row + up, column + right)
            if not (1 <= one[0] <= 8 and 1 <= one[1] <= 8):
                continue
            if one not in board:
                steps.append(((row, column), one))
            elif board[one][0] is not black:
                two = (row + 2 * up, column + 2 * right)
                if 1 <= two[0] <= 8 and 1 <= two[1] <= 8 and two not in board:
                    leaps.append(((row, column), two))
    return leaps or ([] if chain else steps)


def random_game(seed: int, most: int) -> int:
    """Play by chance; how many moves were made."""
    random, board, black, chain = Random(seed), start(), True, None
    for made in range(most):
        found = moves(board, black, chain)
        if not found:
            return made
        source, target = random.choice(found)
        board = dict(board)
        _, crowned = board.pop(source)
        last = target[0] == (8 if black else 1)
        board[target] = (black, crowned or last)
        leapt = abs(source[0] - target[0]) == 2
        if leapt:
            del board[(source[0] + target[0]) // 2, (source[1] + target[1]) // 2]
        chain = target if leapt and not (last and not crowned) and moves(board, black, target) else None
        black = black if chain else not black
    return most
