// Sentences of the page with their fields filled in, and `**bold**` parts of them; text is always text.

export function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}

export function withBold(text) {
  return text.split("**").map((part, i) => {
    if (i % 2 === 0) return part;
    const bold = document.createElement("b");
    bold.textContent = part;
    return bold;
  });
}
