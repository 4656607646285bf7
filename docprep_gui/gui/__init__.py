"""The window. Only this package imports Qt."""
