"""ORDER: in which order a backward pass takes the operations that are ready at its start.

Rounding and the order of rows in a concatenated IndexedSlices show it.  TensorFlow keeps the operations of a
backward pass in a hash table and begins with those that nothing else waits for, from the table's end to its
beginning.  With few operations that is the order in which they were found; with many, or with colliding
numbers, it is the order of the table, which this module therefore models: chained buckets, a new key goes to
the front of its bucket's run, or of everything where the bucket is empty.
"""

_SIZES = (13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172933)


def table_order(keys):
    """`keys` (distinct ints, in order of insertion) from the table's end to its beginning."""
    size = _SIZES[0]
    chain, runs = [], {}
    for count, key in enumerate(keys, 1):
        if count > size:
            size = next(n for n in _SIZES if n >= 2 * size)
            old, chain, runs = _flat(chain, runs), [], {}
            for moved in old:
                _insert(chain, runs, moved, size)
        _insert(chain, runs, key, size)
    return _flat(chain, runs)[::-1]


def _insert(chain, runs, key, size):
    """`chain` lists buckets, the newest last; `runs` each bucket's keys, the newest last."""
    bucket = key % size
    if bucket not in runs:
        runs[bucket] = []
        chain.append(bucket)
    runs[bucket].append(key)


def _flat(chain, runs):
    return [key for bucket in reversed(chain) for key in reversed(runs[bucket])]
