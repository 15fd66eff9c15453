// The cell or token that is kept, as the address names it: "3-5", or "3-" and "-5" in the line view.

export function writeCell(cell) {
  return cell ? `${cell.query ?? ""}-${cell.key ?? ""}` : "";
}

// Null where the address names none, or one that this input or this picture does not have.
export function readCell(text, { rows, columns }, panel) {
  const [, ...named] = /^(\d{0,3})-(\d{0,3})$/.exec(text) ?? [];
  const [query = null, key = null] = named.map((digits) => (digits ? Number(digits) : null));
  const isHere = (query ?? 0) < rows.length && (key ?? 0) < columns.length && panel.accepts({ query, key });
  return isHere ? { query, key } : null;
}
