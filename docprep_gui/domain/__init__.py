"""Types and errors that every room shares. Frozen values, standard library only."""
