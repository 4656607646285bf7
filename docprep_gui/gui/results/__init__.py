"""The place Results: key terms and answers, each with its place."""
