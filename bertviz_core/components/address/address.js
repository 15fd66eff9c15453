// Entry: changes parameters of the page's address and leaves those alone that are not named.

export default function changeAddress({ data }) {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(data ?? {})) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  if (url.href !== window.location.href) window.history.replaceState(window.history.state, "", url);
}
