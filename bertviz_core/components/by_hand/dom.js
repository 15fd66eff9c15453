// Elements, and symbols in the colours of their roles.

export function element(name, className = "", text = "") {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

export function symbols(pieces) {
  return pieces.map(({ text, role, sub, power, strong }) => {
    const piece = element(power ? "sup" : strong ? "strong" : "span", role ? `role-${role}` : "", text);
    if (sub) piece.append(element("sub", "", sub));
    return piece;
  });
}

