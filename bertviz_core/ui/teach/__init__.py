"""The page Teach: guided tours, and one's own."""
