"""NAMING: what Keras calls objects that nobody named: `sgd`, `sgd_1`, `rm_sprop`."""

_counts: dict[str, int] = {}


def automatic(kind):
    """The class name `kind` in snake case, numbered from the second object in this process on."""
    name = _snake_case(kind)
    count = _counts[name] = _counts.get(name, -1) + 1
    return f"{name}_{count}" if count else name


def _snake_case(kind):
    """RMSprop as rm_sprop: a capital begins a word after a small letter and before one."""
    words = kind[:1].lower()
    for before, letter, after in zip(kind, kind[1:], kind[2:] + " ", strict=False):
        begins = letter.isupper() and (before.islower() or after.islower())
        words += f"_{letter.lower()}" if begins else letter.lower()
    return words
