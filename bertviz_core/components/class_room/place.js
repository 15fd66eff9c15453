// Where this tab is, as a link would say it.

const OWN = ["lang", "class"]; // of whoever looks, not of what is looked at

function lastPart(path) {
  return path.split("/").pop();
}

// `hidden` names what of the address is not handed over.
export function addressNow(texts, hidden = []) {
  const parameters = new URLSearchParams(window.location.search);
  for (const name of hidden) parameters.delete(name);
  for (const [name, text] of Object.entries(texts)) if (text) parameters.set(name, text);
  return written(lastPart(window.location.pathname), parameters);
}

export function sameView(one, other) {
  const [first, second] = [one, other].map((address) => {
    const { pathname, searchParams } = new URL(address, "http://app/");
    return written(lastPart(pathname), searchParams);
  });
  return first === second;
}

function written(page, parameters) {
  for (const name of OWN) parameters.delete(name);
  parameters.sort();
  const query = parameters.toString();
  return query ? `${page}?${query}` : page;
}

// A script that runs writes its address at the end.
export function isAtRest() {
  const state = document.querySelector("[data-testid=stApp]")?.dataset;
  return state?.testScriptState === "notRunning" && state.testConnectionState === "CONNECTED";
}

export function isTextField(target) {
  return target instanceof Element && target.matches("textarea, input:not([type]), input[type=text], [contenteditable]");
}
