"""JOURNAL: what a child is about to do and what it has counted, for its parent to read after its death.

A file of fixed size that both map into memory.  Writing is a copy in memory, cheap enough for every
statement; what was written outlives the process, though not the machine.  One side writes, the other reads;
only the stop flag goes from the parent to the child.  All space is taken when the file is made: a disk that
fills up later does no harm.
"""

import mmap
import os
import struct
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

DEPTH = 16  # indices of a path that are kept
DATA = 8192  # bytes of a packed program that are kept


class Phase(IntEnum):
    """What a child does with the program in hand."""

    IDLE = 0  # between programs
    DRAWING = 1  # drawing it, which runs the reference
    RUNNING = 2  # running it on the subject
    COMPARING = 3  # comparing outcomes, on the reference only
    EXAMINING = 4  # minimising, localising, judging
    REPEATING = 5  # running programs on the subject again, for the clock


@dataclass
class Tally:
    """What became of the programs of a shard up to `programs`, and how long it took.

    `digest` is the sum of the programs' own digests, modulo 2^64.  `seconds` is the loop's time without
    examinations; `subject_seconds` the subject's part of it.
    """

    programs: int = 0
    agreed: int = 0
    differing: int = 0
    inconclusive: int = 0
    invalid: int = 0
    digest: int = 0
    seconds: float = 0.0
    drawing_seconds: float = 0.0
    subject_seconds: float = 0.0
    comparing_seconds: float = 0.0
    examining_seconds: float = 0.0


@dataclass(frozen=True)
class Entry:
    """The program in hand: its number in the shard, the path of the statement that was begun, its bytes."""

    number: int
    phase: Phase
    path: tuple[int, ...]
    data: bytes


_STOP = 0
_TALLY = struct.Struct("<6Q5d")
_NOW = struct.Struct("<QB")
_PHASE = struct.Struct("<B")
_PATH = struct.Struct(f"<B{DEPTH}q")
_LENGTH = struct.Struct("<I")
_AT_TALLY = 8
_AT_NOW = _AT_TALLY + _TALLY.size
_AT_PATH = _AT_NOW + 16
_AT_LENGTH = _AT_PATH + _PATH.size
_AT_DATA = _AT_LENGTH + _LENGTH.size
_SIZE = _AT_DATA + DATA
_PADDING = tuple((0,) * n for n in range(DEPTH, -1, -1))


class Journal:
    """A journal in a file.  Raises OSError if the file cannot be made or mapped."""

    def __init__(self, file: Path):
        self.file = file
        if not file.exists():
            _reserve(file)
        with open(file, "r+b") as stream:
            self._map = mmap.mmap(stream.fileno(), _SIZE)

    # The child's side

    def begin(self, number: int, phase: Phase, data: bytes = b"") -> None:
        """Notes that the program `number`, packed in `data`, is in hand."""
        data = data[:DATA]
        _LENGTH.pack_into(self._map, _AT_LENGTH, len(data))
        self._map[_AT_DATA : _AT_DATA + len(data)] = data
        _PATH.pack_into(self._map, _AT_PATH, 0, *_PADDING[0])
        _NOW.pack_into(self._map, _AT_NOW, number, phase)

    def enter(self, phase: Phase) -> None:
        """Notes what is done with the program in hand."""
        _PHASE.pack_into(self._map, _AT_NOW + 8, phase)

    def reach(self, path: tuple[int, ...]) -> None:
        """Notes the statement that is begun."""
        path = path[:DEPTH]
        _PATH.pack_into(self._map, _AT_PATH, len(path), *path, *_PADDING[len(path)])

    def count(self, tally: Tally) -> None:
        """Notes what has been counted; the program in hand is done."""
        _TALLY.pack_into(self._map, _AT_TALLY, *vars(tally).values())
        self.enter(Phase.IDLE)

    # The parent's side

    def entry(self) -> Entry:
        number, phase = _NOW.unpack_from(self._map, _AT_NOW)
        depth, *path = _PATH.unpack_from(self._map, _AT_PATH)
        (length,) = _LENGTH.unpack_from(self._map, _AT_LENGTH)
        return Entry(number, Phase(phase), tuple(path[:depth]), self._map[_AT_DATA : _AT_DATA + length])

    def tally(self) -> Tally:
        return Tally(*_TALLY.unpack_from(self._map, _AT_TALLY))

    def place(self) -> bytes:
        """Changes whenever the child has gone on."""
        return self._map[_AT_NOW:_AT_LENGTH]

    @property
    def stop(self) -> bool:
        """Whether the child is asked to begin no other program."""
        return self._map[_STOP] != 0

    @stop.setter
    def stop(self, wanted: bool) -> None:
        self._map[_STOP] = wanted

    def close(self) -> None:
        """Unmaps and deletes the file."""
        self._map.close()
        self.file.unlink(missing_ok=True)


def _reserve(file: Path) -> None:
    with open(file, "xb") as stream:
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(stream.fileno(), 0, _SIZE)
        else:
            stream.write(bytes(_SIZE))
