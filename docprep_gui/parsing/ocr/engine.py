"""The engine: PP-OCR's networks, which the package rapidocr brings, run by onnxruntime on the processor.

Detection gives quadrilaterals around lines, recognition the characters of one line. Nothing is downloaded: the networks
lie in the wheel. Lines are read one by one, so that what is read of a line does not depend on its neighbours.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np
import onnxruntime
import rapidocr
from numpy.typing import NDArray
from rapidocr.ch_ppocr_det.utils import DBPostProcess

Image = NDArray[np.uint8]
"""Rows x columns x 3, blue first, as OpenCV has it."""
Quads = NDArray[np.float32]
"""n x 4 corners x (x, y), from the top left corner clockwise."""

_GRID = 32
_HEIGHT = 48
_NARROWEST = 96
_WIDEST = 4800
# As PP-OCR's own configuration has them, but for a lower mark for boxes: lone figures of a table are found only just.
_DETECTION: dict[str, Any] = {"thresh": 0.3, "box_thresh": 0.4, "unclip_ratio": 1.6, "use_dilation": True}
_MOST_BOXES = 4000


class LineText(NamedTuple):
    """For each character its middle as a share of the line's width, and its probability."""

    text: str
    middles: tuple[float, ...]
    sure: tuple[float, ...]

    @property
    def confidence(self) -> float:
        """The mean probability; 0 for no text."""
        return sum(self.sure) / len(self.sure) if self.sure else 0.0


class Engine:
    """Made once a process; it takes a second and 100 MB. `threads`: of the processor, for one picture at a time."""

    def __init__(self, threads: int) -> None:
        folder = Path(rapidocr.__file__).parent / "models"
        self._detection = _session(folder, "det", threads, keep=False)
        self._recognition = _session(folder, "rec", threads, keep=True)
        names = self._recognition.get_modelmeta().custom_metadata_map["character"].splitlines()
        self._signs = ["", *names, " "]
        self._boxes = DBPostProcess(max_candidates=_MOST_BOXES, **_DETECTION)

    def detect(self, image: Image, longest: int) -> Quads:
        """Lines of text, in pixels of the image; it is looked at with its longer side at `longest` pixels."""
        height, width = image.shape[:2]
        scale = longest / max(height, width)
        shape = [max(_GRID, round(side * scale / _GRID) * _GRID) for side in (width, height)]
        small = cv2.resize(image, shape, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
        (found,) = self._detection.run(None, {self._detection.get_inputs()[0].name: _planes(small)})
        boxes, _ = self._boxes(found, (height, width))
        return np.asarray(boxes, np.float32).reshape(-1, 4, 2)

    def read(self, line: Image) -> LineText:
        """The text of a line that lies level."""
        height, width = line.shape[:2]
        own = min(max(1, round(_HEIGHT * width / height)), _WIDEST)
        planes = np.zeros((1, 3, _HEIGHT, max(own, _NARROWEST)), np.float32)
        planes[:, :, :, :own] = _planes(cv2.resize(line, (own, _HEIGHT)))
        (found,) = self._recognition.run(None, {self._recognition.get_inputs()[0].name: planes})
        return self._decoded(found[0], own / planes.shape[3])

    def _decoded(self, steps: NDArray[np.float32], filled: float) -> LineText:
        """Connectionist temporal classification (Graves 2006): the likeliest sign of each step; signs that come twice
        in a row are one, sign 0 is the gap. `filled`: the share of the steps that the line takes."""
        best = steps.argmax(axis=1)
        chosen = np.flatnonzero((best != 0) & (best != np.concatenate(([0], best[:-1]))))
        text: list[str] = []
        middles: list[float] = []
        sure: list[float] = []
        for step in chosen:
            sign = self._signs[best[step]]
            if sign.isspace() and (not text or text[-1] == " "):
                continue
            text.append(" " if sign.isspace() else sign)
            middles.append(min(1.0, float((step + 0.5) / (len(best) * filled))))
            sure.append(round(float(steps[step, best[step]]), 3))
        if text and text[-1] == " ":
            del text[-1], middles[-1], sure[-1]
        return LineText("".join(text), tuple(middles), tuple(sure))


def _session(folder: Path, name: str, threads: int, *, keep: bool) -> Any:
    """`keep`: the memory of a run for the next: quicker by a fifth, but it grows to what the largest run has taken: of
    lines 200 MB, of whole pages more than a process may have."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    options.enable_cpu_mem_arena = keep
    # Threads that wait by spinning take the processor from the window.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # White paper makes numbers too small for the processor's quick ways; as zeros they cost a third and change nothing.
    options.add_session_config_entry("session.set_denormal_as_zero", "1")
    path = sorted(folder.glob(f"*_{name}_*.onnx"))[-1]
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def _planes(image: NDArray[Any]) -> NDArray[np.float32]:
    """1 x 3 x rows x columns, -1 to 1."""
    return np.ascontiguousarray(((image.astype(np.float32) / 255 - 0.5) / 0.5).transpose(2, 0, 1)[np.newaxis])
