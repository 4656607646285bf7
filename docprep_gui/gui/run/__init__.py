"""The place Run: what to ask about which files, and the queue."""
