"""English words of Streamlit's own front end that are read on a page in another language."""

from __future__ import annotations

from playwright.sync_api import Page

from bertviz_core.components.front_end_words import FRONT_END_WORDS
from bertviz_core.locales import translate

# All that is read on a page, but for what is a text of somebody: examples, tokens, code, names of models.
_READ = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: around, nodeValue: text } = walker.currentNode;
    if (!around || around.closest("style, script, code, [translate=no], [role=option]")) continue;
    if (around.checkVisibility()) texts.push(text.trim());
  }
  for (const name of ["aria-label", "data-title", "placeholder", "title"]) {
    document.querySelectorAll(`[${name}]`).forEach((one) => texts.push(one.getAttribute(name).trim()));
  }
  return texts.filter(Boolean);
}"""


def words_have_come(page: Page, language: str) -> None:
    """Wait until the words of a language have been read."""
    page.get_by_label(translate("Main menu", language)).first.wait_for()


def english_left(page: Page, language: str) -> list[str]:
    """Return the words that the language has, and are read in English all the same."""
    unwanted = {word for word in FRONT_END_WORDS if "{" not in word and translate(word, language) != word}
    return [f"English: {word}" for word in sorted(unwanted.intersection(page.evaluate(_READ)))]
