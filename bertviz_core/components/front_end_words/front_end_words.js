// Entry: writes the words of Streamlit's own front end in the interface language, wherever they appear.
// `WORDS` stands before this script: by language, the English words and what is written in their place.

const ATTRIBUTES = ["aria-label", "data-title", "placeholder", "title"];

// Places of the front end whose text is its own, and elements whose attributes are.
const TEXTS = [
  "[data-testid=stFileUploaderDropzone]",
  "[data-testid=stFileUploader] [role=alert]",
  "[data-testid=InputInstructions]",
  "[data-testid=stTooltipErrorContent]",
  "[role=dialog] > [slot=title]",
  "[role=dialog] > [slot=title] + div > div:not([data-testid])",
  "[data-testid=stMainMenuPopover]",
  "[data-testid=stSkipToContent]",
  "[data-testid=stStatusWidget]",
  "[data-testid=stTooltipContent]",
  "[data-testid=stDataFrameColumnMenu]",
  "[data-testid=stSelectboxVirtualDropdown] > div",
  "[data-testid=stMultiSelectDropdown] > div",
].join(",");
const VISITORS = "[role=option], [data-testid=stFileUploaderFileName], [data-testid=stFileChipName]"; // inside of them: what visitors named
const LABELLED = [
  "[data-testid^=stBaseButton-elementToolbar]",
  "[data-testid^=stNumberInputStep]",
  "[data-testid^=stSidebar]",
  "[data-testid^=stSidebar] [aria-label='Navigate to home page']",
  "[data-testid=stSidebarNav] [aria-label]",
  "[data-testid=stExpandSidebarButton], [data-testid=stSidebarCollapseButton] button",
  "[data-testid=stLogoLink]",
  "[data-testid=stFileUploaderDropzoneInput]",
  "[role=dialog]:has(> [slot=title]) > button",
  "[data-testid=stFileUploader] button",
  "[data-testid=stMainMenu], [data-testid=stMainMenu] button",
  "[data-testid=stMainMenuPopover] [aria-label]",
  "[data-testid=stStatusWidget] [aria-label]",
  "[data-testid=stTooltipIcon] button, [data-testid=stTooltipHoverTarget] > button",
  "[data-testid=stSelectbox] :is(input, button), [data-testid=stMultiSelect] :is(input, button)",
  "[data-testid$=ClearButton]",
  ".modebar-btn",
].join(",");

const STATE = Symbol.for("front end words");

function stateOfPage() {
  const state = globalThis[STATE] ?? { language: null, english: new Map(), exact: new Map(), frames: [] };
  globalThis[STATE] = state;
  return state;
}

// Returns words without fields, and those with one as what stands before and after it.
function tables(words) {
  const exact = new Map(), frames = [];
  for (const [english, written] of Object.entries(words)) {
    const [before, after] = english.split(/\{\w+\}/);
    if (after === undefined) exact.set(english, written);
    else frames.push({ before, after, written: written.split(/\{\w+\}/) });
  }
  return { exact, frames };
}

function inLanguage(text, { english, exact, frames }) {
  const first = english.get(text) ?? text; // what was written here before another language was chosen
  const found = exact.get(first) ?? framed(first, frames) ?? first;
  if (found !== first) english.set(found, first);
  return found;
}

function framed(text, frames) {
  for (const { before, after, written } of frames) {
    const inside = text.length - before.length - after.length;
    if (inside > 0 && text.startsWith(before) && text.endsWith(after)) {
      return written.join(text.slice(before.length, before.length + inside));
    }
  }
}

function writeText(node, state) {
  const text = node.parentElement?.closest(VISITORS) ? "" : node.nodeValue.trim();
  const written = text && inLanguage(text, state);
  if (text && written !== text) node.nodeValue = node.nodeValue.replace(text, () => written);
}

function writeTexts(place, state) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) writeText(walker.currentNode, state);
}

function writeAttributes(element, state) {
  for (const name of ATTRIBUTES) {
    const text = element.getAttribute(name);
    const written = text && inLanguage(text, state);
    if (text && written !== text) element.setAttribute(name, written);
  }
}

const PAGES = "[data-testid=stSidebarNavItems]";

// Sections of pages are lists in a list without items between them, which screen readers do not expect.
function groupPages(root) {
  const lists = root.closest(PAGES) ? [root.closest(PAGES)] : root.querySelectorAll(PAGES);
  for (const list of lists) {
    const sections = [...list.children].filter((child) => child.matches("div"));
    if (!sections.length) continue;
    for (const child of [list, ...list.children]) child.setAttribute("role", "presentation");
    sections.forEach((section) => section.setAttribute("role", "list"));
  }
}

function writeAll(root, state) {
  groupPages(root);
  if (root.closest(TEXTS)) writeTexts(root, state);
  else root.querySelectorAll(TEXTS).forEach((place) => writeTexts(place, state));
  if (root.matches(LABELLED)) writeAttributes(root, state);
  root.querySelectorAll(LABELLED).forEach((element) => writeAttributes(element, state));
}

function follow(changes, state) {
  for (const { type, target, addedNodes } of changes) {
    if (type === "attributes") {
      if (target.matches(LABELLED)) writeAttributes(target, state);
    } else if (type === "characterData") {
      if (target.parentElement?.closest(TEXTS)) writeText(target, state);
    } else {
      for (const node of addedNodes) {
        if (node instanceof HTMLElement) writeAll(node, state);
        else if (node instanceof Text && target.closest?.(TEXTS)) writeText(node, state);
      }
    }
  }
}

export default function sayFrontEndWords({ data }) {
  const state = stateOfPage();
  if (state.language === data.language) return;
  state.language = data.language;
  Object.assign(state, tables(WORDS[data.language] ?? {}));
  writeAll(document.body, state);
  if (state.observer) return;
  state.observer = new MutationObserver((changes) => follow(changes, state));
  state.observer.observe(document.body, {
    attributeFilter: ATTRIBUTES,
    characterData: true,
    childList: true,
    subtree: true,
  });
}
