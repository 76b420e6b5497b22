"""Measurements, in ratios within one run on one machine. Not part of the tests: `make bench`."""
