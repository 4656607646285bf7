"""From a document to chunks: cut where its meaning ends, whole clauses first, every character in exactly one core."""

from docprep_gui.chunking.cutting import cut
from docprep_gui.chunking.settings import ChunkSettings, defaults

__all__ = ["ChunkSettings", "cut", "defaults"]
