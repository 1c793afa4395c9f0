"""Faults to plant, in the reference and in TensorFlow: the harness is believed only after it was lied to.

Each is a context manager; what a campaign must find stands beside it.
"""

from . import plants_in_rules, plants_in_tape, plants_in_tensorflow

PLANTS = {
    f"{name}, {side}": plant
    for side, plants in (
        ("reference", plants_in_rules.PLANTS),
        ("reference", plants_in_tape.PLANTS),
        ("TensorFlow", plants_in_tensorflow.PLANTS),
    )
    for name, plant in plants.items()
}
