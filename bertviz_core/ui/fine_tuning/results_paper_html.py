"""A report as one HTML file: no script, nothing from elsewhere, for a sheet of A4."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from bertviz_core.charts.chart_style import MORE
from bertviz_core.charts.fine_tuning.results_methods import MethodBar
from bertviz_core.charts.fine_tuning.results_methods_svg import method_bars_svg, xml_text
from bertviz_core.written_numbers import number_style

Row = tuple[str, ...]

_STYLE = """
@page {size: A4; margin: 16mm}
body {font: 11pt/1.45 system-ui, sans-serif; color: #17212b; background: #fff; max-width: 178mm;
  margin: 8mm auto; padding: 0 4mm}
h1 {font-size: 20pt; line-height: 1.2; margin: 0; overflow-wrap: anywhere}
h2 {font-size: 13pt; margin: 7mm 0 1mm; break-after: avoid; overflow-wrap: anywhere}
p {margin: 1.5mm 0}
.kind {display: flex; justify-content: space-between; color: #4d5965; margin: 0}
.who {display: flex; gap: 3mm; margin: 5mm 0}
.who span {flex: 1; border-bottom: 1px solid #17212b}
.note {font-size: 9pt; color: #4d5965}
svg {display: block; width: 100%; max-width: 150mm; height: auto; margin: 2mm 0; break-inside: avoid}
table {border-collapse: collapse; width: 100%; margin: 3mm 0; font-size: 10pt}
caption {text-align: left; font-size: 9pt; color: #4d5965}
tr {break-inside: avoid}
th, td {border-bottom: 1px solid #c9d1d8; padding: 1mm 2mm 1mm 0; text-align: left; vertical-align: top;
  overflow-wrap: anywhere; white-space: pre-wrap; font-weight: normal}
thead th {font-weight: 600}
.shaded td {text-align: right; padding: 1mm 2mm; print-color-adjust: exact}
@media print {body {margin: 0; padding: 0; max-width: none}}
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Cells row by row; the first one of each names it."""

    rows: tuple[Row, ...]
    headings: Row = ()
    title: str = ""
    shades: tuple[tuple[float, ...], ...] = ()
    """From 0 to 1, of the cells after the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bars:
    """Scores side by side."""

    measure: str = ""
    bars: tuple[MethodBar, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """What stands under a heading."""

    title: str
    sentences: Row = ()
    """In which `**` is around what is bold."""
    bars: Bars = Bars()
    tables: tuple[Table, ...] = ()
    notes: Row = ()
    """In small print."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A report; its texts are plain."""

    title: str
    kind: str
    """What the file is."""
    date: str
    who: str
    """Names the line where people write their name."""
    sections: tuple[Section, ...]


def paper_html(page: Paper, language: str) -> str:
    """Write a report as HTML that is well-formed XML too; text of people stays text."""
    title = xml_text(page.title)
    return (
        f'<!DOCTYPE html>\n<html lang="{language}">\n<head><meta charset="utf-8"/>'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\"/>"
        '<meta name="viewport" content="width=device-width"/>'
        f"<title>{title}</title><style>{_STYLE}</style></head>\n<body>\n"
        f'<p class="kind"><span>{xml_text(page.kind)}</span><span>{xml_text(page.date)}</span></p>'
        f'<h1 dir="auto">{title}</h1>\n<p class="who">{xml_text(page.who)} '
        f'<span contenteditable="true" role="textbox" aria-label="{xml_text(page.who)}"></span></p>\n'
        f"{''.join(_section(one, language) for one in page.sections)}</body>\n</html>\n"
    )


def _section(section: Section, language: str) -> str:
    bars = section.bars
    picture = (
        method_bars_svg(bars.bars, measure=bars.measure, numbers=number_style(language)) if bars.bars else ""
    )
    return "".join(
        [
            f'<section><h2 dir="auto">{xml_text(section.title)}</h2>',
            *(f"<p>{_sentence(one)}</p>" for one in section.sentences if one),
            picture,
            *map(_table, section.tables),
            *(f'<p class="note">{_sentence(one)}</p>' for one in section.notes),
            "</section>\n",
        ]
    )


def _table(table: Table) -> str:
    title = f"<caption>{xml_text(table.title)}</caption>" if table.title else ""
    names = "".join(f'<th scope="col" dir="auto">{xml_text(name)}</th>' for name in table.headings)
    head = f"<thead><tr>{names}</tr></thead>" if names else ""
    shades: Iterable[tuple[float, ...]] = table.shades or ((),) * len(table.rows)
    rows = "".join(_row(row, own) for row, own in zip(table.rows, shades, strict=True))
    kind = ' class="shaded"' if table.shades else ""
    return f"<table{kind}>{title}{head}<tbody>{rows}</tbody></table>"


def _row(row: Row, shades: tuple[float, ...]) -> str:
    """Write a row; its colours are pale enough for dark letters."""
    styles = [
        f' style="background: color-mix(in srgb, {MORE} {round(55 * shade)}%, #fff)"' for shade in shades
    ] or [""] * (len(row) - 1)
    cells = (
        f'<td dir="auto"{style}>{xml_text(cell)}</td>' for cell, style in zip(row[1:], styles, strict=True)
    )
    return f'<tr><th scope="row" dir="auto">{xml_text(row[0])}</th>{"".join(cells)}</tr>'


def _sentence(text: str) -> str:
    return re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", xml_text(text))
