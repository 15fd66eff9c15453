// Words and numbers as the visitor's language writes them; text is always text, never markup.

const LEAST = 0.01;

export function fill(template, fields) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}

// A share in whole percent; halves go to the even number, as on the server.
export function percent({ percentSign }, share) {
  const exact = 100 * share;
  const nearest = Math.round(exact);
  return `${exact % 1 === 0.5 && nearest % 2 ? nearest - 1 : nearest}${percentSign}`;
}

// A number with so many digits and the signs of the language.
export function decimal({ decimalSign, groupSign }, value, places) {
  const [whole, rest] = value.toFixed(places).split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, groupSign) + (rest ? decimalSign + rest : "");
}

// As written_numbers.NumberStyle.probability: < 1% and > 99% near the ends.
export function probability(data, value) {
  if (value > 0 && value <= LEAST / 2) return `< ${percent(data, LEAST)}`;
  if (value < 1 && 1 - LEAST / 2 <= value) return `> ${percent(data, 1 - LEAST)}`;
  return percent(data, value);
}

export function element(name, className, children = []) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...[children].flat());
  return made;
}

// The marks below bars, on an axis that ends at `most`.
export function axis(data, marks, most) {
  const ticks = marks.map((mark) => {
    const tick = element("span", "tick", percent(data, mark));
    tick.style.left = `${(100 * mark) / most}%`;
    return tick;
  });
  return element("div", "axis", [...ticks, element("span", "title", data.words.axis)]);
}
