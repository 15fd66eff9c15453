"""Data sets that people bring or take: read, checked, and parted for learning."""
