"""Other exact sums, where they are installed: PyPI's xsum (Neal, arXiv:1505.05571) and math.fsum.

exact_peers.py FILE ROUNDS: FILE holds native f64. Prints "NAME SECONDS" for each, the median of the rounds, for
the whole file.
"""
import array
import math
import statistics
import sys
import time


def median_time(function, rounds):
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        function()
        times.append(time.perf_counter() - begin)
    return statistics.median(times)


def main():
    path, rounds = sys.argv[1], int(sys.argv[2])
    values = array.array("d")
    with open(path, "rb") as file:
        values.frombytes(file.read())
    try:
        import numpy
        import xsum

        together = numpy.array(values)

        def by_xsum():
            accumulator = xsum.xsum_large_accumulator()
            xsum.xsum_add(accumulator, together)
            xsum.xsum_round(accumulator)

        print("xsum", median_time(by_xsum, rounds))
    except ImportError:
        pass
    floats = list(values)
    try:
        print("fsum", median_time(lambda: math.fsum(floats), rounds))
    except OverflowError:
        pass  # it does not sum beyond the range of f64


main()
