"""Computer players by name: `random`, `classic:greedy`, `mcts:nodes=5000`, `level:7`."""

from tabuleiro.players.kinds import KINDS, make_player, player_names
from tabuleiro.players.levels import Level, levels
from tabuleiro.players.player import MoveChoice, Player, PlayerError
from tabuleiro.players.titles import opponents, player_title

__all__ = [
    "KINDS", "Level", "MoveChoice", "Player", "PlayerError", "levels", "make_player", "opponents",
    "player_names", "player_title",
]  # fmt: skip
