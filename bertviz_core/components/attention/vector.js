// Elements of SVG and their text as a file. The browser's own serialiser escapes what visitors typed.

const VECTOR_SPACE = new DOMParser().parseFromString("<svg></svg>", "text/html").querySelector("svg").namespaceURI;
const FORBIDDEN_IN_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export function xmlText(text) {
  return String(text).replace(FORBIDDEN_IN_XML, "\u{FFFD}");
}

// `content`: elements, or one text.
export function svgNode(name, attributes = {}, content = []) {
  const node = document.createElementNS(VECTOR_SPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) {
    node.setAttribute(attribute, typeof value === "number" ? rounded(value) : xmlText(value));
  }
  if (typeof content === "string") node.textContent = xmlText(content);
  else node.append(...content);
  return node;
}

function rounded(value) {
  return String(Math.round(value * 1000) / 1000);
}

export function svgFile(root) {
  return new XMLSerializer().serializeToString(root);
}
