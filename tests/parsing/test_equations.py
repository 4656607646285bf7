from __future__ import annotations

import pytest
from lxml import etree

from docprep_gui.parsing import equations

_NAMES = (
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" '
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
)


def _r(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


def _e(text: str, name: str = "e") -> str:
    return f"<m:{name}>{text if text.startswith('<') else _r(text)}</m:{name}>"


@pytest.mark.parametrize(("inner", "shown"), [
    (f"<m:f>{_e('a', 'num')}{_e('b+1', 'den')}</m:f>", "a/(b+1)"),
    (f'<m:f><m:fPr><m:type m:val="noBar"/></m:fPr>{_e("n", "num")}{_e("k", "den")}</m:f>', "n¦k"),
    (f"<m:sSubSup>{_e('x')}{_e('i', 'sub')}{_e('2', 'sup')}</m:sSubSup>", "x_i^2"),
    (f"<m:sPre>{_e('6', 'sub')}{_e('14', 'sup')}{_e('C')}</m:sPre>", "_6^14C"),
    (f"<m:rad><m:deg/>{_e('x+1')}</m:rad>", "√(x+1)"),
    (f"<m:rad>{_e('3', 'deg')}{_e('x')}</m:rad>", "3√(x)"),
    (f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr>{_e("i=1", "sub")}{_e("n", "sup")}{_e("i")}</m:nary>', "∑_(i=1)^n i"),
    (f'<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr>{_e("a")}{_e("b")}</m:d>', "[a|b]"),
    (f"<m:m><m:mr>{_e('1')}{_e('0')}</m:mr><m:mr>{_e('0')}{_e('1')}</m:mr></m:m>", "1, 0; 0, 1"),
    (f"<m:func>{_e('sin', 'fName')}{_e('x')}</m:func>", "sin x"),
    (f"<m:limLow>{_e('lim')}{_e('n→∞', 'lim')}</m:limLow>", "lim_(n→∞)"),
    (f"<m:eqArr>{_e('a=1')}{_e('b=2')}</m:eqArr>", "a=1; b=2"),
    (f"<m:acc>{_e('x')}</m:acc>", "x\u0302"),
    (f'<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr>{_e("AB")}</m:acc>', "AB\u20d7"),
    (f'<m:bar><m:barPr><m:pos m:val="top"/></m:barPr>{_e("x+y")}</m:bar>', "(x+y)\u0305"),
    (f'<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr>{_e("x")}</m:phant>{_r("y")}', "y"),
    (f"<m:box>{_e('a')}</m:box><m:borderBox>{_e('b')}</m:borderBox>", "ab"),
    (f"{_r('a')}<w:ins>{_r('b')}</w:ins><w:del>{_r('c')}</w:del><w:r><w:t>元</w:t></w:r>", "ab元"),
])  # fmt: skip
def test_equations_on_one_line(inner: str, shown: str) -> None:
    assert equations.linear(etree.fromstring(f"<m:oMath {_NAMES}>{inner}</m:oMath>")) == shown


@pytest.mark.parametrize("lines", ["<m:oMath>{}</m:oMath><m:oMath>{}</m:oMath>", "<m:oMath>{}<m:r><w:br/></m:r>{}</m:oMath>"])
def test_equations_below_each_other_stay_apart(lines: str) -> None:
    element = etree.fromstring(f"<m:oMathPara {_NAMES}><m:oMathParaPr/>{lines.format(_r('a=1'), _r('b=2'))}</m:oMathPara>")
    assert equations.linear(element) == "a=1\nb=2"
