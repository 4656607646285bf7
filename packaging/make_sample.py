"""Makes the sample contracts in resources/samples: Word files with what contracts really have (automatic clause
numbers, merged cells, a note, a comment, a tracked change, page header and footer). All names and numbers in them are
invented; the numbers have right check digits, so that the rules find them.

    python packaging/make_sample.py
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass, field
from pathlib import Path
from xml.sax.saxutils import escape

SAMPLES = Path(__file__).parent.parent / "resources" / "samples"
NS = ('xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
      'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"')
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
CONTENT = "application/vnd.openxmlformats-officedocument.wordprocessingml."


def id_number(head: str) -> str:
    """An identity number from its first 17 digits (GB 11643-1999, ISO 7064 MOD 11-2)."""
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return head + "10X98765432"[sum(int(digit) * weight for digit, weight in zip(head, weights, strict=True)) % 11]


def card_number(head: str) -> str:
    """A bank card number from its first digits (ISO/IEC 7812-1, Luhn)."""
    total = 0
    for place, digit in enumerate(reversed(head)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return head + str(-total % 10)


@dataclass
class Word:
    """A Word file in the making, as XML."""

    language: str
    body: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)

    def run(self, text: str) -> str:
        return f'<w:r><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'

    def paragraph(self, text: str, style: str = "", inner: str = "") -> None:
        properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
        self.body.append(f"<w:p>{properties}{self.run(text) if text else ''}{inner}</w:p>")

    def note(self, text: str) -> str:
        self.notes.append(text)
        return f'<w:r><w:footnoteReference w:id="{len(self.notes)}"/></w:r>'

    def comment(self, text: str) -> str:
        self.comments.append(text)
        number = len(self.comments) - 1
        return f'<w:r><w:commentReference w:id="{number}"/></w:r>'

    def inserted(self, text: str) -> str:
        return f'<w:ins w:id="90" w:author="Legal" w:date="2026-11-02T09:00:00Z">{self.run(text)}</w:ins>'

    def deleted(self, text: str) -> str:
        return (f'<w:del w:id="91" w:author="Legal" w:date="2026-11-02T09:00:00Z"><w:r><w:delText xml:space="preserve">'
                f"{escape(text)}</w:delText></w:r></w:del>")

    def table(self, header: list[str], rows: list[list[str | None]], total: tuple[str, str]) -> None:
        """None in the first column: merged with the cell above."""
        columns = len(header)
        width = 9000 // columns

        def cell(text: str, properties: str = "") -> str:
            return (f'<w:tc><w:tcPr><w:tcW w:w="{width}" w:type="dxa"/>{properties}</w:tcPr>'
                    f"<w:p>{self.run(text) if text else ''}</w:p></w:tc>")

        grid = "".join(f'<w:gridCol w:w="{width}"/>' for _ in header)
        made = [f'<w:tbl><w:tblPr><w:tblStyle w:val="TableGrid"/></w:tblPr><w:tblGrid>{grid}</w:tblGrid>',
                "<w:tr><w:trPr><w:tblHeader/></w:trPr>" + "".join(map(cell, header)) + "</w:tr>"]
        for row in rows:
            cells = []
            for column, text in enumerate(row):
                merge = ""
                if column == 0:
                    merge = '<w:vMerge w:val="restart"/>' if text is not None else "<w:vMerge/>"
                cells.append(cell(text or "", merge))
            made.append(f"<w:tr>{''.join(cells)}</w:tr>")
        label, value = total
        made.append("<w:tr>" + cell(label, f'<w:gridSpan w:val="{columns - 1}"/>') + cell(value) + "</w:tr></w:tbl>")
        self.body.append("".join(made))

    def save(self, path: Path, header: str, footer: str) -> None:
        article = "第%1条" if self.language == "zh" else "Article %1"
        counting = "chineseCountingThousand" if self.language == "zh" else "decimal"

        def level(number: int, form: str, text: str, style: str, legal: str = "") -> str:
            return (f'<w:lvl w:ilvl="{number}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
                    f'<w:pStyle w:val="{style}"/>{legal}<w:suff w:val="space"/><w:lvlText w:val="{text}"/></w:lvl>')

        numbering = (f'{HEAD}<w:numbering {NS}><w:abstractNum w:abstractNumId="0"><w:multiLevelType '
                     f'w:val="multilevel"/>{level(0, counting, article, "Heading1")}'
                     f'{level(1, "decimal", "%1.%2", "Clause", "<w:isLgl/>")}</w:abstractNum>'
                     '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>')

        def style(name_id: str, name: str, properties: str = "", letters: str = "") -> str:
            return (f'<w:style w:type="paragraph" w:styleId="{name_id}"><w:name w:val="{name}"/>'
                    f'<w:basedOn w:val="Normal"/><w:pPr>{properties}</w:pPr><w:rPr>{letters}</w:rPr></w:style>')

        sides = "".join(f'<w:{side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>'
                        for side in ("top", "left", "bottom", "right", "insideH", "insideV"))
        styles = (f'{HEAD}<w:styles {NS}><w:style w:type="paragraph" w:default="1" w:styleId="Normal">'
                  '<w:name w:val="Normal"/><w:pPr><w:spacing w:after="80" w:line="324" w:lineRule="auto"/></w:pPr><w:rPr>'
                  '<w:rFonts w:ascii="Times New Roman" w:hAnsi="Times New Roman" w:eastAsia="宋体"/><w:sz w:val="22"/>'
                  '</w:rPr></w:style>'
                  + style("Title", "Title", '<w:spacing w:after="360"/><w:jc w:val="center"/>', '<w:b/><w:sz w:val="36"/>')
                  + style("Heading1", "heading 1",
                          '<w:keepNext/><w:numPr><w:numId w:val="1"/></w:numPr><w:spacing w:before="240"/>'
                          '<w:outlineLvl w:val="0"/>', '<w:b/><w:sz w:val="24"/>')
                  + style("Clause", "Clause", '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>')
                  + '<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:tblPr>'
                  f'<w:tblBorders>{sides}</w:tblBorders></w:tblPr></w:style></w:styles>')
        notes = "".join(f'<w:footnote w:id="{number}"><w:p>{self.run(text)}</w:p></w:footnote>'
                        for number, text in enumerate(self.notes, start=1))
        comments = "".join(f'<w:comment w:id="{number}" w:author="Legal" w:date="2026-11-02T09:00:00Z" w:initials="L">'
                           f"<w:p>{self.run(text)}</w:p></w:comment>" for number, text in enumerate(self.comments))
        section = ('<w:sectPr><w:headerReference w:type="default" r:id="rId5"/><w:footerReference w:type="default" '
                   'r:id="rId6"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>')
        parts = ["styles", "numbering", "footnotes", "comments", "header", "footer"]
        files = ["styles.xml", "numbering.xml", "footnotes.xml", "comments.xml", "header1.xml", "footer1.xml"]
        overrides = "".join(f'<Override PartName="/word/{name}" ContentType="{CONTENT}{part}+xml"/>'
                            for name, part in zip(files, parts, strict=True))
        related = "".join(f'<Relationship Id="rId{number}" Type="{OFFICE}/{part}" Target="{name}"/>'
                          for number, (name, part) in enumerate(zip(files, parts, strict=True), start=1))
        relations = f'{HEAD}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        contents = {
            "[Content_Types].xml":
                f'{HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
                '<Default Extension="xml" ContentType="application/xml"/>'
                f'<Override PartName="/word/document.xml" ContentType="{CONTENT}document.main+xml"/>{overrides}</Types>',
            "_rels/.rels": f'{relations}<Relationship Id="rId1" Type="{OFFICE}/officeDocument" '
                           'Target="word/document.xml"/></Relationships>',
            "word/document.xml":
                f'{HEAD}<w:document {NS}><w:body>{"".join(self.body)}{section}</w:body></w:document>',
            "word/_rels/document.xml.rels": f"{relations}{related}</Relationships>",
            "word/styles.xml": styles,
            "word/numbering.xml": numbering,
            "word/footnotes.xml": f"{HEAD}<w:footnotes {NS}>{notes}</w:footnotes>",
            "word/comments.xml": f"{HEAD}<w:comments {NS}>{comments}</w:comments>",
            "word/header1.xml": f"{HEAD}<w:hdr {NS}><w:p>{self.run(header)}</w:p></w:hdr>",
            "word/footer1.xml": f"{HEAD}<w:ftr {NS}><w:p>{self.run(footer)}</w:p></w:ftr>",
        }
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
            for name, data in contents.items():
                # A fixed date, so that the same text gives the same bytes.
                package.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)


BUYER_ID, SELLER_ID = id_number("11010119900307103"), id_number("31010519851112204")
BUYER_CARD, SELLER_CARD = card_number("621226020011223344"), card_number("622848040256489017")


def chinese() -> None:
    word = Word("zh")
    word.paragraph("设备采购合同", "Title")
    word.paragraph("合同编号：HT-2026-0417")
    word.paragraph("甲方（买方）：示例科技有限公司")
    word.paragraph(f"甲方授权代表：林一鸣，身份证号：{BUYER_ID}，联系电话：13800138000")
    word.paragraph("乙方（卖方）：远山精密设备有限公司")
    word.paragraph(f"乙方授权代表：周远山，身份证号：{SELLER_ID}，联系电话：13900139000")
    word.paragraph("签订日期：2026年11月20日")
    word.paragraph("签订地点：示例市东城区")
    word.paragraph("根据《中华人民共和国民法典》及有关规定，甲乙双方经友好协商，就甲方向乙方采购设备事宜订立本合同，共同遵守。")
    word.paragraph("标的与数量", "Heading1")
    word.paragraph("乙方按本合同及附件一向甲方提供下列设备与服务，规格与数量以下表为准。", "Clause")
    word.table(["类别", "名称", "型号", "数量", "单价（元）", "小计（元）"], [
        ["检测设备", "三坐标测量仪", "ZB-800", "1 台", "680,000.00", "680,000.00"],
        [None, "激光干涉仪", "LG-20", "2 台", "150,000.00", "300,000.00"],
        ["配套服务", "安装调试", "—", "1 项", "180,000.00", "180,000.00"],
        [None, "操作培训", "—", "1 项", "120,000.00", "120,000.00"],
    ], ("合计", "1,280,000.00"))
    word.paragraph("设备应为全新、未使用的原厂产品，保修期二十四个月。", "Clause")
    word.paragraph("乙方应随设备提供使用说明书、电气原理图、备件清单以及合格证，技术资料不全的，视为未交付。", "Clause")
    word.paragraph("合同价款", "Heading1")
    word.paragraph("合同总价为人民币1,280,000.00元（大写：壹佰贰拾捌万元整），含13%增值税及运输、保险、安装调试、培训的全部费用。",
                   "Clause", word.note("税率按开票当日的规定执行，税率变动时不含税价不变。"))
    word.paragraph("除双方书面另有约定外，上述总价不因原材料价格、汇率或人工成本的变动而调整。", "Clause")
    word.paragraph("付款方式", "Heading1")
    word.paragraph("本合同签订后十个工作日内，甲方向乙方支付合同总价的30%作为预付款，即人民币384,000.00元。", "Clause")
    word.paragraph("设备验收合格并收到乙方开具的增值税专用发票后三十日内，甲方支付合同总价的60%，即人民币768,000.00元。", "Clause")
    word.paragraph("其余10%作为质量保证金，保修期满无质量问题后十五日内无息支付。", "Clause",
                   word.comment("请财务核对质保金的支付时间。"))
    word.paragraph(f"乙方收款账户：开户行为示例银行东城支行，账号{SELLER_CARD}。乙方变更账户应提前十日书面通知甲方。", "Clause")
    word.paragraph("交付与验收", "Heading1")
    word.paragraph("乙方应于2027年3月31日前将设备运抵甲方指定地点，并在到货后十个工作日内完成安装调试。", "Clause")
    word.paragraph("甲方应在安装调试完成后十五日内组织验收，逾期未验收且未提出书面异议的，视为验收合格。", "Clause")
    word.paragraph("验收不合格的，乙方应在二十日内无偿更换或修复；两次验收仍不合格的，甲方有权解除合同并要求退还已付款项。",
                   "Clause")
    word.paragraph("质量保证", "Heading1")
    word.paragraph("保修期自验收合格之日起计算，保修期内因设备质量问题产生的维修、更换费用由乙方承担。", "Clause")
    word.paragraph("乙方应在接到通知后四小时内响应，四十八小时内到达现场。", "Clause",
                   word.inserted("逾期未到达的，甲方可以自行委托第三方维修，费用由乙方承担。"))
    word.paragraph("违约责任", "Heading1")
    word.paragraph("乙方逾期交货的，每逾期一日，应按合同总价的千分之三向甲方支付违约金；", "Clause",
                   word.deleted("违约金累计不超过合同总价的5%；")
                   + word.run("逾期超过三十日的，甲方有权解除合同，并要求乙方赔偿由此造成的全部损失。"))
    word.paragraph("甲方逾期付款的，每逾期一日，应按逾期金额的万分之五向乙方支付违约金。", "Clause")
    word.paragraph("任何一方违反保密义务的，应向对方支付违约金人民币200,000.00元。", "Clause")
    word.paragraph("知识产权与保密", "Heading1")
    word.paragraph("乙方保证其交付的设备及软件不侵犯任何第三方的知识产权，由此引起的索赔由乙方承担全部责任。", "Clause")
    word.paragraph("双方对履行本合同中知悉的商业秘密负有保密义务，保密期限为合同终止后五年。", "Clause")
    word.paragraph("不可抗力", "Heading1")
    word.paragraph("因不可抗力导致合同无法履行的，受影响一方应在十日内书面通知对方，并提供有关机构出具的证明文件。", "Clause")
    word.paragraph("合同期限与续展", "Heading1")
    word.paragraph("本合同的服务期限为2026年12月1日至2028年11月30日。期满前三十日内任何一方未提出书面异议的，自动续约一年。",
                   "Clause")
    word.paragraph("争议解决", "Heading1")
    word.paragraph("因本合同发生的争议，双方应首先协商解决；协商不成的，提交示例仲裁委员会仲裁，仲裁裁决是终局的。", "Clause")
    word.paragraph("通知与送达", "Heading1")
    word.paragraph(f"甲方联系人林一鸣，手机13800138000，电子邮箱lin@example.com；退款账号{BUYER_CARD}。", "Clause")
    word.paragraph("其他", "Heading1")
    word.paragraph("本合同未尽事宜，由双方另行签订补充协议，补充协议与本合同具有同等法律效力。", "Clause")
    word.paragraph("本合同一式四份，甲乙双方各执二份，自双方签字盖章之日起生效。", "Clause")
    word.paragraph("（以下无正文，为签章页）")
    word.paragraph("甲方（盖章）：            乙方（盖章）：")
    word.paragraph("授权代表（签字）：        授权代表（签字）：")
    word.save(SAMPLES / "设备采购合同.docx", "设备采购合同  HT-2026-0417", "内部文件，请勿外传")


def english() -> None:
    word = Word("en")
    word.paragraph("Equipment Purchase Agreement", "Title")
    word.paragraph("Contract No.: HT-2026-0417")
    word.paragraph("Buyer: Example Technology Co., Ltd.")
    word.paragraph(f"Authorised representative: Yiming Lin, identity number {BUYER_ID}, mobile +86 13800138000")
    word.paragraph("Seller: Yuanshan Precision Equipment Co., Ltd.")
    word.paragraph("Date of signing: November 20, 2026")
    word.paragraph("Subject and Quantity", "Heading1")
    word.paragraph("The Seller shall supply the equipment and services set out below.", "Clause")
    word.table(["Group", "Item", "Model", "Quantity", "Unit price (CNY)", "Total (CNY)"], [
        ["Measuring equipment", "Coordinate measuring machine", "ZB-800", "1", "680,000.00", "680,000.00"],
        [None, "Laser interferometer", "LG-20", "2", "150,000.00", "300,000.00"],
        ["Services", "Installation", "—", "1", "180,000.00", "180,000.00"],
        [None, "Training", "—", "1", "120,000.00", "120,000.00"],
    ], ("Total", "1,280,000.00"))
    word.paragraph("The equipment shall be new and unused, with a warranty of twenty-four months.", "Clause")
    word.paragraph("Price", "Heading1")
    word.paragraph("The contract price is CNY 1,280,000.00, including 13% value added tax and all costs of transport, "
                   "insurance, installation and training.", "Clause",
                   word.note("The tax rate is that in force on the day of the invoice."))
    word.paragraph("The price is not subject to change because of the cost of materials, exchange rates or labour.",
                   "Clause")
    word.paragraph("Payment", "Heading1")
    word.paragraph("Within ten working days after signing, the Buyer shall pay 30% of the contract price.", "Clause")
    word.paragraph("Within thirty days after acceptance and receipt of the invoice, the Buyer shall pay 60%.", "Clause")
    word.paragraph("The remaining 10% is retained until the end of the warranty.", "Clause",
                   word.comment("Finance, please check the release date of the retention."))
    word.paragraph(f"The Seller's account is {SELLER_CARD} at Example Bank.", "Clause")
    word.paragraph("Delivery and Acceptance", "Heading1")
    word.paragraph("The Seller shall deliver the equipment by 31 March 2027 and complete the installation within ten "
                   "working days after arrival.", "Clause")
    word.paragraph("If acceptance fails twice, the Buyer may terminate this agreement and claim back all sums paid.",
                   "Clause")
    word.paragraph("Breach", "Heading1")
    word.paragraph("If the Seller fails to deliver on time, it shall pay the Buyer a penalty of 0.3% of the contract "
                   "price for each day of delay. ", "Clause",
                   word.deleted("The penalty is capped at 5% of the contract price. ")
                   + word.run("After thirty days of delay the Buyer may terminate this agreement."))
    word.paragraph("If the Buyer fails to pay on time, it shall pay 0.05% of the overdue amount for each day.",
                   "Clause")
    word.paragraph("Confidentiality", "Heading1")
    word.paragraph("Each party shall keep the other's trade secrets confidential for five years after the end of this "
                   "agreement.", "Clause")
    word.paragraph("Term and Renewal", "Heading1")
    word.paragraph("The service term runs from 1 December 2026 to 30 November 2028 and renews automatically for one "
                   "year unless either party objects in writing thirty days before its end.", "Clause")
    word.paragraph("Disputes", "Heading1")
    word.paragraph("Any dispute shall be settled by negotiation, failing which by arbitration in Example City.",
                   "Clause")
    word.paragraph("Signed by the parties:")
    word.save(SAMPLES / "Equipment purchase agreement.docx", "Equipment Purchase Agreement  HT-2026-0417",
              "Internal")


if __name__ == "__main__":
    chinese()
    english()
