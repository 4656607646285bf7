"""How long a run will take, and what the rules save, before it is started."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from docprep_gui.domain.chunk import Route
from docprep_gui.gui import theme, words
from docprep_gui.gui.run import times
from docprep_gui.gui.theme import tokens
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import paint, parts
from docprep_gui.gui.widgets.choices import SegmentBar
from docprep_gui.workspace.runs import Plan

translate = QCoreApplication.translate
_ORDER: tuple[Route, ...] = ("rule_only", "local_only", "model", "ocr", "ignore")


class PlanView(QWidget):
    def __init__(self) -> None:
        super().__init__()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(8))
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        self.time = parts.label("", "display", bold=True)
        self.asks = parts.label("", quiet=True)
        row.addWidget(self.time)
        row.addWidget(self.asks, 0, Qt.AlignmentFlag.AlignBottom)
        row.addStretch(1)
        column.addLayout(row)
        self.bar = SegmentBar(translate("Run", "Length by route"), 11)
        column.addWidget(self.bar)
        self.table = RouteTable()
        column.addWidget(self.table)
        self.line = parts.Line()
        column.addWidget(self.line)
        row = QHBoxLayout()
        self.whole = parts.label("", quiet=True)
        self.saved = parts.label("", bold=True, tone="ok")
        row.addWidget(self.whole)
        row.addStretch(1)
        row.addWidget(self.saved)
        column.addLayout(row)

    def show_plan(self, plan: Plan) -> None:
        chunks = sum(number for number, _ in plan.by_route.values())
        tokens_ = sum(length for _, length in plan.by_route.values())
        asks = count(plan.asks, translate("Run", "%n question to the model"),
                     translate("Run", "%n questions to the model"))
        if not chunks:
            self.time.setText("—")
            self.asks.setText(translate("Run", "No file is chosen"))
        elif plan.seconds is None:
            self.time.setText(asks)
            self.asks.setText("")
        else:
            self.time.setText(times.about(plan.seconds) if plan.asks else translate("Run", "at once"))
            self.asks.setText(asks)
        shown = [(route, *plan.by_route[route]) for route in _ORDER if route in plan.by_route]
        said = ", ".join(f"{words.route(route)} {number}" for route, number, _ in shown)
        self.bar.show_shares([(length, tokens.ROUTE_PAIR[route]) for route, _, length in shown], tokens_, said)
        self.table.show_rows(shown)
        for part in (self.bar, self.table, self.line, self.whole, self.saved):
            part.setVisible(bool(chunks))
        if plan.seconds_all is not None:
            self.whole.setText(translate("Run", "Asking about everything takes {time}").format(
                time=times.about(plan.seconds_all)))
        else:
            self.whole.setText(count(chunks, translate("Run", "Asking about everything takes %n question"),
                                     translate("Run", "Asking about everything takes %n questions")))
        share = round(100 * (1 - plan.asks / chunks)) if chunks else 0
        self.saved.setText(translate("Run", "{share} % saved").format(share=share) if share else "")


class RouteTable(QWidget):
    """Route, chunks, length; with the sums on top."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[Route, int, int]] = []

    def show_rows(self, rows: list[tuple[Route, int, int]]) -> None:
        self._rows = rows
        chunks = translate("Run", "Chunks")
        self.setAccessibleName("; ".join(f"{words.route(route)}: {number} {chunks}, {length:,}"
                                         for route, number, length in rows))
        self.setFixedHeight(theme.px(26) * (len(rows) + 1))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(200), theme.px(26) * (len(self._rows) + 1))

    def paintEvent(self, event: QPaintEvent) -> None:
        px = theme.px
        painter = QPainter(self)
        right, step = self.width(), px(26)
        number_right = right - px(76)
        align = Qt.AlignmentFlag.AlignRight
        small, body = theme.font("small"), theme.tabular(theme.font())
        chunks = sum(number for _, number, _ in self._rows)
        paint.text(painter, QRectF(0, 0, px(200), step), translate("Run", "Chunks"), theme.font(bold=True), "text")
        paint.text(painter, QRectF(0, 0, number_right, step), f"{chunks:,}",
                   theme.tabular(theme.font(bold=True)), "text", align)
        paint.text(painter, QRectF(0, 0, right, step), translate("Run", "Length"), small, "muted", align)
        for i, (route, number, length) in enumerate(self._rows, 1):
            y = i * step
            paint.route_pill(painter, 0, y + step / 2, route)
            paint.text(painter, QRectF(0, y, number_right, step), f"{number:,}", body, "text", align)
            paint.text(painter, QRectF(0, y, right, step), f"{length:,}", body, "muted", align)
