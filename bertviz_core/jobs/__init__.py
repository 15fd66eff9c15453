"""Work that goes on behind the pages, whatever the visitor looks at meanwhile."""
