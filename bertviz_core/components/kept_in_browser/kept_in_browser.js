// Entry: keeps the token of this browser in a cookie, and the sentence of the visit in this tab; tells the
// server of a token or a sentence that is kept already.

const YEAR = 365 * 24 * 60 * 60; // seconds
const TOKEN = /^[0-9a-f]{32}$/;
const SENTENCE = "bertscope_sentence";
const MOST_LETTERS = 10000; // of what is told
const TOLD = Symbol.for("kept in browser: told");

function keptToken(name) {
  const pairs = document.cookie.split("; ").map((pair) => pair.split("="));
  return pairs.find(([key, value]) => key === name && TOKEN.test(value))?.[1];
}

// A browser may refuse its storage: then nothing is kept.
function keptSentence() {
  try {
    const text = window.sessionStorage.getItem(SENTENCE) ?? "";
    return text.length > MOST_LETTERS ? null : JSON.parse(text || "null");
  } catch {
    return null;
  }
}

function keepSentence(sentence) {
  try {
    if (Object.keys(sentence).length) window.sessionStorage.setItem(SENTENCE, JSON.stringify(sentence));
    else window.sessionStorage.removeItem(SENTENCE);
  } catch {
    return;
  }
}

export default function keepInBrowser({ data, setStateValue }) {
  const kept = keptToken(data.name) ?? data.token;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${data.name}=${kept}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  if (kept !== data.token) setStateValue("kept", kept);
  if (data.sentence) keepSentence(data.sentence);
  else if (!globalThis[TOLD]) {
    const sentence = keptSentence();
    if (sentence) setStateValue("sentence", sentence);
  }
  globalThis[TOLD] = true; // a page is loaded once; what comes later was typed later
}
