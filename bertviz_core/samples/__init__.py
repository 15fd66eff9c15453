"""Texts that come with the project, written for it."""
