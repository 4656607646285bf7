"""The place Documents: tree, page, inspector."""
