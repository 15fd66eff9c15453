// What is said to the server about a class. Its addresses lie beside the page's.

const PATIENCE_MS = 10000;

export function classUrl(code, name) {
  return new URL(["class", code, name].filter(Boolean).join("/"), new URL(".", window.location.href));
}

// Returns what the server says; throws its sentence where it refuses.
export async function say(code, name, body = {}, token = null) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const answer = await fetch(classUrl(code, name), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  const kind = answer.headers.get("content-type") ?? "";
  const said = kind.startsWith("application/json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refusal(answer.status, said?.error);
  return said;
}

export class Refusal extends Error {
  constructor(status, error) {
    super(error?.template ?? "");
    this.status = status;
    this.fields = error?.fields ?? {};
  }
}
