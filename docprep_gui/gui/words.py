"""Words that several parts of the window share: routes, priorities, kinds of values, states of a task."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from docprep_gui.domain.chunk import EntityKind, Priority, Route
from docprep_gui.domain.task import TaskState

translate = QCoreApplication.translate


def route(route: Route) -> str:
    match route:
        case "rule_only":
            return translate("Words", "Rules suffice")
        case "model":
            return translate("Words", "Model needed")
        case "local_only":
            return translate("Words", "Stays local")
        case "ocr":
            return translate("Words", "Needs OCR")
        case "ignore":
            return translate("Words", "Ignored")


def priority(priority: Priority) -> str:
    match priority:
        case "high":
            return translate("Words", "High")
        case "medium":
            return translate("Words", "Medium")
        case "low":
            return translate("Words", "Low")


def column(name: str) -> str:
    match name:
        case "name":
            return translate("Words", "Name")
        case "route":
            return translate("Words", "Route")
        case "priority":
            return translate("Words", "Priority")
        case "length":
            return translate("Words", "Length")
        case "hits":
            return translate("Words", "Hits")
        case _:
            return name


def named(name: str, value: str) -> str:
    """Name and value as read aloud: "Route: Model needed"."""
    return translate("Words", "{name}: {value}").format(name=name, value=value)


def state(state: TaskState) -> str:
    match state:
        case "queued":
            return translate("Words", "Queued")
        case "running":
            return translate("Words", "Running")
        case "waiting_retry":
            return translate("Words", "Waiting to retry")
        case "done":
            return translate("Words", "Done")
        case "failed":
            return translate("Words", "Failed")
        case "cancelled":
            return translate("Words", "Cancelled")
        case "set_aside":
            return translate("Words", "Set aside")


def entity(kind: EntityKind) -> str:
    match kind:
        case "amount":
            return translate("Words", "Amount")
        case "date":
            return translate("Words", "Date")
        case "date_range":
            return translate("Words", "Period")
        case "percent":
            return translate("Words", "Percentage")
        case "cn_id_card":
            return translate("Words", "ID number")
        case "bank_card":
            return translate("Words", "Bank account")
        case "mobile":
            return translate("Words", "Mobile number")
        case "landline":
            return translate("Words", "Phone number")
        case "email":
            return translate("Words", "E-mail address")
        case "uscc":
            return translate("Words", "Company code")
        case "passport":
            return translate("Words", "Passport number")
        case "plate":
            return translate("Words", "Number plate")
        case "contract_no":
            return translate("Words", "Contract number")
        case "party":
            return translate("Words", "Party")


def place(page: int | None, paragraph: int | None, sheet: str | None = None, rows: tuple[int, int] | None = None,
          slide: int | None = None) -> str:
    """Where a link leads: "Page 1"."""
    if page is not None:
        return translate("Words", "Page {n}").format(n=page)
    if slide is not None:
        return translate("Words", "Slide {n}").format(n=slide)
    if sheet is not None and rows is not None:
        return translate("Words", "{sheet}, row {n}").format(sheet=sheet, n=rows[0])
    if paragraph is not None:
        return translate("Words", "Paragraph {n}").format(n=paragraph)
    return translate("Words", "Show")
