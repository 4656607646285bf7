"""A Word file that holds a little of everything that the reader knows."""

from __future__ import annotations

import io
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
)

_WHO = 'w:author="甲" w:date="2026-01-02T03:04:05Z"'


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
