"""The parties of a contract: names behind a role (甲方：…), or in front of the name that they are given."""

from __future__ import annotations

import re

from docprep_gui.domain.chunk import Entity
from docprep_gui.text.patterns import Pattern, in_pieces

_ROLE = (
    r"[甲乙丙丁戊]\s?方|买\s?方|卖\s?方|供\s?方|需\s?方|供应商|采购[方人]|委托[方人]|受托[方人]|出租[方人]|承租[方人]|发包[方人]|承包[方人]|"
    r"转让[方人]|受让[方人]|出借人|借款人|贷款人|保证人|担保[方人]|抵押人|许可[方人]|被许可[方人]|定作[方人]|承揽[方人]|"
    r"出卖人|买受人|服务方|开发方|投资方|用人单位|劳动者"
)
# The colon is rarer than the words: it is found first, then the role before it is read.
_COLON = Pattern("[:：]")
_ROLE_BEFORE = Pattern(rf"(?:{_ROLE})\s?(?:[(（][^()（）\n]{{1,20}}[)）]\s?)*(?:名称)?\s?$")
_NAME_BEHIND = Pattern(
    r"[ \t]*(?P<name>[^\s,，。；;:：|_()（）]"
    r"(?:[^\n,，。；;:：|_(（]|[(（][\u4e00-\u9fff]{2,6}[)）](?=[\u4e00-\u9fff])"
    r"|,\s?(?=(?:Ltd|Inc|LLC|Limited|Corp|L\.P)(?![A-Za-z]))){1,60})"
)
_SUFFIX = (
    "公司|集团|事务所|中心|研究院|研究所|大学|学院|学校|医院|银行|支行|分行|合作社|合伙企业|厂|委员会|管理局"
)
_CALLED = Pattern(r"[(（](?:以下|下称|本合同|统一)")
_CALLED_NAME = Pattern(rf"[\u4e00-\u9fff(（)）A-Za-z0-9·]{{2,40}}(?:{_SUFFIX})\s?$")
_LEAD = Pattern(
    r"^(?:.*?(?:由|与|和|及|向|为|系|是|经|甲方|乙方|之间|[)）](?=[\u4e00-\u9fff]{4})))?(?=[\u4e00-\u9fffA-Za-z])"
)
# Words are of at most 60 letters: a name is looked for from each capital on.
_ENGLISH = Pattern(
    r"(?P<name>[A-Z][\w&'’-]{0,60}(?:[ ,]{1,2}(?:[A-Z][\w&'’-]{0,60}|of|and|&)){0,7}?[ ,]{1,2}"
    r"(?:Inc|Ltd|LLC|L\.L\.C|Corp|Corporation|Company|Limited|LLP|L\.P|LP|GmbH|AG|PLC|plc|N\.V|B\.V|S\.A)(?![A-Za-z])\.?)"
)
_ENGLISH_HINTS = ("Inc", "Ltd", "LLC", "L.L.C", "Corp", "Company", "Limited", "LLP", "L.P", "GmbH", "PLC", "N.V")
_ENGLISH_ROLE = Pattern(
    r"(?i:between|by|among|party [ab]\s?:|seller\s?:|buyer\s?:|supplier\s?:|customer\s?:|and)\W{0,3}$"
)
_ENGLISH_CALLED = Pattern(r"[\s,]{0,2}[^.\n]{0,120}?[(（]\s?(?:the |hereinafter|“|\")", re.IGNORECASE)
# Words for what a party is and no name of one: Limited Liability Company, Consultant and Company.
_KIND_ONLY = Pattern(
    r"(?:The|Limited|Liability|Public|Private|Joint|Stock|Holding|Parent|Consultant|Contractor|Supplier|Customer|Client"
    r"|Buyer|Seller|Licensor|Licensee|Distributor|Agreement|Company|Corporation|and|[ ,&])+",
)
_ARTICLES = (" a ", " an ", "(a ", " A ")
_END = Pattern(r"\s{2,}|\t|\s(?:法定|地址|电话|联系|身份|统一|[乙丙]\s?方|卖\s?方|注册)")


def find(text: str) -> list[Entity]:
    """Names of parties in a text of folded width, in no order; they may overlap."""
    out = []
    for match in in_pieces(_COLON, text):
        at = match.start()
        if not _ROLE_BEFORE.search(text, max(0, at - 32), at):
            continue
        behind = _NAME_BEHIND.match(text, match.end())
        if behind is None:
            continue
        start, name = behind.start("name"), behind["name"]
        if cut := _END.search(name):
            name = name[: cut.start()]
        name = name.rstrip()
        if text[start + len(name) : start + len(name) + 6].lstrip().startswith((":", "：")):
            continue  # the next label of a form that is not filled in
        if len(name) >= 2 and not name.isdigit() and name.strip("-—…./*×Xx "):
            out.append(Entity("party", (start, start + len(name)), name))
    for match in in_pieces(_CALLED, text):
        at = match.start()
        found = _CALLED_NAME.search(text, max(0, at - 44), at)
        if found is None:
            continue
        start, name = found.start(), found[0].rstrip()
        lead = _LEAD.match(name)
        if lead and len(name) - lead.end() >= 4:
            start, name = start + lead.end(), name[lead.end() :]
        out.append(Entity("party", (start, start + len(name)), name))
    if any(hint in text for hint in _ENGLISH_HINTS):
        for match in _ENGLISH.finditer(text):
            before = text[max(0, match.start() - 20) : match.start()]
            if before.endswith(_ARTICLES) or _KIND_ONLY.fullmatch(match["name"]):
                continue
            if _ENGLISH_ROLE.search(before) or _ENGLISH_CALLED.match(text, match.end(), match.end() + 160):
                out.append(Entity("party", match.span("name"), match["name"]))
    return out
