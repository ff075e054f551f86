"""The transposition table of alpha-beta search.

An entry is two words of 64 bits: the full key of the position, and one that packs the rest. A key
can be stored in a bucket of a few entries, which are in the same cache line.
"""

from typing import Any

from tabuleiro.search.memory import allocate_entries

FORMATS = {"words": "Q"}
LOWER, UPPER, EXACT = 1, 2, 3  # a score is a lower bound, an upper bound, or both

# For compiled code: typed in transposition_table.pxd, and not visible from Python when compiled.
_BUCKET = 4  # entries
_AGES = 64  # searches after which ages start at 0 again
_OUTDATED = 8  # the depth by which an entry loses value with every later search
_SPREAD = 0x9E3779B97F4A7C15
_FULL = 0xFFFFFFFFFFFFFFFF

# The word of an entry, from its lowest bit: move, score, depth, bound, complete, age.
_MOVE_MASK = 0x7FFFFFFF
_SCORE_AT = 31
_SCORE_MASK = 0xFFFF
_SCORE_ZERO = 0x8000  # is added to scores, so that no packed one is negative
_DEPTH_AT = 47
_DEPTH_MASK = 0xFF
_BOUND_AT = 55
_BOUND_MASK = 3
_COMPLETE_AT = 57
_AGE_AT = 58


class TranspositionTable:
    """A table of a fixed size. `find` unpacks an entry into `move`, `score` and so on, where it
    stays until the next call.

    `score` is a bound of the kind `bound`, from a search of `depth` moves. It is `complete` if no
    evaluation of an unfinished game was used: then a deeper search finds the same score. If a
    bucket is full, the entry with the smallest depth is replaced, old ones before new ones.
    """

    words: Any
    move: int
    score: int
    depth: int
    bound: int
    complete: bool

    def __init__(self, megabytes: int) -> None:
        count, arrays = allocate_entries(FORMATS, megabytes)
        self.words = arrays["words"]
        self.buckets = count // (2 * _BUCKET)
        self.age = 0

    def next_age(self) -> None:
        """Starts a new search: all entries become older."""
        self.age = (self.age + 1) % _AGES

    def bucket_start(self, key: int) -> int:
        """The first word of the bucket of a key."""
        number = ((key * _SPREAD) & _FULL) >> 32
        return ((number * self.buckets) >> 32) * (2 * _BUCKET)

    def find(self, key: int) -> bool:
        """Whether there is an entry of that key; it is unpacked."""
        place = self.bucket_start(key)
        for _ in range(_BUCKET):
            if self.words[place] == key and self.words[place + 1]:
                self.unpack(self.words[place + 1])
                return True
            place += 2
        return False

    def unpack(self, word: int) -> int:
        """Unpacks an entry."""
        self.move = word & _MOVE_MASK
        self.score = word >> _SCORE_AT & _SCORE_MASK
        self.score -= _SCORE_ZERO
        self.depth = word >> _DEPTH_AT & _DEPTH_MASK
        self.bound = word >> _BOUND_AT & _BOUND_MASK
        self.complete = word >> _COMPLETE_AT & 1 != 0
        return 0

    def store(self, key: int, move: int, score: int, depth: int, bound: int, complete: bool) -> int:
        """Stores an entry; an earlier one of the same key is replaced."""
        word = self.age
        word = word << (_AGE_AT - _COMPLETE_AT) | complete
        word = word << (_COMPLETE_AT - _BOUND_AT) | bound
        word = word << (_BOUND_AT - _DEPTH_AT) | depth
        word = word << (_DEPTH_AT - _SCORE_AT) | (score + _SCORE_ZERO)
        word = word << _SCORE_AT | move
        place = self.slot_for(key)
        self.words[place] = key
        self.words[place + 1] = word
        return 0

    def slot_for(self, key: int) -> int:
        """The entry to store a key in: its own, else the one with the least value."""
        place = self.bucket_start(key)
        best = place
        least = _AGES * _OUTDATED
        for _ in range(_BUCKET):
            if self.words[place] == key:
                return place
            worth = self.worth(self.words[place + 1])
            if worth < least:
                least = worth
                best = place
            place += 2
        return best

    def worth(self, word: int) -> int:
        """The value of an entry for later searches; that of a free one is the lowest."""
        if word == 0:
            return -_AGES * _OUTDATED
        age = word >> _AGE_AT
        depth = word >> _DEPTH_AT & _DEPTH_MASK
        return depth - _OUTDATED * ((self.age - age) & (_AGES - 1))
