// Entry: a form whose answer is a file. What is typed when the button is pressed goes with it, in its body: in an
// address it would enter logs.

const ROUTE = "../lesson"; // beside the folder that this script comes from

export default function lessonOffer({ data, parentElement }) {
  const form = parentElement.querySelector("form");
  form.action = new URL(ROUTE, import.meta.url).href;
  form.querySelector(".label").textContent = data.label;
  form.querySelector("button").title = data.help;
  form.onsubmit = () => {
    const now = data.fields.map((key, i) => document.querySelector(`.st-key-${key} :is(input, textarea)`)?.value ?? data.typed[i]);
    const same = now.every((text, i) => text === data.typed[i]);
    const [text, pair = ""] = same ? data.texts : now;
    for (const [name, value] of Object.entries({ ...data.asked, text, pair })) form.elements[name].value = value;
  };
}
