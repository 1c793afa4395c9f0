"""ROUNDS: shards, some at a time.

What a shard knows of buckets is what was known when its round began, and a round ends when all of its shards
have.  So which programs are examined, and which are only counted, hangs on the campaign's seed alone, and not
on how many workers there are, or which of them is the first.  The first rounds are small, as most is learnt
in them.
"""

from collections import deque
from collections.abc import Iterator

from .recognition import merged

LARGEST = 8  # shards of a round; rounds have 1, 2, 4, … until then


class Rounds:
    """Hands out shards, as (number, programs), and gathers what they learnt; threads need a lock around."""

    def __init__(self, shards: Iterator[tuple[int, int]]):
        self._shards, self._size = shards, 1
        self._waiting: deque[tuple[int, int]] = deque()
        self._open: set[int] = set()  # shards of this round that have not ended
        self._frozen: list = []  # what was known when the round began; see `recognition.Memory`
        self._learnt: dict[int, list] = {}
        self.ended = False

    def take(self) -> tuple[int, int] | None:
        """The next shard; None while the round is not over, and at the end of all."""
        if not self._waiting and not self._open and not self.ended:
            self._begin()
        return self._waiting.popleft() if self._waiting else None

    def _begin(self) -> None:
        self._frozen = merged(self._frozen, [self._learnt[number] for number in sorted(self._learnt)])
        self._learnt = {}
        for shard in self._shards:
            self._waiting.append(shard)
            if len(self._waiting) == self._size:
                break
        self._open = {number for number, _ in self._waiting}
        self._size = min(2 * self._size, LARGEST)
        self.ended = not self._waiting

    def known(self, shard: int) -> list:
        """What a shard of this round knows by now: what was frozen, and what it has learnt itself."""
        return self._learnt.get(shard, self._frozen)

    def learnt(self, shard: int, memory: list) -> None:
        self._learnt[shard] = memory

    def end(self, shard: int) -> None:
        """The shard has ended, or is given up."""
        self._open.discard(shard)
