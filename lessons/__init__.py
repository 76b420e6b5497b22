"""Lessons: a position, two sentences, a task, and an answer that says why right is right.

Imports `adjudicator` alone. `data/` has a file for each game (docs/lessons.md says how to write one),
`lesson.py` what is in it, `course.py` how a lesson is gone through.
"""
