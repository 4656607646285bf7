"""Files as people have them, made by the tests themselves: contracts in Word, PDF, text and Markdown, and bad ones."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path

import docx
import openpyxl
import pptx
import pymupdf

from tests.support import sealed

CLAUSES = ("甲方应在合同签订后十个工作日内支付合同总价的30%作为预付款。", "乙方逾期交货的，每逾期一日应按合同总价的千分之三支付违约金。",
           "双方对履行本合同中知悉的商业秘密负有保密义务。", "因本合同发生的争议，提交仲裁委员会仲裁。",
           "乙方应随设备提供使用说明书、电气原理图、备件清单以及合格证。", "甲方应在到货后十五日内组织验收。")


def lines(n: int, length: int = 40) -> list[str]:
    """A contract's lines; `n` goes into its number, so that no two are the same."""
    found = [f"采购合同{n}", f"合同编号：HT-2026-{n:04}", "联系人林一鸣，电话13800138000。"]
    for article in range(1, length // 4 + 1):
        found.append(f"第{article}条 约定{article}")
        found += [CLAUSES[(n + article + i) % len(CLAUSES)] for i in range(3)]
    return found


def word(path: Path, n: int = 0, length: int = 40) -> Path:
    document = docx.Document()
    for line in lines(n, length):
        document.add_paragraph(line)
    table = document.add_table(rows=4, cols=3)
    for row in range(4):
        for column in range(3):
            table.cell(row, column).text = f"{row}-{column}"
    document.save(str(path))
    return path


def pdf(path: Path, n: int = 0, length: int = 40) -> Path:
    document = pymupdf.open()
    page, y = document.new_page(), 60
    for line in lines(n, length):
        page.insert_text((50, y), line, fontname="china-s", fontsize=11)
        y += 18
        if y > 780:
            page, y = document.new_page(), 60
    document.save(str(path))
    return path


PRINTED = {
    "zh": ("设备采购合同", "合同编号：HT-2026-0417", "甲方（买方）：示例科技有限公司", "乙方（卖方）：远山精密设备有限公司",
           "乙方经办人身份证号：11010519491231002X", "第一条 标的与数量", "1.1 乙方按本合同及附件一向甲方提供下列设备与服务。",
           "1.2 设备应为全新、未使用的原厂产品，保修期二十四个月。", "第二条 合同价款",
           "2.1 合同总价为人民币 1,280,000.00 元，含 13% 增值税及运输、保险的全部费用。",
           "2.2 除双方书面另有约定外，上述总价不因原材料价格的变动而调整。", "第三条 违约责任",
           "3.1 乙方逾期交货的，每逾期一日，应按合同总价的千分之三支付违约金。"),
    "en": ("Equipment purchase agreement", "Contract No.: HT-2026-0417", "Buyer: Example Technology Co., Ltd.",
           "Seller: Yuanshan Precision Equipment Co., Ltd.", "Contact of the Seller: lin.yiming@example.com",
           "Article 1 Goods and quantity", "1.1 The Seller shall deliver the goods listed in Annex 1 to the Buyer.",
           "1.2 The goods shall be new and carry a warranty of twenty-four months.", "Article 2 Price",
           "2.1 The contract price is CNY 1,280,000.00, including 13% VAT and transport.",
           "2.2 The price shall not change with the price of materials.", "Article 3 Breach",
           "3.1 For late delivery the Seller shall pay a penalty of 0.3% of the price per day."),
}
_ROWS = {"zh": (("名称", "型号", "金额（元）"), ("三坐标测量仪", "ZB-800", "680,000.00"), ("激光干涉仪", "LG-20", "600,000.00")),
         "en": (("Item", "Model", "Amount (CNY)"), ("Measuring machine", "ZB-800", "680,000.00"),
                ("Interferometer", "LG-20", "600,000.00"))}


def printed(path: Path, language: str) -> Path:
    """A contract of a page along and an annex across, with a ruled table, as printing it gives."""
    letters = pymupdf.Font("china-s" if language == "zh" else "tiro")

    def write(page: pymupdf.Page, x: float, y: float, line: str, size: float) -> None:
        writer = pymupdf.TextWriter(page.rect)
        writer.append((x, y), line, font=letters, fontsize=size)
        writer.write_text(page)

    with pymupdf.open() as file:
        page = file.new_page(width=595, height=842)
        y = 96.0
        for i, line in enumerate(PRINTED[language]):
            head = i > 4 and line[0] in "第A"
            write(page, 180 if i == 0 else 64, y, line, 20 if i == 0 else 12.5 if head else 11)
            y += 44 if i == 0 else 26
        annex = file.new_page(width=842, height=595)
        write(annex, 64, 80, "附件一 设备清单" if language == "zh" else "Annex 1 Goods", 15)
        for row, values in enumerate(_ROWS[language]):
            for column, value in enumerate(values):
                left, top = 64 + 230 * column, 110 + 30 * row
                annex.draw_rect((left, top, left + 230, top + 30))
                write(annex, left + 8, top + 20, value, 11)
        file.subset_fonts()
        file.save(path, garbage=3, deflate=True)
    return path


def replaced_text(path: Path, *, in_form: bool = False) -> Path:
    """A page with a line of text behind marked stretches that other text stands for, one in another (ISO 32000-1,
    14.9.4). MuPDF 1.28 ends the process at them, on the page or in a form on it, unless they are left alone."""

    def stands_for(*marked: bytes) -> bytes:
        return b"/Span <</ActualText (x)>> BDC\n" + b"".join(marked) + b"EMC\n"

    dot = b"q 10 0 0 10 100 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q\n"
    marks = stands_for(stands_for(dot), stands_for(dot), dot)
    with pymupdf.open() as file:
        page = file.new_page()
        page.insert_text((72, 72), "Clause 1. The text stays.")
        if in_form:
            form = file.get_new_xref()
            file.update_object(form, "<</Type/XObject/Subtype/Form/BBox[0 0 595 842]>>")
            file.update_stream(form, marks)
            resources = int(file.xref_get_key(page.xref, "Resources")[1].split()[0])
            file.xref_set_key(resources, "XObject", f"<</F0 {form} 0 R>>")
            marks = b"/F0 Do\n"
        first = page.get_contents()[0]
        file.update_stream(first, marks + file.xref_stream(first))
        file.save(path)
    return path


def text(path: Path, n: int = 0, length: int = 40) -> Path:
    path.write_bytes("\r\n".join(lines(n, length)).encode("gb18030" if n % 2 else "utf-8"))
    return path


def markdown(path: Path, n: int = 0, length: int = 40) -> Path:
    path.write_text("\n\n".join(f"# {line}" if line.startswith("第") else line for line in lines(n, length)), "utf-8")
    return path


MAKERS = {".docx": word, ".pdf": pdf, ".txt": text, ".md": markdown}


def folder(path: Path, count: int, length: int = 40) -> Path:
    """`count` good files of all kinds in turn."""
    path.mkdir(parents=True, exist_ok=True)
    for n in range(count):
        ending = list(MAKERS)[n % len(MAKERS)]
        MAKERS[ending](path / f"{n:03}{ending}", n, length)
    return path


def workbook(path: Path, n: int = 0, length: int = 40) -> Path:
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["项目", "条款", "金额"])
    for row, line in enumerate(lines(n, length)):
        sheet.append([row, line, row * 100])
    book.save(str(path))
    return path


def table(path: Path, n: int = 0, length: int = 40) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["项目", "条款", "金额"], *([i, line, i * 100] for i, line in enumerate(lines(n, length)))])
    return path


def slides(path: Path, n: int = 0, length: int = 40) -> Path:
    deck = pptx.Presentation()
    said = lines(n, length)
    for start in range(0, len(said), 8):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = said[start]
        slide.placeholders[1].text = "\n".join(said[start + 1:start + 8])
    deck.save(str(path))
    return path


MIXED = {**MAKERS, ".xlsx": workbook, ".csv": table, ".pptx": slides}
_BODIES = 6
_MARK = "HT-2026-9999"


def crowd(path: Path, count: int, length: int = 8) -> Path:
    """`count` good files of every format in turn, each with a contract number of its own. Packages are made from a few
    bodies, since the libraries that write them are slow."""
    path.mkdir(parents=True, exist_ok=True)
    bodies: dict[tuple[str, int], bytes] = {}
    for n in range(count):
        ending = list(MIXED)[n % len(MIXED)]
        made = path / f"{n:04}{ending}"
        if ending not in (".docx", ".xlsx", ".pptx"):
            MIXED[ending](made, n, length)
            continue
        body = n // len(MIXED) % _BODIES
        if (ending, body) not in bodies:
            bodies[ending, body] = MIXED[ending](made, 9999, length + 4 * body).read_bytes()
        with zipfile.ZipFile(io.BytesIO(bodies[ending, body])) as old, zipfile.ZipFile(made, "w") as new:
            for item in old.infolist():
                new.writestr(item.filename, old.read(item).replace(_MARK.encode(), f"HT-2026-{n:04}".encode()))
    return path


def protected_office() -> bytes:
    """A compound file as a company's rights management leaves it: sealed, and no password opens it."""
    return sealed.compound(EncryptedPackage=bytes(4096))


def spoil(path: Path) -> dict[str, str]:
    """Puts bad files into a folder; their names, with the kind of error that each must end with."""
    good = word(path / "good-for-spoiling.docx").read_bytes()
    (path / "good-for-spoiling.docx").unlink()
    locked = pymupdf.open()
    locked.new_page().insert_text((50, 50), "secret")
    locked.save(str(path / "locked.pdf"), encryption=pymupdf.PDF_ENCRYPT_AES_256, user_pw="x", owner_pw="y")
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as package:
        package.writestr("[Content_Types].xml", "<Types/>")
        package.writestr("word/document.xml", b" " * (120 * 1024 * 1024))
    ofd = io.BytesIO()
    with zipfile.ZipFile(ofd, "w") as package:
        package.writestr("OFD.xml", "<x/>")
    kinds = {
        "locked.docx": (protected_office(), "encrypted"),
        "cut.docx": (good[: len(good) // 2], "corrupt"),
        "cut.pdf": (b"%PDF-1.7\n1 0 obj\n<<", "corrupt"),
        "empty.docx": (b"", "empty"),
        "blank.txt": (b" \r\n\t\n", "empty"),
        "unknown.dat": (bytes(range(256)) * 64, "unsupported"),
        "invoice.ofd": (ofd.getvalue(), "needs_converter"),
        "bomb.docx": (bomb.getvalue(), "too_large"),
        "~$owner.docx": (b"\x05owner" + b"\0" * 156, "skipped"),
    }
    for name, (data, _) in kinds.items():
        (path / name).write_bytes(data)
    (path / "really-word.pdf").write_bytes(good)
    return {"locked.pdf": "encrypted", **{name: kind for name, (_, kind) in kinds.items()}}
