// What a lecturer takes along: a table, and a link.

export function saveTable(table) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([table], { type: "text/csv" }));
  link.download = "class.csv";
  link.click();
  URL.revokeObjectURL(link.href);
}

// Returns whether the text is in the clipboard: browsers let pages write there over HTTPS only.
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
