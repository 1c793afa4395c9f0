"""CHOICES: what a draft decides by lot."""

from . import values


class Choices:
    """`choose(n)` yields an int below n; everything drawn comes down to it."""

    def __init__(self, choose: values.Choose):
        self.choose = choose
        self.flags: dict[str, bool] = {}
        self.ended = False
        self.count = 0
        self.dtype = self._own_dtype()
        self.profile = values.PROFILES[choose(len(values.PROFILES))]
        self.shapes = tuple(values.SHAPES[choose(len(values.SHAPES))] for _ in range(2))

    def _own_dtype(self) -> str:
        """What the program mostly computes in: float32 in a good half of them, float64 in a quarter."""
        if self.may("float64") and self.choose(3) == 0:
            return "float64"
        if self.choose(6) == 0 and self.may("half precision"):
            return ("float16", "bfloat16")[self.choose(2)]
        if self.choose(6) == 0 and self.may("complex"):
            return ("complex64", "complex128")[self.choose(2)]
        return "float32"

    def flag(self) -> bool:
        return self.choose(2) == 1

    def one_of_many(self, n: int) -> int:
        """An int below `n`, which may be larger than what one choice tells apart evenly."""
        return (self.choose(64) * 64 + self.choose(64)) % n

    def one_in(self, n: int) -> bool:
        return self.choose(n) == n - 1

    def may(self, feature: str) -> bool:
        """Whether this program has `feature`; decided when it first comes up, three times in four for it."""
        if feature not in self.flags:
            self.flags[feature] = self.choose(4) > 0
        return self.flags[feature]

    def seldom(self, feature: str) -> bool:
        """As `may`, for what costs much time or crowds out the rest: one time in three."""
        if feature not in self.flags:
            self.flags[feature] = self.choose(3) == 0
        return self.flags[feature]

    def newest(self, names: list[str]) -> str:
        """One of `names`, counted from the newest, so that dropping an early statement shifts nothing."""
        return names[-1 - self.choose(min(len(names), 32))]

    def recent(self, names: list[str]) -> str:
        """One of `names`, half of the time of the last two, so that operations form chains."""
        return names[-1 - self.choose(min(len(names), 2 if self.flag() else 32))]

    def fresh(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def shape(self) -> tuple[int, ...]:
        """Mostly one of the program's own two shapes, or a scalar, so that operands fit each other."""
        own = (*self.shapes, self.shapes[0], ())
        shape = own[self.choose(4)] if self.choose(4) else values.SHAPES[self.choose(len(values.SHAPES))]
        return shape if 0 not in shape or self.may("empty") else (2,)

    def any_dtype(self) -> str:
        """Mostly the program's own dtype."""
        lot = self.choose(80)
        if lot >= len(_OTHER_DTYPES):
            return self.dtype
        feature, dtypes = _OTHER_DTYPES[lot]
        if not self.may(feature):
            return self.dtype
        dtype = dtypes[self.choose(len(dtypes))]
        return "float32" if dtype == self.dtype else dtype


# What a tensor may be instead of the program's own dtype, of eighty, and the feature that this is.
_OTHER_DTYPES: tuple[tuple[str, tuple[str, ...]], ...] = (
    *(("integers", ("int32", "int64", "int32", "bool")),) * 8,
    *(("float64", ("float64",)),) * 8,
    ("half precision", ("float16", "bfloat16")),
    ("complex", ("complex64", "complex128")),
    ("small integers", ("int8", "uint8", "int16", "uint16", "uint32", "uint64")),
    ("strings", ("string",)),
)
