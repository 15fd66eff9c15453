// Entry: keeps the token of this browser in a cookie; tells the server of another one that is kept already.

const YEAR = 365 * 24 * 60 * 60; // seconds
const TOKEN = /^[0-9a-f]{32}$/;

function keptToken(name) {
  const pairs = document.cookie.split("; ").map((pair) => pair.split("="));
  return pairs.find(([key, value]) => key === name && TOKEN.test(value))?.[1];
}

export default function keepCookie({ data, setStateValue }) {
  const kept = keptToken(data.name) ?? data.token;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${data.name}=${kept}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure}`;
  if (kept !== data.token) setStateValue("kept", kept);
}
