// What a tab remembers through a reload: its class, and in this browser the right to lead one. A browser may
// refuse its storage: then a reload leaves the class.

const STANDING = "bertscope_class";
const SAID = "bertscope_said";
const LEADS = "bertscope_leads";
const MOST_KEPT = 8;

function read(storage, name) {
  try {
    return JSON.parse(storage().getItem(name) ?? "null");
  } catch {
    return null;
  }
}

function write(storage, name, value) {
  try {
    if (value === null) storage().removeItem(name);
    else storage().setItem(name, JSON.stringify(value));
  } catch {
    // Nothing is kept.
  }
}

const tab = () => window.sessionStorage;
const browser = () => window.localStorage;

export function keptClass() {
  const kept = read(tab, STANDING);
  return typeof kept?.code === "string" ? { code: kept.code, leads: kept.leads === true } : null;
}

// The last two addresses to which this tab took its class: of the last one nobody may have heard.
export function keptSaid() {
  const kept = read(tab, SAID);
  return Array.isArray(kept) ? kept : [];
}

export function keepSaid(addresses) {
  write(tab, SAID, addresses);
}

export function keepClass(standing) {
  if (standing?.code !== keptClass()?.code) keepSaid(null);
  write(tab, STANDING, standing);
}

export function keptToken(code) {
  const token = read(browser, LEADS)?.[code];
  return typeof token === "string" ? token : null;
}

export function keepToken(code, token) {
  const others = Object.entries(read(browser, LEADS) ?? {}).filter(([name]) => name !== code);
  const kept = token === null ? others : [...others.slice(1 - MOST_KEPT), [code, token]];
  write(browser, LEADS, kept.length ? Object.fromEntries(kept) : null);
}
