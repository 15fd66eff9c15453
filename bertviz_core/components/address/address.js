// Entry: changes parameters of the page's address and leaves those alone that are not named.
// Streamlit starts the elements of a run in any order, and again when the theme changes: each change is
// made once, and of a parameter the latest one counts.

const LATEST = Symbol.for("address: latest changes");

function latestOf(visit) {
  if (globalThis[LATEST]?.visit !== visit) globalThis[LATEST] = { visit, numbers: new Map() };
  return globalThis[LATEST].numbers;
}

function lastPart(path) {
  return path.replace(/\/+$/, "").split("/").pop();
}

export default function changeAddress({ data }) {
  const { changes, page, visit, number } = data;
  const url = new URL(window.location.href);
  if (page !== null && page !== lastPart(url.pathname)) return; // the visitor has left that page
  const latest = latestOf(visit);
  for (const [name, value] of Object.entries(changes)) {
    if (latest.get(name) >= number) continue;
    latest.set(name, number);
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, "", url);
}
