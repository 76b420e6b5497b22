"""The computer opponent of New York 2047.

`chart.py` is the map as it is thought about, `ahead.py` what the sheets of all lead to, `evaluate.py` what
that is worth, `sheets.py` which sheets are worth a look, `search.py` which of them answer the others best,
`adjustment.py` relocations and disbanding, `letters.py` what it says and understands, `engine.py` the rest.
"""
