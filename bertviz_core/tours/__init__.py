"""Guided tours: files of steps through the views of the app, read and written without Streamlit."""

from bertviz_core.tours.places import PLACES
from bertviz_core.tours.read import MOST_BYTES, MOST_STEPS, read_tour
from bertviz_core.tours.ready import READY, ready_tour
from bertviz_core.tours.tour import Done, Question, Task, Tour, TourStep, Words, in_language
from bertviz_core.tours.write import tour_yaml

__all__ = [
    "MOST_BYTES",
    "MOST_STEPS",
    "PLACES",
    "READY",
    "Done",
    "Question",
    "Task",
    "Tour",
    "TourStep",
    "Words",
    "in_language",
    "read_tour",
    "ready_tour",
    "tour_yaml",
]
