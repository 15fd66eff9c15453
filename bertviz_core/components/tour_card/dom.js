// Elements of text: nothing that came from a file is ever read as markup.

export function make(tag, name = "", text = "") {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text) made.textContent = text;
  return made;
}

export function makeButton(name, text, label, onClick) {
  const button = make("button", name, text);
  button.type = "button";
  button.title = button.ariaLabel = label;
  button.onclick = onClick;
  return button;
}

// {name} of a sentence of the interface.
export function fillIn(sentence, fields) {
  return sentence.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}
