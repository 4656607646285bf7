"""Rule packs as files."""

from __future__ import annotations

from pathlib import Path

import pytest

from docprep_gui.workspace import packs

PACK = """pack: own
rules:
- id: a
  title: 提取采购合同的编号
  when: {field: text, contains_any: [采购合同, 订货合同]}
  then: [{tag: 采购}]
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_pack_is_the_same_in_every_encoding(tmp_path: Path, encoding: str, end: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_bytes(PACK.replace("\n", end).encode(encoding))
    assert packs.read(path) == PACK
    assert packs.find(str(path)).rules[0].title == "提取采购合同的编号"
