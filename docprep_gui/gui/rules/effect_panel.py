"""What changed rules change on all open documents, against what is published, and what still stands against publishing
them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from docprep_gui.domain.chunk import Route
from docprep_gui.domain.document import Span
from docprep_gui.gui import theme, words
from docprep_gui.gui.shell import Shell
from docprep_gui.gui.theme import icons
from docprep_gui.gui.translations import count
from docprep_gui.gui.widgets import paint, parts
from docprep_gui.gui.widgets.choices import CheckBox
from docprep_gui.workspace.effect import Effect, HitChange, MaskChange, RouteChange

translate = QCoreApplication.translate
Change = TypeVar("Change")
_SHOWN, _MOST = 6, 100


@dataclass(frozen=True, slots=True)
class Entry:
    """One changed place: words or two routes, and where it stands. A click on its link leads there."""

    text: str
    link: str
    key: str
    span: Span
    routes: tuple[Route, Route] | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """`number` with its sign, `tone` a colour of the table; `danger` puts it on the ground of an error. `total`: how
    many places there are; the first of them are entries."""

    number: str
    title: str
    tone: str
    entries: tuple[Entry, ...] = ()
    note: str = ""
    danger: bool = False
    total: int = 0


class EffectPanel(parts.Pane):
    """`place_chosen`: (file key, start, end). `undo_masks` and `undo_all` ask for switches to be put back."""

    place_chosen = Signal(str, int, int)
    undo_masks = Signal()
    undo_all = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__("surface")
        self._shell = shell
        self.head = parts.PaneHeader(translate("Rules", "Live effect"))
        self.head.row.addStretch(1)
        self.state = parts.label("", "small", quiet=True)
        self.head.row.addWidget(self.state)
        self.column.addWidget(self.head)
        against = QWidget()
        row = QHBoxLayout(against)
        row.setContentsMargins(theme.px(14), theme.px(4), theme.px(12), theme.px(4))
        self.against = parts.label("", "small", quiet=True, wrap=True)
        row.addWidget(self.against, 1)
        self.put_back = parts.button(translate("Rules", "Undo all"), self.undo_all.emit, kind="link")
        row.addWidget(self.put_back)
        self.column.addWidget(against)
        self.column.addWidget(parts.Line())
        self._scroll = QScrollArea()
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setWidgetResizable(True)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.viewport().setAutoFillBackground(False)
        self.column.addWidget(self._scroll, 1)
        self._nothing = parts.EmptyState("sliders", translate("Rules", "No change yet"), translate(
            "Rules", "Switch a rule on or off or change it: what that does to the open documents shows here at once."))
        self.column.addWidget(self._nothing, 1)
        self.publishing = PublishBar()
        self.column.addWidget(self.publishing)
        self._unfolded: set[str] = set()
        self.sections: tuple[Section, ...] = ()
        self.show_sections((), 0)

    def show_state(self, text: str) -> None:
        self.state.setText(text)

    def show_sections(self, sections: Sequence[Section], switched: int, edited: int = 0) -> None:
        """`switched`: number of rules that are otherwise than when the place was entered; `edited`: of packs that are
        otherwise than published."""
        self.sections = tuple(sections)
        self.show_against(switched, edited)
        self._show()

    def show_against(self, switched: int, edited: int) -> None:
        """What the effect is told against."""
        said = []
        if edited:
            said.append(translate("Rules", "Compared with what is published"))
        if switched:
            said.append(count(switched, translate("Rules", "%n rule switched since you came here"),
                              translate("Rules", "%n rules switched since you came here")))
        self.against.setText(" · ".join(said) or translate("Rules", "Against the state when you came here"))
        self.put_back.setVisible(bool(switched or edited))

    def _show(self) -> None:
        sections = self.sections
        self._scroll.setVisible(bool(sections))
        self._nothing.setVisible(not sections)
        inner = parts.Pane("surface")
        column = inner.column
        for section in sections:
            column.addWidget(_SectionView(section, section.title in self._unfolded, self._choose,
                                          self.undo_masks.emit, partial(self._unfold, section.title)))
        column.addStretch(1)
        self._scroll.setWidget(inner)

    def _unfold(self, title: str) -> None:
        self._unfolded.add(title)
        self._show()

    def _choose(self, entry: Entry) -> None:
        self.place_chosen.emit(entry.key, entry.span[0], entry.span[1])


class PublishBar(parts.Pane):
    """Why the pack cannot be published yet; lost masks are let pass only by the box here. `confirmed`: it was ticked or
    cleared."""

    confirmed = Signal()

    def __init__(self) -> None:
        super().__init__("surface")
        self.column.addWidget(parts.Line())
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(theme.px(12), theme.px(8), theme.px(12), theme.px(8))
        column.setSpacing(theme.px(4))
        self.reason = parts.label("", "small", wrap=True)
        column.addWidget(self.reason)
        self.confirm = CheckBox("")
        self.confirm.clicked.connect(self.confirmed)
        column.addWidget(self.confirm)
        self.column.addWidget(inner)
        self.hide()

    def show_state(self, reason: str, tone: str, masks: int) -> None:
        """`masks`: how many lost ones have to be let pass; the tick goes when their number changes."""
        self.reason.setText(reason)
        self.reason.setProperty("tone", tone)
        parts.repolish(self.reason)
        text = count(masks, translate("Rules", "I have seen the lost mask and want it so"),
                     translate("Rules", "I have seen the %n lost masks and want it so"))
        if not masks or text != self.confirm.text():
            self.confirm.setChecked(False)
        self.confirm.setText(text)
        self.confirm.setAccessibleName(text)
        self.confirm.setToolTip(text)
        self.confirm.setVisible(bool(masks))
        self.setVisible(bool(reason or masks))


class _SectionView(QWidget):
    def __init__(self, section: Section, unfolded: bool, choose: Callable[[Entry], object],
                 undo: Callable[[], object], unfold: Callable[[], object]) -> None:
        super().__init__()
        self._section = section
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(6), theme.px(10), theme.px(12), theme.px(10))
        row.setSpacing(theme.px(10))
        number = parts.label(section.number, "title", bold=True, tone=section.tone)
        number.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        number.setFixedWidth(theme.px(40))
        row.addWidget(number)
        column = QVBoxLayout()
        column.setSpacing(theme.px(3))
        head = QHBoxLayout()
        head.addWidget(parts.label(section.title, bold=True, tone="error" if section.danger else ""))
        head.addStretch(1)
        if section.danger:
            head.addWidget(parts.button(translate("Rules", "Undo"), undo, kind="link"))
        column.addLayout(head)
        shown = section.entries if unfolded else section.entries[:_SHOWN]
        for entry in shown:
            column.addLayout(self._entry(entry, choose))
        hidden = max(section.total, len(section.entries)) - len(shown)
        if hidden and unfolded:
            column.addWidget(parts.label(count(hidden, translate("Rules", "%n more place"),
                                               translate("Rules", "%n more places")), "small", quiet=True))
        elif hidden:
            column.addWidget(parts.button(count(hidden, translate("Rules", "%n more place"),
                                                translate("Rules", "%n more places")), unfold, kind="link"))
        if section.note:
            column.addWidget(parts.label(section.note, "small", quiet=True, wrap=True))
        row.addLayout(column, 1)
        self.setAccessibleName(f"{section.number} {section.title}")

    def _entry(self, entry: Entry, choose: Callable[[Entry], object]) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.px(8))
        if entry.routes is not None:
            row.addWidget(parts.elided(entry.text, "small"), 1)
            row.addWidget(RouteStep(*entry.routes))
        else:
            row.addWidget(parts.elided(entry.text, "small"), 1)
        link = parts.button(entry.link, lambda: choose(entry), kind="link", small=True)
        link.setAccessibleName(f"{entry.text}, {entry.link}")
        row.addWidget(link)
        return row

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._section.danger:
            painter.fillRect(self.rect(), theme.colour("error_bg"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))


class RouteStep(QWidget):
    """From one route to another, as two pills."""

    def __init__(self, before: Route, after: Route) -> None:
        super().__init__()
        self._before, self._after = before, after
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(f"{words.route(before)} → {words.route(after)}")
        self.setToolTip(self.accessibleName())

    def sizeHint(self) -> QSize:
        width = paint.pill_width(words.route(self._before)) + paint.pill_width(words.route(self._after))
        return QSize(round(width) + theme.px(18), theme.px(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        middle = self.height() / 2
        x = paint.route_pill(painter, 0, middle, self._before)
        side = theme.px(12)
        icons.draw(painter, "chevron-right", x + theme.px(3), round(middle - side / 2), side,
                   theme.colour("muted").name())
        paint.route_pill(painter, x + theme.px(18), middle, self._after)


def sections(effect: Effect, titles: Mapping[tuple[str, str], str], slice_: Callable[[str, Span], str],
             locate: Callable[[str, int], str], chunk: Callable[[str, int | None], str],
             seconds_each: float | None) -> tuple[Section, ...]:
    """The blocks of the panel, what is dangerous first. `slice_`: the text of a span of a file; `locate`: where an
    offset stands; `chunk`: how a chunk of a file is called."""

    def hit(change: HitChange) -> Entry:
        title = titles.get((change.pack, change.rule), change.rule)
        said = " ".join(slice_(change.key, change.span).split())
        return Entry(f"{chunk(change.key, change.ordinal)} · {said or title}", locate(change.key, change.span[0]),
                     change.key, change.span)

    def route(change: RouteChange) -> Entry:
        return Entry(chunk(change.key, change.ordinal), locate(change.key, change.span[0]), change.key, change.span,
                     (change.before, change.after))

    def mask(change: MaskChange) -> Entry:
        return Entry(f"{chunk(change.key, change.ordinal)} · {words.entity(change.kind)}",
                     locate(change.key, change.span[0]), change.key, change.span)

    made = []

    def some(entry: Callable[[Change], Entry], changes: Sequence[Change]) -> tuple[Entry, ...]:
        return tuple(map(entry, changes[:_MOST]))

    if effect.masks_lost:
        made.append(Section(f"{len(effect.masks_lost):,}", translate("Rules", "Masks lost"), "error",
                            some(mask, effect.masks_lost),
                            translate("Rules", "The model would see these values."), danger=True,
                            total=len(effect.masks_lost)))
    if effect.masks_gained:
        made.append(Section(f"+{len(effect.masks_gained):,}", translate("Rules", "Masked"), "ok",
                            some(mask, effect.masks_gained), total=len(effect.masks_gained)))
    if effect.gained:
        made.append(Section(f"+{len(effect.gained):,}", translate("Rules", "Hits"), "ok",
                            some(hit, effect.gained), total=len(effect.gained)))
    if effect.lost:
        made.append(Section(f"−{len(effect.lost):,}", translate("Rules", "Hits"), "", some(hit, effect.lost),
                            total=len(effect.lost)))
    if effect.routes:
        made.append(Section(f"{len(effect.routes):,}", translate("Rules", "Routes changed"), "",
                            some(route, effect.routes), total=len(effect.routes)))
    if effect.calls:
        made.append(_calls(effect.calls, seconds_each))
    return tuple(made)


def _calls(calls: int, seconds_each: float | None) -> Section:
    note = ""
    if seconds_each is not None:
        minutes = abs(calls) * seconds_each / 60
        spent = (translate("Rules", "about {n} min") if minutes >= 2 else translate("Rules", "about {n} s")).format(
            n=round(minutes) if minutes >= 2 else max(1, round(minutes * 60)))
        note = (translate("Rules", "{time} longer") if calls > 0 else translate("Rules", "{time} saved")).format(
            time=spent)
    sign = "+" if calls > 0 else "−"
    return Section(f"{sign}{abs(calls):,}", translate("Rules", "Questions to the model"),
                   "warn" if calls > 0 else "ok", (), note)

