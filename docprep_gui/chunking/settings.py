"""How large chunks are, and the defaults for each kind of file."""

from __future__ import annotations

from dataclasses import dataclass

from docprep_gui.domain.document import FileKind
from docprep_gui.domain.errors import SettingError

_LEAST_TOKENS = 8
_LEAST_CHARS = 10
# Hard limit as a multiple of the target.
_SLACK = 1.3
# A small model's own tokenizer makes about two tokens where we count one, and instruction and answer need as much
# again as the text: an eighth of the window, counted our way, is a quarter of it.
_WINDOW_SHARE = 8


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """Sizes of chunks. Tokens are those of `text.tokens`, characters are code points; both are of context and core
    together. Use `changed` to override some values, so that those left out follow.

    - target_tokens: soft, default by kind of file. A chunk is filled up to here; above it only as far as the hard
      limit, to keep a clause whole. Counts as max_tokens where it is larger than that. 0: refused.
    - max_tokens: hard, default 1.3 x target_tokens. Only a thing that may not be cut is larger. 0: refused.
    - max_chars: hard, default None: no limit in characters. The target shrinks to it. 0: refused.
    - overlap_tokens: hard, default a tenth of target_tokens. At most so much of the end of the chunk before, in whole
      sentences. 0: no overlap.
    - overlap_chars: hard, default None: with max_chars the same share of it as overlap_tokens has of target_tokens,
      otherwise no limit in characters. 0: no overlap.
    - table_rows: hard, default 100. Rows of a table in one chunk, the header not counted. 0: no limit in rows.
    """

    target_tokens: int
    max_tokens: int
    max_chars: int | None = None
    overlap_tokens: int = 0
    overlap_chars: int | None = None
    table_rows: int = 100

    def checked(self) -> ChunkSettings:
        """These settings. SettingError: too_small, negative, overlap_too_large (half of a chunk or more)."""
        for key, value, least in (
            ("target_tokens", self.target_tokens, _LEAST_TOKENS),
            ("max_tokens", self.max_tokens, _LEAST_TOKENS),
            ("max_chars", self.max_chars, _LEAST_CHARS),
        ):
            if value is not None and value < least:
                raise SettingError("too_small", key=f"chunking.{key}", value=str(value), low=str(least))
        for key, value in (
            ("overlap_tokens", self.overlap_tokens),
            ("overlap_chars", self.overlap_chars),
            ("table_rows", self.table_rows),
        ):
            if value is not None and value < 0:
                raise SettingError("negative", key=f"chunking.{key}", value=str(value))
        self._check_overlap("overlap_tokens", self.overlap_tokens, min(self.target_tokens, self.max_tokens))
        if self.overlap_chars is not None and self.max_chars is not None:
            self._check_overlap("overlap_chars", self.overlap_chars, self.max_chars)
        return self

    def _check_overlap(self, key: str, overlap: int, size: int) -> None:
        if overlap and overlap * 2 >= size:
            raise SettingError("overlap_too_large", key=f"chunking.{key}", value=str(overlap), size=str(size))

    def changed(
        self,
        *,
        target_tokens: int | None = None,
        max_tokens: int | None = None,
        max_chars: int | None = None,
        overlap_tokens: int | None = None,
        overlap_chars: int | None = None,
        table_rows: int | None = None,
    ) -> ChunkSettings:
        """With some values replaced (None: as it is), checked. A new max_tokens below the target pulls that down, a
        new target above max_tokens pushes that up, and the overlap keeps its share of the target, unless given.

        SettingError as `checked`.
        """
        target, most, overlap = self.target_tokens, self.max_tokens, self.overlap_tokens
        if target_tokens is not None:
            target = target_tokens
            most = most if target <= most else int(target * _SLACK)
        if max_tokens is not None:
            most = max_tokens
            target = target if target_tokens is not None else min(target, most)
        if overlap_tokens is not None:
            overlap = overlap_tokens
        elif target < self.target_tokens:
            overlap = overlap * target // self.target_tokens
        return ChunkSettings(
            target,
            most,
            self.max_chars if max_chars is None else max_chars,
            overlap,
            self.overlap_chars if overlap_chars is None else overlap_chars,
            self.table_rows if table_rows is None else table_rows,
        ).checked()

    @property
    def overlap_limit(self) -> tuple[int, int | None]:
        """(tokens, characters or None) that an overlap may have."""
        if self.overlap_chars is not None or self.max_chars is None:
            return self.overlap_tokens, self.overlap_chars
        return self.overlap_tokens, self.max_chars * self.overlap_tokens // self.target_tokens


_DEFAULTS: dict[FileKind, tuple[int, int, int]] = {
    "docx": (1500, 1950, 150),
    "pdf": (1200, 1560, 150),
    "image": (1200, 1560, 150),
    "txt": (2000, 2600, 200),
    "md": (2000, 2600, 200),
    "pptx": (1500, 1950, 0),
    "xlsx": (1500, 1950, 0),
    "xls": (1500, 1950, 0),
    "csv": (1500, 1950, 0),
}


def defaults(kind: FileKind, window: int | None = None) -> ChunkSettings:
    """The settings for a kind of file and a language model's window in its own tokens (None: not known, or large).

    With a window: max_tokens at most an eighth of it, the target and the overlap in proportion.
    """
    target, most, overlap = _DEFAULTS[kind]
    if window is not None and window // _WINDOW_SHARE < most:
        most = max(window // _WINDOW_SHARE, _LEAST_TOKENS)
        smaller = max(min(target, int(most / _SLACK)), _LEAST_TOKENS)
        target, overlap = smaller, overlap * smaller // target
    return ChunkSettings(target, most, overlap_tokens=overlap)
