"""DocPrep reads, cuts and sorts office documents for a language model on the user's own machine."""

__version__ = "0.1.0"
