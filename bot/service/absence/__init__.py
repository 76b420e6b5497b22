"""Absences announced ahead, and seats that change hands."""
