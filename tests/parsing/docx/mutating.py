"""Damages Word files: a seeded mutator over made documents that hold a little of everything."""

from __future__ import annotations

import io
import random
import re
import zipfile

from tests.parsing.docx.making import (
    abstract,
    level,
    num,
    p,
    package,
    part,
    r,
    style,
    tbl,
    tc,
    tr,
    zipped,
)

_WHO = 'w:author="甲" w:date="2026-01-02T03:04:05Z"'
_TAG = re.compile(rb"<(/?)([\w:]+)([^<>]*?)(/?)>")
_VALUE = re.compile(rb'="([^"]*)"')
_VALUES = (
    b"", b"0", b"-1", b"1", b"8", b"9", b"10", b"999999999999999999999", b"-2147483649", b"1e9", b"0x10", b"\xef\xbc\x91",
    b"true", b"off", b"restart", b"continue", b"begin", b"separate", b"end", b"bullet", b"none", b"custom", b"hebrew1",
    b"%1%2%3%4%5%6%7%8%9", b"%", b"word/../../x", b"document.xml", b"styles.xml", b"\xf0\xa0\xae\xb7", b"&#65534;", b"&#x1;", b"first", b"TOC",
)  # fmt: skip
_TEXTS = (b"", b" ", b"\n", b"TOC \\o", b"eq \\o\\ac(\xe2\x97\x8b,3)", b"\xef\xbf\xbe", b"]]>", b"&amp;", b"&", b"<w:p/>", b"9" * 50)


def _field(kind: str) -> str:
    return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'


def _parts() -> dict[str, bytes]:
    """The parts of a document with all that the reader knows, each in small."""
    numbering = (
        abstract(0, level(0, "第%1条", "chineseCounting"), level(1, "%1.%2", "decimal", "<w:isLgl/>"))
        + abstract(1, '<w:numStyleLink w:val="ListStyle"/>')
        + abstract(2, '<w:styleLink w:val="ListStyle"/>', level(0, "\uf0b7", "bullet"))
        + num(1, 0) + num(2, 1) + num(3, 2)
        + num(4, 0, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>')
    )  # fmt: skip
    styles = (
        '<w:docDefaults><w:rPrDefault><w:rPr><w:sz w:val="21"/></w:rPr></w:rPrDefault></w:docDefaults>'
        + style("1", "heading 1", '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>')
        + style("S", "Secret", "<w:rPr><w:vanish/></w:rPr>", based="1", kind="character")
        + style("ListStyle", "List", '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr>', kind="numbering")
        + style("TOC1", "toc 1")
    )
    drawing = (
        '<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wp:inline><wp:docPr id="1" descr="图"/><a:graphic>'
        '<a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="image1.png"/></pic:blipFill></pic:pic>'
        f'<wps:txbx><w:txbxContent>{p("框")}</w:txbxContent></wps:txbx><c:chart r:id="chart1.xml"/><dgm:relIds r:dm="data1.xml"/>'
        '</a:graphicData></a:graphic></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>'
        f'{p("框")}</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>'
    )
    body = (
        p("采购合同", '<w:jc w:val="center"/>')
        + p(_field("begin") + "<w:r><w:instrText>TOC \\o</w:instrText></w:r>" + _field("separate") + r("第一条\t1") + _field("end"),
            style="TOC1")
        + p("标的", style="1") + p("货物。", num=(1, 1)) + p("点", num=(2, 0)) + p("七", num=(4, 0))
        + p(r("价款") + f"<w:ins {_WHO}>{r('伍')}</w:ins><w:del {_WHO}><w:r><w:delText>六</w:delText></w:r></w:del>"
            + '<w:r><w:footnoteReference w:id="2"/></w:r><w:commentRangeStart w:id="0"/>' + r("万元", '<w:rStyle w:val="S"/>'))
        + p("前", f"<w:rPr><w:del {_WHO}/></w:rPr>") + p(r("后") + drawing)
        + tbl(tr(tc("名", '<w:gridSpan w:val="2"/>'), tc("量"), properties="<w:tblHeader/>"),
              tr(tc("a", '<w:vMerge w:val="restart"/>'), tc("b"), tc(tbl(tr(tc("内"))) + p())),
              tr(tc("", "<w:vMerge/>"), tc("c"), properties='<w:gridAfter w:val="1"/>'),
              tr(tc("旧"), tc("d", "<w:hMerge/>"), tc("e"), properties=f"<w:del {_WHO}/>"))
        + p("<m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den><m:r><m:t>b</m:t></m:r></m:den></m:f></m:oMath>")
        + p("<w:r><w:ruby><w:rt><w:r><w:t>hé</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>合</w:t></w:r></w:rubyBase></w:ruby></w:r>"
            + '<w:r><w:sym w:font="Wingdings" w:char="F0FE"/><w:lastRenderedPageBreak/><w:br w:type="page"/><w:tab/></w:r>'
            + f"<w:sdt><w:sdtPr/><w:sdtContent>{r('控件')}</w:sdtContent></w:sdt>")
        + '<w:altChunk r:id="b.htm"/>'
        + '<w:sectPr><w:headerReference w:type="default" r:id="header1"/><w:titlePg/></w:sectPr>'
    )  # fmt: skip
    chart = part("x", "").replace("<w:x ", "<c:chartSpace ").replace("</w:x>", "") + (
        '<c:chart><c:plotArea><c:barChart><c:ser><c:cat><c:strLit><c:pt idx="0"><c:v>甲</c:v></c:pt></c:strLit></c:cat><c:val>'
        '<c:numLit><c:formatCode>0%</c:formatCode><c:pt idx="0"><c:v>0.5</c:v></c:pt></c:numLit></c:val></c:ser></c:barChart>'
        "</c:plotArea></c:chart></c:chartSpace>"
    )
    data = part("x", "").replace("<w:x ", "<dgm:dataModel ").replace("</w:x>", "") + (
        '<dgm:ptLst><dgm:pt modelId="0" type="doc"/><dgm:pt modelId="1"><dgm:t><a:p><a:r><a:t>点</a:t></a:r></a:p></dgm:t></dgm:pt>'
        '</dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="0" destId="1"/></dgm:cxnLst></dgm:dataModel>'
    )
    page = "<html><body><h1>页</h1><table><tr><th>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</table></body></html>"
    made = package(
        body, styles=styles, numbering=numbering, settings="<w:evenAndOddHeaders/>", header1=p("页眉"),
        footnotes=f'<w:footnote w:id="2">{p("含税。")}</w:footnote>',
        comments=f'<w:comment w:id="0" {_WHO}>{p("请核对")}</w:comment>',
        more={"b.htm": page, "chart1.xml": chart, "data1.xml": data, "image1.png": b"\x89PNG"},
    )  # fmt: skip
    with zipfile.ZipFile(io.BytesIO(made)) as source:
        return {name: source.read(name) for name in source.namelist()}


PARTS = _parts()
_OFTEN = ["word/document.xml"] * 6 + ["word/styles.xml", "word/numbering.xml"] * 2 + sorted(PARTS)


def mutated(seed: int) -> bytes:
    """A damaged file; the same for the same seed."""
    dice = random.Random(seed)
    parts = dict(PARTS)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        name = dice.choice(_OFTEN)
        if name in parts:
            changed = _changed(parts[name], dice)
            if changed is None:
                del parts[name]
            else:
                parts[name] = changed
    data = zipped(parts)
    if dice.random() < 0.03:
        cut = bytearray(data)
        for _ in range(dice.randint(1, 6)):
            cut[dice.randrange(len(cut))] = dice.randrange(256)
        data = bytes(cut[: dice.choice((len(cut), dice.randrange(len(cut))))])
    return data


def _changed(content: bytes, dice: random.Random) -> bytes | None:
    """None: the part is dropped."""
    kind = dice.randrange(20)
    if kind == 0:
        return None if dice.random() < 0.3 else content[: dice.randrange(len(content) + 1)]
    if kind <= 3:
        damaged = bytearray(content)
        for _ in range(dice.choice((1, 1, 3, 20))):
            if damaged:
                damaged[dice.randrange(len(damaged))] = dice.randrange(256)
        return bytes(damaged)
    tags = list(_TAG.finditer(content))
    if not tags:
        return content
    one, other = dice.choice(tags), dice.choice(tags)
    if kind <= 6:  # a tag is dropped
        return content[: one.start()] + content[one.end() :]
    if kind <= 8:  # a stretch between two tags is doubled, or dropped
        first, last = sorted((one.start(), other.start()))
        return content[:last] + content[first:] if kind == 7 else content[:first] + content[last:]
    if kind <= 10:  # a tag stands for another
        return content[: one.start()] + other[0] + content[one.end() :]
    if kind <= 12:  # an element takes another's name
        return content.replace(b"<" + one[2], b"<" + other[2], 1).replace(b"</" + one[2], b"</" + other[2], 1)
    if kind <= 13:  # text where there was none
        return content[: one.end()] + dice.choice(_TEXTS) + content[one.end() :]
    values = list(_VALUE.finditer(content))
    if not values:
        return content
    place = dice.choice(values)
    new = dice.choice(_VALUES) if dice.random() < 0.7 else dice.choice(values)[1]
    return content[: place.start(1)] + new + content[place.end(1) :]
